//! What a client knows about one session: the acknowledged events, and requests that
//! may or may not have taken effect.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{CallError, Client};
use crate::player::Player;

const UNKNOWN_SESSION: i64 = 1001;
const SESSION_OVER: i64 = 1007;
/// Number of past events whose snapshots are compared.
const LOOKED_BACK: usize = 4;
/// The most moves that the daemon makes after one of the client's actions.
const OWN_MOVES: u64 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Open,
    /// `session/close` was sent, but not answered.
    Closing,
    Closed,
    /// `session/delete` was sent, but not answered.
    Deleting,
    Deleted,
}

pub struct KnownSession {
    pub player: Player,
    pub autoplay: bool,
    pub fate: Fate,
    /// Every snapshot that the daemon has answered, by its seq.
    pub answers: BTreeMap<u64, Value>,
    /// Requests that change the session and were not answered.
    pub unanswered: u64,
}

impl KnownSession {
    pub fn new(player: Player, autoplay: bool) -> KnownSession {
        let answers = [(player.seq(), player.now.clone())].into();
        KnownSession {
            player,
            autoplay,
            fate: Fate::Open,
            answers,
            unanswered: 0,
        }
    }

    pub fn params(&self) -> Value {
        json!({ "sessionId": self.player.session })
    }

    /// Notes a snapshot that the daemon has answered.
    pub fn acknowledge(&mut self, snapshot: &Value) {
        let before = self.player.seq();
        self.player.now = snapshot.clone();
        assert!(self.player.seq() > before, "every event has a higher seq");
        self.answers.insert(self.player.seq(), snapshot.clone());
    }

    /// Checks the session after a restart.
    pub fn inspect(&mut self, client: &mut Client) -> Result<(), CallError> {
        let params = self.params();
        let name = &self.player.session.clone();
        let found = match client.try_ask("session/get", &params) {
            Ok(found) => Some(found),
            Err(refused) if refused.code() == Some(UNKNOWN_SESSION) => None,
            Err(other) => return Err(other),
        };
        match (self.fate, found.is_some()) {
            (Fate::Deleted, true) => panic!("{name} was deleted and is back"),
            (Fate::Deleted | Fate::Deleting, false) => {
                self.fate = Fate::Deleted;
                return Ok(());
            }
            (_, false) => panic!("{name} is lost"),
            (Fate::Deleting, true) => self.fate = Fate::Open,
            (Fate::Open | Fate::Closing | Fate::Closed, true) => {}
        }
        self.compare(client)?;
        if self.fate == Fate::Closing {
            self.fate = match self.is_closed(client)? {
                true => Fate::Closed,
                false => Fate::Open,
            };
        }
        if self.fate == Fate::Closed {
            let (method, params) = self.player.undo(1);
            let refused = client.try_ask(method, &params);
            let Err(refused) = refused else {
                panic!("{name} is closed, but was changed");
            };
            if let CallError::ConnectionLost(_) = refused {
                return Err(refused);
            }
            assert_eq!(refused.code(), Some(SESSION_OVER), "{name}: {refused:?}");
        }
        Ok(())
    }

    fn is_closed(&self, client: &mut Client) -> Result<bool, CallError> {
        let list = client.try_ask("session/list", json!({}))?;
        let listed = list["sessions"].as_array().expect("a list");
        let own = |session: &&Value| session["sessionId"] == json!(self.player.session);
        let own = listed.iter().find(own).expect("the session is listed");
        Ok(own["closed"] == true)
    }

    /// Every acknowledged event must be unchanged. Of the unanswered requests, each has
    /// taken effect completely or not at all.
    fn compare(&mut self, client: &mut Client) -> Result<(), CallError> {
        if self.autoplay {
            // This is answered after the daemon has made its own pending moves.
            let mut params = self.params();
            params["format"] = json!("jsonl");
            client.try_ask("session/export", &params)?;
        }
        let last = self.player.seq();
        let now = client.try_ask("session/get", self.params())?;
        let seq = now["seq"].as_u64().expect("a seq");
        let most = match self.autoplay {
            true => self.unanswered * OWN_MOVES,
            false => self.unanswered,
        };
        let name = &self.player.session;
        assert!(
            (last..=last + most).contains(&seq),
            "{name} was acknowledged at {last}, {most} may have come after, it is at {seq}"
        );
        for (at, answered) in self.answers.iter().rev().take(LOOKED_BACK) {
            let params = json!({ "sessionId": name, "seq": at });
            let kept = client.try_ask("session/get", &params)?;
            assert_eq!(&kept, answered, "{name} at {at}");
        }
        if seq > last {
            self.answers.insert(seq, now.clone());
        }
        self.player.now = now;
        self.unanswered = 0;
        Ok(())
    }
}
