//! A player's own file over the shipped ones, and the SHA-256 over both.

use qbcoach_engine::rules::data::{DataFile, EMBEDDED, embedded, load};
use qbcoach_engine::rules::{CardKind, Catalogue, Cost, words};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::data::documents::{
    ExpectedFault, MINE, card, card_with, cards, effect, effects, loaded, lowering, misfit, token,
    with,
};

fn shipped_card(number: &str) -> Value {
    let cards: Value = serde_json::from_str(EMBEDDED[0].text).expect("the file is JSON");
    let list = cards["cards"].as_array().expect("cards are a list");
    let found = list.iter().find(|card| card["number"] == number);
    found.expect("the card is shipped").clone()
}

fn with_files(texts: &[&str]) -> Catalogue {
    let files: Vec<DataFile<'_>> = texts
        .iter()
        .map(|text| DataFile { name: MINE, text })
        .collect();
    load(&files).unwrap_or_else(|error| panic!("it should load:\n{error}"))
}

#[test]
fn a_card_is_overridden_by_its_number() {
    let changed = with(
        with(shipped_card("019"), "power", json!(9)),
        "name",
        json!("Crawler Prime"),
    );
    let catalogue = loaded(&cards([changed]));
    assert_eq!(catalogue.cards().len(), embedded().cards().len());
    let card = &catalogue[catalogue.by_number("019").unwrap()];
    assert_eq!((card.name.as_str(), card.power), ("Crawler Prime", 9));
    assert!(catalogue.find("Crawler").is_err());
    assert_eq!(catalogue.find("crawler prime"), Ok(card.id));
    for (before, after) in embedded().cards().iter().zip(catalogue.cards()) {
        assert_eq!(before.id, after.id);
        assert!(before == after || before.number == "019");
    }
}

#[test]
fn an_override_may_keep_the_name_and_take_a_freed_one() {
    let kept = with(shipped_card("019"), "power", json!(9));
    loaded(&cards([kept]));
    let renamed = with(shipped_card("019"), "name", json!("Old Crawler"));
    let taker = with(card(), "name", json!("CRAWLER"));
    let catalogue = loaded(&cards([renamed, taker]));
    assert_eq!(catalogue[catalogue.find("crawler").unwrap()].number, "900");
}

#[test]
fn an_effect_is_overridden_by_its_id_for_every_card_that_has_it() {
    let changed = with(lowering(), "id", json!("pawns-2"));
    let catalogue = loaded(&json!({"effects": [changed]}));
    let before = embedded();
    let users: Vec<&str> = before
        .cards()
        .iter()
        .filter(|card| card.effects.iter().any(|effect| effect.id == "pawns-2"))
        .map(|card| card.number.as_str())
        .collect();
    assert!(users.len() > 1);
    for card in catalogue.cards() {
        let sentences: Vec<String> = card
            .effects
            .iter()
            .map(|effect| words::describe(&catalogue, effect))
            .collect();
        if users.contains(&card.number.as_str()) {
            let lowers = "When played, lowers the power of enemy cards on affected tiles by 1.";
            assert_eq!(sentences, [lowers]);
        } else {
            assert_eq!(*card, before[card.id]);
        }
    }
}

#[test]
fn a_card_is_added_with_an_effect_and_a_token_of_its_own() {
    let add = json!({"type": "add_to_hand", "cards": ["T90"]});
    let mut document = card_with(effect("on_destroy", "hand", add));
    let list = document["cards"].as_array_mut().expect("it is a list");
    list.push(token());
    let catalogue = loaded(&document);
    assert_eq!(catalogue.cards().len(), 145 + 21 + 2);
    let added = &catalogue[catalogue.find("test turtle").unwrap()];
    assert_eq!(added.kind, CardKind::Collectible);
    assert!(matches!(added.cost, Cost::Pawns(rank) if rank.get() == 1));
    assert_eq!(
        words::describe(&catalogue, &added.effects[0]),
        "When destroyed, adds Test Turtle Egg to its owner's hand."
    );
    let egg = &catalogue[catalogue.find("T90").unwrap()];
    assert_eq!((egg.kind, egg.made_by), (CardKind::Token, Some(added.id)));
    // Collectible cards come first, from whichever file.
    let kinds: Vec<CardKind> = catalogue.cards().iter().map(|card| card.kind).collect();
    assert!(kinds.is_sorted());
    for (index, card) in catalogue.cards().iter().enumerate() {
        assert_eq!(card.id.index(), index);
    }
}

