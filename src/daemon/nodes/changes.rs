//! Requests that change a session: they are answered where it is owned.

use std::time::{Duration, Instant};

use qbcoach_protocol::error::INTERNAL_ERROR;
use qbcoach_protocol::method::*;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::link::LinkError;
use super::message::{ForwardedCall, Told};
use crate::Daemon;
use crate::peer::{Door, Peer};
use crate::rpc_error::{ELSEWHERE, RpcError, of_session};
use qbcoach_sessions::nodes::Whereabouts;
use qbcoach_sessions::{SessionError, SessionId};

const CHANGES: [&str; 7] = [
    MatchAct::NAME,
    MatchActAll::NAME,
    SessionUndo::NAME,
    SessionRedo::NAME,
    SessionReopen::NAME,
    SessionClose::NAME,
    SessionDelete::NAME,
];

/// How long a request looks for the owner beyond two leases.
const GRACE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

/// Whether a request of this connection may have to be answered by another node. One that
/// is not allowed is refused here, before it can tell which sessions there are.
pub(crate) fn is_change(daemon: &Daemon, peer: &Peer, method: &str) -> bool {
    daemon.nodes.is_some()
        && peer.door != Door::Node
        && peer.role() == Some(Role::Control)
        && CHANGES.contains(&method)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ChangeParams {
    session_id: String,
    #[serde(default)]
    act_id: Option<String>,
}

/// The session that a request names, and the client's own name for the act. None if it
/// cannot be read; the method says what is wrong then.
fn named(params: Option<&str>) -> Option<(SessionId, Option<String>)> {
    let params = params?;
    if let Ok((session,)) = serde_json::from_str::<(String,)>(params) {
        return Some((session.parse().ok()?, None));
    }
    let params: ChangeParams = serde_json::from_str(params).ok()?;
    Some((params.session_id.parse().ok()?, params.act_id))
}

/// What has become of a forwarded request so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// Nothing has changed.
    Nothing,
    /// It may have been done.
    Perhaps,
}

/// Answers a request here, or has the owner answer it. An owner that is lost is followed
/// by another; a request that it may have carried out is sent again only if the client
/// has given it a name.
pub(crate) async fn answer<Answering>(
    daemon: &Daemon,
    peer: &Peer,
    method: &str,
    params: Option<&str>,
    here: impl Fn() -> Answering,
) -> Result<Box<RawValue>, RpcError>
where
    Answering: Future<Output = Result<Box<RawValue>, RpcError>>,
{
    let (Some(nodes), Some((session, act_id))) = (&daemon.nodes, named(params)) else {
        return here().await;
    };
    let raw = params.and_then(|params| serde_json::from_str::<&RawValue>(params).ok());
    let call = ForwardedCall::new(session, method, raw, peer.access());
    let patience = Instant::now() + nodes.leases.lease() * 2 + GRACE;
    let mut sent = Sent::Nothing;
    loop {
        let place = match daemon.sessions.whereabouts(session).await {
            Ok(place) => place,
            // It can still be deleted.
            Err(SessionError::Unreadable { .. }) => return here().await,
            Err(_) if sent == Sent::Perhaps => {
                return Err(RpcError::outcome_unknown(
                    "the owner of the session was lost",
                ));
            }
            Err(error) => return Err(of_session(&daemon.library().catalogue, error)),
        };
        match place {
            Whereabouts::Here => {
                let answer = here().await;
                if !answer.as_ref().is_err_and(|error| error.code == ELSEWHERE) {
                    return answer;
                }
            }
            Whereabouts::At(node) => match nodes.call(&node, call.clone()).await {
                Ok(Told::Answer(_, answer)) => return result_of(&answer),
                // The owner has changed; nothing was done.
                Ok(_) | Err(LinkError::Unsent(_)) => {}
                Err(LinkError::Lost(problem)) if act_id.is_none() => {
                    return Err(RpcError::outcome_unknown(problem));
                }
                Err(LinkError::Lost(_)) => sent = Sent::Perhaps,
            },
        }
        if Instant::now() >= patience {
            return Err(match sent {
                Sent::Nothing => RpcError::new(INTERNAL_ERROR, "no node answers for the session")
                    .with("retry", true)
                    .hint("nothing has changed; ask again"),
                Sent::Perhaps => RpcError::outcome_unknown("the owner of the session was lost"),
            });
        }
        tokio::time::sleep(PAUSE).await;
        daemon.sessions.look_again(session).await;
    }
}

#[derive(Deserialize)]
struct Answered<'a> {
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(default)]
    error: Option<ErrorOfNode>,
}

#[derive(Deserialize)]
struct ErrorOfNode {
    code: i32,
    #[serde(default)]
    data: Map<String, Value>,
}

/// What the other node has answered.
fn result_of(answer: &RawValue) -> Result<Box<RawValue>, RpcError> {
    let answered: Answered<'_> = serde_json::from_str(answer.get()).map_err(RpcError::internal)?;
    match (answered.result, answered.error) {
        (_, Some(ErrorOfNode { code, data })) => Err(RpcError { code, data }),
        (Some(result), None) => Ok(result.to_owned()),
        (None, None) => Err(RpcError::internal("the other node's answer is empty")),
    }
}

#[cfg(test)]
mod tests {
    use qbcoach_protocol::method::*;
    use schemars::SchemaGenerator;

    use super::CHANGES;

    /// Asks about a session and changes nothing in it.
    const NO_CHANGE: [&str; 1] = [PollOpen::NAME];

    #[test]
    fn every_method_that_changes_a_session_is_answered_by_its_owner() {
        let names_session = |method: &&MethodInfo| {
            let mut schemas = SchemaGenerator::default();
            (method.params)(&mut schemas);
            let params = serde_json::to_string(schemas.definitions()).expect("a schema");
            params.contains("\"sessionId\"")
        };
        let mut found: Vec<&str> = METHODS
            .iter()
            .filter(|method| method.role == Some(Role::Control))
            .filter(names_session)
            .map(|method| method.name)
            .filter(|name| !NO_CHANGE.contains(name))
            .collect();
        let mut forwarded = CHANGES.to_vec();
        found.sort_unstable();
        forwarded.sort_unstable();
        assert_eq!(found, forwarded);
    }
}
