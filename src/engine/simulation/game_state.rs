//! The state of a match: position, hands and decks, and the actions that change them.

mod hand_changes;

use super::action::{Action, ActionRefusal, Phase};
use super::hand::{Hand, HeldCard};
use super::instances::{Instances, Report};
use super::pile::Pile;
use crate::rules::{BySide, CardId, CardKind, Event, Move, Position, Rulebook, Rules, Side};
use qbcoach_basics::chance::Chance;

/// The cards of one side that are not on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holdings {
    pub hand: Hand,
    pub pile: Pile,
}

/// How hands get their cards.
#[derive(Clone, Debug)]
enum Dealing {
    /// The program shuffles and draws.
    Simulated(Box<BySide<Chance>>),
    /// A person reports what happens in a real match.
    Reported,
    /// Either side plays any card at any time; nothing is drawn.
    Free,
}

/// How a match gets its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMode {
    /// The program shuffles and draws.
    Simulated,
    /// A person reports a real match.
    Live,
    /// Either side plays any card in any order; nothing is drawn.
    Analysis,
}

/// A clone shares no changeable state with the original.
#[derive(Clone, Debug)]
pub struct GameState {
    pub position: Position,
    pub holdings: BySide<Holdings>,
    /// The number of the turn, counted from 1 over both sides.
    pub turn: u32,
    pub instances: Instances,
    dealing: Dealing,
    turns_begun: BySide<u32>,
    mulliganed: BySide<bool>,
    moves_made: u32,
    draw_due: bool,
}

impl GameState {
    /// Shuffles both decks from the seed and deals: stream 0 for yours, 1 for the
    /// enemy's. The first card of a shuffled deck is drawn first.
    pub fn simulated(
        rules: &Rules,
        seed: u64,
        first: Side,
        decks: BySide<Vec<CardId>>,
    ) -> GameState {
        GameState::dealt(rules, seed, first, decks, BySide::new(None, None))
    }

    /// As [`GameState::simulated`], but with given opening hands, which are cards of the
    /// decks.
    pub fn dealt(
        rules: &Rules,
        seed: u64,
        first: Side,
        decks: BySide<Vec<CardId>>,
        hands: BySide<Option<Vec<CardId>>>,
    ) -> GameState {
        let mut chance = BySide::new(Chance::new(seed, 0), Chance::new(seed, 1));
        let mut deal = |side: Side| {
            let mut cards = decks[side].clone();
            if let Some(hand) = &hands[side] {
                for card in hand {
                    if let Some(index) = cards.iter().position(|other| other == card) {
                        cards.remove(index);
                    }
                }
                chance[side].shuffle(&mut cards);
                return Holdings {
                    hand: Hand::of_known(hand.iter().copied()),
                    pile: Pile::in_order(cards),
                };
            }
            chance[side].shuffle(&mut cards);
            let rest = cards.split_off(cards.len().min(rules.opening_hand.into()));
            Holdings {
                hand: Hand::of_known(cards),
                pile: Pile::in_order(rest),
            }
        };
        let holdings = BySide::new(deal(Side::You), deal(Side::Enemy));
        let dealing = Dealing::Simulated(Box::new(chance));
        GameState::start(Position::opening(first), holdings, dealing)
    }

    /// A match with given hands and with decks in the order of drawing.
    pub fn arranged(position: Position, holdings: BySide<Holdings>) -> GameState {
        // Only a mulligan uses random numbers here; it uses this seed.
        let chance = BySide::new(Chance::new(0, 0), Chance::new(0, 1));
        GameState::start(position, holdings, Dealing::Simulated(Box::new(chance)))
    }

