//! Small endgames from random matches with few cards, and their worlds.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, Move, Rulebook, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::pile::Pile;

use crate::endgame::brute_force::{Table, World, orders};
use crate::locks::endgames::{EnemyDeck, cards_left};

/// Positions of random matches in which neither side has more than `most_cards` left, at
/// most two of each match. Decks are made of `cards`.
pub fn small_endgames(
    book: &Rulebook,
    cards: &[CardId],
    enemy_deck: EnemyDeck,
    most_cards: usize,
    seeds: std::ops::Range<u64>,
) -> Vec<AnnotatedState> {
    let mut found = Vec::new();
    for seed in seeds {
        let mut chance = Chance::new(seed, 5);
        let mut deck = || -> Vec<CardId> {
            let size = 5 + chance.below(5);
            (0..size)
                .filter_map(|_| chance.pick(cards).copied())
                .collect()
        };
        let decks = BySide::new(deck(), deck());
        let known = (enemy_deck == EnemyDeck::Known).then(|| decks.enemy.clone());
        let mut rules = book.rules;
        rules.opening_hand = 1 + chance.below(4) as u8;
        let state = GameState::simulated(&rules, seed, Side::You, decks);
        let mut annotated = AnnotatedState::new(state, known, book).expect("the match is sound");
        let mut taken = 0;
        while !annotated.state.position.is_over() && taken < 2 {
            let state = &annotated.state;
            let few = |side: Side| cards_left(state, side).len() <= most_cards;
            if Side::BOTH.into_iter().all(few) && chance.below(3) > 0 {
                found.push(annotated.clone());
                taken += 1;
            }
            let made = some_move(book, &annotated.state, &mut chance);
            let side = annotated.state.position.to_act;
            let action = Action::Move { side, made };
            annotated.act(book, &action).expect("the move is legal");
        }
    }
    found
}

/// Mostly a play, sometimes a pass.
fn some_move(book: &Rulebook, state: &GameState, chance: &mut Chance) -> Move {
    let mut moves = state.legal_moves(book);
    if moves.len() > 1 && chance.below(8) > 0 {
        moves.retain(|made| *made != Move::Pass);
    }
    *chance.pick(&moves).expect("one may always pass")
}

pub fn table(state: &GameState) -> Table {
    let to_act = state.position.to_act;
    let other = to_act.opponent();
    let mut draws = BySide::new(true, true);
    draws[other] = state.draws_next_turn(other);
    Table {
        board: state.position.board,
        to_act,
        passes: state.position.passes(),
        filled: false,
        draws,
    }
}

/// Every world that fits what your side knows of a simulated match. `unseen` are the
/// cards that may be in the enemy's hand and deck.
pub fn worlds(state: &GameState, unseen: &[CardId]) -> Vec<World> {
    let yours = &state.holdings.you;
    let Pile::Ordered(pile) = &yours.pile else {
        panic!("the match is simulated");
    };
    let enemy = &state.holdings.enemy;
    let certain = enemy.hand.added_by_effects();
    let in_hand = enemy.hand.len() as usize - certain.len();
    let in_pile = enemy.pile.len() as usize;
    let mut worlds = Vec::new();
    for order in orders(unseen, in_hand + in_pile) {
        for own_pile in orders(pile, pile.len()) {
            let mut enemy_hand = certain.clone();
            enemy_hand.extend(&order[in_pile..]);
            let mut hands = [yours.hand.cards(), enemy_hand];
            hands.iter_mut().for_each(|hand| hand.sort_unstable());
            worlds.push(World {
                hands,
                piles: [own_pile, order[..in_pile].to_vec()],
            });
        }
    }
    worlds.sort_unstable();
    worlds.dedup();
    worlds
}
