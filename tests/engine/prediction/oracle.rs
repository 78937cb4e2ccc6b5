//! Prediction as in RULES.md, section 12, by enumeration: every hand of every deck, with
//! each copy as a card of its own. It shares no code with the counting.

use std::collections::{BTreeMap, BTreeSet};

use qbcoach_engine::prediction::evaluation::evaluate;
use qbcoach_engine::rules::{
    Board, CardId, Lane, MatchScore, Owner, Play, Powers, Rulebook, Side, TileId,
};

use crate::prediction::worlds::World;

/// Calls `show` with every hand and its chance. A hand is the certain cards and one way
/// to draw the rest. Every set of copies is equally likely.
pub fn each_hand(world: &World, mut show: impl FnMut(&[CardId], f64)) {
    for (deck, weight) in &world.decks {
        let mut pool = deck.clone();
        for card in &world.seen {
            let index = pool.iter().position(|other| other == card);
            pool.remove(index.expect("the deck contains the seen cards"));
        }
        let drawn = world.unknown.min(pool.len()) as u32;
        let sets = || (0_u32..1 << pool.len()).filter(|set| set.count_ones() == drawn);
        let probability = weight / sets().count() as f64;
        for set in sets() {
            let mut hand = world.certain.clone();
            let chosen = (0..pool.len()).filter(|index| set >> index & 1 == 1);
            hand.extend(chosen.map(|index| pool[index]));
            hand.sort_unstable();
            show(&hand, probability);
        }
    }
}

/// One possible reply of the enemy.
#[derive(Clone, Debug)]
pub struct Branch {
    pub weight: f64,
    /// The value for the enemy.
    pub score: f64,
    pub match_score: MatchScore,
    lane_change: [i32; 3],
    tile_change: [i32; 15],
}

/// The expected threat map.
#[derive(Clone, Debug, Default)]
pub struct Threats {
    /// By play; `None` is the pass. Only replies with a positive weight.
    pub branches: BTreeMap<Option<Play>, Branch>,
    pub best: f64,
    pub expected: f64,
    pub expected_best_reply: f64,
    pub lane_pressure: [f64; 3],
    pub tile_pressure: [f64; 15],
}

pub fn threats(world: &World) -> Threats {
    let moves = Moves::new(world);
    let mut weights = vec![0.0; moves.branches.len()];
    let mut expected_best_reply = 0.0;
    each_hand(world, |hand, probability| {
        let mut possible: Vec<usize> = Vec::new();
        for (index, card) in hand.iter().enumerate() {
            // A second copy of a card adds no move.
            if !hand[..index].contains(card) {
                possible.extend(&moves.of_card[card]);
            }
        }
        if possible.is_empty() {
            possible.push(moves.pass);
        }
        let mut best = f64::NEG_INFINITY;
        for index in &possible {
            weights[*index] += probability / possible.len() as f64;
            best = best.max(moves.branches[*index].1.score);
        }
        expected_best_reply += probability * best;
    });
    let mut threats = Threats {
        best: f64::NEG_INFINITY,
        expected_best_reply,
        ..Threats::default()
    };
    for ((play, branch), weight) in moves.branches.into_iter().zip(weights) {
        if weight > 0.0 {
            threats.add(play, Branch { weight, ..branch });
        }
    }
    threats
}

impl Threats {
    fn add(&mut self, play: Option<Play>, branch: Branch) {
        self.best = self.best.max(branch.score);
        self.expected += branch.weight * branch.score;
        for (sum, change) in self.lane_pressure.iter_mut().zip(branch.lane_change) {
            *sum += branch.weight * f64::from(change);
        }
        for (sum, change) in self.tile_pressure.iter_mut().zip(branch.tile_change) {
            *sum += branch.weight * f64::from(change);
        }
        self.branches.insert(play, branch);
    }
}

/// Every move of every card a hand may hold, and the pass.
struct Moves {
    branches: Vec<(Option<Play>, Branch)>,
    of_card: BTreeMap<CardId, Vec<usize>>,
    pass: usize,
}

