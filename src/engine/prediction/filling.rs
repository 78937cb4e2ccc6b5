//! Filling the open slots of a deck with the cards that no archetype explains.

/// For each card of the catalogue: the copies that the archetype gives, the share among
/// the other cards, and the most copies that there may be.
pub(super) struct Filling<'a> {
    pub listed: &'a [f64],
    pub background: &'a [f64],
    pub room: &'a [f64],
}

/// No scale is larger: slots that it does not fill cannot be filled.
const LARGEST: f64 = 1e12;

impl Filling<'_> {
    /// The copies of each card if the background is scaled like this.
    pub fn copies(&self, scale: f64) -> impl Iterator<Item = f64> {
        let both = self.listed.iter().zip(self.background).zip(self.room);
        both.map(move |((listed, share), room)| (listed + scale * share).min(*room))
    }

    fn fills(&self, slots: f64, scale: f64) -> bool {
        self.copies(scale).sum::<f64>() >= slots
    }

    /// The scale at which all copies together fill the slots. A card that has reached its
    /// limit leaves its share to the others.
    ///
    /// It is the least number that bisection finds to be large enough. The sum never falls
    /// when the scale rises, not even by rounding, so this number does not depend on the
    /// way to it. That is why the search begins next to an estimate.
    pub fn scale_for(&self, slots: f64) -> f64 {
        let most = self.most_for(slots);
        let estimate = self.estimate(slots);
        // Far below `most` bisection ends before it has found the least number. From the
        // limit on there may be none.
        if most < LARGEST && (most / 32.0..=most).contains(&estimate) {
            self.least_near(slots, estimate)
        } else {
            self.bisected(slots, most)
        }
    }

    /// A power of two that fills the slots, at most [`LARGEST`] or a little more.
    fn most_for(&self, slots: f64) -> f64 {
        let mut most = 1.0;
        while !self.fills(slots, most) && most < LARGEST {
            most *= 2.0;
        }
        most
    }

    /// Sixty halvings of the numbers up to `most`.
    fn bisected(&self, slots: f64, most: f64) -> f64 {
        let (mut low, mut high) = (0.0, most);
        for _halving in 0..60 {
            let middle = 0.5 * (low + high);
            if self.fills(slots, middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }

    /// The scale without rounding: it is computed for the cards below their limit, until
    /// no further card reaches its limit.
    fn estimate(&self, slots: f64) -> f64 {
        let mut scale = 0.0;
        loop {
            let (mut open, mut share_of_open) = (slots, 0.0);
            let cards = self.listed.iter().zip(self.background).zip(self.room);
            for ((listed, share), room) in cards {
                if listed + scale * share < *room {
                    open -= listed;
                    share_of_open += share;
                } else {
                    open -= room;
                }
            }
            let next = open / share_of_open;
            // Not a number if every card has reached its limit.
            if next.is_nan() || next <= scale {
                return scale;
            }
            scale = next;
        }
    }

    /// The least number that fills the slots, searched for in growing steps from an
    /// estimate. Positive numbers have the same order as their bits.
    fn least_near(&self, slots: f64, estimate: f64) -> f64 {
        let fills = |bits: u64| self.fills(slots, f64::from_bits(bits));
        let (mut low, mut high) = (estimate.to_bits(), estimate.to_bits());
        let mut step = 1;
        if fills(high) {
            loop {
                low = high - step;
                if !fills(low) {
                    break;
                }
                (high, step) = (low, step * 8);
            }
        } else {
            loop {
                high = low + step;
                if fills(high) {
                    break;
                }
                (low, step) = (high, step * 8);
            }
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if fills(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        f64::from_bits(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_cards() -> impl Strategy<Value = Vec<(f64, f64, f64)>> {
        let copies = (0_u8..4, 0.0..1.0_f64, 0_u8..4);
        let cards = copies.prop_map(|(listed, share, room)| {
            let room = f64::from(room);
            (f64::from(listed).min(room) * 0.95, share, room)
        });
        prop::collection::vec(cards, 1..160)
    }

    proptest! {
        #[test]
        fn the_search_next_to_an_estimate_finds_what_bisection_finds(
            cards in any_cards(),
            sharpness in 0.1..6.0_f64,
            part in 0.0..1.2_f64,
        ) {
            let total: f64 = cards.iter().map(|card| card.1.powf(sharpness)).sum();
            let listed: Vec<f64> = cards.iter().map(|card| card.0).collect();
            let background: Vec<f64> = cards
                .iter()
                .map(|card| card.1.powf(sharpness) / total)
                .collect();
            let room: Vec<f64> = cards.iter().map(|card| card.2).collect();
            let least: f64 = listed.iter().sum();
            let slots = least + part * (room.iter().sum::<f64>() - least);
            let filling = Filling { listed: &listed, background: &background, room: &room };
            let expected = filling.bisected(slots, filling.most_for(slots));
            prop_assert_eq!(filling.scale_for(slots), expected);
        }
    }
}
