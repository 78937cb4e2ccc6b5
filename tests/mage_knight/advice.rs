//! Advice: what is best, why, how sure, and that it can be called off.

use std::ops::ControlFlow;

use proptest::prelude::*;
use qbcoach::mage_knight::advice::{
    Advice, AdviceError, Certainty, DEFAULT_BUDGET, Outcome, Quality, recommend, recommend_while,
};
use qbcoach::mage_knight::{
    Action, AttackPoints, BlockPoints, Combat, CombatSetup, Event, Phase, Supply,
};

use crate::table::{action, data, run, setup};

/// A setup with the points the hero can make in each phase.
fn with_points(text: &str, ranged: &str, block: &str, attack: &str) -> CombatSetup {
    let mut setup = setup(text);
    setup.hero.points = Some(Supply {
        ranged_siege: attack_points(ranged),
        block: block_points(block),
        attack: attack_points(attack),
    });
    setup
}

fn attack_points(text: &str) -> Vec<AttackPoints> {
    match action(&format!("attack enemy_0 with {text}")) {
        Action::DeclareAttack { points, .. } => points,
        _ => Vec::new(),
    }
}

fn block_points(text: &str) -> Vec<BlockPoints> {
    match action(&format!("block enemy_0 0 with {text}")) {
        Action::DeclareBlock { points, .. } => points,
        _ => Vec::new(),
    }
}

#[track_caller]
fn advise(setup: &CombatSetup, script: &str) -> Advice {
    let data = data();
    let mut combat = Combat::start(&data, setup).expect("the setup is right");
    run(&data, &mut combat, script);
    recommend(&combat, &data, DEFAULT_BUDGET).expect("the combat is not over")
}

#[track_caller]
fn check_best(setup: &CombatSetup, script: &str, best: &str) -> Advice {
    let advice = advise(setup, script);
    let labels: Vec<&str> = advice.actions.iter().map(|a| a.label.as_str()).collect();
    assert_eq!(labels.first(), Some(&best), "{labels:#?}");
    advice
}

#[test]
fn enough_points_from_afar_defeat_the_enemy_before_it_attacks() {
    let setup = with_points("enemies prowlers", "3 ranged", "", "");
    let advice = check_best(
        &setup,
        "",
        "attack Prowlers (enemy_0) with 3 physical ranged",
    );
    let best = &advice.actions[0];
    assert_eq!(best.certainty, Certainty::Exact);
    assert_eq!((best.outcome.fame, best.outcome.wounds), (2.0, 0.0));
    assert_eq!(best.quality, Quality::Best);
    // 2 wounds prevented weigh 6, 2 fame 4.
    let tags: Vec<(&str, f64)> = best.reasons.iter().map(|r| (r.tag, r.weight)).collect();
    assert_eq!(tags, [("wounds", 6.0), ("fame", 4.0)]);
    assert_eq!(best.reasons[0].text, "it leads to 0 wounds instead of 2");
    assert_eq!(
        advice.message,
        "Best: attack Prowlers (enemy_0) with 3 physical ranged; it leads to 0 wounds instead of 2."
    );
}

#[test]
fn the_worse_attack_is_the_one_to_block() {
    // 5 block: the Minotaur makes 5 wounds, the Prowlers 2.
    let setup = with_points("enemies prowlers minotaur; limit 9", "", "5", "");
    check_best(
        &setup,
        "end",
        "block attack 0 of Minotaur (enemy_1) with 5 physical",
    );
}

#[test]
fn a_spell_goes_where_it_prevents_most() {
    // Whirlwind on the Minotaur prevents 5 wounds and costs a card.
    let setup = setup("enemies prowlers minotaur; limit 9; hand whirlwind; printed");
    let advice = check_best(
        &setup,
        "play whirlwind",
        "choose Minotaur (enemy_1): does not attack",
    );
    assert_eq!(advice.actions.len(), 2);
    // Both cost the card; only the wounds differ: 2 against 5.
    assert_eq!(advice.actions[0].outcome.wounds, 2.0);
    assert_eq!(advice.actions[1].outcome.wounds, 5.0);
}

#[test]
fn a_powered_spell_that_defeats_is_better_than_one_that_delays() {
    let setup = setup("enemies swordsmen; hand whirlwind");
    check_best(&setup, "", "play Tornado (powered)");
}

