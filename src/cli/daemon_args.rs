//! What the daemon's commands take.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub const SERVE_HELP: &str = "\
Doors:
  --listen 127.0.0.1:7117   WebSocket and HTTP (on by default; port 0 picks one)
  --socket PATH             Unix socket
  --tcp HOST:PORT           plain TCP
A settings file (TOML) sets everything the flags set and the limits; `qbcoach
config` prints the settings in force, which is a good file to start from.
When the doors are open, one line of JSON on stderr (and in --ready-file) says
where: {\"ready\":true,\"listen\":\"127.0.0.1:7117\",...}.
Beyond this machine the daemon only listens with a --token-file: lines of a role
(control, view, stream) and a token of at least 16 characters.";

pub const STDIO_HELP: &str = "\
Speaks JSON-RPC 2.0 on standard input and output, with Content-Length headers as
language servers do, or one JSON text a line; the first byte decides.
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"cards/get\",\"params\":[\"019\"]}' | qbcoach stdio";

/// What the daemon can be told on the command line. Flags win over the file.
#[derive(Debug, Default, Args)]
pub struct DaemonOptions {
    /// A settings file (TOML)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Where the journal is kept; `:memory:` for nowhere
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<String>,

    /// error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL")]
    pub log_level: Option<String>,

    /// Log lines as JSON
    #[arg(long)]
    pub log_json: bool,

    /// Where the log goes
    #[arg(long, value_name = "TARGET")]
    pub log_to: Option<LogTarget>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LogTarget {
    Stderr,
    /// In the data directory, a new file each day
    Files,
}

#[derive(Debug, Default, Args)]
pub struct ServeOptions {
    #[command(flatten)]
    pub daemon: DaemonOptions,

    /// The WebSocket and HTTP door; `none` keeps it shut
    #[arg(long, value_name = "HOST:PORT")]
    pub listen: Option<String>,

    /// The Unix socket door
    #[arg(long, value_name = "PATH")]
    pub socket: Option<String>,

    /// The plain TCP door
    #[arg(long, value_name = "HOST:PORT")]
    pub tcp: Option<String>,

    /// Tokens and their roles; needed to listen beyond this machine
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<String>,

    /// A folder with pages of your own, in place of the built-in ones of that name
    #[arg(long, value_name = "DIR")]
    pub pages: Option<String>,

    /// Play a demonstration match on a loop
    #[arg(long)]
    pub demo: bool,

    /// Milliseconds between the moves of the demonstration
    #[arg(long, value_name = "MS")]
    pub demo_pace_ms: Option<u64>,

    /// Written when the doors are open
    #[arg(long, value_name = "FILE")]
    pub ready_file: Option<String>,
}

#[derive(Debug, Args)]
pub struct WatchOptions {
    /// ws://HOST:PORT, tcp://HOST:PORT, or the path of a Unix socket
    #[arg(value_name = "URL|SOCKET", default_value = "ws://127.0.0.1:7117")]
    pub target: String,

    /// The session; the newest one when left out, and newer ones as they come
    pub session: Option<String>,

    /// A token, where the daemon asks for one
    #[arg(long, env = "QBCOACH_TOKEN", hide_env_values = true)]
    pub token: Option<String>,

    /// See what a stream sees: no hand, no advice
    #[arg(long)]
    pub stream: bool,

    /// Stop after this many updates of the board
    #[arg(long, value_name = "NUMBER")]
    pub updates: Option<u64>,
}

#[derive(Debug, Args)]
pub struct LoadOptions {
    /// A daemon that is running; one is started for the measurement when left out
    #[arg(value_name = "URL|SOCKET")]
    pub target: Option<String>,

    /// Live matches at a time
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    pub sessions: u32,

    /// Subscribers of each
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub subscribers: u32,

    /// How long to measure
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub seconds: u64,

    /// Leave the enemy's deck unknown: every threat map then weighs up to 200 decks
    #[arg(long)]
    pub unknown_decks: bool,

    /// Milliseconds that a player thinks between an answer and the next act
    #[arg(long, default_value_t = 0)]
    pub think_ms: u64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
