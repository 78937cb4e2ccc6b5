//! A command as it was understood.

use qbcoach_protocol::Side;

use super::{Need, ParamKind, Word};
use crate::text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Card(String),
    /// A tag; none for the list of them.
    Deck(Option<String>),
    Score,
    Board,
    Threat,
    Odds(String),
    Best,
    Lock,
    Hand,
    Subscribe,
    Unsubscribe,
    /// None tells which it is.
    Session(Option<String>),
    Report(Report),
}

/// Something that happened at the table.
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

/// A command without what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage(pub Word);

impl Usage {
    pub fn explain(self, prefix: &str) -> String {
        let (usage, example) = self.0.usage();
        format!("Write {prefix}{usage}, for example {prefix}{example}")
    }
}

impl Command {
    /// Reads a chat line; none if it is no command of ours.
    pub fn parse(line: &str, prefix: &str) -> Option<Result<Command, Usage>> {
        let line = text::clean(line);
        let said = line.strip_prefix(prefix)?;
        let (name, rest) = said.split_once(' ').unwrap_or((said, ""));
        let word = Word::named(name)?;
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
        Some(Command::build(word, found))
    }

    /// From a name and whatever was said for its params.
    pub fn build(word: Word, said: impl Fn(ParamKind) -> Option<String>) -> Result<Command, Usage> {
        let said = |kind: ParamKind| {
            let text = said(kind).map(|text| text::clean(&text));
            text.filter(|text| !text.is_empty())
        };
        let params = word.params().iter();
        let mut needed = params.filter(|param| param.need == Need::Required);
        if needed.any(|param| said(param.kind).is_none()) {
            return Err(Usage(word));
        }
        let text = |kind: ParamKind| said(kind).unwrap_or_default();
        let play = |side: Side| Report::Play {
            side,
            card: text(ParamKind::Card),
            tile: text(ParamKind::Tile),
        };
        Ok(match word {
            Word::Help => Command::Help,
            Word::Card => Command::Card(text(ParamKind::Card)),
            Word::Deck => Command::Deck(said(ParamKind::Deck)),
            Word::Score => Command::Score,
            Word::Board => Command::Board,
            Word::Threat => Command::Threat,
            Word::Odds => Command::Odds(text(ParamKind::Card)),
            Word::Best => Command::Best,
            Word::Lock => Command::Lock,
            Word::Hand => Command::Hand,
            Word::Subscribe => Command::Subscribe,
            Word::Unsubscribe => Command::Unsubscribe,
            Word::Session => Command::Session(said(ParamKind::Session)),
            Word::Play => Command::Report(play(Side::You)),
            Word::Enemy => Command::Report(play(Side::Enemy)),
            Word::Pass => match text(ParamKind::Side).to_lowercase().as_str() {
                "" | "you" => Command::Report(Report::Pass(Side::You)),
                "enemy" => Command::Report(Report::Pass(Side::Enemy)),
                _ => return Err(Usage(word)),
            },
            Word::Draw => Command::Report(Report::Draw(text(ParamKind::Card))),
            Word::Undo => Command::Report(Report::Undo),
        })
    }

    pub fn word(&self) -> Word {
        match self {
            Command::Help => Word::Help,
            Command::Card(_) => Word::Card,
            Command::Deck(_) => Word::Deck,
            Command::Score => Word::Score,
            Command::Board => Word::Board,
            Command::Threat => Word::Threat,
            Command::Odds(_) => Word::Odds,
            Command::Best => Word::Best,
            Command::Lock => Word::Lock,
            Command::Hand => Word::Hand,
            Command::Subscribe => Word::Subscribe,
            Command::Unsubscribe => Word::Unsubscribe,
            Command::Session(_) => Word::Session,
            Command::Report(Report::Play {
                side: Side::You, ..
            }) => Word::Play,
            Command::Report(Report::Play { .. }) => Word::Enemy,
            Command::Report(Report::Pass(_)) => Word::Pass,
            Command::Report(Report::Draw(_)) => Word::Draw,
            Command::Report(Report::Undo) => Word::Undo,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<Result<Command, Usage>>) {
        assert_eq!(Command::parse(line, "!"), expected, "{line:?}");
    }

    #[test]
    fn commands_are_read_as_people_type_them() {
        let play = |side, card: &str, tile: &str| {
            Command::Report(Report::Play {
                side,
                card: card.to_owned(),
                tile: tile.to_owned(),
            })
        };
        let cases = [
            ("!score", Command::Score),
            ("  !SCORE now please", Command::Score),
            ("!card great malboro", Command::Card("great malboro".into())),
            (
                "!play security officer m1",
                play(Side::You, "security officer", "m1"),
            ),
            ("!enemy 019 MID-5", play(Side::Enemy, "019", "MID-5")),
            ("!pass", Command::Report(Report::Pass(Side::You))),
            ("!pass Enemy", Command::Report(Report::Pass(Side::Enemy))),
            ("!deck", Command::Deck(None)),
            ("!deck swarm", Command::Deck(Some("swarm".into()))),
            ("!card x\r\nQUIT", Command::Card("x QUIT".into())),
        ];
        for (line, command) in cases {
            check(line, Some(Ok(command)));
        }
    }

    #[test]
    fn what_is_missing_is_told_by_how_it_is_written() {
        for (line, word) in [
            ("!card", Word::Card),
            ("!card \u{200b}", Word::Card),
            ("!play crawler", Word::Play),
            ("!pass nobody", Word::Pass),
        ] {
            check(line, Some(Err(Usage(word))));
        }
        let told = Usage(Word::Play).explain("!");
        assert_eq!(told, "Write !play NAME TILE, for example !play crawler m1");
    }

    #[test]
    fn what_is_no_command_of_ours_is_left_alone() {
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
                // A control character is nothing, what follows is what was said.
                true => check(line, Some(Ok(Command::Score))),
                false => check(line, None),
            }
        }
    }

    #[test]
    fn every_word_leads_to_a_command_of_its_name() {
        for word in Word::ALL {
            let said = |kind: ParamKind| match kind {
                ParamKind::Side => Some("enemy".to_owned()),
                _ => Some("something".to_owned()),
            };
            assert_eq!(
                Command::build(word, said).map(|command| command.word()),
                Ok(word)
            );
        }
    }
}
