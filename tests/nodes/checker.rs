//! Checks what clients were told against what the journal has in the end. As every answer
//! has a seq, one pass over the answers in the order of time is enough.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// An act that was answered.
#[derive(Clone, Debug)]
pub struct AnsweredAct {
    pub session: String,
    pub act_id: String,
    pub seq: u64,
    /// When it was sent first.
    pub sent: Instant,
    pub answered: Instant,
}

/// A read of a session's state.
#[derive(Clone, Debug)]
pub struct AnsweredRead {
    pub session: String,
    pub seq: u64,
    pub sent: Instant,
    pub answered: Instant,
}

/// An event of the journal.
#[derive(Clone, Debug)]
pub struct JournalEvent {
    pub session: String,
    pub seq: u64,
    pub act_id: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Evidence {
    pub acts: Vec<AnsweredAct>,
    pub reads: Vec<AnsweredRead>,
    pub journal: Vec<JournalEvent>,
}

/// The first fault that is found.
pub fn check(evidence: &Evidence) -> Result<(), String> {
    let by_name = check_journal(&evidence.journal)?;
    for act in &evidence.acts {
        let place = (act.session.as_str(), act.act_id.as_str());
        match by_name.get(&place) {
            None => return Err(format!("{act:?} was answered and is not in the journal")),
            Some(seq) if *seq != act.seq => {
                return Err(format!("{act:?} is in the journal as {seq}"));
            }
            Some(_) => {}
        }
    }
    check_order(evidence)
}

type Names<'a> = BTreeMap<(&'a str, &'a str), u64>;

/// Every seq is there once, none is missing, and no act is there twice.
fn check_journal(journal: &[JournalEvent]) -> Result<Names<'_>, String> {
    let mut seqs: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    let mut names = Names::new();
    for event in journal {
        let JournalEvent { session, seq, .. } = event;
        if !seqs.entry(session).or_default().insert(*seq) {
            return Err(format!("{session} has event {seq} twice"));
        }
        if let Some(name) = &event.act_id
            && let Some(other) = names.insert((session.as_str(), name.as_str()), *seq)
        {
            return Err(format!(
                "act {name} of {session} is there as {other} and {seq}"
            ));
        }
    }
    for (session, seqs) in seqs {
        if seqs.first() != Some(&1) || seqs.last() != Some(&(seqs.len() as u64)) {
            return Err(format!("events of {session} are missing: {seqs:?}"));
        }
    }
    Ok(names)
}

/// Something that was answered, or asked, about a session.
struct Point<'a> {
    at: Instant,
    session: &'a str,
    seq: u64,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// From now on nobody may see less than `seq`.
    Answered,
    /// This act makes the session `seq`, so that it was smaller before.
    ActSent,
    /// This read sees `seq`.
    ReadSent,
}

/// What was answered before something else was asked also comes before it in the session.
fn check_order(evidence: &Evidence) -> Result<(), String> {
    let mut points = Vec::new();
    let mut add = |at, session, seq, what| {
        points.push(Point {
            at,
            session,
            seq,
            what,
        })
    };
    for act in &evidence.acts {
        add(act.sent, act.session.as_str(), act.seq, What::ActSent);
        add(act.answered, act.session.as_str(), act.seq, What::Answered);
    }
    for read in &evidence.reads {
        add(read.sent, read.session.as_str(), read.seq, What::ReadSent);
        add(
            read.answered,
            read.session.as_str(),
            read.seq,
            What::Answered,
        );
    }
    points.sort_by_key(|point| point.at);
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for Point {
        session, seq, what, ..
    } in points
    {
        let newest = seen.entry(session).or_default();
        let in_order = match what {
            What::Answered => {
                *newest = seq.max(*newest);
                true
            }
            What::ActSent => seq > *newest,
            What::ReadSent => seq >= *newest,
        };
        if !in_order {
            let what = match what {
                What::ActSent => "an act became",
                _ => "a read saw",
            };
            return Err(format!(
                "{what} {seq} of {session}, after somebody had been told of {newest}"
            ));
        }
    }
    Ok(())
}

mod tests {
    use super::*;
    use std::time::Duration;

    fn evidence() -> (Evidence, Instant) {
        let begun = Instant::now();
        let at = |ms: u64| begun + Duration::from_millis(ms);
        let act = |name: &str, seq: u64, sent: u64| AnsweredAct {
            session: "s1".to_owned(),
            act_id: name.to_owned(),
            seq,
            sent: at(sent),
            answered: at(sent + 10),
        };
        let event = |seq: u64, name: &str| JournalEvent {
            session: "s1".to_owned(),
            seq,
            act_id: Some(name.to_owned()),
        };
        let read = AnsweredRead {
            session: "s1".to_owned(),
            seq: 1,
            sent: at(15),
            answered: at(30),
        };
        let evidence = Evidence {
            acts: vec![act("a", 1, 0), act("b", 2, 20)],
            reads: vec![read],
            journal: vec![event(1, "a"), event(2, "b")],
        };
        (evidence, begun)
    }

    #[track_caller]
    fn check_fault(change: impl FnOnce(&mut Evidence, Instant), expected: &str) {
        let (mut evidence, begun) = evidence();
        change(&mut evidence, begun);
        let fault = check(&evidence).expect_err(expected);
        assert!(fault.contains(expected), "{fault}");
    }

    #[test]
    fn evidence_without_faults_is_accepted() {
        let (evidence, _) = evidence();
        assert_eq!(check(&evidence), Ok(()));
    }

    #[test]
    fn each_kind_of_fault_is_found() {
        check_fault(
            |evidence, _| drop(evidence.journal.pop()),
            "not in the journal",
        );
        check_fault(|evidence, _| evidence.journal[1].seq = 3, "are missing");
        check_fault(|evidence, _| evidence.journal[1].seq = 1, "twice");
        check_fault(
            |evidence, _| evidence.acts[1].seq = 1,
            "is in the journal as 2",
        );
        let again = |evidence: &mut Evidence, _| {
            evidence.journal[1].act_id = Some("a".to_owned());
        };
        check_fault(again, "is there as 1 and 2");
        let stale = |evidence: &mut Evidence, begun| {
            evidence.reads[0].sent = begun + Duration::from_millis(40);
            evidence.reads[0].answered = begun + Duration::from_millis(50);
        };
        check_fault(stale, "a read saw 1");
        let early = |evidence: &mut Evidence, begun| {
            evidence.reads[0].seq = 2;
            evidence.reads[0].answered = begun + Duration::from_millis(18);
        };
        check_fault(early, "an act became 2");
    }
}
