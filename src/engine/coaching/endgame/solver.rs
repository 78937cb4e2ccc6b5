//! Solving an endgame: which contests are searched, in which order.
//!
//! The searches take turns in rounds that grow, and their order and sizes do not depend
//! on the budget. So a larger budget does the same work and then more, and never proves
//! less.

use super::attack_reach::AttackReach;
use super::contest::{Contest, Edge, PlannerCards, Stand, Step};
use super::line::{LineStep, line_from};
use super::outcome::{MatchOutcome, OutcomeBounds};
use super::proof_graph::{NodeBudget, NodeId, ProofGraph};
use super::supply::{CardPool, CardSupply, Sight, copies_in, known_pool};
use crate::coaching::stop_sign::StopSign;
use crate::observation::AnnotatedState;
use crate::rules::{Move, Rulebook, Side};
use crate::simulation::action::Phase;
use crate::simulation::game_state::MatchMode;

/// What is proved about one of your moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveProof {
    pub made: Move,
    pub bounds: OutcomeBounds,
    /// A line that shows the proof, from this move to the end of the match. Empty if
    /// nothing is proved.
    pub line: Vec<LineStep>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameReport {
    /// Your legal moves in the order of [`crate::simulation::game_state::GameState::legal_moves`].
    pub moves: Vec<MoveProof>,
    /// What is proved if you play your best move.
    pub position: OutcomeBounds,
    /// How many nodes were looked at.
    pub nodes: u64,
}

/// The nodes of a search of the position in the first round. Single moves are searched
/// from the second round on.
const FIRST_ROUND: u64 = 48;
/// How much larger each round is than the one before.
const GROWTH: u64 = 3;
/// How much smaller the search of one move is than that of the position.
const MOVE_SHARE: u64 = 8;

/// Proves what it can about the end of the match within the budget. The same state and
/// budget always give the same report. In an analysis, where any card may be played at
/// any time, nothing is proved.
pub fn solve(book: &Rulebook, view: &AnnotatedState, budget_nodes: u64) -> EndgameReport {
    solve_until(book, view, budget_nodes, &StopSign::never())
}

/// As [`solve`], but the budget also ends soon after the stop sign goes up.
pub(in crate::coaching) fn solve_until(
    book: &Rulebook,
    view: &AnnotatedState,
    budget_nodes: u64,
    stop: &StopSign<'_>,
) -> EndgameReport {
    let state = &view.state;
    let position = &state.position;
    if position.is_over() {
        let margin = position.board.score(book).margin();
        return EndgameReport {
            moves: Vec::new(),
            position: OutcomeBounds::exactly(MatchOutcome::of_margin(margin)),
            nodes: 0,
        };
    }
    let moves = match position.to_act {
        Side::You => state.legal_moves(book),
        Side::Enemy => Vec::new(),
    };
    if state.mode() == MatchMode::Analysis {
        let open = |made: Move| MoveProof {
            made,
            bounds: OutcomeBounds::OPEN,
            line: Vec::new(),
        };
        return EndgameReport {
            moves: moves.into_iter().map(open).collect(),
            position: OutcomeBounds::OPEN,
            nodes: 0,
        };
    }
    let plans = [
        SidePlan::of(book, view, Side::You),
        SidePlan::of(book, view, Side::Enemy),
    ];
    let mut solver = Solver::new(book, view, &plans, moves);
    let mut budget = NodeBudget {
        most: budget_nodes,
        used: 0,
        stop,
    };
    solver.run(&mut budget);
    solver.report(budget.used)
}

/// The cards of a contest in which `planner` has the plan.
struct SidePlan {
    planner: Side,
    cards: PlannerCards,
    pool: CardPool,
    opponent: CardSupply,
    reach: Option<AttackReach>,
}

impl SidePlan {
    fn of(book: &Rulebook, view: &AnnotatedState, planner: Side) -> SidePlan {
        let state = &view.state;
        let opponent = CardSupply::of(book, view, Sight::YourHand, planner.opponent());
        let opponent = if planner == Side::Enemy && state.may_mulligan(Side::You) {
            opponent.before_mulligan()
        } else {
            opponent
        };
        let own = CardSupply::of(book, view, Sight::YourHand, planner);
        let unseen = state.holdings[planner].hand.len() - own.held.len() as u32;
        let pile = state.holdings[planner].pile.len();
        // A list that names too few cards does not say what may be drawn.
        let pool = known_pool(view, planner, unseen)
            .filter(|pool| copies_in(pool) >= unseen.saturating_add(pile));
        let draws_next = state.position.to_act == planner || state.draws_next_turn(planner);
        let cards = PlannerCards {
            held: own.held,
            taken: Vec::new(),
            // Draws are left out where it is not known what may be drawn, and for a hand
            // of which a part is unseen: then unseen cards and draws would mix.
            pile: if pool.is_some() && unseen == 0 {
                pile
            } else {
                0
            },
            skips_draw: !draws_next,
            unseen: if pool.is_some() { unseen } else { 0 },
            denied: Vec::new(),
        };
        let board = &state.position.board;
        SidePlan {
            planner,
            cards,
            pool: pool.unwrap_or_default(),
            reach: AttackReach::of(book, &opponent, board, planner.opponent()),
            opponent,
        }
    }
}

/// One contest from the present position, and the positions after each of your moves.
struct Goal<'a> {
    graph: ProofGraph<'a>,
    root: NodeId,
    after_moves: Vec<NodeId>,
}

/// What the contests are about: your loss first, because your own cards are known and
/// few, while an unknown enemy may play hundreds of cards.
const GOALS: [(Side, MatchOutcome); 4] = [
    (Side::Enemy, MatchOutcome::Win),
    (Side::You, MatchOutcome::Win),
    (Side::You, MatchOutcome::Draw),
    (Side::Enemy, MatchOutcome::Draw),
];

