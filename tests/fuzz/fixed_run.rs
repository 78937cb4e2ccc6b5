//! The fuzz targets with their corpus and a fixed number of mutations of it, the same on
//! every run. `FUZZ_SEED` gives other mutations, `FUZZ_FACTOR` more of them.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use qbcoach_basics::chance::Chance;
use qbcoach_fuzz::mutation::mutated;
use qbcoach_fuzz::{TARGETS, Target};

fn number(name: &str, otherwise: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(otherwise, |text| text.parse().expect("a whole number"))
}

/// The files of a target's corpus, by name.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .expect("every target has a corpus")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read(path).expect("a file of the corpus"))
        .collect()
}

/// Inputs are tried one at a time, so that a panic belongs to one of them.
static TURN: Mutex<()> = Mutex::new(());

/// How many panics there were on any thread. The daemon survives a panic of a task, so
/// that the target itself need not see it.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn count_panics() {
    static COUNTING: Once = Once::new();
    COUNTING.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.fetch_add(1, Ordering::SeqCst);
            report(panic);
        }));
    });
}

/// Runs a target, and names the input if something panics.
fn check(target: &Target, input: &[u8]) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = PANICS.load(Ordering::SeqCst);
    let done = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let panics = PANICS.load(Ordering::SeqCst) - before;
    assert!(
        done.is_ok() && panics == 0,
        "{} fails with this input:\n{}\nas bytes: {input:?}",
        target.name,
        String::from_utf8_lossy(input)
    );
}

fn fixed_run(name: &str, mutations: u64) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.expect("a target of this name");
    let inputs = corpus(target);
    count_panics();
    assert!(!inputs.is_empty(), "the corpus of {name} is empty");
    for input in &inputs {
        check(target, input);
    }
    let mut chance = Chance::new(number("FUZZ_SEED", 2026), 0);
    for _ in 0..mutations * number("FUZZ_FACTOR", 1) {
        let input = chance.pick(&inputs).expect("the corpus is not empty");
        check(target, &mutated(input, &inputs, &mut chance));
    }
}

#[test]
fn connections_of_any_bytes() {
    fixed_run("framing", 200);
}

#[test]
fn calls_with_any_params() {
    fixed_run("calls", 200);
}

#[test]
fn any_position_texts() {
    fixed_run("positions", 5_000);
}

#[test]
fn any_match_texts() {
    fixed_run("matches", 2_000);
}

#[test]
fn any_deck_codes() {
    fixed_run("deck_codes", 20_000);
}

#[test]
fn imports_of_any_texts() {
    fixed_run("imports", 200);
}

/// A target that no test above runs would go unnoticed.
#[test]
fn every_target_has_a_corpus_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut folders: Vec<String> = fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    folders.sort();
    let mut names = TARGETS.map(|target| target.name);
    names.sort_unstable();
    assert_eq!(folders, names);
}
