//! What is legal and odd in a text.

use qbcoach_engine::coaching::endgame::{self, MatchOutcome, MoveProof};
use qbcoach_engine::rules::{MatchScore, Move, Play, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_notation::{Line, MatchText, Statement};
use qbcoach_sessions::queens_blood::{Library, Match};

use super::check::{Cause, Finding, Severity};

fn warning(line: &Line, code: &'static str, message: String) -> Finding {
    Finding {
        line: line.number - 1,
        span: line.content,
        severity: Severity::Warning,
        code,
        message,
        cause: Cause::Odd,
    }
}

/// Lines of the setup that mean nothing because of others.
pub(crate) fn odd_setup(text: &MatchText, findings: &mut Vec<Finding>) {
    let kind = |statement: &Statement| match statement {
        Statement::Deck { side, .. } => (std::mem::discriminant(statement), Some(*side)),
        other => (std::mem::discriminant(other), None),
    };
    let setup = text.lines.iter().filter(|line| line.statement.is_setup());
    let lines: Vec<&Line> = setup.collect();
    for (index, line) in lines.iter().enumerate() {
        let same = |later: &&&Line| kind(&later.statement) == kind(&line.statement);
        if let Some(later) = lines[index + 1..].iter().find(same) {
            let message = format!(
                "line {} says this again, and the later one counts",
                later.number
            );
            findings.push(warning(line, "saidTwice", message));
        }
        if let (Statement::First(first), Some(position)) = (&line.statement, &text.setup.position)
            && *first != position.to_act
        {
            let message = format!(
                "the position says that it is {} turn, and that counts",
                position.to_act.whose()
            );
            findings.push(warning(line, "firstAndPosition", message));
        }
    }
}

/// How many positions the proofs of one text may look at together: a text is checked at
/// every keystroke.
const PROOF_NODES: u64 = 3_000;

/// Collects what is legal and odd about the acts of a text.
pub(crate) struct OddActs {
    pub warnings: Vec<Finding>,
    /// What is left for the proofs of the next passes.
    nodes: u64,
}

impl OddActs {
    pub(crate) fn new() -> OddActs {
        OddActs {
            warnings: Vec::new(),
            nodes: PROOF_NODES,
        }
    }

    fn warn(&mut self, line: &Line, code: &'static str, message: String) {
        self.warnings.push(warning(line, code, message));
    }

    /// Looks at an act that is legal.
    pub(crate) fn look(&mut self, library: &Library, before: &Match, line: &Line, act: &Action) {
        let is_live = before.mode() == MatchMode::Live;
        let you = &before.annotated.state.holdings[Side::You];
        match act {
            Action::Move {
                side,
                made: Move::Pass,
            } => self.look_at_pass(library, before, line, *side),
            Action::Mulligan {
                side: Side::You,
                replace,
                drew: None,
            } if is_live && !replace.is_empty() => {
                let message = "the cards you drew are not told: add `-> CARDS`";
                self.warn(line, DRAW_NOT_TOLD, message.to_owned());
            }
            Action::Move {
                side: Side::You,
                made: Move::Play(_),
            } if is_live && you.hand.unknown > 0 => {
                // The same cards are not told at every later play.
                let is_told = |warning: &Finding| warning.code == DRAW_NOT_TOLD;
                if !self.warnings.iter().any(is_told) {
                    let message = "not all of your hand is told: `hand CARDS` tells it";
                    self.warn(line, DRAW_NOT_TOLD, message.to_owned());
                }
            }
            _ => {}
        }
    }

    fn look_at_pass(&mut self, library: &Library, before: &Match, line: &Line, side: Side) {
        let name = |play: Play| {
            let card = &library.catalogue[play.card].name;
            format!("{card} to {}", play.tile)
        };
        let message = if let Some(play) = play_that_wins_now(before, side) {
            let (who, play) = (side.word(), name(play));
            format!("this pass ends the match, and {who} could still win: {play}")
        } else if let Some(play) = self.proved_play(before, side) {
            let play = name(play);
            format!("{play} wins, whatever the enemy holds; after this pass that is not proved")
        } else {
            return;
        };
        self.warn(line, "passWithWinningPlay", message);
    }

    /// A play that is proved to win where the pass is not. Proofs are about your moves:
    /// the text is told from your side.
    fn proved_play(&mut self, before: &Match, side: Side) -> Option<Play> {
        let state = &before.annotated.state;
        let is_yours = side == Side::You && state.position.to_act == Side::You;
        let hand = &state.holdings[Side::You].hand;
        if !is_yours || hand.unknown > 0 || hand.known.is_empty() || self.nodes == 0 {
            return None;
        }
        let report = endgame::solve(before.book(), &before.annotated, self.nodes);
        self.nodes = self.nodes.saturating_sub(report.nodes);
        let wins = |made: &&MoveProof| made.bounds.at_least == MatchOutcome::Win;
        let mut winning = report.moves.iter().filter(wins);
        if winning.clone().any(|proof| proof.made == Move::Pass) {
            return None;
        }
        winning.find_map(|proof| match proof.made {
            Move::Play(play) => Some(play),
            Move::Pass => None,
        })
    }
}

const DRAW_NOT_TOLD: &str = "drawNotTold";

/// A play of the known hand that leads, where a pass would end the match unwon.
fn play_that_wins_now(before: &Match, side: Side) -> Option<Play> {
    let state = &before.annotated.state;
    let position = &state.position;
    let book = before.book();
    let ahead = |score: &MatchScore| score.winner() == Some(side);
    if position.passes() == 0 || position.is_over() || ahead(&position.board.score(book)) {
        return None;
    }
    let hand = state.holdings[side].hand.cards();
    let plays = position.board.legal_plays(book, side, &hand);
    plays.into_iter().find(|play| {
        let mut after = *position;
        after.to_act = side;
        let made = after.make(book, side, Move::Play(*play), &mut ());
        made.is_ok() && ahead(&after.board.score(book))
    })
}
