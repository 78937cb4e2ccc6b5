//! The most that a combat can still come to, so that lines which cannot be better are left out.

use std::sync::Arc;

use super::reach::Reach;
use super::*;
use crate::effect::{Effect, FameAmong};
use crate::modifier::{Duration, Modifier, ModifierChange};

/// What the cards of a combat can do, to bound what it can still come to.
pub(in crate::advice) struct Ceilings {
    reaches: Vec<(CardId, Reach)>,
}

/// With more enemies, the sets of them are not tried one by one.
const MOST_IN_SETS: usize = 6;

/// An enemy as the bounds see it.
#[derive(Clone, Copy, Default)]
struct Bounded {
    /// What it costs at least, in points.
    cost: u32,
    worth: f64,
}

impl Ceilings {
    pub fn new(combat: &Combat, data: &CombatData) -> Ceilings {
        let mut known: Vec<&CardId> = combat.hero().hand.iter().collect();
        known.extend(combat.pending().map(|pending| &pending.card));
        known.sort();
        known.dedup();
        let cards = known.into_iter().filter_map(|id| combat.card(data, id));
        let reaches = cards.map(|card| (card.id.clone(), Reach::of_card(card)));
        Ceilings {
            reaches: reaches.collect(),
        }
    }

    /// An upper bound for the score of a combat.
    pub fn of(&self, combat: &Combat, weights: &Weights) -> f64 {
        let short = |modifier: &Arc<Modifier>| modifier.duration == Duration::Phase;
        // What ends with a phase may make the enemies weaker by ending.
        if combat.holdings().is_some() || combat.modifiers().iter().any(short) {
            return loose_ceiling(combat, weights);
        }
        let hero = combat.hero();
        let now = CombatOutcome {
            fame: f64::from(combat.fame_gained()),
            wounds: f64::from(hero.wounds),
            poison_wounds: f64::from(hero.discard_wounds),
            cards_kept: hero.hand.len() as f64,
            knocked_out: match hero.condition {
                HeroCondition::KnockedOut => 1.0,
                HeroCondition::Standing => 0.0,
            },
            held: HeldOutcome::default(),
        }
        .score(weights);
        if combat.is_over() {
            return now;
        }
        let points = UsablePoints::of(combat);
        let mut reach = combat
            .pending()
            .map_or_else(Reach::default, |pending| self.of_card(&pending.card));
        let sight = Sight::of(combat, weights);
        let mut best = now + sight.gain(&points, reach);
        // The more cards are played, the more they reach and the fewer are kept.
        for (index, more) in self.best_first(&hero.hand).into_iter().enumerate() {
            reach = reach.combined(more, u32::saturating_add);
            let kept = now - weights.card * (index + 1) as f64;
            best = best.max(kept + sight.gain(&points, reach));
        }
        best
    }

    fn of_card(&self, card: &CardId) -> Reach {
        let known = self.reaches.iter().find(|(id, _)| id == card);
        known.map_or_else(Reach::default, |(_, reach)| *reach)
    }

    /// What the first card to be played can do at most, the second, and so on; each part
    /// as if the card that is best for it were played first.
    fn best_first(&self, hand: &[CardId]) -> Vec<Reach> {
        let mut reaches: Vec<Reach> = hand.iter().map(|card| self.of_card(card)).collect();
        let parts: [fn(&mut Reach) -> &mut u32; 4] = [
            |reach| &mut reach.defeats,
            |reach| &mut reach.stops,
            |reach| &mut reach.armor_of_all,
            |reach| &mut reach.armor_of_picked,
        ];
        for part in parts {
            for end in 1..reaches.len() {
                for index in (0..end).rev() {
                    let (mut one, mut next) = (reaches[index], reaches[index + 1]);
                    if *part(&mut one) < *part(&mut next) {
                        std::mem::swap(part(&mut one), part(&mut next));
                        (reaches[index], reaches[index + 1]) = (one, next);
                    }
                }
            }
        }
        reaches
    }
}

/// The points that can still be used, as if all of them counted in full.
struct UsablePoints {
    from_afar: u32,
    block: u32,
    attack: u32,
}

