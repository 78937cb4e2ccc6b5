//! The journal's JSON of a combat. Later versions read it, so fields may be added, but
//! none may change its meaning.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::played_combat::NamedSetup;
use crate::game::RecordError;
use qbcoach_basics::shorten::shortened;
use qbcoach_mage_knight::mana::ByMana;
use qbcoach_mage_knight::unit::{Readiness, UnitHealth};
use qbcoach_mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, CombatSetup, DayTime, Element,
    EnemyId, HeroSetup, InstanceId, Mana, ManaPayment, ManaSource, ManaSupply, Mode, Site,
    StatedPoints, UnitId, UnitSetup, Weights,
};

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
    mana: Option<ManaRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    units: Option<Vec<UnitRecord>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skills: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    night: Option<bool>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    weights: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ManaRecord {
    tokens: BTreeMap<String, u8>,
    crystals: BTreeMap<String, u8>,
    dice: BTreeMap<String, u8>,
    dice_left: u8,
}

#[derive(Serialize, Deserialize)]
struct UnitRecord {
    unit: String,
    #[serde(default, skip_serializing_if = "is_false")]
    spent: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    wounded: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct PaymentRecord {
    mana: String,
    from: String,
}

const fn is_false(flag: &bool) -> bool {
    !*flag
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
        #[serde(default, skip_serializing_if = "is_false")]
        sideways: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pay: Vec<PaymentRecord>,
    },
    ActivateUnit {
        unit: usize,
        ability: usize,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pay: Vec<PaymentRecord>,
    },
    UseSkill {
        skill: String,
    },
    ResolveChoice {
        option: usize,
    },
    DeclareAttack {
        enemies: Vec<String>,
        attack: Vec<AttackRecord>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        special: Vec<String>,
    },
    #[serde(rename_all = "camelCase")]
    DeclareBlock {
        enemy: String,
        attack_index: usize,
        block: Vec<BlockRecord>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        special: Vec<String>,
    },
    #[serde(rename_all = "camelCase")]
    AssignDamage {
        enemy: String,
        attack_index: usize,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<usize>,
    },
    EndPhase,
}

fn json(record: &impl Serialize) -> String {
    // The records hold only texts and numbers, so this cannot fail.
    serde_json::to_string(record).unwrap_or_default()
}

