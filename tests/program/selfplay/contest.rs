//! Contests between policies.

use std::num::NonZeroUsize;

use qbcoach_engine::rules::BySide;
use qbcoach_measure::selfplay::{Competitor, Contest, HandExchange, Policy, Seat, SelfplayError};

use crate::selfplay::{ContestSetup, book, compete, competitor, play, shipped, threads};

#[test]
fn threads_do_not_change_the_result() {
    for policies in [
        (Policy::Greedy, Policy::Random),
        (Policy::Random, Policy::Reference),
        (Policy::Coach, Policy::Oracle),
    ] {
        let results = [1, 2, 3].map(|threads| {
            play(&ContestSetup {
                policies,
                matches: 10,
                seed: 5,
                threads,
            })
        });
        assert_eq!(results[0], results[1]);
        assert_eq!(results[0], results[2]);
        assert_eq!(results[0].matches(), 10);
    }
}

#[test]
fn greedy_beats_random_clearly() {
    let stats = play(&ContestSetup {
        policies: (Policy::Greedy, Policy::Random),
        matches: 200,
        seed: 1,
        threads: 2,
    });
    let rate = stats.win_rate().expect("matches are decided");
    assert!(rate.low > 0.5, "{stats:?}");
    assert!(stats.average_margin() > Some(2.0), "{stats:?}");
}

/// The coach does not know the enemy's deck, which is also left out of its archetypes.
#[test]
fn the_coach_beats_random_in_more_than_nine_matches_of_ten() {
    let stats = play(&ContestSetup {
        policies: (Policy::Reference, Policy::Random),
        matches: 2000,
        seed: 2026,
        threads: 2,
    });
    let rate = stats.win_rate().expect("matches are decided");
    assert!(rate.low > 0.9, "{stats:?}");
}

#[test]
fn the_coach_beats_greedy_in_more_than_six_matches_of_ten() {
    let stats = play(&ContestSetup {
        policies: (Policy::Reference, Policy::Greedy),
        matches: 2000,
        seed: 2026,
        threads: 2,
    });
    let rate = stats.win_rate().expect("matches are decided");
    assert!(rate.low > 0.6, "{stats:?}");
}

#[test]
fn exchanging_the_policies_reverses_the_result() {
    let result = |policies| {
        play(&ContestSetup {
            policies,
            matches: 60,
            seed: 3,
            threads: 2,
        })
    };
    let one = result((Policy::Greedy, Policy::Random));
    let other = result((Policy::Random, Policy::Greedy));
    assert_eq!((one.wins, one.draws), (other.losses, other.draws));
    assert_eq!(one.margins, -other.margins);
}

#[test]
fn a_policy_against_itself_ends_exactly_even() {
    for policy in Policy::ALL {
        let stats = play(&ContestSetup {
            policies: (policy, policy),
            matches: match policy {
                Policy::Random | Policy::Greedy => 60,
                Policy::Reference | Policy::Coach | Policy::Oracle => 6,
            },
            seed: 9,
            threads: 2,
        });
        assert_eq!(stats.wins, stats.losses, "{policy:?}");
        assert_eq!(stats.margins, 0, "{policy:?}");
        assert_eq!(stats.elo(), Some(0.0), "{policy:?}");
        assert_eq!(stats.cut_off, 0, "{policy:?}");
    }
}

#[test]
fn different_random_seeds_deal_different_matches() {
    let margins = |seed| {
        let stats = play(&ContestSetup {
            policies: (Policy::Greedy, Policy::Random),
            matches: 40,
            seed,
            threads: 1,
        });
        stats.margins
    };
    assert_eq!(margins(1), margins(1));
    assert_ne!(margins(1), margins(2));
}

fn greedy_and_random() -> BySide<Competitor> {
    BySide::new(competitor(Policy::Greedy), competitor(Policy::Random))
}

