//! What the commands that play matches share: rules, decks, threads, a progress bar.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::sync::Arc;

use super::CommandError;
use super::measure_args::TableOptions;
use qbcoach_engine::rules::{Catalogue, Rulebook, Rules};
use qbcoach_engine::simulation::deck_code::DeckCode;
use qbcoach_engine::simulation::deck_library::{DeckLibrary, NamedDeck};
use qbcoach_measure::fit::HELD_OUT;
use qbcoach_measure::made_decks::MadeDecks;

pub(super) fn wrong(error: impl Display) -> CommandError {
    CommandError::Input(error.to_string())
}

/// Rules, decks and threads of matches.
pub(super) struct MatchTable {
    pub book: Rulebook,
    pub shipped: Vec<NamedDeck>,
    pub decks: Vec<NamedDeck>,
    pub seed: u64,
    pub threads: NonZeroUsize,
}

impl MatchTable {
    pub fn new(
        catalogue: &Arc<Catalogue>,
        options: &TableOptions,
    ) -> Result<MatchTable, CommandError> {
        let rules = Rules::parse(&options.rules).map_err(wrong)?;
        let book = Rulebook::new(catalogue.clone(), rules);
        let library = DeckLibrary::embedded(catalogue).map_err(wrong)?;
        Ok(MatchTable {
            shipped: library.list().cloned().collect(),
            decks: decks(&book, &library, &options.decks)?,
            book,
            seed: options.seed,
            threads: threads(options.threads),
        })
    }

    pub fn tags(&self) -> Vec<&str> {
        self.decks.iter().map(|deck| deck.tag.as_str()).collect()
    }

    /// "22 decks" or "1 deck".
    pub fn decks_counted(&self) -> String {
        match self.decks.len() {
            1 => "1 deck".to_owned(),
            decks => format!("{decks} decks"),
        }
    }
}

/// The decks that a text asks for, without duplicates; an illegal deck is an error.
fn decks(
    book: &Rulebook,
    library: &DeckLibrary,
    text: &str,
) -> Result<Vec<NamedDeck>, CommandError> {
    let mut named: Vec<NamedDeck> = Vec::new();
    let words = text.split(',').map(str::trim);
    for word in words.filter(|word| !word.is_empty()) {
        let asked = match (word, MadeDecks::parse(word)) {
            ("all", _) => library.list().cloned().collect(),
            ("held-out", _) => library.list().filter(is_held_out).cloned().collect(),
            ("fitted", _) => {
                let fitted = library.list().filter(|deck| !is_held_out(deck));
                fitted.cloned().collect()
            }
            (_, Some(made)) => made.map_err(wrong)?.make(book).map_err(wrong)?,
            (_, None) => vec![deck_called(book, library, word)?],
        };
        for deck in asked {
            if !named.contains(&deck) {
                named.push(deck);
            }
        }
    }
    for deck in &named {
        deck.deck(&book.catalogue, &book.rules)
            .map_err(|error| wrong(format!("the deck {}: {error}", deck.tag)))?;
    }
    Ok(named)
}

/// Whether the search's values were not fitted from this deck.
fn is_held_out(deck: &&NamedDeck) -> bool {
    HELD_OUT.contains(&deck.tag.as_str())
}

fn deck_called(
    book: &Rulebook,
    library: &DeckLibrary,
    word: &str,
) -> Result<NamedDeck, CommandError> {
    let unknown = match library.get(word) {
        Ok(deck) => return Ok(deck.clone()),
        Err(unknown) => unknown,
    };
    if !DeckCode::is_meant_by(word) {
        return Err(wrong(unknown));
    }
    let code = word.to_ascii_uppercase();
    Ok(NamedDeck {
        cards: DeckCode::read(&book.catalogue, word).map_err(wrong)?,
        tag: code.clone(),
        name: code,
        style: String::new(),
    })
}

/// The number given, or one for each core.
pub(super) fn threads(given: Option<u16>) -> NonZeroUsize {
    let given = given.and_then(|number| NonZeroUsize::new(number.into()));
    let available = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    given.unwrap_or_else(available)
}

/// A bar on the terminal; none if errors do not go to a terminal.
pub(super) struct ProgressBar {
    all: u32,
    what: &'static str,
    is_terminal: bool,
    drawn: Option<u64>,
}

impl ProgressBar {
    pub fn new(all: u32, what: &'static str) -> ProgressBar {
        ProgressBar {
            all,
            what,
            is_terminal: io::stderr().is_terminal(),
            drawn: None,
        }
    }

    /// Draws at most once for each percent.
    pub fn show(&mut self, done: u32) {
        const WIDTH: u64 = 40;
        let percent = u64::from(done) * 100 / u64::from(self.all.max(1));
        if !self.is_terminal || self.drawn == Some(percent) {
            return;
        }
        self.drawn = Some(percent);
        let bar: String = (0..WIDTH)
            .map(|column| {
                if column * 100 < percent * WIDTH {
                    '#'
                } else {
                    '.'
                }
            })
            .collect();
        eprint!("\r[{bar}] {done} of {} {}", self.all, self.what);
    }
}

impl Drop for ProgressBar {
    /// Erases the bar before the result or the error is printed.
    fn drop(&mut self) {
        if self.drawn.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
