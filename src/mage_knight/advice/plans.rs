//! What the search tries in a state: all that the hand and the stated points
//! allow.

use std::collections::BTreeMap;

use super::payment::{Counts, Coverage, Pile, payments};
use crate::mage_knight::action::Action;
use crate::mage_knight::card::Mode;
use crate::mage_knight::combat::{Combat, CombatEnemy};
use crate::mage_knight::data::CombatData;
use crate::mage_knight::element::Element;
use crate::mage_knight::ids::InstanceId;
use crate::mage_knight::phase::Phase;
use crate::mage_knight::points::{AttackKind, AttackPoints, BlockPoints, Counting};

/// What can be done, and whether that is all.
#[derive(Clone, Debug)]
pub(super) struct Plans {
    pub actions: Vec<Action>,
    pub coverage: Coverage,
}

/// Which damage is assigned next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DamageOrder {
    /// Any, for the player to see them all.
    Any,
    /// The first alone: the order changes nothing in the end.
    First,
}

pub(super) fn plans(combat: &Combat, data: &CombatData, order: DamageOrder) -> Plans {
    let mut plans = Plans {
        actions: Vec::new(),
        coverage: Coverage::Whole,
    };
    if combat.is_over() {
        return plans;
    }
    if let Some(pending) = combat.pending() {
        let options = pending.options.iter().enumerate();
        let possible = options.filter(|(_, option)| combat.is_resolvable(&option.step));
        plans
            .actions
            .extend(possible.map(|(option, _)| Action::ResolveChoice { option }));
        return plans;
    }
    plans.cards(combat, data);
    match combat.phase() {
        Phase::RangedSiege | Phase::Attack => plans.attacks(combat),
        Phase::Block => plans.blocks(combat),
        Phase::AssignDamage => {
            let shown = match order {
                DamageOrder::Any => usize::MAX,
                DamageOrder::First => 1,
            };
            let open = combat.open_attacks().take(shown);
            plans
                .actions
                .extend(open.map(|(enemy, attack)| Action::AssignDamage {
                    enemy: enemy.id.clone(),
                    attack,
                }));
        }
        Phase::Over => {}
    }
    if combat.can_end_phase().is_ok() {
        plans.actions.push(Action::EndPhase);
    }
    plans
}

impl Plans {
    fn cards(&mut self, combat: &Combat, data: &CombatData) {
        let mut hand = combat.hero().hand.clone();
        hand.sort();
        hand.dedup();
        for card in hand {
            for mode in Mode::ALL {
                if combat.playable(data, &card, mode).is_ok() {
                    self.actions.push(Action::PlayCard {
                        card: card.clone(),
                        mode,
                    });
                }
            }
        }
    }

    fn attacks(&mut self, combat: &Combat) {
        let Some(supply) = combat.supply() else {
            return;
        };
        let points = match combat.phase() {
            Phase::RangedSiege => &supply.ranged_siege,
            _ => &supply.attack,
        };
        if points.is_empty() {
            return;
        }
        for targets in combat.target_sets() {
            self.attacks_on(combat, &targets, points);
        }
    }

    fn attacks_on(&mut self, combat: &Combat, targets: &[&CombatEnemy], points: &[AttackPoints]) {
        let need = combat.attack_need(targets);
        let resistances: Vec<_> = targets.iter().map(|t| combat.resistances(t)).collect();
        let mut held: BTreeMap<(Element, AttackKind), u32> = BTreeMap::new();
        for points in points {
            let counted = match combat.phase() {
                Phase::RangedSiege if need.counting == Counting::SiegeOnly => {
                    points.kind == AttackKind::Siege
                }
                Phase::RangedSiege => points.kind != AttackKind::Melee,
                _ => true,
            };
            if counted {
                *held.entry((points.element, points.kind)).or_default() += points.amount;
            }
        }
        let piles: Vec<Pile> = held
            .iter()
            .map(|((element, _), held)| Pile {
                held: *held,
                counts: counts(resistances.iter().any(|r| r.halve(*element))),
            })
            .collect();
        let (ways, coverage) = payments(&piles, need.needed);
        self.note(coverage);
        let enemies: Vec<InstanceId> = targets.iter().map(|target| target.id.clone()).collect();
        for way in ways {
            let spent = held.keys().zip(way).filter(|(_, amount)| *amount > 0);
            let points = spent.map(|((element, kind), amount)| AttackPoints {
                element: *element,
                kind: *kind,
                amount,
            });
            self.actions.push(Action::DeclareAttack {
                enemies: enemies.clone(),
                points: points.collect(),
            });
        }
    }

    fn blocks(&mut self, combat: &Combat) {
        let Some(supply) = combat.supply().filter(|supply| !supply.block.is_empty()) else {
            return;
        };
        let mut held: BTreeMap<Element, u32> = BTreeMap::new();
        for points in &supply.block {
            *held.entry(points.element).or_default() += points.amount;
        }
        for (enemy, attack) in combat.open_attacks() {
            let Ok(open) = combat.open_attack(enemy, attack) else {
                continue;
            };
            let piles: Vec<Pile> = held
                .iter()
                .map(|(element, held)| Pile {
                    held: *held,
                    counts: counts(!element.blocks_in_full(open.strike.element)),
                })
                .collect();
            let (ways, coverage) = payments(&piles, combat.needed_block(&open));
            self.note(coverage);
            for way in ways {
                let spent = held.keys().zip(way).filter(|(_, amount)| *amount > 0);
                let points = spent.map(|(element, amount)| BlockPoints {
                    element: *element,
                    amount,
                });
                self.actions.push(Action::DeclareBlock {
                    enemy: enemy.id.clone(),
                    attack,
                    points: points.collect(),
                });
            }
        }
    }

    fn note(&mut self, coverage: Coverage) {
        if coverage == Coverage::Cut {
            self.coverage = Coverage::Cut;
        }
    }
}

const fn counts(inefficient: bool) -> Counts {
    if inefficient {
        Counts::Half
    } else {
        Counts::InFull
    }
}
