//! Events of the match that moderators report.

use qbcoach_protocol::client::ErrorAnswer;
use qbcoach_protocol::error::{ILLEGAL_ACTION, NOT_ALLOWED, OUT_OF_TURN, SESSION_OVER};
use qbcoach_protocol::method::{MatchAct, SessionUndo};
use qbcoach_protocol::{
    ActParams, Acted, Event, SessionEvent, Side, Snapshot, UndoParams, UnreadJson,
};
use serde_json::{Value, json};

use super::{Chat, ChatAnswer, Desk, Report};
use crate::coach::LinkError;
use crate::words;

impl Desk {
    pub(super) async fn report(
        &self,
        chat: Chat,
        session: &str,
        report: &Report,
    ) -> Result<ChatAnswer, LinkError> {
        let result = match report {
            Report::Undo => {
                let params = UndoParams {
                    session_id: session.to_owned(),
                    count: None,
                    if_seq: None,
                    act_id: None,
                };
                self.coach.ask::<SessionUndo>(&params).await
            }
            _ => {
                let params = ActParams {
                    session_id: session.to_owned(),
                    action: UnreadJson::of(&action(report)),
                    if_seq: None,
                    act_id: None,
                };
                self.coach.ask::<MatchAct>(&params).await
            }
        };
        match result {
            Ok(acted) => Ok(ChatAnswer::public(self.accepted(report, &acted))),
            Err(LinkError::Refused(error)) => {
                Ok(ChatAnswer::private(self.refused(chat, report, &error)))
            }
            Err(error) => Err(error),
        }
    }

    /// What happened and the score; with a delay neither, as the stream does not see them
    /// yet.
    fn accepted(&self, report: &Report, acted: &Acted) -> String {
        let delay = self.coach.delay().as_secs();
        match delay {
            0 => [event_text(report, acted), score_text(acted)].join(words::DOT),
            _ => format!("Noted; the stream sees it in {delay} s"),
        }
    }

    /// The daemon's reason, and a command that helps.
    fn refused(&self, chat: Chat, report: &Report, error: &ErrorAnswer) -> String {
        let prefix = self.prefix(chat);
        let is_play = matches!(report, Report::Play { .. });
        let help = match error.code {
            ILLEGAL_ACTION if is_play => Some(format!("{prefix}board shows the tiles")),
            OUT_OF_TURN => Some(format!("{prefix}score shows whose move it is")),
            SESSION_OVER => Some(format!("{prefix}undo takes an end back")),
            NOT_ALLOWED => Some("give the bot a token with the role control".to_owned()),
            _ => None,
        };
        let reason = format!("Not taken: {}", error.reason());
        match help {
            Some(help) => [reason, help].join(words::DOT),
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
        // `session/undo` is called for it instead of `match/act`.
        Report::Undo => Value::Null,
    }
}

fn event_text(report: &Report, acted: &Acted) -> String {
    match report {
        Report::Play { .. } => played(&acted.events),
        Report::Pass(Side::You) => "You pass".to_owned(),
        Report::Pass(Side::Enemy) => "The enemy passes".to_owned(),
        // The drawn card is not shown publicly.
        Report::Draw(_) => "The draw is noted".to_owned(),
        Report::Undo => "Taken back".to_owned(),
    }
}

fn score_text(acted: &Acted) -> String {
    match &*acted.snapshot {
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
