//! The looks at the board after each change, and the triggers they set off (RULES.md,
//! section 7).

use qbcoach_engine::rules::Side;
use qbcoach_engine::rules::notation::{position_text, read_position};

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{BOTH, CANON, REBIRTH, position, read_play};

/// One card with every trigger that looks set off, listed in reverse order, and with
/// counting.
const ALL_AT_ONCE: &str = "
    X1 1 3 | on_power_threshold=8 hand add_to_hand T05 | on_power_threshold=6 hand add_to_hand T04 | on_first_enhanced hand add_to_hand T03 | on_first_enfeebled hand add_to_hand T02 | on_enfeebled hand add_to_hand T01 | while_in_play self modify_power_scale 3 enfeebled_enemies
    L1 1 3 | on_play all_cards_global modify_power -1
";

#[test]
fn several_triggers_of_one_look_come_in_the_order_of_the_rules_not_of_the_card() {
    // Lowered by 1, but two enemies are enfeebled by the same operation: 3 - 1 + 6.
    let before = "
        y1[X1]  .  .  .  e1
        .       .  .  .  e1[V5]
        .       .  .  .  .
        ";
    check_made_up(
        CANON,
        ALL_AT_ONCE,
        before,
        "enemy L1 TOP-5",
        "
        y1[X1=8-]  .  .  .  e1[L1=2-]
        .          .  .  .  e1[V5=4-]
        .          .  .  .  .
        hand you T01 T02 T04 T05
        ",
    );
    check_made_up(
        REBIRTH,
        ALL_AT_ONCE,
        before,
        "enemy L1 TOP-5",
        "
        y1[X1=8+]  .  .  .  e1[L1=2-]
        .          .  .  .  e1[V5=4-]
        .          .  .  .  .
        hand you T01 T03 T04 T05
        ",
    );
}

#[test]
fn thresholds_reached_in_one_look_fire_rising_and_equal_ones_in_the_order_of_the_card() {
    check_made_up(
        BOTH,
        "
        X1 1 3 | on_power_threshold=7 hand add_to_hand T03 | on_power_threshold=4 hand add_to_hand T02 | on_power_threshold=8 hand add_to_hand T05 | on_power_threshold=4 hand add_to_hand T01
        G4 1 1 | on_play allies_in_lane modify_power 4
        ",
        "
        y1[X1]  y1  .  .  .
        .       .   .  .  .
        .       .   .  .  .
        ",
        "you G4 TOP-2",
        "
        y1[X1=7+]  y1[G4=5+]  .  .  .
        .          .          .  .  .
        .          .          .  .  .
        hand you T02 T01 T03
        ",
    );
}

/// F1 to F3 add a token of their own when first enhanced; GA raises all cards on the
/// board.
const FIRSTS: &str = "
    F1 1 5 | on_first_enhanced hand add_to_hand T01
    F2 1 5 | on_first_enhanced hand add_to_hand T02
    F3 1 5 | on_first_enhanced hand add_to_hand T03
    GA 1 1 | on_play all_cards_global modify_power 1
";

#[test]
fn a_look_goes_through_the_board_from_the_movers_edge() {
    let yours = "
        y1[F1]  .       y1[F2]  .  e1
        y1      y1[F3]  .       .  .
        .       .       .       .  .
        ";
    check_made_up(
        BOTH,
        FIRSTS,
        yours,
        "you GA MID-1",
        "
        y1[F1=6+]  .          y1[F2=6+]  .  e1
        y1[GA=2+]  y1[F3=6+]  .          .  .
        .          .          .          .  .
        hand you T01 T02 T03
        ",
    );
    check_made_up(
        BOTH,
        FIRSTS,
        yours,
        "enemy GA TOP-5",
        "
        y1[F1=6+]  .          y1[F2=6+]  .  e1[GA=2+]
        y1         y1[F3=6+]  .          .  .
        .          .          .          .  .
        hand you T02 T01 T03
        ",
    );
}

#[test]
fn triggers_wait_in_the_order_they_were_noticed_and_new_ones_join_the_end() {
    // One look sets off F0 and F2; F0 then enhances F3, which comes before F2 in board
    // order.
    check_made_up(
        BOTH,
        "
        F0 1 5 | on_first_enhanced hand add_to_hand T01 | on_first_enhanced allies_in_lane modify_power 1
        F2 1 5 | on_first_enhanced hand add_to_hand T02
        F3 1 5 | on_first_enhanced hand add_to_hand T03
        G1 1 1 C2E C4E | on_play allies_on_affected_tiles modify_power 1
        ",
        "
        y1[F0]  y1[F3]  .  .  .
        y1      .       .  .  .
        y1[F2]  .       .  .  .
        ",
        "you G1 MID-1",
        "
        y1[F0=7+]  y1[F3=6+]  .  .  .
        y1[G1=1]   .          .  .  .
        y1[F2=6+]  .          .  .  .
        hand you T01 T02 T03
        ",
    );
}

