//! A match of Queen's Blood at one moment.

use std::sync::Arc;

use super::autoplay;
use super::library::Library;
use super::record;
use super::setup::{MatchSetup, SetupFault};
use crate::coaching::Coach;
use crate::observation::AnnotatedState;
use crate::observation::annotated_state::ActError;
use crate::rules::{Event, Rulebook};
use crate::sessions::game::{Game, RecordError, Summary};
use crate::simulation::action::Action;
use crate::simulation::game_state::MatchMode;

#[derive(Clone, Debug)]
pub struct Match {
    pub coach: Arc<Coach>,
    pub setup: Arc<MatchSetup>,
    pub annotated: AnnotatedState,
}

/// Why a match did not begin or an action was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchRefusal {
    #[error(transparent)]
    Setup(#[from] SetupFault),
    #[error(transparent)]
    Act(#[from] ActError),
}

impl Match {
    pub fn book(&self) -> &Rulebook {
        &self.coach.book
    }
}

impl Game for Match {
    type Library = Library;
    type Setup = MatchSetup;
    type Action = Action;
    type Event = Event;
    type Refusal = MatchRefusal;

    fn game_word(_: &MatchSetup) -> &'static str {
        "queens-blood"
    }

    fn begin(library: &Library, setup: &MatchSetup) -> Result<Match, MatchRefusal> {
        let coach = library.coach(setup.rules);
        Ok(Match {
            annotated: setup.start(&coach.book)?,
            setup: Arc::new(setup.clone()),
            coach,
        })
    }

    fn act(&self, _: &Library, action: &Action) -> Result<(Match, Vec<Event>), MatchRefusal> {
        let mut next = self.clone();
        let events = next.annotated.act(self.book(), action)?;
        Ok((next, events))
    }

    fn by_itself(&self, _: &Library) -> Option<Action> {
        autoplay::choose(self)
    }

    fn summary(&self) -> Summary {
        let state = &self.annotated.state;
        Summary {
            game: Match::game_word(&self.setup).to_owned(),
            mode: record::mode_word(self.setup.mode).to_owned(),
            title: self.setup.title.clone().unwrap_or_default(),
            turn: state.turn,
            over: state.position.is_over(),
        }
    }

    fn write_setup(library: &Library, setup: &MatchSetup) -> String {
        record::write_setup(library, setup)
    }

    fn read_setup(library: &Library, text: &str) -> Result<MatchSetup, RecordError> {
        record::read_setup(library, text)
    }

    fn write_action(library: &Library, action: &Action) -> String {
        record::write_action(&library.catalogue, action)
    }

    fn read_action(library: &Library, text: &str) -> Result<Action, RecordError> {
        record::read_action(&library.catalogue, text)
    }
}

impl Match {
    pub fn mode(&self) -> MatchMode {
        self.setup.mode
    }
}
