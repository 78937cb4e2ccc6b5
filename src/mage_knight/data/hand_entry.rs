//! Reads the effects of the hand: points, mana, boons and the like.

use std::sync::Arc;

use super::super::card::{ManaColor, Mode};
use super::super::effect::{
    Condition, Effect, Gain, GiveUp, GivenCard, GivenEffect, GivenFate, GivenNumber, Healing,
    PlayAnother, RollOutcome, UnitGifts, WhichUnits,
};
use super::super::element::{Element, Resistance};
use super::super::holdings::Spare;
use super::super::mana::Mana;
use super::super::points::AttackKind;
use super::super::points_plan::{CountOf, DefeatEffect, PerCount, PointUse, PointsPlan, RiderPlan};
use super::boon_entry::boon;
use super::effect_entry::{EffectPosition, filter, or_default, read};
use qbcoach_basics::data::{Fields, Json};

const AMOUNTS: std::ops::RangeInclusive<i32> = 0..=99;

#[derive(Clone, Copy)]
pub(super) enum HandEffectKind {
    Attack,
    Block,
    Mana,
    Crystal,
    Dice,
    Endless,
    AnyTime,
    Fame,
    Wounds,
    Boon,
    If,
    Pay,
    GiveUp,
    PlayAnother,
    ReadyUnit,
    StrengthenUnits,
    SpendUnit,
    Move,
    Influence,
    Exchange,
    Roll,
    ThrowWound,
    Possess,
    Duel,
    OwnWound,
    CrystalOfGiven,
    WoundsPerCrystal,
    PairsToTokens,
    NoDice,
    TakesDie,
    WildDice,
    DefeatPicked,
    Nothing,
}

