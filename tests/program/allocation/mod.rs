//! The hot loop of the engine allocates no memory. A counting allocator checks this.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use qbcoach_engine::rules::{BySide, CardId, Move, Position, Rulebook, Rules, Side};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::light_match::LightMatch;
use qbcoach_measure::bench::{run_round, workloads};

thread_local! {
    /// Counts only this thread, because the test harness allocates on other threads.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct CountingAllocator;

// The trait is unsafe to implement. This allocator counts and calls the system's.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

#[test]
fn copying_playing_and_scoring_allocates_nothing() {
    let workloads = workloads();
    let before = allocations();
    let (plays, _) = run_round(&workloads);
    assert_eq!(allocations() - before, 0, "in {plays} plays");
    assert!(plays > 500);
}

#[test]
fn moves_of_a_light_match_allocate_nothing() {
    let book = Rulebook::embedded(Rules::canon());
    let deck: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    let decks = BySide::new(deck[20..35].to_vec(), deck[60..75].to_vec());
    let state = GameState::simulated(&book.rules, 5, Side::You, decks);
    let (start, order) = LightMatch::of(&book, &state).expect("all cards are known");
    let before = allocations();
    let (mut light, mut moves) = (start, 0);
    while !light.is_over() {
        let made = light.plays(&book).last().map_or(Move::Pass, Move::Play);
        light.make(&book, &order, made);
        assert_ne!(light.key(), start.key());
        moves += 1;
    }
    assert_eq!(allocations() - before, 0, "in {moves} moves");
    assert!(moves > 8, "{moves}");
}

#[test]
fn the_counting_allocator_counts() {
    let before = allocations();
    let boxed = std::hint::black_box(Box::new(7));
    assert_eq!(*boxed, 7);
    assert!(allocations() > before);
}

#[test]
fn a_position_is_smaller_than_a_kibibyte() {
    assert!(size_of::<Position>() < 1024, "{}", size_of::<Position>());
}
