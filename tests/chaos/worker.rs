//! One client, its door and its sessions. What it asks for comes from a seed; when
//! the daemon dies under it, it knows what has been answered and what not.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Door, Doors, Failed};
use crate::known::{Fate, Known};
use crate::player::{Idea, Player, one_in};
use crate::survey::{name_of, number};

const MODES: [&str; 4] = ["live", "simulated", "analysis", "autoplay"];
/// More open sessions than this are not begun.
const MOST_OPEN: usize = 6;
const FEWEST_OPEN: usize = 2;
/// Acts that are sent without waiting for the answers.
const BURST: usize = 6;

pub struct Worker {
    door: Door,
    chance: Chance,
    pub sessions: Vec<Known>,
    pub acknowledged: u64,
    /// Creations and imports that were sent, or about to be, and never answered.
    pub creations_unanswered: u64,
    /// The highest number there was when the daemon came back.
    pub newest_before: u64,
}

impl Worker {
    pub fn new(door: Door, chance: Chance) -> Worker {
        Worker {
            door,
            chance,
            sessions: Vec::new(),
            acknowledged: 0,
            creations_unanswered: 0,
            newest_before: 0,
        }
    }

    /// Works until the daemon is gone.
    pub fn work(&mut self, doors: &Doors) -> Failed {
        let ended = self.inspect(doors).and_then(|mut client| {
            loop {
                self.step(&mut client)?;
            }
        });
        let ended: Result<(), Failed> = ended;
        ended.expect_err("it ends with the daemon")
    }

    /// Looks at every session and takes each open one a step further.
    pub fn inspect(&mut self, doors: &Doors) -> Result<Client, Failed> {
        let mut client = Client::open(doors, self.door)?;
        let there = self.sessions.iter_mut();
        // The deleted are not on the list, which has been looked at before.
        for session in there.filter(|session| session.fate != Fate::Deleted) {
            session.inspect(&mut client)?;
        }
        for place in self.open() {
            self.go_on(&mut client, place)?;
        }
        Ok(client)
    }

    /// Nothing that was deleted can be asked for by its name.
    pub fn look_for_deleted(&mut self, client: &mut Client) {
        let sessions = self.sessions.iter_mut();
        for session in sessions.filter(|session| session.fate == Fate::Deleted) {
            let looked = session.inspect(client);
            looked.expect("nobody kills it any more");
        }
    }

    fn open(&self) -> Vec<usize> {
        let is_open = |place: &usize| self.sessions[*place].fate == Fate::Open;
        (0..self.sessions.len()).filter(is_open).collect()
    }

    fn step(&mut self, client: &mut Client) -> Result<(), Failed> {
        let open = self.open();
        let Some(place) = self.chance.pick(&open).copied() else {
            return self.create(client);
        };
        match self.chance.below(24) {
            0 | 1 if open.len() < MOST_OPEN => self.create(client),
            2 if open.len() < MOST_OPEN => self.import(client, place),
            3 if open.len() > FEWEST_OPEN => {
                self.end(client, place, "session/close", Fate::Closing, Fate::Closed)
            }
            4 if open.len() > FEWEST_OPEN => self.end(
                client,
                place,
                "session/delete",
                Fate::Deleting,
                Fate::Deleted,
            ),
            5..=8 => self.burst(client, place),
            _ => {
                let idea = self.sessions[place].player.idea(client, &mut self.chance)?;
                self.try_out(client, place, &idea).map(|_| ())
            }
        }
    }

    /// Acts until one is accepted: the session goes on where it was.
    fn go_on(&mut self, client: &mut Client, place: usize) -> Result<(), Failed> {
        for _ in 0..50 {
            let idea = self.sessions[place].player.idea(client, &mut self.chance)?;
            if self.try_out(client, place, &idea)? {
                return Ok(());
            }
        }
        let name = &self.sessions[place].player.session;
        panic!("{name} does not go on: {}", self.sessions[place].player.now);
    }

    /// Whether it was accepted. A refusal leaves nothing open.
    fn try_out(
        &mut self,
        client: &mut Client,
        place: usize,
        (method, params): &Idea,
    ) -> Result<bool, Failed> {
        let session = &mut self.sessions[place];
        session.unanswered += 1;
        let answer = client.ask(method, params);
        self.take_answer(place, answer)
    }

    fn take_answer(&mut self, place: usize, answer: Result<Value, Failed>) -> Result<bool, Failed> {
        let session = &mut self.sessions[place];
        match answer {
            Ok(answer) => {
                session.acknowledge(&answer["snapshot"]);
                session.unanswered -= 1;
                self.acknowledged += 1;
                Ok(true)
            }
            Err(Failed::Refused(_)) => {
                session.unanswered -= 1;
                Ok(false)
            }
            Err(gone) => Err(gone),
        }
    }

    /// Several acts at once, the answers afterwards.
    fn burst(&mut self, client: &mut Client, place: usize) -> Result<(), Failed> {
        let mut sent = Vec::new();
        for _ in 0..BURST {
            let session = &mut self.sessions[place];
            let (method, params) = match session.player.now["mode"] == "live" {
                true => session.player.set_hand(&mut self.chance),
                // Refused when there is nothing to take back.
                false => session.player.undo(1),
            };
            session.unanswered += 1;
            sent.push(client.send(method, &params)?);
            if session.player.now["mode"] != "live" && one_in(&mut self.chance, 3) {
                break;
            }
        }
        for id in sent {
            let answer = client.answer(id);
            self.take_answer(place, answer)?;
        }
        Ok(())
    }

    fn create(&mut self, client: &mut Client) -> Result<(), Failed> {
        let mode = MODES[self.chance.below(MODES.len())];
        self.creations_unanswered += 1;
        let player = Player::begin(client, mode, &mut self.chance)?;
        self.welcome(player, mode == "autoplay");
        Ok(())
    }

    /// The same match under another name.
    fn import(&mut self, client: &mut Client, place: usize) -> Result<(), Failed> {
        let original = &self.sessions[place];
        let mut question = original.name();
        question["format"] = json!("jsonl");
        let exported = client.ask("session/export", &question)?;
        let (mut player, autoplay) = (original.player.clone(), original.autoplay);
        self.creations_unanswered += 1;
        let content = json!({ "content": exported["content"] });
        let created = client.ask("session/import", &content)?;
        player.session = name_of(&created);
        let mut expected = player.now.clone();
        expected["sessionId"] = created["sessionId"].clone();
        assert_eq!(created["snapshot"], expected, "an import equals its export");
        player.now = expected;
        self.welcome(player, autoplay);
        Ok(())
    }

    fn welcome(&mut self, player: Player, autoplay: bool) {
        self.creations_unanswered -= 1;
        self.acknowledged += 1;
        let name = &player.session;
        let newest = self.newest_before;
        assert!(number(name) > newest, "{name} came after s{newest}");
        self.sessions.push(Known::new(player, autoplay));
    }

    fn end(
        &mut self,
        client: &mut Client,
        place: usize,
        method: &str,
        asked: Fate,
        answered: Fate,
    ) -> Result<(), Failed> {
        let session = &mut self.sessions[place];
        session.fate = asked;
        client.ask(method, &session.name())?;
        session.fate = answered;
        self.acknowledged += 1;
        Ok(())
    }
}
