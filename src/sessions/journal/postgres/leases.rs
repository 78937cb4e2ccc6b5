//! Leases: a node says again and again that it is there, and owns its sessions as long as
//! it does. The lease ends by the database's clock. The node itself reckons from the time
//! before it asked, by a clock that never jumps, so that for it the lease ends earlier.
//!
//! Before sessions of a node are taken over, its row is marked as ended. From then on it
//! cannot renew its lease, and finds that out before it answers anything.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

use super::super::JournalError;
use super::options::PostgresOptions;
use super::pool::{Connection, Order, Pool};
use super::rows::signed;
use crate::nodes::{Epoch, NodeId};
use crate::session_id::SessionId;

/// A node as the others know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRow {
    pub id: NodeId,
    pub name: String,
    /// HOST:PORT of its door for nodes; empty if it has none.
    pub url: String,
}

impl NodeRow {
    /// Why nothing can be asked of a node without a door.
    pub fn unreachable(&self) -> String {
        let name = &self.name;
        format!("the node `{name}` cannot be asked from here; start all with --node-listen")
    }
}

/// The result of asking for a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    Mine { node: NodeId, epoch: Epoch },
    Elsewhere(NodeRow),
}

#[derive(Debug)]
pub struct Leases {
    pool: Arc<Pool>,
    state: Mutex<LeaseState>,
    /// Wakes the task that renews the lease.
    renew: Notify,
    others: watch::Sender<Vec<NodeRow>>,
    lease: Duration,
    name: String,
    data: String,
}

#[derive(Debug)]
struct LeaseState {
    node: NodeId,
    url: String,
    until: Instant,
    /// The node has said that it ends.
    left: bool,
}

/// A lease is renewed so many times while it lasts.
const RENEWALS: u32 = 4;

impl Leases {
    /// Registers this node, and renews its lease until the last owner of this is gone.
    pub(super) async fn begin(
        options: &PostgresOptions,
        pool: Arc<Pool>,
        connection: Connection,
    ) -> Result<Arc<Leases>, String> {
        let lease = options.lease;
        let asked = Instant::now();
        let registering = register(&connection, options, lease, "");
        let node = registering
            .await
            .map_err(|error| super::words::of(&error))?;
        let (others, _) = watch::channel(Vec::new());
        let leases = Arc::new(Leases {
            pool,
            state: Mutex::new(LeaseState {
                node,
                url: String::new(),
                until: asked + lease,
                left: false,
            }),
            renew: Notify::new(),
            others,
            lease,
            name: options.name.clone(),
            data: options.data.clone(),
        });
        tokio::spawn(keep(Arc::downgrade(&leases), connection, options.clone()));
        Ok(leases)
    }

    fn state(&self) -> MutexGuard<'_, LeaseState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn node(&self) -> NodeId {
        self.state().node
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn url(&self) -> String {
        self.state().url.clone()
    }

    pub fn lease(&self) -> Duration {
        self.lease
    }

    /// Says where the other nodes reach this one.
    pub fn announce(&self, url: String) {
        self.state().url = url;
        self.renew.notify_one();
    }

    /// The other nodes whose lease has not ended.
    pub fn others(&self) -> watch::Receiver<Vec<NodeRow>> {
        self.others.subscribe()
    }

    /// Whether this is the node of that number and its lease holds.
    pub fn holds(&self, node: NodeId) -> bool {
        let state = self.state();
        state.node == node && Instant::now() < state.until
    }

    /// An error unless the lease holds: what is in memory may be old then.
    pub fn check(&self) -> Result<(), JournalError> {
        match Instant::now() < self.state().until {
            true => Ok(()),
            false => Err(JournalError::Failed(
                "this node has lost touch with the database, so that another may have taken its \
                 sessions over"
                    .to_owned(),
            )),
        }
    }

