//! What a move is worth when the enemy answers (engine seed 9, RULES 11).
//!
//! For a candidate move: its immediate value, the worst reply among all that the
//! belief allows, and the likely reply, an average over the replies of the seed's
//! four kinds, each weighted by the chance that its card is in the hand, shared
//! among the card's moves. A reply is of interest when it
//!
//! - has a high effect: it does at least three quarters of the worst one's damage,
//! - contests a lane you lead: your lead there becomes smaller,
//! - opens projections: the enemy's share of open tiles grows,
//! - or stabilises a lane the enemy leads: its share of what holds grows.
//!
//! Without any such reply all replies count. A move that ends the match has no
//! reply; its value is the final margin, and [`DECIDED`] for winning or losing.

use crate::prediction::evaluation::{Evaluation, evaluate};
use crate::rules::{Board, CardId, Lane, Move, Owner, Play, Rulebook, Side, TileId};

pub const WORST_REPLY_WEIGHT: f64 = 0.7;
pub const LIKELY_REPLY_WEIGHT: f64 = 0.3;
pub const IMMEDIATE_WEIGHT: f64 = 1.0;
pub const PREDICTIVE_WEIGHT: f64 = 1.5;
/// What a decided match is worth beyond its margin.
pub const DECIDED: f64 = 100.0;

const HIGH_EFFECT: f64 = 0.75;

/// A card the enemy may answer with, and how likely it holds it.
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
    /// The move behind `worst_reply`; none when there is no reply, `Pass` when the
    /// enemy could end the match.
    pub worst_by: Option<Move>,
    /// The chance, among the replies, of one that leaves you no open tile.
    pub lockout_risk: f64,
    pub ends_match: EndsMatch,
    /// Positions simulated for it.
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
struct Reply {
    made: Move,
    value: f64,
    weight: f64,
    of_interest: bool,
}

/// Forecasts moves from one position; keeps its room for replies between them.
pub struct Predictor<'a> {
    book: &'a Rulebook,
    enemy_cards: &'a [EnemyCard],
    replies: Vec<Reply>,
}

impl<'a> Predictor<'a> {
    pub fn new(book: &'a Rulebook, enemy_cards: &'a [EnemyCard]) -> Predictor<'a> {
        Predictor {
            book,
            enemy_cards,
            replies: Vec::new(),
        }
    }

    /// The forecast of a legal move; `passes` were made in a row before it.
    pub fn forecast(&mut self, board: &Board, made: Move, passes: u8) -> Forecast {
        let mut after = *board;
        let powers = match made {
            Move::Play(play) => {
                let resolved = after.play_unchecked(self.book, Side::You, play, &mut ());
                resolved.powers
            }
            Move::Pass => after.powers(self.book),
        };
        let evaluation = evaluate(self.book, &after, &powers);
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
            self.answer(&mut forecast);
        }
        forecast
    }

    /// Adds the enemy's replies to a forecast.
    fn answer(&mut self, forecast: &mut Forecast) {
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
                let after = evaluate(self.book, &board, &resolved.powers);
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
                self.replies.push(Reply {
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
            // Your pass lets the enemy end the match with its own: it will when
            // that wins, and it must when it has no play.
            let value = decided(forecast.margin);
            let wins = forecast.margin < 0;
            let must = self.replies.is_empty();
            if wins || must {
                self.replies.push(Reply {
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
            return; // It has to pass, which changes nothing.
        };
        forecast.worst_reply = worst.value;
        forecast.worst_by = Some(worst.made);
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

/// The value of a match that is over.
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
