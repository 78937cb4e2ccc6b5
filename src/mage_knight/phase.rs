//! The four phases of a combat and its end.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    RangedSiege,
    Block,
    AssignDamage,
    Attack,
    Over,
}

impl Phase {
    /// The phases in which actions are allowed.
    pub const WORDS: [(&'static str, Phase); 4] = [
        ("rangedSiege", Phase::RangedSiege),
        ("block", Phase::Block),
        ("assignDamage", Phase::AssignDamage),
        ("attack", Phase::Attack),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Phase::RangedSiege => "rangedSiege",
            Phase::Block => "block",
            Phase::AssignDamage => "assignDamage",
            Phase::Attack => "attack",
            Phase::Over => "over",
        }
    }

    /// The name that people read.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Phase::RangedSiege => "Ranged & Siege",
            Phase::Block => "Block",
            Phase::AssignDamage => "Assign damage",
            Phase::Attack => "Attack",
            Phase::Over => "Over",
        }
    }

    pub const fn next(self) -> Phase {
        match self {
            Phase::RangedSiege => Phase::Block,
            Phase::Block => Phase::AssignDamage,
            Phase::AssignDamage => Phase::Attack,
            Phase::Attack | Phase::Over => Phase::Over,
        }
    }

    /// Whether summoned monsters stand in for their summoners in this phase.
    pub(crate) const fn has_stand_ins(self) -> bool {
        matches!(self, Phase::Block | Phase::AssignDamage)
    }

    /// Whether the enemies' attacks are still to come or being dealt.
    pub(crate) const fn is_before_damage_ends(self) -> bool {
        matches!(
            self,
            Phase::RangedSiege | Phase::Block | Phase::AssignDamage
        )
    }
}
