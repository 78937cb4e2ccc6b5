//! Reads params by name. Unknown fields are ignored with a warning; a wrong field is
//! an error with its path, such as `action.tiles[0].rank`.

mod field;
mod parse;
mod type_words;

use std::borrow::Cow;

use qbcoach_protocol::{FieldReader, TypedAction, UnreadJson, Warning, error};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use self::field::{Field, Findings};
use self::parse::parse;
use self::type_words::in_words;
use super::rpc_error::RpcError;
use qbcoach_basics::shorten::{check_name, is_too_long, shortened, shortened_json_error};
use qbcoach_basics::suggest::closest;

/// Params, and warnings about their unknown fields.
#[derive(Debug)]
pub(crate) struct Read<P> {
    pub params: P,
    pub warnings: Vec<Warning>,
}

/// Every request may carry a token for progress reports.
const PROGRESS_TOKEN: &str = "workDoneToken";

/// A client that sends many unknown fields is told about the first ones.
const MOST_WARNINGS: usize = 20;

/// The field that tells actions from each other.
const TYPE: &str = "type";

pub fn read<P: DeserializeOwned + JsonSchema>(
    text: Option<&str>,
    positional: Option<&str>,
) -> Result<Read<P>, RpcError> {
    read_object("", &parsed(text, positional)?, &[PROGRESS_TOKEN])
}

fn parsed(text: Option<&str>, positional: Option<&str>) -> Result<Value, RpcError> {
    let text = by_name(text, positional)?;
    parse(&text).map_err(|problem| not_read("", &problem))
}

/// Reads an object that was left unread in the params, at `path`.
pub(crate) fn read_unread<P: DeserializeOwned + JsonSchema>(
    path: &str,
    json: &UnreadJson,
) -> Result<Read<P>, RpcError> {
    read_object(path, &json.0, &[PROGRESS_TOKEN])
}

/// Reads the fields of `P`; `known` are fields that are not of `P`, but expected.
fn read_object<P: DeserializeOwned + JsonSchema>(
    path: &str,
    value: &Value,
    known: &[&str],
) -> Result<Read<P>, RpcError> {
    let findings = Findings::default();
    match P::deserialize(Field::new(value, &findings)) {
        Ok(params) => {
            let warnings = about_unknown_fields(path, findings, known, P::json_schema);
            Ok(Read { params, warnings })
        }
        Err(problem) => Err(not_read(&within(path, &findings.place()), &problem)),
    }
}

/// The schema of a type, made when it is needed.
type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

fn about_unknown_fields(
    path: &str,
    findings: Findings,
    known: &[&str],
    schema: MakeSchema,
) -> Vec<Warning> {
    let mut unknown = findings.unknown();
    unknown.retain(|field| !known.contains(&field.as_str()));
    // Making a schema is slow, so it is made for a wrong field only.
    let fields = match unknown.is_empty() {
        true => Vec::new(),
        false => fields_of(schema),
    };
    warnings(path, &unknown, &fields)
}

fn within(path: &str, field: &str) -> String {
    match (path, field) {
        ("", _) => field.to_owned(),
        (_, "") => path.to_owned(),
        _ => format!("{path}.{field}"),
    }
}

fn warnings(path: &str, unknown: &[String], fields: &[String]) -> Vec<Warning> {
    let warning = |field: &String| Warning {
        field: within(path, &shortened(field)),
        message: about_unknown(field, fields),
    };
    let mut warnings: Vec<Warning> = unknown.iter().take(MOST_WARNINGS).map(warning).collect();
    if unknown.len() > MOST_WARNINGS {
        let more = unknown.len() - MOST_WARNINGS;
        warnings.push(Warning {
            field: path.to_owned(),
            message: format!("{more} more unknown fields, ignored"),
        });
    }
    warnings
}

/// The refusal of params that could not be read, at `field`.
fn not_read(field: &str, problem: &serde_json::Error) -> RpcError {
    let reason = shortened_json_error(&problem.to_string()).into_owned();
    let reason = in_words(&without_position(&reason));
    match missing_field(&reason) {
        Some(missing) => RpcError::params(&within(field, &missing), reason),
        None => RpcError::params(field, reason),
    }
}

