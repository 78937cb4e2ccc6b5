//! The checks of the data loader: each fault names its file, entry and field, and all
//! faults are reported at once.

use qbcoach_basics::data::DataFile;
use qbcoach_mage_knight::CombatData;
use qbcoach_mage_knight::data::EMBEDDED;
use serde_json::{Value, json};

fn faults_of_text(text: &str) -> Vec<String> {
    let file = DataFile {
        name: "own.json",
        text,
    };
    match CombatData::load(&[file]) {
        Ok(_) => Vec::new(),
        Err(error) => error.faults.iter().map(ToString::to_string).collect(),
    }
}

fn enemy() -> Value {
    json!({"id": "rat", "name": "Rat", "color": "brown", "armor": 2, "fame": 1,
        "attacks": [{"value": 1}], "set": "mine"})
}

fn card() -> Value {
    json!({"id": "nap", "name": "Nap", "kind": "spell", "color": "red", "sets": ["seed"],
        "basic": {"effect": {"type": "selectEnemy", "defeat": true}}})
}

fn with(mut value: Value, field: &str, new: Value) -> Value {
    value[field] = new;
    value
}

fn without(mut value: Value, field: &str) -> Value {
    value.as_object_mut().expect("an object").remove(field);
    value
}

#[track_caller]
fn check_enemy(enemy: Value, faults: &[&str]) {
    assert_eq!(
        faults_of_text(&json!({"enemies": [enemy]}).to_string()),
        faults
    );
}

#[track_caller]
fn check_card(card: Value, faults: &[&str]) {
    assert_eq!(
        faults_of_text(&json!({"cards": [card]}).to_string()),
        faults
    );
}

#[track_caller]
fn check_effect(effect: Value, faults: &[&str]) {
    let faults: Vec<String> = faults
        .iter()
        .map(|fault| format!("own.json: card nap: basic.effect{fault}"))
        .collect();
    let faults: Vec<&str> = faults.iter().map(String::as_str).collect();
    check_card(with(card(), "basic", json!({"effect": effect})), &faults);
}

#[test]
fn correct_entries_have_no_fault() {
    check_enemy(enemy(), &[]);
    check_card(card(), &[]);
    assert_eq!(faults_of_text("{}"), [""; 0]);
}

#[test]
fn text_that_is_not_json_is_reported_with_its_position() {
    let [fault] = faults_of_text("{\"cards\": [}").try_into().unwrap();
    assert!(fault.starts_with("own.json: the file is not JSON: expected value at line 1"));
    assert_eq!(
        faults_of_text("[]"),
        ["own.json: `[]` is not an object; allowed: a JSON object, `{ … }`"]
    );
}

#[test]
fn an_unknown_field_is_reported_with_a_suggestion() {
    check_enemy(
        with(enemy(), "armour", json!(3)),
        &[
            "own.json: enemy rat: armour: the field is unknown, did you mean `armor`?; allowed: \
           abilities, armor, attacks, color, defend, elusive, fame, id, name, reputation, \
           resistances, set",
        ],
    );
    assert_eq!(
        faults_of_text("{\"card\": []}"),
        [
            "own.json: card: the field is unknown, did you mean `cards`?; allowed: $schema, cards, \
             deeds, enemies, skills, units"
        ]
    );
}

#[test]
fn a_field_written_twice_is_reported() {
    let text = r#"{"enemies": [{"id": "rat", "name": "Rat", "color": "brown", "armor": 2,
        "armor": 3, "fame": 1, "attacks": [{"value": 1}], "set": "mine"}]}"#;
    assert_eq!(
        faults_of_text(text),
        [
            "own.json: enemy rat: armor: the field is written more than once; allowed: each field once"
        ]
    );
}

#[test]
fn all_missing_fields_are_reported() {
    check_enemy(
        without(without(enemy(), "fame"), "attacks"),
        &[
            "own.json: enemy rat: fame: the field is missing; allowed: a whole number from 0 to 99",
            "own.json: enemy rat: attacks: the field is missing; allowed: a list of 1 to 6 attacks",
        ],
    );
    check_enemy(
        without(enemy(), "id"),
        &[
            "own.json: enemy at position 1: id: the field is missing; allowed: 1 to 40 lower-case \
           letters, digits and underscores, a letter first",
        ],
    );
}

