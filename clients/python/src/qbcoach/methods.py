"""Every method of the protocol: a table, and `call` with the types of each.

Made by tools/generate_types.py from protocol/openrpc.json: change that, not this.
"""

from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, NamedTuple, Optional, overload

from .types import (
    Acted,
    Actions,
    Card,
    Cards,
    CardsGetParams,
    CardsSearchParams,
    CoachEvaluateParams,
    CoachMulliganParams,
    CoachRecommendParams,
    CombatCatalogue,
    Created,
    Deck,
    DeckBelief,
    DeckVerdict,
    Decks,
    DecksGetParams,
    DecksValidateParams,
    DelaySet,
    Diagnostics,
    Export,
    Gone,
    HandBelief,
    InitializeParams,
    Initialized,
    MatchActParams,
    MatchActionsParams,
    MulliganAdvice,
    Observation,
    ObservationGetParams,
    Overlay,
    OverlaySetParams,
    PositionReport,
    PredictionDecksParams,
    PredictionHandParams,
    PredictionThreatMapParams,
    Recommendation,
    ServerInfo,
    ServerSubscribeParams,
    ServerUnsubscribeParams,
    SessionCloseParams,
    SessionCreateParams,
    SessionDeleteParams,
    SessionExportParams,
    SessionGetParams,
    SessionHistory,
    SessionHistoryParams,
    SessionImportParams,
    SessionList,
    SessionSetDelayParams,
    SessionSubscribeParams,
    SessionUndoParams,
    SessionUnsubscribeParams,
    Snapshot,
    ThreatReport,
)

__all__ = ["METHODS", "Calls", "Method"]


class Method(NamedTuple):
    """What the protocol says of a method besides its types."""

    summary: str
    role: Optional[str]
    """The least role a token needs for it; None if anybody may ask."""
    first: Optional[str]
    """The one param that may also be sent alone, in an array."""


METHODS: Dict[str, Method] = {
    "initialize": Method(
        summary="Says who calls and who answers; needed only by a client with a token.",
        role=None,
        first=None,
    ),
    "shutdown": Method(
        summary="Announces the end; the notification `exit` follows.",
        role=None,
        first=None,
    ),
    "rpc.discover": Method(
        summary="The OpenRPC document of this protocol.",
        role=None,
        first=None,
    ),
    "session/create": Method(
        summary="Begins a session.",
        role="control",
        first=None,
    ),
    "session/list": Method(
        summary="Every session, the oldest first.",
        role="stream",
        first=None,
    ),
    "session/get": Method(
        summary="A session now, or as it was after `seq` events.",
        role="stream",
        first="sessionId",
    ),
    "session/history": Method(
        summary="The acts that stand and how the session stood after each.",
        role="stream",
        first="sessionId",
    ),
    "session/close": Method(
        summary="Ends a session; it can still be read.",
        role="control",
        first="sessionId",
    ),
    "session/delete": Method(
        summary="Removes a session for good.",
        role="control",
        first="sessionId",
    ),
    "session/export": Method(
        summary="A session as a text to keep.",
        role="view",
        first=None,
    ),
    "session/import": Method(
        summary="A new session from an export or a match text.",
        role="control",
        first="content",
    ),
    "session/undo": Method(
        summary="Takes back the latest events.",
        role="control",
        first="sessionId",
    ),
    "session/subscribe": Method(
        summary="Follows a session: answers a subscription id, then `session/update` notifications.",
        role="stream",
        first="sessionId",
    ),
    "session/unsubscribe": Method(
        summary="Ends a subscription; false if there was none.",
        role="stream",
        first="subscription",
    ),
    "session/setDelay": Method(
        summary="Changes how much later a subscription sees everything.",
        role="stream",
        first=None,
    ),
    "match/actions": Method(
        summary="Every legal play and the pass, each ready to be sent back.",
        role="view",
        first="sessionId",
    ),
    "match/act": Method(
        summary="Lets something happen.",
        role="control",
        first=None,
    ),
    "observation/get": Method(
        summary="What has been seen of the enemy.",
        role="stream",
        first="sessionId",
    ),
    "prediction/decks": Method(
        summary="The decks the enemy may have.",
        role="stream",
        first="sessionId",
    ),
    "prediction/hand": Method(
        summary="The hands the enemy may hold, and the chance of each card.",
        role="stream",
        first="sessionId",
    ),
    "prediction/threatMap": Method(
        summary="What the enemy's next move may do, over every hand it may hold.",
        role="stream",
        first="sessionId",
    ),
    "coach/evaluate": Method(
        summary="What the position is worth, and what in it is proved to be decided.",
        role="stream",
        first="sessionId",
    ),
    "coach/mulligan": Method(
        summary="What to keep of your opening hand.",
        role="view",
        first="sessionId",
    ),
    "coach/recommend": Method(
        summary="Your moves, ranked and explained.",
        role="view",
        first="sessionId",
    ),
    "cards/list": Method(
        summary="Every card.",
        role="stream",
        first=None,
    ),
    "cards/get": Method(
        summary="One card by number or name.",
        role="stream",
        first="card",
    ),
    "cards/search": Method(
        summary="The cards whose number or name fits, the nearest ones if none does.",
        role="stream",
        first="query",
    ),
    "decks/list": Method(
        summary="The decks the daemon knows.",
        role="stream",
        first=None,
    ),
    "decks/get": Method(
        summary="One deck by its tag.",
        role="stream",
        first="tag",
    ),
    "decks/validate": Method(
        summary="Whether cards make a deck, and everything that is wrong with them.",
        role="stream",
        first="cards",
    ),
    "overlay/get": Method(
        summary="What the overlays look like.",
        role="stream",
        first=None,
    ),
    "overlay/set": Method(
        summary="Changes what the overlays look like, at once.",
        role="control",
        first=None,
    ),
    "combat/catalogue": Method(
        summary="The enemies and cards that Mage Knight combats are made of.",
        role="stream",
        first=None,
    ),
    "server/info": Method(
        summary="The daemon, its limits and what this connection may do.",
        role="stream",
        first=None,
    ),
    "server/diagnostics": Method(
        summary="Checks of data and rules, as at the start.",
        role="stream",
        first=None,
    ),
    "server/subscribe": Method(
        summary="Follows the daemon as a whole: answers a subscription id, then `server/update` notifications.",
        role="stream",
        first="topics",
    ),
    "server/unsubscribe": Method(
        summary="Ends such a subscription; false if there was none.",
        role="stream",
        first="subscription",
    ),
}


