//! The actions that the search tries in a state: all that the hand and the stated
//! points allow.

use std::collections::BTreeMap;

use super::payment::{Coverage, PaymentBase, PointGroup, payments, without_waste};
use crate::action::Action;
use crate::card::Mode;
use crate::combat::{Combat, CombatEnemy};
use crate::data::CombatData;
use crate::element::Element;
use crate::ids::InstanceId;
use crate::phase::Phase;
use crate::points::{AttackKind, AttackPoints, BlockPoints, CountedKinds, Counts};

/// The actions to try, and whether they are complete.
#[derive(Clone, Debug)]
pub(super) struct CandidateActions {
    pub actions: Vec<Action>,
    pub coverage: Coverage,
}

/// Which of several actions that come to the same are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alternatives {
    /// All of them, for the player to see.
    All,
    /// Only the first: the order of damage does not change the outcome, nor does it help to
    /// spend better points than needed.
    One,
}

pub(super) fn candidate_actions(
    combat: &Combat,
    data: &CombatData,
    order: Alternatives,
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
        Phase::RangedSiege | Phase::Attack => candidates.attacks(combat, order),
        Phase::Block => candidates.blocks(combat, order),
        Phase::AssignDamage => {
            let shown = match order {
                Alternatives::All => usize::MAX,
                Alternatives::One => 1,
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

    fn attacks(&mut self, combat: &Combat, order: Alternatives) {
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
            self.attacks_on(combat, &targets, points, order);
        }
    }

    fn attacks_on(
        &mut self,
        combat: &Combat,
        targets: &[&CombatEnemy],
        points: &[AttackPoints],
        order: Alternatives,
    ) {
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
                counts: Counts::in_attack(*element, &resistances),
            })
            .collect();
        let (mut ways, coverage) = payments(&groups, PaymentBase::default(), need.needed);
        self.add_coverage(coverage);
        let kinds: Vec<(Element, AttackKind)> = held.keys().copied().collect();
        without_waste(&mut ways, &groups, |better, worse| {
            let ((element, kind), (other, other_kind)) = (kinds[better], kinds[worse]);
            let reaches = combat.phase() == Phase::Attack || kind >= other_kind;
            // Resistances are lost, never gained: what nobody resists now counts in full
            // to the end.
            order == Alternatives::One
                && reaches
                && (element == other || unresisted(combat, element))
        });
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

    fn blocks(&mut self, combat: &Combat, order: Alternatives) {
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
                    counts: Counts::in_block(*element, open.strike.element),
                })
                .collect();
            let needed = combat.needed_block(&open);
            let (mut ways, coverage) = payments(&groups, PaymentBase::default(), needed);
            self.add_coverage(coverage);
            let elements: Vec<Element> = held.keys().copied().collect();
            without_waste(&mut ways, &groups, |better, worse| {
                order == Alternatives::One && elements[better].blocks_at_least_as(elements[worse])
            });
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

/// Whether no living enemy that stays resists an element.
fn unresisted(combat: &Combat, element: Element) -> bool {
    let mut living = combat.enemies().iter().filter(|enemy| enemy.is_alive());
    !living.any(|enemy| combat.resistances(enemy).halve(element))
}
