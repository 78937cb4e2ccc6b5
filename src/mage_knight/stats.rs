//! The current numbers of the enemies and the hero. Options, checks, results and the
//! end of a phase all use these functions, so they cannot disagree.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::combat::{AttackOutcome, Combat, CombatEnemy, Life};
use super::element::{Element, Resistances};
use super::enemy::{AttackAbility, Enemy, EnemyAbility, EnemyAttack, Strike};
use super::ids::InstanceId;
use super::modifier::{Filter, LosableAbility, Modifier, ModifierChange, Scope, Trait};
use super::phase::Phase;
use super::setup::Site;

/// In how many ways an enemy is fortified; see `RULES.md`, section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fortification {
    None,
    /// Only siege points count in the Ranged & Siege phase.
    Once,
    /// Cannot be attacked in the Ranged & Siege phase.
    Twice,
}

/// What one attack does to the hero if it is not blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    pub points: u32,
    /// Wounds into the hand.
    pub wounds: u32,
    /// Wounds into the discard pile, from poison.
    pub poison_wounds: u32,
    pub paralysis: Paralysis,
}

/// Whether an attack makes the hero discard the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paralysis {
    No,
    Yes,
}

/// Why an attack can neither be blocked nor deal damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackClosed {
    EnemyDefeated,
    NoSuchAttack { attacks: usize },
    Summons,
    DoesNotAttack,
    AlreadyBlocked,
    AlreadyDealt,
    LoweredToNothing,
}

/// An attack that is still to come.
#[derive(Clone, Debug)]
pub(crate) struct OpenAttack<'a> {
    /// The attack with the element and the abilities that it has now, and with its
    /// printed value.
    pub strike: Cow<'a, Strike>,
    /// The value with all modifiers.
    pub value: u32,
    /// Added to the damage that the hero takes.
    pub hero_damage: i32,
}

