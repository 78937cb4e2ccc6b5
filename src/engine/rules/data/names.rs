//! Checks that each number and name finds exactly one card.

use std::collections::BTreeMap;

use super::super::card::CardKind;
use super::super::catalogue::{bare_number, letters_of};
use super::DataFault;
use super::card_entry::CardEntry;
use super::document::CardDocument;

/// Checks that a number or name a person types never means two cards. Of two cards in
/// conflict, the one of the later file gets the fault.
pub(super) fn check(document: &CardDocument, faults: &mut Vec<DataFault>) {
    let mut entries: Vec<&CardEntry> = document.cards.values().collect();
    entries.sort_by_key(|card| (card.source.layer, card.kind, card.number.as_str()));
    let mut taken = Taken::default();
    for entry in entries {
        // One fault for each card is enough: a conflict of numbers hides one of names.
        let number = taken.fault_of_number(entry);
        faults.extend(number.or_else(|| taken.fault_of_name(entry, document)));
        taken.add(entry);
    }
}

/// The numbers and names of the cards that were checked before.
#[derive(Default)]
struct Taken<'a> {
    numbers: BTreeMap<String, &'a CardEntry>,
    /// By the name, read as a number.
    names_as_numbers: BTreeMap<String, &'a CardEntry>,
    names: BTreeMap<String, Vec<&'a CardEntry>>,
}

impl<'a> Taken<'a> {
    fn add(&mut self, entry: &'a CardEntry) {
        let letters = letters_of(&entry.name);
        self.numbers.insert(bare_number(&entry.number), entry);
        self.names_as_numbers.insert(bare_number(&letters), entry);
        self.names.entry(letters).or_default().push(entry);
    }

    fn fault_of_number(&self, entry: &CardEntry) -> Option<DataFault> {
        let number = bare_number(&entry.number);
        if let Some(other) = self.numbers.get(&number) {
            return Some(entry.fault(
                "number",
                format!(
                    "the number differs from that of card {} only by zeros in front",
                    other.number
                ),
                format!(
                    "a number of its own, or `{}` to take the place of that card",
                    other.number
                ),
            ));
        }
        let other = self.names_as_numbers.get(&number)?;
        Some(entry.fault(
            "number",
            format!("the number is the name of card {}", other.number),
            "a number that is not the name of another card",
        ))
    }

    fn fault_of_name(&self, entry: &CardEntry, document: &CardDocument) -> Option<DataFault> {
        let letters = letters_of(&entry.name);
        if let Some(other) = self.numbers.get(&bare_number(&letters)) {
            return Some(entry.fault(
                "name",
                format!("the name is the number of card {}", other.number),
                "a name that is not the number of another card",
            ));
        }
        let alike = self.names.get(&letters)?;
        let other = alike
            .iter()
            .find(|other| !may_share_name(entry, other, document))?;
        let problem = if entry.name == other.name {
            format!("cards {} and {} have one name", other.number, entry.number)
        } else {
            format!(
                "the name differs from `{}` of card {} only by case or punctuation",
                other.name, other.number
            )
        };
        Some(entry.fault(
            "name",
            problem,
            "a name of its own; only the tokens of one spawn_token share theirs",
        ))
    }
}

/// The tokens that one effect spawns by rank may share a name.
fn may_share_name(a: &CardEntry, b: &CardEntry, document: &CardDocument) -> bool {
    let tokens = a.kind == CardKind::Token && b.kind == CardKind::Token;
    let spawned = document
        .spawned_together
        .iter()
        .any(|tokens| tokens.contains(&a.number) && tokens.contains(&b.number));
    // An effect that could not be read may spawn them together.
    tokens && a.name == b.name && (spawned || document.gaps.may_hold_effects())
}
