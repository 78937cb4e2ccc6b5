//! The ways to pay for an attack or a block with the stated points without wasting
//! any.

use crate::points::Counts;

/// Points of one kind that all count in full or all count half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointGroup {
    pub held: u32,
    pub counts: Counts,
}

/// Points that are spent in any case, before the groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PaymentBase {
    full: u32,
    half: u32,
}

impl PaymentBase {
    pub fn add(&mut self, amount: u32, counts: Counts) {
        match counts {
            Counts::InFull => self.full += amount,
            Counts::Half => self.half += amount,
        }
    }
}

/// Whether all ways to pay were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    Whole,
    Cut,
}

/// The most combinations that are tried.
const MOST_TRIED: usize = 4_000;
/// The most ways that are returned.
const MOST_PAYMENTS: usize = 16;

/// The ways to reach `needed`, as one amount for each group, the cheapest first. In
/// each of them every point is needed.
pub(crate) fn payments(
    groups: &[PointGroup],
    base: PaymentBase,
    needed: u32,
) -> (Vec<Vec<u32>>, Coverage) {
    let mut search = PaymentSearch {
        groups,
        base,
        needed,
        found: Vec::new(),
        tried: 0,
    };
    search.extend(&mut Vec::with_capacity(groups.len()));
    let mut coverage = Coverage::Whole;
    let mut found = search.found;
    found.sort_by_key(|amounts| amounts.iter().sum::<u32>());
    if search.tried >= MOST_TRIED || found.len() > MOST_PAYMENTS {
        coverage = Coverage::Cut;
        found.truncate(MOST_PAYMENTS);
    }
    (found, coverage)
}

/// Takes out the ways that spend points of one group where points of another would do as
/// well, and would be missed less: `outranks(a, b)` says that points of `a` are never worth
/// less than points of `b`. What is left after the other way can do all that is left after
/// this one.
pub(crate) fn without_waste(
    ways: &mut Vec<Vec<u32>>,
    groups: &[PointGroup],
    outranks: impl Fn(usize, usize) -> bool,
) {
    let spares = |way: &Vec<u32>, better: usize, worse: usize| {
        way[better] > 0
            && way[worse] < groups[worse].held
            && groups[better].counts == groups[worse].counts
            && outranks(better, worse)
            // Of two groups that are worth the same, the first is spent.
            && (worse < better || !outranks(worse, better))
    };
    let all = || 0..groups.len();
    ways.retain(|way| {
        !all().any(|better| all().any(|worse| better != worse && spares(way, better, worse)))
    });
}

struct PaymentSearch<'a> {
    groups: &'a [PointGroup],
    base: PaymentBase,
    needed: u32,
    found: Vec<Vec<u32>>,
    tried: usize,
}

impl PaymentSearch<'_> {
    /// Tries every amount of the next group after the given amounts.
    fn extend(&mut self, amounts: &mut Vec<u32>) {
        if self.tried >= MOST_TRIED {
            return;
        }
        self.tried += 1;
        if self.value(amounts) >= self.needed {
            if self.wastes_nothing(amounts) {
                let mut whole = amounts.clone();
                whole.resize(self.groups.len(), 0);
                self.found.push(whole);
            }
            return;
        }
        let Some(group) = self.groups.get(amounts.len()) else {
            return;
        };
        for amount in 0..=group.held {
            amounts.push(amount);
            let enough = self.value(amounts) >= self.needed;
            self.extend(amounts);
            amounts.pop();
            if enough {
                return;
            }
        }
    }

    fn value(&self, amounts: &[u32]) -> u32 {
        let (mut full, mut half) = (self.base.full, self.base.half);
        for (amount, group) in amounts.iter().zip(self.groups) {
            match group.counts {
                Counts::InFull => full += amount,
                Counts::Half => half += amount,
            }
        }
        full + half / 2
    }

    fn wastes_nothing(&self, amounts: &[u32]) -> bool {
        let mut fewer = amounts.to_vec();
        (0..amounts.len()).all(|index| {
            if amounts[index] == 0 {
                return true;
            }
            fewer[index] -= 1;
            let value = self.value(&fewer);
            fewer[index] += 1;
            value < self.needed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(held: u32, counts: Counts) -> PointGroup {
        PointGroup { held, counts }
    }

    #[test]
    fn every_payment_wastes_no_point() {
        let groups = [group(3, Counts::InFull), group(4, Counts::Half)];
        let (ways, coverage) = payments(&groups, PaymentBase::default(), 3);
        assert_eq!(coverage, Coverage::Whole);
        assert_eq!(ways, [[3, 0], [2, 2], [1, 4]]);
    }

    #[test]
    fn with_too_few_points_there_is_no_payment() {
        let groups = [group(2, Counts::InFull), group(1, Counts::Half)];
        let (ways, _) = payments(&groups, PaymentBase::default(), 3);
        assert!(ways.is_empty());
    }
}
