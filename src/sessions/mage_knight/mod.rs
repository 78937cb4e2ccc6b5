//! Sessions of Mage Knight combats.

mod played_combat;
mod record;
pub mod text;

pub use played_combat::{CombatRefusal, CombatStanding, NamedSetup, PlayedCombat};
