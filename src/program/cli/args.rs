//! The command line: commands, options, and their help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::daemon_args::{
    DaemonOptions, LSP_HELP, LoadOptions, LspOptions, SERVE_HELP, STDIO_HELP, ServeOptions,
    WatchOptions,
};
use super::mcp::{MCP_HELP, McpOptions};
use super::measure_args::{MeasureCommand, SELFPLAY_HELP, SelfplayOptions};
use super::play::{PLAY_HELP, PlayOptions};
use super::puzzle::{PUZZLE_HELP, PuzzleOptions};
use super::review::{REVIEW_HELP, ReviewOptions};

const EXAMPLES: &str = "\
Examples:
  qbcoach advise --hand '001 020'     ask for the best move
  qbcoach review match.txt            see where a match was won and lost
  qbcoach play --hand '001 007 019'   be coached while you play
  qbcoach serve --open                start the daemon and show its desk";

const DECK_HELP: &str = "\
A deck code is a deck as one short word, for a chat or a link: QB1-H8PA5AZ9F5G7QX.
Case does not matter, typos are detected, and equal decks have equal codes. Every
option that takes a deck takes its code. A list of cards has commas between them:
'2x Crawler, 001, Queen Bee x3'.";

const POSITION_HELP: &str = "\
A position is fifteen tiles, TOP-1 to BOT-5, and whose turn it is:
  y1,.,.,.,e1/y1,y2[019+1],.,.,e1/y1,.,.,.,e1 you
`.` is a neutral tile, `y1` one of yours of rank 1, `e2` one of the enemy's of rank
2, and `y2[019+1]` has your card 019 on it, its power raised by 1.";

const MATCH_HELP: &str = "\
A match text has a few lines of setup and one line for each move:
  rules rebirth              # canon when left out
  first enemy                # you when left out
  enemy play Crawler MID-5
  you play Security Officer MID-1
  set TOP-3 y1               # correct a tile to what the game shows
  enemy pass
Everything after a # is a comment.";

const COMBAT_HELP: &str = "\
A combat text has a few lines of setup, then one line for each action:
  game mage-knight
  enemies prowlers, guardsmen     # enemy_0 and enemy_1 below, in this order
  hero armor 2 handLimit 5
  points block 3, 2 ice           # points the hero can produce, for advice
  hand tremor, whirlwind
  mana red, gold                  # with any of these five lines the combat counts
  crystals blue                   # what the hero holds: plays are paid, points are
  dice red, black                 # gathered in a pool, units act and take damage
  units peasants, utem_crossbowmen wounded
  skills tovak_shield_mastery
  time night
  ---
  play tremor powered
  choose 0
  attack enemy_0 with 3 siege, 2 fire ranged
  end
  block enemy_0 0 with 4          # its first attack; the second is 1
  damage enemy_1
  play rage powered paying red crystal
  play march sideways
  unit unit_0 1 paying red token
  use tovak_shield_mastery
  attack enemy_0                  # with the fewest points of the pool
  damage enemy_1 0 by unit_0
Everything after a # is a comment.";

const ADVISE_HELP: &str = "\
The search looks several moves ahead in many deals that fit what you know, and says
how likely each move wins (a draw counts half) and by how many points. The quality
says how much win chance a move loses against the best one: good up to 3 %, playable
up to 8 %, risky beyond that, losing if it loses more than 20 % and leaves you worse
than even. The same number of nodes always gives the same answer.
`--method reference` looks one reply ahead and ranks by a score: the immediate value
plus 1.5 times the value after the reply, 0.7 of the worst and 0.3 of the likely one.";

const THREAT_HELP: &str = "\
Points in danger are how much, on average, the enemy's reply changes the power of a lane
or a tile in the enemy's favour; for empty tiles, their rank. All numbers are exact over every hand the enemy can hold; if its
deck is unknown, over up to 200 decks that fit the cards it has played.";

/// The version, and the commit of a released program.
const BUILD: &str = match option_env!("QBCOACH_BUILD") {
    Some(build) => build,
    None => env!("CARGO_PKG_VERSION"),
};

