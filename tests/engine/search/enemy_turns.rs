//! The enemy's turns as facts of the observation, and what they say about its hand.

use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::Move;
use qbcoach_engine::rules::setup::TileCorrection;
use qbcoach_engine::simulation::action::Action;

use crate::coaching::advice::coach;
use crate::prediction::fixtures::{act, match_from};

const START: &str = "
    y1 . . . e1
    y1 . . . e1
    y1 . . . e1 you";

fn made(view: &AnnotatedState) -> Vec<(u32, Move)> {
    let turns = view.observation.enemy_turns().iter();
    turns.map(|turn| (turn.turn, turn.made)).collect()
}

#[test]
fn every_enemy_turn_is_kept_with_the_position_before_it() {
    let coach = coach("canon");
    let book = &coach.book;
    let hands = ("001 002 | 007 007", "001 019 | 007 007");
    let mut view = match_from(book, START, hands, None);
    assert!(made(&view).is_empty());
    act(book, &mut view, "you 001 MID-1");
    let before = view.clone();
    act(book, &mut view, "enemy 019 MID-5; you pass; enemy pass");
    let turns = view.observation.enemy_turns();
    assert_eq!(turns.len(), 2);
    assert_eq!(turns[0].turn, 2);
    assert_eq!(turns[0].position, before.state.position);
    assert_eq!(turns[0].hand, 2);
    assert_eq!(turns[1].made, Move::Pass);
    // Undoing is going back to an earlier copy.
    assert!(made(&before).is_empty());
}

#[test]
fn a_correction_of_the_board_forgets_the_turns_before_it() {
    let coach = coach("canon");
    let book = &coach.book;
    let hands = ("001 002 | 007 007", "001 019 | 007 007");
    let mut view = match_from(book, START, hands, None);
    act(book, &mut view, "you 001 MID-1; enemy 019 MID-5");
    assert_eq!(made(&view).len(), 1);
    let tiles: Vec<TileCorrection> = Vec::new();
    view.act(book, &Action::Resync { tiles })
        .expect("nothing is corrected");
    assert!(made(&view).is_empty());
    act(book, &mut view, "you pass; enemy pass");
    assert_eq!(made(&view).len(), 1);
}
