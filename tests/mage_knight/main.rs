//! Tests of Mage Knight combats. Most state a setup, a script of actions, and facts
//! that must be true afterwards, all as text. [`script::check`] reads all three.

mod script;

mod advice;
mod bad_input;
mod cards_of_both_sets;
mod coverage;
mod data_faults;
mod elements;
mod enemy_abilities;
mod held_advice;
mod held_cards;
mod held_oracle;
mod held_rare_cards;
mod held_units_and_skills;
mod made_up_cards;
mod more_cards;
mod observation;
mod phases;
mod printed_cards;
mod properties;
mod schema;
mod shipped_data;
mod skip_attack;
mod summoning;
mod targeting_and_modifiers;
mod threat;
mod words;
