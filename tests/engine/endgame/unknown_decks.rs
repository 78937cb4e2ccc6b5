//! If the enemy's deck is not known, a claim must hold for every deck that the rules
//! allow.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::data::EMBEDDED;
use qbcoach_engine::rules::{CardId, Rarity, Rulebook, Rules, Side};
use serde_json::{Value, json};

use crate::endgame::fixtures::Recall;
use crate::endgame::small_endgames::small_endgames;
use crate::locks::endgames::EnemyDeck;
use crate::support::catalogue_with;

/// Rules under which decks hold only these cards, up to `copies` of each: they are made
/// legendary, and no other card may be in a deck.
fn few_cards(rules: Rules, copies: u8, numbers: &[String]) -> Rulebook {
    let document: Value = serde_json::from_str(EMBEDDED[0].text).expect("the data is JSON");
    let mut cards = document["cards"].clone();
    for card in cards.as_array_mut().expect("the data lists cards") {
        let chosen = numbers.iter().any(|number| card["number"] == **number);
        card["rarity"] = json!(if chosen { "legendary" } else { "standard" });
    }
    let mut book = Rulebook::new(catalogue_with(&json!({"cards": cards}).to_string()), rules);
    book.rules.max_copies = 0;
    book.rules.max_legendary_copies = copies;
    book
}

fn chosen(book: &Rulebook) -> Vec<CardId> {
    let cards = book.catalogue.collectible();
    let chosen = cards.filter(|card| card.rarity == Rarity::Legendary);
    chosen.map(|card| card.id).collect()
}

#[test]
fn no_claim_is_contradicted_by_any_deck() {
    for rules in [Rules::canon(), Rules::rebirth()] {
        let mut recall = Recall::default();
        for seed in 0..8 {
            let mut chance = Chance::new(seed, 3);
            let mut number = || format!("{:03}", 1 + chance.below(145));
            let numbers: Vec<String> = (0..6).map(|_| number()).collect();
            let copies = 3;
            let book = few_cards(rules, copies, &numbers);
            let cards = chosen(&book);
            let seeds = 5_000 + seed * 50..5_025 + seed * 50;
            for annotated in small_endgames(&book, &cards, EnemyDeck::Unknown, 3, seeds) {
                let seen = annotated.observation.seen_deck_cards(Side::Enemy);
                let most = |card: &CardId| {
                    let seen = seen.iter().filter(|seen| *seen == card).count();
                    usize::from(copies).saturating_sub(seen)
                };
                let copies = cards.iter().map(|card| vec![*card; most(card)]);
                let unseen = copies.collect::<Vec<_>>().concat();
                let enemy = &annotated.state.holdings.enemy;
                let unknown = enemy.hand.len() + enemy.pile.len();
                // A deck with more copies than the rules allow is not a deck.
                let is_legal = seen.iter().all(|card| {
                    seen.iter().filter(|other| *other == card).count() <= usize::from(3_u8)
                });
                if is_legal && unseen.len() >= unknown as usize {
                    recall.check(&book, &annotated, &unseen, 15_000);
                }
            }
        }
        recall.print(&rules.to_string());
        let (lower, upper) = recall.shares();
        assert!(recall.lower.1 > 50 && recall.upper.1 > 50);
        assert!(lower > 0.9, "{rules}: only {lower:.3} of the lower bounds");
        assert!(upper > 0.5, "{rules}: only {upper:.3} of the upper bounds");
    }
}