    /// Takes a session for this node, or says whose it is; none if there is no such
    /// session. Also when it is ours already it gets a new epoch, so that whatever was
    /// sent with the old one, and is still on its way, is refused.
    pub async fn claim(&self, id: SessionId) -> Result<Option<Claimed>, JournalError> {
        self.check()?;
        let (node, number) = (self.node(), signed(id.number()));
        let me = signed(node.number());
        const TRIES: u32 = 20;
        for _ in 0..TRIES {
            let Some(found) = self.owner_of(number).await? else {
                return Ok(None);
            };
            if let Some(owner) = found.owner
                && owner.id != node
                && found.lives
                && !self.end_if_over(&owner).await?
            {
                return Ok(Some(Claimed::Elsewhere(owner)));
            }
            let epoch = found.epoch;
            let taken = self.pool.run(Order::Write, |connection| {
                let sql = "UPDATE session SET owner = $2, epoch = epoch + 1 \
                           WHERE id = $1 AND epoch = $3";
                Box::pin(async move { connection.execute(sql, &[&number, &me, &epoch]).await })
            });
            // Unknown is no harm: the next one reads what has become of it.
            if taken.await? > 0 {
                let epoch = epoch.unsigned_abs() + 1;
                return Ok(Some(Claimed::Mine { node, epoch }));
            }
        }
        Err(JournalError::Conflict)
    }

    /// Marks a node as ended if its lease is over. From then on it cannot renew it. False
    /// if it goes on.
    async fn end_if_over(&self, owner: &NodeRow) -> Result<bool, JournalError> {
        let number = signed(owner.id.number());
        let ended = self.pool.run(Order::Write, |connection| {
            let sql = "UPDATE node SET ended = TRUE WHERE id = $1 AND lease_until <= now()";
            Box::pin(async move { connection.execute(sql, &[&number]).await })
        });
        Ok(ended.await? > 0)
    }

    async fn owner_of(&self, session: i64) -> Result<Option<FoundOwner>, JournalError> {
        let rows = self.pool.run(Order::Read, |connection| {
            let sql = "SELECT s.epoch, s.owner, n.name, n.url, n.ended FROM session s \
                       LEFT JOIN node n ON n.id = s.owner WHERE s.id = $1";
            Box::pin(async move { connection.query(sql, &[&session]).await })
        });
        Ok(rows.await?.first().map(|row| FoundOwner {
            epoch: row.get(0),
            // A node that is not in the table any more has ended long ago.
            lives: row.get::<_, Option<bool>>(4).is_some_and(|ended| !ended),
            owner: row.get::<_, Option<i64>>(1).map(|owner| NodeRow {
                id: NodeId::new(owner.unsigned_abs()),
                name: row.get::<_, Option<String>>(2).unwrap_or_default(),
                url: row.get::<_, Option<String>>(3).unwrap_or_default(),
            }),
        }))
    }

    /// The owner of every session that has one whose lease holds.
    pub async fn owners(&self) -> Result<BTreeMap<SessionId, NodeRow>, JournalError> {
        let rows = self.pool.run(Order::Read, |connection| {
            let sql = "SELECT s.id, n.id, n.name, n.url FROM session s \
                       JOIN node n ON n.id = s.owner WHERE NOT n.ended AND n.lease_until > now()";
            Box::pin(async move { connection.query(sql, &[]).await })
        });
        let rows = rows.await?;
        let number = |row: &tokio_postgres::Row, column| row.get::<_, i64>(column).unsigned_abs();
        let owner = |row: &tokio_postgres::Row| {
            let node = NodeRow {
                id: NodeId::new(number(row, 1)),
                name: row.get(2),
                url: row.get(3),
            };
            (SessionId::new(number(row, 0)), node)
        };
        Ok(rows.iter().map(owner).collect())
    }

    /// Gives a session up, so that another node may take it at once.
    pub async fn release(&self, id: SessionId, epoch: Epoch) {
        let (number, epoch) = (signed(id.number()), signed(epoch));
        let released = self.pool.run(Order::Write, |connection| {
            let sql = "UPDATE session SET owner = NULL WHERE id = $1 AND epoch = $2";
            Box::pin(async move { connection.execute(sql, &[&number, &epoch]).await })
        });
        // If it fails, the others wait for the lease to end.
        let _ = released.await;
    }

    /// Ends this node, so that the others may take its sessions at once.
    pub async fn leave(&self) {
        let node = {
            let mut state = self.state();
            state.left = true;
            state.until = Instant::now();
            signed(state.node.number())
        };
        let ended = self.pool.run(Order::Write, |connection| {
            let sql = "UPDATE node SET ended = TRUE, lease_until = now() WHERE id = $1";
            Box::pin(async move { connection.execute(sql, &[&node]).await })
        });
        let _ = ended.await;
    }
}

