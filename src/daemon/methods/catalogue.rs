//! `cards/…`, `decks/…` and `combat/catalogue`

use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{MethodTable, MethodTableError};
use crate::own_decks::unknown_deck;
use crate::rpc_error::{RpcError, unknown_card};
use crate::{Daemon, from_wire, to_wire};
use qbcoach_engine::rules::{CardId, Catalogue};
use qbcoach_engine::simulation::deck::Deck;
use qbcoach_engine::simulation::deck_code::DeckCode;
use qbcoach_engine::simulation::deck_library::{DeckLibrary, NamedDeck};

/// The most cards that a search answers without `limit`.
const FOUND: usize = 20;

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(CardsList, async |daemon, _, _| {
        let catalogue = &daemon.library().catalogue;
        let cards = catalogue.cards().iter();
        Ok(wire::Cards {
            cards: cards.map(|card| to_wire::card(catalogue, card)).collect(),
        })
    })?;
    table.add(CardsGet, async |daemon, _, params| {
        let catalogue = &daemon.library().catalogue;
        let card = from_wire::card(catalogue, "card", &params.card)?;
        Ok(to_wire::card(catalogue, &catalogue[card]))
    })?;
    table.add(CardsSearch, async |daemon, _, params| {
        let catalogue = &daemon.library().catalogue;
        let found = catalogue.search(&params.query);
        let found = found.map_err(|error| unknown_card("query", &error))?;
        let found = found.into_iter().take(params.limit.unwrap_or(FOUND));
        Ok(wire::Cards {
            cards: found
                .map(|card| to_wire::card(catalogue, &catalogue[card]))
                .collect(),
        })
    })?;
    table.add(DecksList, async |daemon, _, _| {
        let decks = daemon.decks.all();
        Ok(wire::Decks {
            decks: decks.list().map(|named| deck(&daemon, named)).collect(),
        })
    })?;
    table.add(DecksGet, async |daemon, _, params| {
        match daemon.decks.all().get(params.tag.trim()) {
            Ok(named) => Ok(deck(&daemon, named)),
            Err(unknown) => Err(unknown_deck(&unknown)),
        }
    })?;
    table.add(DecksSave, async |daemon, _, params| {
        let named = saved_deck(&daemon, params)?;
        let saved = deck(&daemon, &named);
        let saving = daemon.clone();
        let save = move || saving.decks.save(&saving.library().catalogue, &named);
        on_disk(save).await?;
        daemon.tell_kept();
        Ok(saved)
    })?;
    table.add(DecksDelete, async |daemon, _, params| {
        let tag = params.tag.trim().to_owned();
        let deleted = tag.clone();
        let deleting = daemon.clone();
        let delete = move || deleting.decks.delete(&deleting.library().catalogue, &tag);
        on_disk(delete).await?;
        daemon.tell_kept();
        Ok(wire::DeckDeleted { tag: deleted })
    })?;
    table.add(DecksValidate, async |daemon, _, params| {
        let library = daemon.library();
        let rules = from_wire::rules("rules", params.rules.as_ref())?;
        let cards = from_wire::deck(
            &library.catalogue,
            &daemon.decks.all(),
            "cards",
            &params.cards,
        )?;
        let faults = match Deck::check(&library.catalogue, &rules, &cards) {
            Ok(_) => Vec::new(),
            Err(error) => error.faults.iter().map(ToString::to_string).collect(),
        };
        Ok(wire::DeckVerdict {
            ok: faults.is_empty(),
            cards: names(&library.catalogue, &cards),
            faults,
            code: code(&library.catalogue, &cards),
        })
    })?;
    table.add(CombatCatalogueGet, async |daemon, _, _| {
        let data = &daemon.sessions.library().mage_knight;
        Ok(to_wire::combat_catalogue(data))
    })
}

fn names(catalogue: &Catalogue, cards: &[CardId]) -> Vec<wire::CardName> {
    let name = |card: &CardId| to_wire::card_name(catalogue, *card);
    cards.iter().map(name).collect()
}

/// A change of a file, on a thread that may wait for the disk.
async fn on_disk(
    change: impl FnOnce() -> Result<(), RpcError> + Send + 'static,
) -> Result<(), RpcError> {
    let changed = tokio::task::spawn_blocking(change).await;
    changed.map_err(RpcError::internal)?
}

/// The deck that a user saves, checked by the rules.
fn saved_deck(daemon: &Daemon, params: wire::DeckSaveParams) -> Result<NamedDeck, RpcError> {
    let catalogue = &daemon.library().catalogue;
    let tag = params.tag.trim();
    if !DeckLibrary::is_tag(tag) {
        let reason = "a tag has up to 40 lower-case letters and digits, words joined by hyphens";
        return Err(RpcError::params("tag", reason).hint("for example `land-grab`"));
    }
    let rules = from_wire::rules("rules", params.rules.as_ref())?;
    let cards = from_wire::deck(catalogue, &daemon.decks.all(), "deck", &params.deck)?;
    let checked = Deck::check(catalogue, &rules, &cards);
    checked.map_err(|error| RpcError::params("deck", error))?;
    Ok(NamedDeck {
        tag: tag.to_owned(),
        name: from_wire::name("name", params.name)?.unwrap_or_else(|| tag.to_owned()),
        style: String::new(),
        cards,
    })
}

fn deck(daemon: &Daemon, named: &NamedDeck) -> wire::Deck {
    let catalogue = &daemon.library().catalogue;
    wire::Deck {
        tag: named.tag.clone(),
        name: named.name.clone(),
        style: named.style.clone(),
        cards: names(catalogue, &named.cards),
        code: code(catalogue, &named.cards),
        own: daemon.decks.is_own(&named.tag),
    }
}

fn code(catalogue: &Catalogue, cards: &[CardId]) -> Option<String> {
    DeckCode::of(catalogue, cards).map(|code| code.to_string())
}
