//! Units: hired fighters that act once and may be wounded instead of the hero.

use std::fmt;
use std::sync::Arc;

use super::effect::{Effect, UnitGifts};
use super::element::{Element, Resistance, Resistances};
use super::ids::CardId;
use super::mana::Mana;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitAbility {
    pub effect: Effect,
    /// The mana that it costs.
    pub cost: Option<Mana>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitKind {
    pub id: CardId,
    pub name: Arc<str>,
    pub level: u32,
    pub armor: u32,
    pub resistances: Resistances,
    pub abilities: Vec<UnitAbility>,
    /// Whether one activation may use several abilities, each once.
    pub several_abilities: bool,
    pub note: Option<String>,
}

impl std::hash::Hash for UnitKind {
    /// Ids are unique.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// The id of one unit in one combat: `unit_0`, `unit_1`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub usize);

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unit_{}", self.0)
    }
}

impl UnitId {
    /// Reads `unit_3` or `3`.
    pub fn read(text: &str) -> Option<UnitId> {
        let number = text.trim();
        let number = number.strip_prefix("unit_").unwrap_or(number);
        number.parse().ok().map(UnitId)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitHealth {
    #[default]
    Unhurt,
    Wounded,
    Destroyed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Readiness {
    #[default]
    Ready,
    Spent,
}

/// A unit of the hero in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeldUnit {
    pub kind: Arc<UnitKind>,
    pub readiness: Readiness,
    pub health: UnitHealth,
    /// Damage was assigned to it in this combat.
    pub took_damage: bool,
    /// The abilities that it has used, one bit each.
    pub used: u32,
    /// The color of the mana token that it keeps, for units that keep one.
    pub token: Option<Mana>,
    /// Added by cards in this combat.
    pub gifts: UnitGifts,
}

impl HeldUnit {
    pub fn armor(&self) -> u32 {
        self.kind.armor + self.gifts.armor
    }

    pub fn resists(&self, resistance: Resistance) -> bool {
        self.kind.resistances.has(resistance) || self.gifts.resistances.has(resistance)
    }

    /// Whether it takes half the harm of an attack of this element.
    pub fn withstands(&self, element: Element) -> bool {
        match element {
            Element::Physical => self.resists(Resistance::Physical),
            Element::Fire => self.resists(Resistance::Fire),
            Element::Ice => self.resists(Resistance::Ice),
            Element::ColdFire => self.resists(Resistance::Fire) && self.resists(Resistance::Ice),
        }
    }

    pub fn can_act(&self) -> bool {
        self.health == UnitHealth::Unhurt && self.readiness == Readiness::Ready
    }

    pub fn can_take_damage(&self) -> bool {
        self.health == UnitHealth::Unhurt && !self.took_damage
    }

    pub fn has_used(&self, ability: usize) -> bool {
        self.used & (1 << ability) != 0
    }

    /// What one attack does to it.
    pub(crate) fn meets(&self, damage: u32, element: Element, harm: AttackHarm) -> UnitDamage {
        let mut left = damage;
        if self.withstands(element) {
            left = left.saturating_sub(self.armor());
        }
        if left == 0 {
            return UnitDamage {
                left: 0,
                health: UnitHealth::Unhurt,
            };
        }
        UnitDamage {
            left: left.saturating_sub(self.armor()),
            health: match harm {
                _ if self.gifts.ignores_wound => UnitHealth::Unhurt,
                AttackHarm::Wounds => UnitHealth::Wounded,
                AttackHarm::Destroys => UnitHealth::Destroyed,
            },
        }
    }
}

/// Whether an attack wounds a unit, or destroys it with poison or paralysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackHarm {
    Wounds,
    Destroys,
}

/// The damage that is left after a unit, and how the unit is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitDamage {
    pub left: u32,
    pub health: UnitHealth,
}
