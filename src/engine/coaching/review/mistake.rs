//! What kind of mistake a move was. Each kind is defined by what the search saw: the
//! boards after the two moves, the replies it expected and the ends of its lines.

use qbcoach_basics::words;

use super::judge::Judgement;
use crate::coaching::search::SearchedMove;
use crate::observation::AnnotatedState;
use crate::rules::{
    Board, CardId, Cost, Event, Lane, Move, Play, Position, Rulebook, Side, TileId,
};

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum MistakeKind {
        /// A pass where a play was better.
        PassedTooEarly = "passedTooEarly",
        /// The tile was the only one for a costlier card in the hand, and the card that was
        /// played on it did not need that rank.
        HighTileWasted = "highTileWasted",
        /// A play in a lane that was won without it, to the end of the expected line,
        /// while the better move wins another lane in its line.
        Overkill = "overkill",
        /// The better move leaves at least two more open tiles than this one, counted as
        /// yours minus the enemy's.
        AccessLost = "accessLost",
        /// The better move has a reply that hurts much and is rare, and this one has none:
        /// it was safe where it did not have to be.
        FearedTooMuch = "fearedTooMuch",
    }
}

/// A difference of open tiles from which on access is lost.
const TILES_LOST: i32 = 2;
/// A reply that is made at most so often is rare.
const RARE: f64 = 0.15;
/// A reply that lowers the win chance by at least this hurts much.
const HURTS: f64 = 0.2;

/// The boards that the search expected after a move.
pub(super) struct Expected {
    /// After the move.
    pub board: Board,
    /// After the whole line.
    pub end: Board,
}

impl Expected {
    pub fn of(book: &Rulebook, position: &Position, searched: &SearchedMove) -> Expected {
        let mut now = *position;
        let mut board = now.board;
        for (index, step) in searched.line.iter().enumerate() {
            let mut events: Vec<Event> = Vec::new();
            if now.make(book, step.side, step.made, &mut events).is_err() {
                break;
            }
            if index == 0 {
                board = now.board;
            }
        }
        Expected {
            board,
            end: now.board,
        }
    }

    /// Your lead in a lane at the end of the line.
    pub fn lead(&self, book: &Rulebook, lane: Lane) -> i32 {
        let power = self.end.score(book).lanes[lane].power;
        power.you - power.enemy
    }

    /// How many more open tiles you have than the enemy after the move.
    pub fn open_tiles(&self) -> i32 {
        let open = |side: Side| self.board.open_to(side).len() as i32;
        open(Side::You) - open(Side::Enemy)
    }
}

/// Every kind that fits, in the order of the list above.
pub(super) fn kinds(
    book: &Rulebook,
    view: &AnnotatedState,
    judgement: &Judgement,
    made: &Expected,
    best: &Expected,
) -> Vec<MistakeKind> {
    let fits = |kind: &MistakeKind| match kind {
        MistakeKind::PassedTooEarly => {
            judgement.made.made == Move::Pass && judgement.best.made != Move::Pass
        }
        MistakeKind::HighTileWasted => wastes_tile(book, view, judgement),
        MistakeKind::Overkill => is_overkill(book, judgement, made, best),
        MistakeKind::AccessLost => best.open_tiles() - made.open_tiles() >= TILES_LOST,
        MistakeKind::FearedTooMuch => {
            has_rare_danger(&judgement.best) && !has_danger(&judgement.made)
        }
    };
    let all = MistakeKind::WORDS.iter().map(|(_, kind)| *kind);
    all.filter(fits).collect()
}

fn wastes_tile(book: &Rulebook, view: &AnnotatedState, judgement: &Judgement) -> bool {
    let (Move::Play(made), best) = (judgement.made.made, judgement.best.made) else {
        return false;
    };
    let board = &view.state.position.board;
    let rank_needed = |card: CardId| match book.catalogue[card].cost {
        Cost::Pawns(rank) => rank.get(),
        Cost::Replacement => 0,
    };
    let rank = board.visible_rank(made.tile).get();
    let needed = rank_needed(made.card);
    let keeps_tile = match best {
        Move::Play(Play { card, tile }) => tile != made.tile || rank_needed(card) > needed,
        Move::Pass => true,
    };
    if needed == 0 || needed >= rank || !keeps_tile {
        return false;
    }
    let hand = view.state.holdings[Side::You].hand.cards();
    hand.into_iter().any(|card| {
        let plays = board.legal_plays(book, Side::You, &[card]);
        let tiles: Vec<TileId> = plays.iter().map(|play| play.tile).collect();
        rank_needed(card) > needed && tiles == [made.tile]
    })
}

fn is_overkill(book: &Rulebook, judgement: &Judgement, made: &Expected, best: &Expected) -> bool {
    let Move::Play(play) = judgement.made.made else {
        return false;
    };
    let lane = play.tile.lane();
    let there = made.end.card(play.tile);
    let own = match there {
        Some(card) if card.side == Side::You => made.end.powers(book).power[play.tile],
        _ => 0,
    };
    let won_without = made.lead(book, lane) > own;
    let mut others = Lane::ALL.into_iter().filter(|other| *other != lane);
    won_without && others.any(|other| best.lead(book, other) > 0 && made.lead(book, other) <= 0)
}

/// Whether a rare reply hurts much.
fn has_rare_danger(searched: &SearchedMove) -> bool {
    let mut replies = searched.replies.iter();
    replies.any(|reply| reply.chance <= RARE && reply.win_chance <= searched.win_chance - HURTS)
}

/// Whether any reply hurts much.
fn has_danger(searched: &SearchedMove) -> bool {
    let mut replies = searched.replies.iter();
    replies.any(|reply| reply.win_chance <= searched.win_chance - HURTS)
}
