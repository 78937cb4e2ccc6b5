//! The table of methods: registers handlers with jsonrpsee and gives them typed
//! params, roles and errors. Only this file and the dispatcher use jsonrpsee.

use std::borrow::Cow;
use std::sync::Arc;

use jsonrpsee::core::RegisterMethodError;
use jsonrpsee::core::server::{Methods, SubscriptionCloseResponse, SubscriptionSink};
use jsonrpsee::types::{ErrorObjectOwned, SubscriptionId};
use jsonrpsee::{Extensions, RpcModule};
use qbcoach_protocol::Warning;
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::{Method, Role};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::outbox::Outbox;
use super::peer::{Call, Peer, SinkEnd};
use super::rpc_error::RpcError;
use super::{Daemon, params};

/// Every method that the daemon serves. Cheap to copy.
#[derive(Clone)]
pub struct MethodTable {
    daemon: Arc<Daemon>,
    methods: Methods,
}

/// A method was registered twice.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct MethodTableError(#[from] RegisterMethodError);

/// The result of a method, and warnings about its params.
pub struct MethodAnswer<T> {
    pub value: T,
    pub warnings: Vec<Warning>,
}

impl<T> From<T> for MethodAnswer<T> {
    fn from(value: T) -> MethodAnswer<T> {
        MethodAnswer {
            value,
            warnings: Vec::new(),
        }
    }
}

