//! The way to one other node: a connection on which many questions may be under way, and
//! which tells of the events of followed sessions.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::message::{Ask, Question, Secret, Told, read, write};
use crate::tasks::spawn;
use qbcoach_sessions::Seq;

/// How long a node may take to be greeted. One that is healthy takes milliseconds.
const GREETING: Duration = Duration::from_secs(1);
/// The longest answer: more than any answer to a client.
const LONGEST: u64 = 1 << 30;
/// Questions that wait to be sent.
const WAITING: usize = 1024;

/// The connection was lost, or the other node does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LinkError {
    /// The question was never sent.
    Unsent(String),
    /// It was sent, and may have been answered.
    Lost(String),
}

impl LinkError {
    pub fn problem(self) -> String {
        match self {
            LinkError::Unsent(problem) | LinkError::Lost(problem) => problem,
        }
    }
}

#[derive(Debug)]
pub(super) struct Link {
    asks: mpsc::Sender<Ask>,
    state: Arc<Mutex<LinkState>>,
    /// Cancelled when the connection is lost.
    pub lost: CancellationToken,
}

#[derive(Debug, Default)]
struct LinkState {
    asked: u64,
    waiting: BTreeMap<u64, oneshot::Sender<Told>>,
    followed: BTreeMap<u64, watch::Sender<Seq>>,
}

fn locked(state: &Mutex<LinkState>) -> MutexGuard<'_, LinkState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Link {
    pub async fn connect(address: &str, secret: &Secret) -> io::Result<Link> {
        let greeting = async {
            let mut stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            secret.call(&mut stream).await?;
            Ok(stream)
        };
        let slow = |_| io::Error::other("no answer");
        let greeted: io::Result<TcpStream> = tokio::time::timeout(GREETING, greeting)
            .await
            .map_err(slow)?;
        let (input, mut output) = greeted?.into_split();
        let (asks, mut outgoing) = mpsc::channel::<Ask>(WAITING);
        let (state, lost) = (Arc::<Mutex<LinkState>>::default(), CancellationToken::new());
        let reading = listen(input, state.clone(), asks.downgrade());
        let ended = lost.clone();
        let left = state.clone();
        spawn(async move {
            let writing = async {
                while let Some(ask) = outgoing.recv().await {
                    if write(&mut output, &ask).await.is_err() {
                        return;
                    }
                }
            };
            tokio::select! {
                () = writing => {}
                () = reading => {}
            }
            ended.cancel();
            // Whoever waits is told that there will be no answer.
            let mut state = locked(&left);
            state.waiting.clear();
            state.followed.clear();
        });
        Ok(Link { asks, state, lost })
    }

    /// Asks, and waits for the answer.
    pub async fn ask(&self, question: Question, patience: Duration) -> Result<Told, LinkError> {
        let (answer, told) = oneshot::channel();
        let id = {
            let mut state = locked(&self.state);
            state.asked += 1;
            let id = state.asked;
            state.waiting.insert(id, answer);
            id
        };
        let gone = "the connection to the node was lost".to_owned();
        if self.lost.is_cancelled() || self.asks.send(Ask { id, question }).await.is_err() {
            locked(&self.state).waiting.remove(&id);
            return Err(LinkError::Unsent(gone));
        }
        let told = tokio::select! {
            told = tokio::time::timeout(patience, told) => told,
            // It may have been lost before the question was noted.
            () = self.lost.cancelled() => return Err(LinkError::Lost(gone)),
        };
        locked(&self.state).waiting.remove(&id);
        match told {
            Ok(Ok(told)) => Ok(told),
            Ok(Err(_)) => Err(LinkError::Lost(gone)),
            Err(_) => Err(LinkError::Lost("the node does not answer".to_owned())),
        }
    }

    /// Tells something that needs no answer.
    pub async fn tell(&self, question: Question) {
        let _ = self.asks.send(Ask { id: 0, question }).await;
    }

    /// Follows a session. The first seq comes at once.
    pub async fn follow(&self, session: u64) -> Result<watch::Receiver<Seq>, LinkError> {
        let (sender, seqs) = watch::channel(0);
        locked(&self.state).followed.insert(session, sender);
        let question = Question::Follow(session);
        let sent = self.asks.send(Ask { id: 0, question }).await;
        match sent.is_ok() && !self.lost.is_cancelled() {
            true => Ok(seqs),
            false => {
                locked(&self.state).followed.remove(&session);
                Err(LinkError::Unsent(
                    "the connection to the node was lost".to_owned(),
                ))
            }
        }
    }

    /// How many sessions are followed there.
    pub fn followed(&self) -> u64 {
        let mut state = locked(&self.state);
        state.followed.retain(|_, seqs| !seqs.is_closed());
        state.followed.len() as u64
    }
}

/// Takes what the other node tells, until the connection is lost.
async fn listen(
    mut input: OwnedReadHalf,
    state: Arc<Mutex<LinkState>>,
    asks: mpsc::WeakSender<Ask>,
) {
    while let Ok(told) = read::<Told>(&mut input, LONGEST).await {
        match told {
            Told::Answer(id, _) | Told::Seq(id, _) | Told::NotOwner(id) => {
                let waiting = locked(&state).waiting.remove(&id);
                if let Some(waiting) = waiting {
                    let _ = waiting.send(told);
                }
            }
            Told::Event(session, seq) => {
                let mut state = locked(&state);
                let heard = match state.followed.get(&session) {
                    Some(followed) => followed.send(seq).is_ok(),
                    None => false,
                };
                if !heard {
                    // Nobody here follows it any more.
                    state.followed.remove(&session);
                    if let Some(asks) = asks.upgrade() {
                        let question = Question::Unfollow(session);
                        let _ = asks.try_send(Ask { id: 0, question });
                    }
                }
            }
            Told::Gone(session) => {
                locked(&state).followed.remove(&session);
            }
        }
    }
}
