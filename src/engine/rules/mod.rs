//! The rules of Queen's Blood: board, cards, legality, what a play does, score. The page
//! `RULES.md` in this folder states them for people.
//!
//! Nothing here reads a file or a clock or uses random numbers. A legal play never fails,
//! and a refused one changes nothing.

pub mod board;
pub mod card;
pub(crate) mod catalogue;
pub mod data;
pub mod effect;
pub mod event;
pub(crate) mod key;
pub mod knobs;
pub(crate) mod legality;
pub mod notation;
pub mod pawns;
pub(crate) mod position;
pub(crate) mod power;
pub mod range;
pub(crate) mod resolution;
pub(crate) mod rulebook;
pub mod score;
pub mod setup;
pub(crate) mod side;
pub mod tile;
pub mod tile_report;
mod translations;
pub mod words;

pub use board::{Board, CardInPlay};
pub use card::{Card, CardId, CardKind, Cost, Rank, Rarity};
pub use catalogue::{Catalogue, FindCardError};
pub use event::{Event, EventSink};
pub use knobs::Rules;
pub use legality::{IllegalPlay, Play};
pub use position::{IllegalMove, Move, Position};
pub use power::{Powers, Status};
pub use resolution::{LimitsHit, Resolved};
pub use rulebook::Rulebook;
pub use score::{LaneScore, MatchScore};
pub use setup::{Setup, SetupError};
pub use side::{BySide, Owner, Side};
pub use tile::{ByLane, ByTile, Column, Lane, TileId, TileSet};
