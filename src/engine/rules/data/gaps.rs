//! The entries that could not be read. Each has its fault already; these notes prevent
//! further faults about the entries that are missing because of it.

use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    cards: BTreeSet<String>,
    effects: BTreeSet<String>,
    unknown_cards: bool,
    unknown_effects: bool,
    unknown_uses: bool,
}

/// The readable parts of a card that could not be read as a whole.
pub(super) struct CardGap {
    pub number: Option<String>,
    pub effects: Option<Vec<String>>,
}

/// The readable parts of an effect that could not be read as a whole.
pub(super) struct EffectGap {
    pub id: Option<String>,
}

impl Gaps {
    pub(crate) fn add_card(&mut self, gap: CardGap) {
        self.unknown_uses |= gap.effects.is_none();
        match gap.number {
            Some(number) => drop(self.cards.insert(number)),
            None => self.unknown_cards = true,
        }
    }

    pub(crate) fn add_effect(&mut self, gap: EffectGap) {
        match gap.id {
            Some(id) => drop(self.effects.insert(id)),
            None => self.unknown_effects = true,
        }
    }

    /// A whole list of cards whose numbers are unknown.
    pub(crate) fn add_list_of_cards(&mut self) {
        self.unknown_cards = true;
        self.unknown_uses = true;
    }

    /// A whole list of effects whose ids are unknown.
    pub(crate) fn add_list_of_effects(&mut self) {
        self.unknown_effects = true;
    }

    pub(crate) fn may_hold_card(&self, number: &str) -> bool {
        self.unknown_cards || self.cards.contains(number)
    }

    pub(crate) fn may_hold_effect(&self, id: &str) -> bool {
        self.unknown_effects || self.effects.contains(id)
    }

    pub(crate) fn may_hold_effects(&self) -> bool {
        self.unknown_effects || !self.effects.is_empty()
    }

    /// Whether a card whose effects are unknown may use an effect that seems unused.
    pub(crate) fn may_use_effects(&self) -> bool {
        self.unknown_uses
    }
}
