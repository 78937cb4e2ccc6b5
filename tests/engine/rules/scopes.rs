//! Which cards a scope reaches: it includes the source for an operation, and never for an
//! aura (RULES.md, section 7).

use qbcoach_engine::rules::Side;

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{BOTH, CANON, REBIRTH, board, play_of};

/// Three allies and two enemies of the card about to be played on MID-1; every
/// card on this board has power 5.
const TABLE: &str = "
    y1[V5]  .       .       .       e1[V5]
    y1      y1[V5]  .       e1[V5]  .
    .       .       y1[V5]  .       .
";

/// Plays a card with one ability that adds 1, on MID-1 or, mirrored, on MID-5,
/// and names the tiles whose power changed as the player sees them.
fn reached(side: Side, trigger: &str, scope: &str) -> String {
    let book = made_up(
        "canon",
        &format!("X1 1 5 C2E B3E | {trigger} {scope} modify_power 1"),
    );
    let mirror = side == Side::Enemy;
    let (mut board, mut play) = (board(&book, TABLE), play_of(&book, "X1", "MID-1"));
    if mirror {
        (board, play.tile) = (board.mirrored(), play.tile.mirrored());
    }
    board
        .play(&book, side, play, &mut ())
        .expect("the play is legal");
    if mirror {
        board = board.mirrored();
    }
    let powers = board.powers(&book);
    let changed: Vec<String> = board
        .occupied()
        .iter()
        .filter(|tile| powers.power[*tile] == 6)
        .map(|tile| tile.to_string())
        .collect();
    changed.join(" ")
}

#[track_caller]
fn assert_reach(trigger: &str, expected: &[(&str, &str)]) {
    for (scope, tiles) in expected {
        for side in Side::BOTH {
            assert_eq!(
                reached(side, trigger, scope),
                *tiles,
                "{trigger} {scope}, played by {side}"
            );
        }
    }
}

#[test]
fn operations_reach_their_scope_and_global_and_lane_scopes_include_the_source() {
    assert_reach(
        "on_play",
        &[
            ("self", "MID-1"),
            ("allies_on_affected_tiles", "TOP-1 MID-2"),
            ("enemies_on_affected_tiles", ""),
            ("all_cards_on_affected_tiles", "TOP-1 MID-2"),
            ("allies_global", "TOP-1 MID-1 MID-2 BOT-3"),
            ("enemies_global", "TOP-5 MID-4"),
            ("all_cards_global", "TOP-1 TOP-5 MID-1 MID-2 MID-4 BOT-3"),
            ("allies_in_lane", "MID-1 MID-2"),
            ("enemies_in_lane", "MID-4"),
            ("all_cards_in_lane", "MID-1 MID-2 MID-4"),
        ],
    );
}

#[test]
fn auras_reach_their_scope_and_never_their_own_source() {
    assert_reach(
        "while_in_play",
        &[
            ("allies_on_affected_tiles", "TOP-1 MID-2"),
            ("enemies_on_affected_tiles", ""),
            ("all_cards_on_affected_tiles", "TOP-1 MID-2"),
            ("allies_global", "TOP-1 MID-2 BOT-3"),
            ("enemies_global", "TOP-5 MID-4"),
            ("all_cards_global", "TOP-1 TOP-5 MID-2 MID-4 BOT-3"),
            ("allies_in_lane", "MID-2"),
            ("enemies_in_lane", "MID-4"),
            ("all_cards_in_lane", "MID-2 MID-4"),
        ],
    );
}

#[test]
fn a_lane_scope_stays_in_the_sources_lane_wherever_the_trigger_came_from() {
    // The watcher stands in TOP; the card it watched was played in BOT.
    check_made_up(
        BOTH,
        "W1 1 5 | on_card_played=allies all_cards_in_lane modify_power 2",
        "
        y1[W1]  .  y1[V5]  .  e1[V5]
        .       .  y1[V5]  .  .
        y1      .  y1[V5]  .  .
        ",
        "you V5 BOT-1",
        "
        y1[W1=7+]  .  y1[V5=7+]  .  e1[V5=7+]
        .          .  y1[V5=5]   .  .
        y1[V5=5]   .  y1[V5=5]   .  .
        ",
    );
}

/// Auras over the whole board and over a lane.
const AURAS: &str = "
    AG 1 1 | while_in_play allies_global modify_power 2
    AL 1 1 | while_in_play enemies_in_lane modify_power -1
    K1 1 1 | on_play enemies_global destroy_cards
";

#[test]
fn global_and_lane_auras_reach_cards_played_later() {
    let before = "
        y1  .  .  .  e1
        y1  .  .  .  e1
        .   .  .  .  .
        ";
    // V5 arrives under both auras: 5 + 2 - 1.
    check_made_up(
        CANON,
        AURAS,
        before,
        "you AG MID-1; enemy AL TOP-5; you V5 TOP-1",
        "
        y1[V5=6]  .  .  .  e1[AL=1]
        y1[AG=1]  .  .  .  e1
        .         .  .  .  .
        ",
    );
    check_made_up(
        REBIRTH,
        AURAS,
        before,
        "you AG MID-1; enemy AL TOP-5; you V5 TOP-1",
        "
        y1[V5=6+]  .  .  .  e1[AL=1]
        y1[AG=1]   .  .  .  e1
        .          .  .  .  .
        ",
    );
}

#[test]
fn an_aura_ends_when_its_source_is_destroyed() {
    // AL takes 1 from AG, AG gives 2 to K1 and V5; AL goes.
    check_made_up(
        CANON,
        AURAS,
        "
        y1[AG+1]  .  .  .  e1[AL]
        y1        .  .  .  .
        y1[V5]    .  .  .  .
        ",
        "you K1 MID-1",
        "
        y1[AG=2+]  .  .  .  e1
        y1[K1=3]   .  .  .  .
        y1[V5=7]   .  .  .  .
        ",
    );
}

#[test]
fn two_auras_of_one_card_and_two_copies_add_up() {
    check_made_up(
        CANON,
        "A2 1 1 | while_in_play allies_global modify_power 2 | while_in_play allies_in_lane modify_power 3",
        "
        y1  y1[V5]  .  .  .
        y1  .       .  .  .
        .   y1[V5]  .  .  .
        ",
        "you A2 TOP-1; you A2 MID-1",
        "
        y1[A2=3]  y1[V5=12]  .  .  .
        y1[A2=3]  .          .  .  .
        .         y1[V5=9]   .  .  .
        ",
    );
}
