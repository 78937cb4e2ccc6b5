//! What the editor shows under the pointer: a card with its range and abilities, or the
//! board after the line.

use qbcoach_notation::{PieceKind, Statement};
use qbcoach_sessions::queens_blood::Library;

use super::document::Document;
use super::hints::LineReview;
use super::lsp::{Hover, Markup, Position};
use super::place::Encoding;
use super::words;

pub fn hover(
    library: &Library,
    document: &Document,
    encoding: Encoding,
    position: Position,
) -> Option<Hover> {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let line = checked.text.lines.get(position.line as usize)?;
    let byte = places.byte(position);
    if let Some(piece) = line.piece_at(byte)
        && let PieceKind::Card(card) = piece.kind
    {
        return Some(Hover {
            contents: Markup::markdown(words::card(&library.catalogue, card)),
            range: places.range(piece.span),
        });
    }
    let shows_board = matches!(
        line.statement,
        Statement::Change(_) | Statement::Position(_) | Statement::End
    );
    if !shows_board || byte > line.content.end {
        return None;
    }
    let game = checked.after(library, position.line as usize)?;
    let mut value = words::board(&game);
    let reviewed = document
        .review()
        .and_then(|review| review.of_line(position.line as usize));
    if let Some(sentence) = reviewed.and_then(LineReview::sentence) {
        value = format!("{sentence}\n\n{value}");
    }
    Some(Hover {
        contents: Markup::markdown(value),
        range: places.range(line.content),
    })
}
