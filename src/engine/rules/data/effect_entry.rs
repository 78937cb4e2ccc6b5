//! One effect of a file: its own fields are checked, the cards it names are still
//! numbers.

use super::super::effect::{Scope, Trigger, Whose};
use super::gaps::EffectGap;
use super::operation_entry::{AMOUNTS, OperationEntry};
use super::{DataFault, EntrySource};
use qbcoach_basics::data::Fields;
use qbcoach_basics::data::Json;

const ID: &str = "a text of its own, of at least one character, \
    without control characters and without spaces at its ends";

#[derive(Clone, Debug)]
pub(super) struct EffectEntry {
    pub source: EntrySource,
    pub id: String,
    pub trigger: Trigger,
    pub scope: Scope,
    pub watches: Option<Whose>,
    pub threshold: Option<i32>,
    pub operations: Vec<OperationEntry>,
}

impl EffectEntry {
    pub fn fault(&self, field: &str, problem: String, allowed: impl Into<String>) -> DataFault {
        DataFault {
            file: self.source.file.clone(),
            item: format!("effect {}", self.id),
            field: field.to_owned(),
            problem,
            allowed: allowed.into(),
        }
    }

    /// Reads the effect at `index` of a file's list.
    pub fn read(
        source: &EntrySource,
        index: usize,
        value: &Json,
        faults: &mut Vec<DataFault>,
    ) -> Result<EffectEntry, EffectGap> {
        let Some(mut fields) = Fields::of(&source.file, item(index, value), value, faults) else {
            return Err(EffectGap { id: None });
        };
        let written_id = fields.text("id", ID);
        let id = written_id.filter(|id| {
            let right = is_id(id);
            if !right {
                fields.fault("id", format!("`{id}` is not an effect id"), ID);
            }
            right
        });
        let trigger = fields.word("trigger", &Trigger::WORDS);
        let scope = fields.word("scope", &Scope::WORDS);
        let threshold = read_threshold(&mut fields, trigger);
        let watches = read_watches(&mut fields, trigger);
        let operations = read_operations(&mut fields, trigger, scope);
        fields.finish();
        let complete = || {
            Some(EffectEntry {
                source: source.clone(),
                id: id?.to_owned(),
                trigger: trigger?,
                scope: scope?,
                watches: watches?,
                threshold: threshold?,
                operations: operations?,
            })
        };
        complete().ok_or_else(|| EffectGap {
            id: written_id.map(str::to_owned),
        })
    }
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.chars().any(char::is_control)
}

/// The name of an effect in messages: its id, or else its position in the list.
fn item(index: usize, value: &Json) -> String {
    match value.text_of("id").filter(|id| is_id(id)) {
        Some(id) => format!("effect {id}"),
        None => format!("effect at position {}", index + 1),
    }
}

/// The outer `None` is a fault, the inner one an effect without threshold.
fn read_threshold(fields: &mut Fields<'_, '_>, trigger: Option<Trigger>) -> Option<Option<i32>> {
    match trigger {
        Some(Trigger::OnPowerThreshold) => fields.integer("threshold", AMOUNTS).map(Some),
        Some(_) => Some(None),
        // Whether the field is allowed depends on the trigger, which is unknown.
        None => {
            fields.skip("threshold");
            None
        }
    }
}

/// The outer `None` is a fault, the inner one an effect that watches no cards.
fn read_watches(fields: &mut Fields<'_, '_>, trigger: Option<Trigger>) -> Option<Option<Whose>> {
    match trigger {
        Some(trigger) if trigger.is_watcher() => fields.word("watches", &Whose::WORDS).map(Some),
        Some(_) => Some(None),
        None => {
            fields.skip("watches");
            None
        }
    }
}

fn read_operations(
    fields: &mut Fields<'_, '_>,
    trigger: Option<Trigger>,
    scope: Option<Scope>,
) -> Option<Vec<OperationEntry>> {
    let list = fields.list("operations", "a list of at least one operation")?;
    if list.is_empty() {
        let problem = "the list is empty".to_owned();
        fields.fault("operations", problem, "at least one operation");
        return None;
    }
    let operations: Vec<Option<OperationEntry>> = list
        .iter()
        .enumerate()
        .map(|(index, value)| {
            let part = fields.part(&format!("operations[{index}]"), value)?;
            OperationEntry::read(part, trigger, scope)
        })
        .collect();
    operations.into_iter().collect()
}
