//! Elements of attacks and blocks, and resistances against them.

use std::collections::BTreeSet;

/// The element of attack or block points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    #[default]
    Physical,
    Fire,
    Ice,
    ColdFire,
}

impl Element {
    pub const WORDS: [(&'static str, Element); 4] = [
        ("physical", Element::Physical),
        ("fire", Element::Fire),
        ("ice", Element::Ice),
        ("coldFire", Element::ColdFire),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Element::Physical => "physical",
            Element::Fire => "fire",
            Element::Ice => "ice",
            Element::ColdFire => "coldFire",
        }
    }

    /// Whether a block of this element counts in full against an attack.
    pub(crate) const fn blocks_in_full(self, attack: Element) -> bool {
        match attack {
            Element::Physical => true,
            Element::Fire => matches!(self, Element::Ice | Element::ColdFire),
            Element::Ice => matches!(self, Element::Fire | Element::ColdFire),
            Element::ColdFire => matches!(self, Element::ColdFire),
        }
    }

    /// The most common element that blocks an attack in full.
    pub(crate) const fn best_block(attack: Element) -> Element {
        match attack {
            Element::Physical => Element::Physical,
            Element::Fire => Element::Ice,
            Element::Ice => Element::Fire,
            Element::ColdFire => Element::ColdFire,
        }
    }
}

/// An element that an enemy may resist. There is no resistance to cold fire alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resistance {
    Physical,
    Fire,
    Ice,
}

impl Resistance {
    pub const WORDS: [(&'static str, Resistance); 3] = [
        ("physical", Resistance::Physical),
        ("fire", Resistance::Fire),
        ("ice", Resistance::Ice),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Resistance::Physical => "physical",
            Resistance::Fire => "fire",
            Resistance::Ice => "ice",
        }
    }
}

/// The resistances of one enemy.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resistances(pub BTreeSet<Resistance>);

impl Resistances {
    pub fn has(&self, resistance: Resistance) -> bool {
        self.0.contains(&resistance)
    }

    /// Whether attack points of an element count half against this one enemy. Cold
    /// fire counts half only if the enemy resists both fire and ice.
    pub(crate) fn halve(&self, element: Element) -> bool {
        match element {
            Element::Physical => self.has(Resistance::Physical),
            Element::Fire => self.has(Resistance::Fire),
            Element::Ice => self.has(Resistance::Ice),
            Element::ColdFire => self.has(Resistance::Fire) && self.has(Resistance::Ice),
        }
    }

    pub fn words(&self) -> Vec<&'static str> {
        self.0.iter().map(|resistance| resistance.word()).collect()
    }
}

impl FromIterator<Resistance> for Resistances {
    fn from_iter<I: IntoIterator<Item = Resistance>>(resistances: I) -> Resistances {
        Resistances(resistances.into_iter().collect())
    }
}
