//! Reads one effect of a data file.

use std::sync::Arc;

use super::super::effect::{
    DefeatedTargets, Effect, LoneTarget, PlannedScope, TargetFate, TargetKind, TargetPrice,
    Template,
};
use super::super::element::{Element, Resistance};
use super::super::enemy::AttackAbility;
use super::super::modifier::{
    Duration, Filter, LosableAbility, ModifierChange, ModifierPlan, Trait,
};
use super::super::phase::Phase;
use super::hand_entry::{HandEffectKind, read_hand_effect};
use qbcoach_basics::data::Fields;
use qbcoach_basics::data::Json;

const AMOUNTS: std::ops::RangeInclusive<i32> = -99..=99;
const MOST_TARGETS: i32 = 9;

#[derive(Clone, Copy)]
enum EffectKind {
    Choice,
    SelectEnemy,
    ApplyModifier,
    Compound,
    OfHand(HandEffectKind),
}

const KINDS: [(&str, EffectKind); 37] = [
    ("choice", EffectKind::Choice),
    ("selectEnemy", EffectKind::SelectEnemy),
    ("applyModifier", EffectKind::ApplyModifier),
    ("compound", EffectKind::Compound),
    ("attack", EffectKind::OfHand(HandEffectKind::Attack)),
    ("block", EffectKind::OfHand(HandEffectKind::Block)),
    ("mana", EffectKind::OfHand(HandEffectKind::Mana)),
    ("crystal", EffectKind::OfHand(HandEffectKind::Crystal)),
    ("dice", EffectKind::OfHand(HandEffectKind::Dice)),
    ("endless", EffectKind::OfHand(HandEffectKind::Endless)),
    ("anyTime", EffectKind::OfHand(HandEffectKind::AnyTime)),
    ("fame", EffectKind::OfHand(HandEffectKind::Fame)),
    ("wounds", EffectKind::OfHand(HandEffectKind::Wounds)),
    ("boon", EffectKind::OfHand(HandEffectKind::Boon)),
    ("if", EffectKind::OfHand(HandEffectKind::If)),
    ("pay", EffectKind::OfHand(HandEffectKind::Pay)),
    ("giveUp", EffectKind::OfHand(HandEffectKind::GiveUp)),
    (
        "playAnother",
        EffectKind::OfHand(HandEffectKind::PlayAnother),
    ),
    ("readyUnit", EffectKind::OfHand(HandEffectKind::ReadyUnit)),
    (
        "strengthenUnits",
        EffectKind::OfHand(HandEffectKind::StrengthenUnits),
    ),
    ("spendUnit", EffectKind::OfHand(HandEffectKind::SpendUnit)),
    ("exchange", EffectKind::OfHand(HandEffectKind::Exchange)),
    ("roll", EffectKind::OfHand(HandEffectKind::Roll)),
    ("throwWound", EffectKind::OfHand(HandEffectKind::ThrowWound)),
    ("possess", EffectKind::OfHand(HandEffectKind::Possess)),
    ("duel", EffectKind::OfHand(HandEffectKind::Duel)),
    ("ownWound", EffectKind::OfHand(HandEffectKind::OwnWound)),
    (
        "crystalOfGiven",
        EffectKind::OfHand(HandEffectKind::CrystalOfGiven),
    ),
    (
        "woundsPerCrystal",
        EffectKind::OfHand(HandEffectKind::WoundsPerCrystal),
    ),
    (
        "pairsToTokens",
        EffectKind::OfHand(HandEffectKind::PairsToTokens),
    ),
    ("noDice", EffectKind::OfHand(HandEffectKind::NoDice)),
    ("takesDie", EffectKind::OfHand(HandEffectKind::TakesDie)),
    ("wildDice", EffectKind::OfHand(HandEffectKind::WildDice)),
    ("move", EffectKind::OfHand(HandEffectKind::Move)),
    ("influence", EffectKind::OfHand(HandEffectKind::Influence)),
    (
        "defeatPicked",
        EffectKind::OfHand(HandEffectKind::DefeatPicked),
    ),
    ("nothing", EffectKind::OfHand(HandEffectKind::Nothing)),
];

#[derive(Clone, Copy)]
enum ChangeKind {
    Armor,
    Attack,
    AttackElement,
    DoesNotAttack,
    LosesResistances,
    LosesAbilities,
    GainsAbilities,
    LosesFortification,
    LosesWalls,
    HeroArmor,
    HeroDamage,
    Cancelled,
    TakenByUnit,
}

