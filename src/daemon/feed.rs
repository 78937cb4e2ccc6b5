//! The updates of one subscriber: first the newest documents it may see, then the
//! changes since the documents it was sent last. A slow subscriber skips moments; the
//! session does not wait for it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use qbcoach_protocol::{Audience, Topic};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};

use super::Moment;
use super::documents::{Better, Document, Searches, Wanted, document, follow, newest};
use super::method_table::UpdateSink;
use super::metrics::Metrics;
use super::reads::DocumentShare;
use qbcoach_sessions::Seq;

pub(crate) type Moments = watch::Receiver<Arc<Moment>>;

/// How often in a row a topic may be skipped because of newer events. Then it is
/// worked out anyway, or a fast session would never show it.
const MOST_SKIPPED: u32 = 3;

pub struct Feed {
    pub moments: Moments,
    /// Moments that are not due yet because of the delay.
    pub pending: VecDeque<Arc<Moment>>,
    /// The newest moment that was sent.
    pub latest: Option<Seq>,
    pub topics: Vec<Topic>,
    pub audience: Audience,
    pub delay: watch::Receiver<Duration>,
    pub metrics: Arc<Metrics>,
    pub(crate) searches: Arc<Searches>,
    pub share: DocumentShare,
}

/// Why a feed ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The session was closed or deleted.
    Session,
    /// The subscriber takes no more updates.
    Subscriber,
}

/// Takes the updates of a feed.
pub trait Outlet: Sync {
    /// Waits for room; false when no more updates are taken.
    fn take(&self, update: Box<RawValue>) -> impl Future<Output = bool> + Send;
}

impl Outlet for UpdateSink {
    async fn take(&self, update: Box<RawValue>) -> bool {
        self.send(update).await
    }
}

impl Outlet for mpsc::Sender<Box<RawValue>> {
    async fn take(&self, update: Box<RawValue>) -> bool {
        self.send(update).await.is_ok()
    }
}

impl Feed {
    /// Sends updates until the session or the subscriber ends.
    pub async fn run(mut self, outlet: &impl Outlet) -> Ended {
        let mut sent: BTreeMap<Topic, Arc<Document>> = BTreeMap::new();
        let mut skipped_topics: BTreeMap<Topic, u32> = BTreeMap::new();
        let mut better: Option<Better> = None;
        loop {
            let moment = tokio::select! {
                biased;
                moment = self.next() => moment,
                now = next_better(&mut better) => {
                    let Some(now) = now else {
                        better = None;
                        continue;
                    };
                    if !self.send(&mut sent, Topic::Coach, now, outlet).await {
                        return Ended::Subscriber;
                    }
                    continue;
                }
            };
            let Some(moment) = moment else {
                return Ended::Session;
            };
            // The search for the moment before ends when nobody follows it.
            better = None;
            for topic in self.topics.clone() {
                let skipped = skipped_topics.entry(topic).or_default();
                let delayed = !self.delay.borrow().is_zero();
                let wanted = match delayed || *skipped >= MOST_SKIPPED {
                    true => Wanted::Anyway,
                    false => Wanted::OnlyIfLatest,
                };
                let made = document(&moment, topic, self.audience, wanted, &self.share).await;
                let Ok(now) = made else {
                    *skipped += 1;
                    self.metrics.dropped_updates.inc();
                    continue;
                };
                *skipped = 0;
                let now = match topic {
                    Topic::Coach => newest(&moment).unwrap_or(now),
                    _ => now,
                };
                if !self.send(&mut sent, topic, now, outlet).await {
                    return Ended::Subscriber;
                }
                if topic == Topic::Coach {
                    better = follow(&moment, &self.searches);
                }
            }
        }
    }

    /// Sends a document unless the subscriber has it; false when no more are taken.
    async fn send(
        &self,
        sent: &mut BTreeMap<Topic, Arc<Document>>,
        topic: Topic,
        now: Arc<Document>,
        outlet: &impl Outlet,
    ) -> bool {
        let update = match sent.get(&topic) {
            Some(before) if before.place() == now.place() => return true,
            Some(before) => now.update_from(before),
            None => now.snapshot(),
        };
        if !outlet.take(update).await {
            return false;
        }
        self.metrics.pushes.inc();
        sent.insert(topic, now);
        true
    }

    /// The newest moment that is due.
    async fn next(&mut self) -> Option<Arc<Moment>> {
        loop {
            let is_open = self.moments.has_changed().is_ok();
            self.add_newest();
            let delay = *self.delay.borrow_and_update();
            let now = Instant::now();
            let is_due = |moment: &Arc<Moment>| moment.since + delay <= now;
            if let Some(newest) = self.pending.iter().rposition(is_due) {
                self.metrics.dropped_updates.inc_by(newest as u64);
                self.pending.drain(..newest);
                let due = self.pending.pop_front();
                self.latest = due.as_ref().map(|moment| moment.seq);
                return due;
            }
            let next_due = self.pending.front().map(|moment| moment.since + delay);
            if next_due.is_none() && !is_open {
                return None;
            }
            let wait = next_due.map_or(Duration::MAX, |due| due.saturating_duration_since(now));
            tokio::select! {
                _ = self.moments.changed(), if is_open => {}
                // Without a sender the delay never changes.
                Ok(()) = self.delay.changed() => {}
                () = tokio::time::sleep(wait), if next_due.is_some() => {}
            }
        }
    }

    /// Adds the session's newest moment to the pending ones, once.
    fn add_newest(&mut self) {
        let newest = self.moments.borrow_and_update().clone();
        let known = self.pending.back().map(|moment| moment.seq);
        if known.or(self.latest).is_none_or(|seq| seq < newest.seq) {
            self.pending.push_back(newest);
        }
    }
}

/// The next document that is better than the one before. It never comes if nothing is
/// followed; none when the search has ended for good.
async fn next_better(better: &mut Option<Better>) -> Option<Arc<Document>> {
    match better {
        None => std::future::pending().await,
        Some(better) => {
            better.changed().await.ok()?;
            better.borrow_and_update().clone()
        }
    }
}
