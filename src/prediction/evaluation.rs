//! The worth of a position: the engine seed's lane evaluator (RULES 11).
//!
//! Each factor compares the two sides, so that the mirrored board has the
//! opposite value. With `share(a, b) = (a − b) / (a + b + 0.1)`, which lies
//! between −1 and 1 and is nearly ±1 as soon as one side has something and the
//! other nothing:
//!
//! - `diff` is your lane power minus the enemy's.
//! - `stability` is the share of what would hold: for each card the part of a
//!   heavy blow ([`HEAVY_BLOW`]) that it survives, and [`REINFORCEMENT`] cards for
//!   each open tile from which the lane can be reinforced next turn.
//! - `access` is your lead in the ranks of open tiles, for a tile of higher rank
//!   takes more cards; a lead of [`FULL_ACCESS`] is as good as any.
//! - `effect` is half the share of what lasting effects would give to a card that
//!   is put on an open tile.
//!
//! The constants inside the factors were chosen by self-play; the weights between
//! them are the seed's.

use crate::rules::{Board, ByLane, BySide, ByTile, Lane, Owner, Powers, Rulebook, Side, TileId};

pub const STABILITY_WEIGHT: f64 = 2.0;
pub const ACCESS_WEIGHT: f64 = 1.5;
pub const EFFECT_WEIGHT: f64 = 1.0;

/// The loss of power that the heaviest common attack deals.
const HEAVY_BLOW: i32 = 8;
/// The cards that an open tile is worth for holding its lane.
const REINFORCEMENT: f64 = 3.0;
/// The lead in open ranks from which on a lane is all one side's to play in.
const FULL_ACCESS: f64 = 2.0;
/// How much of nothing each side has anyway, so that no share divides by zero.
const NEXT_TO_NOTHING: f64 = 0.1;

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
    /// Positive when you are ahead.
    pub fn total(&self) -> f64 {
        self.lanes.0.iter().map(LaneValue::value).sum()
    }
}

/// The value of a position whose powers are known already.
pub fn evaluate(book: &Rulebook, board: &Board, powers: &Powers) -> Evaluation {
    let gains = board.lasting_gains(book);
    let mut evaluation = Evaluation::default();
    for lane in Lane::ALL {
        evaluation.lanes[lane] = evaluate_lane(board, powers, &gains, lane);
    }
    evaluation
}

fn evaluate_lane(
    board: &Board,
    powers: &Powers,
    gains: &BySide<ByTile<i32>>,
    lane: Lane,
) -> LaneValue {
    let mut power = BySide::new(0, 0);
    let mut hold = BySide::new(0.0, 0.0);
    let mut open = BySide::new(0.0, 0.0);
    let mut gain = BySide::new(0.0, 0.0);
    let mut loss = BySide::new(0.0, 0.0);
    for tile in lane.tiles().iter() {
        match (board.card(tile), board.owner(tile)) {
            (Some(card), _) => {
                let now = powers.power[tile];
                power[card.side] += now;
                hold[card.side] +=
                    f64::from((now - 1).clamp(0, HEAVY_BLOW)) / f64::from(HEAVY_BLOW);
            }
            (None, Owner::Held(side)) => {
                hold[side] += REINFORCEMENT;
                open[side] += f64::from(board.visible_rank(tile).get());
                let lasting = gains[side][tile];
                gain[side] += f64::from(lasting.max(0));
                loss[side] += f64::from((-lasting).max(0));
            }
            (None, Owner::Neutral) => {}
        }
    }
    LaneValue {
        diff: power.you - power.enemy,
        stability: share(hold.you, hold.enemy),
        access: ((open.you - open.enemy) / FULL_ACCESS).clamp(-1.0, 1.0),
        // What hurts your cards is as good for the enemy as what helps his.
        effect: 0.5 * share(gain.you + loss.enemy, gain.enemy + loss.you),
    }
}

fn share(a: f64, b: f64) -> f64 {
    (a - b) / (a + b + NEXT_TO_NOTHING)
}

/// What a tile counts for in the pressure of a reply (RULES 12): power for the
/// enemy, less power for you; on an empty tile its rank for whoever owns it.
pub fn tile_worth_to_enemy(board: &Board, powers: &Powers, tile: TileId) -> i32 {
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
