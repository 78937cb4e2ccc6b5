//! What `qbcoach play` takes.

use clap::{Args, ValueEnum};

pub const PLAY_HELP: &str = "\
While you play the real game, type what happens; the prompt says what is due.
Cards may be numbers or names in any case, Tab completes them and their tiles.
  crawler m1                    you play a card (m1, mid1, MID-1)
  e archdragon m5, e pass       the enemy's move
  pass
  draw riot trooper             the card you drew
  mulligan crawler, levrikon -> ogre, zu
                                cards you put back and what came for them
  keep                          you put nothing back
  hand crawler, 001, zu         your hand really is this; `hand` shows it
  fix m3 enemy 2 crawler        a tile really shows this (`none` for no card)
  undo, undo 3                  take back the latest acts
  best, best 5, why, why 2      the best moves; the reasons for one of them
  threat, odds crawler          what the enemy may do; whether it holds a card
  lock                          what is proved to be decided, and how
  board, actions, log           look again; every legal action; all that happened
  cards malboro                 look cards up
  save FILE, help, quit
From a pipe it reads the same lines, # begins a comment, and stops with status 1
at the first line that is refused, unless told --keep-going.
In a combat of Mage Knight the actions are numbered: type a number.";

#[derive(Debug, Args)]
pub struct PlayOptions {
    /// Your deck: a shipped deck's tag, its code or its cards
    #[arg(long, value_name = "DECK")]
    pub you: Option<String>,

    /// The enemy's deck, if you know it
    #[arg(long, value_name = "DECK")]
    pub enemy: Option<String>,

    /// Your opening hand (commas between names); in a combat the hero's cards
    #[arg(long, value_name = "CARDS")]
    pub hand: Option<String>,

    /// Who begins; you when left out
    #[arg(long, value_name = "SIDE")]
    pub first: Option<First>,

    /// The rules: canon, rebirth, or a preset with knobs; in a combat seed or printed
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// Play against the daemon, which deals, draws and plays the enemy
    #[arg(long, conflicts_with_all = ["hand", "combat"])]
    pub simulate: bool,

    /// Where chance starts from
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// A combat of Mage Knight against these enemies (commas between them)
    #[arg(long, value_name = "ENEMIES", conflicts_with_all = ["you", "enemy", "first"])]
    pub combat: Option<String>,

    /// The hero's armor
    #[arg(long, value_name = "NUMBER", requires = "combat")]
    pub armor: Option<u32>,

    /// Go on with a session of the daemon
    #[arg(long, value_name = "SESSION", conflicts_with_all = NEW_SESSION)]
    pub resume: Option<String>,

    /// Begin from a file: an export, a match text or a combat text
    #[arg(long, value_name = "FILE", conflicts_with_all = NEW_SESSION)]
    pub import: Option<String>,

    /// A daemon that is running: ws://HOST:PORT, tcp://HOST:PORT or the path of its
    /// socket; one inside this program when left out
    #[arg(long, value_name = "URL|SOCKET")]
    pub connect: Option<String>,

    /// A file with the token, where the daemon asks for one
    #[arg(long, value_name = "FILE", requires = "connect")]
    pub token_file: Option<String>,

    /// Where sessions are kept; nowhere when left out
    #[arg(long, value_name = "DIR", conflicts_with = "connect")]
    pub data_dir: Option<String>,

    /// How long to wait for a daemon that is gone; in a terminal for as long as it
    /// takes, from a pipe 30 when left out
    #[arg(long, value_name = "SECONDS", requires = "connect")]
    pub wait: Option<u64>,

    /// Go on after a line of a pipe that was refused
    #[arg(long)]
    pub keep_going: bool,
}

/// What says how a new session begins.
const NEW_SESSION: [&str; 8] = [
    "you", "enemy", "hand", "first", "rules", "simulate", "seed", "combat",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    You,
    Enemy,
}