/// A subscription that its client may have.
pub trait Subscription: Send {
    /// Sends updates until the subscription ends.
    fn run(self, updates: &UpdateSink) -> impl Future<Output = SubscriptionEnd> + Send;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriptionEnd {
    /// The client has ended it.
    ByClient,
    /// The daemon ends it; the client is sent the reason.
    ByDaemon(&'static str),
}

/// Where a subscription sends its updates.
pub struct UpdateSink {
    /// Says when the client has unsubscribed.
    sink: SubscriptionSink,
    /// The subscription counts as ended when this is dropped.
    _sink_end: SinkEnd,
    outbox: Outbox,
    notification: &'static str,
    id: String,
}

#[derive(Serialize)]
struct UpdateMessage<'a> {
    jsonrpc: &'static str,
    method: &'static str,
    params: UpdateParams<'a>,
}

#[derive(Serialize)]
struct UpdateParams<'a> {
    subscription: &'a str,
    #[serde(flatten)]
    content: UpdateContent<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum UpdateContent<'a> {
    Result(&'a RawValue),
    /// Why the subscription ends.
    Error(&'a str),
}

impl UpdateSink {
    fn new(sink: SubscriptionSink, end: SinkEnd, call: &Call, notification: &'static str) -> Self {
        let id = match sink.subscription_id() {
            SubscriptionId::Num(number) => number.to_string(),
            SubscriptionId::Str(text) => text.to_string(),
        };
        UpdateSink {
            sink,
            _sink_end: end,
            outbox: call.peer.outbox.clone(),
            notification,
            id,
        }
    }

    /// Waits for room; false when the subscription has ended.
    pub(crate) async fn send(&self, update: Box<RawValue>) -> bool {
        if self.sink.is_closed() {
            return false;
        }
        self.notify(UpdateContent::Result(&update)).await
    }

    /// Tells the client why the subscription ends.
    async fn send_end(&self, reason: &str) {
        self.notify(UpdateContent::Error(reason)).await;
    }

    async fn notify(&self, content: UpdateContent<'_>) -> bool {
        let message = UpdateMessage {
            jsonrpc: "2.0",
            method: self.notification,
            params: UpdateParams {
                subscription: &self.id,
                content,
            },
        };
        match to_raw_value(&message) {
            Ok(message) => self.outbox.send(message).await.is_ok(),
            Err(_) => false,
        }
    }

    pub(crate) async fn closed(&self) {
        tokio::select! {
            () = self.sink.closed() => {}
            () = self.outbox.closed() => {}
        }
    }

    /// The id of the subscription on the wire.
    pub(crate) fn subscription_id(&self) -> String {
        self.id.clone()
    }
}

impl MethodTable {
    pub fn new(daemon: Arc<Daemon>) -> MethodTable {
        MethodTable {
            daemon,
            methods: Methods::new(),
        }
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.methods.method_names()
    }

    pub(super) fn methods(&self) -> &Methods {
        &self.methods
    }

    /// Adds a method.
    pub fn add<M, Handler, Working, Out>(
        &mut self,
        _: M,
        handler: Handler,
    ) -> Result<(), MethodTableError>
    where
        M: Method + 'static,
        Handler: Fn(Arc<Daemon>, Call, M::Params) -> Working + Clone + Send + Sync + 'static,
        Working: Future<Output = Result<Out, RpcError>> + Send,
        Out: Into<MethodAnswer<M::Result>>,
    {
        let mut module = RpcModule::from_arc(self.daemon.clone());
        module.register_async_method(M::NAME, move |params, daemon, extensions| {
            let handler = handler.clone();
            async move {
                let (call, read) = open::<M>(&extensions, params.as_str())?;
                let answer = handler(daemon, call, read.params).await?;
                let mut answer: MethodAnswer<M::Result> = answer.into();
                answer.warnings.splice(..0, read.warnings);
                to_json(&answer).map_err(ErrorObjectOwned::from)
            }
        })?;
        self.methods.merge(module)?;
        Ok(())
    }

    /// Adds a method without params whose result never changes.
    pub(crate) fn add_fixed<M>(
        &mut self,
        _: M,
        result: fn() -> &'static RawValue,
    ) -> Result<(), MethodTableError>
    where
        M: Method + 'static,
    {
        let mut module = RpcModule::from_arc(self.daemon.clone());
        module.register_async_method(M::NAME, move |params, _, extensions| async move {
            let (_, read) = open::<M>(&extensions, params.as_str())?;
            if read.warnings.is_empty() {
                return Ok(Cow::Borrowed(result()));
            }
            let value = serde_json::from_str(result().get()).map_err(RpcError::internal)?;
            let answer = MethodAnswer::<Value> {
                value,
                warnings: read.warnings,
            };
            let answer = to_json(&answer).map_err(ErrorObjectOwned::from)?;
            Ok::<_, ErrorObjectOwned>(Cow::Owned(answer))
        })?;
        self.methods.merge(module)?;
        Ok(())
    }

    /// Adds a subscription: the method `M` that begins it, the method `U` that ends
    /// it, and the notification that carries its updates.
    pub(crate) fn add_subscription<M, U, Handler, Opening, S>(
        &mut self,
        _: M,
        _: U,
        notification: &'static str,
        handler: Handler,
    ) -> Result<(), MethodTableError>
    where
        M: Method + 'static,
        U: Method,
        Handler: Fn(Arc<Daemon>, Call, M::Params) -> Opening + Clone + Send + Sync + 'static,
        Opening: Future<Output = Result<S, RpcError>> + Send,
        S: Subscription,
    {
        let mut module = RpcModule::from_arc(self.daemon.clone());
        module.register_subscription(
            M::NAME,
            notification,
            U::NAME,
            move |params, pending, daemon, extensions| {
                let handler = handler.clone();
                async move {
                    let opened = match open::<M>(&extensions, params.as_str()) {
                        Ok((call, read)) => handler(daemon, call.clone(), read.params)
                            .await
                            .map(|subscription| (call, subscription)),
                        Err(error) => Err(error),
                    };
                    let (call, subscription) = match opened {
                        Ok(opened) => opened,
                        Err(error) => {
                            pending.reject(error).await;
                            return SubscriptionCloseResponse::None;
                        }
                    };
                    let sink_end = call.take_sink_end();
                    let (Ok(sink), Some(sink_end)) = (pending.accept().await, sink_end) else {
                        return SubscriptionCloseResponse::None;
                    };
                    // The client must know the id before it gets updates.
                    tokio::select! {
                        () = call.answered() => {}
                        () = call.peer.outbox.closed() => return SubscriptionCloseResponse::None,
                    }
                    let updates = UpdateSink::new(sink, sink_end, &call, notification);
                    if let SubscriptionEnd::ByDaemon(reason) = subscription.run(&updates).await {
                        updates.send_end(reason).await;
                    }
                    SubscriptionCloseResponse::None
                }
            },
        )?;
        self.methods.merge(module)?;
        Ok(())
    }
}

/// Checks that the connection may call the method, and reads its params.
fn open<M: Method>(
    extensions: &Extensions,
    params: Option<&str>,
) -> Result<(Call, params::Read<M::Params>), RpcError> {
    let call = extensions.get::<Call>().cloned();
    let call = call.ok_or_else(|| RpcError::internal("the request has no connection"))?;
    allow::<M>(&call.peer)?;
    let read = params::read::<M::Params>(params, M::POSITIONAL)?;
    Ok((call, read))
}

/// Whether this connection may call the method.
pub(super) fn allow<M: Method>(peer: &Peer) -> Result<(), RpcError> {
    let Some(needed) = M::ROLE else {
        return Ok(());
    };
    allow_role(peer, M::NAME, needed)
}

fn allow_role(peer: &Peer, name: &str, needed: Role) -> Result<(), RpcError> {
    match peer.role() {
        Some(role) if role >= needed => Ok(()),
        Some(role) => Err(RpcError::new(
            NOT_ALLOWED,
            format!("`{name}` needs the role `{}`", needed.word()),
        )
        .with("role", role.word())
        .with("needed", needed.word())
        .hint("use a token of that role")),
        None => Err(
            RpcError::new(NOT_ALLOWED, "this daemon asks for a token first")
                .with("needed", needed.word())
                .hint("send `initialize` with `token`, or the header Authorization: Bearer"),
        ),
    }
}

fn to_json<T: Serialize>(answer: &MethodAnswer<T>) -> Result<Box<RawValue>, RpcError> {
    if answer.warnings.is_empty() {
        return to_raw_value(&answer.value).map_err(RpcError::internal);
    }
    let mut value = serde_json::to_value(&answer.value).map_err(RpcError::internal)?;
    // Only an object can carry warnings.
    if let Value::Object(object) = &mut value {
        object.insert("warnings".to_owned(), json!(answer.warnings));
    }
    to_raw_value(&value).map_err(RpcError::internal)
}

impl From<RpcError> for ErrorObjectOwned {
    fn from(error: RpcError) -> ErrorObjectOwned {
        let message = error.message();
        ErrorObjectOwned::owned(error.code, message, Some(error.data))
    }
}
