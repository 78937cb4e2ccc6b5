//! `qbcoach serve`, `qbcoach stdio` and `qbcoach config`

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use jsonrpsee::core::RegisterMethodError;
use qbcoach_protocol::method::Role;
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::daemon_args::{DaemonOptions, LogTarget, ServeOptions};
use super::{Failure, input};
use crate::daemon::doors::{self, Bound, stdio, streams};
use crate::daemon::peer::Door;
use crate::daemon::settings::{self, Settings};
use crate::daemon::tokens::Tokens;
use crate::daemon::{Daemon, NAME, VERSION, demo, logging, methods};
use crate::sessions::journal::DataDir;
use crate::sessions::queens_blood::Library;
use crate::simulation::deck_library::DeckLibrary;

/// Time for connections to end well.
const FAREWELL: Duration = Duration::from_secs(8);
/// Threads for what takes long: the machine's cores are the limit, not these.
const WORKERS: usize = 16;

fn wrong(error: impl ToString) -> Failure {
    Failure::Input(error.to_string())
}

/// The settings of a file with the flags over them.
fn settings(
    options: &DaemonOptions,
    cards: Option<&Path>,
    change: impl FnOnce(&mut Settings),
) -> Result<Settings, Failure> {
    let mut settings = match &options.config {
        Some(path) => {
            let text = input::read_file(path)?;
            let name = path.display();
            Settings::parse(&text).map_err(|error| wrong(format!("{name}: {error}")))?
        }
        None => Settings::default(),
    };
    let set = |setting: &mut String, flag: &Option<String>| {
        if let Some(flag) = flag {
            setting.clone_from(flag);
        }
    };
    set(&mut settings.data_dir, &options.data_dir);
    set(&mut settings.log.level, &options.log_level);
    settings.log.json |= options.log_json;
    settings.log.to = match options.log_to {
        Some(LogTarget::Stderr) => settings::LogTarget::Stderr,
        Some(LogTarget::Files) => settings::LogTarget::Files,
        None => settings.log.to,
    };
    if let Some(cards) = cards {
        settings.cards = cards.display().to_string();
    }
    change(&mut settings);
    settings.check().map_err(wrong)?;
    Ok(settings)
}

fn serve_settings(options: &ServeOptions, cards: Option<&Path>) -> Result<Settings, Failure> {
    settings(&options.daemon, cards, |settings| {
        let set = |setting: &mut String, flag: &Option<String>| {
            if let Some(flag) = flag {
                setting.clone_from(flag);
            }
        };
        set(&mut settings.listen, &options.listen);
        set(&mut settings.socket, &options.socket);
        set(&mut settings.tcp, &options.tcp);
        set(&mut settings.token_file, &options.token_file);
        set(&mut settings.ready_file, &options.ready_file);
        set(&mut settings.pages, &options.pages);
        settings.demo |= options.demo;
        settings.demo_pace_ms = options.demo_pace_ms.unwrap_or(settings.demo_pace_ms);
        if settings.listen == "none" {
            settings.listen.clear();
        }
        // A demonstration leaves nothing behind unless it is told where.
        let named = options.daemon.data_dir.is_some() || options.daemon.config.is_some();
        if settings.demo && !named {
            DataDir::MEMORY.clone_into(&mut settings.data_dir);
        }
    })
}

/// Prints the settings in force.
pub fn config(
    options: &ServeOptions,
    cards: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let settings = serve_settings(options, cards)?;
    write!(out, "{}", settings.to_text())?;
    Ok(())
}

fn daemon(settings: Settings) -> Result<Arc<Daemon>, Failure> {
    let cards = Some(settings.cards.as_str()).filter(|path| !path.is_empty());
    let catalogue = input::catalogue(cards.map(Path::new))?;
    let decks = DeckLibrary::embedded(&catalogue).map_err(wrong)?;
    let tokens = match settings.token_file.as_str() {
        "" => Tokens::default(),
        path => {
            let text = input::read_file(Path::new(path))?;
            Tokens::parse(&text).map_err(|error| wrong(format!("{path}: {error}")))?
        }
    };
    let pages = Path::new(&settings.pages);
    if !settings.pages.is_empty() && !pages.is_dir() {
        let path = pages.display();
        return Err(wrong(format!(
            "{path} is no folder; give `--pages` one with pages in it"
        )));
    }
    let library = Library::new(catalogue, decks);
    let daemon = Daemon::new(settings, library, tokens).map_err(wrong)?;
    Ok(Arc::new(daemon))
}

pub(super) fn runtime() -> Result<Runtime, Failure> {
    Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(WORKERS)
        .thread_name(NAME)
        .build()
        .map_err(wrong)
}

/// A daemon for this program alone, which keeps its sessions only if told where.
pub(super) fn embedded(
    data_dir: Option<&str>,
    cards: Option<&Path>,
) -> Result<Arc<Daemon>, Failure> {
    let options = DaemonOptions {
        data_dir: Some(data_dir.unwrap_or(DataDir::MEMORY).to_owned()),
        ..DaemonOptions::default()
    };
    daemon(settings(&options, cards, |settings| settings.demo = false)?)
}

