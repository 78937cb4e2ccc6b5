//! Waits for an answer on a thread that does nothing else.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread::{self, Thread};

struct Waker(Thread);

impl Wake for Waker {
    fn wake(self: Arc<Waker>) {
        self.0.unpark();
    }
}

/// The answer of a future that other threads drive.
pub(super) fn wait_for<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let waker = Arc::new(Waker(thread::current())).into();
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(answer) => return answer,
            Poll::Pending => thread::park(),
        }
    }
}
