//! Advice on opening hands: its numbers agree with oracles that enumerate every draw, and
//! examples.

mod chance;
mod reference_examples;
mod reference_oracle;

use qbcoach_engine::coaching::mulligan::{
    KeepOrReplace, MulliganAdvice, MulliganError, advise, reference,
};
use qbcoach_engine::rules::{CardId, Rulebook, Rules};
use qbcoach_engine::simulation::deck::cards_from_text;

fn canon() -> Rulebook {
    Rulebook::embedded(Rules::canon())
}

#[track_caller]
fn cards(book: &Rulebook, text: &str) -> Vec<CardId> {
    cards_from_text(&book.catalogue, text).expect("the test names cards")
}

type Advise = fn(&Rulebook, &[CardId], &[CardId]) -> Result<MulliganAdvice, MulliganError>;

/// The advice by win chance.
#[track_caller]
fn advice(book: &Rulebook, hand: &str, rest: &str) -> MulliganAdvice {
    checked(advise, book, hand, rest)
}

/// The advice of the first version.
#[track_caller]
fn reference_advice(book: &Rulebook, hand: &str, rest: &str) -> MulliganAdvice {
    checked(reference::advise, book, hand, rest)
}

#[track_caller]
fn checked(advise: Advise, book: &Rulebook, hand: &str, rest: &str) -> MulliganAdvice {
    let advice = advise(book, &cards(book, hand), &cards(book, rest)).expect("the hand is small");
    // These properties hold for every advice.
    let with = |decision: KeepOrReplace| -> Vec<CardId> {
        let reasons = advice.reasons.iter();
        let matching = reasons.filter(|reason| reason.decision == decision);
        matching.map(|reason| reason.card).collect()
    };
    assert_eq!(with(KeepOrReplace::Replace), advice.replace);
    assert_eq!(with(KeepOrReplace::Keep), advice.keep);
    assert!(advice.value_after >= advice.value_kept - 1e-9);
    assert!(advice.reasons.iter().all(|r| r.loss_otherwise >= 0.0));
    advice
}
