//! Finds puzzles in self-play: positions in which the search sees one clearly best play
//! that is not the greedy one.

use super::fixture::greedy_move;
use super::selfplay::{Seat, StoppedMatch, TwoSeatMatch};
use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::puzzle::{Puzzle, PuzzleError};
use qbcoach_engine::coaching::{Claim, Coach};
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::{BySide, CardId, Move, Rulebook, Side};
use qbcoach_engine::simulation::deck_library::{DeckLibrary, NamedDeck};

use super::selfplay::{Competitor, Policy};

/// The fewest cards on the board of a puzzle.
const FEWEST_CARDS: u32 = 6;
/// The most cards of each hand.
const MOST_CARDS: usize = 4;
/// The second best move wins at least so much less often.
const LEAST_GAP: f64 = 0.4;
/// How many matches are played at most for one puzzle.
const MATCHES_A_PUZZLE: u32 = 200;

/// What is looked for.
pub struct PuzzleSearch<'a> {
    pub book: &'a Rulebook,
    pub library: &'a DeckLibrary,
    pub number: usize,
    pub seed: u64,
}

/// Why no puzzles were found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleSearchError {
    #[error(transparent)]
    Match(#[from] StoppedMatch),
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// At most one puzzle from each match.
pub fn find_puzzles(search: &PuzzleSearch<'_>) -> Result<Vec<Puzzle>, PuzzleSearchError> {
    let book = search.book;
    let decks: Vec<NamedDeck> = search.library.list().cloned().collect();
    let coach = Coach::new(book.clone(), Archetypes::default());
    let mut chance = Chance::new(search.seed, 6);
    let mut found: Vec<Puzzle> = Vec::new();
    let most = search.number as u32 * MATCHES_A_PUZZLE;
    for number in 0..most {
        if found.len() == search.number {
            break;
        }
        let pick = |chance: &mut Chance| &decks[chance.below(decks.len())];
        let (yours, enemys) = (pick(&mut chance), pick(&mut chance));
        let seats = BySide::new((yours, enemys), (enemys, yours));
        let seats = seats.map(|(_, enemy_deck)| Seat {
            book,
            shipped: &decks,
            enemy_deck,
        });
        let greedy = Competitor::new(Policy::Greedy);
        let players = BySide::new(seats.you.player(&greedy), seats.enemy.player(&greedy));
        let match_seed = search.seed.wrapping_add(number.into());
        let cards = BySide::new(yours.cards.clone(), enemys.cards.clone());
        let dealt = TwoSeatMatch::deal(book, match_seed, cards);
        let mut game = dealt.map_err(StoppedMatch::from)?;
        let mut chances = BySide::new(Chance::new(match_seed, 3), Chance::new(match_seed, 4));
        while !game.is_over() {
            let seat = game.to_act();
            let view = game.view(seat);
            let cards = view.state.position.board.occupied().len();
            if cards >= FEWEST_CARDS {
                let id = format!("p{:03}", found.len() + 1);
                if let Some(puzzle) = puzzle_at(book, &coach, &game, seat, id)? {
                    found.push(puzzle);
                    break;
                }
            }
            let made = players[seat].choose(game.view(seat), &mut chances[seat]);
            let made = made.map_err(StoppedMatch::from)?;
            game.act(book, seat, made).map_err(StoppedMatch::from)?;
        }
    }
    Ok(found)
}

/// The puzzle of a position, if it is one: the best play is proved to win, every other move
/// wins far less often, and the play with the most points at once is another.
fn puzzle_at(
    book: &Rulebook,
    coach: &Coach,
    game: &TwoSeatMatch,
    seat: Side,
    id: String,
) -> Result<Option<Puzzle>, PuzzleError> {
    let state = &game.view(seat).state;
    let hand = |side: Side| -> Vec<CardId> {
        let mut cards = state.holdings[side].hand.cards();
        cards.truncate(MOST_CARDS);
        cards
    };
    let mut puzzle = Puzzle {
        id,
        position: state.position,
        hands: BySide::new(hand(Side::You), hand(Side::Enemy)),
        solution: Move::Pass,
    };
    let Ok(view) = puzzle.view(book) else {
        return Ok(None);
    };
    let greedy = greedy_move(book, &view.state);
    let report = coach.solve_puzzle(&puzzle)?;
    let [best, second, ..] = &*report.moves else {
        return Ok(None);
    };
    let is_clear = best.win_chance - second.win_chance >= LEAST_GAP;
    let is_play = best.made != Move::Pass && best.made != greedy;
    let is_proved = best.claim == Claim::Proved && best.win_chance == 1.0;
    puzzle.solution = best.made;
    Ok((is_clear && is_play && is_proved).then_some(puzzle))
}
