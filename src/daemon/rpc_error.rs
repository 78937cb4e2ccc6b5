//! Errors as clients get them: a code, a reason, and often a hint what to do.

use qbcoach_protocol::error::*;
use serde_json::{Map, Value};

use qbcoach_engine::coaching::CoachError;
use qbcoach_engine::observation::{ActError, ObservationError};
use qbcoach_engine::prediction::PredictionError;
use qbcoach_engine::rules::{CardId, Catalogue, FindCardError, IllegalMove};
use qbcoach_engine::simulation::action::ActionRefusal;
use qbcoach_engine::simulation::deck::{DeckTextError, DeckTextFault};
use qbcoach_mage_knight::{RefusalKind, SetupError};
use qbcoach_sessions::journal::JournalError;
use qbcoach_sessions::mage_knight::CombatRefusal;
use qbcoach_sessions::queens_blood::{MatchRefusal, SetupFault};
use qbcoach_sessions::{AnyRefusal, SessionError};

/// Another node serves the session, which is looked for then. Clients do not get it.
pub(crate) const ELSEWHERE: i32 = -32010;

#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    pub code: i32,
    pub data: Map<String, Value>,
}

impl RpcError {
    pub fn new(code: i32, reason: impl ToString) -> RpcError {
        let mut data = Map::new();
        data.insert("reason".to_owned(), reason.to_string().into());
        RpcError { code, data }
    }

    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> RpcError {
        self.data.insert(name.to_owned(), value.into());
        self
    }

    #[must_use]
    pub fn hint(self, hint: impl ToString) -> RpcError {
        self.with("hint", hint.to_string())
    }

    /// Wrong params, with the field that is wrong.
    pub(crate) fn params(field: &str, reason: impl ToString) -> RpcError {
        RpcError::new(INVALID_PARAMS, reason).with("field", field)
    }

    pub(crate) fn internal(reason: impl ToString) -> RpcError {
        RpcError::new(INTERNAL_ERROR, reason)
            .hint("nothing has changed; the daemon's log has details, please report it")
    }

    /// A limit that the settings name.
    pub(crate) fn limit(limit: &str, most: u64, reason: impl ToString) -> RpcError {
        RpcError::fixed_limit(limit, most, reason)
            .hint(format!("the setting `limits.{limit}` is {most}"))
    }

    /// A limit that no setting changes.
    pub(crate) fn fixed_limit(limit: &str, most: u64, reason: impl ToString) -> RpcError {
        RpcError::new(LIMIT_REACHED, reason)
            .with("limit", limit)
            .with("most", most)
    }

    /// It may have been done, or not.
    pub(crate) fn outcome_unknown(reason: impl ToString) -> RpcError {
        RpcError::new(OUTCOME_UNKNOWN, reason)
            .with("retry", true)
            .hint("ask again with the same `actId`: it is done once, whatever has happened")
    }

    /// Whether this limit was reached.
    pub(crate) fn is_limit(&self, limit: &str) -> bool {
        self.data.get("limit").and_then(Value::as_str) == Some(limit)
    }

    pub(crate) fn cancelled() -> RpcError {
        RpcError::new(CANCELLED, "the request was cancelled")
    }

    pub fn reason(&self) -> &str {
        self.data
            .get("reason")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    pub(crate) fn message(&self) -> &'static str {
        let known = CODES.iter().find(|(code, _)| *code == self.code);
        known.map_or("error", |(_, words)| words)
    }
}

/// A card that is not in the catalogue.
pub(crate) fn unknown_card(field: &str, error: &FindCardError) -> RpcError {
    RpcError::new(UNKNOWN_CARD, error)
        .with("field", field)
        .with("suggestions", error.suggestions().to_vec())
        .hint("`cards/search` finds cards by a part of their name")
}

/// A text that does not name a deck's cards.
pub(crate) fn unread_deck(field: &str, error: &DeckTextError) -> RpcError {
    let unknown = error.faults.iter().filter_map(|fault| match fault {
        DeckTextFault::Card(unknown) => Some(unknown.suggestions()),
        _ => None,
    });
    let unknown: Vec<&[String]> = unknown.collect();
    match unknown.is_empty() {
        true => RpcError::params(field, error),
        false => RpcError::new(UNKNOWN_CARD, error)
            .with("field", field)
            .with("suggestions", unknown.concat())
            .hint("`cards/search` finds cards by a part of their name"),
    }
}

