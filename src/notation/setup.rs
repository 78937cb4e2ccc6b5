//! The setup as a match text has it: what is not written is left open.

use qbcoach_engine::rules::{BySide, CardId, Position, Rules, Side};
use qbcoach_engine::simulation::game_state::MatchMode;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenSetup {
    pub title: Option<String>,
    pub mode: Option<MatchMode>,
    pub rules: Rules,
    pub seed: Option<u64>,
    pub first: Option<Side>,
    pub position: Option<Position>,
    pub decks: BySide<Option<Vec<CardId>>>,
    pub hand: Option<Vec<CardId>>,
    pub enemy_hand: Option<EnemyHand>,
    pub name: Option<String>,
    pub tag: Option<String>,
    pub autoplay: Vec<Side>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnemyHand {
    Cards(Vec<CardId>),
    /// So many cards that have not been seen.
    Unseen(u32),
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

impl WrittenSetup {
    /// Who moves first, and where. The position says whose turn it is, whatever `first`
    /// says.
    pub fn start(&self) -> Position {
        let first = self.first.unwrap_or(Side::You);
        self.position.unwrap_or_else(|| Position::opening(first))
    }
}
