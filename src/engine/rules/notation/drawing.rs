//! The board drawn for people.

use super::super::board::Board;
use super::super::power::{Powers, Status};
use super::super::rulebook::Rulebook;
use super::super::side::{Owner, Side};
use super::super::tile::{ByTile, Column, Lane, TileId};

const WIDTH: usize = 13;

/// Five columns and three lanes: owner and pawns, the card's name, and its power
/// with ▲ for enhanced and ▼ for enfeebled; ★ marks tiles under a lasting effect.
pub fn draw(book: &Rulebook, board: &Board) -> String {
    let powers = board.powers(book);
    grid(|tile| cell(book, board, &powers, tile))
}

/// The same grid with a word in each tile.
pub fn draw_values(values: &ByTile<String>) -> String {
    grid(|tile| [format!("{:^WIDTH$}", values[tile])])
}

fn grid<const LINES: usize>(cell: impl Fn(TileId) -> [String; LINES]) -> String {
    let mut text = String::from("   ");
    for column in Column::all() {
        text.push_str(&format!(" {:^WIDTH$}", column.number()));
    }
    let rule = format!("\n    +{}\n", format!("{}+", "-".repeat(WIDTH)).repeat(5));
    text = format!("{}{rule}", text.trim_end());
    for lane in Lane::ALL {
        let cells: Vec<[String; LINES]> = Column::all()
            .map(|column| cell(TileId::new(lane, column)))
            .collect();
        for line in 0..LINES {
            let head = if line == LINES / 2 { lane.word() } else { "" };
            text.push_str(&format!("{head:<4}|"));
            for cell in &cells {
                text.push_str(&cell[line]);
                text.push('|');
            }
            text.push('\n');
        }
        text = format!("{}{rule}", text.trim_end_matches('\n'));
    }
    text
}

fn cell(book: &Rulebook, board: &Board, powers: &Powers, tile: TileId) -> [String; 3] {
    let ranks = board.ranks(tile);
    let pawns = |side: Side| "●".repeat(ranks[side].get().into());
    let holder = match board.owner(tile) {
        Owner::Neutral => String::new(),
        Owner::Held(side) => {
            let other = pawns(side.opponent());
            let against = if other.is_empty() { "" } else { "/" };
            format!("{side} {}{against}{other}", pawns(side))
        }
    };
    let star = if board.effect_sources(book, tile).is_empty() {
        ""
    } else {
        "★"
    };
    let Some(placed) = board.card(tile) else {
        return [pad(&holder, star), pad("", ""), pad("", "")];
    };
    let mark = match powers.status(tile) {
        Status::Enhanced => "▲",
        Status::Enfeebled => "▼",
        Status::Neutral => "",
    };
    let power = format!("{}{mark}", powers.power[tile]);
    let (first, second) = wrapped(&book.catalogue[placed.card].name);
    [pad(&holder, star), pad(first, ""), pad(second, &power)]
}

/// Splits a name that is too long for one line into two.
fn wrapped(name: &str) -> (&str, &str) {
    let room = WIDTH - 2;
    if name.chars().count() <= room {
        return (name, "");
    }
    let mut breaks = name.match_indices(' ').map(|(at, _)| at);
    match breaks.rfind(|at| name[..*at].chars().count() <= room) {
        Some(at) => (&name[..at], &name[at + 1..]),
        None => (name, ""),
    }
}

/// A line of a cell: text on the left, cut if it is too long, and a mark on the right.
fn pad(left: &str, right: &str) -> String {
    let taken = match right.chars().count() {
        0 => 0,
        mark => mark + 1,
    };
    let room = (WIDTH - 2).saturating_sub(taken).max(1);
    let mut left: String = if left.chars().count() > room {
        left.chars().take(room - 1).chain(['…']).collect()
    } else {
        left.to_owned()
    };
    let used = left.chars().count() + right.chars().count();
    left.push_str(&" ".repeat((WIDTH - 2).saturating_sub(used)));
    format!(" {left}{right} ")
}