    /// The same deal as the opponent sees it: its side is [`Side::You`]. Later mulligans of
    /// the same cards draw the same cards in both. It is for a match without moves.
    #[must_use]
    pub fn opposite_deal(&self) -> GameState {
        let dealing = match &self.dealing {
            Dealing::Simulated(chance) => {
                Dealing::Simulated(Box::new(chance.as_ref().clone().swapped()))
            }
            other => other.clone(),
        };
        let holdings = self.holdings.clone().swapped();
        let opposite = GameState::start(self.position.mirrored(), holdings, dealing);
        GameState {
            mulliganed: self.mulliganed.swapped(),
            ..opposite
        }
    }

    /// The same moment as the opponent sees it: its side is [`Side::You`].
    #[must_use]
    pub fn opposite_view(&self) -> GameState {
        let dealing = match &self.dealing {
            Dealing::Simulated(chance) => {
                Dealing::Simulated(Box::new(chance.as_ref().clone().swapped()))
            }
            other => other.clone(),
        };
        let mut view = GameState {
            position: self.position.mirrored(),
            holdings: self.holdings.clone().swapped(),
            turn: self.turn,
            instances: Instances::default(),
            dealing,
            turns_begun: self.turns_begun.swapped(),
            mulliganed: self.mulliganed.swapped(),
            moves_made: self.moves_made,
            draw_due: false,
        };
        view.add_all_cards();
        view
    }

    /// A live match with what is known of each side's hand and deck list. A side without
    /// a given hand holds an unknown opening hand.
    pub fn live(
        rules: &Rules,
        first: Side,
        hands: BySide<Option<Vec<CardId>>>,
        decks: BySide<Option<Vec<CardId>>>,
    ) -> GameState {
        let holdings = |side: Side| {
            let size = decks[side]
                .as_ref()
                .map_or(u32::from(rules.deck_size), |deck| deck.len() as u32);
            let hand = match &hands[side] {
                Some(cards) => Hand::of_known(cards.iter().copied()),
                None => Hand::of_unknown(u32::from(rules.opening_hand).min(size)),
            };
            let mut pile = Pile::Hidden {
                size: size.saturating_sub(hand.len()),
                pool: decks[side].clone().map(|mut deck| {
                    deck.sort_unstable();
                    deck
                }),
            };
            for held in &hand.known {
                pile.reveal(held.card);
            }
            Holdings { hand, pile }
        };
        let holdings = BySide::new(holdings(Side::You), holdings(Side::Enemy));
        GameState::start(Position::opening(first), holdings, Dealing::Reported)
    }

    /// Any position; either side plays any card in any order.
    pub fn analysis(position: Position) -> GameState {
        let nothing = || Holdings {
            hand: Hand::default(),
            pile: Pile::Hidden {
                size: 0,
                pool: None,
            },
        };
        let holdings = BySide::new(nothing(), nothing());
        GameState::start(position, holdings, Dealing::Free)
    }

    fn start(position: Position, holdings: BySide<Holdings>, dealing: Dealing) -> GameState {
        let mut state = GameState {
            position,
            holdings,
            turn: 0,
            instances: Instances::default(),
            dealing,
            turns_begun: BySide::new(0, 0),
            mulliganed: BySide::new(false, false),
            moves_made: 0,
            draw_due: false,
        };
        state.begin_turn();
        state.add_all_cards();
        state
    }

    /// The same match from another position, whose cards become new instances.
    #[must_use]
    pub fn from_position(mut self, position: Position) -> GameState {
        let to_act = self.position.to_act;
        self.position = position;
        if to_act != position.to_act {
            self.turns_begun = self.turns_begun.swapped();
        }
        self.instances = Instances::default();
        self.add_all_cards();
        self
    }

    pub fn mode(&self) -> MatchMode {
        match self.dealing {
            Dealing::Simulated(_) => MatchMode::Simulated,
            Dealing::Reported => MatchMode::Live,
            Dealing::Free => MatchMode::Analysis,
        }
    }

