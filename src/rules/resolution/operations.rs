//! The operations of abilities (effects 1 and 3, RULES 7 and 9).

use super::Resolution;
use crate::rules::board::CardInPlay;
use crate::rules::card::{CardId, Rank};
use crate::rules::effect::{Multiplier, Operation, ReplaceMode, Scope};
use crate::rules::event::{Actor, Event, EventSink};
use crate::rules::side::Owner;
use crate::rules::tile::TileSet;

impl<S: EventSink> Resolution<'_, S> {
    /// One operation of the ability of `actor`, followed by a look where it may
    /// have changed a power.
    pub(super) fn operate(
        &mut self,
        actor: Actor,
        placed: CardInPlay,
        scope: Scope,
        operation: &Operation,
    ) {
        match operation {
            Operation::ModifyPower { amount, times } => {
                let amount = match times {
                    Multiplier::Once => *amount,
                    Multiplier::ReplacedPawns => amount * i32::from(placed.replaced_pawns.get()),
                };
                self.modify_power(actor, scope, amount);
            }
            Operation::ReplaceAlly(mode) => match mode {
                ReplaceMode::Neutral => {}
                ReplaceMode::Raise => self.modify_power(actor, scope, self.replaced_power),
                ReplaceMode::Lower => self.modify_power(actor, scope, -self.replaced_power),
            },
            Operation::GrowPower { amount } => {
                if let Some(grown) = self.board.cards[actor.tile].as_mut() {
                    grown.grow(*amount);
                }
                self.look(Some(actor), TileSet::EMPTY);
            }
            Operation::DestroyCards => self.mark(actor, scope),
            Operation::AddToHand(cards) => {
                for card in cards {
                    self.sink.event(Event::AddedToHand {
                        side: actor.side,
                        card: *card,
                        by: actor,
                    });
                }
            }
            Operation::SpawnToken(tokens) => self.spawn(actor, tokens),
            Operation::ExpandPositions => self.expand(actor),
            // Lasting power and scores are read from the board, and the amount of
            // a card's pawns was used when they were laid.
            Operation::CountPower { .. }
            | Operation::ModifyTileRanks { .. }
            | Operation::ScoreBonus { .. }
            | Operation::LaneMinTransfer => {}
        }
    }

    /// The cards a scope means; the source too, where it lies within.
    fn targets(&self, actor: Actor, scope: Scope) -> TileSet {
        match scope {
            Scope::ItSelf => TileSet::of(actor.tile),
            Scope::Cards(whose, reach) => self.book.catalogue[actor.card]
                .reach(reach, actor.side, actor.tile)
                .and(self.board.cards_of_whose(whose, actor.side)),
            Scope::Hand | Scope::Positions | Scope::EmptyPositions | Scope::LaneOwner => {
                TileSet::EMPTY
            }
        }
    }

    fn modify_power(&mut self, actor: Actor, scope: Scope, amount: i32) {
        let targets = self.targets(actor, scope);
        if amount == 0 || targets.is_empty() {
            return;
        }
        let source = self.instance(actor.tile);
        for tile in targets.iter() {
            if let Some(placed) = self.board.cards[tile].as_mut() {
                placed.change_power(amount);
            }
            if amount < 0 {
                self.blame[tile].lowerer = Some(source);
            }
        }
        let lowered = if amount < 0 { targets } else { TileSet::EMPTY };
        self.look(Some(actor), lowered);
    }

    fn mark(&mut self, actor: Actor, scope: Scope) {
        let source = self.instance(actor.tile);
        for tile in self.targets(actor, scope).iter() {
            self.marked.insert(tile);
            self.blame[tile].destroyer.get_or_insert(source);
        }
    }

    /// Fills the owner's empty tiles of positive rank with tokens. All are down
    /// before any of them projects, so that no pawn lands on a chosen tile.
    fn spawn(&mut self, actor: Actor, tokens: &[CardId; 3]) {
        let chosen: TileSet = self
            .free_tiles()
            .iter()
            .filter(|tile| self.board.owner(*tile) == Owner::Held(actor.side))
            .filter(|tile| self.board.visible_rank(*tile) > Rank::ZERO)
            .collect();
        for tile in chosen.in_board_order(self.mover) {
            let rank = self.board.visible_rank(tile);
            let token = CardInPlay {
                replaced_pawns: rank,
                spawned_by: Some(actor.card),
                ..CardInPlay::new(tokens[usize::from(rank.get()) - 1], actor.side)
            };
            self.place(tile, token);
            if let Some(spawned) = self.actor(tile) {
                self.sink.event(Event::Spawned {
                    actor: spawned,
                    by: actor,
                });
            }
        }
        let book = self.book;
        for tile in chosen.in_board_order(self.mover) {
            if let Some(token) = self.actor(tile) {
                self.project(tile, &book.catalogue[token.card]);
            }
        }
        self.refresh_auras();
        self.look(Some(actor), TileSet::EMPTY);
        for tile in chosen.in_board_order(self.mover) {
            if let Some(token) = self.actor(tile) {
                let card = &book.catalogue[token.card];
                self.act(tile, card, crate::rules::effect::Trigger::OnSpawned);
            }
        }
    }

    /// A pawn on each empty neighbour that is neutral or the owner's.
    fn expand(&mut self, actor: Actor) {
        let neighbours: TileSet = (-1..=1)
            .flat_map(|down| (-1..=1).map(move |across| (down, across)))
            .filter(|step| *step != (0, 0))
            .filter_map(|(down, across)| actor.tile.offset(down, across))
            .collect();
        let open = neighbours.and(self.free_tiles());
        for tile in open.in_board_order(self.mover) {
            if self.board.owner(tile) != Owner::Held(actor.side.opponent()) {
                self.lay_pawn(actor.tile, actor.side, tile, 1);
            }
        }
    }
}
