//! Threats and advice of combats.

use super::*;

pub(super) fn wounds(wounds: &Wounds) -> wire::Wounds {
    wire::Wounds {
        hand: wounds.hand,
        discard: wounds.discard,
    }
}

pub fn threat(seq: Seq, map: &ThreatMap) -> wire::CombatThreat {
    let enemies = map.enemies.iter().map(|threat| wire::EnemyThreat {
        enemy: threat.enemy.id.to_string(),
        name: threat.enemy.name.to_string(),
        attacks: threat
            .attacks
            .iter()
            .map(|attack| wire::AttackThreat {
                attack_index: attack.attack,
                needed_block: attack.needed_block,
                damage: attack.damage.points,
                wounds: attack.damage.wounds,
                poison_wounds: attack.damage.poison_wounds,
                paralysis: attack.damage.paralysis == Paralysis::Yes,
            })
            .collect(),
        wounds: wounds(&threat.wounds),
        paralysis: threat.paralysis == Paralysis::Yes,
        summons: threat
            .summons
            .iter()
            .map(|summons| wire::SummonThreat {
                color: summons.color.word().to_owned(),
                expected_wounds: number::score(summons.expected_hand),
                worst: wounds(&summons.worst),
            })
            .collect(),
    });
    wire::CombatThreat {
        seq,
        enemies: enemies.collect(),
        total: wounds(&map.total),
        worst: wounds(&map.worst),
        paralysis: map.paralysis == Paralysis::Yes,
        knock_out: match map.knock_out {
            KnockOut::No => "no",
            KnockOut::Possible => "possible",
            KnockOut::Yes => "certain",
            KnockOut::Already => "already",
        }
        .to_owned(),
        blocks: None,
    }
}

/// The threat with what can be blocked, for the player.
pub fn threat_with_blocks(seq: Seq, map: &ThreatMap) -> wire::CombatThreat {
    wire::CombatThreat {
        blocks: Some(blocks(map)),
        ..threat(seq, map)
    }
}

pub fn advice(seq: Seq, advice: &Advice, top: usize) -> wire::CombatRecommendation {
    let advised = |(rank, advised): (usize, &AdvisedAction)| wire::AdvisedAction {
        rank,
        action: action(&advised.action),
        label: advised.label.clone(),
        move_score: number::score(advised.score),
        quality: advised.quality.word().to_owned(),
        certainty: advised.certainty.word().to_owned(),
        outcome: wire::CombatOutcome {
            fame: number::score(advised.outcome.fame),
            wounds: number::score(advised.outcome.wounds),
            poison_wounds: number::score(advised.outcome.poison_wounds),
            cards_kept: number::score(advised.outcome.cards_kept),
            knocked_out: number::probability(advised.outcome.knocked_out),
            held: advice
                .counts_holdings
                .then(|| held_outcome(&advised.outcome.held)),
        },
        reasons: advised
            .reasons
            .iter()
            .map(|reason| wire::Reason {
                tag: reason.tag.to_owned(),
                text: reason.text.clone(),
                weight: number::score(reason.weight),
            })
            .collect(),
        line: advised.line.clone(),
    };
    wire::CombatRecommendation {
        seq,
        moves: (1..)
            .zip(advice.actions.iter().take(top))
            .map(advised)
            .collect(),
        certainty: advice.certainty.word().to_owned(),
        nodes: advice.nodes,
        message: advice.message.clone(),
        notes: advice.notes.clone(),
        blocks: advice.counts_holdings.then(|| blocks(&advice.threat)),
    }
}

pub(super) fn blocks(threat: &ThreatMap) -> Vec<wire::HeldBlock> {
    let enemies = threat.enemies.iter();
    let attacks = enemies.flat_map(|threat| {
        let attacks = threat.attacks.iter();
        attacks.map(|attack| (&threat.enemy, attack))
    });
    attacks
        .filter_map(|(enemy, attack)| {
            let block = attack.held_block.as_ref()?;
            Some(wire::HeldBlock {
                enemy: enemy.id.to_string(),
                name: enemy.name.to_string(),
                attack_index: attack.attack,
                needed: block.needed,
                most: block.most,
                enough: block.most >= block.needed,
                with: block.with.clone(),
            })
        })
        .collect()
}

pub(super) fn held_outcome(held: &HeldOutcome) -> wire::HeldOutcome {
    wire::HeldOutcome {
        crystals: number::score(held.crystals),
        tokens: number::score(held.tokens),
        ready_units: number::score(held.ready_units),
        wounded_units: number::score(held.wounded_units),
        destroyed_units: number::score(held.destroyed_units),
        skills: number::score(held.skills),
        thrown_cards: number::score(held.thrown_cards),
    }
}
