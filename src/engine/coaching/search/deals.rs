//! Samples worlds: deals that agree with everything your side knows.
//!
//! The enemy's deck is drawn from the belief about it, its hand and the order of its
//! pile from the unseen cards of that deck, the order of your pile from your own unseen
//! cards. Decks are spread evenly over the belief instead of drawn one by one, so that
//! few worlds already stand for all of it. The random numbers come from the position
//! alone.

use super::held_cards::HeldCards;
use super::world::World;
use crate::observation::AnnotatedState;
use crate::prediction::{CandidateDeck, DeckBelief, HandSize, PredictionEngine, PredictionError};
use crate::rules::{BySide, CardId, CardKind, Owner, Rulebook, Side, TileId};
use crate::simulation::pile::Pile;
use qbcoach_basics::chance::Chance;

/// Multiples of the golden ratio modulo 1 stay far from each other, however many there
/// are.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// Makes worlds one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Deals {
    seed: u64,
    enemy: Source,
    yours: Source,
    /// The deal of every world, where it is known.
    known: Option<World>,
}

/// Where one side's unknown cards come from.
#[derive(Clone, Debug, Default)]
struct Source {
    /// Cards that are certainly in the hand.
    certain: Vec<CardId>,
    /// How many further cards the hand has, and how many the pile has.
    unknown: usize,
    pile: usize,
    /// The unseen cards that may be, with the upper ends of their shares of 0 to 1.
    pools: Vec<(f64, Vec<CardId>)>,
}

impl Deals {
    pub fn new(
        book: &Rulebook,
        prediction: &PredictionEngine,
        view: &AnnotatedState,
    ) -> Result<Deals, PredictionError> {
        let belief = prediction.infer_enemy_decks(&view.observation)?;
        let holdings = &view.state.holdings[Side::Enemy];
        let enemy = Source {
            certain: view.state.known_enemy_hand(),
            unknown: HandSize::now(&view.state).unknown as usize,
            pile: holdings.pile.len() as usize,
            pools: pools_of(&belief),
        };
        Ok(Deals {
            seed: seed_of(view),
            enemy,
            yours: your_source(book, prediction, view),
            known: None,
        })
    }

    /// The one true deal of a simulated match, which nobody at the table knows.
    pub fn true_deal(view: &AnnotatedState) -> Deals {
        let holdings = &view.state.holdings;
        let in_order = |side: Side| match &holdings[side].pile {
            Pile::Ordered(cards) => cards.iter().rev().copied().collect(),
            Pile::Hidden { .. } => Vec::new(),
        };
        let hand = |side: Side| HeldCards::of(holdings[side].hand.cards());
        Deals::known(World {
            hands: BySide::new(hand(Side::You), hand(Side::Enemy)),
            piles: BySide::new(in_order(Side::You), in_order(Side::Enemy)),
        })
    }

    /// This one deal.
    pub fn known(deal: World) -> Deals {
        Deals {
            seed: 0,
            enemy: Source::default(),
            yours: Source::default(),
            known: Some(deal),
        }
    }

    /// Whether every world is the same, because all is known.
    pub fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// The cards that are certainly in the enemy's hand.
    pub fn certain(&self) -> &[CardId] {
        &self.enemy.certain
    }

    /// Random numbers for this position that no world uses.
    pub fn chance(&self) -> Chance {
        Chance::new(self.seed, u64::MAX)
    }

    /// World `n` depends on the position and `n` only.
    pub fn world(&self, number: usize) -> World {
        if let Some(known) = &self.known {
            return known.clone();
        }
        let mut chance = Chance::new(self.seed, number as u64);
        let enemy = self.enemy.deal(number, &mut chance);
        let yours = self.yours.deal(number, &mut chance);
        World {
            hands: BySide::new(yours.0, enemy.0),
            piles: BySide::new(yours.1, enemy.1),
        }
    }
}

