//! Combats: how one begins, and what a player does in it.

use qbcoach_protocol as wire;
use qbcoach_protocol::Warning;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{action_type, fields_of, line};
use crate::daemon::failure::Failure;
use crate::daemon::params::read_object;
use crate::mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardSet, CombatData, CombatSetup, Element,
    HeroSetup, InstanceId, Mode, Site, Supply,
};
use crate::sessions::mage_knight::{NamedSetup, PlayedCombat};
use crate::sessions::session_id::SessionId;

/// The setup of a new combat; what is left open depends on its number.
pub fn setup(
    data: &CombatData,
    params: wire::CreateParams,
    id: SessionId,
) -> Result<(NamedSetup, Vec<Warning>), Failure> {
    let mut warnings = not_of_combats([
        ("mode", params.mode.is_some()),
        ("firstPlayer", params.first_player.is_some()),
        ("you", params.you.is_some()),
        ("enemy", params.enemy.is_some()),
        ("position", params.position.is_some()),
        ("autoplay", params.autoplay.is_some()),
    ]);
    let rules = match params.rules.as_ref().map(|rules| &rules.0) {
        None => CardSet::default(),
        Some(Value::String(name)) => word("rules", &CardSet::WORDS, name)?,
        Some(_) => {
            return Err(Failure::params(
                "rules",
                "the rules are `seed` or `printed`",
            ));
        }
    };
    let setup = params.setup.ok_or_else(|| {
        let hint = "{\"enemies\": [\"prowlers\"], \"hand\": [\"tremor\"]}";
        Failure::params("setup", "a combat needs its setup").hint(hint)
    })?;
    let read = read_object::<wire::CombatSetup>("setup", setup)?;
    let given = read.params;
    let hero = given.hero.unwrap_or_default();
    let usual = HeroSetup::default();
    let points = hero.points.map(|points| supply(&points)).transpose()?;
    let setup = CombatSetup {
        rules,
        seed: params.seed.unwrap_or(id.number()),
        enemies: given
            .enemies
            .iter()
            .map(|text| data.enemy_called(text))
            .collect(),
        hero: HeroSetup {
            armor: hero.armor.unwrap_or(usual.armor),
            hand_limit: hero.hand_limit.unwrap_or(usual.hand_limit),
            fame: hero.fame.unwrap_or(usual.fame),
            points,
        },
        hand: given
            .hand
            .iter()
            .map(|text| data.card_called(rules, text))
            .collect(),
        site: match given.fortified_site {
            Some(true) => Site::Fortified,
            _ => Site::Open,
        },
    };
    let title = line("title", params.title)?;
    warnings.extend(read.warnings);
    Ok((NamedSetup { setup, title }, warnings))
}

/// Tells whoever gave params that only matches have that they count for nothing.
pub fn not_of_combats<const N: usize>(params: [(&str, bool); N]) -> Vec<Warning> {
    let given = params.into_iter().filter(|(_, is_given)| *is_given);
    given
        .map(|(field, _)| Warning {
            field: field.to_owned(),
            message: "a combat has no such thing, ignored".to_owned(),
        })
        .collect()
}

fn word<T: Copy>(field: &str, words: &[(&str, T)], found: &str) -> Result<T, Failure> {
    let known = words.iter().find(|(word, _)| *word == found);
    known.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let allowed: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let shown: String = found.chars().take(40).collect();
        let reason = format!("`{shown}` is not allowed: {}", allowed.join(", "));
        Failure::params(field, reason).with("allowed", allowed)
    })
}

fn supply(given: &wire::Supply) -> Result<Supply, Failure> {
    let field = |name: &str| format!("setup.hero.points.{name}");
    Ok(Supply {
        ranged_siege: attack_points(&field("rangedSiege"), &given.ranged_siege)?,
        block: block_points(&field("block"), &given.block)?,
        attack: attack_points(&field("attack"), &given.attack)?,
    })
}

fn element(field: &str, given: Option<&String>) -> Result<Element, Failure> {
    match given {
        None => Ok(Element::Physical),
        Some(found) => word(&format!("{field}.element"), &Element::WORDS, found),
    }
}

fn attack_points(field: &str, given: &[wire::AttackPoints]) -> Result<Vec<AttackPoints>, Failure> {
    let read = |(place, points): (usize, &wire::AttackPoints)| {
        let field = format!("{field}[{place}]");
        Ok(AttackPoints {
            amount: points.amount,
            element: element(&field, points.element.as_ref())?,
            kind: match &points.kind {
                None => AttackKind::Melee,
                Some(found) => word(&format!("{field}.kind"), &AttackKind::WORDS, found)?,
            },
        })
    };
    given.iter().enumerate().map(read).collect()
}

fn block_points(field: &str, given: &[wire::BlockPoints]) -> Result<Vec<BlockPoints>, Failure> {
    let read = |(place, points): (usize, &wire::BlockPoints)| {
        Ok(BlockPoints {
            amount: points.amount,
            element: element(&format!("{field}[{place}]"), points.element.as_ref())?,
        })
    };
    given.iter().enumerate().map(read).collect()
}

#[derive(Deserialize, JsonSchema)]
struct PlayCardFields {
    card: String,
    powered: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
struct OptionField {
    option: usize,
}

#[derive(Deserialize, JsonSchema)]
struct AttackFields {
    enemies: Vec<String>,
    attack: Vec<wire::AttackPoints>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BlockFields {
    enemy: String,
    attack_index: Option<usize>,
    block: Vec<wire::BlockPoints>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DamageFields {
    enemy: String,
    attack_index: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
struct NoFields {}

const ACTIONS: [&str; 6] = [
    "playCard",
    "resolveChoice",
    "declareAttack",
    "declareBlock",
    "assignDamage",
    "endPhase",
];

pub fn action(
    game: &PlayedCombat,
    input: wire::ActionInput,
) -> Result<(Action, Vec<Warning>), Failure> {
    let rules = game.combat.rules();
    let (kind, fields) = action_type(input, &ACTIONS)?;
    let instance = |id: &String| InstanceId::from(id.as_str());
    let read = match kind {
        "playCard" => fields_of::<PlayCardFields>(fields)?.try_map(|fields| {
            Ok(Action::PlayCard {
                card: game.data.card_called(rules, &fields.card),
                mode: match fields.powered {
                    Some(true) => Mode::Powered,
                    _ => Mode::Basic,
                },
            })
        })?,
        "resolveChoice" => fields_of::<OptionField>(fields)?.try_map(|fields| {
            Ok(Action::ResolveChoice {
                option: fields.option,
            })
        })?,
        "declareAttack" => fields_of::<AttackFields>(fields)?.try_map(|fields| {
            Ok(Action::DeclareAttack {
                enemies: fields.enemies.iter().map(instance).collect(),
                points: attack_points("action.attack", &fields.attack)?,
            })
        })?,
        "declareBlock" => fields_of::<BlockFields>(fields)?.try_map(|fields| {
            Ok(Action::DeclareBlock {
                enemy: instance(&fields.enemy),
                attack: fields.attack_index.unwrap_or(0),
                points: block_points("action.block", &fields.block)?,
            })
        })?,
        "assignDamage" => fields_of::<DamageFields>(fields)?.try_map(|fields| {
            Ok(Action::AssignDamage {
                enemy: instance(&fields.enemy),
                attack: fields.attack_index.unwrap_or(0),
            })
        })?,
        // The type is one of the list, and this is what is left of it.
        _ => fields_of::<NoFields>(fields)?.try_map(|_| Ok(Action::EndPhase))?,
    };
    Ok((read.params, read.warnings))
}
