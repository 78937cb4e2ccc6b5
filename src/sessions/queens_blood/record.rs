//! The journal's JSON of a match. It is read by later versions, so fields may be
//! added here, but none may change its meaning.

use serde::{Deserialize, Serialize};

use super::library::Library;
use super::setup::{EnemyHand, MatchSetup};
use crate::rules::notation::{position_text, read_position};
use crate::rules::{BySide, CardId, Catalogue, Move, Play, Rules, Side};
use crate::sessions::game::RecordError;
use crate::simulation::action::Action;
use crate::simulation::game_state::MatchMode;
use crate::simulation::match_text::{read_setting, setting_text};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SetupRecord {
    mode: String,
    rules: String,
    seed: u64,
    first: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    your_deck: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    your_hand: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enemy_deck: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enemy_hand: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enemy_hand_size: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enemy_tag: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    autoplay: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum ActionRecord {
    Mulligan {
        side: String,
        replace: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        drew: Option<Vec<String>>,
    },
    Draw {
        card: String,
    },
    Play {
        side: String,
        card: String,
        tile: String,
    },
    Pass {
        side: String,
    },
    SetHand {
        cards: Vec<String>,
    },
    Resync {
        /// As a match text writes them after `set`.
        tiles: Vec<String>,
    },
}

pub const MODES: [(&str, MatchMode); 3] = [
    ("live", MatchMode::Live),
    ("simulated", MatchMode::Simulated),
    ("analysis", MatchMode::Analysis),
];

pub fn mode_word(mode: MatchMode) -> &'static str {
    match mode {
        MatchMode::Live => "live",
        MatchMode::Simulated => "simulated",
        MatchMode::Analysis => "analysis",
    }
}

pub fn read_mode(word: &str) -> Option<MatchMode> {
    let found = MODES.iter().find(|(name, _)| *name == word);
    found.map(|(_, mode)| *mode)
}

pub fn read_side(word: &str) -> Result<Side, RecordError> {
    match word {
        "you" => Ok(Side::You),
        "enemy" => Ok(Side::Enemy),
        _ => Err(RecordError::new(format!(
            "`{word}` is no side: you or enemy"
        ))),
    }
}

fn json(record: &impl Serialize) -> String {
    // Texts and numbers only: there is nothing that JSON cannot hold.
    serde_json::to_string(record).unwrap_or_default()
}

fn numbers(catalogue: &Catalogue, cards: &[CardId]) -> Vec<String> {
    let number = |card: &CardId| catalogue[*card].number.clone();
    cards.iter().map(number).collect()
}

fn card(catalogue: &Catalogue, number: &str) -> Result<CardId, RecordError> {
    catalogue.by_number(number).ok_or_else(|| {
        let help = "load the file that defines it with --cards";
        RecordError::new(format!("there is no card {number}; {help}"))
    })
}

fn cards(catalogue: &Catalogue, numbers: &[String]) -> Result<Vec<CardId>, RecordError> {
    numbers
        .iter()
        .map(|number| card(catalogue, number))
        .collect()
}

pub fn write_setup(library: &Library, setup: &MatchSetup) -> String {
    let catalogue = &library.catalogue;
    let list = |cards: &Option<Vec<CardId>>| cards.as_ref().map(|c| numbers(catalogue, c));
    let (enemy_hand, enemy_hand_size) = match &setup.enemy_hand {
        Some(EnemyHand::Cards(cards)) => (Some(numbers(catalogue, cards)), None),
        Some(EnemyHand::Unseen(number)) => (None, Some(*number)),
        None => (None, None),
    };
    let book = library.book(setup.rules);
    json(&SetupRecord {
        mode: mode_word(setup.mode).to_owned(),
        rules: setup.rules.to_string(),
        seed: setup.seed,
        first: setup.first.to_string(),
        your_deck: list(&setup.decks.you),
        your_hand: list(&setup.hand),
        enemy_deck: list(&setup.decks.enemy),
        enemy_hand,
        enemy_hand_size,
        enemy_tag: setup.enemy_tag.clone(),
        position: setup
            .position
            .map(|position| position_text(&book, &position)),
        title: setup.title.clone(),
        autoplay: setup.autoplay.iter().map(Side::to_string).collect(),
    })
}

