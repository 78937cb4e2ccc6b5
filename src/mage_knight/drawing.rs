//! A combat drawn as text.

use super::combat::{Combat, CombatEnemy, HeroCondition};
use super::enemy::EnemyAttack;
use super::ids::{CardId, counted};
use super::mana::{ByMana, DayTime};
use super::points_plan::PointUse;
use super::unit::{Readiness, UnitHealth, UnitId};
use super::words::{boon_words, points_words};

/// The whole combat: a line for the phase, the hero, each enemy, each modifier
/// and each option of a pending choice.
pub fn draw(combat: &Combat) -> String {
    let hand: Vec<String> = combat
        .hero()
        .hand
        .iter()
        .map(|card| card_word(combat, card))
        .collect();
    drawing(combat, &hand.join(", "), &held_lines(combat))
}

/// Like [`draw`], but shows only the number of cards in the hand.
pub fn draw_without_hand(combat: &Combat) -> String {
    let cards = u32::try_from(combat.hero().hand.len()).unwrap_or(u32::MAX);
    drawing(combat, &counted(cards, "card"), &[])
}

fn drawing(combat: &Combat, hand: &str, held: &[String]) -> String {
    let mut lines = vec![
        format!(
            "{} phase, {} cards",
            combat.phase().name(),
            combat.rules().name()
        ),
        hero_line(combat, hand),
    ];
    lines.extend_from_slice(held);
    lines.extend(
        combat
            .enemies()
            .iter()
            .map(|enemy| enemy_line(combat, enemy)),
    );
    for modifier in combat.modifiers() {
        let whom = match modifier.scope.enemy() {
            Some(enemy) => format!("{enemy}: "),
            None => String::new(),
        };
        let (source, words) = (card_word(combat, &modifier.source), &modifier.description);
        lines.push(format!("  {source} > {whom}{words}"));
    }
    if let Some(pending) = combat.pending() {
        let card = card_word(combat, &pending.card);
        lines.push(format!("{card}: {}", pending.description));
        for (index, option) in pending.options.iter().enumerate() {
            lines.push(format!("  {index}  {}", option.label));
        }
    }
    lines.join("\n") + "\n"
}

/// Mana, units, skills, the pool and boons, where the combat counts them.
fn held_lines(combat: &Combat) -> Vec<String> {
    let Some(held) = combat.holdings() else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    let mana = |source: &str, amounts: &ByMana| {
        amounts
            .held()
            .map(|(mana, amount)| format!("{amount} {} {source}", mana.word()))
            .collect::<Vec<String>>()
    };
    let mut parts = mana("mana", &held.mana.tokens);
    parts.extend(mana("crystal", &held.mana.crystals));
    parts.extend(mana("die", &held.mana.dice));
    if parts.is_empty() {
        parts.push("no mana".to_owned());
    }
    let time = match held.time {
        DayTime::Day => "day",
        DayTime::Night => "night",
    };
    lines.push(format!("{time}: {}", parts.join(", ")));
    for (index, unit) in held.units.iter().enumerate() {
        let id = UnitId(index);
        let state = match (unit.health, unit.readiness) {
            (UnitHealth::Destroyed, _) => "destroyed",
            (UnitHealth::Wounded, _) => "wounded",
            (UnitHealth::Unhurt, Readiness::Spent) => "spent",
            (UnitHealth::Unhurt, Readiness::Ready) => "ready",
        };
        let (name, armor) = (combat.name_of_unit(id), unit.armor());
        lines.push(format!("{name} ({id}): armor {armor}, {state}"));
    }
    for skill in &held.skills {
        let state = if skill.used { "used" } else { "ready" };
        let name = held.card(&skill.id).map(|card| card.name.to_string());
        let name = name.unwrap_or_else(|| skill.id.to_string());
        lines.push(format!("{name}: {state}"));
    }
    let attack = held.pool.attack.iter().map(|points| (points, None));
    let special = held.pool.special_attack.iter();
    let attack = attack.chain(special.map(|one| (&one.points, Some(&one.rider.source))));
    let attack = attack.map(|(points, from)| {
        let words = points_words(PointUse::Attack(points.kind), points.element, points.amount);
        with_source(combat, words, from)
    });
    let block = held.pool.block.iter().map(|points| (points, None));
    let special = held.pool.special_block.iter();
    let block = block.chain(special.map(|one| (&one.points, Some(&one.rider.source))));
    let block = block.map(|(points, from)| {
        let words = points_words(PointUse::Block, points.element, points.amount);
        with_source(combat, words, from)
    });
    let pool: Vec<String> = attack.chain(block).collect();
    if !pool.is_empty() {
        lines.push(format!("pool: {}", pool.join(", ")));
    }
    lines.extend(
        held.boons
            .iter()
            .map(|boon| format!("  {}", boon_words(boon))),
    );
    lines
}

/// The name of a card where the combat counts what the hero holds, else its id.
fn card_word(combat: &Combat, id: &CardId) -> String {
    let card = combat.holdings().and_then(|held| held.card(id));
    card.map_or_else(|| id.to_string(), |card| card.name.to_string())
}

fn with_source(combat: &Combat, words: String, from: Option<&CardId>) -> String {
    match from {
        Some(card) => format!("{words} (of {})", card_word(combat, card)),
        None => words,
    }
}

fn hero_line(combat: &Combat, hand: &str) -> String {
    let hero = combat.hero();
    let hand = match hero.hand.is_empty() {
        true => "no cards",
        false => hand,
    };
    let mut line = format!(
        "hero: armor {}, {} of {}, fame {} (+{}), {hand}",
        combat.hero_armor(),
        counted(hero.wounds, "wound"),
        hero.hand_limit,
        hero.fame,
        combat.fame_gained(),
    );
    if hero.discard_wounds > 0 {
        line += &format!(", {} discarded", counted(hero.discard_wounds, "wound"));
    }
    if hero.condition == HeroCondition::KnockedOut {
        line += ", knocked out";
    }
    line
}

fn enemy_line(combat: &Combat, enemy: &CombatEnemy) -> String {
    let mut parts = vec![format!("armor {}", combat.effective_armor(enemy))];
    for (index, attack) in enemy.kind.attacks.iter().enumerate() {
        parts.push(match attack {
            EnemyAttack::Summon(color) => format!("summons {}", color.word()),
            EnemyAttack::Strike(printed) => {
                let strike = combat.strike(enemy, index);
                let strike = strike.as_deref().unwrap_or(printed);
                let value = combat.attack_value(enemy, index).unwrap_or_default();
                let abilities = strike.abilities.iter().map(|a| format!(" {}", a.word()));
                let blocked = if combat.is_attack_blocked(enemy, index) {
                    " (blocked)"
                } else {
                    ""
                };
                format!(
                    "{} attack {value}{}{blocked}",
                    strike.element.word(),
                    abilities.collect::<String>()
                )
            }
        });
    }
    let resistances = combat.resistances(enemy).words();
    if !resistances.is_empty() {
        parts.push(format!("resists {}", resistances.join(", ")));
    }
    let states = [
        (!enemy.is_alive()).then_some("defeated"),
        (enemy.is_alive() && !combat.does_attack(enemy)).then_some("does not attack"),
        combat.is_replaced(enemy).then_some("its monster stands in"),
    ];
    parts.extend(states.into_iter().flatten().map(str::to_owned));
    if let Some(by) = &enemy.summoned_by {
        parts.push(format!("summoned by {by}"));
    }
    format!("{}: {}", enemy.name(), parts.join(", "))
}
