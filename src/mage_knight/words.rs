//! Descriptions of effects, modifiers and actions, made from their data.

mod action_words;
mod hand_words;

use self::hand_words::hand_words;
pub(crate) use self::hand_words::{boon_words, points_words, roll_words};
use std::collections::BTreeSet;

use super::action::Action;
use super::card::{ManaColor, Mode};
use super::combat::{Combat, EnemyTarget};
use super::data::CombatData;
use super::effect::{
    Condition, Effect, Gain, GivenCard, GivenFate, GivenNumber, Healing, PlannedScope, RollOutcome,
    TargetFate, TargetKind, TargetPrice, Template, UnitGifts, WhichUnits,
};
use super::element::{Element, Resistances};
use super::holdings::{
    BetterCards, Boon, ConvertedPoints, DoubledPoints, NextPoints, RangedChange, SiegeChange, Spare,
};
use super::ids::{CardId, InstanceId, counted, listed};
use super::mana::ManaPayment;
use super::modifier::{Duration, Filter, LosableAbility, ModifierChange, ModifierPlan, Trait};
use super::phase::Phase;
use super::points::AttackKind;
use super::points_plan::{CountOf, PerCount, PointUse, PointsPlan};

/// Describes an effect: "one enemy: armor -3, or all enemies: armor -2".
pub fn describe(effect: &Effect) -> String {
    match effect {
        Effect::Choice(parts) => choice_words(parts, EnemyNamed::No),
        Effect::Compound(parts) => joined(parts, "; then "),
        Effect::SelectEnemy(template) => {
            let what = words_of_template(template, number_of(template));
            format!("{}: {what}", targets_words(template))
        }
        Effect::ApplyModifier { scope, modifier } => planned_words(*scope, modifier),
        of_hand => hand_words(of_hand),
    }
}

/// Describes a modifier and what it applies to: "the hero: armor +1".
pub(super) fn planned_words(scope: PlannedScope, plan: &ModifierPlan) -> String {
    match scope {
        PlannedScope::Hero => format!("the hero: {}", modifier_words(plan)),
        PlannedScope::OneEnemy => format!("that enemy: {}", modifier_words(plan)),
        PlannedScope::AllEnemies => many_enemies_words("all enemies", plan),
        PlannedScope::OtherEnemies => many_enemies_words("all other enemies", plan),
    }
}

/// Whether the words before name the picked enemy, so that "that enemy" is not needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EnemyNamed {
    No,
    Yes,
}

/// Describes a choice: "that enemy: armor -3, or does not attack".
fn choice_words(parts: &[Effect], mut named: EnemyNamed) -> String {
    let mut words = Vec::new();
    for part in parts {
        match part {
            Effect::ApplyModifier {
                scope: PlannedScope::OneEnemy,
                modifier,
            } => {
                words.push(match named {
                    EnemyNamed::No => planned_words(PlannedScope::OneEnemy, modifier),
                    EnemyNamed::Yes => modifier_words(modifier),
                });
                named = EnemyNamed::Yes;
            }
            other => {
                words.push(describe(other));
                named = EnemyNamed::No;
            }
        }
    }
    words.join(", or ")
}

/// Describes a modifier of several enemies, with its condition: "all enemies that do
/// not resist fire: armor -1".
fn many_enemies_words(whom: &str, plan: &ModifierPlan) -> String {
    let which = match which(&plan.filter, Number::Many) {
        None => String::new(),
        Some(which) => format!(" that {which}"),
    };
    format!("{whom}{which}: {}", bare_modifier_words(plan, Number::Many))
}

fn joined(parts: &[Effect], between: &str) -> String {
    let words: Vec<String> = parts.iter().map(describe).collect();
    words.join(between)
}

