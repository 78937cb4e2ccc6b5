//! Mage Knight combats, as a specification: a setup, a script of actions, and
//! what must be true then. [`table::check`] reads all three.

mod table;

mod advice;
mod bad_input;
mod cards_of_both_sets;
mod data_faults;
mod elements;
mod enemy_abilities;
mod made_up_cards;
mod more_cards;
mod observation;
mod phases;
mod properties;
mod schema;
mod seed_checklist;
mod shipped_data;
mod skip_attack;
mod summoning;
mod threat;
mod words;
