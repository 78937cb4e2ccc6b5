//! The rules of the game as data: every point on which published descriptions of the
//! game differ is a knob here (RULES.md, section 1). The code reads knobs and never asks
//! for a preset's name.

use std::fmt;

use qbcoach_basics::shorten::shortened;
use qbcoach_basics::suggest::closest;
use qbcoach_basics::words;
use qbcoach_basics::words::meaning_of;

words! {
    /// What a pawn does on an empty tile that the enemy owns.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Claim {
        Step = "step",
        TakeOver = "takeOver",
    }
}

words! {
    /// What happens to the pawns that a destroyed card had laid.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum DestroyedPawns {
        Undo = "undo",
        Keep = "keep",
    }
}

words! {
    /// What happens to the tile a destroyed card stood on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum DestroyedTile {
        Keep = "keep",
        Reopen = "reopen",
        Clear = "clear",
    }
}

impl DestroyedTile {
    /// Whether a pawn of the destroying card may land on the tile (RULES.md, section 8).
    pub(crate) fn lets_pawns_land(self) -> bool {
        match self {
            DestroyedTile::Keep => false,
            DestroyedTile::Reopen | DestroyedTile::Clear => true,
        }
    }
}

words! {
    /// Which changes make a card enhanced or enfeebled.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum StatusBasis {
        Discrete = "discrete",
        Net = "net",
    }
}

words! {
    /// Whom a card with `lane_min_transfer` serves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum LaneMinTransfer {
        OwnLane = "ownLane",
        Anywhere = "anywhere",
    }
}

words! {
    /// The knobs by the names they have on the wire.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Knob {
        DeckSize = "deckSize",
        OpeningHand = "openingHand",
        MaxCopies = "maxCopies",
        MaxLegendaryCopies = "maxLegendaryCopies",
        Claim = "claim",
        DestroyedPawns = "destroyedPawns",
        DestroyedTile = "destroyedTile",
        Status = "status",
        LaneMinTransfer = "laneMinTransfer",
        ListedHands = "listedHands",
    }
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

/// The largest deck a session may ask for. The presets have 15 cards, small examples 10.
const LARGEST_DECK: u8 = 60;
const MOST_LISTED_HANDS: u32 = 100_000;

impl Rules {
    pub const PRESETS: [(&str, Rules); 2] =
        [("canon", Rules::canon()), ("rebirth", Rules::rebirth())];

    /// The rules of the engine's design documents.
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
            destroyed_tile: DestroyedTile::Reopen,
            status: StatusBasis::Net,
            lane_min_transfer: LaneMinTransfer::Anywhere,
            ..Rules::canon()
        }
    }

    pub fn preset(name: &str) -> Result<Rules, RulesError> {
        meaning_of(name, &Rules::PRESETS).ok_or_else(|| RulesError::UnknownPreset {
            name: shortened(name).into_owned(),
        })
    }

    /// Turns one knob, by its name and value on the wire.
    pub fn set(&mut self, knob: &str, value: &str) -> Result<(), RulesError> {
        let Some(named) = Knob::from_word(knob) else {
            return Err(RulesError::UnknownKnob {
                knob: shortened(knob).into_owned(),
            });
        };
        let number = |low: u32, high: u32| {
            value
                .parse()
                .ok()
                .filter(|n| (low..=high).contains(n))
                .ok_or_else(|| RulesError::wrong(knob, value, format!("{low} to {high}")))
        };
        let small = |low: u8, high: u8| number(low.into(), high.into()).map(|n| n as u8);
        match named {
            Knob::DeckSize => self.deck_size = small(1, LARGEST_DECK)?,
            Knob::OpeningHand => self.opening_hand = small(0, LARGEST_DECK)?,
            Knob::MaxCopies => self.max_copies = small(1, LARGEST_DECK)?,
            Knob::MaxLegendaryCopies => self.max_legendary_copies = small(1, LARGEST_DECK)?,
            Knob::Claim => self.claim = read_word(knob, value, &Claim::WORDS)?,
            Knob::DestroyedPawns => {
                self.destroyed_pawns = read_word(knob, value, &DestroyedPawns::WORDS)?;
            }
            Knob::DestroyedTile => {
                self.destroyed_tile = read_word(knob, value, &DestroyedTile::WORDS)?;
            }
            Knob::Status => self.status = read_word(knob, value, &StatusBasis::WORDS)?,
            Knob::LaneMinTransfer => {
                self.lane_min_transfer = read_word(knob, value, &LaneMinTransfer::WORDS)?;
            }
            Knob::ListedHands => self.listed_hands = number(1, MOST_LISTED_HANDS)?,
        }
        Ok(())
    }

    fn value(&self, knob: Knob) -> String {
        match knob {
            Knob::DeckSize => self.deck_size.to_string(),
            Knob::OpeningHand => self.opening_hand.to_string(),
            Knob::MaxCopies => self.max_copies.to_string(),
            Knob::MaxLegendaryCopies => self.max_legendary_copies.to_string(),
            Knob::Claim => self.claim.word().to_owned(),
            Knob::DestroyedPawns => self.destroyed_pawns.word().to_owned(),
            Knob::DestroyedTile => self.destroyed_tile.word().to_owned(),
            Knob::Status => self.status.word().to_owned(),
            Knob::LaneMinTransfer => self.lane_min_transfer.word().to_owned(),
            Knob::ListedHands => self.listed_hands.to_string(),
        }
    }

    /// Every knob with its value, by the names used on the wire.
    pub fn settings(&self) -> [(&'static str, String); Knob::WORDS.len()] {
        Knob::WORDS.map(|(name, knob)| (name, self.value(knob)))
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
                    word: shortened(word).into_owned(),
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
        // Of presets that are equally near, the first is written.
        let (name, changes) = Rules::PRESETS
            .map(|(name, preset)| (name, differences(preset)))
            .into_iter()
            .min_by_key(|(_, changes)| changes.len())
            .unwrap_or_default();
        write!(f, "{name}{}", changes.concat())
    }
}

fn read_word<T: Copy>(knob: &str, value: &str, words: &[(&str, T)]) -> Result<T, RulesError> {
    meaning_of(value, words).ok_or_else(|| {
        let allowed: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        RulesError::wrong(knob, value, allowed.join(" or "))
    })
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    #[error("there is no preset `{name}`; the presets are canon and rebirth")]
    UnknownPreset { name: String },
    #[error("there is no knob `{knob}`; did you mean {}?", closest(knob, Knob::WORDS.map(|(name, _)| name), 3).join(", "))]
    UnknownKnob { knob: String },
    #[error("`{value}` is not a value for {knob}; allowed: {allowed}")]
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
            value: shortened(value).into_owned(),
            allowed,
        }
    }
}
