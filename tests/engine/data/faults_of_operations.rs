//! One test for each fault of the fields of an operation.

use serde_json::{Value, json};

use crate::data::documents::{with, without};
use crate::data::faults_of_effects::{AMOUNT, wrong_operation};

const COUNTS: &str = "enhanced_allies, enhanced_enemies, enhanced_all, enfeebled_allies, \
    enfeebled_enemies, enfeebled_all, enhanced_or_enfeebled_allies, \
    enhanced_or_enfeebled_enemies, enhanced_or_enfeebled_all";

#[test]
fn every_field_is_needed() {
    for (trigger, scope, kind, field, allowed) in [
        ("on_play", "self", "modify_power", "amount", AMOUNT),
        (
            "on_card_played",
            "self",
            "modify_power_scale",
            "amount",
            AMOUNT,
        ),
        (
            "on_play",
            "self",
            "replace_ally",
            "mode",
            "neutral, raise, lower",
        ),
        (
            "on_play",
            "positions",
            "modify_tile_ranks",
            "amount",
            "a whole number from 1 to 3",
        ),
        (
            "on_play",
            "empty_positions",
            "spawn_token",
            "tokens",
            "an object with a token's number for each rank, \"1\", \"2\", \"3\"",
        ),
        ("on_lane_win", "lane_owner", "score_bonus", "amount", AMOUNT),
        (
            "on_round_end",
            "lane_owner",
            "score_bonus",
            "mode",
            "lane_min_transfer",
        ),
    ] {
        wrong_operation(
            (trigger, scope),
            json!({"type": kind}),
            field,
            "the field is missing",
            allowed,
        );
    }
}

#[test]
fn a_score_bonus_is_an_amount_for_a_won_lane_and_a_mode_at_the_end() {
    let both = json!({"type": "score_bonus", "amount": 3, "mode": "lane_min_transfer"});
    for (trigger, unknown, meant, allowed) in [
        ("on_lane_win", "mode", "amount", "amount, type"),
        ("on_round_end", "amount", "mode", "mode, type"),
    ] {
        let problem = format!("the field is unknown, did you mean `{meant}`?");
        wrong_operation(
            (trigger, "lane_owner"),
            both.clone(),
            unknown,
            &problem,
            allowed,
        );
    }
}

#[test]
fn an_amount_that_is_no_whole_number_in_its_bounds() {
    for amount in [
        json!(1000),
        json!(-1000),
        json!(0.5),
        json!("1"),
        json!(i64::MIN),
    ] {
        let problem = format!("`{amount}` is not allowed");
        wrong_operation(
            ("on_play", "self"),
            json!({"type": "modify_power", "amount": amount}),
            "amount",
            &problem,
            AMOUNT,
        );
        wrong_operation(
            ("on_lane_win", "lane_owner"),
            json!({"type": "score_bonus", "amount": amount}),
            "amount",
            &problem,
            AMOUNT,
        );
        wrong_operation(
            ("on_card_played", "self"),
            json!({"type": "modify_power_scale", "amount": amount}),
            "amount",
            &problem,
            AMOUNT,
        );
    }
    for amount in [json!(0), json!(4), json!(-1)] {
        wrong_operation(
            ("on_play", "positions"),
            json!({"type": "modify_tile_ranks", "amount": amount}),
            "amount",
            &format!("`{amount}` is not allowed"),
            "a whole number from 1 to 3",
        );
    }
}

#[test]
fn an_unknown_count_or_multiplier() {
    wrong_operation(
        ("while_in_play", "self"),
        json!({"type": "modify_power_scale", "amount": 1, "per": "enhanced_ally"}),
        "per",
        "`enhanced_ally` is unknown, did you mean `enhanced_all`?",
        COUNTS,
    );
    wrong_operation(
        ("while_in_play", "self"),
        json!({"type": "modify_power_scale", "amount": 1}),
        "per",
        "the field is missing",
        COUNTS,
    );
    wrong_operation(
        ("on_play", "self"),
        json!({"type": "modify_power", "amount": 1, "per": "pawns"}),
        "per",
        "`pawns` is unknown, did you mean `replaced_pawns`?",
        "replaced_pawns",
    );
}

#[test]
fn per_is_allowed_only_where_something_is_counted() {
    for (trigger, scope, kind, per) in [
        (
            "while_in_play",
            "allies_global",
            "modify_power",
            "replaced_pawns",
        ),
        (
            "on_card_played",
            "self",
            "modify_power_scale",
            "enhanced_all",
        ),
    ] {
        wrong_operation(
            (trigger, scope),
            json!({"type": kind, "amount": 1, "per": per}),
            "per",
            "the field is unknown, did you mean `amount`?",
            "amount, type",
        );
    }
}

#[test]
fn an_unknown_mode() {
    wrong_operation(
        ("on_play", "self"),
        json!({"type": "replace_ally", "mode": "rise"}),
        "mode",
        "`rise` is unknown, did you mean `raise`?",
        "neutral, raise, lower",
    );
    wrong_operation(
        ("on_round_end", "lane_owner"),
        json!({"type": "score_bonus", "mode": "lane_max_transfer"}),
        "mode",
        "`lane_max_transfer` is unknown, did you mean `lane_min_transfer`?",
        "lane_min_transfer",
    );
}

#[test]
fn cards_for_the_hand_are_a_list_of_1_to_10_numbers() {
    const ALLOWED: &str = "a list of 1 to 10 card numbers";
    let add = |cards: Value| json!({"type": "add_to_hand", "cards": cards});
    let hand = ("on_play", "hand");
    for cards in [json!([]), json!(vec!["T01"; 11])] {
        wrong_operation(
            hand,
            add(cards),
            "cards",
            "too few or too many cards",
            ALLOWED,
        );
    }
    wrong_operation(
        hand,
        add(json!("T01")),
        "cards",
        "`\"T01\"` is not a list",
        ALLOWED,
    );
    wrong_operation(
        hand,
        add(json!(["T01", 1])),
        "cards[1]",
        "`1` is not a text",
        ALLOWED,
    );
    wrong_operation(
        hand,
        json!({"type": "add_to_hand"}),
        "cards",
        "the field is missing",
        ALLOWED,
    );
}

#[test]
fn tokens_to_spawn_are_one_for_each_rank() {
    const ALLOWED: &str = "an object with a token's number for each rank, \"1\", \"2\", \"3\"";
    let spawn = |tokens: Value| json!({"type": "spawn_token", "tokens": tokens});
    let whole = json!({"1": "T09", "2": "T10", "3": "T11"});
    for (tokens, field, problem, allowed) in [
        (
            without(whole.clone(), "2"),
            "tokens.2",
            "the field is missing",
            ALLOWED,
        ),
        (
            with(whole.clone(), "3", json!(11)),
            "tokens.3",
            "`11` is not a text",
            ALLOWED,
        ),
        (
            with(whole.clone(), "4", json!("T11")),
            "tokens.4",
            "the field is unknown, did you mean `1`?",
            "1, 2, 3",
        ),
        (
            json!(["T09", "T10", "T11"]),
            "tokens",
            "`[\"T09\",\"T10\",\"T11\"]` is not an object",
            "a JSON object, `{ … }`",
        ),
    ] {
        wrong_operation(
            ("on_play", "empty_positions"),
            spawn(tokens),
            field,
            problem,
            allowed,
        );
    }
}
