//! Parses the lines a player types. Cards and tiles stay as typed: the daemon reads
//! them.

#[cfg(test)]
mod tests;

use qbcoach_basics::shorten::shortened;
use qbcoach_protocol::{Owner, Side};

/// What the session needs next. A line without a command word is read as this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The cards of your hand, or a move without them.
    Hand,
    /// The card that was drawn.
    Draw,
    /// A card and a tile.
    Move,
    /// The number or the words of an action.
    Choice,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayCommand {
    Play {
        side: Side,
        card: String,
        tile: String,
    },
    Pass {
        side: Side,
    },
    Draw {
        card: String,
    },
    Mulligan {
        side: Side,
        replace: Vec<String>,
        drew: Option<Vec<String>>,
    },
    SetHand {
        cards: Vec<String>,
    },
    Fix(Correction),
    Choose {
        number: usize,
    },
    /// An action of a combat by words of its label.
    ActionOf {
        words: String,
    },
    Undo {
        count: usize,
    },
    Hand,
    Actions,
    Best {
        count: usize,
    },
    Why {
        rank: usize,
    },
    Threat,
    Odds {
        card: String,
    },
    Lock,
    Board,
    Log,
    Cards {
        query: String,
    },
    Save {
        file: String,
    },
    Help,
    Quit,
}

/// What a tile shows in the real game; fields left out stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Correction {
    pub tile: String,
    pub owner: Option<Owner>,
    pub rank: Option<u8>,
    pub card: CorrectedCard,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CorrectedCard {
    Unchanged,
    None,
    Card(String),
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SyntaxError {
    #[error("give a card and a tile: `CARD TILE`, such as `crawler m1`")]
    NoTile,
    #[error("give the enemy's move: `enemy CARD TILE` or `enemy pass`")]
    NoEnemyMove,
    #[error("give a card: `{command} CARD`")]
    NoCard { command: &'static str },
    #[error("`{}` is not a number from 1 on: `{command} NUMBER`", shortened(text))]
    NotANumber { command: &'static str, text: String },
    #[error(
        "`{command}` takes no `{}`; `help` lists all commands",
        shortened(text)
    )]
    UnexpectedText { command: &'static str, text: String },
    #[error("give what the tile shows: `fix TILE [you|enemy|neutral] [RANK] [CARD|none]`")]
    NoCorrection,
    #[error("give a file: `save FILE`")]
    NoFile,
}

/// The words that begin a line, for completion and help.
pub const WORDS: [&str; 22] = [
    "play", "enemy", "pass", "draw", "mulligan", "keep", "hand", "fix", "undo", "best", "why",
    "threat", "odds", "lock", "board", "actions", "log", "cards", "save", "help", "quit", "exit",
];

/// Those that a combat has; all other lines are actions.
pub const WORDS_OF_COMBATS: [&str; 14] = [
    "hand", "undo", "best", "why", "threat", "board", "actions", "log", "cards", "save", "help",
    "?", "quit", "exit",
];

/// The command of a line; none for a blank line or a comment.
pub fn read(line: &str, expected: Expected) -> Result<Option<PlayCommand>, SyntaxError> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let line = as_told(line);
    if line.is_empty() {
        return Ok(None);
    }
    let (word, rest) = split(line);
    let alone = |command: &'static str, parsed: PlayCommand| match rest {
        "" => Ok(parsed),
        text => Err(SyntaxError::UnexpectedText {
            command,
            text: text.to_owned(),
        }),
    };
    let command = match word.to_lowercase().as_str() {
        word if expected == Expected::Choice && !WORDS_OF_COMBATS.contains(&word) => {
            Ok(of_combat(line))
        }
        "play" => play(Side::You, rest),
        "enemy" | "e" => enemy(rest),
        "you" | "i" => you(rest),
        "pass" => alone("pass", PlayCommand::Pass { side: Side::You }),
        "draw" | "drew" => one_card("draw", rest).map(|card| PlayCommand::Draw { card }),
        "mulligan" => Ok(mulligan(Side::You, rest)),
        "keep" => alone("keep", mulligan(Side::You, "")),
        "hand" if rest.is_empty() => Ok(PlayCommand::Hand),
        "hand" => Ok(PlayCommand::SetHand { cards: list(rest) }),
        "fix" => fix(rest),
        "undo" => number("undo", rest, 1).map(|count| PlayCommand::Undo { count }),
        "best" => number("best", rest, 3).map(|count| PlayCommand::Best { count }),
        "why" => number("why", rest, 1).map(|rank| PlayCommand::Why { rank }),
        "threat" => alone("threat", PlayCommand::Threat),
        "odds" => one_card("odds", rest).map(|card| PlayCommand::Odds { card }),
        "lock" | "locks" => alone("lock", PlayCommand::Lock),
        "board" => alone("board", PlayCommand::Board),
        "actions" => alone("actions", PlayCommand::Actions),
        "log" => alone("log", PlayCommand::Log),
        "cards" => one_card("cards", rest).map(|query| PlayCommand::Cards { query }),
        "save" if rest.is_empty() => Err(SyntaxError::NoFile),
        "save" => Ok(PlayCommand::Save {
            file: rest.to_owned(),
        }),
        "help" | "?" => alone("help", PlayCommand::Help),
        "quit" | "exit" => alone("quit", PlayCommand::Quit),
        _ => bare(line, expected),
    };
    command.map(Some)
}

