//! A contest: one side, the planner, wants a certain outcome for sure.
//!
//! The planner decides only by what it sees. Everything else is against it: its
//! opponent may play any card that it may have, as if it had chosen its hand and its
//! draws just now, and the planner draws the worst card. So a plan that reaches the goal
//! in a contest reaches it in every real match. The converse does not hold, and nothing
//! is concluded from a contest that cannot be won.
//!
//! Whether the planner knows a card of its own hand that you cannot see is asked card by
//! card: it may ask for a card, and the answer is as bad for it as the known facts allow.

use std::hash::{Hash, Hasher};

use super::attack_reach::AttackReach;
use super::fingerprint::Fingerprint;
use super::open_tiles::OpenTiles;
use super::outcome::MatchOutcome;
use super::supply::{CardPool, CardSupply, Remaining};
use crate::rules::{Board, CardId, Event, EventSink, Move, Play, Powers, Rulebook, Side};

/// Lines longer than this prove nothing. Real matches are shorter; only cards that add
/// themselves to a hand again and again make them that long.
const MOST_PLIES: u32 = 200;

/// What stays the same during a contest.
pub(super) struct Contest<'a> {
    pub book: &'a Rulebook,
    pub planner: Side,
    /// What the planner wants, as an outcome for the planner.
    pub goal: MatchOutcome,
    /// The cards of the planner's opponent.
    pub supply: &'a CardSupply,
    /// The planner's own unseen cards; empty if they are not known.
    pub pool: &'a CardPool,
    /// What the opponent can reach at most.
    pub reach: Option<&'a AttackReach>,
}

/// A board with what a contest needs to know of it.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub board: Board,
    powers: Powers,
    key: Fingerprint,
    /// The planner's lead.
    margin: i32,
    /// The lead that the planner keeps at least if it only passes; `None` if unknown.
    floor: Option<i32>,
}

/// The cards of the planner. The lists are ordered, so that equal hands are equal.
#[derive(Clone, Debug, Hash)]
pub(super) struct PlannerCards {
    pub held: Vec<CardId>,
    /// The cards of the pool that have come to the hand.
    pub taken: Vec<CardId>,
    /// How many cards the planner still draws, one in each turn.
    pub pile: u32,
    /// Whether its next turn begins without a draw, as the first turn of a match does.
    pub skips_draw: bool,
    /// How many cards of the pool the planner holds without your knowing which.
    pub unseen: u32,
    /// Cards of the pool of which none is among the unseen ones.
    pub denied: Vec<CardId>,
}

/// Where in its turn a side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// The planner is about to draw.
    Draw,
    /// The planner draws, and each card it may draw is tried.
    EachDraw,
    /// The side to act plays or passes.
    Act,
    /// The planner plays; a pass has been tried before.
    Plays,
    /// The planner has asked for a card.
    Ask(CardId),
}

/// One position of a contest.
#[derive(Clone, Debug)]
pub(super) struct Stand {
    pub scene: Scene,
    pub to_act: Side,
    pub passes: u8,
    /// Whether the last play filled the board, which ends the match. A board that was
    /// filled by hand does not.
    pub filled: bool,
    /// How many moves were made. It keeps a position from following itself, whatever is
    /// added to hands.
    pub ply: u32,
    pub step: Step,
    pub cards: PlannerCards,
    pub opponent: Remaining,
}

/// The key of the board stands for the board.
impl Hash for Stand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Stand {
            scene,
            to_act,
            passes,
            filled,
            ply,
            step,
            cards,
            opponent,
        } = self;
        scene.key.hash(state);
        (to_act, passes, filled, ply, step).hash(state);
        cards.hash(state);
        opponent.hash(state);
    }
}

/// A step from one position of a contest to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Made(Move),
    /// The planner does without the card that it draws.
    IgnoreDraw,
    TryEachDraw,
    Drew(CardId),
    TryPlays,
    Asked(CardId),
    Granted(CardId),
    Denied(CardId),
}

impl Edge {
    /// Whether the step counts as a node of the budget. The others are a fixed number
    /// between two that count.
    pub const fn counts(self) -> bool {
        matches!(
            self,
            Edge::Made(Move::Play(_)) | Edge::Drew(_) | Edge::Asked(_)
        )
    }
}

/// Who chooses the next step of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chooser {
    Planner,
    Opponent,
}

impl<'a> Contest<'a> {
    fn opponent(&self) -> Side {
        self.planner.opponent()
    }

    pub fn chooser(&self, stand: &Stand) -> Chooser {
        let planner = match stand.step {
            Step::Draw | Step::Plays => true,
            Step::EachDraw | Step::Ask(_) => false,
            Step::Act => stand.to_act == self.planner,
        };
        if planner {
            Chooser::Planner
        } else {
            Chooser::Opponent
        }
    }

