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
                GivenCard::OneWoundAtMost => "a card".to_owned(),
                GivenCard::Colored(None) => "a card of a color".to_owned(),
                GivenCard::Colored(Some(color)) => format!("a {} card", color.word()),
                GivenCard::Action(None) => "an action card".to_owned(),
                GivenCard::Action(Some(color)) => format!("a {} action card", color.word()),
            };
            let card = match plan.number {
                GivenNumber::One => card,
                GivenNumber::Any if plan.card == GivenCard::OneWoundAtMost => {
                    "any number of cards, one wound at most".to_owned()
                }
                GivenNumber::Any => "any number of cards".to_owned(),
                GivenNumber::UpTo(most) => format!("up to {most} cards"),
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
        Effect::ReadyUnit {
            most_level,
            healing,
        } => {
            let unit = match most_level {
                0..=4 => format!("a unit up to level {most_level}"),
                _ => "a unit".to_owned(),
            };
            match healing {
                Healing::No => format!("{unit} is ready again"),
                Healing::Yes => format!("{unit} is ready again and healed"),
            }
        }
        Effect::StrengthenUnits { gifts, which } => {
            let who = match which {
                WhichUnits::All => "all units",
                WhichUnits::One => "one unit",
            };
            format!("{who}: {}", gifts_words(gifts))
        }
        Effect::SpendUnit(then) => format!("spend a unit: {}", describe(then)),
        Effect::Spare { spare, amount, per } => {
            let what = match spare {
                Spare::Move => "move",
                Spare::Influence => "influence",
            };
            format!("{amount} {what}{}", per.map(per_words).unwrap_or_default())
        }
        Effect::Exchange { from, into } => {
            format!("1 {} mana becomes {} mana", from.word(), into.word())
        }
        Effect::Roll(outcomes) => {
            let words: Vec<String> = outcomes.iter().map(roll_words).collect();
            format!("roll a die ({})", words.join("; "))
        }
        Effect::ThrowWound => "throw away a wound".to_owned(),
        Effect::Shifted(plan) => format!("{} instead", plan_words(plan)),
        Effect::PossessPicked => {
            "its attack is yours in the Attack phase, against others".to_owned()
        }
        Effect::DuelPicked => "1 block against it, 1 attack against it in the Attack phase, \
                               and 1 fame if it is defeated without units"
            .to_owned(),
        Effect::DefeatPicked(filter) => match which(filter, Number::One) {
            Some(which) => format!("that enemy is defeated if it {which}"),
            None => "that enemy is defeated".to_owned(),
        },
        _ => "nothing".to_owned(),
    }
}

/// "red or black: 1 wound into the hand".
pub(crate) fn roll_words(outcome: &RollOutcome) -> String {
    let faces: Vec<&str> = outcome.faces.iter().map(|mana| mana.word()).collect();
    format!("{}: {}", faces.join(" or "), describe(&outcome.effect))
}

fn gifts_words(gifts: &UnitGifts) -> String {
    let mut words = Vec::new();
    if !gifts.resistances.is_empty() {
        words.push(format!("resist {}", listed(&gifts.resistances.words())));
    }
    if gifts.armor > 0 {
        words.push(format!("armor +{}", gifts.armor));
    }
    if gifts.points > 0 {
        words.push(format!("attack and block +{}", gifts.points));
    }
    if gifts.fame > 0 {
        words.push(format!("{} fame for each attack or block", gifts.fame));
    }
    if gifts.ignores_wound {
        words.push("ignore one wound".to_owned());
    }
    listed(&words)
}

fn per_words(per: PerCount) -> String {
    let of = match per.of {
        CountOf::Enemy => "enemy".to_owned(),
        CountOf::EnemyBlocked => "enemy blocked".to_owned(),
        CountOf::WoundTaken => "wound taken in this combat".to_owned(),
        CountOf::Discarded => "card discarded".to_owned(),
        CountOf::WoundHeld => "wound in the hand or of units".to_owned(),
        CountOf::ReadyUnit => "ready unit".to_owned(),
        CountOf::CrystalSet => "set of crystals of all colors".to_owned(),
        CountOf::CrystalPair(one, other) => {
            format!("pair of a {} and a {} crystal", one.word(), other.word())
        }
    };
    let most = per.most.map(|most| format!(" (at most {most})"));
    format!(
        ", {} more for each {of}{}",
        per.plus,
        most.unwrap_or_default()
    )
}

