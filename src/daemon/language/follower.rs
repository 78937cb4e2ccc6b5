//! A session that follows a document: what is typed is played.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use qbcoach_engine::simulation::action::Action;
use qbcoach_language::Document;
use qbcoach_sessions::queens_blood::{MatchMemory, MatchSetup};
use qbcoach_sessions::{ActCondition, AnyAction, AnySetup, SessionChange, SessionId};
use serde_json::json;
use serde_json::value::to_raw_value;
use tokio::sync::Mutex as AsyncMutex;

use super::workspace::OpenDocument;
use crate::Daemon;
use crate::peer::Peer;
use crate::reads::ReadLength;
use crate::rpc_error::RpcError;

/// The followed documents of all connections, so that a second editor finds the session
/// of the first.
#[derive(Debug, Default)]
pub(crate) struct Followers(Mutex<BTreeMap<String, Weak<Followed>>>);

/// A document's session. It lives as long as the document is open where it was first
/// asked for.
#[derive(Debug)]
pub(crate) struct Followed {
    state: AsyncMutex<FollowedState>,
}

#[derive(Debug)]
struct FollowedState {
    session: SessionId,
    setup: MatchSetup,
    acts: Vec<Action>,
}

impl Followers {
    fn get(&self, uri: &str) -> Option<Arc<Followed>> {
        let mut followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        followed.retain(|_, link| link.strong_count() > 0);
        followed.get(uri).and_then(Weak::upgrade)
    }

    fn add(&self, uri: &str, link: &Arc<Followed>) {
        let mut followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        followed.insert(uri.to_owned(), Arc::downgrade(link));
    }
}

/// The session of a document; a new one if it has none.
pub(crate) async fn open(
    daemon: &Arc<Daemon>,
    peer: &Arc<Peer>,
    uri: &str,
) -> Result<SessionId, RpcError> {
    if let Some(link) = daemon.followers.get(uri) {
        return Ok(link.state.lock().await.session);
    }
    let open = peer.workspace.get(uri)?;
    let (setup, acts) = played(daemon, &open.document).await?;
    let session = create(daemon, setup.clone(), acts.clone()).await?;
    let link = Arc::new(Followed {
        state: AsyncMutex::new(FollowedState {
            session,
            setup,
            acts,
        }),
    });
    daemon.followers.add(uri, &link);
    peer.workspace.set_followed(uri, link.clone());
    // What was typed while the session was made.
    if let Ok(newest) = peer.workspace.get(uri)
        && newest.document.version != open.document.version
    {
        follow(daemon, peer, &newest).await;
    }
    Ok(link.state.lock().await.session)
}

/// Brings the session of a document to what the document says now. The editor is told if
/// it is another session.
pub(crate) async fn follow(daemon: &Arc<Daemon>, peer: &Arc<Peer>, open: &OpenDocument) {
    let Some(link) = &open.followed else {
        return;
    };
    let mut state = link.state.lock().await;
    if open.outdated.is_cancelled() {
        return;
    }
    let Ok((setup, acts)) = played(daemon, &open.document).await else {
        return;
    };
    if same_game(&state.setup, &setup) && catch_up(daemon, &mut state, &acts).await.is_ok() {
        return;
    }
    let Ok(session) = create(daemon, setup.clone(), acts.clone()).await else {
        return;
    };
    let before = std::mem::replace(
        &mut *state,
        FollowedState {
            session,
            setup,
            acts,
        },
    );
    // Nothing else uses the old one: it had another setup.
    let _ = daemon.sessions.delete(before.session).await;
    let notice = json!({
        "jsonrpc": "2.0",
        "method": "qbcoach/sessionReplaced",
        "params": { "uri": open.document.uri, "sessionId": session.to_string() },
    });
    if let Ok(notice) = to_raw_value(&notice) {
        let _ = peer.outbox.send(notice).await;
    }
}

/// Whether two setups begin the same game; titles and names do not matter.
fn same_game(one: &MatchSetup, other: &MatchSetup) -> bool {
    let bare = |setup: &MatchSetup| MatchSetup {
        title: None,
        name: None,
        enemy_tag: None,
        ..setup.clone()
    };
    bare(one) == bare(other)
}

/// Takes back what the document does not say any more, and plays what is new.
async fn catch_up(
    daemon: &Daemon,
    state: &mut FollowedState,
    acts: &[Action],
) -> Result<(), RpcError> {
    let failed = |error| crate::rpc_error::of_session(&daemon.library().catalogue, error);
    let same = state
        .acts
        .iter()
        .zip(acts)
        .take_while(|(a, b)| a == b)
        .count();
    let undone = state.acts.len() - same;
    if undone > 0 {
        let undo = daemon
            .sessions
            .undo(state.session, undone as u64, ActCondition::default());
        undo.await.map_err(failed)?;
        state.acts.truncate(same);
    }
    for act in &acts[same..] {
        let action = AnyAction::QueensBlood(act.clone());
        let acted = daemon.sessions.act(state.session, &action, None).await;
        acted.map_err(failed)?;
        state.acts.push(act.clone());
    }
    Ok(())
}

async fn create(
    daemon: &Daemon,
    setup: MatchSetup,
    acts: Vec<Action>,
) -> Result<SessionId, RpcError> {
    let changes = acts.into_iter().map(AnyAction::QueensBlood);
    let changes = changes.map(SessionChange::Act).collect();
    let setup = AnySetup::QueensBlood(Box::new(setup));
    let created = daemon.sessions.import(setup, changes).await;
    let created = created
        .map_err(|error| crate::rpc_error::of_session(&daemon.library().catalogue, error))?;
    Ok(created.now.session)
}

/// What a document says: its setup, and everything in effect before the first line that
/// cannot be played.
async fn played(
    daemon: &Arc<Daemon>,
    document: &Arc<Document>,
) -> Result<(MatchSetup, Vec<Action>), RpcError> {
    let (working, reading) = (daemon.clone(), document.clone());
    let work = move || {
        let library = working.library();
        let checked = reading.checked(library);
        checked.played(library)
    };
    let played = daemon.reads.run(ReadLength::Quick, work).await;
    let played = played.map_err(RpcError::internal)?;
    let (mut setup, acts) = played.ok_or_else(|| {
        RpcError::params("uri", "the setup of this document cannot be played")
            .hint("fix the faults of its first lines")
    })?;
    // Every move is the document's.
    setup.autoplay.clear();
    // What is being typed is no evidence about an opponent.
    setup.memory = MatchMemory::Forgotten;
    let file = document.uri.rsplit('/').next().unwrap_or_default();
    setup.title.get_or_insert_with(|| file.to_owned());
    Ok((setup, acts.into_iter().map(|(_, act)| act).collect()))
}
