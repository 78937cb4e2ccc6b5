//! What can be typed, and the help that teaches it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::daemon_args::{
    DaemonOptions, LoadOptions, SERVE_HELP, STDIO_HELP, ServeOptions, WatchOptions,
};
use super::play::{PLAY_HELP, PlayOptions};

const EXAMPLES: &str = "\
Examples:
  qbcoach cards malboro               look a card up
  qbcoach deck swarm                  show a deck, and its code to share
  qbcoach show                        draw the opening position
  qbcoach advise --hand '001 020'      ask for the best move
  qbcoach replay                      go through a match, turn by turn
  qbcoach play --hand '001 007 019'   be coached while you play
  qbcoach serve --demo                start the daemon with a match to watch
  qbcoach watch                       follow a session in this terminal";

const DECK_HELP: &str = "\
A deck code is a deck as one short word, for a chat or a link: QB1-H8PA5AZ9F5G7QX.
Case does not matter, a typo is found, and equal decks have equal codes. Wherever
a deck is asked for, its code will do. Cards are written with commas between
them: '2x Crawler, 001, Queen Bee x3'.";

const POSITION_HELP: &str = "\
A position is fifteen tiles, TOP-1 to BOT-5, and whose turn it is:
  y1,.,.,.,e1/y1,y2[019+1],.,.,e1/y1,.,.,.,e1 you
`.` is nobody's, `y1` yours at rank 1, `e2` the enemy's at rank 2, and
`y2[019+1]` holds your card 019, raised by 1.";

const MATCH_HELP: &str = "\
A match text has a few lines of setup and one line for each move:
  rules rebirth              # canon unless said otherwise
  first enemy                # you, unless said otherwise
  enemy play Crawler MID-5
  you play Security Officer MID-1
  set TOP-3 y1               # what the table really shows
  enemy pass
Everything after a # is a comment.";

const COMBAT_HELP: &str = "\
A combat text has a few lines of setup, then one line for each action:
  game mage-knight
  enemies prowlers, guardsmen     # ids, in the order they stand
  hero armor 2 handLimit 5
  points block 3, 2 ice           # what the hero can produce, for advice
  hand tremor, whirlwind
  ---
  play tremor powered
  choose 0
  attack enemy_0 with 3 siege, 2 fire ranged
  end
  block enemy_0 0 with 4
  damage enemy_1
Everything after a # is a comment.";

const ADVISE_HELP: &str = "\
A move's score is its immediate value plus 1.5 times what the enemy's reply
leaves: 0.7 of the worst reply and 0.3 of the likely one. Scores are yours:
positive means that you are ahead. Qualities: good lacks at most 2 to the best
move, playable 6, risky 15; what lacks more is losing.";

const THREAT_HELP: &str = "\
Scores are the enemy's: the higher, the better for it. Pressure is how much the
enemy's reply changes a lane's or a tile's power in its favour on average; on
empty tiles ranks count. All numbers are exact over every hand the enemy can
hold; with an unknown deck, over up to 200 decks that fit what was seen.";

const SELFPLAY_HELP: &str = "\
Policies: random plays anything it may, greedy what scores best at once, seed-coach
what the coach advises without knowing the other's deck.
Both matches of a pair have the same decks, shuffles and first seat; the policies
change seats. The result is told from the side of --you. Rates are over decided
matches; Elo follows from the score, a draw being half a win.";

/// A coach for Queen's Blood and Mage Knight combats: exact rules, exact chances,
/// advice with its reasons.
#[derive(Debug, Parser)]
#[command(name = "qbcoach", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Arguments {
    /// Add or override cards from a file of your own (JSON, as in data/)
    #[arg(long = "cards", value_name = "FILE", global = true)]
    pub cards_file: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the daemon: JSON-RPC over WebSocket, HTTP, sockets
    #[command(after_long_help = SERVE_HELP)]
    Serve(ServeOptions),
    /// Run the daemon for one client on standard input and output
    #[command(after_long_help = STDIO_HELP)]
    Stdio(DaemonOptions),
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
    /// List cards, or those that match a name or number, with what they do
    Cards(CardsOptions),
    /// List the shipped decks, or show one by its tag, its code or its cards
    #[command(after_long_help = DECK_HELP)]
    Deck(DeckOptions),
    /// Draw a position with its score and legal plays
    #[command(after_long_help = POSITION_HELP)]
    Show(ShowOptions),
    /// Go through a match text turn by turn; stop at the first illegal line
    #[command(after_long_help = MATCH_HELP)]
    Replay(ReplayOptions),
    /// Tell the best move, two others, and why
    #[command(after_long_help = ADVISE_HELP)]
    Advise(AdviseOptions),
    /// Tell what to keep of an opening hand and what to put back
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
    /// Measure how good the coach is at what it does
    #[command(subcommand)]
    Measure(MeasureCommand),
}

