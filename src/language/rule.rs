//! The names of the rules that refuse a line, as on the wire.

use qbcoach_engine::observation::ActError;
use qbcoach_engine::rules::IllegalMove;
use qbcoach_engine::simulation::action::ActionRefusal;
use qbcoach_sessions::queens_blood::{MatchRefusal, SetupFault};

pub(crate) fn name(refusal: &MatchRefusal) -> &'static str {
    match refusal {
        MatchRefusal::Setup(fault) => match fault {
            SetupFault::DeckMissing { .. } => "deckMissing",
            SetupFault::Deck { .. } => "deck",
            SetupFault::HandNotInDeck { .. } => "handNotInDeck",
            SetupFault::AutoplayOutsideSimulation => "autoplayOutsideSimulation",
            SetupFault::UnseenHandInSimulation => "unseenHandInSimulation",
            SetupFault::HandTooLarge { .. } => "handTooLarge",
            SetupFault::Observation(_) => "contradiction",
        },
        MatchRefusal::Act(ActError::Observation(_))
        | MatchRefusal::TooManyCopies { .. }
        | MatchRefusal::TooManySeen { .. } => "contradiction",
        MatchRefusal::Act(ActError::Refused(refusal)) => match refusal {
            ActionRefusal::Illegal(IllegalMove::MatchOver) => "matchOver",
            ActionRefusal::Illegal(IllegalMove::OutOfTurn { .. }) => "outOfTurn",
            ActionRefusal::Illegal(IllegalMove::Play(illegal)) => illegal.rule(),
            ActionRefusal::DrawFirst => "drawFirst",
            ActionRefusal::NoDrawDue => "noDrawDue",
            ActionRefusal::NotReported
            | ActionRefusal::DeckIsDealt
            | ActionRefusal::DeckHasNoPart => "liveOnly",
            ActionRefusal::MulliganOver => "mulliganOver",
            ActionRefusal::MulliganTwice { .. } => "mulliganOnce",
            ActionRefusal::MulliganCount { .. } => "mulliganCount",
            ActionRefusal::NotInHand { .. } | ActionRefusal::HandIsKnown { .. } => "notInHand",
            ActionRefusal::TokenFromDeck { .. } | ActionRefusal::NotInDeck { .. } => "notInDeck",
            ActionRefusal::Deck { .. } => "deck",
            ActionRefusal::Setup(_) => "board",
        },
    }
}

/// The words of a line that a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Tile,
    Card,
    Side,
    Line,
}

pub(crate) fn subject(rule: &str) -> Subject {
    match rule {
        "tileOccupied" | "tileNotOwned" | "rankTooLow" | "nothingToReplace"
        | "replacesOpponent" => Subject::Tile,
        "notInHand" | "notInDeck" | "contradiction" => Subject::Card,
        "outOfTurn" => Subject::Side,
        _ => Subject::Line,
    }
}