    /// The cards that your side knows to be in the enemy's hand: those that effects added, and
    /// in an analysis all that were entered.
    pub fn known_enemy_hand(&self) -> Vec<CardId> {
        let hand = &self.holdings[Side::Enemy].hand;
        match self.mode() {
            MatchMode::Analysis => hand.cards(),
            MatchMode::Simulated | MatchMode::Live => hand.added_by_effects(),
        }
    }

    pub fn phase(&self) -> Phase {
        if self.position.is_over() {
            Phase::Over
        } else if self.draw_due {
            Phase::Draw
        } else if self.may_mulligan(Side::You) || self.may_mulligan(Side::Enemy) {
            Phase::Mulligan
        } else {
            Phase::Play
        }
    }

    /// Whether this side may still exchange cards of its opening hand.
    pub fn may_mulligan(&self, side: Side) -> bool {
        let has_hands = !matches!(self.dealing, Dealing::Free);
        has_hands && self.moves_made == 0 && !self.mulliganed[side]
    }

    /// Whether `side` has begun a turn; it draws from its second turn on.
    pub(super) fn has_begun(&self, side: Side) -> bool {
        self.turns_begun[side] >= 1
    }

    /// Whether `side` will draw when its next turn begins.
    pub fn draws_next_turn(&self, side: Side) -> bool {
        let deals = !matches!(self.dealing, Dealing::Free);
        deals && self.turns_begun[side] >= 1 && !self.holdings[side].pile.is_empty()
    }

    /// Every distinct play of the known hand, then the pass. Empty when the match is over
    /// or a draw is due.
    pub fn legal_moves(&self, book: &Rulebook) -> Vec<Move> {
        if self.position.is_over() || self.draw_due {
            return Vec::new();
        }
        let side = self.position.to_act;
        let hand = self.holdings[side].hand.cards();
        let plays = self.position.board.legal_plays(book, side, &hand);
        let plays = plays.into_iter().map(Move::Play);
        plays.chain([Move::Pass]).collect()
    }

    /// Carries out an action in place and returns its events. A refused action
    /// changes nothing.
    pub fn act(&mut self, book: &Rulebook, action: &Action) -> Result<Vec<Event>, ActionRefusal> {
        let (next, events) = self.after(book, action)?;
        *self = next;
        Ok(events)
    }

    /// The state after an action, and the events of the action. This is the only
    /// copy that is made of the state.
    pub fn after(
        &self,
        book: &Rulebook,
        action: &Action,
    ) -> Result<(GameState, Vec<Event>), ActionRefusal> {
        let mut next = self.clone();
        let mut events = Vec::new();
        match action {
            Action::Mulligan {
                side,
                replace,
                drew,
            } => next.mulligan(book, *side, replace, drew.as_deref())?,
            Action::Draw { card } => next.draw(book, *card)?,
            Action::Move { side, made } => next.make(book, *side, *made, &mut events)?,
            Action::SetHand { cards } => next.set_hand(book, cards)?,
            Action::SetDeck { side, deck } => next.set_deck(book, *side, deck.as_deref())?,
            Action::Resync { tiles } => next.resync(book, tiles)?,
        }
        Ok((next, events))
    }

