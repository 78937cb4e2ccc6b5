//! A match to report to a daemon.

use serde_json::{Value, json};

use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{BySide, CardId, Move, Rulebook, Rules, Side, data};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_engine::simulation::game_state::GameState;

/// Whether the daemon is told the enemy's deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnemyDeck {
    Known,
    Unknown,
}

/// What a player reports of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reported {
    /// The plays of both sides.
    Plays,
    /// Also the player's own hand and draws, so that there is advice.
    PlaysAndHand,
}

/// A live match: random legal plays of two shipped decks.
pub(crate) struct Script {
    /// The params of `session/create`.
    pub setup: Value,
    /// The actions of each turn.
    pub turns: Vec<Vec<Value>>,
}

impl Script {
    pub(crate) fn new(number: u64, enemy_deck: EnemyDeck, reported: Reported) -> Script {
        let book = Rulebook::new(data::embedded(), Rules::default());
        let mut chance = Chance::new(number, 0);
        let library = DeckLibrary::embedded(&book.catalogue);
        let decks: Vec<_> = library.iter().flat_map(DeckLibrary::list).collect();
        let mut deck = || chance.pick(&decks).map_or("", |deck| &deck.tag);
        let tags = BySide::new(deck(), deck());
        let cards = |tag: &str| {
            let deck = decks.iter().find(|deck| deck.tag == tag);
            deck.map(|deck| deck.cards.clone()).unwrap_or_default()
        };
        let dealt = BySide::new(cards(tags.you), cards(tags.enemy));
        let mut state = GameState::simulated(&book.rules, number, Side::You, dealt);
        let card = |card: CardId| book.catalogue[card].number.clone();
        let hand = state.holdings.you.hand.cards();
        let opening: Vec<String> = hand.iter().map(|held| card(*held)).collect();
        let mut turns = Vec::new();
        let mut held = hand.len();
        while !state.position.is_over() {
            let side = state.position.to_act;
            let mut turn = Vec::new();
            // The card that was drawn at the beginning of the turn is the last one.
            let hand = state.holdings.you.hand.cards();
            if let Some(drawn) = hand.last().filter(|_| hand.len() > held)
                && side == Side::You
                && reported == Reported::PlaysAndHand
            {
                turn.push(json!({ "type": "draw", "card": card(*drawn) }));
            }
            let moves = state.legal_moves(&book);
            // Passes, which come last in the list, would make a short match.
            let plays = &moves[..moves.len().saturating_sub(1).max(1)];
            let Some(made) = chance.pick(plays).copied() else {
                break;
            };
            turn.push(match made {
                Move::Pass => json!({ "type": "pass", "side": side.word() }),
                Move::Play(play) => json!({
                    "type": "play",
                    "side": side.word(),
                    "card": card(play.card),
                    "tile": play.tile.to_string(),
                }),
            });
            turns.push(turn);
            if state.act(&book, &Action::Move { side, made }).is_err() {
                break;
            }
            // Effects may have put cards into the hand; the next turn's draw comes after.
            if side == Side::You {
                held = state.holdings.you.hand.len() as usize;
            }
        }
        let enemy = match enemy_deck {
            EnemyDeck::Known => json!({ "deck": tags.enemy }),
            EnemyDeck::Unknown => json!({}),
        };
        let you = match reported {
            Reported::Plays => json!({ "deck": tags.you }),
            Reported::PlaysAndHand => json!({ "deck": tags.you, "hand": opening }),
        };
        let title = format!("load {number}");
        Script {
            setup: json!({ "mode": "live", "you": you, "enemy": enemy, "title": title }),
            turns,
        }
    }
}
