//! Each copy of a card has a record of its own and keeps it.

use crate::observation::fixtures::{OPENING, ROOM, canon, check, watched};

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
fn a_card_played_on_the_tile_of_a_destroyed_copy_is_a_new_record() {
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
fn a_token_on_the_tile_of_a_destroyed_card_is_a_new_record() {
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
fn a_replaced_card_is_gone_and_its_replacement_recorded() {
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
fn a_replacement_of_its_own_copy_is_a_new_record() {
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
    let instance = |annotated: &qbcoach_engine::observation::AnnotatedState| {
        annotated.observation.observations()[0].instance
    };
    assert_eq!(instance(&before), instance(&after));
}

#[test]
fn a_card_removed_by_resync_is_gone() {
    check(
        OPENING,
        "enemy 007 MID-5; see MID-5 .",
        &["enemy 007 deck turn 1 MID-5 gone 2"],
    );
}

#[test]
fn a_card_corrected_to_another_stays_recorded_but_says_nothing_of_the_deck() {
    check(
        OPENING,
        "enemy 007 MID-5; see MID-5 enemy/010",
        &[
            "enemy 007 unknown turn 1 MID-5 gone 2",
            "enemy 010 deck turn 2 MID-5",
        ],
    );
}

#[test]
fn a_card_added_by_resync_is_recorded_in_that_turn() {
    check(
        OPENING,
        "enemy 007 MID-5; see MID-5 enemy/010 TOP-1 you/001",
        &[
            "enemy 007 unknown turn 1 MID-5 gone 2",
            "you 001 deck turn 2 TOP-1",
            "enemy 010 deck turn 2 MID-5",
        ],
    );
}

#[test]
fn a_card_that_changes_sides_by_resync_is_a_new_record() {
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
fn a_card_destroyed_by_its_own_play_is_recorded() {
    // 027 lowers a card on TOP-4 by 1.
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
fn your_cards_are_destroyed_and_moved_like_the_enemys() {
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
fn several_cards_are_destroyed_in_one_move() {
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
fn passes_add_no_record() {
    check(OPENING, "you pass; enemy pass", &[]);
}
