//! What lies where, and how long it may be.

use std::fs;

use crate::repository::{files_below, root};

#[test]
fn the_top_level_holds_only_what_was_agreed() {
    const AGREED: [&str; 8] = [
        "Cargo.toml",
        "Cargo.lock",
        "src",
        "protocol",
        "data",
        "clients",
        "tests",
        "README.md",
    ];
    for entry in fs::read_dir(root()).expect("the root can be read") {
        let name = entry.expect("its entries can be read").file_name();
        let name = name.to_string_lossy();
        let built = name == "target";
        assert!(
            built || name.starts_with('.') || AGREED.contains(&name.as_ref()),
            "{name} does not belong at the top level"
        );
    }
}

#[test]
fn the_readme_maps_every_crate_and_every_layer_of_the_engine() {
    let readme = fs::read_to_string(root().join("README.md")).expect("it can be read");
    for folder in ["src", "src/engine", "tests"] {
        for name in folders_in(folder) {
            assert!(
                readme.contains(&format!("`{folder}/{name}`")),
                "README.md leaves out {folder}/{name}"
            );
        }
    }
}

#[test]
fn the_engines_docs_map_every_layer() {
    let map = fs::read_to_string(root().join("src/engine/lib.rs")).expect("it can be read");
    for name in folders_in("src/engine") {
        assert!(
            map.contains(&format!("[`{name}`]")),
            "src/engine/lib.rs leaves out {name}"
        );
    }
}

fn folders_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("its entries can be read").path());
    paths
        .filter(|path| path.is_dir())
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect()
}

#[test]
fn every_client_is_on_the_map_and_explains_itself() {
    let readme = fs::read_to_string(root().join("README.md")).expect("it can be read");
    for entry in fs::read_dir(root().join("clients")).expect("it can be read") {
        let path = entry.expect("its entries can be read").path();
        // Beside the clients there is the page on how to write one.
        if path.is_file() {
            continue;
        }
        let name = path.file_name().expect("it has a name").to_string_lossy();
        assert!(
            readme.contains(&format!("| `clients/{name}` |")),
            "README.md leaves out clients/{name}"
        );
        assert!(
            path.join("README.md").is_file(),
            "clients/{name} has no README.md"
        );
    }
}

#[test]
fn source_files_are_about_one_thing() {
    const LONGEST: usize = 500;
    for folder in ["src", "protocol", "clients"] {
        for file in files_below(&root().join(folder), "rs") {
            let lines = fs::read_to_string(&file)
                .expect("it can be read")
                .lines()
                .count();
            assert!(
                lines <= LONGEST,
                "{} has {lines} lines: which two things is it?",
                file.display()
            );
        }
    }
}

#[test]
fn nothing_names_a_path_of_one_machine() {
    // Written in two parts so that this file does not find itself.
    let paths = ["/work", "/root", "/home"].map(|start| format!("{start}/"));
    for (folder, ending) in [
        ("src", "rs"),
        ("protocol", "rs"),
        ("clients", "rs"),
        ("tests", "rs"),
        ("data", "json"),
    ] {
        for file in files_below(&root().join(folder), ending) {
            let text = fs::read_to_string(&file).expect("it can be read");
            for path in &paths {
                assert!(
                    !text.contains(path.as_str()),
                    "{} names {path}",
                    file.display()
                );
            }
        }
    }
}
