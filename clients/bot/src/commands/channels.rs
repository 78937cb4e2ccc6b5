//! What is set for each channel: the session it follows, and whether turns are told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::Channel;

#[derive(Debug)]
pub struct Channels {
    sessions: Mutex<BTreeMap<Channel, String>>,
    /// Those that are told of turns.
    announced: watch::Sender<BTreeSet<Channel>>,
    /// Those that asked while the coach was away.
    missed: Mutex<BTreeSet<Channel>>,
}

/// Channels remembered because they asked in vain.
const MOST_MISSED: usize = 100;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Channels {
    pub fn new(sessions: BTreeMap<Channel, String>, announced: BTreeSet<Channel>) -> Channels {
        Channels {
            sessions: Mutex::new(sessions),
            announced: watch::Sender::new(announced),
            missed: Mutex::default(),
        }
    }

    /// The session a channel is bound to; none for the newest.
    pub fn session(&self, channel: &Channel) -> Option<String> {
        locked(&self.sessions).get(channel).cloned()
    }

    pub fn bind(&self, channel: &Channel, session: Option<String>) {
        let mut sessions = locked(&self.sessions);
        match session {
            Some(session) => sessions.insert(channel.clone(), session),
            None => sessions.remove(channel),
        };
    }

    /// Whether something changed.
    pub fn subscribe(&self, channel: &Channel) -> bool {
        self.announced
            .send_if_modified(|announced| announced.insert(channel.clone()))
    }

    pub fn unsubscribe(&self, channel: &Channel) -> bool {
        self.announced
            .send_if_modified(|announced| announced.remove(channel))
    }

    pub fn announced(&self) -> watch::Receiver<BTreeSet<Channel>> {
        self.announced.subscribe()
    }

    pub fn missed_the_coach(&self, channel: &Channel) {
        let mut missed = locked(&self.missed);
        if missed.len() < MOST_MISSED {
            missed.insert(channel.clone());
        }
    }

    /// Whoever has to be told that the coach is back.
    pub fn take_missed(&self) -> BTreeSet<Channel> {
        std::mem::take(&mut locked(&self.missed))
    }
}
