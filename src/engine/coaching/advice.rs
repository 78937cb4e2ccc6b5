//! Advice as text: the ranked moves with their win chance, their quality and their
//! reasons, and notes about the position.

use super::coach::Coach;
use super::locks::Locks;
use super::predictor::{EndsMatch, Forecast};
use super::quality::Quality;
use super::ranking::RankedMove;
use super::reasons::{MoveFacts, Reason, Reasons};
use super::search::{Claim, LineMove, SearchReport, SearchedMove};
use super::words::{lower_first, move_words, percent, play_words};
use crate::observation::AnnotatedState;
use crate::prediction::evaluation::{Evaluation, evaluate};
use crate::rules::notation::draw;
use crate::rules::{Lane, MatchScore, Move, Side};

/// Which side is ahead by the evaluation. Up to `EVEN` counts as even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    Winning,
    Even,
    Losing,
}

/// The largest absolute evaluation that counts as even.
const EVEN: f64 = 2.0;

impl Balance {
    pub fn of(evaluation: &Evaluation) -> Balance {
        match evaluation.total() {
            value if value > EVEN => Balance::Winning,
            value if value < -EVEN => Balance::Losing,
            _ => Balance::Even,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Balance::Winning => "winning",
            Balance::Even => "even",
            Balance::Losing => "losing",
        }
    }
}

/// Whether better numbers are still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    Yes,
    No,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AdvisedMove {
    pub made: Move,
    /// "Crawler to MID-2"
    pub label: String,
    /// Between 0 and 1; a draw counts half.
    pub win_chance: f64,
    /// Your expected lead at the end of the match.
    pub expected_margin: f64,
    pub claim: Claim,
    pub quality: Quality,
    pub reasons: Vec<Reason>,
    /// This move and how the match is expected to go on, by turns.
    pub line: Vec<String>,
    pub move_score: f64,
    pub immediate: f64,
    pub worst_reply: f64,
    pub likely_reply: f64,
    pub predicted: f64,
    pub margin_after: i32,
    /// The board after the move, drawn as text.
    pub text_after: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// How many rounds of the search were made; 0 for the reference coach.
    pub stage: u32,
    /// How many plays were simulated.
    pub nodes: u64,
    pub thinking: Thinking,
    pub evaluation: Evaluation,
    pub balance: Balance,
    pub score: MatchScore,
    /// Proofs that lanes or the match are decided.
    pub locks: Locks,
    /// Your win chance with the best move.
    pub win_chance: f64,
    /// Every legal move, the best first.
    pub moves: Vec<AdvisedMove>,
    /// The best move with one reason.
    pub message: String,
    pub notes: Vec<String>,
}

/// The moves of a position with what the reference coach says about each. A search adds
/// its results to them.
#[derive(Debug)]
pub struct AdviceDraft<'a> {
    coach: &'a Coach,
    view: &'a AnnotatedState,
    ranked: Vec<RankedMove>,
    locks: Locks,
    nodes: u64,
    /// How many moves the budget left out.
    left_out: usize,
    evaluation: Evaluation,
    score: MatchScore,
}

/// How steeply the reference coach's points become a win chance.
const SLOPE: f64 = 0.12;
/// `move_score` is a sum with this total weight.
const SCORE_WEIGHT: f64 = 2.5;
/// The reference coach never expects a larger lead.
const MOST_POINTS: f64 = 40.0;
/// An estimate is never nearer to certainty than this.
const SUREST: f64 = 0.01;
/// How many moves of a line are told.
const LINE: usize = 6;

/// What is known about one move: the reference coach's forecast, and the search's result
/// if there is one.
struct Candidate<'a> {
    ranked: &'a RankedMove,
    searched: Option<&'a SearchedMove>,
    win_chance: f64,
    expected_margin: f64,
    claim: Claim,
}

