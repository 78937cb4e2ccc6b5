//! Contests between policies.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use qbcoach::measure::selfplay::{Contest, Policy, Seat, SelfplayError};
use qbcoach::rules::BySide;

use crate::{Wanted, book, play, shipped};

#[test]
fn threads_do_not_change_the_result() {
    for policies in [
        (Policy::Greedy, Policy::Random),
        (Policy::Random, Policy::SeedCoach),
    ] {
        let results = [1, 2, 3].map(|threads| {
            play(&Wanted {
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
    let stats = play(&Wanted {
        policies: (Policy::Greedy, Policy::Random),
        matches: 200,
        seed: 1,
        threads: 2,
    });
    let rate = stats.win_rate().expect("matches are decided");
    assert!(rate.low > 0.5, "{stats:?}");
    assert!(stats.average_margin() > Some(2.0), "{stats:?}");
}

/// Advice must be earned: with the enemy's deck unknown to it and held out.
#[test]
fn the_coach_beats_random_in_more_than_nine_matches_of_ten() {
    let stats = play(&Wanted {
        policies: (Policy::SeedCoach, Policy::Random),
        matches: 2000,
        seed: 2026,
        threads: 2,
    });
    let rate = stats.win_rate().expect("matches are decided");
    assert!(rate.low > 0.9, "{stats:?}");
}

#[test]
fn the_coach_beats_greedy_in_more_than_six_matches_of_ten() {
    let stats = play(&Wanted {
        policies: (Policy::SeedCoach, Policy::Greedy),
        matches: 2000,
        seed: 2026,
        threads: 2,
    });
    let rate = stats.win_rate().expect("matches are decided");
    assert!(rate.low > 0.6, "{stats:?}");
}

#[test]
fn exchanging_the_policies_exchanges_the_result() {
    let result = |policies| {
        play(&Wanted {
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
fn a_policy_is_exactly_even_with_itself() {
    for policy in Policy::ALL {
        let stats = play(&Wanted {
            policies: (policy, policy),
            matches: if policy == Policy::SeedCoach { 6 } else { 60 },
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
fn seeds_deal_different_matches() {
    let margins = |seed| {
        let stats = play(&Wanted {
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

#[test]
fn progress_counts_every_pair_once() {
    let book = book("rebirth");
    let decks = shipped(&book);
    let heard = Mutex::new(Vec::new());
    let contest = Contest {
        book: &book,
        shipped: &decks,
        decks: &decks[..1],
        policies: BySide::new(Policy::Greedy, Policy::Random),
        pairs: 7,
        seed: 1,
        threads: NonZeroUsize::new(3).expect("three is not zero"),
    };
    let stats = contest.play(&|done| heard.lock().expect("nobody panics").push(done));
    assert_eq!(stats.map(|stats| stats.matches()), Ok(14));
    let mut heard = heard.into_inner().expect("nobody panics");
    heard.sort_unstable();
    assert_eq!(heard, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn there_is_no_contest_without_a_deck() {
    let book = book("canon");
    let contest = Contest {
        book: &book,
        shipped: &[],
        decks: &[],
        policies: BySide::new(Policy::Greedy, Policy::Random),
        pairs: 1,
        seed: 1,
        threads: NonZeroUsize::MIN,
    };
    assert_eq!(contest.play(&|_| {}), Err(SelfplayError::NoDecks));
}

#[test]
fn policies_are_named() {
    for policy in Policy::ALL {
        assert_eq!(Policy::parse(policy.word()), Ok(policy));
    }
    let error = Policy::parse("gredy").expect_err("it is misspelt");
    assert_eq!(error.suggestion, "greedy");
    let error = Policy::parse("coach").expect_err("there are several to come");
    assert_eq!(error.suggestion, "seed-coach");
}

#[test]
fn the_deck_a_player_meets_is_kept_from_it() {
    let book = book("canon");
    let decks = shipped(&book);
    let met = &decks[4];
    let seat = Seat {
        book: &book,
        shipped: &decks,
        enemy_deck: met,
    };
    let told = seat.archetypes().decks;
    assert_eq!(told.len(), decks.len() - 1);
    assert!(!told.contains(&met.cards));
}
