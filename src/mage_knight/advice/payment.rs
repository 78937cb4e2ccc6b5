//! Which of the stated points pay for an attack or a block: every way that
//! wastes none.

/// Points that are alike for what is to be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pile {
    pub held: u32,
    pub counts: Counts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    InFull,
    Half,
}

/// Whether every way was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coverage {
    Whole,
    Cut,
}

/// Ways to look at before giving up on seeing them all.
const MOST_LOOKED_AT: usize = 4_000;
/// Ways to return.
const MOST_PAYMENTS: usize = 16;

/// The ways to reach `needed`, as amounts of each pile, the cheapest first. In
/// none of them could a point be left out.
pub(super) fn payments(piles: &[Pile], needed: u32) -> (Vec<Vec<u32>>, Coverage) {
    let mut paying = Paying {
        piles,
        needed,
        found: Vec::new(),
        looked_at: 0,
    };
    paying.from(&mut Vec::with_capacity(piles.len()));
    let mut coverage = Coverage::Whole;
    let mut found = paying.found;
    found.sort_by_key(|amounts| amounts.iter().sum::<u32>());
    if paying.looked_at >= MOST_LOOKED_AT || found.len() > MOST_PAYMENTS {
        coverage = Coverage::Cut;
        found.truncate(MOST_PAYMENTS);
    }
    (found, coverage)
}

struct Paying<'a> {
    piles: &'a [Pile],
    needed: u32,
    found: Vec<Vec<u32>>,
    looked_at: usize,
}

impl Paying<'_> {
    fn from(&mut self, amounts: &mut Vec<u32>) {
        if self.looked_at >= MOST_LOOKED_AT {
            return;
        }
        self.looked_at += 1;
        if self.value(amounts) >= self.needed {
            if self.is_thrifty(amounts) {
                let mut whole = amounts.clone();
                whole.resize(self.piles.len(), 0);
                self.found.push(whole);
            }
            return;
        }
        let Some(pile) = self.piles.get(amounts.len()) else {
            return;
        };
        for amount in 0..=pile.held {
            amounts.push(amount);
            let enough = self.value(amounts) >= self.needed;
            self.from(amounts);
            amounts.pop();
            if enough {
                return;
            }
        }
    }

    fn value(&self, amounts: &[u32]) -> u32 {
        let (mut full, mut half) = (0, 0);
        for (amount, pile) in amounts.iter().zip(self.piles) {
            match pile.counts {
                Counts::InFull => full += amount,
                Counts::Half => half += amount,
            }
        }
        full + half / 2
    }

    fn is_thrifty(&self, amounts: &[u32]) -> bool {
        let mut fewer = amounts.to_vec();
        (0..amounts.len()).all(|place| {
            if amounts[place] == 0 {
                return true;
            }
            fewer[place] -= 1;
            let value = self.value(&fewer);
            fewer[place] += 1;
            value < self.needed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pile(held: u32, counts: Counts) -> Pile {
        Pile { held, counts }
    }

    #[test]
    fn every_way_to_pay_wastes_nothing() {
        let piles = [pile(3, Counts::InFull), pile(4, Counts::Half)];
        let (ways, coverage) = payments(&piles, 3);
        assert_eq!(coverage, Coverage::Whole);
        assert_eq!(ways, [[3, 0], [2, 2], [1, 4]]);
    }

    #[test]
    fn too_few_points_pay_for_nothing() {
        let (ways, _) = payments(&[pile(2, Counts::InFull), pile(1, Counts::Half)], 3);
        assert!(ways.is_empty());
    }
}
