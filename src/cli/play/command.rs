//! What a player types, read into what is meant. Cards and tiles stay as they were
//! typed: the daemon knows them.

use qbcoach_protocol::{Owner, Side};

/// What the table waits for; a bare line is read as that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The card that was drawn.
    Draw,
    /// A card and a tile.
    Move,
    /// The number of an action.
    Choice,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
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

/// What a tile really shows; what is left out stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    pub tile: String,
    pub owner: Option<Owner>,
    pub rank: Option<u8>,
    pub card: CorrectedCard,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorrectedCard {
    AsItIs,
    None,
    Card(String),
}

/// Why a line means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misread {
    #[error("say which card where: `CARD TILE`, such as `crawler m1`")]
    NoTile,
    #[error("say what the enemy did: `enemy CARD TILE`, `enemy pass`")]
    NoEnemyMove,
    #[error("say which card: `{command} CARD`")]
    NoCard { command: &'static str },
    #[error("`{text}` is no number: `{command} NUMBER`, from 1 on")]
    NotANumber { command: &'static str, text: String },
    #[error("`{text}` is more than `{command}` takes; `help` has all commands")]
    TooMuch { command: &'static str, text: String },
    #[error("say what the tile shows: `fix TILE [you|enemy|neutral] [RANK] [CARD|none]`")]
    NoCorrection,
    #[error("say where to: `save FILE`")]
    NoFile,
    #[error("choose one of the actions by its number; `actions` lists them")]
    NotAChoice,
}

/// The words that begin a line, for completion and help.
pub const WORDS: [&str; 22] = [
    "play", "enemy", "pass", "draw", "mulligan", "keep", "hand", "fix", "undo", "best", "why",
    "threat", "odds", "lock", "board", "actions", "log", "cards", "save", "help", "quit", "exit",
];

/// The command of a line; nothing for a blank one or a comment.
pub fn read(line: &str, due: Due) -> Result<Option<Command>, Misread> {
    let line = line.split('#').next().unwrap_or_default().trim();
    if line.is_empty() {
        return Ok(None);
    }
    let (word, rest) = split(line);
    let alone = |command: &'static str, meant: Command| match rest {
        "" => Ok(meant),
        text => Err(Misread::TooMuch {
            command,
            text: text.to_owned(),
        }),
    };
    let command = match word.to_lowercase().as_str() {
        "play" => play(Side::You, rest),
        "enemy" | "e" => enemy(rest),
        "pass" => alone("pass", Command::Pass { side: Side::You }),
        "draw" | "drew" => one_card("draw", rest).map(|card| Command::Draw { card }),
        "mulligan" => Ok(mulligan(Side::You, rest)),
        "keep" => alone("keep", mulligan(Side::You, "")),
        "hand" if rest.is_empty() => Ok(Command::Hand),
        "hand" => Ok(Command::SetHand { cards: list(rest) }),
        "fix" => fix(rest),
        "undo" => number("undo", rest, 1).map(|count| Command::Undo { count }),
        "best" => number("best", rest, 3).map(|count| Command::Best { count }),
        "why" => number("why", rest, 1).map(|rank| Command::Why { rank }),
        "threat" => alone("threat", Command::Threat),
        "odds" => one_card("odds", rest).map(|card| Command::Odds { card }),
        "lock" | "locks" => alone("lock", Command::Lock),
        "board" => alone("board", Command::Board),
        "actions" => alone("actions", Command::Actions),
        "log" => alone("log", Command::Log),
        "cards" => one_card("cards", rest).map(|query| Command::Cards { query }),
        "save" if rest.is_empty() => Err(Misread::NoFile),
        "save" => Ok(Command::Save {
            file: rest.to_owned(),
        }),
        "help" | "?" => alone("help", Command::Help),
        "quit" | "exit" => alone("quit", Command::Quit),
        _ => bare(line, due),
    };
    command.map(Some)
}

/// A line without a command word is what the table waits for.
fn bare(line: &str, due: Due) -> Result<Command, Misread> {
    match due {
        Due::Choice => match line.parse() {
            Ok(number) => Ok(Command::Choose { number }),
            Err(_) => Err(Misread::NotAChoice),
        },
        Due::Draw if card_and_tile(line).is_none() => Ok(Command::Draw {
            card: line.to_owned(),
        }),
        Due::Draw | Due::Move => play(Side::You, line),
    }
}

fn play(side: Side, text: &str) -> Result<Command, Misread> {
    let (card, tile) = card_and_tile(text).ok_or(match side {
        Side::You => Misread::NoTile,
        Side::Enemy => Misread::NoEnemyMove,
    })?;
    Ok(Command::Play { side, card, tile })
}

fn enemy(text: &str) -> Result<Command, Misread> {
    let (word, rest) = split(text);
    match (word.to_lowercase().as_str(), rest) {
        ("pass", "") => Ok(Command::Pass { side: Side::Enemy }),
        ("play", rest) => play(Side::Enemy, rest),
        ("mulligan", rest) => Ok(mulligan(Side::Enemy, rest)),
        _ => play(Side::Enemy, text),
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

/// Letters of a lane and one digit: whether there is such a tile the daemon says.
pub fn looks_like_tile(word: &str) -> bool {
    let lower = word.to_lowercase();
    let lanes = ["top", "mid", "bot", "t", "m", "b"];
    let column = lanes.iter().find_map(|lane| lower.strip_prefix(lane));
    let column = column.map(|column| column.strip_prefix('-').unwrap_or(column));
    column.is_some_and(|column| column.len() == 1 && column.bytes().all(|b| b.is_ascii_digit()))
}

fn mulligan(side: Side, text: &str) -> Command {
    let (replace, drew) = match text.split_once("->") {
        Some((replace, drew)) => (replace, Some(list(drew))),
        None => (text, None),
    };
    Command::Mulligan {
        side,
        replace: list(replace),
        drew,
    }
}

fn fix(text: &str) -> Result<Command, Misread> {
    let (tile, mut rest) = split(text);
    let mut correction = Correction {
        tile: tile.to_owned(),
        owner: None,
        rank: None,
        card: CorrectedCard::AsItIs,
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
    // A card may be told by a number, which has three digits.
    if let (1, Ok(rank)) = (word.len(), word.parse()) {
        correction.rank = Some(rank);
        rest = after;
    }
    correction.card = match rest.to_lowercase().as_str() {
        "" => CorrectedCard::AsItIs,
        "none" | "empty" => CorrectedCard::None,
        _ => CorrectedCard::Card(rest.to_owned()),
    };
    let says_nothing = correction.owner.is_none()
        && correction.rank.is_none()
        && correction.card == CorrectedCard::AsItIs;
    match says_nothing {
        true => Err(Misread::NoCorrection),
        false => Ok(Command::Fix(correction)),
    }
}

fn one_card(command: &'static str, text: &str) -> Result<String, Misread> {
    match text {
        "" => Err(Misread::NoCard { command }),
        card => Ok(card.to_owned()),
    }
}

fn number(command: &'static str, text: &str, usual: usize) -> Result<usize, Misread> {
    if text.is_empty() {
        return Ok(usual);
    }
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| Misread::NotANumber {
        command,
        text: text.to_owned(),
    })
}

/// Cards with commas between them; numbers need only blanks.
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