impl Combat {
    pub(super) fn modifiers_of<'a>(
        &'a self,
        enemy: &'a InstanceId,
    ) -> impl Iterator<Item = &'a Modifier> {
        let modifiers = self.modifiers.iter().map(Arc::as_ref);
        modifiers.filter(move |modifier| modifier.scope.reaches(enemy))
    }

    /// The modifiers of one attack of an enemy, including those of the whole enemy.
    pub(super) fn modifiers_of_attack<'a>(
        &'a self,
        enemy: &'a InstanceId,
        attack: usize,
    ) -> impl Iterator<Item = &'a Modifier> {
        self.modifiers_of(enemy).filter(move |modifier| {
            !matches!(&modifier.scope, Scope::OneAttack { attack: one, .. } if *one != attack)
        })
    }

    /// An attack with the element and the abilities that it has now, and with its
    /// printed value; `None` for a Summon.
    pub fn strike<'a>(&self, enemy: &'a CombatEnemy, attack: usize) -> Option<Cow<'a, Strike>> {
        let printed = enemy.kind.attacks.get(attack)?.strike()?;
        let mut strike = Cow::Borrowed(printed);
        let mut element: Option<Element> = None;
        let mut lost: BTreeSet<LosableAbility> = BTreeSet::new();
        for modifier in self.modifiers_of_attack(&enemy.id, attack) {
            match &modifier.change {
                ModifierChange::AttackElement(new) => {
                    element = Some(element.map_or(*new, |other| other.min(*new)));
                }
                ModifierChange::GainsAbilities(gained) => {
                    strike.to_mut().abilities.extend(gained);
                }
                ModifierChange::LosesAbilities(abilities) => lost.extend(abilities),
                _ => {}
            }
        }
        if let Some(element) = element {
            strike.to_mut().element = element;
        }
        if !lost.is_empty() {
            let left = &mut strike.to_mut().abilities;
            left.retain(|ability| !lost.contains(&LosableAbility::Attack(*ability)));
        }
        Some(strike)
    }

    /// Whether an enemy has an ability that no modifier has taken away.
    pub(super) fn has_ability(&self, enemy: &CombatEnemy, ability: LosableAbility) -> bool {
        match ability {
            LosableAbility::Attack(ability) => (0..enemy.attacks.len())
                .filter_map(|attack| self.strike(enemy, attack))
                .any(|strike| strike.has(ability)),
            LosableAbility::Elusive => self.elusive(enemy).is_some(),
            LosableAbility::Fortified => self.is_fortified_itself(enemy),
        }
    }

    fn has_lost(&self, enemy: &CombatEnemy, ability: LosableAbility) -> bool {
        self.modifiers_of(&enemy.id)
            .any(|modifier| match &modifier.change {
                ModifierChange::LosesAbilities(lost) => lost.contains(&ability),
                _ => false,
            })
    }

    /// The higher armor, if the enemy is Elusive now.
    fn elusive(&self, enemy: &CombatEnemy) -> Option<u32> {
        let printed = enemy.kind.elusive?;
        (!self.has_lost(enemy, LosableAbility::Elusive)).then_some(printed)
    }

    /// Whether the enemy's own fortification counts now.
    fn is_fortified_itself(&self, enemy: &CombatEnemy) -> bool {
        enemy.kind.has(EnemyAbility::Fortified)
            && !self.has_lost(enemy, LosableAbility::Fortified)
            && !self.has_change(enemy, &ModifierChange::LosesFortification)
    }

    fn has_change(&self, enemy: &CombatEnemy, change: &ModifierChange) -> bool {
        self.modifiers_of(&enemy.id)
            .any(|modifier| modifier.change == *change)
    }

    /// One word for each ability that an enemy has now, including those of its attacks.
    pub fn ability_words(&self, enemy: &CombatEnemy) -> Vec<String> {
        let mut now = Enemy::clone(&enemy.kind);
        now.elusive = self.elusive(enemy);
        if !self.is_fortified_itself(enemy) {
            now.abilities.remove(&EnemyAbility::Fortified);
        }
        for (index, attack) in now.attacks.iter_mut().enumerate() {
            if let Some(strike) = self.strike(enemy, index) {
                *attack = EnemyAttack::Strike(strike.into_owned());
            }
        }
        now.ability_words()
    }

    /// Whether the enemy attacks: it is alive and no modifier says that it does not.
    pub fn does_attack(&self, enemy: &CombatEnemy) -> bool {
        enemy.is_alive() && !self.has_change(enemy, &ModifierChange::DoesNotAttack)
    }

    fn is_cancelled(&self, enemy: &CombatEnemy, attack: usize) -> bool {
        let mut modifiers = self.modifiers_of_attack(&enemy.id, attack);
        modifiers.any(|modifier| modifier.change == ModifierChange::Cancelled)
    }

    /// The armor in this phase, with the Defends given so far.
    pub fn effective_armor(&self, enemy: &CombatEnemy) -> u32 {
        self.armor_with(enemy, 0)
    }

    /// The armor in this phase, plus `added_defend` from Defends not given yet; see
    /// `RULES.md`, section 5.
    pub(super) fn armor_with(&self, enemy: &CombatEnemy, added_defend: u32) -> u32 {
        let low = self.phase == Phase::Attack && self.is_blocked(enemy);
        let base = match self.elusive(enemy) {
            Some(higher) if !low => higher,
            _ => enemy.kind.armor,
        };
        let given: u32 = self
            .enemies
            .iter()
            .filter(|defender| defender.is_alive() && defender.defends.as_ref() == Some(&enemy.id))
            .filter_map(|defender| defender.kind.defend)
            .sum();
        let changes: i64 = self
            .modifiers_of(&enemy.id)
            .map(|modifier| match modifier.change {
                ModifierChange::Armor(amount) => i64::from(amount),
                _ => 0,
            })
            .sum();
        let parts = [base, given, added_defend, enemy.drained_wounds];
        at_least(1, parts.into_iter().map(i64::from).sum::<i64>() + changes)
    }

    /// The printed value of an attack with all modifiers; `None` for a Summon.
    pub fn attack_value(&self, enemy: &CombatEnemy, attack: usize) -> Option<u32> {
        let strike = enemy.kind.attacks.get(attack)?.strike()?;
        let changes: i64 = self
            .modifiers_of_attack(&enemy.id, attack)
            .map(|modifier| match modifier.change {
                ModifierChange::Attack(amount) => i64::from(amount),
                _ => 0,
            })
            .sum();
        Some(at_least(0, i64::from(strike.value) + changes))
    }

    /// The attack if it can still be blocked or deal damage, or why it cannot.
    pub(crate) fn open_attack<'a>(
        &self,
        enemy: &'a CombatEnemy,
        attack: usize,
    ) -> Result<OpenAttack<'a>, AttackClosed> {
        if enemy.life == Life::Defeated {
            return Err(AttackClosed::EnemyDefeated);
        }
        let attacks = enemy.kind.attacks.len();
        let Some(outcome) = enemy.attacks.get(attack) else {
            return Err(AttackClosed::NoSuchAttack { attacks });
        };
        let Some(value) = self.attack_value(enemy, attack) else {
            return Err(AttackClosed::Summons);
        };
        match outcome {
            AttackOutcome::Blocked => Err(AttackClosed::AlreadyBlocked),
            AttackOutcome::Dealt => Err(AttackClosed::AlreadyDealt),
            AttackOutcome::Open if !self.does_attack(enemy) || self.is_cancelled(enemy, attack) => {
                Err(AttackClosed::DoesNotAttack)
            }
            AttackOutcome::Open if value == 0 => Err(AttackClosed::LoweredToNothing),
            AttackOutcome::Open => {
                let strike = self.strike(enemy, attack).ok_or(AttackClosed::Summons)?;
                let hero_damage = self
                    .modifiers_of_attack(&enemy.id, attack)
                    .map(|modifier| match modifier.change {
                        ModifierChange::HeroDamage(amount) => amount,
                        _ => 0,
                    })
                    .sum();
                Ok(OpenAttack {
                    strike,
                    value,
                    hero_damage,
                })
            }
        }
    }

    /// The block an open attack needs: its value, twice that if it is swift.
    pub(crate) fn needed_block(&self, attack: &OpenAttack<'_>) -> u32 {
        let times = if attack.strike.has(AttackAbility::Swift) {
            2
        } else {
            1
        };
        attack.value * times
    }

    /// The damage of an open attack: its value, doubled if it is brutal, and the
    /// wounds that this causes at the hero's armor.
    pub(crate) fn damage(&self, attack: &OpenAttack<'_>) -> Damage {
        self.hero_damage(self.raw_damage(attack), attack.hero_damage, &attack.strike)
    }

    /// The damage points of an open attack: its value, doubled if it is brutal.
    pub(crate) fn raw_damage(&self, attack: &OpenAttack<'_>) -> u32 {
        let times = if attack.strike.has(AttackAbility::Brutal) {
            2
        } else {
            1
        };
        attack.value * times
    }

    /// What points of damage do to the hero.
    pub(crate) fn hero_damage(&self, points: u32, change: i32, strike: &Strike) -> Damage {
        let points = at_least(0, i64::from(points) + i64::from(change));
        let wounds = points.div_ceil(self.hero_armor());
        let poisoned = strike.has(AttackAbility::Poison);
        let paralyzed = wounds > 0 && strike.has(AttackAbility::Paralyze);
        Damage {
            points,
            wounds,
            poison_wounds: if poisoned { wounds } else { 0 },
            paralysis: if paralyzed {
                Paralysis::Yes
            } else {
                Paralysis::No
            },
        }
    }

    pub fn hero_armor(&self) -> u32 {
        let changes: i64 = self
            .modifiers
            .iter()
            .map(|modifier| match modifier.change {
                ModifierChange::HeroArmor(amount) => i64::from(amount),
                _ => 0,
            })
            .sum();
        at_least(1, i64::from(self.hero.armor) + changes)
    }

    /// Whether one attack counts as blocked: it was blocked, or it is lowered to 0.
    pub fn is_attack_blocked(&self, enemy: &CombatEnemy, attack: usize) -> bool {
        match enemy.attacks.get(attack) {
            Some(AttackOutcome::Blocked) => true,
            // An attack lowered to 0 after the damage does not count as blocked.
            Some(AttackOutcome::Open) if self.phase.is_before_damage_ends() => {
                let closed = self.open_attack(enemy, attack).err();
                closed == Some(AttackClosed::LoweredToNothing)
            }
            _ => false,
        }
    }

    /// An enemy is blocked when all its attacks are.
    pub fn is_blocked(&self, enemy: &CombatEnemy) -> bool {
        let attacks = enemy.attacks.len();
        attacks > 0 && (0..attacks).all(|attack| self.is_attack_blocked(enemy, attack))
    }

    pub fn resistances(&self, enemy: &CombatEnemy) -> Resistances {
        let mut resistances = enemy.kind.resistances;
        for modifier in self.modifiers_of(&enemy.id) {
            if let ModifierChange::LosesResistances(lost) = &modifier.change {
                resistances = resistances.without(*lost);
            }
        }
        resistances
    }

    pub fn fortification(&self, enemy: &CombatEnemy) -> Fortification {
        let own = self.is_fortified_itself(enemy);
        // A summoned monster is not a defender of the site.
        let of_site = self.site == Site::Fortified
            && enemy.summoned_by.is_none()
            && !enemy.kind.has(EnemyAbility::Unfortified)
            && !self.has_change(enemy, &ModifierChange::LosesFortification)
            && !self.has_change(enemy, &ModifierChange::LosesWalls);
        match (own, of_site) {
            (true, true) => Fortification::Twice,
            (false, false) => Fortification::None,
            _ => Fortification::Once,
        }
    }

    /// Whether a summoned monster stands in for the enemy now.
    pub fn is_replaced(&self, enemy: &CombatEnemy) -> bool {
        let mut others = self.enemies.iter();
        self.phase.has_stand_ins()
            && others.any(|other| other.summoned_by.as_ref() == Some(&enemy.id))
    }

    pub(super) fn has_trait(&self, enemy: &CombatEnemy, asked: Trait) -> bool {
        match asked {
            Trait::Fortified => self.fortification(enemy) != Fortification::None,
            Trait::FortifiedInRangedSiege => {
                self.phase == Phase::RangedSiege && self.has_trait(enemy, Trait::Fortified)
            }
            Trait::ArcaneImmune => enemy.kind.has(EnemyAbility::ArcaneImmunity),
            Trait::Summoner => enemy.kind.is_summoner(),
            Trait::Summoned => enemy.summoned_by.is_some(),
            Trait::Resists(resistance) => self.resistances(enemy).has(resistance),
            Trait::Attacks => self.does_attack(enemy),
            Trait::Blocked => self.is_blocked(enemy),
            Trait::AttackIs(element) => (0..enemy.attacks.len())
                .filter_map(|attack| self.strike(enemy, attack))
                .any(|strike| strike.element == element),
        }
    }

    pub(super) fn passes(&self, enemy: &CombatEnemy, filter: &Filter) -> bool {
        filter
            .only
            .iter()
            .all(|asked| self.has_trait(enemy, *asked))
            && !filter.not.iter().any(|asked| self.has_trait(enemy, *asked))
    }
}

/// Clamps a sum to a minimum.
fn at_least(floor: u32, sum: i64) -> u32 {
    u32::try_from(sum.max(i64::from(floor))).unwrap_or(u32::MAX)
}
