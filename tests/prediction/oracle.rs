//! What RULES 12 says, done the long way: every physical hand of every deck, one
//! after the other, each card on its own. Shares nothing with the counting.

use std::collections::{BTreeMap, BTreeSet};

use qbcoach::prediction::evaluation::evaluate;
use qbcoach::rules::{
    Board, CardId, Lane, MatchScore, Owner, Play, Powers, Rulebook, Side, TileId,
};

use crate::worlds::World;

/// Shows every hand with its chance: the certain cards and those of one way to
/// draw the rest. Every set of physical cards is as likely as any other.
pub fn each_hand(world: &World, mut show: impl FnMut(&[CardId], f64)) {
    for (deck, weight) in &world.decks {
        let mut pool = deck.clone();
        for card in &world.seen {
            let place = pool.iter().position(|other| other == card);
            pool.remove(place.expect("the deck holds what was seen of it"));
        }
        let drawn = world.unknown.min(pool.len()) as u32;
        let sets = || (0_u32..1 << pool.len()).filter(|set| set.count_ones() == drawn);
        let probability = weight / sets().count() as f64;
        for set in sets() {
            let mut hand = world.certain.clone();
            let chosen = (0..pool.len()).filter(|place| set >> place & 1 == 1);
            hand.extend(chosen.map(|place| pool[place]));
            hand.sort_unstable();
            show(&hand, probability);
        }
    }
}

/// A branch of the enemy's reply.
#[derive(Clone, Debug)]
pub struct Branch {
    pub weight: f64,
    /// The enemy's view.
    pub score: f64,
    pub match_score: MatchScore,
    lane_change: [i32; 3],
    tile_change: [i32; 15],
}

/// The threat map as it should be.
#[derive(Clone, Debug, Default)]
pub struct Threats {
    /// By move; `None` is the pass. Only branches that can happen.
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
        for (place, card) in hand.iter().enumerate() {
            // A second copy adds no move.
            if !hand[..place].contains(card) {
                possible.extend(&moves.of_card[card]);
            }
        }
        if possible.is_empty() {
            possible.push(moves.pass);
        }
        let mut best = f64::NEG_INFINITY;
        for place in &possible {
            weights[*place] += probability / possible.len() as f64;
            best = best.max(moves.branches[*place].1.score);
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
                let places = moves.of_card.entry(card).or_default();
                places.push(moves.branches.len());
                moves
                    .branches
                    .push((Some(play), branch(book, board, Some(play))));
            }
            moves.of_card.entry(card).or_default();
        }
        moves
    }
}

/// Makes a move on a copy of the board and measures what came of it.
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
        score: -evaluate(book, &board, &powers).total(),
        match_score: board.score(book),
        lane_change: Lane::ALL.map(|lane| {
            lead_of_enemy(&board, &powers, lane) - lead_of_enemy(before, &powers_before, lane)
        }),
        tile_change: std::array::from_fn(|place| {
            let tile = tiles[place];
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

/// Enemy power on the tile less yours, plus, if it is empty, its visible rank
/// counted for its owner.
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

/// The chance of each card that at least one copy is in the hand.
pub fn marginals(world: &World) -> BTreeMap<CardId, f64> {
    let mut chances: BTreeMap<CardId, f64> = BTreeMap::new();
    each_hand(world, |hand, probability| {
        for (place, card) in hand.iter().enumerate() {
            if !hand[..place].contains(card) {
                *chances.entry(*card).or_default() += probability;
            }
        }
    });
    chances
}
