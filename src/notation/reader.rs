//! Reads the lines of a match text, each on its own.

use qbcoach_basics::shorten::{LONGEST_NAME, shortened};
use qbcoach_basics::suggest::closest;
use qbcoach_engine::rules::notation::{SettingError, read_setting};
use qbcoach_engine::rules::{Catalogue, Move, Play, Rules, Side, TileId};
use qbcoach_engine::simulation::action::Action;

use super::FIRST_WORDS;
use super::fault::{Fault, FaultKind};
use super::line::{Line, Piece, PieceKind, Span, Statement};
use super::setup::{EnemyHand, read_mode};
use super::text::Change;
use super::write::NOTHING;

/// Whether an event, or the line before the first one, has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Setup,
    Events,
}

/// After so many faults the rest of a text is not read: a text like that is no match, and
/// looking for similar names takes time.
pub(crate) const MOST_FAULTS: usize = 200;

pub(crate) fn lines(catalogue: &Catalogue, text: &str) -> Vec<Line> {
    let mut part = Part::Setup;
    let whole = text.split('\n');
    let mut lines = Vec::new();
    let mut faults = 0;
    for (number, line) in (1..).zip(whole) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut reader = LineReader {
            catalogue,
            text,
            pieces: Vec::new(),
            faults: Vec::new(),
        };
        let (said, comment) = split_comment(line);
        let content = said.trim();
        if faults >= MOST_FAULTS {
            // Told once, at the first line with words.
            if faults == MOST_FAULTS && !content.is_empty() {
                reader.fault(content, FaultKind::NotRead);
                faults += 1;
            }
            lines.push(Line {
                number,
                span: Span::of(text, line),
                content: Span::of(text, content),
                pieces: Vec::new(),
                is_event: false,
                statement: Statement::Unread,
                faults: reader.faults,
            });
            continue;
        }
        let statement = reader.statement(content, part);
        let statement = match reader.faults.is_empty() {
            true => statement.unwrap_or(Statement::Unread),
            false => Statement::Unread,
        };
        if let Some(comment) = comment {
            reader.piece(comment.trim_end(), PieceKind::Comment);
        }
        let is_event = matches!(statement, Statement::Change(_) | Statement::End);
        // A move with a typing error is a move, too.
        let is_faulty_event = statement == Statement::Unread && reader.begins_an_event(content);
        if is_event || is_faulty_event {
            part = Part::Events;
        }
        // A line may have several faults.
        faults = MOST_FAULTS.min(faults + reader.faults.len());
        lines.push(Line {
            number,
            span: Span::of(text, line),
            content: Span::of(text, content),
            pieces: reader.pieces,
            is_event: is_faulty_event || matches!(statement, Statement::Change(_)),
            statement,
            faults: reader.faults,
        });
    }
    lines
}

/// A line and its comment, which begins with `#`. Titles, names and tags may contain `#`.
fn split_comment(line: &str) -> (&str, Option<&str>) {
    let (word, rest) = split(line.trim_start());
    let begins_with = |word: &str| split(rest).0.eq_ignore_ascii_case(word);
    let own_words = match word.to_lowercase().as_str() {
        "title" => true,
        "enemy" => begins_with("tag"),
        "you" => begins_with("name"),
        _ => false,
    };
    match line.find('#') {
        Some(at) if !own_words => (&line[..at], Some(&line[at..])),
        _ => (line, None),
    }
}

/// The first word and the rest, which may be empty and is then at the end of the first.
fn split(line: &str) -> (&str, &str) {
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, &line[line.len()..]),
    }
}

fn side_of(word: &str) -> Option<Side> {
    Side::from_word(&word.to_lowercase())
}

/// The first word that was probably meant: one with the same letters, or else the most
/// similar one.
fn nearest(word: &str) -> String {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().take(LONGEST_NAME).collect();
        letters.sort_unstable();
        letters
    };
    let swapped = FIRST_WORDS
        .iter()
        .find(|known| letters(known) == letters(word));
    match swapped {
        Some(known) => (*known).to_owned(),
        None => closest(word, FIRST_WORDS, 1).concat(),
    }
}

pub(super) struct LineReader<'a> {
    pub(super) catalogue: &'a Catalogue,
    /// The whole text, for the places of its parts.
    text: &'a str,
    pieces: Vec<Piece>,
    faults: Vec<Fault>,
}