#[test]
fn on_play_comes_first_then_the_watchers_then_what_was_noticed_then_destruction() {
    check_made_up(
        CANON,
        "
        X1 1 5 | on_play all_cards_global modify_power -1 | on_play hand add_to_hand T01
        W1 1 5 | on_card_played=allies hand add_to_hand T02
        N1 1 5 | on_first_enfeebled hand add_to_hand T03
        D1 1 1 | on_destroy hand add_to_hand T04
        ",
        "
        y1[D1]  y1[N1]  y1[W1]  .  .
        y1      .       .       .  .
        .       .       .       .  .
        ",
        "you X1 MID-1",
        "
        y1         y1[N1=4-]  y1[W1=4-]  .  .
        y1[X1=4-]  .          .          .  .
        .          .          .          .  .
        hand you T01 T02 T03 T04
        ",
    );
}

#[test]
fn the_first_look_at_a_card_compares_with_neutral_and_the_printed_power() {
    let cards = "
        F1 1 3 | on_first_enhanced hand add_to_hand T01 | on_power_threshold=5 hand add_to_hand T02
        A1 1 1 | while_in_play allies_global modify_power 2
    ";
    let before = "
        y1[A1]  y1  .  .  .
        .       .   .  .  .
        .       .   .  .  .
        ";
    check_made_up(
        CANON,
        cards,
        before,
        "you F1 TOP-2",
        "
        y1[A1=1]  y1[F1=5]  .  .  .
        .         .         .  .  .
        .         .         .  .  .
        hand you T02
        ",
    );
    check_made_up(
        REBIRTH,
        cards,
        before,
        "you F1 TOP-2",
        "
        y1[A1=1]  y1[F1=5+]  .  .  .
        .         .          .  .  .
        .         .          .  .  .
        hand you T01 T02
        ",
    );
}

#[test]
fn a_card_arriving_under_a_lowering_aura_is_first_enfeebled_but_was_not_lowered() {
    check_made_up(
        REBIRTH,
        "
        F1 1 3 | on_first_enfeebled hand add_to_hand T01 | on_enfeebled hand add_to_hand T02
        A1 1 1 | while_in_play enemies_global modify_power -1
        ",
        "
        y1  .  .  .  e1[A1]
        .   .  .  .  .
        .   .  .  .  .
        ",
        "you F1 TOP-1",
        "
        y1[F1=2-]  .  .  .  e1[A1=1]
        .          .  .  .  .
        .          .  .  .  .
        hand you T01
        ",
    );
}

#[test]
fn first_time_triggers_fire_once_for_each_instance() {
    // Enhanced, back to neutral, enhanced again; then a second copy.
    let cards = "
        F1 1 5 | on_first_enhanced hand add_to_hand T01 | on_first_enfeebled hand add_to_hand T02
        G1 1 5 | on_play allies_in_lane modify_power 1
        L2 1 3 | on_play enemies_in_lane modify_power -2
        G4 1 5 | on_play allies_in_lane modify_power 4
        K1 1 1 | on_play enemies_in_lane destroy_cards
    ";
    let before = "
        y1[F1]  y1  y1  e1  e1
        .       .   .   .   .
        .       .   .   .   .
        ";
    // +1, -2, +4, -2: enhanced twice, enfeebled once.
    check_made_up(
        BOTH,
        cards,
        before,
        "you G1 TOP-2; enemy L2 TOP-5; you G4 TOP-3; enemy L2 TOP-4",
        "
        y1[F1=6+]  y1[G1=6+]  y1[G4=7+]  e1[L2=3]  e1[L2=3]
        .          .          .          .         .
        .          .          .          .         .
        hand you T01 T02
        ",
    );
    check_made_up(
        CANON,
        cards,
        before,
        "you G1 TOP-2; enemy K1 TOP-5; you F1 TOP-1; you G1 TOP-2",
        "
        y1[F1=6+]  y1[G1=6+]  y1  e1  e1[K1=1]
        .          .          .   .   .
        .          .          .   .   .
        hand you T01 T01
        ",
    );
}

/// Three cards with a threshold of 7 and a printed power below, at and above it.
const THRESHOLDS: &str = "
    H6 1 6 | on_power_threshold=7 hand add_to_hand T06
    H7 1 7 | on_power_threshold=7 hand add_to_hand T07
    H8 1 8 | on_power_threshold=7 hand add_to_hand T08
    G2 1 1 | on_play allies_in_lane modify_power 2
    L2 1 3 | on_play enemies_in_lane modify_power -2
";

