//! What every journal promises: SQLite in a file, SQLite in memory, and PostgreSQL pass
//! the same tests.

use std::path::PathBuf;

use qbcoach_sessions::journal::{
    DataDir, EventBody, EventRow, Journal, JournalError, KeptText, OpenError, PostgresOptions,
    SessionRow, StoredSession, copy,
};
use qbcoach_sessions::nodes::Epoch;
use qbcoach_sessions::{ActId, SessionId, Summary};

use crate::daemon::TempFolder;
use crate::database::Database;

/// A journal, and what it is made of. The epoch is the one in which this node owns a new
/// session.
struct Case {
    name: &'static str,
    journal: Journal,
    /// Opens the same journal again, as after a restart; none for memory.
    reopen: Option<Box<dyn Fn() -> Journal>>,
}

const EPOCH: Epoch = 1;

fn cases(database: &Database, folder: &TempFolder, name: &str) -> Vec<Case> {
    let url = database.create(name);
    let path: PathBuf = folder.path().join(name);
    // SQLite's thread closes the file some time after its last user is gone.
    let sqlite = move || {
        loop {
            match Journal::open(&DataDir::Folder(path.clone())) {
                Err(OpenError::InUse { .. }) => std::thread::yield_now(),
                opened => return opened.expect("the file opens"),
            }
        }
    };
    let postgres = move || {
        let options = PostgresOptions::new(&url);
        Journal::open_postgres(&options).expect("the database opens")
    };
    vec![
        Case {
            name: "memory",
            journal: Journal::open(&DataDir::Memory).expect("memory opens"),
            reopen: None,
        },
        Case {
            name: "SQLite",
            journal: sqlite(),
            reopen: Some(Box::new(sqlite)),
        },
        Case {
            name: "PostgreSQL",
            journal: postgres(),
            reopen: Some(Box::new(postgres)),
        },
    ]
}

fn summary() -> Summary {
    Summary {
        game: "queens-blood".to_owned(),
        mode: "live".to_owned(),
        title: "A \"title\" with ünicode".to_owned(),
        opponent: Some("Chadley".to_owned()),
        turn: 3,
        over: false,
        result: None,
    }
}

fn event(seq: u64, act_id: Option<&str>) -> EventRow {
    EventRow {
        seq,
        at_ms: 1_000 + seq,
        body: EventBody::Act(format!("act {seq}")),
        act_id: act_id.map(|name| ActId::new(name).expect("a name")),
    }
}

fn session(id: SessionId, events: Vec<EventRow>) -> StoredSession {
    StoredSession {
        session: SessionRow {
            id,
            setup: "{\"a\": 1}".to_owned(),
            created_ms: 1_000,
            updated_ms: events.last().map_or(1_000, |event| event.at_ms),
            seq: events.len() as u64,
            closed: false,
            summary: summary(),
        },
        events,
    }
}

/// The promises, one after the other, on one journal.
async fn keeps_its_promises(
    Case {
        name,
        journal,
        reopen,
    }: Case,
) {
    let first = journal.next_id().await.expect("a number");
    let second = journal.next_id().await.expect("a number");
    assert!(first < second, "{name}: numbers rise");
    let imported = vec![
        event(1, Some("one")),
        EventRow {
            body: EventBody::Undo(1),
            ..event(2, None)
        },
        EventRow {
            body: EventBody::Redo(1),
            ..event(3, None)
        },
    ];
    let stored = session(first, imported);
    journal.create(stored.clone()).await.expect(name);
    assert_eq!(
        journal.load(first).await,
        Ok(Some(stored)),
        "{name}: it is read back"
    );
    assert_eq!(
        journal.load(second).await,
        Ok(None),
        "{name}: others are not there"
    );

    let append = |event: EventRow| journal.append(first, EPOCH, vec![event], summary());
    append(event(4, Some("four"))).await.expect(name);
    let again = append(event(4, Some("other"))).await;
    assert_eq!(
        again,
        Err(JournalError::Conflict),
        "{name}: a seq is taken once"
    );
    let twice = append(event(5, Some("four"))).await;
    assert_eq!(
        twice,
        Err(JournalError::Conflict),
        "{name}: an act's name is taken once"
    );
    append(event(5, None)).await.expect(name);
    append(event(6, None))
        .await
        .expect("acts without a name do not collide");
    let newer = journal
        .load_after(first, 4)
        .await
        .expect(name)
        .expect("a session");
    let seqs: Vec<u64> = newer.events.iter().map(|event| event.seq).collect();
    assert_eq!(
        (seqs, newer.session.seq),
        (vec![5, 6], 6),
        "{name}: only the newer ones"
    );

    let append_all = |events| journal.append(first, EPOCH, events, summary());
    let two = vec![event(7, None), event(8, Some("eight"))];
    append_all(two).await.expect(name);
    let taken = vec![event(9, None), event(10, Some("eight"))];
    assert_eq!(
        append_all(taken).await,
        Err(JournalError::Conflict),
        "{name}: all of a list or nothing"
    );
    let after = journal.load_after(first, 6).await.expect(name);
    let after = after.expect("a session");
    let seqs: Vec<u64> = after.events.iter().map(|event| event.seq).collect();
    assert_eq!((seqs, after.session.seq), (vec![7, 8], 8), "{name}");

    journal
        .create(session(second, Vec::new()))
        .await
        .expect(name);
    let same_act = journal.append(second, EPOCH, vec![event(1, Some("four"))], summary());
    assert_eq!(
        same_act.await,
        Ok(()),
        "{name}: names belong to their session"
    );
    journal.close(second, EPOCH).await.expect(name);
    let listed = journal.list().await.expect(name);
    let closed: Vec<(SessionId, bool)> = listed.iter().map(|row| (row.id, row.closed)).collect();
    assert_eq!(
        closed,
        [(first, false), (second, true)],
        "{name}: the oldest first"
    );
    journal.reopen(second, EPOCH).await.expect(name);
    journal.delete(second, EPOCH).await.expect(name);
    assert_eq!(journal.load(second).await, Ok(None), "{name}: deleted");

    let text = |version: u64, body: &str| KeptText {
        version,
        body: body.to_owned(),
    };
    assert_eq!(journal.kept("look").await, Ok(None), "{name}");
    assert_eq!(
        journal.keep("look", text(0, "dark")).await,
        Ok(true),
        "{name}"
    );
    let kept = journal.kept("look").await.expect(name).expect("a text");
    assert_eq!(kept.body, "dark", "{name}");
    assert_eq!(
        journal.keep("look", text(kept.version, "light")).await,
        Ok(true),
        "{name}"
    );
    assert_eq!(journal.check().await, Ok(()), "{name}: it can be written");

    let before = journal.load(first).await;
    journal.fold().await.expect(name);
    drop(journal);
    if let Some(reopen) = reopen {
        let journal = reopen();
        assert_eq!(
            journal.load(first).await,
            before,
            "{name}: the same after a restart"
        );
        assert_eq!(journal.stored.all, [first].into(), "{name}");
        let third = journal.next_id().await.expect(name);
        assert!(
            third > second,
            "{name}: numbers of deleted sessions are not used again"
        );
    }
}

