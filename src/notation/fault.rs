//! What is wrong with the form of a line, and where.

use std::fmt;
use std::num::ParseIntError;

use qbcoach_basics::shorten::shortened;
use qbcoach_engine::rules::Side;
use qbcoach_engine::rules::knobs::RulesError;
use qbcoach_engine::rules::notation::{PositionError, SettingError};
use qbcoach_engine::rules::tile::ParseTileError;
use qbcoach_engine::simulation::deck::{DeckTextError, DeckTextFault};

use super::line::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub span: Span,
    pub kind: FaultKind,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    #[error("no line starts like this; did you mean `{nearest}`?")]
    UnknownLine { nearest: String },
    #[error("the setup comes before the first event")]
    SetupAfterEvents,
    #[error("a mode is live, simulated or analysis")]
    UnknownMode,
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    NotANumber(#[from] ParseIntError),
    #[error("`{word}` is not a side: you or enemy")]
    NotASide { word: String },
    #[error("`{word}` is not a side: you or enemy; say who starts: `first you` or `first enemy`")]
    NotAFirstSide { word: String },
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Cards(#[from] DeckTextError),
    #[error("`{text}` is not one card")]
    NotOneCard { text: String },
    #[error("say which card where: `play CARD TILE`")]
    PlayIncomplete,
    #[error(transparent)]
    Tile(#[from] ParseTileError),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(
        "say what {side} does: `{side} play CARD TILE`, `{side} pass`, `{side} mulligan CARDS`, \
         `{side} setDeck CARDS` or `you draw CARD`"
    )]
    NotAnAction { side: Side },
    #[error("say how many: `{word} 1`")]
    NoCount { word: String },
    #[error("only the enemy has a tag")]
    TagOfYou,
    #[error("the enemy's name is its tag: `enemy tag Regina`")]
    NameOfEnemy,
    #[error("the text is not read from here on; fix the faults above first")]
    NotRead,
}

impl FaultKind {
    /// The fault's name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            FaultKind::UnknownLine { .. } => "unknownLine",
            FaultKind::SetupAfterEvents => "setupAfterEvents",
            FaultKind::UnknownMode => "unknownMode",
            FaultKind::Rules(_) => "unknownRules",
            FaultKind::NotANumber(_) => "notANumber",
            FaultKind::NotASide { .. } | FaultKind::NotAFirstSide { .. } => "notASide",
            FaultKind::Position(_) => "badPosition",
            FaultKind::Cards(_) => "unknownCard",
            FaultKind::NotOneCard { .. } => "notOneCard",
            FaultKind::PlayIncomplete => "playIncomplete",
            FaultKind::Tile(_) => "notATile",
            FaultKind::Setting(_) => "badTileState",
            FaultKind::NotAnAction { .. } => "notAnAction",
            FaultKind::NoCount { .. } => "noCount",
            FaultKind::TagOfYou => "tagOfYou",
            FaultKind::NameOfEnemy => "nameOfEnemy",
            FaultKind::NotRead => "notRead",
        }
    }

    /// What may have been meant instead, the likeliest first: a word, or a card with its
    /// number.
    pub fn suggestions(&self) -> Vec<String> {
        match self {
            FaultKind::UnknownLine { nearest } => vec![nearest.clone()],
            FaultKind::Cards(error) => match error.faults.first() {
                Some(DeckTextFault::Card(unknown)) => unknown.suggestions().to_vec(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

/// A fault with its line, as commands and imports tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub line: usize,
    pub text: String,
    pub kind: FaultKind,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = shortened(&self.text);
        write!(f, "line {}: `{shown}`: {}", self.line, self.kind)
    }
}

impl std::error::Error for TextError {}