pub(crate) fn of_session(catalogue: &Catalogue, error: SessionError<AnyRefusal>) -> RpcError {
    let reason = error.to_string();
    match error {
        SessionError::Refused(refusal) => of_any(catalogue, &refusal),
        SessionError::Unknown { .. } => {
            RpcError::new(UNKNOWN_SESSION, reason).hint("`session/list` lists all sessions")
        }
        SessionError::MovedOn { seq } => RpcError::new(MOVED_ON, reason)
            .with("seq", seq)
            .with("retry", true)
            .hint("read the session again before you act"),
        SessionError::Closed => RpcError::new(SESSION_OVER, reason)
            .hint("it can still be read; `session/reopen` lets it go on"),
        SessionError::TooManyUndone { undoable: 0, .. } => {
            let reason = "there is no event to undo yet";
            RpcError::params("count", reason).hint("act before you undo")
        }
        SessionError::TooManyUndone { undoable, .. } => {
            RpcError::params("count", reason).hint(format!("give a count from 1 to {undoable}"))
        }
        SessionError::TooManyRedone { redoable: 0, .. } => {
            let reason = "there is nothing to redo: no act was undone since the last one";
            RpcError::params("count", reason).hint("`session/undo` undoes acts")
        }
        SessionError::TooManyRedone { redoable, .. } => {
            RpcError::params("count", reason).hint(format!("give a count from 1 to {redoable}"))
        }
        SessionError::NoSuchSeq { latest, .. } => {
            RpcError::params("seq", reason).hint(format!("give a number from 0 to {latest}"))
        }
        SessionError::ProgramsTurn => RpcError::new(OUT_OF_TURN, reason)
            .with("expected", "one action")
            .hint("send the actions of a match against the program one at a time"),
        SessionError::Limit { limit, most } => RpcError::limit(limit, most, reason),
        SessionError::Crashed { report } => {
            let failure = RpcError::new(INTERNAL_ERROR, reason);
            match report {
                Some(path) => failure.hint(format!(
                    "the session is as it was; please report {}, which `qbcoach replay` runs",
                    path.display()
                )),
                None => failure.hint("the session is as it was"),
            }
        }
        SessionError::Journal(JournalError::Unknown(_) | JournalError::Conflict) => {
            RpcError::outcome_unknown(reason)
        }
        SessionError::Elsewhere => RpcError::new(ELSEWHERE, reason)
            .with("retry", true)
            .hint("nothing has changed; ask again"),
        SessionError::Journal(_) => RpcError::new(INTERNAL_ERROR, reason)
            .hint("nothing has changed; is the disk full or the data directory gone?"),
        SessionError::Unreadable { .. } => RpcError::new(INTERNAL_ERROR, reason)
            .hint("the session is unchanged; start the daemon with the cards it was played with"),
        SessionError::Stopping => {
            RpcError::new(INTERNAL_ERROR, reason).hint("connect again when the daemon is back")
        }
    }
}

fn named(catalogue: &Catalogue, card: CardId) -> String {
    let cards = catalogue.cards();
    cards.get(card.index()).map_or("a card".to_owned(), |card| {
        format!("{} {}", card.number, card.name)
    })
}

fn of_any(catalogue: &Catalogue, refusal: &AnyRefusal) -> RpcError {
    match refusal {
        AnyRefusal::QueensBlood(refusal) => of_refusal(catalogue, refusal),
        AnyRefusal::MageKnight(refusal) => of_combat(refusal),
        AnyRefusal::OtherGame => RpcError::params("action", refusal),
    }
}

fn of_combat(refusal: &CombatRefusal) -> RpcError {
    let refusal = match refusal {
        CombatRefusal::Setup(error) => return of_combat_setup(error),
        CombatRefusal::Act(refusal) => refusal,
    };
    let rule = |code: i32| RpcError::new(code, refusal).with("rule", refusal.rule());
    match refusal.kind() {
        RefusalKind::Illegal => {
            rule(ILLEGAL_ACTION).hint("`match/actions` lists everything that may be done")
        }
        RefusalKind::OutOfTurn { expected } => rule(OUT_OF_TURN)
            .with("expected", expected)
            .hint("`match/actions` lists everything that may be done"),
        RefusalKind::Unknown { suggestions } => rule(UNKNOWN_CARD).with("suggestions", suggestions),
        RefusalKind::Over => rule(SESSION_OVER).hint("`session/undo` undoes the last event"),
    }
}

/// The reason names all faults; the code and the field are those of the first.
fn of_combat_setup(error: &SetupError) -> RpcError {
    let Some(first) = error.faults.first() else {
        return RpcError::params("setup", error);
    };
    let field = format!("setup.{}", first.field());
    let suggestions = first.suggestions();
    let failure = match suggestions.is_empty() {
        true => RpcError::new(INVALID_PARAMS, error),
        false => RpcError::new(UNKNOWN_CARD, error).with("suggestions", suggestions.to_vec()),
    };
    failure.with("field", field)
}

pub(crate) fn of_refusal(catalogue: &Catalogue, refusal: &MatchRefusal) -> RpcError {
    match refusal {
        MatchRefusal::Setup(fault) => of_setup(fault),
        MatchRefusal::Act(ActError::Refused(refusal)) => of_action(catalogue, refusal),
        MatchRefusal::Act(ActError::Observation(error)) => of_observation(catalogue, error),
        MatchRefusal::TooManyCopies { .. } | MatchRefusal::TooManySeen { .. } => {
            RpcError::new(CONTRADICTION, refusal)
                .hint("check the card's name; `resync` corrects what lies on the table")
        }
    }
}

