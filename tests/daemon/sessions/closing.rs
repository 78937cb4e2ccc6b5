//! Limits, closing and deleting.

use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::{ActCondition, Roster, SessionError, SessionId, SessionLimits};
use tokio::sync::watch;

use crate::sessions::counter::{CounterAction, CounterSetup};
use crate::sessions::counter_sessions::{
    CounterError, CounterSessions, LIMITS, check, check_in, one_run, run,
};
use crate::sessions::folder::Folder;

fn few_events(events_per_session: u64) -> CounterSessions {
    CounterSessions::with(SessionLimits {
        events_per_session,
        ..LIMITS
    })
}

#[test]
fn the_events_of_a_session_are_limited() {
    run(async {
        let counters = few_events(3);
        let id = counters.create(&CounterSetup::ALONE).await;
        let script = "add 1 => 1=1
             undo 1 => 2=0
             add 2 => 3=2
             add 3 => eventsPerSession is at its limit of 3
             undo 1 => eventsPerSession is at its limit of 3";
        check_in(&counters, id, script).await;
        // Each session has its own limit.
        let other = counters.create(&CounterSetup::ALONE).await;
        check_in(&counters, other, "add 1 => 1=1").await;
    });
}

#[test]
fn a_closed_session_goes_on_after_it_was_reopened() {
    check(
        &CounterSetup::ALONE,
        "add 1 => 1=1
         close => closed
         add 1 => the session is closed
         reopen => reopened
         add 1 => 2=2
         reopen => reopened
         undo 1 => 3=1",
    );
}

#[test]
fn a_reopened_session_is_open_after_a_restart() {
    let folder = Folder::new();
    let id = one_run(&folder, async |counters| {
        let id = counters.create(&CounterSetup::ALONE).await;
        check_in(counters, id, "close => closed\n reopen => reopened").await;
        id
    });
    one_run(&folder, async |counters| {
        check_in(counters, id, "add 1 => 1=1").await;
    });
}

#[test]
fn the_programs_answers_count_towards_the_limit() {
    run(async {
        let counters = few_events(4);
        let id = counters.create(&CounterSetup::ANSWERED).await;
        let script = "add 1 => 1=1 2=101
             add 1 => 3=102 4=202
             add 1 => eventsPerSession is at its limit of 4";
        check_in(&counters, id, script).await;
        let odd = few_events(1);
        let id = odd.create(&CounterSetup::ANSWERED).await;
        check_in(&odd, id, "add 1 => 1=1").await;
    });
}

#[test]
fn an_import_with_too_many_events_is_refused() {
    run(async {
        let counters = few_events(2);
        let ones = |number| vec![SessionChange::Act(CounterAction::Add(1)); number];
        let refused = counters.sessions.import(CounterSetup::ALONE, ones(3)).await;
        assert_eq!(limit(refused.map(|_| ())), ("eventsPerSession", 2));
        let taken = counters.sessions.import(CounterSetup::ALONE, ones(2)).await;
        assert_eq!(taken.expect("there is room").now.seq, 2);
        assert_eq!(counters.sessions.number(), 1);
    });
}

fn limit(result: Result<(), CounterError>) -> (&'static str, u64) {
    match result {
        Err(SessionError::Limit { limit, most }) => (limit, most),
        other => panic!("no limit was reached: {other:?}"),
    }
}

#[test]
fn the_number_of_sessions_is_limited_and_deleting_one_makes_room() {
    run(async {
        let counters = CounterSessions::with(SessionLimits {
            sessions: 2,
            ..LIMITS
        });
        let first = counters.create(&CounterSetup::ALONE).await;
        let second = counters.create(&CounterSetup::ALONE).await;
        let create = || counters.sessions.create(|_| Ok(CounterSetup::ALONE));
        assert_eq!(limit(create().await.map(|_| ())), ("sessions", 2));
        // A closed session is kept, so it still counts.
        counters
            .sessions
            .close(first)
            .await
            .expect("the session exists");
        assert_eq!(limit(create().await.map(|_| ())), ("sessions", 2));
        counters
            .sessions
            .delete(second)
            .await
            .expect("the session exists");
        let third = create().await.expect("there is room").now.session;
        assert_eq!(third, SessionId::new(3));
        assert_eq!(limit(create().await.map(|_| ())), ("sessions", 2));
    });
}

