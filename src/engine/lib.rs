//! The engine of qbcoach: the rules of Queen's Blood, matches, observations of the enemy,
//! predictions of its next move, and advice. It is a library without I/O and clock. Only
//! the search starts threads, and their number does not change its result.
//!
//! # Modules
//!
//! Each module uses only the modules above it in this list; a test enforces it.
//!
//! - [`rules`]: the game itself. `data` loads cards, `board` and `pawns` hold a position,
//!   `legality` decides which plays are legal, `resolution` makes a play, `power` and
//!   `score` evaluate the board, `key` identifies it, `notation` converts positions to
//!   text and back.
//! - [`simulation`]: a match. Hands, decks and turns are in `game_state`, the identity of
//!   each copy of a card in `instances`, the shipped decks in `deck_library`, decks as
//!   short codes in `deck_code`, counts of reachable positions in `perft`. `light_match`
//!   is a match that a search copies.
//! - [`observation`]: the facts that are known about the enemy's cards.
//! - [`prediction`]: one enemy move ahead. `deck_belief` and `inference` estimate the
//!   enemy's deck, `hand_belief` its hand, `counting` computes probabilities, `threat_map`
//!   the effects of its possible moves.
//! - [`coaching`]: which move to make and why. `predictor` forecasts a move and the
//!   replies to it, `ranking` orders moves, `advice` and `reasons` put them into words,
//!   `search` looks several moves ahead in imagined deals and gives win chances,
//!   `review` judges a whole match, `puzzle` has positions to practise,
//!   `locks` proves which leads are decided, `endgame` what you reach at least and at
//!   most, `mulligan` advises on the opening hand.
//! - [`diagnostics`]: the checks that the program makes of the engine when it starts.
//!
//! # The rules
//!
//! The page `rules/RULES.md` states the rules that the engine plays by; section 13 of
//! `rules/RULES.md` lists how the engine decides where the sources leave a point open.
//!
//! # Invariants
//!
//! - `rules` opens no file, reads no clock and uses no random numbers. It uses JSON only
//!   to read card data.
//! - No card's number or name appears in code: what a card does is data.
//! - A [`rules::Board`] is never illegal. A [`rules::Setup`] may be illegal, and is then
//!   refused with all its faults.
//! - A legal play never fails; a refused one changes nothing.
//! - A play allocates no memory, and it ends whatever the card data is.
//! - No result depends on the order of a hash map, on threads or on time.
//!
//! # Examples
//!
//! Setting up a board from a text, listing the legal plays, making one, and scoring:
//!
//! ```
//! use qbcoach_engine::rules::notation::{draw, read_position};
//! use qbcoach_engine::rules::{Event, Move, Rulebook, Rules, Side};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let book = Rulebook::embedded(Rules::canon());
//! let mut position = read_position(&book, "y1,.,.,.,e1 / y1,.,.,e1[019],e1 / y1,.,.,.,e1 you")?;
//! let card = book.catalogue.find("Security Officer")?;
//!
//! let plays = position.board.legal_plays(&book, Side::You, &[card]);
//! assert_eq!(plays.len(), 3);
//!
//! let mut events: Vec<Event> = Vec::new();
//! position.make(&book, Side::You, Move::Play(plays[0]), &mut events)?;
//! println!("{}", draw(&book, &position.board));
//! assert_eq!(position.board.score(&book).margin(), -1);
//! # Ok(())
//! # }
//! ```
//!
//! Starting a match between two shipped decks, asking for the threat map of the enemy's
//! next move and for advice, and making the best move:
//!
//! ```
//! use qbcoach_engine::coaching::Coach;
//! use qbcoach_engine::observation::AnnotatedState;
//! use qbcoach_engine::prediction::Archetypes;
//! use qbcoach_engine::rules::{BySide, Rulebook, Rules, Side};
//! use qbcoach_engine::simulation::action::Action;
//! use qbcoach_engine::simulation::deck_library::DeckLibrary;
//! use qbcoach_engine::simulation::game_state::GameState;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let book = Rulebook::embedded(Rules::canon());
//! let library = DeckLibrary::embedded(&book.catalogue)?;
//! let decks: Vec<_> = library.list().map(|deck| deck.cards.clone()).collect();
//! let both = BySide::new(decks[0].clone(), decks[1].clone());
//! let random_seed = 7;
//! let state = GameState::simulated(&book.rules, random_seed, Side::You, both);
//!
//! // The coach does not know the enemy's deck, only which decks people play.
//! let mut view = AnnotatedState::new(state, None, &book)?;
//! let coach = Coach::new(book.clone(), Archetypes { decks, ..Archetypes::default() });
//! let threats = coach.prediction().full_enemy_prediction(&view.state, &view.observation)?;
//! let advice = coach.recommend(&view)?;
//! println!("{} (the enemy's best: {})", advice.message, threats.best_enemy_score);
//!
//! let (side, made) = (Side::You, advice.moves[0].made);
//! view.act(&book, &Action::Move { side, made })?;
//! assert_eq!(view.state.position.to_act, Side::Enemy);
//! # Ok(())
//! # }
//! ```

pub mod coaching;
pub mod diagnostics;
pub mod observation;
pub mod prediction;
pub mod rules;
pub mod simulation;
