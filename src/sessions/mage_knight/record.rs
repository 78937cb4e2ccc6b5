//! The journal's JSON of a combat. It is read by later versions, so fields may be
//! added here, but none may change its meaning.

use serde::{Deserialize, Serialize};

use super::played_combat::NamedSetup;
use crate::mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, CombatSetup, Element, EnemyId,
    HeroSetup, InstanceId, Mode, Site, Supply,
};
use crate::sessions::game::RecordError;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SetupRecord {
    rules: String,
    seed: u64,
    enemies: Vec<String>,
    armor: u32,
    hand_limit: u32,
    fame: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<SupplyRecord>,
    hand: Vec<String>,
    fortified_site: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SupplyRecord {
    ranged_siege: Vec<AttackRecord>,
    block: Vec<BlockRecord>,
    attack: Vec<AttackRecord>,
}

#[derive(Serialize, Deserialize)]
struct AttackRecord {
    amount: u32,
    element: String,
    kind: String,
}

#[derive(Serialize, Deserialize)]
struct BlockRecord {
    amount: u32,
    element: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum ActionRecord {
    PlayCard {
        card: String,
        powered: bool,
    },
    ResolveChoice {
        option: usize,
    },
    DeclareAttack {
        enemies: Vec<String>,
        attack: Vec<AttackRecord>,
    },
    #[serde(rename_all = "camelCase")]
    DeclareBlock {
        enemy: String,
        attack_index: usize,
        block: Vec<BlockRecord>,
    },
    #[serde(rename_all = "camelCase")]
    AssignDamage {
        enemy: String,
        attack_index: usize,
    },
    EndPhase,
}

fn json(record: &impl Serialize) -> String {
    // Texts and numbers only: there is nothing that JSON cannot hold.
    serde_json::to_string(record).unwrap_or_default()
}

fn word<T: Copy>(words: &[(&str, T)], what: &str, found: &str) -> Result<T, RecordError> {
    let known = words.iter().find(|(word, _)| *word == found);
    known
        .map(|(_, meaning)| *meaning)
        .ok_or_else(|| RecordError::new(format!("there is no {what} `{found}`")))
}

fn write_attacks(points: &[AttackPoints]) -> Vec<AttackRecord> {
    let record = |points: &AttackPoints| AttackRecord {
        amount: points.amount,
        element: points.element.word().to_owned(),
        kind: points.kind.word().to_owned(),
    };
    points.iter().map(record).collect()
}

fn read_attacks(records: &[AttackRecord]) -> Result<Vec<AttackPoints>, RecordError> {
    let points = |record: &AttackRecord| {
        Ok(AttackPoints {
            amount: record.amount,
            element: word(&Element::WORDS, "element", &record.element)?,
            kind: word(&AttackKind::WORDS, "kind of attack", &record.kind)?,
        })
    };
    records.iter().map(points).collect()
}

fn write_blocks(points: &[BlockPoints]) -> Vec<BlockRecord> {
    let record = |points: &BlockPoints| BlockRecord {
        amount: points.amount,
        element: points.element.word().to_owned(),
    };
    points.iter().map(record).collect()
}

fn read_blocks(records: &[BlockRecord]) -> Result<Vec<BlockPoints>, RecordError> {
    let points = |record: &BlockRecord| {
        Ok(BlockPoints {
            amount: record.amount,
            element: word(&Element::WORDS, "element", &record.element)?,
        })
    };
    records.iter().map(points).collect()
}

pub fn write_setup(named: &NamedSetup) -> String {
    let setup = &named.setup;
    let points = setup.hero.points.as_ref().map(|points| SupplyRecord {
        ranged_siege: write_attacks(&points.ranged_siege),
        block: write_blocks(&points.block),
        attack: write_attacks(&points.attack),
    });
    json(&SetupRecord {
        rules: setup.rules.to_string(),
        seed: setup.seed,
        enemies: setup.enemies.iter().map(ToString::to_string).collect(),
        armor: setup.hero.armor,
        hand_limit: setup.hero.hand_limit,
        fame: setup.hero.fame,
        points,
        hand: setup.hand.iter().map(ToString::to_string).collect(),
        fortified_site: setup.site == Site::Fortified,
        title: named.title.clone(),
    })
}

pub fn read_setup(text: &str) -> Result<NamedSetup, RecordError> {
    let record: SetupRecord = serde_json::from_str(text).map_err(RecordError::new)?;
    let points = record.points.map(|points| {
        Ok::<Supply, RecordError>(Supply {
            ranged_siege: read_attacks(&points.ranged_siege)?,
            block: read_blocks(&points.block)?,
            attack: read_attacks(&points.attack)?,
        })
    });
    Ok(NamedSetup {
        setup: CombatSetup {
            rules: word(&CardSet::WORDS, "card set", &record.rules)?,
            seed: record.seed,
            enemies: record
                .enemies
                .iter()
                .map(|id| EnemyId::from(&**id))
                .collect(),
            hero: HeroSetup {
                armor: record.armor,
                hand_limit: record.hand_limit,
                fame: record.fame,
                points: points.transpose()?,
            },
            hand: record.hand.iter().map(|id| CardId::from(&**id)).collect(),
            site: match record.fortified_site {
                true => Site::Fortified,
                false => Site::Open,
            },
        },
        title: record.title,
    })
}

pub fn write_action(action: &Action) -> String {
    json(&match action {
        Action::PlayCard { card, mode } => ActionRecord::PlayCard {
            card: card.to_string(),
            powered: *mode == Mode::Powered,
        },
        Action::ResolveChoice { option } => ActionRecord::ResolveChoice { option: *option },
        Action::DeclareAttack { enemies, points } => ActionRecord::DeclareAttack {
            enemies: enemies.iter().map(ToString::to_string).collect(),
            attack: write_attacks(points),
        },
        Action::DeclareBlock {
            enemy,
            attack,
            points,
        } => ActionRecord::DeclareBlock {
            enemy: enemy.to_string(),
            attack_index: *attack,
            block: write_blocks(points),
        },
        Action::AssignDamage { enemy, attack } => ActionRecord::AssignDamage {
            enemy: enemy.to_string(),
            attack_index: *attack,
        },
        Action::EndPhase => ActionRecord::EndPhase,
    })
}

pub fn read_action(text: &str) -> Result<Action, RecordError> {
    let record: ActionRecord = serde_json::from_str(text).map_err(RecordError::new)?;
    let instance = |id: &String| InstanceId::from(id.as_str());
    Ok(match record {
        ActionRecord::PlayCard { card, powered } => Action::PlayCard {
            card: CardId::from(card.as_str()),
            mode: match powered {
                true => Mode::Powered,
                false => Mode::Basic,
            },
        },
        ActionRecord::ResolveChoice { option } => Action::ResolveChoice { option },
        ActionRecord::DeclareAttack { enemies, attack } => Action::DeclareAttack {
            enemies: enemies.iter().map(instance).collect(),
            points: read_attacks(&attack)?,
        },
        ActionRecord::DeclareBlock {
            enemy,
            attack_index,
            block,
        } => Action::DeclareBlock {
            enemy: instance(&enemy),
            attack: attack_index,
            points: read_blocks(&block)?,
        },
        ActionRecord::AssignDamage {
            enemy,
            attack_index,
        } => Action::AssignDamage {
            enemy: instance(&enemy),
            attack: attack_index,
        },
        ActionRecord::EndPhase => Action::EndPhase,
    })
}
