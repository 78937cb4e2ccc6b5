//! Which ingredients a search uses. The default is what plays best; the others exist to
//! measure what each ingredient is worth.

use super::leaf_net::LeafNet;
use super::win_curve::WinCurve;

/// Where the value of a leaf comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeafSource {
    /// The plain evaluation, made a chance by a logistic curve.
    Plain,
    /// The shipped weights.
    Shipped,
    Given(&'static LeafNet),
}

/// How the belief about the enemy's hand learns from its plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayBeliefStyle {
    /// How many players are taken to be strange: they play any card.
    pub strange: f64,
    /// How often a player that plays well plays any card all the same.
    pub slips: f64,
    /// How much worse a card may be, in chance to win, to be played about a third as often.
    pub temperature: f64,
    /// How many candidates are weighed for each world that is searched.
    pub candidates: usize,
}

impl Default for PlayBeliefStyle {
    fn default() -> PlayBeliefStyle {
        PlayBeliefStyle {
            strange: 0.5,
            slips: 0.1,
            temperature: 0.03,
            candidates: 4,
        }
    }
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchStyle {
    /// The search starts with one world for this many nodes of its limit.
    pub nodes_a_world: u64,
    /// The least and the most worlds at the start.
    pub worlds: (usize, usize),
    /// The share of root moves that stay after a round.
    pub kept: f64,
    /// How much of a move's value comes from what the enemy would choose from its own
    /// view, instead of its worst reply: 0 to 1.
    pub blend: f32,
    /// How much worlds in which you see the same must share your next move: 0 lets each
    /// choose as if it saw all cards, 1 makes all choose the move that is best on average.
    pub shared: f32,
    /// How sharply the enemy chooses the best reply of its own view.
    pub sharpness: f32,
    /// How the worlds follow from what the enemy did; none takes all hands as equally
    /// likely.
    pub belief: Option<PlayBeliefStyle>,
    /// One in this many nodes goes to proofs of the endgame; 0 for none.
    pub proof_share: u64,
    /// How many moves of a position inside the tree are searched deeper, the best first.
    pub width: usize,
    pub leaf: LeafSource,
    /// How steeply a lead of the plain evaluation counts.
    pub slope: f32,
    /// From the average over the worlds to a chance; none leaves it as it is.
    pub curve: Option<&'static WinCurve>,
}

impl Default for SearchStyle {
    fn default() -> SearchStyle {
        SearchStyle {
            nodes_a_world: 1_000,
            worlds: (8, 64),
            kept: 0.5,
            blend: 0.2,
            shared: 1.0,
            sharpness: 20.0,
            // It describes players like the coach itself and misjudges others, and it wins
            // no more matches.
            belief: None,
            proof_share: 10,
            width: usize::MAX,
            leaf: LeafSource::Shipped,
            slope: 0.12,
            curve: Some(WinCurve::shipped()),
        }
    }
}
