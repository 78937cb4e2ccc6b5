//! Replacement cards: the reserved tile, and the power that is handed on (RULES.md,
//! section 6, step 1).

use crate::rules::made_up::check_made_up;
use crate::support::{BOTH, CANON, REBIRTH};

/// R1 raises its allies when destroyed; Q1 only replaces.
const RESERVED: &str = "
    R1 1 1 | on_destroy allies_global modify_power 1
    Q1 R 3 C2P B3P | on_play self replace_ally neutral
    TA 1 4 | on_spawned hand add_to_hand T01
    N1 1 5 | on_first_enhanced empty_positions spawn_token TA TA TA
    E1 1 5 | on_first_enhanced positions expand_positions
";

#[test]
fn tokens_skip_the_reserved_tile() {
    // N1 is enhanced when the replaced card is destroyed, and spawns before Q1 is down.
    let before = "
        y2      .       .  .  .
        y1[N1]  y2[R1]  .  .  .
        .       .       .  .  .
        ";
    check_made_up(
        CANON,
        RESERVED,
        before,
        "you Q1 MID-2",
        "
        y2[TA=4]   y1        .   .  .
        y1[N1=6+]  y2[Q1=3]  y1  .  .
        .          .         .   .  .
        hand you T01
        ",
    );
    check_made_up(
        REBIRTH,
        RESERVED,
        before,
        "you Q1 MID-2",
        "
        y2[TA=4]   y1        .   .  .
        y1[N1=6+]  y2[Q1=3]  y1  .  .
        .          .         .   .  .
        hand you T01
        ",
    );
}

#[test]
fn pawns_skip_the_reserved_tile() {
    let before = "
        .       .       .  .  .
        y1[E1]  y1[R1]  .  .  .
        .       .       .  .  .
        ";
    check_made_up(
        CANON,
        RESERVED,
        before,
        "you Q1 MID-2",
        "
        y1         y2        .   .  .
        y1[E1=6+]  y1[Q1=3]  y1  .  .
        y1         y1        .   .  .
        ",
    );
    check_made_up(
        REBIRTH,
        RESERVED,
        before,
        "you Q1 MID-2",
        "
        y1         y2        .   .  .
        y1[E1=6+]  y1[Q1=3]  y1  .  .
        y1         y1        .   .  .
        ",
    );
}

#[test]
fn the_new_card_is_placed_even_if_the_enemy_owns_the_tile_by_then() {
    // Without the card on it the tile is the enemy's.
    check_made_up(
        CANON,
        RESERVED,
        "
        .  .         .  .  .
        .  y0:1[V5]  .  .  .
        .  .         .  .  .
        ",
        "you Q1 MID-2",
        "
        .  y1          .   .  .
        .  y0:1[Q1=3]  y1  .  .
        .  .           .   .  .
        ",
    );
}

#[test]
fn a_replaced_cards_own_pawns_go_before_the_new_card_projects() {
    // Undone, the tile ahead has its base of 1 when Q1's pawn lands; kept, it has 2.
    let cards = "
        P1 1 5 B3P
        Q1 R 3 B3P | on_play self replace_ally neutral
    ";
    let before = "
        .   .   .  .  .
        y1  y1  .  .  .
        .   .   .  .  .
        ";
    check_made_up(
        CANON,
        cards,
        before,
        "you P1 MID-1; you Q1 MID-1",
        "
        .         .   .  .  .
        y1[Q1=3]  y2  .  .  .
        .         .   .  .  .
        ",
    );
    check_made_up(
        REBIRTH,
        cards,
        before,
        "you P1 MID-1; you Q1 MID-1",
        "
        .         .   .  .  .
        y1[Q1=3]  y3  .  .  .
        .         .   .  .  .
        ",
    );
}

#[test]
fn everything_that_destroying_the_replaced_card_causes_comes_before_the_new_card() {
    // The replaced bomb destroys D1 next to it, and the watcher reacts to both; then Q2's
    // own on_play runs, and then the watcher of plays.
    check_made_up(
        CANON,
        "
        B1 1 1 | on_destroy allies_in_lane modify_power -3
        Q2 R 3 | on_play hand add_to_hand T02
        D1 1 3 | on_destroy hand add_to_hand T01
        W1 1 9 | on_card_destroyed=allies hand add_to_hand T04 | on_card_played=allies hand add_to_hand T05
        ",
        "
        y1[B1]  y1[D1]  .  .  .
        y1[W1]  .       .  .  .
        .       .       .  .  .
        ",
        "you Q2 TOP-1",
        "
        y1[Q2=3]  y1  .  .  .
        y1[W1=9]  .   .  .  .
        .         .   .  .  .
        hand you T04 T01 T04 T02 T05
        ",
    );
}

