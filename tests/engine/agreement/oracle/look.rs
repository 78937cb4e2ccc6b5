//! Looks: which triggers have been set off since the last look (RULES.md, section 7).

use std::collections::BTreeSet;

use super::data::Trigger;
use super::play::Play;
use super::power::Reading;
use super::state::Id;

impl Play<'_> {
    /// Looks at all cards and queues the abilities that are set off. `lowered` are the cards
    /// whose `power_delta` the last operation has lowered.
    pub(super) fn look(&mut self, lowered: &BTreeSet<Id>) {
        let reading = self.board.read(self.cards, self.knobs);
        if !reading.settled {
            self.board.never_settled = true;
        }
        for id in self.board.in_board_order(self.mover) {
            for ability in self.noticed_by(id, &reading, lowered) {
                // Every lowering counts for `on_enfeebled`; everything else fires once.
                if self.trigger_of(id, ability) != Trigger::Enfeebled {
                    self.card(id).fired.insert(ability);
                }
                self.waiting.push_back((id, ability));
            }
            let card = self.card(id);
            card.seen_power = reading.power[&id];
            card.seen_status = reading.status[&id];
        }
    }

    /// The abilities of one card that this look sets off, in the order they run.
    fn noticed_by(&self, id: Id, reading: &Reading, lowered: &BTreeSet<Id>) -> Vec<usize> {
        let card = &self.board.cards[&id];
        let (power, status) = (reading.power[&id], reading.status[&id]);
        let mut on_enfeebled = Vec::new();
        let mut on_first_enfeebled = Vec::new();
        let mut on_first_enhanced = Vec::new();
        let mut thresholds = Vec::new();
        let effects = &self.cards[card.number.as_str()].effects;
        for (ability, effect) in effects.iter().enumerate() {
            let fresh = !card.fired.contains(&ability);
            match effect.trigger {
                Trigger::Enfeebled if lowered.contains(&id) => on_enfeebled.push(ability),
                Trigger::FirstEnfeebled if fresh && status < 0 && card.seen_status >= 0 => {
                    on_first_enfeebled.push(ability);
                }
                Trigger::FirstEnhanced if fresh && status > 0 && card.seen_status <= 0 => {
                    on_first_enhanced.push(ability);
                }
                Trigger::PowerThreshold(value)
                    if fresh && card.seen_power < value && power >= value =>
                {
                    thresholds.push((value, ability));
                }
                _ => {}
            }
        }
        // Pairs of threshold and index: rising thresholds, equal ones as listed.
        thresholds.sort_unstable();
        let mut noticed = on_enfeebled;
        noticed.extend(on_first_enfeebled);
        noticed.extend(on_first_enhanced);
        noticed.extend(thresholds.into_iter().map(|(_, ability)| ability));
        noticed
    }
}
