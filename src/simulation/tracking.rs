//! Which card is which, through moves and corrections of a match.

use super::action::Refusal;
use super::game_state::{GameState, Holdings};
use super::hand::HeldCard;
use super::instances::{Instance, Place};
use crate::rules::setup::TileCorrection;
use crate::rules::{Board, CardInPlay, CardKind, Event, Rulebook, Side, TileId};

impl GameState {
    /// Keeps track of which card is which through the events of a move.
    pub(super) fn follow(&mut self, book: &Rulebook, held: Option<HeldCard>, events: &[Event]) {
        let turn = self.turn;
        for event in events {
            match *event {
                Event::Destroyed { actor, .. } => {
                    if let Some(id) = self.instances.lift(actor.tile) {
                        self.instances.leave(id, turn);
                    }
                }
                Event::Played { actor, .. } => match held.and_then(|held| held.instance) {
                    Some(id) => {
                        self.instances.put(id, actor.tile);
                        let made_by = self.instances.get(id).and_then(|known| known.made_by);
                        self.position.board.set_maker(actor.tile, made_by);
                    }
                    None => {
                        self.instances.add(Instance {
                            card: actor.card,
                            side: actor.side,
                            made_by: match book.catalogue[actor.card].kind {
                                CardKind::Token => book.catalogue[actor.card].made_by,
                                CardKind::Collectible => None,
                            },
                            first_turn: turn,
                            place: Place::Board(actor.tile),
                        });
                    }
                },
                Event::Spawned { actor, by } => {
                    self.instances.add(Instance {
                        card: actor.card,
                        side: actor.side,
                        made_by: Some(by.card),
                        first_turn: turn,
                        place: Place::Board(actor.tile),
                    });
                }
                Event::AddedToHand { side, card, by } => {
                    let id = self.instances.add(Instance {
                        card,
                        side,
                        made_by: Some(by.card),
                        first_turn: turn,
                        place: Place::Hand,
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

    /// The table really shows this. A card that is corrected from one tile to
    /// another has moved; one that is not there any more is gone.
    pub(super) fn resync(
        &mut self,
        book: &Rulebook,
        tiles: &[TileCorrection],
    ) -> Result<(), Refusal> {
        let before = self.position;
        self.position.board.set_by_hand(book, tiles)?;
        let same = |tile: TileId| {
            let name = |board: &Board| board.card(tile).map(|c| (c.card, c.side));
            name(&before.board) == name(&self.position.board)
        };
        let changed: Vec<TileId> = TileId::all().filter(|tile| !same(*tile)).collect();
        let mut lifted = Vec::new();
        for tile in &changed {
            lifted.extend(self.instances.lift(*tile));
        }
        for tile in changed {
            let Some(placed) = self.position.board.card(tile).copied() else {
                continue;
            };
            let moved = lifted.iter().position(|id| {
                let known = self.instances.get(*id);
                known.is_some_and(|known| (known.card, known.side) == (placed.card, placed.side))
            });
            match moved {
                Some(place) => self.instances.put(lifted.remove(place), tile),
                None => {
                    self.meet(tile);
                    self.leave_hand_unseen(book, placed);
                }
            }
        }
        for id in lifted {
            self.instances.leave(id, self.turn);
        }
        if before.is_over() && !self.position.is_over() {
            // The match goes on with the turn that its end had cut off.
            self.begin_turn();
        }
        Ok(())
    }

    /// A card that turns up on the table was played when nobody told. Your hand is
    /// still what you say it is; the enemy's has one unknown card less.
    fn leave_hand_unseen(&mut self, book: &Rulebook, placed: CardInPlay) {
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

    pub(super) fn meet_all_cards(&mut self) {
        for tile in self.position.board.occupied().iter() {
            self.meet(tile);
        }
    }

    /// A card that was not played before our eyes is seen for the first time.
    fn meet(&mut self, tile: TileId) {
        if let Some(placed) = self.position.board.card(tile) {
            self.instances.add(Instance {
                card: placed.card,
                side: placed.side,
                made_by: placed.spawned_by,
                first_turn: self.turn,
                place: Place::Board(tile),
            });
        }
    }
}
