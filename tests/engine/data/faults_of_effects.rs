//! One test for each fault of an effect's own fields.

use serde_json::{Value, json};

use crate::data::documents::{
    ExpectedFault, card_with, effect, effects, faults_of, loaded, lowering, refused, validator,
    with, without,
};

/// The effects here override a shipped one. So a card uses the effect, the card has its
/// effect, and the tested fault is the only one.
const SHIPPED: &str = "pawns-2";
const EFFECT: &str = "effect pawns-2";

const TRIGGERS: &str = "on_play, while_in_play, on_destroy, on_card_destroyed, on_card_played, \
    on_enfeebled, on_first_enfeebled, on_first_enhanced, on_power_threshold, on_spawned, \
    on_lane_win, on_round_end";
const SCOPES: &str = "self, hand, positions, empty_positions, lane_owner, \
    allies_on_affected_tiles, enemies_on_affected_tiles, all_cards_on_affected_tiles, \
    allies_global, enemies_global, all_cards_global, \
    allies_in_lane, enemies_in_lane, all_cards_in_lane";
const OPERATIONS: &str = "modify_power, modify_power_scale, destroy_cards, replace_ally, \
    add_to_hand, spawn_token, modify_tile_ranks, score_bonus, expand_positions";
const ID: &str = "a text of its own, of at least one character, \
    without control characters and without spaces at its ends";
pub const AMOUNT: &str = "a whole number from -999 to 999";

fn over_shipped(effect: Value) -> Value {
    effects([with(effect, "id", json!(SHIPPED))])
}

#[track_caller]
fn wrong(effect: Value, field: &str, problem: &str, allowed: &str) {
    refused(
        over_shipped(effect),
        ExpectedFault {
            item: EFFECT,
            field,
            problem,
            allowed,
        },
    );
}

/// The fault of an effect's only operation.
#[track_caller]
pub fn wrong_operation(
    (trigger, scope): (&str, &str),
    operation: Value,
    field: &str,
    problem: &str,
    allowed: &str,
) {
    let mut effect = effect(trigger, scope, operation);
    match trigger {
        "on_power_threshold" => effect["threshold"] = json!(7),
        "on_card_destroyed" | "on_card_played" => effect["watches"] = json!("allies"),
        _ => {}
    }
    wrong(effect, &format!("operations[0].{field}"), problem, allowed);
}

#[test]
fn the_effect_of_these_tests_is_right_by_itself() {
    loaded(&card_with(lowering()));
}

#[test]
fn every_field_is_needed() {
    for (field, allowed) in [
        ("trigger", TRIGGERS),
        ("scope", SCOPES),
        ("operations", "a list of at least one operation"),
    ] {
        wrong(
            without(lowering(), field),
            field,
            "the field is missing",
            allowed,
        );
    }
    refused(
        effects([without(lowering(), "id")]),
        ExpectedFault {
            item: "effect at position 1",
            field: "id",
            problem: "the field is missing",
            allowed: ID,
        },
    );
}

#[test]
fn an_effect_needs_an_id_that_can_be_read() {
    for id in ["", " ", " id", "id\u{a0}", "i\td"] {
        refused(
            card_with(with(lowering(), "id", json!(id))),
            ExpectedFault {
                item: "effect at position 1",
                field: "id",
                problem: &format!("`{id}` is not an effect id"),
                allowed: ID,
            },
        );
    }
    loaded(&card_with(with(
        lowering(),
        "id",
        json!("an id — of words"),
    )));
}

#[test]
fn a_text_must_be_a_text() {
    for (field, allowed) in [("trigger", TRIGGERS), ("scope", SCOPES)] {
        wrong(
            with(lowering(), field, json!(["self"])),
            field,
            "`[\"self\"]` is not a text",
            allowed,
        );
    }
}

#[test]
fn an_unknown_trigger() {
    wrong(
        with(lowering(), "trigger", json!("on_plya")),
        "trigger",
        "`on_plya` is unknown, did you mean `on_play`?",
        TRIGGERS,
    );
}

/// Whether `watches` and `threshold` are allowed depends on the trigger.
#[test]
fn a_misspelt_trigger_is_the_only_fault() {
    let grow = json!({"type": "modify_power_scale", "amount": 1});
    wrong(
        with(
            effect("on_card_playd", "self", grow),
            "watches",
            json!("all"),
        ),
        "trigger",
        "`on_card_playd` is unknown, did you mean `on_card_played`?",
        TRIGGERS,
    );
    let waiting = with(lowering(), "trigger", json!("on_power_treshold"));
    wrong(
        with(waiting, "threshold", json!(7)),
        "trigger",
        "`on_power_treshold` is unknown, did you mean `on_power_threshold`?",
        TRIGGERS,
    );
}

#[test]
fn an_unknown_scope() {
    wrong(
        with(lowering(), "scope", json!("enemies_globl")),
        "scope",
        "`enemies_globl` is unknown, did you mean `enemies_global`?",
        SCOPES,
    );
}

#[test]
fn an_unknown_operation() {
    wrong_operation(
        ("on_play", "self"),
        json!({"type": "modify_powr", "amount": 1}),
        "type",
        "`modify_powr` is unknown, did you mean `modify_power`?",
        OPERATIONS,
    );
}

