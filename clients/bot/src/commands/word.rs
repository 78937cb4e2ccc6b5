//! The commands by name: one table for the parser, the help and Discord.

use qbcoach_protocol::method::{
    CoachRecommend, Method, PredictionHand, PredictionThreatMap, Role, SessionGet,
};

use super::Rank;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    Help,
    Card,
    Deck,
    Score,
    Board,
    Threat,
    Odds,
    Best,
    Lock,
    Hand,
    Subscribe,
    Unsubscribe,
    Session,
    Play,
    Enemy,
    Pass,
    Draw,
    Undo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    Card,
    Deck,
    Tile,
    Session,
    Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Required,
    Optional,
}

/// Something that is said after a command's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    pub kind: ParamKind,
    pub need: Need,
    pub summary: &'static str,
}

impl ParamKind {
    pub const fn name(self) -> &'static str {
        match self {
            ParamKind::Card => "card",
            ParamKind::Deck => "deck",
            ParamKind::Tile => "tile",
            ParamKind::Session => "session",
            ParamKind::Side => "side",
        }
    }
}

const CARD: Param = Param {
    kind: ParamKind::Card,
    need: Need::Required,
    summary: "a card's name or number, or a part of its name",
};
const TILE: Param = Param {
    kind: ParamKind::Tile,
    need: Need::Required,
    summary: "a tile: lane and column, such as m4",
};
const DECK: Param = Param {
    kind: ParamKind::Deck,
    need: Need::Optional,
    summary: "a deck's tag, or its cards; all tags are listed when left out",
};
const SESSION: Param = Param {
    kind: ParamKind::Session,
    need: Need::Optional,
    summary: "a session such as s3; the newest when left out",
};
const SIDE: Param = Param {
    kind: ParamKind::Side,
    need: Need::Optional,
    summary: "whose; yours when left out",
};

impl Word {
    pub const ALL: [Word; 18] = [
        Word::Help,
        Word::Card,
        Word::Deck,
        Word::Score,
        Word::Board,
        Word::Threat,
        Word::Odds,
        Word::Best,
        Word::Lock,
        Word::Hand,
        Word::Subscribe,
        Word::Unsubscribe,
        Word::Session,
        Word::Play,
        Word::Enemy,
        Word::Pass,
        Word::Draw,
        Word::Undo,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Word::Help => "help",
            Word::Card => "card",
            Word::Deck => "deck",
            Word::Score => "score",
            Word::Board => "board",
            Word::Threat => "threat",
            Word::Odds => "odds",
            Word::Best => "best",
            Word::Lock => "lock",
            Word::Hand => "hand",
            Word::Subscribe => "subscribe",
            Word::Unsubscribe => "unsubscribe",
            Word::Session => "session",
            Word::Play => "play",
            Word::Enemy => "enemy",
            Word::Pass => "pass",
            Word::Draw => "draw",
            Word::Undo => "undo",
        }
    }

    pub fn named(name: &str) -> Option<Word> {
        let name = name.to_lowercase();
        Word::ALL.into_iter().find(|word| word.name() == name)
    }

    pub const fn summary(self) -> &'static str {
        match self {
            Word::Help => "What the bot can be asked",
            Word::Card => "A card: rank, power, what it does and reaches",
            Word::Deck => "A deck to copy",
            Word::Score => "Who leads, and by how much in each lane",
            Word::Board => "The board",
            Word::Threat => "The worst the enemy may play next, and its chance",
            Word::Odds => "The chance that the enemy holds a card",
            Word::Best => "What the coach would play, and why",
            Word::Lock => "Which lanes are proved to be decided",
            Word::Hand => "The player's hand",
            Word::Subscribe => "Announces turns in this channel",
            Word::Unsubscribe => "Announces no more turns in this channel",
            Word::Session => "Which session this channel follows",
            Word::Play => "Reports a play of yours",
            Word::Enemy => "Reports a play of the enemy",
            Word::Pass => "Reports a pass",
            Word::Draw => "Reports the card you drew",
            Word::Undo => "Takes the latest report back",
        }
    }

    pub const fn params(self) -> &'static [Param] {
        match self {
            Word::Card | Word::Odds | Word::Draw => &[CARD],
            Word::Play | Word::Enemy => &[CARD, TILE],
            Word::Deck => &[DECK],
            Word::Session => &[SESSION],
            Word::Pass => &[SIDE],
            _ => &[],
        }
    }

    /// How it is written, and an example.
    pub const fn usage(self) -> (&'static str, &'static str) {
        match self {
            Word::Card => ("card NAME", "card malboro"),
            Word::Odds => ("odds NAME", "odds cactuar"),
            Word::Draw => ("draw NAME", "draw riot trooper"),
            Word::Play => ("play NAME TILE", "play crawler m1"),
            Word::Enemy => ("enemy NAME TILE", "enemy archdragon m5"),
            Word::Deck => ("deck TAG", "deck swarm"),
            Word::Session => ("session ID", "session s3"),
            Word::Pass => ("pass", "pass enemy"),
            _ => (self.name(), self.name()),
        }
    }

    /// The least rank that may ask it.
    pub const fn rank(self) -> Rank {
        match self {
            Word::Subscribe | Word::Unsubscribe | Word::Session => Rank::Moderator,
            Word::Play | Word::Enemy | Word::Pass | Word::Draw | Word::Undo => Rank::Moderator,
            _ => Rank::Viewer,
        }
    }

    /// Whether the answer holds what a stream may not see. The daemon decides: what
    /// it keeps from the role `stream` is kept from everybody here.
    pub fn is_secret(self) -> bool {
        let asked = match self {
            Word::Threat => PredictionThreatMap::ROLE,
            Word::Odds => PredictionHand::ROLE,
            Word::Best => CoachRecommend::ROLE,
            // A stream may ask for both, and is answered without your hand; the bot
            // asks as the player.
            Word::Lock | Word::Hand => Some(Role::View),
            // Reporting is for few, but what was reported is for everybody.
            _ => SessionGet::ROLE,
        };
        asked > Some(Role::Stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_daemon_keeps_from_a_stream_is_secret() {
        let secret: Vec<Word> = Word::ALL
            .into_iter()
            .filter(|word| word.is_secret())
            .collect();
        assert_eq!(secret, [Word::Best, Word::Lock, Word::Hand]);
    }

    #[test]
    fn names_are_found_in_any_case_and_only_whole() {
        assert_eq!(Word::named("SCORE"), Some(Word::Score));
        assert_eq!(Word::named("scores"), None);
        for word in Word::ALL {
            assert_eq!(Word::named(word.name()), Some(word));
            assert!(word.usage().1.starts_with(word.name()));
        }
    }
}
