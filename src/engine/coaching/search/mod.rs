//! The search: looks several moves ahead in many imagined deals, and says how likely each
//! of your moves wins.
//!
//! [`deals`] samples worlds, [`search_state`] is a position inside one, [`leaf`] values
//! the positions where the search stops, [`world_search`] searches one world by
//! alpha-beta with a [`table`] of its own, and [`rounds`] lets all worlds search deeper
//! round by round and drops the worst moves. [`win_curve`] makes the average over the
//! worlds a chance that comes true.

pub(crate) mod curves;
mod deals;
mod features;
mod held_cards;
mod inputs;
mod leaf;
mod leaf_net;
mod leaf_tables;
mod limit;
mod outcome;
mod play_belief;
mod report;
mod rounds;
mod search_state;
mod style;
mod table;
mod win_curve;
mod workspace;
mod world;
mod world_search;
mod world_source;

pub use features::FeatureReader;
pub use held_cards::HeldCards;
pub use inputs::{INPUTS, Inputs, flipped_input};
pub use leaf::LeafValue;
pub use leaf_net::{EMBEDDED_LEAF, HIDDEN, LeafNet, LeafNetError, MARGIN_UNIT, logistic};
pub use limit::SearchLimit;
pub use outcome::Outcome;
pub use report::{Claim, ExpectedReply, LineMove, SearchReport, SearchedMove};
pub(crate) use rounds::SearchPart;
pub use search_state::SearchState;
pub use style::{LeafSource, PlayBeliefStyle, SearchStyle};
pub use win_curve::{CURVE_TERMS, EMBEDDED_WIN_CURVE, WinCurve, WinCurveError};
pub use world::World;
