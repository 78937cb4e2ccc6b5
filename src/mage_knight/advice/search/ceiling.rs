//! The most that a combat can still come to, so that lines which cannot be better are left out.

use std::sync::Arc;

use super::reach::Reach;
use super::*;
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
        let mut best = now + gain_ceiling(combat, weights, &points, reach);
        // The more cards are played, the more they reach and the fewer are kept.
        for (index, more) in self.best_first(&hero.hand).into_iter().enumerate() {
            reach = reach.combined(more, u32::saturating_add);
            let kept = now - weights.card * (index + 1) as f64;
            best = best.max(kept + gain_ceiling(combat, weights, &points, reach));
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

/// An upper bound for what is still gained: fame, less the wounds that cannot be avoided.
fn gain_ceiling(combat: &Combat, weights: &Weights, points: &UsablePoints, reach: Reach) -> f64 {
    let living = || combat.enemies().iter().filter(|enemy| enemy.is_alive());
    let mut prey: Vec<Bounded> = Vec::with_capacity(MOST_IN_SETS);
    for enemy in living().filter(|enemy| enemy.summoned_by.is_none()) {
        prey.push(Bounded {
            cost: least_armor(combat, enemy, reach),
            worth: weights.fame * f64::from(enemy.kind.fame),
        });
    }
    let usable = points.from_afar + points.attack + reach.armor_of_picked;
    let fame = most_worth(prey, usable, reach.defeats);
    if !combat.phase().is_before_damage_ends() {
        return fame;
    }
    let mut danger: Vec<Bounded> = Vec::with_capacity(MOST_IN_SETS);
    for enemy in living() {
        let mut cost = u32::MAX;
        let mut worth = 0.0;
        for attack in 0..enemy.attacks.len() {
            if let Ok(open) = combat.open_attack(enemy, attack) {
                let damage = combat.damage(&open);
                worth += weights.wound * f64::from(damage.wounds)
                    + weights.poison_wound * f64::from(damage.poison_wounds);
                cost = cost.min(combat.needed_block(&open));
            }
        }
        if points.from_afar > 0 {
            cost = cost.min(least_armor(combat, enemy, reach));
        }
        if worth > 0.0 {
            danger.push(Bounded { cost, worth });
        }
    }
    let harm: f64 = danger.iter().map(|one| one.worth).sum();
    let mut usable = points.from_afar + points.block;
    if points.from_afar > 0 {
        usable += reach.armor_of_picked;
    }
    fame + most_worth(danger, usable, reach.stops) - harm
}

/// The least armor that an enemy can come to, without what is lowered of picked enemies.
fn least_armor(combat: &Combat, enemy: &CombatEnemy, reach: Reach) -> u32 {
    let changes: i64 = combat
        .modifiers_of(&enemy.id)
        .map(|modifier| match modifier.change {
            ModifierChange::Armor(amount) => i64::from(amount),
            _ => 0,
        })
        .sum();
    let least = i64::from(enemy.kind.armor) + changes - i64::from(reach.armor_of_all);
    u32::try_from(least.max(1)).unwrap_or(u32::MAX)
}

/// The most worth of a set of enemies of which `free` cost nothing and the others are
/// paid for.
fn most_worth(mut enemies: Vec<Bounded>, points: u32, free: u32) -> f64 {
    // Of every set, the dearest are the free ones.
    enemies.sort_unstable_by_key(|one| std::cmp::Reverse(one.cost));
    let free = free.min(32) as usize;
    let all: f64 = enemies.iter().map(|one| one.worth).sum();
    let paid = enemies.iter().skip(free).map(|one| u64::from(one.cost));
    if paid.sum::<u64>() <= u64::from(points) || enemies.len() > MOST_IN_SETS {
        return all;
    }
    let mut best = 0.0_f64;
    for set in 1_u32..1 << enemies.len() {
        let (mut cost, mut worth, mut left) = (0_u64, 0.0, free);
        for (index, one) in enemies.iter().enumerate() {
            if set & (1 << index) == 0 {
                continue;
            }
            worth += one.worth;
            if left > 0 {
                left -= 1;
            } else {
                cost += u64::from(one.cost);
            }
        }
        if cost <= u64::from(points) {
            best = best.max(worth);
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
    CombatOutcome {
        fame: f64::from(combat.fame_gained() + fame + fame_of_effects(combat)),
        wounds: f64::from(hero.wounds),
        poison_wounds: f64::from(hero.discard_wounds),
        cards_kept: cards_in_hand(combat),
        held: held_ceiling(combat),
        knocked_out: match hero.condition {
            HeroCondition::KnockedOut => 1.0,
            HeroCondition::Standing => 0.0,
        },
    }
    .score(weights)
}

/// Whether units, skills or the pool can still be used.
pub(super) fn holds_more(combat: &Combat) -> bool {
    combat.holdings().is_some_and(|held| {
        !held.pool.is_empty()
            || !held.later.is_empty()
            || held.units.iter().any(|unit| unit.can_act())
            || held.skills.iter().any(|skill| !skill.used)
            || combat.stated_points().is_some()
    })
}

/// The most fame that effects of the hand and skills can still give.
pub(super) fn fame_of_effects(combat: &Combat) -> u32 {
    let Some(held) = combat.holdings() else {
        return 0;
    };
    let living = combat.enemies().iter().filter(|enemy| enemy.is_alive());
    let living = u32::try_from(living.count()).unwrap_or(u32::MAX);
    let mine = combat.hero().hand.iter().filter_map(|id| held.card(id));
    let of_modes = mine.map(|card| {
        let modes = [&card.basic, &card.powered].into_iter().flatten();
        modes.map(|mode| mode.effect.most_fame(living)).max()
    });
    let of_hand: u32 = of_modes.map(Option::unwrap_or_default).sum();
    let of_boons: u32 = held
        .boons
        .iter()
        .map(|boon| match boon {
            crate::holdings::Boon::FamePerDefeat { fame, .. } => fame * living,
            _ => 0,
        })
        .sum();
    let riders = held.pool.special_attack.iter();
    let of_riders: u32 = riders
        .filter_map(|special| special.rider.plan.on_defeat.as_ref())
        .map(|(effect, _)| effect.most_fame(living) * living)
        .sum();
    // A pending choice may still give fame; there is no tight bound for it.
    let pending = if combat.pending().is_some() {
        3 * living + 3
    } else {
        0
    };
    of_hand + of_boons + of_riders + pending
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
            .filter(|unit| unit.health == UnitHealth::Unhurt);
        left.ready_units = whole.count() as f64;
        // Mana that was spent may come back.
        left.crystals = f64::from(held.first_mana.crystals.total());
        left.tokens = f64::from(held.first_mana.tokens.total());
    }
    left
}
