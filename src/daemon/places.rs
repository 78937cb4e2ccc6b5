//! The places of connections. A connection that has not shown a token yet has a place
//! among those that wait, and the next newcomer may take it. So nobody can keep the
//! owner out by connecting and saying nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::rpc_error::RpcError;
use super::settings::Limits;

/// Who asks for a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimant {
    /// The local socket, or a token of the role `control`. Some places are kept for
    /// these.
    Owner,
    Other,
}

#[derive(Debug)]
pub struct Places {
    most: u64,
    most_kept: u64,
    most_waiting: u64,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    ordinary: u64,
    kept: u64,
    /// Connections without a role, the oldest first.
    waiting: BTreeMap<u64, CancellationToken>,
    numbers: u64,
}

/// One connection's place. It is free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    kind: Mutex<PlaceKind>,
    displaced: CancellationToken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlaceKind {
    Ordinary,
    Kept,
    Waiting(u64),
}

impl Places {
    pub fn new(limits: &Limits) -> Arc<Places> {
        Arc::new(Places {
            most: limits.connections,
            most_kept: limits.kept_connections,
            most_waiting: limits.connections_without_role,
            taken: Mutex::default(),
        })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection that has its role from the beginning.
    pub fn claim(self: &Arc<Places>, claimant: Claimant) -> Result<Arc<Place>, RpcError> {
        let kind = self.take(&mut self.taken(), claimant)?;
        Ok(self.place(kind, CancellationToken::new()))
    }

    /// A place for a connection that has no role yet. If there is none, the connection
    /// that has waited longest loses its place.
    pub fn wait(self: &Arc<Places>) -> Arc<Place> {
        let displaced = CancellationToken::new();
        let mut taken = self.taken();
        if taken.waiting.len() as u64 >= self.most_waiting
            && let Some((_, oldest)) = taken.waiting.pop_first()
        {
            oldest.cancel();
        }
        taken.numbers += 1;
        let number = taken.numbers;
        taken.waiting.insert(number, displaced.clone());
        drop(taken);
        self.place(PlaceKind::Waiting(number), displaced)
    }

    /// A place for a connection that has a role and has not said anything yet. It waits
    /// like one without a role, so that silent connections do not use up the places.
    pub fn listen_to(self: &Arc<Places>) -> Result<Arc<Place>, RpcError> {
        if self.taken().ordinary >= self.most {
            return Err(self.full());
        }
        Ok(self.wait())
    }

    fn full(&self) -> RpcError {
        RpcError::limit("connections", self.most, "there are too many connections")
    }

    fn place(self: &Arc<Places>, kind: PlaceKind, displaced: CancellationToken) -> Arc<Place> {
        Arc::new(Place {
            places: self.clone(),
            kind: Mutex::new(kind),
            displaced,
        })
    }

    fn take(&self, taken: &mut Taken, claimant: Claimant) -> Result<PlaceKind, RpcError> {
        if taken.ordinary < self.most {
            taken.ordinary += 1;
            return Ok(PlaceKind::Ordinary);
        }
        if claimant == Claimant::Owner && taken.kept < self.most_kept {
            taken.kept += 1;
            return Ok(PlaceKind::Kept);
        }
        Err(self.full())
    }
}

impl Place {
    fn kind(&self) -> MutexGuard<'_, PlaceKind> {
        self.kind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection has a role now, and needs a place that cannot be taken from it.
    pub(crate) fn settle(&self, claimant: Claimant) -> Result<(), RpcError> {
        let mut kind = self.kind();
        let PlaceKind::Waiting(number) = *kind else {
            return Ok(());
        };
        let mut taken = self.places.taken();
        *kind = self.places.take(&mut taken, claimant)?;
        taken.waiting.remove(&number);
        Ok(())
    }

    /// Whether the connection has no role yet.
    pub(crate) fn is_waiting(&self) -> bool {
        matches!(*self.kind(), PlaceKind::Waiting(_))
    }

    /// Returns when a newcomer has taken the place.
    pub(crate) async fn displaced(&self) {
        self.displaced.cancelled().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let kind = *self.kind();
        let mut taken = self.places.taken();
        match kind {
            PlaceKind::Ordinary => taken.ordinary -= 1,
            PlaceKind::Kept => taken.kept -= 1,
            PlaceKind::Waiting(number) => drop(taken.waiting.remove(&number)),
        }
    }
}
