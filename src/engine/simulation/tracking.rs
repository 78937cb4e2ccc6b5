//! Keeping the instances of a match up to date through moves and corrections.

use super::action::ActionRefusal;
use super::game_state::{GameState, Holdings, MatchMode};
use super::hand::{Hand, HeldCard};
use super::instances::{Instance, InstanceId, Location, Report};
use crate::rules::setup::TileCorrection;
use crate::rules::{Board, CardId, CardInPlay, CardKind, Cost, Event, Rulebook, Side, TileId};

impl GameState {
    /// Updates the instances by the events of a move.
    pub(super) fn follow(&mut self, book: &Rulebook, held: Option<HeldCard>, events: &[Event]) {
        let turn = self.turn;
        for event in events {
            match *event {
                Event::Destroyed { subject, .. } => {
                    if let Some(id) = self.instances.lift(subject.tile) {
                        self.instances.leave(id, turn);
                    }
                }
                Event::Played { subject, .. } => match held.and_then(|held| held.instance) {
                    Some(id) => {
                        self.instances.put(id, subject.tile);
                        let made_by = self.instances.get(id).and_then(|known| known.made_by);
                        self.position.board.set_maker(subject.tile, made_by);
                    }
                    None => {
                        self.instances.add(Instance {
                            card: subject.card,
                            side: subject.side,
                            made_by: match book.catalogue[subject.card].kind {
                                CardKind::Token => book.catalogue[subject.card].made_by,
                                CardKind::Collectible => None,
                            },
                            first_turn: turn,
                            location: Location::Board(subject.tile),
                            report: Report::True,
                        });
                    }
                },
                Event::Spawned { subject, by } => {
                    self.instances.add(Instance {
                        card: subject.card,
                        side: subject.side,
                        made_by: Some(by.card),
                        first_turn: turn,
                        location: Location::Board(subject.tile),
                        report: Report::True,
                    });
                }
                Event::AddedToHand { side, card, by } => {
                    let id = self.instances.add(Instance {
                        card,
                        side,
                        made_by: Some(by.card),
                        first_turn: turn,
                        location: Location::Hand,
                        report: Report::True,
                    });
                    self.holdings[side].hand.known.push(HeldCard {
                        card,
                        instance: Some(id),
                    });
                }
                _ => {}
            }
        }
    }

    /// Corrects tiles to what the real board shows. A card that is corrected from one
    /// tile to another stays the same instance; a card that is missing is gone.
    pub(super) fn resync(
        &mut self,
        book: &Rulebook,
        tiles: &[TileCorrection],
    ) -> Result<(), ActionRefusal> {
        let before = self.position;
        self.position.set_by_hand(book, tiles)?;
        let same = |tile: TileId| {
            let name = |board: &Board| board.card(tile).map(|c| (c.card, c.side));
            name(&before.board) == name(&self.position.board)
        };
        let changed: Vec<TileId> = TileId::all().filter(|tile| !same(*tile)).collect();
        let mut lifted = Vec::new();
        for tile in &changed {
            lifted.extend(self.instances.lift(*tile));
        }
        let mut added = Vec::new();
        for tile in changed {
            let Some(placed) = self.position.board.card(tile).copied() else {
                continue;
            };
            let moved = lifted.iter().position(|id| {
                let known = self.instances.get(*id);
                known.is_some_and(|known| (known.card, known.side) == (placed.card, placed.side))
            });
            match moved {
                Some(index) => self.instances.put(lifted.remove(index), tile),
                None => added.push((tile, placed)),
            }
        }
        // What is taken back comes first: the count of an enemy's cards never goes below 0.
        let mut never_played = Vec::new();
        for id in lifted {
            never_played.extend(self.retract_if_mistaken(book, id));
            self.instances.leave(id, self.turn);
        }
        for (tile, placed) in added {
            let is_yours = placed.side == Side::You
                && book.catalogue[placed.card].kind == CardKind::Collectible;
            match is_yours.then(|| never_played.pop()).flatten() {
                Some(wrong) => {
                    self.add_card_on(tile, Report::True);
                    self.exchange_play(wrong, placed.card);
                }
                None => {
                    self.add_card_on(tile, Report::Placed);
                    self.account_for_unreported_play(book, placed);
                }
            }
        }
        let back = Hand::of_known(never_played).known;
        self.holdings[Side::You].hand.known.extend(back);
        if before.is_over() && !self.position.is_over() {
            // The match continues with the turn that had not begun because of its end.
            self.begin_turn();
        }
        Ok(())
    }

