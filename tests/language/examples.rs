//! The texts that the tests use: shipped matches, exports, and texts with everything.

use std::fs;
use std::path::PathBuf;

/// A live match with hands, draws, a mulligan, corrections and things taken back.
pub const LIVE: &str = include_str!("examples/live.qb");

pub const PLAIN: &str = include_str!("examples/plain.qb");

/// Every example: these, and the shipped matches.
pub fn all() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/matches");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("matches are shipped")
        .map(|entry| entry.expect("the file can be read").path())
        .collect();
    paths.sort();
    let shipped = paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("the file can be read"));
    let own = [LIVE, PLAIN].map(str::to_owned);
    own.into_iter().chain(shipped).collect()
}
