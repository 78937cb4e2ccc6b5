//! The people one meets in the game, and the few cards that are known of them.

use std::sync::LazyLock;

use serde::Deserialize;

use super::opponents::key_of;
use qbcoach_engine::prediction::SeenInMatch;
use qbcoach_engine::rules::Catalogue;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Person {
    pub name: String,
    pub place: String,
    /// Numbers of cards that the person is known to play.
    #[serde(default)]
    cards: Vec<String>,
}

#[derive(Deserialize)]
struct PeopleFile {
    #[serde(rename = "$schema")]
    _schema: String,
    people: Vec<Person>,
}

static PEOPLE: LazyLock<Vec<Person>> = LazyLock::new(|| {
    let text = include_str!("../../data/opponents.json");
    // A test reads the same file, so this cannot fail in a program that was tested.
    let file: Result<PeopleFile, _> = serde_json::from_str(text);
    file.map(|file| file.people).unwrap_or_default()
});

pub(crate) fn all() -> &'static [Person] {
    &PEOPLE
}

pub(crate) fn find(key: &str) -> Option<&'static Person> {
    all().iter().find(|person| key_of(&person.name) == key)
}

impl Person {
    /// The known cards as if they had been seen in a match; none if nothing is known.
    pub(crate) fn seen(&self, catalogue: &Catalogue) -> Option<SeenInMatch> {
        let cards: Vec<_> = self
            .cards
            .iter()
            .filter_map(|number| catalogue.by_number(number))
            .collect();
        (!cards.is_empty()).then_some(SeenInMatch { cards, deck: None })
    }
}
