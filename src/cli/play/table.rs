//! The session that is played, at a daemon inside this program or elsewhere. All
//! that is known of the match is what that daemon said.

use std::cell::{Ref, RefCell};
use std::sync::Arc;
use std::time::{Duration, Instant};

use qbcoach_protocol::error::MOVED_ON;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::refusal::Refusal;
use crate::cli::serve;
use crate::client::{Connection, ConnectionError, Target};
use crate::daemon::Daemon;

/// How long a lost daemon is waited for at first, and at most, before another try.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Where the daemon is.
pub enum Place {
    Inside(Arc<Daemon>),
    Elsewhere {
        target: Target,
        token: Option<String>,
        /// How long it is waited for when it is gone; for ever if none.
        patience: Option<Duration>,
    },
}

/// Which session to play.
pub enum Opening {
    Create(Value),
    Import(String),
    Resume(String),
}

#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The daemon is gone, and waiting did not help.
    #[error("{0}")]
    Lost(String),
}

impl From<ConnectionError> for Trouble {
    fn from(error: ConnectionError) -> Trouble {
        match error {
            ConnectionError::Refused {
                code,
                message,
                data,
            } => Trouble::Refused(Refusal::new(code, &message, &data)),
            other => Trouble::Lost(other.to_string()),
        }
    }
}

/// What became of an action.
pub enum Acted {
    Done {
        events: Vec<Value>,
    },
    /// The daemon went while it was told; when it came back, the session was no
    /// longer where the action began. Very likely the action is what moved it.
    MovedOn,
}

pub struct Table {
    runtime: Runtime,
    place: Place,
    connection: RefCell<Connection>,
    session: String,
    snapshot: RefCell<Value>,
    actions: RefCell<Vec<Value>>,
    card_names: Vec<String>,
}

impl Table {
    pub fn open(place: Place, opening: &Opening) -> Result<Table, Trouble> {
        let runtime = serve::runtime().map_err(|error| Trouble::Lost(error.to_string()))?;
        let connection = runtime.block_on(connect(&place))?;
        let ask = |method: &str, params: Value| runtime.block_on(connection.ask(method, &params));
        let (session, snapshot) = match opening {
            Opening::Resume(session) => {
                let snapshot = ask("session/get", json!([session]))?;
                (session.clone(), snapshot)
            }
            Opening::Create(params) => created(ask("session/create", params.clone())?),
            Opening::Import(content) => created(ask("session/import", json!([content]))?),
        };
        let cards = ask("cards/list", json!({}))?;
        let names = cards["cards"].as_array().into_iter().flatten();
        let names = names.filter_map(|card| card["name"].as_str());
        let mut card_names: Vec<String> = names.map(str::to_owned).collect();
        card_names.sort_unstable();
        card_names.dedup();
        Ok(Table {
            runtime,
            place,
            connection: RefCell::new(connection),
            session,
            snapshot: RefCell::new(snapshot),
            actions: RefCell::default(),
            card_names,
        })
    }

    pub fn session(&self) -> &str {
        &self.session
    }