class Calls:
    """Whatever can be asked, as the type checker sees it."""

    async def request(
        self, method: str, params: Any = None, *, timeout: Optional[float] = None
    ) -> Any:
        """Asks any method, also one that is newer than this package; nothing is checked."""
        raise NotImplementedError

    @overload
    async def call(
        self, method: Literal["initialize"], params: InitializeParams = ..., *, timeout: Optional[float] = ...
    ) -> Initialized: ...

    @overload
    async def call(
        self, method: Literal["shutdown"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> None: ...

    @overload
    async def call(
        self, method: Literal["rpc.discover"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> Any: ...

    @overload
    async def call(
        self, method: Literal["session/create"], params: SessionCreateParams = ..., *, timeout: Optional[float] = ...
    ) -> Created: ...

    @overload
    async def call(
        self, method: Literal["session/list"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> SessionList: ...

    @overload
    async def call(
        self, method: Literal["session/get"], params: SessionGetParams, *, timeout: Optional[float] = ...
    ) -> Snapshot: ...

    @overload
    async def call(
        self, method: Literal["session/history"], params: SessionHistoryParams, *, timeout: Optional[float] = ...
    ) -> SessionHistory: ...

    @overload
    async def call(
        self, method: Literal["session/close"], params: SessionCloseParams, *, timeout: Optional[float] = ...
    ) -> Gone: ...

    @overload
    async def call(
        self, method: Literal["session/delete"], params: SessionDeleteParams, *, timeout: Optional[float] = ...
    ) -> Gone: ...

    @overload
    async def call(
        self, method: Literal["session/export"], params: SessionExportParams, *, timeout: Optional[float] = ...
    ) -> Export: ...

    @overload
    async def call(
        self, method: Literal["session/import"], params: SessionImportParams, *, timeout: Optional[float] = ...
    ) -> Created: ...

    @overload
    async def call(
        self, method: Literal["session/undo"], params: SessionUndoParams, *, timeout: Optional[float] = ...
    ) -> Acted: ...

    @overload
    async def call(
        self, method: Literal["session/subscribe"], params: SessionSubscribeParams, *, timeout: Optional[float] = ...
    ) -> str: ...

    @overload
    async def call(
        self, method: Literal["session/unsubscribe"], params: SessionUnsubscribeParams, *, timeout: Optional[float] = ...
    ) -> bool: ...

    @overload
    async def call(
        self, method: Literal["session/setDelay"], params: SessionSetDelayParams, *, timeout: Optional[float] = ...
    ) -> DelaySet: ...

    @overload
    async def call(
        self, method: Literal["match/actions"], params: MatchActionsParams, *, timeout: Optional[float] = ...
    ) -> Actions: ...

    @overload
    async def call(
        self, method: Literal["match/act"], params: MatchActParams, *, timeout: Optional[float] = ...
    ) -> Acted: ...

    @overload
    async def call(
        self, method: Literal["observation/get"], params: ObservationGetParams, *, timeout: Optional[float] = ...
    ) -> Observation: ...

    @overload
    async def call(
        self, method: Literal["prediction/decks"], params: PredictionDecksParams, *, timeout: Optional[float] = ...
    ) -> DeckBelief: ...

    @overload
    async def call(
        self, method: Literal["prediction/hand"], params: PredictionHandParams, *, timeout: Optional[float] = ...
    ) -> HandBelief: ...

    @overload
    async def call(
        self, method: Literal["prediction/threatMap"], params: PredictionThreatMapParams, *, timeout: Optional[float] = ...
    ) -> ThreatReport: ...

    @overload
    async def call(
        self, method: Literal["coach/evaluate"], params: CoachEvaluateParams, *, timeout: Optional[float] = ...
    ) -> PositionReport: ...

    @overload
    async def call(
        self, method: Literal["coach/mulligan"], params: CoachMulliganParams, *, timeout: Optional[float] = ...
    ) -> MulliganAdvice: ...

    @overload
    async def call(
        self, method: Literal["coach/recommend"], params: CoachRecommendParams, *, timeout: Optional[float] = ...
    ) -> Recommendation: ...

    @overload
    async def call(
        self, method: Literal["cards/list"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> Cards: ...

    @overload
    async def call(
        self, method: Literal["cards/get"], params: CardsGetParams, *, timeout: Optional[float] = ...
    ) -> Card: ...

    @overload
    async def call(
        self, method: Literal["cards/search"], params: CardsSearchParams, *, timeout: Optional[float] = ...
    ) -> Cards: ...

    @overload
    async def call(
        self, method: Literal["decks/list"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> Decks: ...

    @overload
    async def call(
        self, method: Literal["decks/get"], params: DecksGetParams, *, timeout: Optional[float] = ...
    ) -> Deck: ...

    @overload
    async def call(
        self, method: Literal["decks/validate"], params: DecksValidateParams, *, timeout: Optional[float] = ...
    ) -> DeckVerdict: ...

    @overload
    async def call(
        self, method: Literal["overlay/get"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> Overlay: ...

    @overload
    async def call(
        self, method: Literal["overlay/set"], params: OverlaySetParams, *, timeout: Optional[float] = ...
    ) -> Overlay: ...

    @overload
    async def call(
        self, method: Literal["combat/catalogue"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> CombatCatalogue: ...

    @overload
    async def call(
        self, method: Literal["server/info"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> ServerInfo: ...

    @overload
    async def call(
        self, method: Literal["server/diagnostics"], params: Mapping[str, Any] = ..., *, timeout: Optional[float] = ...
    ) -> Diagnostics: ...

    @overload
    async def call(
        self, method: Literal["server/subscribe"], params: ServerSubscribeParams = ..., *, timeout: Optional[float] = ...
    ) -> str: ...

    @overload
    async def call(
        self, method: Literal["server/unsubscribe"], params: ServerUnsubscribeParams, *, timeout: Optional[float] = ...
    ) -> bool: ...

    async def call(self, method: str, params: Any = None, *, timeout: Optional[float] = None) -> Any:
        """Asks a method of the protocol by its name.

        `timeout` is in seconds; without one it waits as long as it takes.
        """
        return await self.request(method, params, timeout=timeout)
