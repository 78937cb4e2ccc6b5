//! Load on a daemon: many live matches at once, each followed by several
//! subscribers, acting as fast as they are answered.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use qbcoach_protocol::Topic;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::connection::{Connection, ConnectionError, Notification, Target};
use crate::rules::data;
use crate::rules::{BySide, Move, Rulebook, Rules, Side};
use crate::simulation::action::Action;
use crate::simulation::chance::Chance;
use crate::simulation::deck_library::DeckLibrary;
use crate::simulation::game_state::GameState;

/// What to do to the daemon.
#[derive(Clone, Debug)]
pub struct Plan {
    pub sessions: usize,
    pub subscribers: usize,
    pub time: Duration,
    pub enemy_deck: EnemyDeck,
    /// Between an answer and the next act.
    pub thinking: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnemyDeck {
    Known,
    Unknown,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub actions: u64,
    pub pushes: u64,
    pub time: Duration,
    /// From sending an act to its answer.
    pub answers: Vec<Duration>,
    /// From sending an act to the update that shows it, by topic.
    pub pushed: BTreeMap<Topic, Vec<Duration>>,
}

/// The share of the sorted times, such as 0.99.
pub fn percentile(times: &[Duration], share: f64) -> Duration {
    let last = times.len().saturating_sub(1);
    let place = (last as f64 * share).round() as usize;
    times.get(place).copied().unwrap_or_default()
}

const TOPICS: [Topic; 3] = [Topic::State, Topic::Observation, Topic::Threat];
/// Subscriptions that share a connection, as a viewer of several tables has them.
const SHARED: usize = 20;
/// A session is wound back rather than made anew, until it has so many events.
const MOST_EVENTS: u64 = 4000;

/// When each event of a session was asked for.
#[derive(Default)]
struct Acts {
    sent: Vec<Instant>,
}

type SharedActs = Arc<Mutex<Acts>>;

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the plan.
pub async fn run(target: &Target, plan: &Plan) -> Result<Outcome, ConnectionError> {
    let acts: Vec<SharedActs> = (0..plan.sessions).map(|_| SharedActs::default()).collect();
    let mut drivers = Vec::new();
    for (number, acts) in acts.iter().enumerate() {
        let (connection, _) = Connection::open(target).await?;
        let script = Script::new(number as u64, plan.enemy_deck);
        let created = connection.ask("session/create", &script.setup).await?;
        let id = created["sessionId"].as_str().unwrap_or_default().to_owned();
        drivers.push(Driver {
            connection,
            id,
            script,
            acts: acts.clone(),
        });
    }
    let stop = CancellationToken::new();
    let mut viewers = JoinSet::new();
    for _ in 0..plan.subscribers {
        for (place, part) in drivers.chunks(SHARED).enumerate() {
            let (connection, updates) = Connection::open(target).await?;
            let mut tables = BTreeMap::new();
            for (offset, driver) in part.iter().enumerate() {
                let params = json!({ "sessionId": driver.id, "topics": TOPICS });
                let subscription = connection.ask("session/subscribe", &params).await?;
                let name = subscription.as_str().unwrap_or_default().to_owned();
                let acts = acts[place * SHARED + offset].clone();
                tables.insert(name, Table::new(acts));
            }
            let viewer = Viewer {
                _connection: connection,
                updates,
                tables,
            };
            viewers.spawn(viewer.watch(stop.clone()));
        }
    }
    let began = Instant::now();
    let mut playing = JoinSet::new();
    let share = plan.thinking / plan.sessions.max(1) as u32;
    for (number, driver) in (0..).zip(drivers) {
        // Players who think do not all think in step.
        let start = began + share * number;
        playing.spawn(driver.play(start, began + plan.time, plan.thinking));
    }
    let mut outcome = Outcome::default();
    while let Some(played) = playing.join_next().await {
        let played = played.map_err(|_| ConnectionError::Ended)??;
        outcome.actions += played.len() as u64;
        outcome.answers.extend(played);
    }
    outcome.time = began.elapsed();
    stop.cancel();
    while let Some(seen) = viewers.join_next().await {
        let seen = seen.map_err(|_| ConnectionError::Ended)?;
        outcome.pushes += seen.pushes;
        for (topic, times) in seen.pushed {
            outcome.pushed.entry(topic).or_default().extend(times);
        }
    }
    outcome.answers.sort_unstable();
    for times in outcome.pushed.values_mut() {
        times.sort_unstable();
    }
    Ok(outcome)
}

/// One subscription: whose acts it shows, and how far each topic has come.
struct Table {
    acts: SharedActs,
    seen: BTreeMap<Topic, u64>,
}

impl Table {
    fn new(acts: SharedActs) -> Table {
        Table {
            acts,
            seen: BTreeMap::new(),
        }
    }
}

struct Viewer {
    /// Kept open.
    _connection: Connection,
    updates: UnboundedReceiver<Notification>,
    tables: BTreeMap<String, Table>,
}

#[derive(Default)]
struct Seen {
    pushes: u64,
    pushed: BTreeMap<Topic, Vec<Duration>>,
}

/// What of an update is looked at here.
#[derive(Deserialize)]
struct Head {
    topic: Topic,
    seq: u64,
}

impl Viewer {
    async fn watch(mut self, stop: CancellationToken) -> Seen {
        let mut seen = Seen::default();
        loop {
            let update = tokio::select! {
                update = self.updates.recv() => update,
                () = stop.cancelled() => return seen,
            };
            let Some(update) = update else {
                return seen;
            };
            let now = Instant::now();
            let head = update.result.as_ref();
            let head = head.and_then(|result| serde_json::from_str::<Head>(result.get()).ok());
            let table = self.tables.get_mut(&update.subscription);
            if let (Some(head), Some(table)) = (head, table) {
                seen.pushes += 1;
                table.take(&head, now, &mut seen);
            }
        }
    }
}

impl Table {
    /// Every act up to this update is shown by it.
    fn take(&mut self, head: &Head, now: Instant, seen: &mut Seen) {
        let before = self.seen.insert(head.topic, head.seq);
        let Some(before) = before else {
            return;
        };
        let acts = locked(&self.acts);
        let times = seen.pushed.entry(head.topic).or_default();
        for seq in before + 1..=head.seq {
            if let Some(sent) = acts.sent.get(seq as usize - 1) {
                times.push(now.saturating_duration_since(*sent));
            }
        }
    }
}

/// One match that is reported over and over.
struct Driver {
    connection: Connection,
    id: String,
    script: Script,
    acts: SharedActs,
}

impl Driver {
    async fn play(
        self,
        start: Instant,
        end: Instant,
        thinking: Duration,
    ) -> Result<Vec<Duration>, ConnectionError> {
        tokio::time::sleep_until(start.into()).await;
        let mut answers = Vec::new();
        loop {
            for action in &self.script.actions {
                let params = json!({ "sessionId": self.id, "action": action });
                answers.push(self.ask("match/act", &params).await?);
                if Instant::now() >= end || answers.len() as u64 >= MOST_EVENTS {
                    return Ok(answers);
                }
                tokio::time::sleep(thinking).await;
            }
            let count = self.script.actions.len();
            let params = json!({ "sessionId": self.id, "count": count });
            answers.push(self.ask("session/undo", &params).await?);
        }
    }

