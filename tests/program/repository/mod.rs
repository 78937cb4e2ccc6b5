//! Rules of the repository: layers, layout, and correct examples in documents.

mod citations;
mod layers;
mod layout;
mod readme;
mod release;

use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// Every file below a folder with this extension, sorted.
fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("its entries can be read").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