const CHANGES: [(&str, ChangeKind); 13] = [
    ("armor", ChangeKind::Armor),
    ("attack", ChangeKind::Attack),
    ("attackElement", ChangeKind::AttackElement),
    ("doesNotAttack", ChangeKind::DoesNotAttack),
    ("losesResistances", ChangeKind::LosesResistances),
    ("losesAbilities", ChangeKind::LosesAbilities),
    ("gainsAbilities", ChangeKind::GainsAbilities),
    ("losesFortification", ChangeKind::LosesFortification),
    ("losesWalls", ChangeKind::LosesWalls),
    ("heroArmor", ChangeKind::HeroArmor),
    ("heroDamage", ChangeKind::HeroDamage),
    ("cancelled", ChangeKind::Cancelled),
    ("takenByUnit", ChangeKind::TakenByUnit),
];

/// Whether an enemy has been picked before an effect.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EffectPosition {
    TopLevel,
    AfterPick,
}

/// Reads the effect that a field of an object holds.
pub(super) fn read<'a>(
    fields: &mut Fields<'a, '_>,
    path: &str,
    value: &'a Json,
    position: EffectPosition,
) -> Option<Effect> {
    let mut part = fields.part(path, value)?;
    let effect = match part.word("type", &KINDS)? {
        EffectKind::Choice => parts(&mut part, "options", position).map(Effect::Choice),
        EffectKind::Compound => parts(&mut part, "effects", position).map(Effect::Compound),
        EffectKind::SelectEnemy => {
            template(&mut part, position).map(|template| Effect::SelectEnemy(Arc::new(template)))
        }
        EffectKind::ApplyModifier => apply_modifier(&mut part, position),
        EffectKind::OfHand(kind) => read_hand_effect(&mut part, kind, position),
    };
    part.finish();
    effect
}

fn parts(
    fields: &mut Fields<'_, '_>,
    field: &'static str,
    position: EffectPosition,
) -> Option<Vec<Effect>> {
    const ALLOWED: &str = "a list of at least two effects";
    fields.required(field, ALLOWED)?;
    let list = fields.optional_list(field, ALLOWED)?;
    if list.len() < 2 {
        let problem = format!("{} effects", list.len());
        fields.fault(field, problem, ALLOWED);
    }
    let effects: Vec<Option<Effect>> = list
        .iter()
        .enumerate()
        .map(|(index, value)| read(fields, &format!("{field}[{index}]"), value, position))
        .collect();
    effects.into_iter().collect()
}

