//! How a combat ends, and what that is worth.

/// The end of a combat; averages where chance decides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Gained in the whole combat.
    pub fame: f64,
    /// Into the hand.
    pub wounds: f64,
    /// Into the discard pile.
    pub poison_wounds: f64,
    pub cards_kept: f64,
    /// How likely the hero is knocked out.
    pub knocked_out: f64,
}

impl Outcome {
    /// A wound clogs the hand for a long time, a card comes back with the deck.
    pub const WOUND: f64 = 3.0;
    pub const POISON_WOUND: f64 = 2.0;
    pub const FAME: f64 = 2.0;
    pub const CARD: f64 = 1.0;
    /// On top of its wounds and of the hand that it costs.
    pub const KNOCK_OUT: f64 = 6.0;

    pub fn score(&self) -> f64 {
        self.fame * Outcome::FAME + self.cards_kept * Outcome::CARD
            - self.wounds * Outcome::WOUND
            - self.poison_wounds * Outcome::POISON_WOUND
            - self.knocked_out * Outcome::KNOCK_OUT
    }

    /// The average of outcomes that are equally likely.
    pub(super) fn average(outcomes: &[Outcome]) -> Outcome {
        let share = 1.0 / outcomes.len().max(1) as f64;
        let mut sum = Outcome::default();
        for outcome in outcomes {
            sum.fame += outcome.fame * share;
            sum.wounds += outcome.wounds * share;
            sum.poison_wounds += outcome.poison_wounds * share;
            sum.cards_kept += outcome.cards_kept * share;
            sum.knocked_out += outcome.knocked_out * share;
        }
        sum
    }
}
