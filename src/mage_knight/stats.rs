//! The numbers of an enemy as they are now. Options, checks, results and leaving
//! a phase all ask here, so that they can never disagree.

use super::combat::{AttackOutcome, Combat, CombatEnemy, Life};
use super::element::Resistances;
use super::enemy::{AttackAbility, EnemyAbility, Strike};
use super::ids::InstanceId;
use super::modifier::{Change, Filter, Modifier, Scope, Trait};
use super::phase::Phase;
use super::setup::Site;

/// How often an enemy is fortified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fortification {
    None,
    /// Only siege points hurt it from afar.
    Once,
    /// Nothing hurts it from afar.
    Twice,
}

/// What one attack does to the hero if nothing stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    pub points: u32,
    /// Into the hand.
    pub wounds: u32,
    /// Into the discard pile, from poison.
    pub poison_wounds: u32,
    pub paralysis: Paralysis,
}

/// Whether an attack costs the hero the cards in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paralysis {
    No,
    Yes,
}

/// Why an attack is neither to be blocked nor dealt.
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
#[derive(Clone, Copy, Debug)]
pub struct OpenAttack<'a> {
    pub strike: &'a Strike,
    /// Its value now.
    pub value: u32,
}

impl Combat {
    pub(super) fn modifiers_of<'a>(
        &'a self,
        enemy: &'a InstanceId,
    ) -> impl Iterator<Item = &'a Modifier> {
        self.modifiers
            .iter()
            .filter(move |modifier| modifier.scope.reaches(enemy))
    }

    /// Whether the enemy attacks in this combat: it lives and nothing forbids it.
    pub fn does_attack(&self, enemy: &CombatEnemy) -> bool {
        let forbidden = self
            .modifiers_of(&enemy.id)
            .any(|modifier| modifier.change == Change::DoesNotAttack);
        enemy.is_alive() && !forbidden
    }

    /// The armor in this phase, with the Defends given so far.
    pub fn effective_armor(&self, enemy: &CombatEnemy) -> u32 {
        self.armor_with(enemy, 0)
    }

    /// The same with what defenders would add to it now.
    pub(super) fn armor_with(&self, enemy: &CombatEnemy, added_defend: u32) -> u32 {
        let low = self.phase == Phase::Attack && self.is_blocked(enemy);
        let base = match enemy.kind.elusive {
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
                Change::Armor(amount) => i64::from(amount),
                _ => 0,
            })
            .sum();
        let parts = [base, given, added_defend, enemy.drained_wounds];
        at_least(1, parts.into_iter().map(i64::from).sum::<i64>() + changes)
    }

    /// The printed value of an attack with all changes; `None` for a summon.
    pub fn attack_value(&self, enemy: &CombatEnemy, attack: usize) -> Option<u32> {
        let strike = enemy.kind.attacks.get(attack)?.strike()?;
        let changes: i64 = self
            .modifiers_of(&enemy.id)
            .map(|modifier| match (&modifier.change, &modifier.scope) {
                (Change::Attack(_), Scope::OneAttack { attack: one, .. }) if *one != attack => 0,
                (Change::Attack(amount), _) => i64::from(*amount),
                _ => 0,
            })
            .sum();
        Some(at_least(0, i64::from(strike.value) + changes))
    }

    /// The attack if it is still to be blocked or dealt, or why it is not.
    pub fn open_attack<'a>(
        &self,
        enemy: &'a CombatEnemy,
        attack: usize,
    ) -> Result<OpenAttack<'a>, AttackClosed> {
        if enemy.life == Life::Defeated {
            return Err(AttackClosed::EnemyDefeated);
        }
        let attacks = enemy.kind.attacks.len();
        let printed = enemy.kind.attacks.get(attack);
        let outcome = enemy.attacks.get(attack);
        let (Some(printed), Some(outcome)) = (printed, outcome) else {
            return Err(AttackClosed::NoSuchAttack { attacks });
        };
        let (Some(strike), Some(value)) = (printed.strike(), self.attack_value(enemy, attack))
        else {
            return Err(AttackClosed::Summons);
        };
        match outcome {
            AttackOutcome::Blocked => Err(AttackClosed::AlreadyBlocked),
            AttackOutcome::Dealt => Err(AttackClosed::AlreadyDealt),
            AttackOutcome::Open if !self.does_attack(enemy) => Err(AttackClosed::DoesNotAttack),
            AttackOutcome::Open if value == 0 => Err(AttackClosed::LoweredToNothing),
            AttackOutcome::Open => Ok(OpenAttack { strike, value }),
        }
    }

    /// The block an open attack needs: its value, twice that if it is swift.
    pub fn needed_block(&self, attack: &OpenAttack<'_>) -> u32 {
        let times = if attack.strike.has(AttackAbility::Swift) {
            2
        } else {
            1
        };
        attack.value * times
    }

    /// What an open attack does: its value, twice that if it is brutal, against
    /// the hero's armor.
    pub fn damage(&self, attack: &OpenAttack<'_>) -> Damage {
        let times = if attack.strike.has(AttackAbility::Brutal) {
            2
        } else {
            1
        };
        let points = attack.value * times;
        let wounds = points.div_ceil(self.hero_armor());
        let poisoned = attack.strike.has(AttackAbility::Poison);
        let paralyzed = wounds > 0 && attack.strike.has(AttackAbility::Paralyze);
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
                Change::HeroArmor(amount) => i64::from(amount),
                _ => 0,
            })
            .sum();
        at_least(1, i64::from(self.hero.armor) + changes)
    }

    /// Whether one attack counts as blocked: it was, or it attacks with nothing.
    pub fn is_attack_blocked(&self, enemy: &CombatEnemy, attack: usize) -> bool {
        match enemy.attacks.get(attack) {
            Some(AttackOutcome::Blocked) => true,
            // A change made after the damage alters nothing that happened.
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
        let mut resistances = enemy.kind.resistances.clone();
        for modifier in self.modifiers_of(&enemy.id) {
            if let Change::LosesResistances(lost) = &modifier.change {
                resistances.0.retain(|resistance| !lost.has(*resistance));
            }
        }
        resistances
    }

    pub fn fortification(&self, enemy: &CombatEnemy) -> Fortification {
        let lost = self
            .modifiers_of(&enemy.id)
            .any(|modifier| modifier.change == Change::LosesFortification);
        let own = enemy.kind.has(EnemyAbility::Fortified);
        // A summoned monster is no defender of the site.
        let of_site = self.site == Site::Fortified
            && enemy.summoned_by.is_none()
            && !enemy.kind.has(EnemyAbility::Unfortified);
        match (own, of_site) {
            _ if lost => Fortification::None,
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
            Trait::ArcaneImmune => enemy.kind.has(EnemyAbility::ArcaneImmunity),
            Trait::Summoner => enemy.kind.is_summoner(),
            Trait::Summoned => enemy.summoned_by.is_some(),
            Trait::Resists(resistance) => self.resistances(enemy).has(resistance),
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

/// A sum that never falls below its floor, clamped once at the end.
fn at_least(floor: u32, sum: i64) -> u32 {
    u32::try_from(sum.max(i64::from(floor))).unwrap_or(u32::MAX)
}