    pub fn scene(&self, board: Board, powers: Powers) -> Scene {
        let score = board.score_with(self.book, &powers);
        let margin = score.margin();
        let margin = match self.planner {
            Side::You => margin,
            Side::Enemy => -margin,
        };
        let reach = self.reach.filter(|_| self.is_good(margin));
        let floor = reach.and_then(|reach| {
            let limits = reach.limits(self.book, &board, &score);
            reach.least_margin(self.book, &board, &score, &limits)
        });
        Scene {
            key: Fingerprint::of_board(&board),
            board,
            powers,
            margin,
            floor,
        }
    }

    fn is_good(&self, margin: i32) -> bool {
        MatchOutcome::of_margin(margin) >= self.goal
    }

    fn opponent_has_play(&self, stand: &Stand) -> bool {
        let (book, supply) = (self.book, self.supply);
        supply.has_play(book, &stand.scene.board, self.opponent(), &stand.opponent)
    }

    /// Whether the planner reaches its goal, where that is plain to see.
    pub fn verdict(&self, stand: &Stand) -> Option<bool> {
        let good = self.is_good(stand.scene.margin);
        if stand.passes >= 2 || stand.filled {
            return Some(good);
        }
        if stand.ply >= MOST_PLIES {
            return Some(false);
        }
        if !matches!(stand.step, Step::Draw | Step::Act) {
            return None;
        }
        let last_pass = stand.passes == 1;
        match self.chooser(stand) {
            // A pass ends the match.
            Chooser::Planner if good && last_pass => Some(true),
            Chooser::Opponent if !good && last_pass => Some(false),
            // After a pass the opponent can only pass as well.
            _ if good && !self.opponent_has_play(stand) => Some(true),
            // Passing from now on keeps enough.
            _ if stand.scene.floor.is_some_and(|floor| self.is_good(floor)) => Some(true),
            _ => None,
        }
    }

    /// A first guess of how hard the goal is to reach from a position, and how hard to
    /// refute.
    pub fn guess(&self, stand: &Stand) -> (u32, u32) {
        let behind = u32::from(!self.is_good(stand.scene.margin));
        match self.chooser(stand) {
            Chooser::Planner => (1 + behind, 1),
            Chooser::Opponent => {
                let (book, supply) = (self.book, self.supply);
                let plays =
                    supply.count_plays(book, &stand.scene.board, self.opponent(), &stand.opponent);
                (1 + plays / 4 + behind, 1)
            }
        }
    }

    /// The possible steps from a position that has no plain verdict.
    pub fn edges(&self, stand: &Stand) -> Vec<Edge> {
        let made = |plays: Vec<Play>| {
            let plays = plays.into_iter().map(Move::Play);
            plays.map(Edge::Made)
        };
        match stand.step {
            Step::Draw => {
                let kinds = self.drawable(&stand.cards);
                match kinds[..] {
                    [] => vec![Edge::IgnoreDraw],
                    [only] => vec![Edge::Drew(only)],
                    _ => vec![Edge::IgnoreDraw, Edge::TryEachDraw],
                }
            }
            Step::EachDraw => {
                let kinds = self.drawable(&stand.cards);
                kinds.into_iter().map(Edge::Drew).collect()
            }
            Step::Act if stand.to_act == self.planner => {
                vec![Edge::Made(Move::Pass), Edge::TryPlays]
            }
            Step::Act => {
                let (book, opponent) = (self.book, self.opponent());
                let plays = self
                    .supply
                    .plays(book, &stand.scene.board, opponent, &stand.opponent);
                let pass = [Edge::Made(Move::Pass)];
                pass.into_iter().chain(made(plays)).collect()
            }
            Step::Plays => {
                let open = OpenTiles::of(&stand.scene.board, self.planner);
                let mut kinds = stand.cards.held.clone();
                kinds.dedup();
                let mut edges = Vec::new();
                for card in &kinds {
                    let tiles = open.for_card(self.book, *card);
                    let plays = tiles.iter().map(|tile| Play { card: *card, tile });
                    edges.extend(plays.map(Move::Play).map(Edge::Made));
                }
                if stand.cards.unseen > 0 {
                    let askable = self.left_in_pool(&stand.cards).into_iter();
                    let askable = askable.map(|(card, _)| card).filter(|card| {
                        !kinds.contains(card)
                            && !stand.cards.denied.contains(card)
                            && !open.for_card(self.book, *card).is_empty()
                    });
                    edges.extend(askable.map(Edge::Asked));
                }
                edges
            }
            Step::Ask(card) => {
                let mut edges = vec![Edge::Granted(card)];
                if self.may_be_denied(&stand.cards, card) {
                    edges.push(Edge::Denied(card));
                }
                edges
            }
        }
    }

