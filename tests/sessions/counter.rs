//! The smallest game a session can hold: a number that is added to. It knows every
//! way in which a game can be difficult.

use serde::{Deserialize, Serialize};

use qbcoach::sessions::game::RecordError;
use qbcoach::sessions::{Game, Summary};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    pub value: i64,
    setup: CounterSetup,
    /// The program's moves that are due.
    due: Vec<CounterAction>,
    moves: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterSetup {
    pub start: i64,
    /// How often the program adds 100 after each of your moves.
    pub answers: u32,
    /// Whether it also has the first move.
    pub begins: bool,
}

impl CounterSetup {
    /// Nobody but you adds.
    pub const ALONE: CounterSetup = CounterSetup {
        start: 0,
        answers: 0,
        begins: false,
    };
    /// The program adds 100 after each of your moves.
    pub const ANSWERED: CounterSetup = CounterSetup {
        answers: 1,
        ..CounterSetup::ALONE
    };
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CounterAction {
    /// Refused where the number would fall below zero.
    Add(i64),
    /// The program's own move.
    Answer,
    /// The rules fail on it.
    Fall,
    /// It succeeds, and the rules fail on the program's answer.
    AddAndTrip(i64),
    /// It succeeds, but nobody can say what the game then looks like.
    Garble,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is below zero")]
pub struct BelowZero(pub i64);

impl Game for Counter {
    /// Only numbers: there is nothing to share.
    type Library = ();
    type Setup = CounterSetup;
    type Action = CounterAction;
    type Event = i64;
    type Standing = i64;
    type Refusal = BelowZero;

    fn game_word(_: &CounterSetup) -> &'static str {
        "counter"
    }

    fn begin((): &(), setup: &CounterSetup) -> Result<Counter, BelowZero> {
        if setup.start < 0 {
            return Err(BelowZero(setup.start));
        }
        let due = if setup.begins { setup.answers } else { 0 };
        Ok(Counter {
            value: setup.start,
            setup: setup.clone(),
            due: vec![CounterAction::Answer; due as usize],
            moves: 0,
        })
    }

    fn act(&self, (): &(), action: &CounterAction) -> Result<(Counter, Vec<i64>), BelowZero> {
        let mut next = self.clone();
        let answers = vec![CounterAction::Answer; self.setup.answers as usize];
        let added = match action {
            CounterAction::Add(number) => {
                next.due = answers;
                *number
            }
            CounterAction::AddAndTrip(number) => {
                next.due = vec![CounterAction::Fall];
                *number
            }
            CounterAction::Answer => {
                next.due.pop();
                100
            }
            CounterAction::Garble => {
                next.moves = GARBLED;
                0
            }
            CounterAction::Fall => panic!("the counter fell, as the test wants it to"),
        };
        next.value += added;
        next.moves = next.moves.saturating_add(1);
        if next.value < 0 {
            return Err(BelowZero(next.value));
        }
        Ok((next, vec![added]))
    }

    fn by_itself(&self, (): &()) -> Option<CounterAction> {
        self.due.last().cloned()
    }

    fn summary(&self) -> Summary {
        assert!(self.moves < GARBLED, "garbled, as the test wants it to be");
        Summary {
            game: "counter".to_owned(),
            mode: "adding".to_owned(),
            title: format!("from {}", self.setup.start),
            turn: self.moves,
            over: false,
        }
    }

    fn standing(&self) -> i64 {
        self.value
    }

    fn write_setup((): &(), setup: &CounterSetup) -> String {
        serde_json::to_string(setup).expect("it is numbers")
    }

    fn read_setup((): &(), _: &str, text: &str) -> Result<CounterSetup, RecordError> {
        serde_json::from_str(text).map_err(RecordError::new)
    }

    fn write_action((): &(), action: &CounterAction) -> String {
        serde_json::to_string(action).expect("it is numbers")
    }

    fn read_action((): &(), _: &CounterSetup, text: &str) -> Result<CounterAction, RecordError> {
        serde_json::from_str(text).map_err(RecordError::new)
    }
}

const GARBLED: u32 = u32::MAX;
