//! Abilities described in words, made from their data.

use super::catalogue::Catalogue;
use super::effect::{
    CountedStatus, Effect, Multiplier, Operation, Reach, ReplaceMode, Scope, Trigger, Whose,
};

/// An ability as a sentence.
pub fn describe(catalogue: &Catalogue, effect: &Effect) -> String {
    let parts: Vec<String> = effect
        .operations
        .iter()
        .map(|operation| operation_words(catalogue, effect, operation))
        .collect();
    let sentence = format!("{}{}.", trigger_words(effect), join(&parts));
    let mut letters = sentence.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn trigger_words(effect: &Effect) -> String {
    let watched = match effect.watches {
        Some(Whose::Allies) => "another allied card",
        Some(Whose::Enemies) => "an enemy card",
        Some(Whose::All) | None => "another card",
    };
    match effect.trigger {
        Trigger::OnPlay => "when played, ".to_owned(),
        Trigger::WhileInPlay => "while in play, ".to_owned(),
        Trigger::OnDestroy => "when destroyed, ".to_owned(),
        Trigger::OnCardDestroyed => format!("each time {watched} is destroyed, "),
        Trigger::OnCardPlayed => format!("each time {watched} is played from a hand, "),
        Trigger::OnEnfeebled => "each time its power is lowered, ".to_owned(),
        Trigger::OnFirstEnfeebled => "when first enfeebled, ".to_owned(),
        Trigger::OnFirstEnhanced => "when first enhanced, ".to_owned(),
        Trigger::OnPowerThreshold => format!(
            "when its power first reaches {}, ",
            effect.threshold.unwrap_or_default()
        ),
        Trigger::OnSpawned => "when spawned, ".to_owned(),
        Trigger::OnLaneWin => "if its side wins the lane, ".to_owned(),
        Trigger::OnRoundEnd => "at the end, ".to_owned(),
    }
}

fn operation_words(catalogue: &Catalogue, effect: &Effect, operation: &Operation) -> String {
    match operation {
        Operation::ModifyPower { amount, times } => {
            let verb = if *amount < 0 { "lowers" } else { "raises" };
            let times = match times {
                Multiplier::Once => "",
                Multiplier::ReplacedPawns => " for each pawn it replaced",
            };
            format!(
                "{verb} the power of {} by {}{times}",
                scope_words(effect.scope),
                amount.unsigned_abs()
            )
        }
        Operation::GrowPower { amount } => change_of_own(*amount),
        Operation::CountPower { amount, per } => {
            let state = match per.state {
                CountedStatus::Enhanced => "enhanced",
                CountedStatus::Enfeebled => "enfeebled",
                CountedStatus::EnhancedOrEnfeebled => "enhanced or enfeebled",
            };
            let whose = match per.whose {
                Whose::Allies => "other allied card",
                Whose::Enemies => "enemy card",
                Whose::All => "other card",
            };
            format!(
                "{} for each {whose} that is {state}",
                change_of_own(*amount)
            )
        }
        Operation::DestroyCards => format!("destroys {}", scope_words(effect.scope)),
        Operation::ReplaceAlly(mode) => {
            let taking = "takes the place of an allied card, which is destroyed";
            let scope = scope_words(effect.scope);
            match mode {
                ReplaceMode::Neutral => taking.to_owned(),
                ReplaceMode::Raise => {
                    format!("{taking}, and raises the power of {scope} by that card's power")
                }
                ReplaceMode::Lower => {
                    format!("{taking}, and lowers the power of {scope} by that card's power")
                }
            }
        }
        Operation::AddToHand(cards) => {
            let names: Vec<String> = cards
                .iter()
                .map(|card| catalogue[*card].name.clone())
                .collect();
            format!("adds {} to its owner's hand", join(&names))
        }
        Operation::SpawnToken(tokens) => {
            let mut names: Vec<&str> = tokens
                .iter()
                .map(|token| catalogue[*token].name.as_str())
                .collect();
            names.dedup();
            format!(
                "puts {} on each of its owner's empty tiles, by the tile's rank",
                names.join(" or ")
            )
        }
        Operation::ModifyTileRanks { amount } => {
            format!("its pawns raise ranks by {amount} instead of 1")
        }
        Operation::ScoreBonus { points } => {
            let noun = if *points == 1 { "point" } else { "points" };
            format!("the lane gives {points} {noun} more")
        }
        Operation::LaneMinTransfer => {
            "the winner of a lane also gets the loser's lane power as points".to_owned()
        }
        Operation::ExpandPositions => {
            "claims the neutral tiles around it and raises its owner's own there by 1".to_owned()
        }
    }
}

fn change_of_own(amount: i32) -> String {
    let verb = if amount < 0 { "loses" } else { "gains" };
    format!("{verb} {} power", amount.unsigned_abs())
}

fn scope_words(scope: Scope) -> String {
    let (whose, reach) = match scope {
        Scope::ItSelf => return "itself".to_owned(),
        Scope::Hand => return "the hand".to_owned(),
        Scope::Positions | Scope::EmptyPositions => return "tiles".to_owned(),
        Scope::LaneOwner => return "the lane's winner".to_owned(),
        Scope::Cards(whose, reach) => (whose, reach),
    };
    let cards = match whose {
        Whose::Allies => "allied cards",
        Whose::Enemies => "enemy cards",
        Whose::All => "all cards",
    };
    let area = match reach {
        Reach::AffectedTiles => "on affected tiles",
        Reach::Global => "on the board",
        Reach::InLane => "in its lane",
    };
    format!("{cards} {area}")
}

fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
