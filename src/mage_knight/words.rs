//! What effects and modifiers do, in words made from their data.

use std::collections::BTreeSet;

use super::action::Action;
use super::combat::{Combat, Target};
use super::data::CombatData;
use super::effect::{Effect, Fate, PlannedScope, TargetKind, Template};
use super::ids::{InstanceId, listed};
use super::modifier::{Change, Duration, Filter, ModifierPlan, Trait};
use super::phase::Phase;

/// A sentence part for an effect: "one enemy: armor -3, or all enemies: armor -2".
pub fn describe(effect: &Effect) -> String {
    match effect {
        Effect::Choice(parts) => joined(parts, ", or "),
        Effect::Compound(parts) => joined(parts, "; then "),
        Effect::SelectEnemy(template) => {
            let what = words_of_template(template, number_of(template));
            format!("{}: {what}", whom(template))
        }
        Effect::ApplyModifier { scope, modifier } => match scope {
            PlannedScope::Hero => format!("the hero: {}", modifier_words(modifier)),
            PlannedScope::OneEnemy => format!("that enemy: {}", modifier_words(modifier)),
            PlannedScope::AllEnemies => all_enemies_words(modifier),
        },
    }
}

/// A modifier of all enemies, its condition told with the enemies: "all enemies
/// that do not resist fire: armor -1".
pub(super) fn all_enemies_words(plan: &ModifierPlan) -> String {
    let which = match which(&plan.filter, Number::Many) {
        None => String::new(),
        Some(which) => format!(" that {which}"),
    };
    format!(
        "all enemies{which}: {}",
        bare_modifier_words(plan, Number::Many)
    )
}

fn joined(parts: &[Effect], between: &str) -> String {
    let words: Vec<String> = parts.iter().map(describe).collect();
    words.join(between)
}

fn whom(template: &Template) -> String {
    let number = number_of(template);
    let noun = match (template.target, number) {
        (TargetKind::Enemy, Number::One) => "one enemy".to_owned(),
        (TargetKind::Enemy, Number::Many) => format!("up to {} enemies", template.max_targets),
        (TargetKind::Attack, Number::One) => "one attack of an enemy".to_owned(),
        (TargetKind::Attack, Number::Many) => {
            format!("up to {} attacks of enemies", template.max_targets)
        }
    };
    let which = match which(&template.filter, number) {
        None => String::new(),
        Some(which) => format!(" that {which}"),
    };
    format!("{noun}{which}{}", phase_words(&template.phases))
}

fn phase_words(phases: &BTreeSet<Phase>) -> String {
    if phases.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = phases.iter().map(|phase| phase.name()).collect();
    format!(" ({} phase only)", listed(&names))
}

/// What happens to one target.
pub fn template_words(template: &Template) -> String {
    words_of_template(template, Number::One)
}

fn number_of(template: &Template) -> Number {
    if template.max_targets == 1 {
        Number::One
    } else {
        Number::Many
    }
}

fn words_of_template(template: &Template, number: Number) -> String {
    let modifiers = template.modifiers.iter();
    let mut parts: Vec<String> = modifiers
        .map(|plan| conditional_words(plan, number))
        .collect();
    if template.fate == Fate::Defeated {
        parts.push(format!("{}is defeated", each(number)));
    }
    let words = listed(&parts);
    match &template.follow_up {
        None => words,
        Some(effect) if words.is_empty() => format!("then {}", describe(effect)),
        Some(effect) => format!("{words}; then {}", describe(effect)),
    }
}

/// A modifier with its condition: "armor -6 if it is fortified".
pub fn modifier_words(plan: &ModifierPlan) -> String {
    conditional_words(plan, Number::One)
}

fn conditional_words(plan: &ModifierPlan, number: Number) -> String {
    let bare = bare_modifier_words(plan, number);
    match which(&plan.filter, Number::One) {
        Some(which) if plan.description.is_none() => format!("{bare} if it {which}"),
        _ => bare,
    }
}

fn bare_modifier_words(plan: &ModifierPlan, number: Number) -> String {
    if let Some(description) = &plan.description {
        return description.clone();
    }
    let until = match plan.duration {
        Duration::Combat => "",
        Duration::Phase => " for this phase",
    };
    let each = match plan.change {
        Change::Armor(_) | Change::Attack(_) | Change::HeroArmor(_) => "",
        _ => each(number),
    };
    format!("{each}{}{until}", change_words(&plan.change))
}

