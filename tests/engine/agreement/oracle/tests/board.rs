//! Pawns, owners, legal plays and board operations.

use super::{CANON, Case, Knobs};

const TAKE_OVER: Knobs = Knobs {
    claim_take_over: true,
    ..CANON
};

#[test]
fn the_opening_board() {
    let case = Case::new(CANON);
    assert_eq!(
        case.board.dump(&case.cards, &case.knobs),
        "y1 . . . e1 / y1 . . . e1 / y1 . . . e1"
    );
    assert!(!case.board.is_full());
}

#[test]
fn pawns_raise_own_tiles_and_take_neutral_ones() {
    let mut case = Case::new(CANON);
    case.play('y', "001", 5);
    assert_eq!(
        case.board.dump(&case.cards, &case.knobs),
        "y2 . . . e1 / y1[001=1|d0|s0|f0] y1 . . e1 / y2 . . . e1"
    );
}

#[test]
fn the_enemy_sees_ranges_mirrored() {
    let mut case = Case::new(CANON);
    case.play('e', "007", 4);
    assert_eq!(
        case.board.dump(&case.cards, &case.knobs),
        "y1 . . e1 e1[007=2|d0|s0|f0] / y1 . . . e2 / y1 . . . e1"
    );
}

#[test]
fn a_step_claim_moves_both_ranks_and_a_tie_stays_with_its_owner() {
    let mut case = Case::new(CANON);
    case.set(1, 0, 2, 'e');
    case.play('y', "F1", 0);
    assert_eq!(case.tile(1), "e1:1");
    assert!(case.board.legal(&case.cards, 'e', "P1", 1));
    assert!(!case.board.legal(&case.cards, 'y', "P1", 1));
    // U1 stands below the tile and is the second pawn on it.
    case.put('y', "U1", 6);
    assert_eq!(case.tile(1), "y2");
}

#[test]
fn a_step_claim_keeps_ranks_between_0_and_3() {
    let mut case = Case::new(CANON);
    case.set(1, 1, 1, 'e');
    case.play('y', "F3", 0);
    assert_eq!(case.tile(1), "y3");
}

#[test]
fn taking_over_keeps_the_visible_rank_whatever_the_amount() {
    for card in ["F1", "F2", "F3"] {
        let mut case = Case::new(TAKE_OVER);
        case.set(1, 0, 2, 'e');
        case.play('y', card, 0);
        assert_eq!(case.tile(1), "y2", "{card}");
    }
}

#[test]
fn an_owner_set_on_a_tile_without_pawns_stays_until_ranks_change() {
    let mut case = Case::new(TAKE_OVER);
    case.set(1, 0, 0, 'e');
    case.play('y', "F1", 0);
    assert_eq!(case.tile(1), "e0", "a taken over nothing is no change");
    case.knobs = CANON;
    case.put('y', "U1", 6);
    assert_eq!(case.tile(1), "y1");
}

#[test]
fn pawns_never_land_on_cards() {
    let mut case = Case::new(CANON);
    case.put('e', "P1", 1);
    case.play('y', "F3", 0);
    assert_eq!(case.tile(1), "e1[P1=1|d0|s0|f0]");
}

#[test]
fn a_pawn_on_a_full_tile_records_nothing() {
    let mut case = Case::new(CANON);
    case.set(1, 2, 0, 'y');
    case.play('y', "F1", 0);
    case.put('y', "U1", 6);
    assert_eq!(case.tile(1), "y3");
    case.put('e', "KA", 9);
    assert_eq!(
        case.tile(1),
        "y2",
        "both are undone, only one had raised it"
    );
}

#[test]
fn after_an_undo_a_pawn_may_be_recorded_and_not_show() {
    let mut case = Case::new(CANON);
    case.set(1, 0, 1, 'e');
    case.play('y', "F1", 0);
    assert_eq!(case.tile(1), "y1");
    case.put('e', "F1", 2);
    assert_eq!(case.tile(1), "e1");
    // Base 0:1 and the enemy's record −1:+1 are −1:2, which shows as 0:2.
    case.play('e', "KA", 4);
    assert_eq!(case.tile(1), "e2");
    // Asks for 1:1, records +1:−1: now 0:1 in all.
    case.play('y', "F1", 0);
    assert_eq!(case.tile(1), "e1");
}

#[test]
fn legal_plays() {
    let mut case = Case::new(CANON);
    let legal =
        |case: &Case, side, card: &str, tile| case.board.legal(&case.cards, side, card, tile);
    assert!(legal(&case, 'y', "001", 0));
    assert!(!legal(&case, 'y', "002", 0), "rank 2 on rank 1");
    assert!(!legal(&case, 'y', "001", 1), "neutral");
    assert!(!legal(&case, 'y', "001", 4), "the enemy's");
    assert!(!legal(&case, 'y', "RN", 0), "nothing to replace");
    assert!(!legal(&case, 'y', "none", 0), "unknown");
    case.play('y', "P1", 0);
    assert!(!legal(&case, 'y', "001", 0), "taken");
    assert!(legal(&case, 'y', "RN", 0));
    assert!(!legal(&case, 'e', "RN", 0), "not the enemy's to replace");
}

#[test]
fn expanding_raises_neighbours_and_leaves_the_enemys() {
    let mut case = Case::new(CANON);
    case.set(1, 0, 2, 'e');
    case.set(2, 3, 0, 'y');
    case.put('e', "P1", 3);
    case.put('y', "XP", 7);
    assert_eq!(
        case.board.dump(&case.cards, &case.knobs),
        "y1 e2 y3 e1[P1=1|d0|s0|f0] e1 / y1 y1 y1[XP=1|d0|s0|f0] y1 e1 / y1 y1 y1 y1 e1"
    );
    case.play('e', "KA", 4);
    assert_eq!(case.tile(6), ".", "undone like any pawn");
}

#[test]
fn tokens_go_on_all_own_tiles_before_any_of_their_pawns() {
    let mut case = Case::new(CANON);
    case.set(0, 2, 0, 'y');
    case.set(12, 3, 0, 'y');
    case.set(1, 1, 2, 'e');
    case.play('y', "SK", 5);
    // Tile 0: K2 with +2 for each of two pawns. Tile 10: K1 (+2), whose pawn lands on 11, where
    // no token follows. Tile 12: K3 has no such ability. Tile 1 is the enemy's.
    assert_eq!(
        case.board.dump(&case.cards, &case.knobs),
        "y2[K2=6+|d4|s0|f0] e2:1 . . e1 / y1[SK=1|d0|s0|f0] . . . e1 / \
         y1[K1=3+|d2|s0|f0] y1 y3[K3=3|d0|s0|f0] . e1"
    );
    assert_eq!(case.board.spawned_by(0), Some("SK"));
    assert_eq!(case.board.spawned_by(5), None);
}
