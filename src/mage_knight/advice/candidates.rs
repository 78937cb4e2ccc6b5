//! The actions that the search tries in a state: all that the hand and the stated
//! points allow.

use std::collections::BTreeMap;

use super::payment::{Counts, Coverage, PaymentBase, PointGroup, payments};
use crate::action::Action;
use crate::card::Mode;
use crate::combat::{Combat, CombatEnemy};
use crate::data::CombatData;
use crate::element::Element;
use crate::ids::InstanceId;
use crate::phase::Phase;
use crate::points::{AttackKind, AttackPoints, BlockPoints, CountedKinds};

/// The actions to try, and whether they are complete.
#[derive(Clone, Debug)]
pub(super) struct CandidateActions {
    pub actions: Vec<Action>,
    pub coverage: Coverage,
}

/// Which attacks are offered for assigning damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DamageOrder {
    /// All of them, for the player to see.
    Any,
    /// Only the first: the order does not change the outcome.
    First,
}

pub(super) fn candidate_actions(
    combat: &Combat,
    data: &CombatData,
    order: DamageOrder,
) -> CandidateActions {
    let mut candidates = CandidateActions {
        actions: Vec::new(),
        coverage: Coverage::Whole,
    };
    if combat.is_over() {
        return candidates;
    }
    if let Some(pending) = combat.pending() {
        let options = pending.options.iter().enumerate();
        let possible = options.filter(|(_, option)| combat.is_resolvable(&option.step));
        candidates
            .actions
            .extend(possible.map(|(option, _)| Action::ResolveChoice { option }));
        return candidates;
    }
    if combat.holdings().is_some() {
        candidates.of_holdings(combat, order);
        if combat.can_end_phase().is_ok() {
            candidates.actions.push(Action::EndPhase);
        }
        return candidates;
    }
    candidates.cards(combat, data);
    match combat.phase() {
        Phase::RangedSiege | Phase::Attack => candidates.attacks(combat),
        Phase::Block => candidates.blocks(combat),
        Phase::AssignDamage => {
            let shown = match order {
                DamageOrder::Any => usize::MAX,
                DamageOrder::First => 1,
            };
            let open = combat.open_attacks().take(shown);
            candidates
                .actions
                .extend(open.map(|(enemy, attack)| Action::AssignDamage {
                    enemy: enemy.id.clone(),
                    attack,
                    units: Vec::new(),
                }));
        }
        Phase::Over => {}
    }
    if combat.can_end_phase().is_ok() {
        candidates.actions.push(Action::EndPhase);
    }
    candidates
}

impl CandidateActions {
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
                        pay: Vec::new(),
                    });
                }
            }
        }
    }

    fn attacks(&mut self, combat: &Combat) {
        let Some(stated) = combat.stated_points() else {
            return;
        };
        let points = match combat.phase() {
            Phase::RangedSiege => &stated.ranged_siege,
            _ => &stated.attack,
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
                Phase::RangedSiege if need.counting == CountedKinds::SiegeOnly => {
                    points.kind == AttackKind::Siege
                }
                Phase::RangedSiege => points.kind != AttackKind::Melee,
                _ => true,
            };
            if counted {
                *held.entry((points.element, points.kind)).or_default() += points.amount;
            }
        }
        let groups: Vec<PointGroup> = held
            .iter()
            .map(|((element, _), held)| PointGroup {
                held: *held,
                counts: Counts::half_if(resistances.iter().any(|r| r.halve(*element))),
            })
            .collect();
        let (ways, coverage) = payments(&groups, PaymentBase::default(), need.needed);
        self.add_coverage(coverage);
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
                special: Vec::new(),
            });
        }
    }

    fn blocks(&mut self, combat: &Combat) {
        let Some(stated) = combat
            .stated_points()
            .filter(|stated| !stated.block.is_empty())
        else {
            return;
        };
        let mut held: BTreeMap<Element, u32> = BTreeMap::new();
        for points in &stated.block {
            *held.entry(points.element).or_default() += points.amount;
        }
        for (enemy, attack) in combat.open_attacks() {
            let Ok(open) = combat.open_attack(enemy, attack) else {
                continue;
            };
            let groups: Vec<PointGroup> = held
                .iter()
                .map(|(element, held)| PointGroup {
                    held: *held,
                    counts: Counts::half_if(!element.blocks_in_full(open.strike.element)),
                })
                .collect();
            let needed = combat.needed_block(&open);
            let (ways, coverage) = payments(&groups, PaymentBase::default(), needed);
            self.add_coverage(coverage);
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
                    special: Vec::new(),
                });
            }
        }
    }

    fn add_coverage(&mut self, coverage: Coverage) {
        if coverage == Coverage::Cut {
            self.coverage = Coverage::Cut;
        }
    }
}
