//! The other nodes: daemons that share a PostgreSQL journal. A session belongs to one of
//! them at a time. Changes are forwarded to it, and its events are followed, once for each
//! session, however many clients here look at it.

mod changes;
mod door;
mod link;
mod message;
mod metrics;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use qbcoach_protocol as wire;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, watch};

pub(crate) use self::changes::{answer, is_change};
use self::link::{Link, LinkError};
use self::message::{ForwardedCall, Question, Secret, Told};
use crate::Daemon;
use crate::documents::Documents;
use crate::method_table::MethodTable;
use crate::settings::Settings;
use crate::tasks::spawn;
use qbcoach_sessions::journal::{Journal, Leases, NodeRow, OpenError, PostgresOptions};
use qbcoach_sessions::nodes::{Asking, NodeId, RosterNews, Upstream, UpstreamError};
use qbcoach_sessions::{AnyGame, Libraries, Seq, SessionId, Sessions};

/// How long another node may take to say how many events a session has.
const QUICK: Duration = Duration::from_secs(1);
/// The list of sessions is read again so often, in case that news were lost.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// The connection to one node, locked while it is made.
type LinkPlace = Arc<Mutex<Option<Arc<Link>>>>;

#[derive(Debug)]
pub(crate) struct Nodes {
    secret: Option<Secret>,
    leases: Arc<Leases>,
    /// The connections to other nodes, made when they are needed.
    links: Mutex<BTreeMap<NodeId, LinkPlace>>,
    forwarded: AtomicU64,
    /// How many sessions are followed at other nodes.
    upstream: AtomicU64,
}

fn unusable(problem: String) -> OpenError {
    OpenError::Failed(problem)
}

fn read_file(path: &str) -> Result<String, OpenError> {
    let read = std::fs::read_to_string(Path::new(path));
    let text = read.map_err(|error| unusable(format!("{path}: {error}")))?;
    // Editors on Windows may begin a text with a byte order mark.
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// How the journal of these settings is reached.
pub(crate) fn postgres_options(
    settings: &Settings,
    library: &Libraries,
) -> Result<PostgresOptions, OpenError> {
    let nodes = &settings.nodes;
    if !PostgresOptions::is_url(&settings.journal) {
        let problem = "a shared journal is postgres://USER@HOST/DATABASE; a folder is named with \
                       --data-dir";
        return Err(unusable(problem.to_owned()));
    }
    let password = match settings.journal_password_file.as_str() {
        "" => std::env::var("PGPASSWORD").ok(),
        path => Some(read_file(path)?.trim_end_matches(['\r', '\n']).to_owned()),
    };
    let machine = || std::env::var("HOSTNAME").unwrap_or_else(|_| "node".to_owned());
    Ok(PostgresOptions {
        url: settings.journal.clone(),
        password,
        ca_file: Some(&settings.journal_ca)
            .filter(|path| !path.is_empty())
            .map(Into::into),
        connections: nodes.connections,
        patience: Duration::from_millis(nodes.statement_ms),
        lease: Duration::from_millis(nodes.lease_ms),
        name: match nodes.name.as_str() {
            "" => machine(),
            name => name.to_owned(),
        },
        data: library.queens_blood.catalogue.sha256().to_owned(),
    })
}

impl Nodes {
    /// None if the journal is this daemon's alone.
    pub fn new(settings: &Settings, journal: &Journal) -> Result<Option<Arc<Nodes>>, OpenError> {
        let nodes = &settings.nodes;
        let Some(leases) = journal.leases() else {
            return match nodes.listen.is_empty() {
                true => Ok(None),
                false => Err(unusable(
                    "nodes need a journal that they share: give --journal postgres://…".to_owned(),
                )),
            };
        };
        let secret = match nodes.secret_file.as_str() {
            "" if nodes.listen.is_empty() => None,
            "" => {
                let problem = "nodes know each other by a secret: give --node-secret-file";
                return Err(unusable(problem.to_owned()));
            }
            path => Some(Secret::parse(&read_file(path)?).map_err(unusable)?),
        };
        Ok(Some(Arc::new(Nodes {
            secret,
            leases: leases.clone(),
            links: Mutex::default(),
            forwarded: AtomicU64::new(0),
            upstream: AtomicU64::new(0),
        })))
    }

    async fn link(&self, node: &NodeRow) -> Result<Arc<Link>, LinkError> {
        let Some(secret) = self.secret.as_ref().filter(|_| !node.url.is_empty()) else {
            return Err(LinkError::Unsent(node.unreachable()));
        };
        let place = self.links.lock().await.entry(node.id).or_default().clone();
        let mut place = place.lock().await;
        if let Some(link) = place.as_ref().filter(|link| !link.lost.is_cancelled()) {
            return Ok(link.clone());
        }
        match Link::connect(&node.url, secret).await {
            Ok(link) => Ok(place.insert(Arc::new(link)).clone()),
            Err(error) => {
                *place = None;
                Err(LinkError::Unsent(format!(
                    "{} at {}: {error}",
                    node.name, node.url
                )))
            }
        }
    }

    /// Has the owner answer a client's request.
    async fn call(&self, node: &NodeRow, call: ForwardedCall) -> Result<Told, LinkError> {
        self.forwarded.fetch_add(1, Ordering::Relaxed);
        let link = self.link(node).await?;
        // An owner that takes longer has lost its lease meanwhile.
        link.ask(Question::Call(call), self.leases.lease()).await
    }

    /// Has the owner forget the opponent of a session.
    pub async fn forget(&self, node: &NodeRow, id: SessionId) -> bool {
        let asked = async {
            let link = self.link(node).await?;
            link.ask(Question::Forget(id.number()), self.leases.lease())
                .await
        };
        matches!(asked.await, Ok(Told::Seq(..)))
    }

    fn tell_all(self: &Arc<Nodes>, question: impl Fn() -> Question) {
        if self.secret.is_none() {
            return;
        }
        for node in self.leases.others().borrow().iter() {
            let (nodes, node, question) = (self.clone(), node.clone(), question());
            spawn(async move {
                if let Ok(link) = nodes.link(&node).await {
                    link.tell(question).await;
                }
            });
        }
    }

    /// A text beside the sessions was replaced here.
    pub fn tell_kept(self: &Arc<Nodes>) {
        self.tell_all(|| Question::Kept);
    }

    async fn count_upstream(&self) {
        let links: Vec<_> = self.links.lock().await.values().cloned().collect();
        let mut followed = 0;
        for link in links {
            if let Some(link) = link.lock().await.as_ref() {
                followed += link.followed();
            }
        }
        self.upstream.store(followed, Ordering::Relaxed);
    }

    pub fn info(&self, sessions: &Sessions<AnyGame, Documents>) -> wire::NodeInfo {
        let counts = sessions.owner_counts();
        let others = self.leases.others();
        let other = |node: &NodeRow| wire::OtherNode {
            id: node.id.number(),
            name: node.name.clone(),
            address: node.url.clone(),
            owned: counts.elsewhere.get(&node.id).map_or(0, |found| found.1),
        };
        let others = others.borrow().iter().map(other).collect();
        wire::NodeInfo {
            id: self.leases.node().number(),
            name: self.leases.name().to_owned(),
            address: self.leases.url(),
            holds_lease: self.leases.check().is_ok(),
            owned: counts.here,
            followed: counts.elsewhere.values().map(|found| found.1).sum(),
            upstream: self.upstream.load(Ordering::Relaxed),
            forwarded: self.forwarded.load(Ordering::Relaxed),
            others,
        }
    }
}

/// The way to the other nodes, for the sessions.
#[derive(Debug)]
pub(crate) struct NodeLinks(pub Arc<Nodes>);

impl Upstream for NodeLinks {
    fn newest_seq<'a>(
        &'a self,
        owner: &'a NodeRow,
        id: SessionId,
    ) -> Asking<'a, Result<Seq, UpstreamError>> {
        Box::pin(async move {
            let unreachable = |error: LinkError| UpstreamError::Unreachable(error.problem());
            let link = self.0.link(owner).await.map_err(unreachable)?;
            let asked = link.ask(Question::Newest(id.number()), QUICK).await;
            match asked.map_err(unreachable)? {
                Told::Seq(_, seq) => Ok(seq),
                _ => Err(UpstreamError::NotOwner),
            }
        })
    }

    fn follow<'a>(
        &'a self,
        owner: &'a NodeRow,
        id: SessionId,
    ) -> Asking<'a, Result<watch::Receiver<Seq>, UpstreamError>> {
        Box::pin(async move {
            let unreachable = |error: LinkError| UpstreamError::Unreachable(error.problem());
            let link = self.0.link(owner).await.map_err(unreachable)?;
            link.follow(id.number()).await.map_err(unreachable)
        })
    }

    fn tell(&self, news: RosterNews) {
        self.0.tell_all(|| news.into());
    }
}

