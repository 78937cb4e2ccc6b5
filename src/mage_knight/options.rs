//! Everything the player may do now, each ready to be sent back.

use super::action::Action;
use super::battle::AttackNeed;
use super::card::Mode;
use super::combat::{Combat, CombatEnemy, Target};
use super::data::CombatData;
use super::element::Element;
use super::ids::{EnemyName, InstanceId, counted, listed};
use super::phase::Phase;
use super::points::{AttackKind, AttackPoints, BlockPoints, Counting};
use super::stats::Damage;
use super::words::describe;

/// Up to this many attackable enemies every set of them is offered; of more only
/// single ones, pairs and all together.
pub const EVERY_SET_UP_TO: usize = 5;

/// The numbers that matter for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    Card {
        description: String,
    },
    Choice {
        target: Option<Target>,
    },
    Attack {
        needed: u32,
        counting: Counting,
        enemies: Vec<EnemyName>,
    },
    Block {
        needed: u32,
        element: Element,
        /// What the attack does if it is not blocked.
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
    /// All that may be done now; while a choice is pending, its options alone.
    ///
    /// Attacks and blocks are offered with just enough points of the plainest
    /// kind; the player may send others.
    pub fn options(&self, data: &CombatData) -> Vec<OfferedAction> {
        if self.is_over() {
            return Vec::new();
        }
        if let Some(pending) = &self.pending {
            let options = pending.options.iter().enumerate();
            return options
                .filter(|(_, option)| self.is_resolvable(&option.step))
                .map(|(place, option)| OfferedAction {
                    action: Action::ResolveChoice { option: place },
                    label: option.label.to_string(),
                    detail: Detail::Choice {
                        target: option.target.clone(),
                    },
                })
                .collect();
        }
        let mut offered = self.card_options(data);
        match self.phase {
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
            (Phase::RangedSiege, Counting::All) => AttackKind::Ranged,
            (Phase::RangedSiege, Counting::SiegeOnly) => AttackKind::Siege,
            _ => AttackKind::Melee,
        };
        let resisted = targets
            .iter()
            .any(|target| self.resistances(target).halve(Element::Physical));
        let amount = if resisted { needed * 2 } else { needed };
        let siege = match counting {
            Counting::All => "",
            Counting::SiegeOnly => " siege",
        };
        OfferedAction {
            action: Action::DeclareAttack {
                enemies: targets.iter().map(|target| target.id.clone()).collect(),
                points: vec![AttackPoints {
                    element: Element::Physical,
                    kind,
                    amount,
                }],
            },
            label: format!("attack {}: {needed}{siege} needed", listed(&names)),
            detail: Detail::Attack {
                needed,
                counting,
                enemies: names,
            },
        }
    }

    /// The sets of enemies that are offered to be attacked together.
    pub(super) fn target_sets(&self) -> Vec<Vec<&CombatEnemy>> {
        let open: Vec<&CombatEnemy> = self
            .enemies
            .iter()
            .filter(|enemy| self.attack_targets(std::slice::from_ref(&enemy.id)).is_ok())
            .collect();
        if open.len() <= EVERY_SET_UP_TO {
            let mut sets: Vec<Vec<&CombatEnemy>> = (1_u32..1 << open.len())
                .map(|set| {
                    let members = open.iter().enumerate();
                    members
                        .filter(|(place, _)| set & (1 << place) != 0)
                        .map(|(_, enemy)| *enemy)
                        .collect()
                })
                .collect();
            sets.sort_by_key(Vec::len);
            return sets;
        }
        let mut sets: Vec<Vec<&CombatEnemy>> = open.iter().map(|enemy| vec![*enemy]).collect();
        for (place, first) in open.iter().enumerate() {
            sets.extend(open[place + 1..].iter().map(|second| vec![*first, *second]));
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
            let damage = self.damage(&open);
            offered.push(OfferedAction {
                action: Action::AssignDamage {
                    enemy: enemy.id.clone(),
                    attack,
                },
                label: format!(
                    "take attack {attack} of {}: {}",
                    enemy.name(),
                    counted(damage.wounds, "wound")
                ),
                detail: Detail::Damage(damage),
            });
        }
        offered
    }

    /// What it takes to defeat these enemies together now, if they can be
    /// attacked in this phase.
    pub fn needed_attack(&self, ids: &[InstanceId]) -> Option<u32> {
        let targets = self.attack_targets(ids).ok()?;
        Some(self.attack_need(&targets).needed)
    }
}