impl UsablePoints {
    fn of(combat: &Combat) -> UsablePoints {
        let (mut from_afar, mut block, mut attack) = (0, 0, 0);
        if let Some(stated) = combat.stated_points() {
            let phase = combat.phase();
            if phase == Phase::RangedSiege {
                from_afar = stated.ranged_siege.iter().map(|p| p.amount).sum();
            }
            if matches!(phase, Phase::RangedSiege | Phase::Block) {
                block = stated.block.iter().map(|p| p.amount).sum();
            }
            attack = stated.attack.iter().map(|p| p.amount).sum();
        }
        UsablePoints {
            from_afar,
            block,
            attack,
        }
    }
}

/// The enemies as they are now. What cards may still change is added for each bound, so
/// that the enemies are looked at once.
struct Sight {
    enemies: Vec<SeenEnemy>,
    /// The wounds that are still to come, if none is avoided.
    harm: f64,
}

struct SeenEnemy {
    /// The lowest armor with the changes made so far; it may be below 1.
    armor: i64,
    /// What its defeat is worth; nothing for a summoned monster.
    fame: f64,
    /// What its attacks cost the hero.
    harm: f64,
    /// The least block that stops one of its attacks.
    block: u32,
}

impl Sight {
    fn of(combat: &Combat, weights: &Weights) -> Sight {
        let early = combat.phase().is_before_damage_ends();
        let living = combat.enemies().iter().filter(|enemy| enemy.is_alive());
        let enemies: Vec<SeenEnemy> = living
            .map(|enemy| {
                let (mut harm, mut block) = (0.0, u32::MAX);
                let attacks = if early { enemy.attacks.len() } else { 0 };
                for attack in 0..attacks {
                    if let Ok(open) = combat.open_attack(enemy, attack) {
                        let damage = combat.damage(&open);
                        harm += weights.wound * f64::from(damage.wounds)
                            + weights.poison_wound * f64::from(damage.poison_wounds);
                        block = block.min(combat.needed_block(&open));
                    }
                }
                SeenEnemy {
                    armor: armor_so_far(combat, enemy),
                    fame: match enemy.summoned_by {
                        Some(_) => 0.0,
                        None => weights.fame * f64::from(enemy.kind.fame),
                    },
                    harm,
                    block,
                }
            })
            .collect();
        Sight {
            harm: enemies.iter().map(|enemy| enemy.harm).sum(),
            enemies,
        }
    }

    /// An upper bound for what is still gained: fame, less the wounds that cannot be
    /// avoided.
    fn gain(&self, points: &UsablePoints, reach: Reach) -> f64 {
        let least = |enemy: &SeenEnemy| {
            let armor = enemy.armor - i64::from(reach.armor_of_all);
            u32::try_from(armor.max(1)).unwrap_or(u32::MAX)
        };
        let prey = self.enemies.iter().filter(|enemy| enemy.fame > 0.0);
        let prey = prey.map(|enemy| Bounded {
            cost: least(enemy),
            worth: enemy.fame,
        });
        let usable = points.from_afar + points.attack + reach.armor_of_picked;
        let fame = most_worth(prey, usable, reach.defeats);
        if self.harm == 0.0 {
            return fame;
        }
        let danger = self.enemies.iter().filter(|enemy| enemy.harm > 0.0);
        let danger = danger.map(|enemy| Bounded {
            cost: match points.from_afar {
                0 => enemy.block,
                _ => enemy.block.min(least(enemy)),
            },
            worth: enemy.harm,
        });
        let mut usable = points.from_afar + points.block;
        if points.from_afar > 0 {
            usable += reach.armor_of_picked;
        }
        fame + most_worth(danger, usable, reach.stops) - self.harm
    }
}

/// The lowest armor of an enemy with the changes made so far.
fn armor_so_far(combat: &Combat, enemy: &CombatEnemy) -> i64 {
    let changes: i64 = combat
        .modifiers_of(&enemy.id)
        .map(|modifier| match modifier.change {
            ModifierChange::Armor(amount) => i64::from(amount),
            _ => 0,
        })
        .sum();
    i64::from(enemy.kind.armor) + changes
}

