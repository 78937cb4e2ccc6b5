//! `qbcoach show`

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::args::ShowOptions;
use super::{Failure, input};
use crate::daemon::to_wire;
use crate::rules::notation::{draw, position_text, read_position};
use crate::rules::{
    Board, CardId, Catalogue, Lane, MatchScore, Play, Position, Rank, Rulebook, Rules, Side,
    TileId, TileSet,
};
use crate::simulation::match_text::MatchText;

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &ShowOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (book, position) = read(catalogue, options)?;
    let hand = match &options.hand {
        Some(text) => Some(input::cards(catalogue, text)?),
        None => None,
    };
    if options.json {
        return write_json(&book, &position, hand.as_deref(), out);
    }
    writeln!(out, "{}", draw(&book, &position.board).trim_end())?;
    write_score(&position.board.score(&book), out)?;
    if position.is_over() {
        writeln!(out, "the match is over")?;
    } else {
        write_plays(&book, &position, hand.as_deref(), out)?;
    }
    writeln!(out, "{}", position_text(&book, &position))?;
    Ok(())
}

/// The position that the arguments mean, and the rules to read it under.
fn read(
    catalogue: &Arc<Catalogue>,
    options: &ShowOptions,
) -> Result<(Rulebook, Position), Failure> {
    let wrong = |error: String| Failure::Input(error);
    let rules = options
        .rules
        .as_deref()
        .map(|text| Rules::parse(text).map_err(|error| wrong(error.to_string())))
        .transpose()?;
    let mut book = Rulebook::new(catalogue.clone(), rules.unwrap_or_default());
    let text = match options.position.as_slice() {
        [] => return Ok((book, Position::opening(Side::You))),
        [one] if one == "-" || Path::new(one).is_file() => input::read_file_or_stdin(one)?,
        words => words.join(" "),
    };
    let first_word = text.split_whitespace().next().unwrap_or_default();
    let is_position = first_word == "." || first_word.contains(',') || first_word.len() == 2;
    if is_position || options.position.len() > 1 {
        let position =
            read_position(&book, &text).map_err(|error| wrong(format!("{error}{HINT}")))?;
        return Ok((book, position));
    }
    let played =
        MatchText::parse(catalogue, &text).map_err(|error| wrong(format!("{error}{HINT}")))?;
    if let Some(rules) = rules.filter(|rules| *rules != played.book.rules) {
        return Err(wrong(format!(
            "the match is played under `{}`, not under `{rules}`; leave out --rules",
            played.book.rules
        )));
    }
    book.rules = played.book.rules;
    let mut position = played.start;
    for (line, entry) in &played.entries {
        played
            .apply(&mut position, entry, &mut Vec::new())
            .map_err(|problem| wrong(played.error_at(*line, entry, problem).to_string()))?;
    }
    Ok((book, position))
}

const HINT: &str = "\nhelp: `qbcoach show --help` shows how a position is written";

pub fn write_score(score: &MatchScore, out: &mut impl Write) -> Result<(), Failure> {
    for lane in Lane::ALL {
        let lane_score = &score.lanes[lane];
        let verdict = match lane_score.winner {
            Some(Side::You) => format!("yours, {} points", lane_score.points),
            Some(Side::Enemy) => format!("the enemy's, {} points", lane_score.points),
            None => "drawn".to_owned(),
        };
        writeln!(
            out,
            "{lane}  you {:>3}  enemy {:>3}  {verdict}",
            lane_score.power.you, lane_score.power.enemy
        )?;
    }
    writeln!(
        out,
        "score  you {}  enemy {}",
        score.totals.you, score.totals.enemy
    )?;
    Ok(())
}

/// The plays of a hand, or, without one, where a card of each rank may go.
fn write_plays(
    book: &Rulebook,
    position: &Position,
    hand: Option<&[CardId]>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (board, side) = (&position.board, position.to_act);
    let whose = match side {
        Side::You => "your turn",
        Side::Enemy => "the enemy's turn",
    };
    writeln!(out, "{whose}; legal plays:")?;
    let tiles_text = |tiles: TileSet| -> String {
        let tiles: Vec<String> = tiles.iter().map(|tile| tile.to_string()).collect();
        if tiles.is_empty() {
            "nowhere".to_owned()
        } else {
            tiles.join(" ")
        }
    };
    match hand {
        Some(hand) => {
            let mut distinct = hand.to_vec();
            distinct.sort_unstable();
            distinct.dedup();
            for card in distinct {
                let tiles = board.legal_tiles(book, side, card);
                let card = &book.catalogue[card];
                writeln!(
                    out,
                    "  {} {}: {}",
                    card.number,
                    card.name,
                    tiles_text(tiles)
                )?;
            }
        }
        None => {
            for rank in 1..=3 {
                let needed = Rank::new(rank).unwrap_or_default();
                let tiles = open_tiles(board, side)
                    .filter(|tile| board.visible_rank(*tile) >= needed)
                    .collect();
                writeln!(out, "  cards of rank {rank}: {}", tiles_text(tiles))?;
            }
            writeln!(
                out,
                "  replacement cards: {}",
                tiles_text(board.cards_of(side))
            )?;
        }
    }
    writeln!(out, "  pass")?;
    Ok(())
}

fn open_tiles(board: &Board, side: Side) -> impl Iterator<Item = TileId> {
    let board = *board;
    TileId::all()
        .filter(move |tile| board.card(*tile).is_none())
        .filter(move |tile| board.owner(*tile).side() == Some(side))
}

fn write_json(
    book: &Rulebook,
    position: &Position,
    hand: Option<&[CardId]>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let all: Vec<CardId> = book.catalogue.cards().iter().map(|card| card.id).collect();
    let plays = if position.is_over() {
        Vec::new()
    } else {
        position
            .board
            .legal_plays(book, position.to_act, hand.unwrap_or(&all))
    };
    let actions: Vec<serde_json::Value> = plays
        .iter()
        .map(|Play { card, tile }| {
            let card = &book.catalogue[*card];
            json!({"type": "play", "card": card.number, "tile": tile.to_string()})
        })
        .chain((!position.is_over()).then(|| json!({"type": "pass"})))
        .collect();
    let document = json!({
        "rules": book.rules.to_string(),
        "sideToAct": position.to_act.word(),
        "over": position.is_over(),
        "board": to_wire::board(book, &position.board),
        "score": to_wire::score(&position.board.score(book)),
        "actions": actions,
        "position": position_text(book, position),
        "text": draw(book, &position.board),
    });
    writeln!(out, "{document}")?;
    Ok(())
}
