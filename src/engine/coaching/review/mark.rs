//! Marks for moves, and the accuracy of a side. Both follow from the loss in win chance
//! alone.

use qbcoach_basics::words;

use super::win_share::WinShare;

words! {
    /// How bad a move was, by how much win chance it lost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Mark {
        /// At least 5%.
        Inaccuracy = "inaccuracy",
        /// At least 10%.
        Mistake = "mistake",
        /// At least 20%.
        Blunder = "blunder",
    }
}

/// The least loss of each mark, the worst first.
const LEAST_LOSS: [(WinShare, Mark); 3] = [
    (WinShare::from_percent(20), Mark::Blunder),
    (WinShare::from_percent(10), Mark::Mistake),
    (WinShare::from_percent(5), Mark::Inaccuracy),
];

/// This loss halves the accuracy of a move.
const HALVING_LOSS: WinShare = WinShare::from_percent(10);

impl Mark {
    pub fn of_loss(loss: WinShare) -> Option<Mark> {
        let mut marks = LEAST_LOSS.into_iter();
        marks
            .find(|(least, _)| loss >= *least)
            .map(|(_, mark)| mark)
    }
}

/// The accuracy of several moves in percent: a move that loses nothing counts 100, every
/// 10% of lost win chance halves that, and the accuracy is the average, with one digit
/// behind the point. None without moves.
pub fn accuracy(losses: &[WinShare]) -> Option<f64> {
    if losses.is_empty() {
        return None;
    }
    let of_move = |loss: &WinShare| 100.0 * 0.5_f64.powf(loss.chance() / HALVING_LOSS.chance());
    let average = losses.iter().map(of_move).sum::<f64>() / losses.len() as f64;
    Some((average * 10.0).round() / 10.0)
}
