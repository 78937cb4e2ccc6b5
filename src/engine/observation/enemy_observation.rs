//! The observation of a match: every card seen, its tile, and when it left the board, and
//! the enemy's turns.

use std::sync::Arc;

use super::enemy_deck::{EnemyDeckKnowledge, cards_from_deck};
use super::enemy_turn::EnemyTurn;
use super::error::{ObservationError, checked_origin, kind_of};
use super::observed_card::{ObservedCard, Origin};
use crate::rules::{CardId, Catalogue, Side, TileId};
use crate::simulation::game_state::GameState;
use crate::simulation::instances::{Instance, InstanceId, Location};

/// Deterministic: the same start and the same calls give equal observations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    observations: Vec<ObservedCard>,
    deck: EnemyDeckKnowledge,
    last_updated_turn: u32,
    /// Shared, because a session keeps a copy of the observation for every action.
    enemy_turns: Vec<Arc<EnemyTurn>>,
}

impl Observation {
    /// An observation of nothing yet.
    pub fn new(known_enemy_deck: Option<Vec<CardId>>) -> Observation {
        Observation {
            deck: EnemyDeckKnowledge::new(known_enemy_deck),
            ..Observation::default()
        }
    }

    /// Forgets everything seen, but keeps the enemy's known deck.
    pub fn reset(&mut self) {
        *self = Observation::new(self.deck.full.take());
    }

    /// The same observation, but the enemy's deck is this one, or is not known. The cards
    /// seen from it must be in it.
    pub(crate) fn with_enemy_deck(
        &self,
        deck: Option<Vec<CardId>>,
    ) -> Result<Observation, ObservationError> {
        let deck = EnemyDeckKnowledge::new(deck).after(&self.observations)?;
        Ok(Observation {
            deck,
            ..self.clone()
        })
    }

    /// Records a reported play of the enemy. A later state that shows the card
    /// completes the record. A play that a state has already shown is not counted
    /// again.
    pub fn register_enemy_play(
        &mut self,
        catalogue: &Catalogue,
        card: CardId,
        tile: TileId,
        turn: u32,
        origin: Origin,
    ) -> Result<(), ObservationError> {
        let origin = checked_origin(catalogue, card, origin)?;
        if self.has_seen_play(card, tile, turn) {
            return Ok(());
        }
        let mut next = self.clone();
        match next.in_enemy_hand(card) {
            Some(held) if origin != Origin::Deck => held.tile = Some(tile),
            _ => next.observations.push(ObservedCard {
                card,
                side: Side::Enemy,
                origin,
                turn_observed: turn,
                tile: Some(tile),
                destroyed_on_turn: None,
                instance: None,
            }),
        }
        next.deck = next.deck.after(&next.observations)?;
        *self = next;
        Ok(())
    }

    /// Records what a state shows. Its last move must be completely resolved. On an error
    /// nothing changes.
    pub fn update_from_game_state(
        &mut self,
        catalogue: &Catalogue,
        state: &GameState,
    ) -> Result<(), ObservationError> {
        *self = self.after_game_state(catalogue, state)?;
        Ok(())
    }

    /// The observation with the cards that a state shows.
    pub(crate) fn after_game_state(
        &self,
        catalogue: &Catalogue,
        state: &GameState,
    ) -> Result<Observation, ObservationError> {
        if state.turn < self.last_updated_turn {
            return Err(ObservationError::TurnWentBack {
                last: self.last_updated_turn,
                turn: state.turn,
            });
        }
        check(catalogue, state)?;
        let mut next = self.clone();
        next.unlink_foreign_instances(state);
        for (id, instance) in state.instances.iter() {
            next.see(ObservedCard::of(id, instance, catalogue));
        }
        next.close_old_reports(state.turn);
        next.deck = next.deck.after(&next.observations)?;
        next.last_updated_turn = state.turn;
        Ok(next)
    }

    /// Records a move of the enemy.
    pub(super) fn note_enemy_turn(&mut self, turn: EnemyTurn) {
        self.enemy_turns.push(Arc::new(turn));
    }

    /// Forgets the enemy's turns: a correction showed that the boards before it were not
    /// as they had been reported.
    pub(super) fn forget_enemy_turns(&mut self) {
        self.enemy_turns.clear();
    }

    /// The enemy's turns since the start or the last correction of the board, in order.
    pub fn enemy_turns(&self) -> &[Arc<EnemyTurn>] {
        &self.enemy_turns
    }

    /// Every card seen of both sides, in the order they were seen.
    pub fn observations(&self) -> &[ObservedCard] {
        &self.observations
    }

    pub fn enemy_observations(&self) -> impl Iterator<Item = &ObservedCard> {
        let seen = self.observations.iter();
        seen.filter(|seen| seen.side == Side::Enemy)
    }

    pub fn enemy_board_cards(&self) -> impl Iterator<Item = &ObservedCard> {
        self.enemy_observations().filter(|seen| seen.is_on_board())
    }

    pub fn enemy_destroyed_cards(&self) -> impl Iterator<Item = &ObservedCard> {
        self.enemy_observations()
            .filter(|seen| seen.destroyed_on_turn.is_some())
    }

    /// The enemy's tokens in play, in its hand and destroyed.
    pub fn enemy_tokens(&self) -> impl Iterator<Item = &ObservedCard> {
        self.enemy_observations()
            .filter(|seen| seen.origin == Origin::Token)
    }

    /// The cards of the enemy's deck not seen yet; `None` if the deck is not known.
    pub fn known_enemy_deck_remaining(&self) -> Option<&[CardId]> {
        self.deck.full.as_ref().map(|_| &*self.deck.remaining)
    }

