//! The abilities of cards as data: triggers, scopes and operations, and which of them
//! may be combined (RULES.md, section 7).

use qbcoach_basics::words;

use super::card::CardId;

words! {
    /// When an ability acts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Trigger {
        OnPlay = "on_play",
        WhileInPlay = "while_in_play",
        OnDestroy = "on_destroy",
        OnCardDestroyed = "on_card_destroyed",
        OnCardPlayed = "on_card_played",
        OnEnfeebled = "on_enfeebled",
        OnFirstEnfeebled = "on_first_enfeebled",
        OnFirstEnhanced = "on_first_enhanced",
        OnPowerThreshold = "on_power_threshold",
        OnSpawned = "on_spawned",
        OnLaneWin = "on_lane_win",
        OnRoundEnd = "on_round_end",
    }
}

impl Trigger {
    /// Whether the trigger acts at one moment of a play, and not all the time or only
    /// in the score.
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
    pub(crate) const fn fires_once(self) -> bool {
        matches!(
            self,
            Trigger::OnFirstEnfeebled | Trigger::OnFirstEnhanced | Trigger::OnPowerThreshold
        )
    }
}

words! {
    /// Whose cards, seen from the card that has the ability.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Whose {
        Allies = "allies",
        Enemies = "enemies",
        All = "all",
    }
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

words! {
    impl Scope {
        "self" => Scope::ItSelf,
        "hand" => Scope::Hand,
        "positions" => Scope::Positions,
        "empty_positions" => Scope::EmptyPositions,
        "lane_owner" => Scope::LaneOwner,
        "allies_on_affected_tiles" => Scope::Cards(Whose::Allies, Reach::AffectedTiles),
        "enemies_on_affected_tiles" => Scope::Cards(Whose::Enemies, Reach::AffectedTiles),
        "all_cards_on_affected_tiles" => Scope::Cards(Whose::All, Reach::AffectedTiles),
        "allies_global" => Scope::Cards(Whose::Allies, Reach::Global),
        "enemies_global" => Scope::Cards(Whose::Enemies, Reach::Global),
        "all_cards_global" => Scope::Cards(Whose::All, Reach::Global),
        "allies_in_lane" => Scope::Cards(Whose::Allies, Reach::InLane),
        "enemies_in_lane" => Scope::Cards(Whose::Enemies, Reach::InLane),
        "all_cards_in_lane" => Scope::Cards(Whose::All, Reach::InLane),
    }
}

/// The status of the cards that a counting ability counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CountedStatus {
    Enhanced,
    Enfeebled,
    EnhancedOrEnfeebled,
}

/// The cards that a counting ability counts: `enhanced_allies`, `enfeebled_all`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count {
    pub state: CountedStatus,
    pub whose: Whose,
}

impl Count {
    const fn new(state: CountedStatus, whose: Whose) -> Count {
        Count { state, whose }
    }
}

words! {
    impl Count {
        "enhanced_allies" => Count::new(CountedStatus::Enhanced, Whose::Allies),
        "enhanced_enemies" => Count::new(CountedStatus::Enhanced, Whose::Enemies),
        "enhanced_all" => Count::new(CountedStatus::Enhanced, Whose::All),
        "enfeebled_allies" => Count::new(CountedStatus::Enfeebled, Whose::Allies),
        "enfeebled_enemies" => Count::new(CountedStatus::Enfeebled, Whose::Enemies),
        "enfeebled_all" => Count::new(CountedStatus::Enfeebled, Whose::All),
        "enhanced_or_enfeebled_allies" =>
            Count::new(CountedStatus::EnhancedOrEnfeebled, Whose::Allies),
        "enhanced_or_enfeebled_enemies" =>
            Count::new(CountedStatus::EnhancedOrEnfeebled, Whose::Enemies),
        "enhanced_or_enfeebled_all" => Count::new(CountedStatus::EnhancedOrEnfeebled, Whose::All),
    }
}

/// What an amount of power is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Multiplier {
    Once,
    ReplacedPawns,
}

words! {
    /// What a replacement card does with the power of the ally it replaced.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ReplaceMode {
        Neutral = "neutral",
        Raise = "raise",
        Lower = "lower",
    }
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

words! {
    /// The nine operations by their names in the data.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum OperationKind {
        ModifyPower = "modify_power",
        ModifyPowerScale = "modify_power_scale",
        DestroyCards = "destroy_cards",
        ReplaceAlly = "replace_ally",
        AddToHand = "add_to_hand",
        SpawnToken = "spawn_token",
        ModifyTileRanks = "modify_tile_ranks",
        ScoreBonus = "score_bonus",
        ExpandPositions = "expand_positions",
    }
}

impl OperationKind {
    /// Whether the data may combine the operation with this trigger and scope.
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

/// One ability; a card may have several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    pub id: String,
    pub trigger: Trigger,
    pub scope: Scope,
    /// Whose destroyed or played cards a watcher reacts to; `None` for other triggers.
    pub watches: Option<Whose>,
    /// The power that sets off [`Trigger::OnPowerThreshold`]; `None` for others.
    pub threshold: Option<i32>,
    pub operations: Vec<Operation>,
}
