//! The kinds of enemies, with the values printed on their tokens.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::element::{Element, Resistances};
use super::ids::EnemyId;

/// The color of a token's back. A summoner draws a monster of a given color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EnemyColor {
    Green,
    Gray,
    Brown,
    Violet,
    White,
    Red,
}

impl EnemyColor {
    pub const WORDS: [(&'static str, EnemyColor); 6] = [
        ("green", EnemyColor::Green),
        ("gray", EnemyColor::Gray),
        ("brown", EnemyColor::Brown),
        ("violet", EnemyColor::Violet),
        ("white", EnemyColor::White),
        ("red", EnemyColor::Red),
    ];

    pub fn word(self) -> &'static str {
        let found = EnemyColor::WORDS.iter().find(|(_, color)| *color == self);
        found.map_or("", |(word, _)| word)
    }
}

/// An ability of one attack; see `RULES.md`, section 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttackAbility {
    Swift,
    Brutal,
    Poison,
    Paralyze,
    Vampiric,
    /// Move points would lower the attack. There are none here, so it has no effect.
    Cumbersome,
    /// Only the hero can be wounded. This is so for every attack here, so it has no
    /// effect.
    Assassination,
}

impl AttackAbility {
    pub const WORDS: [(&'static str, AttackAbility); 7] = [
        ("swift", AttackAbility::Swift),
        ("brutal", AttackAbility::Brutal),
        ("poison", AttackAbility::Poison),
        ("paralyze", AttackAbility::Paralyze),
        ("vampiric", AttackAbility::Vampiric),
        ("cumbersome", AttackAbility::Cumbersome),
        ("assassination", AttackAbility::Assassination),
    ];

    pub fn word(self) -> &'static str {
        let mut words = AttackAbility::WORDS.iter();
        let found = words.find(|(_, ability)| *ability == self);
        found.map_or("", |(word, _)| word)
    }
}

/// An attack that deals damage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    pub value: u32,
    pub element: Element,
    pub abilities: BTreeSet<AttackAbility>,
}

impl Strike {
    pub fn has(&self, ability: AttackAbility) -> bool {
        self.abilities.contains(&ability)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EnemyAttack {
    Strike(Strike),
    /// The enemy draws a monster of this color instead of attacking.
    Summon(EnemyColor),
}

impl EnemyAttack {
    pub fn strike(&self) -> Option<&Strike> {
        match self {
            EnemyAttack::Strike(strike) => Some(strike),
            EnemyAttack::Summon(_) => None,
        }
    }
}

/// An ability of an enemy that has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EnemyAbility {
    Fortified,
    /// The walls of a site do not protect this enemy.
    Unfortified,
    ArcaneImmunity,
}

impl EnemyAbility {
    pub const WORDS: [(&'static str, EnemyAbility); 3] = [
        ("fortified", EnemyAbility::Fortified),
        ("unfortified", EnemyAbility::Unfortified),
        ("arcaneImmunity", EnemyAbility::ArcaneImmunity),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            EnemyAbility::Fortified => "fortified",
            EnemyAbility::Unfortified => "unfortified",
            EnemyAbility::ArcaneImmunity => "arcaneImmunity",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enemy {
    pub id: EnemyId,
    pub name: Arc<str>,
    pub color: EnemyColor,
    pub armor: u32,
    pub fame: u32,
    pub attacks: Vec<EnemyAttack>,
    pub resistances: Resistances,
    pub abilities: BTreeSet<EnemyAbility>,
    /// The higher armor of an Elusive enemy.
    pub elusive: Option<u32>,
    /// The armor that its Defend adds to one attacked enemy.
    pub defend: Option<u32>,
    /// Printed on the token; has no effect in a combat.
    pub reputation: Option<i32>,
    /// The box of the board game that the token comes from.
    pub set: Arc<str>,
}

impl Enemy {
    pub fn has(&self, ability: EnemyAbility) -> bool {
        self.abilities.contains(&ability)
    }

    pub fn is_summoner(&self) -> bool {
        let mut attacks = self.attacks.iter();
        attacks.any(|attack| matches!(attack, EnemyAttack::Summon(_)))
    }

    /// One word for each ability, including those of its attacks.
    pub fn ability_words(&self) -> Vec<String> {
        let own = self.abilities.iter().map(|a| a.word().to_owned());
        let valued = [
            self.elusive.map(|armor| format!("elusive:{armor}")),
            self.defend.map(|armor| format!("defend:{armor}")),
            self.reputation.map(|n| format!("reputation:{n:+}")),
        ];
        let strikes = self.attacks.iter().filter_map(EnemyAttack::strike);
        let of_attacks: BTreeSet<AttackAbility> = strikes
            .flat_map(|strike| strike.abilities.iter().copied())
            .collect();
        let summon = self.is_summoner().then(|| "summon".to_owned());
        own.chain(valued.into_iter().flatten())
            .chain(of_attacks.into_iter().map(|a| a.word().to_owned()))
            .chain(summon)
            .collect()
    }
}

impl Hash for Enemy {
    /// Hashes the id alone: ids are unique, and the search hashes many states.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}