pub fn read_setup(library: &Library, text: &str) -> Result<MatchSetup, RecordError> {
    let record: SetupRecord = serde_json::from_str(text).map_err(RecordError::new)?;
    let catalogue = &library.catalogue;
    let list = |numbers: &Option<Vec<String>>| {
        let cards = numbers.as_ref().map(|numbers| cards(catalogue, numbers));
        cards.transpose()
    };
    let rules = Rules::parse(&record.rules).map_err(RecordError::new)?;
    let book = library.book(rules);
    let position = record.position.as_ref();
    let position = position.map(|text| read_position(&book, text));
    let enemy_hand = list(&record.enemy_hand)?.map(EnemyHand::Cards);
    let autoplay: Result<Vec<Side>, _> =
        record.autoplay.iter().map(|word| read_side(word)).collect();
    Ok(MatchSetup {
        mode: read_mode(&record.mode)
            .ok_or_else(|| RecordError::new(format!("there is no mode `{}`", record.mode)))?,
        rules,
        seed: record.seed,
        first: read_side(&record.first)?,
        decks: BySide::new(list(&record.your_deck)?, list(&record.enemy_deck)?),
        hand: list(&record.your_hand)?,
        enemy_hand: enemy_hand.or(record.enemy_hand_size.map(EnemyHand::Unseen)),
        enemy_tag: record.enemy_tag,
        position: position.transpose().map_err(RecordError::new)?,
        title: record.title,
        autoplay: autoplay?,
    })
}

pub fn write_action(catalogue: &Catalogue, action: &Action) -> String {
    json(&match action {
        Action::Mulligan {
            side,
            replace,
            drew,
        } => ActionRecord::Mulligan {
            side: side.to_string(),
            replace: numbers(catalogue, replace),
            drew: drew.as_ref().map(|cards| numbers(catalogue, cards)),
        },
        Action::Draw { card } => ActionRecord::Draw {
            card: catalogue[*card].number.clone(),
        },
        Action::Move { side, made } => match made {
            Move::Play(play) => ActionRecord::Play {
                side: side.to_string(),
                card: catalogue[play.card].number.clone(),
                tile: play.tile.to_string(),
            },
            Move::Pass => ActionRecord::Pass {
                side: side.to_string(),
            },
        },
        Action::SetHand { cards } => ActionRecord::SetHand {
            cards: numbers(catalogue, cards),
        },
        Action::Resync { tiles } => ActionRecord::Resync {
            tiles: tiles
                .iter()
                .map(|tile| setting_text(catalogue, tile))
                .collect(),
        },
    })
}

pub fn read_action(catalogue: &Catalogue, text: &str) -> Result<Action, RecordError> {
    let record: ActionRecord = serde_json::from_str(text).map_err(RecordError::new)?;
    Ok(match record {
        ActionRecord::Mulligan {
            side,
            replace,
            drew,
        } => Action::Mulligan {
            side: read_side(&side)?,
            replace: cards(catalogue, &replace)?,
            drew: drew.map(|drew| cards(catalogue, &drew)).transpose()?,
        },
        ActionRecord::Draw { card: number } => Action::Draw {
            card: card(catalogue, &number)?,
        },
        ActionRecord::Play {
            side,
            card: number,
            tile,
        } => Action::Move {
            side: read_side(&side)?,
            made: Move::Play(Play {
                card: card(catalogue, &number)?,
                tile: tile.parse().map_err(RecordError::new)?,
            }),
        },
        ActionRecord::Pass { side } => Action::Move {
            side: read_side(&side)?,
            made: Move::Pass,
        },
        ActionRecord::SetHand { cards: numbers } => Action::SetHand {
            cards: cards(catalogue, &numbers)?,
        },
        ActionRecord::Resync { tiles } => Action::Resync {
            tiles: tiles
                .iter()
                .map(|text| read_setting(catalogue, text).map_err(RecordError::new))
                .collect::<Result<_, _>>()?,
        },
    })
}
