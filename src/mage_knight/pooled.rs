//! Attacks and blocks that are paid from the pool of points.

use std::collections::BTreeSet;

use super::advice::payment::{Coverage, PaymentBase, PointGroup, payments};
use super::battle::AttackNeed;
use super::card::Mode;
use super::combat::{Combat, CombatEnemy, EffectSource, EffectStep};
use super::effect::Effect;
use super::element::Element;
use super::enemy::{AttackAbility, EnemyAbility};
use super::event_log::EventLog;
use super::holdings::Boon;
use super::ids::{CardId, InstanceId};
use super::modifier::{Duration, Filter, ModifierChange, ModifierPlan};
use super::phase::Phase;
use super::points::{
    AttackKind, AttackPoints, BlockPoints, CountedKinds, Counts, spend_attack, spend_block,
};
use super::points_plan::{DefeatEffect, Rider, SpecialAttack, SpecialBlock};
use super::refusal::CombatActionRefusal;
use super::stats::OpenAttack;

/// Points of the pool that pay for an attack or a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PoolSpend<P> {
    pub points: Vec<P>,
    pub special: Vec<CardId>,
}

/// At most so many special points are combined in all ways.
const MOST_SPECIAL: usize = 4;

impl Combat {
    /// The ways to attack these targets with the pool, the cheapest first.
    pub(super) fn pool_attacks(
        &self,
        targets: &[&CombatEnemy],
    ) -> (Vec<PoolSpend<AttackPoints>>, Coverage) {
        let mut coverage = Coverage::Whole;
        let mut found = Vec::new();
        let Some(held) = self.holdings.as_deref() else {
            return (found, coverage);
        };
        let AttackNeed {
            needed, counting, ..
        } = self.attack_need(targets);
        let resistances: Vec<_> = targets.iter().map(|t| self.resistances(t)).collect();
        let usable = |points: &AttackPoints| match self.phase {
            Phase::RangedSiege if counting == CountedKinds::SiegeOnly => {
                points.kind == AttackKind::Siege
            }
            Phase::RangedSiege => points.kind != AttackKind::Melee,
            _ => true,
        };
        let counts = |element: Element| Counts::in_attack(element, &resistances);
        let pool: Vec<&AttackPoints> = held.pool.attack.iter().filter(|p| usable(p)).collect();
        let groups: Vec<PointGroup> = pool
            .iter()
            .map(|points| PointGroup {
                held: points.amount,
                counts: counts(points.element),
            })
            .collect();
        let special: Vec<&SpecialAttack> = held
            .pool
            .special_attack
            .iter()
            .filter(|special| {
                let against = targets.iter().map(|target| &target.id);
                usable(&special.points) && special.rider.against.allows(against)
            })
            .take(MOST_SPECIAL)
            .collect();
        for set in subsets(&special, |special| &special.rider, targets.len()) {
            let mut base = PaymentBase::default();
            for chosen in &set {
                base.add(chosen.points.amount, counts(chosen.points.element));
            }
            let (ways, whole) = payments(&groups, base, needed);
            if whole == Coverage::Cut {
                coverage = Coverage::Cut;
            }
            found.extend(ways.into_iter().map(|way| {
                PoolSpend {
                    points: pool
                        .iter()
                        .zip(way)
                        .filter(|(_, amount)| *amount > 0)
                        .map(|(points, amount)| AttackPoints { amount, ..**points })
                        .collect(),
                    special: sources(set.iter().map(|special| &special.rider)),
                }
            }));
        }
        (found, coverage)
    }

