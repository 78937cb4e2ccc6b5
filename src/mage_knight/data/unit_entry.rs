//! Reads one unit of a data file.

use super::super::element::Resistance;
use super::super::ids::CardId;
use super::super::mana::Mana;
use super::super::unit::{UnitAbility, UnitKind};
use super::effect_entry::{self, EffectPosition};
use super::faults::Faults;
use qbcoach_basics::data::{Fields, Json};

pub(super) fn read(item: String, value: &Json, faults: &mut Faults<'_>) -> Option<UnitKind> {
    let mut fields = faults.fields(item, value)?;
    let id = fields.id("id");
    let name = fields.line("name", 40);
    let level = fields.count("level", 1..=4);
    let armor = fields.count("armor", 1..=20);
    let resistances = fields.words("resistances", &Resistance::WORDS);
    let several = fields.flag("severalAbilities").unwrap_or(false);
    let list = fields
        .list("abilities", "a list of abilities")
        .unwrap_or(&[]);
    let abilities: Vec<Option<UnitAbility>> = list
        .iter()
        .enumerate()
        .map(|(index, value)| ability(&mut fields, index, value))
        .collect();
    let note = match fields.optional("note") {
        Some(_) => fields.line("note", 300).map(|text| Some(text.to_owned())),
        None => Some(None),
    };
    fields.finish();
    Some(UnitKind {
        id: CardId::from(id?),
        name: name?.into(),
        level: level?,
        armor: armor?,
        resistances: resistances?.into_iter().collect(),
        abilities: abilities
            .into_iter()
            .collect::<Option<Vec<UnitAbility>>>()?,
        several_abilities: several,
        note: note?,
    })
}

fn ability<'a>(fields: &mut Fields<'a, '_>, index: usize, value: &'a Json) -> Option<UnitAbility> {
    let mut part = fields.part(&format!("abilities[{index}]"), value)?;
    let cost = match part.has("cost") {
        true => part.word("cost", &Mana::WORDS).map(Some),
        false => {
            part.optional("cost");
            Some(None)
        }
    };
    let effect = part
        .required("effect", "an effect")
        .and_then(|value| effect_entry::read(&mut part, "effect", value, EffectPosition::TopLevel));
    part.finish();
    Some(UnitAbility {
        effect: effect?,
        cost: cost?,
    })
}
