//! The record of a match: every card seen, where it is, when it left.

use super::enemy_deck::{EnemyDeckKnowledge, cards_from_deck};
use super::error::{ObservationError, checked_origin, kind_of};
use super::observed_card::{ObservedCard, Origin};
use crate::rules::{CardId, Catalogue, Side, TileId};
use crate::simulation::game_state::GameState;
use crate::simulation::instances::{Instance, InstanceId, Place};

/// Two equal beginnings and two equal sequences of calls make equal observations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    observations: Vec<ObservedCard>,
    deck: EnemyDeckKnowledge,
    last_updated_turn: u32,
}

impl Observation {
    /// Nothing seen yet. The enemy's deck is known or it is not.
    pub fn new(known_enemy_deck: Option<Vec<CardId>>) -> Observation {
        Observation {
            deck: EnemyDeckKnowledge::new(known_enemy_deck),
            ..Observation::default()
        }
    }

    /// Forgets the match but not the enemy's known deck.
    pub fn reset(&mut self) {
        *self = Observation::new(self.deck.full.take());
    }

    /// A report that the enemy played a card. States seen later say more about it;
    /// a play that a state has already shown is not counted again.
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

    /// Takes over what a state shows, once all of its move has been resolved.
    pub fn update_from_game_state(
        &mut self,
        catalogue: &Catalogue,
        state: &GameState,
    ) -> Result<(), ObservationError> {
        if state.turn < self.last_updated_turn {
            return Err(ObservationError::TurnWentBack {
                last: self.last_updated_turn,
                turn: state.turn,
            });
        }
        check(catalogue, state)?;
        let mut next = self.clone();
        next.part_from_strangers(state);
        for (id, instance) in state.instances.iter() {
            next.see(ObservedCard::of(id, instance, catalogue));
        }
        next.close_old_reports(state.turn);
        next.deck = next.deck.after(&next.observations)?;
        next.last_updated_turn = state.turn;
        *self = next;
        Ok(())
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

    /// Tokens in play, in the hand and destroyed.
    pub fn enemy_tokens(&self) -> impl Iterator<Item = &ObservedCard> {
        self.enemy_observations()
            .filter(|seen| seen.origin == Origin::Token)
    }

    /// The cards of the enemy's deck not seen yet; none without a known deck.
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

    /// A turn has one play, so the same card on the same tile in the same turn is
    /// the same play. One from a hand was seen before its turn.
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

    /// The copy that was given to the enemy's hand first, as a play takes it.
    fn in_enemy_hand(&mut self, card: CardId) -> Option<&mut ObservedCard> {
        self.observations
            .iter_mut()
            .find(|seen| (seen.card, seen.side) == (card, Side::Enemy) && seen.is_in_hand())
    }

    /// A state made separately has other instances. There, the same card on the
    /// same tile is taken for the same one; what is not there is gone.
    fn part_from_strangers(&mut self, state: &GameState) {
        let mut parted = Vec::new();
        for (place, seen) in self.observations.iter_mut().enumerate() {
            let there = seen.instance.map(|id| state.instances.get(id));
            if there.is_some_and(|there| there.is_none_or(|there| !seen.may_be(there))) {
                seen.instance = None;
                parted.push(place);
            }
        }
        for place in parted {
            let seen = self.observations[place];
            let Some(tile) = seen.tile.filter(|_| seen.is_on_board()) else {
                continue;
            };
            let same = state.instances.on_tile(tile).filter(|id| {
                let there = state.instances.get(*id);
                there.is_some_and(|there| seen.may_be(there)) && self.place_of(*id).is_none()
            });
            let seen = &mut self.observations[place];
            seen.instance = same;
            seen.destroyed_on_turn = same.is_none().then_some(state.turn);
        }
    }

    fn place_of(&self, id: InstanceId) -> Option<usize> {
        let mut seen = self.observations.iter();
        seen.position(|seen| seen.instance == Some(id))
    }

    /// One card of a state: known, or reported before, or new.
    fn see(&mut self, mut shown: ObservedCard) {
        let known = shown.instance.and_then(|id| self.place_of(id));
        let report = self.report_of(&shown);
        let place = match (known, report) {
            (Some(known), Some(report)) if self.observations[known].tile.is_none() => {
                // It was played from the hand where we knew it: the report told of
                // this very card.
                self.observations.remove(report);
                Some(known - usize::from(report < known))
            }
            (Some(known), _) => Some(known),
            (None, report) => report,
        };
        match place {
            Some(place) => {
                let seen = &mut self.observations[place];
                shown.turn_observed = shown.turn_observed.min(seen.turn_observed);
                *seen = shown;
            }
            None => self.observations.push(shown),
        }
    }

    /// The report that told of a card before a state showed it: of the same turn
    /// if there is one, otherwise the newest.
    fn report_of(&self, shown: &ObservedCard) -> Option<usize> {
        let is_report = |seen: &ObservedCard| {
            seen.instance.is_none()
                && seen.is_on_board()
                && (seen.card, seen.side, seen.tile) == (shown.card, shown.side, shown.tile)
        };
        let reports = self.observations.iter().enumerate();
        let reports = reports.filter(|(_, seen)| is_report(seen));
        reports
            .max_by_key(|(place, seen)| (seen.turn_observed == shown.turn_observed, *place))
            .map(|(place, _)| place)
    }

    /// A reported card that no state of a later turn shows has left the board. A
    /// state of the turn of the play may be the one before it and proves nothing.
    fn close_old_reports(&mut self, turn: u32) {
        for seen in &mut self.observations {
            if seen.instance.is_none() && seen.is_on_board() && seen.turn_observed < turn {
                seen.destroyed_on_turn = Some(turn);
            }
        }
    }
}

/// Whether a state can be believed: known cards only, and the cards on its board
/// are those it has followed there.
fn check(catalogue: &Catalogue, state: &GameState) -> Result<(), ObservationError> {
    for (id, instance) in state.instances.iter() {
        kind_of(catalogue, instance.card)?;
        if let Place::Board(tile) = instance.place
            && state.instances.on_tile(tile) != Some(id)
        {
            return Err(ObservationError::Inconsistent { tile });
        }
    }
    for tile in TileId::all() {
        let followed = state.instances.on_tile(tile);
        let followed = followed.and_then(|id| state.instances.get(id));
        let followed = followed.map(|Instance { card, side, .. }| (*card, *side));
        let lies = state.position.board.card(tile);
        if followed != lies.map(|lies| (lies.card, lies.side)) {
            return Err(ObservationError::Inconsistent { tile });
        }
    }
    Ok(())
}
