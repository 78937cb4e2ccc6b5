//! How good the belief about the enemy's hand is: log-loss over seeded matches
//! between shipped decks, the enemy's own deck held out of the archetypes.

use super::fixture::{EnemyDeck, play_on, start};
use crate::observation::AnnotatedState;
use crate::prediction::{Archetypes, DeckBelief, HandSize, Padding, marginals};
use crate::rules::{BySide, CardId, Rulebook, Side};
use crate::simulation::chance::Chance;
use crate::simulation::deck_library::DeckLibrary;

/// The beliefs that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Believer {
    /// What prediction uses.
    Ours,
    /// Every card is as likely as any other.
    Uniform,
    /// The seed's padding by the costs seen.
    ByCost,
}

impl Believer {
    pub const ALL: [Believer; 3] = [Believer::Ours, Believer::Uniform, Believer::ByCost];
}

/// The losses of one turn of the match, over all matches that reached it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnLoss {
    pub turn: u32,
    pub hands: u32,
    /// Mean bits for each hand, in the order of [`Believer::ALL`].
    pub bits: [f64; 3],
}

#[derive(Clone, Debug, PartialEq)]
pub struct InferenceReport {
    pub matches: u32,
    pub turns: Vec<TurnLoss>,
    pub overall: TurnLoss,
}

/// Nobody is believed to be surer than this.
const SUREST: f64 = 0.0005;

/// Plays `matches` matches and measures before each of your turns.
pub fn measure(book: &Rulebook, library: &DeckLibrary, matches: u32, seed: u64) -> InferenceReport {
    let decks: Vec<Vec<CardId>> = library.list().map(|deck| deck.cards.clone()).collect();
    let mut chance = Chance::new(seed, 2);
    let mut turns: Vec<TurnLoss> = Vec::new();
    let mut overall = TurnLoss::default();
    for number in 0..matches {
        // Every deck is held out as often as any other.
        let held_out = number as usize % decks.len().max(1);
        let yours = chance.below(decks.len());
        let pair = BySide::new(decks[yours].clone(), decks[held_out].clone());
        let known: Vec<Vec<CardId>> = decks
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != held_out)
            .map(|(_, deck)| deck.clone())
            .collect();
        let match_seed = seed.wrapping_add(number.into());
        let Some(mut annotated) = start(book, match_seed, &pair, EnemyDeck::Unknown) else {
            continue;
        };
        loop {
            if annotated.state.position.to_act == Side::You {
                let losses = losses(book, &annotated, &known);
                let turn = annotated.state.turn;
                if turns.iter().all(|known| known.turn != turn) {
                    turns.push(TurnLoss {
                        turn,
                        ..TurnLoss::default()
                    });
                }
                let of_turn = turns.iter_mut().find(|known| known.turn == turn);
                for sum in of_turn.into_iter().chain([&mut overall]) {
                    sum.hands += 1;
                    for (bits, loss) in sum.bits.iter_mut().zip(losses) {
                        *bits += loss;
                    }
                }
            }
            if !play_on(book, &mut annotated) {
                break;
            }
        }
    }
    turns.sort_by_key(|loss| loss.turn);
    for sum in turns.iter_mut().chain([&mut overall]) {
        sum.bits = sum.bits.map(|bits| bits / f64::from(sum.hands.max(1)));
    }
    InferenceReport {
        matches,
        turns,
        overall,
    }
}

fn losses(book: &Rulebook, annotated: &AnnotatedState, known: &[Vec<CardId>]) -> [f64; 3] {
    let hand = &annotated.state.holdings[Side::Enemy].hand;
    let unknown = HandSize::now(&annotated.state).unknown as usize;
    let held: Vec<CardId> = hand
        .known
        .iter()
        .filter(|held| held.instance.is_none())
        .map(|held| held.card)
        .collect();
    Believer::ALL.map(|believer| {
        let chances = chances(book, annotated, known, believer, unknown);
        loss_of(book, &chances, &held)
    })
}

/// The believed chance of each card, by its place in the catalogue.
fn chances(
    book: &Rulebook,
    annotated: &AnnotatedState,
    known: &[Vec<CardId>],
    believer: Believer,
    unknown: usize,
) -> Vec<f64> {
    let cards = book.catalogue.cards().len();
    let archetypes = match believer {
        Believer::Ours => Archetypes {
            decks: known.to_vec(),
            padding: Padding::Popular,
        },
        Believer::ByCost => Archetypes {
            decks: Vec::new(),
            padding: Padding::ByCost,
        },
        Believer::Uniform => {
            let one = 1.0 / book.catalogue.collectible().count() as f64;
            return vec![1.0 - (1.0 - one).powi(unknown as i32); cards];
        }
    };
    let mut chances = vec![0.0; cards];
    if let Ok(belief) = DeckBelief::of(book, &annotated.observation, &archetypes) {
        for (card, chance) in marginals(&belief, &[], unknown) {
            chances[card.index()] = chance;
        }
    }
    chances
}

/// The surprise, in bits, at which cards are in the hand and which are not.
fn loss_of(book: &Rulebook, chances: &[f64], held: &[CardId]) -> f64 {
    book.catalogue
        .collectible()
        .map(|card| {
            let chance = chances[card.id.index()].clamp(SUREST, 1.0 - SUREST);
            let of_what_is = if held.contains(&card.id) {
                chance
            } else {
                1.0 - chance
            };
            -of_what_is.log2()
        })
        .sum()
}
