//! The actions that the search tries where the combat counts what the hero holds, and
//! what such a state promises.

use std::sync::Arc;

use super::candidates::{Alternatives, CandidateActions};
use super::payment::Coverage;
use super::search::{fame_of_effects, shifts_damage};
use crate::action::Action;
use crate::card::Mode;
use crate::combat::{Combat, CombatEnemy};
use crate::effect::Effect;
use crate::holdings::Boon;
use crate::ids::CardId;
use crate::phase::Phase;
use crate::points::{AttackKind, AttackPoints};
use crate::points_plan::PointPool;
use crate::unit::UnitId;
use crate::unit_play::{abilities, ability_price};
use crate::weights::Weights;

impl CandidateActions {
    /// Everything that cards, units, skills and the pool allow in this phase.
    pub(super) fn of_holdings(&mut self, combat: &Combat, order: Alternatives) {
        if order == Alternatives::One && !is_something_at_stake(combat) {
            return;
        }
        self.plays(combat, order);
        match combat.phase() {
            Phase::RangedSiege | Phase::Attack => {
                for targets in combat.target_sets() {
                    let (ways, coverage) = combat.pool_attacks(&targets);
                    self.cover(coverage);
                    let enemies: Vec<_> = targets.iter().map(|enemy| enemy.id.clone()).collect();
                    self.actions
                        .extend(ways.into_iter().map(|way| Action::DeclareAttack {
                            enemies: enemies.clone(),
                            points: way.points,
                            special: way.special,
                        }));
                }
                self.lures(combat);
            }
            Phase::Block => {
                for (enemy, attack) in combat.open_attacks() {
                    let Ok(open) = combat.open_attack(enemy, attack) else {
                        continue;
                    };
                    let (ways, coverage) = combat.pool_blocks(enemy, &open);
                    self.cover(coverage);
                    self.actions
                        .extend(ways.into_iter().map(|way| Action::DeclareBlock {
                            enemy: enemy.id.clone(),
                            attack,
                            points: way.points,
                            special: way.special,
                        }));
                }
            }
            Phase::AssignDamage => {
                let shown = match order {
                    Alternatives::One if !order_of_damage_matters(combat) => 1,
                    Alternatives::One | Alternatives::All => usize::MAX,
                };
                for (enemy, attack) in combat.open_attacks().take(shown) {
                    let Ok(open) = combat.open_attack(enemy, attack) else {
                        continue;
                    };
                    let shields = combat.assignments(enemy, attack, &open);
                    self.actions
                        .extend(shields.into_iter().map(|units| Action::AssignDamage {
                            enemy: enemy.id.clone(),
                            attack,
                            units,
                        }));
                }
            }
            Phase::Over => {}
        }
    }

    /// Attacks that fail and use up a Defend, so that the next attack needs less.
    fn lures(&mut self, combat: &Combat) {
        let Some(held) = combat.holdings() else {
            return;
        };
        let ready = |enemy: &&Arc<CombatEnemy>| {
            enemy.is_alive() && enemy.kind.defend.is_some() && enemy.defends.is_none()
        };
        let living = || combat.enemies().iter().filter(|enemy| enemy.is_alive());
        if living().count() < 2 || !living().any(|enemy| ready(&enemy)) {
            return;
        }
        for target in living().filter(|enemy| combat.is_attackable(enemy)) {
            if combat.attack_need(&[target]).needed < 2 {
                continue;
            }
            let from_afar = combat.phase() == Phase::RangedSiege;
            let usable = |points: &&AttackPoints| !from_afar || points.kind != AttackKind::Melee;
            let lures = held.pool.attack.iter().filter(usable);
            self.actions
                .extend(lures.map(|points| Action::DeclareAttack {
                    enemies: vec![target.id.clone()],
                    points: vec![AttackPoints {
                        amount: 1,
                        ..*points
                    }],
                    special: Vec::new(),
                }));
        }
    }

    fn cover(&mut self, coverage: Coverage) {
        if coverage == Coverage::Cut {
            self.coverage = Coverage::Cut;
        }
    }

