//! The advice of one moment while the coach thinks: documents that become better, for all
//! followers alike. The search goes on only while somebody follows it.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use qbcoach_protocol as wire;
use qbcoach_protocol::Topic;
use tokio::sync::{Notify, watch};

use super::answers::recommendation;
use super::tree::Node;
use super::updates::Document;
use crate::Moment;
use crate::tasks::spawn;
use crate::to_wire::AdviceExtent;
use qbcoach_engine::coaching::{Advice, Budget, SearchLimit, StopSign, Thinking};
use qbcoach_engine::rules::Side;
use qbcoach_sessions::AnyGame;
use qbcoach_sessions::workers::{Workers, cores};

/// The threads that search for followed sessions. They are their own, so that nobody who
/// asks or plays waits for them.
#[derive(Debug)]
pub(crate) struct Searches {
    workers: Workers,
    /// How many plays a search simulates.
    nodes: u64,
}

impl Searches {
    pub fn new(nodes: u64) -> Arc<Searches> {
        Arc::new(Searches {
            workers: Workers::new("advice", cores() / 2),
            nodes,
        })
    }
}

/// Says when the advice has become better.
pub(crate) type Better = watch::Receiver<Option<Arc<Document>>>;

#[derive(Debug)]
pub(crate) struct AdviceTrack {
    newest: watch::Sender<Option<Arc<Document>>>,
    search: Mutex<SearchRun>,
    /// The answer at the end of the search.
    finished: OnceLock<wire::MatchRecommendation>,
    /// Says that the search runs no longer.
    ended: Notify,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchRun {
    NotBegun,
    Running,
    Ended,
}

impl Default for AdviceTrack {
    fn default() -> AdviceTrack {
        AdviceTrack {
            newest: watch::Sender::new(None),
            search: Mutex::new(SearchRun::NotBegun),
            finished: OnceLock::new(),
            ended: Notify::new(),
        }
    }
}

impl AdviceTrack {
    /// What the finished search answers, if it has been made.
    pub fn finished(&self) -> Option<&wire::MatchRecommendation> {
        self.finished.get()
    }

    /// Waits for the end of the search if it runs now. It ends too when its last follower
    /// leaves: whoever waits here does not follow.
    pub async fn ended(&self) {
        let ended = self.ended.notified();
        let run = *self.search.lock().unwrap_or_else(PoisonError::into_inner);
        if run == SearchRun::Running {
            ended.await;
        }
    }

    fn end(&self) {
        *self.search.lock().unwrap_or_else(PoisonError::into_inner) = SearchRun::Ended;
        self.ended.notify_waiters();
    }

    /// Whether nobody follows any more. Then the search counts as not begun: whoever
    /// comes now begins it again.
    fn is_given_up(&self) -> bool {
        if self.newest.receiver_count() > 0 {
            return false;
        }
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        // Followers are counted before they look at the search.
        let nobody = self.newest.receiver_count() == 0;
        if nobody {
            *search = SearchRun::NotBegun;
            self.ended.notify_waiters();
        }
        nobody
    }
}

/// The best advice so far, if a search has found any.
pub(crate) fn newest(moment: &Moment) -> Option<Arc<Document>> {
    moment.derived.advice.newest.borrow().clone()
}

/// Follows the advice on a moment, and lets the coach think about it. Only a match in
/// which it is your turn is thought about.
pub(crate) fn follow(moment: &Arc<Moment>, searches: &Arc<Searches>) -> Option<Better> {
    let AnyGame::QueensBlood(game) = &moment.game else {
        return None;
    };
    let position = &game.annotated.state.position;
    if position.is_over() || position.to_act != Side::You {
        return None;
    }
    let track = &moment.derived.advice;
    let better = from_now_on(&track.newest);
    let mut search = track.search.lock().unwrap_or_else(PoisonError::into_inner);
    if *search == SearchRun::NotBegun {
        *search = SearchRun::Running;
        let (moment, searches) = (moment.clone(), searches.clone());
        spawn(async move {
            let (nodes, thought_about) = (searches.nodes, moment.clone());
            let work = move || think(&thought_about, nodes);
            if let Err(failure) = searches.workers.run(work).await {
                tracing::error!(%failure, "advice could not be worked out");
                moment.derived.advice.end();
            }
        });
    }
    Some(better)
}

/// A receiver for what is there and what comes. A new receiver counts what is there as
/// seen, but it may have come after the follower looked, and nothing newer may follow.
fn from_now_on<T>(newest: &watch::Sender<Option<T>>) -> watch::Receiver<Option<T>> {
    let mut receiver = newest.subscribe();
    let is_there = receiver.borrow().is_some();
    if is_there {
        receiver.mark_changed();
    }
    receiver
}

/// A search of fewer nodes shows only its end: it is over before anybody has read more.
const LONG_SEARCH: u64 = 1_000_000;
/// The share of a long search after which a new best move is shown before the end.
const MIDDLE: u64 = 4;

/// Searches until the end, or until nobody follows any more.
fn think(moment: &Moment, nodes: u64) {
    let track = &moment.derived.advice;
    let AnyGame::QueensBlood(game) = &moment.game else {
        return;
    };
    let show = |advice: &Advice, version: u32| {
        let answer = recommendation(moment.seq, game, advice, AdviceExtent::USUAL);
        let content = Node::of(&answer);
        let document = Document::of_version(moment, Topic::Coach, content, version);
        track.newest.send_replace(Some(Arc::new(document)));
        answer
    };
    // Asked from inside the search. Once given up, it stays so: whoever comes later begins
    // another search.
    let given_up = AtomicBool::new(false);
    let is_given_up = || {
        if track.is_given_up() {
            given_up.store(true, Ordering::Relaxed);
        }
        given_up.load(Ordering::Relaxed)
    };
    let go_on = || match is_given_up() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    if go_on().is_break() {
        return;
    }
    let coach = &game.coach;
    let draft = coach.draft(&game.annotated, Budget::default(), |_| go_on());
    let mut shown_between = nodes < LONG_SEARCH;
    let advice = draft.and_then(|draft| {
        let limit = SearchLimit::nodes(nodes);
        let stop = StopSign::when(&is_given_up);
        coach.finish(&draft, limit, NonZeroUsize::MIN, &stop, |report| {
            // One document between the first and the last, and only for another move:
            // every document costs the followers some bytes.
            let is_news = Some(report.best()) != draft.first_move();
            if !shown_between && is_news && report.nodes >= nodes / MIDDLE {
                shown_between = true;
                show(&draft.searched(report, Thinking::Yes), 1);
            }
            go_on()
        })
    });
    if given_up.into_inner() {
        return;
    }
    if let Ok(advice) = advice {
        let answer = show(&advice, 2);
        let _ = track.finished.set(answer);
    }
    track.end();
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_follower_gets_what_came_just_before_it_followed() {
        let newest = watch::Sender::new(None);
        let mut early = from_now_on(&newest);
        assert!(early.changed().now_or_never().is_none());
        newest.send_replace(Some("the end of the search"));
        let mut late = from_now_on(&newest);
        for follower in [&mut early, &mut late] {
            assert!(follower.changed().now_or_never().is_some());
            let shown = *follower.borrow_and_update();
            assert_eq!(shown, Some("the end of the search"));
        }
        assert!(late.changed().now_or_never().is_none());
    }
}
