//! The sentences made from an effect's data, for every trigger and operation.

use std::collections::BTreeSet;

use qbcoach_engine::rules::data::embedded;
use qbcoach_engine::rules::effect::{Count, OperationKind, Scope, Trigger};
use qbcoach_engine::rules::words::describe;
use serde_json::{Value, json};

use crate::data::documents::{card_with, effect, loaded, with};

/// The sentence of an effect that no shipped card needs to have.
fn sentence(effect: Value) -> String {
    let catalogue = loaded(&card_with(effect));
    let card = catalogue.by_number("900").expect("the card was added");
    describe(&catalogue, &catalogue[card].effects[0])
}

fn watching(effect: Value, whose: &str) -> Value {
    with(effect, "watches", json!(whose))
}

/// An effect and its sentence, at least one for each trigger and operation.
fn golden() -> Vec<(Value, &'static str)> {
    let raise = |by: i32| json!({"type": "modify_power", "amount": by});
    let grow = |by: i32| json!({"type": "modify_power_scale", "amount": by});
    let count =
        |by: i32, per: &str| json!({"type": "modify_power_scale", "amount": by, "per": per});
    let replace = |mode: &str| json!({"type": "replace_ally", "mode": mode});
    vec![
        (
            effect("on_play", "enemies_on_affected_tiles", raise(-4)),
            "When played, lowers the power of enemy cards on affected tiles by 4.",
        ),
        (
            effect("while_in_play", "allies_in_lane", raise(2)),
            "While in play, raises the power of allied cards in its lane by 2.",
        ),
        (
            effect(
                "on_destroy",
                "all_cards_global",
                json!({"type": "destroy_cards"}),
            ),
            "When destroyed, destroys all cards on the board.",
        ),
        (
            watching(effect("on_card_destroyed", "self", grow(2)), "enemies"),
            "Each time an enemy card is destroyed, gains 2 power.",
        ),
        (
            watching(effect("on_card_destroyed", "self", grow(-1)), "all"),
            "Each time another card is destroyed, loses 1 power.",
        ),
        (
            watching(effect("on_card_played", "self", grow(1)), "allies"),
            "Each time another allied card is played from a hand, gains 1 power.",
        ),
        (
            effect("on_enfeebled", "self", raise(3)),
            "Each time its power is lowered, raises the power of itself by 3.",
        ),
        (
            effect("on_first_enfeebled", "allies_on_affected_tiles", raise(4)),
            "When first enfeebled, raises the power of allied cards on affected tiles by 4.",
        ),
        (
            effect(
                "on_first_enhanced",
                "all_cards_on_affected_tiles",
                raise(-99),
            ),
            "When first enhanced, lowers the power of all cards on affected tiles by 99.",
        ),
        (
            with(
                effect("on_power_threshold", "allies_global", raise(2)),
                "threshold",
                json!(7),
            ),
            "When its power first reaches 7, raises the power of allied cards on the board by 2.",
        ),
        (
            effect(
                "on_spawned",
                "enemies_in_lane",
                json!({"type": "modify_power", "amount": -1, "per": "replaced_pawns"}),
            ),
            "When spawned, lowers the power of enemy cards in its lane by 1 \
             for each pawn it replaced.",
        ),
        (
            effect(
                "on_lane_win",
                "lane_owner",
                json!({"type": "score_bonus", "amount": 10}),
            ),
            "If its side wins the lane, the lane gives 10 points more.",
        ),
        (
            effect(
                "on_lane_win",
                "lane_owner",
                json!({"type": "score_bonus", "amount": 1}),
            ),
            "If its side wins the lane, the lane gives 1 point more.",
        ),
        (
            effect(
                "on_round_end",
                "lane_owner",
                json!({"type": "score_bonus", "mode": "lane_min_transfer"}),
            ),
            "At the end, the winner of a lane also gets the loser's lane power as points.",
        ),
        (
            effect("while_in_play", "self", count(1, "enhanced_allies")),
            "While in play, gains 1 power for each other allied card that is enhanced.",
        ),
        (
            effect("while_in_play", "self", count(2, "enfeebled_enemies")),
            "While in play, gains 2 power for each enemy card that is enfeebled.",
        ),
        (
            effect(
                "while_in_play",
                "self",
                count(1, "enhanced_or_enfeebled_all"),
            ),
            "While in play, gains 1 power for each other card that is enhanced or enfeebled.",
        ),
        (
            effect("on_play", "self", replace("neutral")),
            "When played, takes the place of an allied card, which is destroyed.",
        ),
        (
            effect("on_play", "allies_on_affected_tiles", replace("raise")),
            "When played, takes the place of an allied card, which is destroyed, and raises \
             the power of allied cards on affected tiles by that card's power.",
        ),
        (
            effect("on_play", "all_cards_on_affected_tiles", replace("lower")),
            "When played, takes the place of an allied card, which is destroyed, and lowers \
             the power of all cards on affected tiles by that card's power.",
        ),
        (
            effect(
                "on_play",
                "hand",
                json!({"type": "add_to_hand", "cards": ["T15", "T16", "T17"]}),
            ),
            "When played, adds Moogle Mage, Moogle Bard and Cacneo to its owner's hand.",
        ),
        (
            effect(
                "on_play",
                "empty_positions",
                json!({"type": "spawn_token", "tokens": {"1": "T09", "2": "T10", "3": "T11"}}),
            ),
            "When played, puts Diamond Dust on each of its owner's empty tiles, \
             by the tile's rank.",
        ),
        (
            effect(
                "on_play",
                "empty_positions",
                json!({"type": "spawn_token", "tokens": {"1": "T01", "2": "T01", "3": "T02"}}),
            ),
            "When played, puts Mandragora Minion or Heatseeker Minion on each of its owner's \
             empty tiles, by the tile's rank.",
        ),
        (
            effect(
                "on_play",
                "positions",
                json!({"type": "modify_tile_ranks", "amount": 3}),
            ),
            "When played, its pawns raise ranks by 3 instead of 1.",
        ),
        (
            effect(
                "on_destroy",
                "positions",
                json!({"type": "expand_positions"}),
            ),
            "When destroyed, claims the neutral tiles around it and raises its owner's own \
             there by 1.",
        ),
    ]
}