struct Solver<'a> {
    moves: Vec<Move>,
    /// In the order of [`GOALS`].
    goals: Vec<Goal<'a>>,
}

impl<'a> Solver<'a> {
    fn new(
        book: &'a Rulebook,
        view: &AnnotatedState,
        plans: &'a [SidePlan; 2],
        moves: Vec<Move>,
    ) -> Solver<'a> {
        let position = &view.state.position;
        let powers = position.board.powers(book);
        let goal = |(planner, goal): (Side, MatchOutcome)| {
            let [yours, enemys] = plans;
            let plan = match planner {
                Side::You => yours,
                Side::Enemy => enemys,
            };
            let mut graph = ProofGraph::new(Contest {
                book,
                planner: plan.planner,
                goal,
                supply: &plan.opponent,
                pool: &plan.pool,
                reach: plan.reach.as_ref(),
            });
            let draws = planner == Side::You && view.state.phase() == Phase::Draw;
            let stand = Stand {
                scene: graph.contest().scene(position.board, powers),
                to_act: position.to_act,
                passes: position.passes(),
                filled: false,
                ply: 0,
                step: if draws && plan.cards.pile > 0 {
                    Step::Draw
                } else {
                    Step::Act
                },
                cards: plan.cards.clone(),
                opponent: plan.opponent.whole(),
            };
            let after = |made: &Move| graph.contest().after(&stand, Edge::Made(*made));
            let after: Vec<Stand> = moves.iter().map(after).collect();
            let after_moves = after.into_iter().map(|stand| graph.start(stand)).collect();
            Goal {
                root: graph.start(stand),
                after_moves,
                graph,
            }
        };
        Solver {
            goals: GOALS.map(goal).into_iter().collect(),
            moves,
        }
    }

    fn run(&mut self, budget: &mut NodeBudget<'_>) {
        let mut round = FIRST_ROUND;
        while !self.is_finished() && !budget.is_spent() {
            for index in 0..self.goals.len() {
                self.search_goal(index, round, budget);
            }
            round = round.saturating_mul(GROWTH);
        }
    }

    /// Gives one goal its part of a round.
    fn search_goal(&mut self, index: usize, round: u64, budget: &mut NodeBudget<'_>) {
        if self.is_worthwhile(index, None) {
            let goal = &mut self.goals[index];
            goal.graph.search(goal.root, round, budget);
        }
        if round == FIRST_ROUND {
            return;
        }
        let each = round / MOVE_SHARE;
        for number in 0..self.moves.len() {
            if self.is_worthwhile(index, Some(number)) {
                let goal = &mut self.goals[index];
                goal.graph.search(goal.after_moves[number], each, budget);
            }
        }
    }

    fn is_finished(&self) -> bool {
        let moves = 0..self.moves.len();
        let targets = || [None].into_iter().chain(moves.clone().map(Some));
        (0..self.goals.len()).all(|goal| targets().all(|of| !self.is_worthwhile(goal, of)))
    }

    /// Whether a search may still prove something new about the position, or about one
    /// of the moves.
    fn is_worthwhile(&self, index: usize, of_move: Option<usize>) -> bool {
        let (planner, wanted) = GOALS[index];
        let goal = &self.goals[index];
        let bounds = self.bounds(of_move);
        let proves_new = match planner {
            Side::You => wanted > bounds.at_least && wanted <= bounds.at_most,
            Side::Enemy => {
                let at_most = wanted.mirrored();
                at_most < bounds.at_most && at_most >= bounds.at_least
            }
        };
        proves_new && !goal.graph.is_settled(goal.node(of_move))
    }

    /// What is proved about the position, or about one of the moves.
    fn bounds(&self, of_move: Option<usize>) -> OutcomeBounds {
        let proved = |goal: &Goal<'_>| {
            let best_move = || goal.after_moves.iter().any(|id| goal.graph.is_proved(*id));
            let yours = goal.graph.contest().planner == Side::You;
            goal.graph.is_proved(goal.node(of_move)) || (of_move.is_none() && yours && best_move())
        };
        let mut bounds = OutcomeBounds::OPEN;
        for (goal, (planner, wanted)) in self.goals.iter().zip(GOALS) {
            if proved(goal) {
                match planner {
                    Side::You => bounds.at_least = bounds.at_least.max(wanted),
                    Side::Enemy => bounds.at_most = bounds.at_most.min(wanted.mirrored()),
                }
            }
        }
        bounds
    }

    fn report(&self, nodes: u64) -> EndgameReport {
        let proof = |(number, made): (usize, &Move)| MoveProof {
            made: *made,
            bounds: self.bounds(Some(number)),
            line: self.line(number, *made),
        };
        EndgameReport {
            moves: self.moves.iter().enumerate().map(proof).collect(),
            position: self.bounds(None),
            nodes,
        }
    }

    /// The line of the first goal that is proved, in the order of [`GOALS`].
    fn line(&self, number: usize, made: Move) -> Vec<LineStep> {
        let side = Side::You;
        let mut goals = self.goals.iter();
        let proved = goals.find(|goal| goal.graph.is_proved(goal.after_moves[number]));
        let Some(goal) = proved else {
            return Vec::new();
        };
        let rest = line_from(&goal.graph, goal.after_moves[number]);
        let first = LineStep::Made { side, made };
        [first].into_iter().chain(rest).collect()
    }
}

impl Goal<'_> {
    fn node(&self, of_move: Option<usize>) -> NodeId {
        of_move.map_or(self.root, |number| self.after_moves[number])
    }
}
