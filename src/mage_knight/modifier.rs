//! Changes that last: what they change, of whom, and for how long.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::element::{Resistance, Resistances};
use super::ids::{CardId, InstanceId};

/// What a modifier changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// An enemy's armor; it never falls below 1.
    Armor(i32),
    /// The value of an enemy's attacks; none falls below 0.
    Attack(i32),
    DoesNotAttack,
    LosesResistances(Resistances),
    LosesFortification,
    /// The hero's armor; it never falls below 1.
    HeroArmor(i32),
}

impl Change {
    /// Arcane immunity lets only changes of the attack's value through.
    pub const fn is_stopped_by_arcane_immunity(&self) -> bool {
        !matches!(self, Change::Attack(_) | Change::HeroArmor(_))
    }

    pub const fn is_of_hero(&self) -> bool {
        matches!(self, Change::HeroArmor(_))
    }

    /// Its name on the wire.
    pub const fn word(&self) -> &'static str {
        match self {
            Change::Armor(_) => "armor",
            Change::Attack(_) => "attack",
            Change::DoesNotAttack => "doesNotAttack",
            Change::LosesResistances(_) => "losesResistances",
            Change::LosesFortification => "losesFortification",
            Change::HeroArmor(_) => "heroArmor",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Duration {
    Combat,
    /// Until the phase it was made in ends.
    Phase,
}

impl Duration {
    pub const WORDS: [(&'static str, Duration); 2] =
        [("combat", Duration::Combat), ("phase", Duration::Phase)];

    pub const fn word(self) -> &'static str {
        match self {
            Duration::Combat => "combat",
            Duration::Phase => "phase",
        }
    }
}

/// What can be asked of an enemy before something happens to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trait {
    Fortified,
    ArcaneImmune,
    Summoner,
    Summoned,
    Resists(Resistance),
}

impl Trait {
    pub const WORDS: [(&'static str, Trait); 7] = [
        ("fortified", Trait::Fortified),
        ("arcaneImmune", Trait::ArcaneImmune),
        ("summoner", Trait::Summoner),
        ("summoned", Trait::Summoned),
        ("resistsPhysical", Trait::Resists(Resistance::Physical)),
        ("resistsFire", Trait::Resists(Resistance::Fire)),
        ("resistsIce", Trait::Resists(Resistance::Ice)),
    ];
}

/// Whom something may happen to: who has all of `only` and none of `not`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Filter {
    pub only: BTreeSet<Trait>,
    pub not: BTreeSet<Trait>,
}

/// A modifier as data has it: not yet of anybody.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ModifierPlan {
    pub change: Change,
    pub duration: Duration,
    /// Whoever does not pass is left as it is.
    pub filter: Filter,
    /// Instead of the words made from the data.
    pub description: Option<String>,
}

/// Whom a modifier in force is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    Hero,
    OneEnemy(InstanceId),
    OneAttack {
        enemy: InstanceId,
        attack: usize,
    },
    /// Also those who appear later; the spared were asked when the modifier met
    /// them and did not pass its filter, or are immune.
    AllEnemies {
        spared: BTreeSet<InstanceId>,
    },
}

impl Scope {
    pub const fn word(&self) -> &'static str {
        match self {
            Scope::Hero => "self",
            Scope::OneEnemy(_) => "oneEnemy",
            Scope::OneAttack { .. } => "oneAttack",
            Scope::AllEnemies { .. } => "allEnemies",
        }
    }

    /// The one enemy it is about, if it is one.
    pub const fn enemy(&self) -> Option<&InstanceId> {
        match self {
            Scope::OneEnemy(enemy) | Scope::OneAttack { enemy, .. } => Some(enemy),
            Scope::Hero | Scope::AllEnemies { .. } => None,
        }
    }

    pub fn reaches(&self, instance: &InstanceId) -> bool {
        match self {
            Scope::Hero => false,
            Scope::OneEnemy(enemy) | Scope::OneAttack { enemy, .. } => enemy == instance,
            Scope::AllEnemies { spared } => !spared.contains(instance),
        }
    }
}

/// A modifier in force.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Modifier {
    /// The card it comes from.
    pub source: CardId,
    pub scope: Scope,
    pub duration: Duration,
    pub change: Change,
    /// Asked of enemies that appear later.
    pub filter: Filter,
    pub description: Arc<str>,
}
