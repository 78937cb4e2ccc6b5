//! Searches with other settings, and what a search imagines: for measuring and for tests.

use std::collections::BTreeMap;

use super::*;

impl Coach {
    /// As [`Coach::search`], with other settings. For measuring.
    #[doc(hidden)]
    pub fn search_in_style(
        &self,
        view: &AnnotatedState,
        style: &SearchStyle,
        limit: SearchLimit,
        threads: NonZeroUsize,
        watch: impl FnMut(&SearchReport) -> ControlFlow<()>,
    ) -> Result<SearchReport, CoachError> {
        let deals = Deals::new(&self.book, self.prediction(), view)?;
        let moves = self.moves(view)?;
        let never = StopSign::never();
        self.search_deals(view, moves, &deals, style, limit, threads, &never, watch)
    }

    /// These many worlds of a position, before any is weighed. For tests.
    #[doc(hidden)]
    pub fn imagined_deals(
        &self,
        view: &AnnotatedState,
        number: usize,
    ) -> Result<Vec<World>, CoachError> {
        let deals = Deals::new(&self.book, self.prediction(), view)?;
        Ok((0..number).map(|number| deals.world(number)).collect())
    }

    /// For each card that the enemy may hold, how often it is in the hand of these many
    /// deals: before and after they are weighed by the enemy's plays. For measuring.
    #[doc(hidden)]
    pub fn held_by_enemy(
        &self,
        view: &AnnotatedState,
        style: &SearchStyle,
        deals: usize,
    ) -> Result<Vec<(CardId, [f64; 2])>, CoachError> {
        let source = Deals::new(&self.book, self.prediction(), view)?;
        let leaf = LeafValue::new(&self.book, style);
        let dealt: Vec<World> = (0..deals).map(|number| source.world(number)).collect();
        let belief = style
            .belief
            .and_then(|style| PlayBelief::new(&self.book, &leaf, style, view, u64::MAX));
        let weights = match belief {
            Some(mut belief) => belief.weights(&dealt, source.certain(), &mut source.chance()),
            None => vec![1.0; dealt.len()],
        };
        let total: f64 = weights.iter().sum();
        let mut held: BTreeMap<CardId, [f64; 2]> = BTreeMap::new();
        for (world, weight) in dealt.iter().zip(weights) {
            for card in world.hands[Side::Enemy].kinds() {
                let [before, after] = held.entry(card).or_default();
                *before += 1.0 / deals as f64;
                *after += weight / total;
            }
        }
        Ok(held.into_iter().collect())
    }

    /// As [`Coach::search_in_style`], but it sees both hands and the order of both piles
    /// of a simulated match. It shows how much perfect knowledge would gain.
    #[doc(hidden)]
    pub fn search_true_deal(
        &self,
        view: &AnnotatedState,
        style: &SearchStyle,
        limit: SearchLimit,
        threads: NonZeroUsize,
        watch: impl FnMut(&SearchReport) -> ControlFlow<()>,
    ) -> Result<SearchReport, CoachError> {
        let style = SearchStyle {
            worlds: (1, 1),
            ..*style
        };
        let deals = Deals::true_deal(view);
        let moves = self.moves(view)?;
        let never = StopSign::never();
        self.search_deals(view, moves, &deals, &style, limit, threads, &never, watch)
    }
}
