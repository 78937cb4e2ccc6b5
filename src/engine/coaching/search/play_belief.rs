//! What the enemy's plays say about its hand.
//!
//! The weight of a hand is the chance of the cards that the enemy has played, with that
//! hand. A player that plays well prefers cards by the leaf value of their best play. So a
//! hand with a much better card that was not played becomes unlikely, and after a pass a
//! hand with good plays does. But some players are strange and play any card: the more
//! the enemy's turns look like one of those, the less they say.

use std::collections::BTreeMap;

use super::curves::exp;
use super::held_cards::HeldCards;
use super::leaf::LeafValue;
use super::outcome::Outcome;
use super::search_state::SearchState;
use super::style::PlayBeliefStyle;
use super::world::World;
use crate::observation::{AnnotatedState, EnemyTurn};
use crate::rules::{BySide, CardId, Move, Play, Rulebook, Side};
use qbcoach_basics::chance::Chance;

/// The belief from the enemy's turns so far.
pub(super) struct PlayBelief<'a> {
    book: &'a Rulebook,
    leaf: &'a LeafValue,
    style: PlayBeliefStyle,
    /// The earliest turn first.
    turns: Vec<TurnTable>,
    /// When each card from the deck was played, as a number of enemy turns.
    played: Vec<(usize, CardId)>,
    /// How many cards the enemy drew before its first turn.
    opening: usize,
    /// Turns before this one are left out.
    first_turn: usize,
    pub nodes: u64,
    most_nodes: u64,
}

/// The appeal of the moves of one turn, filled in as cards are asked for.
struct TurnTable {
    number: usize,
    made: Move,
    state: SearchState,
    chosen: f64,
    pass: f64,
    /// The best play of each card; none if it had no tile.
    plays: BTreeMap<CardId, Option<f64>>,
}

/// When cards came to the enemy's hand, as a number of its turns.
struct Arrivals {
    /// In the order of [`PlayBelief::played`].
    played: Vec<usize>,
    hidden: Vec<(CardId, usize)>,
}

