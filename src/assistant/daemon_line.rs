//! The connection to the daemon. It is opened again when it ends, so that a daemon may be
//! restarted under an assistant.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use qbcoach_protocol::client::{Client, ClientError};
use qbcoach_protocol::method::{Method, Role, ServerInfoGet};
use qbcoach_protocol::{NoParams, ServerInfo};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Access;
use crate::work::Work;

/// Opens a connection on which the daemon knows the client already.
pub type OpenConnection = Box<
    dyn Fn() -> Pin<Box<dyn Future<Output = Result<Client, ClientError>> + Send>> + Send + Sync,
>;

/// How long a call waits for a daemon that has gone away.
const PATIENCE: Duration = Duration::from_secs(20);
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Said once with the next answer after the connection was opened again.
const RESTORED: &str = "(The connection to the coach was lost and is back.)";

pub struct DaemonLine {
    open: OpenConnection,
    access: Access,
    /// Held while a connection is opened, so that many callers open only one.
    client: tokio::sync::Mutex<Option<Arc<Client>>>,
    /// What the daemon allowed when the connection was opened last.
    role: Mutex<Role>,
    limits: Mutex<Option<ServerInfo>>,
    is_restored: AtomicBool,
    last_token: AtomicU64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a call may be sent again when its answer was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// It reads, or the daemon recognises it.
    Safe,
    /// It might happen twice.
    Never,
}

impl DaemonLine {
    pub fn new(open: OpenConnection, access: Access) -> DaemonLine {
        DaemonLine {
            open,
            access,
            client: tokio::sync::Mutex::new(None),
            role: Mutex::new(Role::Control),
            limits: Mutex::new(None),
            is_restored: AtomicBool::new(false),
            last_token: AtomicU64::new(0),
        }
    }

    /// What this connection may do.
    pub(crate) fn role(&self) -> Role {
        let role = *locked(&self.role);
        match self.access {
            Access::ReadOnly => role.min(Role::View),
            Access::Full => role,
        }
    }

    /// A limit of the daemon by the name of its setting.
    pub(crate) fn limit(&self, name: &str) -> Option<u64> {
        let info = locked(&self.limits);
        info.as_ref()
            .and_then(|info| info.limits.get(name).copied())
    }

    /// The note that the connection was lost and is back, once.
    pub(crate) fn note(&self) -> Option<&'static str> {
        let restored = self.is_restored.swap(false, Ordering::Relaxed);
        restored.then_some(RESTORED)
    }

    /// Opens the connection if it is not open, and waits for a daemon that is away.
    pub async fn connected(&self) -> Result<Arc<Client>, ClientError> {
        let began = Instant::now();
        let mut wait = FIRST_WAIT;
        let mut open = self.client.lock().await;
        if let Some(client) = open.as_ref() {
            return Ok(client.clone());
        }
        loop {
            match self.opened().await {
                Ok(client) => {
                    let client = Arc::new(client);
                    *open = Some(client.clone());
                    return Ok(client);
                }
                // A daemon that refuses the token refuses it again.
                Err(error @ ClientError::Refused(_)) => return Err(error),
                Err(error) if began.elapsed() > PATIENCE => return Err(error),
                Err(_) => {
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
            }
        }
    }

    /// Opens the connection if a daemon answers at once.
    pub(crate) async fn connected_soon(&self) -> Result<(), ClientError> {
        let mut open = self.client.lock().await;
        if open.is_none() {
            *open = Some(Arc::new(self.opened().await?));
        }
        Ok(())
    }

    async fn opened(&self) -> Result<Client, ClientError> {
        let client = (self.open)().await?;
        let info = client.call::<ServerInfoGet>(&NoParams {}).await?;
        let role = Role::ALL.into_iter().find(|role| role.word() == info.role);
        *locked(&self.role) = role.unwrap_or(Role::Stream);
        *locked(&self.limits) = Some(info);
        Ok(client)
    }

    /// Forgets a connection that has ended, unless another has been opened meanwhile.
    pub(crate) async fn lost(&self, client: &Arc<Client>) {
        let mut open = self.client.lock().await;
        if open.as_ref().is_some_and(|open| Arc::ptr_eq(open, client)) {
            *open = None;
            self.is_restored.store(true, Ordering::Relaxed);
        }
    }

    /// Asks the daemon; on a lost connection, asks again on the next one.
    pub(crate) async fn ask<M>(&self, params: &M::Params) -> Result<M::Result, ClientError>
    where
        M: Method,
        M::Params: Serialize,
        M::Result: DeserializeOwned,
    {
        self.send::<M>(params, Repeat::Safe).await
    }

    pub(crate) async fn send<M>(
        &self,
        params: &M::Params,
        repeat: Repeat,
    ) -> Result<M::Result, ClientError>
    where
        M: Method,
        M::Params: Serialize,
        M::Result: DeserializeOwned,
    {
        loop {
            let client = self.connected().await?;
            match client.call::<M>(params).await {
                Err(ClientError::ConnectionEnded) => {
                    self.lost(&client).await;
                    if repeat == Repeat::Never {
                        return Err(ClientError::ConnectionEnded);
                    }
                }
                answer => return answer,
            }
        }
    }
}

/// A call that takes long, with its progress.
impl DaemonLine {
    /// As [`DaemonLine::ask`]; `params` are made with the token for the progress.
    pub(crate) async fn ask_watched<M>(
        &self,
        work: &Work,
        params: impl Fn(Value) -> M::Params,
    ) -> Result<M::Result, ClientError>
    where
        M: Method,
        M::Params: Serialize,
        M::Result: DeserializeOwned,
    {
        loop {
            let client = self.connected().await?;
            let number = self.last_token.fetch_add(1, Ordering::Relaxed);
            let token = format!("assistant-{number}");
            let progress = client.progress(&token);
            let params = params(token.into());
            let call = client.call::<M>(&params);
            match work.watched(progress, call).await {
                Err(ClientError::ConnectionEnded) => self.lost(&client).await,
                answer => return answer,
            }
        }
    }
}