#[test]
fn a_card_that_does_nothing_is_kept() {
    // The block is enough, and Tremor alone kills nobody.
    let setup = with_points("enemies golems; hand tremor; armor 5", "", "2", "");
    check_best(
        &setup,
        "end",
        "block attack 0 of Golems (enemy_0) with 2 physical",
    );
    let advice = advise(&setup, "end; block enemy_0 0 with 2");
    assert_eq!(advice.actions[0].label, "end the Block phase");
}

#[test]
fn the_line_tells_the_whole_plan() {
    // Tremor makes 5 of armor 2, which the 2 points of the Attack phase reach.
    let setup = with_points("enemies swordsmen; hand tremor", "", "6", "2");
    let advice = check_best(&setup, "", "play Tremor (basic)");
    let best = &advice.actions[0];
    assert_eq!((best.outcome.fame, best.outcome.wounds), (4.0, 0.0));
    assert_eq!(
        best.line,
        [
            "choose one enemy: armor -3",
            "choose Swordsmen (enemy_0): armor -3",
            "end the Ranged & Siege phase",
            "block attack 0 of Swordsmen (enemy_0) with 6 physical",
            "end the Block phase",
            "end the Assign damage phase",
            "attack Swordsmen (enemy_0) with 2 physical melee",
            "end the Attack phase",
        ]
    );
}

#[test]
fn points_are_spent_where_they_count() {
    // The Fire Mages resist fire, the Prowlers nothing: 3 fire for the Prowlers,
    // 5 ice for the mages, and both fall.
    let setup = with_points(
        "enemies prowlers fire_mages",
        "3 fire ranged, 5 ice ranged",
        "",
        "",
    );
    let advice = advise(&setup, "");
    assert_eq!(advice.actions[0].outcome.fame, 7.0);
    assert_eq!(advice.actions[0].outcome.wounds, 0.0);
}

#[test]
fn points_that_were_spent_are_gone() {
    let setup = with_points("enemies prowlers prowlers", "3 ranged", "", "");
    let advice = advise(&setup, "attack enemy_0 with 3 ranged");
    assert_eq!(advice.actions.len(), 1, "only leaving the phase is left");
}

#[test]
fn without_stated_points_attacks_are_not_considered_and_that_is_said() {
    let advice = advise(&setup("enemies prowlers"), "");
    assert_eq!(advice.actions.len(), 1);
    assert!(advice.notes[0].starts_with("No attack or block points were stated"));
}

#[test]
fn a_knock_out_is_warned_of_and_avoided() {
    let setup = with_points("enemies swordsmen; limit 3; hand curse tremor", "", "6", "");
    let advice = check_best(
        &setup,
        "end",
        "block attack 0 of Swordsmen (enemy_0) with 6 physical",
    );
    assert!(
        advice.actions[0]
            .reasons
            .iter()
            .any(|r| r.tag == "knockOut")
    );
    assert_eq!(
        advice.notes,
        ["If nothing is done, 3 wounds knock the hero out."]
    );
}

