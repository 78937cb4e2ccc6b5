//! Documents of the daemon as one line of text. Nothing about the games is computed
//! here.

mod advice;
mod board;
mod catalogue;
mod combat;
mod news;
mod poll;
mod prediction;
mod score;

pub use advice::{best, combat_best, lock};
pub use board::{board, hand};
pub use catalogue::{card, deck, decks, verdict};
pub use combat::{combat_hand, combat_score, combat_threat};
pub use news::news;
pub use poll::{poll, poll_result};
pub use prediction::{odds, threat};
pub use score::score;

use qbcoach_protocol::Lane;

/// Separates the parts of a line.
pub const DOT: &str = " · ";

pub(crate) fn lane(lane: Lane) -> &'static str {
    match lane {
        Lane::Top => "TOP",
        Lane::Mid => "MID",
        Lane::Bot => "BOT",
    }
}

/// A probability in whole percent; 0 % and 100 % only if it is exactly that.
pub(crate) fn percent(chance: f64) -> String {
    let percent = 100.0 * chance;
    match percent {
        _ if percent <= 0.0 => "0 %".to_owned(),
        _ if percent < 1.0 => "under 1 %".to_owned(),
        _ if percent >= 100.0 => "100 %".to_owned(),
        _ if percent > 99.0 => "over 99 %".to_owned(),
        _ => format!("{percent:.0} %"),
    }
}

/// A number with its sign: `+3`, `-2`, `0`.
pub(crate) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        _ => format!("{number:+}"),
    }
}

pub(crate) fn counted(number: u32, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_not_rounded_to_0_or_100_percent() {
        let cases = [
            (0.0, "0 %"),
            (0.001, "under 1 %"),
            (0.414, "41 %"),
            (0.999, "over 99 %"),
            (1.0, "100 %"),
        ];
        for (chance, text) in cases {
            assert_eq!(percent(chance), text);
        }
    }
}
