//! The setup and the actions of a combat.

use std::collections::BTreeMap;

use qbcoach_protocol as wire;
use qbcoach_protocol::Warning;
use serde_json::Value;

use super::title;
use crate::params::read_unread;
use crate::rpc_error::RpcError;
use qbcoach_basics::shorten::shortened;
use qbcoach_mage_knight::mana::ByMana;
use qbcoach_mage_knight::unit::{Readiness, UnitHealth};
use qbcoach_mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, CombatData, CombatSetup,
    DayTime, Element, HeroSetup, InstanceId, Mana, ManaPayment, ManaSource, ManaSupply, Mode, Site,
    StatedPoints, UnitId, UnitSetup, Weights,
};
use qbcoach_sessions::mage_knight::{NamedSetup, PlayedCombat};
use qbcoach_sessions::session_id::SessionId;

/// The setup of a new combat. Without a seed, the session's number is the seed.
pub fn setup(
    data: &CombatData,
    params: wire::CreateParams,
    id: SessionId,
) -> Result<(NamedSetup, Vec<Warning>), RpcError> {
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
            return Err(RpcError::params(
                "rules",
                "the rules are `seed` or `printed`",
            ));
        }
    };
    let setup = params.setup.ok_or_else(|| {
        let hint = "{\"enemies\": [\"prowlers\"], \"hand\": [\"tremor\"]}";
        RpcError::params("setup", "a combat needs its setup").hint(hint)
    })?;
    let read = read_unread::<wire::CombatSetup>("setup", &setup)?;
    let given = read.params;
    let hero = given.hero.unwrap_or_default();
    let usual = HeroSetup::default();
    let points = hero
        .points
        .map(|points| stated_points(&points))
        .transpose()?;
    let setup = CombatSetup {
        rules,
        seed: params.seed.unwrap_or(id.number()),
        enemies: called(&given.enemies, |text| data.enemy_called(text)),
        hero: HeroSetup {
            armor: hero.armor.unwrap_or(usual.armor),
            hand_limit: hero.hand_limit.unwrap_or(usual.hand_limit),
            fame: hero.fame.unwrap_or(usual.fame),
            points,
        },
        hand: called(&given.hand, |text| data.card_called(rules, text)),
        site: match given.fortified_site {
            Some(true) => Site::Fortified,
            _ => Site::Open,
        },
        mana: given.mana.as_ref().map(mana_supply).transpose()?,
        units: given
            .units
            .map(|units| {
                if units.len() > MOST_NAMES {
                    let reason = format!("{} units are too many", units.len());
                    return Err(RpcError::params("setup.units", reason));
                }
                let units = (0..).zip(&units);
                units
                    .map(|(index, given)| unit(data, index, given))
                    .collect::<Result<Vec<UnitSetup>, RpcError>>()
            })
            .transpose()?,
        skills: given
            .skills
            .map(|skills| called(&skills, |text| data.skill_called(text))),
        time: given.day.map(|day| match day {
            true => DayTime::Day,
            false => DayTime::Night,
        }),
        weights: weights(given.weights.as_ref())?,
    };
    let title = title("title", params.title)?;
    warnings.extend(read.warnings);
    Ok((NamedSetup { setup, title }, warnings))
}

/// More than any list of a setup may have.
const MOST_NAMES: usize = 64;

/// The ids of names. Names past [`MOST_NAMES`] are not looked up, which would take long: the
/// setup is refused for the length of its list.
fn called<I>(names: &[String], look_up: impl Fn(&str) -> I) -> Vec<I>
where
    I: for<'a> From<&'a str>,
{
    let name = |(index, name): (usize, &String)| match index < MOST_NAMES {
        true => look_up(name),
        false => I::from(""),
    };
    names.iter().enumerate().map(name).collect()
}

fn mana_amounts(field: &str, given: &wire::ManaAmounts) -> Result<ByMana, RpcError> {
    let mut amounts = ByMana::default();
    match given {
        wire::ManaAmounts::Colors(colors) => {
            for (index, color) in colors.iter().enumerate() {
                let field = format!("{field}[{index}]");
                amounts.add(word(&field, &Mana::WORDS, color)?, 1);
            }
        }
        wire::ManaAmounts::ByColor(by_color) => {
            for (color, amount) in by_color {
                amounts.add(word(field, &Mana::WORDS, color)?, *amount);
            }
        }
    }
    Ok(amounts)
}