#[test]
fn what_will_be_drawn_is_averaged_not_known() {
    let mut advices = Vec::new();
    for seed in 0..4 {
        let mut setup = with_points("enemies orc_summoners; limit 9", "", "6", "4");
        setup.seed = seed;
        advices.push(advise(&setup, ""));
    }
    assert!(advices.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(advices[0].actions[0].certainty, Certainty::Exact);
    assert_eq!(advices[0].actions[0].outcome.fame, 4.0);
    assert!(advices[0].notes[0].contains("will summon a brown monster"));
}

#[test]
fn many_draws_are_sampled_and_said_to_be() {
    let setup = setup("enemies dragon_summoner; limit 9");
    let advice = advise(&setup, "");
    assert_eq!(advice.certainty, Certainty::Sampled);
}

fn large() -> CombatSetup {
    with_points(
        "enemies prowlers minotaur hydra heroes; hand tremor chill whirlwind expose curse \
         dodge_and_weave wings_of_wind demolish; limit 20",
        "4 ranged, 3 fire siege",
        "5, 3 ice",
        "6, 2 coldFire",
    )
}

#[test]
fn what_the_budget_cuts_short_is_labelled() {
    let data = data();
    let combat = Combat::start(&data, &large()).unwrap();
    let advice = recommend(&combat, &data, 2_000).unwrap();
    assert_eq!(advice.certainty, Certainty::Bounded);
    assert!(advice.nodes < 10_000, "{}", advice.nodes);
    let unsure = advice
        .actions
        .iter()
        .filter(|a| a.certainty == Certainty::Bounded);
    for advised in unsure {
        assert!(advised.reasons.iter().any(|reason| reason.tag == "bounded"));
    }
}

#[test]
fn six_enemies_are_advised_on_and_labelled_since_not_every_set_is_tried() {
    let setup = with_points(
        "enemies prowlers prowlers diggers diggers golems golems; hand tremor; limit 20",
        "3 siege",
        "4",
        "6",
    );
    let advice = advise(&setup, "");
    assert_eq!(advice.certainty, Certainty::Bounded);
    assert!(advice.actions[0].outcome.fame > 0.0);
}

#[test]
fn what_cannot_be_beaten_is_exact_however_large_the_combat_is() {
    // Armor −3 for all makes 1 + 2 + 3 + 1 of armor: the 7 points from afar reach
    // it. All fame, no wound and one card spent cannot be beaten by any line that
    // begins with a card.
    let advice = check_best(&large(), "", "play Earthquake (powered)");
    let best = &advice.actions[0];
    assert_eq!(best.certainty, Certainty::Exact);
    assert_eq!((best.outcome.fame, best.outcome.wounds), (16.0, 0.0));
    assert_eq!(best.outcome.cards_kept, 7.0);
}

#[test]
fn the_same_combat_gets_the_same_advice() {
    let data = data();
    let combat = Combat::start(&data, &large()).unwrap();
    let advice = || recommend(&combat, &data, 1_000).unwrap();
    assert_eq!(advice(), advice());
}

#[test]
fn it_reports_progress_and_can_be_called_off() {
    let data = data();
    let combat = Combat::start(&data, &large()).unwrap();
    let mut reports = 0;
    let stopped = recommend_while(&combat, &data, DEFAULT_BUDGET, |progress| {
        reports += 1;
        assert!(progress.actions_done <= progress.actions);
        if reports == 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(stopped, Err(AdviceError::Cancelled));
    assert_eq!(reports, 3);
}

#[test]
fn there_is_no_advice_when_it_is_over() {
    let data = data();
    let mut combat = Combat::start(&data, &setup("enemies golems")).unwrap();
    run(&data, &mut combat, "end; end; take all; end; end");
    assert_eq!(
        recommend(&combat, &data, DEFAULT_BUDGET),
        Err(AdviceError::CombatOver)
    );
}

#[test]
fn every_advised_action_is_accepted() {
    let data = data();
    let combat = Combat::start(&data, &large()).unwrap();
    let advice = recommend(&combat, &data, 500).unwrap();
    assert!(advice.actions.len() > 20);
    for advised in &advice.actions {
        let mut next = combat.clone();
        assert!(
            next.act(&data, &advised.action).is_ok(),
            "{}",
            advised.label
        );
    }
}

/// The best score by trying everything, without memory, order or bounds.
fn by_trying_everything(combat: &Combat) -> f64 {
    let data = data();
    if combat.is_over() {
        let hero = combat.hero();
        let knocked_out = hero.wounds >= hero.hand_limit;
        return Outcome {
            fame: f64::from(combat.fame_gained()),
            wounds: f64::from(hero.wounds),
            poison_wounds: f64::from(hero.discard_wounds),
            cards_kept: hero.hand.len() as f64,
            knocked_out: if knocked_out { 1.0 } else { 0.0 },
        }
        .score();
    }
    let mut best = f64::NEG_INFINITY;
    for offered in combat.options(&data) {
        for action in with_every_payment(combat, &offered.action) {
            let mut next = combat.clone();
            let events = next.act(&data, &action).expect("it is offered");
            let failed = events.iter().any(|event| {
                matches!(
                    event,
                    Event::AttackFailed { .. } | Event::BlockFailed { .. }
                )
            });
            if !failed {
                best = best.max(by_trying_everything(&next));
            }
        }
    }
    best
}

/// The action with any of the stated points instead of those it is offered with.
fn with_every_payment(combat: &Combat, action: &Action) -> Vec<Action> {
    let none = Supply::default();
    let supply = combat.supply().unwrap_or(&none);
    let held: Vec<u32> = match (action, combat.phase()) {
        (Action::DeclareAttack { .. }, Phase::RangedSiege) => {
            supply.ranged_siege.iter().map(|p| p.amount).collect()
        }
        (Action::DeclareAttack { .. }, _) => supply.attack.iter().map(|p| p.amount).collect(),
        (Action::DeclareBlock { .. }, _) => supply.block.iter().map(|p| p.amount).collect(),
        _ => return vec![action.clone()],
    };
    let mut ways: Vec<Vec<u32>> = vec![Vec::new()];
    for held in held {
        ways = ways
            .iter()
            .flat_map(|way| (0..=held).map(move |amount| [way.clone(), vec![amount]].concat()))
            .collect();
    }
    ways.retain(|way| way.iter().any(|amount| *amount > 0));
    ways.into_iter()
        .map(|way| pay(combat, supply, action, &way))
        .collect()
}

fn pay(combat: &Combat, supply: &Supply, action: &Action, way: &[u32]) -> Action {
    match action {
        Action::DeclareAttack { enemies, .. } => {
            let held = match combat.phase() {
                Phase::RangedSiege => &supply.ranged_siege,
                _ => &supply.attack,
            };
            let points = held.iter().zip(way);
            Action::DeclareAttack {
                enemies: enemies.clone(),
                points: points
                    .map(|(held, amount)| AttackPoints {
                        amount: *amount,
                        ..*held
                    })
                    .collect(),
            }
        }
        Action::DeclareBlock { enemy, attack, .. } => Action::DeclareBlock {
            enemy: enemy.clone(),
            attack: *attack,
            points: supply
                .block
                .iter()
                .zip(way)
                .map(|(held, amount)| BlockPoints {
                    amount: *amount,
                    ..*held
                })
                .collect(),
        },
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn an_exact_search_spends_points_as_well_as_trying_everything(
        enemies in proptest::collection::vec(
            proptest::sample::select(vec!["prowlers", "crystal_sprites", "fire_golems",
                "skeletal_warriors", "shocktroops_gray", "gibbering_ghouls"]), 1..3),
        card in proptest::sample::select(vec!["", "tremor", "curse", "chill", "demolish"]),
        ranged in proptest::sample::select(vec!["", "3 ranged", "1 ice siege, 2 fire ranged"]),
        block in proptest::sample::select(vec!["", "3", "2 ice, 2"]),
        attack in proptest::sample::select(vec!["", "2", "2 fire, 2"]),
    ) {
        let text = format!("printed; enemies {}; hand {card}; limit 4", enemies.join(" "));
        let setup = with_points(&text, ranged, block, attack);
        let data = data();
        let combat = Combat::start(&data, &setup).unwrap();
        let advice = recommend(&combat, &data, 1_000_000).unwrap();
        prop_assert_eq!(advice.certainty, Certainty::Exact);
        let best = by_trying_everything(&combat);
        let found = advice.actions[0].score;
        prop_assert!((found - best).abs() < 1e-9, "{} is found, {} is best", found, best);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn an_exact_search_finds_what_trying_everything_finds(
        enemies in proptest::collection::vec(
            proptest::sample::select(vec!["prowlers", "medusa", "cursed_hags", "shadow", "hydra",
                "fire_mages", "vampire", "diggers"]), 1..3),
        hand in proptest::collection::vec(
            proptest::sample::select(vec!["tremor", "chill", "whirlwind", "curse", "taunt",
                "demolish", "amotep_freezers"]), 0..3),
        printed in proptest::bool::ANY,
        limit in 2_u32..6,
    ) {
        let rules = if printed { "printed; " } else { "" };
        let text = format!(
            "{rules}enemies {}; hand {}; limit {limit}",
            enemies.join(" "),
            hand.join(" ")
        );
        let data = data();
        let combat = Combat::start(&data, &setup(&text)).unwrap();
        let advice = recommend(&combat, &data, 1_000_000).unwrap();
        prop_assert_eq!(advice.certainty, Certainty::Exact);
        let best = by_trying_everything(&combat);
        prop_assert!((advice.actions[0].score - best).abs() < 1e-9);
    }
}