    /// The ways to block an attack with the pool, the cheapest first.
    pub(super) fn pool_blocks(
        &self,
        enemy: &CombatEnemy,
        open: &OpenAttack<'_>,
    ) -> (Vec<PoolSpend<BlockPoints>>, Coverage) {
        let mut coverage = Coverage::Whole;
        let mut found = Vec::new();
        let Some(held) = self.holdings.as_deref() else {
            return (found, coverage);
        };
        let needed = self.needed_block(open);
        let counts = |element: Element| Counts::in_block(element, open.strike.element);
        let pool = &held.pool.block;
        let groups: Vec<PointGroup> = pool
            .iter()
            .map(|points| PointGroup {
                held: points.amount,
                counts: counts(points.element),
            })
            .collect();
        let special: Vec<&SpecialBlock> = held
            .pool
            .special_block
            .iter()
            .filter(|special| special.rider.against.allows([&enemy.id].into_iter()))
            .take(MOST_SPECIAL)
            .collect();
        for set in subsets(&special, |special| &special.rider, 1) {
            let mut base = PaymentBase::default();
            for chosen in &set {
                let points = self.special_block_points(chosen, enemy, open);
                base.add(points.amount, counts(points.element));
            }
            let (ways, whole) = payments(&groups, base, needed);
            if whole == Coverage::Cut {
                coverage = Coverage::Cut;
            }
            found.extend(ways.into_iter().map(|way| {
                PoolSpend {
                    points: pool
                        .iter()
                        .zip(way)
                        .filter(|(_, amount)| *amount > 0)
                        .map(|(points, amount)| BlockPoints { amount, ..*points })
                        .collect(),
                    special: sources(set.iter().map(|special| &special.rider)),
                }
            }));
        }
        (found, coverage)
    }

    /// Special block points as they count against one attack.
    fn special_block_points(
        &self,
        special: &SpecialBlock,
        enemy: &CombatEnemy,
        open: &OpenAttack<'_>,
    ) -> BlockPoints {
        let mut points = special.points;
        if special.rider.plan.per_icon {
            points.amount += self.icons(enemy, open);
        }
        if special.rider.plan.twice_against_swift && open.strike.has(AttackAbility::Swift) {
            points.amount *= 2;
        }
        points
    }

