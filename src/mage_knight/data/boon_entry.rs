//! Reads the boons of effects.

use super::super::card::ManaColor;
use super::super::element::Element;
use super::super::holdings::{
    BetterCards, BetterSideways, Boon, BoonTime, ConvertedPoints, DoubledPoints, NextPoints,
    RangedChange, SiegeChange, Spare,
};
use super::super::mana::Mana;
use super::super::points::AttackKind;
use super::effect_entry::or_default;
use super::hand_entry::{number, optional_word};
use qbcoach_basics::data::Fields;

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
    ThrowNextWound,
    WoundsLeave,
    CrystalsReturn,
    FamePerSpell,
    CrystalPerDefeat,
    NextPowered,
    CrystalForSpent,
    Shapeshift,
}

const BOONS: [(&str, BoonKind); 24] = [
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
    ("throwNextWound", BoonKind::ThrowNextWound),
    ("woundsLeave", BoonKind::WoundsLeave),
    ("crystalsReturn", BoonKind::CrystalsReturn),
    ("famePerSpell", BoonKind::FamePerSpell),
    ("crystalPerDefeat", BoonKind::CrystalPerDefeat),
    ("nextPowered", BoonKind::NextPowered),
    ("crystalForSpent", BoonKind::CrystalForSpent),
    ("shapeshift", BoonKind::Shapeshift),
];

pub(super) fn boon(part: &mut Fields<'_, '_>) -> Option<Boon> {
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
            let color = optional_word(part, "color", &ManaColor::WORDS);
            let better = number(part, "better", 1..=9);
            let cards = color?.map_or(BetterCards::Advanced, BetterCards::Color);
            Boon::Sideways {
                value: value?,
                wound,
                better: better?.map(|value| BetterSideways { cards, value }),
            }
        }
        BoonKind::AttacksBecomeColdFire => Boon::AttacksBecomeElement(Element::ColdFire),
        BoonKind::AttacksBecomeSiege => Boon::AttacksBecomeSiege,
        BoonKind::PhysicalTwice => Boon::Double(DoubledPoints::Physical),
        BoonKind::RangedTwice => Boon::FromAfar {
            ranged: RangedChange::Twice,
            siege: siege(part),
        },
        BoonKind::RangedBecomesSiege => Boon::FromAfar {
            ranged: RangedChange::BecomesSiege,
            siege: siege(part),
        },
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
        BoonKind::ThrowNextWound => Boon::ThrowNextWound,
        BoonKind::WoundsLeave => Boon::WoundsLeave,
        BoonKind::CrystalsReturn => Boon::CrystalsReturn,
        BoonKind::FamePerSpell => {
            let (color, fame) = (
                part.word("color", &ManaColor::WORDS),
                part.count("fame", 1..=9),
            );
            Boon::FamePerSpell {
                color: color?,
                fame: fame?,
            }
        }
        BoonKind::CrystalPerDefeat => Boon::CrystalPerDefeat { source: None },
        BoonKind::NextPowered => {
            let (mana, more) = (part.word("mana", &Mana::WORDS), part.count("value", 1..=9));
            Boon::NextPowered {
                mana: mana?,
                more: more?,
            }
        }
        BoonKind::CrystalForSpent => Boon::CrystalForSpent,
        BoonKind::Shapeshift => Boon::Shapeshift,
    })
}

fn siege(part: &mut Fields<'_, '_>) -> SiegeChange {
    match part.flag("siegeTwiceAsRanged").unwrap_or(false) {
        true => SiegeChange::TwiceAsRanged,
        false => SiegeChange::Kept,
    }
}
