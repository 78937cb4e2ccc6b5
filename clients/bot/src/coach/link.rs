//! Keeps a connection to the daemon, which may stop and start again at any time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::{CardsList, Initialize, Method, ServerInfoGet, SessionListAll};
use qbcoach_protocol::{
    CardName, CardsListParams, InitializeParams, ListParams, ListedSession, NoParams,
    PROTOCOL_VERSION, Snapshot,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::connection::Connection;
use super::{LinkError, SessionView};
use crate::backoff::Backoff;
use crate::config::Secret;
use qbcoach_protocol::client::DaemonAddress;

const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// After a connection of this length, the next wait is the shortest again.
const SETTLED: Duration = Duration::from_secs(10);
/// A call at this interval keeps the daemon from closing an idle connection, and
/// detects a dead one.
const HEARTBEAT: Duration = Duration::from_secs(60);
/// How long a call waits for the first connection after the start.
const FIRST_CONNECTION: Duration = Duration::from_secs(5);
/// How long to wait for the document of a session that was just subscribed to.
const FIRST_DOCUMENT: Duration = Duration::from_millis(1500);

#[derive(Clone, Debug)]
pub struct CoachSettings {
    pub address: DaemonAddress,
    pub token: Option<Secret>,
    /// How much later the chat sees every event.
    pub delay: Duration,
}

/// Whether the bot is connected to the daemon.
#[derive(Clone, Debug)]
pub enum Presence {
    /// The first attempt to connect has not ended yet.
    Unknown,
    Connected(Arc<Connection>),
    Away(LinkError),
}

#[derive(Clone, Debug)]
pub struct DaemonLink {
    presence: watch::Receiver<Presence>,
    /// Every card's name, for answers without a call; kept while the daemon is away.
    cards: watch::Receiver<Vec<CardName>>,
    delay: Duration,
}

/// What the connecting task publishes.
struct Published {
    presence: watch::Sender<Presence>,
    cards: watch::Sender<Vec<CardName>>,
}

impl DaemonLink {
    /// Connects now, and again whenever the connection ends.
    pub fn start(settings: CoachSettings) -> DaemonLink {
        let (presence, current_presence) = watch::channel(Presence::Unknown);
        let (cards, known_cards) = watch::channel(Vec::new());
        let delay = settings.delay;
        tokio::spawn(keep_connected(settings, Published { presence, cards }));
        DaemonLink {
            presence: current_presence,
            cards: known_cards,
            delay,
        }
    }

    /// How much later the chat sees every event.
    pub fn delay(&self) -> Duration {
        self.delay
    }

    /// Changes whenever a connection begins or ends.
    pub fn presence(&self) -> watch::Receiver<Presence> {
        self.presence.clone()
    }

    async fn connection(&self) -> Result<Arc<Connection>, LinkError> {
        let mut presence = self.presence.clone();
        let known = presence.wait_for(|presence| !matches!(presence, Presence::Unknown));
        let known = tokio::time::timeout(FIRST_CONNECTION, known).await;
        match known.map(|presence| presence.map(|presence| presence.clone())) {
            Ok(Ok(Presence::Connected(connection))) => Ok(connection),
            Ok(Ok(Presence::Away(error))) => Err(error),
            _ => Err(LinkError::Away),
        }
    }

    pub async fn ask<M>(&self, params: &M::Params) -> Result<M::Result, LinkError>
    where
        M: Method,
        M::Params: Serialize,
        M::Result: DeserializeOwned,
    {
        self.connection().await?.ask::<M>(params).await
    }

    /// For results with fields that the types do not have.
    pub async fn ask_value(&self, method: &str, params: Value) -> Result<Value, LinkError> {
        self.connection().await?.ask_value(method, params).await
    }

    /// The names of all cards; empty before the first connection.
    pub fn card_names(&self) -> Vec<CardName> {
        self.cards.borrow().clone()
    }

    /// The session of this name; without a name the newest open one that is played for real,
    /// or else the newest.
    pub async fn find_session(
        &self,
        name: Option<&str>,
    ) -> Result<Option<ListedSession>, LinkError> {
        let list = self.ask::<SessionListAll>(&ListParams {}).await?.sessions;
        let found = match name {
            Some(name) => list.iter().find(|session| session.session_id == name),
            None => {
                let mut open = list.iter().rev().filter(|session| !session.closed);
                let real = open
                    .clone()
                    .find(|session| session.mode != "simulated" && session.mode != "analysis");
                real.or_else(|| open.next()).or(list.last())
            }
        };
        Ok(found.cloned())
    }

    pub async fn follow(&self, session: &str) -> Result<watch::Receiver<SessionView>, LinkError> {
        self.connection().await?.follow(session).await
    }

    /// The session as a stream sees it. Without a delay it includes every event up to the
    /// time it was listed. None if, because of the delay, nothing may be shown yet.
    pub async fn view(&self, session: &ListedSession) -> Result<Option<Snapshot>, LinkError> {
        let mut view = self.follow(&session.session_id).await?;
        let least = match self.delay.is_zero() {
            true => session.seq,
            false => 0,
        };
        let reached = view.wait_for(|view| view.has_reached(least));
        if let Ok(Err(_)) = tokio::time::timeout(FIRST_DOCUMENT, reached).await {
            return Err(LinkError::Away);
        }
        let view = view.borrow();
        match &*view {
            SessionView::Pending => Ok(None),
            SessionView::Ended => Err(LinkError::Slow),
            SessionView::Current(_) => view.snapshot().map(Some).ok_or(LinkError::Unreadable),
        }
    }
}

async fn keep_connected(settings: CoachSettings, published: Published) {
    let mut backoff = Backoff::new(FIRST_WAIT, LONGEST_WAIT);
    while !published.presence.is_closed() {
        match greet(&settings).await {
            Ok((connection, cards)) => {
                tracing::info!(daemon = %settings.address, "connected");
                published.cards.send_replace(cards);
                let connection = Arc::new(connection);
                let connected = Presence::Connected(connection.clone());
                published.presence.send_replace(connected);
                let begun = Instant::now();
                stay(&connection, &published.presence).await;
                if begun.elapsed() > SETTLED {
                    backoff.reset();
                }
                tracing::warn!(daemon = %settings.address, "the connection has ended");
                published
                    .presence
                    .send_replace(Presence::Away(LinkError::Away));
            }
            Err(error) => {
                tracing::debug!(%error, "the daemon cannot be reached");
                published.presence.send_replace(Presence::Away(error));
            }
        }
        tokio::select! {
            () = tokio::time::sleep(backoff.next_wait()) => {}
            () = published.presence.closed() => {}
        }
    }
}

/// Returns when the connection has ended or is no longer needed.
async fn stay(connection: &Connection, presence: &watch::Sender<Presence>) {
    loop {
        tokio::select! {
            () = connection.ended() => return,
            () = presence.closed() => return,
            () = tokio::time::sleep(HEARTBEAT) => {
                if connection.ask::<ServerInfoGet>(&NoParams {}).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Connects, introduces the bot to the daemon, and gets the names of the cards.
async fn greet(settings: &CoachSettings) -> Result<(Connection, Vec<CardName>), LinkError> {
    let connection = Connection::open(&settings.address, settings.delay).await?;
    let params = InitializeParams {
        client_info: Some(json!({ "name": "qbcoach-bot", "version": env!("CARGO_PKG_VERSION") })),
        protocol_version: Some(json!(PROTOCOL_VERSION)),
        token: settings
            .token
            .as_ref()
            .map(|token| token.reveal().to_owned()),
    };
    let cards = async {
        connection.ask::<Initialize>(&params).await?;
        connection.ask::<CardsList>(&CardsListParams {}).await
    };
    let cards = cards.await.map_err(|error| match error {
        LinkError::Refused(error) if error.code == NOT_ALLOWED => {
            LinkError::NotLetIn(error.reason().to_owned())
        }
        other => other,
    })?;
    let names = cards.cards.into_iter().map(|card| card.card);
    Ok((connection, names.collect()))
}