/// An action of a combat, by its number or its words.
fn of_combat(line: &str) -> PlayCommand {
    match line.parse() {
        Ok(number) => PlayCommand::Choose { number },
        Err(_) => PlayCommand::ActionOf {
            words: line.to_owned(),
        },
    }
}

/// Reads a line without a command word as what the session needs next.
fn bare(line: &str, expected: Expected) -> Result<PlayCommand, SyntaxError> {
    match expected {
        Expected::Choice => Ok(of_combat(line)),
        Expected::Draw if card_and_tile(line).is_none() => Ok(PlayCommand::Draw {
            card: line.to_owned(),
        }),
        Expected::Hand if card_and_tile(line).is_none() => {
            Ok(PlayCommand::SetHand { cards: list(line) })
        }
        Expected::Hand | Expected::Draw | Expected::Move => play(Side::You, line),
    }
}

fn play(side: Side, text: &str) -> Result<PlayCommand, SyntaxError> {
    let (card, tile) = card_and_tile(text).ok_or(match side {
        Side::You => SyntaxError::NoTile,
        Side::Enemy => SyntaxError::NoEnemyMove,
    })?;
    Ok(PlayCommand::Play { side, card, tile })
}

fn enemy(text: &str) -> Result<PlayCommand, SyntaxError> {
    let (word, rest) = split(text);
    match (word.to_lowercase().as_str(), rest) {
        ("pass" | "passes" | "passed", "") => Ok(PlayCommand::Pass { side: Side::Enemy }),
        ("play" | "plays" | "played", rest) => play(Side::Enemy, rest),
        ("mulligan", rest) => Ok(mulligan(Side::Enemy, rest)),
        _ => play(Side::Enemy, text),
    }
}

/// What you do, as a match text says it.
fn you(text: &str) -> Result<PlayCommand, SyntaxError> {
    let (word, rest) = split(text);
    match (word.to_lowercase().as_str(), rest) {
        ("pass" | "passed", "") => Ok(PlayCommand::Pass { side: Side::You }),
        ("play" | "played", rest) => play(Side::You, rest),
        ("draw" | "drew", rest) => one_card("draw", rest).map(|card| PlayCommand::Draw { card }),
        ("mulligan", rest) => Ok(mulligan(Side::You, rest)),
        ("keep" | "kept", "") => Ok(mulligan(Side::You, "")),
        _ => play(Side::You, text),
    }
}

