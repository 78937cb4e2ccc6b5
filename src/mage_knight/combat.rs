//! The state of a combat: everything that decides what may happen next.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::card::{CardSet, Mode};
use super::data::CombatData;
use super::effect::{Effect, Template};
use super::enemy::Enemy;
use super::ids::{CardId, EnemyName, InstanceId};
use super::modifier::Modifier;
use super::observation::{Observation, Seen};
use super::phase::Phase;
use super::points::Supply;
use super::setup::{CombatSetup, SetupError, Site};

/// Whether the hero can still use the cards in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeroCondition {
    Standing,
    KnockedOut,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hero {
    pub armor: u32,
    pub hand_limit: u32,
    /// What the hero has in all.
    pub fame: u32,
    /// Cards, units and skills that can still be played.
    pub hand: Vec<CardId>,
    pub played: Vec<CardId>,
    /// What was lost without being played.
    pub discarded: Vec<CardId>,
    /// Wounds taken into the hand in this combat.
    pub wounds: u32,
    /// Wounds that poison put into the discard pile.
    pub discard_wounds: u32,
    pub condition: HeroCondition,
}

/// What has become of one attack of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttackOutcome {
    Open,
    Blocked,
    /// It hurt the hero.
    Dealt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Life {
    Alive,
    Defeated,
}

/// One enemy of the combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CombatEnemy {
    pub id: InstanceId,
    pub kind: Arc<Enemy>,
    pub life: Life,
    /// One for each printed attack.
    pub attacks: Vec<AttackOutcome>,
    pub summoned_by: Option<InstanceId>,
    /// Wounds its vampiric attacks put into the hero's hand.
    pub drained_wounds: u32,
    /// Whom its Defend was given to.
    pub defends: Option<InstanceId>,
}

impl CombatEnemy {
    pub(super) fn new(
        id: InstanceId,
        kind: &Arc<Enemy>,
        summoned_by: Option<InstanceId>,
    ) -> CombatEnemy {
        CombatEnemy {
            id,
            life: Life::Alive,
            attacks: vec![AttackOutcome::Open; kind.attacks.len()],
            kind: kind.clone(),
            summoned_by,
            drained_wounds: 0,
            defends: None,
        }
    }

    pub fn is_alive(&self) -> bool {
        self.life == Life::Alive
    }

    pub fn name(&self) -> EnemyName {
        EnemyName {
            id: self.id.clone(),
            name: self.kind.name.clone(),
        }
    }
}

/// An enemy that is picked, or one attack of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    pub enemy: InstanceId,
    pub attack: Option<usize>,
}

/// A part of a card that is still to happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Resolve {
        effect: Effect,
        /// The enemy picked before, if this follows a pick.
        picked: Option<InstanceId>,
    },
    SelectEnemy {
        template: Arc<Template>,
        picked: Vec<Target>,
    },
    ResolveEnemyTarget {
        template: Arc<Template>,
        target: Target,
        /// The targets before this one.
        picked: Vec<Target>,
    },
    /// The player wants no further target.
    Done,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChoiceOption {
    pub label: Arc<str>,
    /// Whom it is about, if it is about one enemy.
    pub target: Option<Target>,
    pub(super) step: Step,
}

/// A choice the player has to make before anything else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PendingChoice {
    pub card: CardId,
    pub mode: Mode,
    pub description: Arc<str>,
    pub options: Vec<ChoiceOption>,
    /// What of the card follows, the next last.
    pub(super) rest: Vec<Step>,
}

/// A combat. It is never illegal: a [`CombatSetup`] may be, and is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combat {
    pub(super) rules: CardSet,
    pub(super) seed: u64,
    pub(super) site: Site,
    pub(super) phase: Phase,
    pub(super) hero: Hero,
    pub(super) supply: Option<Supply>,
    pub(super) fame_gained: u32,
    pub(super) enemies: Vec<CombatEnemy>,
    /// How many enemies have come so far; ids are never used twice.
    pub(super) arrivals: usize,
    pub(super) modifiers: Vec<Modifier>,
    pub(super) pending: Option<PendingChoice>,
    /// How many actions were accepted.
    pub(super) actions: u32,
    pub(super) observation: Observation,
}

