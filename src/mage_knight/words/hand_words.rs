//! Words for what cards do to points, mana, hand and units.

use super::*;

/// "4 fire ranged attack", "3 ice block".
pub(crate) fn points_words(what: PointUse, element: Element, amount: u32) -> String {
    let element = match element {
        Element::Physical => String::new(),
        other => format!("{} ", element_words(other)),
    };
    match what {
        PointUse::Block => format!("{amount} {element}block"),
        PointUse::Attack(AttackKind::Melee) => format!("{amount} {element}attack"),
        PointUse::Attack(kind) => format!("{amount} {element}{} attack", kind.word()),
    }
}

/// Describes an effect of the hand.
pub(super) fn hand_words(effect: &Effect) -> String {
    match effect {
        Effect::Points(plan) => plan_words(plan),
        Effect::Gain(gain) => gain_words(*gain),
        Effect::Boon(boon) => boon_words(boon),
        Effect::If {
            condition,
            then,
            otherwise,
        } => {
            let condition = condition_words(*condition);
            match otherwise {
                Some(other) => {
                    format!(
                        "{} {condition}, otherwise {}",
                        describe(then),
                        describe(other)
                    )
                }
                None => format!("{} {condition}", describe(then)),
            }
        }
        Effect::Pay { mana, then } => format!("for {} mana: {}", mana.word(), describe(then)),
        Effect::GiveUp(plan) => {
            let verb = match plan.fate {
                GivenFate::Discarded => "discard",
                GivenFate::Thrown => "throw away",
            };
            let card = match plan.card {
                GivenCard::NotWound => "a card".to_owned(),
                GivenCard::Wound => "a wound".to_owned(),
                GivenCard::Action(None) => "an action card".to_owned(),
                GivenCard::Action(Some(color)) => format!("a {} action card", color.word()),
            };
            let card = match plan.number {
                GivenNumber::One => card,
                GivenNumber::Any => "any number of cards".to_owned(),
            };
            format!("{verb} {card}: {}", describe(&plan.then))
        }
        Effect::PlayAnother(plan) => {
            let mut words = match plan.fate {
                GivenFate::Discarded => "play another action card".to_owned(),
                GivenFate::Thrown => "throw away an action card and play it".to_owned(),
            };
            words += match plan.mode {
                Mode::Powered => " powered, without paying",
                _ => " with its basic effect",
            };
            if plan.times > 1 {
                words += &format!(", {} times", plan.times);
            }
            if plan.boost > 0 {
                words += &format!(", with {} more attack or block", plan.boost);
            }
            words
        }
        Effect::ReadyUnit { most_level } => match most_level {
            0..=4 => format!("a unit up to level {most_level} is ready again"),
            _ => "a unit is ready again".to_owned(),
        },
        Effect::UnitsResist {
            resistances,
            armor,
            which,
        } => {
            let who = match which {
                WhichUnits::All => "all units",
                WhichUnits::One => "one unit",
            };
            let mut words = format!("{who}: resist {}", listed(&resistances.words()));
            if *armor > 0 {
                words += &format!(" and armor +{armor}");
            }
            words
        }
        Effect::DefeatPicked(filter) => match which(filter, Number::One) {
            Some(which) => format!("that enemy is defeated if it {which}"),
            None => "that enemy is defeated".to_owned(),
        },
        Effect::Move(points) => format!("{points} move"),
        Effect::Influence(points) => format!("{points} influence"),
        _ => "nothing".to_owned(),
    }
}

pub(super) fn plan_words(plan: &PointsPlan) -> String {
    let mut words = points_words(plan.what, plan.element, plan.amount);
    if let Some(per) = plan.per {
        let of = match per.of {
            CountOf::Enemy => "enemy",
            CountOf::EnemyBlocked => "enemy blocked",
            CountOf::WoundTaken => "wound taken in this combat",
            CountOf::Discarded => "card discarded",
        };
        words += &format!(", {} more for each {of}", per.plus);
        if let Some(most) = per.most {
            words += &format!(" (at most {most})");
        }
    }
    let Some(rider) = &plan.rider else {
        return words;
    };
    if rider.twice_against_swift {
        words += ", twice against a swift attack";
    }
    if rider.per_icon {
        words += ", 1 more for each ability, resistance and element of the attacker";
    }
    if rider.excess_lowers_armor {
        words += "; each point beyond the need lowers the blocked enemy's armor by 1";
    }
    if rider.apart {
        words += " for one attack";
    }
    if let Some(effect) = &rider.on_block {
        words += &format!("; a block with it: {}", describe(effect));
    }
    if let Some((element, amount)) = rider.later {
        let later = points_words(PointUse::Attack(AttackKind::Melee), element, amount);
        words += &format!("; a block with it: {later} in the Attack phase");
    }
    if let Some((effect, _)) = &rider.on_defeat {
        words += &format!("; for an enemy defeated with it: {}", describe(effect));
    }
    words
}

