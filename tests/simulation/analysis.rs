//! Analysis: any side, any card, any order; the rules of a play still hold.

use qbcoach::rules::{IllegalMove, Side};
use qbcoach::simulation::action::{Phase, Refusal};
use qbcoach::simulation::instances::Place;

use crate::table::{Table, ids};

const OPENING: &str = "y1 . . . e1  y1 . . . e1  y1 . . . e1 you";

#[test]
fn any_side_plays_any_card_in_any_order() {
    let mut table = Table::analysis(OPENING);
    table.does_all(&[
        "enemy play 001 MID-5",
        "enemy play 001 TOP-5",
        "you play T01 MID-1",
        "you play 007 TOP-1",
        "you play 007 BOT-1",
        "enemy play 107 BOT-5",
        "you pass",
        "you play 008 MID-2",
    ]);
    assert_eq!(table.state.position.board.occupied().len(), 7);
    assert_eq!(table.state.position.to_act, Side::Enemy);
    assert_eq!(table.state.turn, 9);
}

#[test]
fn nothing_is_drawn_and_no_hand_is_changed() {
    let mut table = Table::analysis(OPENING);
    assert_eq!(table.state.phase(), Phase::Play, "there is no mulligan");
    table.does_all(&["you play 001 MID-1", "enemy pass", "you play 001 TOP-1"]);
    for side in Side::BOTH {
        assert_eq!(table.unseen(side), (0, 0));
        assert_eq!(table.hand(side), "");
        assert!(!table.state.draws_next_turn(side));
    }
    assert_eq!(table.refuses("draw 001"), Refusal::NotReported);
    assert_eq!(table.refuses("hand 001"), Refusal::NotReported);
    assert_eq!(table.refuses("mulligan you"), Refusal::MulliganOver);
}

#[test]
fn a_play_must_still_be_legal() {
    let mut table = Table::analysis("y1 . . . e1  y1[001] . . . e1  y1 . . . e1 you");
    for (line, rule) in [
        ("you play 001 MID-1", "tileOccupied"),
        ("enemy play 001 TOP-1", "tileNotOwned"),
        ("you play 001 TOP-3", "tileNotOwned"),
        ("enemy play 002 MID-5", "rankTooLow"),
        ("you play 051 TOP-1", "nothingToReplace"),
        ("enemy play 051 MID-1", "replacesOpponent"),
    ] {
        let refusal = table.refuses(line);
        let Refusal::Illegal(IllegalMove::Play(illegal)) = refusal else {
            panic!("`{line}`: {refusal}");
        };
        assert_eq!(illegal.rule(), rule, "{line}");
    }
    assert_eq!(table.state.position.to_act, Side::You);
}

#[test]
fn two_passes_in_a_row_still_end_it() {
    let mut table = Table::analysis(OPENING);
    table.does_all(&["you pass", "enemy pass"]);
    assert_eq!(table.state.phase(), Phase::Over);
    let over = Refusal::Illegal(IllegalMove::MatchOver);
    assert_eq!(table.refuses("you play 001 MID-1"), over);
}

#[test]
fn a_token_in_play_has_the_card_that_makes_it() {
    let mut table = Table::analysis(OPENING);
    table.does("you play T01 MID-1");
    let (_, known) = table.instance("MID-1");
    assert_eq!(known.made_by, Some(ids(&table.book, "010")[0]));
    assert_eq!(table.spawned_by("MID-1").as_deref(), Some("010"));
}

#[test]
fn cards_of_the_position_are_met_and_followed() {
    let drawing = "y1 . . . e1  y1 y1[040] e1 . e1  y1 . . . e1 enemy";
    let mut table = Table::analysis(drawing);
    let (id, known) = table.instance("MID-2");
    assert_eq!((known.side, known.first_turn), (Side::You, 1));
    table.does("enemy play 072 MID-3");
    assert!(matches!(table.known(id).place, Place::Gone { turn: 1, .. }));
}

#[test]
fn the_table_may_be_set_by_hand() {
    let mut table = Table::analysis(OPENING);
    table.does("set MID-3 e2[072]; set MID-2 y3");
    table.does("you play 104 MID-2");
    assert_eq!(table.state.position.board.occupied().len(), 1, "it dies");
}

#[test]
fn a_card_given_by_an_effect_leaves_the_hand_when_it_is_played() {
    let mut table = Table::analysis(OPENING);
    table.does("you play 010 MID-1");
    assert_eq!(table.hand(Side::You), "T01");
    table.does("you play T01 TOP-1");
    assert_eq!(table.hand(Side::You), "");
    assert_eq!(table.state.instances.iter().count(), 2);
}