struct FoundOwner {
    epoch: i64,
    owner: Option<NodeRow>,
    lives: bool,
}

async fn register(
    connection: &Connection,
    options: &PostgresOptions,
    lease: Duration,
    url: &str,
) -> Result<NodeId, tokio_postgres::Error> {
    let sql = "INSERT INTO node (id, name, url, data, lease_until, ended) VALUES \
               (nextval('node_number'), $1, $2, $3, \
               now() + $4 * CAST('1 second' AS INTERVAL), FALSE) RETURNING id";
    let seconds = lease.as_secs_f64();
    let params: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
        [&options.name, &url, &options.data, &seconds];
    let rows = connection.query(sql, &params).await?;
    let number = rows.first().map_or(0, |row| row.get::<_, i64>(0));
    Ok(NodeId::new(number.unsigned_abs()))
}

/// Renews the lease until its owner is gone. A node whose lease was ended by another gets
/// a new number; what it had belongs to nobody then.
async fn keep(leases: std::sync::Weak<Leases>, first: Connection, options: PostgresOptions) {
    let mut connection = Some(first);
    let pause = options.lease / RENEWALS;
    loop {
        let Some(now) = leases.upgrade() else {
            return;
        };
        let renewed = tokio::time::timeout(pause, renew(&now, &mut connection, &options));
        let wait = match renewed.await {
            Ok(Ok(())) => pause,
            failed => {
                let problem = match failed {
                    Ok(Err(problem)) => problem,
                    _ => "no answer".to_owned(),
                };
                tracing::warn!(problem, "the lease of this node could not be renewed");
                connection = None;
                pause / 4
            }
        };
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = now.renew.notified() => {}
        }
    }
}

async fn renew(
    leases: &Leases,
    kept: &mut Option<Connection>,
    options: &PostgresOptions,
) -> Result<(), String> {
    let connection = match kept {
        Some(connection) if !connection.client.is_closed() => connection,
        _ => kept.insert(leases.pool.connect().await?),
    };
    let failed = |error: tokio_postgres::Error| super::words::of(&error);
    let (node, url, left) = {
        let state = leases.state();
        (state.node, state.url.clone(), state.left)
    };
    if left {
        return Ok(());
    }
    let (number, seconds) = (signed(node.number()), leases.lease.as_secs_f64());
    let asked = Instant::now();
    let sql = "UPDATE node SET lease_until = now() + $2 * CAST('1 second' AS INTERVAL), url = $3 \
               WHERE id = $1 AND NOT ended";
    let renewed = connection.execute(sql, &[&number, &seconds, &url]).await;
    let node = match renewed.map_err(failed)? {
        0 => {
            tracing::warn!(%node, "the lease of this node was over, and others have its sessions");
            let asked = register(connection, options, leases.lease, &url);
            asked.await.map_err(failed)?
        }
        _ => node,
    };
    {
        let mut state = leases.state();
        if !state.left {
            state.node = node;
            state.until = asked + leases.lease;
        }
    }
    let sql = "SELECT id, name, url, data FROM node WHERE NOT ended AND lease_until > now() \
               AND id <> $1 ORDER BY id";
    let rows = connection.query(sql, &[&signed(node.number())]).await;
    let mut others = Vec::new();
    for row in rows.map_err(failed)? {
        let other = NodeRow {
            id: NodeId::new(row.get::<_, i64>(0).unsigned_abs()),
            name: row.get(1),
            url: row.get(2),
        };
        if row.get::<_, String>(3) != leases.data {
            tracing::error!(node = %other.name, "a node has other card data than this one");
        }
        others.push(other);
    }
    leases.others.send_if_modified(|known| {
        let changed = *known != others;
        *known = others;
        changed
    });
    // Nodes that ended long ago.
    let sql = "DELETE FROM node WHERE ended AND lease_until < now() - CAST('1 day' AS INTERVAL)";
    connection.execute(sql, &[]).await.map_err(failed)?;
    Ok(())
}
