//! The second game: one hero against the enemies of one Mage Knight combat.
//!
//! Pure, as the rules of the first are: no file, no clock, chance only from the
//! seed of the setup. What cards and enemies are is data.
//!
//! - `data` loads and checks `enemy`s and `card`s; `effect` and `modifier` are
//!   what a card does, `words` says it.
//! - `setup` begins a `combat`; `stats` has its numbers, the only place that does.
//! - `act` does an `action`: `targeting` and `resolution` play cards, `battle`
//!   attacks, blocks and hurts. `event` and `refusal` are the answers.
//! - `options` lists what may be done, `threat` what the enemies will do,
//!   `observation` what they did, `drawing` shows it all.
//! - `advice` searches a combat to its end and ranks what may be done now.

mod act;
pub mod action;
pub mod advice;
mod battle;
pub mod card;
pub mod combat;
pub mod data;
pub mod drawing;
pub mod effect;
pub mod element;
pub mod enemy;
pub mod event;
pub mod ids;
pub mod modifier;
pub mod observation;
pub mod options;
pub mod phase;
pub mod points;
pub mod refusal;
mod resolution;
pub mod setup;
pub mod stats;
mod targeting;
#[cfg(test)]
mod tests;
pub mod threat;
pub mod words;

pub use action::Action;
pub use card::{Card, CardSet, Mode};
pub use combat::{Combat, CombatEnemy, PendingChoice};
pub use data::CombatData;
pub use drawing::draw;
pub use element::{Element, Resistance};
pub use enemy::Enemy;
pub use event::Event;
pub use ids::{CardId, EnemyId, EnemyName, InstanceId};
pub use options::{Detail, OfferedAction};
pub use phase::Phase;
pub use points::{AttackKind, AttackPoints, BlockPoints, Supply};
pub use refusal::{Refusal, RefusalKind};
pub use setup::{CombatSetup, HeroSetup, SetupError, SetupFault, Site};
pub use threat::ThreatMap;
