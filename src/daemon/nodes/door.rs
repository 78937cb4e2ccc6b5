//! The door for other nodes: answers their questions about sessions that this node owns.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::Nodes;
use super::message::{Ask, ForwardedCall, Question, Told, read, write};
use crate::Daemon;
use crate::dispatcher::Dispatcher;
use crate::doors::connection::peer;
use crate::doors::framing::IncomingText;
use crate::method_table::MethodTable;
use crate::opponents::forgotten;
use crate::peer::Door;
use crate::rpc_error::ELSEWHERE;
use crate::tasks::spawn;
use qbcoach_sessions::nodes::Standing;
use qbcoach_sessions::{SessionError, SessionId};

/// How long a caller may take to show that it knows the secret.
const GREETING: Duration = Duration::from_secs(2);
/// Answers that wait to be sent.
const WAITING: usize = 1024;

pub(crate) async fn serve(
    daemon: Arc<Daemon>,
    nodes: Arc<Nodes>,
    methods: MethodTable,
    listener: TcpListener,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = daemon.stop.cancelled() => return,
        };
        let Ok((stream, _)) = accepted else {
            // Too many open files, for example.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (daemon, nodes, methods) = (daemon.clone(), nodes.clone(), methods.clone());
        spawn(async move {
            let stop = daemon.stop.clone();
            tokio::select! {
                ended = converse(daemon, nodes, methods, stream) => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection of another node has ended");
                    }
                }
                () = stop.cancelled() => {}
            }
        });
    }
}

async fn converse(
    daemon: Arc<Daemon>,
    nodes: Arc<Nodes>,
    methods: MethodTable,
    mut stream: TcpStream,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let Some(secret) = &nodes.secret else {
        return Ok(());
    };
    let greeted = tokio::time::timeout(GREETING, secret.answer(&mut stream)).await;
    greeted.map_err(|_| io::Error::other("no greeting"))??;
    let (mut input, mut output) = stream.into_split();
    let (tell, mut told) = mpsc::channel::<Told>(WAITING);
    let writing = async {
        while let Some(told) = told.recv().await {
            if write(&mut output, &told).await.is_err() {
                return;
            }
        }
    };
    let most = daemon.settings.limits.message_bytes + 64 * 1024;
    let reading = async {
        let mut followed = Followed::default();
        loop {
            let ask: Ask = read(&mut input, most).await?;
            take(&daemon, &methods, ask, &tell, &mut followed);
        }
    };
    tokio::select! {
        () = writing => Ok(()),
        ended = reading => ended,
    }
}

/// The sessions that one other node follows, each with its task.
#[derive(Default)]
struct Followed(BTreeMap<u64, AbortHandle>);

impl Drop for Followed {
    fn drop(&mut self) {
        for task in self.0.values() {
            task.abort();
        }
    }
}

fn take(
    daemon: &Arc<Daemon>,
    methods: &MethodTable,
    Ask { id, question }: Ask,
    tell: &mpsc::Sender<Told>,
    followed: &mut Followed,
) {
    if let Some(news) = question.news() {
        daemon.sessions.hear(news);
        return;
    }
    let (daemon, tell) = (daemon.clone(), tell.clone());
    match question {
        Question::Call(call) => {
            let methods = methods.clone();
            spawn(async move {
                let answer = answered(&daemon, methods, call).await;
                let told = answer.map_or(Told::NotOwner(id), |answer| Told::Answer(id, answer));
                let _ = tell.send(told).await;
            });
        }
        Question::Newest(session) => {
            spawn(async move {
                let seq = daemon.sessions.owned_seq(SessionId::new(session)).await;
                let told = seq.map_or(Told::NotOwner(id), |seq| Told::Seq(id, seq));
                let _ = tell.send(told).await;
            });
        }
        Question::Forget(session) => {
            spawn(async move {
                let session = SessionId::new(session);
                let told = match daemon.sessions.replace_setup(session, forgotten).await {
                    Ok(()) | Err(SessionError::Unknown { .. }) => Told::Seq(id, 0),
                    Err(_) => Told::NotOwner(id),
                };
                daemon.opponents.drop_session(session);
                let _ = tell.send(told).await;
            });
        }
        Question::Follow(session) => {
            let task = spawn(async move {
                follow(&daemon, session, &tell).await;
                let _ = tell.send(Told::Gone(session)).await;
            });
            let before = followed.0.insert(session, task.abort_handle());
            if let Some(before) = before {
                before.abort();
            }
        }
        Question::Unfollow(session) => {
            if let Some(task) = followed.0.remove(&session) {
                task.abort();
            }
        }
        Question::Kept => {
            tokio::task::spawn_blocking(move || daemon.read_kept_again());
        }
        Question::Created(..) | Question::Deleted(_) | Question::Changed => {}
    }
}

/// The answer to a client of another node; none if this node does not own the session.
async fn answered(
    daemon: &Arc<Daemon>,
    methods: MethodTable,
    call: ForwardedCall,
) -> Option<Box<RawValue>> {
    daemon
        .sessions
        .owned_seq(SessionId::new(call.session))
        .await?;
    let (peer, mut answers) = peer(
        daemon,
        Door::Node,
        call.access(),
        None,
        daemon.unread_room.share(),
    );
    let request = json!({
        "jsonrpc": "2.0", "id": 0, "method": call.method, "params": call.params,
    });
    let text = to_raw_value(&request).ok()?;
    let dispatcher = Dispatcher::new(daemon.clone(), methods, peer.clone());
    let text = String::from(Box::<str>::from(text));
    dispatcher.take(&IncomingText::from(text)).await;
    peer.tasks.close();
    peer.tasks.wait().await;
    let mut last = None;
    while let Some(message) = answers.try_receive() {
        last = Some(message.text);
    }
    let answer = last?;
    let error: Option<ErrorCode> = serde_json::from_str(&answer).ok();
    match error {
        Some(ErrorCode { error: Some(fault) }) if fault.code == ELSEWHERE => None,
        _ => RawValue::from_string(answer).ok(),
    }
}

#[derive(serde::Deserialize)]
struct ErrorCode {
    error: Option<Fault>,
}

#[derive(serde::Deserialize)]
struct Fault {
    code: i32,
}

/// Tells of every new event, until this node does not own the session any more.
async fn follow(daemon: &Daemon, session: u64, tell: &mpsc::Sender<Told>) {
    let Some(mut here) = daemon.sessions.followed(SessionId::new(session)).await else {
        return;
    };
    loop {
        let seq = here.moments.borrow_and_update().seq;
        let is_owner = matches!(*here.standing.borrow_and_update(), Standing::Owner { .. });
        if !is_owner || tell.send(Told::Event(session, seq)).await.is_err() {
            return;
        }
        let go_on = tokio::select! {
            changed = here.moments.changed() => changed.is_ok(),
            changed = here.standing.changed() => changed.is_ok(),
        };
        if !go_on {
            return;
        }
    }
}
