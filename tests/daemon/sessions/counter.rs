//! A minimal game for tests: players add to a number. Its actions can be refused, can
//! panic, and can be answered by the program.

use serde::{Deserialize, Serialize};

use qbcoach_sessions::game::RecordError;
use qbcoach_sessions::{Game, Summary};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    pub value: i64,
    setup: CounterSetup,
    /// Pending moves of the program.
    due: Vec<CounterAction>,
    moves: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterSetup {
    pub start: i64,
    /// How often the program adds 100 after each of your moves.
    pub answers: u32,
    /// Whether the program also has the first move.
    pub begins: bool,
}

impl CounterSetup {
    /// The program makes no moves.
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
    /// Refused if the number would be below zero.
    Add(i64),
    /// The program's own move.
    Answer,
    /// The rules panic.
    Fall,
    /// Succeeds, but the rules panic on the program's answer.
    AddAndTrip(i64),
    /// Succeeds, but the summary of the game then panics.
    Garble,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is below zero")]
pub struct BelowZero(pub i64);

impl Game for Counter {
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
            CounterAction::Fall => panic!("the counter fails, as the test requires"),
        };
        next.value += added;
        next.moves = next.moves.saturating_add(1);
        if next.value < 0 {
            return Err(BelowZero(next.value));
        }
        Ok((next, vec![added]))
    }

    fn is_programs_turn(&self) -> bool {
        !self.due.is_empty()
    }

    fn by_itself(&self, (): &()) -> Option<CounterAction> {
        self.due.last().cloned()
    }

    fn summary(&self) -> Summary {
        assert!(
            self.moves < GARBLED,
            "the summary fails, as the test requires"
        );
        Summary {
            game: "counter".to_owned(),
            mode: "adding".to_owned(),
            title: format!("from {}", self.setup.start),
            opponent: None,
            turn: self.moves,
            over: false,
            result: None,
        }
    }

    fn standing(&self) -> i64 {
        self.value
    }

    fn write_setup((): &(), setup: &CounterSetup) -> String {
        serde_json::to_string(setup).expect("numbers can be serialised")
    }

    fn read_setup((): &(), _: &str, text: &str) -> Result<CounterSetup, RecordError> {
        serde_json::from_str(text).map_err(RecordError::new)
    }

    fn write_action((): &(), action: &CounterAction) -> String {
        serde_json::to_string(action).expect("numbers can be serialised")
    }

    fn read_action((): &(), _: &CounterSetup, text: &str) -> Result<CounterAction, RecordError> {
        serde_json::from_str(text).map_err(RecordError::new)
    }
}

const GARBLED: u32 = u32::MAX;
