//! How a combat ends if nothing more is done.

use std::sync::Arc;

use super::*;
use crate::enemy::EnemyAttack;
use crate::modifier::{Modifier, ModifierChange};

impl CombatSearch<'_> {
    /// The outcome if nothing more is done. It says the same as the threat map, without
    /// making one: this is what the search does most.
    pub(crate) fn idle(&self, combat: &Combat) -> CombatOutcome {
        match shifts_damage(combat).then(|| self.played_out(combat)) {
            Some(Some(end)) => self.plain_idle(&end),
            _ => self.plain_idle(combat),
        }
    }

    /// The combat at its end if nothing more is done; `None` if monsters are drawn before.
    fn played_out(&self, combat: &Combat) -> Option<Combat> {
        let mut combat = combat.clone();
        while let Some(step) = last_steps(&combat) {
            if draws_monsters(&combat, &step) == Draws::Yes {
                return None;
            }
            combat.apply_drawing(self.data, &step, &mut |_| 0).ok()?;
        }
        combat.is_over().then_some(combat)
    }

    /// The outcome where every open attack wounds the hero alone.
    fn plain_idle(&self, combat: &Combat) -> CombatOutcome {
        let hero = combat.hero();
        let (mut hand, mut discard) = (0, 0);
        let mut paralysis = Paralysis::No;
        let mut summoned = 0.0;
        let living = || combat.enemies().iter().filter(|enemy| enemy.is_alive());
        if combat.phase().is_before_damage_ends() {
            for enemy in living() {
                for attack in 0..enemy.attacks.len() {
                    if let Ok(open) = combat.open_attack(enemy, attack) {
                        let damage = combat.damage(&open);
                        hand += damage.wounds;
                        discard += damage.poison_wounds;
                        paralysis = paralysis.max(damage.paralysis);
                    }
                }
            }
        }
        if combat.phase() == Phase::RangedSiege {
            for enemy in living().filter(|enemy| combat.does_attack(enemy)) {
                for attack in &enemy.kind.attacks {
                    if let EnemyAttack::Summon(color) = attack {
                        summoned += self.expected_wounds(combat, *color);
                    }
                }
            }
        }
        let mut wounds = f64::from(hero.wounds + hand) + summoned;
        let mut poison = f64::from(hero.discard_wounds + discard);
        let knocked_out = hero.condition == HeroCondition::KnockedOut
            || (hand > 0 && hero.wounds + hand >= hero.hand_limit)
            || wounds >= f64::from(hero.hand_limit);
        let loses_hand = paralysis == Paralysis::Yes || (knocked_out && hand > 0);
        let kept = |card: &&CardId| {
            let kind = combat.card(self.data, card).map(|card| card.kind);
            kind != Some(CardKind::Wound)
                && (!loses_hand || kind.is_some_and(|kind| !kind.is_held_in_hand()))
        };
        if has_boon(combat, &Boon::WoundsLeave) {
            (wounds, poison) = (0.0, 0.0);
        }
        CombatOutcome {
            fame: f64::from(combat.fame_gained()),
            wounds,
            poison_wounds: poison,
            cards_kept: hero.hand.iter().filter(kept).count() as f64,
            knocked_out: if knocked_out { 1.0 } else { 0.0 },
            held: held_now(combat),
        }
    }

    /// The wounds into the hand of a summoned monster of a color, on average.
    fn expected_wounds(&self, combat: &Combat, color: EnemyColor) -> f64 {
        let key = (color, combat.hero_armor());
        let mut known = self.expected.borrow_mut();
        if let Some((_, expected)) = known.iter().find(|(other, _)| *other == key) {
            return *expected;
        }
        let expected = combat.summon_threat(self.data, color).expected_hand;
        known.push((key, expected));
        expected
    }
}

/// What is left where nothing more is done: to take the damage and to end the phases.
pub(in crate::advice) fn last_steps(combat: &Combat) -> Option<Action> {
    if combat.is_over() || combat.pending().is_some() {
        return None;
    }
    if combat.can_end_phase().is_ok() {
        return Some(Action::EndPhase);
    }
    let (enemy, attack) = combat.open_attacks().next()?;
    let open = combat.open_attack(enemy, attack).ok()?;
    let units = combat
        .assignments(enemy, attack, &open)
        .into_iter()
        .next()?;
    Some(Action::AssignDamage {
        enemy: enemy.id.clone(),
        attack,
        units,
    })
}

/// Whether something that was played decides who takes damage, or takes wounds away.
pub(in crate::advice) fn shifts_damage(combat: &Combat) -> bool {
    let taken = |modifier: &Arc<Modifier>| matches!(modifier.change, ModifierChange::TakenBy(_));
    let held = combat.holdings();
    let ahead = combat.phase().is_before_damage_ends() && combat.pending().is_none();
    ahead
        && held.is_some_and(|held| {
            held.boons.iter().any(Boon::changes_damage) || combat.modifiers().iter().any(taken)
        })
}

pub(super) fn has_boon(combat: &Combat, boon: &Boon) -> bool {
    let held = combat.holdings();
    held.is_some_and(|held| held.boons.contains(boon))
}

/// What is left now of what the hero held besides the hand.
pub(super) fn held_now(combat: &Combat) -> HeldOutcome {
    let Some(held) = combat.holdings() else {
        return HeldOutcome::default();
    };
    let units = |wanted: &dyn Fn(&&crate::unit::HeldUnit) -> bool| {
        held.units.iter().filter(|unit| wanted(unit)).count() as f64
    };
    HeldOutcome {
        crystals: match held.boons.contains(&Boon::CrystalsReturn) {
            true => f64::from(held.first_mana.crystals.total()),
            false => f64::from(held.first_mana.crystals.kept(&held.mana.crystals)),
        },
        tokens: f64::from(held.first_mana.tokens.kept(&held.mana.tokens)),
        ready_units: units(&|unit| {
            unit.readiness == Readiness::Ready && unit.health == UnitHealth::Unhurt
        }),
        wounded_units: units(&|unit| unit.health == UnitHealth::Wounded),
        destroyed_units: units(&|unit| unit.health == UnitHealth::Destroyed),
        skills: held.skills.iter().filter(|skill| !skill.used).count() as f64,
        thrown_cards: held.thrown.len() as f64,
    }
}
