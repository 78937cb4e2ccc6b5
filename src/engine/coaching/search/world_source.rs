//! Worlds for a search: dealt, weighed by what the enemy's plays say, and drawn from by
//! their weights.

use super::deals::Deals;
use super::play_belief::PlayBelief;
use super::world::World;
use qbcoach_basics::chance::Chance;

pub(super) struct WorldSource<'a> {
    deals: &'a Deals,
    /// The belief, and how many deals are weighed for each world.
    belief: Option<(PlayBelief<'a>, usize)>,
    chance: Chance,
    dealt: usize,
}

impl<'a> WorldSource<'a> {
    pub fn new(deals: &'a Deals, belief: Option<(PlayBelief<'a>, usize)>) -> WorldSource<'a> {
        WorldSource {
            belief: belief.filter(|_| !deals.is_known()),
            chance: deals.chance(),
            deals,
            dealt: 0,
        }
    }

    /// How many plays were simulated to weigh worlds.
    pub fn nodes(&self) -> u64 {
        self.belief.as_ref().map_or(0, |(belief, _)| belief.nodes)
    }

    /// Further worlds. They are other ones than those before.
    pub fn next(&mut self, number: usize) -> Vec<World> {
        let Some((belief, candidates)) = &mut self.belief else {
            return deal(self.deals, &mut self.dealt, number);
        };
        let dealt = deal(self.deals, &mut self.dealt, number * (*candidates).max(1));
        let weights = belief.weights(&dealt, self.deals.certain(), &mut self.chance);
        let mut total = 0.0;
        let ends: Vec<f64> = weights
            .iter()
            .map(|weight| {
                total += weight;
                total
            })
            .collect();
        // Evenly spaced points on the line of weights: each deal is drawn about as often
        // as it deserves.
        let points = (0..number).map(|index| (index as f64 + 0.5) / number as f64 * total);
        let drawn = points.map(|point| {
            let place = ends.partition_point(|end| *end <= point);
            dealt[place.min(dealt.len() - 1)].clone()
        });
        drawn.collect()
    }
}

fn deal(deals: &Deals, dealt: &mut usize, number: usize) -> Vec<World> {
    let first = *dealt;
    *dealt += number;
    (first..*dealt).map(|number| deals.world(number)).collect()
}