/// Reads an action of the types of `A`, at `action` in the params.
pub(crate) fn read_action<A: TypedAction>(json: &UnreadJson) -> Result<Read<A>, RpcError> {
    let Value::Object(action) = &json.0 else {
        let reason = "an action is an object with a `type`: {\"type\": \"pass\"}";
        return Err(RpcError::params("action", reason));
    };
    let kind = match action.get(TYPE) {
        Some(Value::String(kind)) => kind,
        Some(other) => {
            let reason = format!("{} is not a type of action", brief(other));
            return Err(no_action::<A>(reason));
        }
        None => return Err(no_action::<A>(format!("missing field `{TYPE}`"))),
    };
    let mut fields = ActionFields {
        action: &json.0,
        warnings: Vec::new(),
    };
    match A::read(kind, &mut fields) {
        Some(action) => Ok(Read {
            params: action?,
            warnings: fields.warnings,
        }),
        None => {
            if let Err(too_long) = check_name(kind) {
                return Err(no_action::<A>(too_long.to_string()));
            }
            let near = closest(kind, A::TYPES.iter().copied(), 1).concat();
            let reason = format!("there is no action `{kind}`; did you mean `{near}`?");
            Err(no_action::<A>(reason))
        }
    }
}

fn no_action<A: TypedAction>(reason: String) -> RpcError {
    RpcError::params("action.type", reason).with("allowed", A::TYPES.to_vec())
}

/// The fields of an action, and warnings about the unknown ones.
struct ActionFields<'a> {
    action: &'a Value,
    warnings: Vec<Warning>,
}

impl FieldReader for ActionFields<'_> {
    type Error = RpcError;

    fn read<F: DeserializeOwned + JsonSchema>(&mut self) -> Result<F, RpcError> {
        let read = read_object::<F>("action", self.action, &[TYPE, PROGRESS_TOKEN])?;
        self.warnings.extend(read.warnings);
        Ok(read.params)
    }
}

/// A value short enough for a message.
pub(crate) fn brief(value: &Value) -> String {
    const LONGEST: usize = 40;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// serde_json ends its messages with a line and column of the params alone, which
/// are not those of the client's message.
fn without_position(problem: &str) -> String {
    match problem.find(" at line ") {
        Some(end) => problem[..end].to_owned(),
        None => problem.to_owned(),
    }
}

fn missing_field(reason: &str) -> Option<String> {
    let rest = reason.strip_prefix("missing field `")?;
    rest.strip_suffix('`').map(str::to_owned)
}

fn about_unknown(field: &str, fields: &[String]) -> String {
    if field.contains('.') || is_too_long(field) {
        return "unknown field, ignored".to_owned();
    }
    match closest(field, fields.iter().map(String::as_str), 1).first() {
        Some(near) => format!("unknown field, ignored; did you mean `{near}`?"),
        None => "unknown field, ignored".to_owned(),
    }
}

fn fields_of(schema: MakeSchema) -> Vec<String> {
    let schema = schema(&mut SchemaGenerator::default());
    let properties = schema.get("properties").and_then(Value::as_object);
    properties
        .map(|properties| properties.keys().cloned().collect())
        .unwrap_or_default()
}

/// The params as the text of an object.
fn by_name<'a>(text: Option<&'a str>, positional: Option<&str>) -> Result<Cow<'a, str>, RpcError> {
    const NONE: Cow<'static, str> = Cow::Borrowed("{}");
    let text = text.map_or("null", str::trim);
    if text == "null" {
        return Ok(NONE);
    }
    if text.starts_with('{') {
        return Ok(text.into());
    }
    if !text.starts_with('[') {
        let reason = "params are an object with names";
        return Err(RpcError::new(error::INVALID_REQUEST, reason));
    }
    let list: Vec<&RawValue> = serde_json::from_str(text)
        .map_err(|problem| RpcError::params("", format!("the params are not JSON: {problem}")))?;
    match (&*list, positional) {
        ([], _) => Ok(NONE),
        // Some clients put the object with the names in a list.
        ([object], _) if object.get().starts_with('{') => Ok(object.get().into()),
        ([value], Some(name)) => Ok(format!("{{\"{name}\":{value}}}").into()),
        _ => Err(RpcError::params(
            "",
            "give the params by name, in an object: {\"sessionId\": …}",
        )),
    }
}
