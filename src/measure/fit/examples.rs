//! Examples for the fit: positions of matches with the results.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::search::{
    FeatureReader, HeldCards, Inputs, LeafSource, LeafValue, SearchState, SearchStyle, World,
};
use qbcoach_engine::rules::{BySide, CardId, Rarity, Rulebook, Side};

use super::player::{Lookahead, Player, moves};

/// The limit of moves of a match.
const MOST_MOVES: u32 = 120;

/// Positions, each seen by the side to act, with the result for it.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    inputs: Vec<(u16, f32)>,
    ends: Vec<u32>,
    results: Vec<f32>,
    margins: Vec<f32>,
}

/// One position: its inputs that are not zero, and the result.
pub(super) struct Example<'a> {
    pub inputs: &'a [(u16, f32)],
    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub result: f32,
    pub margin: f32,
}

impl Examples {
    pub fn len(&self) -> usize {
        self.results.len()
    }

    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    pub(super) fn get(&self, index: usize) -> Example<'_> {
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1] as usize,
        };
        Example {
            inputs: &self.inputs[start..self.ends[index] as usize],
            result: self.results[index],
            margin: self.margins[index],
        }
    }

    /// The log loss of one chance for all examples: the share of wins.
    pub fn base_loss(&self) -> f64 {
        let number = self.len().max(1) as f64;
        let share: f64 = self.results.iter().map(|result| f64::from(*result)).sum();
        let share = (share / number).clamp(1e-6, 1.0 - 1e-6);
        -(share * share.ln() + (1.0 - share) * (1.0 - share).ln())
    }

    fn add(&mut self, inputs: &Inputs, margin: i32) {
        self.inputs.extend(&inputs.0);
        self.ends.push(self.inputs.len() as u32);
        self.results.push(match margin.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        });
        self.margins.push(margin as f32);
    }
}

/// Plays matches for examples.
pub(super) struct Generator<'a> {
    pub books: &'a [Rulebook],
    pub decks: &'a [Vec<CardId>],
    /// Whether cards of the decks are exchanged for others at random.
    pub variety: bool,
    pub leaf: LeafSource,
    pub lookahead: Lookahead,
    pub seed: u64,
    /// The first stream of random numbers; each match has its own.
    pub stream: u64,
}

impl Generator<'_> {
    pub fn play(&self, matches: u32) -> Examples {
        let mut examples = Examples::default();
        for number in 0..matches {
            let book = &self.books[number as usize % self.books.len()];
            let mut chance = Chance::new(self.seed, self.stream + u64::from(number));
            self.play_one(book, &mut chance, &mut examples);
        }
        examples
    }

    fn play_one(&self, book: &Rulebook, chance: &mut Chance, examples: &mut Examples) {
        let style = SearchStyle {
            leaf: self.leaf,
            ..SearchStyle::default()
        };
        let leaf = LeafValue::new(book, &style);
        let reader = FeatureReader::new(&book.catalogue);
        let player = Player {
            book,
            leaf: &leaf,
            lookahead: self.lookahead,
        };
        let world = self.deal(book, chance);
        let mut state = SearchState::opening(book, Side::You, &world);
        // Most moves are the player's; some are random, so that the value also learns
        // positions which good players avoid.
        let wildness = [0, 5, 15, 40][chance.below(4)];
        let wild_start = chance.below(6) as u32;
        let mut seen: Vec<(Side, Inputs)> = Vec::new();
        for number in 0..MOST_MOVES {
            if state.is_over() {
                break;
            }
            seen.push((state.to_act, Inputs::of(&reader, &state)));
            let wild = number < wild_start && chance.below(2) == 0;
            let made = if wild || chance.below(100) < wildness {
                let mut moves = moves(book, &state);
                if moves.len() > 1 {
                    moves.pop();
                }
                moves[chance.below(moves.len())]
            } else {
                player.choose(&state, &world, chance)
            };
            state = state.after(book, &world, made);
        }
        let margin = state.margin(book);
        for (side, features) in seen {
            examples.add(
                &features,
                match side {
                    Side::You => margin,
                    Side::Enemy => -margin,
                },
            );
        }
    }

    fn deal(&self, book: &Rulebook, chance: &mut Chance) -> World {
        let mut side = || {
            let mut deck = self.decks[chance.below(self.decks.len())].clone();
            if self.variety {
                vary(book, &mut deck, chance);
            }
            chance.shuffle(&mut deck);
            let pile = deck.split_off(usize::from(book.rules.opening_hand).min(deck.len()));
            (HeldCards::of(deck), pile)
        };
        let (yours, enemys) = (side(), side());
        World {
            hands: BySide::new(yours.0, enemys.0),
            piles: BySide::new(yours.1, enemys.1),
        }
    }
}

/// Exchanges some cards of a deck for others; the deck stays legal under every preset.
fn vary(book: &Rulebook, deck: &mut [CardId], chance: &mut Chance) {
    let cards: Vec<_> = book.catalogue.collectible().collect();
    let number = [0, 0, 3, 6, 15][chance.below(5)];
    for _ in 0..number {
        let card = cards[chance.below(cards.len())];
        let allowed = match card.rarity {
            Rarity::Standard => 2,
            Rarity::Legendary => 1,
        };
        if deck.iter().filter(|held| **held == card.id).count() < allowed {
            let place = chance.below(deck.len());
            deck[place] = card.id;
        }
    }
}
