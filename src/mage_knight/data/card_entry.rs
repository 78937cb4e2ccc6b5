//! One card, unit or skill as a file has it.

use super::super::card::{Card, CardKind, CardMode, CardSet, ManaColor};
use super::super::ids::CardId;
use super::effect_entry::{self, Standing};
use super::fields::{Faults, Fields};
use crate::rules::data::json::Json;

/// Reads the card at a place of a file's list.
pub(super) fn read(item: String, value: &Json, faults: &mut Faults<'_>) -> Option<Card> {
    let mut fields = Fields::of(item, String::new(), value, faults)?;
    let id = fields.id("id");
    let name = fields.line("name", 40);
    let kind = fields.word("kind", &CardKind::WORDS);
    let color = if fields.has("color") {
        fields.word("color", &ManaColor::WORDS).map(Some)
    } else {
        fields.optional("color");
        Some(None)
    };
    let sets = fields.words("sets", &CardSet::WORDS);
    if sets.as_ref().is_some_and(|sets| sets.is_empty()) {
        let problem = "the card is in no set".to_owned();
        fields.fault("sets", problem, "seed, printed or both");
    }
    let basic = mode(&mut fields, "basic", name);
    let powered = mode(&mut fields, "powered", name);
    if matches!((&basic, &powered), (Some(None), Some(None))) {
        fields.fault(
            "basic",
            "the card does nothing".to_owned(),
            "`basic`, `powered` or both",
        );
    }
    let note = match fields.optional("note") {
        Some(_) => fields.line("note", 200).map(|text| Some(text.to_owned())),
        None => Some(None),
    };
    fields.finish();
    Some(Card {
        id: CardId::from(id?),
        name: name?.into(),
        kind: kind?,
        color: color?,
        sets: sets?,
        basic: basic?,
        powered: powered?,
        note: note?,
    })
}

/// The outer `None` is a fault, the inner one a mode that is not there.
fn mode(
    fields: &mut Fields<'_, '_, '_>,
    field: &'static str,
    card_name: Option<&str>,
) -> Option<Option<CardMode>> {
    let Some(value) = fields.optional(field) else {
        return (!fields.has(field)).then_some(None);
    };
    let mut part = fields.part(field, value)?;
    let name = if part.has("name") {
        part.line("name", 40)
    } else {
        part.optional("name");
        card_name
    };
    let effect = part
        .required("effect", "an effect")
        .and_then(|value| effect_entry::read(&mut part, "effect", value, Standing::Alone));
    part.finish();
    Some(Some(CardMode {
        name: name?.into(),
        effect: effect?,
    }))
}
