//! Forecasts what a move is worth after the enemy's reply (RULES.md, section 11).
//!
//! A forecast has the immediate value of a move, the worst of all possible replies, and
//! the likely reply. The likely reply is an average over the replies of interest, each
//! weighted by the chance that its card is in the hand, divided by the number of plays
//! of that card. A reply is of interest if it
//!
//! - does at least three quarters of the damage of the worst reply,
//! - makes your lead in a lane smaller,
//! - gains the enemy access,
//! - or makes a lane that the enemy leads more stable.
//!
//! If no reply is of interest, all replies count. A move that ends the match has no
//! reply; its value is the final margin, plus or minus [`DECIDED`].

use crate::prediction::evaluation::{Evaluation, evaluate};
use crate::rules::{Board, CardId, Lane, Move, Owner, Play, Rulebook, Side, TileId};

pub(crate) const WORST_REPLY_WEIGHT: f64 = 0.7;
pub(crate) const LIKELY_REPLY_WEIGHT: f64 = 0.3;
pub(crate) const IMMEDIATE_WEIGHT: f64 = 1.0;
pub(crate) const PREDICTIVE_WEIGHT: f64 = 1.5;
/// Added to the margin of a won match, and subtracted from that of a lost one.
pub(crate) const DECIDED: f64 = 100.0;

const HIGH_EFFECT: f64 = 0.75;

/// A card that the enemy may reply with, and the chance that it is in the enemy's hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnemyCard {
    pub card: CardId,
    pub chance: f64,
}

/// The value of a candidate move.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    pub made: Move,
    pub board: Board,
    pub evaluation: Evaluation,
    /// Your margin right after the move.
    pub margin: i32,
    pub immediate: f64,
    pub worst_reply: f64,
    pub likely_reply: f64,
    /// The move of `worst_reply`: `None` if there is no reply, `Pass` if the enemy ends
    /// the match by passing.
    pub worst_by: Option<Move>,
    /// How likely the enemy can make that move.
    pub worst_chance: f64,
    /// The chance of a reply that leaves you no open tile.
    pub lockout_risk: f64,
    pub ends_match: EndsMatch,
    /// The number of positions that were simulated.
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndsMatch {
    Yes,
    No,
}

impl Forecast {
    pub fn predicted(&self) -> f64 {
        WORST_REPLY_WEIGHT * self.worst_reply + LIKELY_REPLY_WEIGHT * self.likely_reply
    }

    pub fn move_score(&self) -> f64 {
        IMMEDIATE_WEIGHT * self.immediate + PREDICTIVE_WEIGHT * self.predicted()
    }
}

/// One simulated reply.
struct ForecastReply {
    made: Move,
    value: f64,
    weight: f64,
    of_interest: bool,
}

/// Forecasts moves. It reuses the memory for replies from move to move.
pub struct Predictor<'a> {
    book: &'a Rulebook,
    enemy_cards: &'a [EnemyCard],
    replies: Vec<ForecastReply>,
}

