//! The journal's JSON of a match. Later versions read it, so fields may be added, but
//! none may change its meaning.

use serde::{Deserialize, Serialize};

use super::library::Library;
use super::setup::{EnemyHand, MatchMemory, MatchSetup};
use crate::game::RecordError;
use qbcoach_basics::shorten::shortened;
use qbcoach_engine::prediction::RememberedDeck;
use qbcoach_engine::rules::notation::{position_text, read_position, read_setting, setting_text};
use qbcoach_engine::rules::{BySide, CardId, Catalogue, Move, Play, Rules, Side};
use qbcoach_engine::simulation::action::Action;
pub(crate) use qbcoach_notation::{mode_word, read_mode};

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
    your_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enemy_tag: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    autoplay: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    remembered: Vec<RememberedRecord>,
    /// The opponent was forgotten.
    #[serde(default, skip_serializing_if = "is_false")]
    forgotten: bool,
}

#[derive(Serialize, Deserialize)]
struct RememberedRecord {
    cards: Vec<String>,
    matches: u32,
}

fn is_false(value: &bool) -> bool {
    !value
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
    SetDeck {
        side: String,
        /// Left out if the deck is not known after all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deck: Option<Vec<String>>,
    },
    Resync {
        /// As a match text writes tiles after `set`.
        tiles: Vec<String>,
    },
}

fn read_side(word: &str) -> Result<Side, RecordError> {
    match word {
        "you" => Ok(Side::You),
        "enemy" => Ok(Side::Enemy),
        _ => Err(RecordError::new(format!(
            "`{}` is not a side: you or enemy",
            shortened(word)
        ))),
    }
}

fn json(record: &impl Serialize) -> String {
    // The records hold only texts and numbers, so this cannot fail.
    serde_json::to_string(record).unwrap_or_default()
}

fn numbers(catalogue: &Catalogue, cards: &[CardId]) -> Vec<String> {
    let number = |card: &CardId| catalogue[*card].number.clone();
    cards.iter().map(number).collect()
}

fn card(catalogue: &Catalogue, number: &str) -> Result<CardId, RecordError> {
    catalogue.by_number(number).ok_or_else(|| {
        let help = "load the file that defines it with --cards";
        RecordError::new(format!("there is no card {}; {help}", shortened(number)))
    })
}

fn cards(catalogue: &Catalogue, numbers: &[String]) -> Result<Vec<CardId>, RecordError> {
    numbers
        .iter()
        .map(|number| card(catalogue, number))
        .collect()
}

pub(crate) fn write_setup(library: &Library, setup: &MatchSetup) -> String {
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
        your_name: setup.name.clone(),
        enemy_tag: setup.enemy_tag.clone(),
        position: setup
            .position
            .map(|position| position_text(&book, &position)),
        title: setup.title.clone(),
        autoplay: setup.autoplay.iter().map(Side::to_string).collect(),
        remembered: setup
            .remembered
            .iter()
            .map(|deck| RememberedRecord {
                cards: numbers(catalogue, &deck.cards),
                matches: deck.matches,
            })
            .collect(),
        forgotten: setup.memory == MatchMemory::Forgotten,
    })
}

pub(crate) fn read_setup(library: &Library, text: &str) -> Result<MatchSetup, RecordError> {
    let record: SetupRecord = serde_json::from_str(text).map_err(RecordError::of_json)?;
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
    let remembered: Result<Vec<RememberedDeck>, RecordError> = record
        .remembered
        .iter()
        .map(|deck| {
            Ok(RememberedDeck {
                cards: cards(catalogue, &deck.cards)?,
                matches: deck.matches,
            })
        })
        .collect();
    Ok(MatchSetup {
        mode: read_mode(&record.mode).ok_or_else(|| {
            RecordError::new(format!("there is no mode `{}`", shortened(&record.mode)))
        })?,
        rules,
        seed: record.seed,
        first: read_side(&record.first)?,
        decks: BySide::new(list(&record.your_deck)?, list(&record.enemy_deck)?),
        hand: list(&record.your_hand)?,
        enemy_hand: enemy_hand.or(record.enemy_hand_size.map(EnemyHand::Unseen)),
        name: record.your_name,
        enemy_tag: record.enemy_tag,
        position: position.transpose().map_err(RecordError::new)?,
        title: record.title,
        autoplay: autoplay?,
        remembered: remembered?,
        memory: match record.forgotten {
            true => MatchMemory::Forgotten,
            false => MatchMemory::Kept,
        },
    })
}

pub(crate) fn write_action(catalogue: &Catalogue, action: &Action) -> String {
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
        Action::SetDeck { side, deck } => ActionRecord::SetDeck {
            side: side.to_string(),
            deck: deck.as_ref().map(|cards| numbers(catalogue, cards)),
        },
        Action::Resync { tiles } => ActionRecord::Resync {
            tiles: tiles
                .iter()
                .map(|tile| setting_text(catalogue, tile))
                .collect(),
        },
    })
}

pub(crate) fn read_action(catalogue: &Catalogue, text: &str) -> Result<Action, RecordError> {
    let record: ActionRecord = serde_json::from_str(text).map_err(RecordError::of_json)?;
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
        ActionRecord::SetDeck { side, deck } => Action::SetDeck {
            side: read_side(&side)?,
            deck: deck.map(|deck| cards(catalogue, &deck)).transpose()?,
        },
        ActionRecord::Resync { tiles } => Action::Resync {
            tiles: tiles
                .iter()
                .map(|text| read_setting(catalogue, text).map_err(RecordError::new))
                .collect::<Result<_, _>>()?,
        },
    })
}