fn mana_supply(given: &wire::ManaInput) -> Result<ManaSupply, RpcError> {
    let mut supply = ManaSupply::default();
    match given {
        wire::ManaInput::Tokens(tokens) => {
            let tokens = wire::ManaAmounts::Colors(tokens.clone());
            supply.tokens = mana_amounts("setup.mana", &tokens)?;
        }
        wire::ManaInput::ByColor(tokens) => {
            let tokens = wire::ManaAmounts::ByColor(tokens.clone());
            supply.tokens = mana_amounts("setup.mana", &tokens)?;
        }
        wire::ManaInput::Whole(whole) => {
            let lists = [
                ("tokens", &whole.tokens, &mut supply.tokens),
                ("crystals", &whole.crystals, &mut supply.crystals),
                ("dice", &whole.dice, &mut supply.dice),
            ];
            for (name, given, amounts) in lists {
                if let Some(given) = given {
                    *amounts = mana_amounts(&format!("setup.mana.{name}"), given)?;
                }
            }
            supply.dice_left = whole.dice_left.unwrap_or(supply.dice_left);
        }
    }
    Ok(supply)
}

fn unit(data: &CombatData, index: usize, given: &wire::UnitInput) -> Result<UnitSetup, RpcError> {
    let given = match given {
        wire::UnitInput::Name(name) => return Ok(UnitSetup::from(data.unit_called(name))),
        wire::UnitInput::Unit(unit) => unit,
    };
    let token = given.token.as_ref();
    Ok(UnitSetup {
        unit: data.unit_called(&given.unit),
        readiness: match given.spent {
            Some(true) => Readiness::Spent,
            _ => Readiness::Ready,
        },
        health: match given.wounded {
            Some(true) => UnitHealth::Wounded,
            _ => UnitHealth::Unhurt,
        },
        token: token
            .map(|color| word(&format!("setup.units[{index}].token"), &Mana::WORDS, color))
            .transpose()?,
    })
}

fn weights(given: Option<&BTreeMap<String, f64>>) -> Result<Weights, RpcError> {
    let mut weights = Weights::default();
    for (name, value) in given.into_iter().flatten() {
        let Some(weight) = weights.named(name) else {
            let shown = shortened(name);
            let reason = format!(
                "there is no weight `{shown}`: {}",
                Weights::WORDS.join(", ")
            );
            return Err(RpcError::params("setup.weights", reason));
        };
        *weight = *value;
    }
    Ok(weights)
}

/// The mana that an action pays. A color alone takes a token, then a die, then a
/// crystal of the color.
fn payment(
    game: &PlayedCombat,
    given: Option<&Vec<wire::PaidMana>>,
) -> Result<Vec<ManaPayment>, RpcError> {
    let mut mana = game
        .combat
        .holdings()
        .map_or_else(ManaSupply::default, |held| held.mana);
    let read = |(index, paid): (usize, &wire::PaidMana)| {
        let field = format!("action.pay[{index}]");
        Ok(match paid {
            wire::PaidMana::Exact(exact) => ManaPayment {
                mana: word(&format!("{field}.mana"), &Mana::WORDS, &exact.mana)?,
                source: word(&format!("{field}.from"), &ManaSource::WORDS, &exact.from)?,
            },
            wire::PaidMana::Color(color) => {
                let color = word(&field, &Mana::WORDS, color)?;
                mana.take_cheapest(color)
            }
        })
    };
    given.into_iter().flatten().enumerate().map(read).collect()
}

fn units(given: Option<&Vec<String>>) -> Result<Vec<UnitId>, RpcError> {
    let read = |(index, text): (usize, &String)| {
        UnitId::read(text).ok_or_else(|| {
            let reason = format!("`{}` is no unit of this combat", shortened(text));
            RpcError::params(&format!("action.units[{index}]"), reason)
                .hint("units are `unit_0`, `unit_1`, …")
        })
    };
    given.into_iter().flatten().enumerate().map(read).collect()
}

