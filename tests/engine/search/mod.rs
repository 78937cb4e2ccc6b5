//! The search: the worlds it imagines, its leaf value, what it learns from the enemy's
//! plays, and what its reports promise.

mod deals;
mod enemy_turns;
mod ingredients;
mod leaf;
mod odd_views;
mod reports;
mod win_curve;