#[test]
fn an_operation_without_type() {
    wrong_operation(
        ("on_play", "self"),
        json!({"amount": 1}),
        "type",
        "the field is missing",
        OPERATIONS,
    );
}

#[test]
fn an_unknown_field_is_refused_with_the_nearest() {
    wrong(
        with(lowering(), "treshold", json!(3)),
        "treshold",
        "the field is unknown, did you mean `trigger`?",
        "id, operations, scope, trigger",
    );
    wrong_operation(
        ("on_play", "self"),
        json!({"type": "modify_power", "amount": 1, "ammount": 2}),
        "ammount",
        "the field is unknown, did you mean `amount`?",
        "amount, type",
    );
}

#[test]
fn operations_must_be_a_list_and_not_empty() {
    wrong(
        with(lowering(), "operations", json!({"type": "destroy_cards"})),
        "operations",
        "`{\"type\":\"destroy_cards\"}` is not a list",
        "a list of at least one operation",
    );
    wrong(
        with(lowering(), "operations", json!([])),
        "operations",
        "the list is empty",
        "at least one operation",
    );
}

#[test]
fn an_operation_must_be_an_object() {
    wrong(
        with(lowering(), "operations", json!([5])),
        "operations[0]",
        "`5` is not an object",
        "a JSON object, `{ … }`",
    );
}

#[test]
fn messages_name_an_operation_by_its_index() {
    let operations = json!([{"type": "destroy_cards"}, {"type": "destroy_card"}]);
    wrong(
        with(lowering(), "operations", operations),
        "operations[1].type",
        "`destroy_card` is unknown, did you mean `destroy_cards`?",
        OPERATIONS,
    );
}

#[test]
fn a_threshold_trigger_needs_its_threshold() {
    let waiting = with(lowering(), "trigger", json!("on_power_threshold"));
    wrong(waiting.clone(), "threshold", "the field is missing", AMOUNT);
    for threshold in [json!(1000), json!("7"), json!(7.5)] {
        let problem = format!("`{threshold}` is not allowed");
        wrong(
            with(waiting.clone(), "threshold", threshold),
            "threshold",
            &problem,
            AMOUNT,
        );
    }
}

#[test]
fn a_watching_trigger_needs_the_watched_side() {
    let watching = |trigger: &str| {
        let grow = json!({"type": "modify_power_scale", "amount": 1});
        effect(trigger, "self", grow)
    };
    for trigger in ["on_card_destroyed", "on_card_played"] {
        wrong(
            watching(trigger),
            "watches",
            "the field is missing",
            "allies, enemies, all",
        );
        wrong(
            with(watching(trigger), "watches", json!("enemy")),
            "watches",
            "`enemy` is unknown, did you mean `enemies`?",
            "allies, enemies, all",
        );
    }
}

#[test]
fn a_threshold_or_watched_cards_under_another_trigger() {
    for (field, value) in [("threshold", json!(7)), ("watches", json!("all"))] {
        let document = over_shipped(with(lowering(), field, value));
        let faults = faults_of(&document);
        assert_eq!(faults.len(), 1, "{faults:#?}");
        assert_eq!(
            (faults[0].item.as_str(), faults[0].field.as_str()),
            (EFFECT, field)
        );
        assert!(faults[0].problem.contains("unknown"), "{}", faults[0]);
        assert_eq!(faults[0].allowed, "id, operations, scope, trigger");
        assert!(!validator().is_valid(&document));
    }
}

#[test]
fn an_operation_under_a_wrong_trigger_names_the_right_ones() {
    wrong_operation(
        ("while_in_play", "all_cards_global"),
        json!({"type": "destroy_cards"}),
        "type",
        "destroy_cards does not go with trigger while_in_play and scope all_cards_global",
        "on_play/on_destroy/on_card_destroyed/on_card_played/on_enfeebled/on_first_enfeebled/\
         on_first_enhanced/on_power_threshold/on_spawned with self/allies_on_affected_tiles/\
         enemies_on_affected_tiles/all_cards_on_affected_tiles/allies_global/enemies_global/\
         all_cards_global/allies_in_lane/enemies_in_lane/all_cards_in_lane",
    );
}

#[test]
fn an_operation_with_a_wrong_scope_names_the_right_ones() {
    wrong_operation(
        ("on_play", "self"),
        json!({"type": "modify_tile_ranks", "amount": 2}),
        "type",
        "modify_tile_ranks does not go with trigger on_play and scope self",
        "on_play with positions",
    );
    wrong_operation(
        ("while_in_play", "self"),
        json!({"type": "modify_power", "amount": 2}),
        "type",
        "modify_power does not go with trigger while_in_play and scope self",
        "on_play/on_destroy/on_card_destroyed/on_card_played/on_enfeebled/on_first_enfeebled/\
         on_first_enhanced/on_power_threshold/on_spawned with self/allies_on_affected_tiles/\
         enemies_on_affected_tiles/all_cards_on_affected_tiles/allies_global/enemies_global/\
         all_cards_global/allies_in_lane/enemies_in_lane/all_cards_in_lane; \
         or while_in_play with allies_on_affected_tiles/enemies_on_affected_tiles/\
         all_cards_on_affected_tiles/allies_global/enemies_global/all_cards_global/\
         allies_in_lane/enemies_in_lane/all_cards_in_lane",
    );
}
