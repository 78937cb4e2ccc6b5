//! Reads one card, unit or skill of a data file.

use super::super::card::{Card, CardKind, CardMode, CardSet, ManaColor, Mode};
use super::super::ids::CardId;
use super::effect_entry::{self, EffectPosition};
use super::faults::Faults;
use qbcoach_basics::data::Fields;
use qbcoach_basics::data::Json;

/// Reads one entry of a file's list of cards.
pub(super) fn read(
    item: String,
    value: &Json,
    list: CardList,
    faults: &mut Faults<'_>,
) -> Option<Card> {
    let mut fields = faults.fields(item, value)?;
    let id = fields.id("id");
    let name = fields.line("name", 40);
    let kind = fields.word("kind", &CardKind::WORDS);
    let colors = read_colors(&mut fields);
    let counted = list != CardList::Cards;
    let advanced = fields.flag("advanced").unwrap_or(false);
    let sets = match counted {
        true => Some(CardSet::WORDS.iter().map(|(_, set)| *set).collect()),
        false => fields.words("sets", &CardSet::WORDS),
    };
    let sideways = match list {
        CardList::Deeds => fields.count("sideways", 0..=9).map(Some),
        CardList::Cards if kind.is_some_and(CardKind::is_held_in_hand) => Some(Some(1)),
        _ => Some(None),
    };
    let unsupported = match counted {
        true => read_unsupported(&mut fields),
        false => Some(Vec::new()),
    };
    if sets.as_ref().is_some_and(|sets| sets.is_empty()) {
        let problem = "the card is in no set".to_owned();
        fields.fault("sets", problem, "seed, printed or both");
    }
    let basic = mode(&mut fields, "basic", name);
    let powered = mode(&mut fields, "powered", name);
    if !counted && matches!((&basic, &powered), (Some(None), Some(None))) {
        fields.fault(
            "basic",
            "the card does nothing".to_owned(),
            "`basic`, `powered` or both",
        );
    }
    let note = match fields.optional("note") {
        Some(_) => fields.line("note", 300).map(|text| Some(text.to_owned())),
        None => Some(None),
    };
    fields.finish();
    Some(Card {
        id: CardId::from(id?),
        name: name?.into(),
        kind: kind?,
        colors: colors?,
        advanced,
        sets: sets?,
        basic: basic?,
        powered: powered?,
        note: note?,
        sideways: sideways?,
        unsupported: unsupported?,
    })
}

/// The list of a file that a card is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardList {
    Cards,
    /// Cards of combats that count what the hero holds.
    Deeds,
    Skills,
}

/// Why modes are not supported, by mode.
fn read_unsupported(fields: &mut Fields<'_, '_>) -> Option<Vec<(Mode, String)>> {
    let Some(value) = fields.optional("unsupported") else {
        return Some(Vec::new());
    };
    let mut part = fields.part("unsupported", value)?;
    let mut reasons = Vec::new();
    for (field, mode) in [("basic", Mode::Basic), ("powered", Mode::Powered)] {
        if part.has(field) {
            reasons.push((mode, part.line(field, 120)?.to_owned()));
        } else {
            part.optional(field);
        }
    }
    part.finish();
    Some(reasons)
}

/// The colors of `color` and `secondColor`.
fn read_colors(fields: &mut Fields<'_, '_>) -> Option<Vec<ManaColor>> {
    let mut colors = Vec::new();
    for field in ["color", "secondColor"] {
        if fields.has(field) {
            colors.push(fields.word(field, &ManaColor::WORDS));
        } else {
            fields.optional(field);
        }
    }
    let wrong = match colors.as_slice() {
        [_] if fields.has("secondColor") => Some("the card has no first color"),
        [first, second] if first.is_some() && first == second => Some("both colors are the same"),
        _ => None,
    };
    if let Some(problem) = wrong {
        let allowed = "a color that differs from `color`";
        fields.fault("secondColor", problem.to_owned(), allowed);
    }
    colors.into_iter().collect()
}

/// The outer `None` means a fault, the inner one that the card lacks this mode.
fn mode(
    fields: &mut Fields<'_, '_>,
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
        .and_then(|value| effect_entry::read(&mut part, "effect", value, EffectPosition::TopLevel));
    part.finish();
    Some(Some(CardMode {
        name: name?.into(),
        effect: effect?,
    }))
}
