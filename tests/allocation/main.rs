//! The engine's hot loop allocates nothing: counted by the allocator itself.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use qbcoach::measure::bench::{run_round, workloads};
use qbcoach::rules::Position;

thread_local! {
    /// Of this thread only: the test harness allocates on others.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// The trait is unsafe to implement; this only counts and hands everything on.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
