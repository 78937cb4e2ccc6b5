//! Announcements: turns, and that the coach is back.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use qbcoach_protocol::Snapshot;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::coach::{DaemonLink, LinkError, Presence};
use crate::commands::{Channel, Channels, Chat, session_of};
use crate::words;

/// A line for a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    pub channel: String,
    pub text: String,
}

/// The queues of announcements, one for each chat. An announcement is dropped if its
/// queue is full.
#[derive(Clone, Debug, Default)]
pub struct Outlets(BTreeMap<Chat, mpsc::Sender<Announcement>>);

/// Announcements that may wait in a queue.
const QUEUE_LENGTH: usize = 16;

impl Outlets {
    /// Makes the queue of a chat and returns its receiving end.
    pub fn open(&mut self, chat: Chat) -> mpsc::Receiver<Announcement> {
        let (sender, receiver) = mpsc::channel(QUEUE_LENGTH);
        self.0.insert(chat, sender);
        receiver
    }

    fn send(&self, channel: &Channel, text: String) {
        let announcement = Announcement {
            channel: channel.id.clone(),
            text,
        };
        if let Some(outlet) = self.0.get(&channel.chat) {
            let _ = outlet.try_send(announcement);
        }
    }
}

/// The pause between two looks for the session a channel follows.
const LOOK: Duration = Duration::from_secs(2);

pub struct Announcer {
    pub coach: DaemonLink,
    pub channels: Arc<Channels>,
    pub outlets: Outlets,
    pub cooldown: Duration,
}

impl Announcer {
    /// Runs until the process ends.
    pub async fn run(self) {
        let announcer = Arc::new(self);
        tokio::join!(
            announcer.clone().announce_turns(),
            announcer.announce_returns()
        );
    }

    /// Runs one task for each channel in which turns are announced.
    async fn announce_turns(self: Arc<Self>) {
        let mut announced = self.channels.announced();
        let mut tasks: BTreeMap<Channel, JoinHandle<()>> = BTreeMap::new();
        loop {
            let wanted = announced.borrow_and_update().clone();
            tasks.retain(|channel, task| {
                let stays = wanted.contains(channel);
                if !stays {
                    task.abort();
                }
                stays
            });
            for channel in wanted {
                let announcer = self.clone();
                tasks.entry(channel).or_insert_with_key(|channel| {
                    let channel = channel.clone();
                    tokio::spawn(async move { announcer.announce_in(&channel).await })
                });
            }
            if announced.changed().await.is_err() {
                return;
            }
        }
    }

    /// Announces turns in one channel; continues after errors.
    async fn announce_in(&self, channel: &Channel) {
        let mut last = LastAnnounced::Nothing;
        loop {
            // The daemon is away, or the session closed: try again later.
            if self.announce_session(channel, &mut last).await.is_err() {
                tokio::time::sleep(LOOK).await;
            }
        }
    }

    /// Follows the channel's session until the channel has another one.
    async fn announce_session(
        &self,
        channel: &Channel,
        last: &mut LastAnnounced,
    ) -> Result<(), LinkError> {
        let session = session_of(&self.coach, &self.channels, channel).await?;
        let Some(session) = session else {
            last.begin();
            tokio::time::sleep(LOOK).await;
            return Ok(());
        };
        let session = session.session_id;
        let mut view = self.coach.follow(&session).await?;
        loop {
            // After the cooldown, announce the latest state, not the one before it.
            let now = view.borrow_and_update().snapshot();
            if let Some(now) = now
                && last.has_news(&now)
            {
                match last.due(self.cooldown) {
                    Some(due) if due > Instant::now() => {
                        tokio::time::sleep_until(due).await;
                        continue;
                    }
                    _ => {
                        if matches!(last, LastAnnounced::Nothing) {
                            tracing::debug!(channel = %channel.id, %session, "following");
                        }
                        last.announce(now, |line| self.outlets.send(channel, line));
                    }
                }
            }
            tokio::select! {
                changed = view.changed() => {
                    if changed.is_err() || view.borrow().has_ended() {
                        return Err(LinkError::Away);
                    }
                }
                () = tokio::time::sleep(LOOK) => {
                    let current = session_of(&self.coach, &self.channels, channel).await?;
                    if current.is_none_or(|current| current.session_id != session) {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Announces that the coach is back in channels where a command failed meanwhile.
    async fn announce_returns(self: Arc<Self>) {
        let mut presence = self.coach.presence();
        loop {
            if matches!(&*presence.borrow_and_update(), Presence::Connected(_)) {
                for channel in self.channels.take_missed() {
                    self.outlets.send(&channel, "The coach is back".to_owned());
                }
            }
            if presence.changed().await.is_err() {
                return;
            }
        }
    }
}

/// What was last announced in a channel.
enum LastAnnounced {
    /// Announcing has just begun: the present state of a session is not announced.
    Nothing,
    /// There was no session at first: any session is announced.
    NoSession,
    /// The state, and when a line about it was sent.
    Snapshot(Box<Snapshot>, Option<Instant>),
}

impl LastAnnounced {
    fn begin(&mut self) {
        if matches!(self, LastAnnounced::Nothing) {
            *self = LastAnnounced::NoSession;
        }
    }

    fn news(&self, now: &Snapshot) -> Option<String> {
        match self {
            LastAnnounced::Nothing => None,
            LastAnnounced::NoSession => words::news(None, now),
            LastAnnounced::Snapshot(before, _) => words::news(Some(before), now),
        }
    }

    fn has_news(&self, now: &Snapshot) -> bool {
        matches!(self, LastAnnounced::Nothing) || self.news(now).is_some()
    }

    /// When the next line may be sent.
    fn due(&self, cooldown: Duration) -> Option<Instant> {
        match self {
            LastAnnounced::Snapshot(_, Some(last)) => Some(*last + cooldown),
            _ => None,
        }
    }

    fn announce(&mut self, now: Snapshot, send: impl Fn(String)) {
        let line = self.news(&now);
        let sent = line.is_some().then(Instant::now);
        if let Some(line) = line {
            send(line);
        }
        *self = LastAnnounced::Snapshot(Box::new(now), sent);
    }
}
