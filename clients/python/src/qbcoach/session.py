"""A session: one match or one combat that the daemon keeps."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generic,
    Literal,
    Optional,
    Sequence,
    TypeVar,
    Union,
    overload,
)

from .connection import within
from .errors import ConnectionLost, QbcoachError
from .recovery import settle
from .subscription import Subscription
from .types import (
    ActionInput,
    Actions,
    AnyAction,
    Audience,
    Budget,
    CardInput,
    ExportFormat,
    NothingToShow,
    ProgressValue,
    Side,
    Topic,
)

if TYPE_CHECKING:
    from .coach import Coach

__all__ = ["Session"]

Snapshot = TypeVar("Snapshot")
Acted = TypeVar("Acted")
Observation = TypeVar("Observation")
Threats = TypeVar("Threats")
Advice = TypeVar("Advice")


class Session(Generic[Snapshot, Acted, Observation, Threats, Advice]):
    """What matches and combats have in common; `Match` and `Combat` add their actions.

    It is a name and the last seq that was heard of: making one asks nothing, and any
    number may stand for the same session.
    """

    def __init__(
        self,
        coach: "Coach",
        session_id: str,
        seq: Optional[int] = None,
        snapshot: Optional[Snapshot] = None,
    ) -> None:
        self.coach = coach
        self.id = session_id
        self.seq = seq
        """The newest seq this object has heard of; None if it has not asked yet."""
        self._snapshot = snapshot

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} at {self.seq}>"

    def _saw(self, answer: Any) -> Any:
        seq = answer.get("seq")
        if isinstance(seq, int) and (self.seq is None or seq >= self.seq):
            self.seq = seq
            self._snapshot = answer.get("snapshot", self._snapshot)
        return answer

    def _heard(self, seq: int) -> None:
        self._saw({"seq": seq})

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot an answer to this object held; `get` asks for the one of now."""
        if self._snapshot is None:
            raise QbcoachError(f"nothing has been heard of {self.id} yet", "ask with `get` first")
        return self._snapshot

    async def _ask(self, method: str, timeout: Optional[float] = None, **params: Any) -> Any:
        given = {name: value for name, value in params.items() if value is not None}
        return await self.coach.request(method, {"sessionId": self.id, **given}, timeout=timeout)

    async def _change(self, method: str, timeout: Optional[float], **params: Any) -> Any:
        given = {name: value for name, value in params.items() if value is not None}
        given["sessionId"] = self.id
        base = params.get("ifSeq")
        base = self.seq if base is None else base

        async def once() -> Any:
            try:
                return await self.coach.request(method, given)
            except ConnectionLost as lost:
                if lost.applied is False or base is None:
                    raise
                return await settle(self.coach, method, given, base, lost)

        return self._saw(await within(timeout, once(), method))

    async def get(self, seq: Optional[int] = None) -> Snapshot:
        """The whole session now, or as it was after `seq` events."""
        answer: Any = await self._ask("session/get", seq=seq)
        if seq is None:
            self._saw({"seq": answer["seq"], "snapshot": answer})
        snapshot: Snapshot = answer
        return snapshot

    async def act(
        self,
        action: Union[ActionInput, AnyAction],
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Acted:
        """Lets something happen; `if_seq` refuses when the session has moved on.

        If the line breaks before the answer comes, this waits for the line and finds
        out. It returns if the action has taken effect (then without `events` if they
        were lost) or can be made up for; otherwise ConnectionLost tells in `applied`
        what is known. It never happens twice.
        """
        acted: Acted = await self._change("match/act", timeout, action=action, ifSeq=if_seq)
        return acted

    async def undo(
        self,
        count: Optional[int] = None,
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Acted:
        """Takes back the latest acts, one when not told how many."""
        acted: Acted = await self._change("session/undo", timeout, count=count, ifSeq=if_seq)
        return acted

    async def actions(
        self, side: Optional[Side] = None, cards: Optional[Sequence[CardInput]] = None
    ) -> Actions:
        """Every legal action, each ready for `act`; `cards` asks what if it held these."""
        answer: Actions = self._saw(await self._ask("match/actions", side=side, cards=cards))
        return answer

    async def observation(self, seq: Optional[int] = None) -> Observation:
        """What has been seen of the enemy."""
        answer: Observation = await self._ask("observation/get", seq=seq)
        return answer

    async def threats(self, seq: Optional[int] = None) -> Threats:
        """What the enemy may do next."""
        answer: Threats = await self._ask("prediction/threatMap", seq=seq)
        return answer

    async def advice(
        self,
        top: Optional[int] = None,
        *,
        budget: Optional[Budget] = None,
        on_progress: Optional[Callable[[ProgressValue], None]] = None,
        timeout: Optional[float] = None,
    ) -> Advice:
        """What to do now, the best first and why; of all moves unless `top` is given.

        Cancel the task to stop the daemon thinking. `on_progress` is told how far it is.
        """
        token = self.coach.new_progress(on_progress) if on_progress is not None else None
        try:
            answer: Advice = await self._ask(
                "coach/recommend", timeout, top=top, budget=budget, workDoneToken=token
            )
            return answer
        finally:
            if token is not None:
                self.coach.end_progress(token)

    async def export(self, format: ExportFormat = "jsonl") -> str:
        """The session as a text: `jsonl` for programs, `text` for people."""
        content: str = (await self._ask("session/export", format=format))["content"]
        return content

    async def close(self) -> None:
        """Ends it; it can still be read."""
        await self._ask("session/close")

    async def delete(self) -> None:
        """Removes it for good."""
        await self._ask("session/delete")

    @overload
    def follow(
        self,
        topics: Literal["state"],
        *,
        audience: Optional[Audience] = ...,
        delay_ms: Optional[int] = ...,
    ) -> Subscription[Snapshot]: ...

    @overload
    def follow(
        self,
        topics: Literal["observation"],
        *,
        audience: Optional[Audience] = ...,
        delay_ms: Optional[int] = ...,
    ) -> Subscription[Observation]: ...

    @overload
    def follow(
        self,
        topics: Literal["threat"],
        *,
        audience: Optional[Audience] = ...,
        delay_ms: Optional[int] = ...,
    ) -> Subscription[Union[Threats, NothingToShow]]: ...

    @overload
    def follow(
        self,
        topics: Literal["coach"],
        *,
        audience: Optional[Audience] = ...,
        delay_ms: Optional[int] = ...,
    ) -> Subscription[Union[Advice, NothingToShow]]: ...

    @overload
    def follow(
        self,
        topics: Union[str, Sequence[Union[Topic, str]], None] = ...,
        *,
        audience: Optional[Audience] = ...,
        delay_ms: Optional[int] = ...,
    ) -> Subscription[Any]: ...

    def follow(
        self,
        topics: Union[str, Sequence[str], None] = None,
        *,
        audience: Optional[Audience] = None,
        delay_ms: Optional[int] = None,
    ) -> Subscription[Any]:
        """Follows one topic, several, or all: `async for update in session.follow("state")`.

        Each update has the whole document of its topic, as the matching method would
        answer it. `audience="stream"` leaves out what viewers must not see.
        """
        params: Dict[str, Any] = {"sessionId": self.id}
        if topics is not None:
            params["topics"] = [topics] if isinstance(topics, str) else list(topics)
        if audience is not None:
            params["audience"] = audience
        if delay_ms is not None:
            params["delayMs"] = delay_ms
        return self.coach.subscribe("session/subscribe", params, on_seq=self._heard)