#[tokio::test]
async fn all_journals_keep_the_same_promises() {
    let (database, folder) = (Database::start(), TempFolder::new());
    for case in cases(&database, &folder, "promises") {
        keeps_its_promises(case).await;
    }
}

#[tokio::test]
async fn a_journal_is_copied_to_the_other_kind_and_back() {
    let (database, folder) = (Database::start(), TempFolder::new());
    let first = Journal::open(&DataDir::Folder(folder.path().join("a"))).expect("it opens");
    for _ in 0..3 {
        let id = first.next_id().await.expect("a number");
        let events = (1..=4)
            .map(|seq| event(seq, Some(&format!("act-{seq}"))))
            .collect();
        first.create(session(id, events)).await.expect("a session");
    }
    let look = KeptText {
        version: 0,
        body: "{}".to_owned(),
    };
    first.keep("overlay", look).await.expect("a look");
    let options = PostgresOptions::new(&database.create("copied"));
    let second = Journal::open_postgres(&options).expect("it opens");
    let copied = copy(&first, &second).await.expect("a copy");
    assert_eq!((copied.sessions, copied.events, copied.texts), (3, 12, 1));
    let third = Journal::open(&DataDir::Folder(folder.path().join("b"))).expect("it opens");
    let back = copy(&second, &third).await;
    assert_eq!(back, Ok(copied));
    assert_eq!(first.list().await, third.list().await);
    let full = copy(&first, &second)
        .await
        .expect_err("it is not empty any more");
    assert!(full.to_string().contains("empty"), "{full}");
    let next = second.next_id().await.expect("a number");
    assert!(next.number() > 3, "no number is given twice");
}

/// An epoch is a fence: whoever has an older one writes nothing.
#[tokio::test]
async fn an_owner_of_yesterday_cannot_write() {
    let database = Database::start();
    let options = PostgresOptions::new(&database.create("fence"));
    let [one, two] = [(), ()].map(|()| Journal::open_postgres(&options).expect("it opens"));
    let id = one.next_id().await.expect("a number");
    one.create(session(id, Vec::new()))
        .await
        .expect("a session");
    // The lease of the first holds, so the second one is sent to it.
    let leases = two.leases().expect("leases");
    let claimed = leases
        .claim(id)
        .await
        .expect("an answer")
        .expect("a session");
    let owner = one.node().expect("a node");
    let elsewhere =
        matches!(&claimed, qbcoach_sessions::journal::Claimed::Elsewhere(row) if row.id == owner);
    assert!(elsewhere, "{claimed:?}");
    // The first one leaves; the second takes the session over.
    one.fold().await.expect("it leaves");
    let claimed = leases
        .claim(id)
        .await
        .expect("an answer")
        .expect("a session");
    let qbcoach_sessions::journal::Claimed::Mine { epoch, .. } = claimed else {
        panic!("{claimed:?}");
    };
    let late = one.append(id, EPOCH, vec![event(1, None)], summary()).await;
    assert_eq!(late, Err(JournalError::Conflict));
    assert_eq!(one.close(id, EPOCH).await, Err(JournalError::Conflict));
    assert_eq!(one.delete(id, EPOCH).await, Err(JournalError::Conflict));
    assert_eq!(
        two.append(id, epoch, vec![event(1, None)], summary()).await,
        Ok(())
    );
}
