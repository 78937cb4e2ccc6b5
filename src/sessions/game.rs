//! What a session needs to know of a game. Everything else about it stays in its
//! own layers.

use std::error::Error;
use std::fmt::Debug;

/// A match at one moment. It is a value: acting makes another one.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// What all matches share: cards, decks.
    type Library: Send + Sync + 'static;
    /// How a match began.
    type Setup: Clone + Debug + Send + Sync + 'static;
    type Action: Clone + Debug + Send + Sync + 'static;
    type Event: Clone + Debug + Send + Sync + 'static;
    /// What is told of a game in the course of it.
    type Standing: Clone + Debug + Send + Sync + 'static;
    type Refusal: Error + Clone + Send + Sync + 'static;

    /// The word for this match's game in the journal.
    fn game_word(setup: &Self::Setup) -> &'static str;

    fn begin(library: &Self::Library, setup: &Self::Setup) -> Result<Self, Self::Refusal>;

    fn act(
        &self,
        library: &Self::Library,
        action: &Self::Action,
    ) -> Result<(Self, Vec<Self::Event>), Self::Refusal>;

    /// What happens next without anybody asking: the move of a side that was left
    /// to the program.
    fn by_itself(&self, library: &Self::Library) -> Option<Self::Action>;

    fn summary(&self) -> Summary;

    fn standing(&self) -> Self::Standing;

    /// The journal's texts; a setup stands beside the word of its game, an action
    /// beside its setup. They outlive the program, so they hold names and
    /// numbers of cards and nothing of how the program keeps them.
    fn write_setup(library: &Self::Library, setup: &Self::Setup) -> String;
    fn read_setup(
        library: &Self::Library,
        game: &str,
        text: &str,
    ) -> Result<Self::Setup, RecordError>;
    fn write_action(library: &Self::Library, action: &Self::Action) -> String;
    fn read_action(
        library: &Self::Library,
        setup: &Self::Setup,
        text: &str,
    ) -> Result<Self::Action, RecordError>;
}

/// What a list of sessions says about one.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    pub game: String,
    pub mode: String,
    pub title: String,
    pub turn: u32,
    pub over: bool,
}

/// A text of the journal or of an export that cannot be understood.
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
}