#[test]
fn progress_counts_every_pair_once_and_in_order() {
    let book = book("rebirth");
    let decks = shipped(&book);
    let mut reported = Vec::new();
    let contest = Contest {
        book: &book,
        shipped: &decks,
        decks: &decks[..1],
        competitors: greedy_and_random(),
        pairs: 7,
        sprt: None,
        seed: 1,
        threads: threads(3),
    };
    let report = contest.play(|done| reported.push(done));
    assert_eq!(report.map(|report| report.matches.matches()), Ok(14));
    assert_eq!(reported, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_contest_without_decks_is_refused() {
    let book = book("canon");
    let contest = Contest {
        book: &book,
        shipped: &[],
        decks: &[],
        competitors: greedy_and_random(),
        pairs: 1,
        sprt: None,
        seed: 1,
        threads: NonZeroUsize::MIN,
    };
    assert_eq!(contest.play(|_| {}), Err(SelfplayError::NoDecks));
}

#[test]
fn matches_and_pairs_tell_the_same_score() {
    let setup = ContestSetup {
        policies: (Policy::Greedy, Policy::Random),
        matches: 100,
        seed: 4,
        threads: 2,
    };
    let report = compete(&setup, greedy_and_random());
    assert_eq!(report.pairs.pairs(), 50);
    assert_eq!(report.pairs.score(), report.matches.score_rate());
    assert_eq!(
        report.pairs.elo().map(|elo| elo.value),
        report.matches.elo()
    );
}

#[test]
fn each_side_exchanges_cards_in_its_own_way() {
    let setup = ContestSetup {
        policies: (Policy::Greedy, Policy::Greedy),
        matches: 60,
        seed: 8,
        threads: 2,
    };
    let greedy = |exchange| Competitor {
        exchange,
        ..competitor(Policy::Greedy)
    };
    for exchange in [HandExchange::Reference, HandExchange::Chance] {
        let other = BySide::new(greedy(exchange), greedy(HandExchange::None));
        let same = BySide::new(greedy(exchange), greedy(exchange));
        // The same exchange on both sides ends even, different ones do not.
        assert_eq!(compete(&setup, same).matches.margins, 0);
        assert_ne!(compete(&setup, other).matches.margins, 0);
        let swapped = compete(&setup, other.swapped()).matches;
        assert_eq!(swapped.margins, -compete(&setup, other).matches.margins);
    }
}

/// Few nodes are enough to see that it works; what it is worth is measured with `qbcoach
/// selfplay`.
#[test]
fn the_oracle_beats_greedy() {
    let stats = play(&ContestSetup {
        policies: (Policy::Oracle, Policy::Greedy),
        matches: 60,
        seed: 8,
        threads: 2,
    });
    let rate = stats.win_rate().expect("matches are decided");
    assert!(rate.low > 0.5, "{stats:?}");
}

#[test]
fn policies_are_found_by_name_and_misspellings_get_a_suggestion() {
    for policy in Policy::ALL {
        assert_eq!(Policy::parse(policy.word()), Ok(policy));
    }
    let error = Policy::parse("gredy").expect_err("it is misspelt");
    assert_eq!(error.suggestion, "greedy");
    let error = Policy::parse("oracel").expect_err("it is misspelt");
    assert_eq!(error.suggestion, "oracle");
    let error = Policy::parse("referance").expect_err("it is misspelt");
    assert_eq!(error.suggestion, "reference");
}

#[test]
fn the_old_name_of_the_reference_coach_is_still_read() {
    assert_eq!(Policy::parse("seed-coach"), Ok(Policy::Reference));
    assert_eq!(Policy::Reference.word(), "reference");
}

#[test]
fn the_archetypes_of_a_seat_leave_out_the_enemys_deck() {
    let book = book("canon");
    let decks = shipped(&book);
    let met = &decks[4];
    let seat = Seat {
        book: &book,
        shipped: &decks,
        enemy_deck: met,
    };
    let archetypes = seat.archetypes().decks;
    assert_eq!(archetypes.len(), decks.len() - 1);
    assert!(!archetypes.contains(&met.cards));
}
