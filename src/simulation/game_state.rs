//! A match: whose turn, what is drawn, what is played, how it ends.

use super::action::{Action, Phase, Refusal};
use super::chance::Chance;
use super::hand::{Hand, HeldCard};
use super::instances::Instances;
use super::pile::Pile;
use crate::rules::{BySide, CardId, CardKind, Event, Move, Position, Rulebook, Rules, Side};

/// The cards of one side that are not on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holdings {
    pub hand: Hand,
    pub pile: Pile,
}

/// Where cards come from.
#[derive(Clone, Debug)]
enum Dealing {
    /// We shuffle and draw.
    Simulated(Box<BySide<Chance>>),
    /// A person reports what happens at a real table.
    Reported,
    /// Any card at any time; nothing is drawn.
    Free,
}

/// How a match gets its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMode {
    /// The program shuffles and draws.
    Simulated,
    /// A person reports a real table.
    Live,
    /// Either side plays any card in any order; nothing is drawn.
    Analysis,
}

/// Copies share nothing that can change.
#[derive(Clone, Debug)]
pub struct GameState {
    pub position: Position,
    pub holdings: BySide<Holdings>,
    /// Counted from 1, over both sides.
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

    /// The same with opening hands that are given instead of dealt; they are cards
    /// of the decks.
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
                    if let Some(place) = cards.iter().position(|other| other == card) {
                        cards.remove(place);
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

    /// A match of known hands and decks in the order of drawing.
    pub fn arranged(position: Position, holdings: BySide<Holdings>) -> GameState {
        // Nothing is left to chance but a mulligan, which then has this seed.
        let chance = BySide::new(Chance::new(0, 0), Chance::new(0, 1));
        GameState::start(position, holdings, Dealing::Simulated(Box::new(chance)))
    }

    /// A real table: what is known of each side's hand and deck list. Without a
    /// hand, a side holds the opening hand unseen.
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
        state.meet_all_cards();
        state
    }

    /// The same match from another position: cards on it are met now.
    #[must_use]
    pub fn from_position(mut self, position: Position) -> GameState {
        let to_act = self.position.to_act;
        self.position = position;
        if to_act != position.to_act {
            self.turns_begun = self.turns_begun.swapped();
        }
        self.instances = Instances::default();
        self.meet_all_cards();
        self
    }

