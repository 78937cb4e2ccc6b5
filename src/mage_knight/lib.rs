//! Mage Knight combats: one hero against the enemies of one combat.
//!
//! The rules, and how points are played that the sources leave open, are in
//! `RULES.md` beside this file. Cards and enemies are data; the code names none.
//! The crate is pure: it opens no file and reads no clock, and all chance comes
//! from the random seed of the setup.
//!
//! - [`data`] loads and checks the kinds of [`enemy`] and the [`card`]s. [`effect`]
//!   and [`modifier`] say what a card does, and [`words`] describes it in English.
//! - [`setup`] starts a [`combat`]. [`stats`] computes its current numbers; no other
//!   module does.
//! - `act` carries out an [`action`]: `targeting` and `resolution` play cards,
//!   `battle` does attacks, blocks and damage. The results are [`event`]s, or a
//!   [`refusal`].
//! - [`options`] lists the actions that are allowed now, [`threat`] what the enemies
//!   will do, [`observation`] what they did. [`drawing`] shows a combat as text.
//! - [`advice`] searches a combat to its end and ranks the allowed actions.
//!
//! ```
//! use qbcoach_mage_knight::advice::{DEFAULT_BUDGET, recommend};
//! use qbcoach_mage_knight::{Combat, CombatData, CombatSetup};
//!
//! let data = CombatData::embedded();
//! let setup = CombatSetup {
//!     enemies: vec!["prowlers".into()],
//!     hand: vec!["whirlwind".into()],
//!     ..CombatSetup::default()
//! };
//! let mut combat = Combat::start(&data, &setup)?;
//! // Prowlers attack with 4, which is 2 wounds for a hero with armor 2.
//! assert_eq!(combat.threat(&data).total.hand, 2);
//! let advice = recommend(&combat, &data, DEFAULT_BUDGET)?;
//! assert_eq!(advice.actions[0].label, "play Tornado (powered)");
//! let events = combat.act(&data, &advice.actions[0].action)?;
//! assert_eq!(events[0].to_string(), "Tornado is played, powered");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
pub mod action;
pub mod advice;
mod battle;
pub mod card;
pub mod combat;
pub mod data;
pub(crate) mod drawing;
pub mod effect;
pub mod element;
pub mod enemy;
pub mod event;
mod event_log;
mod hand_play;
pub mod held_block;
pub mod holdings;
pub(crate) mod ids;
pub mod mana;
pub mod modifier;
pub mod observation;
pub mod options;
pub mod phase;
pub(crate) mod points;
pub mod points_plan;
mod pooled;
pub mod refusal;
mod resolution;
pub mod setup;
mod state_hash;
pub mod stats;
mod targeting;
#[cfg(test)]
mod tests;
pub mod threat;
pub mod unit;
mod unit_play;
pub mod weights;
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
pub use mana::{DayTime, Mana, ManaPayment, ManaSource, ManaSupply};
pub use options::{Detail, OfferedAction};
pub use phase::Phase;
pub use points::{AttackKind, AttackPoints, BlockPoints, StatedPoints};
pub use refusal::{CombatActionRefusal, RefusalKind};
pub use setup::{CombatSetup, HeroSetup, SetupError, SetupFault, Site, UnitSetup};
pub use threat::ThreatMap;
pub use unit::UnitId;
pub use weights::Weights;
