//! How much work a search may do.

/// A search ends when either limit is reached. It uses no clock, so that the same limit
/// always gives the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimit {
    /// How many plays may be simulated, over all worlds.
    pub nodes: u64,
    /// How many moves deep the search may look, your own move included.
    pub depth: Option<u8>,
}

impl SearchLimit {
    pub const fn nodes(nodes: u64) -> SearchLimit {
        SearchLimit { nodes, depth: None }
    }
}
