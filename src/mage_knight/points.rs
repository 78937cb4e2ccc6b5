//! Attack and block points, and how many of them count.

use super::element::{Element, Resistances};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttackKind {
    #[default]
    Melee,
    Ranged,
    Siege,
}

impl AttackKind {
    pub const WORDS: [(&'static str, AttackKind); 3] = [
        ("melee", AttackKind::Melee),
        ("ranged", AttackKind::Ranged),
        ("siege", AttackKind::Siege),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            AttackKind::Melee => "melee",
            AttackKind::Ranged => "ranged",
            AttackKind::Siege => "siege",
        }
    }
}

/// Points of one kind and element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttackPoints {
    pub element: Element,
    pub kind: AttackKind,
    pub amount: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockPoints {
    pub element: Element,
    pub amount: u32,
}

/// The most points of one entry; more are taken for a typing mistake.
pub(crate) const MOST_POINTS: u32 = 99_999;

/// Which kinds of attack points count in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedKinds {
    All,
    SiegeOnly,
}

/// What attack points are worth against targets with these resistances. Points of an
/// element that any target resists are added up, then halved once, rounded down.
pub(crate) fn attack_value(
    points: &[AttackPoints],
    targets: &[Resistances],
    counting: CountedKinds,
) -> u32 {
    let counted = points
        .iter()
        .filter(|points| counting == CountedKinds::All || points.kind == AttackKind::Siege);
    sum(counted.map(|points| {
        let counts = Counts::in_attack(points.element, targets);
        (points.amount, counts)
    }))
}

/// What block points are worth against an attack of this element.
pub(crate) fn block_value(points: &[BlockPoints], attack: Element) -> u32 {
    sum(points.iter().map(|points| {
        let counts = Counts::in_block(points.element, attack);
        (points.amount, counts)
    }))
}

/// What points of an element are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counts {
    InFull,
    Half,
}

impl Counts {
    /// In an attack on targets with these resistances.
    pub fn in_attack(element: Element, targets: &[Resistances]) -> Counts {
        match targets.iter().any(|target| target.halve(element)) {
            true => Counts::Half,
            false => Counts::InFull,
        }
    }

    /// In a block of an attack of this element.
    pub const fn in_block(element: Element, attack: Element) -> Counts {
        match element.blocks_in_full(attack) {
            true => Counts::InFull,
            false => Counts::Half,
        }
    }
}

fn sum(points: impl Iterator<Item = (u32, Counts)>) -> u32 {
    let (mut full, mut half) = (0_u32, 0_u32);
    for (amount, counts) in points {
        let sum = match counts {
            Counts::InFull => &mut full,
            Counts::Half => &mut half,
        };
        *sum = sum.saturating_add(amount);
    }
    full.saturating_add(half / 2)
}

/// The attack and block points that the player states the hero can make besides the
/// cards, by phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatedPoints {
    pub ranged_siege: Vec<AttackPoints>,
    pub block: Vec<BlockPoints>,
    pub attack: Vec<AttackPoints>,
}

/// Takes spent points out of the stated ones. Spending more than was stated is
/// allowed: what the hero really has is known to the player alone.
pub(super) fn spend_attack(held_points: &mut Vec<AttackPoints>, spent: &[AttackPoints]) {
    for spent in spent {
        let mut left = spent.amount;
        for held in held_points.iter_mut() {
            if (held.element, held.kind) == (spent.element, spent.kind) {
                let taken = left.min(held.amount);
                held.amount -= taken;
                left -= taken;
            }
        }
    }
    held_points.retain(|held| held.amount > 0);
}

pub(super) fn spend_block(held_points: &mut Vec<BlockPoints>, spent: &[BlockPoints]) {
    for spent in spent {
        let mut left = spent.amount;
        for held in held_points.iter_mut() {
            if held.element == spent.element {
                let taken = left.min(held.amount);
                held.amount -= taken;
                left -= taken;
            }
        }
    }
    held_points.retain(|held| held.amount > 0);
}
