//! Fits the leaf value of the search from self-play: plays matches between decks, takes
//! every position with the result of its match as an example, and trains the network.
//!
//! Some shipped decks are held out: no example comes from them, and the fit is judged by
//! matches between them. The result depends on the settings alone.

mod examples;
mod player;
mod training;

use qbcoach_engine::coaching::search::{LeafNet, LeafSource};
use qbcoach_engine::rules::{CardId, Rulebook};
use qbcoach_engine::simulation::deck_library::NamedDeck;

pub use examples::Examples;
use examples::Generator;
pub use player::Lookahead;
pub use training::Fit;
use training::train;

/// The shipped decks that no example comes from.
pub const HELD_OUT: [&str; 5] = [
    "gloom",
    "lane-banker",
    "short-fuse",
    "stocked-hand",
    "turks-on-duty",
];

/// One round of self-play and training. Each starts from the weights of the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    pub matches: u32,
    pub lookahead: Lookahead,
    pub epochs: u32,
}

impl Generation {
    /// The generations of the shipped weights. Each plays better than the one before: the
    /// first follows the plain evaluation, the last also looks at the enemy's reply.
    pub fn standard(matches: u32) -> [Generation; 3] {
        let generation = |matches, lookahead, epochs| Generation {
            matches,
            lookahead,
            epochs,
        };
        [
            generation(matches / 2, Lookahead::Move, 3),
            generation(matches + matches / 2, Lookahead::Move, 3),
            generation(matches, Lookahead::Reply { worlds: 1 }, 4),
        ]
    }
}

/// What to fit from.
pub struct Fitting<'a> {
    /// The rules of the matches, used in turn.
    pub books: &'a [Rulebook],
    pub shipped: &'a [NamedDeck],
    pub seed: u64,
    pub generations: &'a [Generation],
    /// The weights to start from; none for random ones.
    pub start: Option<LeafNet>,
    pub validation: u32,
}

/// How good the fit of one generation is on matches of the decks held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitReport {
    pub examples: usize,
    /// Log loss in nats.
    pub training_loss: f64,
    pub held_out_loss: f64,
    /// The log loss of always saying how often the side to act wins.
    pub base_loss: f64,
    pub margin_error: f64,
}

impl Fitting<'_> {
    /// Makes all generations; the weights of the last, or none if there is no generation.
    /// `progress` hears of each that ended.
    pub fn run(&self, mut progress: impl FnMut(usize, &LeafNet, FitReport)) -> Option<LeafNet> {
        let (held_out, known): (Vec<&NamedDeck>, Vec<&NamedDeck>) = self
            .shipped
            .iter()
            .partition(|deck| HELD_OUT.contains(&deck.tag.as_str()));
        let cards = |decks: &[&NamedDeck]| -> Vec<Vec<CardId>> {
            decks.iter().map(|deck| deck.cards.clone()).collect()
        };
        let (held_out, known) = (cards(&held_out), cards(&known));
        let mut net = self.start.clone();
        for (number, generation) in self.generations.iter().enumerate() {
            let leaf = match &net {
                // A generation's weights are needed until the program ends.
                Some(net) => LeafSource::Given(Box::leak(Box::new(net.clone()))),
                None => LeafSource::Plain,
            };
            let generator = |decks, variety, stream| Generator {
                books: self.books,
                decks,
                variety,
                leaf,
                lookahead: generation.lookahead,
                seed: self.seed,
                stream: 1_000_000 * (2 * number as u64 + stream),
            };
            let examples = generator(&known, true, 0).play(generation.matches);
            let judged = generator(&held_out, false, 1).play(self.validation);
            let fit = train(net.take(), &examples, &judged, generation.epochs, self.seed);
            let report = FitReport {
                examples: examples.len(),
                training_loss: fit.training_loss,
                held_out_loss: fit.held_out_loss,
                base_loss: judged.base_loss(),
                margin_error: fit.margin_error,
            };
            progress(number, &fit.net, report);
            net = Some(fit.net);
        }
        net
    }
}
