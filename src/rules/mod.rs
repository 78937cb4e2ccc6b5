//! The rules of Queen's Blood: board, cards, legality, what a play does, score.
//!
//! Pure: no file, no clock, no randomness. A legal play never fails, and a
//! refused one changes nothing.

pub mod board;
pub mod card;
pub mod catalogue;
pub mod data;
pub mod effect;
pub mod event;
pub mod knobs;
pub mod legality;
pub mod notation;
pub mod pawns;
pub mod position;
pub mod power;
pub mod range;
pub mod resolution;
pub mod rulebook;
pub mod score;
pub mod setup;
pub mod side;
pub mod suggest;
pub mod tile;
pub mod words;

pub use board::{Board, CardInPlay};
pub use card::{Card, CardId, CardKind, Cost, Rank, Rarity};
pub use catalogue::{Catalogue, FindCardError};
pub use event::{Event, EventSink};
pub use knobs::Rules;
pub use legality::{IllegalPlay, Play};
pub use position::{IllegalMove, Move, Position};
pub use power::{Powers, Status};
pub use rulebook::Rulebook;
pub use score::{LaneScore, MatchScore};
pub use setup::{Setup, SetupError};
pub use side::{BySide, Owner, Side};
pub use tile::{ByLane, ByTile, Column, Lane, TileId, TileSet};
