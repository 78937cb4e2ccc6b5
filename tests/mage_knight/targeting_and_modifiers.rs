//! Picking enemies, the modifiers that cards put on them, and what both change in the
//! options and results of a combat.

use qbcoach_mage_knight::effect::{Effect, PlannedScope};
use qbcoach_mage_knight::modifier::{Duration, ModifierChange, Scope};
use qbcoach_mage_knight::words::describe;
use qbcoach_mage_knight::{CardId, CardSet, Mode};

use crate::script::{check, check_with, data, run, start, with_cards};

// Effects, options and modifiers as types.

#[test]
fn selecting_an_enemy_is_an_effect_with_a_template() {
    let data = data();
    let card = data
        .card(CardSet::DesignDocument, &CardId::from("chill"))
        .unwrap();
    let Some(Effect::SelectEnemy(template)) = card.mode(Mode::Basic).map(|mode| &mode.effect)
    else {
        panic!("Chill selects an enemy");
    };
    let changes: Vec<&ModifierChange> =
        template.modifiers.iter().map(|plan| &plan.change).collect();
    assert_eq!(
        changes,
        [&ModifierChange::DoesNotAttack, &ModifierChange::Armor(-3)]
    );
    let durations = template.modifiers.iter().map(|plan| plan.duration);
    assert!(durations.into_iter().all(|it| it == Duration::Combat));
}

#[test]
fn each_option_names_the_instance_and_its_display_name() {
    check(
        "enemies prowlers diggers; hand whirlwind",
        "play whirlwind",
        "choosing: choose a target: does not attack
         choice 0: Prowlers (enemy_0): does not attack
         choice 1: Diggers (enemy_1): does not attack
         choices 2",
    );
}

#[test]
fn an_applied_modifier_has_source_scope_and_duration() {
    let data = data();
    let mut combat = start(&data, "enemies prowlers diggers; hand whirlwind");
    run(&data, &mut combat, "play whirlwind; choose 1");
    let [modifier] = combat.modifiers() else {
        panic!("exactly one modifier is applied");
    };
    assert_eq!(modifier.source, CardId::from("whirlwind"));
    assert_eq!(modifier.scope, Scope::OneEnemy("enemy_1".into()));
    assert_eq!(modifier.duration, Duration::Combat);
    assert_eq!(modifier.change, ModifierChange::DoesNotAttack);
}

// The scopes of a modifier.

const STURDY: &str = r#"[{"id": "sturdy", "name": "Sturdy", "kind": "skill", "sets": ["seed"],
    "basic": {"effect": {"type": "applyModifier",
        "modifier": {"change": "heroArmor", "amount": 2, "duration": "combat"}}}}]"#;

#[test]
fn a_modifier_without_a_scope_applies_to_the_hero() {
    let data = with_cards(STURDY);
    let card = data
        .card(CardSet::DesignDocument, &CardId::from("sturdy"))
        .unwrap();
    let effect = card.mode(Mode::Basic).map(|mode| &mode.effect);
    assert!(matches!(
        effect,
        Some(Effect::ApplyModifier {
            scope: PlannedScope::Hero,
            ..
        })
    ));
    // Prowlers attack with 4: 2 wounds at armor 2, 1 at armor 4.
    check_with(&data, "enemies prowlers; hand sturdy", "", "threat 2");
    check_with(
        &data,
        "enemies prowlers; hand sturdy",
        "play sturdy",
        "hero armor 4\n threat 1\n modifier the hero: armor +2",
    );
}

#[test]
fn a_modifier_with_scope_all_enemies_changes_every_enemy() {
    check(
        "enemies prowlers guardsmen; hand tremor",
        "play tremor; choose 1",
        "enemy_0 armor 1
         enemy_1 armor 5
         modifiers 1",
    );
}

