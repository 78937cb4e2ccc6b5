//! The operations of abilities (RULES.md, sections 7 to 9).

use std::collections::{BTreeMap, BTreeSet};

use super::data::{Operation, Scope, Trigger};
use super::play::Play;
use super::state::{Id, board_order};

impl Play<'_> {
    /// Runs one operation on all its targets and returns the cards it lowered discretely.
    pub(super) fn operate(
        &mut self,
        source: Id,
        scope: Scope,
        operation: &Operation,
    ) -> BTreeSet<Id> {
        let card = self.card(source).clone();
        let mut lowered = BTreeSet::new();
        match operation {
            Operation::ModifyPower {
                amount,
                per_replaced_pawn,
            } => {
                let times = if *per_replaced_pawn {
                    card.replaced_pawns
                } else {
                    1
                };
                lowered = self.modify_power(source, scope, amount * times);
            }
            Operation::ReplaceAlly { sign } => {
                lowered = self.modify_power(source, scope, sign * card.replaced_power);
            }
            Operation::ModifyPowerScale { amount, .. } => {
                for target in self.targets(source, scope) {
                    self.card(target).scale_delta += amount;
                }
            }
            Operation::DestroyCards => {
                for target in self.targets(source, scope) {
                    self.marked.insert(target);
                    self.destroyed_by.entry(target).or_insert(source);
                }
            }
            Operation::AddToHand(numbers) => {
                for number in numbers {
                    self.gained.push((card.side, number.clone()));
                }
            }
            Operation::SpawnToken(tokens) => self.spawn_tokens(source, tokens),
            Operation::ExpandPositions => self.expand_positions(source),
            // The first is the amount of the card's pawns, the others only affect the score.
            Operation::ModifyTileRanks(_)
            | Operation::ScoreBonus(_)
            | Operation::LaneMinTransfer => {}
        }
        lowered
    }

    fn targets(&self, source: Id, scope: Scope) -> Vec<Id> {
        let mut targets = self.board.in_board_order(self.mover);
        targets.retain(|target| self.board.reaches(self.cards, source, scope, *target));
        targets
    }

    fn modify_power(&mut self, source: Id, scope: Scope, amount: i64) -> BTreeSet<Id> {
        let mut lowered = BTreeSet::new();
        for target in self.targets(source, scope) {
            self.card(target).power_delta += amount;
            if amount < 0 {
                self.lowered_by.insert(target, source);
                lowered.insert(target);
            }
        }
        lowered
    }

    /// Chooses all tiles first, so that no token's pawns open a tile for another token.
    fn spawn_tokens(&mut self, source: Id, tokens: &BTreeMap<i64, String>) {
        let spawner = self.card(source).clone();
        let mut chosen = Vec::new();
        for tile in board_order(self.mover) {
            let rank = self.board.visible_rank(tile);
            if self.is_free(tile) && self.board.owner[tile] == Some(spawner.side) && rank >= 1 {
                chosen.push((tile, rank));
            }
        }
        let mut spawned = Vec::new();
        for (tile, rank) in chosen {
            if let Some(token) = tokens.get(&rank) {
                let id = self.put_down(token, spawner.side, tile);
                self.card(id).replaced_pawns = rank;
                self.card(id).spawned_by = Some(spawner.number.clone());
                spawned.push(id);
            }
        }
        for id in &spawned {
            self.project_pawns(*id);
        }
        self.look(&BTreeSet::new());
        for id in spawned {
            self.run_trigger(id, Trigger::Spawned);
        }
    }
}
