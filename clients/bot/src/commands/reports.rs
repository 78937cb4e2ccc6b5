//! What moderators report from the table.

use qbcoach_protocol::error::{ILLEGAL_ACTION, NOT_ALLOWED, OUT_OF_TURN, SESSION_OVER};
use qbcoach_protocol::method::{MatchAct, SessionUndo};
use qbcoach_protocol::{
    ActParams, Acted, ActionInput, Event, SessionEvent, Side, Snapshot, UndoParams,
};
use serde_json::{Value, json};

use super::{Answer, Chat, Desk, Report};
use crate::coach::{CoachError, Refusal};
use crate::words;

impl Desk {
    pub(super) async fn report(
        &self,
        chat: Chat,
        session: &str,
        report: &Report,
    ) -> Result<Answer, CoachError> {
        let done = match report {
            Report::Undo => {
                let params = UndoParams {
                    session_id: session.to_owned(),
                    count: None,
                    if_seq: None,
                };
                self.coach.ask::<SessionUndo>(&params).await
            }
            _ => {
                let params = ActParams {
                    session_id: session.to_owned(),
                    action: ActionInput(action(report)),
                    if_seq: None,
                };
                self.coach.ask::<MatchAct>(&params).await
            }
        };
        match done {
            Ok(acted) => Ok(Answer::open(self.taken(report, &acted))),
            Err(CoachError::Refused(refusal)) => {
                Ok(Answer::aside(self.refused(chat, report, &refusal)))
            }
            Err(error) => Err(error),
        }
    }

    /// What was taken in, and how things stand if the chat may see that already.
    fn taken(&self, report: &Report, acted: &Acted) -> String {
        let delay = self.coach.delay().as_secs();
        match delay {
            0 => [told(report, acted), standing(acted)].join(words::DOT),
            _ => format!("Noted; the stream sees it in {delay} s"),
        }
    }

    /// The daemon's reason, and what can be done about it from a chat.
    fn refused(&self, chat: Chat, report: &Report, refusal: &Refusal) -> String {
        let prefix = self.prefix(chat);
        let is_play = matches!(report, Report::Play { .. });
        let what_to_do = match refusal.code {
            ILLEGAL_ACTION if is_play => Some(format!("{prefix}board shows the tiles")),
            OUT_OF_TURN => Some(format!("{prefix}score shows whose move it is")),
            SESSION_OVER => Some(format!("{prefix}undo takes an end back")),
            NOT_ALLOWED => Some("give the bot a token with the role control".to_owned()),
            _ => None,
        };
        let reason = format!("Not taken: {}", refusal.reason);
        match what_to_do {
            Some(what) => [reason, what].join(words::DOT),
            None => reason,
        }
    }
}

fn action(report: &Report) -> Value {
    match report {
        Report::Play { side, card, tile } => {
            json!({ "type": "play", "side": side, "card": card, "tile": tile })
        }
        Report::Pass(side) => json!({ "type": "pass", "side": side }),
        Report::Draw(card) => json!({ "type": "draw", "card": card }),
        // It is a method of its own.
        Report::Undo => Value::Null,
    }
}

fn told(report: &Report, acted: &Acted) -> String {
    match report {
        Report::Play { .. } => played(&acted.events),
        Report::Pass(Side::You) => "You pass".to_owned(),
        Report::Pass(Side::Enemy) => "The enemy passes".to_owned(),
        // The card itself is not for everybody.
        Report::Draw(_) => "The draw is noted".to_owned(),
        Report::Undo => "Taken back".to_owned(),
    }
}

fn standing(acted: &Acted) -> String {
    match &acted.snapshot {
        Snapshot::Match(now) => words::score(now),
        Snapshot::Combat(now) => words::combat_score(now),
    }
}

fn played(events: &[SessionEvent]) -> String {
    let first = events.iter().find_map(|event| match event {
        SessionEvent::Match(Event::Played {
            side, card, tile, ..
        }) => Some((side, card, tile)),
        _ => None,
    });
    match first {
        Some((Side::You, card, tile)) => format!("You play {} on {tile}", card.name),
        Some((Side::Enemy, card, tile)) => format!("The enemy plays {} on {tile}", card.name),
        None => "Noted".to_owned(),
    }
}
