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
    DeckInput,
    Event,
    HandBelief,
    MatchObservation,
    MatchRecommendation,
    MatchSnapshot,
    MatchThreat,
    MulliganAdvice,
    Outcomes,
    PositionReport,
    Side,
    TileInput,
)

__all__ = ["Match", "MatchActed", "Player"]


class MatchActed(TypedDict):
    """The answer to an action."""

    seq: int
    events: List[Event]
    snapshot: MatchSnapshot


class Player:
    """One side of a match, and its moves."""

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
        """Plays a card on a tile: `play("crawler", "m1")`."""
        action: ActionInputPlay = {"type": "play", "side": self.side, "card": card, "tile": tile}
        return await self._match.act(action, if_seq=if_seq, timeout=timeout)

    async def passing(
        self, *, if_seq: Optional[int] = None, timeout: Optional[float] = None
    ) -> MatchActed:
        """Passes (`pass` is a keyword of Python)."""
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
        """Replaces cards of the opening hand; in a live match `drew` lists the new cards."""
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
    """A match: your moves are its own methods, the enemy's are those of `enemy`."""

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
        """You play a card on a tile: `play("crawler", "m1")`."""
        return await self.you.play(card, tile, if_seq=if_seq, timeout=timeout)

    async def passing(
        self, *, if_seq: Optional[int] = None, timeout: Optional[float] = None
    ) -> MatchActed:
        """You pass."""
        return await self.you.passing(if_seq=if_seq, timeout=timeout)

    async def mulligan(
        self,
        replace: Sequence[CardInput] = (),
        drew: Optional[Sequence[CardInput]] = None,
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """You replace cards of your opening hand; in a live match `drew` lists the new cards."""
        return await self.you.mulligan(replace, drew, if_seq=if_seq, timeout=timeout)

    async def draw(
        self,
        card: CardInput,
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """Reports the card you drew in a live match."""
        return await self.act({"type": "draw", "card": card}, if_seq=if_seq, timeout=timeout)

    async def set_hand(
        self,
        cards: Sequence[CardInput],
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """Corrects your hand in a live match."""
        return await self.act(
            {"type": "setHand", "cards": list(cards)}, if_seq=if_seq, timeout=timeout
        )

    async def set_deck(
        self,
        side: Side,
        deck: Optional[DeckInput],
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """Corrects which deck a side plays; None if it is not known after all."""
        return await self.act(
            {"type": "setDeck", "side": side, "deck": deck}, if_seq=if_seq, timeout=timeout
        )

    async def resync(
        self,
        tiles: Sequence[ActionInputResyncTilesItem],
        *,
        if_seq: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MatchActed:
        """Corrects tiles of the board; fields that are left out stay as they are."""
        return await self.act(
            {"type": "resync", "tiles": list(tiles)}, if_seq=if_seq, timeout=timeout
        )

    async def predict_decks(self, seq: Optional[int] = None) -> DeckBelief:
        """The decks the enemy may have, with their weights."""
        answer: DeckBelief = await self._ask("prediction/decks", seq=seq)
        return answer

    async def predict_hand(
        self,
        seq: Optional[int] = None,
        *,
        hands: Optional[int] = None,
        cards: Optional[int] = None,
    ) -> HandBelief:
        """The enemy's likeliest hands (10 unless told) and cards (20 unless told)."""
        answer: HandBelief = await self._ask("prediction/hand", seq=seq, hands=hands, cards=cards)
        return answer

    async def outcomes(
        self,
        seq: Optional[int] = None,
        *,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Outcomes:
        """Every reply of the enemy, in the order of `threats`, which has the first twelve."""
        answer: Outcomes = await self._ask(
            "prediction/outcomes", seq=seq, offset=offset, limit=limit
        )
        return answer

    async def evaluate(self, seq: Optional[int] = None) -> PositionReport:
        """The value of the position, and the lanes that are proved to be decided."""
        answer: PositionReport = await self._ask("coach/evaluate", seq=seq)
        return answer

    async def mulligan_advice(self, seq: Optional[int] = None) -> MulliganAdvice:
        """Which cards of your opening hand to keep and which to replace."""
        answer: MulliganAdvice = await self._ask("coach/mulligan", seq=seq)
        return answer
