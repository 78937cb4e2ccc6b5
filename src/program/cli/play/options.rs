//! The options of `qbcoach play`, and its help.

use clap::{Args, ValueEnum};

pub const PLAY_HELP: &str = "\
While you play the real game, type what happens; the prompt says what comes next.
Cards are numbers or names in any case; Tab completes cards and tiles.
  crawler m1                    you play a card (m1, mid1, MID-1)
  e archdragon m5, e pass       the enemy's move
  pass
  draw riot trooper             the card you drew
  mulligan crawler, levrikon -> ogre, zu
                                cards you put back -> cards you drew for them
  keep                          you put nothing back
  hand crawler, 001, zu         corrects your hand; `hand` alone shows it;
                                where it is asked for, the cards are enough
  fix m3 enemy 2 crawler        corrects a tile (`none` for no card)
  undo, undo 3                  undo the latest act, the latest three
  best, best 5, why, why 2      the best moves; the reasons for one of them
  threat, odds crawler          what the enemy may do; whether it holds a card
  lock                          what is proved to be decided, and how
  board, actions, log           the board; every legal action; all that happened
  cards malboro                 look cards up
  save FILE, help, quit
From a pipe the same lines are read and # begins a comment. The first line that is
refused ends the program with status 1, unless --keep-going is given.
In a combat of Mage Knight the actions are numbered: type a number, or words of one
(`rage powered`); `help` in the combat says more.";

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

    /// Who plays first; you when left out
    #[arg(long, value_name = "SIDE")]
    pub first: Option<FirstPlayer>,

    /// The rules: canon, rebirth, or a preset with knobs; in a combat `seed` (the cards of
    /// the design document) or `printed`
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// Play against the daemon, which deals, draws and plays the enemy
    #[arg(long, conflicts_with_all = ["hand", "combat"])]
    pub simulate: bool,

    /// The seed of the random numbers
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// A combat of Mage Knight against these enemies (commas between them)
    #[arg(long, value_name = "ENEMIES", conflicts_with_all = ["you", "enemy", "first"])]
    pub combat: Option<String>,

    /// The hero's armor
    #[arg(long, value_name = "NUMBER", requires = "combat")]
    pub armor: Option<u32>,

    /// The mana that the hero can use in the combat (commas between colors)
    #[arg(long, value_name = "COLORS", requires = "combat")]
    pub mana: Option<String>,

    /// The hero's crystals (commas between colors)
    #[arg(long, value_name = "COLORS", requires = "combat")]
    pub crystals: Option<String>,

    /// The dice of the source, as they lie (commas between colors); one may be used
    #[arg(long, value_name = "COLORS", requires = "combat")]
    pub dice: Option<String>,

    /// The hero's units (commas between them)
    #[arg(long, value_name = "UNITS", requires = "combat")]
    pub units: Option<String>,

    /// The hero's skills (commas between them)
    #[arg(long, value_name = "SKILLS", requires = "combat")]
    pub skills: Option<String>,

    /// The combat is at night
    #[arg(long, requires = "combat")]
    pub night: bool,

    /// The enemies defend a fortified site
    #[arg(long, requires = "combat")]
    pub fortified: bool,

    /// Continue a session of the daemon
    #[arg(long, value_name = "SESSION", conflicts_with_all = NEW_SESSION)]
    pub resume: Option<String>,

    /// Begin from a file: an export, a match text or a combat text
    #[arg(long, value_name = "FILE", conflicts_with_all = NEW_SESSION)]
    pub import: Option<String>,

    /// A daemon that is running: ws://HOST:PORT, tcp://HOST:PORT or the path of its
    /// socket; one inside this program when left out
    #[arg(long, value_name = "URL|SOCKET")]
    pub connect: Option<String>,

    /// A file with the token, if the daemon needs one
    #[arg(long, value_name = "FILE", requires = "connect")]
    pub token_file: Option<String>,

    /// Where sessions are kept; nowhere when left out
    #[arg(long, value_name = "DIR", conflicts_with = "connect")]
    pub data_dir: Option<String>,

    /// How long to wait for a daemon after the connection is lost; when left out, for
    /// ever in a terminal and 30 from a pipe
    #[arg(long, value_name = "SECONDS", requires = "connect")]
    pub wait: Option<u64>,

    /// In a terminal, draw each board below the one before instead of in its place
    #[arg(long)]
    pub scroll: bool,

    /// From a pipe, continue after a line that is refused
    #[arg(long)]
    pub keep_going: bool,
}

/// The options of a new session.
const NEW_SESSION: [&str; 8] = [
    "you", "enemy", "hand", "first", "rules", "simulate", "seed", "combat",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FirstPlayer {
    You,
    Enemy,
}