#[test]
fn unknown_words_are_reported_with_suggestions() {
    check_enemy(
        with(enemy(), "color", json!("grey")),
        &[
            "own.json: enemy rat: color: `grey` is unknown, did you mean `gray`?; allowed: green, \
           gray, brown, violet, white, red",
        ],
    );
    check_enemy(
        with(enemy(), "resistances", json!(["fire", "fyre", "fire"])),
        &[
            "own.json: enemy rat: resistances[1]: `fyre` is unknown, did you mean `fire`?; \
             allowed: physical, fire, ice",
            "own.json: enemy rat: resistances[2]: `fire` is listed twice; allowed: each word once",
        ],
    );
}

#[test]
fn numbers_out_of_range_are_reported() {
    for wrong in [json!(0), json!(100), json!(1.5), json!("3"), json!(null)] {
        check_enemy(
            with(enemy(), "armor", wrong.clone()),
            &[&format!(
                "own.json: enemy rat: armor: `{wrong}` is not allowed; allowed: a whole number \
                 from 1 to 99"
            )],
        );
    }
}

#[test]
fn an_elusive_armor_must_be_above_the_armor() {
    check_enemy(
        with(enemy(), "elusive", json!(2)),
        &[
            "own.json: enemy rat: elusive: `2` is not above the armor of 2; allowed: the higher armor",
        ],
    );
}

#[test]
fn fortified_and_unfortified_exclude_each_other() {
    check_enemy(
        with(enemy(), "abilities", json!(["fortified", "unfortified"])),
        &[
            "own.json: enemy rat: abilities: fortified and unfortified exclude each other; \
           allowed: one of the two",
        ],
    );
}

#[test]
fn faults_in_attacks_are_reported() {
    check_enemy(
        with(
            enemy(),
            "attacks",
            json!([{"value": 1, "element": "cold"}, {"summon": "pink"}, 3, {"value": 2, "valeu": 1}]),
        ),
        &[
            "own.json: enemy rat: attacks[0].element: `cold` is unknown, did you mean \
             `coldFire`?; allowed: physical, fire, ice, coldFire",
            "own.json: enemy rat: attacks[1].summon: `pink` is unknown, did you mean `white`?; \
             allowed: green, gray, brown, violet, white, red",
            "own.json: enemy rat: attacks[2]: `3` is not an object; allowed: a JSON \
             object, `{ … }`",
            "own.json: enemy rat: attacks[3].valeu: the field is unknown, did you mean `value`?; \
             allowed: abilities, element, value",
        ],
    );
    check_enemy(
        with(enemy(), "attacks", json!([])),
        &["own.json: enemy rat: attacks: 0 attacks; allowed: a list of 1 to 6 attacks"],
    );
}

#[test]
fn a_summoner_needs_a_monster_of_its_color_that_does_not_summon() {
    check_enemy(
        with(enemy(), "attacks", json!([{"summon": "brown"}])),
        &[
            "own.json: enemy rat: attacks[0].summon: there is no brown monster to draw; allowed: \
           the color of an enemy that does not summon",
        ],
    );
}

#[test]
fn enemy_ids_are_unique_and_card_ids_are_unique_in_a_set() {
    let text = json!({"enemies": [enemy(), enemy()], "cards": [card(), card()]}).to_string();
    assert_eq!(
        faults_of_text(&text),
        [
            "own.json: enemy rat: id: another enemy has the same id; allowed: an id of its own \
             for each enemy",
            "own.json: card nap: id: another card of the set `seed` has the same id; allowed: an \
             id of its own for each card of a set",
        ]
    );
    let printed = with(card(), "sets", json!(["printed"]));
    let text = json!({"cards": [card(), printed]}).to_string();
    assert_eq!(faults_of_text(&text), [""; 0]);
}

#[test]
fn a_card_needs_a_set_and_an_effect() {
    check_card(
        with(without(card(), "basic"), "sets", json!([])),
        &[
            "own.json: card nap: sets: the card is in no set; allowed: seed, printed or both",
            "own.json: card nap: basic: the card does nothing; allowed: `basic`, `powered` or both",
        ],
    );
}

#[test]
fn badly_formed_ids_and_names_are_reported() {
    check_card(
        with(with(card(), "id", json!("Nap!")), "name", json!(" Nap")),
        &[
            "own.json: card Nap!: id: `Nap!` is not an id; allowed: 1 to 40 lower-case letters, \
             digits and underscores, a letter first",
            "own.json: card Nap!: name: ` Nap` is not allowed; allowed: a text of 1 to 40 \
             characters without control characters and without spaces at its ends",
        ],
    );
}

