//! Polls: viewers of a stream vote on what should be played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardName, Lane, Seq, TILE};

/// What the options of a poll tell viewers about your hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reveal {
    /// The options are lanes and passing, which everybody sees on the board.
    #[default]
    Nothing,
    /// The options are plays of cards in your hand.
    Hand,
}

/// `poll/open`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollOpenParams {
    pub session_id: String,
    /// `nothing` when left out.
    #[serde(default)]
    pub reveal: Option<Reveal>,
    /// What viewers type before the number of an option: 1 to 64 characters. When left out,
    /// what the poll before had; at first `!vote`.
    #[serde(default)]
    pub command: Option<String>,
}

/// `poll/vote`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PollVoteParams {
    /// The number of the option, from 1.
    pub option: u32,
    /// Who votes, as the chat names them: 1 to 64 characters. A second vote of the same
    /// voter replaces the first.
    pub voter: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PollOption {
    /// The number to vote for.
    pub option: u32,
    /// The lane to play in; null for a play or passing.
    pub lane: Option<Lane>,
    /// The card to play; null where the hand is not shown.
    pub card: Option<CardName>,
    #[schemars(extend("pattern" = TILE))]
    pub tile: Option<String>,
    /// The option in words.
    pub label: String,
    pub votes: u32,
}

/// A poll of a session, about one moment of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Poll {
    /// Counts the polls since the daemon has started.
    pub number: u64,
    pub session_id: String,
    /// The moment that viewers are asked about.
    pub seq: Seq,
    /// Whether votes are taken.
    pub open: bool,
    pub reveal: Reveal,
    /// What viewers type before the number of an option.
    pub command: String,
    pub options: Vec<PollOption>,
    /// The votes for all options.
    pub votes: u32,
}

/// `poll/get`, `poll/open`, `poll/vote` and `poll/close`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PollNow {
    /// The latest poll; null if there was none.
    pub poll: Option<Poll>,
}
