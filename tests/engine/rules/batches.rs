//! Batches of destruction and the triggers between them (RULES.md, sections 6 and 8).

use crate::rules::made_up::check_made_up;
use crate::support::{BOTH, CANON};

/// D1 to D3 add a token when they are destroyed, W1 and W2 when another card is; L1
/// lowers all enemies by 1, so that cards of power 1 are destroyed together.
const TELLERS: &str = "
    D1 1 1 | on_destroy hand add_to_hand T01
    D2 1 1 | on_destroy hand add_to_hand T02
    D3 1 1 | on_destroy hand add_to_hand T03
    W1 1 9 | on_card_destroyed=all hand add_to_hand T04
    W2 1 9 | on_card_destroyed=all hand add_to_hand T05
    G1 1 1 | on_card_destroyed=all hand add_to_hand T06
    L1 1 3 | on_play enemies_global modify_power -1
";

#[test]
fn on_destroy_abilities_run_in_board_order_then_the_watchers_of_each_destroyed_card() {
    // The enemy moves, so TOP-3 comes before TOP-1.
    check_made_up(
        CANON,
        TELLERS,
        "
        y1[D1]  .       y1[D2]  .  e1
        .       y1[W1]  .       .  .
        y1[D3]  .       .       .  .
        ",
        "enemy L1 TOP-5",
        "
        y1  .          y1  .  e1[L1=3]
        .   y1[W1=8-]  .   .  .
        y1  .          .   .  .
        hand you T02 T01 T03 T04 T04 T04
        ",
    );
}

#[test]
fn on_destroy_abilities_run_from_the_movers_edge_on_either_side() {
    check_made_up(
        CANON,
        TELLERS,
        "
        y1  .  e1[D2]  .       e1[D1]
        .   .  .       e1[W1]  .
        .   .  .       .       e1[D3]
        ",
        "you L1 TOP-1",
        "
        y1[L1=3]  .  e1  .          e1
        .         .  .   e1[W1=8-]  .
        .         .  .   .          e1
        hand enemy T02 T01 T03 T04 T04 T04
        ",
    );
}

#[test]
fn all_watchers_react_to_a_destroyed_card_before_the_next_one() {
    // The enemy moves, so W2 comes before W1.
    check_made_up(
        CANON,
        TELLERS,
        "
        y1[W1]  y1[W2]  y1[V1]  .  e1
        .       .       y1[V1]  .  .
        .       .       .       .  .
        ",
        "enemy L1 TOP-5",
        "
        y1[W1=8-]  y1[W2=8-]  y1  .  e1[L1=3]
        .          .          y1  .  .
        .          .          .   .  .
        hand you T05 T04 T05 T04
        ",
    );
}

#[test]
fn destroyed_cards_are_watched_from_the_movers_edge() {
    // One card of each side is destroyed in TOP; the watcher adds a different token for each.
    let cards = "
        W1 1 9 | on_card_destroyed=allies hand add_to_hand T04 | on_card_destroyed=enemies hand add_to_hand T05
        L1 1 9 | on_play all_cards_global modify_power -1
        ";
    let before = "
        y1[V1]  .  e1[V1]  .  .
        y1[W1]  .  .       .  .
        y1      .  .       .  e1
        ";
    check_made_up(
        CANON,
        cards,
        before,
        "you L1 BOT-1",
        "
        y1         .  e1  .  .
        y1[W1=8-]  .  .   .  .
        y1[L1=8-]  .  .   .  e1
        hand you T04 T05
        ",
    );
    check_made_up(
        CANON,
        cards,
        before,
        "enemy L1 BOT-5",
        "
        y1         .  e1  .  .
        y1[W1=8-]  .  .   .  .
        y1         .  .   .  e1[L1=8-]
        hand you T05 T04
        ",
    );
}

#[test]
fn cards_of_a_batch_watch_each_other_but_not_themselves() {
    check_made_up(
        CANON,
        TELLERS,
        "
        y1[G1]  .  .       .  e1
        .       .  y1[G1]  .  .
        .       .  y1[V1]  .  .
        ",
        "enemy L1 TOP-5",
        "
        y1  .  .   .  e1[L1=3]
        .   .  y1  .  .
        .   .  y1  .  .
        hand you T06 T06 T06 T06
        ",
    );
}