    /// Takes back what was concluded from a card that was never there. That is so if the
    /// corrected tile holds another card of the same side, and not one that could have been
    /// played on the first. The other card is then counted as played in its stead, so an
    /// enemy has as many cards as before. Returns the card if it was reported as a play from
    /// your hand.
    fn retract_if_mistaken(&mut self, book: &Rulebook, id: InstanceId) -> Option<CardId> {
        let Some(Instance {
            card,
            side,
            made_by: None,
            location: Location::Board(tile),
            report,
            ..
        }) = self.instances.get(id).copied()
        else {
            return None;
        };
        let instead = self.position.board.card(tile).copied()?;
        let is_mistake = instead.side == side
            && instead.card != card
            && book.catalogue[card].kind == CardKind::Collectible
            && book.catalogue[instead.card].kind == CardKind::Collectible
            && book.catalogue[instead.card].cost != Cost::Replacement;
        if !is_mistake {
            return None;
        }
        self.instances.retract(id);
        if self.mode() != MatchMode::Live {
            return None;
        }
        if side == Side::You {
            return (report == Report::True).then_some(card);
        }
        let Holdings { hand, pile } = &mut self.holdings[side];
        pile.hide(card);
        hand.unknown += 1;
        None
    }

    /// Your play was of the right card, not of the wrong one: the wrong one is in your hand
    /// again, the right one is not. If it was not known to be in your hand, nothing says that
    /// the other one is: then that is one of the unseen cards.
    fn exchange_play(&mut self, wrong: CardId, right: CardId) {
        let Holdings { hand, pile } = &mut self.holdings[Side::You];
        let taken = hand.take_known(right);
        if taken.is_some() {
            hand.known.extend(Hand::of_known([wrong]).known);
        } else if pile.may_hold(right) {
            pile.reveal(right);
            pile.hide(wrong);
        }
        if let Some(id) = taken.and_then(|held| held.instance) {
            self.instances.leave(id, self.turn);
        }
    }

    /// Updates hand and pile for a card that a correction puts on the board: it was
    /// played without a report. Your known hand stays as you reported it; the enemy's
    /// loses the card or one unknown card.
    fn account_for_unreported_play(&mut self, book: &Rulebook, placed: CardInPlay) {
        let Holdings { hand, pile } = &mut self.holdings[placed.side];
        if hand.cards().contains(&placed.card)
            || book.catalogue[placed.card].kind == CardKind::Token
        {
            if placed.side == Side::Enemy {
                hand.take_known(placed.card);
            }
            return;
        }
        pile.reveal(placed.card);
        hand.unknown = hand.unknown.saturating_sub(1);
    }

    pub(super) fn add_all_cards(&mut self) {
        for tile in self.position.board.occupied().iter() {
            self.add_card_on(tile, Report::Placed);
        }
    }

    /// Adds an instance for the card on a tile whose play was not reported.
    fn add_card_on(&mut self, tile: TileId, report: Report) {
        if let Some(placed) = self.position.board.card(tile) {
            self.instances.add(Instance {
                card: placed.card,
                side: placed.side,
                made_by: placed.spawned_by,
                first_turn: self.turn,
                location: Location::Board(tile),
                report,
            });
        }
    }
}
