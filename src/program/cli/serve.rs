//! `qbcoach serve`, `qbcoach stdio` and `qbcoach config`

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio::runtime::{Builder, Runtime};

use super::daemon_args::{DaemonOptions, LogTargetOption, ServeOptions};
use super::running::{self, RunningNote};
use super::{CommandError, input, ready_file};
use qbcoach_daemon::doors::streams::{self, StreamClient};
use qbcoach_daemon::doors::{self, Bound, stdio};
use qbcoach_daemon::method_table::MethodTableError;
use qbcoach_daemon::settings::{self, Settings};
use qbcoach_daemon::tokens::Tokens;
use qbcoach_daemon::{Daemon, NAME, VERSION, demo, logging, methods};
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_platform::{StopSignals, open_page};
use qbcoach_sessions::journal::DataDir;
use qbcoach_sessions::queens_blood::Library;

/// How long connections may take to close when the daemon stops.
const CLOSING_TIME: Duration = Duration::from_secs(8);
/// Threads for long computations; the machine's cores limit them before this does.
const WORKERS: usize = 16;

fn wrong(error: impl ToString) -> CommandError {
    CommandError::Input(error.to_string())
}

/// The settings of a file, overridden by the flags.
fn settings(
    options: &DaemonOptions,
    cards: Option<&Path>,
    change: impl FnOnce(&mut Settings),
) -> Result<Settings, CommandError> {
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
    set(&mut settings.journal, &options.journal);
    set(
        &mut settings.journal_password_file,
        &options.journal_password_file,
    );
    set(&mut settings.journal_ca, &options.journal_ca);
    settings.coach.nodes = options.coach_nodes.unwrap_or(settings.coach.nodes);
    set(&mut settings.log.level, &options.log_level);
    settings.log.json |= options.log_json;
    settings.log.to = match options.log_to {
        Some(LogTargetOption::Stderr) => settings::LogTarget::Stderr,
        Some(LogTargetOption::Files) => settings::LogTarget::Files,
        None => settings.log.to,
    };
    if let Some(cards) = cards {
        settings.cards = cards.display().to_string();
    }
    change(&mut settings);
    settings.check().map_err(wrong)?;
    if settings.data_dir.is_empty() {
        return Err(wrong(
            "this system names no folder for data: give --data-dir DIR, or :memory: to keep nothing",
        ));
    }
    Ok(settings)
}

fn serve_settings(options: &ServeOptions, cards: Option<&Path>) -> Result<Settings, CommandError> {
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
        set(&mut settings.nodes.listen, &options.node_listen);
        set(&mut settings.nodes.address, &options.node_address);
        set(&mut settings.nodes.name, &options.node_name);
        set(&mut settings.nodes.secret_file, &options.node_secret_file);
        set(&mut settings.ready_file, &options.ready_file);
        set(&mut settings.pages, &options.pages);
        settings.demo |= options.demo;
        settings.demo_pace_ms = options.demo_pace_ms.unwrap_or(settings.demo_pace_ms);
        if settings.listen == "none" {
            settings.listen.clear();
        }
        // A demonstration keeps no journal unless a directory is given.
        let named = options.daemon.data_dir.is_some() || options.daemon.config.is_some();
        if settings.demo && !named {
            DataDir::MEMORY.clone_into(&mut settings.data_dir);
        }
    })
}

/// Prints the settings in force.
pub(crate) fn config(
    options: &ServeOptions,
    cards: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let settings = serve_settings(options, cards)?;
    write!(out, "{}", settings.to_text())?;
    Ok(())
}

fn daemon(settings: Settings) -> Result<Arc<Daemon>, CommandError> {
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
    let longest = Duration::from_millis(settings.limits.delay_ms);
    if tokens.longest_delay() > longest {
        let (file, most) = (&settings.token_file, settings.limits.delay_ms);
        return Err(wrong(format!(
            "{file}: a delay is longer than the setting `limits.delayMs`, which is {most}"
        )));
    }
    let pages = Path::new(&settings.pages);
    if !settings.pages.is_empty() && !pages.is_dir() {
        let path = pages.display();
        return Err(wrong(format!(
            "{path} is not a folder; give `--pages` a folder with pages"
        )));
    }
    let library = Library::new(catalogue, decks);
    let daemon = Daemon::new(settings, library.into(), tokens).map_err(wrong)?;
    Ok(Arc::new(daemon))
}

pub(super) fn runtime() -> Result<Runtime, CommandError> {
    Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(WORKERS)
        .thread_name(NAME)
        .build()
        .map_err(wrong)
}

/// A daemon inside this program, which keeps its sessions in memory unless a directory
/// is given.
pub(super) fn embedded(
    data_dir: Option<&str>,
    cards: Option<&Path>,
) -> Result<Arc<Daemon>, CommandError> {
    let options = DaemonOptions {
        data_dir: Some(data_dir.unwrap_or(DataDir::MEMORY).to_owned()),
        ..DaemonOptions::default()
    };
    daemon(settings(&options, cards, |settings| settings.demo = false)?)
}

