//! The most that a combat can still come to, so that lines which cannot be better are left out.

use super::*;

/// An upper bound for the score of a combat: every enemy that can still be defeated is
/// defeated, no wound is added and no card leaves the hand.
pub(in crate::advice) fn ceiling(combat: &Combat, weights: &Weights) -> f64 {
    let hero = combat.hero();
    let points = combat.stated_points().map_or(0, |stated| {
        let ranged_siege: u32 = match combat.phase() {
            Phase::RangedSiege => stated.ranged_siege.iter().map(|p| p.amount).sum(),
            _ => 0,
        };
        ranged_siege + stated.attack.iter().map(|p| p.amount).sum::<u32>()
    });
    let can_be_defeated = |enemy: &&CombatEnemy| {
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
