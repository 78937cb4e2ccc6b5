//! Columns are counted as the editor counts them.

use qbcoach_language::lsp::Position;
use qbcoach_language::{Encoding, Places, actions, hover, tokens};

use crate::{document, library};

/// A Japanese name (three bytes or one unit each) and an emoji (four bytes, two units).
const TEXT: &str = "you play モスクローラー MID-1 # 🐛 crawls\nenemy play クローラー MID-5\n";

#[test]
fn places_are_translated_there_and_back() {
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        let places = Places::new(TEXT, encoding);
        for (byte, _) in TEXT.char_indices() {
            let position = places.position(byte);
            assert_eq!(places.byte(position), byte, "{encoding:?} {position:?}");
        }
    }
    let places = Places::new("a🐛b\r\nc", Encoding::Utf16);
    let at = |line, character| places.byte(Position { line, character });
    assert_eq!([at(0, 1), at(0, 3), at(0, 4)], [1, 5, 6]);
    // Inside a character, past the end of a line, past the end of the text.
    assert_eq!([at(0, 2), at(0, 99), at(9, 0)], [1, 6, 9]);
}

#[test]
fn marks_and_hovers_have_the_editors_columns() {
    let text = "enemy play Crawler MID-5\n".replace("enemy", "you");
    let text = format!("# 🐛🐛\n{text}");
    let marks = |encoding| actions::diagnostics(library(), &document(&text), encoding);
    assert_eq!(marks(Encoding::Utf8)[0].range.start.character, 17);
    let japanese = "you play 警備兵 MID-9\n";
    let find = |encoding| actions::diagnostics(library(), &document(japanese), encoding);
    let start = |encoding| {
        let found = find(encoding);
        let tile = found.iter().find(|mark| mark.code == "notATile");
        tile.expect("the tile is none").range.start.character
    };
    assert_eq!(start(Encoding::Utf16), 13);
    assert_eq!(start(Encoding::Utf8), 19);
}

#[test]
fn a_card_is_shown_by_its_japanese_name() {
    let catalogue = &library().catalogue;
    let card = catalogue.find("019").expect("there is a card 019");
    let name = catalogue
        .japanese_name(card)
        .expect("it has a Japanese name");
    let text = format!("you play {name} MID-1\n");
    for (encoding, column) in [(Encoding::Utf16, 10), (Encoding::Utf8, 12)] {
        let position = Position {
            line: 0,
            character: column,
        };
        let shown = hover::hover(library(), &document(&text), encoding, position);
        let shown = shown.expect("there is a card");
        assert!(shown.contents.value.contains("019 Crawler"), "{shown:?}");
    }
}

#[test]
fn the_lengths_of_coloured_words_follow_the_encoding() {
    let text = "title 🐛 bug\n";
    let data = |encoding| tokens::tokens(library(), &document(text), encoding).data;
    assert_eq!(data(Encoding::Utf16), [0, 0, 5, 0, 0, 0, 6, 6, 4, 0]);
    assert_eq!(data(Encoding::Utf8), [0, 0, 5, 0, 0, 0, 6, 8, 4, 0]);
}
