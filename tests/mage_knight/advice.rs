//! Advice: the ranking of actions, reasons, certainty, progress and cancelling.

use std::ops::ControlFlow;

use proptest::prelude::*;
use qbcoach_mage_knight::advice::{
    Advice, AdviceError, Certainty, CombatOutcome, DEFAULT_BUDGET, Quality, default_budget,
    recommend, recommend_while,
};
use qbcoach_mage_knight::{
    Action, AttackPoints, BlockPoints, Combat, CombatSetup, Event, Phase, StatedPoints,
};

use crate::script::{action, data, run, setup};

/// A setup with the points the hero can make in each phase.
fn with_points(text: &str, ranged: &str, block: &str, attack: &str) -> CombatSetup {
    let mut setup = setup(text);
    setup.hero.points = Some(StatedPoints {
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
    let mut combat = Combat::start(&data, setup).expect("the setup has no fault");
    run(&data, &mut combat, script);
    recommend(&combat, &data, default_budget(&combat)).expect("the combat is not over")
}

#[track_caller]
fn check_best(setup: &CombatSetup, script: &str, best: &str) -> Advice {
    let advice = advise(setup, script);
    let labels: Vec<&str> = advice.actions.iter().map(|a| a.label.as_str()).collect();
    assert_eq!(labels.first(), Some(&best), "{labels:#?}");
    advice
}

#[test]
fn enough_ranged_points_are_spent_to_defeat_the_enemy_before_it_attacks() {
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
    // Preventing 2 wounds is worth 6, gaining 2 fame is worth 4.
    let tags: Vec<(&str, f64)> = best.reasons.iter().map(|r| (r.tag, r.weight)).collect();
    assert_eq!(tags, [("wounds", 6.0), ("fame", 4.0)]);
    assert_eq!(best.reasons[0].text, "it leads to 0 wounds instead of 2");
    assert_eq!(
        advice.message,
        "Best: attack Prowlers (enemy_0) with 3 physical ranged; it leads to 0 wounds instead of 2."
    );
}

#[test]
fn the_attack_that_causes_more_wounds_is_blocked() {
    // 5 block is enough for either. The Minotaur causes 5 wounds, the Prowlers 2.
    let setup = with_points("enemies prowlers minotaur; limit 9", "", "5", "");
    check_best(
        &setup,
        "end",
        "block attack 0 of Minotaur (enemy_1) with 5 physical",
    );
}

#[test]
fn a_spell_is_used_on_the_enemy_that_would_cause_most_wounds() {
    // The Minotaur causes 5 wounds, the Prowlers 2.
    let setup = setup("enemies prowlers minotaur; limit 9; hand whirlwind; printed");
    let advice = check_best(
        &setup,
        "play whirlwind",
        "choose Minotaur (enemy_1): does not attack",
    );
    assert_eq!(advice.actions.len(), 2);
    // Both targets cost the card; only the wounds that remain differ.
    assert_eq!(advice.actions[0].outcome.wounds, 2.0);
    assert_eq!(advice.actions[1].outcome.wounds, 5.0);
}

#[test]
fn defeating_an_enemy_is_better_than_stopping_its_attack() {
    let setup = setup("enemies swordsmen; hand whirlwind");
    check_best(&setup, "", "play Tornado (powered)");
}

#[test]
fn a_card_that_does_not_improve_the_outcome_is_kept() {
    // The block is enough, and Tremor alone defeats no enemy.
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
fn the_line_lists_the_best_play_to_the_end_of_the_combat() {
    // Tremor lowers armor 5 to 2, which the 2 points of the Attack phase reach.
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
fn points_are_spent_on_enemies_that_do_not_resist_them() {
    // The Fire Mages resist fire, the Prowlers nothing. 3 fire points defeat the
    // Prowlers, 5 ice points the Fire Mages.
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
fn spent_points_are_not_advised_again() {
    let setup = with_points("enemies prowlers prowlers", "3 ranged", "", "");
    let advice = advise(&setup, "attack enemy_0 with 3 ranged");
    assert_eq!(advice.actions.len(), 1, "only ending the phase is possible");
}

#[test]
fn without_stated_points_a_note_says_that_attacks_are_not_considered() {
    let advice = advise(&setup("enemies prowlers"), "");
    assert_eq!(advice.actions.len(), 1);
    assert!(advice.notes[0].starts_with("No attack or block points were stated"));
}

#[test]
fn a_knock_out_is_avoided_and_mentioned_in_a_note() {
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
fn advice_averages_over_draws_and_does_not_depend_on_the_random_seed() {
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
fn too_many_possible_draws_are_sampled_and_marked_as_sampled() {
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
fn a_search_cut_short_by_the_budget_is_marked_as_bounded() {
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
fn with_six_enemies_not_every_set_of_targets_is_tried_so_advice_is_bounded() {
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
fn an_outcome_that_cannot_be_beaten_is_exact_even_in_a_large_combat() {
    // Armor −3 for all leaves armors of 1 + 2 + 3 + 1, which the 7 ranged and siege
    // points reach. No line that begins with a card can beat all fame, no wound and one
    // card spent; the basic Tremor comes to the same.
    let advice = advise(&large(), "");
    let best = &advice.actions[0];
    let mut actions = advice.actions.iter();
    let powered = actions.find(|advised| advised.label == "play Earthquake (powered)");
    assert_eq!(powered.map(|powered| powered.score), Some(best.score));
    assert_eq!(best.certainty, Certainty::Exact);
    assert_eq!((best.outcome.fame, best.outcome.wounds), (16.0, 0.0));
    assert_eq!(best.outcome.cards_kept, 7.0);
}

/// The combat of the benchmark; the number of states does not depend on the machine.
#[test]
fn advice_against_five_enemies_takes_few_states() {
    let setup = with_points(
        "enemies prowlers cursed_hags ironclads guardsmen orc_summoners; \
         hand tremor chill whirlwind; armor 3",
        "4 ranged",
        "5, 3 ice",
        "7, 3 fire",
    );
    let last = "end; end; take all; end";
    let phases = [("", 33.0), ("end", 26.0), ("end; end", 18.0), (last, -15.0)];
    for (script, score) in phases {
        let advice = advise(&setup, script);
        assert!(
            advice.actions[0].score >= score,
            "{script}: {:?}",
            advice.message
        );
        assert!(advice.nodes <= 8_000, "{script}: {} states", advice.nodes);
    }
}

#[test]
fn the_same_combat_gets_the_same_advice() {
    let data = data();
    let combat = Combat::start(&data, &large()).unwrap();
    let advice = || recommend(&combat, &data, 1_000).unwrap();
    assert_eq!(advice(), advice());
}

#[test]
fn the_search_reports_progress_and_can_be_cancelled() {
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
fn there_is_no_advice_after_the_combat() {
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

/// The best score, found by trying all actions without any shortcut of the search.
fn best_score_of_all_actions(combat: &Combat) -> f64 {
    let data = data();
    if combat.is_over() {
        let hero = combat.hero();
        let knocked_out = hero.wounds >= hero.hand_limit;
        return CombatOutcome {
            fame: f64::from(combat.fame_gained()),
            wounds: f64::from(hero.wounds),
            poison_wounds: f64::from(hero.discard_wounds),
            cards_kept: hero.hand.len() as f64,
            knocked_out: if knocked_out { 1.0 } else { 0.0 },
            ..CombatOutcome::default()
        }
        .score(combat.weights());
    }
    let mut best = f64::NEG_INFINITY;
    for offered in combat.options(&data) {
        for action in with_every_payment(combat, &offered.action) {
            let mut next = combat.clone();
            let events = next
                .act(&data, &action)
                .expect("offered actions are accepted");
            let failed = events.iter().any(|event| {
                matches!(
                    event,
                    Event::AttackFailed { .. } | Event::BlockFailed { .. }
                )
            });
            if !failed {
                best = best.max(best_score_of_all_actions(&next));
            }
        }
    }
    best
}

/// The action with every combination of the stated points instead of the offered
/// ones.
fn with_every_payment(combat: &Combat, action: &Action) -> Vec<Action> {
    let none = StatedPoints::default();
    let stated = combat.stated_points().unwrap_or(&none);
    let held: Vec<u32> = match (action, combat.phase()) {
        (Action::DeclareAttack { .. }, Phase::RangedSiege) => {
            stated.ranged_siege.iter().map(|p| p.amount).collect()
        }
        (Action::DeclareAttack { .. }, _) => stated.attack.iter().map(|p| p.amount).collect(),
        (Action::DeclareBlock { .. }, _) => stated.block.iter().map(|p| p.amount).collect(),
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
        .map(|way| pay(combat, stated, action, &way))
        .collect()
}

fn pay(combat: &Combat, stated: &StatedPoints, action: &Action, way: &[u32]) -> Action {
    match action {
        Action::DeclareAttack { enemies, .. } => {
            let held = match combat.phase() {
                Phase::RangedSiege => &stated.ranged_siege,
                _ => &stated.attack,
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
                special: Vec::new(),
            }
        }
        Action::DeclareBlock { enemy, attack, .. } => Action::DeclareBlock {
            enemy: enemy.clone(),
            attack: *attack,
            points: stated
                .block
                .iter()
                .zip(way)
                .map(|(held, amount)| BlockPoints {
                    amount: *amount,
                    ..*held
                })
                .collect(),
            special: Vec::new(),
        },
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn an_exact_search_with_points_finds_the_score_of_trying_all_actions(
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
        let best = best_score_of_all_actions(&combat);
        let found = advice.actions[0].score;
        prop_assert!((found - best).abs() < 1e-9, "the search found {}, the best is {}", found, best);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn an_exact_search_with_cards_finds_the_score_of_trying_all_actions(
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
        let best = best_score_of_all_actions(&combat);
        prop_assert!((advice.actions[0].score - best).abs() < 1e-9);
    }
}
