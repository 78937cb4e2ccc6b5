//! Batches, replacement, and the tiles and pawns of destroyed cards.

use super::{CANON, Case, Grave, Knobs};

const KEEP_PAWNS: Knobs = Knobs {
    pawns_keep: true,
    ..CANON
};
const CLEAR: Knobs = Knobs {
    grave: Grave::Clear,
    ..CANON
};
const REOPEN: Knobs = Knobs {
    grave: Grave::Reopen,
    ..CANON
};

#[test]
fn a_batch_follows_the_board_order_of_the_mover() {
    let mut case = Case::new(CANON);
    case.put('e', "D1", 2);
    case.put('e', "D2", 3);
    assert_eq!(case.play('y', "KA", 0), ["T01", "T02"]);

    let mut case = Case::new(CANON);
    case.put('y', "D1", 2);
    case.put('y', "D2", 3);
    assert_eq!(case.play('e', "KA", 4), ["T02", "T01"]);
}

#[test]
fn cards_added_by_a_destroyed_card_go_to_its_owner() {
    let mut case = Case::new(CANON);
    case.put('e', "D1", 2);
    let gained = case.board.play(&case.cards, &case.knobs, 'y', "KA", 0);
    assert_eq!(gained, [('e', "T01".to_owned())]);
}

#[test]
fn a_card_raised_during_its_batch_is_destroyed_all_the_same() {
    let mut case = Case::new(CANON);
    case.put('e', "D9", 3);
    case.put('e', "P1", 7);
    case.put('e', "P5", 8);
    case.play('y', "L1", 0);
    assert_eq!(case.tile(7), "e1", "P1 was in the batch with D9");
    assert_eq!(case.tile(8), "e1[P5=13+|d8|s0|f0]");
}

#[test]
fn a_card_at_power_0_fires_first_and_may_be_raised_again() {
    let mut case = Case::new(CANON);
    case.put('e', "S3", 3);
    case.play('y', "L2", 0);
    assert_eq!(case.tile(3), "e1[S3=2+|d1|s0|f1]");
}

#[test]
fn cards_of_a_batch_watch_each_others_destruction() {
    let mut case = Case::new(CANON);
    case.put('e', "WD", 2);
    case.put('e', "WD", 3);
    case.play('y', "WD", 0);
    case.play('y', "KA", 5);
    assert_eq!(case.tile(0), "y1[WD=3|d0|s2|f0]");
    assert_eq!(case.tile(2), "e1");
}

#[test]
fn a_tied_tile_goes_to_the_side_of_the_card_that_left() {
    let mut case = Case::new(CANON);
    case.set(1, 1, 1, 'y');
    case.play('y', "P1", 1);
    case.play('e', "KA", 4);
    assert_eq!(case.tile(1), "y1:1");
}

#[test]
fn a_tie_made_by_an_undo_stays_with_the_owner_before() {
    let mut case = Case::new(CANON);
    case.set(1, 1, 1, 'y');
    case.play('y', "F1", 0);
    assert_eq!(case.tile(1), "y2:1");
    case.play('e', "KA", 4);
    assert_eq!(case.tile(1), "y1:1");
}

#[test]
fn pawns_of_destroyed_cards_vanish_or_stay_by_the_knob() {
    for (knobs, left) in [(CANON, "."), (KEEP_PAWNS, "y1")] {
        let mut case = Case::new(knobs);
        case.play('y', "F1", 0);
        case.play('e', "KA", 4);
        assert_eq!(case.tile(1), left);
        assert_eq!(case.tile(0), "y1");
        assert!(case.board.records.is_empty());
    }
}

#[test]
fn a_cleared_tile_forgets_the_pawns_of_others() {
    let mut case = Case::new(CLEAR);
    case.play('y', "F1", 0);
    case.play('y', "P5", 1);
    case.put('e', "KX", 2);
    assert_eq!(case.tile(1), "e1", "only the pawn of the destroying card");
    assert_eq!(case.tile(0), "y1[F1=1|d0|s0|f0]");
}

#[test]
fn a_cleared_tile_without_a_destroying_pawn_is_neutral() {
    let mut case = Case::new(CLEAR);
    case.play('y', "P1", 0);
    case.play('e', "KA", 4);
    assert_eq!(case.tile(0), ".");
}

#[test]
fn a_reopened_tile_without_a_destroying_pawn_is_kept() {
    let mut case = Case::new(REOPEN);
    case.play('y', "F1", 0);
    case.play('y', "P5", 1);
    case.play('e', "KA", 4);
    assert_eq!((case.tile(0), case.tile(1)), ("y1".into(), ".".into()));
}

#[test]
fn the_pawn_of_the_destroying_card_steps_on_a_reopened_tile() {
    let mut case = Case::new(REOPEN);
    case.set(1, 0, 2, 'e');
    case.play('e', "P2", 1);
    case.play('y', "L2", 0);
    assert_eq!(case.tile(1), "e1:1");
}