#[test]
fn a_refused_setup_does_not_count() {
    run(async {
        let counters = CounterSessions::with(SessionLimits {
            sessions: 1,
            ..LIMITS
        });
        for _ in 0..3 {
            let negative = CounterSetup {
                start: -1,
                ..CounterSetup::ALONE
            };
            let refused = counters.sessions.create(|_| Ok(negative)).await;
            assert!(matches!(refused, Err(SessionError::Refused(_))));
        }
        counters.create(&CounterSetup::ALONE).await;
    });
}

#[test]
fn a_closed_session_can_be_read_but_not_changed() {
    check(
        &CounterSetup::ANSWERED,
        "add 1 => 1=1 2=101
         add 2 => 3=103 4=203
         close => closed
         add 1 => the session is closed
         add 1 if 0 => the session is closed
         undo 1 => the session is closed
         fall => the session is closed
         close => closed",
    );
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        counters.add(id, 1).await.expect("the action is legal");
        counters.add(id, 2).await.expect("the action is legal");
        counters
            .sessions
            .close(id)
            .await
            .expect("the session exists");
        let earlier = counters
            .sessions
            .moment(id, Some(1))
            .await
            .expect("the event exists");
        assert_eq!(earlier.game.value, 1);
        let history = counters
            .sessions
            .history(id)
            .await
            .expect("the session exists");
        assert_eq!(history.seq(), 2);
        let listed = counters.sessions.list().await.expect("a list");
        assert_eq!((listed[0].closed, listed[0].seq), (true, 2));
    });
}

#[test]
fn a_session_stays_closed_after_a_restart() {
    let folder = Folder::new();
    let id = one_run(&folder, async |counters| {
        let id = counters.create(&CounterSetup::ALONE).await;
        check_in(counters, id, "add 1 => 1=1\n close => closed").await;
        id
    });
    one_run(&folder, async |counters| {
        check_in(counters, id, "add 1 => the session is closed").await;
        assert_eq!(counters.now(id).await, (1, 1));
    });
}

/// Checks that every operation finds the session unknown.
async fn assert_unknown(counters: &CounterSessions, id: SessionId) {
    let sessions = &counters.sessions;
    let answers = [
        counters.add(id, 1).await.err(),
        sessions.undo(id, 1, ActCondition::default()).await.err(),
        sessions.moment(id, None).await.err(),
        sessions.moment(id, Some(0)).await.err(),
        sessions.history(id).await.err(),
        sessions.open(id).await.err(),
        sessions.close(id).await.err(),
        sessions.delete(id).await.err(),
    ];
    for answer in answers {
        let Some(SessionError::Unknown { id: named }) = answer else {
            panic!("{id} is known: {answer:?}");
        };
        assert_eq!(named, id.to_string());
    }
}

#[test]
fn a_deleted_session_is_unknown_and_the_others_stay() {
    run(async {
        let counters = CounterSessions::new();
        assert_unknown(&counters, SessionId::new(1)).await;
        let first = counters.create(&CounterSetup::ALONE).await;
        let second = counters.create(&CounterSetup::ALONE).await;
        counters.add(first, 1).await.expect("the action is legal");
        counters.add(second, 2).await.expect("the action is legal");
        counters
            .sessions
            .delete(first)
            .await
            .expect("the session exists");
        assert_unknown(&counters, first).await;
        assert_eq!(counters.stored(first).await, None);
        assert_eq!(counters.now(second).await, (1, 2));
        assert_eq!(counters.sessions.number(), 1);
        let listed = counters.sessions.list().await.expect("a list");
        let ids: Vec<SessionId> = listed.iter().map(|line| line.id).collect();
        assert_eq!(ids, [second]);
    });
}