#[test]
fn a_card_raised_during_its_batch_is_destroyed_all_the_same() {
    // R1 and V1 are both at 0; R1 raises its allies too late for V1, so only V5 gains.
    check_made_up(
        CANON,
        "
        R1 1 1 | on_destroy allies_global modify_power 5
        L1 1 3 | on_play enemies_global modify_power -1
        ",
        "
        y1[R1]  y1[V1]  y1[V5]  .  e1
        .       .       .       .  .
        .       .       .       .  .
        ",
        "enemy L1 TOP-5",
        "
        y1  y1  y1[V5=9+]  .  e1[L1=3]
        .   .   .          .  .
        .   .   .          .  .
        ",
    );
}

#[test]
fn a_marked_card_is_destroyed_whatever_its_power_becomes() {
    check_made_up(
        CANON,
        "
        U1 1 5 | on_card_played=enemies self modify_power 50
        K1 1 3 | on_play enemies_in_lane destroy_cards
        ",
        "
        y1[U1]  .  .  .  e1
        y1[U1]  .  .  .  .
        .       .  .  .  .
        ",
        "enemy K1 TOP-5",
        "
        y1          .  .  .  e1[K1=3]
        y1[U1=55+]  .  .  .  .
        .           .  .  .  .
        ",
    );
}

#[test]
fn a_card_lowered_to_0_by_an_on_destroy_ability_is_destroyed_in_the_next_batch() {
    // B1, its watcher, then D2 and the watcher again.
    check_made_up(
        CANON,
        "
        B1 1 1 | on_destroy hand add_to_hand T01 | on_destroy allies_in_lane modify_power -1
        D2 1 2 | on_destroy hand add_to_hand T02
        W1 1 9 | on_card_destroyed=all hand add_to_hand T04
        L1 1 3 | on_play enemies_global modify_power -1
        ",
        "
        y1[B1]  y1[D2]  .  .  e1
        y1[W1]  .       .  .  .
        .       .       .  .  .
        ",
        "enemy L1 TOP-5",
        "
        y1         y1  .  .  e1[L1=3]
        y1[W1=8-]  .   .  .  .
        .          .   .  .  .
        hand you T01 T04 T02 T04
        ",
    );
}

#[test]
fn marks_made_by_an_on_destroy_ability_are_for_the_next_batch_after_the_waiting_triggers() {
    // 039 destroys B1, which lowers and marks its lane; N1's trigger on being enfeebled
    // still runs before M1 is destroyed in the second batch.
    check_made_up(
        CANON,
        "
        B1 1 2 | on_destroy hand add_to_hand T01 | on_destroy allies_in_lane modify_power -1, destroy_cards
        N1 1 5 | on_first_enfeebled hand add_to_hand T02
        M1 1 5 | on_destroy hand add_to_hand T03
        ",
        "
        .       .       .       .   .
        y1[M1]  y1[N1]  y1[B1]  e2  .
        y1[M1]  .       .       .   .
        ",
        "enemy 039 MID-4",
        "
        .         .   .   .          .
        y1        y1  y1  e2[039=3]  .
        y1[M1=5]  .   .   .          .
        hand you T01 T02 T03
        ",
    );
}

#[test]
fn auras_of_destroyed_cards_end_only_with_their_removal() {
    // Only A1's aura keeps D2 above 0; when A1 is gone, D2 is destroyed alone.
    check_made_up(
        CANON,
        "
        A1 1 1 | while_in_play allies_global modify_power 1 | on_destroy hand add_to_hand T01
        D2 1 1 | on_destroy hand add_to_hand T02
        W1 1 9 | on_card_destroyed=all hand add_to_hand T04
        L1 1 3 | on_play enemies_global modify_power -1
        ",
        "
        y1[A1]  y1[D2]  .  .  e1
        y1[W1]  .       .  .  .
        .       .       .  .  .
        ",
        "enemy L1 TOP-5",
        "
        y1         y1  .  .  e1[L1=3]
        y1[W1=8-]  .   .  .  .
        .          .   .  .  .
        hand you T01 T04 T02 T04
        ",
    );
}

/// A1 lowers its allies when destroyed, B1 adds a token when first enfeebled.
const DROPPED: &str = "
    A1 1 5 | on_destroy allies_global modify_power -1
    B1 1 5 | on_first_enfeebled hand add_to_hand T01
    KL 1 3 | on_play enemies_in_lane destroy_cards
";

