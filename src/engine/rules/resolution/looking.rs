//! Looks: after each change all cards are compared with their state at the last look
//! (RULES.md, section 7).

use super::Resolution;
use super::queue::QueuedAbility;
use crate::rules::card::{Card, Trait};
use crate::rules::effect::Trigger;
use crate::rules::event::{CardOnTile, Event, EventSink};
use crate::rules::power::{Powers, Status};
use crate::rules::tile::{TileId, TileSet};

impl<S: EventSink> Resolution<'_, S> {
    /// Compares the board with the last look. Only the cards on the tiles `changed`, and
    /// those that count, may differ from it. `lowered` are the cards whose power an
    /// operation has just lowered; `by` is the card that caused the change.
    pub(super) fn look(&mut self, by: Option<CardOnTile>, changed: TileSet, lowered: TileSet) {
        let changed = changed.or(self.board.with_trait(Trait::Counts));
        let noticing = changed.and(self.board.with_trait(Trait::Notices));
        if !S::LISTENS && noticing.is_empty() {
            self.update_powers(changed);
            return;
        }
        let before = *self.seen;
        self.update_powers(changed);
        if S::LISTENS {
            self.send_powers(&before, by);
        }
        let book = self.book;
        for tile in noticing.in_board_order(self.mover) {
            if let Some(placed) = self.board.card(tile) {
                let card = &book.catalogue[placed.card];
                self.notice(tile, card, &before, lowered);
            }
        }
    }

    #[inline]
    fn update_powers(&mut self, changed: TileSet) {
        self.board.update_powers(self.book, changed, self.seen);
        self.limits.counting_never_settled |= !self.seen.settled;
    }

    /// Queues the abilities of one card that a look sets off. Their order is that of
    /// RULES.md, section 7.
    fn notice(&mut self, tile: TileId, card: &Card, before: &Powers, lowered: TileSet) {
        let turned_to =
            |status: Status| self.seen.status(tile) == status && before.status(tile) != status;
        let (enfeebled, enhanced) = (turned_to(Status::Enfeebled), turned_to(Status::Enhanced));
        if lowered.contains(tile) {
            self.queue(tile, card, Trigger::OnEnfeebled);
        }
        if enfeebled {
            self.queue(tile, card, Trigger::OnFirstEnfeebled);
        }
        if enhanced {
            self.queue(tile, card, Trigger::OnFirstEnhanced);
        }
        self.queue_thresholds(tile, card, before.power[tile]);
    }

    fn queue(&mut self, tile: TileId, card: &Card, trigger: Trigger) {
        for (index, effect) in card.effects.iter().enumerate() {
            if effect.trigger == trigger {
                self.queue_ability(tile, index, trigger);
            }
        }
    }

    /// Queues the thresholds that were reached from below, the lowest first.
    fn queue_thresholds(&mut self, tile: TileId, card: &Card, before: i32) {
        let power = self.seen.power[tile];
        let mut above = before;
        loop {
            let next = card
                .effects
                .iter()
                .filter(|effect| effect.trigger == Trigger::OnPowerThreshold)
                .filter_map(|effect| effect.threshold)
                .filter(|threshold| (above + 1..=power).contains(threshold))
                .min();
            let Some(threshold) = next else {
                return;
            };
            for (index, effect) in card.effects.iter().enumerate() {
                if effect.trigger == Trigger::OnPowerThreshold
                    && effect.threshold == Some(threshold)
                {
                    self.queue_ability(tile, index, Trigger::OnPowerThreshold);
                }
            }
            above = threshold;
        }
    }

    fn queue_ability(&mut self, tile: TileId, index: usize, trigger: Trigger) {
        if trigger.fires_once() && !self.board.fire(tile, index) {
            return;
        }
        let queued = QueuedAbility {
            occupant: self.occupant(tile),
            effect: index as u8,
        };
        if !self.waiting.push(queued) {
            self.limits.cut_short = true;
        }
    }

    fn send_powers(&mut self, seen_before: &Powers, by: Option<CardOnTile>) {
        for tile in self.board.occupied().in_board_order(self.mover) {
            let (before, after) = (seen_before.power[tile], self.seen.power[tile]);
            let status = self.seen.status(tile);
            let changed = before != after || seen_before.status(tile) != status;
            if let Some(subject) = self.card_on(tile).filter(|_| changed) {
                self.sink.event(Event::Power {
                    subject,
                    before,
                    after,
                    status,
                    by,
                });
            }
        }
    }
}
