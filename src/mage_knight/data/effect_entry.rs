//! One effect as a file has it.

use std::sync::Arc;

use super::super::effect::{
    DefeatedTargets, Effect, Fate, LoneTarget, PlannedScope, TargetKind, Template,
};
use super::super::element::{Resistance, Resistances};
use super::super::modifier::{Change, Duration, Filter, ModifierPlan, Trait};
use super::super::phase::Phase;
use super::fields::Fields;
use crate::rules::data::json::Json;

const AMOUNTS: std::ops::RangeInclusive<i32> = -99..=99;
const MOST_TARGETS: i32 = 9;

#[derive(Clone, Copy)]
enum EffectKind {
    Choice,
    SelectEnemy,
    ApplyModifier,
    Compound,
}

const KINDS: [(&str, EffectKind); 4] = [
    ("choice", EffectKind::Choice),
    ("selectEnemy", EffectKind::SelectEnemy),
    ("applyModifier", EffectKind::ApplyModifier),
    ("compound", EffectKind::Compound),
];

#[derive(Clone, Copy)]
enum ChangeKind {
    Armor,
    Attack,
    DoesNotAttack,
    LosesResistances,
    LosesFortification,
    HeroArmor,
}

const CHANGES: [(&str, ChangeKind); 6] = [
    ("armor", ChangeKind::Armor),
    ("attack", ChangeKind::Attack),
    ("doesNotAttack", ChangeKind::DoesNotAttack),
    ("losesResistances", ChangeKind::LosesResistances),
    ("losesFortification", ChangeKind::LosesFortification),
    ("heroArmor", ChangeKind::HeroArmor),
];

/// Whether an effect stands where an enemy has been picked before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Alone,
    AfterPick,
}

/// Reads the effect that a field of an object holds.
pub(super) fn read<'a>(
    fields: &mut Fields<'a, '_, '_>,
    path: &str,
    value: &'a Json,
    standing: Standing,
) -> Option<Effect> {
    let mut part = fields.part(path, value)?;
    let effect = match part.word("type", &KINDS)? {
        EffectKind::Choice => parts(&mut part, "options", standing).map(Effect::Choice),
        EffectKind::Compound => parts(&mut part, "effects", standing).map(Effect::Compound),
        EffectKind::SelectEnemy => {
            template(&mut part).map(|template| Effect::SelectEnemy(Arc::new(template)))
        }
        EffectKind::ApplyModifier => apply_modifier(&mut part, standing),
    };
    part.finish();
    effect
}

fn parts(
    fields: &mut Fields<'_, '_, '_>,
    field: &'static str,
    standing: Standing,
) -> Option<Vec<Effect>> {
    const ALLOWED: &str = "a list of at least two effects";
    fields.required(field, ALLOWED)?;
    let list = fields.list(field, ALLOWED)?;
    if list.len() < 2 {
        let problem = format!("{} effects", list.len());
        fields.fault(field, problem, ALLOWED);
    }
    let effects: Vec<Option<Effect>> = list
        .iter()
        .enumerate()
        .map(|(place, value)| read(fields, &format!("{field}[{place}]"), value, standing))
        .collect();
    effects.into_iter().collect()
}

fn template(fields: &mut Fields<'_, '_, '_>) -> Option<Template> {
    let target = or_default(fields, "target", &TargetKind::WORDS);
    let modifiers = modifiers(fields, target.unwrap_or_default());
    let defeat = fields.flag("defeat").unwrap_or(false);
    let filter = filter(fields);
    let phases = fields.words("phases", &Phase::WORDS);
    let max_targets = if fields.has("maxTargets") {
        fields.count("maxTargets", 1..=MOST_TARGETS)
    } else {
        fields.optional("maxTargets");
        Some(1)
    };
    let ask_lone = fields.flag("askLoneTarget").unwrap_or(true);
    let include_defeated = fields.flag("includeDefeated").unwrap_or(false);
    let follow_up = match fields.optional("then") {
        Some(value) => read(fields, "then", value, Standing::AfterPick).map(Some),
        None => Some(None),
    };
    let idle = !defeat && modifiers.as_ref().is_some_and(Vec::is_empty);
    if idle && matches!(follow_up, Some(None)) {
        fields.fault(
            "",
            "nothing happens to the picked enemy".to_owned(),
            "`modifiers`, `defeat` or `then`",
        );
    }
    Some(Template {
        target: target?,
        modifiers: modifiers?,
        fate: if defeat {
            Fate::Defeated
        } else {
            Fate::Survives
        },
        filter: filter?,
        phases: phases?,
        max_targets: max_targets?,
        lone_target: if ask_lone {
            LoneTarget::Asked
        } else {
            LoneTarget::Taken
        },
        defeated_targets: if include_defeated {
            DefeatedTargets::Included
        } else {
            DefeatedTargets::Excluded
        },
        follow_up: follow_up?,
    })
}

