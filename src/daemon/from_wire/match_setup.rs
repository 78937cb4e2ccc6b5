//! The setup of a match.

use std::sync::Arc;

use qbcoach_protocol as wire;
use serde_json::Value;

use super::{cards, deck, mode, name, rules, side, title};
use crate::params::brief;
use crate::rpc_error::RpcError;
use qbcoach_engine::rules::notation::read_position;
use qbcoach_engine::rules::{BySide, Catalogue, Rulebook, Side};
use qbcoach_engine::simulation::deck::MOST_ENTRIES;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_sessions::queens_blood::{EnemyHand, MatchSetup};
use qbcoach_sessions::session_id::SessionId;

/// The setup of a new match. Without a seed, the session's number is the seed.
pub fn setup(
    catalogue: &Arc<Catalogue>,
    deck_library: &DeckLibrary,
    params: wire::CreateParams,
    id: SessionId,
) -> Result<MatchSetup, RpcError> {
    let mode = params.mode.map_or(MatchMode::Live, mode);
    let rules = rules("rules", params.rules.as_ref())?;
    let seed = params.seed.unwrap_or(id.number());
    if params.setup.is_some() {
        let reason = "`setup` is for Mage Knight combats; a match has `you`, `enemy`, `position`";
        return Err(RpcError::params("setup", reason));
    }
    let position = params.position.as_deref().map(|text| {
        let book = Rulebook::new(catalogue.clone(), rules);
        read_position(&book, text).map_err(|error| RpcError::params("position", error))
    });
    let position = position.transpose()?;
    let you = params.you.unwrap_or_default();
    let enemy = params.enemy.unwrap_or_default();
    let decks = BySide::new(
        you.deck
            .map(|d| deck(catalogue, deck_library, "you.deck", &d))
            .transpose()?,
        enemy
            .deck
            .map(|d| deck(catalogue, deck_library, "enemy.deck", &d))
            .transpose()?,
    );
    let hand = you.hand.map(|hand| cards(catalogue, "you.hand", &hand));
    Ok(MatchSetup {
        mode,
        rules,
        seed,
        first: params.first_player.map_or(Side::You, side),
        decks,
        hand: hand.transpose()?,
        enemy_hand: enemy
            .hand
            .map(|hand| enemy_hand(catalogue, &hand))
            .transpose()?,
        name: name("you.name", you.name)?,
        enemy_tag: name("enemy.tag", enemy.tag)?,
        position,
        title: title("title", params.title)?,
        autoplay: autoplay(params.autoplay.unwrap_or_default()),
        ..MatchSetup::new(mode)
    })
}

fn autoplay(sides: Vec<wire::Side>) -> Vec<Side> {
    let mut sides: Vec<Side> = sides.into_iter().map(side).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

fn enemy_hand(catalogue: &Catalogue, input: &wire::HandInput) -> Result<EnemyHand, RpcError> {
    const FIELD: &str = "enemy.hand";
    match &input.0 {
        Value::Number(number) => number
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .map(EnemyHand::Unseen)
            .ok_or_else(|| RpcError::params(FIELD, "give a whole number of cards")),
        Value::Array(list) => {
            let inputs = list.iter().take(MOST_ENTRIES + 1).cloned();
            let inputs: Vec<wire::CardInput> = inputs.map(wire::CardInput).collect();
            cards(catalogue, FIELD, &inputs).map(EnemyHand::Cards)
        }
        other => {
            let reason = format!(
                "{} is not a hand: give cards, or their number",
                brief(other)
            );
            Err(RpcError::params(FIELD, reason))
        }
    }
}