fn targets_words(template: &Template) -> String {
    let number = number_of(template);
    let (element, filter) = picked_element(template);
    let element = element.map(|element| format!("{} ", element_words(element)));
    let element = element.unwrap_or_default();
    let noun = match (template.target, number) {
        (TargetKind::Enemy, Number::One) => "one enemy".to_owned(),
        (TargetKind::Enemy, Number::Many) => format!("{} enemies", most_words(template)),
        (TargetKind::Attack, Number::One) => format!("one {element}attack of an enemy"),
        (TargetKind::Attack, Number::Many) => {
            format!("{} {element}attacks of enemies", most_words(template))
        }
        (TargetKind::AttackOfPicked, Number::One) => format!("one {element}attack of that enemy"),
        (TargetKind::AttackOfPicked, Number::Many) => {
            format!("{} {element}attacks of that enemy", most_words(template))
        }
    };
    let which = match which(&filter, number) {
        None => String::new(),
        Some(which) => format!(" that {which}"),
    };
    let price = match template.price {
        TargetPrice::Free => "",
        TargetPrice::RisingMove => {
            " (the first is free, the second costs 1 move point, the third 2, and so on, \
             paid at the table)"
        }
    };
    let phases = phase_words(&template.phases);
    format!("{noun}{which}{phases}{price}")
}

/// The element that a picked attack must have, and the rest of the filter.
fn picked_element(template: &Template) -> (Option<Element>, Filter) {
    let mut filter = template.filter.clone();
    let element = filter.only.iter().find_map(|asked| match asked {
        Trait::AttackIs(element) if template.target != TargetKind::Enemy => Some(*element),
        _ => None,
    });
    if let Some(element) = element {
        filter.only.remove(&Trait::AttackIs(element));
    }
    (element, filter)
}

fn most_words(template: &Template) -> String {
    match template.max_targets {
        Some(most) => format!("up to {most}"),
        None => "any number of".to_owned(),
    }
}

/// The price of one more target after `picked` targets, if it has one.
pub(super) fn price_words(price: TargetPrice, picked: usize) -> String {
    match price.move_points(picked) {
        0 => String::new(),
        points => {
            let points = u32::try_from(points).unwrap_or(u32::MAX);
            format!(
                " (for {}, paid at the table)",
                counted(points, "move point")
            )
        }
    }
}

fn phase_words(phases: &BTreeSet<Phase>) -> String {
    if phases.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = phases.iter().map(|phase| phase.name()).collect();
    format!(" ({} phase only)", listed(&names))
}

/// Describes what happens to one target.
pub(crate) fn template_words(template: &Template) -> String {
    words_of_template(template, Number::One)
}

fn number_of(template: &Template) -> Number {
    if template.max_targets == Some(1) {
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
    if template.fate == TargetFate::Defeated {
        parts.push(format!("{}is defeated", each(number)));
    }
    let words = listed(&parts);
    match &template.follow_up {
        None => words,
        Some(effect) if words.is_empty() => format!("then {}", describe(effect)),
        Some(effect) => format!("{words}; then {}", describe(effect)),
    }
}

/// Describes a modifier with its condition: "armor -6 if it is fortified".
pub(crate) fn modifier_words(plan: &ModifierPlan) -> String {
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
        ModifierChange::Armor(_)
        | ModifierChange::Attack(_)
        | ModifierChange::AttackElement(_)
        | ModifierChange::HeroArmor(_)
        | ModifierChange::Cancelled
        | ModifierChange::TakenBy(_)
        | ModifierChange::HeroDamage(_) => "",
        _ => each(number),
    };
    format!("{each}{}{until}", change_words(&plan.change))
}

/// The prefix that makes "does not attack" read right for several enemies.
const fn each(number: Number) -> &'static str {
    match number {
        Number::One => "",
        Number::Many => "each ",
    }
}

