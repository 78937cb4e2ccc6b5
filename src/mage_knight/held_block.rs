//! The most block that the hero can make against one attack with all that is held.

use super::action::Action;
use super::card::Mode;
use super::combat::{Combat, CombatEnemy};
use super::data::CombatData;
use super::ids::InstanceId;
use super::phase::Phase;
use super::points::{BlockPoints, block_value};
use super::threat::ThreatMap;
use super::unit::UnitId;
use super::unit_play::{abilities, ability_price};

/// The block points that the hero can make against one attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldBlock {
    pub most: u32,
    pub needed: u32,
    /// What makes them, in words; where less is enough, what makes enough.
    pub with: Vec<String>,
}

/// How many states are kept after each play.
const WIDTH: usize = 4;
const LONGEST: usize = 12;

impl Combat {
    /// The threat map; where the combat counts what the hero holds, each attack has the
    /// block that all of it can make.
    pub fn threat_with_blocks(&self, data: &CombatData) -> ThreatMap {
        let mut threat = self.threat(data);
        let early = matches!(self.phase, Phase::RangedSiege | Phase::Block);
        if self.holdings.is_none() || !early || self.pending.is_some() {
            return threat;
        }
        for enemy in &mut threat.enemies {
            for attack in &mut enemy.attacks {
                attack.held_block = self.held_block(data, &enemy.enemy.id, attack.attack);
            }
        }
        threat
    }

    /// Tries the plays that make block, the best few states after each play.
    fn held_block(
        &self,
        data: &CombatData,
        enemy: &InstanceId,
        attack: usize,
    ) -> Option<HeldBlock> {
        let mut start = self.for_search();
        if start.phase != Phase::Block {
            start.phase = Phase::Block;
            start.begin_phase_of_holdings();
        }
        let mut best = HeldBlock {
            most: start.pooled_block(enemy, attack)?,
            needed: {
                let (_, open) = start.find_open(enemy, attack).ok()?;
                start.needed_block(&open)
            },
            with: Vec::new(),
        };
        let mut states = vec![(start, Vec::<String>::new())];
        for _ in 0..LONGEST {
            let mut next = Vec::new();
            for (state, words) in &states {
                for action in state.block_plays() {
                    let mut after = state.clone();
                    if after.apply_drawing(data, &action, &mut |_| 0).is_err() {
                        continue;
                    }
                    let mut words = words.clone();
                    if !matches!(action, Action::ResolveChoice { .. }) {
                        words.push(state.action_words(data, &action));
                    }
                    let Some(most) = after.pooled_block(enemy, attack) else {
                        continue;
                    };
                    next.push((most, after, words));
                }
            }
            next.sort_by_key(|(most, _, _)| std::cmp::Reverse(*most));
            next.truncate(WIDTH);
            if let Some((most, _, words)) = next.first()
                && *most > best.most
            {
                // Once it is enough, what comes on top is not needed.
                if best.most < best.needed {
                    best.with.clone_from(words);
                }
                best.most = *most;
            }
            states = next
                .into_iter()
                .map(|(_, state, words)| (state, words))
                .collect();
            if states.is_empty() {
                break;
            }
        }
        Some(best)
    }

    /// What the whole pool is worth against one attack; `None` if it is not open.
    fn pooled_block(&self, enemy: &InstanceId, attack: usize) -> Option<u32> {
        let (enemy, open) = self.find_open(enemy, attack).ok()?;
        let enemy: &CombatEnemy = enemy;
        let pool = &self.holdings.as_deref()?.pool;
        let mut points: Vec<BlockPoints> = pool.block.clone();
        points.extend(self.count_special_blocks(&pool.special_block, enemy, &open));
        Some(block_value(&points, open.strike.element))
    }

    /// The plays that may make block, each with the cheapest payment.
    fn block_plays(&self) -> Vec<Action> {
        if let Some(pending) = &self.pending {
            return (0..pending.options.len())
                .map(|option| Action::ResolveChoice { option })
                .collect();
        }
        let Some(held) = self.holdings.as_deref() else {
            return Vec::new();
        };
        let mut plays = Vec::new();
        for card in held.cards.0.values().filter(|card| self.holds(&card.id)) {
            for mode in [Mode::Powered, Mode::Basic, Mode::Sideways] {
                let ways = held.mana.ways(&card.price(mode), held.time);
                if let Some(pay) = ways.into_iter().next()
                    && self.can_be_played(card, mode)
                {
                    plays.push(Action::PlayCard {
                        card: card.id.clone(),
                        mode,
                        pay,
                    });
                }
            }
        }
        for (index, unit) in held.units.iter().enumerate() {
            for ability in abilities(unit) {
                let Ok((found, _)) = self.usable_ability(UnitId(index), ability) else {
                    continue;
                };
                let ways = held.mana.ways(&ability_price(found), held.time);
                plays.extend(ways.into_iter().take(1).map(|pay| Action::ActivateUnit {
                    unit: UnitId(index),
                    ability,
                    pay,
                }));
            }
        }
        let skills = held.skills.iter().filter(|skill| !skill.used);
        plays.extend(skills.map(|skill| Action::UseSkill {
            skill: skill.id.clone(),
        }));
        plays
    }
}
