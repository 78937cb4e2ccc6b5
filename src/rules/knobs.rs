//! The rules of the game as data (RULES 1): every point on which public
//! implementations differ is a knob here, and no code asks for a preset's name.

use std::fmt;

use super::suggest::closest;

/// What a pawn does on an empty tile that the enemy owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    Step,
    TakeOver,
}

/// What happens to the pawns a destroyed card had projected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DestroyedPawns {
    Undo,
    Keep,
}

/// What happens to the tile a destroyed card stood on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DestroyedTile {
    Keep,
    Clear,
}

/// Which changes make a card enhanced or enfeebled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatusBasis {
    Discrete,
    Net,
}

/// Whom a card with `lane_min_transfer` serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaneMinTransfer {
    OwnLane,
    Anywhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub deck_size: u8,
    pub opening_hand: u8,
    pub max_copies: u8,
    pub max_legendary_copies: u8,
    pub claim: Claim,
    pub destroyed_pawns: DestroyedPawns,
    pub destroyed_tile: DestroyedTile,
    pub status: StatusBasis,
    pub lane_min_transfer: LaneMinTransfer,
    pub listed_hands: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::canon()
    }
}

/// The largest deck a session may ask for; the seeds use ten and fifteen.
const LARGEST_DECK: u8 = 60;
const MOST_LISTED_HANDS: u32 = 100_000;

impl Rules {
    pub const PRESETS: [&str; 2] = ["canon", "rebirth"];
    /// The knobs by the names they have on the wire.
    pub const KNOBS: [&str; 10] = [
        "deckSize",
        "openingHand",
        "maxCopies",
        "maxLegendaryCopies",
        "claim",
        "destroyedPawns",
        "destroyedTile",
        "status",
        "laneMinTransfer",
        "listedHands",
    ];

    /// The seeds' rules.
    pub const fn canon() -> Rules {
        Rules {
            deck_size: 15,
            opening_hand: 5,
            max_copies: 3,
            max_legendary_copies: 3,
            claim: Claim::Step,
            destroyed_pawns: DestroyedPawns::Undo,
            destroyed_tile: DestroyedTile::Keep,
            status: StatusBasis::Discrete,
            lane_min_transfer: LaneMinTransfer::OwnLane,
            listed_hands: 200,
        }
    }

    /// The best evidence of the console game.
    pub const fn rebirth() -> Rules {
        Rules {
            max_copies: 2,
            max_legendary_copies: 1,
            claim: Claim::TakeOver,
            destroyed_pawns: DestroyedPawns::Keep,
            destroyed_tile: DestroyedTile::Clear,
            status: StatusBasis::Net,
            lane_min_transfer: LaneMinTransfer::Anywhere,
            ..Rules::canon()
        }
    }

    pub fn preset(name: &str) -> Result<Rules, RulesError> {
        match name {
            "canon" => Ok(Rules::canon()),
            "rebirth" => Ok(Rules::rebirth()),
            _ => Err(RulesError::UnknownPreset {
                name: name.to_owned(),
            }),
        }
    }

