//! Whether the coach's win chance comes true: it plays matches, and its forecast at each
//! of its turns is compared with the result. Where the opponent is the coach too, the
//! forecasts of both sides count.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::in_order::in_order;
use super::reliability::{Forecast, Reliability, Tally};
use super::selfplay::{
    Competitor, DeckLists, HandExchange, MOST_MOVES, Policy, SelfplayError, StoppedMatch,
    TwoSeatMatch, coaches_against, pair_seed, pairings, seat_chances,
};
use qbcoach_engine::coaching::{Coach, SearchStyle};
use qbcoach_engine::rules::{BySide, Rulebook, Side};
use qbcoach_engine::simulation::deck_library::NamedDeck;

/// The matches of a calibration.
#[derive(Clone, Copy, Debug)]
pub struct Calibration<'a> {
    pub book: &'a Rulebook,
    pub shipped: &'a [NamedDeck],
    /// Every deck is played against every deck.
    pub decks: &'a [NamedDeck],
    /// How many positions the coach may search for a move.
    pub nodes: u64,
    /// The ingredients of its search.
    pub style: SearchStyle,
    /// The opponents, in turn; each is met from both seats.
    pub enemies: &'a [Policy],
    /// Whether the coach knows the opponent's deck.
    pub lists: DeckLists,
    pub matches: u32,
    pub seed: u64,
    pub threads: NonZeroUsize,
}

/// The forecasts and results of all matches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CalibrationReport {
    pub matches: u32,
    pub all: Reliability,
    /// Against each opponent, in the order of the opponents.
    pub by_enemy: Vec<(Policy, Reliability)>,
    /// With and against each deck, in the order of the decks.
    pub by_deck: Vec<DeckReliability>,
}

impl CalibrationReport {
    /// How far the difference of a bin may well be off because these decks were met and not
    /// others: its standard error, if all forecasts against one deck count as one. A coach
    /// that does not know the deck is wrong in the same direction in all its matches
    /// against it, so more matches between the same decks make nothing surer. None if
    /// fewer than two decks were met in the bin.
    pub fn bin_error_by_decks(&self, bin: usize) -> Option<f64> {
        let met: Vec<&Tally> = self
            .by_deck
            .iter()
            .map(|deck| &deck.against.bins[bin])
            .filter(|tally| tally.cases > 0)
            .collect();
        if met.len() < 2 {
            return None;
        }
        let cases: f64 = met.iter().map(|tally| f64::from(tally.cases)).sum();
        let sum_of = |tally: &Tally| tally.difference() * f64::from(tally.cases);
        let squares: f64 = met.iter().map(|tally| sum_of(tally).powi(2)).sum();
        let number = met.len() as f64;
        Some((squares * number / (number - 1.0)).sqrt() / cases)
    }
}

/// The forecasts that have to do with one deck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeckReliability {
    pub tag: String,
    /// Of the seat that plays it.
    pub with: Reliability,
    /// Of the seat that meets it. An unknown deck that is weaker than usual is met with
    /// forecasts that are too low, whatever the search makes of the cards it knows.
    pub against: Reliability,
}

impl DeckReliability {
    /// Adds the forecasts of one match that have to do with this deck.
    fn add(&mut self, decks: BySide<usize>, own: usize, forecasts: &[Forecast]) {
        let of = |deck: &dyn Fn(&Forecast) -> usize| -> Vec<Forecast> {
            let all = forecasts.iter().copied();
            all.filter(|forecast| deck(forecast) == own).collect()
        };
        self.with.add(&of(&|forecast| decks[forecast.seat]));
        let against = of(&|forecast| decks[forecast.seat.opponent()]);
        self.against.add(&against);
    }
}