fn of_setup(fault: &SetupFault) -> RpcError {
    let field = |failure: RpcError, field: String| failure.with("field", field);
    match fault {
        SetupFault::DeckMissing { side } | SetupFault::Deck { side, .. } => {
            let failure = RpcError::new(INVALID_PARAMS, fault)
                .hint("`decks/list` names decks, `decks/validate` checks one");
            field(failure, format!("{side}.deck"))
        }
        SetupFault::HandNotInDeck { side, .. } => {
            field(RpcError::new(CONTRADICTION, fault), format!("{side}.hand"))
        }
        SetupFault::AutoplayOutsideSimulation => RpcError::params("autoplay", fault),
        SetupFault::UnseenHandInSimulation => RpcError::params("enemy.hand", fault),
        SetupFault::HandTooLarge { side, .. } => RpcError::params(&format!("{side}.hand"), fault),
        SetupFault::Observation(_) => RpcError::new(CONTRADICTION, fault),
    }
}

fn of_action(catalogue: &Catalogue, refusal: &ActionRefusal) -> RpcError {
    let rule = |rule: &str| RpcError::new(ILLEGAL_ACTION, refusal).with("rule", rule);
    let about = |card: CardId| format!("{}: {refusal}", named(catalogue, card));
    match refusal {
        ActionRefusal::Illegal(IllegalMove::MatchOver) => {
            RpcError::new(SESSION_OVER, refusal).hint("`session/undo` undoes the last event")
        }
        ActionRefusal::Illegal(IllegalMove::OutOfTurn { expected }) => {
            RpcError::new(OUT_OF_TURN, refusal)
                .with("expected", expected.to_string())
                .hint(format!("report {} move first", expected.whose()))
        }
        ActionRefusal::Illegal(IllegalMove::Play(illegal)) => {
            rule(illegal.rule()).hint("`match/actions` lists every legal play")
        }
        ActionRefusal::DrawFirst => RpcError::new(OUT_OF_TURN, refusal)
            .with("expected", "draw")
            .hint("send {type: \"draw\", card}"),
        ActionRefusal::NoDrawDue => RpcError::new(OUT_OF_TURN, refusal)
            .with("expected", "play")
            .hint("{type: \"setHand\", cards} corrects a hand"),
        ActionRefusal::NotReported => rule("liveOnly"),
        ActionRefusal::MulliganOver => RpcError::new(OUT_OF_TURN, refusal).with("expected", "play"),
        ActionRefusal::MulliganTwice { .. } => rule("mulliganOnce"),
        ActionRefusal::MulliganCount { .. } => rule("mulliganCount"),
        ActionRefusal::NotInHand { card, .. } | ActionRefusal::HandIsKnown { card, .. } => {
            RpcError::new(ILLEGAL_ACTION, about(*card))
                .with("rule", "notInHand")
                .hint("{type: \"setHand\", cards} corrects your hand in a live match")
        }
        ActionRefusal::TokenFromDeck { card, .. } | ActionRefusal::NotInDeck { card, .. } => {
            RpcError::new(CONTRADICTION, about(*card))
                .hint("check the card's name; {type: \"setDeck\", side, deck} corrects a deck")
        }
        ActionRefusal::DeckIsDealt | ActionRefusal::DeckHasNoPart => rule("liveOnly"),
        ActionRefusal::Deck { .. } => RpcError::params("action.deck", refusal)
            .hint("`decks/list` names decks, `decks/validate` checks one"),
        ActionRefusal::Setup(_) => rule("board"),
    }
}

fn of_observation(catalogue: &Catalogue, error: &ObservationError) -> RpcError {
    let card = match error {
        ObservationError::UnknownCard { card, .. }
        | ObservationError::TokenFromDeck { card }
        | ObservationError::NotAToken { card }
        | ObservationError::NotInDeck { card }
        | ObservationError::MoreThanInDeck { card, .. } => Some(*card),
        ObservationError::TurnWentBack { .. } | ObservationError::Inconsistent { .. } => None,
    };
    match card {
        Some(card) => RpcError::new(
            CONTRADICTION,
            format!("{}: {error}", named(catalogue, card)),
        )
        .hint("check the card's name; {type: \"setDeck\", side, deck} corrects a deck"),
        None => RpcError::internal(error),
    }
}

pub(crate) fn of_coach(error: &CoachError) -> RpcError {
    match error {
        CoachError::MatchOver => RpcError::new(SESSION_OVER, error),
        CoachError::EnemysTurn => RpcError::new(OUT_OF_TURN, error).with("expected", "enemy"),
        CoachError::DrawFirst => RpcError::new(OUT_OF_TURN, error)
            .with("expected", "draw")
            .hint("send {type: \"draw\", card}"),
        CoachError::HandUnknown => RpcError::new(OUT_OF_TURN, error)
            .with("expected", "setHand")
            .hint("send {type: \"setHand\", cards}, or create an analysis with `you.hand`"),
        CoachError::Cancelled => RpcError::cancelled(),
        CoachError::Prediction(error) => of_prediction(error),
    }
}

pub(crate) fn of_prediction(error: &PredictionError) -> RpcError {
    RpcError::new(CONTRADICTION, error)
}