    /// The session as the daemon told it last.
    pub fn snapshot(&self) -> Ref<'_, Value> {
        self.snapshot.borrow()
    }

    /// The actions that were listed last.
    pub fn actions(&self) -> Ref<'_, Vec<Value>> {
        self.actions.borrow()
    }

    pub fn is_combat(&self) -> bool {
        self.snapshot()["game"] == "mage-knight"
    }

    pub fn card_names(&self) -> &[String] {
        &self.card_names
    }

    /// Asks about the session, waiting for the daemon if it is gone.
    pub fn ask(&self, method: &str, more: Value) -> Result<Value, Trouble> {
        let params = self.about_session(more);
        loop {
            match self.ask_once(method, &params) {
                Err(Trouble::Lost(_)) => self.reconnect()?,
                answered => return answered,
            }
        }
    }

    /// What the daemon says at once, or nothing: for what is only a help.
    pub fn peek(&self, method: &str, more: Value) -> Option<Value> {
        self.ask_once(method, &self.about_session(more)).ok()
    }

    pub fn list_actions(&self) -> Result<(), Trouble> {
        let listed = self.ask("match/actions", json!({}))?;
        let actions = listed["actions"].as_array().cloned();
        self.actions.replace(actions.unwrap_or_default());
        Ok(())
    }

    pub fn act(&self, action: &Value) -> Result<Acted, Trouble> {
        self.change("match/act", json!({ "action": action }))
    }

    pub fn undo(&self, count: usize) -> Result<Acted, Trouble> {
        self.change("session/undo", json!({ "count": count }))
    }

    /// A change is told with the event it builds on, so that telling it again after
    /// a break does not let it happen twice.
    fn change(&self, method: &str, more: Value) -> Result<Acted, Trouble> {
        let mut params = self.about_session(more);
        params["ifSeq"] = self.snapshot()["seq"].clone();
        let mut repeated = false;
        loop {
            match self.ask_once(method, &params) {
                Ok(mut changed) => {
                    self.snapshot.replace(changed["snapshot"].take());
                    let events = changed["events"].as_array().cloned().unwrap_or_default();
                    return Ok(Acted::Done { events });
                }
                Err(Trouble::Lost(_)) => {
                    self.reconnect()?;
                    repeated = true;
                }
                Err(Trouble::Refused(refusal)) if refusal.code == i64::from(MOVED_ON) => {
                    self.refresh()?;
                    return match repeated {
                        true => Ok(Acted::MovedOn),
                        false => Err(refusal.into()),
                    };
                }
                Err(other) => return Err(other),
            }
        }
    }

    fn about_session(&self, more: Value) -> Value {
        let mut params = json!({ "sessionId": self.session });
        if let (Value::Object(params), Value::Object(more)) = (&mut params, more) {
            params.extend(more);
        }
        params
    }

    fn ask_once(&self, method: &str, params: &Value) -> Result<Value, Trouble> {
        let connection = self.connection.borrow();
        Ok(self.runtime.block_on(connection.ask(method, params))?)
    }

    fn refresh(&self) -> Result<(), Trouble> {
        let snapshot = self.ask_once("session/get", &json!([self.session]))?;
        self.snapshot.replace(snapshot);
        Ok(())
    }

    /// Waits until the daemon is back and still has the session.
    fn reconnect(&self) -> Result<(), Trouble> {
        let patience = match &self.place {
            Place::Inside(_) => {
                let reason = "the daemon inside this program has stopped: start again";
                return Err(Trouble::Lost(reason.to_owned()));
            }
            Place::Elsewhere { patience, .. } => *patience,
        };
        eprintln!("The daemon is gone; waiting for it. Your line is kept, Ctrl-C gives up.");
        let began = Instant::now();
        let mut wait = FIRST_WAIT;
        loop {
            let connected = self.runtime.block_on(async {
                tokio::time::sleep(wait).await;
                connect(&self.place).await
            });
            match connected {
                Ok(connection) => {
                    self.connection.replace(connection);
                    match self.refresh() {
                        Ok(()) => {
                            eprintln!("The daemon is back; going on with {}.", self.session);
                            return Ok(());
                        }
                        Err(Trouble::Refused(refusal)) => return Err(refusal.into()),
                        Err(Trouble::Lost(_)) => {}
                    }
                }
                Err(Trouble::Refused(refusal)) => return Err(refusal.into()),
                Err(Trouble::Lost(_)) => {}
            }
            if patience.is_some_and(|patience| began.elapsed() > patience) {
                let reason = format!(
                    "the daemon did not come back: start it, then `qbcoach play --connect … \
                     --resume {}` goes on",
                    self.session
                );
                return Err(Trouble::Lost(reason));
            }
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Lets the daemon inside put its things in order.
    pub fn close(&self) {
        if let Place::Inside(daemon) = &self.place {
            self.runtime.block_on(serve::stop(daemon));
        }
    }
}

fn created(mut created: Value) -> (String, Value) {
    let session = created["sessionId"].as_str().unwrap_or_default().to_owned();
    (session, created["snapshot"].take())
}

async fn connect(place: &Place) -> Result<Connection, Trouble> {
    let (connection, token) = match place {
        Place::Inside(daemon) => {
            let stream = serve::embedded_stream(daemon);
            let stream = stream.map_err(|error| Trouble::Lost(error.to_string()))?;
            (Connection::over(stream).0, &None)
        }
        Place::Elsewhere { target, token, .. } => (Connection::open(target).await?.0, token),
    };
    let mut greeting = json!({ "clientInfo": { "name": "qbcoach play" } });
    if let Some(token) = token {
        greeting["token"] = json!(token);
    }
    connection.ask("initialize", &greeting).await?;
    Ok(connection)
}
