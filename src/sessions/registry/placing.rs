//! Finds the node that serves a session, where several share the journal.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::journal::{Claimed, JournalError, Leases, NodeRow, StoredIds};
use crate::nodes::{Epoch, NodeId, Upstream, Whereabouts};

/// How long a request waits for the owner of a session beyond the lease.
const GRACE: Duration = Duration::from_secs(5);
/// How long a follower may take to read what the owner has.
const CATCH_UP: Duration = Duration::from_secs(3);
/// The pause before the owner is looked for again.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// How long a request looks for the owner of a session.
struct Patience {
    until: Instant,
    looked: u32,
}

impl Patience {
    fn new(leases: &Leases) -> Patience {
        Patience {
            until: Instant::now() + leases.lease() + GRACE,
            looked: 0,
        }
    }

    /// What was found; none if it is worth looking again.
    fn found<T, R: std::error::Error>(
        &self,
        tried: Result<Option<T>, SessionError<R>>,
    ) -> Result<Option<T>, SessionError<R>> {
        let is_over = Instant::now() >= self.until;
        match tried {
            Err(SessionError::Journal(_)) if !is_over => Ok(None),
            Ok(None) if is_over => {
                let problem = "the owner of the session did not answer".to_owned();
                Err(JournalError::Failed(problem).into())
            }
            other => other,
        }
    }

    async fn pause(&mut self) {
        if self.looked > 0 {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        self.looked += 1;
    }
}

impl<G: Game, D: Derived> Sessions<G, D> {
    /// Says how the other nodes are reached. Later calls have no effect.
    pub fn connect(&self, upstream: Arc<dyn Upstream>) {
        let _ = self.shared.upstream.set(upstream);
    }

    /// Who owns a session that is not in memory: this node, if nobody else does.
    pub(super) async fn claim(&self, id: SessionId) -> SessionResult<G, Standing> {
        let Some(leases) = self.shared.journal.leases() else {
            return Ok(Standing::Owner {
                node: None,
                epoch: 0,
            });
        };
        match leases.claim(id).await? {
            None => Err(SessionError::Unknown { id: id.to_string() }),
            Some(Claimed::Mine { node, epoch }) => Ok(Standing::Owner {
                node: Some(node),
                epoch,
            }),
            Some(Claimed::Elsewhere(owner)) => Ok(Standing::Follower(owner)),
        }
    }

    /// Takes a session that is not in memory for a change of it as a whole.
    pub(super) async fn taken(&self, id: SessionId) -> SessionResult<G, Epoch> {
        match self.claim(id).await? {
            Standing::Owner { epoch, .. } => Ok(epoch),
            Standing::Follower(_) => Err(SessionError::Elsewhere),
        }
    }

    pub(super) async fn give_up(&self, id: SessionId, epoch: Epoch) {
        if let Some(leases) = self.shared.journal.leases() {
            leases.release(id, epoch).await;
        }
    }

    /// The session in memory, as new as it is anywhere when this is called.
    pub async fn open(&self, id: SessionId) -> SessionResult<G, SessionHandle<G, D>> {
        let Some(leases) = self.shared.journal.leases() else {
            return self.fetch(id).await;
        };
        let mut patience = Patience::new(leases);
        loop {
            let tried = self.open_newest(leases, id).await;
            if let Some(handle) = patience.found(tried)? {
                return Ok(handle);
            }
            self.look_again(id).await;
            patience.pause().await;
        }
    }

    /// None if the owner has to be looked for again.
    async fn open_newest(
        &self,
        leases: &Leases,
        id: SessionId,
    ) -> SessionResult<G, Option<SessionHandle<G, D>>> {
        leases.check()?;
        let handle = self.fetch(id).await?;
        match handle.standing() {
            Standing::Owner { node, .. } => {
                let holds = node.is_some_and(|node| leases.holds(node));
                Ok(holds.then_some(handle))
            }
            Standing::Follower(owner) => {
                let newest = self.shared.upstream().newest_seq(&owner, id).await;
                let newest = newest.map_err(JournalError::from)?;
                Ok(self.caught_up(&handle, newest).await.then_some(handle))
            }
        }
    }

    /// Where a session can be changed.
    pub async fn whereabouts(&self, id: SessionId) -> SessionResult<G, Whereabouts> {
        let Some(leases) = self.shared.journal.leases() else {
            return Ok(Whereabouts::Here);
        };
        let mut patience = Patience::new(leases);
        loop {
            let tried = self.place(leases, id).await;
            if let Some(place) = patience.found(tried)? {
                return Ok(place);
            }
            self.look_again(id).await;
            patience.pause().await;
        }
    }

