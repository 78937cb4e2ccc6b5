//! A client with one transport and some sessions. Its requests are random, from a
//! fixed seed. When the daemon is killed, it knows which requests were answered.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::chaos::known::{Fate, KnownSession};
use crate::chaos::survey::{number, session_id};
use crate::client::{CallError, Client, Transport};
use crate::daemon::Addresses;
use crate::player::{Player, PlayerRequest, one_in};

const MODES: [&str; 4] = ["live", "simulated", "analysis", "autoplay"];
/// No session is created when so many are open.
const MOST_OPEN: usize = 6;
/// No session is closed or deleted when so few are open.
const FEWEST_OPEN: usize = 2;
/// Actions that are sent without waiting for the answers.
const BURST: usize = 6;

pub struct Worker {
    transport: Transport,
    chance: Chance,
    pub sessions: Vec<KnownSession>,
    pub acknowledged: u64,
    /// Creations and imports that were not answered.
    pub creations_unanswered: u64,
    /// The highest number of a session at the last restart.
    pub newest_before: u64,
}

impl Worker {
    pub fn new(transport: Transport, chance: Chance) -> Worker {
        Worker {
            transport,
            chance,
            sessions: Vec::new(),
            acknowledged: 0,
            creations_unanswered: 0,
            newest_before: 0,
        }
    }

    /// Works until the daemon is killed.
    pub fn work(&mut self, addresses: &Addresses) -> CallError {
        let ended = self.inspect(addresses).and_then(|mut client| {
            loop {
                self.step(&mut client)?;
            }
        });
        let ended: Result<(), CallError> = ended;
        ended.expect_err("the work ends with the daemon")
    }

    /// Checks every session and takes one more action in each open one.
    pub fn inspect(&mut self, addresses: &Addresses) -> Result<Client, CallError> {
        let mut client = Client::try_connect(addresses, self.transport)?;
        let sessions = self.sessions.iter_mut();
        // The survey has checked the deleted sessions.
        for session in sessions.filter(|session| session.fate != Fate::Deleted) {
            session.inspect(&mut client)?;
        }
        for index in self.open() {
            self.act_once(&mut client, index)?;
        }
        Ok(client)
    }

    /// Checks that deleted sessions cannot be read by their ids.
    pub fn check_deleted(&mut self, client: &mut Client) {
        let sessions = self.sessions.iter_mut();
        for session in sessions.filter(|session| session.fate == Fate::Deleted) {
            let inspected = session.inspect(client);
            inspected.expect("the daemon is not killed");
        }
    }

    fn open(&self) -> Vec<usize> {
        let is_open = |index: &usize| self.sessions[*index].fate == Fate::Open;
        (0..self.sessions.len()).filter(is_open).collect()
    }

    fn step(&mut self, client: &mut Client) -> Result<(), CallError> {
        let open = self.open();
        let Some(index) = self.chance.pick(&open).copied() else {
            return self.create(client);
        };
        match self.chance.below(24) {
            0 | 1 if open.len() < MOST_OPEN => self.create(client),
            2 if open.len() < MOST_OPEN => self.import(client, index),
            3 if open.len() > FEWEST_OPEN => {
                self.end(client, index, "session/close", Fate::Closing, Fate::Closed)
            }
            4 if open.len() > FEWEST_OPEN => self.end(
                client,
                index,
                "session/delete",
                Fate::Deleting,
                Fate::Deleted,
            ),
            5..=8 => self.burst(client, index),
            _ => {
                let request = self.sessions[index]
                    .player
                    .next_request(client, &mut self.chance)?;
                self.send_and_note(client, index, &request).map(|_| ())
            }
        }
    }

    /// Sends requests until one is accepted: the session can be played on.
    fn act_once(&mut self, client: &mut Client, index: usize) -> Result<(), CallError> {
        for _ in 0..50 {
            let request = self.sessions[index]
                .player
                .next_request(client, &mut self.chance)?;
            if self.send_and_note(client, index, &request)? {
                return Ok(());
            }
        }
        let name = &self.sessions[index].player.session;
        panic!(
            "{name} accepts no request: {}",
            self.sessions[index].player.now
        );
    }

    /// Returns whether the request was accepted.
    fn send_and_note(
        &mut self,
        client: &mut Client,
        index: usize,
        (method, params): &PlayerRequest,
    ) -> Result<bool, CallError> {
        let session = &mut self.sessions[index];
        session.unanswered += 1;
        let answer = client.try_ask(method, params);
        self.note_answer(index, answer)
    }

    fn note_answer(
        &mut self,
        index: usize,
        answer: Result<Value, CallError>,
    ) -> Result<bool, CallError> {
        let session = &mut self.sessions[index];
        match answer {
            Ok(answer) => {
                session.acknowledge(&answer["snapshot"]);
                session.unanswered -= 1;
                self.acknowledged += 1;
                Ok(true)
            }
            Err(CallError::Refused(_)) => {
                session.unanswered -= 1;
                Ok(false)
            }
            Err(lost) => Err(lost),
        }
    }

    /// Sends several requests before it reads the answers.
    fn burst(&mut self, client: &mut Client, index: usize) -> Result<(), CallError> {
        let mut sent = Vec::new();
        for _ in 0..BURST {
            let session = &mut self.sessions[index];
            let (method, params) = match session.player.now["mode"] == "live" {
                true => session.player.set_hand(&mut self.chance),
                // Refused when there is nothing to undo.
                false => session.player.undo(1),
            };
            session.unanswered += 1;
            sent.push(client.send_request(method, &params));
            if session.player.now["mode"] != "live" && one_in(&mut self.chance, 3) {
                break;
            }
        }
        for id in sent {
            let answer = client.try_answer(id);
            self.note_answer(index, answer)?;
        }
        Ok(())
    }

    fn create(&mut self, client: &mut Client) -> Result<(), CallError> {
        let mode = MODES[self.chance.below(MODES.len())];
        self.creations_unanswered += 1;
        let player = Player::begin(client, mode, &mut self.chance)?;
        self.add_session(player, mode == "autoplay");
        Ok(())
    }

    /// Imports an export of the session as another session.
    fn import(&mut self, client: &mut Client, index: usize) -> Result<(), CallError> {
        let original = &self.sessions[index];
        let mut params = original.params();
        params["format"] = json!("jsonl");
        let exported = client.try_ask("session/export", &params)?;
        let (mut player, autoplay) = (original.player.clone(), original.autoplay);
        self.creations_unanswered += 1;
        let content = json!({ "content": exported["content"] });
        let created = client.try_ask("session/import", &content)?;
        player.session = session_id(&created);
        let mut expected = player.now.clone();
        expected["sessionId"] = created["sessionId"].clone();
        assert_eq!(created["snapshot"], expected, "an import equals its export");
        player.now = expected;
        self.add_session(player, autoplay);
        Ok(())
    }

    fn add_session(&mut self, player: Player, autoplay: bool) {
        self.creations_unanswered -= 1;
        self.acknowledged += 1;
        let name = &player.session;
        let newest = self.newest_before;
        assert!(number(name) > newest, "{name} was created after s{newest}");
        self.sessions.push(KnownSession::new(player, autoplay));
    }

    fn end(
        &mut self,
        client: &mut Client,
        index: usize,
        method: &str,
        asked: Fate,
        answered: Fate,
    ) -> Result<(), CallError> {
        let session = &mut self.sessions[index];
        session.fate = asked;
        client.try_ask(method, session.params())?;
        session.fate = answered;
        self.acknowledged += 1;
        Ok(())
    }
}
