//! Combats on the wire.

mod coaching;
mod holdings;

use std::collections::BTreeMap;

use qbcoach_protocol as wire;
use serde_json::{Map, Value, json};

pub use self::coaching::{advice, threat, threat_with_blocks};
pub(crate) use self::holdings::ability;
use self::holdings::{health, holdings, paid, pay, some_texts};
use super::number;
use qbcoach_mage_knight::advice::{Advice, AdvisedAction, HeldOutcome};
use qbcoach_mage_knight::combat::{CombatEnemy, HeroCondition};
use qbcoach_mage_knight::effect::Effect;
use qbcoach_mage_knight::enemy::EnemyAttack;
use qbcoach_mage_knight::event::Loss;
use qbcoach_mage_knight::mana::ByMana;
use qbcoach_mage_knight::observation::FactKind;
use qbcoach_mage_knight::stats::{Damage, Paralysis};
use qbcoach_mage_knight::threat::{KnockOut, ThreatMap, Wounds};
use qbcoach_mage_knight::unit::{HeldUnit, Readiness, UnitAbility, UnitHealth};
use qbcoach_mage_knight::words::describe;
use qbcoach_mage_knight::{
    Action, AttackPoints, BlockPoints, CardId, Combat, CombatData, DayTime, Detail, Element,
    EnemyName, Event, ManaPayment, Mode, OfferedAction, Resistance, UnitId, draw,
    draw_without_hand,
};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::mage_knight::PlayedCombat;
use qbcoach_sessions::{Seq, SessionId};

fn named_card(data: &CombatData, combat: &Combat, card: &CardId) -> wire::NamedCard {
    let known = combat.card(data, card);
    wire::NamedCard {
        id: card.to_string(),
        name: known.map_or_else(|| card.to_string(), |card| card.name.to_string()),
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
        rules: combat.rules().word().to_owned(),
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
        holdings: match audience {
            wire::Audience::Player => holdings(&game.data, combat),
            wire::Audience::Stream => None,
        },
        // The drawing names the cards of the hand, so a stream gets one without them.
        text: match audience {
            wire::Audience::Player => draw(combat),
            wire::Audience::Stream => draw_without_hand(combat),
        },
    }
}

pub(crate) fn pending_choice(combat: &Combat) -> Option<wire::PendingChoice> {
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
        abilities: combat.ability_words(enemy),
        attacks: attacks
            .map(|(index, attack)| wire::EnemyAttack {
                value: combat.attack_value(enemy, index).unwrap_or_default(),
                element: combat
                    .strike(enemy, index)
                    .map_or(Element::Physical, |strike| strike.element)
                    .word()
                    .to_owned(),
                blocked: combat.is_attack_blocked(enemy, index),
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

/// An action as a client may send it back.
pub fn action(action: &Action) -> wire::CombatAction {
    match action {
        Action::PlayCard {
            card,
            mode,
            pay: paid,
        } => wire::CombatAction::PlayCard(wire::PlayCard {
            card: card.to_string(),
            powered: (*mode == Mode::Powered).then_some(true),
            sideways: (*mode == Mode::Sideways).then_some(true),
            pay: pay(paid),
        }),
        Action::ActivateUnit {
            unit,
            ability,
            pay: paid,
        } => wire::CombatAction::ActivateUnit(wire::ActivateUnit {
            unit: unit.to_string(),
            ability: *ability,
            pay: pay(paid),
        }),
        Action::UseSkill { skill } => wire::CombatAction::UseSkill(wire::UseSkill {
            skill: skill.to_string(),
        }),
        Action::ResolveChoice { option } => {
            wire::CombatAction::ResolveChoice(wire::ResolveChoice { option: *option })
        }
        Action::DeclareAttack {
            enemies,
            points,
            special,
        } => wire::CombatAction::DeclareAttack(wire::DeclareAttack {
            enemies: enemies.iter().map(ToString::to_string).collect(),
            attack: attack_points(points),
            special: some_texts(special),
        }),
        Action::DeclareBlock {
            enemy,
            attack,
            points,
            special,
        } => wire::CombatAction::DeclareBlock(wire::DeclareBlock {
            enemy: enemy.to_string(),
            attack_index: Some(*attack),
            block: block_points(points),
            special: some_texts(special),
        }),
        Action::AssignDamage {
            enemy,
            attack,
            units,
        } => wire::CombatAction::AssignDamage(wire::AssignDamage {
            enemy: enemy.to_string(),
            attack_index: Some(*attack),
            units: some_texts(units),
        }),
        Action::EndPhase => wire::CombatAction::EndPhase(wire::EndPhase {}),
    }
}

pub(crate) fn offer(offered: &OfferedAction) -> wire::OfferedAction {
    wire::OfferedAction {
        action: wire::AnyAction::Combat(action(&offered.action)),
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
        Detail::Use { description, pay } => {
            json!({ "description": description, "pay": paid(pay) })
        }
        Detail::PoolAttack {
            needed, special, ..
        } => json!({
            "neededAttack": needed,
            "special": special.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
        Detail::UnitDamage { units, left } => {
            let mut fields = damage(left);
            fields["units"] = units.iter().map(ToString::to_string).collect();
            fields
        }
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
                    FactKind::Summoned { by } => Some(by.to_string()),
                    _ => None,
                },
                wounds: match fact.what {
                    FactKind::Hurt { wounds, .. } => Some(wounds),
                    _ => None,
                },
            })
            .collect(),
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
        Event::CardPlayed {
            card,
            name,
            mode: Mode::Sideways,
        } => json!({
            "card": card.to_string(), "name": name, "powered": false, "sideways": true,
        }),
        Event::CardPlayed { card, name, mode } => json!({
            "card": card.to_string(), "name": name, "powered": *mode == Mode::Powered,
        }),
        Event::ManaPaid { name, paid: pay } => json!({ "name": name, "paid": paid(pay) }),
        Event::PointsGained { description }
        | Event::Gained { description }
        | Event::PartSkipped { description } => json!({ "description": description }),
        Event::FameGained { fame } => json!({ "fame": fame }),
        Event::WoundsTaken { name, wounds } => json!({ "name": name, "wounds": wounds }),
        Event::CardGivenUp { card, name, thrown } => {
            json!({ "card": card.to_string(), "name": name, "thrown": thrown })
        }
        Event::SkillUsed { skill, name } => json!({ "skill": skill.to_string(), "name": name }),
        Event::UnitActivated {
            unit,
            name,
            description,
        } => json!({ "unit": unit.to_string(), "name": name, "description": description }),
        Event::UnitHurt {
            name,
            health: now,
            left,
        } => json!({ "name": name, "health": health(*now), "left": left }),
        Event::UnitReadied { name } => json!({ "name": name }),
        Event::UnitStrengthened {
            name,
            resistances,
            armor,
        } => json!({ "name": name, "resistances": resistances, "armor": armor }),
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
