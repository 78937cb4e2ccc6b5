//! The outcome of a combat, and its score.

use crate::weights::Weights;

/// The outcome of a combat; averages where monsters are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CombatOutcome {
    /// Fame gained in the whole combat.
    pub fame: f64,
    /// Wounds into the hand.
    pub wounds: f64,
    /// Wounds into the discard pile.
    pub poison_wounds: f64,
    pub cards_kept: f64,
    /// The probability that the hero is knocked out.
    pub knocked_out: f64,
    /// What is left of the mana, units and skills; zeros if the combat does not count
    /// them.
    pub held: HeldOutcome,
}

/// What is left at the end of what the hero held besides the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldOutcome {
    pub crystals: f64,
    pub tokens: f64,
    pub ready_units: f64,
    pub wounded_units: f64,
    pub destroyed_units: f64,
    pub skills: f64,
    pub thrown_cards: f64,
}

impl CombatOutcome {
    pub fn score(&self, weights: &Weights) -> f64 {
        let held = &self.held;
        let kept = held.crystals * weights.crystal
            + held.tokens * weights.token
            + held.ready_units * weights.ready_unit
            + held.skills * weights.skill
            - held.wounded_units * weights.wounded_unit
            - held.destroyed_units * weights.destroyed_unit
            - held.thrown_cards * weights.thrown_card;
        self.fame * weights.fame + self.cards_kept * weights.card
            - self.wounds * weights.wound
            - self.poison_wounds * weights.poison_wound
            - self.knocked_out * weights.knock_out
            + kept
    }

    /// The average of equally likely outcomes.
    pub(super) fn average(outcomes: &[CombatOutcome]) -> CombatOutcome {
        let share = 1.0 / outcomes.len().max(1) as f64;
        let mut sum = CombatOutcome::default();
        for outcome in outcomes {
            sum.fame += outcome.fame * share;
            sum.wounds += outcome.wounds * share;
            sum.poison_wounds += outcome.poison_wounds * share;
            sum.cards_kept += outcome.cards_kept * share;
            sum.knocked_out += outcome.knocked_out * share;
            let (held, other) = (&mut sum.held, &outcome.held);
            held.crystals += other.crystals * share;
            held.tokens += other.tokens * share;
            held.ready_units += other.ready_units * share;
            held.wounded_units += other.wounded_units * share;
            held.destroyed_units += other.destroyed_units * share;
            held.skills += other.skills * share;
            held.thrown_cards += other.thrown_cards * share;
        }
        sum
    }
}
