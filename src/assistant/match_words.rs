//! Matches of Queen's Blood in words, and as short data.

use qbcoach_protocol::{
    Board, CardName, Lane, LaneScore, MatchSnapshot, Mode, Owner, Phase, Score, Side,
};
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) fn side_word(side: Side) -> &'static str {
    match side {
        Side::You => "you",
        Side::Enemy => "enemy",
    }
}

pub(crate) fn lane_word(lane: Lane) -> &'static str {
    match lane {
        Lane::Top => "TOP",
        Lane::Mid => "MID",
        Lane::Bot => "BOT",
    }
}

/// `019 Crawler`
pub(crate) fn card_text(card: &CardName) -> String {
    format!("{} {}", card.id, card.name)
}

pub(crate) fn card_texts(cards: &[CardName]) -> Vec<String> {
    cards.iter().map(card_text).collect()
}

pub(crate) fn names(cards: &[CardName]) -> String {
    let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
    names.join(", ")
}

pub(crate) fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

pub(crate) fn plural(number: usize, one: &str, more: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {more}"),
    }
}

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Points {
    pub you: i32,
    pub enemy: i32,
}

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct LanePoints {
    pub lane: String,
    pub you: i32,
    pub enemy: i32,
    /// Who wins it as it stands; null if it is tied.
    pub winner: Option<&'static str>,
}

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CardOnBoard {
    pub tile: String,
    pub side: &'static str,
    pub card: String,
    pub power: i32,
}

/// A match as it stands.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Standing {
    #[serde(rename = "match")]
    pub name: String,
    /// How many things have happened in it, corrections and undos included.
    pub steps: u64,
    pub turn: u32,
    pub over: bool,
    /// Who acts next.
    pub to_act: &'static str,
    /// mulligan, draw, play or over
    pub stage: &'static str,
    pub score: Points,
    pub lanes: Vec<LanePoints>,
    /// The cards in your hand; missing for viewers of a stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<String>>,
    pub enemy_hand_size: u32,
    pub cards: Vec<CardOnBoard>,
    /// The board as one line of text.
    pub position: String,
}

pub(crate) fn standing(shown: &MatchSnapshot) -> Standing {
    Standing {
        name: shown.session_id.clone(),
        steps: shown.seq,
        turn: shown.turn,
        over: shown.phase == Phase::Over,
        to_act: side_word(shown.side_to_act),
        stage: match shown.phase {
            Phase::Mulligan => "mulligan",
            Phase::Draw => "draw",
            Phase::Play => "play",
            Phase::Over => "over",
        },
        score: points(&shown.score),
        lanes: lanes(&shown.score),
        hand: shown.you.hand.as_deref().map(card_texts),
        enemy_hand_size: shown.enemy.hand_size,
        cards: cards_on(&shown.board),
        position: shown.position.clone(),
    }
}

pub(crate) fn points(score: &Score) -> Points {
    Points {
        you: score.total_you,
        enemy: score.total_enemy,
    }
}

pub(crate) fn lanes(score: &Score) -> Vec<LanePoints> {
    let lane = |lane: &LaneScore| LanePoints {
        lane: lane_word(lane.lane).to_owned(),
        you: lane.power_you,
        enemy: lane.power_enemy,
        winner: lane.winner.map(side_word),
    };
    score.lanes.iter().map(lane).collect()
}

pub(crate) fn cards_on(board: &Board) -> Vec<CardOnBoard> {
    let tiles = board.tiles.iter();
    let cards = tiles.filter_map(|tile| {
        let card = tile.card.as_ref()?;
        Some(CardOnBoard {
            tile: tile.tile.clone(),
            side: side_word(card.side),
            card: card_text(&card.card),
            power: card.power,
        })
    });
    cards.collect()
}

/// Who leads: `You lead 11 to 7.`
pub(crate) fn lead(score: &Score) -> String {
    let (you, enemy) = (score.total_you, score.total_enemy);
    match you.cmp(&enemy) {
        std::cmp::Ordering::Greater => format!("You lead {you} to {enemy}."),
        std::cmp::Ordering::Less => format!("The enemy leads {enemy} to {you}."),
        std::cmp::Ordering::Equal => format!("It is tied at {you}."),
    }
}

