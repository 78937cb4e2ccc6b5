//! Writes a text in one way: words in lower case, cards by their names, tiles as
//! `MID-4`, single blanks. Comments are kept, and the match stays the same. Lines with
//! faults are left as they are.

use qbcoach_engine::rules::{CardId, Catalogue};
use qbcoach_engine::simulation::deck::cards_from_text;
use qbcoach_notation::{Line, PieceKind, Span, Statement, card_name};
use qbcoach_sessions::queens_blood::Library;

use super::document::Document;
use super::lsp::TextEdit;
use super::place::Encoding;

/// The edits that format a text; only what changes.
pub fn edits(library: &Library, document: &Document, encoding: Encoding) -> Vec<TextEdit> {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let (text, lines) = (&document.text, &checked.text.lines);
    let mut edits = Vec::new();
    let mut change = |span: Span, new_text: String| {
        if span.text(text) != new_text {
            edits.push(TextEdit {
                range: places.range(span),
                new_text,
            });
        }
    };
    let is_empty = |line: &Line| line.span.text(text).trim().is_empty();
    // One empty line between others, none at the beginning or the end.
    let last = lines.iter().rposition(|line| !is_empty(line));
    let Some(last) = last else {
        change(
            Span {
                start: 0,
                end: text.len(),
            },
            String::new(),
        );
        return edits;
    };
    let mut kept_empty = true;
    for (index, line) in lines[..=last].iter().enumerate() {
        let is_empty = is_empty(line);
        if is_empty && kept_empty {
            let end = lines[index + 1].span.start;
            let start = line.span.start;
            change(Span { start, end }, String::new());
            continue;
        }
        kept_empty = is_empty;
        change(line.span, line_text(&library.catalogue, text, line));
    }
    // The text ends with one line break. A carriage return alone is none.
    let end = lines[last].span.end;
    let line_break = ["\n", "\r\n"]
        .into_iter()
        .find(|line_break| text[end..].starts_with(line_break));
    let (start, rest) = match line_break {
        Some(line_break) => (end + line_break.len(), ""),
        None => (end, "\n"),
    };
    let end = text.len();
    change(Span { start, end }, rest.to_owned());
    edits
}

/// The formatted text.
pub fn formatted(library: &Library, document: &Document) -> String {
    let places = document.places(Encoding::Utf8);
    let mut text = document.text.clone();
    for edit in edits(library, document, Encoding::Utf8).iter().rev() {
        let range = places.byte(edit.range.start)..places.byte(edit.range.end);
        text.replace_range(range, &edit.new_text);
    }
    text
}

/// One line, formatted.
pub(crate) fn line_text(catalogue: &Catalogue, text: &str, line: &Line) -> String {
    let comment = line
        .pieces
        .iter()
        .find(|piece| piece.kind == PieceKind::Comment);
    let comment = comment.map(|piece| piece.span.text(text));
    let content = match line.statement {
        Statement::Unread => line.content.text(text).to_owned(),
        _ => content_text(catalogue, text, line),
    };
    match (content.is_empty(), comment) {
        (_, None) => content,
        (true, Some(comment)) => comment.to_owned(),
        (false, Some(comment)) => format!("{content}  {comment}"),
    }
}

fn content_text(catalogue: &Catalogue, text: &str, line: &Line) -> String {
    let mut written = String::new();
    let mut before: Option<Span> = None;
    for piece in &line.pieces {
        let own = piece.span.text(text);
        let word = match &piece.kind {
            PieceKind::Comment => continue,
            PieceKind::Word | PieceKind::Verb if own.eq_ignore_ascii_case("setdeck") => {
                "setDeck".to_owned()
            }
            PieceKind::Word | PieceKind::Verb => own.to_lowercase(),
            PieceKind::Side(side) => side.word().to_owned(),
            PieceKind::Card(card) => card_text(catalogue, own, *card),
            PieceKind::Tile(tile) => tile.to_string(),
            PieceKind::Name => single_blanks(own),
            _ => own.to_owned(),
        };
        if let Some(before) = before {
            let between = &text[before.end..piece.span.start];
            written.push_str(
                if between.contains(';') && matches!(piece.kind, PieceKind::Tile(_)) {
                    "; "
                } else if matches!(piece.kind, PieceKind::Card(_) | PieceKind::Cards(_))
                    && is_in_list(&written)
                    && !written.ends_with("->")
                {
                    ", "
                } else {
                    " "
                },
            );
        }
        written.push_str(&word);
        before = Some(piece.span);
    }
    written
}

/// Whether a card has been written before on this line, since the arrow.
fn is_in_list(written: &str) -> bool {
    let list = written.rsplit("->").next().unwrap_or_default();
    let words = list.split_whitespace();
    let first_words = [
        "you", "enemy", "deck", "hand", "mulligan", "setDeck", "draw", "play",
    ];
    words.filter(|word| !first_words.contains(word)).count() > 0
}

/// A card with its count, if it has one.
fn card_text(catalogue: &Catalogue, own: &str, card: CardId) -> String {
    let name = card_name(catalogue, card);
    let copies = match catalogue.lookup(own) {
        Some(_) => 1,
        None => cards_from_text(catalogue, own).map_or(1, |cards| cards.len()),
    };
    let counted = |name: &str| match copies {
        1 => name.to_owned(),
        copies => format!("{copies}x {name}"),
    };
    // A name may look like a list or a count; then its number is written.
    let written = counted(name);
    let reads_back = cards_from_text(catalogue, &written);
    match reads_back.is_ok_and(|cards| cards.len() == copies && cards.iter().all(|c| *c == card)) {
        true => written,
        false => counted(&catalogue[card].number),
    }
}

/// Words with one blank between them. What is in quotes or brackets has no blanks.
fn single_blanks(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
