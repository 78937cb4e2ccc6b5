//! One subscriber's view of a session: the newest state it may see, then what
//! changed since what it was last sent. A slow one skips; nobody waits for it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use jsonrpsee::core::server::SubscriptionSink;
use qbcoach_protocol::{Audience, Topic};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};

use super::Moment;
use super::documents::{Document, Wanted, document};
use super::metrics::Metrics;
use crate::sessions::Seq;

pub type Moments = watch::Receiver<Arc<Moment>>;

/// How often a topic may be passed over for newer events before it is worked out
/// all the same: else a session in a hurry would never show it.
const MOST_PASSED_OVER: u32 = 3;

pub struct Feed {
    pub moments: Moments,
    /// Moments that wait for their time.
    pub pending: VecDeque<Arc<Moment>>,
    /// The newest that was sent.
    pub latest: Option<Seq>,
    pub topics: Vec<Topic>,
    pub audience: Audience,
    pub delay: watch::Receiver<Duration>,
    pub metrics: Arc<Metrics>,
}

/// Why a feed ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The session was closed or deleted.
    Session,
    /// Nobody takes the updates any more.
    Subscriber,
}

/// Where updates go.
pub trait Outlet: Sync {
    /// Waits for room; false when nobody takes any more.
    fn take(&self, update: Box<RawValue>) -> impl Future<Output = bool> + Send;
}

impl Outlet for SubscriptionSink {
    async fn take(&self, update: Box<RawValue>) -> bool {
        self.send(update).await.is_ok()
    }
}

impl Outlet for mpsc::Sender<Box<RawValue>> {
    async fn take(&self, update: Box<RawValue>) -> bool {
        self.send(update).await.is_ok()
    }
}

impl Feed {
    /// Sends updates until one of the two sides ends.
    pub async fn run(mut self, outlet: &impl Outlet) -> Ended {
        let mut sent: BTreeMap<Topic, Arc<Document>> = BTreeMap::new();
        let mut passed_over: BTreeMap<Topic, u32> = BTreeMap::new();
        while let Some(moment) = self.next().await {
            for topic in self.topics.clone() {
                let skipped = passed_over.entry(topic).or_default();
                let delayed = !self.delay.borrow().is_zero();
                let wanted = match delayed || *skipped >= MOST_PASSED_OVER {
                    true => Wanted::Anyway,
                    false => Wanted::OnlyIfLatest,
                };
                let Ok(now) = document(&moment, topic, self.audience, wanted).await else {
                    *skipped += 1;
                    self.metrics.dropped_updates.inc();
                    continue;
                };
                *skipped = 0;
                let update = match sent.get(&topic) {
                    Some(before) if before.seq == now.seq => continue,
                    Some(before) => now.update_from(before),
                    None => now.snapshot(),
                };
                if !outlet.take(update).await {
                    return Ended::Subscriber;
                }
                self.metrics.pushes.inc();
                sent.insert(topic, now);
            }
        }
        Ended::Session
    }

    /// The newest moment whose time has come.
    async fn next(&mut self) -> Option<Arc<Moment>> {
        loop {
            let is_open = self.moments.has_changed().is_ok();
            self.take_in();
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
                // The other end of a delay may be gone; then it stays what it is.
                Ok(()) = self.delay.changed() => {}
                () = tokio::time::sleep(wait), if next_due.is_some() => {}
            }
        }
    }

    /// Takes the session's newest moment in, once.
    fn take_in(&mut self) {
        let newest = self.moments.borrow_and_update().clone();
        let known = self.pending.back().map(|moment| moment.seq);
        if known.or(self.latest).is_none_or(|seq| seq < newest.seq) {
            self.pending.push_back(newest);
        }
    }
}
