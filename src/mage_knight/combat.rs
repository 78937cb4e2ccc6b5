//! The state of a combat: everything that decides what may happen next.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::card::{Card, CardSet, Mode};
use super::data::CombatData;
use super::effect::{Effect, GiveUp, Healing, PlayAnother, Template, UnitGifts};
use super::enemy::Enemy;
use super::event_log::Past;
use super::holdings::Holdings;
use super::ids::{CardId, EnemyName, InstanceId};
use super::mana::ManaPayment;
use super::modifier::Modifier;
use super::observation::{FactKind, Observation};
use super::phase::Phase;
use super::points::StatedPoints;
use super::setup::{CombatSetup, SetupError, Site};
use super::state_hash::StateHasher;
use super::unit::UnitId;
use super::weights::Weights;

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
    /// All fame of the hero, including what this combat gained.
    pub fame: u32,
    /// Cards, units and skills that can still be played.
    pub hand: Vec<CardId>,
    pub played: Vec<CardId>,
    /// Cards that were lost without being played.
    pub discarded: Vec<CardId>,
    /// Wounds taken into the hand in this combat.
    pub wounds: u32,
    /// Wounds that poison put into the discard pile.
    pub discard_wounds: u32,
    pub condition: HeroCondition,
}

/// What happened to one attack of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttackOutcome {
    Open,
    Blocked,
    /// The attack dealt its damage to the hero.
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
    /// One entry for each printed attack.
    pub attacks: Vec<AttackOutcome>,
    pub summoned_by: Option<InstanceId>,
    /// Wounds that vampiric attacks of this enemy put into the hero's hand.
    pub drained_wounds: u32,
    /// The enemy that received the Defend of this one.
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

/// A picked enemy, or one attack of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnemyTarget {
    pub enemy: InstanceId,
    pub attack: Option<usize>,
}

/// A part of a card's effect that is still to be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum EffectStep {
    Resolve {
        effect: Effect,
        /// The enemy picked before, if the effect is a follow-up.
        picked: Option<InstanceId>,
    },
    SelectEnemy {
        template: Arc<Template>,
        /// The enemy picked by the effect before, if this one is a follow-up.
        of: Option<InstanceId>,
        /// The targets picked so far, sorted: their order changes nothing, and the
        /// search treats states with the same targets as equal.
        picked: Vec<EnemyTarget>,
    },
    ResolveEnemyTarget {
        template: Arc<Template>,
        of: Option<InstanceId>,
        target: EnemyTarget,
        /// The targets picked before this one.
        picked: Vec<EnemyTarget>,
    },
    /// The player wants no further target.
    Done,
    Pay {
        payment: ManaPayment,
        then: Arc<Effect>,
        picked: Option<InstanceId>,
    },
    /// A card is given up, after `given` others.
    GiveUpCard {
        plan: Arc<GiveUp>,
        card: CardId,
        given: Given,
    },
    /// The player picks one more card to give up, or none.
    GiveUpMore {
        plan: Arc<GiveUp>,
        given: Given,
    },
    GiveUpDone {
        plan: Arc<GiveUp>,
        given: Given,
    },
    PlayAnother {
        plan: Arc<PlayAnother>,
        card: CardId,
    },
    ReadyUnit {
        unit: UnitId,
        healing: Healing,
    },
    StrengthenUnit {
        unit: UnitId,
        gifts: UnitGifts,
    },
    SpendUnit {
        unit: UnitId,
        then: Arc<Effect>,
    },
}

/// The cards that were given up so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Given {
    pub cards: u32,
    /// How many of them were wounds.
    pub wounds: u32,
}

/// What an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SourceKind {
    Card,
    Unit(UnitId),
    Skill,
}

/// The card, unit or skill whose effect is being resolved, and how it was played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct EffectSource {
    pub card: CardId,
    pub mode: Mode,
    pub kind: SourceKind,
    /// Added to attack and block points.
    pub boost: u32,
    /// How many cards were given up for the effect.
    pub given: u32,
    /// The last of them, as far as an effect asks for its color.
    pub given_card: Option<CardId>,
}

impl EffectSource {
    pub fn card(card: CardId, mode: Mode) -> EffectSource {
        EffectSource {
            card,
            mode,
            kind: SourceKind::Card,
            boost: 0,
            given: 0,
            given_card: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    pub label: Arc<str>,
    /// The target, if the option names one.
    pub target: Option<EnemyTarget>,
    pub(super) step: EffectStep,
}

impl Hash for ChoiceOption {
    /// Leaves the words out: they follow from the rest.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.target, &self.step).hash(state);
    }
}

/// A choice the player has to make before anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingChoice {
    pub card: CardId,
    pub mode: Mode,
    pub description: Arc<str>,
    pub options: Vec<ChoiceOption>,
    /// If a die decides and not the player: on how many faces each option is.
    pub faces: Vec<u32>,
    pub(super) source: EffectSource,
    /// The remaining steps of the card; the next one is the last of the list.
    pub(super) rest: Vec<EffectStep>,
}

impl PendingChoice {
    /// Whether a die decides, and the player only says what it shows.
    pub fn is_rolled(&self) -> bool {
        !self.faces.is_empty()
    }
}

impl Hash for PendingChoice {
    /// Leaves the words out: they follow from the rest.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.options, &self.source, &self.rest).hash(state);
    }
}

