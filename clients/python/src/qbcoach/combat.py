"""A combat of Mage Knight."""

from __future__ import annotations

from typing import List, Optional, Sequence, TypedDict

from .session import Session
from .types import (
    AttackPoints,
    BlockPoints,
    CombatActionActivateUnit,
    CombatActionAssignDamage,
    CombatActionDeclareAttack,
    CombatActionDeclareBlock,
    CombatActionPlayCard,
    CombatEvent,
    CombatObservation,
    CombatRecommendation,
    CombatSnapshot,
    CombatThreat,
    PaidMana,
)

__all__ = ["Combat", "CombatActed"]


class CombatActed(TypedDict):
    """The answer to an action."""

    seq: int
    events: List[CombatEvent]
    snapshot: CombatSnapshot


class Combat(
    Session[CombatSnapshot, CombatActed, CombatObservation, CombatThreat, CombatRecommendation]
):
    """A combat: the hero's actions are its methods."""

    async def play_card(
        self,
        card: str,
        *,
        powered: Optional[bool] = None,
        sideways: Optional[bool] = None,
        pay: Optional[Sequence[PaidMana]] = None,
        if_seq: Optional[int] = None,
    ) -> CombatActed:
        """Plays a card of the hand, by its id or name; `pay` lists colors of mana."""
        action: CombatActionPlayCard = {"type": "playCard", "card": card}
        if powered is not None:
            action["powered"] = powered
        if sideways is not None:
            action["sideways"] = sideways
        if pay is not None:
            action["pay"] = list(pay)
        return await self.act(action, if_seq=if_seq)

    async def activate_unit(
        self,
        unit: str,
        ability: int,
        *,
        pay: Optional[Sequence[PaidMana]] = None,
        if_seq: Optional[int] = None,
    ) -> CombatActed:
        """Uses an ability of a unit, by its id in the combat and the ability's index."""
        action: CombatActionActivateUnit = {
            "type": "activateUnit",
            "unit": unit,
            "ability": ability,
        }
        if pay is not None:
            action["pay"] = list(pay)
        return await self.act(action, if_seq=if_seq)

    async def use_skill(self, skill: str, *, if_seq: Optional[int] = None) -> CombatActed:
        """Uses a skill of the hero, by its id or name."""
        return await self.act({"type": "useSkill", "skill": skill}, if_seq=if_seq)

    async def resolve_choice(self, option: int, *, if_seq: Optional[int] = None) -> CombatActed:
        """Chooses an option of `pendingChoice`, by its index."""
        return await self.act({"type": "resolveChoice", "option": option}, if_seq=if_seq)

    async def declare_attack(
        self,
        enemies: Sequence[str],
        attack: Sequence[AttackPoints] = (),
        *,
        special: Optional[Sequence[str]] = None,
        if_seq: Optional[int] = None,
    ) -> CombatActed:
        """Attacks enemies, by their instance ids, with these points, or with the pool."""
        action: CombatActionDeclareAttack = {
            "type": "declareAttack",
            "enemies": list(enemies),
            "attack": list(attack),
        }
        if special is not None:
            action["special"] = list(special)
        return await self.act(action, if_seq=if_seq)

    async def declare_block(
        self,
        enemy: str,
        block: Sequence[BlockPoints] = (),
        *,
        attack_index: Optional[int] = None,
        special: Optional[Sequence[str]] = None,
        if_seq: Optional[int] = None,
    ) -> CombatActed:
        """Blocks one attack of an enemy: the first, or that of `attack_index`."""
        action: CombatActionDeclareBlock = {
            "type": "declareBlock",
            "enemy": enemy,
            "block": list(block),
        }
        if attack_index is not None:
            action["attackIndex"] = attack_index
        if special is not None:
            action["special"] = list(special)
        return await self.act(action, if_seq=if_seq)

    async def assign_damage(
        self,
        enemy: str,
        *,
        attack_index: Optional[int] = None,
        units: Optional[Sequence[str]] = None,
        if_seq: Optional[int] = None,
    ) -> CombatActed:
        """Assigns the damage of an unblocked attack to units, and the rest to the hero."""
        action: CombatActionAssignDamage = {"type": "assignDamage", "enemy": enemy}
        if attack_index is not None:
            action["attackIndex"] = attack_index
        if units is not None:
            action["units"] = list(units)
        return await self.act(action, if_seq=if_seq)

    async def end_phase(self, *, if_seq: Optional[int] = None) -> CombatActed:
        """Ends the phase; the next one begins."""
        return await self.act({"type": "endPhase"}, if_seq=if_seq)