pub(crate) fn change_words(change: &ModifierChange) -> String {
    match change {
        ModifierChange::Armor(amount) | ModifierChange::HeroArmor(amount) => {
            format!("armor {amount:+}")
        }
        ModifierChange::Attack(amount) => format!("attack {amount:+}"),
        ModifierChange::HeroDamage(amount) => format!("damage to the hero {amount:+}"),
        ModifierChange::Cancelled => "does not happen".to_owned(),
        ModifierChange::TakenBy(_) => "its damage goes to this unit first".to_owned(),
        ModifierChange::AttackElement(element) => {
            format!("attack becomes {}", element_words(*element))
        }
        ModifierChange::DoesNotAttack => "does not attack".to_owned(),
        ModifierChange::LosesResistances(lost) => match lost.words().as_slice() {
            [one] => format!("loses {one} resistance"),
            words => format!("loses {} resistances", listed(words)),
        },
        ModifierChange::LosesAbilities(lost) => {
            let words = lost.iter().map(|ability| match ability {
                LosableAbility::Fortified => "its own fortification",
                other => other.word(),
            });
            format!("loses {}", listed(&words.collect::<Vec<&str>>()))
        }
        ModifierChange::GainsAbilities(gained) => {
            let words: Vec<&str> = gained.iter().map(|ability| ability.word()).collect();
            format!("gains {}", listed(&words))
        }
        ModifierChange::LosesFortification => "loses its fortifications".to_owned(),
        ModifierChange::LosesWalls => "loses the walls of the site".to_owned(),
    }
}

const fn element_words(element: Element) -> &'static str {
    match element {
        Element::ColdFire => "cold fire",
        other => other.word(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    One,
    Many,
}

/// Whether a target must have a trait or must not have it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Yes,
    No,
}

/// "is fortified and does not resist ice".
fn which(filter: &Filter, number: Number) -> Option<String> {
    let phrase = |asked: &Trait, wanted: Wanted| match asked {
        Trait::Fortified => being("fortified", wanted, number),
        Trait::FortifiedInRangedSiege => {
            being("fortified in the Ranged & Siege phase", wanted, number)
        }
        Trait::ArcaneImmune => being("arcane immune", wanted, number),
        Trait::Summoner => being("summoning", wanted, number),
        Trait::Summoned => being("summoned", wanted, number),
        Trait::Resists(resistance) => {
            let verb = doing("resist", wanted, number);
            format!("{verb} {}", resistance.word())
        }
        Trait::Attacks => doing("attack", wanted, number),
        Trait::Blocked => being("blocked", wanted, number),
        Trait::AttackIs(element) => {
            let verb = doing("attack", wanted, number);
            match element {
                Element::Physical => format!("{verb} physically"),
                other => format!("{verb} with {}", element_words(*other)),
            }
        }
    };
    let only = filter.only.iter().map(|asked| phrase(asked, Wanted::Yes));
    let not = filter.not.iter().map(|asked| phrase(asked, Wanted::No));
    let parts: Vec<String> = only.chain(not).collect();
    (!parts.is_empty()).then(|| listed(&parts))
}

/// "is fortified", "are not fortified".
fn being(adjective: &str, wanted: Wanted, number: Number) -> String {
    let is = match number {
        Number::One => "is",
        Number::Many => "are",
    };
    let not = match wanted {
        Wanted::Yes => "",
        Wanted::No => "not ",
    };
    format!("{is} {not}{adjective}")
}

/// "resists", "resist", "does not resist".
fn doing(verb: &str, wanted: Wanted, number: Number) -> String {
    match (wanted, number) {
        (Wanted::Yes, Number::One) => format!("{verb}s"),
        (Wanted::Yes, Number::Many) => verb.to_owned(),
        (Wanted::No, Number::One) => format!("does not {verb}"),
        (Wanted::No, Number::Many) => format!("do not {verb}"),
    }
}

/// ", paid with the red token".
pub(super) fn pay_words(pay: &[ManaPayment]) -> String {
    match pay {
        [] => String::new(),
        pay => format!(", paid with the {}", listed(pay)),
    }
}
