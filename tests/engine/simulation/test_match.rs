//! A match for tests, with actions written as lines of text.

use qbcoach_engine::rules::notation::read_setting;
use qbcoach_engine::rules::{
    BySide, CardId, Event, Move, Play, Position, Rulebook, Rules, Side, TileId,
};
use qbcoach_engine::simulation::action::{Action, ActionRefusal};
use qbcoach_engine::simulation::game_state::{GameState, Holdings};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::instances::{Instance, InstanceId};
use qbcoach_engine::simulation::pile::Pile;

use crate::support::{play_of, position, side_named};

pub struct TestMatch {
    pub book: Rulebook,
    pub state: GameState,
}

pub fn canon() -> Rulebook {
    Rulebook::embedded(Rules::canon())
}

/// Cards by their numbers, with blanks between them.
#[track_caller]
pub fn ids(book: &Rulebook, numbers: &str) -> Vec<CardId> {
    let find = |number| book.catalogue.find(number).expect("the test names cards");
    numbers.split_whitespace().map(find).collect()
}

pub fn numbers(book: &Rulebook, cards: &[CardId]) -> String {
    let number = |card: &CardId| book.catalogue[*card].number.as_str();
    cards.iter().map(number).collect::<Vec<_>>().join(" ")
}

#[track_caller]
pub fn tile(text: &str) -> TileId {
    text.parse().expect("the test names a tile")
}

impl TestMatch {
    pub fn simulated(seed: u64, first: Side, decks: BySide<&str>) -> TestMatch {
        let book = canon();
        let decks = decks.map(|deck| ids(&book, deck));
        let state = GameState::simulated(&book.rules, seed, first, decks);
        TestMatch { book, state }
    }

    /// Hands and decks are written `hand | deck`, decks in the order of drawing; you start.
    pub fn arranged(you: &str, enemy: &str) -> TestMatch {
        let book = canon();
        let start = Position::opening(Side::You);
        TestMatch::arranged_from(book, start, you, enemy)
    }

    /// [`TestMatch::arranged`] from a drawn position.
    pub fn arranged_at(drawing: &str, you: &str, enemy: &str) -> TestMatch {
        let book = canon();
        let start = position(&book, drawing);
        TestMatch::arranged_from(book, start, you, enemy)
    }

    pub fn arranged_from(book: Rulebook, start: Position, you: &str, enemy: &str) -> TestMatch {
        let holdings = |text: &str| {
            let (hand, deck) = text.split_once('|').unwrap_or((text, ""));
            Holdings {
                hand: Hand::of_known(ids(&book, hand)),
                pile: Pile::in_order(ids(&book, deck)),
            }
        };
        let holdings = BySide::new(holdings(you), holdings(enemy));
        let state = GameState::arranged(start, holdings);
        TestMatch { book, state }
    }

    pub fn live(
        first: Side,
        hands: BySide<Option<&str>>,
        decks: BySide<Option<&str>>,
    ) -> TestMatch {
        let book = canon();
        let cards = |text: Option<&str>| text.map(|text| ids(&book, text));
        let state = GameState::live(&book.rules, first, hands.map(cards), decks.map(cards));
        TestMatch { book, state }
    }

    pub fn analysis(drawing: &str) -> TestMatch {
        let book = canon();
        let state = GameState::analysis(position(&book, drawing));
        TestMatch { book, state }
    }