#[test]
fn a_trigger_whose_card_has_left_play_is_dropped() {
    // Both B1 are enfeebled in the batch; the one that belongs to it is removed before
    // the triggers run.
    check_made_up(
        CANON,
        DROPPED,
        "
        y1[A1]  y1[B1]  .  .  e1
        y1[B1]  .       .  .  .
        .       .       .  .  .
        ",
        "enemy KL TOP-5",
        "
        y1         y1  .  .  e1[KL=3]
        y1[B1=4-]  .   .  .  .
        .          .   .  .  .
        hand you T01
        ",
    );
}

#[test]
fn a_dropped_trigger_does_not_pass_to_the_card_now_on_its_tile() {
    // N1's trigger waits before B1's and puts tokens on the tiles of destroyed cards.
    check_made_up(
        CANON,
        "
        A1 1 5 | on_destroy allies_global modify_power -1
        B1 1 5 | on_first_enfeebled hand add_to_hand T01
        TA 1 1 | on_destroy hand add_to_hand T02
        N1 1 5 | on_first_enfeebled empty_positions spawn_token TA TA TA
        KL 1 3 | on_play enemies_in_lane destroy_cards
        ",
        "
        y1[N1]  .       .  .  .
        y1[A1]  y1[B1]  .  .  e1
        .       .       .  .  .
        ",
        "enemy KL MID-5",
        "
        y1[N1=4-]  .         .  .  .
        y1[TA=1]   y1[TA=1]  .  .  e1[KL=3]
        .          .         .  .  .
        hand you
        ",
    );
}

#[test]
fn a_card_at_0_or_less_fires_its_triggers_and_may_be_raised_again() {
    check_made_up(
        BOTH,
        "
        S1 1 2 | on_first_enfeebled self modify_power 5
        L3 1 3 | on_play enemies_in_lane modify_power -3
        ",
        "
        y1[S1]  .  .  .  e1
        y1      .  .  .  .
        .       .  .  .  .
        ",
        "enemy L3 TOP-5",
        "
        y1[S1=4+]  .  .  .  e1[L3=3]
        y1         .  .  .  .
        .          .  .  .  .
        ",
    );
}

#[test]
fn a_card_destroyed_by_a_lowering_has_fired_first() {
    // The trigger of the card at 0 raises its neighbour above 0 in time.
    check_made_up(
        CANON,
        "
        S2 1 1 | on_enfeebled hand add_to_hand T01 | on_enfeebled allies_in_lane modify_power 1 | on_destroy hand add_to_hand T02
        L2 1 3 | on_play enemies_in_lane modify_power -2
        ",
        "
        y1[S2]  y1[V2]  .  .  e1
        .       .       .  .  .
        .       .       .  .  .
        ",
        "enemy L2 TOP-5",
        "
        y1  y1[V2=1-]  .  .  e1[L2=3]
        .   .          .  .  .
        .   .          .  .  .
        hand you T01 T02
        ",
    );
}

#[test]
fn two_copies_of_one_card_have_separate_pawns_powers_and_triggers() {
    // One copy on each side, each with its own pawn, power and first-time trigger.
    check_made_up(
        CANON,
        "
        S1 1 5 B3P | on_first_enfeebled hand add_to_hand T01
        L1 1 1 | on_play enemies_in_lane modify_power -1
        ",
        "
        y1  .  .  .  e1
        y1  .  .  .  e1
        .   .  .  .  .
        ",
        "you S1 TOP-1; enemy S1 MID-5; enemy L1 TOP-5",
        "
        y1[S1=4-]  y1  .  .   e1[L1=1]
        y1         .   .  e1  e1[S1=5]
        .          .   .  .   .
        hand you T01
        hand enemy
        ",
    );
}

#[test]
fn destroying_one_copy_leaves_the_others_pawns() {
    check_made_up(
        CANON,
        "
        S1 1 5 B3P
        KL 1 1 | on_play enemies_in_lane destroy_cards
        ",
        "
        y1  .  .  .  e1
        y1  .  .  .  e1
        y1  .  .  .  e1
        ",
        "you S1 TOP-1; you S1 BOT-1; enemy S1 MID-5; enemy KL TOP-5",
        "
        y1        .   .  .   e1[KL=1]
        y1        .   .  e1  e1[S1=5]
        y1[S1=5]  y1  .  .   e1
        ",
    );
}
