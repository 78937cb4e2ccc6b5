//! What all matches share: the cards, the known decks, and a coach for each set of
//! rules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use qbcoach_engine::coaching::Coach;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::{Catalogue, Rulebook, Rules};
use qbcoach_engine::simulation::deck_library::DeckLibrary;

#[derive(Debug)]
pub struct Library {
    pub catalogue: Arc<Catalogue>,
    pub decks: DeckLibrary,
    coaches: Mutex<BTreeMap<String, Arc<Coach>>>,
}

/// The most coaches that are kept; beyond it all are dropped and made again on use.
const MOST_COACHES: usize = 64;

impl Library {
    pub fn new(catalogue: Arc<Catalogue>, decks: DeckLibrary) -> Library {
        Library {
            catalogue,
            decks,
            coaches: Mutex::new(BTreeMap::new()),
        }
    }

    pub fn book(&self, rules: Rules) -> Rulebook {
        Rulebook::new(self.catalogue.clone(), rules)
    }

    /// The coach for these rules.
    pub(crate) fn coach(&self, rules: Rules) -> Arc<Coach> {
        let mut coaches = self.coaches.lock().unwrap_or_else(PoisonError::into_inner);
        if coaches.len() >= MOST_COACHES {
            coaches.clear();
        }
        let make = || {
            let decks = self.decks.list().map(|deck| deck.cards.clone());
            let archetypes = Archetypes {
                decks: decks.collect(),
                ..Archetypes::default()
            };
            Arc::new(Coach::new(self.book(rules), archetypes))
        };
        coaches
            .entry(rules.to_string())
            .or_insert_with(make)
            .clone()
    }
}