impl<'a> Predictor<'a> {
    pub fn new(book: &'a Rulebook, enemy_cards: &'a [EnemyCard]) -> Predictor<'a> {
        Predictor {
            book,
            enemy_cards,
            replies: Vec::new(),
        }
    }

    /// The forecast of a legal move. `passes` is the number of passes in a row just
    /// before it.
    pub fn forecast(&mut self, board: &Board, made: Move, passes: u8) -> Forecast {
        let mut after = *board;
        let powers = match made {
            Move::Play(play) => {
                let resolved = after.play_unchecked(self.book, Side::You, play, &mut ());
                resolved.powers
            }
            Move::Pass => after.powers(self.book),
        };
        let evaluation = evaluate(&after, &powers);
        let margin = after.score_with(self.book, &powers).margin();
        let ends = match made {
            Move::Pass => passes >= 1,
            Move::Play(_) => after.is_full(),
        };
        let mut forecast = Forecast {
            made,
            board: after,
            evaluation,
            margin,
            immediate: evaluation.total(),
            worst_reply: evaluation.total(),
            likely_reply: evaluation.total(),
            worst_by: None,
            worst_chance: 0.0,
            lockout_risk: 0.0,
            ends_match: if ends { EndsMatch::Yes } else { EndsMatch::No },
            nodes: 1,
        };
        if ends {
            let decided = decided(margin);
            forecast.immediate = decided;
            forecast.worst_reply = decided;
            forecast.likely_reply = decided;
        } else {
            self.add_replies(&mut forecast);
        }
        forecast
    }

    /// Adds the enemy's replies to a forecast.
    fn add_replies(&mut self, forecast: &mut Forecast) {
        self.replies.clear();
        let before = forecast.evaluation;
        let mut locked_out = 0.0;
        let mut all = 0.0;
        for EnemyCard { card, chance } in self.enemy_cards {
            let tiles = forecast.board.legal_tiles(self.book, Side::Enemy, *card);
            let weight = chance / f64::from(tiles.len().max(1));
            for tile in tiles.iter() {
                let play = Play { card: *card, tile };
                let mut board = forecast.board;
                let resolved = board.play_unchecked(self.book, Side::Enemy, play, &mut ());
                let after = evaluate(&board, &resolved.powers);
                // A reply that fills the board decides the match.
                let value = if board.is_full() {
                    decided(board.score_with(self.book, &resolved.powers).margin())
                } else {
                    after.total()
                };
                all += weight;
                if !has_open_tile(&board) {
                    locked_out += weight;
                }
                self.replies.push(ForecastReply {
                    made: Move::Play(play),
                    value,
                    weight,
                    of_interest: is_of_interest(&before, &after),
                });
            }
        }
        forecast.nodes += self.replies.len() as u64;
        if all > 0.0 {
            forecast.lockout_risk = locked_out / all;
        }
        if forecast.made == Move::Pass {
            // After your pass the enemy can end the match by passing. It does so if
            // that wins, and it must if it has no play.
            let value = decided(forecast.margin);
            let wins = forecast.margin < 0;
            let must = self.replies.is_empty();
            if wins || must {
                self.replies.push(ForecastReply {
                    made: Move::Pass,
                    value,
                    weight: all.max(1.0),
                    of_interest: true,
                });
            }
        }
        let Some(worst) = self
            .replies
            .iter()
            .min_by(|a, b| a.value.total_cmp(&b.value))
        else {
            return; // The enemy has to pass, which changes nothing.
        };
        forecast.worst_reply = worst.value;
        forecast.worst_by = Some(worst.made);
        forecast.worst_chance = worst.weight.min(1.0);
        let damage = HIGH_EFFECT * (before.total() - worst.value);
        let high_effect = before.total() - damage;
        let (mut sum, mut weight) = (0.0, 0.0);
        for reply in &self.replies {
            if reply.of_interest || (damage > 0.0 && reply.value <= high_effect) {
                sum += reply.weight * reply.value;
                weight += reply.weight;
            }
        }
        if weight == 0.0 {
            sum = self
                .replies
                .iter()
                .map(|reply| reply.weight * reply.value)
                .sum();
            weight = self.replies.iter().map(|reply| reply.weight).sum();
        }
        forecast.likely_reply = if weight > 0.0 {
            sum / weight
        } else {
            before.total()
        };
    }
}

/// The value of a match that ended with this margin.
pub fn decided(margin: i32) -> f64 {
    f64::from(margin) + DECIDED * f64::from(margin.signum())
}

fn is_of_interest(before: &Evaluation, after: &Evaluation) -> bool {
    Lane::ALL.into_iter().any(|lane| {
        let (was, is) = (&before.lanes[lane], &after.lanes[lane]);
        let contests = was.diff > 0 && is.diff < was.diff;
        let opens = is.access < was.access;
        let stabilises = was.diff < 0 && is.stability < was.stability;
        contests || opens || stabilises
    })
}

fn has_open_tile(board: &Board) -> bool {
    TileId::all()
        .any(|tile| board.card(tile).is_none() && board.owner(tile) == Owner::Held(Side::You))
}
