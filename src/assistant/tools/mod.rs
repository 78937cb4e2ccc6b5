//! The tools: each is a question that a person asks, or something that a person reports.

pub(crate) mod advice;
pub(crate) mod cards;
pub(crate) mod combat;
pub(crate) mod legal;
pub(crate) mod matches;
pub(crate) mod puzzle;
pub mod report;
pub(crate) mod review;
pub(crate) mod threat;

use std::pin::Pin;
use std::sync::Arc;

use qbcoach_protocol::method::Role;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::answer::{Answer, Refusal};
use crate::server::Assistant;
use crate::work::Work;

pub(crate) type ToolAnswer<'a> = Pin<Box<dyn Future<Output = Result<Answer, Refusal>> + Send + 'a>>;

/// Whether a tool changes a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Reads,
    Changes,
}

pub(crate) struct ToolKind {
    pub name: &'static str,
    title: &'static str,
    description: &'static str,
    /// The least role that may use it.
    pub role: Role,
    pub effect: Effect,
    params: fn(&mut SchemaGenerator) -> Schema,
    data: fn(&mut SchemaGenerator) -> Schema,
    pub run: for<'a> fn(&'a Assistant, Map<String, Value>, &'a Work) -> ToolAnswer<'a>,
}

macro_rules! tools {
    ($($name:literal $run:path, ($params:ty) -> $data:ty, $role:ident, $effect:ident, $title:literal, $about:literal;)*) => {
        /// Every tool, in the order in which they are listed.
        pub(crate) const TOOLS: &[ToolKind] = &[
            $(ToolKind {
                name: $name,
                title: $title,
                description: $about,
                role: Role::$role,
                effect: Effect::$effect,
                params: |schemas| <$params>::json_schema(schemas),
                data: |schemas| <$data>::json_schema(schemas),
                run: |assistant, params, work| Box::pin(async move {
                    $run(assistant, read::<$params>(params)?, work).await
                }),
            },)*
        ];
    };
}

tools! {
    "look_up_card" cards::look_up_card, (cards::CardQuestion) -> cards::CardFacts, Stream, Reads,
        "Look up a card",
        "Everything that is printed on a Queen's Blood card: rank, power, which tiles it reaches and what it does. Use it instead of your memory.";
    "read_deck" cards::read_deck, (cards::DeckQuestion) -> cards::DeckFacts, Stream, Reads,
        "Read a deck",
        "The cards of a deck, whether it is legal, and its short code. Without a deck it names the decks that are known.";
    "start_match" matches::start_match, (matches::NewMatch) -> crate::match_words::Standing, Control, Changes,
        "Start a match",
        "Starts a match of Queen's Blood, which becomes the current one. Ask the person for the opening hand and deck first; what is not known can be left out.";
    "continue_match" matches::continue_match, (matches::MatchChoice) -> matches::Continued, Stream, Reads,
        "Continue a match",
        "Makes a match or combat the current one and tells how it stands. Without a name it lists the latest ones.";
    "show_match" matches::show_match, (matches::MatchQuestion) -> Value, Stream, Reads,
        "Show the match",
        "How the current match or combat stands: turn, score, every lane and card, your hand, and what has to be reported next.";
    "report" report::report, (report::Report) -> report::Reported, Control, Changes,
        "Report what happened",
        "Reports what happened at the table, one or several lines in order: `you play Crawler MID-1`, `enemy play Archdragon m5`, `enemy pass`, `draw Zu` (the card the person drew), `mulligan Crawler -> Zu`, `keep`. Tiles are TOP, MID or BOT and a column from 1 to 5, counted from the person's side. All lines are taken or none. Never fill in what you were not told.";
    "correct" report::correct, (report::Correction) -> report::Reported, Control, Changes,
        "Correct the match",
        "Makes the match agree with the real table: the hand, tiles of the board, or a deck that was entered wrong. Everything is corrected or nothing.";
    "undo" report::undo, (report::Steps) -> report::Reported, Control, Changes,
        "Undo",
        "Takes back the latest steps of the match or combat.";
    "redo" report::redo, (report::Steps) -> report::Reported, Control, Changes,
        "Redo",
        "Brings back steps that were undone, as long as nothing else was reported.";
    "legal_moves" legal::legal_moves, (legal::LegalQuestion) -> Value, View, Reads,
        "What is legal",
        "Every legal move: which card may go to which tile, or the numbered actions of a combat. This is not advice.";
    "best_move" advice::best_move, (advice::BestQuestion) -> Value, View, Reads,
        "Best move and why",
        "The best moves now, with win chances, reasons and the line that is expected; before the first move also which cards to put back.";
    "enemy_threat" threat::enemy_threat, (threat::ThreatQuestion) -> Value, Stream, Reads,
        "What the enemy may do",
        "What the enemy may do next with exact chances, over every hand it can hold, and which cards it probably holds.";
    "is_it_locked" advice::is_it_locked, (matches::MatchChoice) -> advice::LocksTold, Stream, Reads,
        "Is it locked",
        "Which lanes, and whether the match, are proved to be decided whatever is played. Passing first is safe only then.";
    "review_match" review::review_match, (review::ReviewQuestion) -> review::ReviewTold, View, Reads,
        "Review a match",
        "Goes through all moves: what was best, what each mistake cost in win chance, how much was luck. Takes some seconds.";
    "puzzle" puzzle::puzzle, (puzzle::PuzzleQuestion) -> puzzle::PuzzleTold, View, Reads,
        "Practise",
        "Without an answer: shows a position with one best move, the next one that is due if none is named. With an answer: says whether it is right and what is best.";
    "start_combat" combat::start_combat, (combat::NewCombat) -> combat::CombatTold, Control, Changes,
        "Start a Mage Knight combat",
        "Starts a combat of Mage Knight against enemies, which becomes the current one, and lists what can be done.";
    "combat_step" combat::combat_step, (combat::Step) -> combat::CombatTold, Control, Changes,
        "A step of a combat",
        "Does one of the numbered actions of the list that was shown last for the current combat, and lists what can be done next.";
}

