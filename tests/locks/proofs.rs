//! One test for each kind of proof, and for what it may rest on.

use qbcoach::coaching::locks::{Basis, Lock, Proof, Sight, prove};
use qbcoach::observation::AnnotatedState;
use qbcoach::rules::{Lane, Side};
use qbcoach::simulation::pile::Pile;

use crate::support::{BOTH, play_of};
use crate::table::{book, cards, dealt, known, locks, unknown};

/// What the proof for your lead in TOP says, under both presets.
#[track_caller]
fn check_top(drawing: &str, enemy: &str, words: &str) {
    for rules in BOTH {
        let book = book(rules);
        let locks = locks(&book, &known(&book, drawing, "", enemy));
        assert_eq!(locks.lanes[Lane::Top].words(), words, "{rules}");
    }
}

#[test]
fn a_match_that_is_over_is_locked_for_its_winners() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001] . . . e1  . . . . e1[002]  . . . . . you passes=2";
        let locks = locks(&book, &unknown(&book, drawing, "001", "001"));
        let lanes = Lane::ALL.map(|lane| locks.lanes[lane].locked);
        assert_eq!(lanes, [Some(Side::You), Some(Side::Enemy), None]);
        assert_eq!(locks.match_.locked, Some(Side::Enemy));
        assert_eq!(locks.match_.words(), "the match is over");
        assert_eq!(locks.lanes[Lane::Bot].proof, Proof::NoLead);
        let listed: Vec<(Lane, Side)> = locks.locked_lanes().collect();
        assert_eq!(listed, [(Lane::Top, Side::You), (Lane::Mid, Side::Enemy)]);
    }
}

const NO_TILE: &str = "the enemy holds no tile on which a card can be played";

#[test]
fn without_a_tile_nothing_can_be_played() {
    let drawing = "y1[001] . . . .  . . . . .  . . . . .";
    check_top(drawing, "001 002", NO_TILE);
    for rules in BOTH {
        let book = book(rules);
        let locks = locks(&book, &unknown(&book, drawing, "", "001 002"));
        let expected = Lock {
            leader: Some(Side::You),
            locked: Some(Side::You),
            proof: Proof::NoTile,
        };
        assert_eq!(locks.lanes[Lane::Top], expected);
        assert_eq!(locks.match_, expected);
    }
}

#[test]
fn a_tile_of_too_low_a_rank_is_none() {
    check_top("y1[001] . . . e1  . . . . .  . . . . .", "002", NO_TILE);
}

#[test]
fn a_replacement_card_with_nothing_to_replace_has_no_tile() {
    check_top("y1[001] . . . e1  . . . . .  . . . . .", "051", NO_TILE);
}

#[test]
fn a_replacement_card_needs_no_open_tile() {
    check_top(
        "y1[001] . . . .  . . . . .  . . . . e1[001]",
        "051",
        "the enemy can reach 2 positions with the one card left, and none changes the winner",
    );
}

#[test]
fn without_cards_nothing_can_be_played() {
    check_top(
        "y1[001] . . . e1  . . . . e1  . . . . e1",
        "",
        "the enemy has no cards left to play",
    );
}

#[test]
fn a_draw_is_locked_for_nobody() {
    check_top(
        "y1[001] . . . e1[001]  . . . . .  . . . . .",
        "",
        "nobody leads",
    );
}

#[test]
fn a_lead_that_no_line_takes_is_locked() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001+9] . . . e1  . . . . e1  . . . . e1";
        let locks = locks(&book, &known(&book, drawing, "", "001 001"));
        let top = &locks.lanes[Lane::Top];
        assert_eq!(top.locked, Some(Side::You), "{}", top.words());
        let Proof::EveryLine { with, .. } = top.proof else {
            panic!("{top:?}");
        };
        assert_eq!(with, Basis::KnownCards { cards: 2 });
        assert_eq!(locks.match_.locked, Some(Side::You));
    }
}

#[test]
fn a_play_that_makes_a_draw_changes_the_winner() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001] . . . e1  . . . . .  . . . . .";
        let locks = locks(&book, &known(&book, drawing, "", "001"));
        let by = vec![play_of(&book, "001", "TOP-5")];
        assert_eq!(locks.lanes[Lane::Top].proof, Proof::Refuted { by });
        assert_eq!(locks.lanes[Lane::Top].locked, None);
        assert_eq!(
            locks.lanes[Lane::Top].words(),
            "one play of the enemy can change it"
        );
    }
}

#[test]
fn cards_that_effects_give_on_the_way_count() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001+1] . . e1 e1  . . . . .  . . . . .";
        let locks = locks(&book, &known(&book, drawing, "", "010"));
        let Proof::Refuted { by } = &locks.lanes[Lane::Top].proof else {
            panic!("{:?}", locks.lanes[Lane::Top]);
        };
        assert_eq!(by.len(), 2, "the second card is the one 010 gives");
    }
}

#[test]
fn a_lane_of_the_enemy_is_locked_by_what_you_lack() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1 . . . e1[001]  . . . . .  . . . . .";
        let none = locks(&book, &known(&book, drawing, "", "001"));
        assert_eq!(none.lanes[Lane::Top].locked, Some(Side::Enemy));
        let words = none.lanes[Lane::Top].words();
        assert_eq!(words, "you have no cards left to play");
        let one = locks(&book, &known(&book, drawing, "001", "001"));
        assert_eq!(one.lanes[Lane::Top].locked, None);
        let words = one.lanes[Lane::Top].words();
        assert_eq!(words, "one play of yours can change it");
    }
}

#[test]
fn what_the_budget_does_not_reach_is_not_claimed() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001+99] . . . e1  . . . . e1  . . . . e1";
        let annotated = unknown(&book, drawing, "", "001 001 001 001");
        let locks = prove(&book, &annotated, Sight::YourHand, 500);
        assert_eq!(locks.match_.locked, None);
        assert_eq!(
            locks.match_.words(),
            "nothing is proved: 500 positions were tried and there are more"
        );
    }
}

#[test]
fn no_more_cards_are_played_than_hand_and_pile_hold() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001+1] . . e1 e1  . . . . .  . . . . .";
        // Three cards of the deck are unseen, but some have gone elsewhere.
        for (hand, locked) in [("001", Some(Side::You)), ("001 001", None)] {
            let state = dealt(&book, drawing, "", hand);
            let deck = cards(&book, "001 001 001");
            let annotated = AnnotatedState::new(state, Some(deck), &book).expect("it is sound");
            assert_eq!(locks(&book, &annotated).lanes[Lane::Top].locked, locked);
        }
    }
}

#[test]
fn the_next_card_of_your_pile_counts_wherever_it_lies() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1 . . . e1[001]  . . . . .  . . . . .";
        let mut annotated = known(&book, drawing, "002", "");
        assert_eq!(
            locks(&book, &annotated).lanes[Lane::Top].locked,
            Some(Side::Enemy)
        );
        annotated.state.holdings.you.pile = Pile::in_order(cards(&book, "002 001"));
        assert_eq!(locks(&book, &annotated).lanes[Lane::Top].locked, None);
        let pool = Some(cards(&book, "002 003"));
        annotated.state.holdings.you.pile = Pile::Hidden { size: 2, pool };
        assert_eq!(
            locks(&book, &annotated).lanes[Lane::Top].proof,
            Proof::NoTile
        );
        let pool = None;
        annotated.state.holdings.you.pile = Pile::Hidden { size: 2, pool };
        assert_eq!(locks(&book, &annotated).lanes[Lane::Top].locked, None);
    }
}