pub(super) fn gain_words(gain: Gain) -> String {
    match gain {
        Gain::Tokens { mana, amount } => format!("{amount} {} mana", mana.word()),
        Gain::Crystals { mana, amount } => {
            counted(u32::from(amount), &format!("{} crystal", mana.word()))
        }
        Gain::Dice(amount) => counted(u32::from(amount), "more die") + " of the source",
        Gain::Endless(mana) => format!("{} mana without end", mana.word()),
        Gain::AnyTime(mana) => format!("{} mana may be used now", mana.word()),
        Gain::Fame(fame) => format!("{fame} fame"),
        Gain::Wounds(wounds) => counted(wounds, "wound") + " into the hand",
    }
}

pub(crate) fn boon_words(boon: &Boon) -> String {
    let next_words = |next: &NextPoints| {
        let parts = [
            (next.attack, "attack"),
            (next.ranged, "ranged attack"),
            (next.block, "block"),
        ];
        let parts = parts.into_iter().filter(|(amount, _)| *amount > 0);
        let words: Vec<String> = parts
            .map(|(amount, what)| format!("{what} +{amount}"))
            .collect();
        words.join(" or ")
    };
    match boon {
        Boon::Units { attack, block } => format!("units: attack +{attack}, block +{block}"),
        Boon::UnitsSpared => "units take no damage".to_owned(),
        Boon::NextUnit(next) => format!("the next unit: {}", next_words(next)),
        Boon::NextCard(next) => format!("the next card: {}", next_words(next)),
        Boon::NextBlock { block } => format!("the next block +{block}"),
        Boon::FamePerDefeat { fame, .. } => format!("{fame} fame for each enemy defeated"),
        Boon::Sideways { value, wound: true } => {
            format!("one wound may be played sideways for {value}")
        }
        Boon::Sideways {
            value,
            wound: false,
        } => {
            format!("the next card played sideways is worth {value}")
        }
        Boon::AttacksBecomeElement(element) => {
            format!("all attacks become {}", element_words(*element))
        }
        Boon::AttacksBecomeSiege => "all attacks become siege attacks".to_owned(),
        Boon::Double(DoubledPoints::Physical) => "physical attacks count twice".to_owned(),
        Boon::Double(DoubledPoints::Ranged) => "ranged attacks count twice".to_owned(),
        Boon::RangedBecomesSiege => "ranged attacks become siege attacks".to_owned(),
        Boon::Convert { from, each, into } => {
            let from = match from {
                Spare::Move => "move",
                Spare::Influence => "influence",
            };
            let into = match into {
                ConvertedPoints::Attack(kind) => {
                    points_words(PointUse::Attack(*kind), Element::Physical, 1)
                }
                ConvertedPoints::Block(element) => points_words(PointUse::Block, *element, 1),
            };
            format!("{each} {from} becomes {into}")
        }
        Boon::IgnoreWound => "the hero ignores one wound".to_owned(),
    }
}

pub(super) const fn condition_words(condition: Condition) -> &'static str {
    match condition {
        Condition::Day => "by day",
        Condition::Night => "at night",
        Condition::UnhurtInAttack => "in the Attack phase if the hero took no wound",
        Condition::RangedSiegePhase => "in the Ranged & Siege phase",
        Condition::AttackPhase => "in the Attack phase",
        Condition::Token(ManaColor::Red) => "with a red token",
        Condition::Token(ManaColor::Blue) => "with a blue token",
        Condition::Token(ManaColor::Green) => "with a green token",
        Condition::Token(ManaColor::White) => "with a white token",
    }
}