fn modifiers(fields: &mut Fields<'_, '_, '_>, target: TargetKind) -> Option<Vec<ModifierPlan>> {
    let list = fields.list("modifiers", "a list of modifiers")?;
    let plans: Vec<Option<ModifierPlan>> = list
        .iter()
        .enumerate()
        .map(|(place, value)| {
            let mut part = fields.part(&format!("modifiers[{place}]"), value)?;
            let plan = modifier(&mut part);
            if plan.as_ref().is_some_and(|plan| plan.change.is_of_hero()) {
                part.fault(
                    "change",
                    "the picked enemy is not the hero".to_owned(),
                    "a change of an enemy, or an applyModifier in `then`",
                );
            }
            let whole_enemy = |plan: &ModifierPlan| !matches!(plan.change, Change::Attack(_));
            if target == TargetKind::Attack && plan.as_ref().is_some_and(whole_enemy) {
                part.fault(
                    "change",
                    "one attack of an enemy is picked, not the enemy".to_owned(),
                    "attack",
                );
            }
            part.finish();
            plan
        })
        .collect();
    plans.into_iter().collect()
}

fn apply_modifier(fields: &mut Fields<'_, '_, '_>, standing: Standing) -> Option<Effect> {
    let scope = or_default(fields, "scope", &PlannedScope::WORDS);
    if scope == Some(PlannedScope::OneEnemy) && standing == Standing::Alone {
        fields.fault(
            "scope",
            "no enemy has been picked here".to_owned(),
            "self or allEnemies; oneEnemy only within the `then` of a selectEnemy",
        );
    }
    const ALLOWED: &str = "a modifier";
    let value = fields.required("modifier", ALLOWED)?;
    let mut part = fields.part("modifier", value)?;
    let plan = modifier(&mut part);
    if let (Some(scope), Some(plan)) = (scope, &plan)
        && plan.change.is_of_hero() != (scope == PlannedScope::Hero)
    {
        part.fault(
            "change",
            format!("`{}` does not go with this scope", plan.change.word()),
            "heroArmor with scope self, all others with oneEnemy or allEnemies",
        );
    }
    part.finish();
    Some(Effect::ApplyModifier {
        scope: scope?,
        modifier: Arc::new(plan?),
    })
}

fn modifier(part: &mut Fields<'_, '_, '_>) -> Option<ModifierPlan> {
    let change = match part.word("change", &CHANGES) {
        Some(ChangeKind::Armor) => amount(part).map(Change::Armor),
        Some(ChangeKind::Attack) => amount(part).map(Change::Attack),
        Some(ChangeKind::HeroArmor) => amount(part).map(Change::HeroArmor),
        Some(ChangeKind::DoesNotAttack) => Some(Change::DoesNotAttack),
        Some(ChangeKind::LosesFortification) => Some(Change::LosesFortification),
        Some(ChangeKind::LosesResistances) => {
            part.required("resistances", "a list of resistances");
            let lost = part.words("resistances", &Resistance::WORDS);
            lost.map(|lost| Change::LosesResistances(Resistances(lost)))
        }
        None => {
            // What else belongs here is unknown while this is wrong.
            for field in ["amount", "resistances"] {
                part.optional(field);
            }
            None
        }
    };
    let duration = part.word("duration", &Duration::WORDS);
    let filter = filter(part);
    let description = match part.optional("description") {
        Some(_) => part
            .line("description", 120)
            .map(|text| Some(text.to_owned())),
        None => Some(None),
    };
    Some(ModifierPlan {
        change: change?,
        duration: duration?,
        filter: filter?,
        description: description?,
    })
}

fn amount(part: &mut Fields<'_, '_, '_>) -> Option<i32> {
    let amount = part.integer("amount", AMOUNTS)?;
    if amount == 0 {
        let problem = "`0` changes nothing".to_owned();
        part.fault("amount", problem, "a number other than 0");
        return None;
    }
    Some(amount)
}

fn filter(fields: &mut Fields<'_, '_, '_>) -> Option<Filter> {
    let only = fields.words("only", &Trait::WORDS);
    let not = fields.words("not", &Trait::WORDS);
    let (only, not) = (only?, not?);
    if only.intersection(&not).next().is_some() {
        fields.fault(
            "not",
            "nobody can have a trait and not have it".to_owned(),
            "traits that are not in `only`",
        );
    }
    Some(Filter { only, not })
}

fn or_default<T: Copy + Default>(
    fields: &mut Fields<'_, '_, '_>,
    field: &'static str,
    words: &[(&'static str, T)],
) -> Option<T> {
    if fields.has(field) {
        fields.word(field, words)
    } else {
        fields.optional(field);
        Some(T::default())
    }
}
