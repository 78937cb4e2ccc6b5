//! Shared by the tests: reading boards from drawings, making plays, and comparing the
//! result with a drawing.
#![allow(dead_code)] // No test program uses all of this.

use std::sync::Arc;

use qbcoach_engine::rules::notation::read_position;
use qbcoach_engine::rules::{
    Board, Catalogue, Event, EventSink, Play, Position, Powers, Rulebook, Rules, Side, Status,
    TileId, data,
};

/// The presets under which a rule is checked.
pub const BOTH: &[&str] = &["canon", "rebirth"];
pub const CANON: &[&str] = &["canon"];
pub const REBIRTH: &[&str] = &["rebirth"];

/// Sets up the board `before`, makes the plays, and compares the result with the drawing
/// `after`, once under each of the rules.
///
/// Boards are three lines of five tiles in the words of the position text. In `after` a
/// card is written `y1[019=4+]`: its power, then `+` if it is enhanced or `-` if it is
/// enfeebled. Lines may follow: `hand you T01` (all cards added to that hand, in order)
/// and `score you 12 enemy 3`.
#[track_caller]
pub fn check(rules: &[&str], before: &str, plays: &str, after: &str) {
    for rules in rules {
        let book = Rulebook::embedded(Rules::parse(rules).expect("the test names known rules"));
        check_with(&book, before, plays, after);
    }
}

/// [`check`] under one rulebook, which may have the test's own cards.
#[track_caller]
pub fn check_with(book: &Rulebook, before: &str, plays: &str, after: &str) {
    let mut board = board(book, before);
    let events = make_plays(book, &mut board, plays);
    let mut expected: Vec<Vec<String>> = Vec::new();
    let mut extras: Vec<&str> = Vec::new();
    for line in after.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with("hand ") || line.starts_with("score ") {
            extras.push(line);
        } else {
            expected.push(line.split_whitespace().map(str::to_owned).collect());
        }
    }
    let actual: Vec<Vec<String>> = sketch(book, &board)
        .chunks(5)
        .map(<[String]>::to_vec)
        .collect();
    assert!(
        actual == expected,
        "under {}, after {plays}\nexpected:\n{}\nactual:\n{}\n",
        book.rules,
        aligned(&expected),
        aligned(&actual),
    );
    for extra in extras {
        let actual = match extra.split_whitespace().next() {
            Some("hand") => {
                let side = extra
                    .split_whitespace()
                    .nth(1)
                    .expect("`hand` names a side");
                hand_line(book, side, &events)
            }
            _ => {
                let totals = board.score(book).totals;
                format!("score you {} enemy {}", totals.you, totals.enemy)
            }
        };
        let expected: Vec<&str> = extra.split_whitespace().collect();
        assert_eq!(
            actual,
            expected.join(" "),
            "under {}, after {plays}",
            book.rules
        );
    }
}

/// A board from a drawing.
#[track_caller]
pub fn board(book: &Rulebook, drawing: &str) -> Board {
    position(book, drawing).board
}

#[track_caller]
pub fn position(book: &Rulebook, drawing: &str) -> Position {
    match read_position(book, drawing) {
        Ok(position) => position,
        Err(error) => panic!("the drawing is not a position: {error}\n{drawing}"),
    }
}

/// Makes plays such as `you 003 MID-2; enemy 021 TOP-5`; all must be legal.
#[track_caller]
pub fn make_plays(book: &Rulebook, board: &mut Board, plays: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for text in plays
        .split(';')
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let (side, play) = read_play(book, text);
        if let Err(refusal) = board.play(book, side, play, &mut events) {
            panic!("under {}, `{text}` is refused: {refusal}", book.rules);
        }
    }
    events
}

#[track_caller]
pub fn read_play(book: &Rulebook, text: &str) -> (Side, Play) {
    let mut words = text.split_whitespace();
    let (Some(side), Some(card), Some(tile)) = (words.next(), words.next(), words.next()) else {
        panic!("`{text}` is not `side card tile`");
    };
    (side_named(side), play_of(book, card, tile))
}

#[track_caller]
pub fn play_of(book: &Rulebook, card: &str, tile: &str) -> Play {
    Play {
        card: book.catalogue.find(card).expect("the test names a card"),
        tile: tile.parse().expect("the test names a tile"),
    }
}

#[track_caller]
pub fn side_named(word: &str) -> Side {
    match word {
        "you" => Side::You,
        "enemy" => Side::Enemy,
        _ => panic!("`{word}` is not a side"),
    }
}

/// The fifteen tiles as words: owner, shown ranks, card, power and status.
pub fn sketch(book: &Rulebook, board: &Board) -> Vec<String> {
    let powers = board.powers(book);
    TileId::all()
        .map(|tile| sketch_tile(book, board, &powers, tile))
        .collect()
}

fn sketch_tile(book: &Rulebook, board: &Board, powers: &Powers, tile: TileId) -> String {
    let ranks = board.ranks(tile);
    let Some(owner) = board.owner(tile).side() else {
        // A neutral tile stays neutral when an undo leaves equal ranks on it.
        return match (ranks.you.get(), ranks.enemy.get()) {
            (0, 0) => ".".to_owned(),
            (you, enemy) => format!("n{you}:{enemy}"),
        };
    };
    let other = match ranks[owner.opponent()].get() {
        0 => String::new(),
        rank => format!(":{rank}"),
    };
    let card = board.card(tile).map(|placed| {
        assert_eq!(placed.side, owner, "{tile} belongs to its card's side");
        let status = match powers.status(tile) {
            Status::Enhanced => "+",
            Status::Enfeebled => "-",
            Status::Neutral => "",
        };
        let number = &book.catalogue[placed.card].number;
        format!("[{number}={}{status}]", powers.power[tile])
    });
    format!(
        "{}{}{other}{}",
        owner.letter(),
        ranks[owner],
        card.unwrap_or_default()
    )
}

fn hand_line(book: &Rulebook, side: &str, events: &[Event]) -> String {
    let wanted = side_named(side);
    let mut line = format!("hand {side}");
    for event in events {
        if let Event::AddedToHand { side, card, .. } = event
            && *side == wanted
        {
            line.push(' ');
            line.push_str(&book.catalogue[*card].number);
        }
    }
    line
}

fn aligned(rows: &[Vec<String>]) -> String {
    rows.iter()
        .map(|row| {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:<14}")).collect();
            format!("    {}\n", cells.concat().trim_end())
        })
        .collect()
}

/// The embedded cards with the test's own cards and effects.
#[track_caller]
pub fn catalogue_with(text: &str) -> Arc<Catalogue> {
    let file = data::DataFile {
        name: "test.json",
        text,
    };
    match data::load(&[file]) {
        Ok(catalogue) => Arc::new(catalogue),
        Err(error) => panic!("the test's cards are wrong:\n{error}"),
    }
}

/// Collects the cards that are added to hands, and no other events.
#[derive(Default)]
pub struct HandAdditions(pub Vec<(Side, qbcoach_engine::rules::CardId)>);

impl EventSink for HandAdditions {
    const LISTENS: bool = false;

    fn event(&mut self, event: Event) {
        if let Event::AddedToHand { side, card, .. } = event {
            self.0.push((side, card));
        }
    }
}
