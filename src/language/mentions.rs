//! Where a match names a card: first, and everywhere.

use qbcoach_engine::rules::CardId;
use qbcoach_notation::{PieceKind, Span};
use qbcoach_sessions::queens_blood::Library;

use super::document::Document;
use super::lsp::{DocumentHighlight, Location, Position};
use super::place::Encoding;

/// Every place that names the card at a place.
fn mentions(
    library: &Library,
    document: &Document,
    encoding: Encoding,
    position: Position,
) -> Vec<Span> {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let line = checked.text.lines.get(position.line as usize);
    let piece = line.and_then(|line| line.piece_at(places.byte(position)));
    let card = match piece.map(|piece| &piece.kind) {
        Some(PieceKind::Card(card)) => *card,
        _ => return Vec::new(),
    };
    let of_card = |(named, span): (CardId, Span)| (named == card).then_some(span);
    let lines = checked.text.lines.iter();
    lines
        .flat_map(|line| line.cards().filter_map(of_card))
        .collect()
}

/// Where the match names the card first: in a deck, a hand, a draw or a play.
pub fn definition(
    library: &Library,
    document: &Document,
    encoding: Encoding,
    position: Position,
) -> Option<Location> {
    references(library, document, encoding, position)
        .into_iter()
        .next()
}

pub fn references(
    library: &Library,
    document: &Document,
    encoding: Encoding,
    position: Position,
) -> Vec<Location> {
    let places = document.places(encoding);
    let spans = mentions(library, document, encoding, position).into_iter();
    let location = |span| Location {
        uri: document.uri.clone(),
        range: places.range(span),
    };
    spans.map(location).collect()
}

pub fn highlights(
    library: &Library,
    document: &Document,
    encoding: Encoding,
    position: Position,
) -> Vec<DocumentHighlight> {
    let places = document.places(encoding);
    let spans = mentions(library, document, encoding, position).into_iter();
    let highlight = |span| DocumentHighlight {
        range: places.range(span),
        kind: 1,
    };
    spans.map(highlight).collect()
}
