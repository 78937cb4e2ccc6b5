//! The turns of a match as symbols, and what can be folded away.

use qbcoach_engine::simulation::action::Action;
use qbcoach_notation::{Change, Line, PieceKind, Span, Statement, change_text, short_text};
use qbcoach_sessions::queens_blood::Library;

use super::document::Document;
use super::lsp::{DocumentSymbol, FoldingRange};
use super::place::{Encoding, Places};
use super::words;

/// The numbers of symbol kinds in the protocol.
const NAMESPACE: u8 = 3;
const PROPERTY: u8 = 7;
const EVENT: u8 = 24;

/// The setup, and one symbol for each turn. What happens before a move of the same turn,
/// a draw or a correction, is inside the turn.
pub fn symbols(library: &Library, document: &Document, encoding: Encoding) -> Vec<DocumentSymbol> {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let lines = &checked.text.lines;
    let mut symbols = Vec::new();
    let setup: Vec<&Line> = lines
        .iter()
        .filter(|line| line.statement.is_setup())
        .collect();
    if let (Some(first), Some(last)) = (setup.first(), setup.last()) {
        let title = checked.text.setup.title.clone();
        symbols.push(DocumentSymbol {
            name: "setup".to_owned(),
            detail: title.unwrap_or_default(),
            kind: NAMESPACE,
            range: places.range(Span {
                start: first.content.start,
                end: last.content.end,
            }),
            selection_range: places.range(first.content),
            children: Vec::new(),
        });
    }
    let mut waiting: Vec<DocumentSymbol> = Vec::new();
    let mut turn = 0;
    for (index, line) in lines.iter().enumerate() {
        let Statement::Change(change) = &line.statement else {
            continue;
        };
        let made = match change {
            Change::Act(action @ Action::Move { .. }) => action,
            other => {
                let name = change_text(&library.catalogue, other);
                waiting.push(symbol(&places, line, name, String::new(), PROPERTY));
                continue;
            }
        };
        turn += 1;
        let name = format!("{turn}. {}", short_text(&library.catalogue, made));
        let standing = checked.standings.get(index).and_then(Option::as_ref);
        let score = standing.map(|standing| words::totals(&standing.score));
        let mut of_turn = symbol(&places, line, name, score.unwrap_or_default(), EVENT);
        if let Some(first) = waiting.first() {
            of_turn.range.start = first.range.start;
        }
        of_turn.children = std::mem::take(&mut waiting);
        symbols.push(of_turn);
    }
    symbols.extend(waiting);
    symbols
}

fn symbol(
    places: &Places<'_>,
    line: &Line,
    name: String,
    detail: String,
    kind: u8,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail,
        kind,
        range: places.range(line.content),
        selection_range: places.range(line.content),
        children: Vec::new(),
    }
}

/// The setup, and comments of several lines.
pub fn folds(library: &Library, document: &Document) -> Vec<FoldingRange> {
    let checked = document.checked(library);
    let lines = &checked.text.lines;
    let mut folds = Vec::new();
    let in_setup = |line: &&Line| line.statement.is_setup();
    let first = lines.iter().find(in_setup).map(|line| line.number - 1);
    let last = lines.iter().rfind(in_setup).map(|line| line.number - 1);
    if let (Some(first), Some(last)) = (first, last)
        && first < last
    {
        // The line that ends the setup is folded with it.
        let end = match lines.get(last + 1).map(|line| &line.statement) {
            Some(Statement::End) => last + 1,
            _ => last,
        };
        folds.push(FoldingRange {
            start_line: first as u32,
            end_line: end as u32,
            kind: "region",
        });
    }
    let is_comment = |line: &Line| {
        line.statement == Statement::Blank
            && line
                .pieces
                .iter()
                .any(|piece| piece.kind == PieceKind::Comment)
    };
    let mut start = None;
    for (index, line) in lines.iter().enumerate() {
        match (is_comment(line), start) {
            (true, None) => start = Some(index),
            (false, Some(begun)) => {
                folds.extend(comment_fold(begun, index - 1));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(begun) = start {
        folds.extend(comment_fold(begun, lines.len() - 1));
    }
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds
}

fn comment_fold(start: usize, end: usize) -> Option<FoldingRange> {
    (start < end).then_some(FoldingRange {
        start_line: start as u32,
        end_line: end as u32,
        kind: "comment",
    })
}
