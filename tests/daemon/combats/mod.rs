//! Mage Knight combats in the real daemon, as clients see them.

mod catalogue;
mod exports;
pub mod fighter;
mod modifiers;
mod offers;
mod refusals;
mod repeating;
mod survival;
mod topics;
mod watching;