/// The most worth of a set of enemies of which `free` cost nothing and the others are
/// paid for.
fn most_worth(enemies: impl Iterator<Item = Bounded>, points: u32, free: u32) -> f64 {
    const SETS: usize = 1 << MOST_IN_SETS;
    let mut listed = [Bounded::default(); MOST_IN_SETS];
    let (mut count, mut all) = (0, 0.0);
    for enemy in enemies {
        all += enemy.worth;
        if let Some(place) = listed.get_mut(count) {
            *place = enemy;
        }
        count += 1;
    }
    let Some(listed) = listed.get_mut(..count) else {
        return all;
    };
    // Of every set, the dearest are the free ones.
    listed.sort_unstable_by_key(|one| std::cmp::Reverse(one.cost));
    let free = free.min(32) as usize;
    let points = u64::from(points);
    let paid = listed.iter().skip(free).map(|one| u64::from(one.cost));
    if paid.sum::<u64>() <= points {
        return all;
    }
    // The sums of all sets, each from the set without its first member.
    let (mut costs, mut worths) = ([0_u64; SETS], [0.0_f64; SETS]);
    let mut best = 0.0_f64;
    for set in 1_usize..1 << count {
        let without = set & (set - 1);
        let first = listed[set.trailing_zeros() as usize];
        costs[set] = costs[without] + u64::from(first.cost);
        worths[set] = worths[without] + first.worth;
        let mut paid = set;
        for _ in 0..free {
            paid &= paid.saturating_sub(1);
        }
        if costs[paid] <= points {
            best = best.max(worths[set]);
        }
    }
    best
}

/// An upper bound for the score of a combat: every enemy that can still be defeated is
/// defeated, no wound is added and no card leaves the hand.
fn loose_ceiling(combat: &Combat, weights: &Weights) -> f64 {
    let hero = combat.hero();
    let points = combat.stated_points().map_or(0, |stated| {
        let ranged_siege: u32 = match combat.phase() {
            Phase::RangedSiege => stated.ranged_siege.iter().map(|p| p.amount).sum(),
            _ => 0,
        };
        ranged_siege + stated.attack.iter().map(|p| p.amount).sum::<u32>()
    });
    let can_be_defeated = |enemy: &&Arc<CombatEnemy>| {
        if !enemy.is_alive() || enemy.summoned_by.is_some() || combat.is_over() {
            return false;
        }
        // Cards can lower the armor to any value; without cards it is at least this.
        let least = enemy.kind.armor.min(combat.effective_armor(enemy));
        let changed = !combat.modifiers().is_empty();
        let cards = !hero.hand.is_empty() || combat.pending().is_some() || holds_more(combat);
        cards || points >= least || (changed && points > 0)
    };
    let living = combat.enemies().iter().filter(can_be_defeated);
    let fame: u32 = living.map(|enemy| enemy.kind.fame).sum();
    let (wounds, poison_wounds) = least_wounds(combat);
    CombatOutcome {
        fame: f64::from(combat.fame_gained() + fame + fame_of_effects(combat)),
        wounds,
        poison_wounds,
        cards_kept: cards_in_hand(combat),
        held: held_ceiling(combat),
        knocked_out: match hero.condition {
            HeroCondition::KnockedOut => 1.0,
            HeroCondition::Standing => 0.0,
        },
    }
    .score(weights)
}

/// The fewest wounds that the combat can end with, in the hand and in the discard pile.
fn least_wounds(combat: &Combat) -> (f64, f64) {
    let hero = combat.hero();
    let (wounds, poison) = (f64::from(hero.wounds), f64::from(hero.discard_wounds));
    let Some(held) = combat.holdings() else {
        return (wounds, poison);
    };
    let skills = held.skills.iter().filter(|skill| !skill.used);
    let mine = hero.hand.iter().chain(skills.map(|skill| &skill.id));
    let of_wound = |boon: &Boon| matches!(boon, Boon::Sideways { wound: true, .. });
    let mut wound_leaves = combat.pending().is_some() || held.boons.iter().any(of_wound);
    let mut all_leave = combat.pending().is_some() || has_boon(combat, &Boon::WoundsLeave);
    for card in mine.filter_map(|id| held.card(id)) {
        for mode in [&card.basic, &card.powered].into_iter().flatten() {
            wound_leaves |= mode.effect.takes_wounds();
            all_leave |= mode.effect.lets_wounds_leave();
        }
    }
    match (all_leave, wound_leaves) {
        (true, _) => (0.0, 0.0),
        (false, true) => (0.0, poison),
        (false, false) => (wounds, poison),
    }
}