/// A sentence without what a match text does not have: `The enemy plays Zu to TOP-5.` is
/// `enemy plays Zu to TOP-5`.
fn as_told(line: &str) -> &str {
    let (word, rest) = split(line);
    let is_enemy = split(rest).0.eq_ignore_ascii_case("enemy");
    let line = match word.eq_ignore_ascii_case("the") && is_enemy {
        true => rest,
        false => line,
    };
    let word = split(line).0.to_lowercase();
    match ["you", "i", "enemy"].contains(&word.as_str()) {
        true => line.strip_suffix('.').unwrap_or(line),
        false => line,
    }
}

/// `CARD TILE`, `CARD on TILE` or `CARD to TILE`.
fn card_and_tile(text: &str) -> Option<(String, String)> {
    let (card, tile) = text.rsplit_once(char::is_whitespace)?;
    if !looks_like_tile(tile) {
        return None;
    }
    let card = card.trim_end();
    let card = match card.rsplit_once(char::is_whitespace) {
        Some((card, "on" | "to")) => card.trim_end(),
        _ => card,
    };
    (!card.is_empty()).then(|| (card.to_owned(), tile.to_owned()))
}

/// Whether a word is a lane and one digit; the daemon checks that the tile exists.
pub(crate) fn looks_like_tile(word: &str) -> bool {
    let lower = word.to_lowercase();
    let lanes = ["top", "mid", "bot", "t", "m", "b"];
    let column = lanes.iter().find_map(|lane| lower.strip_prefix(lane));
    let column = column.map(|column| column.strip_prefix('-').unwrap_or(column));
    column.is_some_and(|column| column.len() == 1 && column.bytes().all(|b| b.is_ascii_digit()))
}

fn mulligan(side: Side, text: &str) -> PlayCommand {
    let (replace, drew) = match text.split_once("->") {
        Some((replace, drew)) => (replace, Some(list(drew))),
        None => (text, None),
    };
    PlayCommand::Mulligan {
        side,
        replace: list(replace),
        drew,
    }
}

fn fix(text: &str) -> Result<PlayCommand, SyntaxError> {
    let (tile, mut rest) = split(text);
    let mut correction = Correction {
        tile: tile.to_owned(),
        owner: None,
        rank: None,
        card: CorrectedCard::Unchanged,
    };
    let (word, after) = split(rest);
    correction.owner = match word.to_lowercase().as_str() {
        "you" => Some(Owner::You),
        "enemy" => Some(Owner::Enemy),
        "neutral" => Some(Owner::Neutral),
        _ => None,
    };
    if correction.owner.is_some() {
        rest = after;
    }
    let (word, after) = split(rest);
    // A word of one digit is a rank; card numbers have three digits.
    if let (1, Ok(rank)) = (word.len(), word.parse()) {
        correction.rank = Some(rank);
        rest = after;
    }
    correction.card = match rest.to_lowercase().as_str() {
        "" => CorrectedCard::Unchanged,
        "none" | "empty" => CorrectedCard::None,
        _ => CorrectedCard::Card(rest.to_owned()),
    };
    let is_empty = correction.owner.is_none()
        && correction.rank.is_none()
        && correction.card == CorrectedCard::Unchanged;
    match is_empty {
        true => Err(SyntaxError::NoCorrection),
        false => Ok(PlayCommand::Fix(correction)),
    }
}

fn one_card(command: &'static str, text: &str) -> Result<String, SyntaxError> {
    match text {
        "" => Err(SyntaxError::NoCard { command }),
        card => Ok(card.to_owned()),
    }
}

fn number(command: &'static str, text: &str, usual: usize) -> Result<usize, SyntaxError> {
    if text.is_empty() {
        return Ok(usual);
    }
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| SyntaxError::NotANumber {
        command,
        text: text.to_owned(),
    })
}

/// Splits cards at commas; if all are numbers, at blanks too.
pub fn list(text: &str) -> Vec<String> {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let numbers_only = text.split_whitespace().all(is_number);
    let separator = |c: char| c == ',' || (numbers_only && c.is_whitespace());
    text.split(separator)
        .map(str::trim)
        .filter(|card| !card.is_empty())
        .map(str::to_owned)
        .collect()
}

fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}
