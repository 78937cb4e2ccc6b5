//! The counted numbers agree with the enumeration of every hand.

use proptest::prelude::*;
use qbcoach_engine::prediction::{HandBelief, HandSize, HandTotal, ThreatMap, marginals};
use qbcoach_engine::rules::{CardId, Lane, Play, TileId};

use crate::prediction::fixtures::{CLOSE, belief};
use crate::prediction::oracle;
use crate::prediction::worlds::{World, plans};

/// More hands than any world has.
const ALL: usize = 100_000;

fn size_of(world: &World) -> HandSize {
    HandSize {
        known: world.certain.len() as u32,
        unknown: world.unknown as u32,
    }
}

pub fn threat_map(world: &World) -> ThreatMap {
    let belief = belief(&world.decks, &world.seen);
    let size = size_of(world);
    ThreatMap::of(&world.book, &world.board, &belief, &world.certain, size)
}

fn hand_belief(world: &World, listed: usize) -> HandBelief {
    let belief = belief(&world.decks, &world.seen);
    HandBelief::of(&belief, &world.certain, size_of(world), listed)
}

fn close(actual: f64, expected: f64, what: &str) -> Result<(), TestCaseError> {
    let near = (actual - expected).abs() <= CLOSE;
    prop_assert!(near, "{} is {}, not {}", what, actual, expected);
    Ok(())
}

