//! Limits, closing and deleting.

use qbcoach::sessions::history::Change;
use qbcoach::sessions::{Roster, SessionError, SessionId, SessionLimits};
use tokio::sync::watch;

use crate::counter::{CounterAction, CounterSetup};
use crate::folder::Folder;
use crate::table::{LIMITS, Refused, Table, check, check_in, life, run};

fn few_events(events_per_session: u64) -> Table {
    Table::with(SessionLimits {
        events_per_session,
        ..LIMITS
    })
}

#[test]
fn a_session_takes_in_no_more_events_than_its_limit() {
    run(async {
        let table = few_events(3);
        let id = table.create(&CounterSetup::ALONE).await;
        let script = "add 1 => 1=1
             undo 1 => 2=0
             add 2 => 3=2
             add 3 => eventsPerSession is at its limit of 3
             undo 1 => eventsPerSession is at its limit of 3";
        check_in(&table, id, script).await;
        // Another one has a limit of its own.
        let other = table.create(&CounterSetup::ALONE).await;
        check_in(&table, other, "add 1 => 1=1").await;
    });
}

#[test]
fn the_programs_answers_stop_at_the_limit_too() {
    run(async {
        let table = few_events(4);
        let id = table.create(&CounterSetup::ANSWERED).await;
        let script = "add 1 => 1=1 2=101
             add 1 => 3=102 4=202
             add 1 => eventsPerSession is at its limit of 4";
        check_in(&table, id, script).await;
        let odd = few_events(1);
        let id = odd.create(&CounterSetup::ANSWERED).await;
        check_in(&odd, id, "add 1 => 1=1").await;
    });
}

#[test]
fn what_comes_with_too_many_events_is_not_taken_in() {
    run(async {
        let table = few_events(2);
        let ones = |number| vec![Change::Act(CounterAction::Add(1)); number];
        let refused = table.sessions.import(CounterSetup::ALONE, ones(3)).await;
        assert_eq!(limit(refused.map(|_| ())), ("eventsPerSession", 2));
        let taken = table.sessions.import(CounterSetup::ALONE, ones(2)).await;
        assert_eq!(taken.expect("there is room").now.seq, 2);
        assert_eq!(table.sessions.number(), 1);
    });
}

fn limit(result: Result<(), Refused>) -> (&'static str, u64) {
    match result {
        Err(SessionError::Limit { limit, most }) => (limit, most),
        other => panic!("no limit was met: {other:?}"),
    }
}

#[test]
fn there_are_no_more_sessions_than_their_limit_and_a_deleted_one_makes_room() {
    run(async {
        let table = Table::with(SessionLimits {
            sessions: 2,
            ..LIMITS
        });
        let first = table.create(&CounterSetup::ALONE).await;
        let second = table.create(&CounterSetup::ALONE).await;
        let create = || table.sessions.create(|_| Ok(CounterSetup::ALONE));
        assert_eq!(limit(create().await.map(|_| ())), ("sessions", 2));
        // Closing one makes no room: it is still kept.
        table.sessions.close(first).await.expect("it is there");
        assert_eq!(limit(create().await.map(|_| ())), ("sessions", 2));
        table.sessions.delete(second).await.expect("it is there");
        let third = create().await.expect("there is room").now.session;
        assert_eq!(third, SessionId::new(3));
        assert_eq!(limit(create().await.map(|_| ())), ("sessions", 2));
    });
}

#[test]
fn a_refused_setup_takes_no_room() {
    run(async {
        let table = Table::with(SessionLimits {
            sessions: 1,
            ..LIMITS
        });
        for _ in 0..3 {
            let negative = CounterSetup {
                start: -1,
                ..CounterSetup::ALONE
            };
            let refused = table.sessions.create(|_| Ok(negative)).await;
            assert!(matches!(refused, Err(SessionError::Refused(_))));
        }
        table.create(&CounterSetup::ALONE).await;
    });
}

#[test]
fn a_closed_session_can_be_read_and_nothing_more_happens_in_it() {
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
        let table = Table::new();
        let id = table.create(&CounterSetup::ALONE).await;
        table.add(id, 1).await.expect("it is allowed");
        table.add(id, 2).await.expect("it is allowed");
        table.sessions.close(id).await.expect("it is there");
        let earlier = table.sessions.moment(id, Some(1)).await.expect("it was");
        assert_eq!(earlier.game.value, 1);
        let history = table.sessions.history(id).await.expect("it is there");
        assert_eq!(history.seq(), 2);
        let listed = table.sessions.list().await.expect("a list");
        assert_eq!((listed[0].closed, listed[0].seq), (true, 2));
    });
}

#[test]
fn a_session_stays_closed_in_the_next_life() {
    let folder = Folder::new();
    let id = life(&folder, async |table| {
        let id = table.create(&CounterSetup::ALONE).await;
        check_in(table, id, "add 1 => 1=1\n close => closed").await;
        id
    });
    life(&folder, async |table| {
        check_in(table, id, "add 1 => the session is closed").await;
        assert_eq!(table.now(id).await, (1, 1));
    });
}