impl<'a> AdviceDraft<'a> {
    pub(super) fn new(
        coach: &'a Coach,
        view: &'a AnnotatedState,
        ranked: Vec<RankedMove>,
        locks: Locks,
        left_out: usize,
    ) -> AdviceDraft<'a> {
        let board = &view.state.position.board;
        let powers = board.powers(&coach.book);
        AdviceDraft {
            evaluation: evaluate(board, &powers),
            score: board.score_with(&coach.book, &powers),
            nodes: ranked.iter().map(|moved| moved.forecast.nodes).sum(),
            coach,
            view,
            ranked,
            locks,
            left_out,
        }
    }

    /// The reference coach's best move.
    pub fn first_move(&self) -> Option<Move> {
        self.ranked.first().map(|best| best.forecast.made)
    }

    pub(super) fn view(&self) -> &'a AnnotatedState {
        self.view
    }

    /// The advice of the reference coach.
    pub fn reference(&self, thinking: Thinking) -> Advice {
        let candidates = self.ranked.iter().map(by_reference).collect();
        let mut advice = self.explained(candidates, 0, self.nodes, thinking);
        if self.left_out > 0 {
            let (done, all) = (self.ranked.len(), self.ranked.len() + self.left_out);
            advice.notes.push(format!(
                "The budget ended after {done} of {all} moves; the others are not ranked."
            ));
        }
        advice
    }

    /// The advice that follows from what a search has found.
    pub fn searched(&self, report: &SearchReport, thinking: Thinking) -> Advice {
        let found = report.moves.iter().filter_map(|searched| {
            let mut ranked = self.ranked.iter();
            let ranked = ranked.find(|ranked| ranked.forecast.made == searched.made)?;
            Some(by_search(ranked, searched))
        });
        let mut candidates: Vec<Candidate<'_>> = found.collect();
        // The search keeps its own order; only what is certain may come before it.
        candidates.sort_by(|a, b| b.win_chance.total_cmp(&a.win_chance));
        self.explained(candidates, report.stage, report.nodes, thinking)
    }

    fn explained(
        &self,
        candidates: Vec<Candidate<'_>>,
        stage: u32,
        nodes: u64,
        thinking: Thinking,
    ) -> Advice {
        let best = candidates.first().map_or(0.5, |best| best.win_chance);
        let moves: Vec<AdvisedMove> = candidates
            .iter()
            .enumerate()
            .map(|(index, candidate)| {
                let quality = Quality::of(index, candidate.win_chance, best);
                self.advised(candidate, quality)
            })
            .collect();
        Advice {
            stage,
            nodes,
            thinking,
            message: self.message(&moves, stage),
            notes: self.notes(&moves),
            locks: self.locks.clone(),
            balance: Balance::of(&self.evaluation),
            evaluation: self.evaluation,
            score: self.score,
            win_chance: best,
            moves,
        }
    }

    fn advised(&self, candidate: &Candidate<'_>, quality: Quality) -> AdvisedMove {
        let book = &self.coach.book;
        let forecast = &candidate.ranked.forecast;
        let reasons = self.reasons(candidate);
        let line = candidate.searched.map_or_else(
            || vec![move_words(book, forecast.made)],
            |searched| {
                let line = searched.line.iter().take(LINE);
                let told = line.take_while(|step| self.may_be_told(step));
                told.map(|step| move_words(book, step.made)).collect()
            },
        );
        AdvisedMove {
            made: forecast.made,
            label: self.label(forecast, &reasons, quality),
            win_chance: candidate.win_chance,
            expected_margin: candidate.expected_margin,
            claim: candidate.claim,
            quality,
            reasons: reasons.told(),
            line,
            move_score: candidate.ranked.move_score,
            immediate: forecast.immediate,
            worst_reply: forecast.worst_reply,
            likely_reply: forecast.likely_reply,
            predicted: forecast.predicted(),
            margin_after: forecast.margin,
            text_after: draw(book, &forecast.board),
        }
    }

    /// A line ends before a card that you may only draw: nobody could follow it there.
    fn may_be_told(&self, step: &LineMove) -> bool {
        let hand = &self.view.state.holdings[Side::You].hand;
        match (step.side, step.made) {
            (Side::You, Move::Play(play)) => hand.cards().contains(&play.card),
            _ => true,
        }
    }

    fn reasons(&self, candidate: &Candidate<'_>) -> Reasons {
        let facts = MoveFacts {
            book: &self.coach.book,
            before: &self.view.state.position.board,
            evaluation: &self.evaluation,
            hand: &self.view.state.holdings[Side::You].hand.cards(),
            forecast: &candidate.ranked.forecast,
            searched: candidate.searched,
            is_only_move: self.is_only_move(),
            cannot_lose: candidate.claim == Claim::Proved && candidate.win_chance >= 0.5,
        };
        Reasons::of(&facts)
    }

    /// Whether there is nothing but a pass.
    fn is_only_move(&self) -> bool {
        self.ranked.len() + self.left_out == 1
    }

    /// "Crawler to MID-2", or a pass with what it risks. The best move is not warned
    /// against.
    fn label(&self, forecast: &Forecast, reasons: &Reasons, quality: Quality) -> String {
        let book = &self.coach.book;
        let totals = self.score.totals;
        let (you, enemy) = (totals.you, totals.enemy);
        match (forecast.made, forecast.worst_by) {
            (Move::Play(play), _) => play_words(book, play),
            (Move::Pass, _) if forecast.ends_match == EndsMatch::Yes => {
                format!("Pass, ending the match {you} to {enemy}")
            }
            (Move::Pass, Some(Move::Pass)) if forecast.margin >= 0 => {
                format!("Pass, and the enemy must too: the match ends {you} to {enemy}")
            }
            (Move::Pass, _) if quality == Quality::Best => "Pass".to_owned(),
            (Move::Pass, Some(Move::Pass)) if !self.is_only_move() => {
                format!("Pass (risk: the enemy ends the match {you} to {enemy})")
            }
            (Move::Pass, _) => match &reasons.risk {
                Some(risk) => format!("Pass (risk: {risk})"),
                None => "Pass".to_owned(),
            },
        }
    }

    fn message(&self, moves: &[AdvisedMove], stage: u32) -> String {
        let Some(best) = moves.first() else {
            return "There is nothing to play.".to_owned();
        };
        if self.is_only_move() {
            let ends = best.reasons.iter().find(|reason| reason.tag == "endsMatch");
            return match ends {
                Some(ends) => format!(
                    "You cannot play; passing is your only move. It {}.",
                    lower_first(&ends.text)
                ),
                None if best.claim == Claim::Proved && best.win_chance >= 1.0 => {
                    "You cannot play; passing is your only move. It wins whatever the enemy holds."
                        .to_owned()
                }
                None => format!(
                    "You cannot play; passing is your only move.{}",
                    chance_words(best, stage)
                ),
            };
        }
        let verb = match best.made {
            Move::Play(_) => "Play ",
            Move::Pass => "",
        };
        // The first reason for the move. Nothing against the best move stands here.
        let speaks_for = |reason: &&Reason| reason.weight > 0.0 || reason.tag == "endsMatch";
        let is_even = best.claim == Claim::Proved && best.win_chance > 0.0;
        let why = best
            .reasons
            .iter()
            .find(|reason| speaks_for(reason) || (is_even && reason.tag == "proved"));
        let why = match (why, best.made) {
            // The label of a pass already says that it ends the match.
            (Some(why), Move::Pass) => why.text.trim_start_matches("Ends the match: "),
            (Some(why), Move::Play(_)) => why.text.as_str(),
            (None, Move::Pass) if best.label == "Pass" => "no play is better",
            (None, Move::Pass) => "",
            (None, Move::Play(_)) => "no other move is better",
        };
        let why = match why {
            "" => String::new(),
            why => format!(": {}", lower_first(why)),
        };
        let chance = chance_words(best, stage);
        format!("{verb}{}{why}.{chance}", best.label)
    }

    /// Facts about the position that matter for every move.
    fn notes(&self, moves: &[AdvisedMove]) -> Vec<String> {
        let mut notes = Vec::new();
        let (score, position) = (&self.score, &self.view.state.position);
        let (you, enemy) = (score.totals.you, score.totals.enemy);
        let pass_is_best = moves.first().is_some_and(|best| best.made == Move::Pass);
        // What your pass would end is locked by it alone, and another move may still lose it.
        let pass_ends = position.passes() >= 1;
        let lost = moves.first().is_some_and(|best| best.win_chance <= 0.0);
        if self.locks.match_.locked == Some(Side::Enemy) {
            notes.push("You can no longer win.".to_owned());
        } else if lost {
            notes.push("You can no longer win if the enemy plays right.".to_owned());
        } else if self.locks.match_.locked == Some(Side::You) && !pass_ends {
            notes.push("The match is yours: the enemy can no longer turn it.".to_owned());
        }
        if pass_ends {
            let result = match score.winner() {
                Some(Side::You) => "you win",
                Some(Side::Enemy) => "you lose",
                None => "it is a draw",
            };
            notes.push(format!(
                "The enemy has passed: passing now ends the match at {you} to {enemy}, {result}."
            ));
        } else if score.margin() < 0 && !pass_is_best && !lost {
            notes.push(format!(
                "If you pass, the enemy can end the match by passing too, at {you} to {enemy}."
            ));
        }
        match self.view.state.holdings[Side::You].hand.unknown {
            0 => {}
            1 => notes.push("1 card of your hand is not known and was not considered.".to_owned()),
            cards => notes.push(format!(
                "{cards} cards of your hand are not known and were not considered."
            )),
        }
        for (lane, side) in self.locks.locked_lanes() {
            if side == Side::You && pass_ends {
                continue;
            }
            let whose = match side {
                Side::You => "yours",
                Side::Enemy => "theirs",
            };
            notes.push(format!("{lane} is locked: {whose}."));
        }
        for lane in Lane::ALL {
            let lane_score = &score.lanes[lane];
            if lane_score.winner.is_none() && lane_score.power.you > 0 {
                notes.push(format!("{lane} is tied."));
            }
        }
        notes
    }
}