/// A coach for Queen's Blood and Mage Knight combats: exact rules, reasoned advice.
#[derive(Debug, Parser)]
#[command(name = "qbcoach", version = BUILD, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Add or override cards from a file of your own (JSON, as in data/)
    #[arg(long = "cards", value_name = "FILE", global = true)]
    pub cards_file: Option<PathBuf>,

    #[command(subcommand)]
    pub command: CliCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CliCommand {
    /// Run the daemon: JSON-RPC over WebSocket, HTTP, sockets
    #[command(after_long_help = SERVE_HELP)]
    Serve(ServeOptions),
    /// Run the daemon for one client on standard input and output
    #[command(after_long_help = STDIO_HELP)]
    Stdio(DaemonOptions),
    /// Help an editor with match texts: faults, completion, boards, advice
    #[command(after_long_help = LSP_HELP)]
    Lsp(LspOptions),

    /// The coach for an assistant that speaks the Model Context Protocol
    #[command(after_long_help = MCP_HELP)]
    Mcp(McpOptions),
    /// Report a match as you play it and be coached, in a terminal or from a pipe
    #[command(after_long_help = PLAY_HELP)]
    Play(PlayOptions),
    /// Follow a session of a daemon in the terminal
    Watch(WatchOptions),
    /// Print the settings in force, as a file to start from
    Config(ServeOptions),
    /// Go through a scripted Mage Knight combat, action by action
    #[command(after_long_help = COMBAT_HELP)]
    Combat(CombatOptions),
    /// Measure a daemon under load: actions, latencies, memory
    Load(LoadOptions),
    /// Copy a journal between SQLite and PostgreSQL
    #[command(subcommand)]
    Journal(JournalCommand),
    /// List cards, or those that match a name or number, with what they do
    Cards(CardsOptions),
    /// List the shipped decks, or show one by its tag, its code or its cards
    #[command(after_long_help = DECK_HELP)]
    Deck(DeckOptions),
    /// Draw a position with its score and legal plays
    #[command(after_long_help = POSITION_HELP)]
    Show(ShowOptions),
    /// Go through a match text turn by turn, up to the first illegal line
    #[command(after_long_help = MATCH_HELP)]
    Replay(ReplayOptions),
    /// Review a match: what every move cost, what was better, how much was luck
    #[command(after_long_help = REVIEW_HELP)]
    Review(ReviewOptions),
    /// Practise: find the best move in a position, from a shipped set or your own mistakes
    #[command(after_long_help = PUZZLE_HELP)]
    Puzzle(PuzzleOptions),
    /// Print the best moves with their reasons
    #[command(after_long_help = ADVISE_HELP)]
    Advise(AdviseOptions),
    /// Advise which cards of an opening hand to keep and which to put back
    Mulligan(MulliganOptions),
    /// Show what the enemy may do next and how likely it is
    #[command(after_long_help = THREAT_HELP)]
    Threat(ThreatOptions),
    /// Run the start-up diagnostics
    Check(CheckOptions),
    /// Measure the engine and print its signature
    Bench(BenchOptions),
    /// Let two policies play each other in mirrored pairs and compare them
    #[command(after_long_help = SELFPLAY_HELP)]
    Selfplay(SelfplayOptions),
    /// Measure how good the coach's predictions are, and fit what it learnt from self-play
    #[command(subcommand)]
    Measure(MeasureCommand),
}

#[derive(Debug, Args)]
pub(crate) struct CardsOptions {
    /// A number (019), a name in any case, or a part of one
    pub query: Vec<String>,

