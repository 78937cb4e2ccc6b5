//! Modifiers: what they change, for which enemies, and for how long.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::element::{Element, Resistance, Resistances};
use super::enemy::AttackAbility;
use super::ids::{CardId, InstanceId};
use super::unit::UnitId;

/// What a modifier changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModifierChange {
    /// Added to an enemy's armor, which never falls below 1.
    Armor(i32),
    /// Added to the value of an enemy's attacks, which never falls below 0.
    Attack(i32),
    /// The element of an enemy's attacks. Of several such modifiers the one with the
    /// first element in the order of [`Element`] counts.
    AttackElement(Element),
    DoesNotAttack,
    LosesResistances(Resistances),
    /// A lost ability stays lost, even if it is gained later.
    LosesAbilities(BTreeSet<LosableAbility>),
    GainsAbilities(BTreeSet<AttackAbility>),
    /// Both the enemy's own fortification and the walls of the site.
    LosesFortification,
    /// The walls of the site do not protect the enemy.
    LosesWalls,
    /// Added to the hero's armor, which never falls below 1.
    HeroArmor(i32),
    /// Added to the damage that the hero takes from an attack, after Brutal.
    HeroDamage(i32),
    /// The attack does not happen. It is not blocked.
    Cancelled,
    /// The damage of the attack goes to this unit first: the one whose ability it is.
    TakenBy(Option<UnitId>),
}

impl ModifierChange {
    /// Arcane immunity stops everything but changes of attacks and of the walls of the
    /// site.
    pub(crate) fn is_stopped_by_arcane_immunity(&self) -> bool {
        !self.is_of_attacks() && !matches!(self, ModifierChange::LosesWalls) && !self.is_of_hero()
    }

    /// Whether only attacks are changed, so that the change can be made to one attack.
    pub(crate) fn is_of_attacks(&self) -> bool {
        match self {
            ModifierChange::Attack(_)
            | ModifierChange::AttackElement(_)
            | ModifierChange::HeroDamage(_)
            | ModifierChange::Cancelled
            | ModifierChange::TakenBy(_)
            | ModifierChange::GainsAbilities(_) => true,
            ModifierChange::LosesAbilities(lost) => lost
                .iter()
                .all(|ability| matches!(ability, LosableAbility::Attack(_))),
            _ => false,
        }
    }

    pub(crate) const fn is_of_hero(&self) -> bool {
        matches!(self, ModifierChange::HeroArmor(_))
    }

    /// The name of the change on the wire.
    pub const fn word(&self) -> &'static str {
        match self {
            ModifierChange::Armor(_) => "armor",
            ModifierChange::Attack(_) => "attack",
            ModifierChange::AttackElement(_) => "attackElement",
            ModifierChange::DoesNotAttack => "doesNotAttack",
            ModifierChange::LosesResistances(_) => "losesResistances",
            ModifierChange::LosesAbilities(_) => "losesAbilities",
            ModifierChange::GainsAbilities(_) => "gainsAbilities",
            ModifierChange::LosesFortification => "losesFortification",
            ModifierChange::LosesWalls => "losesWalls",
            ModifierChange::HeroArmor(_) => "heroArmor",
            ModifierChange::HeroDamage(_) => "heroDamage",
            ModifierChange::Cancelled => "cancelled",
            ModifierChange::TakenBy(_) => "takenByUnit",
        }
    }
}

/// An ability that a modifier can take from an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LosableAbility {
    Attack(AttackAbility),
    Elusive,
    /// The enemy's own fortification, not the walls of the site.
    Fortified,
}

