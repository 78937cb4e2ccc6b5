//! The checked-in documents are what the program would write today.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use qbcoach::daemon::settings::Settings;
use qbcoach::daemon::tokens::Tokens;
use qbcoach::daemon::{Daemon, methods, openrpc};
use qbcoach::rules::data;
use qbcoach::sessions::queens_blood::Library;
use qbcoach::simulation::deck_library::DeckLibrary;
use qbcoach_protocol::method::{CLIENT_NOTIFICATIONS, METHODS, SERVER_NOTIFICATIONS};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::conversation::Conversation;
use crate::doors::Door;
use crate::{check_file, files, is_update, root};

/// The methods in the table that all doors are served from.
pub fn served() -> BTreeSet<String> {
    let catalogue = data::embedded();
    let decks = DeckLibrary::embedded(&catalogue).expect("the shipped decks are decks");
    let settings = Settings {
        data_dir: ":memory:".to_owned(),
        ..Settings::default()
    };
    let library = Library::new(catalogue, decks);
    let daemon = Daemon::new(settings, library, Tokens::default()).expect("it needs no files");
    let table = methods::table(Arc::new(daemon)).expect("no name is there twice");
    table.method_names().map(str::to_owned).collect()
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

#[test]
fn the_openrpc_document_is_current() {
    let path = root().join("protocol/openrpc.json");
    check_file(&path, &pretty(&openrpc::document()));
}

#[test]
fn the_daemon_tells_the_same_document() {
    let mut conversation = Conversation::start(Door::StdioLines);
    let heard = conversation.say(r#"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#);
    let answer: Value = serde_json::from_str(&heard[0]).expect("JSON");
    assert_eq!(answer["result"], openrpc::document());
}

#[test]
fn the_document_lists_exactly_what_is_served() {
    let document = openrpc::document();
    let listed = document["methods"].as_array().expect("a list");
    let names = |notification: bool| -> BTreeSet<String> {
        let of_kind = listed
            .iter()
            .filter(|method| method.get("x-notification").is_some() == notification);
        let name = |method: &Value| method["name"].as_str().expect("a name").to_owned();
        of_kind.map(name).collect()
    };
    assert_eq!(names(false), served());
    let notifications = CLIENT_NOTIFICATIONS.map(|notification| notification.name.to_owned());
    assert_eq!(names(true), notifications.into());
    assert_eq!(
        listed.len(),
        names(false).len() + names(true).len(),
        "a method is listed once"
    );
}

#[test]
fn every_reference_of_the_document_leads_somewhere() {
    let document = openrpc::document();
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    assert!(references.len() > 50, "the test reads the document");
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("within the document");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

fn collect_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(
                fields
                    .get("$ref")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            fields.values().for_each(|v| collect_references(v, found));
        }
        Value::Array(items) => items.iter().for_each(|v| collect_references(v, found)),
        _ => {}
    }
}

#[test]
fn the_schemas_are_current_and_stand_alone() {
    let folder = root().join("protocol/schemas");
    let schemas = standalone_schemas();
    for (name, schema) in &schemas {
        check_file(&folder.join(format!("{name}.json")), &pretty(schema));
        let meta = jsonschema::draft7::meta::validate(schema);
        assert!(meta.is_ok(), "{name} is no schema: {:?}", meta.err());
        jsonschema::draft7::new(schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for path in files(&folder, "json") {
        let name = path.file_stem().expect("a name").to_string_lossy();
        if !schemas.contains_key(name.as_ref()) {
            assert!(is_update(), "{} is of no use any more", path.display());
            std::fs::remove_file(&path).expect("it can be removed");
        }
    }
}

/// One schema for each type that is a method's params or result, or what a
/// notification carries.
fn standalone_schemas() -> BTreeMap<String, Value> {
    let mut makers: Vec<fn(&mut SchemaGenerator) -> Schema> = Vec::new();
    makers.extend(
        METHODS
            .iter()
            .flat_map(|method| [method.params, method.result]),
    );
    makers.extend(CLIENT_NOTIFICATIONS.iter().map(|told| told.params));
    makers.extend(SERVER_NOTIFICATIONS.iter().map(|told| told.params));
    makers.push(|schemas| schemas.subschema_for::<qbcoach_protocol::Update>());
    makers.into_iter().filter_map(standalone).collect()
}

/// None for what has no name of its own: a text, a truth value, nothing.
fn standalone(make: fn(&mut SchemaGenerator) -> Schema) -> Option<(String, Value)> {
    let mut schemas = SchemaSettings::draft07().into_generator();
    let reference = make(&mut schemas);
    let reference = reference.get("$ref")?.as_str()?;
    let name = reference.rsplit('/').next()?.to_owned();
    let mut definitions = schemas.take_definitions(true);
    let mut whole = Map::new();
    whole.insert(
        "$schema".to_owned(),
        "http://json-schema.org/draft-07/schema#".into(),
    );
    whole.insert("title".to_owned(), name.clone().into());
    if let Some(Value::Object(own)) = definitions.remove(&name) {
        whole.extend(own);
    }
    if !definitions.is_empty() {
        whole.insert("definitions".to_owned(), definitions.into());
    }
    Some((name, whole.into()))
}
