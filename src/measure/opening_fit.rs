//! Fits how likely an opening hand wins, from self-play.
//!
//! Both sides keep the hands that they are dealt. The decks are made for it, so the shipped
//! decks are held out. A result is explained by the features of both hands and of both
//! decks. The weights of the decks are thrown away: they only see to it that a card of a
//! good deck is not taken for a good card of an opening hand.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::in_order::in_order;
use super::logistic_fit::{Observed, fit};
use super::made_decks::{MadeDecks, MadeDecksError};
use super::selfplay::seat_chances;
use super::selfplay::{Competitor, StoppedMatch, TwoSeatMatch};
use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::mulligan::hand_chance::{HandWeights, features};
use qbcoach_engine::coaching::search::LeafSource;
use qbcoach_engine::coaching::{Coach, SearchStyle};
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::{BySide, CardId, Catalogue, Rulebook, Rules, Side};

/// The matches of a fit.
pub struct OpeningFit<'a> {
    pub catalogue: &'a Arc<Catalogue>,
    pub archetypes: &'a Archetypes,
    /// How both sides play.
    pub competitor: Competitor,
    pub matches: u32,
    pub seed: u64,
    pub threads: NonZeroUsize,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OpeningFitError {
    #[error(transparent)]
    Decks(#[from] MadeDecksError),
    #[error("match {number}: {reason}")]
    Match { number: u32, reason: StoppedMatch },
}

/// How many different decks are made.
const DECKS: u32 = 1000;

/// Runs with different seeds share no deals.
const SEEDS_OF_A_RUN: u64 = 1_000_000_000;

/// The feature of the side that moves first.
const FIRST_SEAT: &str = "first seat";
/// Set before the name of a feature that belongs to the whole deck.
const DECK: &str = "deck: ";

/// The hands, decks and result of a match, as features.
type Sample = (BTreeMap<String, f64>, f64);

impl OpeningFit<'_> {
    /// Plays the matches, half of them under each preset, and fits the weights.
    pub fn run(&self, mut progress: impl FnMut(u32)) -> Result<HandWeights, OpeningFitError> {
        let made = MadeDecks {
            seed: self.seed,
            number: DECKS,
        };
        let mut tables = Vec::new();
        for (_, rules) in Rules::PRESETS {
            let book = Rulebook::new(self.catalogue.clone(), rules);
            let decks = made.make(&book)?.into_iter().map(|deck| deck.cards);
            let coach = Arc::new(Coach::new(book.clone(), self.archetypes.clone()));
            tables.push((coach, decks.collect::<Vec<_>>()));
        }
        let (mut samples, mut failure) = (Vec::new(), None);
        let work = |number: u32| {
            let (coach, decks) = &tables[number as usize % tables.len()];
            self.play(number, coach, decks)
        };
        in_order(self.matches, self.threads, work, |sample| match sample {
            Ok(sample) => {
                samples.push(sample);
                progress(samples.len() as u32);
                ControlFlow::Continue(())
            }
            Err(reason) => {
                failure = Some(OpeningFitError::Match {
                    number: samples.len() as u32,
                    reason,
                });
                ControlFlow::Break(())
            }
        });
        failure.map_or_else(|| Ok(weights_of(&samples)), Err)
    }

    fn play(
        &self,
        number: u32,
        coach: &Arc<Coach>,
        decks: &[Vec<CardId>],
    ) -> Result<Sample, StoppedMatch> {
        let book = &coach.book;
        let seed = self.seed.wrapping_mul(SEEDS_OF_A_RUN);
        let seed = seed.wrapping_add(number.into());
        let mut chance = Chance::new(seed, 4);
        let mut pick = || chance.pick(decks).cloned().unwrap_or_default();
        let decks = BySide::new(pick(), pick());
        let mut game = TwoSeatMatch::deal(book, seed, decks.clone())?;
        let mut sample = BTreeMap::from([(FIRST_SEAT.to_owned(), 1.0)]);
        for (seat, sign) in [(Side::You, 1.0), (Side::Enemy, -1.0)] {
            let hand = game.view(seat).state.holdings[Side::You].hand.cards();
            for (name, value) in features(book, &hand) {
                *sample.entry(name).or_default() += sign * value;
            }
            for (name, value) in features(book, &decks[seat]) {
                *sample.entry(format!("{DECK}{name}")).or_default() += sign * value;
            }
        }
        // Changes of the search must not change what the hands are worth.
        let competitor = Competitor {
            style: SearchStyle {
                leaf: LeafSource::Plain,
                proof_share: 0,
                ..self.competitor.style
            },
            ..self.competitor
        };
        let player = || competitor.player(coach);
        let players = BySide::new(player(), player());
        let result = game.play_out(book, &players, seat_chances(seed))?;
        Ok((sample, result.half_points() as f64 / 2.0))
    }
}

fn weights_of(samples: &[Sample]) -> HandWeights {
    let mut names: Vec<&String> = samples
        .iter()
        .flat_map(|(sample, _)| sample.keys())
        .collect();
    names.sort_unstable();
    names.dedup();
    let observed: Vec<Observed> = samples
        .iter()
        .map(|(sample, result)| Observed {
            features: sample
                .iter()
                .filter(|(_, value)| **value != 0.0)
                .filter_map(|(name, value)| Some((names.binary_search(&name).ok()?, *value)))
                .collect(),
            result: *result,
        })
        .collect();
    let penalties: Vec<f64> = names.iter().map(|name| penalty(name)).collect();
    let weights = fit(&observed, &penalties);
    let hand = names.into_iter().zip(weights);
    let hand = hand.filter(|(name, _)| !name.starts_with(DECK) && *name != FIRST_SEAT);
    HandWeights {
        // Four digits are more than the data tells.
        weights: hand
            .map(|(name, weight)| (name.clone(), (weight * 1e4).round() / 1e4))
            .collect(),
    }
}

/// One divided by the square of how large the weight of a feature may well be. These sizes
/// explained matches best that were held out.
fn penalty(name: &str) -> f64 {
    let usual = match name {
        FIRST_SEAT => 1.0,
        name if name.starts_with(DECK) => 0.15,
        name if name.starts_with("card ") => 0.12,
        name if name.starts_with("power ") => 0.05,
        name if name.starts_with("pawns ") => 0.1,
        name if name.starts_with("ability ") => 0.1,
        _ => 0.3,
    };
    1.0 / (usual * usual)
}