#[test]
fn an_unknown_effect_type_is_reported() {
    check_effect(
        json!({"type": "selectEnmy", "defeat": true}),
        &[
            ".type: `selectEnmy` is unknown, did you mean `selectEnemy`?; allowed: choice, \
           selectEnemy, applyModifier, compound, attack, block, mana, crystal, dice, endless, \
           anyTime, fame, wounds, boon, if, pay, giveUp, playAnother, readyUnit, \
           strengthenUnits, spendUnit, exchange, roll, throwWound, possess, duel, ownWound, \
           crystalOfGiven, woundsPerCrystal, pairsToTokens, noDice, takesDie, wildDice, \
           move, influence, defeatPicked, nothing",
        ],
    );
    // An internal step of the engine is not an effect type of the data.
    check_effect(
        json!({"type": "resolveEnemyTarget"}),
        &[
            ".type: `resolveEnemyTarget` is unknown, did you mean `selectEnemy`?; allowed: choice, \
           selectEnemy, applyModifier, compound, attack, block, mana, crystal, dice, endless, \
           anyTime, fame, wounds, boon, if, pay, giveUp, playAnother, readyUnit, \
           strengthenUnits, spendUnit, exchange, roll, throwWound, possess, duel, ownWound, \
           crystalOfGiven, woundsPerCrystal, pairsToTokens, noDice, takesDie, wildDice, \
           move, influence, defeatPicked, nothing",
        ],
    );
}

#[test]
fn choices_and_compounds_need_at_least_two_effects() {
    check_effect(
        json!({"type": "choice", "options": [{"type": "selectEnemy", "defeat": true}]}),
        &[".options: 1 effects; allowed: a list of at least two effects"],
    );
    check_effect(
        json!({"type": "compound"}),
        &[".effects: the field is missing; allowed: a list of at least two effects"],
    );
}

#[test]
fn a_select_enemy_effect_must_do_something_to_the_enemy() {
    check_effect(
        json!({"type": "selectEnemy"}),
        &[": nothing happens to the picked enemy; allowed: `modifiers`, `defeat` or `then`"],
    );
}

#[test]
fn faults_in_modifiers_are_reported() {
    check_effect(
        json!({"type": "selectEnemy", "modifiers": [
            {"change": "armour", "amount": 1, "duration": "combat"},
            {"change": "armor", "duration": "combat"},
            {"change": "attack", "amount": 0, "duration": "turn"},
            {"change": "losesResistances", "duration": "combat"},
            {"change": "doesNotAttack", "amount": 1, "duration": "combat"},
        ]}),
        &[
            ".modifiers[0].change: `armour` is unknown, did you mean `armor`?; allowed: armor, \
             attack, attackElement, doesNotAttack, losesResistances, losesAbilities, \
             gainsAbilities, losesFortification, losesWalls, heroArmor, heroDamage, cancelled, takenByUnit",
            ".modifiers[1].amount: the field is missing; allowed: a whole number from -99 to 99",
            ".modifiers[2].amount: `0` changes nothing; allowed: a number other than 0",
            ".modifiers[2].duration: `turn` is unknown, did you mean `combat`?; allowed: combat, \
             phase",
            ".modifiers[3].resistances: the field is missing; allowed: a list of resistances",
            ".modifiers[4].amount: the field is unknown, did you mean `change`?; allowed: change, \
             description, duration, not, only",
        ],
    );
}

#[test]
fn changes_must_fit_their_scope_and_target() {
    let lower = json!({"change": "armor", "amount": -1, "duration": "combat"});
    let sturdy = json!({"change": "heroArmor", "amount": 1, "duration": "combat"});
    check_effect(
        json!({"type": "applyModifier", "modifier": lower}),
        &[
            ".modifier.change: `armor` does not go with this scope; allowed: heroArmor with scope \
           self, all others with the scopes of enemies",
        ],
    );
    check_effect(
        json!({"type": "applyModifier", "scope": "allEnemies", "modifier": sturdy}),
        &[
            ".modifier.change: `heroArmor` does not go with this scope; allowed: heroArmor with \
           scope self, all others with the scopes of enemies",
        ],
    );
    for scope in ["oneEnemy", "otherEnemies"] {
        check_effect(
            json!({"type": "applyModifier", "scope": scope, "modifier": lower}),
            &[
                ".scope: no enemy has been picked here; allowed: self or allEnemies; oneEnemy and \
               otherEnemies only within the `then` of a selectEnemy",
            ],
        );
    }
    check_effect(
        json!({"type": "selectEnemy", "target": "attackOfPicked", "modifiers": [
            {"change": "attack", "amount": -1, "duration": "combat"}]}),
        &[
            ".target: no enemy has been picked here; allowed: enemy or attack; attackOfPicked only \
           within the `then` of a selectEnemy",
        ],
    );
    check_effect(
        json!({"type": "selectEnemy", "modifiers": [sturdy]}),
        &[
            ".modifiers[0].change: the change is about the hero, not the picked enemy; allowed: a change \
           of an enemy, or an applyModifier in `then`",
        ],
    );
    check_effect(
        json!({"type": "selectEnemy", "target": "attack", "modifiers": [lower]}),
        &[
            ".modifiers[0].change: only the picked attack can change, not its enemy; allowed: \
           attack, attackElement, gainsAbilities, or losesAbilities with abilities of attacks",
        ],
    );
    check_effect(
        json!({"type": "selectEnemy", "target": "attack", "modifiers": [
            {"change": "losesAbilities", "abilities": ["swift"], "duration": "combat"},
            {"change": "losesAbilities", "abilities": ["swift", "elusive"], "duration": "combat"}]}),
        &[
            ".modifiers[1].change: only the picked attack can change, not its enemy; allowed: \
           attack, attackElement, gainsAbilities, or losesAbilities with abilities of attacks",
        ],
    );
}