/// The params of a call; the error says which one is wrong.
fn read<T: DeserializeOwned>(params: Map<String, Value>) -> Result<T, Refusal> {
    serde_json::from_value(Value::Object(params)).map_err(|error| {
        let problem = error.to_string().replace("field", "input");
        Refusal::new(format!("these inputs do not fit: {problem}"))
            .ask("See the description of this tool for its inputs.")
    })
}

impl ToolKind {
    pub(crate) fn find(name: &str) -> Option<&'static ToolKind> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// The tool as it is listed.
    pub(crate) fn listed(&self) -> Tool {
        let params = Arc::new(plain(self.params));
        let mut tool = Tool::new(self.name, self.description, params).with_title(self.title);
        tool.output_schema = answered(plain(self.data)).map(Arc::new);
        let annotations = ToolAnnotations::with_title(self.title);
        let annotations = match self.effect {
            Effect::Reads => annotations.read_only(true),
            Effect::Changes => annotations.read_only(false).destructive(false),
        };
        tool.annotations = Some(annotations.open_world(false));
        tool
    }
}

/// The schema of what a tool answers: its data, or why it was refused. None for data that
/// differs between the games.
fn answered(mut data: JsonObject) -> Option<JsonObject> {
    let refusal = plain(Refusal::json_schema);
    let refusal = refusal.get("properties")?.as_object()?.clone();
    let properties = data.get_mut("properties")?.as_object_mut()?;
    properties.extend(refusal);
    // Clients check refusals, too, which have none of the other fields.
    data.remove("required");
    Some(data)
}

/// A schema in one piece, without the names of our types.
fn plain(schema: fn(&mut SchemaGenerator) -> Schema) -> JsonObject {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut generator = settings.into_generator();
    let mut schema = schema(&mut generator).to_value();
    strip(&mut schema);
    match schema {
        Value::Object(mut schema) => {
            schema.entry("type").or_insert_with(|| "object".into());
            schema
        }
        _ => JsonObject::new(),
    }
}

fn strip(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_schema = !fields.contains_key("properties") || fields.contains_key("type");
            if is_schema {
                fields.retain(|name, value| {
                    let is_ours = matches!(name.as_str(), "title" | "format" | "$schema");
                    !(is_ours && value.is_string())
                });
            }
            fields.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}