impl Calibration<'_> {
    /// Plays the matches. `progress` is called with the number of matches counted so far,
    /// `list` with the tags of both decks and the forecasts of each match.
    pub fn run(
        &self,
        progress: impl FnMut(u32),
        mut list: impl FnMut(u32, BySide<&str>, &[Forecast]),
    ) -> Result<CalibrationReport, SelfplayError> {
        let with_none = |enemy: &Policy| (*enemy, Reliability::default());
        let of_deck = |deck: &NamedDeck| DeckReliability {
            tag: deck.tag.clone(),
            ..DeckReliability::default()
        };
        let mut report = CalibrationReport {
            by_enemy: self.enemies.iter().map(with_none).collect(),
            by_deck: self.decks.iter().map(of_deck).collect(),
            ..CalibrationReport::default()
        };
        let pairings = pairings(self.decks.len(), self.seed);
        self.each_match(progress, |number, forecasts| {
            let enemy = self.enemy_of(number);
            report.all.add(forecasts);
            report.by_enemy[enemy].1.add(forecasts);
            report.matches += 1;
            let pairing = pairings[number as usize % pairings.len()];
            for (deck, of_deck) in report.by_deck.iter_mut().enumerate() {
                of_deck.add(pairing, deck, forecasts);
            }
            let tags = BySide::new(pairing.you, pairing.enemy);
            list(
                number,
                tags.map(|deck| self.decks[deck].tag.as_str()),
                forecasts,
            );
        })?;
        Ok(report)
    }

    /// Plays the matches and hands over the forecasts of each, in their order.
    pub(crate) fn each_match(
        &self,
        mut progress: impl FnMut(u32),
        mut take: impl FnMut(u32, &[Forecast]),
    ) -> Result<(), SelfplayError> {
        let pairings = pairings(self.decks.len(), self.seed);
        if pairings.is_empty() {
            return Err(SelfplayError::NoDecks);
        }
        let coaches = coaches_against(self.book, self.shipped, self.decks);
        let (mut done, mut failure) = (0, None);
        let work = |number: u32| {
            let pairing = pairings[number as usize % pairings.len()];
            self.play(number, pairing, &coaches)
                .map_err(|reason| SelfplayError::Match {
                    pair: number,
                    decks: pairing.map(|index| self.decks[index].tag.clone()),
                    reason,
                })
        };
        in_order(self.matches, self.threads, work, |forecasts| {
            match forecasts {
                Ok(forecasts) => take(done, &forecasts),
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
            done += 1;
            progress(done);
            ControlFlow::Continue(())
        });
        failure.map_or(Ok(()), Err)
    }

    /// The index of the opponent in a match. Two matches in a row have the same, so that
    /// each is met from both seats.
    fn enemy_of(&self, number: u32) -> usize {
        (number / 2) as usize % self.enemies.len().max(1)
    }

    /// The coach's forecasts at its turns of one match.
    fn play(
        &self,
        number: u32,
        pairing: BySide<usize>,
        coaches: &[Arc<Coach>],
    ) -> Result<Vec<Forecast>, StoppedMatch> {
        let book = self.book;
        let coachs_seat = Side::BOTH[number as usize % 2];
        let seed = pair_seed(self.seed, number);
        let cards = pairing.map(|index| self.decks[index].cards.clone());
        let mut game = TwoSeatMatch::deal_with(book, seed, cards, self.lists)?;
        for seat in Side::BOTH {
            game.exchange(book, seat, HandExchange::default())?;
        }
        let enemy = self.enemies.get(self.enemy_of(number)).copied();
        let enemy = enemy.unwrap_or(Policy::Coach);
        let policies = BySide::seen_from(coachs_seat, Policy::Coach, enemy);
        let met = |seat: Side| &coaches[pairing[seat.opponent()]];
        let competitor = |seat: Side| Competitor {
            nodes: self.nodes,
            style: self.style,
            ..Competitor::new(policies[seat])
        };
        let searching = |seat: Side| competitor(seat).searching_player(met(seat));
        let searching = BySide::new(searching(Side::You), searching(Side::Enemy));
        let other = competitor(coachs_seat.opponent()).player(met(coachs_seat.opponent()));
        let mut chances = seat_chances(seed);
        let mut made_by = Vec::new();
        let mut turns = BySide::new(0, 0);
        for _ in 0..MOST_MOVES {
            if game.is_over() {
                break;
            }
            let seat = game.to_act();
            let view = game.view(seat);
            let made = if policies[seat] == Policy::Coach {
                let found = searching[seat].search(view)?;
                turns[seat] += 1;
                let forecast = Forecast {
                    seat,
                    turn: turns[seat],
                    cards: view.state.position.board.occupied().len(),
                    chance: found.win_chance,
                    margin: found.moves.first().map_or(0.0, |best| best.expected_margin),
                    result: 0.5,
                };
                made_by.push((seat, forecast));
                found.best()
            } else {
                other.choose(view, &mut chances[seat])?
            };
            game.act(book, seat, made)?;
        }
        let result = game.result(book);
        let results = BySide::new(result, result.for_the_other());
        let results = results.map(|result| result.half_points() as f64 / 2.0);
        let with_result = |(seat, forecast): (Side, Forecast)| Forecast {
            result: results[seat],
            ..forecast
        };
        Ok(made_by.into_iter().map(with_result).collect())
    }
}
