//! The arguments of `qbcoach selfplay` and `qbcoach measure`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) const SELFPLAY_HELP: &str = "\
Policies: random plays any legal move, greedy the move with the best score at once,
reference the move that looks one reply ahead, coach the move that the search finds
within --nodes, oracle the same search with the enemy's hand and all draws seen: it
cheats, to show how much is left to gain. None of the others knows the enemy's deck,
which is also left out of the decks that people are known to play.

Both matches of a pair have the same decks, shuffles and first player; the policies
change sides. The result is that of the policy --you. A pair gives 0, 1/4, 1/2, 3/4 or
1; the interval of Elo comes from the pairs. Rates are over decided matches; Elo follows
from the score, in which a draw is half a win.

With --sprt LOW HIGH the contest stops as soon as the pairs, in their order, tell which
of the two differences in Elo is the likelier, with 5 % error either way: when the
log-likelihood ratio reaches 2.94 or -2.94. --matches is then the most it plays.

Decks: tags and codes, `all` shipped ones, `held-out` for those from which the search's
values were not fitted, `fitted` for the others, or `made:SEED`: 22 decks made from the
whole card set, on which nothing was tuned. `made:SEEDx40` makes 40.";

#[derive(Debug, Args)]
pub(crate) struct SelfplayOptions {
    /// The policy whose result is printed: random, greedy, reference, coach or oracle
    #[arg(long, value_name = "POLICY")]
    pub you: String,

    /// The policy it plays against
    #[arg(long, value_name = "POLICY")]
    pub enemy: String,

    #[command(flatten)]
    pub thinking: ThinkingOptions,

    /// The mulligan of both sides: none, reference, or chance (by win chance)
    #[arg(long, value_name = "MULLIGAN", default_value = "chance")]
    pub mulligan: String,

    /// The mulligan of --you, if it differs
    #[arg(long, value_name = "MULLIGAN")]
    pub you_mulligan: Option<String>,

    /// The mulligan of --enemy, if it differs
    #[arg(long, value_name = "MULLIGAN")]
    pub enemy_mulligan: Option<String>,

    /// How many matches to play, an even number; 200, or 40000 at most with --sprt
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub matches: Option<u32>,

    /// Stop when one of these differences in Elo is the likelier
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], allow_negative_numbers = true)]
    pub sprt: Option<Vec<f64>>,

    #[command(flatten)]
    pub table: TableOptions,
}

/// How much the searching policies may think.
#[derive(Debug, Args)]
pub(crate) struct ThinkingOptions {
    /// How many positions coach and oracle may search for a move; 20000 when left out
    #[arg(long, value_parser = nodes())]
    pub nodes: Option<u64>,

    /// The nodes of --you, if they differ
    #[arg(long, value_name = "NODES", value_parser = nodes())]
    pub you_nodes: Option<u64>,

    /// The nodes of --enemy, if they differ
    #[arg(long, value_name = "NODES", value_parser = nodes())]
    pub enemy_nodes: Option<u64>,
}

fn nodes() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=100_000_000)
}

/// Where and how matches are played.
#[derive(Debug, Args)]
pub(crate) struct TableOptions {
    /// The decks, each played against each: tags and codes, all, held-out, fitted, or
    /// made:SEED
    #[arg(long, value_name = "TAG,TAG|all|made:SEED", default_value = "all")]
    pub decks: String,