impl Moves {
    fn new(world: &World) -> Moves {
        let (book, board) = (&world.book, &world.board);
        let in_decks = world.decks.iter().flat_map(|(deck, _)| deck);
        let cards: BTreeSet<CardId> = in_decks.chain(&world.certain).copied().collect();
        let mut moves = Moves {
            branches: vec![(None, branch(book, board, None))],
            of_card: BTreeMap::new(),
            pass: 0,
        };
        for card in cards {
            let tiles = TileId::all();
            let plays = tiles.map(|tile| Play { card, tile });
            let legal = plays.filter(|play| board.refusal(book, Side::Enemy, *play).is_none());
            for play in legal {
                let indices = moves.of_card.entry(card).or_default();
                indices.push(moves.branches.len());
                moves
                    .branches
                    .push((Some(play), branch(book, board, Some(play))));
            }
            moves.of_card.entry(card).or_default();
        }
        moves
    }
}

/// Makes a move on a copy of the board and measures what it changes.
fn branch(book: &Rulebook, before: &Board, play: Option<Play>) -> Branch {
    let mut board = *before;
    if let Some(play) = play {
        let played = board.play(book, Side::Enemy, play, &mut ());
        played.expect("the move is legal");
    }
    let (powers_before, powers) = (before.powers(book), board.powers(book));
    let tiles: Vec<TileId> = TileId::all().collect();
    Branch {
        weight: 0.0,
        score: -evaluate(&board, &powers).total(),
        match_score: board.score(book),
        lane_change: Lane::ALL.map(|lane| {
            lead_of_enemy(&board, &powers, lane) - lead_of_enemy(before, &powers_before, lane)
        }),
        tile_change: std::array::from_fn(|index| {
            let tile = tiles[index];
            value(&board, &powers, tile) - value(before, &powers_before, tile)
        }),
    }
}

fn lead_of_enemy(board: &Board, powers: &Powers, lane: Lane) -> i32 {
    let mut lead = 0;
    for tile in TileId::all().filter(|tile| tile.lane() == lane) {
        lead += match board.card(tile).map(|card| card.side) {
            Some(Side::Enemy) => powers.power[tile],
            Some(Side::You) => -powers.power[tile],
            None => 0,
        };
    }
    lead
}

/// The enemy's power on the tile minus yours. On an empty tile, the visible rank, which
/// is positive if the enemy owns it and negative if you do.
fn value(board: &Board, powers: &Powers, tile: TileId) -> i32 {
    let power_of = |side: Side| match board.card(tile) {
        Some(card) if card.side == side => powers.power[tile],
        _ => 0,
    };
    let rank = i32::from(board.visible_rank(tile).get());
    let rank_of = |side: Side| {
        let holds = board.card(tile).is_none() && board.owner(tile) == Owner::Held(side);
        if holds { rank } else { 0 }
    };
    power_of(Side::Enemy) - power_of(Side::You) + rank_of(Side::Enemy) - rank_of(Side::You)
}

/// Every distinct hand with its chance and the number of ways to draw it.
pub fn hands(world: &World) -> BTreeMap<Vec<CardId>, (f64, u64)> {
    let mut hands: BTreeMap<Vec<CardId>, (f64, u64)> = BTreeMap::new();
    each_hand(world, |hand, probability| {
        if !hands.contains_key(hand) {
            hands.insert(hand.to_vec(), (0.0, 0));
        }
        if let Some((sum, ways)) = hands.get_mut(hand) {
            *sum += probability;
            *ways += 1;
        }
    });
    hands
}

/// For each card, the chance that at least one copy is in the hand.
pub fn marginals(world: &World) -> BTreeMap<CardId, f64> {
    let mut chances: BTreeMap<CardId, f64> = BTreeMap::new();
    each_hand(world, |hand, probability| {
        for (index, card) in hand.iter().enumerate() {
            if !hand[..index].contains(card) {
                *chances.entry(*card).or_default() += probability;
            }
        }
    });
    chances
}
