//! The poll of the viewers.

use qbcoach_protocol::Poll;

use super::{DOT, counted};

/// The options with their numbers, and how to vote.
pub fn poll(poll: &Poll, prefix: &str) -> String {
    let options = poll.options.iter();
    let options = options.map(|option| format!("{} {}", option.option, option.label));
    let options: Vec<String> = options.collect();
    format!(
        "What should be played? {}{DOT}write {prefix}vote NUMBER",
        options.join(", ")
    )
}

/// The option with most votes; several if they have the same number.
pub fn poll_result(poll: &Poll) -> String {
    let most = poll.options.iter().map(|option| option.votes).max();
    let most = most.unwrap_or_default();
    if most == 0 {
        return "The poll is closed; nobody has voted".to_owned();
    }
    let winners = poll.options.iter().filter(|option| option.votes == most);
    let winners: Vec<&str> = winners.map(|option| option.label.as_str()).collect();
    let votes = counted(poll.votes, "vote", "votes");
    format!(
        "The poll is closed: {} ({most} of {votes})",
        winners.join(" and ")
    )
}