    /// The position after a step.
    pub fn after(&self, stand: &Stand, edge: Edge) -> Stand {
        let mut next = stand.clone();
        match edge {
            Edge::Made(made) => self.make(&mut next, made),
            Edge::IgnoreDraw => {
                next.cards.pile = next.cards.pile.saturating_sub(1);
                next.step = Step::Act;
            }
            Edge::TryEachDraw => next.step = Step::EachDraw,
            Edge::Drew(card) => {
                next.cards.pile = next.cards.pile.saturating_sub(1);
                insert(&mut next.cards.held, card);
                insert(&mut next.cards.taken, card);
                next.step = Step::Act;
            }
            Edge::TryPlays => next.step = Step::Plays,
            Edge::Asked(card) => next.step = Step::Ask(card),
            Edge::Granted(card) => {
                next.cards.unseen = next.cards.unseen.saturating_sub(1);
                insert(&mut next.cards.held, card);
                insert(&mut next.cards.taken, card);
                next.step = Step::Plays;
            }
            Edge::Denied(card) => {
                insert(&mut next.cards.denied, card);
                next.step = Step::Plays;
            }
        }
        next
    }

    fn make(&self, stand: &mut Stand, made: Move) {
        let side = stand.to_act;
        match made {
            Move::Pass => stand.passes += 1,
            Move::Play(play) => {
                stand.passes = 0;
                let mut added = Additions::default();
                let Scene {
                    mut board,
                    mut powers,
                    ..
                } = stand.scene;
                board.play_with_powers(self.book, side, play, &mut powers, &mut added);
                stand.filled = board.is_full();
                stand.scene = self.scene(board, powers);
                if side == self.planner {
                    remove(&mut stand.cards.held, play.card);
                } else {
                    stand.opponent = stand.opponent.after(play.card, &[]);
                }
                for (to, card) in added.0 {
                    if to == self.planner {
                        insert(&mut stand.cards.held, card);
                    } else {
                        stand.opponent.add(card);
                    }
                }
            }
        }
        stand.to_act = side.opponent();
        stand.ply = stand.ply.saturating_add(1);
        stand.step = Step::Act;
        if stand.to_act == self.planner && stand.cards.pile > 0 {
            if stand.cards.skips_draw {
                stand.cards.skips_draw = false;
            } else {
                stand.step = Step::Draw;
            }
        }
    }

    /// The cards of the pool that have not come to the hand, with their copies.
    fn left_in_pool(&self, cards: &PlannerCards) -> CardPool {
        let left = |(card, copies): &(CardId, u32)| {
            let taken = cards.taken.iter().filter(|taken| *taken == card).count();
            let left = copies.saturating_sub(taken as u32);
            (left > 0).then_some((*card, left))
        };
        self.pool.iter().filter_map(left).collect()
    }

    fn drawable(&self, cards: &PlannerCards) -> Vec<CardId> {
        let left = self.left_in_pool(cards).into_iter();
        left.map(|(card, _)| card).collect()
    }

    /// Whether the unseen cards may all be others. All copies of the denied cards must
    /// then be among the cards of the pool that are not in the hand.
    fn may_be_denied(&self, cards: &PlannerCards, card: CardId) -> bool {
        let left = self.left_in_pool(cards);
        let others = |(kind, _): &&(CardId, u32)| *kind != card && !cards.denied.contains(kind);
        let others = left.iter().filter(others).map(|(_, copies)| *copies);
        others.sum::<u32>() >= cards.unseen
    }
}

impl Stand {
    /// What the side to act does in a position with the plain verdict that the goal is
    /// reached: both sides pass until the match is over.
    pub fn closing_passes(&self) -> u8 {
        if self.filled {
            0
        } else {
            2_u8.saturating_sub(self.passes)
        }
    }
}

fn insert(cards: &mut Vec<CardId>, card: CardId) {
    let index = cards.partition_point(|other| *other <= card);
    cards.insert(index, card);
}

fn remove(cards: &mut Vec<CardId>, card: CardId) {
    if let Ok(index) = cards.binary_search(&card) {
        cards.remove(index);
    }
}

/// Collects the cards that effects add to hands.
#[derive(Default)]
struct Additions(Vec<(Side, CardId)>);

impl EventSink for Additions {
    const LISTENS: bool = false;

    fn event(&mut self, event: Event) {
        if let Event::AddedToHand { side, card, .. } = event {
            self.0.push((side, card));
        }
    }
}
