//! Matches between policies: the matches, their statistics, and the command.

mod calibration;
mod command;
mod contest;
mod made_decks;
mod numbers;
mod pairs;
mod sprt;
mod two_seats;

use std::num::NonZeroUsize;

use qbcoach_engine::rules::{BySide, Rulebook, Rules};
use qbcoach_engine::simulation::deck_library::{DeckLibrary, NamedDeck};
use qbcoach_measure::match_stats::MatchStats;
use qbcoach_measure::selfplay::{Competitor, Contest, ContestReport, HandExchange, Policy};

fn book(rules: &str) -> Rulebook {
    Rulebook::embedded(Rules::parse(rules).expect("the test names known rules"))
}

fn shipped(book: &Rulebook) -> Vec<NamedDeck> {
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
    library.list().cloned().collect()
}

#[derive(Clone, Copy)]
struct ContestSetup {
    policies: (Policy, Policy),
    matches: u32,
    seed: u64,
    threads: usize,
}

/// A searching policy that is quick enough for tests. It keeps its hand, as the others
/// in these tests do.
fn competitor(policy: Policy) -> Competitor {
    Competitor {
        nodes: 300,
        exchange: HandExchange::None,
        ..Competitor::new(policy)
    }
}

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("the number of threads is not zero")
}

/// Plays with all shipped decks under canon rules.
fn play(setup: &ContestSetup) -> MatchStats {
    let (you, enemy) = setup.policies;
    compete(setup, BySide::new(competitor(you), competitor(enemy))).matches
}

/// As [`play`], with competitors that differ in more than their policies.
fn compete(setup: &ContestSetup, competitors: BySide<Competitor>) -> ContestReport {
    let book = book("canon");
    let decks = shipped(&book);
    let contest = Contest {
        book: &book,
        shipped: &decks,
        decks: &decks,
        competitors,
        pairs: setup.matches / 2,
        sprt: None,
        seed: setup.seed,
        threads: threads(setup.threads),
    };
    contest.play(|_| {}).expect("the policies make legal moves")
}
