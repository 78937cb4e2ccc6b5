//! `qbcoach mcp`: the coach for assistants, over standard input and output.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use qbcoach_assistant::{Access, DaemonLine, LineError, OpenConnection};
use qbcoach_daemon::doors::stdio::standard_input;
use qbcoach_daemon::{Daemon, NAME, VERSION};
use qbcoach_protocol::InitializeParams;
use qbcoach_protocol::client::{Client, ClientError, DaemonAddress};
use qbcoach_protocol::method::Initialize;
use serde_json::{Value, json};
use tokio::runtime::Builder;

use super::play::command::{self, Expected, PlayCommand};
use super::{CommandError, address, play, serve};

pub(crate) const MCP_HELP: &str = "\
Assistants start this program themselves; most of them take settings like these:
  {\"mcpServers\": {\"qbcoach\": {\"command\": \"qbcoach\", \"args\": [\"mcp\"]}}}
Without --connect the coach is inside this program and its matches end with it, unless
--data-dir keeps them. With --connect the assistant shares the matches of a daemon that
runs already (`qbcoach serve`), so that desk and overlay show what it is told.
With --read-only it can ask about matches and change nothing.";

#[derive(Debug, Args)]
pub(crate) struct McpOptions {
    /// A daemon that is running: ws://HOST:PORT, tcp://HOST:PORT or the path of its
    /// socket; one inside this program when left out
    #[arg(long, value_name = "URL|SOCKET")]
    pub connect: Option<String>,

    /// A file with the token, if the daemon needs one
    #[arg(long, value_name = "FILE", requires = "connect")]
    pub token_file: Option<String>,

    /// Let the assistant read, and change nothing
    #[arg(long)]
    pub read_only: bool,

    /// Where matches are kept; nowhere when left out
    #[arg(long, value_name = "DIR", conflicts_with = "connect")]
    pub data_dir: Option<String>,
}

pub(crate) fn run(options: &McpOptions, cards: Option<&Path>) -> Result<ExitCode, CommandError> {
    let access = match options.read_only {
        true => Access::ReadOnly,
        false => Access::Full,
    };
    // The daemon has threads of its own; requests of the assistant begin in their order on
    // the one thread below.
    let threads = serve::runtime()?;
    let (open, embedded) = match &options.connect {
        Some(target) => {
            let token = options.token_file.as_deref().map(play::token).transpose()?;
            (to_remote(address(target)?, token), None)
        }
        None => {
            let daemon = serve::embedded(options.data_dir.as_deref(), cards)?;
            (
                to_embedded(daemon.clone(), threads.handle().clone()),
                Some(daemon),
            )
        }
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let line = DaemonLine::new(open, access);
        let (input, output) = (Box::new(standard_input()), Box::new(tokio::io::stdout()));
        qbcoach_assistant::serve(line, read_line, VERSION, input, output).await
    });
    if let Some(daemon) = embedded {
        threads.block_on(serve::stop(&daemon));
    }
    // A thread may still wait for input.
    threads.shutdown_timeout(Duration::from_millis(100));
    runtime.shutdown_timeout(Duration::from_millis(100));
    served.map_err(CommandError::Input)?;
    Ok(ExitCode::SUCCESS)
}

fn to_remote(address: DaemonAddress, token: Option<String>) -> OpenConnection {
    Box::new(move || {
        let (address, token) = (address.clone(), token.clone());
        Box::pin(async move { greeted(Client::connect(&address).await?, token).await })
    })
}

fn to_embedded(daemon: Arc<Daemon>, threads: tokio::runtime::Handle) -> OpenConnection {
    Box::new(move || {
        let opened = {
            let _threads = threads.enter();
            serve::embedded_stream(&daemon)
        };
        Box::pin(async move {
            let stream = opened.map_err(|error| ClientError::Connect(error.to_string()))?;
            greeted(Client::over_lines(stream), None).await
        })
    })
}

async fn greeted(client: Client, token: Option<String>) -> Result<Client, ClientError> {
    let params = InitializeParams {
        client_info: Some(json!({ "name": format!("{NAME} mcp") })),
        token,
        ..InitializeParams::default()
    };
    client.call::<Initialize>(&params).await?;
    Ok(client)
}

/// Reads a line that reports something, as `qbcoach play` reads it.
fn read_line(line: &str) -> Result<Option<Value>, LineError> {
    let read = command::read(line, Expected::Move);
    let Some(command) = read.map_err(|error| LineError(error.to_string()))? else {
        return Ok(None);
    };
    match command {
        PlayCommand::Play { .. }
        | PlayCommand::Pass { .. }
        | PlayCommand::Draw { .. }
        | PlayCommand::Mulligan { .. }
        | PlayCommand::SetHand { .. }
        | PlayCommand::Fix(_) => Ok(Some(play::action(command))),
        _ => Err(LineError(
            "this is a question or an undo, not something that happened".to_owned(),
        )),
    }
}
