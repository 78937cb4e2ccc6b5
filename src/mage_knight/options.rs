//! All actions that the player may take now.

use std::sync::Arc;

use super::action::Action;
use super::battle::AttackNeed;
use super::card::Mode;
use super::combat::{Combat, CombatEnemy, EnemyTarget};
use super::data::CombatData;
use super::element::Element;
use super::event_log::{EventLog, Past};
use super::ids::CardId;
use super::ids::{EnemyName, counted, listed};
use super::mana::ManaPayment;
use super::phase::Phase;
use super::points::{AttackKind, AttackPoints, BlockPoints, CountedKinds};
use super::points_plan::PointUse;
use super::stats::Damage;
use super::unit::UnitId;
use super::unit_play::{abilities, ability_price, harm_of};
use super::words::{describe, pay_words, points_words};

/// Up to this many attackable enemies, every set of them is offered as targets of one
/// attack. With more, only single enemies, pairs and all together are offered.
pub(crate) const EVERY_SET_UP_TO: usize = 5;

/// The numbers that matter for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    Card {
        description: String,
    },
    /// A card, unit or skill where the combat counts what the hero holds.
    Use {
        description: String,
        pay: Vec<ManaPayment>,
    },
    /// An attack that is paid from the pool.
    PoolAttack {
        needed: u32,
        enemies: Vec<EnemyName>,
        special: Vec<CardId>,
    },
    /// Damage that units take first.
    UnitDamage {
        units: Vec<UnitId>,
        left: Damage,
    },
    Choice {
        target: Option<EnemyTarget>,
    },
    Attack {
        needed: u32,
        counting: CountedKinds,
        enemies: Vec<EnemyName>,
    },
    Block {
        needed: u32,
        element: Element,
        /// The damage of the attack if it is not blocked.
        unblocked: Damage,
    },
    Damage(Damage),
    EndPhase {
        next: Phase,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedAction {
    pub action: Action,
    pub label: String,
    pub detail: Detail,
}

impl Combat {
    /// The allowed actions; while a choice is pending, only its options.
    ///
    /// Attacks and blocks are offered with just enough points of a common kind; the
    /// player may send other points.
    pub fn options(&self, data: &CombatData) -> Vec<OfferedAction> {
        if self.is_over() {
            return Vec::new();
        }
        if let Some(pending) = &self.pending {
            let options = pending.options.iter().enumerate();
            return options
                .filter(|(_, option)| self.is_resolvable(&option.step))
                .map(|(index, option)| OfferedAction {
                    action: Action::ResolveChoice { option: index },
                    label: option.label.to_string(),
                    detail: Detail::Choice {
                        target: option.target.clone(),
                    },
                })
                .collect();
        }
        let mut offered = match self.holdings {
            Some(_) => self.counted_options(),
            None => self.card_options(data),
        };
        match self.phase {
            Phase::RangedSiege | Phase::Attack if self.holdings.is_some() => {
                offered.extend(self.pool_attack_options());
            }
            Phase::Block if self.holdings.is_some() => offered.extend(self.pool_block_options()),
            Phase::RangedSiege | Phase::Attack => offered.extend(self.attack_options()),
            Phase::Block => offered.extend(self.block_options()),
            Phase::AssignDamage => offered.extend(self.damage_options()),
            Phase::Over => {}
        }
        if self.can_end_phase().is_ok() {
            let next = self.phase.next();
            offered.push(OfferedAction {
                action: Action::EndPhase,
                label: format!("end the {} phase", self.phase.name()),
                detail: Detail::EndPhase { next },
            });
        }
        offered
    }

    fn card_options(&self, data: &CombatData) -> Vec<OfferedAction> {
        let mut hand = self.hero.hand.clone();
        hand.sort();
        hand.dedup();
        let mut offered = Vec::new();
        for card in hand {
            for mode in Mode::ALL {
                if let Ok((_, played)) = self.playable(data, &card, mode) {
                    let description = describe(&played.effect);
                    offered.push(OfferedAction {
                        action: Action::PlayCard {
                            card: card.clone(),
                            mode,
                            pay: Vec::new(),
                        },
                        label: format!("{} ({}): {description}", played.name, mode.word()),
                        detail: Detail::Card { description },
                    });
                }
            }
        }
        offered
    }

    fn attack_options(&self) -> Vec<OfferedAction> {
        self.target_sets()
            .into_iter()
            .map(|targets| self.attack_option(&targets))
            .collect()
    }

    fn attack_option(&self, targets: &[&CombatEnemy]) -> OfferedAction {
        let AttackNeed {
            needed, counting, ..
        } = self.attack_need(targets);
        let names: Vec<EnemyName> = targets.iter().map(|target| target.name()).collect();
        let kind = match (self.phase, counting) {
            (Phase::RangedSiege, CountedKinds::All) => AttackKind::Ranged,
            (Phase::RangedSiege, CountedKinds::SiegeOnly) => AttackKind::Siege,
            _ => AttackKind::Melee,
        };
        let resisted = targets
            .iter()
            .any(|target| self.resistances(target).halve(Element::Physical));
        let amount = if resisted { needed * 2 } else { needed };
        let siege = match counting {
            CountedKinds::All => "",
            CountedKinds::SiegeOnly => " siege",
        };
        OfferedAction {
            action: Action::DeclareAttack {
                enemies: targets.iter().map(|target| target.id.clone()).collect(),
                points: vec![AttackPoints {
                    element: Element::Physical,
                    kind,
                    amount,
                }],
                special: Vec::new(),
            },
            label: format!("attack {}: {needed}{siege} needed", listed(&names)),
            detail: Detail::Attack {
                needed,
                counting,
                enemies: names,
            },
        }
    }

    /// The sets of enemies that are offered as targets of one attack.
    pub(super) fn target_sets(&self) -> Vec<Vec<&CombatEnemy>> {
        let open: Vec<&CombatEnemy> = self
            .enemies
            .iter()
            .map(Arc::as_ref)
            .filter(|enemy| self.is_attackable(enemy))
            .collect();
        if open.len() <= EVERY_SET_UP_TO {
            let mut sets: Vec<Vec<&CombatEnemy>> = (1_u32..1 << open.len())
                .map(|set| {
                    let members = open.iter().enumerate();
                    members
                        .filter(|(index, _)| set & (1 << index) != 0)
                        .map(|(_, enemy)| *enemy)
                        .collect()
                })
                .collect();
            sets.sort_by_key(Vec::len);
            return sets;
        }
        let mut sets: Vec<Vec<&CombatEnemy>> = open.iter().map(|enemy| vec![*enemy]).collect();
        for (index, first) in open.iter().enumerate() {
            sets.extend(open[index + 1..].iter().map(|second| vec![*first, *second]));
        }
        sets.push(open);
        sets
    }

    fn block_options(&self) -> Vec<OfferedAction> {
        let mut offered = Vec::new();
        for (enemy, attack) in self.open_attacks() {
            let Ok(open) = self.open_attack(enemy, attack) else {
                continue;
            };
            let (needed, unblocked) = (self.needed_block(&open), self.damage(&open));
            let element = Element::best_block(open.strike.element);
            offered.push(OfferedAction {
                action: Action::DeclareBlock {
                    enemy: enemy.id.clone(),
                    attack,
                    points: vec![BlockPoints {
                        element,
                        amount: needed,
                    }],
                    special: Vec::new(),
                },
                label: format!(
                    "block attack {attack} of {}: {needed} {} block needed, or {}",
                    enemy.name(),
                    element.word(),
                    counted(unblocked.wounds, "wound"),
                ),
                detail: Detail::Block {
                    needed,
                    element: open.strike.element,
                    unblocked,
                },
            });
        }
        offered
    }

    fn damage_options(&self) -> Vec<OfferedAction> {
        let mut offered = Vec::new();
        for (enemy, attack) in self.open_attacks() {
            let Ok(open) = self.open_attack(enemy, attack) else {
                continue;
            };
            let (points, harm) = (self.raw_damage(&open), harm_of(&open.strike));
            for units in self.assignments(enemy, attack, &open) {
                if units.is_empty() {
                    let damage = self.damage(&open);
                    offered.push(OfferedAction {
                        action: Action::AssignDamage {
                            enemy: enemy.id.clone(),
                            attack,
                            units,
                        },
                        label: format!(
                            "take attack {attack} of {}: {}",
                            enemy.name(),
                            counted(damage.wounds, "wound")
                        ),
                        detail: Detail::Damage(damage),
                    });
                    continue;
                }
                let mut after = self.clone();
                let element = open.strike.element;
                let mut events = EventLog::new(Past::Forgotten);
                let left = after.damage_units(&units, points, element, harm, &mut events);
                let Ok(left) = left else {
                    continue;
                };
                let left = self.hero_damage(left, open.hero_damage, &open.strike);
                let names: Vec<String> = units.iter().map(|u| self.name_of_unit(*u)).collect();
                offered.push(OfferedAction {
                    action: Action::AssignDamage {
                        enemy: enemy.id.clone(),
                        attack,
                        units: units.clone(),
                    },
                    label: format!(
                        "take attack {attack} of {} with {}: {} for the hero",
                        enemy.name(),
                        listed(&names),
                        counted(left.wounds, "wound")
                    ),
                    detail: Detail::UnitDamage { units, left },
                });
            }
        }
        offered
    }

    /// What can be done with cards, units and skills, with every way to pay.
    fn counted_options(&self) -> Vec<OfferedAction> {
        let Some(held) = self.holdings() else {
            return Vec::new();
        };
        let mut offered = Vec::new();
        for card in held.cards.0.values().filter(|card| self.holds(&card.id)) {
            for mode in [Mode::Basic, Mode::Powered, Mode::Sideways] {
                if self.counted_playable(&card.id, mode).is_err() {
                    continue;
                }
                let name = card.mode(mode).map_or(&card.name, |played| &played.name);
                let description = match self.effect_of(card, mode) {
                    Some(effect) => describe(&effect),
                    None => self.sideways_words(card),
                };
                for pay in held.mana.ways(&card.price(mode), held.time) {
                    offered.push(OfferedAction {
                        label: format!(
                            "{name} ({}): {description}{}",
                            mode.word(),
                            pay_words(&pay)
                        ),
                        action: Action::PlayCard {
                            card: card.id.clone(),
                            mode,
                            pay: pay.clone(),
                        },
                        detail: Detail::Use {
                            description: description.clone(),
                            pay,
                        },
                    });
                }
            }
        }
        for (index, unit) in held.units.iter().enumerate() {
            let id = UnitId(index);
            for ability in abilities(unit) {
                let Ok((found, effect)) = self.usable_ability(id, ability) else {
                    continue;
                };
                let description = describe(&effect);
                for pay in held.mana.ways(&ability_price(found), held.time) {
                    offered.push(OfferedAction {
                        label: format!(
                            "{}: {description}{}",
                            self.name_of_unit(id),
                            pay_words(&pay)
                        ),
                        action: Action::ActivateUnit {
                            unit: id,
                            ability,
                            pay: pay.clone(),
                        },
                        detail: Detail::Use {
                            description: description.clone(),
                            pay,
                        },
                    });
                }
            }
        }
        let mut skills: Vec<&CardId> = held.skills.iter().map(|skill| &skill.id).collect();
        skills.sort();
        skills.dedup();
        for skill in skills {
            let Ok(found) = self.usable_skill(skill) else {
                continue;
            };
            let effect = found.basic.as_ref().map(|mode| &mode.effect);
            let description = effect.map(describe).unwrap_or_default();
            offered.push(OfferedAction {
                label: format!("{}: {description}", found.name),
                action: Action::UseSkill {
                    skill: skill.clone(),
                },
                detail: Detail::Use {
                    description,
                    pay: Vec::new(),
                },
            });
        }
        offered
    }

    fn sideways_words(&self, card: &super::card::Card) -> String {
        match self.sideways_points(card) {
            Ok(plan) => points_words(plan.what, plan.element, plan.amount),
            Err(_) => points_words(PointUse::Block, Element::Physical, 0),
        }
    }

    /// The attacks that the pool reaches, each with the cheapest points for every choice
    /// of special points.
    fn pool_attack_options(&self) -> Vec<OfferedAction> {
        let mut offered = Vec::new();
        for targets in self.target_sets() {
            let needed = self.attack_need(&targets).needed;
            let (ways, _) = self.pool_attacks(&targets);
            let mut seen: Vec<Vec<CardId>> = Vec::new();
            for way in ways {
                if seen.contains(&way.special) {
                    continue;
                }
                seen.push(way.special.clone());
                let names: Vec<EnemyName> = targets.iter().map(|target| target.name()).collect();
                let action = Action::DeclareAttack {
                    enemies: targets.iter().map(|target| target.id.clone()).collect(),
                    points: way.points,
                    special: way.special.clone(),
                };
                offered.push(OfferedAction {
                    label: format!("attack {}: {needed} needed", listed(&names)),
                    action,
                    detail: Detail::PoolAttack {
                        needed,
                        enemies: names,
                        special: way.special,
                    },
                });
            }
        }
        offered
    }

    fn pool_block_options(&self) -> Vec<OfferedAction> {
        let mut offered = Vec::new();
        for (enemy, attack) in self.open_attacks() {
            let Ok(open) = self.open_attack(enemy, attack) else {
                continue;
            };
            let (needed, unblocked) = (self.needed_block(&open), self.damage(&open));
            let (ways, _) = self.pool_blocks(enemy, &open);
            let mut seen: Vec<Vec<CardId>> = Vec::new();
            for way in ways {
                if seen.contains(&way.special) {
                    continue;
                }
                seen.push(way.special.clone());
                offered.push(OfferedAction {
                    action: Action::DeclareBlock {
                        enemy: enemy.id.clone(),
                        attack,
                        points: way.points,
                        special: way.special,
                    },
                    label: format!(
                        "block attack {attack} of {}: {needed} needed, or {}",
                        enemy.name(),
                        counted(unblocked.wounds, "wound"),
                    ),
                    detail: Detail::Block {
                        needed,
                        element: open.strike.element,
                        unblocked,
                    },
                });
            }
        }
        offered
    }
}
