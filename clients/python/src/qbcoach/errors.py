"""The exceptions of this package.

`str()` of each says what happened and what to do about it. `reason` and `hint` are the
daemon's own texts, `data` has all details of its error. A call that the daemon refused
has changed nothing.
"""

from __future__ import annotations

import asyncio
from typing import Any, Dict, List, Mapping, Optional, Type, Union

__all__ = [
    "Cancelled",
    "Contradiction",
    "ConnectionLost",
    "DaemonFault",
    "IllegalAction",
    "InvalidParams",
    "InvalidRequest",
    "LimitReached",
    "MovedOn",
    "NotAllowed",
    "OutcomeUnknown",
    "OutOfTurn",
    "ProgramNotFound",
    "QbcoachError",
    "Refused",
    "SessionOver",
    "TimedOut",
    "UnknownCard",
    "UnknownMethod",
    "UnknownSession",
]


class QbcoachError(Exception):
    """The base class of everything this package raises."""

    def __init__(self, reason: str, hint: Optional[str] = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.reason} ({self.hint})" if self.hint else self.reason


class Refused(QbcoachError):
    """The daemon answered with an error; the subclasses stand for its codes."""

    code: int = 0

    def __init__(self, code: int, message: str, data: Mapping[str, Any]) -> None:
        reason = data.get("reason")
        hint = data.get("hint")
        super().__init__(
            reason if isinstance(reason, str) else message,
            hint if isinstance(hint, str) else None,
        )
        self.code = code
        self.message = message
        self.data: Dict[str, Any] = dict(data)

    def _text(self, field: str) -> Optional[str]:
        value = self.data.get(field)
        return value if isinstance(value, str) else None


class InvalidRequest(Refused):
    """Not JSON, not a request, or not possible on this connection: a bug in the client."""


class UnknownMethod(Refused):
    """The daemon has no such method; it may be older than this package."""


class InvalidParams(Refused):
    """A param is missing or wrong."""

    @property
    def field(self) -> Optional[str]:
        """The name of the param."""
        return self._text("field")


class DaemonFault(Refused):
    """The daemon has a bug or is stopping; the session is unchanged."""


class Cancelled(Refused):
    """The request was cancelled with `$/cancelRequest`, but not by cancelling its task."""


class UnknownSession(Refused):
    """There is no session with this id."""


class IllegalAction(Refused):
    """The rules of the game forbid the action."""

    @property
    def rule(self) -> Optional[str]:
        """The name of the rule, such as `rankTooLow`."""
        return self._text("rule")


class OutOfTurn(Refused):
    """Not this side's turn, or not this phase."""

    @property
    def expected(self) -> Union[str, List[str], None]:
        """The side or action that is due; a list of them in a combat."""
        value = self.data.get("expected")
        return value if isinstance(value, (str, list)) else None


class UnknownCard(Refused):
    """No card has this name, or several cards have it."""

    @property
    def suggestions(self) -> List[str]:
        """The most similar cards, each as `019 Crawler`."""
        value = self.data.get("suggestions")
        return [str(one) for one in value] if isinstance(value, list) else []


class MovedOn(Refused):
    """The session is not at `if_seq` any more: read it again, decide again."""

    @property
    def seq(self) -> int:
        """The session's present seq."""
        value = self.data.get("seq")
        return value if isinstance(value, int) else -1


class Contradiction(Refused):
    """The action contradicts what is known; `resync` and `set_hand` correct the session."""


class SessionOver(Refused):
    """The session is closed, or its match is over."""


class LimitReached(Refused):
    """A limit of the daemon was reached."""

    @property
    def limit(self) -> Optional[str]:
        """The name of the limit's setting."""
        return self._text("limit")

    @property
    def most(self) -> Optional[int]:
        """The value of the limit."""
        value = self.data.get("most")
        return value if isinstance(value, int) else None


class NotAllowed(Refused):
    """The token does not allow this call, or a token is needed."""


class ConnectionLost(QbcoachError):
    """The connection to the daemon was lost, or there is none.

    `applied` is about the call that failed with it: False if the call has not taken
    effect, None if that is unknown.
    """

    def __init__(
        self, reason: str, hint: Optional[str] = None, applied: Optional[bool] = None
    ) -> None:
        super().__init__(reason, hint)
        self.applied = applied


class TimedOut(QbcoachError, asyncio.TimeoutError):
    """No answer came within `timeout`; the request was cancelled in the daemon."""


class OutcomeUnknown(Refused):
    """It may have been done, or not: send it again with the same `act_id`."""


class ProgramNotFound(QbcoachError):
    """The `qbcoach` program was not found or could not be started."""


_BY_CODE: Dict[int, Type[Refused]] = {
    -32700: InvalidRequest,
    -32600: InvalidRequest,
    -32601: UnknownMethod,
    -32602: InvalidParams,
    -32603: DaemonFault,
    -32800: Cancelled,
    1001: UnknownSession,
    1002: IllegalAction,
    1003: OutOfTurn,
    1004: UnknownCard,
    1005: MovedOn,
    1006: Contradiction,
    1007: SessionOver,
    1008: LimitReached,
    1009: NotAllowed,
    1010: OutcomeUnknown,
}


def refusal(error: Any) -> Refused:
    """The exception for the `error` of an answer."""
    if not isinstance(error, dict):
        return Refused(0, f"the daemon sent an error that is not an object: {error!r}", {})
    code = error.get("code")
    data = error.get("data")
    known = _BY_CODE.get(code, Refused) if isinstance(code, int) else Refused
    return known(
        code if isinstance(code, int) else 0,
        str(error.get("message", "refused")),
        data if isinstance(data, dict) else {},
    )