#[test]
fn attack_options_in_the_attack_phase_include_modifiers() {
    check(
        "enemies guardsmen; hand tremor",
        "play tremor; choose 0; choose 0; end; end; take all; end",
        "phase attack
         offers attack enemy_0 needs 4",
    );
}

// Which enemies can be picked, and how effects are described.

#[test]
fn a_defeated_enemy_cannot_be_picked() {
    check(
        "enemies prowlers; hand chill whirlwind",
        "play chill powered; choose 0; refused noTarget: play whirlwind",
        "not offers play whirlwind basic
         not offers play whirlwind powered",
    );
}

#[test]
fn a_defeated_enemy_can_be_picked_if_the_data_includes_defeated_enemies() {
    let data = with_cards(
        r#"[{"id": "rites", "name": "Rites", "kind": "skill", "sets": ["seed"],
            "basic": {"effect": {"type": "selectEnemy", "includeDefeated": true, "defeat": true}}}]"#,
    );
    check_with(
        &data,
        "enemies prowlers; hand rites rites",
        "play rites; choose 0; play rites; choose 0",
        "enemy_0 is defeated
         fame gained 2",
    );
}

#[test]
fn an_effect_is_described_from_its_data() {
    let data = data();
    let describe_mode = |id: &str, mode: Mode| {
        let card = data
            .card(CardSet::DesignDocument, &CardId::from(id))
            .unwrap();
        describe(&card.mode(mode).unwrap().effect)
    };
    assert_eq!(
        describe_mode("tremor", Mode::Basic),
        "one enemy: armor -3, or all enemies: armor -2"
    );
    assert_eq!(
        describe_mode("chill", Mode::Basic),
        "one enemy: does not attack and armor -3"
    );
    assert_eq!(
        describe_mode("whirlwind", Mode::Powered),
        "one enemy: is defeated"
    );
}

// Modifiers change what the enemies and the hero do.

#[test]
fn a_does_not_attack_modifier_stops_only_its_own_enemy() {
    check(
        "enemies prowlers diggers; hand whirlwind",
        "play whirlwind; choose 0",
        "not enemy_0 attacks
         enemy_1 attacks",
    );
}

#[test]
fn attack_options_need_the_effective_armor() {
    check(
        "enemies golems; hand tremor",
        "play tremor; choose 0; choose 0",
        "offers attack enemy_0 needs 2",
    );
}

#[test]
fn a_declared_attack_has_to_reach_the_effective_armor() {
    check(
        "enemies swordsmen; hand tremor",
        "play tremor; choose 0; choose 0; attack enemy_0 with 2 ranged",
        "enemy_0 is defeated
         fame gained 4",
    );
    check(
        "enemies swordsmen; hand tremor",
        "play tremor; choose 0; choose 0; attack enemy_0 with 1 ranged",
        "not enemy_0 is defeated
         event: the attack on Swordsmen (enemy_0) fails with 1 of 2 needed; the points are gone",
    );
}

// When targeting cards can be played.

#[test]
fn targeting_cards_can_be_played_in_every_phase() {
    let phases = ["", "end", "end; end", "end; end; take all; end"];
    for before in phases {
        check(
            "enemies prowlers; hand tremor chill whirlwind; limit 9",
            before,
            "offers play tremor basic
             offers play tremor powered
             offers play chill basic
             offers play chill powered
             offers play whirlwind basic
             offers play whirlwind powered",
        );
    }
}

#[test]
fn a_card_says_whether_it_targets_enemies() {
    let data = data();
    for id in ["tremor", "chill", "whirlwind"] {
        let card = data
            .card(CardSet::DesignDocument, &CardId::from(id))
            .unwrap();
        for mode in Mode::ALL {
            assert!(card.mode(mode).unwrap().effect.targets_enemies(), "{id}");
        }
    }
}

#[test]
fn the_three_spells_are_in_both_sets() {
    let data = data();
    for set in [CardSet::DesignDocument, CardSet::Printed] {
        for id in ["tremor", "chill", "whirlwind"] {
            let card = data.card(set, &CardId::from(id)).unwrap();
            assert!(
                card.basic.is_some() && card.powered.is_some(),
                "{id} {set:?}"
            );
        }
    }
}