impl LineReader<'_> {
    pub(super) fn piece(&mut self, part: &str, kind: PieceKind) {
        let span = Span::of(self.text, part);
        if span.start < span.end {
            self.pieces.push(Piece { span, kind });
        }
    }

    fn fault(&mut self, part: &str, kind: impl Into<FaultKind>) {
        self.faults.push(Fault {
            span: Span::of(self.text, part),
            kind: kind.into(),
        });
    }

    /// A part that cannot be read.
    pub(super) fn unread(&mut self, part: &str, kind: impl Into<FaultKind>) {
        self.piece(part, PieceKind::Unread);
        self.fault(part, kind);
    }

    fn begins_an_event(&self, content: &str) -> bool {
        let (word, rest) = split(content);
        let verb = split(rest).0.to_lowercase();
        match word.to_lowercase().as_str() {
            "set" | "hand" | "undo" | "redo" => true,
            "you" | "enemy" => !["deck", "hand", "tag", "name"].contains(&verb.as_str()),
            _ => false,
        }
    }

    /// What a line without its comment says; none if it has faults.
    fn statement(&mut self, line: &str, part: Part) -> Option<Statement> {
        if line.is_empty() {
            return Some(Statement::Blank);
        }
        let (first, rest) = split(line);
        if line == "---" {
            self.piece(line, PieceKind::Word);
            return Some(Statement::End);
        }
        if let Some(side) = side_of(first) {
            self.piece(first, PieceKind::Side(side));
            let (verb, what) = split(rest);
            return match verb.to_lowercase().as_str() {
                word @ ("deck" | "hand" | "tag" | "name") => {
                    self.piece(verb, PieceKind::Verb);
                    self.in_setup(line, part);
                    self.side_setup(side, word, verb, what)
                }
                word => self.side_action(side, word, verb, what).map(acted),
            };
        }
        let word = first.to_lowercase();
        if !FIRST_WORDS.contains(&word.as_str()) {
            let nearest = nearest(&word);
            self.unread(first, FaultKind::UnknownLine { nearest });
            return None;
        }
        self.piece(first, PieceKind::Word);
        match word.as_str() {
            "undo" | "redo" => self.taken_back(&word, rest),
            "set" => self.settings(rest).map(acted),
            "hand" => {
                let cards = self.cards(rest);
                Some(acted(Action::SetHand { cards }))
            }
            _ => {
                self.in_setup(line, part);
                self.setup(&word, rest)
            }
        }
    }

    fn in_setup(&mut self, line: &str, part: Part) {
        if part == Part::Events {
            self.fault(line, FaultKind::SetupAfterEvents);
        }
    }

    fn setup(&mut self, word: &str, rest: &str) -> Option<Statement> {
        match word {
            "title" => {
                self.piece(rest, PieceKind::Words);
                Some(Statement::Title(rest.to_owned()))
            }
            "mode" => match read_mode(&rest.to_lowercase()) {
                Some(mode) => {
                    self.piece(rest, PieceKind::Name);
                    Some(Statement::Mode(mode))
                }
                None => {
                    self.unread(rest, FaultKind::UnknownMode);
                    None
                }
            },
            "rules" => match Rules::parse(rest) {
                Ok(rules) => {
                    self.piece(rest, PieceKind::Name);
                    Some(Statement::Rules(rules))
                }
                Err(error) => {
                    self.unread(rest, error);
                    None
                }
            },
            "seed" => self.number(rest).map(Statement::Seed),
            "first" => match side_of(rest) {
                Some(side) => {
                    self.piece(rest, PieceKind::Side(side));
                    Some(Statement::First(side))
                }
                None => {
                    let word = shortened(rest).into_owned();
                    self.unread(rest, FaultKind::NotAFirstSide { word });
                    None
                }
            },
            "position" => {
                self.piece(rest, PieceKind::State);
                Some(Statement::Position(rest.to_owned()))
            }
            _ => {
                let mut sides = Vec::new();
                for word in rest.split_whitespace() {
                    match side_of(word) {
                        Some(side) => {
                            self.piece(word, PieceKind::Side(side));
                            sides.push(side);
                        }
                        None => {
                            let shown = shortened(word).into_owned();
                            self.unread(word, FaultKind::NotASide { word: shown });
                        }
                    }
                }
                Some(Statement::Autoplay(sides))
            }
        }
    }

    fn side_setup(&mut self, side: Side, word: &str, verb: &str, what: &str) -> Option<Statement> {
        match (word, side) {
            ("tag", Side::Enemy) => {
                self.piece(what, PieceKind::Words);
                Some(Statement::Tag(what.to_owned()))
            }
            ("name", Side::You) => {
                self.piece(what, PieceKind::Words);
                Some(Statement::Name(what.to_owned()))
            }
            ("tag", Side::You) => {
                self.fault(verb, FaultKind::TagOfYou);
                None
            }
            ("name", Side::Enemy) => {
                self.fault(verb, FaultKind::NameOfEnemy);
                None
            }
            ("deck", _) => {
                let cards = self.cards(what);
                Some(Statement::Deck { side, cards })
            }
            (_, Side::You) => Some(Statement::Hand(self.cards(what))),
            (_, Side::Enemy) => {
                let (unseen, number) = split(what);
                if unseen == "unseen" && !number.is_empty() {
                    self.piece(unseen, PieceKind::Name);
                    let number = self.number(number)?;
                    return Some(Statement::EnemyHand(EnemyHand::Unseen(number)));
                }
                let cards = self.cards(what);
                Some(Statement::EnemyHand(EnemyHand::Cards(cards)))
            }
        }
    }

    fn number<T: std::str::FromStr<Err = std::num::ParseIntError>>(
        &mut self,
        word: &str,
    ) -> Option<T> {
        match word.parse() {
            Ok(number) => {
                self.piece(word, PieceKind::Number);
                Some(number)
            }
            Err(error) => {
                self.unread(word, error);
                None
            }
        }
    }

    fn taken_back(&mut self, word: &str, rest: &str) -> Option<Statement> {
        let count: Option<u64> = rest.parse().ok().filter(|count| *count > 0);
        let Some(count) = count else {
            let word = word.to_owned();
            self.unread(rest, FaultKind::NoCount { word });
            return None;
        };
        self.piece(rest, PieceKind::Number);
        Some(Statement::Change(match word {
            "undo" => Change::Undo(count),
            _ => Change::Redo(count),
        }))
    }

    fn settings(&mut self, rest: &str) -> Option<Action> {
        if rest == NOTHING {
            self.piece(rest, PieceKind::Nothing);
            return Some(Action::Resync { tiles: Vec::new() });
        }
        let mut tiles = Vec::new();
        for written in rest.split(';') {
            let written = written.trim();
            let (tile, state) = split(written);
            match tile.parse() {
                Ok(place) => self.piece(tile, PieceKind::Tile(place)),
                Err(_) => self.piece(tile, PieceKind::Unread),
            }
            match read_setting(self.catalogue, written) {
                Ok(setting) => {
                    self.piece(state, PieceKind::State);
                    tiles.push(setting);
                }
                Err(error) => {
                    self.piece(state, PieceKind::Unread);
                    let at = match &error {
                        SettingError::Incomplete => written,
                        SettingError::Tile(_) => tile,
                        SettingError::OutOfRange | SettingError::State(_) => state,
                    };
                    self.fault(at, error);
                }
            }
        }
        Some(Action::Resync { tiles })
    }

    fn side_action(&mut self, side: Side, word: &str, verb: &str, what: &str) -> Option<Action> {
        let known = ["pass", "play", "mulligan", "setdeck", "draw"].contains(&word);
        let kind = match known {
            true => PieceKind::Verb,
            false => PieceKind::Unread,
        };
        self.piece(verb, kind);
        match (word, side) {
            ("pass", _) if what.is_empty() => Some(Action::Move {
                side,
                made: Move::Pass,
            }),
            ("play", _) => {
                let play = self.play(what, verb)?;
                Some(Action::Move {
                    side,
                    made: Move::Play(play),
                })
            }
            ("mulligan", _) => {
                let Some((replace, drew)) = what.split_once("->") else {
                    let replace = self.cards(what);
                    return Some(Action::Mulligan {
                        side,
                        replace,
                        drew: None,
                    });
                };
                let replace_cards = self.cards(replace);
                let arrow = &what[replace.len()..what.len() - drew.len()];
                self.piece(arrow, PieceKind::Arrow);
                let drew = Some(self.cards(drew));
                Some(Action::Mulligan {
                    side,
                    replace: replace_cards,
                    drew,
                })
            }
            ("setdeck", _) => {
                let cards = self.cards(what);
                Some(Action::SetDeck {
                    side,
                    deck: Some(cards).filter(|cards| !cards.is_empty()),
                })
            }
            ("draw", Side::You) => {
                let card = self.card(what)?;
                Some(Action::Draw { card })
            }
            _ => {
                let at = match known {
                    true if !what.is_empty() => what,
                    _ => verb,
                };
                self.fault(at, FaultKind::NotAnAction { side });
                None
            }
        }
    }

    fn play(&mut self, what: &str, verb: &str) -> Option<Play> {
        let Some((card, tile)) = what.rsplit_once(char::is_whitespace) else {
            let at = if what.is_empty() { verb } else { what };
            match self.card_of(what) {
                Ok(card) => self.piece(what, PieceKind::Card(card)),
                Err(_) => self.piece(what, PieceKind::Unread),
            }
            self.fault(at, FaultKind::PlayIncomplete);
            return None;
        };
        let card = card.trim();
        let place: Result<TileId, _> = tile.parse();
        // `play Security Officer` lacks its tile; `Officer` is none.
        if place.is_err()
            && let Ok(whole) = self.card_of(what)
        {
            self.piece(what, PieceKind::Card(whole));
            self.fault(what, FaultKind::PlayIncomplete);
            return None;
        }
        let card = self.card(card);
        match place {
            Ok(tile_id) => {
                self.piece(tile, PieceKind::Tile(tile_id));
                card.map(|card| Play {
                    card,
                    tile: tile_id,
                })
            }
            Err(error) => {
                self.unread(tile, error);
                None
            }
        }
    }
}

fn acted(action: Action) -> Statement {
    Statement::Change(Change::Act(action))
}
