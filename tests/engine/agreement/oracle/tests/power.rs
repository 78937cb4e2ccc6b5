//! Auras, counting, status and looks.

use super::{CANON, Case, Knobs};

const NET: Knobs = Knobs {
    status_net: true,
    ..CANON
};

#[test]
fn an_aura_reaches_later_cards_and_never_its_source() {
    let mut case = Case::new(CANON);
    case.play('y', "AL", 0);
    case.put('y', "P1", 3);
    case.put('y', "P1", 6);
    case.play('e', "P1", 4);
    assert_eq!(case.tile(0), "y1[AL=1|d0|s0|f0]");
    assert_eq!(case.tile(3), "y1[P1=3|d0|s0|f0]");
    assert_eq!(case.tile(4), "e1[P1=1|d0|s0|f0]", "not an ally");
    assert_eq!(case.tile(6), "y1[P1=1|d0|s0|f0]", "another lane");
}

#[test]
fn a_lane_operation_includes_its_source() {
    let mut case = Case::new(CANON);
    case.play('y', "RL", 0);
    assert_eq!(case.tile(0), "y1[RL=3+|d2|s0|f0]");
}

#[test]
fn a_card_arriving_under_auras_fires_at_once() {
    for (knobs, gained) in [(CANON, vec!["T06"]), (NET, vec!["T04", "T06"])] {
        let mut case = Case::new(knobs);
        case.play('y', "A3", 0);
        case.play('y', "A3", 5);
        // 1 + 3 + 3 = 7: past 5, not 9; enhanced by auras only under `net`.
        assert_eq!(case.play('y', "TR", 10), gained);
    }
}

#[test]
fn one_look_fires_the_status_first_and_then_thresholds_rising() {
    let mut case = Case::new(CANON);
    case.play('y', "TR", 0);
    assert_eq!(case.play('e', "R9", 4), ["T04", "T06", "T07"]);
    assert_eq!(case.tile(0), "y1[TR=10+|d9|s0|f7]");
}

#[test]
fn a_threshold_fires_once() {
    let mut case = Case::new(CANON);
    case.play('y', "A3", 0);
    case.play('y', "A3", 5);
    assert_eq!(case.play('y', "TR", 10), ["T06"]);
    case.put('e', "KX", 1);
    assert_eq!(case.tile(10), "y1[TR=4|d0|s0|f2]");
    case.play('y', "A3", 0);
    assert_eq!(case.tile(10), "y1[TR=7|d0|s0|f2]");
}

#[test]
fn every_discrete_lowering_counts_as_enfeebling() {
    let mut case = Case::new(CANON);
    case.play('y', "EN", 0);
    case.put('e', "R9", 9);
    // Lowered twice from +9, never enfeebled.
    assert_eq!(case.play('e', "LL", 4), ["T05", "T05"]);
    assert_eq!(case.tile(0), "y1[EN=12+|d7|s0|f0]");
}

#[test]
fn enfeebling_comes_before_the_first_enfeebling() {
    let mut case = Case::new(CANON);
    case.play('y', "EN", 0);
    // Both operations of LL run before any trigger; the look after the first sets off both
    // kinds.
    assert_eq!(case.play('e', "LL", 4), ["T05", "T03", "T05"]);
    assert_eq!(case.tile(0), "y1[EN=3-|d-2|s0|f1]");
}

#[test]
fn a_card_never_counts_itself() {
    let mut case = Case::new(CANON);
    case.play('y', "CE", 0);
    case.play('y', "P1", 5);
    case.play('e', "R1", 4);
    assert_eq!(
        case.tile(0),
        "y1[CE=7+|d1|s0|f0]",
        "5 + 1, and P1 is enhanced"
    );
}

#[test]
fn net_counting_starts_from_nothing_and_settles() {
    let mut case = Case::new(NET);
    // P2 is enhanced by the aura of its lane; CE counts it, is enhanced by that, and so the
    // other CE counts two.
    case.play('y', "AL", 0);
    case.put('y', "P2", 1);
    case.play('y', "CE", 5);
    case.play('y', "CE", 10);
    assert_eq!(case.tile(1), "y1[P2=4+|d0|s0|f0]");
    assert_eq!(case.tile(5), "y1[CE=7+|d0|s0|f0]");
    assert_eq!(case.tile(10), "y1[CE=7+|d0|s0|f0]");
    assert!(!case.board.never_settled());
}

#[test]
fn net_counting_that_never_settles_keeps_its_first_round() {
    let mut case = Case::new(NET);
    case.play('y', "CO", 0);
    case.play('y', "CO", 5);
    case.play('e', "R1", 4);
    // Each is raised, counts the other and falls back, stops being counted, and so on.
    assert!(case.board.never_settled());
    assert_eq!(case.tile(0), "y1[CO=5|d1|s0|f0]");
    assert_eq!(case.tile(5), "y1[CO=5|d1|s0|f0]");
}

#[test]
fn watchers_of_plays_see_replacements_and_no_spawned_tokens() {
    let mut case = Case::new(CANON);
    case.play('y', "WP", 0);
    assert_eq!(case.tile(0), "y1[WP=1|d0|s0|f0]", "not itself");
    case.play('y', "SK", 5);
    assert_eq!(case.tile(0), "y1[WP=2|d0|s1|f0]", "SK, not its token");
    case.play('y', "RN", 5);
    assert_eq!(case.tile(0), "y1[WP=3|d0|s2|f0]");
    case.play('e', "P1", 4);
    assert_eq!(case.tile(0), "y1[WP=3|d0|s2|f0]");
}

#[test]
fn a_watcher_may_have_any_momentary_operation() {
    let mut case = Case::new(CANON);
    case.play('e', "WK", 4);
    case.play('y', "P1", 5);
    assert_eq!(case.tile(5), "y1[P1=1|d0|s0|f0]", "another lane");
    case.play('y', "P1", 0);
    assert_eq!(case.tile(0), "y1");
}
