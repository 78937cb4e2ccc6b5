//! Errors as clients get them: a code, and in words what to do.

use jsonrpsee::types::ErrorObjectOwned;
use qbcoach_protocol::error::*;
use serde_json::{Map, Value};

use crate::coaching::CoachError;
use crate::mage_knight::{RefusalKind, SetupError};
use crate::observation::{ActError, ObservationError};
use crate::prediction::PredictionError;
use crate::rules::{CardId, Catalogue, FindCardError, IllegalMove};
use crate::sessions::mage_knight::CombatRefusal;
use crate::sessions::queens_blood::{MatchRefusal, SetupFault};
use crate::sessions::{AnyRefusal, SessionError};
use crate::simulation::action::Refusal;
use crate::simulation::deck::{DeckTextError, DeckTextFault};

#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub code: i32,
    pub data: Map<String, Value>,
}

impl Failure {
    pub fn new(code: i32, reason: impl ToString) -> Failure {
        let mut data = Map::new();
        data.insert("reason".to_owned(), reason.to_string().into());
        Failure { code, data }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Failure {
        self.data.insert(name.to_owned(), value.into());
        self
    }

    #[must_use]
    pub fn hint(self, hint: impl ToString) -> Failure {
        self.with("hint", hint.to_string())
    }

    /// Wrong params, with the field that is wrong.
    pub fn params(field: &str, reason: impl ToString) -> Failure {
        Failure::new(INVALID_PARAMS, reason).with("field", field)
    }

    pub fn internal(reason: impl ToString) -> Failure {
        Failure::new(INTERNAL_ERROR, reason)
            .hint("nothing has changed; the daemon's log says more, please report it")
    }

    pub fn limit(limit: &str, most: u64, reason: impl ToString) -> Failure {
        Failure::new(LIMIT_REACHED, reason)
            .with("limit", limit)
            .with("most", most)
            .hint(format!("the setting `limits.{limit}` is {most}"))
    }

    pub fn cancelled() -> Failure {
        Failure::new(CANCELLED, "the request was cancelled")
    }

    pub fn reason(&self) -> &str {
        self.data
            .get("reason")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    pub fn message(&self) -> &'static str {
        let known = CODES.iter().find(|(code, _)| *code == self.code);
        known.map_or("error", |(_, words)| words)
    }
}

impl From<Failure> for ErrorObjectOwned {
    fn from(failure: Failure) -> ErrorObjectOwned {
        let message = failure.message();
        ErrorObjectOwned::owned(failure.code, message, Some(failure.data))
    }
}

/// A card that is not in the catalogue.
pub fn unknown_card(field: &str, error: &FindCardError) -> Failure {
    Failure::new(UNKNOWN_CARD, error)
        .with("field", field)
        .with("suggestions", error.suggestions().to_vec())
        .hint("`cards/search` finds cards by a part of their name")
}

/// A text that was meant to name a deck's cards.
pub fn unread_deck(field: &str, error: &DeckTextError) -> Failure {
    let unknown = error.faults.iter().filter_map(|fault| match fault {
        DeckTextFault::Card(unknown) => Some(unknown.suggestions()),
        _ => None,
    });
    let unknown: Vec<&[String]> = unknown.collect();
    match unknown.is_empty() {
        true => Failure::params(field, error),
        false => Failure::new(UNKNOWN_CARD, error)
            .with("field", field)
            .with("suggestions", unknown.concat())
            .hint("`cards/search` finds cards by a part of their name"),
    }
}

pub fn of_session(catalogue: &Catalogue, error: SessionError<AnyRefusal>) -> Failure {
    let reason = error.to_string();
    match error {
        SessionError::Refused(refusal) => of_any(catalogue, &refusal),
        SessionError::Unknown { .. } => {
            Failure::new(UNKNOWN_SESSION, reason).hint("`session/list` lists all sessions")
        }
        SessionError::MovedOn { seq } => Failure::new(MOVED_ON, reason)
            .with("seq", seq)
            .with("retry", true)
            .hint("read the session again and decide on what it is now"),
        SessionError::Closed => Failure::new(SESSION_OVER, reason)
            .hint("it can still be read and exported; import the export to play on"),
        SessionError::TooManyUndone { standing: 0, .. } => {
            let reason = "nothing has happened yet that could be taken back";
            Failure::params("count", reason).hint("let something happen first")
        }
        SessionError::TooManyUndone { standing, .. } => {
            Failure::params("count", reason).hint(format!("give a count from 1 to {standing}"))
        }
        SessionError::NoSuchSeq { latest, .. } => {
            Failure::params("seq", reason).hint(format!("give a number from 0 to {latest}"))
        }
        SessionError::Limit { limit, most } => Failure::limit(limit, most, reason),
        SessionError::Crashed { report } => {
            let failure = Failure::new(INTERNAL_ERROR, reason);
            match report {
                Some(path) => failure.hint(format!(
                    "the session is as it was; please report {}, which `qbcoach replay` runs",
                    path.display()
                )),
                None => failure.hint("the session is as it was"),
            }
        }
        SessionError::Journal(_) => Failure::new(INTERNAL_ERROR, reason)
            .hint("nothing has changed; is the disk full or the data directory gone?"),
        SessionError::Unreadable { .. } => Failure::new(INTERNAL_ERROR, reason)
            .hint("it is kept as it is; start the daemon with the cards it was played with"),
        SessionError::Stopping => {
            Failure::new(INTERNAL_ERROR, reason).hint("connect again when it is back")
        }
    }
}

fn named(catalogue: &Catalogue, card: CardId) -> String {
    let cards = catalogue.cards();
    cards.get(card.index()).map_or("a card".to_owned(), |card| {
        format!("{} {}", card.number, card.name)
    })
}

fn of_any(catalogue: &Catalogue, refusal: &AnyRefusal) -> Failure {
    match refusal {
        AnyRefusal::QueensBlood(refusal) => of_refusal(catalogue, refusal),
        AnyRefusal::MageKnight(refusal) => of_combat(refusal),
        AnyRefusal::Unread => Failure::new(INVALID_PARAMS, refusal),
        AnyRefusal::OtherGame => Failure::params("action", refusal),
    }
}

fn of_combat(refusal: &CombatRefusal) -> Failure {
    let refusal = match refusal {
        CombatRefusal::Setup(error) => return of_combat_setup(error),
        CombatRefusal::Act(refusal) => refusal,
    };
    let rule = |code: i32| Failure::new(code, refusal).with("rule", refusal.rule());
    match refusal.kind() {
        RefusalKind::Illegal => {
            rule(ILLEGAL_ACTION).hint("`match/actions` lists everything that may be done")
        }
        RefusalKind::OutOfTurn { expected } => rule(OUT_OF_TURN)
            .with("expected", expected)
            .hint("`match/actions` lists everything that may be done"),
        RefusalKind::Unknown { suggestions } => rule(UNKNOWN_CARD).with("suggestions", suggestions),
        RefusalKind::Over => rule(SESSION_OVER).hint("`session/undo` takes the end back"),
    }
}

/// All faults are told; the code and the field are those of the first.
fn of_combat_setup(error: &SetupError) -> Failure {
    let Some(first) = error.faults.first() else {
        return Failure::params("setup", error);
    };
    let field = format!("setup.{}", first.field());
    let suggestions = first.suggestions();
    let failure = match suggestions.is_empty() {
        true => Failure::new(INVALID_PARAMS, error),
        false => Failure::new(UNKNOWN_CARD, error).with("suggestions", suggestions.to_vec()),
    };
    failure.with("field", field)
}

pub fn of_refusal(catalogue: &Catalogue, refusal: &MatchRefusal) -> Failure {
    match refusal {
        MatchRefusal::Setup(fault) => of_setup(fault),
        MatchRefusal::Act(ActError::Refused(refusal)) => of_action(catalogue, refusal),
        MatchRefusal::Act(ActError::Observation(error)) => of_observation(catalogue, error),
        MatchRefusal::TooManyCopies { .. } | MatchRefusal::TooManySeen { .. } => {
            Failure::new(CONTRADICTION, refusal)
                .hint("check the card's name; `resync` corrects what lies on the table")
        }
    }
}

fn of_setup(fault: &SetupFault) -> Failure {
    let field = |failure: Failure, field: String| failure.with("field", field);
    match fault {
        SetupFault::DeckMissing { side } | SetupFault::Deck { side, .. } => {
            let failure = Failure::new(INVALID_PARAMS, fault)
                .hint("`decks/list` names decks, `decks/validate` checks one");
            field(failure, format!("{side}.deck"))
        }
        SetupFault::HandNotInDeck { side, .. } => {
            field(Failure::new(CONTRADICTION, fault), format!("{side}.hand"))
        }
        SetupFault::AutoplayOutsideSimulation => Failure::params("autoplay", fault),
        SetupFault::UnseenHandInSimulation => Failure::params("enemy.hand", fault),
        SetupFault::HandTooLarge { side, .. } => Failure::params(&format!("{side}.hand"), fault),
        SetupFault::Observation(_) => Failure::new(CONTRADICTION, fault),
    }
}

fn of_action(catalogue: &Catalogue, refusal: &Refusal) -> Failure {
    let rule = |rule: &str| Failure::new(ILLEGAL_ACTION, refusal).with("rule", rule);
    let about = |card: CardId| format!("{}: {refusal}", named(catalogue, card));
    match refusal {
        Refusal::Illegal(IllegalMove::MatchOver) => {
            Failure::new(SESSION_OVER, refusal).hint("`session/undo` takes the end back")
        }
        Refusal::Illegal(IllegalMove::OutOfTurn { expected }) => Failure::new(OUT_OF_TURN, refusal)
            .with("expected", expected.to_string())
            .hint(format!("report {} move first", expected.whose())),
        Refusal::Illegal(IllegalMove::Play(illegal)) => {
            rule(illegal.rule()).hint("`match/actions` lists every legal play")
        }
        Refusal::DrawFirst => Failure::new(OUT_OF_TURN, refusal)
            .with("expected", "draw")
            .hint("send {type: \"draw\", card}"),
        Refusal::NoDrawDue => Failure::new(OUT_OF_TURN, refusal)
            .with("expected", "play")
            .hint("{type: \"setHand\", cards} corrects a hand"),
        Refusal::NotReported => rule("liveOnly"),
        Refusal::MulliganOver => Failure::new(OUT_OF_TURN, refusal).with("expected", "play"),
        Refusal::MulliganTwice { .. } => rule("mulliganOnce"),
        Refusal::MulliganCount { .. } => rule("mulliganCount"),
        Refusal::NotInHand { card, .. } | Refusal::HandIsKnown { card, .. } => {
            Failure::new(ILLEGAL_ACTION, about(*card))
                .with("rule", "notInHand")
                .hint("{type: \"setHand\", cards} corrects your hand in a live match")
        }
        Refusal::TokenFromDeck { card, .. } | Refusal::NotInDeck { card, .. } => {
            Failure::new(CONTRADICTION, about(*card))
                .hint("check the card's name; a deck that was told wrong needs a new session")
        }
        Refusal::Setup(_) => rule("board"),
    }
}

fn of_observation(catalogue: &Catalogue, error: &ObservationError) -> Failure {
    let card = match error {
        ObservationError::UnknownCard { card, .. }
        | ObservationError::TokenFromDeck { card }
        | ObservationError::NotAToken { card }
        | ObservationError::NotInDeck { card }
        | ObservationError::MoreThanInDeck { card, .. } => Some(*card),
        ObservationError::TurnWentBack { .. } | ObservationError::Inconsistent { .. } => None,
    };
    match card {
        Some(card) => Failure::new(
            CONTRADICTION,
            format!("{}: {error}", named(catalogue, card)),
        )
        .hint("check the card's name; a deck that was told wrong needs a new session"),
        None => Failure::internal(error),
    }
}

pub fn of_coach(error: &CoachError) -> Failure {
    match error {
        CoachError::MatchOver => Failure::new(SESSION_OVER, error),
        CoachError::EnemysTurn => Failure::new(OUT_OF_TURN, error).with("expected", "enemy"),
        CoachError::DrawFirst => Failure::new(OUT_OF_TURN, error)
            .with("expected", "draw")
            .hint("send {type: \"draw\", card}"),
        CoachError::HandUnknown => Failure::new(OUT_OF_TURN, error)
            .with("expected", "setHand")
            .hint("send {type: \"setHand\", cards}, or create an analysis with `you.hand`"),
        CoachError::Cancelled => Failure::cancelled(),
        CoachError::Prediction(error) => of_prediction(error),
    }
}

pub fn of_prediction(error: &PredictionError) -> Failure {
    Failure::new(CONTRADICTION, error)
}
