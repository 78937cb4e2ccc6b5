//! What to keep of an opening hand: counted numbers against an oracle that goes
//! through every draw, and examples.

#[path = "../support/mod.rs"]
mod support;

mod examples;
mod oracle;

use qbcoach::coaching::mulligan::{MulliganAdvice, Verdict, advise};
use qbcoach::rules::{CardId, Rulebook, Rules};
use qbcoach::simulation::deck::cards_from_text;

fn canon() -> Rulebook {
    Rulebook::embedded(Rules::canon())
}

#[track_caller]
fn cards(book: &Rulebook, text: &str) -> Vec<CardId> {
    cards_from_text(&book.catalogue, text).expect("the test names cards")
}

#[track_caller]
fn advice(book: &Rulebook, hand: &str, rest: &str) -> MulliganAdvice {
    let advice = advise(book, &cards(book, hand), &cards(book, rest)).expect("the hand is small");
    // What holds for every advice.
    let with = |verdict: Verdict| -> Vec<CardId> {
        let reasons = advice.reasons.iter();
        let told = reasons.filter(|reason| reason.verdict == verdict);
        told.map(|reason| reason.card).collect()
    };
    assert_eq!(with(Verdict::Replace), advice.replace);
    assert_eq!(with(Verdict::Keep), advice.keep);
    assert!(advice.value_after >= advice.value_kept - 1e-9);
    assert!(advice.reasons.iter().all(|r| r.loss_otherwise >= 0.0));
    advice
}
