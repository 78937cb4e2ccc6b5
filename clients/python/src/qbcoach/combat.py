"""A combat of Mage Knight."""

from __future__ import annotations

from typing import List, Optional, Sequence, TypedDict

from .session import Session
from .types import (
    AttackPoints,
    BlockPoints,
    CombatActionAssignDamage,
    CombatActionDeclareBlock,
    CombatActionPlayCard,
    CombatEvent,
    CombatObservation,
    CombatRecommendation,
    CombatSnapshot,
    CombatThreat,
)

__all__ = ["Combat", "CombatActed"]


class CombatActed(TypedDict):
    """What an action led to."""

    seq: int
    events: List[CombatEvent]
    snapshot: CombatSnapshot


class Combat(
    Session[CombatSnapshot, CombatActed, CombatObservation, CombatThreat, CombatRecommendation]
):
    """A combat: what the hero does are its methods."""

    async def play_card(
        self, card: str, *, powered: Optional[bool] = None, if_seq: Optional[int] = None
    ) -> CombatActed:
        """Plays a card of the hand, by its id or name."""
        action: CombatActionPlayCard = {"type": "playCard", "card": card}
        if powered is not None:
            action["powered"] = powered
        return await self.act(action, if_seq=if_seq)

    async def resolve_choice(self, option: int, *, if_seq: Optional[int] = None) -> CombatActed:
        """Takes one of the options of `pendingChoice`, by its index."""
        return await self.act({"type": "resolveChoice", "option": option}, if_seq=if_seq)

    async def declare_attack(
        self,
        enemies: Sequence[str],
        attack: Sequence[AttackPoints],
        *,
        if_seq: Optional[int] = None,
    ) -> CombatActed:
        """Attacks enemies, by their instance ids, with the points as they are at the table."""
        return await self.act(
            {"type": "declareAttack", "enemies": list(enemies), "attack": list(attack)},
            if_seq=if_seq,
        )

    async def declare_block(
        self,
        enemy: str,
        block: Sequence[BlockPoints],
        *,
        attack_index: Optional[int] = None,
        if_seq: Optional[int] = None,
    ) -> CombatActed:
        """Blocks one attack of an enemy, its first unless told otherwise."""
        action: CombatActionDeclareBlock = {
            "type": "declareBlock",
            "enemy": enemy,
            "block": list(block),
        }
        if attack_index is not None:
            action["attackIndex"] = attack_index
        return await self.act(action, if_seq=if_seq)

    async def assign_damage(
        self, enemy: str, *, attack_index: Optional[int] = None, if_seq: Optional[int] = None
    ) -> CombatActed:
        """Lets an attack that was not blocked hit the hero."""
        action: CombatActionAssignDamage = {"type": "assignDamage", "enemy": enemy}
        if attack_index is not None:
            action["attackIndex"] = attack_index
        return await self.act(action, if_seq=if_seq)

    async def end_phase(self, *, if_seq: Optional[int] = None) -> CombatActed:
        """Goes on to the next phase."""
        return await self.act({"type": "endPhase"}, if_seq=if_seq)