    fn mulligan(
        &mut self,
        book: &Rulebook,
        side: Side,
        replace: &[CardId],
        drew: Option<&[CardId]>,
    ) -> Result<(), ActionRefusal> {
        if self.mulliganed[side] {
            return Err(ActionRefusal::MulliganTwice { side });
        }
        if !self.may_mulligan(side) {
            return Err(ActionRefusal::MulliganOver);
        }
        if drew.is_some() && !matches!(self.dealing, Dealing::Reported) {
            return Err(ActionRefusal::NotReported);
        }
        self.mulliganed[side] = true;
        let Holdings { hand, pile } = &mut self.holdings[side];
        for card in replace {
            let held = hand.take_known(*card);
            held.ok_or(ActionRefusal::NotInHand { side, card: *card })?;
            match pile {
                Pile::Ordered(cards) => cards.insert(0, *card),
                Pile::Hidden { .. } => pile.hide(*card),
            }
        }
        if let (Dealing::Simulated(chance), Pile::Ordered(cards)) = (&mut self.dealing, &mut *pile)
        {
            cards.reverse();
            chance[side].shuffle(cards);
            cards.reverse();
            let drawn = cards.split_off(cards.len() - replace.len());
            let drawn = drawn.into_iter().rev();
            hand.known.extend(Hand::of_known(drawn).known);
            return Ok(());
        }
        let Some(drew) = drew else {
            hand.unknown += replace.len() as u32;
            return Ok(());
        };
        if drew.len() != replace.len() {
            return Err(ActionRefusal::MulliganCount {
                replaced: replace.len(),
                drew: drew.len(),
            });
        }
        for card in drew {
            if book.catalogue[*card].kind == CardKind::Token {
                return Err(ActionRefusal::TokenFromDeck { side, card: *card });
            }
            if !pile.may_hold(*card) {
                return Err(ActionRefusal::NotInDeck { side, card: *card });
            }
            pile.reveal(*card);
            hand.known.extend(Hand::of_known([*card]).known);
        }
        Ok(())
    }

    /// Adds the card that you report to have drawn.
    fn draw(&mut self, book: &Rulebook, card: CardId) -> Result<(), ActionRefusal> {
        if !matches!(self.dealing, Dealing::Reported) {
            return Err(ActionRefusal::NotReported);
        }
        if !self.draw_due {
            return Err(ActionRefusal::NoDrawDue);
        }
        let side = Side::You;
        if book.catalogue[card].kind == CardKind::Token {
            return Err(ActionRefusal::TokenFromDeck { side, card });
        }
        let Holdings { hand, pile } = &mut self.holdings[side];
        if !pile.may_hold(card) {
            return Err(ActionRefusal::NotInDeck { side, card });
        }
        pile.reveal(card);
        pile.shrink();
        hand.known.push(HeldCard {
            card,
            instance: None,
        });
        self.draw_due = false;
        Ok(())
    }

    fn make(
        &mut self,
        book: &Rulebook,
        side: Side,
        made: Move,
        events: &mut Vec<Event>,
    ) -> Result<(), ActionRefusal> {
        let free = matches!(self.dealing, Dealing::Free);
        if free {
            self.position.to_act = side;
        } else if self.draw_due && side == self.position.to_act && !self.position.is_over() {
            return Err(ActionRefusal::DrawFirst);
        }
        self.position.make(book, side, made, events)?;
        let held = match made {
            // In an analysis a played card need not be in the hand, but a card that an
            // effect added is used up.
            Move::Play(play) if free => self.holdings[side].hand.take_known(play.card),
            Move::Play(play) => self.take_from_hand(book, side, play.card)?,
            Move::Pass => None,
        };
        self.moves_made += 1;
        self.follow(book, held, events);
        if !self.position.is_over() {
            self.begin_turn();
        }
        Ok(())
    }

    /// Begins the turn of the side to move. From its second turn on, a side draws one card
    /// if its pile is not empty.
    pub(super) fn begin_turn(&mut self) {
        let side = self.position.to_act;
        self.turn += 1;
        self.turns_begun[side] += 1;
        self.draw_due = false;
        let Holdings { hand, pile } = &mut self.holdings[side];
        if self.turns_begun[side] < 2 || pile.is_empty() {
            return;
        }
        match (&self.dealing, &mut *pile) {
            (Dealing::Free, _) => {}
            (_, Pile::Ordered(cards)) => {
                hand.known.extend(Hand::of_known(cards.pop()).known);
            }
            // If all of your hand is known, you report what you draw.
            (_, Pile::Hidden { .. }) if side == Side::You && hand.unknown == 0 => {
                self.draw_due = true;
            }
            (_, Pile::Hidden { .. }) => {
                pile.shrink();
                hand.unknown += 1;
            }
        }
    }
}