/// Q1 is raised by the replaced power, Q0 hands on nothing.
const HANDED_ON: &str = "
    Q1 R 1 | on_play self replace_ally raise
    Q0 R 1 | on_play self replace_ally neutral
    QL R 1 | on_play all_cards_global replace_ally lower
    O1 1 3 | on_play allies_in_lane replace_ally raise
    A1 1 1 | while_in_play allies_global modify_power 3
    C1 1 2 | while_in_play self modify_power_scale 1 enhanced_enemies
";

#[test]
fn the_replaced_power_is_the_effective_one_with_all_its_parts() {
    // 2 printed, 1 discrete, 2 grown, 1 counted, 3 by the aura: 9. The new card
    // has 1 of its own, that 9, and the aura's 3.
    let before = "
        y1[C1+1*+2]  .  .  .  e1[V5+1]
        y1[A1]       .  .  .  .
        .            .  .  .  .
        ";
    check_made_up(
        CANON,
        HANDED_ON,
        before,
        "you Q1 TOP-1",
        "
        y1[Q1=13+]  .  .  .  e1[V5=6+]
        y1[A1=1]    .  .  .  .
        .           .  .  .  .
        ",
    );
    check_made_up(
        REBIRTH,
        HANDED_ON,
        before,
        "you Q1 TOP-1",
        "
        y1[Q1=13+]  .  .  .  e1[V5=6+]
        y1[A1=1]    .  .  .  .
        .           .  .  .  .
        ",
    );
}

#[test]
fn a_neutral_replacement_hands_on_no_power() {
    check_made_up(
        CANON,
        HANDED_ON,
        "
        y1[V9]  y1[V5]  .  .  .
        .       .       .  .  .
        .       .       .  .  .
        ",
        "you Q0 TOP-1",
        "
        y1[Q0=1]  y1[V5=5]  .  .  .
        .         .         .  .  .
        .         .         .  .  .
        ",
    );
}

#[test]
fn lowering_by_the_replaced_power_is_discrete_and_its_scope_includes_the_source() {
    // All cards are lowered by 3: V2 and the new card itself are destroyed.
    check_made_up(
        CANON,
        HANDED_ON,
        "
        y1[V3]  y1[V2]  .  .  e1[V5]
        .       .       .  .  .
        .       .       .  .  .
        ",
        "you QL TOP-1",
        "
        y1  y1  .  .  e1[V5=2-]
        .   .   .  .  .
        .   .   .  .  .
        ",
    );
}

#[test]
fn with_nothing_replaced_the_power_handed_on_is_0() {
    // An ordinary card with the operation: nothing to replace on an empty tile.
    check_made_up(
        BOTH,
        HANDED_ON,
        "
        y1  y1[V5]  .  .  .
        .   .       .  .  .
        .   .       .  .  .
        ",
        "you O1 TOP-1",
        "
        y1[O1=3]  y1[V5=5]  .  .  .
        .         .         .  .  .
        .         .         .  .  .
        ",
    );
}

#[test]
fn the_new_card_is_first_looked_at_as_neutral_whatever_it_replaced() {
    // The replaced card was enhanced; the new one becomes so under the aura.
    check_made_up(
        REBIRTH,
        "
        Q1 R 3 | on_first_enhanced hand add_to_hand T01 | on_power_threshold=5 hand add_to_hand T02
        A2 1 1 | while_in_play allies_global modify_power 2
        ",
        "
        y1[V9+1]  .  .  .  .
        y1[A2]    .  .  .  .
        .         .  .  .  .
        ",
        "you Q1 TOP-1",
        "
        y1[Q1=5+]  .  .  .  .
        y1[A2=1]   .  .  .  .
        .          .  .  .  .
        hand you T01 T02
        ",
    );
}
