//! Room for the messages that clients send. A message takes memory from its first byte
//! until it is answered, and a client may begin a large one and never end it. So the
//! large messages of all connections together may take so many bytes and no more.
//!
//! Where there is no room left, the message that was begun first and has not ended loses
//! its place, and its connection is closed. A message that has ended keeps its place
//! until it is answered: who wants to send another one waits.

use std::collections::BTreeMap;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::rpc_error::RpcError;
use crate::settings::Limits;

/// The bytes of a message that need no room: almost every message is smaller, so that a
/// player never waits for one who sends large ones.
const FREE: u64 = 16 * 1024;
/// Room is taken in such steps.
const STEP: u64 = 64 * 1024;
/// So much is read at once, as the readers have buffers of this size.
const ONE_READ: u64 = 8 * 1024;

/// The room that all connections share.
#[derive(Debug)]
pub struct InputRoom {
    most: u64,
    /// So much one connection may take of it.
    most_of_one: u64,
    /// No message takes more: what comes beyond it is not kept.
    one_message: u64,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    bytes: u64,
    /// What those that have lost their place will give back.
    leaving: u64,
    /// The large messages that have not ended, by the order in which they became large.
    unfinished: BTreeMap<u64, Unfinished>,
    numbers: u64,
    /// Connections that wait for room.
    waiting: Vec<Waker>,
}

#[derive(Debug)]
struct Unfinished {
    bytes: u64,
    /// The task that reads the message.
    reader: Waker,
}

