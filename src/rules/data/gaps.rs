//! What of the data could not be read. It has its fault already; these notes keep
//! the rest of the data from being blamed for what is missing because of it.

use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    cards: BTreeSet<String>,
    effects: BTreeSet<String>,
    unknown_cards: bool,
    unknown_effects: bool,
    unknown_uses: bool,
}

/// A card that could not be read, as far as it could.
pub(super) struct CardGap {
    pub number: Option<String>,
    pub effects: Option<Vec<String>>,
}

/// An effect that could not be read, as far as it could.
pub(super) struct EffectGap {
    pub id: Option<String>,
}

impl Gaps {
    pub fn add_card(&mut self, gap: CardGap) {
        self.unknown_uses |= gap.effects.is_none();
        match gap.number {
            Some(number) => drop(self.cards.insert(number)),
            None => self.unknown_cards = true,
        }
    }

    pub fn add_effect(&mut self, gap: EffectGap) {
        match gap.id {
            Some(id) => drop(self.effects.insert(id)),
            None => self.unknown_effects = true,
        }
    }

    /// Cards of which not even the numbers are known.
    pub fn add_list_of_cards(&mut self) {
        self.unknown_cards = true;
        self.unknown_uses = true;
    }

    /// Effects of which not even the ids are known.
    pub fn add_list_of_effects(&mut self) {
        self.unknown_effects = true;
    }

    pub fn may_hold_card(&self, number: &str) -> bool {
        self.unknown_cards || self.cards.contains(number)
    }

    pub fn may_hold_effect(&self, id: &str) -> bool {
        self.unknown_effects || self.effects.contains(id)
    }

    pub fn may_hold_effects(&self) -> bool {
        self.unknown_effects || !self.effects.is_empty()
    }

    /// Whether a card whose effects are unknown may use one that seems unused.
    pub fn may_use_effects(&self) -> bool {
        self.unknown_uses
    }
}
