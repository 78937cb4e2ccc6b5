//! The features of a position as the inputs of the network: a list of numbers and values.
//! Training uses this form; the search uses [`super::leaf_tables`].

use super::features::{
    FeatureReader, FeatureSink, MOST_LEAD, MOST_MARGIN, MOST_POWER, OTHER_INPUTS, OtherInput, Seen,
};
use super::search_state::SearchState;

/// The inputs of one tile, in this order.
mod tile {
    pub const OWN_CARD: usize = 0;
    pub const OWN_POWER: usize = 1;
    pub const OTHER_CARD: usize = 2;
    pub const OTHER_POWER: usize = 3;
    /// Rank 1, 2 and 3.
    pub const OWN_OPEN: usize = 4;
    pub const OTHER_OPEN: usize = 7;
    pub const INPUTS: usize = 10;
}

/// The inputs of one lane, in this order.
mod lane {
    pub const LEAD: usize = 0;
    pub const CLOSE_LEAD: usize = 1;
    pub const OWN_LEADS: usize = 2;
    pub const OTHER_LEADS: usize = 3;
    pub const INPUTS: usize = 4;
}

const LANES: usize = 15 * tile::INPUTS;
const MARGIN: usize = LANES + 3 * lane::INPUTS;
const OTHERS: usize = MARGIN + 3;
/// The number of inputs.
pub const INPUTS: usize = OTHERS + OTHER_INPUTS;

/// The inputs of one position that are not zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs(pub Vec<(u16, f32)>);

impl Inputs {
    pub fn of(reader: &FeatureReader, state: &SearchState) -> Inputs {
        let mut inputs = Inputs::default();
        reader.read(state, &mut inputs);
        inputs
    }

    fn add(&mut self, input: usize, value: f32) {
        self.0.push((input as u16, value));
    }
}

impl FeatureSink for Inputs {
    fn card(&mut self, tile: usize, whose: Seen, power: i32) {
        let first = tile * tile::INPUTS;
        let (card, strength) = match whose {
            Seen::Own => (tile::OWN_CARD, tile::OWN_POWER),
            Seen::Other => (tile::OTHER_CARD, tile::OTHER_POWER),
        };
        self.add(first + card, 1.0);
        self.add(first + strength, power as f32 / 4.0);
    }

    fn open_tile(&mut self, tile: usize, whose: Seen, rank: usize) {
        let open = match whose {
            Seen::Own => tile::OWN_OPEN,
            Seen::Other => tile::OTHER_OPEN,
        };
        self.add(tile * tile::INPUTS + open + rank - 1, 1.0);
    }

    fn lane(&mut self, lane: usize, lead: i32) {
        let first = LANES + lane * lane::INPUTS;
        if lead == 0 {
            return;
        }
        self.add(first + lane::LEAD, lead.clamp(-20, 20) as f32 / 10.0);
        self.add(
            first + lane::CLOSE_LEAD,
            lead as f32 / (4 + lead.abs()) as f32,
        );
        let leads = match lead {
            1.. => lane::OWN_LEADS,
            _ => lane::OTHER_LEADS,
        };
        self.add(first + leads, 1.0);
    }

    fn margin(&mut self, margin: i32) {
        self.add(MARGIN, margin.clamp(-40, 40) as f32 / 20.0);
        self.add(MARGIN + 1, margin as f32 / (6 + margin.abs()) as f32);
        self.add(MARGIN + 2, margin.signum() as f32);
    }

    fn other(&mut self, input: OtherInput, value: f32) {
        self.add(OTHERS + input.index(), value);
    }
}

/// The input that this one becomes when TOP and BOT are exchanged, which does not change a
/// position's value.
pub fn flipped_input(input: usize) -> usize {
    if input < LANES {
        flip(input, 5 * tile::INPUTS)
    } else if input < MARGIN {
        LANES + flip(input - LANES, lane::INPUTS)
    } else {
        input
    }
}

/// The place in the opposite one of three blocks of this size.
fn flip(place: usize, size: usize) -> usize {
    (2 - place / size) * size + place % size
}

/// Every single feature with the inputs it has, in the order of the tables.
pub(super) fn every_feature() -> Vec<Inputs> {
    let mut features = Vec::new();
    let mut add = |set: &dyn Fn(&mut Inputs)| {
        let mut inputs = Inputs::default();
        set(&mut inputs);
        features.push(inputs);
    };
    for tile in 0..15 {
        for whose in [Seen::Own, Seen::Other] {
            for power in 0..=MOST_POWER {
                add(&|inputs| inputs.card(tile, whose, power));
            }
            for rank in 1..=3 {
                add(&|inputs| inputs.open_tile(tile, whose, rank));
            }
        }
    }
    for lane in 0..3 {
        for lead in -MOST_LEAD..=MOST_LEAD {
            add(&|inputs| inputs.lane(lane, lead));
        }
    }
    for margin in -MOST_MARGIN..=MOST_MARGIN {
        add(&|inputs| inputs.margin(margin));
    }
    for input in 0..OTHER_INPUTS {
        add(&|inputs| inputs.add(OTHERS + input, 1.0));
    }
    features
}
