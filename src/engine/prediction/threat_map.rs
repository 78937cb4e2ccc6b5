//! The threat map: every reply that the enemy may make, with its exact weight over all
//! possible hands and decks (RULES.md, section 12).

use super::counting::{Counter, Kind, choose};
use super::deck_belief::{CandidateDeck, DeckBelief, DeckMode};
use super::hand_belief::HandSize;
use super::replies::{BoardBeforeReply, SimulatedReply};
use crate::rules::{Board, ByLane, ByTile, CardId, Lane, MatchScore, Play, Rulebook, TileId};

/// The decks and the hand that a map is computed over.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreatBasis {
    pub mode: DeckMode,
    pub decks: usize,
    /// The hand that the reply is made from.
    pub hand: HandSize,
}

/// One possible reply of the enemy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplyOutcome {
    /// `None` is the pass of a hand without a legal play.
    pub play: Option<Play>,
    pub resulting_score: f64,
    pub match_score: MatchScore,
    pub weight: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ThreatMap {
    pub basis: ThreatBasis,
    /// Ordered by card and tile, with the pass last. The weights sum to 1.
    pub outcomes: Vec<ReplyOutcome>,
    /// The value of the board before the reply, from the enemy's side.
    pub score_before: f64,
    /// The highest score that the enemy can reach with any possible hand.
    pub best_enemy_score: f64,
    /// The average over all hands and their moves.
    pub expected_enemy_score: f64,
    /// The average over all hands if the enemy makes its best move in each.
    pub expected_best_reply: f64,
    pub lane_pressure: ByLane<f64>,
    pub tile_pressure: ByTile<f64>,
}

impl ThreatMap {
    /// The map of the enemy's move on `board`. Every hand contains the `certain` cards.
    pub fn of(
        book: &Rulebook,
        board: &Board,
        belief: &DeckBelief,
        certain: &[CardId],
        hand: HandSize,
    ) -> ThreatMap {
        let before = BoardBeforeReply::new(book, board);
        let table = ReplyTable::new(&before, belief, certain);
        let weights = ReplyWeights::over(&table, belief, hand.unknown as usize);
        let mut map = ThreatMap {
            basis: ThreatBasis {
                mode: belief.mode,
                decks: belief.decks.len(),
                hand,
            },
            outcomes: Vec::with_capacity(table.replies.len() + 1),
            score_before: before.score,
            best_enemy_score: f64::NEG_INFINITY,
            expected_enemy_score: 0.0,
            expected_best_reply: weights.best_reply,
            lane_pressure: ByLane::default(),
            tile_pressure: ByTile::all(0.0),
        };
        for reply in &table.replies {
            map.add(reply, weights.weight_of_move[reply.play.card.index()]);
        }
        if weights.pass > 0.0 {
            map.add_outcome(ReplyOutcome {
                play: None,
                resulting_score: before.score,
                match_score: before.match_score,
                weight: weights.pass,
            });
        }
        map
    }

    fn add(&mut self, reply: &SimulatedReply, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        for lane in Lane::ALL {
            self.lane_pressure[lane] += weight * f64::from(reply.lane_change[lane]);
        }
        for tile in TileId::all() {
            self.tile_pressure[tile] += weight * f64::from(reply.tile_change[tile]);
        }
        self.add_outcome(ReplyOutcome {
            play: Some(reply.play),
            resulting_score: reply.resulting_score,
            match_score: reply.match_score,
            weight,
        });
    }

    fn add_outcome(&mut self, outcome: ReplyOutcome) {
        self.best_enemy_score = self.best_enemy_score.max(outcome.resulting_score);
        self.expected_enemy_score += outcome.weight * outcome.resulting_score;
        self.outcomes.push(outcome);
    }
}

/// Every play of every card that may be in the hand, simulated once.
struct ReplyTable {
    replies: Vec<SimulatedReply>,
    /// For each card of the catalogue: the number of its plays, and the best score of
    /// any of them (below).
    moves: Vec<usize>,
    best: Vec<f64>,
    /// The cards with a legal play, the best score first.
    by_best: Vec<CardId>,
    certain: Vec<CardId>,
    score_of_pass: f64,
}