pub(super) fn read_hand_effect<'a>(
    part: &mut Fields<'a, '_>,
    kind: HandEffectKind,
    position: EffectPosition,
) -> Option<Effect> {
    let mana = |part: &mut Fields<'a, '_>| part.word("mana", &Mana::WORDS);
    let small = |part: &mut Fields<'a, '_>| {
        let amount = part.count("amount", 1..=9)?;
        u8::try_from(amount).ok()
    };
    Some(match kind {
        HandEffectKind::Attack => {
            let kind = or_default(part, "kind", &AttackKind::WORDS);
            points(part, kind.map(PointUse::Attack))?
        }
        HandEffectKind::Block => points(part, Some(PointUse::Block))?,
        HandEffectKind::Mana => {
            let (mana, amount) = (mana(part), small(part));
            Effect::Gain(Gain::Tokens {
                mana: mana?,
                amount: amount?,
            })
        }
        HandEffectKind::Crystal => {
            let (mana, amount) = (mana(part), small(part));
            if mana.is_some_and(|mana| !mana.is_basic()) {
                let problem = "there are no such crystals".to_owned();
                part.fault("mana", problem, "red, blue, green or white");
            }
            Effect::Gain(Gain::Crystals {
                mana: mana?,
                amount: amount?,
            })
        }
        HandEffectKind::Dice => Effect::Gain(Gain::Dice(small(part)?)),
        HandEffectKind::Endless => Effect::Gain(Gain::Endless(mana(part)?)),
        HandEffectKind::AnyTime => Effect::Gain(Gain::AnyTime(mana(part)?)),
        HandEffectKind::Fame => Effect::Gain(Gain::Fame(part.count("amount", 1..=99)?)),
        HandEffectKind::Wounds => Effect::Gain(Gain::Wounds(part.count("amount", 1..=9)?)),
        HandEffectKind::Move => spare(part, Spare::Move)?,
        HandEffectKind::Influence => spare(part, Spare::Influence)?,
        HandEffectKind::Exchange => {
            let (from, into) = (
                part.word("mana", &Mana::WORDS),
                part.word("into", &Mana::WORDS),
            );
            Effect::Exchange {
                from: from?,
                into: into?,
            }
        }
        HandEffectKind::Roll => roll(part, position)?,
        HandEffectKind::ThrowWound => Effect::ThrowWound,
        HandEffectKind::Possess => Effect::PossessPicked,
        HandEffectKind::Duel => Effect::DuelPicked,
        HandEffectKind::OwnWound => Effect::Gain(Gain::OwnWound),
        HandEffectKind::CrystalOfGiven => Effect::Gain(Gain::CrystalOfGiven),
        HandEffectKind::WoundsPerCrystal => Effect::Gain(Gain::WoundsPerCrystal(mana(part)?)),
        HandEffectKind::PairsToTokens => {
            let one = part.word("color", &ManaColor::WORDS);
            let other = part.word("secondColor", &ManaColor::WORDS);
            Effect::Gain(Gain::PairsToTokens(one?, other?))
        }
        HandEffectKind::NoDice => Effect::Gain(Gain::NoDice),
        HandEffectKind::TakesDie => Effect::Gain(Gain::TakesDie(mana(part)?)),
        HandEffectKind::WildDice => Effect::Gain(Gain::WildDice(mana(part)?)),
        HandEffectKind::SpendUnit => {
            Effect::SpendUnit(Arc::new(inner(part, "then", EffectPosition::TopLevel)?))
        }
        HandEffectKind::Nothing => Effect::Nothing,
        HandEffectKind::DefeatPicked => {
            if position == EffectPosition::TopLevel {
                part.fault(
                    "type",
                    "no enemy has been picked here".to_owned(),
                    "defeatPicked only in `then`, `onBlock` or `onDefeat`",
                );
            }
            Effect::DefeatPicked(filter(part)?)
        }
        HandEffectKind::Boon => Effect::Boon(boon(part)?),
        HandEffectKind::If => {
            let condition = part.word("condition", &Condition::WORDS);
            let then = inner(part, "then", position);
            let otherwise = match part.optional("else") {
                Some(value) => read(part, "else", value, position).map(|e| Some(Arc::new(e))),
                None => Some(None),
            };
            Effect::If {
                condition: condition?,
                then: Arc::new(then?),
                otherwise: otherwise?,
            }
        }
        HandEffectKind::Pay => {
            let (mana, then) = (mana(part), inner(part, "then", position));
            Effect::Pay {
                mana: mana?,
                then: Arc::new(then?),
            }
        }
        HandEffectKind::GiveUp => {
            let card = part.word("card", &GIVEN);
            let color = optional_word(part, "color", &ManaColor::WORDS)?;
            let fate = fate(part);
            let most = number(part, "most", 1..=9)?;
            let number = match (part.flag("anyNumber").unwrap_or(false), most) {
                (true, None) => GivenNumber::Any,
                (_, Some(most)) => GivenNumber::UpTo(most),
                (false, None) => GivenNumber::One,
            };
            let times = match part.flag("each").unwrap_or(false) {
                true => GivenEffect::Each,
                false => GivenEffect::Together,
            };
            let then = inner(part, "then", EffectPosition::TopLevel);
            Effect::GiveUp(Arc::new(GiveUp {
                card: match card? {
                    GivenWord::NotWound => GivenCard::NotWound,
                    GivenWord::Wound => GivenCard::Wound,
                    GivenWord::Action => GivenCard::Action(color),
                    GivenWord::Colored => GivenCard::Colored(color),
                    GivenWord::OneWoundAtMost => GivenCard::OneWoundAtMost,
                },
                fate,
                number,
                times,
                then: then?,
            }))
        }
        HandEffectKind::PlayAnother => {
            let mode = part.word(
                "mode",
                &[("basic", Mode::Basic), ("powered", Mode::Powered)],
            );
            let fate = fate(part);
            let times = number(part, "times", 1..=3);
            let boost = number(part, "boost", 0..=9);
            Effect::PlayAnother(Arc::new(PlayAnother {
                mode: mode?,
                fate,
                times: times?.unwrap_or(1),
                boost: boost?.unwrap_or(0),
            }))
        }
        HandEffectKind::ReadyUnit => {
            let most_level = part.count("mostLevel", 1..=9);
            let healing = match part.flag("heals").unwrap_or(false) {
                true => Healing::Yes,
                false => Healing::No,
            };
            Effect::ReadyUnit {
                most_level: most_level?,
                healing,
            }
        }
        HandEffectKind::StrengthenUnits => {
            let resistances = part.words("resistances", &Resistance::WORDS);
            let armor = number(part, "armor", 0..=9);
            let points = number(part, "points", 0..=9);
            let fame = number(part, "fame", 0..=9);
            let ignores_wound = part.flag("ignoresWound").unwrap_or(false);
            let which = match part.flag("one").unwrap_or(false) {
                true => WhichUnits::One,
                false => WhichUnits::All,
            };
            Effect::StrengthenUnits {
                gifts: UnitGifts {
                    resistances: resistances?.into_iter().collect(),
                    armor: armor?.unwrap_or(0),
                    points: points?.unwrap_or(0),
                    fame: fame?.unwrap_or(0),
                    ignores_wound,
                },
                which,
            }
        }
    })
}

#[derive(Clone, Copy)]
enum GivenWord {
    NotWound,
    Wound,
    Action,
    Colored,
    OneWoundAtMost,
}

const GIVEN: [(&str, GivenWord); 5] = [
    ("notWound", GivenWord::NotWound),
    ("wound", GivenWord::Wound),
    ("action", GivenWord::Action),
    ("colored", GivenWord::Colored),
    ("oneWoundAtMost", GivenWord::OneWoundAtMost),
];

fn fate(part: &mut Fields<'_, '_>) -> GivenFate {
    match part.flag("thrown").unwrap_or(false) {
        true => GivenFate::Thrown,
        false => GivenFate::Discarded,
    }
}