    fn plays(&mut self, combat: &Combat, order: Alternatives) {
        let Some(held) = combat.holdings() else {
            return;
        };
        let needs_mana = order == Alternatives::All || is_mana_needed(combat);
        let spares_crystals = order == Alternatives::One && !is_crystal_ever_better(combat);
        let ways = |price: &[Vec<crate::mana::Mana>]| match spares_crystals {
            false => held.mana.ways(price, held.time),
            true => held.mana.ways_that_spare_crystals(price, held.time),
        };
        for card in held.cards.0.values().filter(|card| combat.holds(&card.id)) {
            for mode in [Mode::Basic, Mode::Powered, Mode::Sideways] {
                let effect = card.mode(mode).map(|played| &played.effect);
                if !needs_mana && effect.is_some_and(|effect| effect.only_makes_mana()) {
                    continue;
                }
                if !combat.can_be_played(card, mode) {
                    continue;
                }
                let price = card.price(mode);
                self.actions
                    .extend(ways(&price).into_iter().map(|pay| Action::PlayCard {
                        card: card.id.clone(),
                        mode,
                        pay,
                    }));
            }
        }
        for (index, unit) in held.units.iter().enumerate() {
            let twin = |other: &crate::unit::HeldUnit| other == unit;
            if order == Alternatives::One && held.units[..index].iter().any(twin) {
                continue;
            }
            for ability in abilities(unit) {
                let Ok((found, effect)) = combat.usable_ability(UnitId(index), ability) else {
                    continue;
                };
                if !needs_mana && effect.only_makes_mana() {
                    continue;
                }
                let ways = ways(&ability_price(found)).into_iter();
                self.actions.extend(ways.map(|pay| Action::ActivateUnit {
                    unit: UnitId(index),
                    ability,
                    pay,
                }));
            }
        }
        let mut skills: Vec<&CardId> = held.skills.iter().map(|skill| &skill.id).collect();
        skills.sort();
        skills.dedup();
        for skill in skills {
            let Ok(found) = combat.usable_skill(skill) else {
                continue;
            };
            let effect = found.basic.as_ref().map(|mode| &mode.effect);
            if !needs_mana && effect.is_some_and(|effect| effect.only_makes_mana()) {
                continue;
            }
            self.actions.push(Action::UseSkill {
                skill: skill.clone(),
            });
        }
    }
}

/// Whether anything that is done in this phase can still matter. In the Block phase
/// nothing does once every attack is blocked: what changes armor can be played later. What
/// gives fame by itself always matters.
fn is_something_at_stake(combat: &Combat) -> bool {
    let at_stake = match combat.phase() {
        Phase::Block => combat.open_attacks().next().is_some(),
        _ => combat.enemies().iter().any(|enemy| enemy.is_alive()),
    };
    at_stake || fame_of_effects(combat) > 0
}

/// Whether the order of damage may change the outcome, because of something that was played
/// or can still be played.
fn order_of_damage_matters(combat: &Combat) -> bool {
    shifts_damage(combat) || holds_effect(combat, Effect::depends_on_order_of_damage)
}

/// Whether it may be better to pay with a crystal than with a token: where crystals come
/// back or come anew, or are worth less to the player.
fn is_crystal_ever_better(combat: &Combat) -> bool {
    let Some(held) = combat.holdings() else {
        return false;
    };
    let weights = combat.weights();
    let first = &held.first_mana.crystals;
    let mut now = held.mana.crystals.held();
    weights.crystal < weights.token
        || now.any(|(mana, amount)| amount > first.of(mana))
        || held.boons.iter().any(Boon::touches_crystals)
        || holds_effect(combat, Effect::touches_crystals)
}

/// Whether a card of the hand, a unit or a skill that can still be used has such an effect.
fn holds_effect(combat: &Combat, wanted: impl Fn(&Effect) -> bool) -> bool {
    let Some(held) = combat.holdings() else {
        return false;
    };
    let skills = held.skills.iter().filter(|skill| !skill.used);
    let ids = combat
        .hero()
        .hand
        .iter()
        .chain(skills.map(|skill| &skill.id));
    let mut cards = ids.filter_map(|id| held.card(id));
    let mut units = held.units.iter().filter(|unit| unit.can_act());
    cards.any(|card| {
        let mut modes = [&card.basic, &card.powered].into_iter().flatten();
        modes.any(|mode| wanted(&mode.effect))
    }) || units.any(|unit| {
        let mut abilities = unit.kind.abilities.iter();
        abilities.any(|one| wanted(&one.effect))
    })
}

