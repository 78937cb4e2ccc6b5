//! What a reader with a delay sees: the session as it was, and nothing younger.

use std::sync::Arc;
use std::time::Duration;

use qbcoach_sessions::{Roster, SessionError};

use crate::sessions::counter::CounterSetup;
use crate::sessions::counter_sessions::{CounterSessions, run, seq_and_value};

/// Longer than any of these tests takes.
const LONG: Duration = Duration::from_secs(600);

#[test]
fn what_is_younger_than_the_delay_does_not_exist() {
    run(async {
        let counters = CounterSessions::new();
        let sessions = &counters.sessions;
        let id = counters.create(&CounterSetup::ALONE).await;
        counters.add(id, 5).await.expect("the action is legal");
        for seq in [None, Some(0), Some(1)] {
            let unseen = sessions.delayed_moment(id, seq, LONG).await;
            assert!(matches!(unseen, Err(SessionError::Unknown { .. })));
        }
        assert_eq!(sessions.delayed_list(LONG).await.expect("a list"), []);
        assert_eq!(sessions.roster_before(LONG), Roster::default());
    });
}

#[test]
fn what_is_older_than_the_delay_is_seen_as_it_was() {
    run(async {
        let counters = CounterSessions::new();
        let sessions = &counters.sessions;
        let id = counters.create(&CounterSetup::ALONE).await;
        counters.add(id, 5).await.expect("the action is legal");
        let first = sessions.moment(id, None).await.expect("the session exists");
        counters.add(id, 7).await.expect("the action is legal");
        // A delay that is over for the first event and not for the second.
        let second = sessions.moment(id, None).await.expect("the session exists");
        while second.since.elapsed() < Duration::from_millis(20) {
            tokio::task::yield_now().await;
        }
        counters.add(id, 9).await.expect("the action is legal");
        let delay = Duration::from_millis(15);
        let seen = sessions.delayed_moment(id, None, delay).await;
        let seen = seq_and_value(&seen.expect("the session is old enough"));
        // The third event may have become old enough on a busy machine.
        assert!([(2, 12), (3, 21)].contains(&seen), "{seen:?}");
        let listed = sessions.delayed_list(delay).await.expect("a list");
        assert!((2..=3).contains(&listed[0].seq), "{listed:?}");
        let past = sessions.delayed_moment(id, Some(1), delay).await;
        let past = past.expect("the session is old enough");
        assert_eq!(seq_and_value(&past), seq_and_value(&first));
        let now = sessions.delayed_moment(id, None, Duration::ZERO).await;
        assert_eq!(seq_and_value(&now.expect("no delay")), (3, 21));
        let beyond = sessions.delayed_moment(id, Some(4), delay).await;
        assert!(matches!(beyond, Err(SessionError::NoSuchSeq { .. })));
    });
}

#[test]
fn readers_of_the_same_past_share_its_moments() {
    run(async {
        let counters = CounterSessions::new();
        let sessions = &counters.sessions;
        let id = counters.create(&CounterSetup::ALONE).await;
        counters.add(id, 5).await.expect("the action is legal");
        let first = sessions
            .moments_of_the_last(id, LONG)
            .await
            .expect("a past");
        counters.add(id, 7).await.expect("the action is legal");
        let second = sessions
            .moments_of_the_last(id, LONG)
            .await
            .expect("a past");
        assert_eq!((first.len(), second.len()), (2, 3));
        for (one, other) in first.iter().zip(&second) {
            assert!(Arc::ptr_eq(one, other), "seq {}", one.seq);
        }
    });
}
