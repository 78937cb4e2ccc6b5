//! What a finding can be replaced with.

use qbcoach_basics::suggest::closest;
use qbcoach_engine::rules::{CardId, Move, Play, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::pile::Pile;
use qbcoach_notation::{Change, FaultKind, Line, MODES, PieceKind, Span, Statement, card_name};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::queens_blood::Library;

use super::check::{Cause, Checked, Finding, is_draw_first};

/// The most fixes for one fault.
const MOST: usize = 5;

/// One edit that may mend a fault.
pub(crate) struct Fix {
    pub title: String,
    pub span: Span,
    pub text: String,
}

pub(crate) fn of(library: &Library, checked: &Checked, source: &str, found: &Finding) -> Vec<Fix> {
    let line = &checked.text.lines[found.line];
    match &found.cause {
        Cause::Form(fault) => of_form(library, source, found, fault),
        Cause::OutOfTurn { expected } => {
            let side = line.pieces.first().map_or(line.content, |piece| piece.span);
            vec![Fix {
                title: format!("It is {} turn: write `{expected}`", expected.whose()),
                span: side,
                text: expected.word().to_owned(),
            }]
        }
        cause @ Cause::Refused(_) => match is_draw_first(cause) {
            true => draws(library, checked, found.line),
            false => legal_tiles(library, checked, line, found.line),
        },
        Cause::Setup | Cause::Odd => Vec::new(),
    }
}

fn of_form(library: &Library, source: &str, found: &Finding, fault: &FaultKind) -> Vec<Fix> {
    let replace = |text: String| Fix {
        title: format!("Write `{text}`"),
        span: found.span,
        text,
    };
    match fault {
        FaultKind::UnknownMode => {
            let written = found.span.text(source);
            let near = closest(written, MODES.map(|(word, _)| word), 1);
            near.into_iter()
                .map(|word| replace(word.to_owned()))
                .collect()
        }
        FaultKind::Cards(_) => {
            let labels = fault.suggestions().into_iter().take(MOST);
            let card = |label: String| {
                let number = label.split_whitespace().next()?;
                let card = library.catalogue.by_number(number)?;
                Some(replace(card_name(&library.catalogue, card).to_owned()))
            };
            labels.filter_map(card).collect()
        }
        other => other
            .suggestions()
            .into_iter()
            .take(MOST)
            .map(replace)
            .collect(),
    }
}

/// The tiles where the card of an illegal play may go, the best for its side first.
fn legal_tiles(library: &Library, checked: &Checked, line: &Line, index: usize) -> Vec<Fix> {
    let Statement::Change(Change::Act(Action::Move {
        side,
        made: Move::Play(play),
    })) = &line.statement
    else {
        return Vec::new();
    };
    let written = line.pieces.iter().find_map(|piece| match piece.kind {
        PieceKind::Tile(_) => Some(piece.span),
        _ => None,
    });
    let (Some(span), Some(game)) = (written, checked.before(library, index)) else {
        return Vec::new();
    };
    let (book, board) = (game.book(), &game.annotated.state.position.board);
    let mut tiles: Vec<(i32, String)> = Vec::new();
    for tile in board.legal_tiles(book, *side, play.card).iter() {
        let made = Move::Play(Play { tile, ..*play });
        let acted = game.act(library, &Action::Move { side: *side, made });
        if let Ok((after, _)) = acted {
            let margin = after.annotated.state.position.board.score(book).margin();
            let gain = match side {
                Side::You => margin,
                Side::Enemy => -margin,
            };
            tiles.push((-gain, tile.to_string()));
        }
    }
    tiles.sort();
    let fixes = tiles.into_iter().take(MOST).map(|(_, tile)| Fix {
        title: format!("Play it on {tile}"),
        span,
        text: tile,
    });
    fixes.collect()
}

/// Lines that tell the draw which is due before a line.
pub(crate) fn draws(library: &Library, checked: &Checked, index: usize) -> Vec<Fix> {
    let Some(game) = checked.before(library, index) else {
        return Vec::new();
    };
    let mut candidates: Vec<CardId> = Vec::new();
    // The first card played later that was not in the hand before was perhaps drawn.
    let holdings = &game.annotated.state.holdings.you;
    let mut held = holdings.hand.cards();
    for line in checked.text.lines.iter().skip(index) {
        let Statement::Change(Change::Act(Action::Move {
            side: Side::You,
            made: Move::Play(play),
        })) = &line.statement
        else {
            continue;
        };
        match held.iter().position(|card| *card == play.card) {
            Some(at) => {
                held.swap_remove(at);
            }
            None => {
                candidates.push(play.card);
                break;
            }
        }
    }
    if let Pile::Hidden {
        pool: Some(pool), ..
    } = &holdings.pile
    {
        candidates.extend(pool);
    }
    let mut offered: Vec<CardId> = Vec::new();
    for card in candidates {
        let legal = game.act(library, &Action::Draw { card }).is_ok();
        if legal && !offered.contains(&card) {
            offered.push(card);
        }
    }
    let start = checked.text.lines[index].span.start;
    let span = Span { start, end: start };
    if offered.is_empty() {
        // The card can be completed there.
        return vec![Fix {
            title: "Tell the draw".to_owned(),
            span,
            text: "you draw \n".to_owned(),
        }];
    }
    let fixes = offered.into_iter().take(MOST).map(|card| {
        let name = card_name(&library.catalogue, card);
        Fix {
            title: format!("Tell the draw: {name}"),
            span,
            text: format!("you draw {name}\n"),
        }
    });
    fixes.collect()
}
