//! What a session needs to know about a game.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt::Debug;

use qbcoach_basics::shorten::shortened_json_error;
use qbcoach_engine::rules::{BySide, Side};

/// The state of a game at one moment. It never changes: an act makes a new state.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// What all sessions share: cards, decks.
    type Library: Send + Sync + 'static;
    /// Everything that is needed to begin the game again.
    type Setup: Clone + Debug + Send + Sync + 'static;
    type Action: Clone + Debug + Send + Sync + 'static;
    type Event: Clone + Debug + Send + Sync + 'static;
    /// The score and turn, kept for each act of the history.
    type Standing: Clone + Debug + Send + Sync + 'static;
    type Refusal: Error + Clone + Send + Sync + 'static;

    /// The word for the game in the journal.
    fn game_word(setup: &Self::Setup) -> &'static str;

    fn begin(library: &Self::Library, setup: &Self::Setup) -> Result<Self, Self::Refusal>;

    /// The state after an action, and the events of the action. This is the only
    /// place where a session copies a state.
    fn act(
        &self,
        library: &Self::Library,
        action: &Self::Action,
    ) -> Result<(Self, Vec<Self::Event>), Self::Refusal>;

    /// Whether it is the turn of a side that the program plays. This is asked after
    /// every act, so it must be quick.
    fn is_programs_turn(&self) -> bool;

    /// The next action of the program, if it is the program's turn. Choosing it may
    /// take long.
    fn by_itself(&self, library: &Self::Library) -> Option<Self::Action>;

    fn summary(&self) -> Summary;

    fn standing(&self) -> Self::Standing;

    /// The texts of the journal. Later versions read them, so they name cards by
    /// number and contain no internal ids.
    fn write_setup(library: &Self::Library, setup: &Self::Setup) -> String;
    fn read_setup(
        library: &Self::Library,
        game: &str,
        text: &str,
    ) -> Result<Self::Setup, RecordError>;
    /// The setup that leaves the machine: without what is remembered from other sessions.
    fn exported_setup(setup: &Self::Setup) -> Self::Setup {
        setup.clone()
    }
    fn write_action(library: &Self::Library, action: &Self::Action) -> String;
    fn read_action(
        library: &Self::Library,
        setup: &Self::Setup,
        text: &str,
    ) -> Result<Self::Action, RecordError>;
}

/// A session in the list of sessions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    pub game: String,
    pub mode: String,
    pub title: String,
    /// The player's name for the opponent.
    pub opponent: Option<String>,
    pub turn: u32,
    pub over: bool,
    /// The end of a match that is over.
    pub result: Option<FinalTotals>,
}

/// The totals at the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalTotals(pub BySide<i32>);

impl FinalTotals {
    /// None for a draw.
    pub fn winner(self) -> Option<Side> {
        match self.0.you.cmp(&self.0.enemy) {
            Ordering::Greater => Some(Side::You),
            Ordering::Less => Some(Side::Enemy),
            Ordering::Equal => None,
        }
    }
}

/// A text of the journal or of an export that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct RecordError {
    pub problem: String,
}

impl RecordError {
    pub fn new(problem: impl ToString) -> RecordError {
        RecordError {
            problem: problem.to_string(),
        }
    }

    /// A JSON text that is none, or not the expected one.
    pub(crate) fn of_json(error: serde_json::Error) -> RecordError {
        RecordError::new(shortened_json_error(&error.to_string()))
    }
}
