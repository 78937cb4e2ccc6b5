//! The colours of words, for editors that ask the server.

use qbcoach_notation::PieceKind;
use qbcoach_sessions::queens_blood::Library;

use super::document::Document;
use super::lsp::SemanticTokens;
use super::place::Encoding;

/// The kinds of words, by the protocol's own names so that every theme has colours for
/// them.
pub const LEGEND: [&str; 9] = [
    "keyword",
    "parameter",
    "class",
    "enumMember",
    "string",
    "number",
    "comment",
    "operator",
    "property",
];

fn kind(piece: &PieceKind) -> Option<u32> {
    Some(match piece {
        PieceKind::Word | PieceKind::Verb => 0,
        PieceKind::Side(_) => 1,
        PieceKind::Card(_) | PieceKind::Cards(_) => 2,
        PieceKind::Tile(_) => 3,
        PieceKind::Words => 4,
        PieceKind::Number => 5,
        PieceKind::Comment => 6,
        PieceKind::Arrow | PieceKind::Nothing => 7,
        PieceKind::Name | PieceKind::State => 8,
        PieceKind::Unread => return None,
    })
}

pub fn tokens(library: &Library, document: &Document, encoding: Encoding) -> SemanticTokens {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let mut data = Vec::new();
    let (mut last_line, mut last_column) = (0, 0);
    for line in &checked.text.lines {
        for piece in &line.pieces {
            let Some(kind) = kind(&piece.kind) else {
                continue;
            };
            let start = places.position(piece.span.start);
            let length = places.width(piece.span.text(&document.text)) as u32;
            let lines = start.line - last_line;
            let columns = match lines {
                0 => start.character - last_column,
                _ => start.character,
            };
            data.extend([lines, columns, length, kind, 0]);
            (last_line, last_column) = (start.line, start.character);
        }
    }
    SemanticTokens { data }
}