impl LosableAbility {
    pub const WORDS: [(&'static str, LosableAbility); 9] = [
        ("swift", LosableAbility::Attack(AttackAbility::Swift)),
        ("brutal", LosableAbility::Attack(AttackAbility::Brutal)),
        ("poison", LosableAbility::Attack(AttackAbility::Poison)),
        ("paralyze", LosableAbility::Attack(AttackAbility::Paralyze)),
        ("vampiric", LosableAbility::Attack(AttackAbility::Vampiric)),
        (
            "cumbersome",
            LosableAbility::Attack(AttackAbility::Cumbersome),
        ),
        (
            "assassination",
            LosableAbility::Attack(AttackAbility::Assassination),
        ),
        ("elusive", LosableAbility::Elusive),
        ("fortified", LosableAbility::Fortified),
    ];

    pub fn word(self) -> &'static str {
        match self {
            LosableAbility::Attack(ability) => ability.word(),
            LosableAbility::Elusive => "elusive",
            LosableAbility::Fortified => "fortified",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Duration {
    Combat,
    /// Until the phase ends in which the modifier was made.
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

/// A property of an enemy that a filter can check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trait {
    Fortified,
    /// Fortified, and it is the Ranged & Siege phase.
    FortifiedInRangedSiege,
    ArcaneImmune,
    Summoner,
    Summoned,
    Resists(Resistance),
    /// No modifier keeps the enemy from attacking.
    Attacks,
    /// All its attacks are blocked.
    Blocked,
    /// Has an attack of this element. If the player picks an attack, that attack has it.
    AttackIs(Element),
}

impl Trait {
    pub const WORDS: [(&'static str, Trait); 14] = [
        ("fortified", Trait::Fortified),
        ("fortifiedInRangedSiege", Trait::FortifiedInRangedSiege),
        ("arcaneImmune", Trait::ArcaneImmune),
        ("summoner", Trait::Summoner),
        ("summoned", Trait::Summoned),
        ("resistsPhysical", Trait::Resists(Resistance::Physical)),
        ("resistsFire", Trait::Resists(Resistance::Fire)),
        ("resistsIce", Trait::Resists(Resistance::Ice)),
        ("attacks", Trait::Attacks),
        ("blocked", Trait::Blocked),
        ("physicalAttack", Trait::AttackIs(Element::Physical)),
        ("fireAttack", Trait::AttackIs(Element::Fire)),
        ("iceAttack", Trait::AttackIs(Element::Ice)),
        ("coldFireAttack", Trait::AttackIs(Element::ColdFire)),
    ];
}

/// Accepts an enemy that has all traits of `only` and none of `not`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Filter {
    pub only: BTreeSet<Trait>,
    pub not: BTreeSet<Trait>,
}

impl Filter {
    /// Whether an attack of this element can be picked.
    pub(crate) fn accepts_element(&self, element: Element) -> bool {
        let mut only = self.only.iter();
        let mut not = self.not.iter();
        only.all(|asked| !matches!(asked, Trait::AttackIs(wanted) if *wanted != element))
            && not.all(|asked| *asked != Trait::AttackIs(element))
    }
}

/// A modifier as the data describes it, not yet applied.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ModifierPlan {
    pub change: ModifierChange,
    pub duration: Duration,
    /// Enemies that do not pass are left unchanged.
    pub filter: Filter,
    /// Replaces the description that is made from the data.
    pub description: Option<String>,
}

/// What an applied modifier affects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    Hero,
    OneEnemy(InstanceId),
    OneAttack {
        enemy: InstanceId,
        attack: usize,
    },
    /// All enemies, also those that appear later. The `spared` ones are immune or did
    /// not pass the filter; each enemy is checked once, when the modifier is made or
    /// when the enemy appears.
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

    /// The enemy, if the scope is a single one.
    pub const fn enemy(&self) -> Option<&InstanceId> {
        match self {
            Scope::OneEnemy(enemy) | Scope::OneAttack { enemy, .. } => Some(enemy),
            Scope::Hero | Scope::AllEnemies { .. } => None,
        }
    }

    pub(crate) fn reaches(&self, instance: &InstanceId) -> bool {
        match self {
            Scope::Hero => false,
            Scope::OneEnemy(enemy) | Scope::OneAttack { enemy, .. } => enemy == instance,
            Scope::AllEnemies { spared } => !spared.contains(instance),
        }
    }
}

/// An applied modifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// The card that made it.
    pub source: CardId,
    pub scope: Scope,
    pub duration: Duration,
    pub change: ModifierChange,
    /// Checked for enemies that appear later.
    pub filter: Filter,
    pub description: Arc<str>,
}

impl Hash for Modifier {
    /// Leaves the words out: they follow from the rest.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.source, &self.scope, self.duration).hash(state);
        (&self.change, &self.filter).hash(state);
    }
}
