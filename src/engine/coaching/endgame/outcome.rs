//! How a match ends for you, and what is proved about it.

/// The end of a match for you, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchOutcome {
    Loss,
    Draw,
    Win,
}

impl MatchOutcome {
    /// The outcome of a final margin, which is positive if you are ahead.
    pub const fn of_margin(margin: i32) -> MatchOutcome {
        match margin {
            i32::MIN..=-1 => MatchOutcome::Loss,
            0 => MatchOutcome::Draw,
            1.. => MatchOutcome::Win,
        }
    }

    /// The same end of the match for the other side.
    #[must_use]
    pub const fn mirrored(self) -> MatchOutcome {
        match self {
            MatchOutcome::Loss => MatchOutcome::Win,
            MatchOutcome::Draw => MatchOutcome::Draw,
            MatchOutcome::Win => MatchOutcome::Loss,
        }
    }
}

/// What is proved about the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutcomeBounds {
    /// You have a plan that gets at least this, whatever cards the enemy holds, whatever
    /// it does and whatever both sides draw.
    pub at_least: MatchOutcome,
    /// The enemy has a plan that holds you to this, with plays that it can certainly
    /// make, whatever you do and whatever both sides draw.
    pub at_most: MatchOutcome,
}

impl OutcomeBounds {
    /// Nothing is proved.
    pub const OPEN: OutcomeBounds = OutcomeBounds {
        at_least: MatchOutcome::Loss,
        at_most: MatchOutcome::Win,
    };

    /// The end of the match is proved.
    pub const fn exactly(outcome: MatchOutcome) -> OutcomeBounds {
        OutcomeBounds {
            at_least: outcome,
            at_most: outcome,
        }
    }

    /// The outcome, if nothing else is possible any more.
    pub fn decided(self) -> Option<MatchOutcome> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// Whether anything is proved at all.
    pub fn is_open(self) -> bool {
        self == OutcomeBounds::OPEN
    }
}
