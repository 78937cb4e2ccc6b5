//! How a match begins.

use qbcoach_protocol as wire;
use serde_json::Value;

use super::{brief, cards, deck, line, mode, rules, side};
use crate::daemon::failure::Failure;
use crate::rules::notation::read_position;
use crate::rules::{BySide, Catalogue, Rulebook, Side};
use crate::sessions::queens_blood::{EnemyHand, Library, MatchSetup};
use crate::sessions::session_id::SessionId;
use crate::simulation::chance::Chance;
use crate::simulation::game_state::MatchMode;

/// The setup of a new session; what is left open depends on its number.
pub fn setup(
    library: &Library,
    params: wire::CreateParams,
    id: SessionId,
) -> Result<MatchSetup, Failure> {
    let catalogue = &library.catalogue;
    let mode = params.mode.map_or(MatchMode::Live, mode);
    let rules = rules("rules", params.rules.as_ref())?;
    let seed = params.seed.unwrap_or(id.number());
    if params.setup.is_some() {
        let reason = "`setup` is for Mage Knight combats; a match has `you`, `enemy`, `position`";
        return Err(Failure::params("setup", reason));
    }
    let position = params.position.as_deref().map(|text| {
        let book = Rulebook::new(catalogue.clone(), rules);
        read_position(&book, text).map_err(|error| Failure::params("position", error))
    });
    let position = position.transpose()?;
    let you = params.you.unwrap_or_default();
    let enemy = params.enemy.unwrap_or_default();
    let decks = BySide::new(
        you.deck
            .map(|d| deck(library, "you.deck", &d))
            .transpose()?,
        enemy
            .deck
            .map(|d| deck(library, "enemy.deck", &d))
            .transpose()?,
    );
    let hand = you.hand.map(|hand| cards(catalogue, "you.hand", &hand));
    let mut setup = MatchSetup {
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
        enemy_tag: line("enemy.tag", enemy.tag)?,
        position,
        title: line("title", params.title)?,
        autoplay: autoplay(params.autoplay.unwrap_or_default()),
    };
    if mode == MatchMode::Simulated {
        choose_decks(library, &mut setup);
    }
    Ok(setup)
}

fn autoplay(sides: Vec<wire::Side>) -> Vec<Side> {
    let mut sides: Vec<Side> = sides.into_iter().map(side).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// A simulated match for which nobody named a deck gets shipped ones by its seed.
fn choose_decks(library: &Library, setup: &mut MatchSetup) {
    const STREAM: u64 = 2;
    let mut chance = Chance::new(setup.seed, STREAM);
    let legal: Vec<_> = library
        .decks
        .list()
        .filter(|deck| deck.deck(&library.catalogue, &setup.rules).is_ok())
        .collect();
    for side in Side::BOTH {
        let chosen = chance.pick(&legal).map(|deck| deck.cards.clone());
        if setup.decks[side].is_none() {
            setup.decks[side] = chosen;
        }
    }
}

fn enemy_hand(catalogue: &Catalogue, input: &wire::HandInput) -> Result<EnemyHand, Failure> {
    const FIELD: &str = "enemy.hand";
    match &input.0 {
        Value::Number(number) => number
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .map(EnemyHand::Unseen)
            .ok_or_else(|| Failure::params(FIELD, "give a whole number of cards")),
        Value::Array(list) => {
            let inputs: Vec<wire::CardInput> = list.iter().cloned().map(wire::CardInput).collect();
            cards(catalogue, FIELD, &inputs).map(EnemyHand::Cards)
        }
        other => {
            let reason = format!("{} is no hand: give cards, or their number", brief(other));
            Err(Failure::params(FIELD, reason))
        }
    }
}
