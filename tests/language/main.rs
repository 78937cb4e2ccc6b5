//! Match texts as a language: what an editor is told about them.

mod answers;
mod completions;
#[path = "../support/edited_lines.rs"]
mod edited_lines;
mod edits;
mod examples;
mod faults;
mod generated;
mod places;
mod properties;

use std::sync::{Arc, OnceLock};

use qbcoach_engine::rules::data;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_language::{Document, Encoding};
use qbcoach_sessions::queens_blood::Library;

fn library() -> &'static Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let catalogue = data::embedded();
        let decks = DeckLibrary::embedded(&catalogue).expect("the shipped decks are valid");
        Arc::new(Library::new(catalogue, decks))
    })
}

fn document(text: &str) -> Document {
    Document::new("file:///match.qb".to_owned(), 1, text.to_owned())
}

const UTF8: Encoding = Encoding::Utf8;
