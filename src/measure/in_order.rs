//! Work on several threads whose results are taken in the order of their numbers. So the
//! result does not depend on the number of threads, even if taking stops the work early.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// Does the work of the numbers 0 to `count` − 1 and gives each result to `take`, in the
/// order of the numbers. If `take` breaks, no further result is taken and the rest of the
/// work is dropped.
pub(crate) fn in_order<T: Send>(
    count: u32,
    threads: NonZeroUsize,
    work: impl Fn(u32) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) {
    let (next, stopped) = (AtomicU32::new(0), AtomicBool::new(false));
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.get().min(count.max(1) as usize) {
            let sender = sender.clone();
            let (next, stopped, work) = (&next, &stopped, &work);
            scope.spawn(move || {
                // A free thread takes the next number, because works differ in length.
                let take_number = || next.fetch_add(1, Ordering::Relaxed);
                let mut number = take_number();
                while number < count && !stopped.load(Ordering::Relaxed) {
                    if sender.send((number, work(number))).is_err() {
                        return;
                    }
                    number = take_number();
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                if take(result).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}
