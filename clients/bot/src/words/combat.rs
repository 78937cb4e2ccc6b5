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
    let standing: Vec<String> = combat
        .enemies
        .iter()
        .filter(|enemy| !enemy.defeated)
        .map(enemy)
        .collect();
    if !standing.is_empty() {
        parts.push(format!("against {}", standing.join(", ")));
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

pub fn combat_hand(cards: &[NamedCard]) -> String {
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
