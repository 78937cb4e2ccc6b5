//! The board in three lines.

use qbcoach_protocol::{CardName, MatchSnapshot, Owner, Side, Tile};

use super::catalogue::grouped;
use super::counted;

/// A line for each lane; the last one explains the marks.
pub fn board(snapshot: &MatchSnapshot) -> String {
    let mut lines: Vec<String> = Vec::new();
    for lane in snapshot.board.tiles.chunks(5) {
        let name = lane.first().and_then(|tile| tile.tile.split('-').next());
        let tiles: String = lane.iter().map(tile).collect();
        lines.push(format!("{} {tiles}", name.unwrap_or_default()));
    }
    if let Some(last) = lines.last_mut() {
        last.push_str(" ● you ○ enemy");
    }
    lines.join("\n")
}

fn tile(tile: &Tile) -> String {
    let mark = match tile.owner {
        Owner::You => "●",
        Owner::Enemy => "○",
        Owner::Neutral => "",
    };
    match &tile.card {
        Some(card) => {
            let mark = match card.side {
                Side::You => "●",
                Side::Enemy => "○",
            };
            format!("[{} {}{mark}]", card.card.name, card.power)
        }
        None if tile.rank == 0 => "[ ]".to_owned(),
        None => format!("[{}]", mark.repeat(tile.rank.into())),
    }
}

pub fn hand(cards: &[CardName]) -> String {
    if cards.is_empty() {
        return "The hand is empty".to_owned();
    }
    let number = counted(cards.len() as u32, "card", "cards");
    format!(
        "In hand, {number}: {}",
        grouped(cards, |card| card.name.clone())
    )
}
