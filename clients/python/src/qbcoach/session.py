"""What matches and combats have in common."""

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
    AdviceMethod,
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
    """A session of the daemon; `Match` and `Combat` add their actions.

    The object holds only the id, the newest seq and the newest snapshot it has received.
    Creating one sends no request, and several objects may stand for the same session.
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
        """The newest seq this object has received; None before the first answer."""
        self._snapshot = snapshot

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} at {self.seq}>"

    def _remember(self, answer: Any) -> Any:
        seq = answer.get("seq")
        if isinstance(seq, int) and (self.seq is None or seq >= self.seq):
            self.seq = seq
            self._snapshot = answer.get("snapshot", self._snapshot)
        return answer

    def _remember_seq(self, seq: int) -> None:
        self._remember({"seq": seq})

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot this object has received; `get` asks for the present one."""
        if self._snapshot is None:
            raise QbcoachError(f"no snapshot of {self.id} was received yet", "call `get` first")
        return self._snapshot

    async def _ask(self, method: str, timeout: Optional[float] = None, /, **params: Any) -> Any:
        given = {name: value for name, value in params.items() if value is not None}
        return await self.coach.request(method, {"sessionId": self.id, **given}, timeout=timeout)

    async def _change(self, method: str, timeout: Optional[float], **params: Any) -> Any:
        given = {name: value for name, value in params.items() if value is not None}
        given["sessionId"] = self.id
        base = params.get("ifSeq")
        base = self.seq if base is None else base

        async def change_once() -> Any:
            try:
                return await self.coach.request(method, given)
            except ConnectionLost as lost:
                if lost.applied is False or base is None:
                    raise
                return await settle(self.coach, method, given, base, lost)

        return self._remember(await within(timeout, change_once(), method))

    async def get(self, seq: Optional[int] = None, *, text: Optional[bool] = None) -> Snapshot:
        """The snapshot of the session now, or after `seq` events; with `text` it is drawn."""
        answer: Any = await self._ask("session/get", seq=seq, text=text)
        if seq is None:
            self._remember({"seq": answer["seq"], "snapshot": answer})
        snapshot: Snapshot = answer
        return snapshot

    async def act(
        self,
        action: Union[ActionInput, AnyAction],
        *,
        if_seq: Optional[int] = None,
        act_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Acted:
        """Carries out an action; raises MovedOn if the session is not at `if_seq`.

        `act_id` is your own name for the act: sent again under the same name, in the same
        session, it is not done twice and gets the first answer.

        If the connection is lost before the answer comes, this waits for the next
        connection and checks whether the action has taken effect. If it has, the answer
        is returned (with no `events` if they were lost). If it has not, it is sent again
        as long as the session has not changed. Otherwise ConnectionLost is raised, with
        `applied` as far as known. The action never happens twice.
        """
        acted: Acted = await self._change(
            "match/act", timeout, action=action, ifSeq=if_seq, actId=act_id
        )
        return acted

    async def undo(
        self,
        count: Optional[int] = None,
        *,
        if_seq: Optional[int] = None,
        act_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Acted:
        """Undoes the latest actions; one if `count` is left out. `act_id` is as in `act`."""
        acted: Acted = await self._change(
            "session/undo", timeout, count=count, ifSeq=if_seq, actId=act_id
        )
        return acted

    async def redo(
        self,
        count: Optional[int] = None,
        *,
        if_seq: Optional[int] = None,
        act_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Acted:
        """Redoes actions that were undone, until something else is done.

        `act_id` is as in `act`.
        """
        acted: Acted = await self._change(
            "session/redo", timeout, count=count, ifSeq=if_seq, actId=act_id
        )
        return acted

    async def actions(
        self, side: Optional[Side] = None, cards: Optional[Sequence[CardInput]] = None
    ) -> Actions:
        """Every legal action, each in the form that `act` takes; `cards` is a hand to assume."""
        answer: Actions = self._remember(await self._ask("match/actions", side=side, cards=cards))
        return answer

    async def observation(self, seq: Optional[int] = None) -> Observation:
        """The cards or enemies seen so far."""
        answer: Observation = await self._ask("observation/get", seq=seq)
        return answer

    async def threats(self, seq: Optional[int] = None) -> Threats:
        """The enemy's possible next moves; in a combat, the damage if nothing is done."""
        answer: Threats = await self._ask("prediction/threatMap", seq=seq)
        return answer

    async def advice(
        self,
        top: Optional[int] = None,
        *,
        method: Optional[AdviceMethod] = None,
        text: Optional[bool] = None,
        budget: Optional[Budget] = None,
        on_progress: Optional[Callable[[ProgressValue], None]] = None,
        timeout: Optional[float] = None,
    ) -> Advice:
        """Your best moves with reasons, the best first.

        `top` is how many (3 if left out, 0 for every legal one); with `text` each has the
        board after it. `method` is `search`, if left out, or `reference`, which looks one
        reply ahead.

        Cancelling the task also stops the daemon's search. `on_progress` is called with
        each progress report.
        """
        token = self.coach.new_progress(on_progress) if on_progress is not None else None
        try:
            answer: Advice = await self._ask(
                "coach/recommend",
                timeout,
                top=top,
                method=method,
                text=text,
                budget=budget,
                workDoneToken=token,
            )
            return answer
        finally:
            if token is not None:
                self.coach.end_progress(token)

    async def export(self, format: ExportFormat = "jsonl") -> str:
        """The session as text: `jsonl` for programs, `text` for people."""
        content: str = (await self._ask("session/export", format=format))["content"]
        return content

    async def close(self) -> None:
        """Closes the session; it can still be read."""
        await self._ask("session/close")

    async def reopen(self) -> None:
        """Lets a closed session go on."""
        await self._ask("session/reopen")

    async def delete(self) -> None:
        """Removes the session for good."""
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
        """Follows one topic or several: `async for update in session.follow("state")`.

        When `topics` is left out, they are `state`, `observation`, `threat` and `coach`.
        Each update has the whole document of its topic, equal to the answer of the
        topic's method. `audience="stream"` leaves out what viewers must not see.
        """
        params: Dict[str, Any] = {"sessionId": self.id}
        if topics is not None:
            params["topics"] = [topics] if isinstance(topics, str) else list(topics)
        if audience is not None:
            params["audience"] = audience
        if delay_ms is not None:
            params["delayMs"] = delay_ms
        return self.coach.subscribe("session/subscribe", params, on_seq=self._remember_seq)