impl InputRoom {
    pub fn new(limits: &Limits) -> Arc<InputRoom> {
        let one_message = limits.message_bytes.next_multiple_of(STEP);
        let most_of_one = (one_message + STEP).max(limits.incoming_bytes / 8);
        Arc::new(InputRoom {
            most: most_of_one.max(limits.incoming_bytes),
            most_of_one,
            one_message,
            taken: Mutex::default(),
        })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one connection takes in.
    pub fn intake(self: &Arc<InputRoom>) -> Arc<Intake> {
        Arc::new(Intake {
            room: self.clone(),
            message: Mutex::default(),
            kept: Arc::default(),
        })
    }

    fn give_back(&self, bytes: u64) {
        if bytes == 0 {
            return;
        }
        let mut taken = self.taken();
        taken.bytes -= bytes;
        let waiting = std::mem::take(&mut taken.waiting);
        drop(taken);
        waiting.into_iter().for_each(Waker::wake);
    }
}

/// What one connection takes in: the message that it is sending, and those that are being
/// answered.
#[derive(Debug)]
pub struct Intake {
    room: Arc<InputRoom>,
    message: Mutex<Receiving>,
    /// The room of messages that have ended.
    kept: Arc<Mutex<u64>>,
}

/// The message that a connection is sending.
#[derive(Debug, Default)]
struct Receiving {
    /// The bytes so far.
    bytes: u64,
    room: u64,
    /// The number among the large messages, if it is one.
    number: Option<u64>,
    /// Whether it has lost its place.
    is_lost: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Intake {
    /// Ready when more may be read; an error if the message has lost its place.
    fn poll_room(&self, context: &Context<'_>) -> Poll<io::Result<()>> {
        let mut message = locked(&self.message);
        let fits = message.bytes + ONE_READ <= FREE + message.room
            || message.room >= self.room.one_message;
        if message.is_lost {
            return Poll::Ready(Err(lost()));
        }
        if fits && message.number.is_none() {
            return Poll::Ready(Ok(()));
        }
        let mut taken = self.room.taken();
        if let Some(number) = message.number {
            match taken.unfinished.get_mut(&number) {
                // The task may have changed.
                Some(unfinished) => unfinished.reader.clone_from(context.waker()),
                None => {
                    message.is_lost = true;
                    return Poll::Ready(Err(lost()));
                }
            }
        }
        if fits {
            return Poll::Ready(Ok(()));
        }
        let own = *locked(&self.kept) + message.room;
        if own + STEP > self.room.most_of_one {
            // The connection's other messages have to be answered first.
            taken.waiting.push(context.waker().clone());
            return Poll::Pending;
        }
        if taken.bytes + STEP > self.room.most {
            taken.make_room(self.room.most, message.number);
            taken.waiting.push(context.waker().clone());
            return Poll::Pending;
        }
        taken.bytes += STEP;
        message.room += STEP;
        let number = *message.number.get_or_insert_with(|| {
            taken.numbers += 1;
            taken.numbers
        });
        let unfinished = Unfinished {
            bytes: message.room,
            reader: context.waker().clone(),
        };
        taken.unfinished.insert(number, unfinished);
        Poll::Ready(Ok(()))
    }

    fn add(&self, bytes: usize) {
        locked(&self.message).bytes += bytes as u64;
    }

    /// So many of the bytes were no part of a message.
    pub fn forget(&self, bytes: usize) {
        let mut message = locked(&self.message);
        message.bytes = message.bytes.saturating_sub(bytes as u64);
    }

    /// The message has ended. Its room is kept until the result is dropped.
    pub fn finish(&self) -> MessageRoom {
        let mut message = locked(&self.message);
        message.bytes = 0;
        if message.is_lost || message.room == 0 {
            return MessageRoom::default();
        }
        if let Some(number) = message.number {
            // It may lose its place in this very moment.
            message.is_lost = self.room.taken().unfinished.remove(&number).is_none();
        }
        if message.is_lost {
            return MessageRoom::default();
        }
        message.number = None;
        self.keep(std::mem::take(&mut message.room))
    }

    /// The message has ended, and a copy of it is kept until the result is dropped. The
    /// library for WebSockets keeps its buffer as large as the largest message, so that
    /// the connection may have to go when others need the room.
    pub fn finish_copied(&self) -> MessageRoom {
        let mut message = locked(&self.message);
        message.bytes = 0;
        if message.room == 0 || message.is_lost {
            return MessageRoom::default();
        }
        self.room.taken().bytes += message.room;
        self.keep(message.room)
    }

    fn keep(&self, bytes: u64) -> MessageRoom {
        *locked(&self.kept) += bytes;
        MessageRoom(Some(Arc::new(KeptRoom {
            room: self.room.clone(),
            of_connection: self.kept.clone(),
            bytes,
        })))
    }

    /// Whether a message of this connection has lost its place.
    pub fn is_lost(&self) -> bool {
        locked(&self.message).is_lost
    }

    /// What a client is told whose message has lost its place.
    pub fn refusal(&self) -> RpcError {
        let reason = "others need the room of the large messages of this connection";
        RpcError::limit("incomingBytes", self.room.most, reason)
            .hint("connect again; a large message is to be sent all at once")
            .with("retry", true)
    }
}

impl Taken {
    /// Takes the place of the message that was begun first, if that is another one and
    /// those that leave already do not give back enough.
    fn make_room(&mut self, most: u64, own: Option<u64>) {
        if self.bytes - self.leaving + STEP <= most {
            return;
        }
        let others = self.unfinished.keys().copied();
        let Some(first) = others.into_iter().find(|number| Some(*number) != own) else {
            return;
        };
        if let Some(unfinished) = self.unfinished.remove(&first) {
            self.leaving += unfinished.bytes;
            unfinished.reader.wake();
        }
    }
}

impl Drop for Intake {
    fn drop(&mut self) {
        let message = locked(&self.message);
        let mut taken = self.room.taken();
        if let Some(number) = message.number
            && taken.unfinished.remove(&number).is_none()
        {
            taken.leaving -= message.room;
        }
        drop(taken);
        self.room.give_back(message.room);
    }
}

fn lost() -> io::Error {
    io::Error::other("the message has lost its place")
}

/// The room of a message that has ended. Cheap to copy; small messages have none.
#[derive(Clone, Debug, Default)]
pub struct MessageRoom(#[expect(dead_code, reason = "it only has to live")] Option<Arc<KeptRoom>>);

#[derive(Debug)]
struct KeptRoom {
    room: Arc<InputRoom>,
    of_connection: Arc<Mutex<u64>>,
    bytes: u64,
}

impl Drop for KeptRoom {
    fn drop(&mut self) {
        *locked(&self.of_connection) -= self.bytes;
        self.room.give_back(self.bytes);
    }
}

/// A stream whose input needs room.
#[derive(Debug)]
pub struct RoomyStream<S> {
    stream: S,
    intake: Arc<Intake>,
}

impl<S> RoomyStream<S> {
    pub fn new(stream: S, intake: Arc<Intake>) -> RoomyStream<S> {
        RoomyStream { stream, intake }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for RoomyStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.intake.poll_room(context))?;
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        this.intake.add(buffer.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for RoomyStream<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
