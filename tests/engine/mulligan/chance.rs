//! Advice by win chance: it agrees with the enumeration of every draw, with weights read
//! from the data by another way, and examples.

use std::collections::BTreeMap;

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::mulligan::hand_chance::{HandWeights, features};
use qbcoach_engine::coaching::mulligan::{KeepOrReplace, MulliganError, advise};
use qbcoach_engine::rules::{CardId, Rulebook, Rules};
use qbcoach_engine::simulation::deck_library::DeckLibrary;

use crate::mulligan::{advice, canon, cards};

const DATA: &str = include_str!("../../../data/mulligan.json");

/// The weights of the data file.
fn weights() -> BTreeMap<String, f64> {
    let data: serde_json::Value = serde_json::from_str(DATA).expect("the data is JSON");
    let weights = data["weights"].as_object().expect("it has weights").iter();
    weights
        .map(|(name, weight)| (name.clone(), weight.as_f64().expect("a number")))
        .collect()
}

/// The score of a hand, straight from its features.
fn score(book: &Rulebook, weights: &BTreeMap<String, f64>, hand: &[CardId]) -> f64 {
    let features = features(book, hand).into_iter();
    features
        .map(|(name, value)| value * weights.get(&name).copied().unwrap_or_default())
        .sum()
}

/// Every hand that drawing `left` of these cards can give.
fn draws(hand: &[CardId], deck: &[CardId], left: usize) -> Vec<Vec<CardId>> {
    if left == 0 {
        return vec![hand.to_vec()];
    }
    let mut all = Vec::new();
    for (place, card) in deck.iter().enumerate() {
        let next = [hand, &[*card]].concat();
        all.extend(draws(&next, &deck[place + 1..], left - 1));
    }
    all
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let number = values.len() as f64;
    values.sum::<f64>() / number
}

#[track_caller]
fn near(found: f64, exact: f64) {
    assert!((found - exact).abs() < 1e-9, "{found}, not {exact}");
}

#[test]
fn the_chances_are_those_of_every_draw() {
    let weights = weights();
    for rules in [Rules::canon(), Rules::rebirth()] {
        let book = Rulebook::embedded(rules);
        let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
        for (seed, named) in library.list().enumerate().step_by(4) {
            let mut deck = named.cards.clone();
            Chance::new(seed as u64, 0).shuffle(&mut deck);
            // A small deck, so that the test stays quick.
            let (hand, rest) = (&deck[..4], &deck[4..10]);
            let found = advise(&book, hand, rest).expect("the hand is small");
            let mut sorted = hand.to_vec();
            sorted.sort_unstable();
            let scores = |hands: Vec<Vec<CardId>>| -> Vec<f64> {
                hands
                    .iter()
                    .map(|hand| score(&book, &weights, hand))
                    .collect()
            };
            let average = mean(scores(draws(&[], &deck[..10], 4)).into_iter());
            let value = |choice: usize| {
                let (mut kept, mut deck) = (Vec::new(), rest.to_vec());
                for (index, card) in sorted.iter().enumerate() {
                    match choice >> index & 1 {
                        0 => kept.push(*card),
                        _ => deck.push(*card),
                    }
                }
                let scores = scores(draws(&kept, &deck, hand.len() - kept.len()));
                let chance = |score: f64| 1.0 / (1.0 + (average - score).exp());
                mean(scores.into_iter().map(chance))
            };
            let values: Vec<f64> = (0..16).map(value).collect();
            let best = values.iter().copied().fold(f64::MIN, f64::max);
            near(found.value_kept, values[0]);
            near(found.value_after, best);
            let replaced = found.reasons.iter().enumerate().map(|(index, reason)| {
                usize::from(reason.decision == KeepOrReplace::Replace) << index
            });
            let chosen: usize = replaced.sum();
            near(values[chosen], best);
            for (index, reason) in found.reasons.iter().enumerate() {
                near(reason.loss_otherwise, best - values[chosen ^ 1 << index]);
            }
        }
    }
}