impl<'a> PlayBelief<'a> {
    /// Takes in the enemy's turns; `None` if there is nothing to learn from. About
    /// `most_nodes` plays may be simulated.
    pub fn new(
        book: &'a Rulebook,
        leaf: &'a LeafValue,
        style: PlayBeliefStyle,
        view: &AnnotatedState,
        most_nodes: u64,
    ) -> Option<PlayBelief<'a>> {
        let turns = view.observation.enemy_turns();
        let first = turns.first()?;
        let from_deck = view.observation.seen_deck_cards(Side::Enemy);
        let mut unmatched = from_deck.clone();
        let mut played = Vec::new();
        for (number, turn) in turns.iter().enumerate() {
            if let Move::Play(play) = turn.made
                && let Some(at) = unmatched.iter().position(|card| *card == play.card)
            {
                unmatched.remove(at);
                played.push((number, play.card));
            }
        }
        let mut belief = PlayBelief {
            book,
            leaf,
            style,
            turns: Vec::new(),
            played,
            opening: first.hand as usize,
            first_turn: 0,
            nodes: 0,
            most_nodes,
        };
        // Your hand stands for what it was in earlier turns: the value looks only at how
        // many cards of which costs there are.
        let hand = HeldCards::of(view.state.holdings[Side::You].hand.cards());
        for (number, turn) in turns.iter().enumerate() {
            let table = belief.table(number, turn, hand, view);
            belief.turns.push(table);
        }
        Some(belief)
    }

    fn table(
        &mut self,
        number: usize,
        turn: &EnemyTurn,
        hand: HeldCards,
        view: &AnnotatedState,
    ) -> TurnTable {
        let world = World::unknown();
        let mut state = SearchState::of_turn(self.book, &turn.position, hand);
        state.left = BySide::new(
            view.state.holdings[Side::You].pile.len().min(255) as u8,
            view.state.holdings[Side::Enemy].pile.len().min(255) as u8,
        );
        let appeal = |made: Move| {
            let next = state.after(self.book, &world, made);
            self.appeal(self.leaf.of(self.book, &next))
        };
        let (pass, chosen) = (appeal(Move::Pass), appeal(turn.made));
        self.nodes += 1;
        TurnTable {
            number,
            made: turn.made,
            state,
            chosen,
            pass,
            plays: BTreeMap::new(),
        }
    }

    /// How much the enemy likes an outcome.
    fn appeal(&self, outcome: Outcome) -> f64 {
        exp(-f64::from(outcome.win) / self.style.temperature)
    }

    /// The weights of worlds, relative to the prior. The latest turns come first; when the
    /// first call has simulated enough plays, it and all later ones leave the earlier
    /// turns out.
    pub fn weights(
        &mut self,
        worlds: &[World],
        certain: &[CardId],
        chance: &mut Chance,
    ) -> Vec<f64> {
        let arrivals: Vec<Arrivals> = worlds
            .iter()
            .map(|world| {
                let mut hidden: Vec<CardId> = world.hands[Side::Enemy].iter().collect();
                for card in certain {
                    if let Some(at) = hidden.iter().position(|held| held == card) {
                        hidden.remove(at);
                    }
                }
                self.arrivals(&hidden, chance)
            })
            .collect();
        // The chance of all turns so far, of a player that plays well and of any other.
        let mut sensible = vec![1.0; worlds.len()];
        let mut strange = vec![1.0; worlds.len()];
        for index in (self.first_turn..self.turns.len()).rev() {
            if self.first_turn == 0 && self.nodes >= self.most_nodes {
                self.first_turn = index + 1;
                break;
            }
            let number = self.turns[index].number;
            for (world, arrivals) in arrivals.iter().enumerate() {
                let hand = self.hand_at(number, arrivals);
                let [by_worth, evenly] = self.likelihood(index, &hand);
                sensible[world] *= by_worth;
                strange[world] *= evenly;
            }
        }
        let share = self.style.strange;
        let both = sensible.into_iter().zip(strange);
        both.map(|(sensible, strange)| (1.0 - share) * sensible + share * strange)
            .collect()
    }

    /// The distinct cards from the deck that were in the hand in a turn.
    fn hand_at(&self, number: usize, arrivals: &Arrivals) -> Vec<CardId> {
        let hidden = arrivals.hidden.iter();
        let hidden = hidden.filter(|(_, arrived)| *arrived <= number);
        let played = arrivals.played.iter().zip(&self.played);
        let played = played.filter(|(arrived, (when, _))| **arrived <= number && *when >= number);
        let hidden = hidden.map(|(card, _)| *card);
        let mut hand: Vec<CardId> = hidden.chain(played.map(|(_, (_, card))| *card)).collect();
        hand.sort_unstable();
        hand.dedup();
        hand
    }

    /// The chance that the card of a turn was played, with this hand: by a player that
    /// plays well, and by one that plays any card. On which of its tiles says nothing
    /// about the other cards.
    fn likelihood(&mut self, index: usize, hand: &[CardId]) -> [f64; 2] {
        let made = self.turns[index].made;
        let pass = self.turns[index].pass;
        let (mut sum, mut number) = (pass, 1);
        let mut chosen = (made == Move::Pass).then_some(pass);
        for card in hand {
            let Some(appeal) = self.card_appeal(index, *card) else {
                continue;
            };
            sum += appeal;
            number += 1;
            if matches!(made, Move::Play(play) if play.card == *card) {
                chosen = Some(appeal);
            }
        }
        let chosen = chosen.unwrap_or_else(|| {
            // A card that an effect had given, or one whose origin is not known.
            let chosen = self.turns[index].chosen;
            sum += chosen;
            number += 1;
            chosen
        });
        let evenly = 1.0 / f64::from(number);
        let slips = self.style.slips;
        [slips * evenly + (1.0 - slips) * chosen / sum, evenly]
    }

    /// The appeal of the best play of a card; none if it could not be played.
    fn card_appeal(&mut self, index: usize, card: CardId) -> Option<f64> {
        if let Some(known) = self.turns[index].plays.get(&card) {
            return *known;
        }
        let world = World::unknown();
        let state = self.turns[index].state;
        let mut best: Option<f64> = None;
        for tile in state.board.legal_tiles(self.book, Side::Enemy, card).iter() {
            let next = state.after(self.book, &world, Move::Play(Play { card, tile }));
            let appeal = self.appeal(self.leaf.of(self.book, &next));
            best = Some(best.map_or(appeal, |best| best.max(appeal)));
            self.nodes += 1;
        }
        self.turns[index].plays.insert(card, best);
        best
    }

    /// When each played card and each hidden card came to the hand: at random, but a
    /// played card before it was played. A card of the opening hand came at 0, the one
    /// drawn at the beginning of turn `n` at `n`.
    fn arrivals(&self, hidden: &[CardId], chance: &mut Chance) -> Arrivals {
        let draws = (self.played.len() + hidden.len()).saturating_sub(self.opening);
        let mut free: Vec<usize> = std::iter::repeat_n(0, self.opening)
            .chain(1..=draws)
            .collect();
        let mut take = |by: usize, chance: &mut Chance| {
            // The places are sorted, so those in time come first.
            let in_time = free.partition_point(|place| *place <= by);
            match in_time {
                0 => 0,
                _ => free.remove(chance.below(in_time)),
            }
        };
        let played = self
            .played
            .iter()
            .map(|(when, _)| take(*when, chance))
            .collect();
        let hidden = hidden
            .iter()
            .map(|card| (*card, take(usize::MAX, chance)))
            .collect();
        Arrivals { played, hidden }
    }
}
