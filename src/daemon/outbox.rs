//! The messages that wait to be sent to one client. They may take so many bytes and no
//! more: whoever has another message waits until the client has read some.

use std::sync::Arc;

use serde_json::value::RawValue;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::answer_room::AnswerShare;
use super::unread_room::{UnreadMessage, UnreadShare};

/// The most messages that may wait. A follower that reads slowly should skip updates
/// rather than get old ones.
const MOST_MESSAGES: usize = 64;

/// The end where messages are put in. Cheap to copy.
#[derive(Clone, Debug)]
pub struct Outbox {
    messages: UnboundedSender<OutgoingMessage>,
    room: Arc<Semaphore>,
    most_bytes: usize,
    unread: Arc<UnreadShare>,
}

/// The end where the writer takes messages out.
#[derive(Debug)]
pub struct OutboxReader {
    messages: UnboundedReceiver<OutgoingMessage>,
    room: Arc<Semaphore>,
}

/// A message and the room that it takes. It is to be dropped when it has been written.
#[derive(Debug)]
pub struct OutgoingMessage {
    pub text: String,
    pub room: OutgoingRoom,
}

/// The room of a message, until this is dropped.
#[derive(Debug)]
pub struct OutgoingRoom {
    _of_connection: OwnedSemaphorePermit,
    _of_all_connections: UnreadMessage,
    _of_batches: Option<AnswerShare>,
}

/// The client is gone, so the message was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsent;

pub(crate) fn outbox(most_bytes: u64, unread: Arc<UnreadShare>) -> (Outbox, OutboxReader) {
    let most_bytes = usize::try_from(most_bytes).unwrap_or(usize::MAX);
    let most_bytes = most_bytes.clamp(MOST_MESSAGES, u32::MAX as usize);
    let (sender, messages) = unbounded_channel();
    let room = Arc::new(Semaphore::new(most_bytes));
    let outbox = Outbox {
        messages: sender,
        room: room.clone(),
        most_bytes,
        unread,
    };
    (outbox, OutboxReader { messages, room })
}

impl Outbox {
    /// Waits for room. A message that is larger than all the room is taken when nothing
    /// else waits.
    pub async fn send(&self, message: Box<RawValue>) -> Result<(), Unsent> {
        self.send_text(Box::<str>::from(message).into()).await
    }

    /// The same with a message that is JSON.
    pub async fn send_text(&self, text: String) -> Result<(), Unsent> {
        self.send_with(text, None).await
    }

    /// The same with the answers of a batch.
    pub(crate) async fn send_batch(
        &self,
        answers: Box<RawValue>,
        share: AnswerShare,
    ) -> Result<(), Unsent> {
        self.send_with(Box::<str>::from(answers).into(), Some(share))
            .await
    }

    async fn send_with(&self, text: String, share: Option<AnswerShare>) -> Result<(), Unsent> {
        // It takes memory already while it waits.
        let unread = self.unread.add(text.len());
        let room = self.room.clone();
        let room = room.acquire_many_owned(self.charge(&text)).await;
        let room = OutgoingRoom {
            _of_connection: room.map_err(|_| Unsent)?,
            _of_all_connections: unread,
            _of_batches: share,
        };
        self.put(text, room)
    }

    /// Takes the message only if there is room now.
    pub fn try_send(&self, message: Box<RawValue>) -> Result<(), Unsent> {
        let text: String = Box::<str>::from(message).into();
        let room = self.room.clone();
        let room = room.try_acquire_many_owned(self.charge(&text));
        let room = OutgoingRoom {
            _of_connection: room.map_err(|_| Unsent)?,
            _of_all_connections: self.unread.add(text.len()),
            _of_batches: None,
        };
        self.put(text, room)
    }

    fn put(&self, text: String, room: OutgoingRoom) -> Result<(), Unsent> {
        let message = OutgoingMessage { text, room };
        self.messages.send(message).map_err(|_| Unsent)
    }

    fn charge(&self, text: &str) -> u32 {
        let charge = text
            .len()
            .clamp(self.most_bytes / MOST_MESSAGES, self.most_bytes);
        u32::try_from(charge).unwrap_or(u32::MAX)
    }

    /// What waits for this client.
    pub(crate) fn unread(&self) -> &UnreadShare {
        &self.unread
    }

    /// Returns when no message can be sent any more.
    pub async fn closed(&self) {
        self.messages.closed().await;
    }
}

impl OutboxReader {
    pub async fn receive(&mut self) -> Option<OutgoingMessage> {
        self.messages.recv().await
    }

    pub fn try_receive(&mut self) -> Option<OutgoingMessage> {
        self.messages.try_recv().ok()
    }
}

/// Whoever waits for room is told that there will be none.
impl Drop for OutboxReader {
    fn drop(&mut self) {
        self.room.close();
    }
}
