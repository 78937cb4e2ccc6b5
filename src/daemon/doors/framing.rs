//! Messages on a stream of bytes: with `Content-Length` headers as language
//! servers have them, or one JSON text a line. The client's first byte decides.

use serde_json::value::RawValue;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

use crate::daemon::failure::Failure;
use crate::daemon::settings::Limits;
use qbcoach_protocol::error::{INVALID_REQUEST, PARSE_ERROR};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    Headers,
    Lines,
}

impl Framing {
    /// A message as it goes out.
    pub fn frame(self, message: &RawValue) -> Vec<u8> {
        let text = message.get();
        match self {
            Framing::Headers => {
                let mut bytes = format!("Content-Length: {}\r\n\r\n", text.len()).into_bytes();
                bytes.extend_from_slice(text.as_bytes());
                bytes
            }
            Framing::Lines => {
                // A JSON text may be written over lines; a line may not.
                let mut bytes: Vec<u8> = text
                    .bytes()
                    .map(|byte| {
                        if byte == b'\n' || byte == b'\r' {
                            b' '
                        } else {
                            byte
                        }
                    })
                    .collect();
                bytes.push(b'\n');
                bytes
            }
        }
    }
}

/// What comes in.
#[derive(Debug)]
pub enum Frame {
    Message(Vec<u8>),
    /// The stream cannot be understood from here on.
    Broken(Failure),
    End,
}

/// Waits for the first byte that is no blank.
pub async fn detect(input: &mut (impl AsyncBufRead + Unpin)) -> Option<Framing> {
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

/// The next message.
pub async fn read(
    input: &mut (impl AsyncBufRead + Unpin),
    framing: Framing,
    limits: &Limits,
) -> Frame {
    match framing {
        Framing::Lines => read_line(input, limits).await,
        Framing::Headers => read_with_headers(input, limits).await,
    }
}

async fn read_line(input: &mut (impl AsyncBufRead + Unpin), limits: &Limits) -> Frame {
    loop {
        match line(input, limits.message_bytes).await {
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => {}
            Line::Whole(line) => return Frame::Message(line),
            Line::TooLong => return Frame::Broken(too_large(limits)),
            Line::End => return Frame::End,
        }
    }
}

enum Line {
    Whole(Vec<u8>),
    TooLong,
    End,
}

/// A line without its end. What the stream ends with counts as a line.
async fn line(input: &mut (impl AsyncBufRead + Unpin), most: u64) -> Line {
    let mut line = Vec::new();
    loop {
        let Ok(buffer) = input.fill_buf().await else {
            return Line::End;
        };
        if buffer.is_empty() {
            return match line.is_empty() {
                true => Line::End,
                false => Line::Whole(line),
            };
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(buffer.len());
        if (line.len() + taken) as u64 > most {
            return Line::TooLong;
        }
        line.extend_from_slice(&buffer[..taken]);
        let consumed = taken + usize::from(end.is_some());
        input.consume(consumed);
        if end.is_some() {
            return Line::Whole(line);
        }
    }
}

async fn read_with_headers(input: &mut (impl AsyncBufRead + Unpin), limits: &Limits) -> Frame {
    let mut length = None;
    let mut left = limits.header_bytes;
    let mut begun = false;
    loop {
        let header = match line(input, left).await {
            Line::Whole(header) => header,
            Line::TooLong => {
                let reason = "the headers of a message are too long";
                let failure = Failure::limit("headerBytes", limits.header_bytes, reason);
                return Frame::Broken(failure);
            }
            Line::End if begun => return cut_off(),
            Line::End => return Frame::End,
        };
        left = left.saturating_sub(header.len() as u64 + 1);
        let header = String::from_utf8_lossy(&header);
        let header = header.trim();
        if header.is_empty() {
            // Blank lines between messages do no harm.
            match (begun, length) {
                (false, _) => continue,
                (true, Some(length)) => return body(input, length, limits).await,
                (true, None) => {
                    let reason = "a message needs the header `Content-Length: BYTES`";
                    return Frame::Broken(Failure::new(INVALID_REQUEST, reason));
                }
            }
        }
        begun = true;
        let Some((name, value)) = header.split_once(':').filter(|(name, _)| is_name(name)) else {
            let shown: String = header.chars().take(40).collect();
            let reason = format!("`{shown}` is no header: write `Content-Length: BYTES`");
            let failure = Failure::new(INVALID_REQUEST, reason)
                .hint("or begin with a JSON text to speak line by line");
            return Frame::Broken(failure);
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            match value.trim().parse::<u64>() {
                Ok(bytes) => length = Some(bytes),
                Err(_) => {
                    let reason = "Content-Length is a whole number of bytes";
                    return Frame::Broken(Failure::new(INVALID_REQUEST, reason));
                }
            }
        }
    }
}

/// A browser that a page sends here begins with `POST /any:thing HTTP/1.1`, and the
/// rest of what it sends would pass for a message. It must not get that far.
fn is_name(name: &str) -> bool {
    let name = name.trim_end();
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

async fn body(input: &mut (impl AsyncBufRead + Unpin), length: u64, limits: &Limits) -> Frame {
    if length > limits.message_bytes {
        return Frame::Broken(too_large(limits));
    }
    // Memory is taken as bytes come, not as they are announced.
    let mut bytes = Vec::new();
    match input.take(length).read_to_end(&mut bytes).await {
        Ok(_) if bytes.len() as u64 == length => Frame::Message(bytes),
        _ => cut_off(),
    }
}

fn too_large(limits: &Limits) -> Failure {
    let reason = "the message is too large";
    Failure::limit("messageBytes", limits.message_bytes, reason)
}

fn cut_off() -> Frame {
    let reason = "the connection ended in the middle of a message";
    Frame::Broken(Failure::new(PARSE_ERROR, reason))
}
