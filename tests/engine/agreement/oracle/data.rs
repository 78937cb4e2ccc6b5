//! Cards as data: the JSON documents, read without checking them.

use std::collections::BTreeMap;

use serde_json::Value;

/// All cards and tokens by number, each with its effects.
pub struct Cards {
    by_number: BTreeMap<String, Card>,
}

#[derive(Clone, Debug)]
pub struct Card {
    /// `None` is a replacement card.
    pub rank: Option<i64>,
    pub power: i64,
    pub range: Vec<Square>,
    pub effects: Vec<Effect>,
}

/// One square of a range as drawn for you: steps to the right and steps down.
#[derive(Clone, Debug)]
pub struct Square {
    pub right: i64,
    pub down: i64,
    pub pawn: bool,
    pub effect: bool,
}

#[derive(Clone, Debug)]
pub struct Effect {
    pub trigger: Trigger,
    pub scope: Scope,
    pub operations: Vec<Operation>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trigger {
    Play,
    WhileInPlay,
    Destroy,
    CardDestroyed(Who),
    CardPlayed(Who),
    Enfeebled,
    FirstEnfeebled,
    FirstEnhanced,
    PowerThreshold(i64),
    Spawned,
    LaneWin,
    RoundEnd,
}

/// A relation to the card that has the ability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Who {
    Allies,
    Enemies,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Where {
    AffectedTiles,
    Global,
    InLane,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope {
    Itself,
    Cards(Who, Where),
    /// `hand`, `positions`, `empty_positions` and `lane_owner` name no cards in play.
    NoCards,
}

#[derive(Clone, Debug)]
pub enum Operation {
    ModifyPower {
        amount: i64,
        per_replaced_pawn: bool,
    },
    ModifyPowerScale {
        amount: i64,
        counted: Option<CountedCards>,
    },
    DestroyCards,
    /// The replaced power times `sign`: raise 1, lower −1, neutral 0.
    ReplaceAlly {
        sign: i64,
    },
    AddToHand(Vec<String>),
    /// Tokens by the rank of the tile they replace.
    SpawnToken(BTreeMap<i64, String>),
    ModifyTileRanks(i64),
    ScoreBonus(i64),
    LaneMinTransfer,
    ExpandPositions,
}

/// The cards that a counting ability counts.
#[derive(Clone, Debug)]
pub struct CountedCards {
    pub enhanced: bool,
    pub enfeebled: bool,
    pub who: Who,
}

impl Cards {
    /// Reads documents with `cards` and `effects` lists; later entries override earlier ones.
    ///
    /// # Panics
    /// On anything it cannot read: a test that misspells a trigger must not pass silently.
    pub fn from_json(texts: &[&str]) -> Cards {
        let documents: Vec<Value> = texts
            .iter()
            .map(|text| serde_json::from_str(text).expect("a JSON document"))
            .collect();
        let mut effects = BTreeMap::new();
        for effect in documents
            .iter()
            .flat_map(|document| list(document, "effects"))
        {
            effects.insert(text(effect, "id"), read_effect(effect));
        }
        let mut by_number = BTreeMap::new();
        for card in documents
            .iter()
            .flat_map(|document| list(document, "cards"))
        {
            by_number.insert(text(card, "number"), read_card(card, &effects));
        }
        Cards { by_number }
    }

    pub fn find(&self, number: &str) -> Option<&Card> {
        self.by_number.get(number)
    }

    pub fn numbers(&self) -> Vec<&str> {
        self.by_number.keys().map(String::as_str).collect()
    }
}

impl std::ops::Index<&str> for Cards {
    type Output = Card;

    fn index(&self, number: &str) -> &Card {
        &self.by_number[number]
    }
}

impl Card {
    /// The amount of this card's pawns: the first `modify_tile_ranks`, or 1.
    pub fn pawn_amount(&self) -> i64 {
        for operation in self.effects.iter().flat_map(|effect| &effect.operations) {
            if let Operation::ModifyTileRanks(amount) = operation {
                return *amount;
            }
        }
        1
    }
}

impl Trigger {
    pub fn watched_when_played(self) -> Option<Who> {
        match self {
            Trigger::CardPlayed(who) => Some(who),
            _ => None,
        }
    }

    pub fn watched_when_destroyed(self) -> Option<Who> {
        match self {
            Trigger::CardDestroyed(who) => Some(who),
            _ => None,
        }
    }
}

impl Who {
    /// Whether an ability of a card of side `asking` means a card of side `other`.
    pub fn means(self, asking: char, other: char) -> bool {
        match self {
            Who::Allies => asking == other,
            Who::Enemies => asking != other,
            Who::All => true,
        }
    }

    fn read(name: &str) -> Who {
        match name {
            "allies" => Who::Allies,
            "enemies" => Who::Enemies,
            "all" | "all_cards" => Who::All,
            other => panic!("no relation is called {other}"),
        }
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value, key: &str) -> String {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("no text {key} in {value}"))
        .to_owned()
}

fn number(value: &Value, key: &str) -> i64 {
    value[key]
        .as_i64()
        .unwrap_or_else(|| panic!("no number {key} in {value}"))
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    list(value, key)
        .iter()
        .map(|text| text.as_str().expect("a text").to_owned())
        .collect()
}

fn read_card(card: &Value, effects: &BTreeMap<String, Effect>) -> Card {
    let rank = match card["rank"].as_str() {
        Some("R") => None,
        _ => Some(number(card, "rank")),
    };
    Card {
        rank,
        power: number(card, "power"),
        range: text(card, "range")
            .split_whitespace()
            .map(read_square)
            .collect(),
        effects: texts(card, "effects")
            .iter()
            .map(|id| effects[id].clone())
            .collect(),
    }
}

fn read_square(square: &str) -> Square {
    let letters: Vec<char> = square.chars().collect();
    let [column, row, kind] = letters[..] else {
        panic!("{square} is not a square");
    };
    let right = "EDCBA".find(column).expect("a column letter") as i64 - 2;
    let down = "12345".find(row).expect("a row number") as i64 - 2;
    assert!("PEX".contains(kind), "{square} has no known kind");
    Square {
        right,
        down,
        pawn: kind != 'E',
        effect: kind != 'P',
    }
}

fn read_effect(effect: &Value) -> Effect {
    let watched = Who::read(effect["watches"].as_str().unwrap_or("all"));
    let trigger = match text(effect, "trigger").as_str() {
        "on_play" => Trigger::Play,
        "while_in_play" => Trigger::WhileInPlay,
        "on_destroy" => Trigger::Destroy,
        "on_card_destroyed" => Trigger::CardDestroyed(watched),
        "on_card_played" => Trigger::CardPlayed(watched),
        "on_enfeebled" => Trigger::Enfeebled,
        "on_first_enfeebled" => Trigger::FirstEnfeebled,
        "on_first_enhanced" => Trigger::FirstEnhanced,
        "on_power_threshold" => Trigger::PowerThreshold(number(effect, "threshold")),
        "on_spawned" => Trigger::Spawned,
        "on_lane_win" => Trigger::LaneWin,
        "on_round_end" => Trigger::RoundEnd,
        other => panic!("no trigger is called {other}"),
    };
    Effect {
        trigger,
        scope: read_scope(&text(effect, "scope")),
        operations: list(effect, "operations")
            .iter()
            .map(read_operation)
            .collect(),
    }
}

fn read_scope(scope: &str) -> Scope {
    match scope {
        "self" => return Scope::Itself,
        "hand" | "positions" | "empty_positions" | "lane_owner" => return Scope::NoCards,
        _ => {}
    }
    for (ending, area) in [
        ("_on_affected_tiles", Where::AffectedTiles),
        ("_global", Where::Global),
        ("_in_lane", Where::InLane),
    ] {
        if let Some(who) = scope.strip_suffix(ending) {
            return Scope::Cards(Who::read(who), area);
        }
    }
    panic!("no scope is called {scope}")
}

fn read_operation(operation: &Value) -> Operation {
    let amount = || number(operation, "amount");
    let per = operation["per"].as_str();
    let mode = operation["mode"].as_str();
    match text(operation, "type").as_str() {
        "modify_power" => Operation::ModifyPower {
            amount: amount(),
            per_replaced_pawn: per == Some("replaced_pawns"),
        },
        "modify_power_scale" => Operation::ModifyPowerScale {
            amount: amount(),
            counted: per.map(read_counted_cards),
        },
        "destroy_cards" => Operation::DestroyCards,
        "replace_ally" => Operation::ReplaceAlly {
            sign: match mode.expect("a mode") {
                "raise" => 1,
                "lower" => -1,
                "neutral" => 0,
                other => panic!("no mode is called {other}"),
            },
        },
        "add_to_hand" => Operation::AddToHand(texts(operation, "cards")),
        "spawn_token" => {
            let mut tokens = BTreeMap::new();
            for (rank, token) in operation["tokens"].as_object().expect("tokens by rank") {
                let token = token.as_str().expect("a card number").to_owned();
                tokens.insert(rank.parse().expect("a rank"), token);
            }
            Operation::SpawnToken(tokens)
        }
        "modify_tile_ranks" => Operation::ModifyTileRanks(amount()),
        "score_bonus" if mode == Some("lane_min_transfer") => Operation::LaneMinTransfer,
        "score_bonus" => Operation::ScoreBonus(amount()),
        "expand_positions" => Operation::ExpandPositions,
        other => panic!("no operation is called {other}"),
    }
}

fn read_counted_cards(per: &str) -> CountedCards {
    let (status, who) = per.rsplit_once('_').expect("a status and a relation");
    let (enhanced, enfeebled) = match status {
        "enhanced" => (true, false),
        "enfeebled" => (false, true),
        "enhanced_or_enfeebled" => (true, true),
        other => panic!("no status is called {other}"),
    };
    CountedCards {
        enhanced,
        enfeebled,
        who: Who::read(who),
    }
}
