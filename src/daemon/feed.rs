//! The updates of one subscriber: first the newest documents it may see, then the
//! changes since the documents it was sent last. A slow subscriber skips moments; the
//! session does not wait for it.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use qbcoach_protocol::{Audience, Topic};
use tokio::sync::{mpsc, watch};
use tokio_util::task::AbortOnDropHandle;

use super::Moment;
use super::documents::{
    Better, Document, Searches, Superseded, Wanted, document, follow, newest, quick_document,
};
use super::method_table::UpdateSink;
use super::metrics::Metrics;
use super::reads::DocumentShare;
use qbcoach_sessions::Seq;

pub(crate) type Moments = watch::Receiver<Arc<Moment>>;

/// How often in a row a topic may be skipped because of newer events. Then it is
/// worked out anyway, or a fast session would never show it.
const MOST_SKIPPED: u32 = 3;

pub struct Feed {
    pub arrivals: Arrivals,
    pub topics: Vec<Topic>,
    pub audience: Audience,
    pub metrics: Arc<Metrics>,
    pub(crate) searches: Arc<Searches>,
    pub share: DocumentShare,
}

/// The moments of a session as they come to be due.
pub struct Arrivals {
    pub moments: Moments,
    /// Moments that are not due yet because of the delay.
    pub pending: VecDeque<Arc<Moment>>,
    /// The newest moment that was sent.
    pub latest: Option<Seq>,
    pub delay: watch::Receiver<Duration>,
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
    fn take(&self, update: Arc<str>) -> impl Future<Output = bool> + Send;
}

impl Outlet for UpdateSink {
    async fn take(&self, update: Arc<str>) -> bool {
        self.send(&update).await
    }
}

impl Outlet for mpsc::Sender<Arc<str>> {
    async fn take(&self, update: Arc<str>) -> bool {
        self.send(update).await.is_ok()
    }
}

/// A value for each topic.
type ByTopic<T> = [T; Topic::ALL.len()];

/// The topics whose documents take long. They are worked out one after the other, beside
/// the moments that come meanwhile: a new board is not kept waiting by them.
struct SlowTopics {
    audience: Audience,
    delay: watch::Receiver<Duration>,
    share: DocumentShare,
    /// The topics of the newest moment that have not been begun.
    waiting: VecDeque<Topic>,
    newest: Option<Arc<Moment>>,
    running: Option<Making>,
    /// How often in a row each topic was skipped.
    skipped: ByTopic<u32>,
}

/// A document in the making. It has a task of its own, which goes on while the feed waits for
/// a subscriber that does not read: others may wait for the same document.
struct Making {
    topic: Topic,
    moment: Arc<Moment>,
    work: AbortOnDropHandle<Result<Arc<Document>, Superseded>>,
}

/// A document that took long, if it is still wanted.
struct SlowDocument {
    topic: Topic,
    moment: Arc<Moment>,
    made: Result<Arc<Document>, Superseded>,
}

impl SlowTopics {
    fn of(feed: &Feed) -> SlowTopics {
        SlowTopics {
            audience: feed.audience,
            delay: feed.arrivals.delay.clone(),
            share: feed.share.clone(),
            waiting: VecDeque::new(),
            newest: None,
            running: None,
            skipped: ByTopic::default(),
        }
    }

    fn skip(&mut self, topic: Topic, metrics: &Metrics) {
        self.skipped[topic as usize] += 1;
        metrics.dropped_updates.inc();
    }

    /// Works on the topics of this moment; those of the moment before are left out if they
    /// have not been begun.
    fn turn_to(&mut self, moment: &Arc<Moment>, mut topics: Vec<Topic>, metrics: &Metrics) {
        for topic in std::mem::take(&mut self.waiting) {
            self.skip(topic, metrics);
        }
        // In a fast session every topic gets its turn.
        topics.sort_by_key(|topic| Reverse(self.skipped[*topic as usize]));
        self.newest = (!topics.is_empty()).then(|| moment.clone());
        self.waiting = topics.into();
    }