#[test]
fn the_embedded_weights_are_those_of_the_data() {
    assert_eq!(HandWeights::embedded().weights, weights());
    // The data names every shipped card.
    for card in canon().catalogue.collectible() {
        let name = format!("card {}", card.number);
        assert!(weights().contains_key(&name), "{name}");
    }
}

#[test]
fn advice_depends_neither_on_the_order_of_the_cards_nor_on_the_run() {
    let book = canon();
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
    let mut chance = Chance::new(3, 0);
    for named in library.list() {
        let mut deck = named.cards.clone();
        chance.shuffle(&mut deck);
        let (hand, rest) = deck.split_at_mut(5);
        let first = advise(&book, hand, rest);
        assert_eq!(advise(&book, hand, rest), first);
        chance.shuffle(hand);
        chance.shuffle(rest);
        assert_eq!(advise(&book, hand, rest), first);
    }
}

#[test]
fn a_hand_that_cannot_open_is_put_back() {
    let book = canon();
    let found = advice(
        &book,
        "3x Hell Rider II",
        "3x Crawler, 3x 001, 3x Grasslands Wolf",
    );
    assert_eq!(found.replace, cards(&book, "3x Hell Rider II"));
    let found = advice(&book, "3x Grasslands Wolf", "9x Hell Rider II");
    assert!(found.replace.len() < 3, "{found:?}");
}

#[test]
fn a_card_is_not_exchanged_for_a_copy_of_itself() {
    let book = canon();
    assert!(advice(&book, "2x Crawler", "7x Crawler").replace.is_empty());
    assert!(advice(&book, "Crawler", "").replace.is_empty());
}

#[test]
fn the_average_hand_of_a_deck_wins_half() {
    let book = canon();
    // All hands are equal, so each is the average one.
    let found = advice(&book, "2x Crawler", "7x Crawler");
    near(found.value_kept, 0.5);
    near(found.value_after, 0.5);
    let found = advice(&book, "", "Crawler");
    near(found.value_after, 0.5);
    assert!(found.reasons.is_empty());
}

#[test]
fn the_reasons_say_whether_a_card_can_open_and_what_the_other_choice_costs() {
    let book = canon();
    let found = advice(
        &book,
        "Ogre, Hell Rider II, Hell Rider II, Grasslands Wolf",
        "3x Grasslands Wolf, 3x Crawler, 2x Ogre, Screamer",
    );
    for reason in &found.reasons {
        let name = &book.catalogue[reason.card].name;
        let word = match reason.decision {
            KeepOrReplace::Keep => "Keep",
            KeepOrReplace::Replace => "Replace",
        };
        let opener = *name == "Grasslands Wolf";
        let text = &reason.text;
        assert!(text.starts_with(&format!("{word} {name}: ")), "{text}");
        assert_eq!(text.contains(": playable on turn 1"), opener, "{text}");
        assert_eq!(text.contains(": not playable on turn 1"), !opener, "{text}");
        let percent = format!("{:.1} %", reason.loss_otherwise * 100.0);
        assert_eq!(text.contains(&percent), percent != "0.0 %", "{text}");
    }
}

#[test]
fn a_hand_of_more_than_ten_cards_is_refused_and_ten_of_sixty_are_advised() {
    let book = canon();
    let hand = cards(&book, "11x Crawler");
    let error = advise(&book, &hand, &[]).expect_err("eleven are too many");
    assert_eq!(error, MulliganError::HandTooLarge { found: 11 });
    // Too many draws to list them all: they are sampled, always the same ones.
    let all: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    let (hand, rest) = (&all[..10], &all[10..60]);
    let found = advise(&book, hand, rest);
    assert_eq!(found, advise(&book, hand, rest));
    let found = found.expect("ten are not too many");
    assert_eq!(found.keep.len() + found.replace.len(), 10);
    assert!((0.0..=1.0).contains(&found.value_after));
}