impl Source {
    fn deal(&self, number: usize, chance: &mut Chance) -> (HeldCards, Vec<CardId>) {
        let mut hand = HeldCards::of(self.certain.iter().copied());
        let share = (0.5 + number as f64 * GOLDEN).fract();
        let pool = self.pools.iter().find(|(end, _)| share < *end);
        let Some((_, pool)) = pool.or(self.pools.last()) else {
            return (hand, Vec::new());
        };
        let mut cards = pool.clone();
        chance.shuffle(&mut cards);
        let mut pile = cards.split_off(self.unknown.min(cards.len()));
        pile.truncate(self.pile);
        for card in cards {
            hand.insert(card);
        }
        (hand, pile)
    }
}

fn pools_of(belief: &DeckBelief) -> Vec<(f64, Vec<CardId>)> {
    let mut end = 0.0;
    let pool = |deck: &CandidateDeck| {
        end += deck.weight;
        let copies = |(card, copies): &(CardId, usize)| std::iter::repeat_n(*card, *copies);
        (end, deck.unseen.iter().flat_map(copies).collect())
    };
    belief.decks.iter().map(pool).collect()
}

/// Your own cards. The order of a simulated pile is not used, because you do not know it.
fn your_source(book: &Rulebook, prediction: &PredictionEngine, view: &AnnotatedState) -> Source {
    let holdings = &view.state.holdings[Side::You];
    let sorted = |cards: &[CardId]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    let pools = match &holdings.pile {
        Pile::Ordered(cards) => vec![(1.0, sorted(cards))],
        Pile::Hidden {
            pool: Some(pool), ..
        } => vec![(1.0, sorted(pool))],
        Pile::Hidden { pool: None, size } if *size == 0 && holdings.hand.unknown == 0 => Vec::new(),
        // You have not said which deck you play, so it is inferred from your cards like
        // the enemy's.
        Pile::Hidden { pool: None, .. } => {
            let held = holdings.hand.known.iter().filter(|held| {
                held.instance.is_none() && book.catalogue[held.card].kind != CardKind::Token
            });
            let mut seen = view.observation.seen_deck_cards(Side::You);
            seen.extend(held.map(|held| held.card));
            // No deck has all these cards if some were misreported. Then nothing is drawn,
            // and the rest of the advice is still of use.
            let belief = prediction.infer_decks_with(&seen);
            belief.as_ref().map(pools_of).unwrap_or_default()
        }
    };
    Source {
        certain: holdings.hand.cards(),
        unknown: holdings.hand.unknown as usize,
        pile: holdings.pile.len() as usize,
        pools,
    }
}

/// A number that depends on everything your side sees, and on nothing else.
fn seed_of(view: &AnnotatedState) -> u64 {
    let mut seed = Fnv::default();
    let state = &view.state;
    let board = &state.position.board;
    for tile in TileId::all() {
        let ranks = board.ranks(tile);
        seed.add(u64::from(ranks.you.get()) << 2 | u64::from(ranks.enemy.get()));
        seed.add(match board.owner(tile) {
            Owner::Neutral => 0,
            Owner::Held(Side::You) => 1,
            Owner::Held(Side::Enemy) => 2,
        });
        if let Some(placed) = board.card(tile) {
            seed.add(placed.card.index() as u64);
            seed.add(placed.side as u64);
            seed.add(placed.power_delta as u64);
            seed.add(placed.scale_delta as u64);
        }
    }
    seed.add(u64::from(state.position.passes()));
    seed.add(u64::from(state.turn));
    let mut hand = state.holdings[Side::You].hand.cards();
    hand.sort_unstable();
    hand.iter().for_each(|card| seed.add(card.index() as u64));
    for side in Side::BOTH {
        seed.add(u64::from(state.holdings[side].hand.len()));
        seed.add(u64::from(state.holdings[side].pile.len()));
    }
    seed.0
}

/// The hash FNV-1a over 64-bit words.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
