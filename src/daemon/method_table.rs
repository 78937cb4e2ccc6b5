//! The table of methods: registers handlers with jsonrpsee and gives them typed
//! params, roles and errors. Only this file and the dispatcher use jsonrpsee.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use jsonrpsee::core::RegisterMethodError;
use jsonrpsee::core::server::{
    MethodCallback, Methods, SubscriptionCloseResponse, SubscriptionSink,
};
use jsonrpsee::types::{ErrorObjectOwned, SubscriptionId};
use jsonrpsee::{Extensions, RpcModule};
use qbcoach_protocol::Warning;
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::{Method, Role};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::language::EditorGreeting;
use super::methods::LANGUAGE_ROLE;
use super::outbox::Outbox;
use super::peer::{Call, Peer, SinkEnd};
use super::rpc_error::RpcError;
use super::{Daemon, nodes, params};
use qbcoach_basics::shorten::shortened_json_error;

/// Every method that the daemon serves. Cheap to copy.
#[derive(Clone)]
pub struct MethodTable {
    daemon: Arc<Daemon>,
    plain: Arc<BTreeMap<&'static str, PlainMethod>>,
    /// Subscriptions, of which jsonrpsee keeps account.
    subscriptions: Methods,
}

/// A method that answers once.
#[derive(Clone)]
pub(crate) struct PlainMethod {
    name: &'static str,
    role: Option<Role>,
    handler: ErasedHandler,
}

/// What a request calls.
#[derive(Clone)]
pub(crate) enum Called {
    Plain(PlainMethod),
    Subscription(MethodCallback),
}

impl PlainMethod {
    pub(crate) async fn call(
        &self,
        daemon: Arc<Daemon>,
        call: Call,
        params: Option<&str>,
    ) -> Result<Box<RawValue>, RpcError> {
        allow_role(&call.peer, self.name, self.role)?;
        if nodes::is_change(&daemon, &call.peer, self.name) {
            let here = || (self.handler)(daemon.clone(), call.clone(), params);
            return nodes::answer(&daemon, &call.peer, self.name, params, here).await;
        }
        (self.handler)(daemon, call, params).await
    }
}

/// A method was registered twice.
#[derive(Debug, thiserror::Error)]
pub enum MethodTableError {
    #[error("the method `{0}` is there already")]
    Twice(&'static str),
    #[error(transparent)]
    Subscription(#[from] RegisterMethodError),
}

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
    /// Every notification up to the name of its content.
    head: String,
    id: String,
}

/// What a method does with the params of a call. Its types are erased, so that what
/// surrounds it is compiled once and not for every method.
type ErasedHandler = Arc<dyn Fn(Arc<Daemon>, Call, Option<&str>) -> Answering + Send + Sync>;

type Answering = Pin<Box<dyn Future<Output = Result<Box<RawValue>, RpcError>> + Send>>;

impl UpdateSink {
    fn new(sink: SubscriptionSink, end: SinkEnd, call: &Call, notification: &'static str) -> Self {
        let id = match sink.subscription_id() {
            SubscriptionId::Num(number) => number.to_string(),
            SubscriptionId::Str(text) => text.to_string(),
        };
        let (method, quoted) = (json!(notification), json!(id));
        UpdateSink {
            sink,
            _sink_end: end,
            outbox: call.peer.outbox.clone(),
            head: format!(
                r#"{{"jsonrpc":"2.0","method":{method},"params":{{"subscription":{quoted},"#
            ),
            id,
        }
    }