impl ReplyTable {
    fn new(before: &BoardBeforeReply<'_>, belief: &DeckBelief, certain: &[CardId]) -> ReplyTable {
        let catalogue_size = before.book.catalogue.cards().len();
        let mut possible = vec![false; catalogue_size];
        for (card, _) in belief.decks.iter().flat_map(|deck| &deck.unseen) {
            possible[card.index()] = true;
        }
        for card in certain {
            possible[card.index()] = true;
        }
        let mut table = ReplyTable {
            replies: Vec::new(),
            moves: vec![0; catalogue_size],
            best: vec![f64::NEG_INFINITY; catalogue_size],
            by_best: Vec::new(),
            certain: certain.to_vec(),
            score_of_pass: before.score,
        };
        table.certain.sort_unstable();
        table.certain.dedup();
        let cards = (0..catalogue_size).filter(|index| possible[*index]);
        for card in cards.filter_map(CardId::from_index) {
            for reply in before.replies_of(card) {
                let best = &mut table.best[card.index()];
                *best = best.max(reply.resulting_score);
                table.moves[card.index()] += 1;
                table.replies.push(reply);
            }
            if table.moves[card.index()] > 0 {
                table.by_best.push(card);
            }
        }
        let best = &table.best;
        table.by_best.sort_by(|a, b| {
            let scores = best[b.index()].total_cmp(&best[a.index()]);
            scores.then(a.cmp(b))
        });
        table
    }
}

/// The weights of the replies over all decks and hands.
struct ReplyWeights {
    /// For each card: the weight of each single play of it.
    weight_of_move: Vec<f64>,
    pass: f64,
    best_reply: f64,
}

impl ReplyWeights {
    fn over(table: &ReplyTable, belief: &DeckBelief, unknown: usize) -> ReplyWeights {
        let mut sums = ReplyWeights {
            weight_of_move: vec![0.0; table.moves.len()],
            pass: 0.0,
            best_reply: 0.0,
        };
        let mut counter = Counter::default();
        let mut kinds = Vec::new();
        let certain_moves: usize = table
            .certain
            .iter()
            .map(|card| table.moves[card.index()])
            .sum();
        for deck in &belief.decks {
            kinds.clear();
            kinds.extend(deck.unseen.iter().map(|(card, copies)| Kind {
                copies: *copies,
                // A second copy of a certain card adds no play.
                moves: if table.certain.binary_search(card).is_ok() {
                    0
                } else {
                    table.moves[card.index()]
                },
            }));
            let weights = counter.weigh(&kinds, unknown, certain_moves);
            for ((card, _), weight) in deck.unseen.iter().zip(&weights.of_kind) {
                sums.weight_of_move[card.index()] += deck.weight * weight;
            }
            for card in &table.certain {
                sums.weight_of_move[card.index()] += deck.weight * weights.of_certain;
            }
            sums.pass += deck.weight * weights.pass;
            sums.best_reply += deck.weight * best_reply(table, deck, unknown);
        }
        sums
    }
}

/// The average of the best play over all hands from one deck. The cards are taken from
/// the best on: a card has the best play of those hands that contain it and none of
/// the cards before it.
fn best_reply(table: &ReplyTable, deck: &CandidateDeck, unknown: usize) -> f64 {
    let size = deck.unseen_size();
    let drawn = unknown.min(size);
    let choose = |from: usize| choose(from, drawn);
    let all = choose(size);
    let (mut left, mut average) = (size, 0.0);
    for card in &table.by_best {
        if table.certain.binary_search(card).is_ok() {
            // A certain card is in every hand, so no later card matters.
            return average + choose(left) / all * table.best[card.index()];
        }
        let Ok(index) = deck.unseen.binary_search_by_key(card, |(kind, _)| *kind) else {
            continue;
        };
        let copies = deck.unseen[index].1;
        let chance = (choose(left) - choose(left - copies)) / all;
        average += chance * table.best[card.index()];
        left -= copies;
    }
    average + choose(left) / all * table.score_of_pass
}