/// Whether units, skills or the pool can still be used.
pub(super) fn holds_more(combat: &Combat) -> bool {
    combat.holdings().is_some_and(|held| {
        !held.pool.is_empty()
            || !held.later.is_empty()
            || !held.later_special.is_empty()
            || held.units.iter().any(|unit| unit.can_act())
            || held.skills.iter().any(|skill| !skill.used)
            || combat.stated_points().is_some()
    })
}

/// The most fame that effects of the hand and skills can still give.
pub(in crate::advice) fn fame_of_effects(combat: &Combat) -> u32 {
    let Some(held) = combat.holdings() else {
        return 0;
    };
    let living = combat.enemies().iter().filter(|enemy| enemy.is_alive());
    let living = u32::try_from(living.count()).unwrap_or(u32::MAX);
    let hand = || combat.hero().hand.iter().filter_map(|id| held.card(id));
    let is_spell = |card: &&Arc<crate::card::Card>| card.kind == CardKind::Spell;
    let units = u32::try_from(held.units.len()).unwrap_or(u32::MAX);
    let among = FameAmong {
        enemies: living,
        // Each unit, and each again that a card makes ready.
        acts: units + u32::try_from(combat.hero().hand.len()).unwrap_or(u32::MAX),
        spells: u32::try_from(hand().filter(is_spell).count()).unwrap_or(u32::MAX),
    };
    let skills = held.skills.iter().filter(|skill| !skill.used);
    let skills = skills.filter_map(|skill| held.card(&skill.id));
    let mut repeats = 1;
    let of_modes = hand().chain(skills).map(|card| {
        let modes = [&card.basic, &card.powered].into_iter().flatten();
        let fames = modes.map(|mode| {
            if let Effect::PlayAnother(plan) = &mode.effect {
                repeats = repeats.max(plan.times);
            }
            mode.effect.most_fame(among)
        });
        fames.max()
    });
    let of_hand: u32 = of_modes.map(Option::unwrap_or_default).sum();
    let of_hand = of_hand * repeats;
    let of_boons: u32 = held.boons.iter().map(|boon| boon.most_fame(among)).sum();
    let gifts = held.units.iter().map(|unit| unit.gifts.fame);
    let of_gifts = gifts.max().unwrap_or(0) * among.acts;
    let riders = held.pool.special_attack.iter();
    let of_riders: u32 = riders
        .filter_map(|special| special.rider.plan.on_defeat.as_ref())
        .map(|(effect, _)| effect.most_fame(among) * living)
        .sum();
    // A pending choice may still give fame; there is no tight bound for it.
    let pending = if combat.pending().is_some() {
        3 * living + 3
    } else {
        0
    };
    of_hand + of_boons + of_gifts + of_riders + pending
}

/// The cards in the hand that are no wounds.
pub(super) fn cards_in_hand(combat: &Combat) -> f64 {
    let hand = combat.hero().hand.iter();
    let Some(held) = combat.holdings() else {
        return hand.count() as f64;
    };
    let wound = |id: &&CardId| {
        let card = held.card(id);
        card.is_none_or(|card| card.kind != CardKind::Wound)
    };
    hand.filter(wound).count() as f64
}

/// The most that can be left of what the hero holds besides the hand.
pub(super) fn held_ceiling(combat: &Combat) -> HeldOutcome {
    let mut left = held_now(combat);
    if let Some(held) = combat.holdings() {
        // A unit may be made ready again.
        let whole = held
            .units
            .iter()
            .filter(|unit| unit.health != UnitHealth::Destroyed);
        left.ready_units = whole.count() as f64;
        left.wounded_units = 0.0;
        // Mana that was spent may come back.
        left.crystals = f64::from(held.first_mana.crystals.total());
        left.tokens = f64::from(held.first_mana.tokens.total());
    }
    left
}