#[test]
fn the_pawn_of_the_destroying_card_takes_a_reopened_tile_over() {
    let mut case = Case::new(Knobs {
        claim_take_over: true,
        ..REOPEN
    });
    case.set(1, 0, 2, 'e');
    case.play('e', "P2", 1);
    case.play('y', "L2", 0);
    assert_eq!(case.tile(1), "y2");
}

#[test]
fn the_pawn_of_the_destroying_card_adds_a_rank_to_an_own_reopened_tile() {
    let mut case = Case::new(REOPEN);
    case.set(1, 2, 0, 'y');
    case.play('y', "P1", 1);
    case.play('y', "KX", 0);
    assert_eq!(case.tile(1), "y3");
    case.play('e', "KA", 4);
    assert_eq!(case.tile(1), "y2", "it is undone with the card");
}

#[test]
fn the_card_that_lowered_a_victim_destroys_it() {
    for (knobs, left) in [(CLEAR, "y1"), (REOPEN, "y1"), (CANON, "e1")] {
        let mut case = Case::new(knobs);
        case.put('e', "P2", 1);
        case.play('y', "L2", 0);
        assert_eq!(case.tile(1), left);
    }
}

#[test]
fn of_two_cards_that_lowered_a_victim_the_last_destroys_it() {
    let mut case = Case::new(CLEAR);
    case.put('e', "P5", 1);
    case.put('y', "WL", 6);
    case.play('y', "L2", 0);
    assert_eq!(case.tile(1), "y2", "WL has pawns of 2, L2 of 1");
}

#[test]
fn the_source_of_destroy_cards_comes_before_the_card_that_lowered() {
    let mut case = Case::new(CLEAR);
    case.put('e', "P2", 1);
    case.put('y', "WX", 6);
    case.play('y', "L2", 0);
    assert_eq!(
        case.tile(1),
        ".",
        "WX, which destroyed it, has no square there"
    );
}

#[test]
fn a_destroying_card_of_the_same_batch_lays_no_pawn() {
    let mut case = Case::new(CLEAR);
    case.put('e', "AE", 1);
    case.put('y', "KX", 0);
    assert_eq!(case.tile(0), ".");
    assert_eq!(case.tile(1), ".");
}

#[test]
fn the_card_just_played_destroys_by_its_aura() {
    let mut case = Case::new(CLEAR);
    case.put('e', "P2", 1);
    case.play('y', "AE", 0);
    assert_eq!(case.tile(1), "y1");
    // An older aura has no destroying card: the enemy plays into it, and no pawn lands.
    case.set(1, 0, 1, 'e');
    case.play('e', "P2", 1);
    assert_eq!(case.tile(1), ".");
}

#[test]
fn with_kept_pawns_the_tiles_of_destroyed_cards_are_cleared_last() {
    let both = Knobs {
        pawns_keep: true,
        ..CLEAR
    };
    let mut case = Case::new(both);
    case.play('y', "F1", 0);
    case.play('y', "F1", 1);
    case.play('e', "KA", 4);
    assert_eq!(case.tile(0), ".");
    assert_eq!(case.tile(1), ".", "the kept pawn of tile 0 is cleared too");
    assert_eq!(case.tile(2), "y1");
}

#[test]
fn a_replacement_lowers_by_the_whole_power_of_what_it_replaced() {
    let mut case = Case::new(CANON);
    case.set(3, 0, 3, 'e');
    case.play('e', "114", 3);
    case.play('y', "AL", 0);
    case.put('y', "D1", 1);
    // D1 has 1 + 2 from the aura; 114 has 8.
    assert_eq!(case.play('y', "RE", 1), ["T01"]);
    assert_eq!(case.tile(1), "y1[RE=6|d0|s0|f0]");
    assert_eq!(case.tile(3), "e3[114=5-|d-3|s0|f0]");
}

#[test]
fn the_pawns_of_a_replaced_card_are_undone() {
    let mut case = Case::new(CANON);
    case.play('y', "001", 5);
    case.play('y', "RN", 5);
    assert_eq!(
        case.board.dump(&case.cards, &case.knobs),
        "y1 . . . e1 / y1[RN=4|d0|s0|f0] y1 . . e1 / y1 . . . e1"
    );
}

#[test]
fn neither_pawns_nor_tokens_land_on_a_reserved_tile() {
    let mut case = Case::new(CANON);
    case.play('y', "SP", 0);
    case.play('y', "DL", 5);
    // DL, when destroyed, lowers SP, whose tokens appear after the removal: on tile 10, not on tile 5.
    case.play('y', "RN", 5);
    assert_eq!(case.tile(0), "y1[SP=2-|d-1|s0|f1]");
    assert_eq!(case.tile(5), "y1[RN=4|d0|s0|f0]");
    assert_eq!(case.tile(10), "y1[K1=3+|d2|s0|f0]");
    assert_eq!(case.board.spawned_by(10), Some("SP"));
}

#[test]
fn endless_abilities_are_cut_short() {
    let mut case = Case::new(CANON);
    case.put('e', "LO", 4);
    case.play('y', "L1", 0);
    assert!(case.board.cut_short());
    assert_eq!(case.tile(4), "e1", "destruction still runs");
    case.play('e', "P1", 4);
    assert!(!case.board.cut_short());
}
