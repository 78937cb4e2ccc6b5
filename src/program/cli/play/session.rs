//! The session that is played, at a daemon inside this program or elsewhere.
//! Everything known about the match comes from that daemon.

use std::cell::{Ref, RefCell};
use std::sync::Arc;
use std::time::{Duration, Instant};

use qbcoach_protocol::client::{Client, ClientError, DaemonAddress};
use qbcoach_protocol::error::MOVED_ON;
use qbcoach_protocol::method::{
    CardsList, Initialize, MatchAct, MatchActions, Method, SessionCreate, SessionGet,
    SessionImport, SessionUndo,
};
use qbcoach_protocol::{CardsListParams, InitializeParams};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::refusal::DaemonRefusal;
use crate::cli::serve;
use qbcoach_daemon::Daemon;

/// The first and the longest pause before connecting again.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

pub(crate) enum DaemonLocation {
    /// Inside this program.
    Embedded(Arc<Daemon>),
    Remote {
        address: DaemonAddress,
        token: Option<String>,
        /// How long to try to connect again after the connection is lost; for ever if
        /// none.
        patience: Option<Duration>,
    },
}

/// How the session to play is found or made.
pub(crate) enum SessionStart {
    /// With the params of `session/create`.
    Create(Value),
    /// From the content of a file.
    Import(String),
    Resume(String),
}

#[derive(Debug, thiserror::Error)]
pub enum PlayedSessionError {
    #[error(transparent)]
    Refused(#[from] DaemonRefusal),
    /// The connection is lost and could not be restored.
    #[error("{0}")]
    Lost(String),
}

impl From<ClientError> for PlayedSessionError {
    fn from(error: ClientError) -> PlayedSessionError {
        match error {
            ClientError::Refused(error) => PlayedSessionError::Refused(DaemonRefusal::new(&error)),
            other => PlayedSessionError::Lost(other.to_string()),
        }
    }
}

pub(crate) enum ChangeResult {
    Done {
        events: Vec<Value>,
    },
    /// The connection was lost during the request. When it was restored, the session
    /// had moved on, very likely by this request.
    MovedOn,
}

pub(crate) struct PlayedSession {
    runtime: Runtime,
    location: DaemonLocation,
    client: RefCell<Client>,
    id: String,
    snapshot: RefCell<Value>,
    actions: RefCell<Vec<Value>>,
    card_names: Vec<String>,
}

impl PlayedSession {
    pub fn open(
        location: DaemonLocation,
        start: &SessionStart,
    ) -> Result<PlayedSession, PlayedSessionError> {
        let runtime =
            serve::runtime().map_err(|error| PlayedSessionError::Lost(error.to_string()))?;
        let client = runtime.block_on(connect(&location))?;
        let ask =
            |method: &str, params: Value| runtime.block_on(client.call_value(method, &params));
        let (id, snapshot) = match start {
            SessionStart::Resume(id) => {
                let snapshot = ask(SessionGet::NAME, json!([id]))?;
                (id.clone(), snapshot)
            }
            SessionStart::Create(params) => created(ask(SessionCreate::NAME, params.clone())?),
            SessionStart::Import(content) => created(ask(SessionImport::NAME, json!([content]))?),
        };
        let cards = runtime.block_on(client.call::<CardsList>(&CardsListParams {}))?;
        let names = cards.cards.into_iter().map(|card| card.card.name);
        let mut card_names: Vec<String> = names.collect();
        card_names.sort_unstable();
        card_names.dedup();
        Ok(PlayedSession {
            runtime,
            location,
            client: RefCell::new(client),
            id,
            snapshot: RefCell::new(snapshot),
            actions: RefCell::default(),
            card_names,
        })
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// The latest snapshot the daemon has sent.
    pub fn snapshot(&self) -> Ref<'_, Value> {
        self.snapshot.borrow()
    }

    /// The board or the combat of the latest snapshot, drawn for people.
    pub(crate) fn drawing(&self) -> Result<String, PlayedSessionError> {
        let seq = self.snapshot()["seq"].clone();
        let mut drawn = self.ask::<SessionGet>(json!({ "seq": seq, "text": true }))?;
        match drawn["text"].take() {
            Value::String(text) => Ok(text),
            _ => Ok(String::new()),
        }
    }

    /// The actions as `list_actions` received them.
    pub fn actions(&self) -> Ref<'_, Vec<Value>> {
        self.actions.borrow()
    }

    pub fn is_combat(&self) -> bool {
        self.snapshot()["game"] == "mage-knight"
    }

    pub(crate) fn card_names(&self) -> &[String] {
        &self.card_names
    }

    /// Calls a method with the session's id and `more` params.
    /// If the connection is lost, waits for it and calls again.
    pub(crate) fn ask<M: Method>(&self, more: Value) -> Result<Value, PlayedSessionError> {
        let params = self.with_session_id(more);
        loop {
            match self.ask_once(M::NAME, &params) {
                Err(PlayedSessionError::Lost(_)) => self.reconnect()?,
                answered => return answered,
            }
        }
    }

    /// Like `ask`, but returns none at the first error: for answers the player can do without.
    pub(crate) fn try_ask<M: Method>(&self, more: Value) -> Option<Value> {
        self.ask_once(M::NAME, &self.with_session_id(more)).ok()
    }

