//! Which node serves a session. Nodes are daemons that share one journal; a daemon with a
//! journal of its own is the only node there is.

use std::fmt;
use std::pin::Pin;

use tokio::sync::watch;

use super::history::Seq;
use super::journal::{JournalError, NodeRow};
use super::roster::Air;
use super::session_id::SessionId;

/// Rises whenever a session gets an owner. Only the owner knows the newest one, and the
/// journal takes events with no other.
pub type Epoch = u64;

/// The number of a node. A daemon that starts again, or has lost its lease, is a new node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u64);

impl NodeId {
    pub fn new(number: u64) -> NodeId {
        NodeId(number)
    }

    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Who changes a session, as this node knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// This node, as the node of this number; none if there are no others.
    Owner { node: Option<NodeId>, epoch: Epoch },
    /// Another node, whose events are followed here.
    Follower(NodeRow),
}

/// Another node did not answer about a session.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamError {
    #[error("the node does not own the session")]
    NotOwner,
    #[error("the node cannot be reached: {0}")]
    Unreachable(String),
}

/// Changes of the list of sessions, which the nodes tell each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterNews {
    Created {
        id: SessionId,
        air: Air,
    },
    Deleted(SessionId),
    /// A session was closed or opened again.
    Changed,
}

pub type Asking<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The way to the other nodes.
pub trait Upstream: fmt::Debug + Send + Sync {
    /// How many events the owner has of a session.
    fn newest_seq<'a>(
        &'a self,
        owner: &'a NodeRow,
        id: SessionId,
    ) -> Asking<'a, Result<Seq, UpstreamError>>;

    /// Follows a session at its owner: every new seq, until the owner is not the owner any
    /// more or cannot be reached.
    fn follow<'a>(
        &'a self,
        owner: &'a NodeRow,
        id: SessionId,
    ) -> Asking<'a, Result<watch::Receiver<Seq>, UpstreamError>>;

    /// Tells all other nodes.
    fn tell(&self, news: RosterNews);
}

/// Nobody else is there.
#[derive(Debug)]
pub(crate) struct NoOthers;

impl Upstream for NoOthers {
    fn newest_seq<'a>(
        &'a self,
        owner: &'a NodeRow,
        _: SessionId,
    ) -> Asking<'a, Result<Seq, UpstreamError>> {
        let failure = Err(UpstreamError::Unreachable(owner.unreachable()));
        Box::pin(async move { failure })
    }

    fn follow<'a>(
        &'a self,
        owner: &'a NodeRow,
        _: SessionId,
    ) -> Asking<'a, Result<watch::Receiver<Seq>, UpstreamError>> {
        let failure = Err(UpstreamError::Unreachable(owner.unreachable()));
        Box::pin(async move { failure })
    }

    fn tell(&self, _: RosterNews) {}
}

/// Where a session can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    Here,
    At(NodeRow),
}

impl From<UpstreamError> for JournalError {
    fn from(error: UpstreamError) -> JournalError {
        JournalError::Failed(error.to_string())
    }
}
