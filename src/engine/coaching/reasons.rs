//! The reasons for and against a move: sentences made from the board before and after
//! it, and from what the search found.
//!
//! Gains come before risks. A reply of the enemy is told only if it is likely enough.

use super::board_changes::{BoardChanges, Change};
use super::endgame::MatchOutcome;
use super::predictor::{DECIDED, EndsMatch, Forecast};
use super::search::{ExpectedReply, SearchedMove};
use super::words::{listed, percent, play_words};
use crate::prediction::evaluation::Evaluation;
use crate::rules::{Board, CardId, Lane, Move, Rulebook, Side};

/// One reason. A negative weight is a reason against the move.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub tag: &'static str,
    pub text: String,
    pub weight: f64,
}

/// Replies that are rarer are not told.
pub(super) const LIKELY_ENOUGH: f64 = 0.03;
/// How much win chance a reply has to take to be feared.
const FEARED: f64 = 0.01;
/// How much win chance a point counts when replies are compared.
const POINT: f64 = 0.01;
/// A change of the hold on the lanes is told from this weight on.
const HOLD_WORTH_SAYING: f64 = 1.0;
/// How many gains and how many risks are told.
const GAINS: usize = 3;
const RISKS: usize = 3;

/// What the reasons for one move follow from.
pub(super) struct MoveFacts<'a> {
    pub book: &'a Rulebook,
    pub before: &'a Board,
    pub evaluation: &'a Evaluation,
    /// The cards that you know to hold before the move.
    pub hand: &'a [CardId],
    pub forecast: &'a Forecast,
    pub searched: Option<&'a SearchedMove>,
    pub is_only_move: bool,
    /// A win or a draw is proved after the move.
    pub cannot_lose: bool,
}

/// All reasons of a move.
pub(super) struct Reasons {
    /// What is certain comes first.
    certain: Vec<Reason>,
    others: Vec<Reason>,
    /// What a pass risks: "about 4 points".
    pub risk: Option<String>,
}

impl Reasons {
    pub fn of(facts: &MoveFacts<'_>) -> Reasons {
        let mut reasons = Reasons {
            certain: Vec::new(),
            others: Vec::new(),
            risk: None,
        };
        reasons.add_certain(facts);
        if facts.is_only_move {
            return reasons;
        }
        if facts.forecast.made != Move::Pass {
            reasons.add_board(facts);
            reasons.add_hand(facts);
            reasons.add_hold(facts);
        }
        if !facts.cannot_lose && facts.forecast.ends_match == EndsMatch::No {
            reasons.add_end_by_enemy(facts);
            match facts.searched {
                Some(searched) => reasons.add_searched_replies(facts, searched),
                None => reasons.add_worst_reply(facts),
            }
        }
        reasons
    }

    /// The reasons that are told: what is certain, the largest gains, then the largest
    /// risks.
    pub fn told(self) -> Vec<Reason> {
        let (mut gains, mut risks): (Vec<Reason>, Vec<Reason>) = self
            .others
            .into_iter()
            .partition(|reason| reason.weight > 0.0);
        for part in [&mut gains, &mut risks] {
            part.sort_by(|a, b| {
                let by_weight = b.weight.abs().total_cmp(&a.weight.abs());
                by_weight.then_with(|| (a.tag, &a.text).cmp(&(b.tag, &b.text)))
            });
        }
        gains.truncate(GAINS);
        risks.truncate(RISKS);
        let mut told = self.certain;
        told.extend(gains);
        told.extend(risks);
        told
    }

    fn certain(&mut self, tag: &'static str, text: impl Into<String>, weight: f64) {
        let text = text.into();
        self.certain.push(Reason { tag, text, weight });
    }

    fn add(&mut self, tag: &'static str, text: impl Into<String>, weight: f64) {
        let text = text.into();
        self.others.push(Reason { tag, text, weight });
    }

    /// The end of the match, what is proved about it, and that there is no choice.
    fn add_certain(&mut self, facts: &MoveFacts<'_>) {
        let forecast = facts.forecast;
        if facts.is_only_move {
            let text = "You cannot play; passing is your only move";
            self.certain("onlyMove", text, 0.0);
        }
        if forecast.ends_match == EndsMatch::Yes {
            let text = match forecast.margin.signum() {
                1 => format!("Ends the match: you win by {}", forecast.margin),
                -1 => format!("Ends the match: you lose by {}", -forecast.margin),
                _ => "Ends the match in a draw".to_owned(),
            };
            self.certain("endsMatch", text, forecast.immediate);
            return;
        }
        let Some(bounds) = facts.searched.map(|searched| searched.bounds) else {
            return;
        };
        match (bounds.at_least, bounds.at_most) {
            (MatchOutcome::Win, _) => {
                self.certain("proved", "Wins whatever the enemy holds", DECIDED);
            }
            (_, MatchOutcome::Loss) => {
                self.certain("proved", "The enemy can force a win", -DECIDED);
            }
            (MatchOutcome::Draw, MatchOutcome::Draw) => {
                self.certain("proved", "A draw if the enemy plays right", 0.0);
            }
            (MatchOutcome::Draw, MatchOutcome::Win) => {
                self.certain("proved", "Cannot lose whatever the enemy holds", DECIDED);
            }
            (MatchOutcome::Loss, MatchOutcome::Draw) => {
                self.certain("proved", "The enemy can force a draw at least", -DECIDED);
            }
            (MatchOutcome::Loss, MatchOutcome::Win) => {}
        }
    }