/// The client's end of an in-memory connection to a daemon inside this program, which
/// serves it like standard input and output.
pub(super) fn embedded_stream(daemon: &Arc<Daemon>) -> Result<DuplexStream, MethodTableError> {
    const BUFFER: usize = 64 * 1024;
    let table = methods::table(daemon.clone())?;
    let (client_end, daemon_end) = tokio::io::duplex(BUFFER);
    let daemon = daemon.clone();
    tokio::spawn(async move {
        let client = StreamClient::of_this_process();
        streams::serve(&daemon, &table, client, streams::halves(daemon_end)).await
    });
    Ok(client_end)
}

pub fn serve(options: &ServeOptions, cards: Option<&Path>) -> Result<ExitCode, CommandError> {
    let settings = serve_settings(options, cards)?;
    let runtime = runtime()?;
    if options.open {
        if settings.listen.is_empty() {
            return Err(wrong("--open shows a page: give --listen an address"));
        }
        // A second start shows the page of the first.
        if let Some(address) = runtime.block_on(running::find(&settings)) {
            let page = running::page(address);
            writeln!(io::stdout(), "{NAME} runs already: {page}")?;
            show(&page);
            return Ok(ExitCode::SUCCESS);
        }
    }
    let data_dir = DataDir::parse(&settings.data_dir);
    let log = logging::start(&settings.log, &data_dir);
    let daemon = daemon(settings)?;
    runtime.block_on(async {
        let table = methods::table(daemon.clone()).map_err(wrong)?;
        let bound = doors::open(&daemon, &table).await.map_err(wrong)?;
        // Listen for signals before announcing: a script may stop the daemon immediately.
        let signals = StopSignals::listen()?;
        let ready = ready_line(&bound);
        let note = RunningNote::write(&data_dir, &ready);
        announce(&daemon, &bound, &ready)?;
        if let Some(address) = bound.listen.filter(|_| options.open) {
            show(&running::page(address));
        }
        if daemon.settings.demo {
            tokio::spawn(demo::run(daemon.clone()));
        }
        signals.requested().await;
        tracing::info!("stopping");
        stop(&daemon).await;
        drop(note);
        Ok::<(), CommandError>(())
    })?;
    // Do not wait for threads that still read a pipe or compute.
    runtime.shutdown_timeout(Duration::from_millis(100));
    drop(log);
    Ok(ExitCode::SUCCESS)
}

/// Opens a page in the browser. Where that fails, its address was printed.
fn show(page: &str) {
    if let Err(error) = open_page(page) {
        eprintln!("no browser could be started ({error}): open {page} yourself");
    }
}

pub(super) async fn stop(daemon: &Daemon) {
    daemon.stop.cancel();
    daemon.tasks.close();
    let _ = tokio::time::timeout(CLOSING_TIME, daemon.tasks.wait()).await;
    if let Err(error) = daemon.sessions.journal().fold().await {
        tracing::warn!(%error, "the journal's log stays beside it");
    }
}

/// The daemon's addresses as JSON, for scripts.
fn ready_line(bound: &Bound) -> String {
    let mut ready = json!({ "ready": true, "pid": std::process::id(), "version": VERSION });
    if let (Value::Object(ready), Value::Object(bound)) = (&mut ready, json!(bound)) {
        ready.extend(bound);
    }
    ready.to_string()
}

/// Prints the daemon's addresses, as JSON for scripts and as text for people.
fn announce(daemon: &Daemon, bound: &Bound, line: &str) -> Result<(), CommandError> {
    if !daemon.settings.ready_file.is_empty() {
        let path = Path::new(&daemon.settings.ready_file);
        let written = ready_file::write(path, &format!("{line}\n"));
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
        writeln!(out, "  local socket     {}", path.display())?;
    }
    let kept = match daemon.settings.journal.as_str() {
        "" => daemon.settings.data_dir.as_str(),
        _ => "a database that other nodes may share",
    };
    writeln!(out, "  sessions kept in {kept}")?;
    if daemon.settings.demo {
        writeln!(out, "A demonstration match is being played, move by move.")?;
    }
    if let Some(address) = bound.listen {
        // The program as it was typed: when run from a clone it is not installed.
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

pub fn stdio(options: &DaemonOptions, cards: Option<&Path>) -> Result<ExitCode, CommandError> {
    let settings = settings(options, cards, |settings| {
        // An editor's daemon keeps no journal unless a directory is given.
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
        let (signals, stop_daemon) = (StopSignals::listen()?, daemon.stop.clone());
        tokio::spawn(async move {
            signals.requested().await;
            stop_daemon.cancel();
        });
        let code = stdio::serve(&daemon, &table).await;
        stop(&daemon).await;
        Ok::<ExitCode, CommandError>(code)
    })?;
    runtime.shutdown_timeout(Duration::from_millis(100));
    drop(log);
    Ok(code)
}