fn word<T: Copy>(words: &[(&str, T)], what: &str, found: &str) -> Result<T, RecordError> {
    let known = words.iter().find(|(word, _)| *word == found);
    known
        .map(|(_, meaning)| *meaning)
        .ok_or_else(|| RecordError::new(format!("there is no {what} `{}`", shortened(found))))
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

fn amounts(held: &ByMana) -> BTreeMap<String, u8> {
    let held = held.held();
    held.map(|(mana, amount)| (mana.word().to_owned(), amount))
        .collect()
}

fn read_amounts(record: &BTreeMap<String, u8>) -> Result<ByMana, RecordError> {
    let mut amounts = ByMana::default();
    for (color, amount) in record {
        amounts.add(word(&Mana::WORDS, "mana", color)?, *amount);
    }
    Ok(amounts)
}

fn write_mana(mana: &ManaSupply) -> ManaRecord {
    ManaRecord {
        tokens: amounts(&mana.tokens),
        crystals: amounts(&mana.crystals),
        dice: amounts(&mana.dice),
        dice_left: mana.dice_left,
    }
}

fn read_mana(record: &ManaRecord) -> Result<ManaSupply, RecordError> {
    Ok(ManaSupply {
        tokens: read_amounts(&record.tokens)?,
        crystals: read_amounts(&record.crystals)?,
        dice: read_amounts(&record.dice)?,
        dice_left: record.dice_left,
        ..ManaSupply::default()
    })
}

fn write_unit(unit: &UnitSetup) -> UnitRecord {
    UnitRecord {
        unit: unit.unit.to_string(),
        spent: unit.readiness == Readiness::Spent,
        wounded: unit.health != UnitHealth::Unhurt,
        token: unit.token.map(|mana| mana.word().to_owned()),
    }
}

fn read_unit(record: &UnitRecord) -> Result<UnitSetup, RecordError> {
    let token = record.token.as_ref();
    Ok(UnitSetup {
        readiness: match record.spent {
            true => Readiness::Spent,
            false => Readiness::Ready,
        },
        health: match record.wounded {
            true => UnitHealth::Wounded,
            false => UnitHealth::Unhurt,
        },
        token: token
            .map(|color| word(&Mana::WORDS, "mana", color))
            .transpose()?,
        ..UnitSetup::from(CardId::from(record.unit.as_str()))
    })
}

fn read_weights(record: &BTreeMap<String, f64>) -> Result<Weights, RecordError> {
    let mut weights = Weights::default();
    for (name, value) in record {
        match weights.named(name) {
            Some(weight) => *weight = *value,
            None => {
                let shown = shortened(name);
                return Err(RecordError::new(format!("there is no weight `{shown}`")));
            }
        }
    }
    Ok(weights)
}

fn write_payments(pay: &[ManaPayment]) -> Vec<PaymentRecord> {
    let record = |payment: &ManaPayment| PaymentRecord {
        mana: payment.mana.word().to_owned(),
        from: payment.source.word().to_owned(),
    };
    pay.iter().map(record).collect()
}

fn read_payments(records: &[PaymentRecord]) -> Result<Vec<ManaPayment>, RecordError> {
    let payment = |record: &PaymentRecord| {
        Ok(ManaPayment {
            mana: word(&Mana::WORDS, "mana", &record.mana)?,
            source: word(&ManaSource::WORDS, "source of mana", &record.from)?,
        })
    };
    records.iter().map(payment).collect()
}

pub(crate) fn write_setup(named: &NamedSetup) -> String {
    let setup = &named.setup;
    let points = setup.hero.points.as_ref().map(|points| SupplyRecord {
        ranged_siege: write_attacks(&points.ranged_siege),
        block: write_blocks(&points.block),
        attack: write_attacks(&points.attack),
    });
    json(&SetupRecord {
        rules: setup.rules.word().to_owned(),
        seed: setup.seed,
        enemies: setup.enemies.iter().map(ToString::to_string).collect(),
        armor: setup.hero.armor,
        hand_limit: setup.hero.hand_limit,
        fame: setup.hero.fame,
        points,
        hand: setup.hand.iter().map(ToString::to_string).collect(),
        fortified_site: setup.site == Site::Fortified,
        mana: setup.mana.as_ref().map(write_mana),
        units: setup
            .units
            .as_ref()
            .map(|units| units.iter().map(write_unit).collect()),
        skills: setup
            .skills
            .as_ref()
            .map(|skills| skills.iter().map(ToString::to_string).collect()),
        night: setup.time.map(|time| time == DayTime::Night),
        weights: setup
            .weights
            .changed()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        title: named.title.clone(),
    })
}

pub(crate) fn read_setup(text: &str) -> Result<NamedSetup, RecordError> {
    let record: SetupRecord = serde_json::from_str(text).map_err(RecordError::of_json)?;
    let points = record.points.map(|points| {
        Ok::<StatedPoints, RecordError>(StatedPoints {
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
            mana: record.mana.as_ref().map(read_mana).transpose()?,
            units: record
                .units
                .map(|units| units.iter().map(read_unit).collect())
                .transpose()?,
            skills: record
                .skills
                .map(|skills| skills.iter().map(|id| CardId::from(&**id)).collect()),
            time: record.night.map(|night| match night {
                true => DayTime::Night,
                false => DayTime::Day,
            }),
            weights: read_weights(&record.weights)?,
        },
        title: record.title,
    })
}

pub(crate) fn write_action(action: &Action) -> String {
    json(&match action {
        Action::PlayCard { card, mode, pay } => ActionRecord::PlayCard {
            card: card.to_string(),
            powered: *mode == Mode::Powered,
            sideways: *mode == Mode::Sideways,
            pay: write_payments(pay),
        },
        Action::ActivateUnit { unit, ability, pay } => ActionRecord::ActivateUnit {
            unit: unit.0,
            ability: *ability,
            pay: write_payments(pay),
        },
        Action::UseSkill { skill } => ActionRecord::UseSkill {
            skill: skill.to_string(),
        },
        Action::ResolveChoice { option } => ActionRecord::ResolveChoice { option: *option },
        Action::DeclareAttack {
            enemies,
            points,
            special,
        } => ActionRecord::DeclareAttack {
            enemies: enemies.iter().map(ToString::to_string).collect(),
            attack: write_attacks(points),
            special: special.iter().map(ToString::to_string).collect(),
        },
        Action::DeclareBlock {
            enemy,
            attack,
            points,
            special,
        } => ActionRecord::DeclareBlock {
            enemy: enemy.to_string(),
            attack_index: *attack,
            block: write_blocks(points),
            special: special.iter().map(ToString::to_string).collect(),
        },
        Action::AssignDamage {
            enemy,
            attack,
            units,
        } => ActionRecord::AssignDamage {
            enemy: enemy.to_string(),
            attack_index: *attack,
            units: units.iter().map(|unit| unit.0).collect(),
        },
        Action::EndPhase => ActionRecord::EndPhase,
    })
}

pub(crate) fn read_action(text: &str) -> Result<Action, RecordError> {
    let record: ActionRecord = serde_json::from_str(text).map_err(RecordError::of_json)?;
    let instance = |id: &String| InstanceId::from(id.as_str());
    Ok(match record {
        ActionRecord::PlayCard {
            card,
            powered,
            sideways,
            pay,
        } => Action::PlayCard {
            card: CardId::from(card.as_str()),
            mode: match (powered, sideways) {
                (_, true) => Mode::Sideways,
                (true, false) => Mode::Powered,
                (false, false) => Mode::Basic,
            },
            pay: read_payments(&pay)?,
        },
        ActionRecord::ActivateUnit { unit, ability, pay } => Action::ActivateUnit {
            unit: UnitId(unit),
            ability,
            pay: read_payments(&pay)?,
        },
        ActionRecord::UseSkill { skill } => Action::UseSkill {
            skill: CardId::from(skill.as_str()),
        },
        ActionRecord::ResolveChoice { option } => Action::ResolveChoice { option },
        ActionRecord::DeclareAttack {
            enemies,
            attack,
            special,
        } => Action::DeclareAttack {
            enemies: enemies.iter().map(instance).collect(),
            points: read_attacks(&attack)?,
            special: special.into_iter().map(CardId::from).collect(),
        },
        ActionRecord::DeclareBlock {
            enemy,
            attack_index,
            block,
            special,
        } => Action::DeclareBlock {
            enemy: instance(&enemy),
            attack: attack_index,
            points: read_blocks(&block)?,
            special: special.into_iter().map(CardId::from).collect(),
        },
        ActionRecord::AssignDamage {
            enemy,
            attack_index,
            units,
        } => Action::AssignDamage {
            enemy: instance(&enemy),
            attack: attack_index,
            units: units.into_iter().map(UnitId).collect(),
        },
        ActionRecord::EndPhase => Action::EndPhase,
    })
}
