//! Players against each other: the matches, the numbers that sum them up, and
//! the command.

mod command;
mod contest;
mod numbers;
mod table;

use std::num::NonZeroUsize;

use qbcoach::measure::match_stats::MatchStats;
use qbcoach::measure::selfplay::{Contest, Policy};
use qbcoach::rules::{BySide, Rulebook, Rules};
use qbcoach::simulation::deck_library::{DeckLibrary, NamedDeck};

fn book(rules: &str) -> Rulebook {
    Rulebook::embedded(Rules::parse(rules).expect("the test names known rules"))
}

fn shipped(book: &Rulebook) -> Vec<NamedDeck> {
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
    library.list().cloned().collect()
}

struct Wanted {
    policies: (Policy, Policy),
    matches: u32,
    seed: u64,
    threads: usize,
}

/// Plays with all shipped decks under canon rules.
fn play(wanted: &Wanted) -> MatchStats {
    let book = book("canon");
    let decks = shipped(&book);
    let contest = Contest {
        book: &book,
        shipped: &decks,
        decks: &decks,
        policies: BySide::new(wanted.policies.0, wanted.policies.1),
        pairs: wanted.matches / 2,
        seed: wanted.seed,
        threads: NonZeroUsize::new(wanted.threads).expect("a test uses a thread"),
    };
    contest
        .play(&|_| {})
        .expect("the players play by the rules")
}
