//! The score (RULES 10): read from the board, changing nothing.

use super::board::Board;
use super::effect::{Operation, Trigger};
use super::knobs::LaneMinTransfer;
use super::power::Powers;
use super::rulebook::Rulebook;
use super::side::{BySide, Side};
use super::tile::{ByLane, Lane, TileSet};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LaneScore {
    pub power: BySide<i32>,
    pub winner: Option<Side>,
    /// The winner's points; 0 in a drawn lane.
    pub points: i32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MatchScore {
    pub lanes: ByLane<LaneScore>,
    pub totals: BySide<i32>,
}

impl MatchScore {
    /// Positive when you are ahead.
    pub fn margin(&self) -> i32 {
        self.totals.you - self.totals.enemy
    }

    pub fn winner(&self) -> Option<Side> {
        leader(self.totals)
    }
}

fn leader(values: BySide<i32>) -> Option<Side> {
    match values.you.cmp(&values.enemy) {
        std::cmp::Ordering::Greater => Some(Side::You),
        std::cmp::Ordering::Less => Some(Side::Enemy),
        std::cmp::Ordering::Equal => None,
    }
}

impl Board {
    pub fn score(&self, book: &Rulebook) -> MatchScore {
        self.score_with(book, &self.powers(book))
    }

    /// The score for powers that are known already.
    pub fn score_with(&self, book: &Rulebook, powers: &Powers) -> MatchScore {
        let bonus_cards = self.cards_with(book, Trigger::OnLaneWin);
        // Nothing but a transfer stands under this trigger, and it counts once for
        // each card, however often the card says it.
        let transfer_cards = self.cards_with(book, Trigger::OnRoundEnd);
        let mut score = MatchScore::default();
        for lane in Lane::ALL {
            let power_of = |side: Side| -> i32 {
                let cards = self.cards_of(side).and(lane.tiles());
                cards.iter().map(|tile| powers.power[tile]).sum()
            };
            let power = BySide::new(power_of(Side::You), power_of(Side::Enemy));
            let lane_score = &mut score.lanes[lane];
            lane_score.power = power;
            lane_score.winner = leader(power);
            let Some(winner) = lane_score.winner else {
                continue;
            };
            let winners_cards = self.cards_of(winner).and(lane.tiles());
            let transfers = match book.rules.lane_min_transfer {
                LaneMinTransfer::OwnLane => transfer_cards.and(winners_cards).len() as i32,
                LaneMinTransfer::Anywhere => i32::from(!transfer_cards.is_empty()),
            };
            lane_score.points = power[winner]
                + self.bonuses(book, bonus_cards.and(winners_cards))
                + transfers * power.you.min(power.enemy);
            score.totals[winner] += lane_score.points;
        }
        score
    }

    /// The tiles whose card has an ability at `trigger`.
    fn cards_with(&self, book: &Rulebook, trigger: Trigger) -> TileSet {
        let mut tiles = TileSet::EMPTY;
        for tile in self.occupied().iter() {
            if let Some(placed) = self.card(tile)
                && book.catalogue.plan(placed.card).has(trigger)
            {
                tiles.insert(tile);
            }
        }
        tiles
    }

    /// The bonus points the cards on these tiles give for a lane their side wins.
    fn bonuses(&self, book: &Rulebook, tiles: TileSet) -> i32 {
        let effects = tiles
            .iter()
            .filter_map(|tile| self.card(tile))
            .flat_map(|placed| &book.catalogue[placed.card].effects);
        effects
            .flat_map(|effect| &effect.operations)
            .map(|operation| match operation {
                Operation::ScoreBonus { points } => *points,
                _ => 0,
            })
            .sum()
    }
}
