//! The list that the events of an action go to.

use std::sync::Arc;

use super::event::Event;

/// Whether a combat keeps what has happened in it. A search looks at millions of states
/// and at the past of none, so its combats keep no events, facts, played cards and words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Past {
    #[default]
    Kept,
    Forgotten,
}

impl Past {
    /// Words for people; empty where nobody will read them.
    pub fn words(self, make: impl FnOnce() -> String) -> Arc<str> {
        match self {
            Past::Kept => make().into(),
            Past::Forgotten => Arc::default(),
        }
    }
}

/// The events of one action, in order.
#[derive(Debug)]
pub(super) struct EventLog {
    past: Past,
    events: Vec<Event>,
}

impl EventLog {
    pub fn new(past: Past) -> EventLog {
        EventLog {
            past,
            events: Vec::new(),
        }
    }

    /// Adds an event, which is made only if it is kept.
    pub fn push(&mut self, make: impl FnOnce() -> Event) {
        if self.past == Past::Kept {
            self.events.push(make());
        }
    }

    /// Adds the events of another list.
    pub fn append(&mut self, other: EventLog) {
        self.events.extend(other.events);
    }

    pub fn into_events(self) -> Vec<Event> {
        self.events
    }
}
