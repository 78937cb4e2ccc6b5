//! The server: passes the assistant's requests to tools, resources and prompts.

use std::pin::Pin;
use std::sync::{Arc, Mutex};

use qbcoach_protocol::method::Role;
use rmcp::model::*;
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{RwLock, oneshot};
use tokio_util::sync::CancellationToken;

use crate::answer::Refusal;
use crate::current_match::CurrentMatch;
use crate::daemon_line::DaemonLine;
use crate::follow::{Followed, follow, followable};
use crate::tools::combat::ShownList;
use crate::tools::report::ReadLine;
use crate::tools::{Effect, TOOLS, ToolKind};
use crate::uri::Address;
use crate::work::Work;
use crate::{prompts, resources};

const INSTRUCTIONS: &str = "An exact coach for Queen's Blood (the card game of Final Fantasy VII \
    Rebirth) and for combats of Mage Knight. It holds the real match: report what the person says \
    happened, in order, and repeat its answers instead of working things out yourself. It refuses \
    what cannot have happened and says what to ask the person. After your second turn each of the \
    person's turns begins with a draw, which has to be reported before the move. `you` is the \
    person, on the left; tiles are TOP, MID or BOT with a column from 1 to 5.";

/// What an assistant talks to.
pub struct Assistant {
    pub(crate) line: Arc<DaemonLine>,
    pub(crate) current: CurrentMatch,
    pub(crate) read_line: ReadLine,
    /// The combat's list whose numbers were shown last.
    pub(crate) shown_list: Mutex<Option<ShownList>>,
    followed: Followed,
    /// Changes are made one after the other, in the order they were sent, and questions wait
    /// for the changes before them.
    order: RwLock<()>,
    version: String,
}

/// Serves an assistant until it closes its end.
///
/// Run it on a runtime with one thread: there requests begin in the order they were sent.
/// It is boxed, and so are the streams, so that it is compiled in this crate.
pub fn serve(
    line: DaemonLine,
    read_line: ReadLine,
    version: &str,
    input: Box<dyn AsyncRead + Send + Unpin>,
    output: Box<dyn AsyncWrite + Send + Unpin>,
) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send + '_>> {
    Box::pin(run(line, read_line, version, input, output))
}

async fn run(
    line: DaemonLine,
    read_line: ReadLine,
    version: &str,
    input: Box<dyn AsyncRead + Send + Unpin>,
    output: Box<dyn AsyncWrite + Send + Unpin>,
) -> Result<(), String> {
    let assistant = Assistant {
        line: Arc::new(line),
        current: CurrentMatch::default(),
        read_line,
        shown_list: Mutex::default(),
        followed: Followed::default(),
        order: RwLock::new(()),
        version: version.to_owned(),
    };
    let running = match assistant.serve((input, output)).await {
        Ok(running) => running,
        // The assistant left before it said anything.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    running.waiting().await.map_err(|error| error.to_string())?;
    Ok(())
}

impl Assistant {
    /// The match that is named, or else the current one.
    pub(crate) async fn named(&self, name: Option<&str>) -> Result<String, Refusal> {
        self.current.named(&self.line, name).await
    }

    /// Whether the daemon shows this connection the player's hand.
    pub(crate) fn may_see_hand(&self) -> bool {
        self.line.role() >= Role::View
    }

    fn may_use(&self, tool: &ToolKind) -> bool {
        self.line.role() >= tool.role
    }

    async fn call(&self, tool: &ToolKind, params: JsonObject, work: &Work) -> CallToolResult {
        if let Err(error) = self.line.connected().await {
            return Refusal::from(error).into_result(None);
        }
        let answer = match (self.may_use(tool), tool.effect) {
            (false, _) => {
                let problem = match tool.effect {
                    Effect::Changes => "this door may only read: nothing can be changed through it",
                    Effect::Reads => "this connection sees only what viewers of a stream see",
                };
                Err(Refusal::new(problem)
                    .ask("The person can start it with more rights if that is wanted."))
            }
            (true, Effect::Changes) => {
                let _turn = self.order.write().await;
                (tool.run)(self, params, work).await
            }
            (true, Effect::Reads) => {
                // Changes that were sent before are waited for; later ones do not wait.
                drop(self.order.read().await);
                (tool.run)(self, params, work).await
            }
        };
        let note = self.line.note();
        match answer {
            Ok(answer) => answer.into_result(note),
            Err(refusal) => refusal.into_result(note),
        }
    }

    /// Follows a resource with its own task; an error if that is not possible.
    async fn begin_to_follow<F>(
        &self,
        uri: &str,
        stop: CancellationToken,
        changed: impl Fn() -> F + Send + Sync + 'static,
    ) -> Result<(), ErrorData>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let params = followable(uri).ok_or_else(|| not_followed(uri))?;
        let (begun, answer) = oneshot::channel();
        tokio::spawn(follow(self.line.clone(), params, stop, begun, changed));
        match answer.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(refusal)) => Err(ErrorData::resource_not_found(refusal.problem, None)),
            Err(_) => Err(not_followed(uri)),
        }
    }
}

