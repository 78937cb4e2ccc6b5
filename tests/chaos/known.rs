//! What a client knows of one session for certain, and what only may have happened.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, Failed};
use crate::player::Player;

const UNKNOWN_SESSION: i64 = 1001;
const SESSION_OVER: i64 = 1007;
/// Events of the past that are compared one by one.
const LOOKED_BACK: usize = 4;
/// With each of your acts the program may make so many of its own.
const OWN_MOVES: u64 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Open,
    /// Asked to be closed, not answered.
    Closing,
    Closed,
    /// Asked to be deleted, not answered.
    Deleting,
    Deleted,
}

pub struct Known {
    pub player: Player,
    pub autoplay: bool,
    pub fate: Fate,
    /// Every snapshot that was answered, by its event.
    pub answers: BTreeMap<u64, Value>,
    /// Requests that would change it and have not been answered.
    pub unanswered: u64,
}

impl Known {
    pub fn new(player: Player, autoplay: bool) -> Known {
        let answers = [(player.seq(), player.now.clone())].into();
        Known {
            player,
            autoplay,
            fate: Fate::Open,
            answers,
            unanswered: 0,
        }
    }

    pub fn name(&self) -> Value {
        json!({ "sessionId": self.player.session })
    }

    /// Takes in what the daemon acknowledged.
    pub fn acknowledge(&mut self, snapshot: &Value) {
        let before = self.player.seq();
        self.player.now = snapshot.clone();
        assert!(self.player.seq() > before, "an event raises the seq");
        self.answers.insert(self.player.seq(), snapshot.clone());
    }

    /// Looks what a kill has left of it.
    pub fn inspect(&mut self, client: &mut Client) -> Result<(), Failed> {
        let name = self.name();
        let found = match client.ask("session/get", &name) {
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
            let refused = client.ask(method, &params);
            let Err(refused) = refused else {
                panic!("{name} is closed and was changed");
            };
            if let Failed::Gone(_) = refused {
                return Err(refused);
            }
            assert_eq!(refused.code(), Some(SESSION_OVER), "{name}: {refused:?}");
        }
        Ok(())
    }

    fn is_closed(&self, client: &mut Client) -> Result<bool, Failed> {
        let list = client.ask("session/list", &json!({}))?;
        let listed = list["sessions"].as_array().expect("a list");
        let own = |session: &&Value| session["sessionId"] == json!(self.player.session);
        let own = listed.iter().find(own).expect("it is listed");
        Ok(own["closed"] == true)
    }

    /// Everything acknowledged is there as it was; of what was not answered, whole
    /// events or nothing.
    fn compare(&mut self, client: &mut Client) -> Result<(), Failed> {
        if self.autoplay {
            // Answered when the program has made the moves that it still owed.
            let mut question = self.name();
            question["format"] = json!("jsonl");
            client.ask("session/export", &question)?;
        }
        let last = self.player.seq();
        let now = client.ask("session/get", &self.name())?;
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
            let question = json!({ "sessionId": name, "seq": at });
            let kept = client.ask("session/get", &question)?;
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