    /// Turns one knob, by its name and value on the wire.
    pub fn set(&mut self, knob: &str, value: &str) -> Result<(), RulesError> {
        let number = |low: u32, high: u32| {
            value
                .parse()
                .ok()
                .filter(|n| (low..=high).contains(n))
                .ok_or_else(|| RulesError::wrong(knob, value, format!("{low} to {high}")))
        };
        let small = |low: u8, high: u8| number(low.into(), high.into()).map(|n| n as u8);
        match knob {
            "deckSize" => self.deck_size = small(1, LARGEST_DECK)?,
            "openingHand" => self.opening_hand = small(0, LARGEST_DECK)?,
            "maxCopies" => self.max_copies = small(1, LARGEST_DECK)?,
            "maxLegendaryCopies" => self.max_legendary_copies = small(1, LARGEST_DECK)?,
            "listedHands" => self.listed_hands = number(1, MOST_LISTED_HANDS)?,
            "claim" => self.claim = word(knob, value, &CLAIMS)?,
            "destroyedPawns" => self.destroyed_pawns = word(knob, value, &DESTROYED_PAWNS)?,
            "destroyedTile" => self.destroyed_tile = word(knob, value, &DESTROYED_TILES)?,
            "status" => self.status = word(knob, value, &STATUSES)?,
            "laneMinTransfer" => self.lane_min_transfer = word(knob, value, &TRANSFERS)?,
            _ => {
                return Err(RulesError::UnknownKnob {
                    knob: knob.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Every knob with its value, by the names used on the wire.
    pub fn settings(&self) -> [(&'static str, String); 10] {
        let values = [
            self.deck_size.to_string(),
            self.opening_hand.to_string(),
            self.max_copies.to_string(),
            self.max_legendary_copies.to_string(),
            name_of(self.claim, &CLAIMS),
            name_of(self.destroyed_pawns, &DESTROYED_PAWNS),
            name_of(self.destroyed_tile, &DESTROYED_TILES),
            name_of(self.status, &STATUSES),
            name_of(self.lane_min_transfer, &TRANSFERS),
            self.listed_hands.to_string(),
        ];
        let mut names = Rules::KNOBS.into_iter();
        values.map(|value| (names.next().unwrap_or_default(), value))
    }

    /// Reads `canon`, `rebirth`, or a preset followed by single knobs:
    /// `rebirth claim=step`.
    pub fn parse(text: &str) -> Result<Rules, RulesError> {
        let mut words = text.split_whitespace();
        let mut rules = Rules::preset(words.next().unwrap_or("canon"))?;
        for word in words {
            let (knob, value) = word
                .split_once('=')
                .ok_or_else(|| RulesError::NotASetting {
                    word: word.to_owned(),
                })?;
            rules.set(knob, value)?;
        }
        Ok(rules)
    }
}

/// The shortest text that [`Rules::parse`] reads back.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differences = |preset: Rules| -> Vec<String> {
            let base = preset.settings();
            let changed = self.settings().into_iter().zip(base);
            changed
                .filter(|(mine, base)| mine != base)
                .map(|((knob, value), _)| format!(" {knob}={value}"))
                .collect()
        };
        let canon = differences(Rules::canon());
        let rebirth = differences(Rules::rebirth());
        let (name, changes) = if rebirth.len() < canon.len() {
            ("rebirth", rebirth)
        } else {
            ("canon", canon)
        };
        write!(f, "{name}{}", changes.concat())
    }
}

type Words<T> = [(&'static str, T); 2];

const CLAIMS: Words<Claim> = [("step", Claim::Step), ("takeOver", Claim::TakeOver)];
const DESTROYED_PAWNS: Words<DestroyedPawns> = [
    ("undo", DestroyedPawns::Undo),
    ("keep", DestroyedPawns::Keep),
];
const DESTROYED_TILES: Words<DestroyedTile> = [
    ("keep", DestroyedTile::Keep),
    ("clear", DestroyedTile::Clear),
];
const STATUSES: Words<StatusBasis> = [
    ("discrete", StatusBasis::Discrete),
    ("net", StatusBasis::Net),
];
const TRANSFERS: Words<LaneMinTransfer> = [
    ("ownLane", LaneMinTransfer::OwnLane),
    ("anywhere", LaneMinTransfer::Anywhere),
];

fn word<T: Copy>(knob: &str, value: &str, words: &Words<T>) -> Result<T, RulesError> {
    let found = words.iter().find(|(word, _)| *word == value);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        RulesError::wrong(knob, value, format!("`{}` or `{}`", words[0].0, words[1].0))
    })
}

fn name_of<T: PartialEq>(value: T, words: &Words<T>) -> String {
    let [first, second] = words;
    if first.1 == value { first.0 } else { second.0 }.to_owned()
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    #[error("there is no preset `{name}`; the presets are canon and rebirth")]
    UnknownPreset { name: String },
    #[error("there is no knob `{knob}`; did you mean {}?", closest(knob, Rules::KNOBS, 3).join(", "))]
    UnknownKnob { knob: String },
    #[error("`{value}` is no value for {knob}; allowed: {allowed}")]
    WrongValue {
        knob: String,
        value: String,
        allowed: String,
    },
    #[error("`{word}` is not a setting; write knob=value, such as claim=step")]
    NotASetting { word: String },
}

impl RulesError {
    fn wrong(knob: &str, value: &str, allowed: String) -> RulesError {
        RulesError::WrongValue {
            knob: knob.to_owned(),
            value: value.to_owned(),
            allowed,
        }
    }
}