    /// The abilities, resistances and elements that an attacker shows; none if it is
    /// arcane immune.
    fn icons(&self, enemy: &CombatEnemy, open: &OpenAttack<'_>) -> u32 {
        if enemy.kind.has(EnemyAbility::ArcaneImmunity) {
            return 0;
        }
        let abilities = self.ability_words(enemy);
        let shown = abilities
            .iter()
            .filter(|word| !word.starts_with("reputation"));
        let element = match open.strike.element {
            Element::Physical => 0,
            Element::Fire | Element::Ice => 1,
            Element::ColdFire => 2,
        };
        let count = shown.count() + self.resistances(enemy).len() + element;
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Takes the special points of these cards out of the pool.
    pub(super) fn take_special_attacks(
        &mut self,
        cards: &[CardId],
        targets: &[InstanceId],
    ) -> Result<Vec<SpecialAttack>, CombatActionRefusal> {
        let Some(held) = self.holdings.as_deref_mut() else {
            return none_or(cards);
        };
        let mut taken: Vec<SpecialAttack> = Vec::new();
        for card in cards {
            let pool = &mut held.pool.special_attack;
            let found = pool
                .iter()
                .position(|special| {
                    special.rider.source == *card && special.rider.against.allows(targets.iter())
                })
                .or_else(|| {
                    pool.iter()
                        .position(|special| special.rider.source == *card)
                });
            let Some(found) = found else {
                return Err(CombatActionRefusal::NoSpecialPoints { card: card.clone() });
            };
            let special = pool.remove(found);
            if !special.rider.against.allows(targets.iter()) {
                return Err(CombatActionRefusal::PointsAgainst { card: card.clone() });
            }
            let others = taken.iter().map(|other| &other.rider);
            refuse_together(&special.rider, others, targets.len())?;
            taken.push(special);
        }
        Ok(taken)
    }

    pub(super) fn take_special_blocks(
        &mut self,
        cards: &[CardId],
        enemy: &InstanceId,
    ) -> Result<Vec<SpecialBlock>, CombatActionRefusal> {
        let Some(held) = self.holdings.as_deref_mut() else {
            return none_or(cards);
        };
        let mut taken: Vec<SpecialBlock> = Vec::new();
        for card in cards {
            let pool = &mut held.pool.special_block;
            let found = pool
                .iter()
                .position(|special| special.rider.source == *card);
            let Some(found) = found else {
                return Err(CombatActionRefusal::NoSpecialPoints { card: card.clone() });
            };
            let special = pool.remove(found);
            if !special.rider.against.allows([enemy].into_iter()) {
                return Err(CombatActionRefusal::PointsAgainst { card: card.clone() });
            }
            let others = taken.iter().map(|other| &other.rider);
            refuse_together(&special.rider, others, 1)?;
            taken.push(special);
        }
        Ok(taken)
    }

    /// The points of special blocks against one attack.
    pub(super) fn count_special_blocks(
        &self,
        special: &[SpecialBlock],
        enemy: &CombatEnemy,
        open: &OpenAttack<'_>,
    ) -> Vec<BlockPoints> {
        let special = special.iter();
        special
            .map(|special| self.special_block_points(special, enemy, open))
            .collect()
    }

    /// Takes points out of the pool. Points beyond it are those that the player has
    /// from elsewhere.
    pub(super) fn spend_pool_attack(&mut self, points: &[AttackPoints]) {
        if let Some(held) = self.holdings.as_deref_mut() {
            spend_attack(&mut held.pool.attack, points);
        }
    }

    pub(super) fn spend_pool_block(&mut self, points: &[BlockPoints]) {
        if let Some(held) = self.holdings.as_deref_mut() {
            spend_block(&mut held.pool.block, points);
        }
    }

    /// What happens because enemies were defeated: fame of boons and the effects of the
    /// special points that were used.
    pub(super) fn after_defeats(
        &mut self,
        defeated: &[InstanceId],
        special: &[SpecialAttack],
        events: &mut EventLog,
    ) {
        let boons = self.holdings.as_deref().map(|held| held.boons.iter());
        let each: u32 = boons
            .into_iter()
            .flatten()
            .map(|boon| match boon {
                Boon::FamePerDefeat { fame, .. } => *fame,
                _ => 0,
            })
            .sum();
        let count = u32::try_from(defeated.len()).unwrap_or(u32::MAX);
        if each * count > 0 {
            self.earn(each * count, events);
        }
        let mut steps = Vec::new();
        for special in special {
            let Some((effect, times)) = &special.rider.plan.on_defeat else {
                continue;
            };
            let shown = match times {
                DefeatEffect::Each => defeated.len(),
                DefeatEffect::Once => 1,
            };
            steps.extend(defeated.iter().take(shown).map(|id| EffectStep::Resolve {
                effect: effect.clone(),
                picked: Some(id.clone()),
            }));
        }
        let mut source = special.first().map(|first| source_of(&first.rider));
        if let Some(held) = self.holdings.as_deref() {
            for boon in &held.boons {
                let Boon::CrystalPerDefeat { source: card } = boon else {
                    continue;
                };
                let card = card
                    .clone()
                    .map(|card| EffectSource::card(card, Mode::Powered));
                source = source.or(card);
                let won = defeated.iter().filter(|id| {
                    let enemy = self.enemy(id);
                    enemy.is_some_and(|enemy| enemy.summoned_by.is_none())
                });
                steps.extend(won.map(|id| EffectStep::Resolve {
                    effect: crystal_for_defeat(),
                    picked: Some(id.clone()),
                }));
            }
        }
        self.end_duel(defeated, events);
        steps.reverse();
        if let Some(source) = source.filter(|_| !steps.is_empty()) {
            self.run(source, steps, events);
        }
    }

    /// Fame for a duel that is won without units.
    fn end_duel(&mut self, defeated: &[InstanceId], events: &mut EventLog) {
        let Some(held) = self.holdings.as_deref_mut() else {
            return;
        };
        let won = held.use_boon(|boon| match boon {
            Boon::Duel { enemy } if defeated.contains(enemy) => Some(()),
            _ => None,
        });
        let mut units = held.units.iter();
        let alone = !units.any(|unit| unit.used != 0 || unit.took_damage);
        if won.is_some() && alone {
            self.earn(1, events);
        }
    }

    /// What the special points of a successful block do to the blocked enemy.
    pub(super) fn after_block(
        &mut self,
        enemy: &InstanceId,
        special: &[SpecialBlock],
        excess: u32,
        events: &mut EventLog,
    ) {
        let mut steps = Vec::new();
        for special in special {
            let plan = &special.rider.plan;
            if let Some((element, amount)) = plan.later
                && let Some(held) = self.holdings.as_deref_mut()
            {
                held.later.push(AttackPoints {
                    element,
                    kind: AttackKind::Melee,
                    amount,
                });
                held.later.sort_unstable();
            }
            let lowered = i32::try_from(excess).unwrap_or(i32::MAX);
            if plan.excess_lowers_armor && lowered > 0 {
                steps.push(EffectStep::Resolve {
                    effect: lower_armor(lowered),
                    picked: Some(enemy.clone()),
                });
            }
            steps.extend(plan.on_block.as_ref().map(|effect| EffectStep::Resolve {
                effect: effect.clone(),
                picked: Some(enemy.clone()),
            }));
        }
        steps.reverse();
        if let Some(first) = special.first().filter(|_| !steps.is_empty()) {
            self.run(source_of(&first.rider), steps, events);
        }
    }
}

/// A card whose excess block lowers the armor, as the printed card says: not of enemies
/// that resist ice, not of summoned ones.
fn lower_armor(amount: i32) -> Effect {
    use super::effect::PlannedScope;
    use super::element::Resistance;
    use super::modifier::Trait;
    Effect::ApplyModifier {
        scope: PlannedScope::OneEnemy,
        modifier: std::sync::Arc::new(ModifierPlan {
            change: ModifierChange::Armor(-amount),
            duration: Duration::Combat,
            filter: Filter {
                only: BTreeSet::new(),
                not: BTreeSet::from([Trait::Resists(Resistance::Ice), Trait::Summoned]),
            },
            description: None,
        }),
    }
}

/// A crystal of a color that the defeated enemy resists, or a white one.
fn crystal_for_defeat() -> Effect {
    use super::effect::{Condition, Gain};
    use super::element::Resistance;
    use super::mana::Mana;
    let crystal = |mana| Effect::Gain(Gain::Crystals { mana, amount: 1 });
    let resisted = |resistance, mana| Effect::If {
        condition: Condition::PickedResists(resistance),
        then: std::sync::Arc::new(crystal(mana)),
        otherwise: None,
    };
    Effect::Choice(vec![
        crystal(Mana::White),
        resisted(Resistance::Fire, Mana::Red),
        resisted(Resistance::Ice, Mana::Blue),
        resisted(Resistance::Physical, Mana::Green),
    ])
}

fn source_of(rider: &Rider) -> EffectSource {
    EffectSource::card(rider.source.clone(), rider.mode)
}

fn sources<'a>(riders: impl Iterator<Item = &'a Rider>) -> Vec<CardId> {
    riders.map(|rider| rider.source.clone()).collect()
}

