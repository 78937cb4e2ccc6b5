//! The operations of abilities (RULES.md, sections 7 and 9).

use super::Resolution;
use crate::rules::board::CardInPlay;
use crate::rules::card::{CardId, Rank};
use crate::rules::effect::{Multiplier, Operation, ReplaceMode, Scope};
use crate::rules::event::{CardOnTile, Event, EventSink};
use crate::rules::power::AuraChange;
use crate::rules::side::Owner;
use crate::rules::tile::TileSet;

impl<S: EventSink> Resolution<'_, S> {
    /// Runs one operation of an ability of the card `source`, followed by a look if it
    /// may have changed a power.
    pub(super) fn operate(
        &mut self,
        source: CardOnTile,
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
                self.modify_power(source, scope, amount);
            }
            Operation::ReplaceAlly(mode) => match mode {
                ReplaceMode::Neutral => {}
                ReplaceMode::Raise => self.modify_power(source, scope, self.replaced_power),
                ReplaceMode::Lower => self.modify_power(source, scope, -self.replaced_power),
            },
            Operation::GrowPower { amount } => {
                self.board.grow(source.tile, *amount);
                self.look(Some(source), TileSet::of(source.tile), TileSet::EMPTY);
            }
            Operation::DestroyCards => self.mark(source, scope),
            Operation::AddToHand(cards) => {
                for card in cards {
                    self.sink.event(Event::AddedToHand {
                        side: source.side,
                        card: *card,
                        by: source,
                    });
                }
            }
            Operation::SpawnToken(tokens) => self.spawn(source, tokens),
            Operation::ExpandPositions => self.expand(source),
            // Counting and scores are computed from the board, and the amount of a
            // card's pawns was used when the pawns were laid.
            Operation::CountPower { .. }
            | Operation::ModifyTileRanks { .. }
            | Operation::ScoreBonus { .. }
            | Operation::LaneMinTransfer => {}
        }
    }

    /// The tiles of the cards in a scope, which may include the source.
    fn targets(&self, source: CardOnTile, scope: Scope) -> TileSet {
        match scope {
            Scope::ItSelf => TileSet::of(source.tile),
            Scope::Cards(whose, reach) => self.book.catalogue[source.card]
                .reach(reach, source.side, source.tile)
                .and(self.board.cards_of_whose(whose, source.side)),
            Scope::Hand | Scope::Positions | Scope::EmptyPositions | Scope::LaneOwner => {
                TileSet::EMPTY
            }
        }
    }

    fn modify_power(&mut self, source: CardOnTile, scope: Scope, amount: i32) {
        let targets = self.targets(source, scope);
        if amount == 0 || targets.is_empty() {
            return;
        }
        let blamed = self.occupant(source.tile);
        let blames = amount < 0 && self.asks_for_destroyers();
        for tile in targets.iter() {
            self.board.change_power(tile, amount);
            if blames {
                self.blame_for(tile).lowerer = Some(blamed);
            }
        }
        let lowered = if amount < 0 { targets } else { TileSet::EMPTY };
        self.look(Some(source), targets, lowered);
    }

    fn mark(&mut self, source: CardOnTile, scope: Scope) {
        let blamed = self.occupant(source.tile);
        let targets = self.targets(source, scope);
        self.marked = self.marked.or(targets);
        if self.asks_for_destroyers() {
            for tile in targets.iter() {
                self.blame_for(tile).destroyer.get_or_insert(blamed);
            }
        }
    }

    /// Fills the owner's empty tiles of positive rank with tokens. All tokens are put
    /// down before any pawn lands, so that no pawn lands on a chosen tile.
    fn spawn(&mut self, source: CardOnTile, tokens: &[CardId; 3]) {
        let ranked = self.board.pawns().visible().at_least(Rank::ONE);
        let chosen = self
            .free_tiles()
            .and(self.board.owned_by(source.side))
            .and(ranked);
        for tile in chosen.in_board_order(self.mover) {
            let rank = self.board.visible_rank(tile);
            let token = CardInPlay {
                replaced_pawns: rank,
                spawned_by: Some(source.card),
                ..CardInPlay::new(tokens[usize::from(rank.get()) - 1], source.side)
            };
            self.place(tile, token);
            if let Some(spawned) = self.card_on(tile) {
                self.sink.event(Event::Spawned {
                    subject: spawned,
                    by: source,
                });
            }
        }
        let book = self.book;
        let mut changed = chosen;
        for tile in chosen.in_board_order(self.mover) {
            if let Some(token) = self.card_on(tile) {
                self.project(tile, &book.catalogue[token.card]);
            }
            changed = changed.or(self.change_auras(tile, AuraChange::Begin));
        }
        self.look(Some(source), changed, TileSet::EMPTY);
        for tile in chosen.in_board_order(self.mover) {
            if let Some(token) = self.card_on(tile) {
                let card = &book.catalogue[token.card];
                self.act(tile, card, crate::rules::effect::Trigger::OnSpawned);
            }
        }
    }

    /// Lays a pawn on each empty neighbouring tile that is neutral or the owner's.
    fn expand(&mut self, source: CardOnTile) {
        let neighbours: TileSet = (-1..=1)
            .flat_map(|down| (-1..=1).map(move |across| (down, across)))
            .filter(|step| *step != (0, 0))
            .filter_map(|(down, across)| source.tile.offset(down, across))
            .collect();
        let open = neighbours.and(self.free_tiles());
        for tile in open.in_board_order(self.mover) {
            if self.board.owner(tile) != Owner::Held(source.side.opponent()) {
                self.lay_pawn(source.tile, source.side, tile, 1);
            }
        }
    }
}
