//! Parses chat commands.

use qbcoach_protocol::{Reveal, Side};

use super::{CommandWord, Need, ParamKind};
use crate::text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatCommand {
    Help,
    Card(String),
    /// The tag of a deck; none for the list of all decks.
    Deck(Option<String>),
    Score,
    Board,
    Threat,
    Odds(String),
    Best,
    Lock,
    Hand,
    Review,
    Subscribe,
    Unsubscribe,
    /// The session to follow; none asks which one is followed.
    Session(Option<String>),
    Report(Report),
    Poll(PollStep),
    /// The number of an option; none asks for the options.
    Vote(Option<u32>),
}

/// What a moderator does with a poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PollStep {
    Open(Reveal),
    Close,
}

/// An event of the match, reported by a moderator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Play {
        side: Side,
        card: String,
        tile: String,
    },
    Pass(Side),
    Draw(String),
    Undo,
}

/// A command without a param it needs, or with a wrong one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage(pub CommandWord);

impl Usage {
    pub fn explain(self, prefix: &str) -> String {
        let (usage, example) = self.0.usage();
        format!("Write {prefix}{usage}, for example {prefix}{example}")
    }
}

impl ChatCommand {
    /// Parses a chat line; none if it is not a command of this bot.
    pub fn parse(line: &str, prefix: &str) -> Option<Result<ChatCommand, Usage>> {
        let line = text::clean(line);
        let typed = line.strip_prefix(prefix)?;
        let (name, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        let word = CommandWord::named(name)?;
        let rest = rest.trim();
        let last_word = || rest.rsplit_once(' ');
        let with_tile = word
            .params()
            .iter()
            .any(|param| param.kind == ParamKind::Tile);
        let found = |kind: ParamKind| {
            let found = match kind {
                ParamKind::Tile => last_word().map(|(_, tile)| tile),
                ParamKind::Card if with_tile => last_word().map(|(card, _)| card),
                _ => Some(rest),
            };
            found.map(str::to_owned)
        };
        Some(ChatCommand::build(word, found))
    }

    /// Builds a command of its name and the texts given for its params.
    pub fn build(
        word: CommandWord,
        given: impl Fn(ParamKind) -> Option<String>,
    ) -> Result<ChatCommand, Usage> {
        let given = |kind: ParamKind| {
            let text = given(kind).map(|text| text::clean(&text));
            text.filter(|text| !text.is_empty())
        };
        let params = word.params().iter();
        let mut needed = params.filter(|param| param.need == Need::Required);
        if needed.any(|param| given(param.kind).is_none()) {
            return Err(Usage(word));
        }
        let text = |kind: ParamKind| given(kind).unwrap_or_default();
        let play = |side: Side| Report::Play {
            side,
            card: text(ParamKind::Card),
            tile: text(ParamKind::Tile),
        };
        Ok(match word {
            CommandWord::Help => ChatCommand::Help,
            CommandWord::Card => ChatCommand::Card(text(ParamKind::Card)),
            CommandWord::Deck => ChatCommand::Deck(given(ParamKind::Deck)),
            CommandWord::Score => ChatCommand::Score,
            CommandWord::Board => ChatCommand::Board,
            CommandWord::Threat => ChatCommand::Threat,
            CommandWord::Odds => ChatCommand::Odds(text(ParamKind::Card)),
            CommandWord::Best => ChatCommand::Best,
            CommandWord::Lock => ChatCommand::Lock,
            CommandWord::Hand => ChatCommand::Hand,
            CommandWord::Review => ChatCommand::Review,
            CommandWord::Subscribe => ChatCommand::Subscribe,
            CommandWord::Unsubscribe => ChatCommand::Unsubscribe,
            CommandWord::Session => ChatCommand::Session(given(ParamKind::Session)),
            CommandWord::Play => ChatCommand::Report(play(Side::You)),
            CommandWord::Enemy => ChatCommand::Report(play(Side::Enemy)),
            CommandWord::Pass => match text(ParamKind::Side).to_lowercase().as_str() {
                "" | "you" => ChatCommand::Report(Report::Pass(Side::You)),
                "enemy" => ChatCommand::Report(Report::Pass(Side::Enemy)),
                _ => return Err(Usage(word)),
            },
            CommandWord::Draw => ChatCommand::Report(Report::Draw(text(ParamKind::Card))),
            CommandWord::Undo => ChatCommand::Report(Report::Undo),
            CommandWord::Poll => match text(ParamKind::Step).to_lowercase().as_str() {
                "" | "open" => ChatCommand::Poll(PollStep::Open(Reveal::Nothing)),
                "hand" => ChatCommand::Poll(PollStep::Open(Reveal::Hand)),
                "close" => ChatCommand::Poll(PollStep::Close),
                _ => return Err(Usage(word)),
            },
            CommandWord::Vote => match given(ParamKind::Option) {
                None => ChatCommand::Vote(None),
                Some(number) => {
                    let number = number.trim_start_matches('#').parse();
                    ChatCommand::Vote(Some(number.map_err(|_| Usage(word))?))
                }
            },
        })
    }

    pub fn word(&self) -> CommandWord {
        match self {
            ChatCommand::Help => CommandWord::Help,
            ChatCommand::Card(_) => CommandWord::Card,
            ChatCommand::Deck(_) => CommandWord::Deck,
            ChatCommand::Score => CommandWord::Score,
            ChatCommand::Board => CommandWord::Board,
            ChatCommand::Threat => CommandWord::Threat,
            ChatCommand::Odds(_) => CommandWord::Odds,
            ChatCommand::Best => CommandWord::Best,
            ChatCommand::Lock => CommandWord::Lock,
            ChatCommand::Hand => CommandWord::Hand,
            ChatCommand::Review => CommandWord::Review,
            ChatCommand::Subscribe => CommandWord::Subscribe,
            ChatCommand::Unsubscribe => CommandWord::Unsubscribe,
            ChatCommand::Session(_) => CommandWord::Session,
            ChatCommand::Report(Report::Play {
                side: Side::You, ..
            }) => CommandWord::Play,
            ChatCommand::Report(Report::Play { .. }) => CommandWord::Enemy,
            ChatCommand::Report(Report::Pass(_)) => CommandWord::Pass,
            ChatCommand::Report(Report::Draw(_)) => CommandWord::Draw,
            ChatCommand::Report(Report::Undo) => CommandWord::Undo,
            ChatCommand::Poll(_) => CommandWord::Poll,
            ChatCommand::Vote(_) => CommandWord::Vote,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<Result<ChatCommand, Usage>>) {
        assert_eq!(ChatCommand::parse(line, "!"), expected, "{line:?}");
    }

    #[test]
    fn commands_are_parsed_in_any_case_with_their_params() {
        let play = |side, card: &str, tile: &str| {
            ChatCommand::Report(Report::Play {
                side,
                card: card.to_owned(),
                tile: tile.to_owned(),
            })
        };
        let cases = [
            ("!score", ChatCommand::Score),
            ("  !SCORE now please", ChatCommand::Score),
            (
                "!card great malboro",
                ChatCommand::Card("great malboro".into()),
            ),
            (
                "!play security officer m1",
                play(Side::You, "security officer", "m1"),
            ),
            ("!enemy 019 MID-5", play(Side::Enemy, "019", "MID-5")),
            ("!pass", ChatCommand::Report(Report::Pass(Side::You))),
            (
                "!pass Enemy",
                ChatCommand::Report(Report::Pass(Side::Enemy)),
            ),
            ("!vote", ChatCommand::Vote(None)),
            ("!vote 2", ChatCommand::Vote(Some(2))),
            ("!vote #3", ChatCommand::Vote(Some(3))),
            ("!poll", ChatCommand::Poll(PollStep::Open(Reveal::Nothing))),
            (
                "!poll hand",
                ChatCommand::Poll(PollStep::Open(Reveal::Hand)),
            ),
            ("!poll CLOSE", ChatCommand::Poll(PollStep::Close)),
            ("!deck", ChatCommand::Deck(None)),
            ("!deck swarm", ChatCommand::Deck(Some("swarm".into()))),
            ("!card x\r\nQUIT", ChatCommand::Card("x QUIT".into())),
        ];
        for (line, command) in cases {
            check(line, Some(Ok(command)));
        }
    }

    #[test]
    fn a_missing_param_is_an_error_with_the_usage() {
        for (line, word) in [
            ("!card", CommandWord::Card),
            ("!card \u{200b}", CommandWord::Card),
            ("!play crawler", CommandWord::Play),
            ("!pass nobody", CommandWord::Pass),
            ("!vote two", CommandWord::Vote),
            ("!vote -1", CommandWord::Vote),
            ("!poll now", CommandWord::Poll),
        ] {
            check(line, Some(Err(Usage(word))));
        }
        let usage = Usage(CommandWord::Play).explain("!");
        assert_eq!(usage, "Write !play NAME TILE, for example !play crawler m1");
    }

    #[test]
    fn other_lines_are_not_commands() {
        for line in [
            "",
            "hello",
            "score",
            "!",
            "! score",
            "!scores",
            "!shoutout me",
            "!!score",
            "\u{1}!score",
        ] {
            let is_control = line.starts_with('\u{1}');
            match is_control {
                // Control characters are removed before parsing.
                true => check(line, Some(Ok(ChatCommand::Score))),
                false => check(line, None),
            }
        }
    }

    #[test]
    fn every_word_builds_its_own_command() {
        for word in CommandWord::ALL {
            let given = |kind: ParamKind| match kind {
                ParamKind::Side => Some("enemy".to_owned()),
                ParamKind::Step => Some("close".to_owned()),
                ParamKind::Option => Some("2".to_owned()),
                _ => Some("something".to_owned()),
            };
            assert_eq!(
                ChatCommand::build(word, given).map(|command| command.word()),
                Ok(word)
            );
        }
    }
}
