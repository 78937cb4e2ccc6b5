//! The decks that users have saved, kept beside the sessions. Like the
//! shipped ones they can be named by their tag; what the enemy may play is not guessed
//! from them.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use serde::{Deserialize, Serialize};

use super::rpc_error::RpcError;
use qbcoach_engine::rules::Catalogue;
use qbcoach_engine::simulation::deck_library::{DeckLibrary, NamedDeck};
use qbcoach_sessions::journal::{Journal, JournalError, KeptText};
use qbcoach_sessions::queens_blood::Library;

/// The name in the journal.
pub(crate) const TEXT: &str = "decks";
/// Every deck is sent with every list of decks.
const MOST_DECKS: usize = 500;

#[derive(Debug)]
pub struct OwnDecks {
    /// Locked while the decks are written, so that the kept ones and `decks` are the same.
    store: Mutex<DeckStore>,
    /// The shipped decks and the users' own.
    decks: RwLock<Arc<DeckLibrary>>,
    shipped: DeckLibrary,
}

#[derive(Debug)]
struct DeckStore {
    journal: Journal,
    version: u64,
    /// None if the text could not be read. It is not overwritten then.
    decks: Option<Vec<StoredDeck>>,
}

impl DeckStore {
    fn read(journal: &Journal) -> DeckStore {
        let read = journal.read_kept(TEXT).map_err(|error| error.to_string());
        let parse = |text: KeptText| {
            let file: Result<DeckFile, _> = serde_json::from_str(&text.body);
            let file = file.map_err(|error| error.to_string())?;
            Ok((text.version, file.decks))
        };
        let read = read.and_then(|text| text.map(parse).transpose());
        let (version, decks) = match read {
            Ok(None) => (0, Some(Vec::new())),
            Ok(Some((version, decks))) => (version, Some(decks)),
            Err(problem) => {
                tracing::warn!(%problem, "the users' decks that are kept are ignored");
                (0, None)
            }
        };
        DeckStore {
            journal: journal.clone(),
            version,
            decks,
        }
    }

    fn write(&mut self, file: &DeckFile) -> Result<bool, JournalError> {
        let unwritten = |error: serde_json::Error| JournalError::Failed(error.to_string());
        let body = serde_json::to_string_pretty(file).map_err(unwritten)?;
        let version = self.version;
        self.journal.write_kept(TEXT, KeptText { version, body })
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct DeckFile {
    decks: Vec<StoredDeck>,
}

/// A deck as the file has it. A deck with a card that is not loaded stays in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct StoredDeck {
    tag: String,
    name: String,
    cards: Vec<String>,
}

impl OwnDecks {
    pub fn open(journal: &Journal, library: &Library) -> OwnDecks {
        let store = DeckStore::read(journal);
        let shipped = library.decks.clone();
        let known = with_own(
            &shipped,
            &library.catalogue,
            store.decks.as_deref().unwrap_or_default(),
        );
        OwnDecks {
            store: Mutex::new(store),
            decks: RwLock::new(Arc::new(known)),
            shipped,
        }
    }

    /// The shipped decks and the users' own.
    pub fn all(&self) -> Arc<DeckLibrary> {
        let decks = self.decks.read();
        decks.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn is_own(&self, tag: &str) -> bool {
        self.shipped.get(tag).is_err()
    }

    /// Saves a deck; one of the same tag is replaced.
    pub fn save(&self, catalogue: &Catalogue, deck: &NamedDeck) -> Result<(), RpcError> {
        if !self.is_own(&deck.tag) {
            let reason = format!("`{}` is a shipped deck; choose another tag", deck.tag);
            return Err(RpcError::params("tag", reason));
        }
        let stored = StoredDeck {
            tag: deck.tag.clone(),
            name: deck.name.clone(),
            cards: deck
                .cards
                .iter()
                .map(|card| catalogue[*card].number.clone())
                .collect(),
        };
        self.change(catalogue, |decks| {
            decks.retain(|other| other.tag != stored.tag);
            if decks.len() >= MOST_DECKS {
                let reason = "too many decks are saved; delete one first";
                return Err(RpcError::limit("decks", MOST_DECKS as u64, reason));
            }
            decks.push(stored.clone());
            Ok(())
        })
    }

    pub fn delete(&self, catalogue: &Catalogue, tag: &str) -> Result<(), RpcError> {
        let known = self.all();
        if !self.is_own(tag) {
            let reason = format!("`{tag}` is a shipped deck and cannot be deleted");
            return Err(RpcError::params("tag", reason));
        }
        self.change(catalogue, |decks| {
            let before = decks.len();
            decks.retain(|deck| deck.tag != tag);
            match (decks.len() < before, known.get(tag)) {
                (false, Err(unknown)) => Err(unknown_deck(&unknown)),
                _ => Ok(()),
            }
        })
    }

    /// Writes the changed decks, then shows them to everybody. Both happen or neither.
    fn change(
        &self,
        catalogue: &Catalogue,
        change: impl Fn(&mut Vec<StoredDeck>) -> Result<(), RpcError>,
    ) -> Result<(), RpcError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if store.journal.node().is_some() {
                // Another node may have saved some.
                *store = DeckStore::read(&store.journal);
            }
            let Some(mut decks) = store.decks.clone() else {
                let hint = "mend or remove decks.json in the data directory and start again";
                let reason = "the saved decks could not be read, so nothing is written over them";
                return Err(RpcError::internal(reason).hint(hint));
            };
            change(&mut decks)?;
            decks.sort_by(|a, b| a.tag.cmp(&b.tag));
            let file = DeckFile { decks };
            let written = store.write(&file).map_err(|error| {
                tracing::error!(%error, "the users' decks could not be saved");
                let hint = "check that the data directory can be written";
                RpcError::internal("the deck could not be saved").hint(hint)
            })?;
            if written {
                self.show(catalogue, &file.decks);
                store.decks = Some(file.decks);
                return Ok(());
            }
        }
    }

    fn show(&self, catalogue: &Catalogue, own: &[StoredDeck]) {
        let known = Arc::new(with_own(&self.shipped, catalogue, own));
        *self.decks.write().unwrap_or_else(PoisonError::into_inner) = known;
    }

    /// Reads the decks again, which another node may have changed. Blocks.
    pub(crate) fn read_again(&self, catalogue: &Catalogue) {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        *store = DeckStore::read(&store.journal);
        if let Some(own) = &store.decks {
            self.show(catalogue, own);
        }
    }
}

pub(crate) fn unknown_deck(
    unknown: &qbcoach_engine::simulation::deck_library::UnknownDeckError,
) -> RpcError {
    RpcError::params("tag", unknown)
        .with("suggestions", unknown.suggestions.clone())
        .hint("`decks/list` names them all")
}

fn with_own(shipped: &DeckLibrary, catalogue: &Catalogue, own: &[StoredDeck]) -> DeckLibrary {
    let named = own.iter().filter_map(|deck| {
        let cards = deck.cards.iter().map(|number| catalogue.by_number(number));
        Some(NamedDeck {
            tag: deck.tag.clone(),
            name: deck.name.clone(),
            style: String::new(),
            cards: cards.collect::<Option<Vec<_>>>()?,
        })
    });
    shipped.with_named(named)
}