impl Combat {
    pub fn start(data: &CombatData, setup: &CombatSetup) -> Result<Combat, SetupError> {
        setup.check(data)?;
        let hero = Hero {
            armor: setup.hero.armor,
            hand_limit: setup.hero.hand_limit,
            fame: setup.hero.fame,
            hand: setup.hand.clone(),
            played: Vec::new(),
            discarded: Vec::new(),
            wounds: 0,
            discard_wounds: 0,
            condition: HeroCondition::Standing,
        };
        let mut combat = Combat {
            rules: setup.rules,
            seed: setup.seed,
            site: setup.site,
            phase: Phase::RangedSiege,
            hero,
            supply: setup.hero.points.clone(),
            fame_gained: 0,
            enemies: Vec::new(),
            arrivals: 0,
            modifiers: Vec::new(),
            pending: None,
            actions: 0,
            observation: Observation::default(),
        };
        // The check has found every one of them.
        let kinds = setup.enemies.iter().filter_map(|id| data.enemy(id).ok());
        for kind in kinds {
            let id = combat.add_enemy(kind, None);
            combat.see(&id, Seen::Met);
        }
        Ok(combat)
    }

    pub(super) fn add_enemy(
        &mut self,
        kind: &Arc<Enemy>,
        summoned_by: Option<InstanceId>,
    ) -> InstanceId {
        let id = InstanceId::of_arrival(self.arrivals);
        self.arrivals += 1;
        self.enemies
            .push(CombatEnemy::new(id.clone(), kind, summoned_by));
        id
    }

    /// Writes down what was seen of an enemy.
    pub(super) fn see(&mut self, id: &InstanceId, what: Seen) {
        let kind = self.enemy(id).map(|enemy| enemy.kind.id.clone());
        if let Some(kind) = kind {
            self.observation
                .add(id, kind, what, self.phase, self.actions);
        }
    }

    pub const fn rules(&self) -> CardSet {
        self.rules
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    pub const fn site(&self) -> Site {
        self.site
    }

    pub const fn phase(&self) -> Phase {
        self.phase
    }

    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The hero; the armor here is without modifiers, see [`Combat::hero_armor`].
    pub const fn hero(&self) -> &Hero {
        &self.hero
    }

    /// What is left of the points the player stated.
    pub const fn supply(&self) -> Option<&Supply> {
        self.supply.as_ref()
    }

    pub const fn fame_gained(&self) -> u32 {
        self.fame_gained
    }

    /// In order of arrival, the defeated included; summoned monsters only while
    /// they stand in for somebody.
    pub fn enemies(&self) -> &[CombatEnemy] {
        &self.enemies
    }

    pub fn enemy(&self, id: &InstanceId) -> Option<&CombatEnemy> {
        self.enemies.iter().find(|enemy| enemy.id == *id)
    }

    pub(super) fn enemy_mut(&mut self, id: &InstanceId) -> Option<&mut CombatEnemy> {
        self.enemies.iter_mut().find(|enemy| enemy.id == *id)
    }

    pub fn modifiers(&self) -> &[Modifier] {
        &self.modifiers
    }

    pub const fn pending(&self) -> Option<&PendingChoice> {
        self.pending.as_ref()
    }

    pub const fn actions(&self) -> u32 {
        self.actions
    }

    pub const fn observation(&self) -> &Observation {
        &self.observation
    }

    /// A number for all that decides the future, the same for combats that differ
    /// only in their past or in the order of what they hold. At 128 bits no two
    /// others will ever meet.
    pub(super) fn fingerprint(&self) -> u128 {
        let mut hand: Vec<&CardId> = self.hero.hand.iter().collect();
        hand.sort();
        let mut modifiers: Vec<&Modifier> = self.modifiers.iter().collect();
        modifiers.sort();
        let hero = &self.hero;
        let wounds = (hero.wounds, hero.discard_wounds, hero.condition);
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            (self.phase, wounds, self.fame_gained, self.arrivals).hash(&mut hasher);
            (&hand, &modifiers, &self.supply).hash(&mut hasher);
            (&self.enemies, &self.pending).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }

    /// The combat without what was seen in it, which a search need not carry.
    pub(super) fn forgetting(&self) -> Combat {
        let mut combat = self.clone();
        combat.observation.clear();
        combat
    }
}
