//! The operations of a patch.

use serde::Serialize;

use crate::documents::{Node, TreeText};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub(crate) enum Operation<'a> {
    Add { path: String, value: &'a Node },
    Remove { path: String },
    Replace { path: String, value: &'a Node },
}

impl Operation<'_> {
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let (head, path, value) = match self {
            Operation::Add { path, value } => (r#"{"op":"add","path":"#, path, Some(value)),
            Operation::Remove { path } => (r#"{"op":"remove","path":"#, path, None),
            Operation::Replace { path, value } => (r#"{"op":"replace","path":"#, path, Some(value)),
        };
        out.extend_from_slice(head.as_bytes());
        TreeText::from(path.as_str()).write(out);
        if let Some(value) = value {
            out.extend_from_slice(br#","value":"#);
            value.write(out);
        }
        out.push(b'}');
    }
}
