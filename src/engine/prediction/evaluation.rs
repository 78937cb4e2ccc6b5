//! The evaluation of a position, lane by lane (RULES.md, section 11).
//!
//! Each factor compares the two sides, so that the mirrored board has the
//! opposite value. The share of two amounts is `share(a, b) = (a − b) / (a + b + 0.1)`.
//! It lies between −1 and 1, and is near ±1 if only one side has anything.
//!
//! - `diff` is your lane power minus the enemy's.
//! - `stability` is the share of both sides' hold on the lane. Each card counts the
//!   part of a heavy attack (`HEAVY_ATTACK`) that it survives, and each open tile
//!   counts as `REINFORCEMENT` cards, because the lane can be reinforced from it.
//! - `access` is your lead in the ranks of open tiles, because more cards can be played
//!   on a tile of higher rank. A lead of more than `FULL_ACCESS` counts as
//!   `FULL_ACCESS`.
//! - `effect` is half the share of what auras would give to a card on an open tile.
//!
//! The constants inside the factors were chosen by self-play. The weights of the
//! factors come from the design documents.

use crate::rules::{Board, ByLane, BySide, Lane, Owner, Powers, Side, TileId};

pub(crate) const STABILITY_WEIGHT: f64 = 2.0;
pub(crate) const ACCESS_WEIGHT: f64 = 1.5;
pub(crate) const EFFECT_WEIGHT: f64 = 1.0;

/// The loss of power that the heaviest common attack deals.
const HEAVY_ATTACK: i32 = 8;
/// How many completely stable cards an open tile counts as.
const REINFORCEMENT: i32 = 3;
/// The lead in open ranks that counts as full access.
const FULL_ACCESS: f64 = 2.0;
/// Added to the divisor of a share, so that it is never zero.
const SHARE_OFFSET: f64 = 0.1;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LaneValue {
    pub diff: i32,
    /// Between −1 and 1.
    pub stability: f64,
    /// Between −1 and 1.
    pub access: f64,
    /// Between −0.5 and 0.5.
    pub effect: f64,
}

impl LaneValue {
    pub fn value(&self) -> f64 {
        f64::from(self.diff)
            + STABILITY_WEIGHT * self.stability
            + ACCESS_WEIGHT * self.access
            + EFFECT_WEIGHT * self.effect
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    pub lanes: ByLane<LaneValue>,
}

impl Evaluation {
    /// Positive if you are ahead.
    pub fn total(&self) -> f64 {
        self.lanes.0.iter().map(LaneValue::value).sum()
    }
}

/// The value of a board whose powers were already computed.
///
/// All amounts are whole numbers until the shares are taken: holds are counted in parts
/// of one [`HEAVY_ATTACK`]th of a card. So the order of adding does not matter.
pub fn evaluate(board: &Board, powers: &Powers) -> Evaluation {
    let both = BySide::new(Side::You, Side::Enemy);
    let open = both.map(|side| OpenTiles::of(board, side));
    let cards = both.map(|side| LaneCards::of(board, powers, side));
    let favour = effect_favour(board, powers);
    let mut evaluation = Evaluation::default();
    for lane in Lane::ALL {
        let hold = both.map(|side| cards[side].hold_with(&open[side], lane));
        let lead = f64::from(open.you.ranks(lane) - open.enemy.ranks(lane));
        let favour = favour[lane].map(f64::from);
        evaluation.lanes[lane] = LaneValue {
            diff: cards.you.power[lane] - cards.enemy.power[lane],
            stability: share(hold.you, hold.enemy),
            access: (lead / FULL_ACCESS).clamp(-1.0, 1.0),
            effect: 0.5 * share(favour.you, favour.enemy),
        };
    }
    evaluation
}

/// The power of a side's cards in each lane, and their hold on it.
struct LaneCards {
    power: ByLane<i32>,
    hold: ByLane<i32>,
}

impl LaneCards {
    fn of(board: &Board, powers: &Powers, side: Side) -> LaneCards {
        let cards = board.cards_of(side);
        let hold = powers.power.map(|power| (power - 1).clamp(0, HEAVY_ATTACK));
        LaneCards {
            power: cards.select(&powers.power).lane_sums(),
            hold: cards.select(&hold).lane_sums(),
        }
    }

    /// The hold of the cards together with that of the open tiles.
    fn hold_with(&self, open: &OpenTiles, lane: Lane) -> f64 {
        let hold = self.hold[lane] + REINFORCEMENT * HEAVY_ATTACK * open.number(lane);
        f64::from(hold) / f64::from(HEAVY_ATTACK)
    }
}

/// The number of a side's open tiles in each lane and the sum of their ranks, as three
/// numbers of five bits each.
struct OpenTiles {
    numbers: u64,
    ranks: u64,
}

impl OpenTiles {
    fn of(board: &Board, side: Side) -> OpenTiles {
        // The first tile of each lane, in four sets of sixteen bits.
        const FIRST: u64 = 0x0421_0421_0421_0421;
        let open = board.open_to(side);
        // The sum of the ranks is the number of tiles of rank 1 or more, plus that of rank
        // 2 or more, plus that of rank 3. All four sets are counted at once: adding the
        // five bits of a lane to its first one gives the number of them that are set.
        let sets = u64::from(open.bits()) | board.pawns().visible().within(open) << 16;
        let numbers = (0..5).map(|column| sets >> column & FIRST).sum::<u64>();
        OpenTiles {
            numbers,
            ranks: (numbers >> 16) + (numbers >> 32) + (numbers >> 48),
        }
    }

    fn number(&self, lane: Lane) -> i32 {
        (self.numbers >> (5 * lane as u64) & 0b11111) as i32
    }

    fn ranks(&self, lane: Lane) -> i32 {
        (self.ranks >> (5 * lane as u64) & 0b11111) as i32
    }
}

/// What auras would give to cards on open tiles, by the side that it favours: what they
/// would take from your cards is in the enemy's favour.
fn effect_favour(board: &Board, powers: &Powers) -> ByLane<BySide<i32>> {
    let mut favour = ByLane::<BySide<i32>>::default();
    if !board.has_auras() {
        return favour;
    }
    for side in Side::BOTH {
        for tile in board.open_to(side).iter() {
            let gain = powers.gains[side][tile];
            let lane = &mut favour[tile.lane()];
            lane[side] += gain.max(0);
            lane[side.opponent()] += (-gain).max(0);
        }
    }
    favour
}

fn share(a: f64, b: f64) -> f64 {
    (a - b) / (a + b + SHARE_OFFSET)
}

/// The value of a tile in the pressure of a reply (RULES.md, section 12): the enemy's
/// power on it, or minus your power. On an empty tile it is the visible rank, positive
/// if the enemy owns the tile and negative if you do.
pub(crate) fn tile_value_for_enemy(board: &Board, powers: &Powers, tile: TileId) -> i32 {
    let (side, worth) = match (board.card(tile), board.owner(tile)) {
        (Some(card), _) => (card.side, powers.power[tile]),
        (None, Owner::Held(side)) => (side, board.visible_rank(tile).get().into()),
        (None, Owner::Neutral) => return 0,
    };
    match side {
        Side::Enemy => worth,
        Side::You => -worth,
    }
}
