"""A match of Queen's Blood."""

from __future__ import annotations

from typing import List, Optional, Sequence, TypedDict

from .session import Session
from .types import (
    ActionInputMulligan,
    ActionInputPass,
    ActionInputPlay,
    ActionInputResyncTilesItem,
    CardInput,
    DeckBelief,
    Event,
    HandBelief,
    MatchObservation,
    MatchRecommendation,
    MatchSnapshot,
    MatchThreat,
    MulliganAdvice,
    PositionReport,
    Side,
    TileInput,
)

__all__ = ["Match", "MatchActed", "Player"]


class MatchActed(TypedDict):
    """What an action led to."""

    seq: int
    events: List[Event]
    snapshot: MatchSnapshot


class Player:
    """One side of a match, and what it can do."""

    def __init__(self, match: "Match", side: Side) -> None:
        self._match = match
        self.side: Side = side

    async def play(
        self,
        card: CardInput,
        tile: TileInput,
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """Puts a card on a tile: `play("crawler", "m1")`."""
        action: ActionInputPlay = {"type": "play", "side": self.side, "card": card, "tile": tile}
        return await self._match.act(action, if_seq=if_seq, timeout=timeout)

    async def passing(
        self, *, if_seq: Optional[int] = None, timeout: Optional[float] = None
    ) -> MatchActed:
        """Plays no card this turn (`pass` is a word of Python)."""
        action: ActionInputPass = {"type": "pass", "side": self.side}
        return await self._match.act(action, if_seq=if_seq, timeout=timeout)

    async def mulligan(
        self,
        replace: Sequence[CardInput] = (),
        drew: Optional[Sequence[CardInput]] = None,
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """Puts cards of the opening hand back; `drew` is what came for them at a real table."""
        action: ActionInputMulligan = {
            "type": "mulligan",
            "side": self.side,
            "replace": list(replace),
        }
        if drew is not None:
            action["drew"] = list(drew)
        return await self._match.act(action, if_seq=if_seq, timeout=timeout)


class Match(
    Session[MatchSnapshot, MatchActed, MatchObservation, MatchThreat, MatchRecommendation]
):
    """A match: your moves are its own methods, the other side's are those of `enemy`."""

    @property
    def you(self) -> Player:
        return Player(self, "you")

    @property
    def enemy(self) -> Player:
        return Player(self, "enemy")

    async def play(
        self,
        card: CardInput,
        tile: TileInput,
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """Your card onto a tile: `play("crawler", "m1")`."""
        return await self.you.play(card, tile, if_seq=if_seq, timeout=timeout)

    async def passing(
        self, *, if_seq: Optional[int] = None, timeout: Optional[float] = None
    ) -> MatchActed:
        """You play no card this turn."""
        return await self.you.passing(if_seq=if_seq, timeout=timeout)

    async def mulligan(
        self,
        replace: Sequence[CardInput] = (),
        drew: Optional[Sequence[CardInput]] = None,
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """You put cards of your opening hand back."""
        return await self.you.mulligan(replace, drew, if_seq=if_seq, timeout=timeout)

    async def draw(
        self,
        card: CardInput,
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """The card you drew at a real table."""
        return await self.act({"type": "draw", "card": card}, if_seq=if_seq, timeout=timeout)

    async def set_hand(
        self,
        cards: Sequence[CardInput],
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """Your hand really is this."""
        return await self.act(
            {"type": "setHand", "cards": list(cards)}, if_seq=if_seq, timeout=timeout
        )

    async def resync(
        self,
        tiles: Sequence[ActionInputResyncTilesItem],
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """The table really shows this; what is left out of a tile stays as it is."""
        return await self.act(
            {"type": "resync", "tiles": list(tiles)}, if_seq=if_seq, timeout=timeout
        )

    async def predict_decks(self, seq: Optional[int] = None) -> DeckBelief:
        """The decks the enemy may have."""
        answer: DeckBelief = await self._ask("prediction/decks", seq=seq)
        return answer

    async def predict_hand(self, seq: Optional[int] = None) -> HandBelief:
        """The hands the enemy may hold, and the chance of each card."""
        answer: HandBelief = await self._ask("prediction/hand", seq=seq)
        return answer

    async def evaluate(self, seq: Optional[int] = None) -> PositionReport:
        """What the position is worth, and what in it is proved to be decided."""
        answer: PositionReport = await self._ask("coach/evaluate", seq=seq)
        return answer

    async def mulligan_advice(self, seq: Optional[int] = None) -> MulliganAdvice:
        """What to keep of your opening hand."""
        answer: MulliganAdvice = await self._ask("coach/mulligan", seq=seq)
        return answer