/// Compares all numbers of a map with the oracle.
pub fn agrees(map: &ThreatMap, truth: &oracle::Threats) -> Result<(), TestCaseError> {
    let plays: Vec<Option<Play>> = map.outcomes.iter().map(|outcome| outcome.play).collect();
    let mut expected: Vec<Option<Play>> = truth.branches.keys().copied().collect();
    // Ordered by card and tile, the pass last.
    expected.sort_by_key(|play| (play.is_none(), *play));
    prop_assert_eq!(plays, expected, "exactly the possible replies");
    for outcome in &map.outcomes {
        let branch = &truth.branches[&outcome.play];
        close(outcome.weight, branch.weight, "a weight")?;
        close(outcome.resulting_score, branch.score, "a score")?;
        prop_assert_eq!(outcome.match_score, branch.match_score);
    }
    let sum: f64 = map.outcomes.iter().map(|outcome| outcome.weight).sum();
    close(sum, 1.0, "the sum of the weights")?;
    close(map.best_enemy_score, truth.best, "the best score")?;
    close(map.expected_enemy_score, truth.expected, "the average")?;
    close(
        map.expected_best_reply,
        truth.expected_best_reply,
        "the average of the best replies",
    )?;
    for (lane, pressure) in Lane::ALL.into_iter().zip(truth.lane_pressure) {
        close(map.lane_pressure[lane], pressure, "a lane's pressure")?;
    }
    for (tile, pressure) in TileId::all().zip(truth.tile_pressure) {
        close(map.tile_pressure[tile], pressure, "a tile's pressure")?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_threat_map_is_exact_over_all_hands(plan in plans()) {
        let world = World::of(plan);
        let map = threat_map(&world);
        agrees(&map, &oracle::threats(&world))?;
        prop_assert_eq!(map.basis.decks, world.decks.len());
        prop_assert_eq!(map.basis.hand, size_of(&world));
    }

    #[test]
    fn the_chances_of_single_cards_are_exact_over_all_hands(plan in plans()) {
        let world = World::of(plan);
        let belief = belief(&world.decks, &world.seen);
        let listed = marginals(&belief, &world.certain, world.unknown);
        let truth = oracle::marginals(&world);
        for (card, chance) in &listed {
            close(*chance, truth.get(card).copied().unwrap_or(0.0), "a chance")?;
        }
        for card in truth.keys() {
            let times = listed.iter().filter(|(other, _)| other == card).count();
            prop_assert_eq!(times, 1, "each card is listed once");
        }
        let by_chance = |pair: &[(CardId, f64)]| {
            pair[0].1 > pair[1].1 || pair[0].1 == pair[1].1 && pair[0].0 < pair[1].0
        };
        prop_assert!(listed.windows(2).all(by_chance), "the likeliest first");
    }

    #[test]
    fn the_full_list_has_every_hand_once_with_its_exact_chance(plan in plans()) {
        let world = World::of(plan);
        let found = hand_belief(&world, ALL);
        let truth = oracle::hands(&world);
        prop_assert_eq!(found.total, HandTotal::Exactly(truth.len() as u64));
        prop_assert!(!found.truncated);
        prop_assert_eq!(found.hypotheses.len(), truth.len());
        prop_assert_eq!(found.size, size_of(&world));
        for hand in &found.hypotheses {
            let Some((probability, _)) = truth.get(&hand.cards) else {
                return Err(TestCaseError::fail(format!("{:?} is impossible", hand.cards)));
            };
            close(hand.probability, *probability, "a hand's chance")?;
        }
        let sum: f64 = found.hypotheses.iter().map(|hand| hand.probability).sum();
        close(sum, 1.0, "the sum of the chances")?;
        for pair in found.hypotheses.windows(2) {
            let (first, second) = (&pair[0], &pair[1]);
            let tied = first.probability == second.probability;
            prop_assert!(first.probability >= second.probability);
            prop_assert!(!tied || first.cards < second.cards, "equal ones by their cards");
        }
    }

    #[test]
    fn a_shortened_list_is_the_beginning_of_the_full_list(
        plan in plans(),
        listed in prop_oneof![Just(1_usize), 2_usize..40, Just(200)],
    ) {
        let world = World::of(plan);
        let (short, whole) = (hand_belief(&world, listed), hand_belief(&world, ALL));
        let length = whole.hypotheses.len().min(listed);
        prop_assert_eq!(&short.hypotheses, &whole.hypotheses[..length]);
        prop_assert_eq!(short.total, whole.total);
        prop_assert_eq!(short.truncated, whole.hypotheses.len() > listed);
        prop_assert_eq!(short.marginals, whole.marginals, "the marginals do not depend on the list");
    }

    #[test]
    fn hands_of_one_deck_are_ordered_by_ways_to_draw_then_by_cards(
        mut plan in plans(),
        listed in 1_usize..300,
    ) {
        plan.decks = 1;
        let world = World::of(plan);
        // Numbers of ways are integers, so rounding cannot break a tie.
        let mut truth: Vec<(u64, Vec<CardId>)> = oracle::hands(&world)
            .into_iter()
            .map(|(cards, (_, ways))| (ways, cards))
            .collect();
        truth.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let expected: Vec<Vec<CardId>> = truth.into_iter().map(|(_, cards)| cards).collect();
        let found = hand_belief(&world, listed);
        let found: Vec<Vec<CardId>> = found.hypotheses.into_iter().map(|hand| hand.cards).collect();
        prop_assert_eq!(&found[..], &expected[..expected.len().min(listed)]);
    }
}

/// Checks that the random worlds differ enough to test every case.
#[test]
fn the_random_worlds_cover_all_cases() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let mut met = std::collections::BTreeMap::new();
    for _world in 0..200 {
        let plan = plans().new_tree(&mut runner).expect("a plan").current();
        let world = World::of(plan);
        let map = threat_map(&world);
        let pass = map.outcomes.iter().find(|outcome| outcome.play.is_none());
        let unseen = plan.deck_size - plan.seen;
        let decks = belief(&world.decks, &world.seen).decks;
        let copies = decks
            .iter()
            .flat_map(|deck| &deck.unseen)
            .map(|kind| kind.1);
        let mut meet = |what: &'static str, met_now: bool| {
            *met.entry(what).or_insert(0) += usize::from(met_now);
        };
        meet(
            "no hand has a move",
            map.outcomes.len() == 1 && pass.is_some(),
        );
        meet(
            "some hands have a move",
            map.outcomes.len() > 1 && pass.is_some(),
        );
        meet("every hand has a move", pass.is_none());
        meet("the hand is larger than the pool", world.unknown > unseen);
        meet("the pool is empty", unseen == 0);
        meet("nothing is unknown", world.unknown == 0);
        meet("three copies are unseen", copies.max() == Some(3));
        meet("a certain card may be drawn too", {
            let kinds = decks.iter().flat_map(|deck| &deck.unseen);
            kinds
                .into_iter()
                .any(|kind| world.certain.contains(&kind.0))
        });
        meet("one deck", world.decks.len() == 1);
        meet("ten cards", plan.deck_size == 10);
        meet("rebirth", plan.rebirth);
        meet(
            "more than 200 hands",
            hand_belief(&world, 1).total.number() > 200,
        );
    }
    for (what, times) in &met {
        assert!(*times >= 3, "`{what}` is met {times} times: {met:#?}");
    }
}
