//! Reads one enemy of a data file.

use std::collections::BTreeSet;

use super::super::element::{Element, Resistance};
use super::super::enemy::{AttackAbility, Enemy, EnemyAbility, EnemyAttack, EnemyColor, Strike};
use super::super::ids::EnemyId;
use super::faults::Faults;
use qbcoach_basics::data::Fields;
use qbcoach_basics::data::Json;

const ARMORS: std::ops::RangeInclusive<i32> = 1..=99;
const FAMES: std::ops::RangeInclusive<i32> = 0..=99;
const VALUES: std::ops::RangeInclusive<i32> = 0..=99;
const ATTACKS: &str = "a list of 1 to 6 attacks";

/// Reads one entry of a file's list of enemies.
pub(super) fn read(item: String, value: &Json, faults: &mut Faults<'_>) -> Option<Enemy> {
    let mut fields = faults.fields(item, value)?;
    let id = fields.id("id");
    let name = fields.line("name", 40);
    let color = fields.word("color", &EnemyColor::WORDS);
    let armor = fields.count("armor", ARMORS);
    let fame = fields.count("fame", FAMES);
    let attacks = read_attacks(&mut fields);
    let resistances = fields.words("resistances", &Resistance::WORDS);
    let abilities = fields.words("abilities", &EnemyAbility::WORDS);
    let elusive = optional_count(&mut fields, "elusive", ARMORS);
    let defend = optional_count(&mut fields, "defend", ARMORS);
    let reputation = if fields.has("reputation") {
        fields.integer("reputation", -7..=7).map(Some)
    } else {
        fields.optional("reputation");
        Some(None)
    };
    let set = fields.line("set", 40);
    if let (Some(armor), Some(Some(higher))) = (armor, elusive)
        && higher <= armor
    {
        fields.fault(
            "elusive",
            format!("`{higher}` is not above the armor of {armor}"),
            "the higher armor",
        );
    }
    let both = [EnemyAbility::Fortified, EnemyAbility::Unfortified];
    if let Some(abilities) = &abilities
        && both.iter().all(|ability| abilities.contains(ability))
    {
        fields.fault(
            "abilities",
            "fortified and unfortified exclude each other".to_owned(),
            "one of the two",
        );
    }
    fields.finish();
    Some(Enemy {
        id: EnemyId::from(id?),
        name: name?.into(),
        color: color?,
        armor: armor?,
        fame: fame?,
        attacks: attacks?,
        resistances: resistances?.into_iter().collect(),
        abilities: abilities?,
        elusive: elusive?,
        defend: defend?,
        reputation: reputation?,
        set: set?.into(),
    })
}

/// The outer `None` means a fault, the inner one that the field is missing.
fn optional_count(
    fields: &mut Fields<'_, '_>,
    field: &'static str,
    range: std::ops::RangeInclusive<i32>,
) -> Option<Option<u32>> {
    if fields.has(field) {
        fields.count(field, range).map(Some)
    } else {
        fields.optional(field);
        Some(None)
    }
}

fn read_attacks(fields: &mut Fields<'_, '_>) -> Option<Vec<EnemyAttack>> {
    fields.required("attacks", ATTACKS)?;
    let list = fields.optional_list("attacks", ATTACKS)?;
    if !(1..=6).contains(&list.len()) {
        let problem = format!("{} attacks", list.len());
        fields.fault("attacks", problem, ATTACKS);
        return None;
    }
    let attacks: Vec<Option<EnemyAttack>> = list
        .iter()
        .enumerate()
        .map(|(index, value)| {
            let mut part = fields.part(&format!("attacks[{index}]"), value)?;
            let attack = if part.has("summon") {
                let color = part.word("summon", &EnemyColor::WORDS);
                color.map(EnemyAttack::Summon)
            } else {
                read_strike(&mut part).map(EnemyAttack::Strike)
            };
            part.finish();
            attack
        })
        .collect();
    attacks.into_iter().collect()
}

fn read_strike(part: &mut Fields<'_, '_>) -> Option<Strike> {
    let value = part.count("value", VALUES);
    let element = if part.has("element") {
        part.word("element", &Element::WORDS)
    } else {
        part.optional("element");
        Some(Element::default())
    };
    let abilities: Option<BTreeSet<AttackAbility>> = part.words("abilities", &AttackAbility::WORDS);
    Some(Strike {
        value: value?,
        element: element?,
        abilities: abilities?,
    })
}
