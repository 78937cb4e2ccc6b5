//! The threat map: the wounds that the enemies will cause if nothing changes.

use std::borrow::Cow;

use super::combat::{Combat, CombatEnemy, HeroCondition};
use super::data::CombatData;
use super::enemy::{Enemy, EnemyAttack, EnemyColor, Strike};
use super::held_block::HeldBlock;
use super::ids::EnemyName;
use super::phase::Phase;
use super::stats::{Damage, OpenAttack, Paralysis};

/// Numbers of wounds into the hand and into the discard pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wounds {
    pub hand: u32,
    /// From poison, into the discard pile.
    pub discard: u32,
}

impl Wounds {
    fn add(&mut self, other: Wounds) {
        self.hand += other.hand;
        self.discard += other.discard;
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackThreat {
    pub attack: usize,
    pub needed_block: u32,
    pub damage: Damage,
    /// Filled by [`Combat::threat_with_blocks`].
    pub held_block: Option<HeldBlock>,
}

/// A summon that is still to come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SummonThreat {
    pub color: EnemyColor,
    /// The wounds into the hand, averaged over the monsters that may be drawn.
    pub expected_hand: f64,
    pub worst: Wounds,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EnemyThreat {
    pub enemy: EnemyName,
    /// The attacks that will deal damage.
    pub attacks: Vec<AttackThreat>,
    pub wounds: Wounds,
    pub paralysis: Paralysis,
    pub summons: Vec<SummonThreat>,
}

/// Whether the hero will be knocked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnockOut {
    No,
    /// Only if the worst monsters are drawn.
    Possible,
    Yes,
    /// The hero is knocked out already.
    Already,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ThreatMap {
    /// All living enemies, in combat order.
    pub enemies: Vec<EnemyThreat>,
    pub total: Wounds,
    /// The total if the worst monsters are drawn.
    pub worst: Wounds,
    pub paralysis: Paralysis,
    pub knock_out: KnockOut,
}

impl Combat {
    /// The threat of the combat in its current state.
    pub fn threat(&self, data: &CombatData) -> ThreatMap {
        let enemies: Vec<EnemyThreat> = self
            .enemies
            .iter()
            .filter(|enemy| enemy.is_alive())
            .map(|enemy| self.enemy_threat(data, enemy))
            .collect();
        let mut total = Wounds::default();
        let mut worst = Wounds::default();
        let mut paralysis = Paralysis::No;
        for threat in &enemies {
            total.add(threat.wounds);
            worst.add(threat.wounds);
            for summons in &threat.summons {
                worst.add(summons.worst);
            }
            paralysis = paralysis.max(threat.paralysis);
        }
        let limit = self.hero.hand_limit;
        let knocks_out =
            |wounds: Wounds| wounds.hand > 0 && self.hero.wounds + wounds.hand >= limit;
        let knock_out = match self.hero.condition {
            HeroCondition::KnockedOut => KnockOut::Already,
            HeroCondition::Standing if knocks_out(total) => KnockOut::Yes,
            HeroCondition::Standing if knocks_out(worst) => KnockOut::Possible,
            HeroCondition::Standing => KnockOut::No,
        };
        ThreatMap {
            enemies,
            total,
            worst,
            paralysis,
            knock_out,
        }
    }

    fn enemy_threat(&self, data: &CombatData, enemy: &CombatEnemy) -> EnemyThreat {
        let coming = self.phase.is_before_damage_ends();
        let open = (0..enemy.attacks.len())
            .filter(|_| coming)
            .filter_map(|attack| Some((attack, self.open_attack(enemy, attack).ok()?)));
        let attacks: Vec<AttackThreat> = open
            .map(|(attack, open)| AttackThreat {
                attack,
                needed_block: self.needed_block(&open),
                damage: self.damage_without_choice(enemy, attack, &open),
                held_block: None,
            })
            .collect();
        let mut wounds = Wounds::default();
        let mut paralysis = Paralysis::No;
        for threat in &attacks {
            wounds.add(Wounds {
                hand: threat.damage.wounds,
                discard: threat.damage.poison_wounds,
            });
            paralysis = paralysis.max(threat.damage.paralysis);
        }
        EnemyThreat {
            enemy: enemy.name(),
            attacks,
            wounds,
            paralysis,
            summons: self.summons_of(data, enemy),
        }
    }

    /// The summons of an enemy that are still to come.
    fn summons_of(&self, data: &CombatData, enemy: &CombatEnemy) -> Vec<SummonThreat> {
        if self.phase != Phase::RangedSiege || !self.does_attack(enemy) {
            return Vec::new();
        }
        let attacks = enemy.kind.attacks.iter();
        attacks
            .filter_map(|attack| match attack {
                EnemyAttack::Summon(color) => Some(self.summon_threat(data, *color)),
                EnemyAttack::Strike(_) => None,
            })
            .collect()
    }

    pub(super) fn summon_threat(&self, data: &CombatData, color: EnemyColor) -> SummonThreat {
        let monsters = data.summoned(color);
        let wounds: Vec<Wounds> = monsters
            .iter()
            .map(|monster| self.printed_wounds(monster))
            .collect();
        let sum: u32 = wounds.iter().map(|wounds| wounds.hand).sum();
        SummonThreat {
            color,
            expected_hand: f64::from(sum) / wounds.len().max(1) as f64,
            worst: Wounds {
                hand: wounds.iter().map(|w| w.hand).max().unwrap_or_default(),
                discard: wounds.iter().map(|w| w.discard).max().unwrap_or_default(),
            },
        }
    }

    /// The wounds that an enemy which has not appeared yet would cause, from the
    /// printed values of its token.
    pub(super) fn printed_wounds(&self, enemy: &Enemy) -> Wounds {
        let strikes = enemy.attacks.iter().filter_map(EnemyAttack::strike);
        let mut wounds = Wounds::default();
        for strike in strikes.filter(|strike| strike.value > 0) {
            wounds.add(self.strike_wounds(strike));
        }
        wounds
    }

    fn strike_wounds(&self, strike: &Strike) -> Wounds {
        let damage = self.damage(&OpenAttack {
            strike: Cow::Borrowed(strike),
            value: strike.value,
            hero_damage: 0,
        });
        Wounds {
            hand: damage.wounds,
            discard: damage.poison_wounds,
        }
    }
}
