//! What is proved about the end of a match. A brute force that was written from the rules
//! alone tries every hand, every draw and every line of small endgames: it must never
//! contradict a claim, and few facts may be missed.

mod brute_force;
mod fixtures;
mod small_endgames;

mod claims;
mod drawn_boards;
mod made_up_cards;
mod properties;
mod unknown_decks;