    /// What the move does to lanes, cards and tiles.
    fn add_board(&mut self, facts: &MoveFacts<'_>) {
        let placed_on = match facts.forecast.made {
            Move::Play(play) => Some(play.tile),
            Move::Pass => None,
        };
        let changes =
            BoardChanges::between(facts.book, facts.before, &facts.forecast.board, placed_on);
        for Change { tag, text, weight } in changes.sentences() {
            self.add(tag, text, weight);
        }
    }

    /// Which other cards of your hand the move makes playable, or leaves without a tile.
    fn add_hand(&mut self, facts: &MoveFacts<'_>) {
        let Move::Play(played) = facts.forecast.made else {
            return;
        };
        let mut rest = facts.hand.to_vec();
        if let Some(index) = rest.iter().position(|card| *card == played.card) {
            rest.remove(index);
        }
        rest.sort_unstable();
        rest.dedup();
        let playable = |board: &Board, card: CardId| {
            !board.legal_tiles(facts.book, Side::You, card).is_empty()
        };
        let change = |from: bool| -> Vec<String> {
            let changed = rest.iter().filter(|card| {
                playable(facts.before, **card) == from
                    && playable(&facts.forecast.board, **card) != from
            });
            changed
                .map(|card| facts.book.catalogue[*card].name.clone())
                .collect()
        };
        let (won, lost) = (change(false), change(true));
        if !won.is_empty() {
            let weight = 1.5 * won.len() as f64;
            self.add(
                "playable",
                format!("Makes {} playable", listed(won)),
                weight,
            );
        }
        if !lost.is_empty() {
            let weight = -1.5 * lost.len() as f64;
            let text = format!("Leaves you no tile for {}", listed(lost));
            self.add("unplayable", text, weight);
        }
    }

    /// How easily the lanes can be turned.
    fn add_hold(&mut self, facts: &MoveFacts<'_>) {
        let hold = |evaluation: &Evaluation| -> f64 {
            let lanes = Lane::ALL.into_iter();
            lanes
                .map(|lane| 2.0 * evaluation.lanes[lane].stability)
                .sum()
        };
        let change = hold(&facts.forecast.evaluation) - hold(facts.evaluation);
        if change.abs() < HOLD_WORTH_SAYING {
            return;
        }
        let text = match change > 0.0 {
            true => "Your lanes become harder to flip",
            false => "Your lanes become easier to flip",
        };
        self.add("stability", text, change);
    }

    /// A pass while behind lets the enemy end the match.
    fn add_end_by_enemy(&mut self, facts: &MoveFacts<'_>) {
        let forecast = facts.forecast;
        if forecast.made == Move::Pass && forecast.margin < 0 {
            let lead = -forecast.margin;
            let mut replies = facts.searched.iter().flat_map(|found| &found.replies);
            let chance = replies.find(|reply| reply.made == Move::Pass);
            let chance = chance.filter(|reply| reply.chance >= LIKELY_ENOUGH);
            let chance = chance.map(|reply| format!(" ({})", percent(reply.chance)));
            let chance = chance.unwrap_or_default();
            let text =
                format!("Risk: the enemy can pass too{chance} and end the match {lead} ahead");
            self.add("concedes", text, -DECIDED - f64::from(lead));
        }
    }