fn not_followed(uri: &str) -> ErrorData {
    let shown: String = uri.chars().take(100).collect();
    let reason = format!("`{shown}` cannot be followed: only parts of a match change");
    ErrorData::resource_not_found(reason, None)
}

fn cancelled() -> ErrorData {
    ErrorData::internal_error("it was cancelled", None)
}

impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_completions()
            .enable_resources()
            .enable_resources_subscribe()
            .build();
        let name = Implementation::new("qbcoach", self.version.clone());
        let mut info = ServerConfig::new(capabilities);
        info.server_info = name.with_title("Queen's Blood coach");
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Which tools there are depends on what the daemon allows. One that is away allows
        // nothing yet, and the tools say so themselves.
        let _ = self.line.connected_soon().await;
        let tools = TOOLS.iter().filter(|tool| self.may_use(tool));
        let tools = tools.map(ToolKind::listed).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = ToolKind::find(&request.name) else {
            let shown: String = request.name.chars().take(60).collect();
            let reason = format!("there is no tool `{shown}`");
            return Err(ErrorData::invalid_params(reason, None));
        };
        let work = Work::of(&context);
        let params = request.arguments.unwrap_or_default();
        tokio::select! {
            () = context.ct.cancelled() => Err(cancelled()),
            result = self.call(tool, params, &work) => Ok(result.into()),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let listed = resources::list(self).await;
        let listed = listed.map_err(|refusal| ErrorData::internal_error(refusal.problem, None))?;
        Ok(ListResourcesResult::with_all_items(listed))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(
            resources::templates(),
        ))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let Some(address) = Address::parse(&request.uri) else {
            let shown: String = request.uri.chars().take(100).collect();
            let reason = format!("there is no `{shown}` to read");
            return Err(ErrorData::resource_not_found(reason, None));
        };
        let work = Work::of(&context);
        let read = tokio::select! {
            () = context.ct.cancelled() => return Err(cancelled()),
            read = resources::read(self, &address, &work) => read,
        };
        let (text, kind) = read.map_err(|refusal| {
            let reason = match refusal.candidates.is_empty() {
                true => refusal.problem,
                false => format!(
                    "{}; did you mean {}?",
                    refusal.problem,
                    refusal.candidates.join(", ")
                ),
            };
            ErrorData::resource_not_found(reason, None)
        })?;
        let contents = ResourceContents::text(text, request.uri).with_mime_type(kind);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let (uri, peer) = (request.uri, context.peer);
        let stop = self.followed.add(&uri);
        let told = uri.clone();
        let changed = move || {
            let (peer, uri) = (peer.clone(), told.clone());
            async move {
                // An assistant that has gone away hears nothing.
                let params = ResourceUpdatedNotificationParam::new(uri);
                let _ = peer.notify_resource_updated(params).await;
            }
        };
        let begun = self.begin_to_follow(&uri, stop, changed).await;
        if begun.is_err() {
            self.followed.remove(&uri);
        }
        begun
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.followed.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let uris = requested.resource_subscriptions.iter().flatten();
        let uris = uris.filter(|uri| followable(uri).is_some()).cloned();
        let mut accepted = SubscriptionFilter::default();
        accepted.resource_subscriptions = Some(uris.collect());
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let stop = CancellationToken::new();
        let _guard = stop.clone().drop_guard();
        let uris = context.accepted().resource_subscriptions.clone();
        // The client knows already that it follows: changes that it sends now wait.
        let turn = self.order.write().await;
        for uri in uris.into_iter().flatten() {
            let (sink, told) = (context.sink().clone(), uri.clone());
            let changed = move || {
                let (sink, uri) = (sink.clone(), told.clone());
                async move {
                    let _ = sink.notify_resource_updated(uri).await;
                }
            };
            self.begin_to_follow(&uri, stop.child_token(), changed)
                .await?;
        }
        drop(turn);
        context.cancelled().await;
        Ok(())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = prompts::get(&request.name, request.arguments.as_ref());
        let prompt = prompt.map_err(|refusal| ErrorData::invalid_params(refusal.problem, None))?;
        match prompt {
            Some(prompt) => Ok(prompt.into()),
            None => Err(ErrorData::invalid_params("there is no such prompt", None)),
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let begun = request.argument.value.trim();
        let values = match request.argument.name.as_str() {
            "card" => resources::card_names(self, begun).await,
            "match" => resources::match_names(self, begun).await,
            _ => Vec::new(),
        };
        let completion = CompletionInfo::new(values);
        let completion = completion.map_err(|reason| ErrorData::internal_error(reason, None))?;
        Ok(CompleteResult::new(completion))
    }
}
