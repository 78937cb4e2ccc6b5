//! Noticing: after each change all cards are looked at and compared with the
//! last look (RULES 7).

use super::Resolution;
use super::queue::Waiting;
use crate::rules::card::Card;
use crate::rules::effect::Trigger;
use crate::rules::event::{Actor, Event, EventSink};
use crate::rules::power::{Powers, Status};
use crate::rules::tile::{TileId, TileSet};

impl<S: EventSink> Resolution<'_, S> {
    /// Compares the board with the last look. `lowered` are the cards whose power
    /// an operation has just lowered; `by` is the card that caused the change.
    pub(super) fn look(&mut self, by: Option<Actor>, lowered: TileSet) {
        let now = self.board.powers_under(self.book, &self.auras);
        self.counting_never_settled |= !now.settled;
        if S::LISTENS {
            self.tell_powers(&now, by);
        }
        let book = self.book;
        for tile in self.board.occupied().in_board_order(self.mover) {
            let Some(placed) = self.board.card(tile) else {
                continue;
            };
            if book.catalogue.plan(placed.card).notices() {
                let card = &book.catalogue[placed.card];
                self.notice(tile, card, &now, lowered.contains(tile));
            }
        }
        self.seen = now;
    }

    /// Queues what a look sets off on one card, in the order RULES 7 gives.
    fn notice(&mut self, tile: TileId, card: &Card, now: &Powers, was_lowered: bool) {
        let turned_to =
            |status: Status| now.status[tile] == status && self.seen.status[tile] != status;
        let (enfeebled, enhanced) = (turned_to(Status::Enfeebled), turned_to(Status::Enhanced));
        if was_lowered {
            self.queue(tile, card, Trigger::OnEnfeebled);
        }
        if enfeebled {
            self.queue(tile, card, Trigger::OnFirstEnfeebled);
        }
        if enhanced {
            self.queue(tile, card, Trigger::OnFirstEnhanced);
        }
        self.queue_thresholds(tile, card, now.power[tile]);
    }

    fn queue(&mut self, tile: TileId, card: &Card, trigger: Trigger) {
        for (place, effect) in card.effects.iter().enumerate() {
            if effect.trigger == trigger {
                self.queue_ability(tile, place, trigger);
            }
        }
    }

    /// Queues the thresholds that were reached from below, the lowest first.
    fn queue_thresholds(&mut self, tile: TileId, card: &Card, power: i32) {
        let mut above = self.seen.power[tile];
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
            for (place, effect) in card.effects.iter().enumerate() {
                if effect.trigger == Trigger::OnPowerThreshold
                    && effect.threshold == Some(threshold)
                {
                    self.queue_ability(tile, place, Trigger::OnPowerThreshold);
                }
            }
            above = threshold;
        }
    }

    fn queue_ability(&mut self, tile: TileId, place: usize, trigger: Trigger) {
        if trigger.fires_once() {
            let Some(placed) = self.board.cards[tile].as_mut() else {
                return;
            };
            if placed.fired.contains(place) {
                return;
            }
            placed.fired.insert(place);
        }
        let waiting = Waiting {
            instance: self.instance(tile),
            effect: place as u8,
        };
        if !self.waiting.push(waiting) {
            self.cut_short = true;
        }
    }

    fn tell_powers(&mut self, now: &Powers, by: Option<Actor>) {
        for tile in self.board.occupied().in_board_order(self.mover) {
            let (before, after) = (self.seen.power[tile], now.power[tile]);
            let changed = before != after || self.seen.status[tile] != now.status[tile];
            if let Some(actor) = self.actor(tile).filter(|_| changed) {
                self.sink.event(Event::Power {
                    actor,
                    before,
                    after,
                    status: now.status[tile],
                    by,
                });
            }
        }
    }
}