#[derive(Debug, Subcommand)]
pub enum MeasureCommand {
    /// The belief about the enemy's hand, its deck unknown, turn by turn
    Inference(InferenceOptions),
}

#[derive(Debug, Args)]
pub struct InferenceOptions {
    /// How many matches to play
    #[arg(long, default_value_t = 220, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub matches: u32,

    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// The rules: canon, rebirth, or a preset with knobs
    #[arg(long, value_name = "RULES", default_value = "canon")]
    pub rules: String,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SelfplayOptions {
    /// The policy whose result is told: random, greedy or seed-coach
    #[arg(long, value_name = "POLICY")]
    pub you: String,

    /// The policy it plays against
    #[arg(long, value_name = "POLICY")]
    pub enemy: String,

    /// The decks to play with, by tag or code, every one against every one
    #[arg(long, value_name = "TAG,TAG|all", default_value = "all")]
    pub decks: String,

    /// How many matches to play, an even number
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub matches: u32,

    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// How many threads to use; they do not change the result
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// The rules: canon, rebirth, or a preset with knobs
    #[arg(long, value_name = "RULES", default_value = "canon")]
    pub rules: String,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CardsOptions {
    /// A number (019), a name in any case, or a part of one
    pub query: Vec<String>,

    /// Print JSON, one card a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct DeckOptions {
    /// A shipped deck's tag, a deck code, or cards; all shipped decks when left out
    pub deck: Vec<String>,

    /// The rules: canon, rebirth, or a preset with knobs ('rebirth claim=step')
    #[arg(long, value_name = "RULES", default_value = "canon")]
    pub rules: String,

    /// Print JSON, one deck a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ShowOptions {
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

/// What is known of the enemy.
#[derive(Debug, Args)]
pub struct EnemyOptions {
    /// The enemy's deck: a shipped deck's tag, its code or its cards; unknown when left out
    #[arg(long, value_name = "DECK")]
    pub enemy_deck: Option<String>,

    /// Decks people play, as evidence beside the shipped ones (JSON, as in data/decks/)
    #[arg(long, value_name = "FILE")]
    pub decks: Option<PathBuf>,

    /// How many cards the enemy holds; by the rules when left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub enemy_hand: Option<u32>,
}

#[derive(Debug, Args)]
pub struct AdviseOptions {
    /// A position text, a file with one or with a match, or - for standard
    /// input; the opening position when left out
    pub position: Vec<String>,

    /// Your hand (numbers or names; commas between names)
    #[arg(long, value_name = "CARDS")]
    pub hand: String,

    #[command(flatten)]
    pub enemy: EnemyOptions,

    /// The rules: canon, rebirth, or a preset with knobs ('rebirth claim=step')
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// How many moves to tell
    #[arg(long, value_name = "NUMBER", default_value_t = 3)]
    pub top: usize,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct MulliganOptions {
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
pub struct ThreatOptions {
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
pub struct ReplayOptions {
    /// A match text, a session's export or a crash report, or - for standard input;
    /// a demonstration when left out
    pub file: Option<String>,

    /// Leave out the drawn boards and print only what happens
    #[arg(long)]
    pub brief: bool,

    /// Print JSON, one line a turn
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CombatOptions {
    /// A combat text or a session's export, or - for standard input; a
    /// demonstration when left out
    pub file: Option<String>,

    /// Say what the coach would do at each step
    #[arg(long)]
    pub advise: bool,

    /// Leave out the drawn combat and print only what happens
    #[arg(long)]
    pub brief: bool,

    /// Print JSON, one line an action
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CheckOptions {
    /// The rules to check under; both presets when left out
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct BenchOptions {
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