/// The rest of a message about the best move, if it has more to say: the win chance.
fn chance_words(best: &AdvisedMove, stage: u32) -> String {
    match best.claim {
        Claim::Proved if best.win_chance <= 0.0 => {
            let ends = best.reasons.iter().any(|reason| reason.tag == "endsMatch");
            match ends {
                true => String::new(),
                false => " The enemy can force a win.".to_owned(),
            }
        }
        Claim::Proved => String::new(),
        // The reference coach's chances are too rough to be told.
        _ if stage == 0 => String::new(),
        _ => format!(" Win chance {}.", percent(best.win_chance)),
    }
}

/// The reference coach's points as a chance and a lead. Both rise with `move_score`, so
/// that they never contradict its order.
fn by_reference(ranked: &RankedMove) -> Candidate<'_> {
    if let Some(ended) = ended(ranked, None) {
        return ended;
    }
    let points = ranked.move_score / SCORE_WEIGHT;
    let chance = 1.0 / (1.0 + (-SLOPE * points).exp());
    Candidate {
        ranked,
        searched: None,
        win_chance: chance.clamp(SUREST, 1.0 - SUREST),
        expected_margin: points.clamp(-MOST_POINTS, MOST_POINTS),
        claim: Claim::Estimated,
    }
}

fn by_search<'a>(ranked: &'a RankedMove, searched: &'a SearchedMove) -> Candidate<'a> {
    ended(ranked, Some(searched)).unwrap_or(Candidate {
        ranked,
        searched: Some(searched),
        win_chance: searched.win_chance,
        expected_margin: searched.expected_margin,
        claim: searched.claim,
    })
}

/// A move that ends the match: its result is certain.
fn ended<'a>(ranked: &'a RankedMove, searched: Option<&'a SearchedMove>) -> Option<Candidate<'a>> {
    let forecast = &ranked.forecast;
    (forecast.ends_match == EndsMatch::Yes).then(|| Candidate {
        ranked,
        searched,
        win_chance: match forecast.margin.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        },
        expected_margin: forecast.margin.into(),
        claim: Claim::Proved,
    })
}
