//! Subscriptions to a session of the real daemon: subscribers that keep up, stall,
//! join late, leave, have a delay, or may not see everything. `protocol/README.md`,
//! "Following a session", has the rules.

mod budgets;
mod delays;
mod endings;
pub mod follower;
mod histories;
mod matches;
mod oracle;
mod secrets;
mod shared_documents;
mod slow_topics;
mod stalling;

use qbcoach_protocol::Topic;

use crate::daemon::TestDaemon;

/// The name of every topic.
pub fn topics() -> Vec<&'static str> {
    let word = |topic| match topic {
        Topic::State => "state",
        Topic::Observation => "observation",
        Topic::Threat => "threat",
        Topic::Coach => "coach",
        Topic::Evaluation => "evaluation",
        Topic::Hand => "hand",
        Topic::History => "history",
    };
    Topic::ALL.map(word).to_vec()
}

/// A daemon with tokens that waits long for subscribers that do not read.
pub fn patient_daemon() -> TestDaemon {
    TestDaemon::with_tokens("[limits]\nwriteSeconds = 600\n", &[])
}