fn none_or<T>(cards: &[CardId]) -> Result<Vec<T>, CombatActionRefusal> {
    match cards.first() {
        Some(card) => Err(CombatActionRefusal::NoSpecialPoints { card: card.clone() }),
        None => Ok(Vec::new()),
    }
}

/// Points of a card that are for different attacks or enemies: of them at most one for
/// each of the targets is spent together.
fn refuse_together<'a>(
    rider: &Rider,
    others: impl Iterator<Item = &'a Rider>,
    targets: usize,
) -> Result<(), CombatActionRefusal> {
    let same = others.filter(|other| other.source == rider.source);
    if rider.plan.apart && same.count() >= targets {
        return Err(CombatActionRefusal::PointsApart {
            card: rider.source.clone(),
        });
    }
    Ok(())
}

/// Every set of special points that may be used together, the empty one first.
fn subsets<'a, T>(
    special: &[&'a T],
    rider: impl Fn(&T) -> &Rider,
    targets: usize,
) -> Vec<Vec<&'a T>> {
    let sets = 0_u32..1 << special.len();
    let mut found: Vec<Vec<&T>> = Vec::new();
    for set in sets {
        let members: Vec<&T> = special
            .iter()
            .enumerate()
            .filter(|(index, _)| set & (1 << index) != 0)
            .map(|(_, special)| *special)
            .collect();
        let together = members.iter().enumerate().all(|(index, one)| {
            let before = members[..index].iter().map(|other| rider(other));
            refuse_together(rider(one), before, targets).is_ok()
        });
        let names = |set: &[&T]| sources(set.iter().map(|one| rider(one)));
        let known = found.iter().any(|other| names(other) == names(&members));
        if together && !known {
            found.push(members);
        }
    }
    found
}
