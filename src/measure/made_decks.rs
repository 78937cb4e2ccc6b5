//! Decks made from the whole catalogue, to measure on decks that nobody has seen and
//! nothing was tuned on. A seed always gives the same decks.
//!
//! A made deck has the costs that people's decks have, and apart from them any cards. It
//! is legal under both presets, so that one seed can be played under either.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{Card, CardId, Cost, Rarity, Rulebook, Rules};
use qbcoach_engine::simulation::deck_library::NamedDeck;

/// How many decks are made when no number is given: as many as are shipped.
pub const DEFAULT_NUMBER: u32 = 22;

/// The word that asks for made decks: `made:7`, or `made:7x40` for 40 of them.
const WORD: &str = "made:";
const MOST_DECKS: u32 = 1000;

/// Which decks to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeDecks {
    pub seed: u64,
    pub number: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MadeDecksError {
    #[error(
        "`{text}` does not say which decks to make: give a seed as in `made:7`, and a number of decks up to {MOST_DECKS} as in `made:7x40`"
    )]
    Unreadable { text: String },
    #[error(
        "no deck of {deck_size} cards can be made: the cards allow {available} under these rules"
    )]
    TooFewCards { available: usize, deck_size: usize },
}

impl MadeDecks {
    /// Reads `made:SEED` or `made:SEEDxNUMBER`; `None` if the text asks for other decks.
    pub fn parse(text: &str) -> Option<Result<MadeDecks, MadeDecksError>> {
        let asked = text.trim().strip_prefix(WORD)?;
        let (seed, number) = match asked.split_once('x') {
            Some((seed, number)) => (seed, number.parse().ok()),
            None => (asked, Some(DEFAULT_NUMBER)),
        };
        let number = number.filter(|number| (1..=MOST_DECKS).contains(number));
        let made = seed.parse().ok().zip(number);
        let made = made.map(|(seed, number)| MadeDecks { seed, number });
        Some(made.ok_or_else(|| MadeDecksError::Unreadable {
            text: text.trim().to_owned(),
        }))
    }

    pub fn make(&self, book: &Rulebook) -> Result<Vec<NamedDeck>, MadeDecksError> {
        let deck_size = usize::from(book.rules.deck_size);
        let available: usize = book
            .catalogue
            .collectible()
            .map(|card| copies_allowed(&book.rules, card))
            .sum();
        if available < deck_size {
            return Err(MadeDecksError::TooFewCards {
                available,
                deck_size,
            });
        }
        let deck = |number: u32| {
            let mut chance = Chance::new(self.seed, u64::from(number));
            let tag = format!("made-{}-{number}", self.seed);
            NamedDeck {
                name: tag.clone(),
                tag,
                style: String::new(),
                cards: one_deck(book, &mut chance),
            }
        };
        Ok((1..=self.number).map(deck).collect())
    }
}

/// Of both presets and the rules in force, the fewest copies of a card that one allows.
fn copies_allowed(rules: &Rules, card: &Card) -> usize {
    let presets = Rules::PRESETS.map(|(_, preset)| preset);
    let all = presets.iter().chain([rules]);
    let copies = all.map(|rules| match card.rarity {
        Rarity::Standard => rules.max_copies,
        Rarity::Legendary => rules.max_legendary_copies,
    });
    copies.min().unwrap_or_default().into()
}

/// People's decks have 7 to 9 cards of rank 1 among 15, 2 or 3 of rank 3, and seldom
/// cards that replace others. The other cards are of rank 2.
fn one_deck(book: &Rulebook, chance: &mut Chance) -> Vec<CardId> {
    let size = usize::from(book.rules.deck_size);
    let of_fifteen = |cards: usize| (cards * size + 7) / 15;
    let openers = of_fifteen(7 + chance.below(3));
    let heavy = of_fifteen(2 + chance.below(2));
    let replacing = of_fifteen([0, 0, 1, 2][chance.below(4)]);
    let middle = size.saturating_sub(openers + heavy + replacing);
    let mut cards = Vec::with_capacity(size);
    let of_rank = |rank: u8| move |card: &Card| matches!(card.cost, Cost::Pawns(needed) if needed.get() == rank);
    let opens = |card: &Card| matches!(card.cost, Cost::Pawns(needed) if needed.get() <= 1);
    fill(book, chance, &mut cards, openers, opens);
    fill(book, chance, &mut cards, middle, of_rank(2));
    fill(book, chance, &mut cards, heavy, of_rank(3));
    fill(book, chance, &mut cards, replacing, |card| {
        card.cost == Cost::Replacement
    });
    // A small card set may lack cards of one cost. Then others take their places.
    let missing = size.saturating_sub(cards.len());
    fill(book, chance, &mut cards, missing, |_| true);
    cards.truncate(size);
    cards.sort_unstable();
    cards
}

/// Adds `number` cards that `fits` accepts: of each one copy, or as many as are allowed.
fn fill(
    book: &Rulebook,
    chance: &mut Chance,
    cards: &mut Vec<CardId>,
    number: usize,
    fits: impl Fn(&Card) -> bool,
) {
    let collectible = book.catalogue.collectible();
    let mut fitting: Vec<&Card> = collectible.filter(|card| fits(card)).collect();
    chance.shuffle(&mut fitting);
    let end = cards.len() + number;
    // The first round may take one copy of a card, the second takes what is left.
    for round in 0..2 {
        for card in &fitting {
            let held = cards.iter().filter(|held| **held == card.id).count();
            let left = copies_allowed(&book.rules, card).saturating_sub(held);
            let wanted = match round {
                0 => 1 + chance.below(left.max(1)),
                _ => left,
            };
            let copies = wanted.min(left).min(end.saturating_sub(cards.len()));
            cards.extend(std::iter::repeat_n(card.id, copies));
        }
    }
}
