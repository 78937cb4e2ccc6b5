//! Elements of attacks and blocks, and resistances against them.

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

    /// Whether block points of this element are never worth less than those of another.
    pub(crate) const fn blocks_at_least_as(self, other: Element) -> bool {
        match other {
            Element::Physical => true,
            Element::Fire => matches!(self, Element::Fire | Element::ColdFire),
            Element::Ice => matches!(self, Element::Ice | Element::ColdFire),
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resistances(u8);

impl Resistances {
    const fn bit(resistance: Resistance) -> u8 {
        1 << resistance as u8
    }

    pub const fn has(self, resistance: Resistance) -> bool {
        self.0 & Resistances::bit(resistance) != 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn with(self, more: Resistances) -> Resistances {
        Resistances(self.0 | more.0)
    }

    pub(crate) const fn without(self, lost: Resistances) -> Resistances {
        Resistances(self.0 & !lost.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Resistance> {
        let all = Resistance::WORDS.iter().map(|(_, resistance)| *resistance);
        all.filter(move |resistance| self.has(*resistance))
    }

    /// Whether attack points of an element count half against this one enemy. Cold
    /// fire counts half only if the enemy resists both fire and ice.
    pub(crate) const fn halve(self, element: Element) -> bool {
        match element {
            Element::Physical => self.has(Resistance::Physical),
            Element::Fire => self.has(Resistance::Fire),
            Element::Ice => self.has(Resistance::Ice),
            Element::ColdFire => self.has(Resistance::Fire) && self.has(Resistance::Ice),
        }
    }

    pub fn words(self) -> Vec<&'static str> {
        self.iter().map(Resistance::word).collect()
    }
}

impl FromIterator<Resistance> for Resistances {
    fn from_iter<I: IntoIterator<Item = Resistance>>(resistances: I) -> Resistances {
        let bits = resistances.into_iter().map(Resistances::bit);
        Resistances(bits.fold(0, |all, bit| all | bit))
    }
}
