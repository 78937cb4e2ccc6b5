//! The limit on the answers of a batch.

use jsonrpsee::types::Id;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::refusals::{is_long, refuse};
use super::{AnswerText, even_null};
use crate::answer_room::AnswerShare;
use crate::rpc_error::RpcError;

/// The bytes that the answers of a batch may have.
pub(super) struct BatchRoom {
    most: u64,
    used: u64,
    share: AnswerShare,
    /// Whether the answers of all batches together leave no room.
    is_full: bool,
}

impl BatchRoom {
    pub fn new(most: u64, share: AnswerShare) -> BatchRoom {
        BatchRoom {
            most,
            used: 0,
            share,
            is_full: false,
        }
    }

    pub fn is_used_up(&self) -> bool {
        self.used >= self.most || self.is_full
    }

    pub fn use_for(&mut self, answer: &RawValue) {
        self.used += answer.get().len() as u64;
        self.is_full = !self.share.add(answer.get().len());
    }

    /// What the answers take, until they have been sent.
    pub fn into_share(self) -> AnswerShare {
        self.share
    }

    /// The answer, or an error with its id if it is too much.
    pub fn fit(&mut self, answer: Box<RawValue>) -> AnswerText {
        match self.is_used_up() {
            true => self.refuse(answer.get()),
            false => {
                self.use_for(&answer);
                Some(answer)
            }
        }
    }

    /// The error for a call, or for an answer; no error for a notification.
    pub fn refuse(&self, message: &str) -> AnswerText {
        #[derive(Deserialize)]
        struct WithId<'a> {
            #[serde(borrow, default, deserialize_with = "even_null")]
            id: Option<&'a RawValue>,
        }
        let reason = match self.is_full {
            true => "too many large answers wait to be read; ask again later",
            false => "the answers of the batch are too large; ask in several batches",
        };
        let failure = RpcError::limit("batchAnswerBytes", self.most, reason);
        match serde_json::from_str::<WithId<'_>>(message) {
            Ok(WithId { id: None }) => None,
            Ok(WithId { id: Some(id) }) => match serde_json::from_str::<Id<'_>>(id.get()) {
                Ok(id) if !is_long(&id) => refuse(id, failure),
                _ => refuse(Id::Null, failure),
            },
            Err(_) => refuse(Id::Null, failure),
        }
    }
}
