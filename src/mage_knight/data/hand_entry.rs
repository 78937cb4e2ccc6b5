//! Reads the effects of the hand: points, mana, boons and the like.

use std::sync::Arc;

use super::super::card::{ManaColor, Mode};
use super::super::effect::{
    Condition, Effect, Gain, GiveUp, GivenCard, GivenFate, GivenNumber, PlayAnother, WhichUnits,
};
use super::super::element::{Element, Resistance};
use super::super::holdings::{Boon, BoonTime, ConvertedPoints, DoubledPoints, NextPoints, Spare};
use super::super::mana::Mana;
use super::super::points::AttackKind;
use super::super::points_plan::{CountOf, DefeatEffect, PerCount, PointUse, PointsPlan, RiderPlan};
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
    UnitsResist,
    Move,
    Influence,
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
        HandEffectKind::Move => Effect::Move(part.count("amount", 1..=99)?),
        HandEffectKind::Influence => Effect::Influence(part.count("amount", 1..=99)?),
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
            let number = match part.flag("anyNumber").unwrap_or(false) {
                true => GivenNumber::Any,
                false => GivenNumber::One,
            };
            let then = inner(part, "then", EffectPosition::TopLevel);
            Effect::GiveUp(Arc::new(GiveUp {
                card: match card? {
                    GivenWord::NotWound => GivenCard::NotWound,
                    GivenWord::Wound => GivenCard::Wound,
                    GivenWord::Action => GivenCard::Action(color),
                },
                fate,
                number,
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
        HandEffectKind::ReadyUnit => Effect::ReadyUnit {
            most_level: part.count("mostLevel", 1..=9)?,
        },
        HandEffectKind::UnitsResist => {
            part.required("resistances", "a list of resistances");
            let resistances = part.words("resistances", &Resistance::WORDS);
            let armor = number(part, "armor", 0..=9);
            let which = match part.flag("one").unwrap_or(false) {
                true => WhichUnits::One,
                false => WhichUnits::All,
            };
            Effect::UnitsResist {
                resistances: resistances?.into_iter().collect(),
                armor: armor?.unwrap_or(0),
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
}

const GIVEN: [(&str, GivenWord); 3] = [
    ("notWound", GivenWord::NotWound),
    ("wound", GivenWord::Wound),
    ("action", GivenWord::Action),
];

fn fate(part: &mut Fields<'_, '_>) -> GivenFate {
    match part.flag("thrown").unwrap_or(false) {
        true => GivenFate::Thrown,
        false => GivenFate::Discarded,
    }
}

/// The outer `None` means a fault, the inner one that the field is left out.
fn number(
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

fn optional_word<T: Copy>(
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

fn points(part: &mut Fields<'_, '_>, what: Option<PointUse>) -> Option<Effect> {
    let element = or_default(part, "element", &Element::WORDS);
    let amount = part.count("amount", AMOUNTS);
    let per = match part.optional("per") {
        Some(value) => {
            let mut per = part.part("per", value)?;
            let of = per.word("of", &CountOf::WORDS);
            let plus = per.count("plus", 1..=9);
            let most = number(&mut per, "most", 1..=99);
            per.finish();
            Some(PerCount {
                of: of?,
                plus: plus?,
                most: most?,
            })
        }
        None => None,
    };
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

#[derive(Clone, Copy)]
enum BoonKind {
    Units,
    UnitsSpared,
    NextUnit,
    NextCard,
    NextBlock,
    FamePerDefeat,
    Sideways,
    AttacksBecomeColdFire,
    AttacksBecomeSiege,
    PhysicalTwice,
    RangedTwice,
    RangedBecomesSiege,
    MoveToAttack,
    MoveToRanged,
    InfluenceToBlock,
    IgnoreWound,
}

const BOONS: [(&str, BoonKind); 16] = [
    ("units", BoonKind::Units),
    ("unitsSpared", BoonKind::UnitsSpared),
    ("nextUnit", BoonKind::NextUnit),
    ("nextCard", BoonKind::NextCard),
    ("nextBlock", BoonKind::NextBlock),
    ("famePerDefeat", BoonKind::FamePerDefeat),
    ("sideways", BoonKind::Sideways),
    ("attacksBecomeColdFire", BoonKind::AttacksBecomeColdFire),
    ("attacksBecomeSiege", BoonKind::AttacksBecomeSiege),
    ("physicalTwice", BoonKind::PhysicalTwice),
    ("rangedTwice", BoonKind::RangedTwice),
    ("rangedBecomesSiege", BoonKind::RangedBecomesSiege),
    ("moveToAttack", BoonKind::MoveToAttack),
    ("moveToRanged", BoonKind::MoveToRanged),
    ("influenceToBlock", BoonKind::InfluenceToBlock),
    ("ignoreWound", BoonKind::IgnoreWound),
];

fn boon(part: &mut Fields<'_, '_>) -> Option<Boon> {
    let next = |part: &mut Fields<'_, '_>| {
        let attack = number(part, "attack", 1..=9);
        let ranged = number(part, "ranged", 1..=9);
        let block = number(part, "block", 1..=9);
        Some(NextPoints {
            attack: attack?.unwrap_or(0),
            ranged: ranged?.unwrap_or(0),
            block: block?.unwrap_or(0),
        })
    };
    Some(match part.word("boon", &BOONS)? {
        BoonKind::Units => {
            let (attack, block) = (number(part, "attack", 1..=9), number(part, "block", 1..=9));
            Boon::Units {
                attack: attack?.unwrap_or(0),
                block: block?.unwrap_or(0),
            }
        }
        BoonKind::UnitsSpared => Boon::UnitsSpared,
        BoonKind::NextUnit => Boon::NextUnit(next(part)?),
        BoonKind::NextCard => Boon::NextCard(next(part)?),
        BoonKind::NextBlock => Boon::NextBlock {
            block: part.count("block", 1..=9)?,
        },
        BoonKind::FamePerDefeat => {
            let fame = part.count("fame", 1..=9);
            let time = match part.flag("phase").unwrap_or(false) {
                true => BoonTime::Phase,
                false => BoonTime::Combat,
            };
            Boon::FamePerDefeat { fame: fame?, time }
        }
        BoonKind::Sideways => {
            let value = part.count("value", 1..=9);
            let wound = part.flag("wound").unwrap_or(false);
            Boon::Sideways {
                value: value?,
                wound,
            }
        }
        BoonKind::AttacksBecomeColdFire => Boon::AttacksBecomeElement(Element::ColdFire),
        BoonKind::AttacksBecomeSiege => Boon::AttacksBecomeSiege,
        BoonKind::PhysicalTwice => Boon::Double(DoubledPoints::Physical),
        BoonKind::RangedTwice => Boon::Double(DoubledPoints::Ranged),
        BoonKind::RangedBecomesSiege => Boon::RangedBecomesSiege,
        BoonKind::MoveToAttack => Boon::Convert {
            from: Spare::Move,
            each: 1,
            into: ConvertedPoints::Attack(AttackKind::Melee),
        },
        BoonKind::MoveToRanged => Boon::Convert {
            from: Spare::Move,
            each: 2,
            into: ConvertedPoints::Attack(AttackKind::Ranged),
        },
        BoonKind::InfluenceToBlock => Boon::Convert {
            from: Spare::Influence,
            each: 1,
            into: ConvertedPoints::Block(or_default(part, "element", &Element::WORDS)?),
        },
        BoonKind::IgnoreWound => Boon::IgnoreWound,
    })
}