/// Warnings about params that only matches have.
pub(crate) fn not_of_combats<const N: usize>(params: [(&str, bool); N]) -> Vec<Warning> {
    let given = params.into_iter().filter(|(_, is_given)| *is_given);
    given
        .map(|(field, _)| Warning {
            field: field.to_owned(),
            message: "a combat has no such thing, ignored".to_owned(),
        })
        .collect()
}

fn word<T: Copy>(field: &str, words: &[(&str, T)], found: &str) -> Result<T, RpcError> {
    let known = words.iter().find(|(word, _)| *word == found);
    known.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let allowed: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let shown = shortened(found);
        let reason = format!("`{shown}` is not allowed: {}", allowed.join(", "));
        RpcError::params(field, reason).with("allowed", allowed)
    })
}

fn stated_points(given: &wire::Supply) -> Result<StatedPoints, RpcError> {
    let field = |name: &str| format!("setup.hero.points.{name}");
    Ok(StatedPoints {
        ranged_siege: attack_points(&field("rangedSiege"), &given.ranged_siege)?,
        block: block_points(&field("block"), &given.block)?,
        attack: attack_points(&field("attack"), &given.attack)?,
    })
}

fn element(field: &str, given: Option<&String>) -> Result<Element, RpcError> {
    match given {
        None => Ok(Element::Physical),
        Some(found) => word(&format!("{field}.element"), &Element::WORDS, found),
    }
}

fn attack_points(field: &str, given: &[wire::AttackPoints]) -> Result<Vec<AttackPoints>, RpcError> {
    let read = |(index, points): (usize, &wire::AttackPoints)| {
        let field = format!("{field}[{index}]");
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

fn block_points(field: &str, given: &[wire::BlockPoints]) -> Result<Vec<BlockPoints>, RpcError> {
    let read = |(index, points): (usize, &wire::BlockPoints)| {
        Ok(BlockPoints {
            amount: points.amount,
            element: element(&format!("{field}[{index}]"), points.element.as_ref())?,
        })
    };
    given.iter().enumerate().map(read).collect()
}

fn special(given: Option<Vec<String>>) -> Vec<CardId> {
    let given = given.unwrap_or_default();
    given.into_iter().map(CardId::from).collect()
}

pub fn action(game: &PlayedCombat, action: wire::CombatAction) -> Result<Action, RpcError> {
    let instance = |id: &String| InstanceId::from(id.as_str());
    Ok(match action {
        wire::CombatAction::PlayCard(play) => Action::PlayCard {
            card: game.data.card_called(game.combat.rules(), &play.card),
            mode: match (play.powered, play.sideways) {
                (_, Some(true)) => Mode::Sideways,
                (Some(true), _) => Mode::Powered,
                _ => Mode::Basic,
            },
            pay: payment(game, play.pay.as_ref())?,
        },
        wire::CombatAction::ActivateUnit(activated) => Action::ActivateUnit {
            unit: UnitId::read(&activated.unit).ok_or_else(|| {
                let shown = shortened(&activated.unit);
                let reason = format!("`{shown}` is no unit of this combat");
                RpcError::params("action.unit", reason).hint("units are `unit_0`, `unit_1`, …")
            })?,
            ability: activated.ability,
            pay: payment(game, activated.pay.as_ref())?,
        },
        wire::CombatAction::UseSkill(used) => Action::UseSkill {
            skill: game.data.skill_called(&used.skill),
        },
        wire::CombatAction::ResolveChoice(choice) => Action::ResolveChoice {
            option: choice.option,
        },
        wire::CombatAction::DeclareAttack(declared) => Action::DeclareAttack {
            enemies: declared.enemies.iter().map(instance).collect(),
            points: attack_points("action.attack", &declared.attack)?,
            special: special(declared.special),
        },
        wire::CombatAction::DeclareBlock(declared) => Action::DeclareBlock {
            enemy: instance(&declared.enemy),
            attack: declared.attack_index.unwrap_or(0),
            points: block_points("action.block", &declared.block)?,
            special: special(declared.special),
        },
        wire::CombatAction::AssignDamage(assigned) => Action::AssignDamage {
            enemy: instance(&assigned.enemy),
            attack: assigned.attack_index.unwrap_or(0),
            units: units(assigned.units.as_ref())?,
        },
        wire::CombatAction::EndPhase(_) => Action::EndPhase,
    })
}
