//! The OpenRPC document of the protocol, made from the wire types.

use std::sync::OnceLock;

use qbcoach_protocol::method::{
    CLIENT_NOTIFICATIONS, METHODS, MethodInfo, NotificationInfo, SERVER_NOTIFICATIONS,
};
use qbcoach_protocol::{PROTOCOL_VERSION, Warning, error};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

pub fn document() -> Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(make).clone()
}

/// The document as a text, made once: it is long, and anybody may ask for it.
pub(crate) fn text() -> &'static RawValue {
    static TEXT: OnceLock<Box<RawValue>> = OnceLock::new();
    let write = || to_raw_value(&document());
    TEXT.get_or_init(|| write().unwrap_or_else(|_| RawValue::NULL.to_owned()))
}

fn make() -> Value {
    let settings = SchemaSettings::draft07().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut schemas = settings.into_generator();
    let mut methods: Vec<Value> = METHODS
        .iter()
        .map(|method| describe(&mut schemas, method))
        .collect();
    methods.extend(CLIENT_NOTIFICATIONS.iter().map(|notification| {
        let mut described = notify(&mut schemas, notification);
        described["x-notification"] = "client".into();
        described
    }));
    let _ = schemas.subschema_for::<Warning>();
    let errors: Vec<Value> = error::CODES
        .iter()
        .map(|(code, message)| json!({ "code": code, "message": message }))
        .collect();
    let notifications: Vec<Value> = SERVER_NOTIFICATIONS
        .iter()
        .map(|notification| notify(&mut schemas, notification))
        .collect();
    json!({
        "openrpc": "1.3.2",
        "info": {
            "title": "qbcoach",
            "description": "A coaching daemon. Params are objects by name; a result may carry \
                `warnings` about params that were not understood.",
            "version": PROTOCOL_VERSION.to_string(),
        },
        "methods": methods,
        "x-serverNotifications": notifications,
        "x-errors": errors,
        "components": { "schemas": schemas.take_definitions(true) },
    })
}

fn notify(schemas: &mut SchemaGenerator, notification: &NotificationInfo) -> Value {
    let params = (notification.params)(schemas);
    let params = resolved(schemas, &params);
    json!({
        "name": notification.name,
        "summary": notification.summary,
        "paramStructure": "by-name",
        "params": fields(&params),
    })
}

fn describe(schemas: &mut SchemaGenerator, method: &MethodInfo) -> Value {
    let params = (method.params)(schemas);
    let params = resolved(schemas, &params);
    let result = (method.result)(schemas);
    let mut described = Map::new();
    described.insert("name".to_owned(), method.name.into());
    described.insert("summary".to_owned(), method.summary.into());
    described.insert("paramStructure".to_owned(), "by-name".into());
    described.insert("params".to_owned(), fields(&params).into());
    described.insert(
        "result".to_owned(),
        json!({ "name": "result", "schema": result }),
    );
    let role = method.role.map(|role| role.word());
    described.insert("x-role".to_owned(), json!(role));
    if let Some(positional) = method.positional {
        described.insert("x-positional".to_owned(), positional.into());
    }
    described.into()
}

/// The schema that a reference refers to.
fn resolved(schemas: &SchemaGenerator, schema: &Schema) -> Value {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let name = reference.and_then(|reference| reference.rsplit('/').next());
    name.and_then(|name| schemas.definitions().get(name))
        .cloned()
        .unwrap_or_else(|| json!(schema))
}

/// Each field of a method's params as a param of its own.
fn fields(params: &Value) -> Vec<Value> {
    let required: Vec<&str> = params["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut fields: Vec<(bool, Value)> = params["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, schema)| {
            let needed = required.contains(&name.as_str());
            let field = json!({ "name": name, "required": needed, "schema": schema });
            (!needed, field)
        })
        .collect();
    // Required params come first, as OpenRPC demands.
    fields.sort_by_key(|(optional, _)| *optional);
    fields.into_iter().map(|(_, field)| field).collect()
}