/// What is to be told next.
pub(crate) fn next_step(shown: &MatchSnapshot) -> String {
    let yours = shown.side_to_act == Side::You;
    let known = shown.you.hand.as_ref().map_or(0, Vec::len);
    let is_unknown = shown.mode == Mode::Live && known < shown.you.hand_size as usize;
    match shown.phase {
        Phase::Over => {
            let score = &shown.score;
            let (you, enemy) = (score.total_you, score.total_enemy);
            match score.winner {
                Some(Side::You) => format!("The match is over: you won {you} to {enemy}."),
                Some(Side::Enemy) => format!("The match is over: you lost {you} to {enemy}."),
                None => format!("The match is over: a draw at {you}."),
            }
        }
        Phase::Draw => "Your draw is due: report the card you drew with `draw CARD`.".to_owned(),
        _ if is_unknown && shown.you.hand.is_some() => {
            "Your hand is not known yet: correct the hand, or start with it.".to_owned()
        }
        Phase::Mulligan if yours => {
            "You may put cards of your opening hand back (`mulligan CARDS -> CARDS`, or `keep`), or play.".to_owned()
        }
        Phase::Mulligan => "Before the first move hands may be changed; then the enemy plays.".to_owned(),
        Phase::Play if yours => "It is your move.".to_owned(),
        Phase::Play => "It is the enemy's move.".to_owned(),
    }
}

/// How a match stands, in a few sentences.
pub(crate) fn told(shown: &MatchSnapshot) -> String {
    let mut words = format!("Match {}, turn {}.", shown.session_id, shown.turn);
    if let Some(name) = &shown.enemy.tag {
        words = format!(
            "Match {} against {name}, turn {}.",
            shown.session_id, shown.turn
        );
    }
    if shown.phase != Phase::Over {
        words = format!("{words} {}", lead(&shown.score));
    }
    words = format!(
        "{words} {}\n{}",
        next_step(shown),
        board_told(&shown.board, &shown.score)
    );
    if let Some(hand) = shown.you.hand.as_ref().filter(|hand| !hand.is_empty()) {
        words = format!("{words}\nYour hand: {}.", names(hand));
    }
    format!(
        "{words}\nThe enemy holds {}.",
        plural(shown.enemy.hand_size as usize, "card", "cards")
    )
}

/// The lanes one after the other: what stands in them, and where a card may come.
pub(crate) fn board_told(board: &Board, score: &Score) -> String {
    let mut lines = Vec::new();
    for lane in lanes(score) {
        let tiles = board
            .tiles
            .iter()
            .filter(|tile| tile.tile.starts_with(&lane.lane));
        let told = tiles.filter_map(|tile| {
            let owner = match tile.owner {
                Owner::You => "yours",
                Owner::Enemy => "the enemy's",
                Owner::Neutral => "nobody's",
            };
            match &tile.card {
                Some(card) => {
                    let whose = match card.side {
                        Side::You => "your",
                        Side::Enemy => "the enemy's",
                    };
                    Some(format!(
                        "{whose} {} with {} on {}",
                        card.card.name, card.power, tile.tile
                    ))
                }
                None if tile.rank > 0 => Some(format!("{} {owner}, rank {}", tile.tile, tile.rank)),
                None => None,
            }
        });
        let told: Vec<String> = told.collect();
        let standing = match lane.winner {
            Some("you") => format!("yours, {} to {}", lane.you, lane.enemy),
            Some(_) => format!("the enemy's, {} to {}", lane.enemy, lane.you),
            None => format!("tied at {}", lane.you),
        };
        let told = if told.is_empty() {
            String::new()
        } else {
            format!(": {}", told.join("; "))
        };
        lines.push(format!("{} is {standing}{told}.", lane.lane));
    }
    lines.join("\n")
}
