//! One line of a match text: what it says, and where its words are.

use qbcoach_engine::rules::{CardId, Rules, Side, TileId};
use qbcoach_engine::simulation::game_state::MatchMode;

use super::fault::Fault;
use super::setup::EnemyHand;
use super::text::Change;

/// A place in the whole text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    /// The place of a part of a text within that text.
    pub(crate) fn of(whole: &str, part: &str) -> Span {
        let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
        let start = start.min(whole.len());
        Span {
            start,
            end: (start + part.len()).min(whole.len()),
        }
    }

    pub fn text(self, whole: &str) -> &str {
        whole.get(self.start..self.end).unwrap_or_default()
    }

    pub fn holds(self, place: usize) -> bool {
        self.start <= place && place <= self.end
    }
}

/// A word of a line, or several that mean one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub span: Span,
    pub kind: PieceKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// The first word of a line that no side begins: `title`, `set`, `undo`, `---`.
    Word,
    Side(Side),
    /// The word after a side: `play`, `deck`.
    Verb,
    /// One card, perhaps with a count.
    Card(CardId),
    /// Several cards in one word, such as the code of a deck.
    Cards(Vec<CardId>),
    Tile(TileId),
    /// The state of a tile, or a whole position.
    State,
    Number,
    /// A mode or the name of a preset or knob.
    Name,
    /// A title, name or tag.
    Words,
    Arrow,
    /// `-` for no cards.
    Nothing,
    Comment,
    /// What could not be read.
    Unread,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Nothing, or a comment.
    Blank,
    /// `---`, the end of the setup.
    End,
    Title(String),
    Mode(MatchMode),
    Rules(Rules),
    Seed(u64),
    First(Side),
    /// The text of a position. The rules decide whether it is legal, so it is read when
    /// the whole setup is known.
    Position(String),
    Autoplay(Vec<Side>),
    Deck {
        side: Side,
        cards: Vec<CardId>,
    },
    Hand(Vec<CardId>),
    EnemyHand(EnemyHand),
    Name(String),
    Tag(String),
    Change(Change),
    /// The line has faults and says nothing.
    Unread,
}

impl Statement {
    pub fn is_setup(&self) -> bool {
        !matches!(
            self,
            Statement::Blank | Statement::End | Statement::Change(_) | Statement::Unread
        )
    }
}

#[derive(Clone, Debug)]
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    /// The whole line without its line break.
    pub span: Span,
    /// The line without its comment and the white space around it.
    pub content: Span,
    pub pieces: Vec<Piece>,
    pub statement: Statement,
    pub faults: Vec<Fault>,
    /// Whether the line is one of the events, also if it has faults.
    pub is_event: bool,
}

impl Line {
    /// The piece at a place, or the one that ends there.
    pub fn piece_at(&self, place: usize) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.span.holds(place))
    }

    /// The cards that the line names, with their places.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, Span)> {
        self.pieces.iter().filter_map(|piece| match piece.kind {
            PieceKind::Card(card) => Some((card, piece.span)),
            _ => None,
        })
    }
}