#[test]
fn golden_sentences() {
    for (effect, expected) in golden() {
        assert_eq!(sentence(effect.clone()), expected, "{effect}");
    }
}

#[test]
fn there_is_a_golden_sentence_for_every_trigger_and_operation() {
    let golden = golden();
    let triggers: BTreeSet<&str> = golden
        .iter()
        .filter_map(|(effect, _)| effect["trigger"].as_str())
        .collect();
    assert_eq!(triggers, Trigger::WORDS.map(|(word, _)| word).into());
    let operations: BTreeSet<&str> = golden
        .iter()
        .filter_map(|(effect, _)| effect["operations"][0]["type"].as_str())
        .collect();
    assert_eq!(
        operations,
        OperationKind::WORDS.map(|(word, _)| word).into()
    );
}

#[test]
fn several_operations_are_one_sentence() {
    let several = json!([
        {"type": "modify_power", "amount": 1},
        {"type": "modify_power", "amount": -2},
        {"type": "destroy_cards"}
    ]);
    let effect = effect("on_play", "allies_global", json!({"type": "destroy_cards"}));
    assert_eq!(
        sentence(with(effect, "operations", several)),
        "When played, raises the power of allied cards on the board by 1, lowers the power of \
         allied cards on the board by 2 and destroys allied cards on the board."
    );
}

#[test]
fn sentences_of_shipped_cards() {
    let catalogue = embedded();
    for (name, expected) in [
        (
            "Cloud",
            "When its power first reaches 7, raises the power of allied cards on affected tiles \
             by 2.",
        ),
        ("Cait Sith", "When played, adds Moogle to its owner's hand."),
        (
            "Shiva",
            "When played, puts Diamond Dust on each of its owner's empty tiles, \
             by the tile's rank.",
        ),
        (
            "Tonberry King",
            "Each time another allied card is destroyed, gains 2 power.",
        ),
        (
            "Titan",
            "When played, its pawns raise ranks by 2 instead of 1.",
        ),
        (
            "Tifa",
            "If its side wins the lane, the lane gives 5 points more.",
        ),
    ] {
        let card = &catalogue[catalogue.find(name).expect("a shipped card")];
        let [effect] = card.effects.as_slice() else {
            panic!("{name} has one ability");
        };
        assert_eq!(describe(&catalogue, effect), expected, "{name}");
    }
}

#[test]
fn an_override_changes_the_sentence_with_the_data() {
    let changed = json!({"effects": [{
        "id": "lane-win-bonus-5", "trigger": "on_lane_win", "scope": "lane_owner",
        "operations": [{"type": "score_bonus", "amount": 6}]
    }]});
    let catalogue = loaded(&changed);
    let card = &catalogue[catalogue.find("Tifa").expect("a shipped card")];
    assert_eq!(
        describe(&catalogue, &card.effects[0]),
        "If its side wins the lane, the lane gives 6 points more."
    );
}

#[test]
fn every_scope_and_every_count_reads_differently() {
    let scopes: BTreeSet<String> = Scope::WORDS
        .iter()
        .filter(|(_, scope)| OperationKind::DestroyCards.allows(Trigger::OnPlay, *scope))
        .map(|(word, _)| sentence(effect("on_play", word, json!({"type": "destroy_cards"}))))
        .collect();
    assert_eq!(scopes.len(), 10, "{scopes:#?}");
    let counts: BTreeSet<String> = Count::WORDS
        .iter()
        .map(|(word, _)| {
            let count = json!({"type": "modify_power_scale", "amount": 1, "per": word});
            sentence(effect("while_in_play", "self", count))
        })
        .collect();
    assert_eq!(counts.len(), Count::WORDS.len(), "{counts:#?}");
}
