//! Pieces of the sentences that advice is made of.

use crate::rules::{Move, Play, Rulebook, Side, TileSet};

/// "Crawler to MID-2"
pub(super) fn play_words(book: &Rulebook, play: Play) -> String {
    format!("{} to {}", book.catalogue[play.card].name, play.tile)
}

pub(super) fn move_words(book: &Rulebook, made: Move) -> String {
    match made {
        Move::Play(play) => play_words(book, play),
        Move::Pass => "Pass".to_owned(),
    }
}

/// "your " or "the enemy's ", before a card's name.
pub(super) fn owner_words(side: Side) -> &'static str {
    match side {
        Side::You => "your",
        Side::Enemy => "the enemy's",
    }
}

/// "TOP-2, MID-3 and BOT-1"
pub(super) fn tile_words(tiles: TileSet) -> String {
    listed(tiles.iter().map(|tile| tile.to_string()).collect())
}

/// "Ogre, Crawler and Archdragon"
pub(super) fn listed(mut words: Vec<String>) -> String {
    match words.pop() {
        None => String::new(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
    }
}

/// A chance in whole per cent. Only what is certain is 0 % or 100 %.
pub(super) fn percent(chance: f64) -> String {
    let whole = (100.0 * chance).round();
    let whole = match chance {
        ..=0.0 => 0.0,
        1.0.. => 100.0,
        _ => whole.clamp(1.0, 99.0),
    };
    format!("{whole} %")
}

/// The text as the rest of a sentence.
pub(super) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// "+4" or "−3"
pub(super) fn signed(points: i32) -> String {
    match points {
        ..0 => format!("−{}", points.unsigned_abs()),
        _ => format!("+{points}"),
    }
}