    pub fn mode(&self) -> MatchMode {
        match self.dealing {
            Dealing::Simulated(_) => MatchMode::Simulated,
            Dealing::Reported => MatchMode::Live,
            Dealing::Free => MatchMode::Analysis,
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

    /// Whether this side may still change its opening hand.
    pub fn may_mulligan(&self, side: Side) -> bool {
        let has_hands = !matches!(self.dealing, Dealing::Free);
        has_hands && self.moves_made == 0 && !self.mulliganed[side]
    }

    /// Whether `side` will draw when its next turn begins.
    pub fn draws_next_turn(&self, side: Side) -> bool {
        let deals = !matches!(self.dealing, Dealing::Free);
        deals && self.turns_begun[side] >= 1 && !self.holdings[side].pile.is_empty()
    }

    /// Every distinct play of the known hand, then the pass; none when the match
    /// is over or a draw is due.
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

    /// Lets something happen and says what came of it. A refused action changes
    /// nothing.
    pub fn act(&mut self, book: &Rulebook, action: &Action) -> Result<Vec<Event>, Refusal> {
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
            Action::Resync { tiles } => next.resync(book, tiles)?,
        }
        *self = next;
        Ok(events)
    }

    fn mulligan(
        &mut self,
        book: &Rulebook,
        side: Side,
        replace: &[CardId],
        drew: Option<&[CardId]>,
    ) -> Result<(), Refusal> {
        if self.mulliganed[side] {
            return Err(Refusal::MulliganTwice { side });
        }
        if !self.may_mulligan(side) {
            return Err(Refusal::MulliganOver);
        }
        if drew.is_some() && !matches!(self.dealing, Dealing::Reported) {
            return Err(Refusal::NotReported);
        }
        self.mulliganed[side] = true;
        let Holdings { hand, pile } = &mut self.holdings[side];
        for card in replace {
            let held = hand.take_known(*card);
            held.ok_or(Refusal::NotInHand { side, card: *card })?;
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
            return Err(Refusal::MulliganCount {
                replaced: replace.len(),
                drew: drew.len(),
            });
        }
        for card in drew {
            if book.catalogue[*card].kind == CardKind::Token {
                return Err(Refusal::TokenFromDeck { side, card: *card });
            }
            if !pile.may_hold(*card) {
                return Err(Refusal::NotInDeck { side, card: *card });
            }
            pile.reveal(*card);
            hand.known.extend(Hand::of_known([*card]).known);
        }
        Ok(())
    }

    /// Your reported draw.
    fn draw(&mut self, book: &Rulebook, card: CardId) -> Result<(), Refusal> {
        if !matches!(self.dealing, Dealing::Reported) {
            return Err(Refusal::NotReported);
        }
        if !self.draw_due {
            return Err(Refusal::NoDrawDue);
        }
        let side = Side::You;
        if book.catalogue[card].kind == CardKind::Token {
            return Err(Refusal::TokenFromDeck { side, card });
        }
        let Holdings { hand, pile } = &mut self.holdings[side];
        if !pile.may_hold(card) {
            return Err(Refusal::NotInDeck { side, card });
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
    ) -> Result<(), Refusal> {
        let free = matches!(self.dealing, Dealing::Free);
        if free {
            self.position.to_act = side;
        } else if self.draw_due && side == self.position.to_act && !self.position.is_over() {
            return Err(Refusal::DrawFirst);
        }
        self.position.make(book, side, made, events)?;
        let held = match made {
            // In an analysis a card may come from nowhere, but one that an effect
            // has given is used up.
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

    /// A card leaves a hand for the board: a known copy, or one of the unknown.
    fn take_from_hand(
        &mut self,
        book: &Rulebook,
        side: Side,
        card: CardId,
    ) -> Result<Option<HeldCard>, Refusal> {
        let Holdings { hand, pile } = &mut self.holdings[side];
        if let Some(held) = hand.take_known(card) {
            return Ok(Some(held));
        }
        if hand.unknown == 0 {
            return Err(Refusal::HandIsKnown { side, card });
        }
        if book.catalogue[card].kind == CardKind::Token {
            return Err(Refusal::TokenFromDeck { side, card });
        }
        if !pile.may_hold(card) {
            return Err(Refusal::NotInDeck { side, card });
        }
        pile.reveal(card);
        hand.unknown -= 1;
        Ok(None)
    }

    /// Your hand really is this: the old one goes back, the new one is taken.
    fn set_hand(&mut self, book: &Rulebook, cards: &[CardId]) -> Result<(), Refusal> {
        if !matches!(self.dealing, Dealing::Reported) {
            return Err(Refusal::NotReported);
        }
        let side = Side::You;
        let turn = self.turn;
        let Holdings { hand, pile } = &mut self.holdings[side];
        let mut old = std::mem::take(hand);
        let from_deck = |hand: &Hand| {
            let known = hand.known.iter().filter(|held| {
                held.instance.is_none() && book.catalogue[held.card].kind != CardKind::Token
            });
            known.count() as u32 + hand.unknown
        };
        let cards_before = from_deck(&old);
        for held in old.known.iter().filter(|held| held.instance.is_none()) {
            pile.hide(held.card);
        }
        for card in cards {
            // A card that an effect gave stays the one it was.
            let made = old
                .known
                .iter()
                .position(|held| held.card == *card && held.instance.is_some());
            let held = match made {
                Some(place) => old.known.remove(place),
                None => {
                    let token = book.catalogue[*card].kind == CardKind::Token;
                    if !token && !pile.may_hold(*card) {
                        return Err(Refusal::NotInDeck { side, card: *card });
                    }
                    pile.reveal(*card);
                    HeldCard {
                        card: *card,
                        instance: None,
                    }
                }
            };
            hand.known.push(held);
        }
        // A card more in the hand is a card less in the pile.
        let cards_now = from_deck(hand);
        if let Pile::Hidden { size, .. } = pile {
            *size = (*size + cards_before).saturating_sub(cards_now);
        }
        for id in old.known.iter().filter_map(|held| held.instance) {
            self.instances.leave(id, turn);
        }
        self.draw_due &= !self.holdings[side].pile.is_empty();
        Ok(())
    }

    /// From its second turn on a side draws one card, if there is one.
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
            // Whoever says what he holds is asked what he drew.
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
