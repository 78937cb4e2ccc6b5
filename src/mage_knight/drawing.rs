//! A combat as text for people.

use super::combat::{Combat, CombatEnemy, HeroCondition};
use super::enemy::EnemyAttack;
use super::ids::counted;

/// The whole combat: a line for the phase, the hero, each enemy, each modifier
/// and each option of a pending choice.
pub fn draw(combat: &Combat) -> String {
    let hand: Vec<&str> = combat
        .hero()
        .hand
        .iter()
        .map(|card| card.as_str())
        .collect();
    drawing(combat, &hand.join(", "))
}

/// The same for those who must not know which cards the hero holds.
pub fn draw_without_hand(combat: &Combat) -> String {
    let cards = u32::try_from(combat.hero().hand.len()).unwrap_or(u32::MAX);
    drawing(combat, &counted(cards, "card"))
}

fn drawing(combat: &Combat, hand: &str) -> String {
    let mut lines = vec![
        format!("{} phase, {} cards", combat.phase().name(), combat.rules()),
        hero_line(combat, hand),
    ];
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
        let (source, words) = (&modifier.source, &modifier.description);
        lines.push(format!("  {source} > {whom}{words}"));
    }
    if let Some(pending) = combat.pending() {
        lines.push(format!("{}: {}", pending.card, pending.description));
        for (place, option) in pending.options.iter().enumerate() {
            lines.push(format!("  {place}  {}", option.label));
        }
    }
    lines.join("\n") + "\n"
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
    for (place, attack) in enemy.kind.attacks.iter().enumerate() {
        parts.push(match attack {
            EnemyAttack::Summon(color) => format!("summons {}", color.word()),
            EnemyAttack::Strike(strike) => {
                let value = combat.attack_value(enemy, place).unwrap_or_default();
                let abilities = strike.abilities.iter().map(|a| format!(" {}", a.word()));
                let blocked = if combat.is_attack_blocked(enemy, place) {
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
