//! A connection that comes back: the daemon may start, stop and move at any time.

use std::sync::Arc;
use std::time::Duration;

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
use super::{CoachError, Followed};
use crate::address::Address;
use crate::backoff::Backoff;
use crate::config::Secret;

const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// The daemon closes connections that ask nothing; a dead one is noticed, too.
const HEARTBEAT: Duration = Duration::from_secs(60);
/// How long a question waits for the very first connection.
const FIRST_CONNECTION: Duration = Duration::from_secs(5);
/// How long a session that was just subscribed to may take to show itself.
const FIRST_DOCUMENT: Duration = Duration::from_millis(1500);

#[derive(Clone, Debug)]
pub struct CoachSettings {
    pub address: Address,
    pub token: Option<Secret>,
    /// How much later the chat sees everything.
    pub delay: Duration,
}

/// Whether the daemon is there.
#[derive(Clone, Debug)]
pub enum Presence {
    /// It has not been tried yet.
    Unknown,
    Here(Arc<Here>),
    Away(CoachError),
}

/// A connection that has been greeted.
#[derive(Debug)]
pub struct Here {
    connection: Connection,
}

#[derive(Clone, Debug)]
pub struct Coach {
    presence: watch::Receiver<Presence>,
    /// Every card's name, for when there is no time to ask; kept while it is away.
    cards: watch::Receiver<Vec<CardName>>,
    delay: Duration,
}

/// What the connecting task tells.
struct Told {
    presence: watch::Sender<Presence>,
    cards: watch::Sender<Vec<CardName>>,
}

impl Coach {
    /// Connects now and again whenever the connection ends.
    pub fn start(settings: CoachSettings) -> Coach {
        let (presence, seen) = watch::channel(Presence::Unknown);
        let (cards, known) = watch::channel(Vec::new());
        let delay = settings.delay;
        tokio::spawn(keep_connected(settings, Told { presence, cards }));
        Coach {
            presence: seen,
            cards: known,
            delay,
        }
    }

    /// How much later the chat sees everything.
    pub fn delay(&self) -> Duration {
        self.delay
    }

    /// Tells whenever the daemon comes or goes.
    pub fn presence(&self) -> watch::Receiver<Presence> {
        self.presence.clone()
    }

    async fn here(&self) -> Result<Arc<Here>, CoachError> {
        let mut presence = self.presence.clone();
        let known = presence.wait_for(|presence| !matches!(presence, Presence::Unknown));
        let known = tokio::time::timeout(FIRST_CONNECTION, known).await;
        match known.map(|presence| presence.map(|presence| presence.clone())) {
            Ok(Ok(Presence::Here(here))) => Ok(here),
            Ok(Ok(Presence::Away(error))) => Err(error),
            _ => Err(CoachError::Away),
        }
    }

    pub async fn ask<M>(&self, params: &M::Params) -> Result<M::Result, CoachError>
    where
        M: Method,
        M::Params: Serialize,
        M::Result: DeserializeOwned,
    {
        self.here().await?.connection.ask::<M>(params).await
    }

    /// For results that have more than the types tell.
    pub async fn ask_plainly(&self, method: &str, params: Value) -> Result<Value, CoachError> {
        let here = self.here().await?;
        here.connection.ask_plainly(method, params).await
    }

    /// The names of all cards, as far as they are known without asking.
    pub fn card_names(&self) -> Vec<CardName> {
        self.cards.borrow().clone()
    }

    /// The session of this name, or the newest one that goes on, or else the newest.
    pub async fn find_session(
        &self,
        name: Option<&str>,
    ) -> Result<Option<ListedSession>, CoachError> {
        let list = self.ask::<SessionListAll>(&ListParams {}).await?.sessions;
        let found = match name {
            Some(name) => list.iter().find(|session| session.session_id == name),
            None => {
                let open = list.iter().rev().find(|session| !session.closed);
                open.or(list.last())
            }
        };
        Ok(found.cloned())
    }

    pub async fn follow(&self, session: &str) -> Result<watch::Receiver<Followed>, CoachError> {
        self.here().await?.connection.follow(session).await
    }

    /// The session as a stream may see it, with all that had happened when it was
    /// listed unless a delay hides it; none if it must not be shown yet.
    pub async fn view(&self, session: &ListedSession) -> Result<Option<Snapshot>, CoachError> {
        let mut followed = self.follow(&session.session_id).await?;
        let least = match self.delay.is_zero() {
            true => session.seq,
            false => 0,
        };
        let told = followed.wait_for(|followed| followed.has_reached(least));
        if let Ok(Err(_)) = tokio::time::timeout(FIRST_DOCUMENT, told).await {
            return Err(CoachError::Away);
        }
        let followed = followed.borrow();
        match &*followed {
            Followed::Nothing => Ok(None),
            Followed::Ended => Err(CoachError::Slow),
            Followed::Document(_) => followed.snapshot().map(Some).ok_or(CoachError::Garbled),
        }
    }
}

async fn keep_connected(settings: CoachSettings, told: Told) {
    let mut backoff = Backoff::new(FIRST_WAIT, LONGEST_WAIT);
    while !told.presence.is_closed() {
        match greet(&settings).await {
            Ok((connection, cards)) => {
                backoff.reset();
                tracing::info!(daemon = %settings.address.authority(), "connected");
                told.cards.send_replace(cards);
                let here = Arc::new(Here { connection });
                told.presence.send_replace(Presence::Here(here.clone()));
                stay(&here.connection, &told.presence).await;
                tracing::warn!(daemon = %settings.address.authority(), "the connection has ended");
                told.presence.send_replace(Presence::Away(CoachError::Away));
            }
            Err(error) => {
                tracing::debug!(%error, "the daemon cannot be reached");
                told.presence.send_replace(Presence::Away(error));
            }
        }
        tokio::select! {
            () = tokio::time::sleep(backoff.next_wait()) => {}
            () = told.presence.closed() => {}
        }
    }
}

/// Returns when the connection is of no use any more.
async fn stay(connection: &Connection, told: &watch::Sender<Presence>) {
    loop {
        tokio::select! {
            () = connection.ended() => return,
            () = told.closed() => return,
            () = tokio::time::sleep(HEARTBEAT) => {
                if connection.ask::<ServerInfoGet>(&NoParams {}).await.is_err() {
                    return;
                }
            }
        }
    }
}

async fn greet(settings: &CoachSettings) -> Result<(Connection, Vec<CardName>), CoachError> {
    let connection = Connection::open(&settings.address, settings.delay).await;
    let connection = connection.map_err(|error| {
        tracing::debug!(%error, "no connection");
        CoachError::Away
    })?;
    let greeting = InitializeParams {
        client_info: Some(json!({ "name": "qbcoach-bot", "version": env!("CARGO_PKG_VERSION") })),
        protocol_version: Some(json!(PROTOCOL_VERSION)),
        token: settings
            .token
            .as_ref()
            .map(|token| token.reveal().to_owned()),
    };
    let greeted = async {
        connection.ask::<Initialize>(&greeting).await?;
        connection.ask::<CardsList>(&CardsListParams {}).await
    };
    let cards = greeted.await.map_err(|error| match error {
        CoachError::Refused(refusal) if refusal.is_not_allowed() => {
            CoachError::NotLetIn(refusal.reason)
        }
        other => other,
    })?;
    let names = cards.cards.into_iter().map(|card| card.card);
    Ok((connection, names.collect()))
}
