//! A match of known hands and decks: whose turn, what is drawn, how it ends.

use crate::rules::{BySide, CardId, Event, EventSink, IllegalMove, Move, Position, Rulebook, Side};

/// The cards of one side that are not on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Holdings {
    pub hand: Vec<CardId>,
    /// The next card to draw comes last.
    pub deck: Vec<CardId>,
    turns_begun: u32,
}

impl Holdings {
    /// `deck` in the order in which it will be drawn.
    pub fn new(hand: Vec<CardId>, mut deck: Vec<CardId>) -> Holdings {
        deck.reverse();
        Holdings {
            hand,
            deck,
            turns_begun: 0,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameState {
    pub position: Position,
    pub holdings: BySide<Holdings>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum RefusedMove {
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("the card is not in the hand")]
    NotInHand { card: CardId },
}

impl GameState {
    /// The first turn of `position.to_act` has begun; it draws nothing.
    pub fn new(position: Position, holdings: BySide<Holdings>) -> GameState {
        let mut state = GameState { position, holdings };
        state.begin_turn();
        state
    }

    /// Every distinct play of the hand, then the pass. Empty when the match is over.
    pub fn legal_moves(&self, book: &Rulebook) -> Vec<Move> {
        if self.position.is_over() {
            return Vec::new();
        }
        let side = self.position.to_act;
        let hand = &self.holdings[side].hand;
        let plays = self.position.board.legal_plays(book, side, hand);
        plays
            .into_iter()
            .map(Move::Play)
            .chain([Move::Pass])
            .collect()
    }

    /// Makes a move for the side to act. A refused move changes nothing.
    pub fn make<S: EventSink>(
        &mut self,
        book: &Rulebook,
        made: Move,
        sink: &mut S,
    ) -> Result<(), RefusedMove> {
        let side = self.position.to_act;
        let from = match made {
            Move::Pass => None,
            Move::Play(play) => {
                let place = self.holdings[side]
                    .hand
                    .iter()
                    .position(|held| *held == play.card);
                // Whatever else is wrong with the play, it needs the card first.
                Some(place.ok_or(RefusedMove::NotInHand { card: play.card })?)
            }
        };
        let mut hands = Additions {
            added: Vec::new(),
            sink,
        };
        self.position.make(book, side, made, &mut hands)?;
        let added = hands.added;
        if let Some(place) = from {
            self.holdings[side].hand.remove(place);
        }
        for (side, card) in added {
            self.holdings[side].hand.push(card);
        }
        if !self.position.is_over() {
            self.begin_turn();
        }
        Ok(())
    }

    /// From its second turn on a side draws one card, if there is one.
    fn begin_turn(&mut self) {
        let holdings = &mut self.holdings[self.position.to_act];
        holdings.turns_begun += 1;
        if holdings.turns_begun > 1
            && let Some(card) = holdings.deck.pop()
        {
            holdings.hand.push(card);
        }
    }
}

/// Passes events on and remembers what goes to hands.
struct Additions<'a, S> {
    added: Vec<(Side, CardId)>,
    sink: &'a mut S,
}

impl<S: EventSink> EventSink for Additions<'_, S> {
    const LISTENS: bool = S::LISTENS;

    fn event(&mut self, event: Event) {
        if let Event::AddedToHand { side, card, .. } = event {
            self.added.push((side, card));
        }
        self.sink.event(event);
    }
}
