//! What cards do, as data: triggers, scopes and operations, and the table of
//! which of them go together (RULES 7).

use super::card::CardId;

/// When an ability acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    OnPlay,
    WhileInPlay,
    OnDestroy,
    OnCardDestroyed,
    OnCardPlayed,
    OnEnfeebled,
    OnFirstEnfeebled,
    OnFirstEnhanced,
    OnPowerThreshold,
    OnSpawned,
    OnLaneWin,
    OnRoundEnd,
}

impl Trigger {
    pub const WORDS: [(&str, Trigger); 12] = [
        ("on_play", Trigger::OnPlay),
        ("while_in_play", Trigger::WhileInPlay),
        ("on_destroy", Trigger::OnDestroy),
        ("on_card_destroyed", Trigger::OnCardDestroyed),
        ("on_card_played", Trigger::OnCardPlayed),
        ("on_enfeebled", Trigger::OnEnfeebled),
        ("on_first_enfeebled", Trigger::OnFirstEnfeebled),
        ("on_first_enhanced", Trigger::OnFirstEnhanced),
        ("on_power_threshold", Trigger::OnPowerThreshold),
        ("on_spawned", Trigger::OnSpawned),
        ("on_lane_win", Trigger::OnLaneWin),
        ("on_round_end", Trigger::OnRoundEnd),
    ];

    /// Whether the trigger acts at a moment of a play (and not all the time, or
    /// only when scores are counted).
    pub const fn is_discrete(self) -> bool {
        !matches!(
            self,
            Trigger::WhileInPlay | Trigger::OnLaneWin | Trigger::OnRoundEnd
        )
    }

    /// Whether the trigger waits for something that happens to another card.
    pub const fn is_watcher(self) -> bool {
        matches!(self, Trigger::OnCardDestroyed | Trigger::OnCardPlayed)
    }

    /// Whether the trigger acts once in the life of a card.
    pub const fn fires_once(self) -> bool {
        matches!(
            self,
            Trigger::OnFirstEnfeebled | Trigger::OnFirstEnhanced | Trigger::OnPowerThreshold
        )
    }

    pub fn word(self) -> &'static str {
        word_of(self, &Trigger::WORDS)
    }
}

/// Whose cards, seen from the card that has the ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whose {
    Allies,
    Enemies,
    All,
}

impl Whose {
    pub const WORDS: [(&str, Whose); 3] = [
        ("allies", Whose::Allies),
        ("enemies", Whose::Enemies),
        ("all", Whose::All),
    ];
}

/// Which part of the board a scope covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    AffectedTiles,
    Global,
    InLane,
}

/// What an operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    ItSelf,
    Hand,
    Positions,
    EmptyPositions,
    LaneOwner,
    Cards(Whose, Reach),
}

impl Scope {
    pub const WORDS: [(&str, Scope); 14] = [
        ("self", Scope::ItSelf),
        ("hand", Scope::Hand),
        ("positions", Scope::Positions),
        ("empty_positions", Scope::EmptyPositions),
        ("lane_owner", Scope::LaneOwner),
        (
            "allies_on_affected_tiles",
            Scope::Cards(Whose::Allies, Reach::AffectedTiles),
        ),
        (
            "enemies_on_affected_tiles",
            Scope::Cards(Whose::Enemies, Reach::AffectedTiles),
        ),
        (
            "all_cards_on_affected_tiles",
            Scope::Cards(Whose::All, Reach::AffectedTiles),
        ),
        ("allies_global", Scope::Cards(Whose::Allies, Reach::Global)),
        (
            "enemies_global",
            Scope::Cards(Whose::Enemies, Reach::Global),
        ),
        ("all_cards_global", Scope::Cards(Whose::All, Reach::Global)),
        ("allies_in_lane", Scope::Cards(Whose::Allies, Reach::InLane)),
        (
            "enemies_in_lane",
            Scope::Cards(Whose::Enemies, Reach::InLane),
        ),
        ("all_cards_in_lane", Scope::Cards(Whose::All, Reach::InLane)),
    ];

    pub fn word(self) -> &'static str {
        word_of(self, &Scope::WORDS)
    }
}

/// Which states of a card a counting ability counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counted {
    Enhanced,
    Enfeebled,
    EnhancedOrEnfeebled,
}

/// What a counting ability counts: `enhanced_allies`, `enfeebled_all`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count {
    pub state: Counted,
    pub whose: Whose,
}

