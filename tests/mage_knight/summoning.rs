//! Summoners and the monsters that stand in for them.

use std::collections::BTreeSet;

use qbcoach_mage_knight::enemy::EnemyColor;

use crate::script::{check, data, run, start};

#[test]
fn a_summoner_draws_a_monster_at_the_start_of_the_block_phase() {
    let data = data();
    let mut combat = start(&data, "enemies orc_summoners prowlers; seed 31");
    assert_eq!(combat.enemies().len(), 2);
    run(&data, &mut combat, "end");
    let monster = &combat.enemies()[2];
    assert_eq!(monster.id.as_str(), "enemy_2");
    assert_eq!(monster.summoned_by, Some("enemy_0".into()));
    assert_eq!(monster.kind.color, EnemyColor::Brown);
    check(
        "enemies orc_summoners prowlers; seed 31",
        "end",
        "enemy_0 is replaced
         enemy_2 summoned by enemy_0
         event: Orc Summoners (enemy_0) summons Vampire (enemy_2)",
    );
}

#[test]
fn a_summoner_neither_attacks_nor_can_be_blocked() {
    check(
        "enemies orc_summoners",
        "end; refused summons: block enemy_0 0 with 9; end; \
         refused summons: take enemy_0 0",
        "enemy_0 threatens 0
         not enemy_0 is blocked",
    );
}

#[test]
fn a_summoned_monster_leaves_after_assign_damage_and_the_summoner_can_be_attacked() {
    check(
        "enemies orc_summoners; limit 20",
        "end; end; take all; end; refused unknownEnemy: attack enemy_1 with 9; \
         attack enemy_0 with 4",
        "not enemy_1 summoned by enemy_0
         not enemy_0 is replaced
         enemy_0 is defeated
         fame gained 4",
    );
}

#[test]
fn a_summoner_cannot_be_picked_while_its_monster_stands_in() {
    check(
        "enemies orc_summoners; seed 1; hand whirlwind",
        "end; play whirlwind",
        "choices 1\n choice 0: Vampire (enemy_1): does not attack",
    );
}

#[test]
fn a_summoned_monster_gives_no_fame() {
    check(
        "enemies orc_summoners; seed 1; hand whirlwind; fame 3",
        "end; play whirlwind powered; choose 0",
        "enemy_1 is defeated
         fame gained 0
         hero fame 3
         threat 0",
    );
}

#[test]
fn a_summoner_that_does_not_attack_draws_nothing() {
    check(
        "enemies orc_summoners; hand whirlwind",
        "play whirlwind; choose 0; end; end; end",
        "phase attack\n not enemy_1 summoned by enemy_0\n hero wounds 0",
    );
}

#[test]
fn a_defeated_summoner_draws_nothing() {
    check(
        "enemies illusionists",
        "attack enemy_0 with 6 ranged; end",
        "not enemy_1 summoned by enemy_0",
    );
}

#[test]
fn an_enemy_with_two_summons_draws_two_monsters() {
    check(
        "enemies dragon_summoner",
        "end",
        "enemy_1 summoned by enemy_0\n enemy_2 summoned by enemy_0",
    );
}

#[test]
fn modifiers_on_all_enemies_apply_to_monsters_that_appear_later() {
    // Vampire: elusive 10.
    check(
        "enemies orc_summoners; seed 1; hand tremor",
        "play tremor; choose 1; end",
        "enemy_0 armor 2\n enemy_1 is vampire\n enemy_1 armor 8",
    );
}

#[test]
fn modifiers_on_all_enemies_check_filter_and_immunity_of_later_monsters() {
    let data = data();
    for seed in 0..60 {
        let setup = format!("enemies orc_summoners; hand demolish; seed {seed}");
        let mut combat = start(&data, &setup);
        run(&data, &mut combat, "play demolish; end");
        let monster = &combat.enemies()[1];
        let printed = monster.kind.elusive.unwrap_or(monster.kind.armor);
        let spared = monster.kind.resistances.words().contains(&"fire")
            || monster
                .kind
                .ability_words()
                .contains(&"arcaneImmunity".to_owned());
        let expected = if spared { printed } else { printed - 1 };
        assert_eq!(
            combat.effective_armor(monster),
            expected,
            "{}",
            monster.kind.id
        );
    }
}

#[test]
fn modifiers_of_a_summoned_monster_end_when_it_leaves() {
    check(
        "enemies orc_summoners; seed 1; hand whirlwind",
        "end; play whirlwind; choose 0",
        "modifiers 1",
    );
    check(
        "enemies orc_summoners; seed 1; hand whirlwind",
        "end; play whirlwind; choose 0; end; end",
        "modifiers 0\n phase attack",
    );
}

#[test]
fn a_site_does_not_fortify_a_summoned_monster() {
    check(
        "enemies orc_summoners; fortified site",
        "end",
        "enemy_0 fortification Once\n enemy_1 fortification None",
    );
}

#[test]
fn the_drawn_monster_depends_on_the_random_seed_alone() {
    let data = data();
    let drawn = |setup: &str, script: &str| {
        let mut combat = start(&data, setup);
        run(&data, &mut combat, script);
        let last = combat.enemies().last().expect("there are enemies");
        last.kind.id.to_string()
    };
    let mut all = BTreeSet::new();
    for seed in 0..200 {
        let setup = format!("enemies orc_summoners; hand tremor; seed {seed}");
        let monster = drawn(&setup, "end");
        assert_eq!(
            monster,
            drawn(&setup, "end"),
            "the same seed draws the same monster"
        );
        assert_eq!(monster, drawn(&setup, "play tremor; choose 1; end"));
        all.insert(monster);
    }
    let pool = data.summoned(EnemyColor::Brown).len();
    assert_eq!(
        all.len(),
        pool,
        "200 seeds draw every brown monster at least once"
    );
}

#[test]
fn a_summoned_monster_does_not_summon() {
    let data = data();
    for seed in 0..50 {
        let mut combat = start(
            &data,
            &format!("enemies shrouded_necromancers; seed {seed}"),
        );
        run(&data, &mut combat, "end");
        let monster = &combat.enemies()[1];
        assert_eq!(monster.kind.color, EnemyColor::Green);
        assert!(!monster.kind.is_summoner());
    }
}
