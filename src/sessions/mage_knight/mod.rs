//! A Mage Knight combat as a session keeps it.

mod played_combat;
mod record;
pub mod text;

pub use played_combat::{CombatRefusal, CombatStanding, NamedSetup, PlayedCombat};
