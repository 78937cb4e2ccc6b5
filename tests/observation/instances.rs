//! Copies, not names: each card has its own record and keeps it.

use crate::table::{OPENING, ROOM, canon, check, watched};

#[test]
fn both_sides_are_observed() {
    check(
        OPENING,
        "you 001 MID-1; enemy 007 MID-5",
        &["you 001 deck turn 1 MID-1", "enemy 007 deck turn 2 MID-5"],
    );
}

#[test]
fn a_second_copy_is_a_second_card() {
    check(
        OPENING,
        "enemy 007 MID-5; enemy 007 TOP-5",
        &["enemy 007 deck turn 1 MID-5", "enemy 007 deck turn 2 TOP-5"],
    );
}

#[test]
fn a_card_played_again_where_a_copy_died_is_another() {
    check(
        "
        y1 .  .  . e1
        y1 y3 e2 . e1
        y1 .  .  . e1",
        "enemy 007 MID-3; you 039 MID-2; enemy 007 MID-3",
        &[
            "enemy 007 deck turn 1 MID-3 gone 2",
            "you 039 deck turn 2 MID-2",
            "enemy 007 deck turn 3 MID-3",
        ],
    );
}

#[test]
fn a_token_over_a_dead_card_is_another() {
    check(
        "
        y1 .  .  . .
        y1 y3 e2 . e2
        y1 .  .  . .",
        "enemy 007 MID-3; you 039 MID-2; enemy 096 MID-5",
        &[
            "enemy 007 deck turn 1 MID-3 gone 2",
            "you 039 deck turn 2 MID-2",
            "enemy 096 deck turn 3 MID-5",
            "enemy T10 token turn 3 MID-3",
        ],
    );
}

#[test]
fn a_replaced_card_is_gone_and_the_new_one_there() {
    check(
        OPENING,
        "enemy 007 MID-5; enemy 051 MID-5",
        &[
            "enemy 007 deck turn 1 MID-5 gone 2",
            "enemy 051 deck turn 2 MID-5",
        ],
    );
}

#[test]
fn a_replacement_over_its_own_copy_is_another() {
    check(
        OPENING,
        "enemy 007 MID-5; enemy 051 MID-5; enemy 051 MID-5",
        &[
            "enemy 007 deck turn 1 MID-5 gone 2",
            "enemy 051 deck turn 2 MID-5 gone 3",
            "enemy 051 deck turn 3 MID-5",
        ],
    );
}

#[test]
fn a_card_moved_by_resync_is_the_same_card() {
    check(
        OPENING,
        "enemy 007 MID-5; see MID-5 . MID-4 enemy/007",
        &["enemy 007 deck turn 1 MID-4"],
    );
    let book = canon();
    let before = watched(&book, OPENING, "enemy 007 MID-5");
    let after = watched(
        &book,
        OPENING,
        "enemy 007 MID-5; see MID-5 . MID-4 enemy/007",
    );
    let instance =
        |table: &qbcoach::observation::AnnotatedState| table.observation.observations()[0].instance;
    assert_eq!(instance(&before), instance(&after));
}

#[test]
fn a_card_that_resync_takes_away_is_gone() {
    check(
        OPENING,
        "enemy 007 MID-5; see MID-5 .",
        &["enemy 007 deck turn 1 MID-5 gone 2"],
    );
}

#[test]
fn a_card_that_resync_brings_is_seen_now() {
    check(
        OPENING,
        "enemy 007 MID-5; see MID-5 enemy/010 TOP-1 you/001",
        &[
            "enemy 007 deck turn 1 MID-5 gone 2",
            "you 001 deck turn 2 TOP-1",
            "enemy 010 deck turn 2 MID-5",
        ],
    );
}

#[test]
fn a_card_that_changes_sides_by_resync_is_another() {
    check(
        OPENING,
        "enemy 007 MID-5; see MID-5 you/007",
        &[
            "enemy 007 deck turn 1 MID-5 gone 2",
            "you 007 deck turn 2 MID-5",
        ],
    );
}

#[test]
fn a_card_that_dies_in_the_move_that_plays_it_was_seen() {
    // 027 lowers what stands on TOP-4 by 1.
    check(
        "
        . . .       e1 .
        . . y2[027] .  .
        . . .       .  .",
        "enemy 001 TOP-4",
        &[
            "you 027 deck turn 1 MID-3",
            "enemy 001 deck turn 1 TOP-4 gone 1",
        ],
    );
}

#[test]
fn your_cards_die_and_move_like_the_enemys() {
    check(
        "
        . y1 .       . .
        . .  e2[027] . .
        . .  .       . y1",
        "you 001 TOP-2; you 001 BOT-5; see BOT-5 . BOT-4 you/001",
        &[
            "enemy 027 deck turn 1 MID-3",
            "you 001 deck turn 1 TOP-2 gone 1",
            "you 001 deck turn 2 BOT-4",
        ],
    );
}

#[test]
fn several_cards_die_in_one_move() {
    check(
        ROOM,
        "enemy 001 TOP-4; enemy 001 MID-5; enemy 041 MID-4; enemy 051 MID-4",
        &[
            "enemy 001 deck turn 1 TOP-4 gone 4",
            "enemy 001 deck turn 2 MID-5 gone 4",
            "enemy 041 deck turn 3 MID-4 gone 4",
            "enemy 051 deck turn 4 MID-4",
        ],
    );
}

#[test]
fn passes_show_nothing() {
    check(OPENING, "you pass; enemy pass", &[]);
}
