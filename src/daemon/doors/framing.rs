//! Messages on a byte stream: with `Content-Length` headers, as language servers have
//! them, or one JSON text a line. The client's first byte decides which.

use tokio::io::{AsyncBufRead, AsyncBufReadExt};
use tokio_util::sync::CancellationToken;

use super::input_room::MessageRoom;
use crate::rpc_error::RpcError;
use crate::settings::Limits;
use qbcoach_protocol::error::{INVALID_REQUEST, PARSE_ERROR};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    Headers,
    Lines,
}

impl Framing {
    /// The bytes of an outgoing message.
    pub(crate) fn frame(self, text: String) -> Vec<u8> {
        match self {
            Framing::Headers => {
                let mut bytes = format!("Content-Length: {}\r\n\r\n", text.len()).into_bytes();
                bytes.extend_from_slice(text.as_bytes());
                bytes
            }
            Framing::Lines => {
                let mut bytes = text.into_bytes();
                // Room for the line's end alone: a vector that grows by itself would double.
                bytes.reserve_exact(1);
                // A JSON text may contain line breaks; here they would end the message.
                for byte in &mut bytes {
                    if matches!(*byte, b'\n' | b'\r') {
                        *byte = b' ';
                    }
                }
                bytes.push(b'\n');
                bytes
            }
        }
    }
}

/// What was read from the stream.
#[derive(Debug)]
pub(crate) enum Frame {
    Message(IncomingText),
    /// A message that is not UTF-8; the next message can be read.
    Unreadable(RpcError),
    /// The framing is broken, so the rest of the stream cannot be read.
    Broken(RpcError),
    End,
}

/// A message of a client, and the room that it takes.
#[derive(Debug)]
pub struct IncomingText {
    pub text: String,
    pub room: MessageRoom,
}

impl From<String> for IncomingText {
    fn from(text: String) -> IncomingText {
        let room = MessageRoom::default();
        IncomingText { text, room }
    }
}

impl Frame {
    /// The frame with the room of its message.
    pub(crate) fn with_room(self, room: MessageRoom) -> Frame {
        match self {
            Frame::Message(message) => Frame::Message(IncomingText { room, ..message }),
            other => other,
        }
    }

    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Frame {
        match String::from_utf8(bytes) {
            Ok(text) => Frame::Message(text.into()),
            Err(error) => Frame::Unreadable(not_utf8(&error.utf8_error())),
        }
    }
}

pub(crate) fn not_utf8(error: &std::str::Utf8Error) -> RpcError {
    let byte = error.valid_up_to() + 1;
    let reason = format!("the message is not UTF-8 (byte {byte})");
    RpcError::new(PARSE_ERROR, reason)
}

/// Waits for the first byte that is not white space.
pub(crate) async fn detect(input: &mut (impl AsyncBufRead + Unpin)) -> Option<Framing> {
    loop {
        let buffer = input.fill_buf().await.ok()?;
        let blanks = buffer
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
        match buffer.get(blanks) {
            Some(b'{' | b'[') => {
                input.consume(blanks);
                return Some(Framing::Lines);
            }
            Some(_) => {
                input.consume(blanks);
                return Some(Framing::Headers);
            }
            None if buffer.is_empty() => return None,
            None => input.consume(blanks),
        }
    }
}

/// Bytes of a message that are read from a client before it has a role. It may have
/// sent its token already, in the message before.
pub(crate) const BEFORE_ROLE: u64 = 64 * 1024;

/// How much may be read from a client.
#[derive(Clone, Debug)]
pub(crate) struct ReadLimits {
    pub limits: Limits,
    /// Cancelled when the client has a role.
    pub admitted: CancellationToken,
}

impl ReadLimits {
    /// Returns when so much of a message may be read.
    async fn allow(&self, bytes: u64) {
        if bytes > BEFORE_ROLE {
            self.admitted.cancelled().await;
        }
    }
}

pub(crate) async fn read(
    input: &mut (impl AsyncBufRead + Unpin),
    framing: Framing,
    limits: &ReadLimits,
) -> Frame {
    match framing {
        Framing::Lines => read_line(input, limits).await,
        Framing::Headers => read_with_headers(input, limits).await,
    }
}