/// A combat. Its state is always legal: a [`CombatSetup`] is checked before a combat
/// starts, and refused actions change nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combat {
    pub(super) rules: CardSet,
    pub(super) seed: u64,
    pub(super) site: Site,
    pub(super) phase: Phase,
    pub(super) hero: Hero,
    /// Shared between the copies of a combat until one of them spends some.
    pub(super) stated_points: Option<Arc<StatedPoints>>,
    pub(super) fame_gained: u32,
    /// Shared between the copies of a combat until one of them changes an enemy.
    pub(super) enemies: Vec<Arc<CombatEnemy>>,
    /// How many enemies have appeared so far. Numbers the ids, which are never reused.
    pub(super) arrivals: usize,
    pub(super) modifiers: Vec<Arc<Modifier>>,
    pub(super) pending: Option<PendingChoice>,
    /// How many actions were accepted.
    pub(super) actions: u32,
    pub(super) observation: Observation,
    pub(super) past: Past,
    /// What the hero holds besides the hand. `None` if the combat does not count it: the
    /// player then sees to mana and points at the table.
    pub(super) holdings: Option<Box<Holdings>>,
    pub(super) weights: Weights,
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
            stated_points: setup.hero.points.clone().map(Arc::new),
            fame_gained: 0,
            enemies: Vec::new(),
            arrivals: 0,
            modifiers: Vec::new(),
            pending: None,
            actions: 0,
            observation: Observation::default(),
            past: Past::Kept,
            holdings: setup.holdings(data).map(Box::new),
            weights: setup.weights,
        };
        combat.fill_pool();
        // `check` has made sure that every id is known.
        let kinds = setup.enemies.iter().filter_map(|id| data.enemy(id).ok());
        for kind in kinds {
            let id = combat.add_enemy(kind, None);
            combat.record_fact(&id, FactKind::Met);
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
            .push(Arc::new(CombatEnemy::new(id.clone(), kind, summoned_by)));
        id
    }

    /// Adds a fact about an enemy to the observation.
    pub(super) fn record_fact(&mut self, id: &InstanceId, what: FactKind) {
        if self.past == Past::Forgotten {
            return;
        }
        let kind = self.enemy(id).map(|enemy| enemy.kind.id.clone());
        if let Some(kind) = kind {
            self.observation
                .add(id, kind, what, self.phase, self.actions);
        }
    }

    pub(super) fn note_played(&mut self, card: &CardId) {
        if self.past == Past::Kept {
            self.hero.played.push(card.clone());
        }
    }

    pub(super) fn note_discarded(&mut self, cards: &[CardId]) {
        if self.past == Past::Kept {
            self.hero.discarded.extend_from_slice(cards);
        }
    }

    pub const fn rules(&self) -> CardSet {
        self.rules
    }

    pub const fn phase(&self) -> Phase {
        self.phase
    }

    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The hero. [`Hero::armor`] is without modifiers; see [`Combat::hero_armor`].
    pub const fn hero(&self) -> &Hero {
        &self.hero
    }

    /// The points that the player stated and has not spent yet.
    pub fn stated_points(&self) -> Option<&StatedPoints> {
        self.stated_points.as_deref()
    }

    pub const fn fame_gained(&self) -> u32 {
        self.fame_gained
    }

    /// All enemies in order of arrival, the defeated ones included. Summoned monsters
    /// are listed only while they stand in for their summoner.
    pub fn enemies(&self) -> &[Arc<CombatEnemy>] {
        &self.enemies
    }

    pub fn enemy(&self, id: &InstanceId) -> Option<&CombatEnemy> {
        let mut enemies = self.enemies.iter();
        enemies.find(|enemy| enemy.id == *id).map(Arc::as_ref)
    }

    pub(super) fn enemy_mut(&mut self, id: &InstanceId) -> Option<&mut CombatEnemy> {
        let mut enemies = self.enemies.iter_mut();
        enemies.find(|enemy| enemy.id == *id).map(Arc::make_mut)
    }

    pub fn modifiers(&self) -> &[Arc<Modifier>] {
        &self.modifiers
    }

    pub const fn pending(&self) -> Option<&PendingChoice> {
        self.pending.as_ref()
    }

    pub const fn actions(&self) -> u32 {
        self.actions
    }

    /// What the hero holds besides the hand, if the combat counts it.
    pub fn holdings(&self) -> Option<&Holdings> {
        self.holdings.as_deref()
    }

    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The card of this id in this combat.
    pub fn card<'a>(&'a self, data: &'a CombatData, id: &CardId) -> Option<&'a Arc<Card>> {
        match &self.holdings {
            Some(holdings) => holdings.card(id),
            None => data.card(self.rules, id).ok(),
        }
    }

    pub const fn observation(&self) -> &Observation {
        &self.observation
    }

    /// A hash of everything that decides the rest of the combat. Combats that differ
    /// only in their past, or in the order of cards or modifiers, have the same hash.
    /// With 128 bits a collision is too unlikely to matter.
    pub(super) fn fingerprint(&self) -> u128 {
        let hero = &self.hero;
        let wounds = (hero.wounds, hero.discard_wounds, hero.condition);
        let mut hasher = StateHasher::default();
        (self.phase, wounds, self.fame_gained, self.arrivals).hash(&mut hasher);
        hasher.write_unordered(&hero.hand);
        hasher.write_unordered(&self.modifiers);
        (&self.stated_points, &self.enemies).hash(&mut hasher);
        (&self.pending, &self.holdings).hash(&mut hasher);
        hasher.wide()
    }

    /// A copy for a search: it knows nothing of its past and makes no words.
    pub(super) fn for_search(&self) -> Combat {
        let mut combat = self.clone();
        combat.past = Past::Forgotten;
        combat.observation.clear();
        combat.hero.played = Vec::new();
        combat.hero.discarded = Vec::new();
        combat
    }
}