    /// The reply that the search fears, and the likeliest one.
    fn add_searched_replies(&mut self, facts: &MoveFacts<'_>, searched: &SearchedMove) {
        let told = || {
            let replies = searched.replies.iter();
            replies.filter(|reply| reply.chance >= LIKELY_ENOUGH)
        };
        // A certain reply costs no win chance beyond that of the move, but its points.
        let harm = |reply: &ExpectedReply| {
            let chance = (searched.win_chance - reply.win_chance).max(0.0);
            let points = f64::from(swing_of(facts, reply.made).max(0));
            let is_feared = chance >= FEARED || points >= 1.0;
            is_feared.then_some(reply.chance * (chance + POINT * points))
        };
        let mut feared: Option<(&ExpectedReply, f64)> = None;
        for reply in told().filter(|reply| matches!(reply.made, Move::Play(_))) {
            if let Some(harm) = harm(reply)
                && feared.is_none_or(|(_, most)| harm > most)
            {
                feared = Some((reply, harm));
            }
        }
        let feared = feared.map(|(reply, _)| reply);
        if let Some(reply) = feared {
            self.add_feared(facts, reply);
        }
        let likely = told().next().filter(|likely| Some(*likely) != feared);
        let Some(likely) = likely else {
            return;
        };
        let chance = percent(likely.chance);
        // What is likely is told before what is feared.
        let cost = |replies: &[Option<&ExpectedReply>]| {
            let costs = replies.iter().flatten();
            let costs = costs.map(|reply| expected_cost(facts, reply));
            costs.fold(0.0, f64::max)
        };
        match likely.made {
            Move::Pass => self.add_likely_pass(facts, &chance, cost(&[feared])),
            Move::Play(play) => {
                let reply = play_words(facts.book, play);
                let text = format!("Most likely reply: {reply} ({chance})");
                let cost = cost(&[Some(likely), feared]);
                self.add("likelyReply", text, -cost - 0.1);
            }
        }
    }

    /// The enemy will most likely pass, with this chance. `feared` is what the feared reply
    /// costs.
    fn add_likely_pass(&mut self, facts: &MoveFacts<'_>, chance: &str, feared: f64) {
        let text = format!("Most likely reply: a pass ({chance})");
        let ahead = facts.forecast.margin;
        match (facts.forecast.made, ahead.signum()) {
            // The enemy's pass after yours ends the match.
            (Move::Pass, 1) => {
                let text = format!("{text}, which ends the match: you win by {ahead}");
                self.add("likelyReply", text, f64::from(ahead));
            }
            (Move::Pass, 0) => {
                let text = format!("{text}, which ends the match in a draw");
                self.add("likelyReply", text, -feared - 0.1);
                self.risk = Some("a draw".to_owned());
            }
            // The reason against conceding the match says it already.
            (Move::Pass, _) => {}
            (Move::Play(_), _) => self.add("likelyReply", text, 0.1),
        }
    }

    fn add_feared(&mut self, facts: &MoveFacts<'_>, reply: &ExpectedReply) {
        let Move::Play(play) = reply.made else {
            return;
        };
        let after = &facts.forecast.board;
        let mut board = *after;
        board.play_unchecked(facts.book, Side::Enemy, play, &mut ());
        let changes = BoardChanges::between(facts.book, after, &board, Some(play.tile));
        let swing = swing_of(facts, reply.made);
        let name = play_words(facts.book, play);
        let chance = percent(reply.chance);
        let text = match swing {
            1.. => {
                let points = if swing == 1 { "point" } else { "points" };
                self.risk = Some(format!("about {swing} {points}"));
                let how = match (changes.blow(), changes.costliest_lane()) {
                    (Some(blow), _) => format!(": it {blow}"),
                    (None, Some(lane)) => format!(" in {lane}"),
                    (None, None) => String::new(),
                };
                format!("Risk: {name} ({chance}) could swing {swing} {points}{how}")
            }
            _ => match changes.worst_effect() {
                Some(effect) => format!("Risk: {name} ({chance}) {effect}"),
                None => format!("Risk: {name} ({chance}) is the enemy's best reply"),
            },
        };
        self.add("worstReply", text, -expected_cost(facts, reply));
    }

    /// The reply that the reference coach fears most.
    fn add_worst_reply(&mut self, facts: &MoveFacts<'_>) {
        let forecast = facts.forecast;
        let Some(Move::Play(play)) = forecast.worst_by else {
            return;
        };
        let mut cost = forecast.immediate - forecast.worst_reply;
        // A reply that ends the match counts for more than its points.
        if cost > DECIDED {
            cost -= DECIDED;
        }
        if cost < 0.05 || forecast.worst_chance < LIKELY_ENOUGH {
            return;
        }
        let points = format!("{cost:.1}");
        let name = play_words(facts.book, play);
        self.add(
            "worstReply",
            format!("Risk: {name} could swing {points} points"),
            -cost,
        );
        self.risk = Some(format!("about {points} points"));
    }
}

/// How many points a reply costs, times how likely it is. Every feared reply costs
/// something.
fn expected_cost(facts: &MoveFacts<'_>, reply: &ExpectedReply) -> f64 {
    reply.chance * f64::from(swing_of(facts, reply.made).max(1))
}

/// How many points the enemy gains by a reply.
fn swing_of(facts: &MoveFacts<'_>, reply: Move) -> i32 {
    let Move::Play(play) = reply else {
        return 0;
    };
    let mut board = facts.forecast.board;
    let resolved = board.play_unchecked(facts.book, Side::Enemy, play, &mut ());
    facts.forecast.margin - board.score_with(facts.book, &resolved.powers).margin()
}
