//! A board as one line, for comparing and for reading a failure.

use super::Knobs;
use super::data::Cards;
use super::power::Reading;
use super::state::{COLUMNS, LANES, Oracle, index, opponent};

impl Oracle {
    /// `y2`, `e1:1` and `.` are empty tiles; `y1[019=4+|d2|s0|f0]` holds a card: number, power,
    /// status, `power_delta`, `scale_delta` and the bits of the abilities that fired.
    pub fn dump(&self, cards: &Cards, knobs: &Knobs) -> String {
        let reading = self.read(cards, knobs);
        let mut lanes = Vec::new();
        for lane in 0..LANES {
            let tiles: Vec<String> = (0..COLUMNS)
                .map(|column| self.tile_text(lane * COLUMNS + column, &reading))
                .collect();
            lanes.push(tiles.join(" "));
        }
        lanes.join(" / ")
    }

    fn tile_text(&self, tile: usize, reading: &Reading) -> String {
        let ranks = self.ranks(tile);
        let mut text = match self.owner[tile] {
            Some(side) => {
                let (own, other) = (ranks[index(side)], ranks[index(opponent(side))]);
                if other == 0 {
                    format!("{side}{own}")
                } else {
                    format!("{side}{own}:{other}")
                }
            }
            None if ranks == [0, 0] => ".".to_owned(),
            // A neutral tile stays neutral when an undo leaves equal ranks on it.
            None => format!("n{}:{}", ranks[0], ranks[1]),
        };
        if let Some(id) = self.card_at(tile) {
            let card = &self.cards[&id];
            let sign = match reading.status[&id] {
                1 => "+",
                -1 => "-",
                _ => "",
            };
            let fired: u64 = card.fired.iter().map(|ability| 1 << ability).sum();
            text += &format!(
                "[{}={}{sign}|d{}|s{}|f{fired}]",
                card.number, reading.power[&id], card.power_delta, card.scale_delta
            );
        }
        text
    }
}
