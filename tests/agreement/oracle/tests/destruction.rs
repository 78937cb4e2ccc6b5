//! Batches, replacement, and what the dead leave behind.

use super::{CANON, Knobs, Table};

const KEEP_PAWNS: Knobs = Knobs {
    pawns_keep: true,
    ..CANON
};
const CLEAR: Knobs = Knobs {
    tile_clear: true,
    ..CANON
};

#[test]
fn a_batch_follows_the_board_order_of_the_mover() {
    let mut table = Table::new(CANON);
    table.put('e', "D1", 2);
    table.put('e', "D2", 3);
    assert_eq!(table.play('y', "KA", 0), ["T01", "T02"]);

    let mut table = Table::new(CANON);
    table.put('y', "D1", 2);
    table.put('y', "D2", 3);
    assert_eq!(table.play('e', "KA", 4), ["T02", "T01"]);
}

#[test]
fn what_is_added_goes_to_the_owner_of_the_dying_card() {
    let mut table = Table::new(CANON);
    table.put('e', "D1", 2);
    let gained = table.board.play(&table.cards, &table.knobs, 'y', "KA", 0);
    assert_eq!(gained, [('e', "T01".to_owned())]);
}

#[test]
fn being_raised_in_its_batch_saves_no_card() {
    let mut table = Table::new(CANON);
    table.put('e', "D9", 3);
    table.put('e', "P1", 7);
    table.put('e', "P5", 8);
    table.play('y', "L1", 0);
    assert_eq!(table.tile(7), "e1", "P1 was in the batch with D9");
    assert_eq!(table.tile(8), "e1[P5=13+|d8|s0|f0]");
}

#[test]
fn a_card_at_nothing_fires_first_and_may_be_saved() {
    let mut table = Table::new(CANON);
    table.put('e', "S3", 3);
    table.play('y', "L2", 0);
    assert_eq!(table.tile(3), "e1[S3=2+|d1|s0|f1]");
}

#[test]
fn every_death_is_watched_by_the_dying_too() {
    let mut table = Table::new(CANON);
    table.put('e', "WD", 2);
    table.put('e', "WD", 3);
    table.play('y', "WD", 0);
    table.play('y', "KA", 5);
    assert_eq!(table.tile(0), "y1[WD=3|d0|s2|f0]");
    assert_eq!(table.tile(2), "e1");
}

#[test]
fn a_tied_tile_goes_to_the_side_of_the_card_that_left() {
    let mut table = Table::new(CANON);
    table.set(1, 1, 1, 'y');
    table.play('y', "P1", 1);
    table.play('e', "KA", 4);
    assert_eq!(table.tile(1), "y1:1");
}

#[test]
fn a_tie_made_by_an_undo_stays_with_the_owner_before() {
    let mut table = Table::new(CANON);
    table.set(1, 1, 1, 'y');
    table.play('y', "F1", 0);
    assert_eq!(table.tile(1), "y2:1");
    table.play('e', "KA", 4);
    assert_eq!(table.tile(1), "y1:1");
}

#[test]
fn pawns_of_the_dead_vanish_or_stay() {
    for (knobs, left) in [(CANON, "."), (KEEP_PAWNS, "y1")] {
        let mut table = Table::new(knobs);
        table.play('y', "F1", 0);
        table.play('e', "KA", 4);
        assert_eq!(table.tile(1), left);
        assert_eq!(table.tile(0), "y1");
        assert!(table.board.records.is_empty());
    }
}

#[test]
fn a_cleared_tile_forgets_the_pawns_of_others() {
    let mut table = Table::new(CLEAR);
    table.play('y', "F1", 0);
    table.play('y', "P5", 1);
    table.put('e', "KX", 2);
    assert_eq!(table.tile(1), "e1", "only the pawn of the destroying card");
    assert_eq!(table.tile(0), "y1[F1=1|d0|s0|f0]");
}

#[test]
fn a_cleared_tile_without_a_destroying_pawn_is_neutral() {
    let mut table = Table::new(CLEAR);
    table.play('y', "P1", 0);
    table.play('e', "KA", 4);
    assert_eq!(table.tile(0), ".");
}

