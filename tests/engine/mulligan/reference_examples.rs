//! Advice of the first version on example hands.

use qbcoach_engine::coaching::mulligan::MulliganError;
use qbcoach_engine::coaching::mulligan::reference::{advise, hand_value, opener_bonus};
use qbcoach_engine::prediction::evaluation::evaluate;

use crate::mulligan::{canon, cards, reference_advice as advice};
use crate::support::board;

#[test]
fn a_hand_without_an_opener_is_replaced() {
    let book = canon();
    // Cards of rank 3 cannot be played at once; all cards of the deck can.
    let found = advice(&book, "3x Hell Rider II", "9x Grasslands Wolf");
    assert_eq!(found.replace, cards(&book, "3x Hell Rider II"));
    assert!(found.keep.is_empty());
}

#[test]
fn a_hand_with_three_openers_and_strong_cards_is_kept() {
    let book = canon();
    let hand = "3x Grasslands Wolf, Hell Rider II, Ogre";
    let found = advice(&book, hand, "5x Security Officer, 5x Screamer");
    assert_eq!(found.keep, cards(&book, "3x 008, 021, 029"));
    assert_eq!(found.value_after, found.value_kept);
}

#[test]
fn only_surplus_copies_are_replaced() {
    let book = canon();
    // Two are kept. Of the three put back, 3 · 3/13 are drawn again on average.
    let found = advice(&book, "5x Grasslands Wolf", "10x Ogre");
    assert_eq!(found.replace, cards(&book, "008 008 008"));
    assert_eq!(found.keep, cards(&book, "008 008"));
}

#[test]
fn a_card_is_not_exchanged_for_a_copy_of_itself() {
    let book = canon();
    let found = advice(&book, "2x Crawler", "7x Crawler");
    assert!(found.replace.is_empty());
    let found = advice(&book, "Crawler", "");
    assert!(found.replace.is_empty());
}

#[test]
fn the_worth_of_an_opener_is_the_value_of_its_best_first_play() {
    let book = canon();
    let wolf = board(
        &book,
        "y2,.,.,.,e1/
         y1[008],y1,.,.,e1/
         y1,.,.,.,e1 enemy",
    );
    let drawn = evaluate(&wolf, &wolf.powers(&book)).total();
    let found = advice(&book, "Grasslands Wolf", "").value_kept;
    assert!(
        (found - drawn - 3.0).abs() < 1e-9,
        "{found}, not {drawn} + 3"
    );
}

#[test]
fn the_worth_of_other_cards_is_a_share_of_their_power() {
    let book = canon();
    let value = |text: &str| hand_value(&book, &cards(&book, text));
    assert!((value("Ogre") - 0.7 * 5.0).abs() < 1e-12);
    assert!((value("Hell Rider II") - 0.5 * 5.0).abs() < 1e-12);
    assert_eq!(value(""), 0.0);
}

#[test]
fn the_bonus_is_concave_and_highest_at_three_openers() {
    let gains: Vec<f64> = (0..12)
        .map(|openers| opener_bonus(openers + 1) - opener_bonus(openers))
        .collect();
    assert!(gains.windows(2).all(|pair| pair[1] <= pair[0]));
    assert!(gains[2] > 0.0 && gains[3] <= 0.0);
    assert_eq!(opener_bonus(0), 0.0);
}

#[test]
fn every_card_has_a_reason_with_numbers() {
    let book = canon();
    let found = advice(
        &book,
        "Ogre, Screamer, Grasslands Wolf",
        "9x Grasslands Wolf",
    );
    // With both put back, two of 9 wolves, an Ogre and a Screamer are drawn: 5.29 in
    // worth and 5.62 in bonus. With the Ogre kept, one of 9 wolves and a Screamer is
    // drawn: 3.50 + 2.56 and 4.80, which is 0.05 less.
    let texts: Vec<&str> = found.reasons.iter().map(|r| r.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Keep Grasslands Wolf: playable on turn 1 and worth 2.79; \
             putting it back would cost 0.27 on average.",
            "Replace Screamer: not playable on turn 1 and worth 0.50; \
             keeping it would cost 2.75 on average.",
            "Replace Ogre: not playable on turn 1 and worth 3.50; \
             keeping it would cost 0.05 on average.",
        ]
    );
}

#[test]
fn a_hand_of_more_than_ten_cards_is_refused() {
    let book = canon();
    let hand = cards(&book, "11x Crawler");
    let error = advise(&book, &hand, &[]).expect_err("eleven are too many");
    assert_eq!(error, MulliganError::HandTooLarge { found: 11 });
    assert!(error.to_string().contains("at most 10"), "{error}");
    assert!(advise(&book, &hand[1..], &hand).is_ok());
}

#[test]
fn an_empty_hand_needs_no_advice() {
    let found = advice(&canon(), "", "Crawler");
    assert_eq!((found.value_kept, found.value_after), (0.0, 0.0));
    assert!(found.reasons.is_empty());
}
