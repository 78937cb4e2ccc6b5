//! The state of each channel: the session it follows, and whether turns are announced.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::Channel;

#[derive(Debug)]
pub struct Channels {
    sessions: Mutex<BTreeMap<Channel, String>>,
    /// Channels in which turns are announced.
    announced: watch::Sender<BTreeSet<Channel>>,
    /// Channels in which a command failed because the coach was away.
    missed: Mutex<BTreeSet<Channel>>,
}

/// The most channels in `missed`.
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

    /// The session a channel is bound to; none if it follows the newest.
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

    /// Switches announcements on; false if they were on already.
    pub fn subscribe(&self, channel: &Channel) -> bool {
        self.announced
            .send_if_modified(|announced| announced.insert(channel.clone()))
    }

    /// Switches announcements off; false if they were off already.
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

    /// Removes and returns the channels to tell that the coach is back.
    pub fn take_missed(&self) -> BTreeSet<Channel> {
        std::mem::take(&mut locked(&self.missed))
    }
}
