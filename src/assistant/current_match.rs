//! Which match a question is about.

use std::sync::{Mutex, PoisonError};

use qbcoach_protocol::method::SessionListAll;
use qbcoach_protocol::{ListParams, ListedSession};

use crate::answer::Refusal;
use crate::daemon_line::DaemonLine;

/// How many matches are offered where none is named.
const OFFERED: usize = 5;

/// The match that was started or continued last in this conversation.
#[derive(Debug, Default)]
pub(crate) struct CurrentMatch(Mutex<Option<String>>);

impl CurrentMatch {
    pub(crate) fn set(&self, name: &str) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Some(name.to_owned());
    }

    pub(crate) fn get(&self) -> Option<String> {
        let current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.clone()
    }

    /// The match that is named, or else the current one. Without either the person is
    /// asked: no match is guessed.
    pub(crate) async fn named(
        &self,
        line: &DaemonLine,
        name: Option<&str>,
    ) -> Result<String, Refusal> {
        if let Some(name) = name {
            return Ok(read_name(name));
        }
        if let Some(current) = self.get() {
            return Ok(current);
        }
        let candidates = latest(line, OFFERED).await?;
        Err(match candidates.is_empty() {
            true => Refusal::new("there is no match yet").ask("Ask whether to start one."),
            false => Refusal::new("no match is chosen yet")
                .ask("Ask which one is meant, and continue it; or start another.")
                .candidates(candidates),
        })
    }
}

/// `s7`, `S7`, `7` and `match s7` name the same match.
pub(crate) fn read_name(name: &str) -> String {
    let name = name.trim().to_lowercase();
    let name = name.strip_prefix("match ").unwrap_or(&name).trim();
    match !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()) {
        true => format!("s{name}"),
        false => name.to_owned(),
    }
}

/// The latest matches and combats, the newest first, a line for each.
pub(crate) async fn latest(line: &DaemonLine, most: usize) -> Result<Vec<String>, Refusal> {
    let sessions = line.ask::<SessionListAll>(&ListParams {}).await?.sessions;
    Ok(sessions.iter().rev().take(most).map(listed).collect())
}

/// A match in a list.
pub(crate) fn listed(session: &ListedSession) -> String {
    let kind = match session.mode.as_str() {
        "live" => "match at a table",
        "simulated" => "match against the coach",
        "analysis" => "analysis",
        _ => "combat",
    };
    let title = match session.title.trim() {
        "" => String::new(),
        title => format!(" `{title}`"),
    };
    let opponent = match &session.opponent {
        Some(name) => format!(" against {name}"),
        None => String::new(),
    };
    let state = match (&session.result, session.over) {
        (Some(result), _) => format!("ended {} to {}", result.total_you, result.total_enemy),
        (None, true) => "over".to_owned(),
        (None, false) => format!("turn {}", session.turn),
    };
    format!("{}: {kind}{title}{opponent}, {state}", session.session_id)
}
