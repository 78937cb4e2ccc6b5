//! The policies by their names.

use qbcoach_basics::shorten::shortened;
use qbcoach_basics::suggest::closest;

/// How a competitor chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    Random,
    Greedy,
    /// The coach that looks one reply ahead.
    Reference,
    /// The coach's search.
    Coach,
    /// The same search, which sees the enemy's hand and all draws.
    Oracle,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no policy `{name}`; did you mean {suggestion}? There are: {}",
    Policy::words()
)]
pub struct UnknownPolicyError {
    pub name: String,
    pub suggestion: String,
}

impl Policy {
    pub const ALL: [Policy; 5] = [
        Policy::Random,
        Policy::Greedy,
        Policy::Reference,
        Policy::Coach,
        Policy::Oracle,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Policy::Random => "random",
            Policy::Greedy => "greedy",
            Policy::Reference => "reference",
            Policy::Coach => "coach",
            Policy::Oracle => "oracle",
        }
    }

    /// The name a policy had in earlier versions. It is still read, but not shown.
    const fn old_word(self) -> Option<&'static str> {
        match self {
            Policy::Reference => Some("seed-coach"),
            Policy::Random | Policy::Greedy | Policy::Coach | Policy::Oracle => None,
        }
    }

    /// Whether the policy searches, so that a number of nodes limits it.
    pub const fn searches(self) -> bool {
        match self {
            Policy::Random | Policy::Greedy | Policy::Reference => false,
            Policy::Coach | Policy::Oracle => true,
        }
    }

    pub fn parse(text: &str) -> Result<Policy, UnknownPolicyError> {
        let name = text.trim();
        let known = Policy::ALL
            .into_iter()
            .find(|policy| policy.word() == name || policy.old_word() == Some(name));
        known.ok_or_else(|| UnknownPolicyError {
            name: shortened(name).into_owned(),
            suggestion: closest(name, Policy::ALL.map(Policy::word), 1).concat(),
        })
    }

    fn words() -> String {
        Policy::ALL.map(Policy::word).join(", ")
    }
}
