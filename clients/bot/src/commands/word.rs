//! The names of the commands, used by the parser, the help and Discord.

use qbcoach_protocol::method::{
    CoachRecommend, CoachReview, Method, PredictionHand, PredictionThreatMap, Role, SessionGet,
};

use super::Privilege;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandWord {
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
    Review,
    Subscribe,
    Unsubscribe,
    Session,
    Play,
    Enemy,
    Pass,
    Draw,
    Undo,
    Poll,
    Vote,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    Card,
    Deck,
    Tile,
    Session,
    Side,
    /// What is done with a poll.
    Step,
    /// The number of a poll's option.
    Option,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Required,
    Optional,
}

/// A param after a command's name.
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
            ParamKind::Step => "step",
            ParamKind::Option => "option",
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

const STEP: Param = Param {
    kind: ParamKind::Step,
    need: Need::Optional,
    summary: "open (lanes only), hand (plays of the hand) or close; open when left out",
};
const OPTION: Param = Param {
    kind: ParamKind::Option,
    need: Need::Optional,
    summary: "the number of an option; the options are listed when left out",
};

impl CommandWord {
    pub const ALL: [CommandWord; 21] = [
        CommandWord::Help,
        CommandWord::Card,
        CommandWord::Deck,
        CommandWord::Score,
        CommandWord::Board,
        CommandWord::Threat,
        CommandWord::Odds,
        CommandWord::Best,
        CommandWord::Lock,
        CommandWord::Hand,
        CommandWord::Review,
        CommandWord::Subscribe,
        CommandWord::Unsubscribe,
        CommandWord::Session,
        CommandWord::Play,
        CommandWord::Enemy,
        CommandWord::Pass,
        CommandWord::Draw,
        CommandWord::Undo,
        CommandWord::Poll,
        CommandWord::Vote,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            CommandWord::Help => "help",
            CommandWord::Card => "card",
            CommandWord::Deck => "deck",
            CommandWord::Score => "score",
            CommandWord::Board => "board",
            CommandWord::Threat => "threat",
            CommandWord::Odds => "odds",
            CommandWord::Best => "best",
            CommandWord::Lock => "lock",
            CommandWord::Hand => "hand",
            CommandWord::Review => "review",
            CommandWord::Subscribe => "subscribe",
            CommandWord::Unsubscribe => "unsubscribe",
            CommandWord::Session => "session",
            CommandWord::Play => "play",
            CommandWord::Enemy => "enemy",
            CommandWord::Pass => "pass",
            CommandWord::Draw => "draw",
            CommandWord::Undo => "undo",
            CommandWord::Poll => "poll",
            CommandWord::Vote => "vote",
        }
    }

    pub fn named(name: &str) -> Option<CommandWord> {
        let name = name.to_lowercase();
        CommandWord::ALL
            .into_iter()
            .find(|word| word.name() == name)
    }

    pub const fn summary(self) -> &'static str {
        match self {
            CommandWord::Help => "What the bot can be asked",
            CommandWord::Card => "A card: rank, power, what it does and reaches",
            CommandWord::Deck => "A deck to copy",
            CommandWord::Score => "Who leads, and by how much in each lane",
            CommandWord::Board => "The board",
            CommandWord::Threat => "What the enemy is likely to play next",
            CommandWord::Odds => "The chance that the enemy holds a card",
            CommandWord::Best => "What the coach would play, and why",
            CommandWord::Lock => "Which lanes are proved to be decided",
            CommandWord::Hand => "The player's hand",
            CommandWord::Review => "Where the match was won or lost, in a line",
            CommandWord::Subscribe => "Announces turns in this channel",
            CommandWord::Unsubscribe => "Announces no more turns in this channel",
            CommandWord::Session => "Which session this channel follows",
            CommandWord::Play => "Reports a play of yours",
            CommandWord::Enemy => "Reports a play of the enemy",
            CommandWord::Pass => "Reports a pass",
            CommandWord::Draw => "Reports the card you drew",
            CommandWord::Undo => "Takes the latest report back",
            CommandWord::Poll => "Asks the viewers what should be played",
            CommandWord::Vote => "Votes in the poll",
        }
    }

    pub const fn params(self) -> &'static [Param] {
        match self {
            CommandWord::Card | CommandWord::Odds | CommandWord::Draw => &[CARD],
            CommandWord::Play | CommandWord::Enemy => &[CARD, TILE],
            CommandWord::Deck => &[DECK],
            CommandWord::Session => &[SESSION],
            CommandWord::Pass => &[SIDE],
            CommandWord::Poll => &[STEP],
            CommandWord::Vote => &[OPTION],
            _ => &[],
        }
    }

    /// How the command is written, and an example.
    pub const fn usage(self) -> (&'static str, &'static str) {
        match self {
            CommandWord::Card => ("card NAME", "card malboro"),
            CommandWord::Odds => ("odds NAME", "odds cactuar"),
            CommandWord::Draw => ("draw NAME", "draw riot trooper"),
            CommandWord::Play => ("play NAME TILE", "play crawler m1"),
            CommandWord::Enemy => ("enemy NAME TILE", "enemy archdragon m5"),
            CommandWord::Deck => ("deck TAG", "deck swarm"),
            CommandWord::Session => ("session ID", "session s3"),
            CommandWord::Pass => ("pass", "pass enemy"),
            CommandWord::Poll => ("poll", "poll close"),
            CommandWord::Vote => ("vote NUMBER", "vote 2"),
            _ => (self.name(), self.name()),
        }
    }

    /// The privilege the command needs.
    pub const fn privilege(self) -> Privilege {
        match self {
            CommandWord::Subscribe | CommandWord::Unsubscribe | CommandWord::Session => {
                Privilege::Moderator
            }
            CommandWord::Play
            | CommandWord::Enemy
            | CommandWord::Pass
            | CommandWord::Draw
            | CommandWord::Undo
            | CommandWord::Poll => Privilege::Moderator,
            _ => Privilege::Viewer,
        }
    }

    /// Whether the answer contains what a stream may not see. The daemon's methods decide:
    /// an answer from a method that the role `stream` may not call is secret.
    pub fn is_secret(self) -> bool {
        let role = match self {
            CommandWord::Threat => PredictionThreatMap::ROLE,
            CommandWord::Odds => PredictionHand::ROLE,
            CommandWord::Best => CoachRecommend::ROLE,
            CommandWord::Review => CoachReview::ROLE,
            // A stream may call these methods too, but gets answers without your hand; the
            // bot calls them as the player.
            CommandWord::Lock | CommandWord::Hand => Some(Role::View),
            // Only moderators may report, but everybody may see the answer.
            _ => SessionGet::ROLE,
        };
        role > Some(Role::Stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_a_stream_may_not_see_are_secret() {
        let secret: Vec<CommandWord> = CommandWord::ALL
            .into_iter()
            .filter(|word| word.is_secret())
            .collect();
        assert_eq!(
            secret,
            [
                CommandWord::Best,
                CommandWord::Lock,
                CommandWord::Hand,
                CommandWord::Review
            ]
        );
    }

    #[test]
    fn names_match_in_any_case_and_only_whole() {
        assert_eq!(CommandWord::named("SCORE"), Some(CommandWord::Score));
        assert_eq!(CommandWord::named("scores"), None);
        for word in CommandWord::ALL {
            assert_eq!(CommandWord::named(word.name()), Some(word));
            assert!(word.usage().1.starts_with(word.name()));
        }
    }
}
