//! Reads params by name. Unknown fields are ignored with a warning; a wrong field is
//! an error with its path, such as `action.tiles[0].rank`.

use std::borrow::Cow;

use qbcoach_protocol::{FieldReader, TypedAction, UnreadJson, Warning, error};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

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
    read_object("", &by_name(text, positional)?, &[PROGRESS_TOKEN])
}

/// Reads an object that was left unread in the params, at `path`.
pub(crate) fn read_unread<P: DeserializeOwned + JsonSchema>(
    path: &str,
    json: &UnreadJson,
) -> Result<Read<P>, RpcError> {
    read_object(path, json.0.get(), &[PROGRESS_TOKEN])
}

/// Reads the fields of `P`; `known` are fields that are not of `P`, but expected.
fn read_object<P: DeserializeOwned + JsonSchema>(
    path: &str,
    text: &str,
    known: &[&str],
) -> Result<Read<P>, RpcError> {
    let mut unknown = Vec::new();
    let mut track = serde_path_to_error::Track::new();
    let mut json = serde_json::Deserializer::from_str(text);
    let read: Result<P, _> = {
        let mut note = |field: serde_ignored::Path<'_>| unknown.push(path_text(&field));
        let inner = serde_path_to_error::Deserializer::new(&mut json, &mut track);
        let inner = serde_ignored::Deserializer::new(inner, &mut note);
        // With its type erased the reader is compiled once, and not for every type of
        // params: that was a good part of the build.
        erased_serde::deserialize(&mut <dyn erased_serde::Deserializer>::erase(inner))
    };
    let within = |field: &str| match (path.is_empty(), field) {
        (true, _) => field.to_owned(),
        (false, "") => path.to_owned(),
        (false, _) => format!("{path}.{field}"),
    };
    match read {
        Ok(params) => {
            unknown.retain(|field| !known.contains(&field.as_str()));
            // Making a schema is slow, so it is made for a wrong field only.
            let fields = match unknown.is_empty() {
                true => Vec::new(),
                false => fields_of::<P>(),
            };
            let warning = |field: &String| Warning {
                field: within(&shortened(field)),
                message: about_unknown(field, &fields),
            };
            let mut warnings: Vec<Warning> =
                unknown.iter().take(MOST_WARNINGS).map(warning).collect();
            if unknown.len() > MOST_WARNINGS {
                let more = unknown.len() - MOST_WARNINGS;
                warnings.push(Warning {
                    field: within(""),
                    message: format!("{more} more unknown fields, ignored"),
                });
            }
            Ok(Read { params, warnings })
        }
        Err(problem) if is_json(text) => {
            let mut field = track.path().to_string();
            let reason = shortened_json_error(&problem.to_string()).into_owned();
            let reason = without_position(&reason);
            if let Some(missing) = missing_field(&reason) {
                field = match field.as_str() {
                    "." => missing,
                    parent => format!("{parent}.{missing}"),
                };
            }
            let field = if field == "." { "" } else { &field };
            Err(RpcError::params(&within(field), reason))
        }
        Err(problem) => {
            let reason = format!("the params are not JSON: {problem}");
            Err(RpcError::params("", reason))
        }
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Reads an action of the types of `A`, at `action` in the params.
pub(crate) fn read_action<A: TypedAction>(json: &UnreadJson) -> Result<Read<A>, RpcError> {
    let text = json.0.get();
    if !text.starts_with('{') {
        let reason = "an action is an object with a `type`: {\"type\": \"pass\"}";
        return Err(RpcError::params("action", reason));
    }
    let kind = action_type(text).map_err(|reason| no_action::<A>(reason))?;
    let mut fields = ActionFields {
        text,
        warnings: Vec::new(),
    };
    match A::read(&kind, &mut fields) {
        Some(action) => Ok(Read {
            params: action?,
            warnings: fields.warnings,
        }),
        None => {
            if let Err(too_long) = check_name(&kind) {
                return Err(no_action::<A>(too_long.to_string()));
            }
            let near = closest(&kind, A::TYPES.iter().copied(), 1).concat();
            let reason = format!("there is no action `{kind}`; did you mean `{near}`?");
            Err(no_action::<A>(reason))
        }
    }
}

fn no_action<A: TypedAction>(reason: String) -> RpcError {
    RpcError::params("action.type", reason).with("allowed", A::TYPES.to_vec())
}

fn action_type(text: &str) -> Result<String, String> {
    #[derive(Deserialize)]
    struct Tag {
        #[serde(default, rename = "type", deserialize_with = "even_null")]
        kind: Option<Value>,
    }
    fn even_null<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<Value>, D::Error> {
        Value::deserialize(input).map(Some)
    }
    let tag: Tag = serde_json::from_str(text).map_err(|problem| problem.to_string())?;
    match tag.kind {
        Some(Value::String(kind)) => Ok(kind),
        Some(other) => Err(format!("{} is not a type of action", brief(&other))),
        None => Err(format!("missing field `{TYPE}`")),
    }
}

/// The fields of an action, and warnings about the unknown ones.
struct ActionFields<'a> {
    text: &'a str,
    warnings: Vec<Warning>,
}

impl FieldReader for ActionFields<'_> {
    type Error = RpcError;

    fn read<F: DeserializeOwned + JsonSchema>(&mut self) -> Result<F, RpcError> {
        let read = read_object::<F>("action", self.text, &[TYPE, PROGRESS_TOKEN])?;
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

/// The path of a field as errors write it: `action.tiles[0].rank`.
fn path_text(path: &serde_ignored::Path<'_>) -> String {
    use serde_ignored::Path;
    match path {
        Path::Root => String::new(),
        Path::Seq { parent, index } => format!("{}[{index}]", path_text(parent)),
        Path::Map { parent, key } => match path_text(parent) {
            parent if parent.is_empty() => key.clone(),
            parent => format!("{parent}.{key}"),
        },
        // An option or a wrapper type is no part of the path.
        Path::Some { parent }
        | Path::NewtypeStruct { parent }
        | Path::NewtypeVariant { parent } => path_text(parent),
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

fn fields_of<P: JsonSchema>() -> Vec<String> {
    let schema = schemars::schema_for!(P);
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