    /// Waits for room; false when the subscription has ended.
    pub(crate) async fn send(&self, update: &str) -> bool {
        if self.sink.is_closed() {
            return false;
        }
        self.notify(r#""result":"#, update).await
    }

    /// Tells the client why the subscription ends.
    async fn send_end(&self, reason: &str) {
        self.notify(r#""error":"#, &json!(reason).to_string()).await;
    }

    /// Sends a notification with this content, which is JSON. An update goes to many
    /// subscribers, so it is copied and not written anew.
    async fn notify(&self, name: &str, content: &str) -> bool {
        self.outbox
            .send_text([&self.head, name, content, "}}"].concat())
            .await
            .is_ok()
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
            plain: Arc::default(),
            subscriptions: Methods::new(),
        }
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let plain = self.plain.keys().copied();
        plain.chain(self.subscriptions.method_names())
    }

    /// The method of this name, and the name itself.
    pub(super) fn find(&self, name: &str) -> Option<(&'static str, Called)> {
        if let Some(plain) = self.plain.get(name) {
            return Some((plain.name, Called::Plain(plain.clone())));
        }
        let (name, callback) = self.subscriptions.method_with_name(name)?;
        Some((name, Called::Subscription(callback.clone())))
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
        let handler: ErasedHandler = Arc::new(move |daemon, call, params| {
            let read = params::read::<M::Params>(params, M::POSITIONAL);
            let handler = handler.clone();
            Box::pin(async move {
                let read = read?;
                let answer = handler(daemon, call, read.params).await?;
                let mut answer: MethodAnswer<M::Result> = answer.into();
                answer.warnings.splice(..0, read.warnings);
                with_warnings(to_raw_value(&answer.value), &answer.warnings)
            })
        });
        self.add_erased(PlainMethod {
            name: M::NAME,
            role: M::ROLE,
            handler,
        })
    }

    fn add_erased(&mut self, method: PlainMethod) -> Result<(), MethodTableError> {
        let name = method.name;
        let is_taken = self.find(name).is_some();
        Arc::make_mut(&mut self.plain).insert(name, method);
        match is_taken {
            true => Err(MethodTableError::Twice(name)),
            false => Ok(()),
        }
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
        let handler: ErasedHandler = Arc::new(move |_, _, params| {
            let read = params::read::<M::Params>(params, M::POSITIONAL);
            Box::pin(async move { with_warnings(Ok(result().to_owned()), &read?.warnings) })
        });
        self.add_erased(PlainMethod {
            name: M::NAME,
            role: M::ROLE,
            handler,
        })
    }

    /// Adds a method of the Language Server Protocol. Its params are read as leniently as
    /// that protocol means them: what is unknown there is not worth a warning.
    pub(crate) fn add_language<P, Handler, Working, Out>(
        &mut self,
        name: &'static str,
        handler: Handler,
    ) -> Result<(), MethodTableError>
    where
        P: DeserializeOwned + Send + 'static,
        Handler: Fn(Arc<Daemon>, Call, P) -> Working + Clone + Send + Sync + 'static,
        Working: Future<Output = Result<Out, RpcError>> + Send,
        Out: Serialize,
    {
        let handler: ErasedHandler = Arc::new(move |daemon, call, params| {
            let read = serde_json::from_str::<P>(params.unwrap_or("{}")).map_err(|error| {
                let reason = shortened_json_error(&error.to_string()).into_owned();
                RpcError::params("", reason)
            });
            let handler = handler.clone();
            Box::pin(async move {
                let answer = handler(daemon, call, read?).await?;
                to_raw_value(&answer).map_err(RpcError::internal)
            })
        });
        self.add_erased(PlainMethod {
            name,
            role: Some(LANGUAGE_ROLE),
            handler,
        })
    }

    /// Adds `initialize`: an editor is greeted as the Language Server Protocol wants, any
    /// other client as our own does.
    pub(crate) fn add_greeting<M, Handler, Working, Out, Editor, Greeting>(
        &mut self,
        _: M,
        handler: Handler,
        editor: Editor,
    ) -> Result<(), MethodTableError>
    where
        M: Method + 'static,
        Handler: Fn(Arc<Daemon>, Call, M::Params) -> Working + Clone + Send + Sync + 'static,
        Working: Future<Output = Result<Out, RpcError>> + Send,
        Out: Into<MethodAnswer<M::Result>>,
        Editor: Fn(Arc<Daemon>, Call, EditorGreeting) -> Greeting + Clone + Send + Sync + 'static,
        Greeting: Future<Output = Result<Value, RpcError>> + Send,
    {
        let handler: ErasedHandler = Arc::new(move |daemon, call, params| {
            if let Some(greeting) = EditorGreeting::read(params) {
                let editor = editor.clone();
                return Box::pin(async move {
                    let answer = editor(daemon, call, greeting).await?;
                    to_raw_value(&answer).map_err(RpcError::internal)
                });
            }
            let read = params::read::<M::Params>(params, M::POSITIONAL);
            let handler = handler.clone();
            Box::pin(async move {
                let read = read?;
                let answer = handler(daemon, call, read.params).await?;
                let mut answer: MethodAnswer<M::Result> = answer.into();
                answer.warnings.splice(..0, read.warnings);
                with_warnings(to_raw_value(&answer.value), &answer.warnings)
            })
        });
        self.add_erased(PlainMethod {
            name: M::NAME,
            role: M::ROLE,
            handler,
        })
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
        self.subscriptions.merge(module)?;
        Ok(())
    }
}

/// Checks that the connection may call the method, and reads its params.
fn open<M: Method>(
    extensions: &Extensions,
    params: Option<&str>,
) -> Result<(Call, params::Read<M::Params>), RpcError> {
    let call = call_of(extensions)?;
    allow::<M>(&call.peer)?;
    let read = params::read::<M::Params>(params, M::POSITIONAL)?;
    Ok((call, read))
}

fn call_of(extensions: &Extensions) -> Result<Call, RpcError> {
    let call = extensions.get::<Call>().cloned();
    call.ok_or_else(|| RpcError::internal("the request has no connection"))
}

/// Whether this connection may call the method.
pub(super) fn allow<M: Method>(peer: &Peer) -> Result<(), RpcError> {
    allow_role(peer, M::NAME, M::ROLE)
}

fn allow_role(peer: &Peer, name: &str, needed: Option<Role>) -> Result<(), RpcError> {
    let Some(needed) = needed else {
        return Ok(());
    };
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

/// The answer with its warnings.
fn with_warnings(
    answer: serde_json::Result<Box<RawValue>>,
    warnings: &[Warning],
) -> Result<Box<RawValue>, RpcError> {
    let answer = answer.map_err(RpcError::internal)?;
    // Only an object can carry warnings.
    let object = answer.get().strip_prefix('{');
    let Some(fields) = object.filter(|_| !warnings.is_empty()) else {
        return Ok(answer);
    };
    let comma = if fields.starts_with('}') { "" } else { "," };
    let fields = fields.strip_suffix('}').unwrap_or(fields);
    let warnings = json!(warnings);
    let text = format!(r#"{{{fields}{comma}"warnings":{warnings}}}"#);
    RawValue::from_string(text).map_err(RpcError::internal)
}

impl From<RpcError> for ErrorObjectOwned {
    fn from(error: RpcError) -> ErrorObjectOwned {
        let message = error.message();
        ErrorObjectOwned::owned(error.code, message, Some(error.data))
    }
}