    pub(crate) fn list_actions(&self) -> Result<(), PlayedSessionError> {
        let listed = self.ask::<MatchActions>(json!({}))?;
        let actions = listed["actions"].as_array().cloned();
        self.actions.replace(actions.unwrap_or_default());
        Ok(())
    }

    pub fn act(&self, action: &Value) -> Result<ChangeResult, PlayedSessionError> {
        self.change::<MatchAct>(json!({ "action": action }))
    }

    pub fn undo(&self, count: usize) -> Result<ChangeResult, PlayedSessionError> {
        self.change::<SessionUndo>(json!({ "count": count }))
    }

    /// A change is sent with the event it builds on (`ifSeq`), so that sending it again
    /// on a new connection cannot make it happen twice.
    fn change<M: Method>(&self, more: Value) -> Result<ChangeResult, PlayedSessionError> {
        let mut params = self.with_session_id(more);
        params["ifSeq"] = self.snapshot()["seq"].clone();
        let mut is_repeated = false;
        loop {
            match self.ask_once(M::NAME, &params) {
                Ok(mut changed) => {
                    self.snapshot.replace(changed["snapshot"].take());
                    let events = changed["events"].as_array().cloned().unwrap_or_default();
                    return Ok(ChangeResult::Done { events });
                }
                Err(PlayedSessionError::Lost(_)) => {
                    self.reconnect()?;
                    is_repeated = true;
                }
                Err(PlayedSessionError::Refused(refusal)) if refusal.code == MOVED_ON => {
                    self.refresh()?;
                    return match is_repeated {
                        true => Ok(ChangeResult::MovedOn),
                        false => Err(refusal.into()),
                    };
                }
                Err(other) => return Err(other),
            }
        }
    }

    fn with_session_id(&self, more: Value) -> Value {
        let mut params = json!({ "sessionId": self.id });
        if let (Value::Object(params), Value::Object(more)) = (&mut params, more) {
            params.extend(more);
        }
        params
    }

    fn ask_once(&self, method: &str, params: &Value) -> Result<Value, PlayedSessionError> {
        let client = self.client.borrow();
        Ok(self.runtime.block_on(client.call_value(method, params))?)
    }

    fn refresh(&self) -> Result<(), PlayedSessionError> {
        let snapshot = self.ask_once(SessionGet::NAME, &json!([self.id]))?;
        self.snapshot.replace(snapshot);
        Ok(())
    }

    /// Waits until the daemon can be reached again and still has the session.
    fn reconnect(&self) -> Result<(), PlayedSessionError> {
        let patience = match &self.location {
            DaemonLocation::Embedded(_) => {
                let reason = "the daemon inside this program has stopped: start again";
                return Err(PlayedSessionError::Lost(reason.to_owned()));
            }
            DaemonLocation::Remote { patience, .. } => *patience,
        };
        eprintln!("The daemon is gone; waiting for it. Your line is kept, Ctrl-C gives up.");
        let began = Instant::now();
        let mut wait = FIRST_WAIT;
        loop {
            let connected = self.runtime.block_on(async {
                tokio::time::sleep(wait).await;
                connect(&self.location).await
            });
            match connected {
                Ok(client) => {
                    self.client.replace(client);
                    match self.refresh() {
                        Ok(()) => {
                            eprintln!("The daemon is back; going on with {}.", self.id);
                            return Ok(());
                        }
                        Err(PlayedSessionError::Refused(refusal)) => return Err(refusal.into()),
                        Err(PlayedSessionError::Lost(_)) => {}
                    }
                }
                Err(PlayedSessionError::Refused(refusal)) => return Err(refusal.into()),
                Err(PlayedSessionError::Lost(_)) => {}
            }
            if patience.is_some_and(|patience| began.elapsed() > patience) {
                let reason = format!(
                    "the daemon did not come back: start it, then `qbcoach play --connect … \
                     --resume {}` goes on",
                    self.id
                );
                return Err(PlayedSessionError::Lost(reason));
            }
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Stops the daemon if it is inside this program.
    pub fn close(&self) {
        if let DaemonLocation::Embedded(daemon) = &self.location {
            self.runtime.block_on(serve::stop(daemon));
        }
    }
}

fn created(mut created: Value) -> (String, Value) {
    let id = created["sessionId"].as_str().unwrap_or_default().to_owned();
    (id, created["snapshot"].take())
}

async fn connect(location: &DaemonLocation) -> Result<Client, PlayedSessionError> {
    let (client, token) = match location {
        DaemonLocation::Embedded(daemon) => {
            let stream = serve::embedded_stream(daemon);
            let stream = stream.map_err(|error| PlayedSessionError::Lost(error.to_string()))?;
            (Client::over_lines(stream), &None)
        }
        DaemonLocation::Remote { address, token, .. } => (Client::connect(address).await?, token),
    };
    let params = InitializeParams {
        client_info: Some(json!({ "name": "qbcoach play" })),
        token: token.clone(),
        ..InitializeParams::default()
    };
    client.call::<Initialize>(&params).await?;
    Ok(client)
}