#[test]
fn the_id_of_a_deleted_session_is_never_reused() {
    let folder = Folder::new();
    one_run(&folder, async |counters| {
        for number in 1..=3 {
            let id = counters.create(&CounterSetup::ALONE).await;
            assert_eq!(id, SessionId::new(number));
        }
        for number in [2, 3] {
            let deleted = counters.sessions.delete(SessionId::new(number)).await;
            deleted.expect("the session exists");
        }
    });
    one_run(&folder, async |counters| {
        assert_unknown(counters, SessionId::new(3)).await;
        assert_eq!(counters.sessions.number(), 1);
        let id = counters.create(&CounterSetup::ALONE).await;
        assert_eq!(id, SessionId::new(4));
        counters
            .sessions
            .delete(id)
            .await
            .expect("the session exists");
    });
    one_run(&folder, async |counters| {
        let id = counters.create(&CounterSetup::ALONE).await;
        assert_eq!(id, SessionId::new(5));
    });
}

#[test]
fn the_roster_changes_with_every_new_session() {
    run(async {
        let counters = CounterSessions::new();
        let mut roster = counters.sessions.roster();
        assert_eq!(roster.borrow_and_update().newest, None);
        let id = counters.create(&CounterSetup::ALONE).await;
        assert!(roster.has_changed().expect("the sessions exist"));
        assert_eq!(roster.borrow_and_update().newest, Some(id));
        counters.add(id, 1).await.expect("the action is legal");
        assert!(!roster.has_changed().expect("the sessions exist"));
    });
}

/// After each operation the roster has the expected newest session and number of
/// sessions, or has not changed.
#[test]
fn the_roster_has_the_newest_session_and_the_number_of_sessions() {
    let folder = Folder::new();
    let roster_change = |counters: &CounterSessions, roster: &mut watch::Receiver<Roster>| {
        let now = counters.sessions.roster().borrow().clone();
        let changed = roster.has_changed().expect("the sessions exist");
        let newest = now.newest.map_or(0, SessionId::number);
        assert_eq!(*roster.borrow_and_update(), now);
        changed.then_some((newest, now.sessions))
    };
    one_run(&folder, async |counters| {
        let mut roster = counters.sessions.roster();
        for expected in [(1, 1), (2, 2), (3, 3), (4, 4)] {
            counters.create(&CounterSetup::ALONE).await;
            assert_eq!(roster_change(counters, &mut roster), Some(expected));
        }
        let below_zero = CounterSetup {
            start: -1,
            ..CounterSetup::ALONE
        };
        let refused = counters.sessions.create(|_| Ok(below_zero)).await;
        assert!(refused.is_err());
        assert_eq!(
            roster_change(counters, &mut roster),
            None,
            "no session was created"
        );
        for (deleted_id, expected) in [(2, (4, 3)), (4, (3, 2))] {
            let deleted = counters.sessions.delete(SessionId::new(deleted_id)).await;
            deleted.expect("the session exists");
            assert_eq!(
                roster_change(counters, &mut roster),
                Some(expected),
                "without {deleted_id}"
            );
        }
        assert_unknown(counters, SessionId::new(4)).await;
        let closed = counters.sessions.close(SessionId::new(3)).await;
        closed.expect("the session exists");
        assert_eq!(
            roster_change(counters, &mut roster),
            Some((3, 2)),
            "a closed session is kept"
        );
    });
    one_run(&folder, async |counters| {
        let mut roster = counters.sessions.roster();
        assert_eq!(roster.borrow().newest, Some(SessionId::new(3)));
        assert_eq!(roster.borrow().sessions, 2);
        for (deleted_id, expected) in [(3, (1, 1)), (1, (0, 0))] {
            let deleted = counters.sessions.delete(SessionId::new(deleted_id)).await;
            deleted.expect("the session exists");
            assert_eq!(
                roster_change(counters, &mut roster),
                Some(expected),
                "without {deleted_id}"
            );
        }
    });
    one_run(&folder, async |counters| {
        assert_eq!(*counters.sessions.roster().borrow(), Roster::default());
    });
}
