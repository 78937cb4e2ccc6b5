//! `qbcoach show`

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::args::ShowOptions;
use super::{CommandError, input, position};
use qbcoach_daemon::to_wire;
use qbcoach_engine::rules::notation::{draw, position_text};
use qbcoach_engine::rules::{
    Board, CardId, Catalogue, Lane, MatchScore, Play, Position, Rank, Rulebook, Side, TileId,
    TileSet,
};

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &ShowOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let given = position::read(catalogue, &options.position, options.rules.as_deref())?;
    let (book, position) = (given.book, given.position);
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

pub(crate) fn write_score(score: &MatchScore, out: &mut impl Write) -> Result<(), CommandError> {
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

/// The plays of a hand, or, without one, the tiles for cards of each rank.
fn write_plays(
    book: &Rulebook,
    position: &Position,
    hand: Option<&[CardId]>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
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
) -> Result<(), CommandError> {
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