    /// The seed of the random numbers
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

pub(crate) const CALIBRATION_HELP: &str = "\
The coach plays matches, and its win chance at each of its turns is compared with the
result; a draw counts half. A win chance is meant against an equal opponent, so the coach
plays against itself unless --enemies says otherwise. Log loss and Brier score are lower for better forecasts; the
base rate forecasts the share of wins each time. Forecasts within a match share its
result, so a bin needs many matches to be sure: `error` is the standard error of the
difference, by matches. Of the shipped decks `--decks held-out`
takes those from which the search's values were not fitted; `made:SEED` makes others.

The coach does not know the opponent's deck. Against a deck that is weaker than usual its
forecasts are therefore too low, against a stronger one too high, and a few decks that are
weaker than the others show in many bins. `by decks` is how far a bin may well be off for
that reason: the standard error if all forecasts against one deck count as one. With five
decks it is 6 to 10 points in most bins, however many matches are played. The rows by deck tell by how
much results exceed forecasts against it and with it. What --known-decks leaves is due to the search and its
values, not to the guess about the deck.";

#[derive(Debug, Subcommand)]
pub(crate) enum MeasureCommand {
    /// The belief about the enemy's hand, its deck unknown, turn by turn
    Inference(InferenceOptions),
    /// Whether the coach's win chance comes true, by bins and by turn
    #[command(after_long_help = CALIBRATION_HELP)]
    Calibration(CalibrationOptions),
    /// What each ingredient of the search is worth in Elo
    Ladder(LadderOptions),
    /// Find puzzles in self-play and print them as data/puzzles.json
    Puzzles(PuzzlesOptions),
    /// Fit the search's leaf value to self-play and print it as data/leaf.json
    Fit(FitOptions),
    /// Fit the mulligan's chances to self-play and print them as data/mulligan.json
    FitMulligan(FitMulliganOptions),
    /// Fit the curve from the search's estimates to win chances that come true and print
    /// it as data/win_chance.json
    FitChance(FitChanceOptions),
}

#[derive(Debug, Args)]
pub(crate) struct InferenceOptions {
    /// How many matches to play
    #[arg(long, default_value_t = 220, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub matches: u32,

    /// Who plays the matches, on both sides
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    pub policy: String,

    /// How many plays a policy that searches simulates for a move
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: u64,

    /// The seed of the random numbers
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
pub(crate) struct PuzzlesOptions {
    /// How many puzzles to find
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub number: u32,

    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct FitOptions {
    /// How many matches the last generation plays; the ones before play twice as many
    #[arg(long, default_value_t = 40_000, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub matches: u32,

    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct FitMulliganOptions {
    /// The policy of both sides
    #[arg(long, value_name = "POLICY", default_value = "oracle")]
    pub policy: String,

    /// How many positions the policy may search for a move, if it searches
    #[arg(long, default_value_t = 300, value_parser = nodes())]
    pub nodes: u64,

    /// How many matches to play
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub matches: u32,

    /// The seed of the random numbers, and of the decks made for the matches
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// How many threads to use; they do not change the result
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct FitChanceOptions {
    /// How many positions the coach may search for a move
    #[arg(long, default_value_t = 20_000, value_parser = nodes())]
    pub nodes: u64,

    /// How many matches the coach plays against itself
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub matches: u32,

    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// How many threads to use; they do not change the result
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct CalibrationOptions {
    /// How many positions the coach may search for a move
    #[arg(long, default_value_t = 20_000, value_parser = nodes())]
    pub nodes: u64,

    /// The opponents, in turn: policies with commas between them
    #[arg(long, value_name = "POLICY,POLICY", default_value = "coach")]
    pub enemies: String,

    /// Let the coach know which cards the opponent's deck has
    #[arg(long)]
    pub known_decks: bool,

    /// How many matches to play
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub matches: u32,

    /// Write every forecast into this file, one line each: match, seat, deck, the enemy's
    /// deck, turn, cards on the board, win chance, expected points, result
    #[arg(long, value_name = "FILE")]
    pub forecasts: Option<PathBuf>,

    #[command(flatten)]
    pub table: TableOptions,
}

#[derive(Debug, Args)]
pub(crate) struct LadderOptions {
    /// How many positions the coach may search for a move
    #[arg(long, default_value_t = 20_000, value_parser = nodes())]
    pub nodes: u64,

    /// How many mirrored pairs to play on each rung
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=500_000))]
    pub pairs: u32,

    #[command(flatten)]
    pub table: TableOptions,
}