/// What makes "does not attack" right of several.
const fn each(number: Number) -> &'static str {
    match number {
        Number::One => "",
        Number::Many => "each ",
    }
}

pub fn change_words(change: &Change) -> String {
    match change {
        Change::Armor(amount) | Change::HeroArmor(amount) => format!("armor {amount:+}"),
        Change::Attack(amount) => format!("attack {amount:+}"),
        Change::DoesNotAttack => "does not attack".to_owned(),
        Change::LosesResistances(lost) => match lost.words().as_slice() {
            [one] => format!("loses {one} resistance"),
            words => format!("loses {} resistances", listed(words)),
        },
        Change::LosesFortification => "loses its fortifications".to_owned(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    One,
    Many,
}

/// "is fortified and does not resist ice".
fn which(filter: &Filter, number: Number) -> Option<String> {
    let (is, does) = match number {
        Number::One => ("is", "does"),
        Number::Many => ("are", "do"),
    };
    let phrase = |asked: &Trait, wanted: bool| {
        let noun = match asked {
            Trait::Fortified => "fortified",
            Trait::ArcaneImmune => "arcane immune",
            Trait::Summoner => "summoning",
            Trait::Summoned => "summoned",
            Trait::Resists(resistance) => {
                let word = resistance.word();
                return match (wanted, number) {
                    (true, Number::One) => format!("resists {word}"),
                    (true, Number::Many) => format!("resist {word}"),
                    (false, _) => format!("{does} not resist {word}"),
                };
            }
        };
        let not = if wanted { "" } else { "not " };
        format!("{is} {not}{noun}")
    };
    let only = filter.only.iter().map(|asked| phrase(asked, true));
    let not = filter.not.iter().map(|asked| phrase(asked, false));
    let parts: Vec<String> = only.chain(not).collect();
    (!parts.is_empty()).then(|| listed(&parts))
}

impl Combat {
    /// "Diggers (enemy_0)", with the attack if one is picked.
    pub(super) fn target_words(&self, target: &Target) -> String {
        let Some(enemy) = self.enemy(&target.enemy) else {
            return target.enemy.to_string();
        };
        match target.attack {
            None => enemy.name().to_string(),
            Some(attack) => {
                let value = self.attack_value(enemy, attack).unwrap_or_default();
                format!("{}, attack {attack} of {value}", enemy.name())
            }
        }
    }

    /// An action in words: what the player would say.
    pub fn action_words(&self, data: &CombatData, action: &Action) -> String {
        match action {
            Action::PlayCard { card, mode } => {
                let played = data.card(self.rules, card).ok();
                let played = played.and_then(|card| card.mode(*mode));
                match played {
                    Some(played) => format!("play {} ({})", played.name, mode.word()),
                    None => format!("play {card} ({})", mode.word()),
                }
            }
            Action::ResolveChoice { option } => {
                let pending = self.pending.as_ref();
                let chosen = pending.and_then(|pending| pending.options.get(*option));
                match chosen {
                    Some(chosen) => format!("choose {}", chosen.label),
                    None => format!("choose option {option}"),
                }
            }
            Action::DeclareAttack { enemies, points } => {
                let names: Vec<String> = enemies.iter().map(|id| self.name_of(id)).collect();
                let points: Vec<String> = points
                    .iter()
                    .map(|p| format!("{} {} {}", p.amount, p.element.word(), p.kind.word()))
                    .collect();
                format!("attack {} with {}", listed(&names), listed(&points))
            }
            Action::DeclareBlock {
                enemy,
                attack,
                points,
            } => {
                let points: Vec<String> = points
                    .iter()
                    .map(|p| format!("{} {}", p.amount, p.element.word()))
                    .collect();
                let (name, points) = (self.name_of(enemy), listed(&points));
                format!("block attack {attack} of {name} with {points}")
            }
            Action::AssignDamage { enemy, attack } => {
                format!("take attack {attack} of {}", self.name_of(enemy))
            }
            Action::EndPhase => format!("end the {} phase", self.phase.name()),
        }
    }

    fn name_of(&self, id: &InstanceId) -> String {
        match self.enemy(id) {
            Some(enemy) => enemy.name().to_string(),
            None => id.to_string(),
        }
    }
}
