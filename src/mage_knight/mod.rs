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
//!
//! # Readings
//!
//! Where the rules leave a point open, a combat is played like this:
//!
//! - The combat ends when the Attack phase is left, not when the last enemy falls.
//! - While its monster stands in for a summoner, the summoner is no target; all
//!   enemies includes it. Monsters that summon themselves are not drawn, and the
//!   same monster may be drawn twice.
//! - The walls of a site protect its defenders, not the monsters they summon.
//! - Every Defend is used as soon as it can be: for the defender itself if it is
//!   attacked, else for the first that is. It stays with that enemy, also after an
//!   attack that failed, for as long as the defender lives.
//! - A modifier of all enemies asks each enemy once, when it is made or when the
//!   enemy appears. What an enemy loses later does not change the answer.
//! - Who is picked has to be touched: an arcane immune enemy is a target only of
//!   what changes its attacks, and then the rest leaves it alone.
//! - A choice lists only what can happen now; of a compound what cannot is skipped.
//! - "Done" is there from the second target on; a follow-up happens once for each.
//! - An attack counts as blocked by being lowered to 0 only until the damage is
//!   done; one that was blocked stays so.
//! - The wounds that knock out are those of this combat. Units and skills lie on
//!   the table: who loses the hand keeps them.
//! - Cumbersome, Assassination and reputation are shown; without move points,
//!   units to be hurt and a map they change nothing.

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
pub use drawing::{draw, draw_without_hand};
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