fn template(fields: &mut Fields<'_, '_>, position: EffectPosition) -> Option<Template> {
    let target = or_default(fields, "target", &TargetKind::WORDS);
    if target == Some(TargetKind::AttackOfPicked) && position == EffectPosition::TopLevel {
        fields.fault(
            "target",
            "no enemy has been picked here".to_owned(),
            "enemy or attack; attackOfPicked only within the `then` of a selectEnemy",
        );
    }
    let modifiers = modifiers(fields, target.unwrap_or_default());
    let defeat = fields.flag("defeat").unwrap_or(false);
    let filter = filter(fields);
    let phases = fields.words("phases", &Phase::WORDS);
    let max_targets = max_targets(fields);
    let price = or_default(fields, "price", &TargetPrice::WORDS);
    let ask_lone = fields.flag("askLoneTarget").unwrap_or(true);
    let include_defeated = fields.flag("includeDefeated").unwrap_or(false);
    let follow_up = match fields.optional("then") {
        Some(value) => read(fields, "then", value, EffectPosition::AfterPick).map(Some),
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
            TargetFate::Defeated
        } else {
            TargetFate::Survives
        },
        filter: filter?,
        phases: phases?,
        max_targets: max_targets?,
        price: price?,
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

/// The outer `None` means a fault, the inner one any number of targets.
fn max_targets(fields: &mut Fields<'_, '_>) -> Option<Option<u32>> {
    let any_number = fields.flag("anyNumber").unwrap_or(false);
    if !fields.has("maxTargets") {
        fields.optional("maxTargets");
        return Some(if any_number { None } else { Some(1) });
    }
    if any_number {
        fields.fault(
            "anyNumber",
            "a largest number of targets is given too".to_owned(),
            "`maxTargets` or `anyNumber`",
        );
    }
    fields.count("maxTargets", 1..=MOST_TARGETS).map(Some)
}

fn modifiers(fields: &mut Fields<'_, '_>, target: TargetKind) -> Option<Vec<ModifierPlan>> {
    let list = fields.optional_list("modifiers", "a list of modifiers")?;
    let plans: Vec<Option<ModifierPlan>> = list
        .iter()
        .enumerate()
        .map(|(index, value)| {
            let mut part = fields.part(&format!("modifiers[{index}]"), value)?;
            let plan = modifier(&mut part);
            if plan.as_ref().is_some_and(|plan| plan.change.is_of_hero()) {
                part.fault(
                    "change",
                    "the change is about the hero, not the picked enemy".to_owned(),
                    "a change of an enemy, or an applyModifier in `then`",
                );
            }
            let whole_enemy = |plan: &ModifierPlan| !plan.change.is_of_attacks();
            if target != TargetKind::Enemy && plan.as_ref().is_some_and(whole_enemy) {
                part.fault(
                    "change",
                    "only the picked attack can change, not its enemy".to_owned(),
                    "attack, attackElement, gainsAbilities, or losesAbilities with abilities \
                     of attacks",
                );
            }
            part.finish();
            plan
        })
        .collect();
    plans.into_iter().collect()
}

fn apply_modifier(fields: &mut Fields<'_, '_>, position: EffectPosition) -> Option<Effect> {
    let scope = or_default(fields, "scope", &PlannedScope::WORDS);
    if scope.is_some_and(PlannedScope::needs_pick) && position == EffectPosition::TopLevel {
        fields.fault(
            "scope",
            "no enemy has been picked here".to_owned(),
            "self or allEnemies; oneEnemy and otherEnemies only within the `then` of a \
             selectEnemy",
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
            "heroArmor with scope self, all others with the scopes of enemies",
        );
    }
    part.finish();
    Some(Effect::ApplyModifier {
        scope: scope?,
        modifier: Arc::new(plan?),
    })
}

fn modifier(part: &mut Fields<'_, '_>) -> Option<ModifierPlan> {
    let change = match part.word("change", &CHANGES) {
        Some(ChangeKind::Armor) => amount(part).map(ModifierChange::Armor),
        Some(ChangeKind::Attack) => amount(part).map(ModifierChange::Attack),
        Some(ChangeKind::HeroArmor) => amount(part).map(ModifierChange::HeroArmor),
        Some(ChangeKind::HeroDamage) => amount(part).map(ModifierChange::HeroDamage),
        Some(ChangeKind::DoesNotAttack) => Some(ModifierChange::DoesNotAttack),
        Some(ChangeKind::Cancelled) => Some(ModifierChange::Cancelled),
        Some(ChangeKind::TakenByUnit) => Some(ModifierChange::TakenBy(None)),
        Some(ChangeKind::LosesFortification) => Some(ModifierChange::LosesFortification),
        Some(ChangeKind::LosesWalls) => Some(ModifierChange::LosesWalls),
        Some(ChangeKind::AttackElement) => part
            .word("element", &Element::WORDS)
            .map(ModifierChange::AttackElement),
        Some(ChangeKind::LosesAbilities) => {
            part.required("abilities", "a list of abilities");
            let lost = part.words("abilities", &LosableAbility::WORDS);
            lost.map(ModifierChange::LosesAbilities)
        }
        Some(ChangeKind::GainsAbilities) => {
            part.required("abilities", "a list of abilities");
            let gained = part.words("abilities", &AttackAbility::WORDS);
            gained.map(ModifierChange::GainsAbilities)
        }
        Some(ChangeKind::LosesResistances) => {
            part.required("resistances", "a list of resistances");
            let lost = part.words("resistances", &Resistance::WORDS);
            lost.map(|lost| ModifierChange::LosesResistances(lost.into_iter().collect()))
        }
        None => {
            // Which other fields are allowed depends on the change, so none is reported.
            for field in ["amount", "resistances", "abilities", "element"] {
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

fn amount(part: &mut Fields<'_, '_>) -> Option<i32> {
    let amount = part.integer("amount", AMOUNTS)?;
    if amount == 0 {
        let problem = "`0` changes nothing".to_owned();
        part.fault("amount", problem, "a number other than 0");
        return None;
    }
    Some(amount)
}

pub(super) fn filter(fields: &mut Fields<'_, '_>) -> Option<Filter> {
    let only = fields.words("only", &Trait::WORDS);
    let not = fields.words("not", &Trait::WORDS);
    let (only, not) = (only?, not?);
    if only.intersection(&not).next().is_some() {
        fields.fault(
            "not",
            "a trait cannot be both required and excluded".to_owned(),
            "traits that are not in `only`",
        );
    }
    Some(Filter { only, not })
}

pub(super) fn or_default<T: Copy + Default>(
    fields: &mut Fields<'_, '_>,
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