/// The outer `None` means a fault, the inner one that the field is left out.
pub(super) fn number(
    part: &mut Fields<'_, '_>,
    field: &'static str,
    range: std::ops::RangeInclusive<i32>,
) -> Option<Option<u32>> {
    if part.has(field) {
        part.count(field, range).map(Some)
    } else {
        part.optional(field);
        Some(None)
    }
}

pub(super) fn optional_word<T: Copy>(
    part: &mut Fields<'_, '_>,
    field: &'static str,
    words: &[(&'static str, T)],
) -> Option<Option<T>> {
    if part.has(field) {
        part.word(field, words).map(Some)
    } else {
        part.optional(field);
        Some(None)
    }
}

fn inner<'a>(
    part: &mut Fields<'a, '_>,
    field: &'static str,
    position: EffectPosition,
) -> Option<Effect> {
    let value: &'a Json = part.required(field, "an effect")?;
    read(part, field, value, position)
}

fn spare(part: &mut Fields<'_, '_>, spare: Spare) -> Option<Effect> {
    let (amount, per) = (part.count("amount", AMOUNTS), per(part)?);
    Some(Effect::Spare {
        spare,
        amount: amount?,
        per,
    })
}

fn roll(part: &mut Fields<'_, '_>, position: EffectPosition) -> Option<Effect> {
    const ALLOWED: &str = "a list of what the faces of a die do";
    part.required("outcomes", ALLOWED)?;
    let list = part.optional_list("outcomes", ALLOWED)?;
    let mut outcomes = Vec::new();
    for (index, value) in list.iter().enumerate() {
        let mut one = part.part(&format!("outcomes[{index}]"), value)?;
        let faces = one.words("faces", &Mana::WORDS);
        let effect = inner(&mut one, "effect", position);
        one.finish();
        outcomes.push(RollOutcome {
            faces: faces?.into_iter().collect(),
            effect: effect?,
        });
    }
    let mut faces: Vec<Mana> = outcomes.iter().flat_map(|one| one.faces.clone()).collect();
    faces.sort_unstable();
    if !faces.iter().eq(Mana::WORDS.iter().map(|(_, mana)| mana)) {
        let problem = "the outcomes do not have each face of a die once".to_owned();
        part.fault(
            "outcomes",
            problem,
            "red, blue, green, white, gold and black",
        );
    }
    Some(Effect::Roll(Arc::new(outcomes)))
}

/// The outer `None` means a fault, the inner one that the field is left out.
fn per(part: &mut Fields<'_, '_>) -> Option<Option<PerCount>> {
    let Some(value) = part.optional("per") else {
        return Some(None);
    };
    let mut per = part.part("per", value)?;
    let of = per.word("of", &CountOf::WORDS);
    let plus = per.count("plus", 1..=9);
    let most = number(&mut per, "most", 1..=99);
    per.finish();
    Some(Some(PerCount {
        of: of?,
        plus: plus?,
        most: most?,
    }))
}

fn points(part: &mut Fields<'_, '_>, what: Option<PointUse>) -> Option<Effect> {
    let element = or_default(part, "element", &Element::WORDS);
    let amount = part.count("amount", AMOUNTS);
    let per = per(part)?;
    let rider = rider(part, what?)?;
    Some(Effect::Points(Arc::new(PointsPlan {
        what: what?,
        element: element?,
        amount: amount?,
        per,
        rider: (rider != RiderPlan::default()).then(|| Arc::new(rider)),
    })))
}

fn rider(part: &mut Fields<'_, '_>, what: PointUse) -> Option<RiderPlan> {
    let mut rider = RiderPlan::default();
    if what == PointUse::Block {
        rider.twice_against_swift = part.flag("twiceAgainstSwift").unwrap_or(false);
        rider.per_icon = part.flag("perIcon").unwrap_or(false);
        rider.excess_lowers_armor = part.flag("excessLowersArmor").unwrap_or(false);
        rider.apart = part.flag("apart").unwrap_or(false);
        if let Some(value) = part.optional("onBlock") {
            rider.on_block = Some(read(part, "onBlock", value, EffectPosition::AfterPick)?);
        }
        if let Some(value) = part.optional("later") {
            let mut later = part.part("later", value)?;
            let element = or_default(&mut later, "element", &Element::WORDS);
            let amount = later.count("amount", 1..=99);
            later.finish();
            rider.later = Some((element?, amount?));
        }
        return Some(rider);
    }
    rider.apart = part.flag("apart").unwrap_or(false);
    let times = match part.flag("onDefeatOnce").unwrap_or(false) {
        true => DefeatEffect::Once,
        false => DefeatEffect::Each,
    };
    if let Some(value) = part.optional("onDefeat") {
        let effect = read(part, "onDefeat", value, EffectPosition::AfterPick)?;
        rider.on_defeat = Some((effect, times));
    }
    Some(rider)
}
