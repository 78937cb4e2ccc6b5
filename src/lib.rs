//! qbcoach: exact rules, advice on top of them, and a daemon that serves both, for
//! Queen's Blood and for the combats of Mage Knight.
//!
//! # The map of the house
//!
//! Each layer uses only those above it in this list; a test enforces it.
//!
//! - [`rules`]: what the game is. `data` loads cards, `board` and `pawns` hold a
//!   position, `legality` says what may be played, `resolution` plays it, `power`
//!   and `score` read the result, `notation` turns it into text and back.
//! - [`simulation`]: a match. Hands, decks and turns in `game_state`, which copy
//!   is which in `instances`, chance from a seed in `chance`, the shipped decks in
//!   `deck_library`, a deck as one word in `deck_code`, the text of a match in `match_text`, counting in `perft`.
//! - [`observation`]: what has been seen of the enemy: facts and nothing else.
//! - [`prediction`]: one enemy move ahead. `deck_belief` and `inference` say what
//!   deck, `hand_belief` what hand, `counting` how likely, `threat_map` what then.
//! - [`coaching`]: what to play and why. `predictor` forecasts a move and its
//!   answers, `ranking` orders moves, `advice` and `reasons` put them into words,
//!   `locks` proves what is decided, `mulligan` advises on the opening hand.
//! - [`mage_knight`]: the second game, whole: the data, rules, threats and advice
//!   of a combat. Of the first it uses only faults of data, suggestions and chance.
//! - [`sessions`]: matches and combats that many clients share. `actor` alone changes one,
//!   `journal` keeps it on disk, `moment` is what everybody sees of it, `history`
//!   what it was before, `course` which acts led to it, `registry` finds it,
//!   `roster` tells which there are; `game` says what a session needs to
//!   know of a game, `queens_blood` and `mage_knight` are the two, `any_game` is
//!   either.
//! - [`diagnostics`]: the checks a start begins with.
//! - [`measure`]: the benchmark and its signature, also of combats, self-play, and
//!   how good the guess about an unknown deck is.
//! - [`daemon`]: the edge to the outside. `doors` turn bytes into messages,
//!   `dispatcher` takes them in order, `methods` is the table of what can be asked,
//!   `documents` and `feed` are what subscribers follow, `methods::news` what is told
//!   of the daemon as a whole, `overlay_look` what the pages look like that
//!   `doors::pages` hands out; `from_wire` and `to_wire` are the only places where
//!   wire types and our own meet; the wire types themselves are the crate
//!   `qbcoach-protocol`.
//! - [`client`]: a daemon seen from outside, for the commands that talk to one.
//! - [`cli`]: the program's commands.
//!
//! # Invariants
//!
//! - `rules` opens no file, reads no clock and knows no chance. It knows JSON only
//!   as the form of its card data, never as an answer to anybody.
//! - No card's number or name appears in code: what a card does is data.
//! - A [`rules::Board`] is never illegal. A [`rules::Setup`] may be, and is then
//!   refused with all its faults.
//! - A legal play never fails; a refused one changes nothing.
//! - A play allocates nothing, and ends whatever the data says.
//! - Nothing observable depends on the order of a hash map, on a thread or on time.
//! - Only `daemon`, `client` and `cli` know wire types. Stdout is written by `cli`
//!   and by the daemon's stdio door alone.
//! - A session's action is on disk before anybody is told of it; whatever fails
//!   before that leaves the session as it was.
//! - Nothing a client sends can end the daemon or another client's connection.
//!
//! # Readings
//!
//! Where the rules leave a point open, the engine plays it like this:
//!
//! - A tile reserved for a replacement card counts as occupied for pawns and tokens.
//! - All tokens of one operation are put down first, then their pawns are laid,
//!   then all cards are looked at once, then the tokens' `on_spawned` run.
//! - Of several `destroy_cards` that hit a card in one play, the first is its
//!   destroying card; of several lowerings, the last.
//! - An explicit owner of a tile without pawns stands until its shown ranks change.
//! - Thresholds and firsts are remembered for each ability of each instance.
//! - After a thousand abilities in one play no further one acts; only cards made
//!   to set each other off forever come to that.

pub mod cli;
pub mod client;
pub mod coaching;
pub mod daemon;
pub mod diagnostics;
pub mod mage_knight;
pub mod measure;
pub mod observation;
pub mod prediction;
pub mod rules;
pub mod sessions;
pub mod simulation;