/// Whether something that the hero holds still costs mana.
fn is_mana_needed(combat: &Combat) -> bool {
    let Some(held) = combat.holdings() else {
        return false;
    };
    let hand = combat.hero().hand.iter();
    let mut cards = hand.filter_map(|id| held.card(id));
    let costs = |mode: Mode, card: &crate::card::Card| {
        let effect = card.mode(mode).map(|played| &played.effect);
        let pays_inside = effect.is_some_and(pays);
        effect.is_some_and(|effect| !effect.only_makes_mana())
            && (pays_inside || !card.price(mode).is_empty())
    };
    cards.any(|card| Mode::ALL.iter().any(|mode| costs(*mode, card)))
        || held.units.iter().any(|unit| {
            let mut abilities = unit.kind.abilities.iter();
            unit.can_act() && abilities.any(|one| one.cost.is_some() || pays(&one.effect))
        })
}

fn pays(effect: &Effect) -> bool {
    match effect {
        Effect::Pay { .. } => true,
        Effect::Choice(parts) | Effect::Compound(parts) => parts.iter().any(pays),
        Effect::If {
            then, otherwise, ..
        } => pays(then) || otherwise.as_deref().is_some_and(pays),
        _ => false,
    }
}

/// What the points in the pool may still bring, for the order of the search.
pub(super) fn pool_promise(combat: &Combat, weights: &Weights) -> f64 {
    let Some(held) = combat.holdings() else {
        return 0.0;
    };
    match combat.phase() {
        Phase::Block => block_promise(combat, &held.pool, weights),
        Phase::RangedSiege | Phase::Attack => attack_promise(combat, &held.pool, weights),
        _ => 0.0,
    }
}

fn share(points: u32, needed: u32) -> f64 {
    f64::from(points.min(needed)) / f64::from(needed.max(1))
}

fn block_promise(combat: &Combat, pool: &PointPool, weights: &Weights) -> f64 {
    let special = pool.special_block.iter().map(|special| special.points);
    let points: Vec<_> = pool.block.iter().copied().chain(special).collect();
    if points.is_empty() {
        return 0.0;
    }
    let attacks = combat.open_attacks().filter_map(|(enemy, attack)| {
        let open = combat.open_attack(enemy, attack).ok()?;
        let worth = crate::points::block_value(&points, open.strike.element);
        let wounds = f64::from(combat.damage(&open).wounds);
        Some(0.9 * weights.wound * wounds * share(worth, combat.needed_block(&open)))
    });
    attacks.fold(0.0, f64::max)
}

fn attack_promise(combat: &Combat, pool: &PointPool, weights: &Weights) -> f64 {
    let special = pool.special_attack.iter().map(|special| special.points);
    let points: Vec<_> = pool.attack.iter().copied().chain(special).collect();
    if points.is_empty() {
        return 0.0;
    }
    let living = combat
        .enemies()
        .iter()
        .filter(|enemy| enemy.is_alive() && !combat.is_replaced(enemy));
    let promises = living.map(|enemy| {
        let resistances = [combat.resistances(enemy)];
        let need = combat.attack_need(&[enemy]);
        let worth = crate::points::attack_value(&points, &resistances, need.counting);
        let threat: f64 = match combat.phase() {
            Phase::RangedSiege => (0..enemy.attacks.len())
                .filter_map(|attack| combat.open_attack(enemy, attack).ok())
                .map(|open| f64::from(combat.damage(&open).wounds))
                .sum(),
            _ => 0.0,
        };
        let gain = weights.fame * f64::from(enemy.kind.fame) + weights.wound * threat;
        0.9 * gain * share(worth, need.needed)
    });
    promises.fold(0.0, f64::max)
}
