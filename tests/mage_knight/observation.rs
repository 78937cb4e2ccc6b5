//! The facts about enemies that a combat records.

use qbcoach_mage_knight::observation::FactKind;

use crate::script::{data, run, start};

fn facts(setup: &str, script: &str) -> Vec<String> {
    let data = data();
    let mut combat = start(&data, setup);
    run(&data, &mut combat, script);
    let facts = combat.observation().facts().iter();
    facts
        .map(|fact| {
            format!(
                "{} {} {} {} {}",
                fact.action,
                fact.phase.word(),
                fact.enemy,
                fact.kind,
                fact.what.word()
            )
        })
        .collect()
}

#[test]
fn facts_are_recorded_with_their_phase_and_action() {
    assert_eq!(
        facts(
            "enemies prowlers orc_summoners golems; hand whirlwind; seed 1; limit 20",
            "attack enemy_0 with 3 ranged; end; block enemy_2 0 with 2; end; take all; end; \
             play whirlwind powered; choose 1",
        ),
        [
            "0 rangedSiege enemy_0 prowlers met",
            "0 rangedSiege enemy_1 orc_summoners met",
            "0 rangedSiege enemy_2 golems met",
            "1 rangedSiege enemy_0 prowlers defeated",
            "2 block enemy_3 minotaur summoned",
            "3 block enemy_2 golems blocked",
            "5 assignDamage enemy_3 minotaur hurt",
            "6 assignDamage enemy_3 minotaur left",
            "8 attack enemy_2 golems defeated",
        ]
    );
}

#[test]
fn a_refused_action_records_no_fact() {
    let before = facts("enemies prowlers", "");
    let after = facts(
        "enemies prowlers",
        "refused meleeFromAfar: attack enemy_0 with 3",
    );
    assert_eq!(before, after);
}

#[test]
fn the_facts_of_one_enemy_can_be_listed() {
    let data = data();
    let mut combat = start(&data, "enemies hydra prowlers");
    run(
        &data,
        &mut combat,
        "end; block enemy_0 1 with 2; end; take all",
    );
    let hydra = "enemy_0".into();
    let facts: Vec<&FactKind> = combat.observation().of(&hydra).map(|f| &f.what).collect();
    assert_eq!(
        facts,
        [
            &FactKind::Met,
            &FactKind::Blocked { attack: 1 },
            &FactKind::Hurt {
                attack: 0,
                wounds: 1
            },
            &FactKind::Hurt {
                attack: 2,
                wounds: 1
            },
        ]
    );
}
