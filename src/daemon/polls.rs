//! The poll of the viewers: at most one, about one moment of a match. It is not kept over a
//! restart.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use qbcoach_basics::shorten::{LONGEST_NAME, is_too_long};
use qbcoach_protocol::error::{LIMIT_REACHED, OUT_OF_TURN};
use qbcoach_protocol::{Poll, PollNow};
use tokio::sync::watch;

use super::rpc_error::RpcError;

/// The latest poll, or none.
pub(crate) type LatestPoll = Option<Arc<Poll>>;

#[derive(Debug)]
pub struct Polls {
    kept: Mutex<Option<KeptPoll>>,
    latest: watch::Sender<LatestPoll>,
}

#[derive(Debug)]
struct KeptPoll {
    poll: Poll,
    opened: Instant,
    /// The index of the option that each voter has chosen.
    choices: BTreeMap<String, usize>,
}

/// The most voters of one poll: enough for a large stream, and a few megabytes.
const MOST_VOTERS: usize = 20_000;

impl Default for Polls {
    fn default() -> Polls {
        Polls {
            kept: Mutex::default(),
            latest: watch::Sender::new(None),
        }
    }
}

impl Polls {
    fn kept(&self) -> MutexGuard<'_, Option<KeptPoll>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn follow(&self) -> watch::Receiver<LatestPoll> {
        self.latest.subscribe()
    }

    /// The latest poll, if it is at least as old as this.
    pub fn get(&self, age: Duration) -> PollNow {
        let kept = self.kept();
        let shown = kept.as_ref().filter(|kept| kept.opened.elapsed() >= age);
        PollNow {
            poll: shown.map(|kept| kept.poll.clone()),
        }
    }

    /// The session and the moment of the open poll.
    pub fn subject(&self) -> Option<(String, u64)> {
        let kept = self.kept();
        let open = kept.as_ref().filter(|kept| kept.poll.open)?;
        Some((open.poll.session_id.clone(), open.poll.seq))
    }

    /// Replaces the poll before, whose votes are gone. Without a command of its own it is
    /// voted in as in the one before.
    pub fn open(&self, poll: Poll, command: Option<String>) -> Result<PollNow, RpcError> {
        if command
            .as_deref()
            .is_some_and(|text| text.trim().is_empty() || is_too_long(text))
        {
            let reason = format!("a command has 1 to {LONGEST_NAME} characters");
            return Err(RpcError::params("command", reason));
        }
        let mut kept = self.kept();
        let number = kept.as_ref().map_or(0, |kept| kept.poll.number) + 1;
        let before = kept.as_ref().map(|kept| kept.poll.command.clone());
        let command = command.or(before).unwrap_or(poll.command);
        let opened = kept.insert(KeptPoll {
            poll: Poll {
                number,
                command,
                ..poll
            },
            opened: Instant::now(),
            choices: BTreeMap::new(),
        });
        Ok(self.publish(opened))
    }

    /// Counts a vote; a second one of the same voter replaces the first.
    pub fn vote(&self, voter: &str, option: u32) -> Result<PollNow, RpcError> {
        if voter.is_empty() || is_too_long(voter) {
            let reason = format!("a voter has 1 to {LONGEST_NAME} characters");
            return Err(RpcError::params("voter", reason));
        }
        let mut kept = self.kept();
        let Some(kept) = kept.as_mut().filter(|kept| kept.poll.open) else {
            return Err(RpcError::new(OUT_OF_TURN, "there is no open poll")
                .with("expected", "an open poll")
                .hint("wait until the streamer asks"));
        };
        let options = kept.poll.options.len();
        let chosen = usize::try_from(option).unwrap_or(usize::MAX);
        if !(1..=options).contains(&chosen) {
            let reason = format!("the options are 1 to {options}");
            return Err(RpcError::params("option", reason));
        }
        if kept.choices.len() >= MOST_VOTERS && !kept.choices.contains_key(voter) {
            let reason = format!("a poll counts at most {MOST_VOTERS} voters");
            return Err(RpcError::new(LIMIT_REACHED, reason)
                .with("limit", "voters")
                .with("most", MOST_VOTERS));
        }
        match kept.choices.insert(voter.to_owned(), chosen - 1) {
            Some(before) => kept.poll.options[before].votes -= 1,
            None => kept.poll.votes += 1,
        }
        kept.poll.options[chosen - 1].votes += 1;
        Ok(self.publish(kept))
    }

    /// Takes no more votes; the votes stay.
    pub fn close(&self) -> PollNow {
        let mut kept = self.kept();
        match kept.as_mut() {
            Some(kept) => {
                kept.poll.open = false;
                self.publish(kept)
            }
            None => PollNow::default(),
        }
    }

    fn publish(&self, kept: &KeptPoll) -> PollNow {
        self.latest.send_replace(Some(Arc::new(kept.poll.clone())));
        PollNow {
            poll: Some(kept.poll.clone()),
        }
    }
}
