//! `qbcoach threat`

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::args::ThreatOptions;
use super::{Failure, input, position};
use crate::observation::AnnotatedState;
use crate::prediction::{Archetypes, Outcome, PredictionEngine, ThreatMap};
use crate::rules::data::DataFile;
use crate::rules::notation::draw_values;
use crate::rules::{BySide, CardId, Catalogue, Lane, Rulebook, Side};
use crate::simulation::action::Action;
use crate::simulation::deck::{Deck, cards_from_text};
use crate::simulation::deck_library::DeckLibrary;
use crate::simulation::game_state::GameState;
use crate::simulation::hand::Hand;
use crate::simulation::match_text::Entry;
use crate::simulation::pile::Pile;

/// Replies that are told one by one.
const TOLD: usize = 5;

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &ThreatOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let given = position::read(catalogue, &options.position, options.rules.as_deref())?;
    if given.position.is_over() {
        return Err(wrong("the match is over, so there is no reply to come"));
    }
    let book = given.book.clone();
    let library = library(&book, options.decks.as_deref())?;
    let deck = match &options.enemy_deck {
        Some(text) => Some(enemy_deck(&book, &library, text)?),
        None => None,
    };
    let annotated = annotate(&book, &given, deck, options.enemy_hand)?;
    let archetypes = Archetypes {
        decks: library.list().map(|deck| deck.cards.clone()).collect(),
        ..Archetypes::default()
    };
    let engine = PredictionEngine::new(book.clone(), archetypes);
    let map = engine
        .full_enemy_prediction(&annotated.state, &annotated.observation)
        .map_err(wrong)?;
    if options.json {
        let wire = crate::daemon::to_wire::threat_map(&book.catalogue, &map);
        writeln!(out, "{}", super::cards::json(&wire)?)?;
        return Ok(());
    }
    write_map(&book, &map, out)
}

/// The shipped decks and, over them, those of a player's file.
fn library(book: &Rulebook, file: Option<&Path>) -> Result<DeckLibrary, Failure> {
    let shipped = DeckLibrary::embedded(&book.catalogue).map_err(wrong)?;
    let Some(path) = file else {
        return Ok(shipped);
    };
    let text = input::read_file(path)?;
    let file = DataFile {
        name: &path.display().to_string(),
        text: &text,
    };
    shipped
        .with_added(file, &book.catalogue, &book.rules)
        .map_err(wrong)
}

fn wrong(error: impl std::fmt::Display) -> Failure {
    Failure::Input(error.to_string())
}

/// A shipped deck by its tag, or a list of cards.
fn enemy_deck(book: &Rulebook, library: &DeckLibrary, text: &str) -> Result<Vec<CardId>, Failure> {
    let unknown_tag = match library.get(text.trim()) {
        Ok(named) => return Ok(named.cards.clone()),
        Err(error) => error,
    };
    // One word is a tag that was mistyped; several are cards.
    if !text.trim().contains([' ', ',', ';']) {
        return Err(wrong(unknown_tag));
    }
    let cards = cards_from_text(&book.catalogue, text).map_err(wrong)?;
    let deck = Deck::check(&book.catalogue, &book.rules, &cards).map_err(wrong)?;
    Ok(deck.into_cards())
}

/// The table as a watcher sees it: both hands unseen.
fn annotate(
    book: &Rulebook,
    given: &position::Given,
    deck: Option<Vec<CardId>>,
    hand: Option<u32>,
) -> Result<AnnotatedState, Failure> {
    let unseen = || BySide::new(None, None);
    let decks = BySide::new(None, deck.clone());
    let mut state = GameState::live(&book.rules, given.start.to_act, unseen(), decks)
        .from_position(given.start);
    if given.entries.is_empty() {
        leave_cards_on_board_out(book, &mut state)?;
    }
    let mut annotated = AnnotatedState::new(state, deck, book).map_err(wrong)?;
    for (line, said, entry) in &given.entries {
        let action = match *entry {
            Entry::Move { side, made } => Action::Move { side, made },
            Entry::Set(correction) => Action::Resync {
                tiles: vec![correction],
            },
        };
        annotated
            .act(book, &action)
            .map_err(|error| wrong(format!("line {line}: `{said}`: {error}")))?;
    }
    if let Some(number) = hand {
        let holdings = &mut annotated.state.holdings[Side::Enemy];
        holdings.hand = Hand::of_unknown(number);
    }
    Ok(annotated)
}

/// A bare position does not say what was drawn: the enemy's cards on the board
/// have left its deck, and what is not in the hand is still in the pile.
fn leave_cards_on_board_out(book: &Rulebook, state: &mut GameState) -> Result<(), Failure> {
    let board = state.position.board;
    let from_deck = board
        .cards_of(Side::Enemy)
        .iter()
        .filter_map(|tile| board.card(tile))
        .filter(|placed| book.catalogue[placed.card].kind == crate::rules::CardKind::Collectible)
        .count() as u32;
    let holdings = &mut state.holdings[Side::Enemy];
    let left = u32::from(book.rules.deck_size)
        .checked_sub(from_deck)
        .ok_or_else(|| wrong("more enemy cards lie on the board than a deck has"))?;
    holdings.hand = Hand::of_unknown(holdings.hand.len().min(left));
    let in_hand = holdings.hand.len();
    if let Pile::Hidden { size, .. } = &mut holdings.pile {
        *size = left - in_hand;
    }
    Ok(())
}

fn write_map(book: &Rulebook, map: &ThreatMap, out: &mut impl Write) -> Result<(), Failure> {
    let hand = map.basis.hand;
    writeln!(
        out,
        "The enemy's reply from {} cards, {} of them unknown, over {} possible deck{}",
        hand.total(),
        hand.unknown,
        map.basis.decks,
        if map.basis.decks == 1 { "" } else { "s" },
    )?;
    writeln!(
        out,
        "its score: {:.2} expected, {:.2} with each hand's best move, {:.2} at worst for you",
        map.expected_enemy_score, map.expected_best_reply, map.best_enemy_score
    )?;
    for lane in Lane::ALL {
        let pressure = signed(map.lane_pressure[lane]);
        writeln!(out, "{lane}  pressure {pressure:>6}")?;
    }
    let drawing = draw_values(&map.tile_pressure.map(signed));
    writeln!(out, "{}", drawing.trim_end())?;
    writeln!(out, "the worst replies and their chance:")?;
    let mut worst: Vec<&Outcome> = map.outcomes.iter().collect();
    worst.sort_by(|a, b| b.resulting_score.total_cmp(&a.resulting_score));
    for outcome in worst.into_iter().take(TOLD) {
        let what = match outcome.play {
            Some(play) => format!("{} to {}", book.catalogue[play.card].name, play.tile),
            None => "pass".to_owned(),
        };
        writeln!(
            out,
            "  {what:<34} {:>6.2}%  score {:>6.2}  you {} enemy {}",
            outcome.weight * 100.0,
            outcome.resulting_score,
            outcome.match_score.totals.you,
            outcome.match_score.totals.enemy
        )?;
    }
    Ok(())
}

/// With its sign, unless it rounds to nothing.
fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    match text.as_str() {
        "+0.00" | "-0.00" => "0".to_owned(),
        _ => text,
    }
}