/// The other end of a connection to a daemon inside this program, which is served
/// as stdio is.
pub(super) fn embedded_stream(daemon: &Arc<Daemon>) -> Result<DuplexStream, RegisterMethodError> {
    const BUFFER: usize = 64 * 1024;
    let table = methods::table(daemon.clone())?;
    let (ours, theirs) = tokio::io::duplex(BUFFER);
    let daemon = daemon.clone();
    tokio::spawn(async move {
        let (input, output) = tokio::io::split(theirs);
        let role = Some(Role::Control);
        streams::serve(&daemon, &table.into(), Door::Stdio, role, input, output).await
    });
    Ok(ours)
}

pub fn serve(options: &ServeOptions, cards: Option<&Path>) -> Result<ExitCode, Failure> {
    let settings = serve_settings(options, cards)?;
    let log = logging::start(&settings.log, &DataDir::parse(&settings.data_dir));
    let daemon = daemon(settings)?;
    let runtime = runtime()?;
    runtime.block_on(async {
        let table = methods::table(daemon.clone()).map_err(wrong)?;
        let bound = doors::open(&daemon, &table).await.map_err(wrong)?;
        // Whoever reads that it is ready may ask it to stop at once.
        let signals = Signals::listen()?;
        announce(&daemon, &bound)?;
        if daemon.settings.demo {
            tokio::spawn(demo::run(daemon.clone()));
        }
        signals.asked_to_stop().await;
        tracing::info!("stopping");
        stop(&daemon).await;
        Ok::<(), Failure>(())
    })?;
    // Whoever is still reading a pipe or computing must not keep the process.
    runtime.shutdown_timeout(Duration::from_millis(100));
    drop(log);
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn stop(daemon: &Daemon) {
    daemon.stop.cancel();
    daemon.tasks.close();
    let _ = tokio::time::timeout(FAREWELL, daemon.tasks.wait()).await;
    if let Err(error) = daemon.sessions.journal().fold().await {
        tracing::warn!(%error, "the journal's log stays beside it");
    }
}

struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// From here on the process does not die of them.
    fn listen() -> Result<Signals, Failure> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn asked_to_stop(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Says where the daemon can be reached: to scripts and to people.
fn announce(daemon: &Daemon, bound: &Bound) -> Result<(), Failure> {
    let mut ready = json!({ "ready": true, "pid": std::process::id(), "version": VERSION });
    if let (Value::Object(ready), Value::Object(bound)) = (&mut ready, json!(bound)) {
        ready.extend(bound);
    }
    let line = ready.to_string();
    if !daemon.settings.ready_file.is_empty() {
        let path = Path::new(&daemon.settings.ready_file);
        // Whoever waits for the file finds it whole.
        let aside = path.with_extension("writing");
        let written =
            fs::write(&aside, format!("{line}\n")).and_then(|()| fs::rename(&aside, path));
        written.map_err(|error| wrong(format!("cannot write {}: {error}", path.display())))?;
    }
    eprintln!("{line}");
    tracing::info!(data = %daemon.settings.data_dir, "ready");
    let mut out = io::stdout().lock();
    writeln!(out, "{NAME} {VERSION} is ready.")?;
    if let Some(address) = bound.listen {
        writeln!(
            out,
            "  desk, overlay    http://{address}/  http://{address}/overlay"
        )?;
        writeln!(
            out,
            "  WebSocket, HTTP  ws://{address}  http://{address}/rpc"
        )?;
    }
    if let Some(address) = bound.tcp {
        writeln!(out, "  TCP              tcp://{address}")?;
    }
    if let Some(path) = &bound.socket {
        writeln!(out, "  Unix socket      {}", path.display())?;
    }
    writeln!(out, "  sessions kept in {}", daemon.settings.data_dir)?;
    if daemon.settings.demo {
        writeln!(out, "A demonstration match is being played, move by move.")?;
    }
    if let Some(address) = bound.listen {
        // As it was typed: whoever ran it from a clone has not installed it.
        let program = std::env::args().next();
        let program = program.as_deref().unwrap_or(NAME);
        writeln!(
            out,
            "Watch it in another terminal:  {program} watch ws://{address}"
        )?;
        writeln!(
            out,
            "Ask it:  curl -s http://{address}/rpc -H 'content-type: application/json' \\\n  -d \
             '{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/list\"}}'"
        )?;
    }
    writeln!(out, "Stop it with Ctrl-C.")?;
    Ok(out.flush()?)
}

pub fn stdio(options: &DaemonOptions, cards: Option<&Path>) -> Result<ExitCode, Failure> {
    let settings = settings(options, cards, |settings| {
        // An editor's own daemon keeps nothing, unless it is told where.
        if options.data_dir.is_none() && options.config.is_none() {
            DataDir::MEMORY.clone_into(&mut settings.data_dir);
        }
        settings.demo = false;
    })?;
    let log = logging::start(&settings.log, &DataDir::parse(&settings.data_dir));
    let daemon = daemon(settings)?;
    let runtime = runtime()?;
    let code = runtime.block_on(async {
        let table = methods::table(daemon.clone()).map_err(wrong)?;
        let (signals, stop_daemon) = (Signals::listen()?, daemon.stop.clone());
        tokio::spawn(async move {
            signals.asked_to_stop().await;
            stop_daemon.cancel();
        });
        let code = stdio::serve(&daemon, &table).await;
        stop(&daemon).await;
        Ok::<ExitCode, Failure>(code)
    })?;
    runtime.shutdown_timeout(Duration::from_millis(100));
    drop(log);
    Ok(code)
}
