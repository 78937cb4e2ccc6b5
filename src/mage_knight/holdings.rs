//! What the hero holds besides the hand, in a combat that counts it: mana, units,
//! skills, and the points gathered in this phase.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::card::{Card, CardKind, ManaColor};
use super::effect::FameAmong;
use super::element::Element;
use super::ids::{CardId, InstanceId};
use super::mana::{DayTime, Mana, ManaSupply};
use super::points::{AttackKind, AttackPoints};
use super::points_plan::{PointPool, SpecialAttack};
use super::unit::HeldUnit;

/// A skill of the hero; each can be used once in a combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeldSkill {
    pub id: CardId,
    pub used: bool,
}

/// How long a boon lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoonTime {
    Combat,
    Phase,
}

/// What move or influence points become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spare {
    Move,
    Influence,
}

/// A lasting advantage of the hero's side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Boon {
    /// Units make more attack and block points.
    Units {
        attack: u32,
        block: u32,
    },
    /// No damage may be assigned to units.
    UnitsSpared,
    /// The next unit that makes such points makes more.
    NextUnit(NextPoints),
    /// The next card that makes such points makes more; one of the two, then it ends.
    NextCard(NextPoints),
    /// The next block points of any source.
    NextBlock {
        block: u32,
    },
    /// Fame for each enemy defeated.
    FamePerDefeat {
        fame: u32,
        time: BoonTime,
    },
    /// The next card played sideways is worth this instead of 1.
    Sideways {
        value: u32,
        wound: bool,
        /// Some cards are worth more.
        better: Option<BetterSideways>,
    },
    AttacksBecomeElement(Element),
    AttacksBecomeSiege,
    /// Attack points of a kind count twice.
    Double(DoubledPoints),
    /// Ranged and siege points change.
    FromAfar {
        ranged: RangedChange,
        siege: SiegeChange,
    },
    /// Spare points become attack or block points.
    Convert {
        from: Spare,
        each: u32,
        into: ConvertedPoints,
    },
    /// The next attack that is assigned to the hero wounds one time less.
    IgnoreWound,
    /// The next wound of the hero leaves the game.
    ThrowNextWound,
    /// All wounds of the combat leave the game when it is over.
    WoundsLeave,
    /// The crystals that were paid come back when the combat is over.
    CrystalsReturn,
    /// Fame for each spell of a color.
    FamePerSpell {
        color: ManaColor,
        fame: u32,
    },
    /// A crystal for each enemy defeated in this phase, of a color that it resists or white.
    CrystalPerDefeat {
        source: Option<CardId>,
    },
    /// The next card that is powered with mana of this color makes more points.
    NextPowered {
        mana: Mana,
        more: u32,
    },
    /// The next basic mana that is paid gives a crystal of its color.
    CrystalForSpent,
    /// The next basic action may make its points as attack or block.
    Shapeshift,
    /// Fame if this enemy is defeated and no unit had a part in it.
    Duel {
        enemy: InstanceId,
    },
}

impl Boon {
    pub(crate) const fn touches_crystals(&self) -> bool {
        matches!(
            self,
            Boon::CrystalsReturn | Boon::CrystalPerDefeat { .. } | Boon::CrystalForSpent
        )
    }

    /// Whether fewer wounds come from damage because of it.
    pub(crate) const fn changes_damage(&self) -> bool {
        matches!(self, Boon::IgnoreWound | Boon::ThrowNextWound)
    }
}

/// Cards that are worth more sideways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BetterSideways {
    pub cards: BetterCards,
    pub value: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BetterCards {
    /// Advanced actions, spells and artifacts.
    Advanced,
    /// Actions and spells of a color.
    Color(ManaColor),
}

impl BetterCards {
    pub(crate) fn include(self, card: &Card) -> bool {
        match self {
            BetterCards::Advanced => {
                card.advanced || matches!(card.kind, CardKind::Spell | CardKind::Artifact)
            }
            BetterCards::Color(color) => {
                matches!(card.kind, CardKind::Action | CardKind::Spell)
                    && card.colors.contains(&color)
            }
        }
    }
}

impl Boon {
    /// The most fame that the boon can still give.
    pub(crate) fn most_fame(&self, among: FameAmong) -> u32 {
        match self {
            Boon::FamePerDefeat { fame, .. } => fame * among.enemies,
            Boon::FamePerSpell { fame, .. } => fame * among.spells,
            Boon::Duel { .. } => 1,
            _ => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NextPoints {
    /// Melee points.
    pub attack: u32,
    /// Ranged and siege points.
    pub ranged: u32,
    pub block: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DoubledPoints {
    Physical,
}

/// What happens to ranged points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RangedChange {
    Twice,
    BecomesSiege,
}

/// What happens to siege points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SiegeChange {
    Kept,
    TwiceAsRanged,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConvertedPoints {
    Attack(AttackKind),
    Block(Element),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Holdings {
    pub time: DayTime,
    pub mana: ManaSupply,
    /// The mana as the combat began, to count what is kept.
    pub first_mana: ManaSupply,
    pub units: Vec<HeldUnit>,
    pub skills: Vec<HeldSkill>,
    pub pool: PointPool,
    /// Attack points that are added to the pool when the Attack phase begins.
    pub later: Vec<AttackPoints>,
    /// The same, of points that do more than count.
    pub later_special: Vec<SpecialAttack>,
    /// Sorted.
    pub boons: Vec<Boon>,
    /// Cards that left the game.
    pub thrown: Vec<CardId>,
    /// The cards of the hand and the skills, by id.
    pub(super) cards: Arc<CardIndex>,
}

/// The cards and skills that a combat began with. Two combats of the same hand have
/// equal indexes, so the hash leaves them out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CardIndex(pub BTreeMap<CardId, Arc<Card>>);

impl std::hash::Hash for CardIndex {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Holdings {
    pub(super) fn card(&self, id: &CardId) -> Option<&Arc<Card>> {
        self.cards.0.get(id)
    }

    pub(super) fn add_boon(&mut self, boon: Boon) {
        self.boons.push(boon);
        self.boons.sort();
    }

    /// Removes the first boon for which `pick` has a value, and returns the value.
    pub(super) fn use_boon<T>(&mut self, pick: impl Fn(&Boon) -> Option<T>) -> Option<T> {
        let found = self.boons.iter().position(|boon| pick(boon).is_some())?;
        pick(&self.boons.remove(found))
    }
}
