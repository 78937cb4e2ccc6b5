//! The card data: the shipped files and their schema, every check of the loader, a player's
//! own file over the shipped ones, and finding a card by number or name.

mod documents;

mod engine_source;
mod faults_between;
mod faults_of_cards;
mod faults_of_effects;
mod faults_of_files;
mod faults_of_operations;
mod follow_ups;
mod fuzz;
mod lookup;
mod names;
mod overriding;
mod schema;
mod schema_table;
mod shipped;
mod source_text;
mod wording;
