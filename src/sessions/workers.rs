//! Threads for computations that are too long for an async task. Each kind of work has
//! workers of its own, so that one kind never waits behind another.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::oneshot;

/// A few threads that take jobs in the order they were given. The threads are started
/// when they are needed first.
#[derive(Debug)]
pub struct Workers {
    queue: Arc<Queue>,
    name: &'static str,
    most_threads: usize,
}

#[derive(Debug, Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    threads: usize,
    idle: usize,
    closed: bool,
}

type Job = Box<dyn FnOnce() + Send>;

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (threads, waiting) = (self.threads, self.waiting.len());
        write!(f, "{threads} threads, {waiting} jobs wait")
    }
}

/// A job that has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    #[error("the program panicked while it computed this")]
    Panicked,
    #[error("no thread could be started to compute this")]
    NoThread,
}

impl Workers {
    pub fn new(name: &'static str, most_threads: usize) -> Workers {
        Workers {
            queue: Arc::default(),
            name,
            most_threads: most_threads.max(1),
        }
    }

    /// As many threads as the machine has cores.
    pub fn one_per_core(name: &'static str) -> Workers {
        Workers::new(name, cores())
    }

    /// Does the work on one of the threads. If the caller stops waiting before the work
    /// has begun, it is not done.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let result = Arc::new(Mutex::new(None));
        let place = result.clone();
        let work = move || {
            let done = work();
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        };
        self.done(Box::new(work)).await?;
        let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
        result.take().ok_or(WorkError::Panicked)
    }

    /// Waits until the work has been done. The types of the work and of the waiting are
    /// erased, so that they are compiled once and not for every kind of work.
    fn done(&self, work: Job) -> Pin<Box<dyn Future<Output = Result<(), WorkError>> + Send + '_>> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let job = Box::new(move || {
                if !reply.is_closed() {
                    let _ = reply.send(catch_unwind(AssertUnwindSafe(work)).is_ok());
                }
            });
            self.add(job)?;
            match answer.await {
                Ok(true) => Ok(()),
                Ok(false) | Err(_) => Err(WorkError::Panicked),
            }
        })
    }

    fn add(&self, job: Job) -> Result<(), WorkError> {
        let mut jobs = self.queue.jobs();
        jobs.waiting.push_back(job);
        let needs_thread = jobs.waiting.len() > jobs.idle && jobs.threads < self.most_threads;
        if needs_thread {
            let queue = self.queue.clone();
            let named = thread::Builder::new().name(self.name.to_owned());
            match named.spawn(move || queue.work()) {
                Ok(_) => jobs.threads += 1,
                Err(_) if jobs.threads == 0 => {
                    jobs.waiting.pop_back();
                    return Err(WorkError::NoThread);
                }
                // The threads that there are do it later.
                Err(_) => {}
            }
        }
        drop(jobs);
        self.queue.changed.notify_one();
        Ok(())
    }
}

/// The threads end; jobs that still wait are dropped.
impl Drop for Workers {
    fn drop(&mut self) {
        let mut jobs = self.queue.jobs();
        jobs.closed = true;
        let unwanted = std::mem::take(&mut jobs.waiting);
        drop(jobs);
        drop(unwanted);
        self.queue.changed.notify_all();
    }
}

impl Queue {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        // Jobs run outside the lock, so no panic can leave the queue half changed.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut jobs = self.jobs();
        while !jobs.closed {
            match jobs.waiting.pop_front() {
                Some(job) => {
                    drop(jobs);
                    job();
                    jobs = self.jobs();
                }
                None => {
                    jobs.idle += 1;
                    let woken = self.changed.wait(jobs);
                    jobs = woken.unwrap_or_else(PoisonError::into_inner);
                    jobs.idle -= 1;
                }
            }
        }
    }
}

/// The number of the machine's cores.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
