//! What nodes say to each other: a length and a JSON text for each message, after both
//! have shown that they know the secret.

use std::io;
use std::time::Duration;

use qbcoach_protocol::method::Role;
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::tokens::Access;
use qbcoach_sessions::nodes::RosterNews;
use qbcoach_sessions::roster::Air;
use qbcoach_sessions::{Seq, SessionId};

/// From the node that asks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ask {
    pub id: u64,
    pub question: Question,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Question {
    Call(ForwardedCall),
    /// How many events a session has.
    Newest(u64),
    Follow(u64),
    Unfollow(u64),
    /// An opponent was forgotten, and with it what this session shows.
    Forget(u64),
    Created(u64, WireAir),
    Deleted(u64),
    Changed,
    /// A text beside the sessions was replaced.
    Kept,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum WireAir {
    ByItself,
    OnRequest,
}

impl From<RosterNews> for Question {
    fn from(news: RosterNews) -> Question {
        match news {
            RosterNews::Created { id, air } => {
                let air = match air {
                    Air::ByItself => WireAir::ByItself,
                    Air::OnRequest => WireAir::OnRequest,
                };
                Question::Created(id.number(), air)
            }
            RosterNews::Deleted(id) => Question::Deleted(id.number()),
            RosterNews::Changed => Question::Changed,
        }
    }
}

impl Question {
    /// The news that it tells, if any.
    pub fn news(&self) -> Option<RosterNews> {
        Some(match self {
            Question::Created(id, air) => RosterNews::Created {
                id: SessionId::new(*id),
                air: match air {
                    WireAir::ByItself => Air::ByItself,
                    WireAir::OnRequest => Air::OnRequest,
                },
            },
            Question::Deleted(id) => RosterNews::Deleted(SessionId::new(*id)),
            Question::Changed => RosterNews::Changed,
            _ => return None,
        })
    }
}

/// A client's request, with what the client may do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ForwardedCall {
    pub session: u64,
    pub method: String,
    pub params: Option<Box<RawValue>>,
    /// The role's word; none for a client without a role.
    role: Option<String>,
    delay_ms: u64,
}

impl ForwardedCall {
    pub fn new(
        session: SessionId,
        method: &str,
        params: Option<&RawValue>,
        access: Option<Access>,
    ) -> ForwardedCall {
        let delay = access.map_or(Duration::ZERO, |access| access.delay);
        ForwardedCall {
            session: session.number(),
            method: method.to_owned(),
            params: params.map(ToOwned::to_owned),
            role: access.map(|access| access.role.word().to_owned()),
            delay_ms: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX),
        }
    }

    pub fn access(&self) -> Option<Access> {
        let word = self.role.as_deref()?;
        let role = Role::ALL.into_iter().find(|role| role.word() == word)?;
        let delay = Duration::from_millis(self.delay_ms);
        Some(Access { role, delay })
    }
}

/// From the node that is asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Told {
    /// The JSON-RPC answer to a call.
    Answer(u64, Box<RawValue>),
    Seq(u64, Seq),
    /// This node does not own the session.
    NotOwner(u64),
    /// A followed session has so many events.
    Event(u64, Seq),
    /// A session cannot be followed here any more.
    Gone(u64),
}

pub(super) async fn read<T: DeserializeOwned>(
    input: &mut (impl AsyncRead + Unpin),
    most: u64,
) -> io::Result<T> {
    let length = input.read_u32().await?;
    if u64::from(length) > most {
        return Err(io::Error::other("the message of a node is too long"));
    }
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes).await?;
    serde_json::from_slice(&bytes).map_err(io::Error::other)
}

pub(super) async fn write(
    output: &mut (impl AsyncWrite + Unpin),
    message: &impl Serialize,
) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    let mut framed = Vec::with_capacity(bytes.len() + 4);
    framed.extend(length.to_be_bytes());
    framed.extend(bytes);
    output.write_all(&framed).await
}

/// What the nodes know and nobody else.
pub(super) struct Secret(hmac::Key);

/// A shorter one could be guessed.
const SHORTEST: usize = 32;
const NONCE: usize = 32;
/// The longest message before the secret was shown.
const GREETING: u64 = 1024;

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    pub fn parse(text: &str) -> Result<Secret, String> {
        let text = text.trim();
        match text.len() >= SHORTEST {
            true => Ok(Secret(hmac::Key::new(hmac::HMAC_SHA256, text.as_bytes()))),
            false => Err(format!(
                "the secret of the nodes has at least {SHORTEST} characters"
            )),
        }
    }

    /// Shows the secret to a node that was called, and lets it show that it knows it.
    /// Neither sends it.
    pub async fn call(&self, stream: &mut (impl AsyncRead + AsyncWrite + Unpin)) -> io::Result<()> {
        let mine = nonce()?;
        let theirs: String = read(stream, GREETING).await?;
        let proof = self.proof("caller", &theirs, &mine);
        write(stream, &(&mine, proof)).await?;
        let proof: String = read(stream, GREETING).await?;
        self.check(&proof, "called", &theirs, &mine)
    }

    /// The other side of [`Secret::call`].
    pub async fn answer(
        &self,
        stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    ) -> io::Result<()> {
        let mine = nonce()?;
        write(stream, &mine).await?;
        let (theirs, proof): (String, String) = read(stream, GREETING).await?;
        self.check(&proof, "caller", &mine, &theirs)?;
        write(stream, &self.proof("called", &mine, &theirs)).await
    }

    fn proof(&self, side: &str, first: &str, second: &str) -> String {
        let signed = hmac::sign(&self.0, format!("{side} {first} {second}").as_bytes());
        hex(signed.as_ref())
    }

    fn check(&self, proof: &str, side: &str, first: &str, second: &str) -> io::Result<()> {
        let said = format!("{side} {first} {second}");
        let known = unhex(proof)
            .is_some_and(|proof| hmac::verify(&self.0, said.as_bytes(), &proof).is_ok());
        match known {
            true => Ok(()),
            false => Err(io::Error::other("the other node has another secret")),
        }
    }
}

fn nonce() -> io::Result<String> {
    let mut bytes = [0; NONCE];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| io::Error::other("the system has no random numbers"))?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
        .collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(
        digits
            .chunks(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::Secret;

    const SECRET: &str = "a secret of the nodes, long enough";

    async fn meet(caller: &str, called: &str) -> (bool, bool) {
        let (mut a, mut b) = tokio::io::duplex(4096);
        let caller = Secret::parse(caller).expect("a secret");
        let called = Secret::parse(called).expect("a secret");
        let calling = async move { caller.call(&mut a).await.is_ok() };
        let answering = async move { called.answer(&mut b).await.is_ok() };
        tokio::join!(calling, answering)
    }

    #[tokio::test]
    async fn nodes_with_the_same_secret_meet_and_others_do_not() {
        assert_eq!(meet(SECRET, SECRET).await, (true, true));
        let other = SECRET.replace('a', "o");
        assert_eq!(meet(SECRET, &other).await, (false, false));
    }

    #[test]
    fn a_short_secret_is_refused() {
        assert!(Secret::parse("short").is_err());
    }
}
