//! Load on a daemon: many live matches at once, each followed by several
//! subscribers, acting as fast as the daemon answers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use qbcoach_protocol::client::{Client, ClientError, DaemonAddress, Subscription};
use qbcoach_protocol::method::{MatchAct, Method, SessionCreate, SessionUndo};
use qbcoach_protocol::{SubscribeParams, Topic};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::script::{EnemyDeck, Reported, Script};

/// How much load to put on the daemon.
#[derive(Clone, Debug)]
pub(crate) struct LoadPlan {
    pub sessions: usize,
    pub subscribers: usize,
    pub time: Duration,
    pub enemy_deck: EnemyDeck,
    /// The pause between an answer and the next act.
    pub thinking: Duration,
}

/// The measurements.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoadResult {
    pub actions: u64,
    pub pushes: u64,
    pub time: Duration,
    /// From sending an act to its answer.
    pub answers: Vec<Duration>,
    /// From sending an act to the update that shows it, by topic.
    pub pushed: BTreeMap<Topic, Vec<Duration>>,
}

/// The time at this share, such as 0.99, of the sorted times.
pub(crate) fn percentile(times: &[Duration], share: f64) -> Duration {
    let last = times.len().saturating_sub(1);
    let index = (last as f64 * share).round() as usize;
    times.get(index).copied().unwrap_or_default()
}

const TOPICS: [Topic; 3] = [Topic::State, Topic::Observation, Topic::Threat];
/// Subscriptions that share a connection, as those of a client that shows several
/// sessions do.
const SHARED: usize = 20;
/// A match starts again by undo, in the same session, until the session has this many
/// events.
const MOST_EVENTS: u64 = 4000;

/// When the act of each event of a session was sent; the first entry is that of event 1.
#[derive(Default)]
struct Acts {
    sent: Vec<Instant>,
}

type SharedActs = Arc<Mutex<Acts>>;

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the plan against the daemon at this address.
pub async fn run(address: &DaemonAddress, plan: &LoadPlan) -> Result<LoadResult, ClientError> {
    let mut drivers = Vec::new();
    for number in 0..plan.sessions {
        let client = Client::connect(address).await?;
        let script = Script::new(number as u64, plan.enemy_deck, Reported::Plays);
        let created = client
            .call_value(SessionCreate::NAME, &script.setup)
            .await?;
        drivers.push(Driver {
            client,
            session: created["sessionId"].as_str().unwrap_or_default().to_owned(),
            script,
            acts: SharedActs::default(),
        });
    }
    let stop = CancellationToken::new();
    let mut subscribers = JoinSet::new();
    for _ in 0..plan.subscribers {
        for part in drivers.chunks(SHARED) {
            let client = Arc::new(Client::connect(address).await?);
            for driver in part {
                let params = SubscribeParams {
                    session_id: driver.session.clone(),
                    topics: Some(TOPICS.to_vec()),
                    ..SubscribeParams::default()
                };
                let subscriber = Subscriber {
                    subscription: client.subscribe(&params).await?,
                    _client: client.clone(),
                    acts: driver.acts.clone(),
                    shown: BTreeMap::new(),
                    times: PushTimes::default(),
                };
                subscribers.spawn(subscriber.watch(stop.clone()));
            }
        }
    }
    let began = Instant::now();
    let mut playing = JoinSet::new();
    let share = plan.thinking / plan.sessions.max(1) as u32;
    for (number, driver) in (0..).zip(drivers) {
        // The sessions start at different times, so that their acts are spread evenly.
        let start = began + share * number;
        playing.spawn(driver.play(start, began + plan.time, plan.thinking));
    }
    let mut result = LoadResult::default();
    while let Some(played) = playing.join_next().await {
        let answers = played.map_err(|_| ClientError::ConnectionEnded)??;
        result.actions += answers.len() as u64;
        result.answers.extend(answers);
    }
    result.time = began.elapsed();
    stop.cancel();
    while let Some(times) = subscribers.join_next().await {
        let times = times.map_err(|_| ClientError::ConnectionEnded)?;
        result.pushes += times.pushes;
        for (topic, times) in times.by_topic {
            result.pushed.entry(topic).or_default().extend(times);
        }
    }
    result.answers.sort_unstable();
    for times in result.pushed.values_mut() {
        times.sort_unstable();
    }
    Ok(result)
}

/// One subscription, which measures how late it shows the acts of its session.
struct Subscriber {
    subscription: Subscription,
    /// Keeps the connection open.
    _client: Arc<Client>,
    acts: SharedActs,
    /// The latest event that each topic has shown.
    shown: BTreeMap<Topic, u64>,
    times: PushTimes,
}

#[derive(Default)]
struct PushTimes {
    pushes: u64,
    by_topic: BTreeMap<Topic, Vec<Duration>>,
}

/// The fields of an update that are needed here; its document is not read.
#[derive(Deserialize)]
struct UpdateHead {
    topic: Topic,
    seq: u64,
}

impl Subscriber {
    async fn watch(mut self, stop: CancellationToken) -> PushTimes {
        loop {
            let head = tokio::select! {
                head = self.subscription.next_as::<UpdateHead>() => head,
                () = stop.cancelled() => return self.times,
            };
            let Ok(head) = head else {
                return self.times;
            };
            self.times.pushes += 1;
            self.measure(&head, Instant::now());
        }
    }

    /// An update shows every act since the update before it.
    fn measure(&mut self, head: &UpdateHead, now: Instant) {
        let before = self.shown.insert(head.topic, head.seq);
        let Some(before) = before else {
            return;
        };
        let acts = locked(&self.acts);
        let times = self.times.by_topic.entry(head.topic).or_default();
        for seq in before + 1..=head.seq {
            if let Some(sent) = acts.sent.get(seq as usize - 1) {
                times.push(now.saturating_duration_since(*sent));
            }
        }
    }
}

/// One session, in which the same match is reported again and again.
struct Driver {
    client: Client,
    session: String,
    script: Script,
    acts: SharedActs,
}

impl Driver {
    async fn play(
        self,
        start: Instant,
        end: Instant,
        thinking: Duration,
    ) -> Result<Vec<Duration>, ClientError> {
        tokio::time::sleep_until(start.into()).await;
        let mut answers = Vec::new();
        loop {
            for action in self.script.turns.iter().flatten() {
                let params = json!({ "sessionId": self.session, "action": action });
                answers.push(self.time_call(MatchAct::NAME, &params).await?);
                if Instant::now() >= end || answers.len() as u64 >= MOST_EVENTS {
                    return Ok(answers);
                }
                tokio::time::sleep(thinking).await;
            }
            let count = self.script.turns.iter().flatten().count();
            let params = json!({ "sessionId": self.session, "count": count });
            answers.push(self.time_call(SessionUndo::NAME, &params).await?);
            tokio::time::sleep(thinking).await;
        }
    }

    /// The time until the answer, which is not read.
    async fn time_call(&self, method: &str, params: &Value) -> Result<Duration, ClientError> {
        let sent = Instant::now();
        locked(&self.acts).sent.push(sent);
        self.client.call_raw(method, params).await?;
        Ok(sent.elapsed())
    }
}
