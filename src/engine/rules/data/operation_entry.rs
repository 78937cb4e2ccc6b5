//! One operation of an effect of a file.

use super::super::effect::{Count, Multiplier, OperationKind, ReplaceMode, Scope, Trigger};
use qbcoach_basics::data::Fields;

/// The change of power, bonus or threshold that an effect may name.
pub(super) const AMOUNTS: std::ops::RangeInclusive<i32> = -999..=999;

/// An operation that names cards by number.
#[derive(Clone, Debug)]
pub(super) enum OperationEntry {
    ModifyPower { amount: i32, times: Multiplier },
    GrowPower { amount: i32 },
    CountPower { amount: i32, per: Count },
    DestroyCards,
    ReplaceAlly(ReplaceMode),
    AddToHand(Vec<String>),
    SpawnToken([String; 3]),
    ModifyTileRanks { amount: u8 },
    ScoreBonus { points: i32 },
    LaneMinTransfer,
    ExpandPositions,
}

impl OperationEntry {
    /// Reads an operation of an effect with this trigger and scope; `None` for one that
    /// could not be read.
    pub fn read(
        mut fields: Fields<'_, '_>,
        trigger: Option<Trigger>,
        scope: Option<Scope>,
    ) -> Option<OperationEntry> {
        use OperationKind as Op;
        let kind = fields.word("type", &OperationKind::WORDS);
        let (Some(kind), Some(trigger), Some(scope)) = (kind, trigger, scope) else {
            // Which other fields are allowed depends on all three.
            return None;
        };
        if !kind.allows(trigger, scope) {
            let problem = format!(
                "{} does not go with trigger {} and scope {}",
                kind.word(),
                trigger.word(),
                scope.word()
            );
            fields.fault("type", problem, combinations(kind));
            return None;
        }
        let operation = match kind {
            Op::ModifyPower => {
                let amount = fields.integer("amount", AMOUNTS);
                let times = if trigger != Trigger::WhileInPlay && fields.has("per") {
                    fields.word("per", &[("replaced_pawns", Multiplier::ReplacedPawns)])
                } else {
                    Some(Multiplier::Once)
                };
                amount
                    .zip(times)
                    .map(|(amount, times)| OperationEntry::ModifyPower { amount, times })
            }
            Op::ModifyPowerScale => {
                let amount = fields.integer("amount", AMOUNTS);
                if trigger == Trigger::WhileInPlay {
                    let per = fields.word("per", &Count::WORDS);
                    amount
                        .zip(per)
                        .map(|(amount, per)| OperationEntry::CountPower { amount, per })
                } else {
                    amount.map(|amount| OperationEntry::GrowPower { amount })
                }
            }
            Op::DestroyCards => Some(OperationEntry::DestroyCards),
            Op::ReplaceAlly => fields
                .word("mode", &ReplaceMode::WORDS)
                .map(OperationEntry::ReplaceAlly),
            Op::AddToHand => {
                const ALLOWED: &str = "a list of 1 to 10 card numbers";
                let cards = fields.texts("cards", ALLOWED);
                if cards
                    .as_ref()
                    .is_some_and(|list| !(1..=10).contains(&list.len()))
                {
                    fields.fault("cards", "too few or too many cards".to_owned(), ALLOWED);
                }
                cards.map(OperationEntry::AddToHand)
            }
            Op::SpawnToken => {
                const ALLOWED: &str =
                    "an object with a token's number for each rank, \"1\", \"2\", \"3\"";
                let tokens = fields.required("tokens", ALLOWED);
                tokens.and_then(|tokens| {
                    let mut part = fields.part("tokens", tokens)?;
                    let (one, two, three) = (
                        part.text("1", ALLOWED),
                        part.text("2", ALLOWED),
                        part.text("3", ALLOWED),
                    );
                    part.finish();
                    Some(OperationEntry::SpawnToken([
                        one?.to_owned(),
                        two?.to_owned(),
                        three?.to_owned(),
                    ]))
                })
            }
            Op::ModifyTileRanks => {
                fields
                    .integer("amount", 1..=3)
                    .map(|amount| OperationEntry::ModifyTileRanks {
                        amount: amount as u8,
                    })
            }
            Op::ScoreBonus if trigger == Trigger::OnLaneWin => fields
                .integer("amount", AMOUNTS)
                .map(|points| OperationEntry::ScoreBonus { points }),
            Op::ScoreBonus => fields
                .word("mode", &[("lane_min_transfer", ())])
                .map(|()| OperationEntry::LaneMinTransfer),
            Op::ExpandPositions => Some(OperationEntry::ExpandPositions),
        };
        fields.finish();
        operation
    }
}

/// The triggers and scopes that an operation may be combined with, for messages.
fn combinations(kind: OperationKind) -> String {
    let scopes_of = |trigger: Trigger| -> Vec<&str> {
        let allowed = Scope::WORDS
            .iter()
            .filter(|(_, scope)| kind.allows(trigger, *scope));
        allowed.map(|(word, _)| *word).collect()
    };
    // Triggers with the same scopes form one group.
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (word, trigger) in Trigger::WORDS {
        let scopes = scopes_of(trigger);
        if scopes.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(_, known)| *known == scopes) {
            Some((triggers, _)) => triggers.push(word),
            None => groups.push((vec![word], scopes)),
        }
    }
    let sentences: Vec<String> = groups
        .iter()
        .map(|(triggers, scopes)| format!("{} with {}", triggers.join("/"), scopes.join("/")))
        .collect();
    sentences.join("; or ")
}
