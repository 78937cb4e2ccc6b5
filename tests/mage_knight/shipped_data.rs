//! The shipped enemies and cards, and restrictions on the code: it names none of them,
//! uses only some modules of `qbcoach-basics`, and is pure.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use qbcoach_mage_knight::data::EMBEDDED;
use qbcoach_mage_knight::{CardSet, CombatData};

use crate::script::data;

#[test]
fn the_shipped_data_has_no_fault() {
    if let Err(error) = CombatData::load(&EMBEDDED) {
        panic!("{error}");
    }
}

#[test]
fn the_shipped_enemies_of_each_box_are_complete() {
    let mut boxes: BTreeMap<String, usize> = BTreeMap::new();
    for enemy in data().enemies() {
        *boxes.entry(enemy.set.to_string()).or_default() += 1;
    }
    let boxes: Vec<(&str, usize)> = boxes.iter().map(|(set, n)| (set.as_str(), *n)).collect();
    assert_eq!(
        boxes,
        [
            ("base", 29),
            ("lost_legion", 19),
            ("shades_of_tezla/dark_crusader", 11),
            ("shades_of_tezla/elementalist", 11),
        ]
    );
}

#[test]
fn some_enemies_have_the_values_of_their_tokens() {
    let shown = |id: &str| {
        let data = data();
        let enemy = data.enemy(&id.into()).expect("the enemy is shipped");
        let attacks: Vec<String> = enemy
            .attacks
            .iter()
            .map(|attack| match attack.strike() {
                Some(strike) => format!("{} {}", strike.value, strike.element.word()),
                None => "summon".to_owned(),
            })
            .collect();
        format!(
            "{} armor {} fame {} attacks {} resists {} has {}",
            enemy.color.word(),
            enemy.armor,
            enemy.fame,
            attacks.join(", "),
            enemy.resistances.words().join(" "),
            enemy.ability_words().join(" ")
        )
    };
    for (id, expected) in [
        (
            "freezers",
            "white armor 7 fame 7 attacks 3 ice resists fire has swift paralyze",
        ),
        (
            "elemental_priests",
            "green armor 4 fame 3 attacks 3 fire, 3 ice resists fire ice has ",
        ),
        (
            "heroes",
            "gray armor 4 fame 5 attacks 5 physical, 3 physical resists  has fortified reputation:-1",
        ),
        (
            "dragon_summoner",
            "red armor 8 fame 9 attacks summon, summon resists physical has arcaneImmunity summon",
        ),
        (
            "vampire_dragon",
            "red armor 8 fame 7 attacks 8 physical resists  has elusive:16 vampiric",
        ),
        (
            "corrupted_priests",
            "green armor 5 fame 3 attacks 4 coldFire resists  has defend:1 vampiric",
        ),
    ] {
        assert_eq!(shown(id), expected, "{id}");
    }
}

#[test]
fn both_sets_have_the_same_cards() {
    let ids = |set| -> Vec<String> { data().cards(set).map(|card| card.id.to_string()).collect() };
    assert_eq!(ids(CardSet::DesignDocument), ids(CardSet::Printed));
}

/// The Rust files of this crate, with their text without comment lines.
fn sources() -> Vec<(String, String)> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()];
    let mut sources = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("the folder can be read");
            open.extend(entries.map(|entry| entry.expect("the entry can be read").path()));
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the file can be read");
        let code: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        sources.push((path.display().to_string(), code.join("\n")));
    }
    assert!(sources.len() > 25, "all files were read");
    sources
}

#[test]
fn no_enemy_and_no_card_is_named_in_the_code() {
    let data = data();
    let enemies = data.enemies().map(|enemy| enemy.id.to_string());
    let cards = data
        .cards(CardSet::DesignDocument)
        .map(|card| card.id.to_string());
    let ids: Vec<String> = enemies.chain(cards).collect();
    for (path, code) in sources() {
        for id in &ids {
            assert!(!code.contains(&format!("\"{id}\"")), "{path} names {id}");
        }
    }
}

#[test]
fn of_the_other_crates_only_four_modules_of_basics_are_used() {
    const ALLOWED: [&str; 4] = [
        "basics::data::",
        "basics::suggest::",
        "basics::chance::",
        "basics::shorten::",
    ];
    for (path, code) in sources() {
        for used in code.split("qbcoach_").skip(1) {
            let allowed = ALLOWED.iter().any(|start| used.starts_with(start));
            let used: String = used.chars().take(40).collect();
            assert!(allowed, "{path} uses qbcoach_{used}");
        }
    }
}

#[test]
fn the_code_uses_no_clock_no_file_and_no_chance_but_the_random_seed() {
    for (path, code) in sources() {
        for forbidden in [
            "std::time",
            "std::fs",
            "std::io",
            "std::env",
            "rand",
            "println",
        ] {
            let used = code
                .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                .any(|word| word.starts_with(forbidden));
            assert!(!used, "{path} uses {forbidden}");
        }
    }
}