    /// Print JSON, one line for each card
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DeckOptions {
    /// A shipped deck's tag, a deck code, or cards; all shipped decks when left out
    pub deck: Vec<String>,

    /// The rules: canon, rebirth, or a preset with knobs ('rebirth claim=step')
    #[arg(long, value_name = "RULES", default_value = "canon")]
    pub rules: String,

    /// Print JSON, one line for each deck
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ShowOptions {
    /// A position text, a file with one or with a match, or - for standard
    /// input; the opening position when left out
    pub position: Vec<String>,

    /// The rules: canon, rebirth, or a preset with knobs ('rebirth claim=step')
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// List the legal plays of these cards (numbers or names; commas between names)
    #[arg(long, value_name = "CARDS")]
    pub hand: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What is known about the enemy.
#[derive(Debug, Args)]
pub(crate) struct EnemyOptions {
    /// The enemy's deck: a shipped deck's tag, its code or its cards; unknown when left out
    #[arg(long, value_name = "DECK")]
    pub enemy_deck: Option<String>,

    /// Decks the enemy may have besides the shipped ones (JSON, as in data/decks/)
    #[arg(long, value_name = "FILE")]
    pub decks: Option<PathBuf>,

    /// How many cards the enemy holds; computed by the rules when left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub enemy_hand: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct AdviseOptions {
    /// A position text, a file with one or with a match, or - for standard
    /// input; the opening position when left out
    pub position: Vec<String>,

    /// Your hand (numbers or names; commas between names); left out if the match text
    /// tells it
    #[arg(long, value_name = "CARDS")]
    pub hand: Option<String>,

    #[command(flatten)]
    pub enemy: EnemyOptions,

    /// The rules: canon, rebirth, or a preset with knobs ('rebirth claim=step')
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// How many moves to print; 0 for all
    #[arg(long, value_name = "NUMBER", default_value_t = 3)]
    pub top: usize,

    /// How many plays the search may simulate
    #[arg(long, value_name = "NUMBER", default_value_t = 200_000,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: u64,

    /// How moves are ranked
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = AdviceMethod::Search)]
    pub method: AdviceMethod,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// How `qbcoach advise` ranks moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum AdviceMethod {
    /// By the win chance that a search finds
    Search,
    /// By a score that looks one reply ahead
    Reference,
}

#[derive(Debug, Args)]
pub(crate) struct MulliganOptions {
    /// Your opening hand (numbers or names; commas between names)
    #[arg(long, value_name = "CARDS")]
    pub hand: String,

    /// Your deck: a shipped deck's tag, its code or its cards, the hand included
    #[arg(long, value_name = "DECK")]
    pub deck: String,

    /// The rules: canon, rebirth, or a preset with knobs ('rebirth claim=step')
    #[arg(long, value_name = "RULES", default_value = "canon")]
    pub rules: String,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ThreatOptions {
    /// A position text, a file with one or with a match, or - for standard
    /// input; the opening position when left out
    pub position: Vec<String>,

    #[command(flatten)]
    pub enemy: EnemyOptions,

    /// The rules: canon, rebirth, or a preset with knobs ('rebirth claim=step')
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayOptions {
    /// A match text, a session's export or a crash report, or - for standard input;
    /// a demonstration when left out
    pub file: Option<String>,

    /// Leave out the drawn boards and print only what happens
    #[arg(long)]
    pub brief: bool,

    /// Print JSON, one line for each turn
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CombatOptions {
    /// A combat text or a session's export, or - for standard input; a
    /// demonstration when left out
    pub file: Option<String>,

    /// Print the coach's advice before each action
    #[arg(long)]
    pub advise: bool,

    /// Leave out the drawn combat and print only what happens
    #[arg(long)]
    pub brief: bool,

    /// Print JSON, one line for each action
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// The rules to check under; both presets when left out
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BenchOptions {
    /// How long to measure
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    pub seconds: f64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.01..=600.0).contains(seconds))
        .ok_or_else(|| "give a number of seconds from 0.01 to 600".to_owned())
}

#[derive(Debug, Subcommand)]
pub(crate) enum JournalCommand {
    /// Copy everything into an empty journal and compare both; no daemon may use them
    Copy(JournalCopyOptions),
}

#[derive(Debug, Args)]
pub(crate) struct JournalCopyOptions {
    /// A data directory, or postgres://USER@HOST/DATABASE
    pub from: String,

    /// A data directory, or postgres://USER@HOST/DATABASE
    pub to: String,

    /// A file with the password of the database; PGPASSWORD is read without it
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,

    /// Certificates that the database is believed by (PEM)
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,
}