    /// The cards seen from a side's deck, alive or destroyed, in the order they
    /// were seen.
    pub fn seen_deck_cards(&self, side: Side) -> Vec<CardId> {
        cards_from_deck(&self.observations, side)
    }

    pub fn deck(&self) -> &EnemyDeckKnowledge {
        &self.deck
    }

    /// The turn of the latest state seen, 0 before the first. It never decreases.
    pub fn last_updated_turn(&self) -> u32 {
        self.last_updated_turn
    }

    /// Whether a state has already shown this play. A turn has one play, so the same
    /// card on the same tile in the same turn is the same play. A card that an effect
    /// gave to the hand was observed before the turn of its play.
    fn has_seen_play(&self, card: CardId, tile: TileId, turn: u32) -> bool {
        self.enemy_observations().any(|seen| {
            let there_by_then = seen.turn_observed < turn
                && turn < self.last_updated_turn
                && seen.destroyed_on_turn.is_none_or(|left| left >= turn);
            seen.instance.is_some()
                && (seen.card, seen.tile) == (card, Some(tile))
                && (seen.turn_observed == turn || there_by_then)
        })
    }

    /// The record of the copy that was given to the enemy's hand first: a play takes
    /// the oldest copy.
    fn in_enemy_hand(&mut self, card: CardId) -> Option<&mut ObservedCard> {
        self.observations
            .iter_mut()
            .find(|seen| (seen.card, seen.side) == (card, Side::Enemy) && seen.is_in_hand())
    }

    /// Matches records with a state that did not develop from the last one and so has
    /// other instances. The same card of the same side on the same tile counts as the
    /// same card; a card that is not there any more counts as destroyed.
    fn unlink_foreign_instances(&mut self, state: &GameState) {
        let mut unlinked = Vec::new();
        for (index, seen) in self.observations.iter_mut().enumerate() {
            let there = seen.instance.map(|id| state.instances.get(id));
            if there.is_some_and(|there| there.is_none_or(|there| !seen.may_be(there))) {
                seen.instance = None;
                unlinked.push(index);
            }
        }
        for index in unlinked {
            let seen = self.observations[index];
            let Some(tile) = seen.tile.filter(|_| seen.is_on_board()) else {
                continue;
            };
            let same = state.instances.on_tile(tile).filter(|id| {
                let there = state.instances.get(*id);
                there.is_some_and(|there| seen.may_be(there)) && self.index_of(*id).is_none()
            });
            let seen = &mut self.observations[index];
            seen.instance = same;
            seen.destroyed_on_turn = same.is_none().then_some(state.turn);
        }
    }

    fn index_of(&self, id: InstanceId) -> Option<usize> {
        let mut seen = self.observations.iter();
        seen.position(|seen| seen.instance == Some(id))
    }

    /// Records one card of a state: in the record of its instance, in that of an
    /// earlier report, or in a new one.
    fn see(&mut self, mut shown: ObservedCard) {
        let known = shown.instance.and_then(|id| self.index_of(id));
        let report = self.report_of(&shown);
        let index = match (known, report) {
            (Some(known), Some(report)) if self.observations[known].tile.is_none() => {
                // The card was observed in the hand and then reported as played. Both
                // records are of the same card.
                self.observations.remove(report);
                Some(known - usize::from(report < known))
            }
            (Some(known), _) => Some(known),
            (None, report) => report,
        };
        match index {
            Some(index) => {
                let seen = &mut self.observations[index];
                shown.turn_observed = shown.turn_observed.min(seen.turn_observed);
                *seen = shown;
            }
            None => self.observations.push(shown),
        }
    }

    /// The report of a card that a state now shows: the one of the same turn if there
    /// is one, otherwise the newest.
    fn report_of(&self, shown: &ObservedCard) -> Option<usize> {
        let is_report = |seen: &ObservedCard| {
            seen.instance.is_none()
                && seen.is_on_board()
                && (seen.card, seen.side, seen.tile) == (shown.card, shown.side, shown.tile)
        };
        let reports = self.observations.iter().enumerate();
        let reports = reports.filter(|(_, seen)| is_report(seen));
        reports
            .max_by_key(|(index, seen)| (seen.turn_observed == shown.turn_observed, *index))
            .map(|(index, _)| index)
    }

    /// Marks reported cards that this state does not show as gone. Only states of a
    /// later turn count: a state of the turn of the report may be from before the play.
    fn close_old_reports(&mut self, turn: u32) {
        for seen in &mut self.observations {
            if seen.instance.is_none() && seen.is_on_board() && seen.turn_observed < turn {
                seen.destroyed_on_turn = Some(turn);
            }
        }
    }
}

/// Checks that a state has only cards of the catalogue and that its board agrees with
/// its list of instances.
fn check(catalogue: &Catalogue, state: &GameState) -> Result<(), ObservationError> {
    for (id, instance) in state.instances.iter() {
        kind_of(catalogue, instance.card)?;
        if let Location::Board(tile) = instance.location
            && state.instances.on_tile(tile) != Some(id)
        {
            return Err(ObservationError::Inconsistent { tile });
        }
    }
    for tile in TileId::all() {
        let tracked = state.instances.on_tile(tile);
        let tracked = tracked.and_then(|id| state.instances.get(id));
        let tracked = tracked.map(|Instance { card, side, .. }| (*card, *side));
        let on_board = state.position.board.card(tile);
        if tracked != on_board.map(|placed| (placed.card, placed.side)) {
            return Err(ObservationError::Inconsistent { tile });
        }
    }
    Ok(())
}
