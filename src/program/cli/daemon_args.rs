//! Options of the commands `serve`, `stdio`, `config`, `watch` and `load`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub(crate) const SERVE_HELP: &str = "\
Doors:
  --listen 127.0.0.1:7117   WebSocket and HTTP (on by default; port 0 picks one)
  --socket PATH             Unix socket; on Windows a named pipe, --socket NAME
  --tcp HOST:PORT           plain TCP
A settings file (TOML) sets the limits and everything the flags set; `qbcoach
config` prints the settings in force, which is a good file to start from.
Once the daemon listens, one line of JSON on stderr (and in --ready-file) says
where: {\"ready\":true,\"listen\":\"127.0.0.1:7117\",...}.
A ready file that is a pipe, a socket or a device is written to, not replaced.
To listen beyond this machine the daemon needs a --token-file, with a role (control,
view, stream) and a token of at least 16 characters on each line; `stream delay=30s
TOKEN` shows everything 30 seconds later.";

pub(crate) const STDIO_HELP: &str = "\
Speaks JSON-RPC 2.0 on standard input and output, with Content-Length headers as
language servers do, or with one JSON text on each line; the first byte decides.
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"cards/get\",\"params\":[\"019\"]}' | qbcoach stdio";

pub(crate) const LSP_HELP: &str = "\
An editor starts this and speaks the Language Server Protocol with it. Match texts
(.qb) get marks with the rule at faults, completion of what is legal, cards and boards
under the pointer, fixes, hints at line ends, formatting.
  qbcoach lsp                             a daemon of its own, which keeps nothing
  qbcoach lsp --connect 127.0.0.1:7117    the daemon that runs there: an overlay can
                                          show what the editor has open
Lines for Neovim, Helix, Emacs, Zed and Kate are in clients/editors/README.md.";

#[derive(Debug, Default, Args)]
pub(crate) struct LspOptions {
    #[command(flatten)]
    pub daemon: DaemonOptions,

    /// What some editors add; it changes nothing
    #[arg(long)]
    pub stdio: bool,

    /// Pass everything on to a daemon: HOST:PORT, ws://HOST:PORT, tcp://HOST:PORT,
    /// unix:PATH or pipe:NAME
    #[arg(long, value_name = "ADDRESS")]
    pub connect: Option<String>,
}

/// Settings of the daemon. Flags override the settings file.
#[derive(Debug, Default, Args)]
pub(crate) struct DaemonOptions {
    /// A settings file (TOML)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Where the journal is kept, a folder of yours when left out; `:memory:` keeps it in memory only
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<String>,

    /// A journal that many nodes share: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "URL")]
    pub journal: Option<String>,

    /// A file with the password of the database; PGPASSWORD is read without it
    #[arg(long, value_name = "FILE")]
    pub journal_password_file: Option<String>,

    /// Certificates that the database is believed by (PEM)
    #[arg(long, value_name = "FILE")]
    pub journal_ca: Option<String>,

    /// How many plays the coach simulates for its advice
    #[arg(long, value_name = "NODES")]
    pub coach_nodes: Option<u64>,

    /// error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL")]
    pub log_level: Option<String>,

    /// Log lines as JSON
    #[arg(long)]
    pub log_json: bool,

    /// Where the log goes
    #[arg(long, value_name = "TARGET")]
    pub log_to: Option<LogTargetOption>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LogTargetOption {
    Stderr,
    /// In the data directory, a new file each day
    Files,
}

#[derive(Debug, Default, Args)]
pub(crate) struct ServeOptions {
    #[command(flatten)]
    pub daemon: DaemonOptions,

    /// Address for WebSocket and HTTP; `none` for no such door
    #[arg(long, value_name = "HOST:PORT")]
    pub listen: Option<String>,

    /// Path of the Unix socket, on Windows name of the pipe
    #[arg(long, value_name = "PATH")]
    pub socket: Option<String>,

    /// Address for plain TCP
    #[arg(long, value_name = "HOST:PORT")]
    pub tcp: Option<String>,

    /// Address for the other nodes that share the journal
    #[arg(long, value_name = "HOST:PORT")]
    pub node_listen: Option<String>,

    /// Where the other nodes reach this one, if that is another address
    #[arg(long, value_name = "HOST:PORT")]
    pub node_address: Option<String>,

    /// What this node is called; the name of the machine when left out
    #[arg(long, value_name = "NAME")]
    pub node_name: Option<String>,

    /// A file with the secret by which the nodes know each other, at least 32 characters
    #[arg(long, value_name = "FILE")]
    pub node_secret_file: Option<String>,

    /// Tokens and their roles; needed to listen beyond this machine
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<String>,

    /// A folder with pages of your own, which replace built-in pages of the same name
    #[arg(long, value_name = "DIR")]
    pub pages: Option<String>,

    /// Show the desk in the browser; if a daemon runs already, show its desk
    #[arg(long)]
    pub open: bool,

    /// Play a demonstration match again and again
    #[arg(long)]
    pub demo: bool,

    /// Milliseconds between the moves of the demonstration
    #[arg(long, value_name = "MS")]
    pub demo_pace_ms: Option<u64>,

    /// A file, pipe or socket to write to once the daemon listens
    #[arg(long, value_name = "FILE")]
    pub ready_file: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WatchOptions {
    /// HOST:PORT, ws://HOST:PORT, tcp://HOST:PORT, unix:PATH or pipe:NAME
    #[arg(value_name = "ADDRESS", default_value = "ws://127.0.0.1:7117")]
    pub target: String,

    /// The session; when left out, always the newest one
    pub session: Option<String>,

    /// A token, if the daemon needs one
    #[arg(long, env = "QBCOACH_TOKEN", hide_env_values = true)]
    pub token: Option<String>,

    /// Show what a stream sees: no hand, no advice
    #[arg(long)]
    pub stream: bool,

    /// Stop after this many updates of the board
    #[arg(long, value_name = "NUMBER")]
    pub updates: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct LoadOptions {
    /// A daemon that is running; one is started for the measurement when left out
    #[arg(value_name = "ADDRESS")]
    pub target: Option<String>,

    /// Measure a daemon with this journal, too: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "URL", conflicts_with = "target")]
    pub journal: Option<String>,

    /// Live matches at the same time; 0 only counts bytes
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=5_000))]
    pub sessions: u32,

    /// Subscribers of each match
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    pub subscribers: u32,

    /// How many seconds to measure
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub seconds: u64,

    /// Leave the enemy's deck unknown, so that every threat map weighs up to 200 decks
    #[arg(long)]
    pub unknown_decks: bool,

    /// Milliseconds between an answer and the next act
    #[arg(long, default_value_t = 0)]
    pub think_ms: u64,

    /// Matches that are first followed on every topic to count the bytes of their turns
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(0..=1_000))]
    pub matches: u64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