    async fn place(&self, leases: &Leases, id: SessionId) -> SessionResult<G, Option<Whereabouts>> {
        leases.check()?;
        Ok(match self.fetch(id).await?.standing() {
            Standing::Owner { node, .. } => {
                let holds = node.is_some_and(|node| leases.holds(node));
                holds.then_some(Whereabouts::Here)
            }
            Standing::Follower(owner) => Some(Whereabouts::At(owner)),
        })
    }

    /// Lets the actor find out who owns the session now.
    pub async fn look_again(&self, id: SessionId) {
        let handle = self.shared.open().get(&id).cloned();
        if let Some(handle) = handle {
            let (reply, answer) = oneshot::channel();
            let asked = handle.inbox.send(SessionCommand::Refresh { reply }).await;
            if asked.is_ok() {
                let _ = answer.await;
            }
        }
    }

    async fn caught_up(&self, handle: &SessionHandle<G, D>, newest: Seq) -> bool {
        let mut moments = handle.follow();
        let reached = moments.wait_for(|moment| moment.seq >= newest);
        matches!(tokio::time::timeout(CATCH_UP, reached).await, Ok(Ok(_)))
    }

    /// How many events a session has, if this node owns it.
    pub async fn owned_seq(&self, id: SessionId) -> Option<Seq> {
        let leases = self.shared.journal.leases()?;
        let handle = self.fetch(id).await.ok()?;
        match handle.standing() {
            Standing::Owner {
                node: Some(node), ..
            } if leases.holds(node) => Some(handle.latest().seq),
            _ => None,
        }
    }

    /// The moments of a session and whether it is owned, for a node that follows it;
    /// none if this node does not own it.
    pub async fn followed(&self, id: SessionId) -> Option<FollowedHere<G, D>> {
        self.owned_seq(id).await?;
        let asked = self.ask(id, |reply| SessionCommand::Follow { reply }).await;
        let handle = self.shared.open().get(&id).cloned()?;
        Some(FollowedHere {
            moments: asked.ok()?,
            standing: handle.standing.subscribe(),
        })
    }

    /// How many sessions in memory each node owns.
    pub fn owner_counts(&self) -> OwnerCounts {
        let mut counts = OwnerCounts::default();
        for handle in self.shared.open().values() {
            match handle.standing() {
                Standing::Owner { .. } => counts.here += 1,
                Standing::Follower(owner) => {
                    let known = counts.elsewhere.entry(owner.id);
                    known.or_insert_with(|| (owner.name, 0)).1 += 1;
                }
            }
        }
        counts
    }

    /// The node that owns each session; those that nobody owns at the moment are left
    /// out. Empty where there are no nodes.
    pub async fn owners(&self) -> SessionResult<G, BTreeMap<SessionId, NodeRow>> {
        match self.shared.journal.leases() {
            Some(leases) => Ok(leases.owners().await?),
            None => Ok(BTreeMap::new()),
        }
    }

    /// Another node has told of a change.
    pub fn hear(&self, news: RosterNews) {
        match news {
            RosterNews::Created { id, air } => self.roster.created(id, air),
            RosterNews::Deleted(id) => self.roster.deleted(id),
            RosterNews::Changed => self.roster.notify(),
        }
    }

    /// Reads from the journal which sessions there are: news of other nodes may have been
    /// missed.
    pub async fn read_roster(&self) -> SessionResult<G, ()> {
        let mut stored = StoredIds::default();
        for row in self.shared.journal.list().await? {
            stored.all.insert(row.id);
            let untouched = row.seq > 0 && row.updated_ms == row.created_ms;
            let is_real = !matches!(row.summary.mode.as_str(), "simulated" | "analysis");
            if !is_real || untouched {
                stored.off_air.insert(row.id);
            }
        }
        self.roster.replace(stored);
        Ok(())
    }
}

/// How many sessions in memory are whose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnerCounts {
    pub here: u64,
    /// The other nodes by their numbers, with their names.
    pub elsewhere: BTreeMap<NodeId, (String, u64)>,
}

/// A session that another node follows at this one.
pub struct FollowedHere<G: Game, D: Derived> {
    pub moments: watch::Receiver<Arc<Moment<G, D>>>,
    pub standing: watch::Receiver<Standing>,
}
