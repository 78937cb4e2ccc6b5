//! Pawns, owners, legal plays and board operations.

use super::{CANON, Knobs, Table};

const TAKE_OVER: Knobs = Knobs {
    claim_take_over: true,
    ..CANON
};

#[test]
fn the_opening_board() {
    let table = Table::new(CANON);
    assert_eq!(
        table.board.dump(&table.cards, &table.knobs),
        "y1 . . . e1 / y1 . . . e1 / y1 . . . e1"
    );
    assert!(!table.board.is_full());
}

#[test]
fn pawns_raise_own_tiles_and_take_neutral_ones() {
    let mut table = Table::new(CANON);
    table.play('y', "001", 5);
    assert_eq!(
        table.board.dump(&table.cards, &table.knobs),
        "y2 . . . e1 / y1[001=1|d0|s0|f0] y1 . . e1 / y2 . . . e1"
    );
}

#[test]
fn the_enemy_sees_ranges_mirrored() {
    let mut table = Table::new(CANON);
    table.play('e', "007", 4);
    assert_eq!(
        table.board.dump(&table.cards, &table.knobs),
        "y1 . . e1 e1[007=2|d0|s0|f0] / y1 . . . e2 / y1 . . . e1"
    );
}

#[test]
fn a_step_claim_moves_both_ranks_and_a_tie_stays_with_its_owner() {
    let mut table = Table::new(CANON);
    table.set(1, 0, 2, 'e');
    table.play('y', "F1", 0);
    assert_eq!(table.tile(1), "e1:1");
    assert!(table.board.legal(&table.cards, 'e', "P1", 1));
    assert!(!table.board.legal(&table.cards, 'y', "P1", 1));
    // U1 stands below the tile and is the second pawn on it.
    table.put('y', "U1", 6);
    assert_eq!(table.tile(1), "y2");
}

#[test]
fn a_step_claim_of_more_than_is_there_stops_at_nothing_and_at_three() {
    let mut table = Table::new(CANON);
    table.set(1, 1, 1, 'e');
    table.play('y', "F3", 0);
    assert_eq!(table.tile(1), "y3");
}

#[test]
fn taking_over_keeps_the_visible_rank_whatever_the_amount() {
    for card in ["F1", "F2", "F3"] {
        let mut table = Table::new(TAKE_OVER);
        table.set(1, 0, 2, 'e');
        table.play('y', card, 0);
        assert_eq!(table.tile(1), "y2", "{card}");
    }
}

#[test]
fn an_explicit_owner_of_nothing_stands_until_ranks_change() {
    let mut table = Table::new(TAKE_OVER);
    table.set(1, 0, 0, 'e');
    table.play('y', "F1", 0);
    assert_eq!(table.tile(1), "e0", "a taken over nothing is no change");
    table.knobs = CANON;
    table.put('y', "U1", 6);
    assert_eq!(table.tile(1), "y1");
}

#[test]
fn pawns_never_land_on_cards() {
    let mut table = Table::new(CANON);
    table.put('e', "P1", 1);
    table.play('y', "F3", 0);
    assert_eq!(table.tile(1), "e1[P1=1|d0|s0|f0]");
}

#[test]
fn a_pawn_on_a_full_tile_records_nothing() {
    let mut table = Table::new(CANON);
    table.set(1, 2, 0, 'y');
    table.play('y', "F1", 0);
    table.put('y', "U1", 6);
    assert_eq!(table.tile(1), "y3");
    table.put('e', "KA", 9);
    assert_eq!(
        table.tile(1),
        "y2",
        "both are undone, only one had raised it"
    );
}

#[test]
fn after_an_undo_a_pawn_may_be_recorded_and_not_show() {
    let mut table = Table::new(CANON);
    table.set(1, 0, 1, 'e');
    table.play('y', "F1", 0);
    assert_eq!(table.tile(1), "y1");
    table.put('e', "F1", 2);
    assert_eq!(table.tile(1), "e1");
    // Base 0:1 and the enemy's record −1:+1 are −1:2, which shows as 0:2.
    table.play('e', "KA", 4);
    assert_eq!(table.tile(1), "e2");
    // Asks for 1:1, records +1:−1: now 0:1 in all.
    table.play('y', "F1", 0);
    assert_eq!(table.tile(1), "e1");
}

#[test]
fn legal_plays() {
    let mut table = Table::new(CANON);
    let legal =
        |table: &Table, side, card: &str, tile| table.board.legal(&table.cards, side, card, tile);
    assert!(legal(&table, 'y', "001", 0));
    assert!(!legal(&table, 'y', "002", 0), "rank 2 on rank 1");
    assert!(!legal(&table, 'y', "001", 1), "neutral");
    assert!(!legal(&table, 'y', "001", 4), "the enemy's");
    assert!(!legal(&table, 'y', "RN", 0), "nothing to replace");
    assert!(!legal(&table, 'y', "none", 0), "unknown");
    table.play('y', "P1", 0);
    assert!(!legal(&table, 'y', "001", 0), "taken");
    assert!(legal(&table, 'y', "RN", 0));
    assert!(!legal(&table, 'e', "RN", 0), "not the enemy's to replace");
}

#[test]
fn expanding_raises_neighbours_and_leaves_the_enemys() {
    let mut table = Table::new(CANON);
    table.set(1, 0, 2, 'e');
    table.set(2, 3, 0, 'y');
    table.put('e', "P1", 3);
    table.put('y', "XP", 7);
    assert_eq!(
        table.board.dump(&table.cards, &table.knobs),
        "y1 e2 y3 e1[P1=1|d0|s0|f0] e1 / y1 y1 y1[XP=1|d0|s0|f0] y1 e1 / y1 y1 y1 y1 e1"
    );
    table.play('e', "KA", 4);
    assert_eq!(table.tile(6), ".", "undone like any pawn");
}

#[test]
fn tokens_go_on_all_own_tiles_before_any_of_their_pawns() {
    let mut table = Table::new(CANON);
    table.set(0, 2, 0, 'y');
    table.set(12, 3, 0, 'y');
    table.set(1, 1, 2, 'e');
    table.play('y', "SK", 5);
    // Tile 0: K2 with +2 for each of two pawns. Tile 10: K1 (+2), whose pawn goes to 11, where
    // no token follows. Tile 12: K3 is not interested. Tile 1 is the enemy's.
    assert_eq!(
        table.board.dump(&table.cards, &table.knobs),
        "y2[K2=6+|d4|s0|f0] e2:1 . . e1 / y1[SK=1|d0|s0|f0] . . . e1 / \
         y1[K1=3+|d2|s0|f0] y1 y3[K3=3|d0|s0|f0] . e1"
    );
    assert_eq!(table.board.spawned_by(0), Some("SK"));
    assert_eq!(table.board.spawned_by(5), None);
}
