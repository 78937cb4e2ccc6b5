//! Combats on the wire.

use qbcoach_protocol as wire;
use serde_json::{Map, Value, json};

use crate::mage_knight::advice::{Advice, AdvisedAction};
use crate::mage_knight::combat::{CombatEnemy, HeroCondition};
use crate::mage_knight::enemy::EnemyAttack;
use crate::mage_knight::event::Loss;
use crate::mage_knight::observation::Seen;
use crate::mage_knight::stats::{Damage, Paralysis};
use crate::mage_knight::threat::{KnockOut, ThreatMap, Wounds};
use crate::mage_knight::{
    Action, AttackPoints, BlockPoints, CardId, Combat, CombatData, Detail, Element, EnemyName,
    Event, Mode, OfferedAction, draw, draw_without_hand,
};
use crate::sessions::game::Game;
use crate::sessions::mage_knight::PlayedCombat;
use crate::sessions::{Seq, SessionId};

fn named_card(data: &CombatData, combat: &Combat, card: &CardId) -> wire::NamedCard {
    let known = data.card(combat.rules(), card);
    wire::NamedCard {
        id: card.to_string(),
        name: known.map_or_else(|_| card.to_string(), |card| card.name.to_string()),
    }
}

pub fn snapshot(
    id: SessionId,
    seq: Seq,
    game: &PlayedCombat,
    audience: wire::Audience,
) -> wire::CombatSnapshot {
    let combat = &game.combat;
    let hero = combat.hero();
    let hand = hero.hand.iter();
    let hand = hand.map(|card| named_card(&game.data, combat, card));
    wire::CombatSnapshot {
        session_id: id.to_string(),
        game: PlayedCombat::game_word(&game.setup).to_owned(),
        rules: combat.rules().to_string(),
        seq,
        phase: combat.phase().word().to_owned(),
        hero: wire::Hero {
            armor: combat.hero_armor(),
            hand_limit: hero.hand_limit,
            hand: match audience {
                wire::Audience::Player => Some(hand.collect()),
                wire::Audience::Stream => None,
            },
            hand_size: hero.hand.len(),
            wounds: hero.wounds,
            discard_wounds: hero.discard_wounds,
            knocked_out: hero.condition == HeroCondition::KnockedOut,
            fame: hero.fame,
        },
        fame_gained: combat.fame_gained(),
        enemies: combat.enemies().iter().map(|e| enemy(combat, e)).collect(),
        modifiers: combat
            .modifiers()
            .iter()
            .map(|modifier| wire::Modifier {
                card: modifier.source.to_string(),
                scope: modifier.scope.word().to_owned(),
                enemy: modifier.scope.enemy().map(ToString::to_string),
                duration: modifier.duration.word().to_owned(),
                effect: modifier.change.word().to_owned(),
                description: modifier.description.to_string(),
            })
            .collect(),
        pending_choice: pending_choice(combat),
        // The drawing names the cards, so a stream gets another one.
        text: match audience {
            wire::Audience::Player => draw(combat),
            wire::Audience::Stream => draw_without_hand(combat),
        },
    }
}

pub fn pending_choice(combat: &Combat) -> Option<wire::PendingChoice> {
    combat.pending().map(|pending| wire::PendingChoice {
        card: pending.card.to_string(),
        description: pending.description.to_string(),
        options: (0..)
            .zip(&pending.options)
            .map(|(option, choice)| wire::ChoiceOption {
                option,
                label: choice.label.to_string(),
                enemy: choice
                    .target
                    .as_ref()
                    .map(|target| target.enemy.to_string()),
            })
            .collect(),
    })
}