impl Daemon {
    /// Opens the door for other nodes, and keeps up with what they do.
    pub(crate) fn join_nodes(
        self: &Arc<Daemon>,
        methods: &MethodTable,
        listener: Option<(TcpListener, String)>,
    ) {
        let Some(nodes) = &self.nodes else {
            return;
        };
        if let Some((listener, address)) = listener {
            let serving = door::serve(self.clone(), nodes.clone(), methods.clone(), listener);
            spawn(serving);
            nodes.leases.announce(address);
        }
        spawn(keep_up(self.clone(), nodes.clone()));
    }

    /// A text beside the sessions was replaced here; the other nodes read it again.
    pub(crate) fn tell_kept(&self) {
        if let Some(nodes) = &self.nodes {
            nodes.tell_kept();
        }
    }

    /// Reads the look of the overlays and the users' decks again. Blocks.
    fn read_kept_again(&self) {
        self.overlay.read_again();
        self.decks.read_again(&self.library().catalogue);
    }
}

/// Reads what other nodes may have changed whenever one comes or goes, and now and then.
async fn keep_up(daemon: Arc<Daemon>, nodes: Arc<Nodes>) {
    let mut others = nodes.leases.others();
    let mut counted = tokio::time::interval(Duration::from_secs(1));
    let mut looked = tokio::time::interval(LOOK_AGAIN);
    loop {
        tokio::select! {
            changed = others.changed() => {
                if changed.is_err() {
                    return;
                }
                let known: Vec<NodeId> = others.borrow().iter().map(|node| node.id).collect();
                nodes.links.lock().await.retain(|node, _| known.contains(node));
            }
            _ = looked.tick() => {}
            _ = counted.tick() => {
                nodes.count_upstream().await;
                continue;
            }
            () = daemon.stop.cancelled() => return,
        }
        if let Err(error) = daemon.sessions.read_roster().await {
            tracing::warn!(%error, "the list of sessions could not be read");
        }
        let reading = daemon.clone();
        let _ = tokio::task::spawn_blocking(move || reading.read_kept_again()).await;
    }
}