#[test]
fn the_card_that_lowered_a_victim_destroys_it() {
    for (knobs, left) in [(CLEAR, "y1"), (CANON, "e1")] {
        let mut table = Table::new(knobs);
        table.put('e', "P2", 1);
        table.play('y', "L2", 0);
        assert_eq!(table.tile(1), left);
    }
}

#[test]
fn of_two_cards_that_lowered_a_victim_the_last_destroys_it() {
    let mut table = Table::new(CLEAR);
    table.put('e', "P5", 1);
    table.put('y', "WL", 6);
    table.play('y', "L2", 0);
    assert_eq!(table.tile(1), "y2", "WL has pawns of 2, L2 of 1");
}

#[test]
fn a_destruction_goes_before_a_lowering() {
    let mut table = Table::new(CLEAR);
    table.put('e', "P2", 1);
    table.put('y', "WX", 6);
    table.play('y', "L2", 0);
    assert_eq!(
        table.tile(1),
        ".",
        "WX, which destroyed it, has no square there"
    );
}

#[test]
fn a_destroying_card_that_dies_too_leaves_no_pawn() {
    let mut table = Table::new(CLEAR);
    table.put('e', "AE", 1);
    table.put('y', "KX", 0);
    assert_eq!(table.tile(0), ".");
    assert_eq!(table.tile(1), ".");
}

#[test]
fn the_aura_of_the_card_just_played_destroys() {
    let mut table = Table::new(CLEAR);
    table.put('e', "P2", 1);
    table.play('y', "AE", 0);
    assert_eq!(table.tile(1), "y1");
    // An older aura is nobody's doing: the enemy walks into it and leaves no pawn.
    table.set(1, 0, 1, 'e');
    table.play('e', "P2", 1);
    assert_eq!(table.tile(1), ".");
}

#[test]
fn keeping_pawns_and_clearing_tiles_clears_the_graves_last() {
    let both = Knobs {
        pawns_keep: true,
        ..CLEAR
    };
    let mut table = Table::new(both);
    table.play('y', "F1", 0);
    table.play('y', "F1", 1);
    table.play('e', "KA", 4);
    assert_eq!(table.tile(0), ".");
    assert_eq!(table.tile(1), ".", "the kept pawn of tile 0 is cleared too");
    assert_eq!(table.tile(2), "y1");
}

#[test]
fn a_replacement_lowers_by_the_whole_power_of_what_it_replaced() {
    let mut table = Table::new(CANON);
    table.set(3, 0, 3, 'e');
    table.play('e', "114", 3);
    table.play('y', "AL", 0);
    table.put('y', "D1", 1);
    // D1 has 1 + 2 from the aura; 114 has 8.
    assert_eq!(table.play('y', "RE", 1), ["T01"]);
    assert_eq!(table.tile(1), "y1[RE=6|d0|s0|f0]");
    assert_eq!(table.tile(3), "e3[114=5-|d-3|s0|f0]");
}

#[test]
fn a_replaced_card_takes_its_pawns_along() {
    let mut table = Table::new(CANON);
    table.play('y', "001", 5);
    table.play('y', "RN", 5);
    assert_eq!(
        table.board.dump(&table.cards, &table.knobs),
        "y1 . . . e1 / y1[RN=4|d0|s0|f0] y1 . . e1 / y1 . . . e1"
    );
}

#[test]
fn nothing_comes_to_a_reserved_tile() {
    let mut table = Table::new(CANON);
    table.play('y', "SP", 0);
    table.play('y', "DL", 5);
    // DL dies lowering SP, whose tokens appear after the removal: on tile 10, not on tile 5.
    table.play('y', "RN", 5);
    assert_eq!(table.tile(0), "y1[SP=2-|d-1|s0|f1]");
    assert_eq!(table.tile(5), "y1[RN=4|d0|s0|f0]");
    assert_eq!(table.tile(10), "y1[K1=3+|d2|s0|f0]");
    assert_eq!(table.board.spawned_by(10), Some("SP"));
}

#[test]
fn abilities_that_feed_themselves_are_cut_short() {
    let mut table = Table::new(CANON);
    table.put('e', "LO", 4);
    table.play('y', "L1", 0);
    assert!(table.board.cut_short());
    assert_eq!(table.tile(4), "e1", "destruction still runs");
    table.play('e', "P1", 4);
    assert!(!table.board.cut_short());
}
