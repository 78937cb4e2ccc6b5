//! Checking a report against the brute force, and matches from drawn positions.

use qbcoach_engine::coaching::endgame::{EndgameReport, MatchOutcome, OutcomeBounds, solve};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, Move, Position, Rulebook, Side};
use qbcoach_engine::simulation::game_state::GameState;

use crate::endgame::brute_force::{BruteForce, Sure};
use crate::endgame::small_endgames::{table, worlds};

/// Enough to settle most small endgames.
pub const AMPLE: u64 = 20_000;

/// Facts that are true, and how many of them were found.
#[derive(Default)]
pub struct Recall {
    pub positions: usize,
    pub too_large: usize,
    pub lower: (usize, usize),
    pub upper: (usize, usize),
}

impl Recall {
    pub fn shares(&self) -> (f64, f64) {
        let share = |(found, there): (usize, usize)| found as f64 / there.max(1) as f64;
        (share(self.lower), share(self.upper))
    }

    pub fn print(&self, what: &str) {
        let ((least, leasts), (most, mosts)) = (self.lower, self.upper);
        eprintln!(
            "{what}: {} positions ({} too large): at least {least} of {leasts}, \
             at most {most} of {mosts}",
            self.positions, self.too_large
        );
    }

    /// Checks every claim about a position against the brute force, which may try
    /// `plays` plays for each.
    pub fn check(
        &mut self,
        book: &Rulebook,
        annotated: &AnnotatedState,
        unseen: &[CardId],
        plays: u64,
    ) {
        let state = &annotated.state;
        let (table, worlds) = (table(state), worlds(state, unseen));
        let truth = |made: Option<Move>| -> Option<OutcomeBounds> {
            let result = |planner: Side| -> Sure {
                let mut brute = BruteForce {
                    book,
                    planner,
                    plays_left: plays,
                };
                match made {
                    Some(made) => brute.after(&table, &worlds, made),
                    None => brute.sure_result(&table, &worlds),
                }
            };
            Some(OutcomeBounds {
                at_least: MatchOutcome::of_margin(result(Side::You)?),
                at_most: MatchOutcome::of_margin(-result(Side::Enemy)?),
            })
        };
        let report = solve(book, annotated, AMPLE);
        let moves = report
            .moves
            .iter()
            .map(|proof| (Some(proof.made), proof.bounds));
        for (made, claim) in moves.chain([(None, report.position)]) {
            let Some(truth) = truth(made) else {
                self.too_large += 1;
                continue;
            };
            let is_true = claim.at_least <= truth.at_least && claim.at_most >= truth.at_most;
            assert!(
                is_true,
                "{}: {made:?} is claimed {claim:?} and is {truth:?} in {state:?}",
                book.rules
            );
            self.positions += 1;
            self.lower.1 += usize::from(truth.at_least > MatchOutcome::Loss);
            self.lower.0 += usize::from(
                claim.at_least == truth.at_least && truth.at_least > MatchOutcome::Loss,
            );
            self.upper.1 += usize::from(truth.at_most < MatchOutcome::Win);
            self.upper.0 +=
                usize::from(claim.at_most == truth.at_most && truth.at_most < MatchOutcome::Win);
        }
    }
}

/// A match in which both hands lie open and no cards are left to draw.
pub fn open_hands(
    book: &Rulebook,
    position: Position,
    hands: BySide<Vec<CardId>>,
) -> AnnotatedState {
    let decks = hands.clone().map(Some);
    let state = GameState::live(&book.rules, position.to_act, hands.map(Some), decks);
    let state = state.from_position(position);
    AnnotatedState::new(state, None, book).expect("the state is sound")
}

#[track_caller]
pub fn bounds_of(report: &EndgameReport, made: Move) -> OutcomeBounds {
    let mut moves = report.moves.iter();
    let found = moves.find(|proof| proof.made == made);
    found.expect("the move is legal").bounds
}
