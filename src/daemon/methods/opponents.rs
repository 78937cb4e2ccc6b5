//! `opponents/…`

use std::collections::BTreeMap;

use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{MethodTable, MethodTableError};
use crate::opponents::{MetInMatch, key_of};
use crate::rpc_error::RpcError;
use crate::{Daemon, people, to_wire};
use qbcoach_basics::shorten::check_name;
use qbcoach_basics::suggest::closest;
use qbcoach_engine::rules::{CardId, Side};

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(OpponentsList, async |daemon, call, _| {
        call.pass_turn();
        let mut by_name: BTreeMap<String, Vec<MetInMatch>> = BTreeMap::new();
        for met in daemon.met(None).await? {
            by_name.entry(key_of(&met.tag)).or_default().push(met);
        }
        let mut opponents: Vec<wire::Opponent> =
            by_name.values().map(|met| opponent(met)).collect();
        opponents.sort_by(|a, b| {
            let by_time = b.last_played.cmp(&a.last_played);
            by_time.then_with(|| a.tag.cmp(&b.tag))
        });
        let people = people::all().iter().map(|person| wire::Person {
            name: person.name.clone(),
            place: person.place.clone(),
        });
        Ok(wire::Opponents {
            opponents,
            people: people.collect(),
        })
    })?;
    table.add(OpponentsGet, async |daemon, call, params| {
        call.pass_turn();
        let met = met_with(&daemon, &params.tag).await?;
        Ok(record(&daemon, &met))
    })?;
    table.add(OpponentsForget, async |daemon, _, params| {
        let met = met_with(&daemon, &params.tag).await?;
        let tag = opponent(&met).tag;
        let sessions = daemon.sessions.list().await;
        let sessions = sessions.map_err(|error| daemon.failed(error))?;
        let key = key_of(&params.tag);
        // Sessions without evidence may still have a prior from others.
        let of_tag = sessions.into_iter().filter(|listed| {
            let opponent = listed.summary.opponent.as_deref();
            opponent.is_some_and(|tag| key_of(tag) == key)
        });
        for listed in of_tag {
            daemon.forget_session(listed.id).await?;
            daemon.opponents.drop_session(listed.id);
        }
        Ok(wire::OpponentForgotten {
            tag,
            matches: met.len(),
        })
    })
}

/// The matches against this opponent, at least one.
async fn met_with(daemon: &Daemon, tag: &str) -> Result<Vec<MetInMatch>, RpcError> {
    check_name(tag).map_err(|error| RpcError::params("tag", error))?;
    let met = daemon.met(Some(&key_of(tag))).await?;
    if met.is_empty() {
        let all = daemon.met(None).await?;
        // Of two ways to write a name the latest one counts.
        let names: BTreeMap<String, &str> = all
            .iter()
            .map(|met| (key_of(&met.tag), met.tag.as_str()))
            .collect();
        let near = closest(tag, names.values().copied(), 3);
        let near: Vec<String> = near.into_iter().map(str::to_owned).collect();
        let reason = format!("nothing is remembered of an opponent `{tag}`");
        return Err(RpcError::params("tag", reason)
            .with("suggestions", near)
            .hint("`opponents/list` names those that were met; `enemy.tag` names one"));
    }
    Ok(met)
}

fn opponent(met: &[MetInMatch]) -> wire::Opponent {
    let latest = met.iter().max_by_key(|met| (met.updated_ms, met.session));
    let number = |winner: Option<Side>| {
        let over = met.iter().filter_map(|met| met.result);
        over.filter(|totals| totals.winner() == winner).count()
    };
    wire::Opponent {
        tag: latest.map(|met| met.tag.clone()).unwrap_or_default(),
        matches: met.len(),
        won: number(Some(Side::You)),
        drawn: number(None),
        lost: number(Some(Side::Enemy)),
        last_played: to_wire::time::rfc3339(latest.map_or(0, |met| met.updated_ms)),
    }
}

fn record(daemon: &Daemon, met: &[MetInMatch]) -> wire::OpponentRecord {
    let catalogue = &daemon.library().catalogue;
    let mut cards: BTreeMap<CardId, (usize, usize)> = BTreeMap::new();
    let mut decks: BTreeMap<Vec<CardId>, usize> = BTreeMap::new();
    for met in met {
        let mut seen: BTreeMap<CardId, usize> = BTreeMap::new();
        for card in &met.seen.cards {
            *seen.entry(*card).or_default() += 1;
        }
        for (card, copies) in seen {
            let (matches, most) = cards.entry(card).or_default();
            *matches += 1;
            *most = copies.max(*most);
        }
        if let Some(mut deck) = met.seen.deck.clone() {
            deck.sort_unstable();
            *decks.entry(deck).or_default() += 1;
        }
    }
    let mut cards: Vec<wire::OpponentCard> = cards
        .into_iter()
        .map(|(card, (matches, copies))| wire::OpponentCard {
            card: to_wire::card_name(catalogue, card),
            matches,
            copies,
        })
        .collect();
    cards.sort_by(|a, b| {
        b.matches
            .cmp(&a.matches)
            .then_with(|| a.card.id.cmp(&b.card.id))
    });
    let mut decks: Vec<wire::OpponentDeck> = decks
        .into_iter()
        .map(|(cards, matches)| wire::OpponentDeck {
            cards: cards
                .into_iter()
                .map(|card| to_wire::card_name(catalogue, card))
                .collect(),
            matches,
        })
        .collect();
    decks.sort_by_key(|deck| std::cmp::Reverse(deck.matches));
    wire::OpponentRecord {
        opponent: opponent(met),
        cards,
        decks,
    }
}
