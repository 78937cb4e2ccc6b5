//! One play from beginning to end (RULES.md, section 6).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Knobs;
use super::data::{Cards, Trigger, Who};
use super::state::{CardInPlay, Id, Oracle};

/// Made-up cards may set each other off forever; after this many operations no ability
/// runs.
const OPERATIONS: usize = 5000;

/// A play while it is being resolved, with the state that only lasts until its end.
pub struct Play<'a> {
    pub(super) board: &'a mut Oracle,
    pub(super) cards: &'a Cards,
    pub(super) knobs: &'a Knobs,
    /// The side that plays; its board order applies.
    pub(super) mover: char,
    /// The queue of abilities: the card and the index of the ability in its list.
    pub(super) waiting: VecDeque<(Id, usize)>,
    /// Cards hit by `destroy_cards` that are in no batch yet.
    pub(super) marked: BTreeSet<Id>,
    /// The first source of `destroy_cards` that hit a card.
    pub(super) destroyed_by: BTreeMap<Id, Id>,
    /// The last source that lowered a card's `power_delta`.
    pub(super) lowered_by: BTreeMap<Id, Id>,
    /// The tile reserved for a replacement card.
    pub(super) reserved: Option<usize>,
    /// The card just played, once it has been placed.
    pub(super) played: Option<Id>,
    pub(super) gained: Vec<(char, String)>,
    operations: usize,
}

impl<'a> Play<'a> {
    pub fn new(board: &'a mut Oracle, cards: &'a Cards, knobs: &'a Knobs, mover: char) -> Self {
        Play {
            board,
            cards,
            knobs,
            mover,
            waiting: VecDeque::new(),
            marked: BTreeSet::new(),
            destroyed_by: BTreeMap::new(),
            lowered_by: BTreeMap::new(),
            reserved: None,
            played: None,
            gained: Vec::new(),
            operations: 0,
        }
    }

    pub fn run(mut self, card: &str, tile: usize) -> Vec<(char, String)> {
        let mut replaced_power = 0;
        if let Some(replaced) = self.board.card_at(tile) {
            replaced_power = self.board.read(self.cards, self.knobs).power[&replaced];
            self.reserved = Some(tile);
            self.batch(&[replaced]);
            self.run_triggers_and_batches();
            self.reserved = None;
        }
        let id = self.put_down(card, self.mover, tile);
        self.card(id).replaced_power = replaced_power;
        self.played = Some(id);
        self.project_pawns(id);
        self.look(&BTreeSet::new());

        self.run_trigger(id, Trigger::Play);
        for watcher in self.board.in_board_order(self.mover) {
            if watcher != id {
                self.react(watcher, self.mover, Trigger::watched_when_played);
            }
        }
        self.run_triggers_and_batches();
        self.gained
    }

    /// Steps 7 and 8: all waiting triggers, then one batch, until neither is left.
    fn run_triggers_and_batches(&mut self) {
        loop {
            while let Some((id, ability)) = self.waiting.pop_front() {
                if self.board.cards.contains_key(&id) {
                    self.run_ability(id, ability);
                }
            }
            let power = self.board.read(self.cards, self.knobs).power;
            let mut destroyed = self.board.in_board_order(self.mover);
            destroyed.retain(|id| power[id] <= 0 || self.marked.contains(id));
            if destroyed.is_empty() {
                return;
            }
            self.batch(&destroyed);
        }
    }

    /// Puts a new card on a tile, as it is before its first look.
    pub(super) fn put_down(&mut self, number: &str, side: char, tile: usize) -> Id {
        assert_eq!(self.board.card_at(tile), None, "tile {tile} is taken");
        let id = self.board.next_id;
        self.board.next_id += 1;
        let card = CardInPlay {
            number: number.to_owned(),
            side,
            tile,
            power_delta: 0,
            scale_delta: 0,
            fired: BTreeSet::new(),
            seen_power: self.cards[number].power,
            seen_status: 0,
            replaced_pawns: 0,
            replaced_power: 0,
            spawned_by: None,
        };
        self.board.cards.insert(id, card);
        self.board.owner[tile] = Some(side);
        id
    }

    pub(super) fn card(&mut self, id: Id) -> &mut CardInPlay {
        self.board.cards.get_mut(&id).expect("a card in play")
    }

    /// Runs the abilities of one card that have exactly this trigger, in the order listed.
    pub(super) fn run_trigger(&mut self, id: Id, trigger: Trigger) {
        for ability in 0..self.effects_of(id) {
            if self.trigger_of(id, ability) == trigger {
                self.run_ability(id, ability);
            }
        }
    }

    /// Lets one card react to an event of a card of `side`; `watched` returns the relation that
    /// a trigger watches for this event.
    pub(super) fn react(&mut self, watcher: Id, side: char, watched: fn(Trigger) -> Option<Who>) {
        let own_side = self.board.cards[&watcher].side;
        for ability in 0..self.effects_of(watcher) {
            let who = watched(self.trigger_of(watcher, ability));
            if who.is_some_and(|who| who.means(own_side, side)) {
                self.run_ability(watcher, ability);
            }
        }
    }

    /// Runs one ability: operation, look, operation, look.
    fn run_ability(&mut self, id: Id, ability: usize) {
        let number = self.board.cards[&id].number.clone();
        let effect = self.cards[number.as_str()].effects[ability].clone();
        for operation in &effect.operations {
            if self.operations == OPERATIONS {
                self.board.cut_short = true;
                return;
            }
            self.operations += 1;
            let lowered = self.operate(id, effect.scope, operation);
            self.look(&lowered);
        }
    }

    fn effects_of(&self, id: Id) -> usize {
        self.cards[self.board.cards[&id].number.as_str()]
            .effects
            .len()
    }

    pub(super) fn trigger_of(&self, id: Id, ability: usize) -> Trigger {
        self.cards[self.board.cards[&id].number.as_str()].effects[ability].trigger
    }
}
