//! Mage Knight combats.

use qbcoach_protocol::{CombatEnemy, CombatSnapshot, CombatThreat, NamedCard, Wounds};

use super::{DOT, counted};

pub fn combat_score(combat: &CombatSnapshot) -> String {
    let mut parts = vec![
        moment(combat),
        format!("{} fame gained", combat.fame_gained),
    ];
    let hero = &combat.hero;
    if hero.knocked_out {
        parts.push("knocked out".to_owned());
    }
    parts.push(counted(
        hero.wounds + hero.discard_wounds,
        "wound",
        "wounds",
    ));
    let undefeated: Vec<String> = combat
        .enemies
        .iter()
        .filter(|enemy| !enemy.defeated)
        .map(enemy)
        .collect();
    if !undefeated.is_empty() {
        parts.push(format!("against {}", undefeated.join(", ")));
    }
    parts.join(DOT)
}

pub fn moment(combat: &CombatSnapshot) -> String {
    match combat.phase.as_str() {
        "rangedSiege" => "Combat, ranged and siege phase",
        "block" => "Combat, block phase",
        "assignDamage" => "Combat, damage phase",
        "attack" => "Combat, attack phase",
        _ => "The combat is over",
    }
    .to_owned()
}

fn enemy(enemy: &CombatEnemy) -> String {
    let blocked = match enemy.blocked {
        true => ", blocked",
        false => "",
    };
    format!("{} (armor {}{blocked})", enemy.name, enemy.armor)
}

pub fn combat_threat(threat: &CombatThreat) -> String {
    let total = wounds(threat.total);
    let mut parts = vec![format!("If nothing is done: {total}")];
    let from = threat
        .enemies
        .iter()
        .filter(|enemy| enemy.wounds != Wounds::default());
    let from: Vec<String> = from
        .map(|enemy| {
            format!(
                "{} {}",
                enemy.name,
                enemy.wounds.hand + enemy.wounds.discard
            )
        })
        .collect();
    if from.len() > 1 {
        parts.push(from.join(", "));
    }
    if threat.worst != threat.total {
        parts.push(format!("at worst {}", wounds(threat.worst)));
    }
    if threat.paralysis {
        parts.push("paralysed: the hand is discarded".to_owned());
    }
    match threat.knock_out.as_str() {
        "possible" => parts.push("a knock-out is possible".to_owned()),
        "certain" => parts.push("that knocks the hero out".to_owned()),
        "already" => parts.push("the hero is knocked out already".to_owned()),
        _ => {}
    }
    parts.join(DOT)
}

fn wounds(wounds: Wounds) -> String {
    match wounds.hand + wounds.discard {
        0 => "no wounds".to_owned(),
        number => counted(number, "wound", "wounds"),
    }
}

/// The hand, and what the hero holds besides it where the combat counts it.
pub fn combat_hand(combat: &CombatSnapshot) -> Option<String> {
    let cards = combat.hero.hand.as_deref()?;
    let mut parts = vec![cards_in_hand(cards)];
    if let Some(held) = &combat.holdings {
        let sources = [
            (&held.mana.tokens, "mana"),
            (&held.mana.crystals, "crystal"),
            (&held.mana.dice, "die"),
        ];
        let mana = sources.iter().flat_map(|(amounts, noun)| {
            let amounts = amounts.iter();
            amounts.map(move |(color, amount)| format!("{amount} {color} {noun}"))
        });
        let units = held.units.iter().filter(|unit| unit.health == "unhurt");
        let units = units
            .filter(|unit| !unit.spent)
            .map(|unit| unit.name.clone());
        let skills = held.skills.iter().filter(|skill| !skill.used);
        let skills = skills.map(|skill| skill.name.clone());
        let more: Vec<String> = mana.chain(units).chain(skills).collect();
        if !more.is_empty() {
            parts.push(more.join(", "));
        }
    }
    Some(parts.join(DOT))
}

fn cards_in_hand(cards: &[NamedCard]) -> String {
    let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
    match names.as_slice() {
        [] => "The hand is empty".to_owned(),
        names => format!(
            "In hand, {}: {}",
            counted(names.len() as u32, "card", "cards"),
            names.join(", ")
        ),
    }
}