// Whole combats.

#[test]
fn a_targeting_choice_has_one_option_for_each_living_enemy() {
    check(
        "enemies prowlers diggers wolf_riders; hand chill whirlwind",
        "play whirlwind powered; choose 1; play chill",
        "choices 2
         choice 0: Prowlers (enemy_0): does not attack and armor -3
         choice 1: Wolf Riders (enemy_2): does not attack and armor -3
         offers choose 0
         offers choose 1
         not offers end",
    );
}

#[test]
fn an_enemy_that_does_not_attack_can_neither_be_blocked_nor_deal_damage() {
    let setup = "enemies prowlers diggers; hand whirlwind";
    check(
        setup,
        "play whirlwind; choose 0; end; refused doesNotAttack: block enemy_0 0 with 9",
        "offers block enemy_1 0 needs 3 or 2 wounds
         not offers block enemy_0 0 needs 4 or 2 wounds",
    );
    check(
        setup,
        "play whirlwind; choose 0; end; end; refused doesNotAttack: take enemy_0 0; \
         refused damageLeft: end; take enemy_1 0; end",
        "phase attack\n hero wounds 2",
    );
}

#[test]
fn powered_chill_and_whirlwind_defeat_the_picked_enemy_and_give_its_fame() {
    for card in ["chill", "whirlwind"] {
        check(
            &format!("enemies prowlers diggers; hand {card}; fame 5"),
            &format!("play {card} powered; choose 1"),
            "enemy_1 is defeated
             not enemy_0 is defeated
             fame gained 2
             hero fame 7",
        );
    }
}

#[test]
fn tremor_lets_the_player_choose_one_enemy_or_all() {
    check(
        "enemies swordsmen guardsmen; hand tremor",
        "play tremor",
        "choosing: choose what happens
         choice 0: one enemy: armor -3
         choice 1: all enemies: armor -2
         choices 2",
    );
    check(
        "enemies swordsmen guardsmen; hand tremor",
        "play tremor; choose 0; choose 1",
        "enemy_0 armor 5\n enemy_1 armor 4",
    );
    check(
        "enemies swordsmen guardsmen; hand tremor",
        "play tremor; choose 1",
        "enemy_0 armor 3\n enemy_1 armor 5",
    );
}

#[test]
fn armor_modifiers_add_up_and_lower_the_points_an_attack_needs() {
    // Armor 7 and 5. The first Tremor lowers both by 2, the second the first one by 3:
    // 2 + 3 = 5 points are needed.
    check(
        "enemies guardsmen swordsmen; hand tremor tremor",
        "play tremor; choose 1; play tremor; choose 0; choose 0; \
         end; end; take all; end; refused noPoints: attack enemy_0 enemy_1; \
         attack enemy_0 enemy_1 with 5",
        "enemy_0 is defeated
         enemy_1 is defeated
         fame gained 7
         event: the attack on Guardsmen (enemy_0) and Swordsmen (enemy_1) succeeds with 5 of 5 needed",
    );
}

#[test]
fn armor_never_falls_below_one() {
    check(
        "enemies diggers; hand tremor tremor",
        "play tremor powered; choose 0; choose 0; play tremor; choose 1",
        "enemy_0 armor 1",
    );
}

#[test]
fn only_the_picked_enemy_is_changed() {
    check(
        "enemies prowlers guardsmen prowlers; hand chill whirlwind tremor",
        "play chill; choose 1; play whirlwind powered; choose 2",
        "enemy_0 armor 3
         enemy_0 attacks
         enemy_1 armor 4
         not enemy_1 attacks
         enemy_2 is defeated
         enemy_2 armor 3
         offers attack enemy_0 enemy_1 needs 7",
    );
}