/// Asks everything of a session that is not there.
async fn assert_unknown(table: &Table, id: SessionId) {
    let sessions = &table.sessions;
    let answers = [
        table.add(id, 1).await.err(),
        sessions.undo(id, 1, None).await.err(),
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
        let table = Table::new();
        assert_unknown(&table, SessionId::new(1)).await;
        let first = table.create(&CounterSetup::ALONE).await;
        let second = table.create(&CounterSetup::ALONE).await;
        table.add(first, 1).await.expect("it is allowed");
        table.add(second, 2).await.expect("it is allowed");
        table.sessions.delete(first).await.expect("it is there");
        assert_unknown(&table, first).await;
        assert_eq!(table.stored(first).await, None);
        assert_eq!(table.now(second).await, (1, 2));
        assert_eq!(table.sessions.number(), 1);
        let listed = table.sessions.list().await.expect("a list");
        let ids: Vec<SessionId> = listed.iter().map(|line| line.id).collect();
        assert_eq!(ids, [second]);
    });
}

#[test]
fn the_number_of_a_deleted_session_is_never_used_again() {
    let folder = Folder::new();
    life(&folder, async |table| {
        for number in 1..=3 {
            let id = table.create(&CounterSetup::ALONE).await;
            assert_eq!(id, SessionId::new(number));
        }
        for number in [2, 3] {
            let deleted = table.sessions.delete(SessionId::new(number)).await;
            deleted.expect("it is there");
        }
    });
    life(&folder, async |table| {
        assert_unknown(table, SessionId::new(3)).await;
        assert_eq!(table.sessions.number(), 1);
        let id = table.create(&CounterSetup::ALONE).await;
        assert_eq!(id, SessionId::new(4));
        table.sessions.delete(id).await.expect("it is there");
    });
    life(&folder, async |table| {
        let id = table.create(&CounterSetup::ALONE).await;
        assert_eq!(id, SessionId::new(5));
    });
}

#[test]
fn every_new_session_is_told_of() {
    run(async {
        let table = Table::new();
        let mut roster = table.sessions.roster();
        assert_eq!(roster.borrow_and_update().newest, None);
        let id = table.create(&CounterSetup::ALONE).await;
        assert!(roster.has_changed().expect("the sessions are there"));
        assert_eq!(roster.borrow_and_update().newest, Some(id));
        table.add(id, 1).await.expect("it is allowed");
        assert!(!roster.has_changed().expect("the sessions are there"));
    });
}

/// What is done, and the newest session and the number of them that are told of then;
/// nothing where nothing is told.
#[test]
fn the_roster_follows_whatever_comes_and_goes() {
    let folder = Folder::new();
    let told = |table: &Table, roster: &mut watch::Receiver<Roster>| {
        let now = table.sessions.roster().borrow().clone();
        let changed = roster.has_changed().expect("the sessions are there");
        let newest = now.newest.map_or(0, SessionId::number);
        assert_eq!(*roster.borrow_and_update(), now);
        changed.then_some((newest, now.sessions))
    };
    life(&folder, async |table| {
        let mut roster = table.sessions.roster();
        for expected in [(1, 1), (2, 2), (3, 3), (4, 4)] {
            table.create(&CounterSetup::ALONE).await;
            assert_eq!(told(table, &mut roster), Some(expected));
        }
        let below_zero = CounterSetup {
            start: -1,
            ..CounterSetup::ALONE
        };
        let refused = table.sessions.create(|_| Ok(below_zero)).await;
        assert!(refused.is_err());
        assert_eq!(told(table, &mut roster), None, "nothing came");
        for (gone, expected) in [(2, (4, 3)), (4, (3, 2))] {
            let deleted = table.sessions.delete(SessionId::new(gone)).await;
            deleted.expect("it is there");
            assert_eq!(told(table, &mut roster), Some(expected), "without {gone}");
        }
        assert_unknown(table, SessionId::new(4)).await;
        let closed = table.sessions.close(SessionId::new(3)).await;
        closed.expect("it is there");
        assert_eq!(told(table, &mut roster), Some((3, 2)), "it is still there");
    });
    life(&folder, async |table| {
        let mut roster = table.sessions.roster();
        assert_eq!(roster.borrow().newest, Some(SessionId::new(3)));
        assert_eq!(roster.borrow().sessions, 2);
        for (gone, expected) in [(3, (1, 1)), (1, (0, 0))] {
            let deleted = table.sessions.delete(SessionId::new(gone)).await;
            deleted.expect("it is there");
            assert_eq!(told(table, &mut roster), Some(expected), "without {gone}");
        }
    });
    life(&folder, async |table| {
        assert_eq!(*table.sessions.roster().borrow(), Roster::default());
    });
}
