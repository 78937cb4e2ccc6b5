//! The monsters that may be drawn.

use super::Sampling;
use crate::action::Action;
use crate::combat::Combat;
use crate::phase::Phase;
use qbcoach_basics::chance::Chance;

/// Up to this many possible draws are all searched; of more, a random sample of this
/// size.
const MOST_DRAWS: usize = 40;

/// Whether summoned monsters are drawn because of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::advice) enum Draws {
    No,
    Yes,
}

pub(in crate::advice) fn draws_monsters(combat: &Combat, action: &Action) -> Draws {
    let begins = *action == Action::EndPhase && combat.phase() == Phase::RangedSiege;
    if begins && !combat.coming_summons().is_empty() {
        Draws::Yes
    } else {
        Draws::No
    }
}

/// The draws to search, when one monster is drawn from each pool of the given sizes.
/// The random seed of the combat is not used: the player cannot know the draw.
pub(super) fn draws(sizes: &[usize]) -> (Vec<Vec<usize>>, Sampling) {
    let count = sizes
        .iter()
        .try_fold(1_usize, |product, size| product.checked_mul(*size))
        .filter(|count| *count <= MOST_DRAWS);
    let Some(count) = count else {
        let mut chance = Chance::new(0, 0);
        let sample = || sizes.iter().map(|size| chance.below(*size)).collect();
        let draws = std::iter::repeat_with(sample).take(MOST_DRAWS).collect();
        return (draws, Sampling::Some);
    };
    let draw = |mut number: usize| {
        let indices = sizes.iter().map(|size| {
            let index = number % size;
            number /= size;
            index
        });
        indices.collect()
    };
    ((0..count).map(draw).collect(), Sampling::None)
}