async fn read_line(input: &mut (impl AsyncBufRead + Unpin), limits: &ReadLimits) -> Frame {
    loop {
        match line(input, limits.limits.message_bytes, limits).await {
            LineRead::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => {}
            LineRead::Whole(line) => return Frame::of_bytes(line),
            LineRead::TooLong => return Frame::Broken(too_large(&limits.limits)),
            LineRead::End => return Frame::End,
        }
    }
}

enum LineRead {
    Whole(Vec<u8>),
    TooLong,
    End,
}

/// A line without its end. The last line of the stream need not have an end.
async fn line(input: &mut (impl AsyncBufRead + Unpin), most: u64, limits: &ReadLimits) -> LineRead {
    let mut line = Vec::new();
    loop {
        let Ok(buffer) = input.fill_buf().await else {
            return LineRead::End;
        };
        if buffer.is_empty() {
            return match line.is_empty() {
                true => LineRead::End,
                false => LineRead::Whole(line),
            };
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(buffer.len());
        if (line.len() + taken) as u64 > most {
            return LineRead::TooLong;
        }
        line.extend_from_slice(&buffer[..taken]);
        let consumed = taken + usize::from(end.is_some());
        input.consume(consumed);
        limits.allow(line.len() as u64).await;
        if end.is_some() {
            return LineRead::Whole(line);
        }
    }
}

async fn read_with_headers(input: &mut (impl AsyncBufRead + Unpin), limits: &ReadLimits) -> Frame {
    let mut length = None;
    let mut left = limits.limits.header_bytes;
    let mut begun = false;
    loop {
        let header = match line(input, left, limits).await {
            LineRead::Whole(header) => header,
            LineRead::TooLong => {
                let reason = "the headers of the message are too long";
                let failure = RpcError::limit("headerBytes", limits.limits.header_bytes, reason);
                return Frame::Broken(failure);
            }
            LineRead::End if begun => return cut_off(),
            LineRead::End => return Frame::End,
        };
        left = left.saturating_sub(header.len() as u64 + 1);
        let header = String::from_utf8_lossy(&header);
        let header = header.trim();
        if header.is_empty() {
            // Blank lines between messages are allowed.
            match (begun, length) {
                (false, _) => continue,
                (true, Some(length)) => return body(input, length, limits).await,
                (true, None) => {
                    let reason = "a message needs the header `Content-Length: BYTES`";
                    return Frame::Broken(RpcError::new(INVALID_REQUEST, reason));
                }
            }
        }
        begun = true;
        let Some((name, value)) = header.split_once(':').filter(|(name, _)| is_name(name)) else {
            let shown: String = header.chars().take(40).collect();
            let reason = format!("`{shown}` is not a header: write `Content-Length: BYTES`");
            let failure = RpcError::new(INVALID_REQUEST, reason)
                .hint("or begin with a JSON text to send one message a line");
            return Frame::Broken(failure);
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            match value.trim().parse::<u64>() {
                Ok(bytes) => length = Some(bytes),
                Err(_) => {
                    let reason = "Content-Length must be a whole number of bytes";
                    return Frame::Broken(RpcError::new(INVALID_REQUEST, reason));
                }
            }
        }
    }
}

/// Whether this is the name of a header. A web page can make a browser connect here
/// with `POST /any:thing HTTP/1.1`, and the body of that request could be a valid
/// message, so such a line must not pass as a header.
fn is_name(name: &str) -> bool {
    let name = name.trim_end();
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

async fn body(input: &mut (impl AsyncBufRead + Unpin), length: u64, limits: &ReadLimits) -> Frame {
    if length > limits.limits.message_bytes {
        return Frame::Broken(too_large(&limits.limits));
    }
    limits.allow(length).await;
    // Memory is allocated as bytes arrive: the announced length may be wrong.
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < length {
        let part = match input.fill_buf().await {
            Ok(part) if !part.is_empty() => part,
            _ => return cut_off(),
        };
        let left = usize::try_from(length).unwrap_or(usize::MAX) - bytes.len();
        let taken = part.len().min(left);
        bytes.extend_from_slice(&part[..taken]);
        input.consume(taken);
    }
    Frame::of_bytes(bytes)
}

fn too_large(limits: &Limits) -> RpcError {
    let reason = "the message is too large";
    RpcError::limit("messageBytes", limits.message_bytes, reason)
}

fn cut_off() -> Frame {
    let reason = "the connection ended in the middle of a message";
    Frame::Broken(RpcError::new(PARSE_ERROR, reason))
}