impl Count {
    pub const WORDS: [(&str, Count); 9] = {
        const fn count(state: Counted, whose: Whose) -> Count {
            Count { state, whose }
        }
        use Counted::{Enfeebled, Enhanced, EnhancedOrEnfeebled};
        [
            ("enhanced_allies", count(Enhanced, Whose::Allies)),
            ("enhanced_enemies", count(Enhanced, Whose::Enemies)),
            ("enhanced_all", count(Enhanced, Whose::All)),
            ("enfeebled_allies", count(Enfeebled, Whose::Allies)),
            ("enfeebled_enemies", count(Enfeebled, Whose::Enemies)),
            ("enfeebled_all", count(Enfeebled, Whose::All)),
            (
                "enhanced_or_enfeebled_allies",
                count(EnhancedOrEnfeebled, Whose::Allies),
            ),
            (
                "enhanced_or_enfeebled_enemies",
                count(EnhancedOrEnfeebled, Whose::Enemies),
            ),
            (
                "enhanced_or_enfeebled_all",
                count(EnhancedOrEnfeebled, Whose::All),
            ),
        ]
    };
}

/// What an amount of power is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Multiplier {
    Once,
    ReplacedPawns,
}

/// What a replacement card does with the power of the ally it replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReplaceMode {
    Neutral,
    Raise,
    Lower,
}

impl ReplaceMode {
    pub const WORDS: [(&str, ReplaceMode); 3] = [
        ("neutral", ReplaceMode::Neutral),
        ("raise", ReplaceMode::Raise),
        ("lower", ReplaceMode::Lower),
    ];
}

/// What an ability does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    ModifyPower {
        amount: i32,
        times: Multiplier,
    },
    /// Grows with each event its trigger watches.
    GrowPower {
        amount: i32,
    },
    /// Counts cards for as long as it is in play.
    CountPower {
        amount: i32,
        per: Count,
    },
    DestroyCards,
    ReplaceAlly(ReplaceMode),
    AddToHand(Vec<CardId>),
    /// One token for each rank of tile.
    SpawnToken([CardId; 3]),
    ModifyTileRanks {
        amount: u8,
    },
    ScoreBonus {
        points: i32,
    },
    LaneMinTransfer,
    ExpandPositions,
}

/// The nine operations by their names in the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperationKind {
    ModifyPower,
    ModifyPowerScale,
    DestroyCards,
    ReplaceAlly,
    AddToHand,
    SpawnToken,
    ModifyTileRanks,
    ScoreBonus,
    ExpandPositions,
}

impl OperationKind {
    pub const WORDS: [(&str, OperationKind); 9] = [
        ("modify_power", OperationKind::ModifyPower),
        ("modify_power_scale", OperationKind::ModifyPowerScale),
        ("destroy_cards", OperationKind::DestroyCards),
        ("replace_ally", OperationKind::ReplaceAlly),
        ("add_to_hand", OperationKind::AddToHand),
        ("spawn_token", OperationKind::SpawnToken),
        ("modify_tile_ranks", OperationKind::ModifyTileRanks),
        ("score_bonus", OperationKind::ScoreBonus),
        ("expand_positions", OperationKind::ExpandPositions),
    ];

    pub fn word(self) -> &'static str {
        word_of(self, &OperationKind::WORDS)
    }

    /// The table: whether the operation may stand under this trigger and scope.
    pub fn allows(self, trigger: Trigger, scope: Scope) -> bool {
        use OperationKind as Op;
        let cards = matches!(scope, Scope::Cards(..));
        let cards_or_itself = cards || scope == Scope::ItSelf;
        match self {
            Op::ModifyPower if trigger == Trigger::WhileInPlay => cards,
            Op::ModifyPower | Op::DestroyCards => trigger.is_discrete() && cards_or_itself,
            Op::ModifyPowerScale => {
                (trigger == Trigger::WhileInPlay || trigger.is_watcher()) && scope == Scope::ItSelf
            }
            Op::ReplaceAlly => trigger == Trigger::OnPlay && cards_or_itself,
            Op::AddToHand => trigger.is_discrete() && scope == Scope::Hand,
            Op::SpawnToken => trigger.is_discrete() && scope == Scope::EmptyPositions,
            Op::ModifyTileRanks => trigger == Trigger::OnPlay && scope == Scope::Positions,
            Op::ExpandPositions => trigger.is_discrete() && scope == Scope::Positions,
            Op::ScoreBonus => {
                matches!(trigger, Trigger::OnLaneWin | Trigger::OnRoundEnd)
                    && scope == Scope::LaneOwner
            }
        }
    }
}

/// One ability of the registry; a card may have several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    pub id: String,
    pub trigger: Trigger,
    pub scope: Scope,
    /// Whose deaths or plays a watcher reacts to; `None` for other triggers.
    pub watches: Option<Whose>,
    /// The power that sets off [`Trigger::OnPowerThreshold`]; `None` for others.
    pub threshold: Option<i32>,
    pub operations: Vec<Operation>,
}

pub(crate) fn word_of<T: PartialEq>(value: T, words: &[(&'static str, T)]) -> &'static str {
    words
        .iter()
        .find(|(_, meaning)| *meaning == value)
        .map_or("", |(word, _)| word)
}