#[test]
fn an_added_card_may_use_shipped_effects_and_tokens() {
    let user = with(card(), "effects", json!(["pawns-3", "on-play-add-t01"]));
    let catalogue = loaded(&cards([user]));
    let added = &catalogue[catalogue.find("900").unwrap()];
    assert_eq!(added.effects.len(), 2);
    // With a second card that makes it, a token has no single maker.
    let minion = catalogue.find("T01").unwrap();
    assert_eq!(catalogue[minion].made_by, None);
    assert!(
        embedded()[embedded().find("T01").unwrap()]
            .made_by
            .is_some()
    );
}

#[test]
fn an_override_may_leave_a_shipped_effect_without_a_card() {
    let catalogue = loaded(&cards([with(shipped_card("086"), "effects", json!([]))]));
    let card = &catalogue[catalogue.by_number("086").unwrap()];
    assert!(card.effects.is_empty());
    let used = catalogue
        .cards()
        .iter()
        .flat_map(|card| &card.effects)
        .any(|effect| effect.id == "threshold-7-raise-allies-2");
    assert!(!used);
}

#[test]
fn a_later_file_goes_over_an_earlier_one() {
    let first = cards([card()]).to_string();
    let second = cards([with(card(), "power", json!(7))]).to_string();
    let catalogue = with_files(&[&first, &second]);
    assert_eq!(catalogue[catalogue.find("900").unwrap()].power, 7);
    let catalogue = with_files(&[&second, &first]);
    assert_eq!(catalogue[catalogue.find("900").unwrap()].power, 2);
}

#[test]
fn a_fault_names_the_file_it_is_in() {
    let right = cards([card()]).to_string();
    let wrong = cards([with(card(), "rank", json!(7))]).to_string();
    let files = [("right.json", &right), ("wrong.json", &wrong)];
    let files = files.map(|(name, text)| DataFile { name, text });
    let error = load(&files).expect_err("a rank is wrong");
    let named: Vec<&str> = error
        .faults
        .iter()
        .map(|fault| fault.file.as_str())
        .collect();
    assert_eq!(named, ["wrong.json"]);
}

#[test]
fn the_sha256_is_of_every_text_in_order() {
    let mine = cards([card()]).to_string();
    let mut hash = Sha256::new();
    for text in EMBEDDED.iter().map(|file| file.text).chain([mine.as_str()]) {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    let expected: String = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(with_files(&[&mine]).sha256(), expected);
}

#[test]
fn the_sha256_changes_with_an_added_file_and_not_otherwise() {
    let shipped = embedded().sha256().to_owned();
    assert_eq!(shipped.len(), 64);
    assert!(
        shipped
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    );
    assert_eq!(with_files(&[]).sha256(), shipped);

    let mine = cards([card()]).to_string();
    let stronger = cards([with(card(), "power", json!(3))]).to_string();
    let added = with_files(&[&mine]).sha256().to_owned();
    assert_ne!(added, shipped);
    assert_eq!(with_files(&[&mine]).sha256(), added);
    assert_ne!(with_files(&[&stronger]).sha256(), added);
    assert_ne!(with_files(&["{}"]).sha256(), shipped);
    assert_ne!(
        with_files(&[&mine, "{}"]).sha256(),
        with_files(&["{}", &mine]).sha256()
    );
    // The name of a file does not count.
    let renamed = DataFile {
        name: "elsewhere/cards.json",
        text: &mine,
    };
    assert_eq!(load(&[renamed]).expect("it loads").sha256(), added);
}

fn spawning(tokens: Value) -> Value {
    let spawn = json!({"type": "spawn_token", "tokens": tokens});
    let effect = effect("on_play", "empty_positions", spawn);
    with(effect, "id", json!("on-play-spawn-t09-t10-t11"))
}

#[test]
fn an_override_may_leave_shipped_tokens_unspawned() {
    let spawn = spawning(json!({"1": "T09", "2": "T09", "3": "T09"}));
    loaded(&effects([spawn.clone()]));
    // This also holds when one of the tokens is overridden.
    let number = with(token(), "number", json!("T10"));
    let changed = with(number, "name", json!("Diamond Dust"));
    loaded(&json!({"cards": [changed], "effects": [spawn]}));
}

#[test]
fn a_token_made_a_card_is_the_fault_of_the_file_that_does_so() {
    let changed = with(with(card(), "number", json!("T09")), "name", json!("Ice"));
    misfit(
        cards([changed]),
        ExpectedFault {
            item: "card T09 Ice",
            field: "kind",
            problem: "effect on-play-spawn-t09-t10-t11 spawns the card, which is not a token",
            allowed: "token",
        },
    );
}

#[test]
fn an_earlier_file_may_lose_the_card_of_its_effect_to_a_later_one() {
    let first = card_with(lowering()).to_string();
    let second = cards([card()]).to_string();
    let catalogue = with_files(&[&first, &second]);
    let card = &catalogue[catalogue.find("900").unwrap()];
    assert!(card.effects.is_empty());
}
