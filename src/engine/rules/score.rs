//! The score (RULES.md, section 10). Scoring reads the board and changes nothing.

use super::board::Board;
use super::card::Trait;
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

    /// The score for powers that were computed before.
    pub fn score_with(&self, book: &Rulebook, powers: &Powers) -> MatchScore {
        let bonus_cards = self.with_trait(Trait::ScoresForLanes);
        // The data allows only `lane_min_transfer` under this trigger. A card counts
        // once, however often it names the operation.
        let transfer_cards = self.with_trait(Trait::ScoresAtTheEnd);
        let mut score = MatchScore::default();
        for (lane, power) in Lane::ALL.into_iter().zip(self.lane_powers(powers).0) {
            let lane_score = &mut score.lanes[lane];
            lane_score.power = power;
            lane_score.winner = leader(power);
            let Some(winner) = lane_score.winner else {
                continue;
            };
            lane_score.points = power[winner];
            if !bonus_cards.or(transfer_cards).is_empty() {
                let winners_cards = self.cards_of(winner).and(lane.tiles());
                let transfers = match book.rules.lane_min_transfer {
                    LaneMinTransfer::OwnLane => transfer_cards.and(winners_cards).len() as i32,
                    LaneMinTransfer::Anywhere => i32::from(!transfer_cards.is_empty()),
                };
                lane_score.points += self.bonuses(book, bonus_cards.and(winners_cards))
                    + transfers * power.you.min(power.enemy);
            }
            score.totals[winner] += lane_score.points;
        }
        score
    }

    /// Each side's power in each lane.
    #[inline]
    pub(crate) fn lane_powers(&self, powers: &Powers) -> ByLane<BySide<i32>> {
        // An empty tile has the power 0.
        let all = powers.power.lane_sums();
        let enemy = self.cards_of(Side::Enemy).select(&powers.power).lane_sums();
        ByLane(std::array::from_fn(|lane| {
            BySide::new(all.0[lane] - enemy.0[lane], enemy.0[lane])
        }))
    }

    /// The bonus points of the cards on these tiles for winning their lane.
    fn bonuses(&self, book: &Rulebook, tiles: TileSet) -> i32 {
        let cards = tiles.iter().filter_map(|tile| self.card(tile));
        cards
            .map(|placed| book.catalogue.profile(placed.card).lane_bonus)
            .sum()
    }
}
