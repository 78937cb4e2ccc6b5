//! Analysis: either side plays any card in any order, but plays must be legal.

use qbcoach_engine::rules::{IllegalMove, Side};
use qbcoach_engine::simulation::action::{ActionRefusal, Phase};
use qbcoach_engine::simulation::instances::Location;

use crate::simulation::test_match::{TestMatch, ids};

const OPENING: &str = "y1 . . . e1  y1 . . . e1  y1 . . . e1 you";

#[test]
fn any_side_plays_any_card_in_any_order() {
    let mut game = TestMatch::analysis(OPENING);
    game.does_all(&[
        "enemy play 001 MID-5",
        "enemy play 001 TOP-5",
        "you play T01 MID-1",
        "you play 007 TOP-1",
        "you play 007 BOT-1",
        "enemy play 107 BOT-5",
        "you pass",
        "you play 008 MID-2",
    ]);
    assert_eq!(game.state.position.board.occupied().len(), 7);
    assert_eq!(game.state.position.to_act, Side::Enemy);
    assert_eq!(game.state.turn, 9);
}

#[test]
fn nothing_is_drawn_and_no_hand_is_changed() {
    let mut game = TestMatch::analysis(OPENING);
    assert_eq!(game.state.phase(), Phase::Play, "there is no mulligan");
    game.does_all(&["you play 001 MID-1", "enemy pass", "you play 001 TOP-1"]);
    for side in Side::BOTH {
        assert_eq!(game.unseen(side), (0, 0));
        assert_eq!(game.hand(side), "");
        assert!(!game.state.draws_next_turn(side));
    }
    assert_eq!(game.refuses("draw 001"), ActionRefusal::NotReported);
    assert_eq!(game.refuses("hand 001"), ActionRefusal::NotReported);
    assert_eq!(game.refuses("mulligan you"), ActionRefusal::MulliganOver);
}

#[test]
fn a_play_must_still_be_legal() {
    let mut game = TestMatch::analysis("y1 . . . e1  y1[001] . . . e1  y1 . . . e1 you");
    for (line, rule) in [
        ("you play 001 MID-1", "tileOccupied"),
        ("enemy play 001 TOP-1", "tileNotOwned"),
        ("you play 001 TOP-3", "tileNotOwned"),
        ("enemy play 002 MID-5", "rankTooLow"),
        ("you play 051 TOP-1", "nothingToReplace"),
        ("enemy play 051 MID-1", "replacesOpponent"),
    ] {
        let refusal = game.refuses(line);
        let ActionRefusal::Illegal(IllegalMove::Play(illegal)) = refusal else {
            panic!("`{line}`: {refusal}");
        };
        assert_eq!(illegal.rule(), rule, "{line}");
    }
    assert_eq!(game.state.position.to_act, Side::You);
}

#[test]
fn two_passes_in_a_row_still_end_it() {
    let mut game = TestMatch::analysis(OPENING);
    game.does_all(&["you pass", "enemy pass"]);
    assert_eq!(game.state.phase(), Phase::Over);
    let over = ActionRefusal::Illegal(IllegalMove::MatchOver);
    assert_eq!(game.refuses("you play 001 MID-1"), over);
}

#[test]
fn a_token_in_play_has_the_card_that_makes_it() {
    let mut game = TestMatch::analysis(OPENING);
    game.does("you play T01 MID-1");
    let (_, known) = game.instance("MID-1");
    assert_eq!(known.made_by, Some(ids(&game.book, "010")[0]));
    assert_eq!(game.spawned_by("MID-1").as_deref(), Some("010"));
}

#[test]
fn cards_of_the_start_position_become_instances() {
    let drawing = "y1 . . . e1  y1 y1[040] e1 . e1  y1 . . . e1 enemy";
    let mut game = TestMatch::analysis(drawing);
    let (id, known) = game.instance("MID-2");
    assert_eq!((known.side, known.first_turn), (Side::You, 1));
    game.does("enemy play 072 MID-3");
    assert!(matches!(
        game.known(id).location,
        Location::Gone { turn: 1, .. }
    ));
}

#[test]
fn tiles_may_be_set_by_hand() {
    let mut game = TestMatch::analysis(OPENING);
    game.does("set MID-3 e2[072]; set MID-2 y3");
    game.does("you play 104 MID-2");
    assert_eq!(
        game.state.position.board.occupied().len(),
        1,
        "it is destroyed"
    );
}

#[test]
fn a_card_added_by_an_effect_leaves_the_hand_when_played() {
    let mut game = TestMatch::analysis(OPENING);
    game.does("you play 010 MID-1");
    assert_eq!(game.hand(Side::You), "T01");
    game.does("you play T01 TOP-1");
    assert_eq!(game.hand(Side::You), "");
    assert_eq!(game.state.instances.iter().count(), 2);
}