pub(super) fn plan_words(plan: &PointsPlan) -> String {
    let mut words = points_words(plan.what, plan.element, plan.amount);
    words += &plan.per.map(per_words).unwrap_or_default();
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
        words += match plan.what {
            PointUse::Block => " for one attack",
            PointUse::Attack(_) => " for one enemy",
        };
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
        Gain::Dice(amount) => match amount {
            1 => "1 more die of the source".to_owned(),
            _ => format!("{amount} more dice of the source"),
        },
        Gain::Endless(mana) => format!("{} mana without end", mana.word()),
        Gain::AnyTime(mana) => format!("{} mana may be used now", mana.word()),
        Gain::Fame(fame) => format!("{fame} fame"),
        Gain::Wounds(wounds) => counted(wounds, "wound") + " into the hand",
        Gain::WoundsPerCrystal(mana) => {
            format!("a wound into the hand for each {} crystal", mana.word())
        }
        Gain::OwnWound => "the unit is wounded".to_owned(),
        Gain::CrystalOfGiven => "a crystal of its color".to_owned(),
        Gain::PairsToTokens(one, other) => {
            let (one, other) = (one.word(), other.word());
            format!("the {one} and {other} crystals of the pairs become mana")
        }
        Gain::NoDice => "no die of the source from now on".to_owned(),
        Gain::TakesDie(mana) => format!("a {} die leaves the source", mana.word()),
        Gain::WildDice(mana) => format!("{} dice pay any basic color", mana.word()),
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
        Boon::Sideways {
            value, wound: true, ..
        } => {
            format!("one wound may be played sideways for {value}")
        }
        Boon::Sideways { value, better, .. } => {
            let better = better.map(|better| {
                let cards = match better.cards {
                    BetterCards::Advanced => {
                        "an advanced action, a spell or an artifact".to_owned()
                    }
                    BetterCards::Color(color) => format!("a {} action or spell", color.word()),
                };
                format!(", {cards} {}", better.value)
            });
            let better = better.unwrap_or_default();
            format!("the next card played sideways is worth {value}{better}")
        }
        Boon::ThrowNextWound => "the next wound is thrown away".to_owned(),
        Boon::WoundsLeave => "all wounds of this combat are thrown away at its end".to_owned(),
        Boon::CrystalsReturn => "the crystals paid come back at the end".to_owned(),
        Boon::FamePerSpell { color, fame } => {
            format!("{fame} fame for each {} spell", color.word())
        }
        Boon::CrystalPerDefeat { .. } => {
            "a crystal for each enemy defeated in this phase".to_owned()
        }
        Boon::NextPowered { mana, more } => {
            let mana = mana.word();
            format!("the next card powered with {mana} mana: attack or block +{more}")
        }
        Boon::CrystalForSpent => "a crystal for the next basic mana paid, of its color".to_owned(),
        Boon::Shapeshift => "the next basic action may be attack or block instead".to_owned(),
        Boon::Duel { .. } => "1 fame if the enemy of the duel is defeated without units".to_owned(),
        Boon::AttacksBecomeElement(element) => {
            format!("all attacks become {}", element_words(*element))
        }
        Boon::AttacksBecomeSiege => "all attacks become siege attacks".to_owned(),
        Boon::Double(DoubledPoints::Physical) => "physical attacks count twice".to_owned(),
        Boon::FromAfar { ranged, siege } => {
            let ranged = match ranged {
                RangedChange::Twice => "ranged attacks count twice",
                RangedChange::BecomesSiege => "ranged attacks become siege attacks",
            };
            match siege {
                SiegeChange::Kept => ranged.to_owned(),
                SiegeChange::TwiceAsRanged => {
                    format!("{ranged} and siege attacks count twice as ranged ones")
                }
            }
        }
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

pub(super) fn condition_words(condition: Condition) -> String {
    let color = |words: &str, color: ManaColor| words.replace("COLOR", color.word());
    let words = match condition {
        Condition::Day => "by day",
        Condition::Night => "at night",
        Condition::UnhurtInAttack => "in the Attack phase if the hero took no wound",
        Condition::RangedSiegePhase => "in the Ranged & Siege phase",
        Condition::AttackPhase => "in the Attack phase",
        Condition::FortifiedSite => "at a fortified site",
        Condition::NoDieUsed => "if no die of the source was used",
        Condition::Token(token) => return color("with a COLOR token", token),
        Condition::Crystal(crystal) => return color("with a COLOR crystal", crystal),
        Condition::NoCrystal(crystal) => return color("without a COLOR crystal", crystal),
        Condition::Die(die) => return color("with a COLOR die in the source", die),
        Condition::PickedResists(resistance) => {
            let resistances: Resistances = [resistance].into_iter().collect();
            return format!("if it resists {}", listed(&resistances.words()));
        }
    };
    words.to_owned()
}