#[test]
fn a_trait_cannot_be_both_required_and_excluded() {
    check_effect(
        json!({"type": "selectEnemy", "defeat": true, "only": ["fortified"],
            "not": ["fortified", "resistsFrost"]}),
        &[
            ".not[1]: `resistsFrost` is unknown, did you mean `resistsFire`?; allowed: fortified, \
           fortifiedInRangedSiege, arcaneImmune, summoner, summoned, resistsPhysical, \
           resistsFire, resistsIce, attacks, blocked, physicalAttack, fireAttack, iceAttack, \
           coldFireAttack",
        ],
    );
    check_effect(
        json!({"type": "selectEnemy", "defeat": true, "only": ["fortified"], "not": ["fortified"]}),
        &[
            ".not: a trait cannot be both required and excluded; allowed: traits that are not in \
           `only`",
        ],
    );
}

#[test]
fn wrong_flags_target_counts_and_phases_are_reported() {
    check_effect(
        json!({"type": "selectEnemy", "defeat": "yes", "maxTargets": 0, "phases": ["melee"],
            "then": 3}),
        &[
            ".defeat: `\"yes\"` is not allowed; allowed: true or false",
            ".phases[0]: `melee` is unknown, did you mean `rangedSiege`?; allowed: rangedSiege, \
             block, assignDamage, attack",
            ".maxTargets: `0` is not allowed; allowed: a whole number from 1 to 9",
            ".then: `3` is not an object; allowed: a JSON object, `{ … }`",
        ],
    );
}

#[test]
fn faults_in_abilities_elements_and_prices_are_reported() {
    check_effect(
        json!({"type": "selectEnemy", "anyNumber": true, "maxTargets": 2, "price": "move",
        "modifiers": [
            {"change": "losesAbilities", "duration": "combat"},
            {"change": "gainsAbilities", "abilities": ["elusive"], "duration": "combat"},
            {"change": "attackElement", "element": "cold", "duration": "combat"},
        ]}),
        &[
            ".modifiers[0].abilities: the field is missing; allowed: a list of abilities",
            ".modifiers[1].abilities[0]: `elusive` is unknown, did you mean `cumbersome`?; allowed: \
             swift, brutal, poison, paralyze, vampiric, cumbersome, assassination",
            ".modifiers[2].element: `cold` is unknown, did you mean `coldFire`?; allowed: \
             physical, fire, ice, coldFire",
            ".anyNumber: a largest number of targets is given too; allowed: `maxTargets` or \
             `anyNumber`",
            ".price: `move` is unknown, did you mean `risingMove`?; allowed: free, risingMove",
        ],
    );
}

#[test]
fn a_second_color_needs_a_different_first_color() {
    check_card(with(card(), "secondColor", json!("white")), &[]);
    check_card(
        with(card(), "secondColor", json!("red")),
        &[
            "own.json: card nap: secondColor: both colors are the same; allowed: a color that \
             differs from `color`",
        ],
    );
    check_card(
        with(without(card(), "color"), "secondColor", json!("red")),
        &[
            "own.json: card nap: secondColor: the card has no first color; allowed: a color that \
             differs from `color`",
        ],
    );
}

#[test]
fn faults_of_all_files_are_reported_together() {
    let broken = DataFile {
        name: "broken.json",
        text: "{",
    };
    let odd = DataFile {
        name: "odd.json",
        text: "{\"enemy\": 1}",
    };
    let error = CombatData::load(&[EMBEDDED[0], broken, odd]).unwrap_err();
    let files: Vec<&str> = error
        .faults
        .iter()
        .map(|fault| fault.file.as_str())
        .collect();
    assert_eq!(files, ["broken.json", "odd.json"]);
}
