//! The checked-in documents are the ones that the program generates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use qbcoach_daemon::settings::Settings;
use qbcoach_daemon::tokens::Tokens;
use qbcoach_daemon::{Daemon, methods, openrpc};
use qbcoach_engine::rules::data;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_protocol::method::{
    CLIENT_NOTIFICATIONS, LANGUAGE_METHODS, METHODS, SERVER_NOTIFICATIONS,
};
use qbcoach_sessions::queens_blood::Library;
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::protocol::conversation::Conversation;
use crate::protocol::endpoint::Endpoint;
use crate::protocol::{check_file, files, is_update, root};

/// The names of all methods that the daemon serves.
pub fn served() -> BTreeSet<String> {
    let catalogue = data::embedded();
    let decks = DeckLibrary::embedded(&catalogue).expect("the shipped decks are valid");
    let settings = Settings {
        data_dir: ":memory:".to_owned(),
        ..Settings::default()
    };
    let library = Library::new(catalogue, decks);
    let daemon = Daemon::new(settings, library.into(), Tokens::default())
        .expect("the daemon starts without files");
    let table = methods::table(Arc::new(daemon)).expect("every name is registered once");
    let mut names: BTreeSet<String> = table.names().map(str::to_owned).collect();
    // Another protocol describes these.
    for name in LANGUAGE_METHODS {
        assert!(names.remove(name), "{name} is served");
    }
    names
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
fn rpc_discover_answers_the_same_document() {
    let mut conversation = Conversation::start(Endpoint::StdioLines);
    let received = conversation.exchange(r#"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#);
    let answer: Value = serde_json::from_str(&received[0]).expect("messages are JSON");
    assert_eq!(answer["result"], openrpc::document());
}

#[test]
fn the_document_lists_exactly_the_served_methods() {
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
fn every_reference_of_the_document_resolves() {
    let document = openrpc::document();
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    assert!(
        references.len() > 50,
        "only {} references",
        references.len()
    );
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
fn the_schemas_are_current_and_self_contained() {
    let folder = root().join("protocol/schemas");
    let schemas = standalone_schemas();
    for (name, schema) in &schemas {
        check_file(&folder.join(format!("{name}.json")), &pretty(schema));
        let meta = jsonschema::draft7::meta::validate(schema);
        assert!(meta.is_ok(), "{name} is not a schema: {:?}", meta.err());
        jsonschema::draft7::new(schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for path in files(&folder, "json") {
        let name = path.file_stem().expect("a name").to_string_lossy();
        if !schemas.contains_key(name.as_ref()) {
            assert!(is_update(), "{} has no type any more", path.display());
            std::fs::remove_file(&path).expect("the file can be removed");
        }
    }
}

/// One schema for each type of a method's params or result, or of a notification's
/// params.
fn standalone_schemas() -> BTreeMap<String, Value> {
    let mut makers: Vec<fn(&mut SchemaGenerator) -> Schema> = Vec::new();
    makers.extend(
        METHODS
            .iter()
            .flat_map(|method| [method.params, method.result]),
    );
    makers.extend(
        CLIENT_NOTIFICATIONS
            .iter()
            .map(|notification| notification.params),
    );
    makers.extend(
        SERVER_NOTIFICATIONS
            .iter()
            .map(|notification| notification.params),
    );
    makers.push(|schemas| schemas.subschema_for::<qbcoach_protocol::Update>());
    makers.into_iter().filter_map(standalone).collect()
}

/// None for types without a name, such as a string or null.
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