    /// An action: `you play 001 MID-1`, `enemy pass`, `draw 001`, `hand 001 002`,
    /// `mulligan you 001 002`, `mulligan you 001 for 003`, or a correction of tiles,
    /// `set MID-1 y1[001]; set MID-2 .`
    #[track_caller]
    pub fn read(&self, line: &str) -> Action {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "draw" => Action::Draw {
                card: ids(&self.book, rest)[0],
            },
            "hand" => Action::SetHand {
                cards: ids(&self.book, rest),
            },
            "mulligan" => {
                let (side, cards) = rest.split_once(' ').unwrap_or((rest, ""));
                let (replace, drew) = match cards.split_once("for") {
                    Some((replace, drew)) => (replace, Some(ids(&self.book, drew))),
                    None => (cards, None),
                };
                Action::Mulligan {
                    side: side_named(side),
                    replace: ids(&self.book, replace),
                    drew,
                }
            }
            "set" => {
                let shown = line.split(';').map(|tile| {
                    let tile = tile.trim().trim_start_matches("set").trim();
                    read_setting(&self.book.catalogue, tile).expect("the test shows tiles")
                });
                Action::Resync {
                    tiles: shown.collect(),
                }
            }
            _ => {
                let side = side_named(verb);
                let made = match rest.split_whitespace().collect::<Vec<_>>()[..] {
                    ["pass"] => Move::Pass,
                    ["play", card, tile] => Move::Play(play_of(&self.book, card, tile)),
                    _ => panic!("`{line}` is not an action"),
                };
                Action::Move { side, made }
            }
        }
    }

    /// Makes an action, which must not be refused.
    #[track_caller]
    pub fn does(&mut self, line: &str) -> Vec<Event> {
        let action = self.read(line);
        match self.state.act(&self.book, &action) {
            Ok(events) => events,
            Err(refusal) => panic!("`{line}` is refused: {refusal}"),
        }
    }

    #[track_caller]
    pub fn does_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.does(line);
        }
    }

    /// Makes an action, which must be refused and change nothing.
    #[track_caller]
    pub fn refuses(&mut self, line: &str) -> ActionRefusal {
        let action = self.read(line);
        let before = format!("{:?}", self.state);
        let Err(refusal) = self.state.act(&self.book, &action) else {
            panic!("`{line}` is not refused");
        };
        assert_eq!(
            format!("{:?}", self.state),
            before,
            "`{line}` changed something"
        );
        refusal
    }

    /// The known cards of a hand.
    pub fn hand(&self, side: Side) -> String {
        numbers(&self.book, &self.state.holdings[side].hand.cards())
    }

    /// The number of unknown cards in a side's hand, and of cards in its pile.
    pub fn unseen(&self, side: Side) -> (u32, u32) {
        let Holdings { hand, pile } = &self.state.holdings[side];
        (hand.unknown, pile.len())
    }

    /// The cards left to draw, the next one first.
    #[track_caller]
    pub fn to_draw(&self, side: Side) -> String {
        let Pile::Ordered(cards) = &self.state.holdings[side].pile else {
            panic!("the order is not known");
        };
        let cards: Vec<CardId> = cards.iter().rev().copied().collect();
        numbers(&self.book, &cards)
    }

    /// The unseen cards of a known deck.
    #[track_caller]
    pub fn pool(&self, side: Side) -> String {
        let Pile::Hidden { pool, .. } = &self.state.holdings[side].pile else {
            panic!("the order is known");
        };
        numbers(&self.book, pool.as_ref().expect("the deck is known"))
    }

    /// The instance on a tile.
    #[track_caller]
    pub fn instance(&self, on: &str) -> (InstanceId, Instance) {
        let id = self.state.instances.on_tile(tile(on));
        let id = id.expect("the tile has an instance");
        (id, self.known(id))
    }

    #[track_caller]
    pub fn known(&self, id: InstanceId) -> Instance {
        *self.state.instances.get(id).expect("the instance exists")
    }

    /// The number of the card that made the one on a tile.
    pub fn spawned_by(&self, on: &str) -> Option<String> {
        let placed = self.state.position.board.card(tile(on))?;
        let maker = placed.spawned_by?;
        Some(self.book.catalogue[maker].number.clone())
    }

    /// The legal moves as lines.
    pub fn legal(&self) -> Vec<String> {
        let moves = self.state.legal_moves(&self.book);
        let side = self.state.position.to_act;
        moves.iter().map(|made| self.line(side, *made)).collect()
    }

    pub fn line(&self, side: Side, made: Move) -> String {
        match made {
            Move::Pass => format!("{side} pass"),
            Move::Play(Play { card, tile }) => {
                format!("{side} play {} {tile}", self.book.catalogue[card].number)
            }
        }
    }
}
