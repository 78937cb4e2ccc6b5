//! What is said without being asked: turns, and that the coach is back.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use qbcoach_protocol::Snapshot;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::coach::{Coach, CoachError, Presence};
use crate::commands::{Channel, Channels, Chat, session_of};
use crate::words;

/// A line for a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    pub channel: String,
    pub text: String,
}

/// Where the chats take announcements. One that has no room loses them: the next
/// one is newer.
#[derive(Clone, Debug, Default)]
pub struct Outlets(BTreeMap<Chat, mpsc::Sender<Announcement>>);

/// Announcements a chat has not sent yet.
const WAITING: usize = 16;

impl Outlets {
    /// The receiving end for a chat.
    pub fn open(&mut self, chat: Chat) -> mpsc::Receiver<Announcement> {
        let (sender, receiver) = mpsc::channel(WAITING);
        self.0.insert(chat, sender);
        receiver
    }

    fn say(&self, channel: &Channel, text: String) {
        let announcement = Announcement {
            channel: channel.id.clone(),
            text,
        };
        if let Some(outlet) = self.0.get(&channel.chat) {
            let _ = outlet.try_send(announcement);
        }
    }
}

/// How often a newer session is looked for, or a lost one again.
const LOOK: Duration = Duration::from_secs(2);

pub struct Announcer {
    pub coach: Coach,
    pub channels: Arc<Channels>,
    pub outlets: Outlets,
    pub cooldown: Duration,
}

impl Announcer {
    /// Runs until the process ends.
    pub async fn run(self) {
        let announcer = Arc::new(self);
        tokio::join!(announcer.clone().tell_turns(), announcer.tell_returns());
    }

    /// One task for each channel that wants to hear of turns.
    async fn tell_turns(self: Arc<Self>) {
        let mut announced = self.channels.announced();
        let mut telling: BTreeMap<Channel, JoinHandle<()>> = BTreeMap::new();
        loop {
            let wanted = announced.borrow_and_update().clone();
            telling.retain(|channel, task| {
                let stays = wanted.contains(channel);
                if !stays {
                    task.abort();
                }
                stays
            });
            for channel in wanted {
                let announcer = self.clone();
                telling.entry(channel).or_insert_with_key(|channel| {
                    let channel = channel.clone();
                    tokio::spawn(async move { announcer.tell(&channel).await })
                });
            }
            if announced.changed().await.is_err() {
                return;
            }
        }
    }

    /// Tells one channel, whatever happens to the daemon meanwhile.
    async fn tell(&self, channel: &Channel) {
        let mut told = Told::Nothing;
        loop {
            // Away, closed or not there yet: all of it may pass.
            if self.tell_session(channel, &mut told).await.is_err() {
                tokio::time::sleep(LOOK).await;
            }
        }
    }

    /// Follows the channel's session until it is another one.
    async fn tell_session(&self, channel: &Channel, told: &mut Told) -> Result<(), CoachError> {
        let session = session_of(&self.coach, &self.channels, channel).await?;
        let Some(session) = session else {
            told.begin();
            tokio::time::sleep(LOOK).await;
            return Ok(());
        };
        let session = session.session_id;
        let mut followed = self.coach.follow(&session).await?;
        loop {
            // The latest wins: what came during the wait is what is told.
            let now = followed.borrow_and_update().snapshot();
            if let Some(now) = now
                && told.has_news(&now)
            {
                match told.due(self.cooldown) {
                    Some(due) if due > Instant::now() => {
                        tokio::time::sleep_until(due).await;
                        continue;
                    }
                    _ => {
                        if matches!(told, Told::Nothing) {
                            tracing::debug!(channel = %channel.id, %session, "following");
                        }
                        told.tell(now, |line| self.outlets.say(channel, line));
                    }
                }
            }
            tokio::select! {
                changed = followed.changed() => {
                    if changed.is_err() || followed.borrow().has_ended() {
                        return Err(CoachError::Away);
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

    /// Tells those that asked in vain when the coach is back.
    async fn tell_returns(self: Arc<Self>) {
        let mut presence = self.coach.presence();
        loop {
            if matches!(&*presence.borrow_and_update(), Presence::Here(_)) {
                for channel in self.channels.take_missed() {
                    self.outlets.say(&channel, "The coach is back".to_owned());
                }
            }
            if presence.changed().await.is_err() {
                return;
            }
        }
    }
}

/// What a channel has been told last.
enum Told {
    /// It has just begun to listen: how things stand is no news.
    Nothing,
    /// There was nothing when it began; whatever comes is news.
    Ready,
    Snapshot(Box<Snapshot>, Option<Instant>),
}

impl Told {
    fn begin(&mut self) {
        if matches!(self, Told::Nothing) {
            *self = Told::Ready;
        }
    }

    fn news(&self, now: &Snapshot) -> Option<String> {
        match self {
            Told::Nothing => None,
            Told::Ready => words::news(None, now),
            Told::Snapshot(before, _) => words::news(Some(before), now),
        }
    }

    fn has_news(&self, now: &Snapshot) -> bool {
        matches!(self, Told::Nothing) || self.news(now).is_some()
    }

    /// When the next line may be said.
    fn due(&self, cooldown: Duration) -> Option<Instant> {
        match self {
            Told::Snapshot(_, Some(last)) => Some(*last + cooldown),
            _ => None,
        }
    }

    fn tell(&mut self, now: Snapshot, say: impl Fn(String)) {
        let line = self.news(&now);
        let said = line.is_some().then(Instant::now);
        if let Some(line) = line {
            say(line);
        }
        *self = Told::Snapshot(Box::new(now), said);
    }
}