#[test]
fn a_threshold_at_or_below_the_printed_power_waits_until_it_is_reached_from_below() {
    // Playing and raising reach nothing; after a lowering, the next raise does.
    let before = "
        y1  y1  y1  e1  e1
        .   .   .   .   .
        .   .   .   .   .
        ";
    for (card, token) in [("H7", "T07"), ("H8", "T08")] {
        let book = made_up("canon", THRESHOLDS);
        let mut hand = Vec::new();
        let mut position = position(&book, before);
        for (play, so_far) in [
            (format!("you {card} TOP-1"), 0),
            ("enemy L2 TOP-5".to_owned(), 0),
            ("you G2 TOP-2".to_owned(), 1),
            ("enemy L2 TOP-4".to_owned(), 1),
            ("you G2 TOP-3".to_owned(), 1),
        ] {
            let (side, made) = read_play(&book, &play);
            let mut added = crate::support::HandAdditions::default();
            position
                .board
                .play(&book, side, made, &mut added)
                .expect("the play is legal");
            hand.extend(added.0);
            assert_eq!(hand.len(), so_far, "{card} after {play}");
        }
        let expected = book.catalogue.find(token).expect("a token");
        assert_eq!(hand, [(Side::You, expected)]);
    }
}

#[test]
fn a_threshold_passed_by_more_than_it_asks_fires_and_passing_down_does_not() {
    check_made_up(
        BOTH,
        THRESHOLDS,
        "
        y1[H6]  y1  .  .  .
        .       .   .  .  .
        .       .   .  .  .
        ",
        "you G2 TOP-2",
        "
        y1[H6=8+]  y1[G2=3+]  .  .  .
        .          .          .  .  .
        .          .          .  .  .
        hand you T06
        ",
    );
    check_made_up(
        BOTH,
        THRESHOLDS,
        "
        y1[H6+2?1]  .  .  .  e1
        .           .  .  .  .
        .           .  .  .  .
        ",
        "enemy L2 TOP-5",
        "
        y1[H6=6]  .  .  .  e1[L2=3]
        .         .  .  .  .
        .         .  .  .  .
        hand you
        ",
    );
}

#[test]
fn the_look_after_a_batch_sees_the_end_of_its_auras() {
    // H7 arrives at 6 under the aura; without it, it reaches 7 from below.
    check_made_up(
        CANON,
        "
        H7 1 7 | on_power_threshold=7 hand add_to_hand T07
        A1 1 1 | while_in_play enemies_global modify_power -1
        K2 1 2 | on_play enemies_global destroy_cards
        ",
        "
        y1  y1  .  .  e1[A1]
        .   .   .  .  .
        .   .   .  .  .
        ",
        "you H7 TOP-1; you K2 TOP-2",
        "
        y1[H7=7]  y1[K2=2]  .  .  e1
        .         .         .  .  .
        .         .         .  .  .
        hand you T07
        ",
    );
}

#[test]
fn the_look_follows_when_an_operation_has_changed_all_its_targets() {
    // Raised one by one, H6 would be 7 before V5 and G1 count against it.
    check_made_up(
        REBIRTH,
        "
        H6 1 6 | on_power_threshold=7 hand add_to_hand T06 | while_in_play self modify_power_scale -1 enhanced_allies
        G1 1 1 | on_play allies_in_lane modify_power 1
        ",
        "
        y1[H6]  y1[V5]  y1  .  .
        .       .       .   .  .
        .       .       .   .  .
        ",
        "you G1 TOP-3",
        "
        y1[H6=5-]  y1[V5=6+]  y1[G1=2+]  .  .
        .          .          .          .  .
        .          .          .          .  .
        hand you
        ",
    );
}

#[test]
fn endless_abilities_are_cut_short_and_leave_a_legal_board() {
    // One card lowers all cards when it is lowered; the other spawns a token when it is
    // destroyed, which is destroyed in turn.
    let cards = "
        Y1 1 999 | on_enfeebled all_cards_global modify_power -1
        TZ 1 0 | on_destroy empty_positions spawn_token TZ TZ TZ
        L1 1 3 | on_play all_cards_global modify_power -1
    ";
    for rules in ["canon", "rebirth", "rebirth destroyedTile=clear"] {
        let book = made_up(rules, cards);
        for (drawing, play) in [
            ("y1[Y1] y1 . . .  y1[Y1] . . . .  e1[Y1] . . . .", "L1"),
            ("e1[Y1] y1 . . .  . . . . .  . . . . .", "L1"),
            ("y1 y1 . . .  . . . . .  . . . . .", "TZ"),
        ] {
            let mut position = position(&book, drawing);
            let (side, made) = read_play(&book, &format!("you {play} TOP-2"));
            let resolved = position
                .board
                .play(&book, side, made, &mut ())
                .expect("the play is legal");
            // A cleared tile leaves no place for the next token.
            let loops = !rules.ends_with("clear") || play == "L1";
            assert_eq!(resolved.cut_short, loops, "{play} under {rules}");
            let text = position_text(&book, &position);
            assert_eq!(read_position(&book, &text), Ok(position), "{text}");
        }
    }
}

#[test]
fn ordinary_plays_are_never_cut_short() {
    let book = made_up("canon", FIRSTS);
    let mut position = position(&book, "y1[F1] y1 . . .  . . . . .  . . . . .");
    let (side, made) = read_play(&book, "you GA TOP-2");
    let resolved = position
        .board
        .play(&book, side, made, &mut ())
        .expect("the play is legal");
    assert!(!resolved.cut_short && !resolved.counting_never_settled);
}