    fn is_empty(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// The next document. It never comes if there is nothing to work on.
    async fn next(&mut self) -> SlowDocument {
        if self.running.is_none() {
            let next = self.newest.clone().zip(self.waiting.pop_front());
            self.running = next.map(|(moment, topic)| self.begin(moment, topic));
        }
        let Some(running) = &mut self.running else {
            return std::future::pending().await;
        };
        let made = (&mut running.work).await;
        let document = SlowDocument {
            topic: running.topic,
            moment: running.moment.clone(),
            // A task that panicked has made nothing.
            made: made.unwrap_or(Err(Superseded)),
        };
        self.running = None;
        document
    }

    fn begin(&self, moment: Arc<Moment>, topic: Topic) -> Making {
        let delayed = !self.delay.borrow().is_zero();
        let wanted = match delayed || self.skipped[topic as usize] >= MOST_SKIPPED {
            true => Wanted::Anyway,
            false => Wanted::OnlyIfLatest,
        };
        let (audience, share, of) = (self.audience, self.share.clone(), moment.clone());
        let work: BoxFuture<'static, _> =
            Box::pin(async move { document(&of, topic, audience, wanted, &share).await });
        Making {
            topic,
            moment,
            work: AbortOnDropHandle::new(tokio::spawn(work)),
        }
    }
}

impl Feed {
    /// Sends updates until the session or the subscriber ends.
    pub async fn run(mut self, outlet: &impl Outlet) -> Ended {
        let mut sent = ByTopic::default();
        let mut slow = SlowTopics::of(&self);
        let mut better: Option<Better> = None;
        let mut has_ended = false;
        loop {
            let is_taken = tokio::select! {
                biased;
                moment = self.arrivals.next(&self.metrics), if !has_ended => match moment {
                    Some(moment) => {
                        // The search for the moment before ends when nobody follows it.
                        better = None;
                        self.show(&moment, &mut sent, &mut slow, outlet).await
                    }
                    None => {
                        has_ended = true;
                        true
                    }
                },
                document = slow.next() => {
                    let SlowDocument { topic, moment, made } = document;
                    match made {
                        Ok(now) => {
                            slow.skipped[topic as usize] = 0;
                            let now = match topic {
                                Topic::Coach => newest(&moment).unwrap_or(now),
                                _ => now,
                            };
                            let is_taken = self.send(&mut sent, topic, now, outlet).await;
                            if topic == Topic::Coach && self.arrivals.is_latest(&moment) {
                                better = follow(&moment, &self.searches);
                            }
                            is_taken
                        }
                        Err(Superseded) => {
                            slow.skip(topic, &self.metrics);
                            true
                        }
                    }
                }
                now = next_better(&mut better), if !has_ended => match now {
                    Some(now) => self.send(&mut sent, Topic::Coach, now, outlet).await,
                    None => {
                        better = None;
                        true
                    }
                },
            };
            if !is_taken {
                return Ended::Subscriber;
            }
            if has_ended && slow.is_empty() {
                return Ended::Session;
            }
        }
    }

    /// Sends the documents of a moment that are quick, and has the others made. False when
    /// no more are taken.
    async fn show(
        &self,
        moment: &Arc<Moment>,
        sent: &mut ByTopic<Option<Arc<Document>>>,
        slow: &mut SlowTopics,
        outlet: &impl Outlet,
    ) -> bool {
        let mut others = Vec::new();
        for topic in self.topics.iter().copied() {
            match quick_document(moment, topic, self.audience) {
                Some(now) => {
                    if !self.send(sent, topic, now, outlet).await {
                        return false;
                    }
                }
                None => others.push(topic),
            }
        }
        slow.turn_to(moment, others, &self.metrics);
        true
    }

    /// Sends a document unless the subscriber has it or a newer one: one that took long may
    /// be ready after the next one, which another subscriber has had made. False when no
    /// more are taken.
    async fn send(
        &self,
        sent: &mut ByTopic<Option<Arc<Document>>>,
        topic: Topic,
        now: Arc<Document>,
        outlet: &impl Outlet,
    ) -> bool {
        let before = &mut sent[topic as usize];
        let update = match before {
            Some(before) if before.place() >= now.place() => return true,
            Some(before) => now.update_from(before),
            None => now.snapshot(),
        };
        if !outlet.take(update).await {
            return false;
        }
        self.metrics.pushes.inc();
        *before = Some(now);
        true
    }
}

impl Arrivals {
    fn is_latest(&self, moment: &Moment) -> bool {
        self.latest == Some(moment.seq)
    }

    /// The newest moment that is due.
    async fn next(&mut self, metrics: &Metrics) -> Option<Arc<Moment>> {
        loop {
            let is_open = self.moments.has_changed().is_ok();
            self.add_newest();
            let delay = *self.delay.borrow_and_update();
            let now = Instant::now();
            let is_due = |moment: &Arc<Moment>| moment.since + delay <= now;
            if let Some(newest) = self.pending.iter().rposition(is_due) {
                metrics.dropped_updates.inc_by(newest as u64);
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
