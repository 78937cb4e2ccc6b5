//! The decks that users have saved, kept in a file of the data directory. Like the
//! shipped ones they can be named by their tag; what the enemy may play is not guessed
//! from them.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use serde::{Deserialize, Serialize};

use super::kept_file;
use super::rpc_error::RpcError;
use qbcoach_engine::rules::Catalogue;
use qbcoach_engine::simulation::deck_library::{DeckLibrary, NamedDeck};
use qbcoach_sessions::journal::DataDir;
use qbcoach_sessions::queens_blood::Library;

const FILE: &str = "decks.json";
/// Every deck is sent with every list of decks.
const MOST_DECKS: usize = 500;

#[derive(Debug)]
pub struct OwnDecks {
    /// Locked while the decks are written, so that the file and `decks` are the same.
    store: Mutex<DeckStore>,
    /// The shipped decks and the users' own.
    decks: RwLock<Arc<DeckLibrary>>,
    shipped: DeckLibrary,
}

#[derive(Debug)]
struct DeckStore {
    file: Option<PathBuf>,
    /// None if the file could not be read. It is not overwritten then.
    decks: Option<Vec<StoredDeck>>,
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
    pub fn open(data_dir: &DataDir, library: &Library) -> OwnDecks {
        let file = data_dir.folder().map(|folder| folder.join(FILE));
        let read = file.as_deref().map(kept_file::read::<DeckFile>);
        let decks = match read {
            None | Some(Ok(None)) => Some(Vec::new()),
            Some(Ok(Some(file))) => Some(file.decks),
            Some(Err(problem)) => {
                tracing::warn!(%problem, "the file with the users' decks is ignored");
                None
            }
        };
        let shipped = library.decks.clone();
        let known = with_own(
            &shipped,
            &library.catalogue,
            decks.as_deref().unwrap_or_default(),
        );
        OwnDecks {
            store: Mutex::new(DeckStore { file, decks }),
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
            decks.push(stored);
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
        change: impl FnOnce(&mut Vec<StoredDeck>) -> Result<(), RpcError>,
    ) -> Result<(), RpcError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut decks) = store.decks.clone() else {
            let hint = format!("mend or remove {FILE} in the data directory and start again");
            let reason = "the saved decks could not be read, so nothing is written over them";
            return Err(RpcError::internal(reason).hint(hint));
        };
        change(&mut decks)?;
        decks.sort_by(|a, b| a.tag.cmp(&b.tag));
        let file = DeckFile { decks };
        if let Some(path) = &store.file {
            kept_file::write(path, &file).map_err(|error| {
                tracing::error!(%error, "the users' decks could not be saved");
                let hint = "check that the data directory can be written";
                RpcError::internal("the deck could not be saved").hint(hint)
            })?;
        }
        let known = Arc::new(with_own(&self.shipped, catalogue, &file.decks));
        store.decks = Some(file.decks);
        *self.decks.write().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(())
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
