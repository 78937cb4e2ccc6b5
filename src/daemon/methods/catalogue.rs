//! `cards/…`, `decks/…` and `combat/catalogue`

use jsonrpsee::core::RegisterMethodError;
use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{Table, add};
use crate::daemon::failure::{Failure, unknown_card};
use crate::daemon::{from_wire, to_wire};
use crate::rules::{CardId, Catalogue};
use crate::simulation::deck::Deck;
use crate::simulation::deck_code::DeckCode;
use crate::simulation::deck_library::NamedDeck;

/// Cards that a search answers unless told otherwise.
const FOUND: usize = 20;

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    add(table, CardsList, async |daemon, _, _| {
        let catalogue = &daemon.library().catalogue;
        let cards = catalogue.cards().iter();
        Ok(wire::Cards {
            cards: cards.map(|card| to_wire::card(catalogue, card)).collect(),
        })
    })?;
    add(table, CardsGet, async |daemon, _, params| {
        let catalogue = &daemon.library().catalogue;
        let card = from_wire::card(catalogue, "card", &params.card)?;
        Ok(to_wire::card(catalogue, &catalogue[card]))
    })?;
    add(table, CardsSearch, async |daemon, _, params| {
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
    add(table, DecksList, async |daemon, _, _| {
        let library = daemon.library();
        let decks = library.decks.list();
        Ok(wire::Decks {
            decks: decks.map(|named| deck(&library.catalogue, named)).collect(),
        })
    })?;
    add(table, DecksGet, async |daemon, _, params| {
        let library = daemon.library();
        match library.decks.get(params.tag.trim()) {
            Ok(named) => Ok(deck(&library.catalogue, named)),
            Err(unknown) => Err(Failure::params("tag", &unknown)
                .with("suggestions", unknown.suggestions.clone())
                .hint("`decks/list` names them all")),
        }
    })?;
    add(table, DecksValidate, async |daemon, _, params| {
        let library = daemon.library();
        let rules = from_wire::rules("rules", params.rules.as_ref())?;
        let cards = from_wire::deck(library, "cards", &params.cards)?;
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
    add(table, CombatCatalogueGet, async |daemon, _, _| {
        let data = &daemon.sessions.library().mage_knight;
        Ok(to_wire::combat_catalogue(data))
    })
}

fn names(catalogue: &Catalogue, cards: &[CardId]) -> Vec<wire::CardName> {
    let name = |card: &CardId| to_wire::card_name(catalogue, *card);
    cards.iter().map(name).collect()
}

fn deck(catalogue: &Catalogue, named: &NamedDeck) -> wire::Deck {
    wire::Deck {
        tag: named.tag.clone(),
        name: named.name.clone(),
        style: named.style.clone(),
        cards: names(catalogue, &named.cards),
        code: code(catalogue, &named.cards),
    }
}

fn code(catalogue: &Catalogue, cards: &[CardId]) -> Option<String> {
    DeckCode::of(catalogue, cards).map(|code| code.to_string())
}