fn enemy(combat: &Combat, enemy: &CombatEnemy) -> wire::CombatEnemy {
    let attacks = (0..).zip(&enemy.kind.attacks);
    wire::CombatEnemy {
        instance_id: enemy.id.to_string(),
        id: enemy.kind.id.to_string(),
        name: enemy.kind.name.to_string(),
        armor: combat.effective_armor(enemy),
        base_armor: enemy.kind.armor,
        fame: enemy.kind.fame,
        resistances: combat
            .resistances(enemy)
            .words()
            .into_iter()
            .map(str::to_owned)
            .collect(),
        abilities: enemy.kind.ability_words(),
        attacks: attacks
            .map(|(place, attack)| wire::EnemyAttack {
                value: combat.attack_value(enemy, place).unwrap_or_default(),
                element: attack
                    .strike()
                    .map_or(Element::Physical, |strike| strike.element)
                    .word()
                    .to_owned(),
                blocked: combat.is_attack_blocked(enemy, place),
                summons: match attack {
                    EnemyAttack::Summon(color) => Some(color.word().to_owned()),
                    EnemyAttack::Strike(_) => None,
                },
            })
            .collect(),
        attacks_this_combat: combat.does_attack(enemy),
        blocked: combat.is_blocked(enemy),
        defeated: !enemy.is_alive(),
        summoned_by: enemy.summoned_by.as_ref().map(ToString::to_string),
    }
}

fn attack_points(points: &[AttackPoints]) -> Vec<wire::AttackPoints> {
    let wire = |points: &AttackPoints| wire::AttackPoints {
        amount: points.amount,
        element: Some(points.element.word().to_owned()),
        kind: Some(points.kind.word().to_owned()),
    };
    points.iter().map(wire).collect()
}

fn block_points(points: &[BlockPoints]) -> Vec<wire::BlockPoints> {
    let wire = |points: &BlockPoints| wire::BlockPoints {
        amount: points.amount,
        element: Some(points.element.word().to_owned()),
    };
    points.iter().map(wire).collect()
}

/// An action as it can be sent back.
pub fn action(action: &Action) -> Value {
    json!(match action {
        Action::PlayCard { card, mode } => wire::CombatAction::PlayCard {
            card: card.to_string(),
            powered: (*mode == Mode::Powered).then_some(true),
        },
        Action::ResolveChoice { option } => {
            wire::CombatAction::ResolveChoice { option: *option }
        }
        Action::DeclareAttack { enemies, points } => wire::CombatAction::DeclareAttack {
            enemies: enemies.iter().map(ToString::to_string).collect(),
            attack: attack_points(points),
        },
        Action::DeclareBlock {
            enemy,
            attack,
            points,
        } => wire::CombatAction::DeclareBlock {
            enemy: enemy.to_string(),
            attack_index: Some(*attack),
            block: block_points(points),
        },
        Action::AssignDamage { enemy, attack } => wire::CombatAction::AssignDamage {
            enemy: enemy.to_string(),
            attack_index: Some(*attack),
        },
        Action::EndPhase => wire::CombatAction::EndPhase {},
    })
}

pub fn offer(offered: &OfferedAction) -> wire::OfferedAction {
    wire::OfferedAction {
        action: action(&offered.action),
        label: offered.label.clone(),
        detail: Some(detail(&offered.detail)),
    }
}

fn damage(damage: &Damage) -> Value {
    json!({
        "damage": damage.points,
        "wounds": damage.wounds,
        "poisonWounds": damage.poison_wounds,
        "paralysis": damage.paralysis == Paralysis::Yes,
    })
}

/// The numbers that matter for an offer.
fn detail(detail: &Detail) -> Value {
    match detail {
        Detail::Card { description } => json!({ "description": description }),
        Detail::Choice { target } => match target {
            Some(target) => json!({ "enemy": target.enemy.to_string() }),
            None => json!({}),
        },
        Detail::Attack { needed, .. } => json!({ "neededAttack": needed }),
        Detail::Block {
            needed,
            element,
            unblocked,
        } => json!({
            "neededBlock": needed,
            "element": element.word(),
            "unblocked": damage(unblocked),
        }),
        Detail::Damage(dealt) => damage(dealt),
        Detail::EndPhase { next } => json!({ "next": next.word() }),
    }
}

pub fn observation(seq: Seq, combat: &Combat) -> wire::CombatObservation {
    let facts = combat.observation().facts().iter();
    wire::CombatObservation {
        seq,
        facts: facts
            .map(|fact| wire::CombatFact {
                enemy: fact.enemy.to_string(),
                id: fact.kind.to_string(),
                what: fact.what.word().to_owned(),
                phase: fact.phase.word().to_owned(),
                action: fact.action,
                by: match &fact.what {
                    Seen::Summoned { by } => Some(by.to_string()),
                    _ => None,
                },
                wounds: match fact.what {
                    Seen::Hurt { wounds, .. } => Some(wounds),
                    _ => None,
                },
            })
            .collect(),
    }
}

