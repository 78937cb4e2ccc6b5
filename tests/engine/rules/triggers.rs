//! The effects in the data, the parts of a card's power, when triggers fire, and growth.
//! Effects on tiles and scores are in [`crate::rules::board_effects`].

use std::collections::BTreeSet;

use qbcoach_engine::rules::{Board, Event, Rulebook, Rules, TileId};
use serde_json::Value;

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{CANON, board, check, make_plays, sketch};

fn canon() -> Rulebook {
    Rulebook::embedded(Rules::canon())
}

fn tile(text: &str) -> TileId {
    text.parse().expect("the test names a tile")
}

// The effects in the data

fn list(file: &str, section: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(file).expect("the data is JSON");
    file[section].as_array().expect("a list").clone()
}

fn registry() -> Vec<Value> {
    list(include_str!("../../../data/effects.json"), "effects")
}

/// The texts of one field of every entry.
fn texts(entries: &[Value], field: &str) -> BTreeSet<String> {
    let values = entries.iter().map(|entry| &entry[field]);
    values
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_effect_a_card_uses_exists_and_every_effect_is_used() {
    let mut used = BTreeSet::new();
    for file in [
        include_str!("../../../data/cards.json"),
        include_str!("../../../data/tokens.json"),
    ] {
        for card in list(file, "cards") {
            let effects = card["effects"].as_array().expect("a list of effects");
            used.extend(effects.iter().filter_map(Value::as_str).map(str::to_owned));
        }
    }
    assert_eq!(texts(&registry(), "id"), used);
}

#[test]
fn every_operation_is_one_of_the_nine() {
    let nine = [
        "modify_power",
        "modify_power_scale",
        "destroy_cards",
        "replace_ally",
        "add_to_hand",
        "spawn_token",
        "modify_tile_ranks",
        "score_bonus",
        "expand_positions",
    ];
    for effect in registry() {
        let operations = effect["operations"].as_array().expect("operations");
        assert!(!operations.is_empty(), "{effect}");
        for kind in texts(operations, "type") {
            assert!(nine.contains(&kind.as_str()), "{effect}");
        }
    }
}

#[test]
fn every_trigger_is_one_of_the_twelve() {
    let twelve = [
        "on_play",
        "while_in_play",
        "on_destroy",
        "on_card_destroyed",
        "on_card_played",
        "on_enfeebled",
        "on_first_enfeebled",
        "on_first_enhanced",
        "on_power_threshold",
        "on_spawned",
        "on_lane_win",
        "on_round_end",
    ];
    for trigger in texts(&registry(), "trigger") {
        assert!(twelve.contains(&trigger.as_str()), "{trigger}");
    }
}

// Power and status

#[test]
fn effective_power_is_the_sum_of_its_five_parts() {
    // 107: 1 printed, +1 discrete, +2 grown, 1 enhanced ally, +2 from 013 below.
    check(
        CANON,
        "
        y1[107+1*+2]  y1[001+3]  .  .  e1
        y1[013]       .          .  .  .
        .             .          .  .  .
        ",
        "enemy 001 TOP-5",
        "
        y1[107=7+]  y1[001=4+]  .  e1  e1[001=1]
        y1[013=1]   .           .  .   e1
        .           .           .  .   .
        ",
    );
}

#[test]
fn under_canon_the_status_is_the_sign_of_power_delta_alone() {
    // Auras, growth and counting change the power and not the status.
    check(
        CANON,
        "
        y1[001*+5]  y1[001+1]  y1[001+4*-3]  y1[011-1]  .
        y1[013]     .          .             .          y1
        .           .          .             .          .
        ",
        "you 107 MID-5",
        "
        y1[001=8]  y1[001=2+]  y1[001=2+]  y1[011=3-]  y1
        y1[013=1]  .           .           .           y1[107=3]
        .          .           .           .           y1
        ",
    );
}

// Triggers

/// X1 adds a token for each of its triggers; L1 lowers it by 1, G2 raises it by 2.
const STEPS: &str = "
    X1 1 5 | on_enfeebled hand add_to_hand T01 | on_first_enfeebled hand add_to_hand T02 | on_first_enhanced hand add_to_hand T03 | on_power_threshold=6 hand add_to_hand T04
    L1 1 9 | on_play enemies_global modify_power -1
    G2 1 9 | on_play allies_global modify_power 2
";

/// Three rows of free tiles on both sides around one X1.
const ROOM: &str = "
    y1  y1  y1[X1]  e1  e1
    y1  y1  .       e1  e1
    .   .   .       .   .
";

#[track_caller]
fn assert_fires(plays: &str, x1: &str, hand: &str) {
    let book = made_up("canon", STEPS);
    let mut board = board(&book, ROOM);
    let events = make_plays(&book, &mut board, plays);
    assert_eq!(sketch(&book, &board)[2], x1, "{plays}");
    let added: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            Event::AddedToHand { card, .. } => Some(book.catalogue[*card].number.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(added.join(" "), hand, "{plays}");
}

#[test]
fn on_enfeebled_fires_every_time_and_on_first_enfeebled_once() {
    assert_fires("enemy L1 TOP-5", "y1[X1=4-]", "T01 T02");
    assert_fires("enemy L1 TOP-5; enemy L1 TOP-4", "y1[X1=3-]", "T01 T02 T01");
}

#[test]
fn on_first_enhanced_fires_when_the_status_first_turns_to_enhanced() {
    assert_fires("you G2 TOP-1", "y1[X1=7+]", "T03 T04");
    // From −2 to 0 the card is not yet enhanced (power 5), then it is (power 7).
    assert_fires(
        "enemy L1 TOP-5; enemy L1 TOP-4; you G2 TOP-1; you G2 TOP-2",
        "y1[X1=7+]",
        "T01 T02 T01 T03 T04",
    );
}

#[test]
fn first_time_triggers_do_not_fire_again() {
    assert_fires(
        "you G2 TOP-1; enemy L1 TOP-5; enemy L1 TOP-4; enemy L1 MID-5; you G2 TOP-2",
        "y1[X1=6+]",
        "T03 T04 T01 T01 T01 T02",
    );
}

#[test]
fn a_threshold_fires_once_when_reached_from_below_and_never_from_above() {
    // 7 reaches the threshold of 6, 5 is below it, and 7 does not fire again.
    assert_fires(
        "you G2 TOP-1; enemy L1 TOP-5; enemy L1 TOP-4; you G2 MID-1",
        "y1[X1=7+]",
        "T03 T04 T01 T01",
    );
}

#[test]
fn a_batch_runs_on_destroy_abilities_then_watchers_then_the_removal() {
    // Both of the enemy's cards are destroyed together, and one watches the other.
    check_made_up(
        CANON,
        "
        D1 1 1 | on_destroy hand add_to_hand T01
        D2 1 1 | on_destroy hand add_to_hand T02 | on_card_destroyed=allies hand add_to_hand T03
        L1 1 9 | on_play enemies_global modify_power -1
        ",
        "
        y1  .  .  .  e1[D2]
        .   .  .  .  e1[D1]
        .   .  .  .  .
        ",
        "you L1 TOP-1",
        "
        y1[L1=9]  .  .  .  e1
        .         .  .  .  e1
        .         .  .  .  .
        hand enemy T02 T01 T03
        ",
    );
}

#[test]
fn watchers_react_to_all_cards_allies_or_enemies() {
    let cards = "
        WA 1 9 | on_card_destroyed=allies self modify_power_scale 1
        WE 1 9 | on_card_destroyed=enemies self modify_power_scale 1
        WX 1 9 | on_card_destroyed=all self modify_power_scale 1
        L1 1 9 | on_play all_cards_global modify_power -1
    ";
    // The lowering destroys two allies and one enemy of the watchers.
    check_made_up(
        CANON,
        cards,
        "
        y1[WA]  y1[V1]  .  .  e1[V1]
        y1[WE]  y1[V1]  .  .  .
        y1[WX]  y1      .  .  .
        ",
        "you L1 BOT-2",
        "
        y1[WA=10-]  y1         .  .  e1
        y1[WE=9-]   y1         .  .  .
        y1[WX=11-]  y1[L1=8-]  .  .  .
        ",
    );
}

// Growth and counting

#[test]
fn counting_while_in_play_stores_nothing() {
    // 046 Chimera: +2 for each enfeebled enemy, two and then one of them.
    let book = canon();
    let mut board = board(
        &book,
        "
        y2[046]  .  .  e1[021-1]  .
        .        .  .  e2[021-4]  .
        .        .  .  y1         .
        ",
    );
    assert_eq!(board.powers(&book).power[tile("TOP-1")], 8);
    make_plays(&book, &mut board, "you 026 BOT-4");
    assert_eq!(board.powers(&book).power[tile("TOP-1")], 6);
    let chimera = board.card(tile("TOP-1")).expect("the card is in play");
    assert_eq!((chimera.power_delta, chimera.scale_delta), (0, 0));
}

#[test]
fn growth_by_watched_events_adds_up_and_stays() {
    // 032 Sea Devil gains 1 for each ally played, also when that ally is gone.
    let book = canon();
    let mut board = board(&book, "y3[032] . y1 e3 .  y1 . . . .  . . . . .");
    make_plays(&book, &mut board, "you 007 TOP-3; you 008 MID-1");
    let scale = |board: &Board| {
        let placed = board.card(tile("TOP-1")).expect("the card is in play");
        (placed.power_delta, placed.scale_delta)
    };
    assert_eq!(scale(&board), (0, 2));
    make_plays(&book, &mut board, "enemy 039 TOP-4");
    assert!(board.card(tile("TOP-3")).is_none());
    assert_eq!(scale(&board), (0, 2));
    assert_eq!(board.powers(&book).power[tile("TOP-1")], 3);
}
