//! One test for each kind of proof, and tests of the cards that a proof tries.

use qbcoach_engine::coaching::locks::{Lock, Proof, Sight, TriedCards, prove};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{Lane, Side};
use qbcoach_engine::simulation::pile::Pile;

use crate::locks::fixtures::{book, cards, dealt, known, locks, unknown};
use crate::support::{BOTH, play_of};

/// Checks the words of the proof for your lead in TOP, under both presets.
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
        assert_eq!(locks.match_.words(), "The match is over");
        assert_eq!(locks.lanes[Lane::Bot].proof, Proof::NoLead);
        let listed: Vec<(Lane, Side)> = locks.locked_lanes().collect();
        assert_eq!(listed, [(Lane::Top, Side::You), (Lane::Mid, Side::Enemy)]);
    }
}

#[test]
fn on_a_board_filled_by_hand_only_replacement_cards_can_be_played() {
    let full = "y1[001] y1[001] y1[001] e1[001] e1[001] ".repeat(3);
    for rules in BOTH {
        let book = book(rules);
        let top = |enemy: &str| {
            let locks = locks(&book, &known(&book, &full, "", enemy));
            locks.lanes[Lane::Top].clone()
        };
        assert_eq!(top("001").proof, Proof::NoTile);
        // Gigantoad replaces one of two cards of power 1: 4 against 3.
        assert_eq!(top("052").locked, None);
    }
}

const NO_TILE: &str = "The enemy has no tile to play on";

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
fn a_tile_of_too_low_rank_does_not_count() {
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
        "Nothing the enemy may hold can turn it",
    );
}

#[test]
fn without_cards_nothing_can_be_played() {
    check_top(
        "y1[001] . . . e1  . . . . e1  . . . . e1",
        "",
        "The enemy has no cards left",
    );
}

#[test]
fn a_drawn_lane_is_not_locked() {
    check_top(
        "y1[001] . . . e1[001]  . . . . .  . . . . .",
        "",
        "Nobody leads",
    );
}

#[test]
fn a_lead_that_no_line_changes_is_locked() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001+9] . . . e1  . . . . e1  . . . . e1";
        let locks = locks(&book, &known(&book, drawing, "", "001 022"));
        let top = &locks.lanes[Lane::Top];
        assert_eq!(top.locked, Some(Side::You), "{}", top.words());
        let Proof::EveryLine { with, .. } = top.proof else {
            panic!("{top:?}");
        };
        assert_eq!(with, TriedCards::KnownCards { cards: 2 });
        assert_eq!(locks.match_.locked, Some(Side::You));
    }
}

#[test]
fn a_lead_is_out_of_reach_if_the_strongest_cards_on_all_tiles_do_not_take_it() {
    // Two tiles of TOP may come to the enemy: TOP-5, and TOP-4 by a pawn.
    for (yours, enemy, words) in [
        ("y1[001+2]", "007 007", "The enemy cannot reach it"),
        ("y1[001+3]", "007 007 007", "The enemy cannot reach it"),
        ("y1[001+1]", "007 007", "At risk in 2 plays"),
        // Another card acts on TOP, so every line is tried.
        (
            "y1[001+9]",
            "007 022",
            "Nothing the enemy may hold can turn it",
        ),
    ] {
        let drawing = format!("{yours} y1[001] y1[001] . e1  . . . . .  . . . . .");
        check_top(&drawing, enemy, words);
    }
}

#[test]
fn what_a_leader_leads_is_locked_if_its_pass_ends_the_match() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001] . . . e3  . . . . e1[001]  y1[002] . . . .";
        let after_pass = |text: &str| {
            let annotated = unknown(&book, &format!("{drawing}  {text}"), "", "055 055 055");
            locks(&book, &annotated)
        };
        let yours = after_pass("you passes=1");
        assert_eq!(yours.match_.locked, Some(Side::You));
        assert_eq!(yours.match_.proof, Proof::PassEnds);
        assert_eq!(yours.lanes[Lane::Top].words(), "Your pass ends the match");
        assert_ne!(yours.lanes[Lane::Mid].proof, Proof::PassEnds);
        // The enemy may play on after a pass of yours.
        let enemys = after_pass("enemy passes=1");
        assert_eq!(enemys.match_.locked, None);
        let mid = &enemys.lanes[Lane::Mid];
        assert_eq!(mid.words(), "The enemy's pass ends the match");
        assert_eq!(after_pass("you").match_.locked, None);
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
        assert_eq!(locks.lanes[Lane::Top].words(), "At risk");
    }
}

#[test]
fn cards_given_by_effects_during_a_line_are_tried() {
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
fn a_lane_of_the_enemy_is_locked_if_you_have_no_cards() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1 . . . e1[001]  . . . . .  . . . . .";
        let none = locks(&book, &known(&book, drawing, "", "001"));
        assert_eq!(none.lanes[Lane::Top].locked, Some(Side::Enemy));
        let words = none.lanes[Lane::Top].words();
        assert_eq!(words, "You have no cards left");
        let one = locks(&book, &known(&book, drawing, "001", "001"));
        assert_eq!(one.lanes[Lane::Top].locked, None);
        let words = one.lanes[Lane::Top].words();
        assert_eq!(words, "You could turn it");
    }
}

#[test]
fn nothing_is_claimed_beyond_the_budget() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001+99] . . . e1  . . . . e1  . . . . e1";
        let annotated = unknown(&book, drawing, "", "001 001 001 001");
        let locks = prove(&book, &annotated, Sight::YourHand, 500);
        assert_eq!(locks.match_.locked, None);
        assert_eq!(locks.match_.words(), "Not certain yet");
    }
}

#[test]
fn no_more_cards_are_played_than_hand_and_pile_hold() {
    for rules in BOTH {
        let book = book(rules);
        let drawing = "y1[001+1] . . e1 e1  . . . . .  . . . . .";
        // The deck has more unseen cards than hand and pile together.
        for (hand, locked) in [("001", Some(Side::You)), ("001 001", None)] {
            let state = dealt(&book, drawing, "", hand);
            let deck = cards(&book, "001 001 001");
            let annotated = AnnotatedState::new(state, Some(deck), &book).expect("it is sound");
            assert_eq!(locks(&book, &annotated).lanes[Lane::Top].locked, locked);
        }
    }
}

#[test]
fn every_card_of_your_pile_is_tried() {
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