    async fn ask(&self, method: &str, params: &Value) -> Result<Duration, ConnectionError> {
        let sent = Instant::now();
        locked(&self.acts).sent.push(sent);
        self.connection.ask_raw(method, params).await?;
        Ok(sent.elapsed())
    }
}

/// A live match that can be reported: random legal plays of two shipped decks.
struct Script {
    setup: Value,
    actions: Vec<Value>,
}

impl Script {
    fn new(number: u64, enemy_deck: EnemyDeck) -> Script {
        let book = Rulebook::new(data::embedded(), Rules::default());
        let mut chance = Chance::new(number, 0);
        let library = DeckLibrary::embedded(&book.catalogue);
        let decks: Vec<_> = library.iter().flat_map(DeckLibrary::list).collect();
        let mut deck = || chance.pick(&decks).map_or("", |deck| &deck.tag);
        let tags = BySide::new(deck(), deck());
        let cards = |tag: &str| {
            let deck = decks.iter().find(|deck| deck.tag == tag);
            deck.map(|deck| deck.cards.clone()).unwrap_or_default()
        };
        let dealt = BySide::new(cards(tags.you), cards(tags.enemy));
        let mut state = GameState::simulated(&book.rules, number, Side::You, dealt);
        let mut actions = Vec::new();
        while !state.position.is_over() {
            let side = state.position.to_act;
            let moves = state.legal_moves(&book);
            // Passing early would make a short match.
            let plays = &moves[..moves.len().saturating_sub(1).max(1)];
            let Some(made) = chance.pick(plays).copied() else {
                break;
            };
            actions.push(match made {
                Move::Pass => json!({ "type": "pass", "side": side.word() }),
                Move::Play(play) => json!({
                    "type": "play",
                    "side": side.word(),
                    "card": book.catalogue[play.card].number,
                    "tile": play.tile.to_string(),
                }),
            });
            if state.act(&book, &Action::Move { side, made }).is_err() {
                break;
            }
        }
        let enemy = match enemy_deck {
            EnemyDeck::Known => json!({ "deck": tags.enemy }),
            EnemyDeck::Unknown => json!({}),
        };
        let you = json!({ "deck": tags.you });
        let title = format!("load {number}");
        Script {
            setup: json!({ "mode": "live", "you": you, "enemy": enemy, "title": title }),
            actions,
        }
    }
}
