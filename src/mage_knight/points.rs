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

/// More points than this in one entry are a slip of the keyboard.
pub const MOST_POINTS: u32 = 99_999;

/// Which attack points do not count at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    All,
    SiegeOnly,
}

/// What attack points come to against targets with these resistances: what any
/// of them resists is added up first, then halved once and rounded down.
pub fn attack_value(points: &[AttackPoints], targets: &[Resistances], counting: Counting) -> u32 {
    let counted = points
        .iter()
        .filter(|points| counting == Counting::All || points.kind == AttackKind::Siege);
    sum(counted.map(|points| {
        let resisted = targets.iter().any(|target| target.halve(points.element));
        (points.amount, Worth::half_if(resisted))
    }))
}

/// What block points come to against an attack of this element.
pub fn block_value(points: &[BlockPoints], attack: Element) -> u32 {
    sum(points.iter().map(|points| {
        let inefficient = !points.element.blocks_in_full(attack);
        (points.amount, Worth::half_if(inefficient))
    }))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Worth {
    Full,
    Half,
}

impl Worth {
    const fn half_if(inefficient: bool) -> Worth {
        if inefficient {
            Worth::Half
        } else {
            Worth::Full
        }
    }
}

fn sum(points: impl Iterator<Item = (u32, Worth)>) -> u32 {
    let (mut full, mut half) = (0_u32, 0_u32);
    for (amount, worth) in points {
        let pile = match worth {
            Worth::Full => &mut full,
            Worth::Half => &mut half,
        };
        *pile = pile.saturating_add(amount);
    }
    full.saturating_add(half / 2)
}

/// The points the hero says can still be made, by the phase they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Supply {
    pub ranged_siege: Vec<AttackPoints>,
    pub block: Vec<BlockPoints>,
    pub attack: Vec<AttackPoints>,
}

/// Takes spent points out of a supply. What was not in it is no fault: the
/// player at the table knows better.
pub(super) fn spend_attack(supply: &mut Vec<AttackPoints>, spent: &[AttackPoints]) {
    for spent in spent {
        let mut left = spent.amount;
        for held in supply.iter_mut() {
            if (held.element, held.kind) == (spent.element, spent.kind) {
                let taken = left.min(held.amount);
                held.amount -= taken;
                left -= taken;
            }
        }
    }
    supply.retain(|held| held.amount > 0);
}

pub(super) fn spend_block(supply: &mut Vec<BlockPoints>, spent: &[BlockPoints]) {
    for spent in spent {
        let mut left = spent.amount;
        for held in supply.iter_mut() {
            if held.element == spent.element {
                let taken = left.min(held.amount);
                held.amount -= taken;
                left -= taken;
            }
        }
    }
    supply.retain(|held| held.amount > 0);
}
