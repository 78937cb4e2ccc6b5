//! Reading params: by name, forgiving what is unknown and saying so, exact about
//! what is wrong.

use qbcoach_protocol::{Warning, error};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::failure::Failure;
use crate::rules::suggest::closest;

/// Params and what was not understood of them.
#[derive(Debug)]
pub struct Read<P> {
    pub params: P,
    pub warnings: Vec<Warning>,
}

/// Every method may carry it.
const PROGRESS_TOKEN: &str = "workDoneToken";

pub fn read<P: DeserializeOwned + JsonSchema>(
    text: Option<&str>,
    positional: Option<&str>,
) -> Result<Read<P>, Failure> {
    let object = by_name(text, positional)?;
    read_object("", Value::Object(object))
}

/// Reads an object that stands under `path` in the params.
pub fn read_object<P: DeserializeOwned + JsonSchema>(
    path: &str,
    value: Value,
) -> Result<Read<P>, Failure> {
    let mut unknown = Vec::new();
    let mut track = serde_path_to_error::Track::new();
    let read = {
        let inner = serde_path_to_error::Deserializer::new(value, &mut track);
        serde_ignored::deserialize(inner, |field| {
            // An optional object on the way is a `?` in these paths.
            let path = field.to_string();
            let names: Vec<&str> = path.split('.').filter(|name| *name != "?").collect();
            unknown.push(names.join("."));
        })
    };
    let within = |field: String| match (path.is_empty(), field.as_str()) {
        (true, _) => field,
        (false, "." | "") => path.to_owned(),
        (false, _) => format!("{path}.{field}"),
    };
    match read {
        Ok(params) => {
            let known = fields_of::<P>();
            let warnings = unknown
                .into_iter()
                .filter(|field| field != PROGRESS_TOKEN)
                .map(|field| {
                    let message = about_unknown(&field, &known);
                    Warning {
                        field: within(field),
                        message,
                    }
                })
                .collect();
            Ok(Read { params, warnings })
        }
        Err(problem) => {
            let mut field = track.path().to_string();
            let reason = plain(&problem.to_string());
            if let Some(missing) = missing_field(&reason) {
                field = match field.as_str() {
                    "." => missing,
                    parent => format!("{parent}.{missing}"),
                };
            }
            let field = if field == "." { String::new() } else { field };
            Err(Failure::params(&within(field), reason))
        }
    }
}

/// serde's words end with a place in a text that the client never wrote so.
fn plain(problem: &str) -> String {
    match problem.find(" at line ") {
        Some(end) => problem[..end].to_owned(),
        None => problem.to_owned(),
    }
}

fn missing_field(reason: &str) -> Option<String> {
    let rest = reason.strip_prefix("missing field `")?;
    rest.strip_suffix('`').map(str::to_owned)
}

fn about_unknown(field: &str, known: &[String]) -> String {
    let nested = field.contains('.');
    match closest(field, known.iter().map(String::as_str), 1).first() {
        Some(near) if !nested => format!("unknown field, ignored; did you mean `{near}`?"),
        _ => "unknown field, ignored".to_owned(),
    }
}

fn fields_of<P: JsonSchema>() -> Vec<String> {
    let schema = schemars::schema_for!(P);
    let properties = schema.get("properties").and_then(Value::as_object);
    properties
        .map(|properties| properties.keys().cloned().collect())
        .unwrap_or_default()
}

fn by_name(text: Option<&str>, positional: Option<&str>) -> Result<Map<String, Value>, Failure> {
    let Some(text) = text else {
        return Ok(Map::new());
    };
    let value: Value = serde_json::from_str(text)
        .map_err(|problem| Failure::params("", format!("the params are not JSON: {problem}")))?;
    match value {
        Value::Object(object) => Ok(object),
        Value::Null => Ok(Map::new()),
        Value::Array(list) => one_by_place(list, positional),
        other => Err(Failure::new(
            error::INVALID_REQUEST,
            format!("params are an object with names, not {other}"),
        )),
    }
}

fn one_by_place(
    mut list: Vec<Value>,
    positional: Option<&str>,
) -> Result<Map<String, Value>, Failure> {
    match (list.len(), positional) {
        (0, _) => Ok(Map::new()),
        // Some clients wrap the object with the names in a list.
        (1, _) if list[0].is_object() => match list.remove(0) {
            Value::Object(object) => Ok(object),
            _ => Ok(Map::new()),
        },
        (1, Some(name)) => Ok([(name.to_owned(), list.remove(0))].into_iter().collect()),
        _ => Err(Failure::params(
            "",
            "give the params by name, in an object: {\"sessionId\": …}",
        )),
    }
}