fn wounds(wounds: &Wounds) -> wire::Wounds {
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
                expected_wounds: summons.expected_hand,
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
    }
}

pub fn advice(seq: Seq, advice: &Advice, top: usize) -> wire::CombatRecommendation {
    let advised = |(rank, advised): (usize, &AdvisedAction)| wire::AdvisedAction {
        rank,
        action: action(&advised.action),
        label: advised.label.clone(),
        move_score: advised.score,
        quality: advised.quality.word().to_owned(),
        certainty: advised.certainty.word().to_owned(),
        outcome: wire::CombatOutcome {
            fame: advised.outcome.fame,
            wounds: advised.outcome.wounds,
            poison_wounds: advised.outcome.poison_wounds,
            cards_kept: advised.outcome.cards_kept,
            knocked_out: advised.outcome.knocked_out,
        },
        reasons: advised
            .reasons
            .iter()
            .map(|reason| wire::Reason {
                tag: reason.tag.to_owned(),
                text: reason.text.clone(),
                weight: reason.weight,
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
    }
}

fn named(enemy: &EnemyName) -> Value {
    json!({ "instanceId": enemy.id.to_string(), "name": enemy.name.to_string() })
}

fn all_named(enemies: &[EnemyName]) -> Value {
    enemies.iter().map(named).collect()
}

pub fn event(event: &Event) -> wire::CombatEvent {
    let fields = match event {
        Event::CardPlayed { card, name, mode } => json!({
            "card": card.to_string(), "name": name, "powered": *mode == Mode::Powered,
        }),
        Event::ChoiceOffered {
            description,
            options,
        } => json!({ "description": description, "options": options }),
        Event::ChoiceMade { label } => json!({ "label": label }),
        Event::ModifierApplied { enemy, description } => json!({
            "enemy": enemy.as_ref().map(named), "description": description,
        }),
        Event::ModifierStopped { enemy, description } => json!({
            "enemy": named(enemy), "description": description,
        }),
        Event::NobodyToTarget { description } => json!({ "description": description }),
        Event::Defended {
            defender,
            enemy,
            armor,
        } => json!({ "defender": named(defender), "enemy": named(enemy), "armor": armor }),
        Event::AttackSucceeded {
            enemies,
            needed,
            reached,
        }
        | Event::AttackFailed {
            enemies,
            needed,
            reached,
        } => json!({ "enemies": all_named(enemies), "needed": needed, "reached": reached }),
        Event::EnemyDefeated { enemy, fame } => json!({ "enemy": named(enemy), "fame": fame }),
        Event::BlockSucceeded {
            enemy,
            attack,
            needed,
            reached,
        }
        | Event::BlockFailed {
            enemy,
            attack,
            needed,
            reached,
        } => json!({
            "enemy": named(enemy), "attackIndex": attack, "needed": needed, "reached": reached,
        }),
        Event::DamageDealt {
            enemy,
            attack,
            damage: dealt,
        } => {
            let mut fields = json!({ "enemy": named(enemy), "attackIndex": attack });
            if let (Value::Object(fields), Value::Object(dealt)) = (&mut fields, damage(dealt)) {
                fields.extend(dealt);
            }
            fields
        }
        Event::HandLost { cards, loss } => json!({
            "cards": cards.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "because": match loss {
                Loss::Paralysis => "paralysis",
                Loss::KnockOut => "knockOut",
            },
        }),
        Event::KnockedOut => json!({}),
        Event::EnemySummoned { by, enemy } => json!({ "by": named(by), "enemy": named(enemy) }),
        Event::EnemyLeft { enemy } => json!({ "enemy": named(enemy) }),
        Event::PhaseBegan { phase } => json!({ "phase": phase.word() }),
        Event::CombatEnded { fame_gained } => json!({ "fameGained": fame_gained }),
    };
    wire::CombatEvent {
        kind: event.word().to_owned(),
        text: event.to_string(),
        fields: match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        },
    }
}
