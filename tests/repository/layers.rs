//! Each layer uses only those below it.

use std::fs;

use crate::{files_below, root};

/// From the bottom up; the command line stands on all of them.
const LAYERS: [&str; 12] = [
    "rules",
    "simulation",
    "observation",
    "prediction",
    "coaching",
    "mage_knight",
    "sessions",
    "diagnostics",
    "measure",
    "daemon",
    "client",
    "cli",
];

fn rank(layer: &str) -> usize {
    LAYERS
        .iter()
        .position(|name| *name == layer)
        .unwrap_or_else(|| panic!("src/{layer} is no layer; add it to the map and to this list"))
}

/// The layers a text names as `crate::layer`, also inside `crate::{…}`.
fn used_layers(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut used = Vec::new();
    for after in code.split("crate::").skip(1) {
        let names: Vec<&str> = match after.strip_prefix('{') {
            Some(group) => group
                .split('}')
                .next()
                .unwrap_or_default()
                .split(',')
                .collect(),
            None => vec![after],
        };
        for name in names {
            let name: String = name
                .trim()
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            used.push(name);
        }
    }
    used
}

#[test]
fn modules_only_use_layers_below_them() {
    let source = root().join("src");
    let mut seen = 0;
    for file in files_below(&source, "rs") {
        let inside = file.strip_prefix(&source).expect("it lies below src");
        let layer = inside.components().next().expect("it has a name");
        let layer = layer.as_os_str().to_string_lossy().replace(".rs", "");
        if layer == "lib" || layer == "main" {
            continue;
        }
        for used in used_layers(&fs::read_to_string(&file).expect("it can be read")) {
            seen += 1;
            assert!(
                rank(&used) <= rank(&layer),
                "{} must not use crate::{used}",
                inside.display()
            );
        }
    }
    assert!(seen > 20, "the test reads the code");
}

#[test]
fn the_layer_test_sees_groups_and_paths() {
    let code =
        "use crate::rules::Board;\nuse crate::{simulation, daemon::to_wire};\n// crate::cli\n";
    assert_eq!(used_layers(code), ["rules", "simulation", "daemon"]);
}

#[test]
fn only_the_edge_knows_wire_types() {
    for file in files_below(&root().join("src"), "rs") {
        let text = fs::read_to_string(&file).expect("it can be read");
        let name = file.to_string_lossy().replace('\\', "/");
        let edge = ["daemon", "client", "cli"]
            .iter()
            .any(|layer| name.contains(&format!("/src/{layer}/")));
        assert!(
            edge || !text.contains("qbcoach_protocol"),
            "{name} must not know the wire"
        );
    }
}

#[test]
fn rules_read_no_clock_no_file_and_no_chance() {
    for file in files_below(&root().join("src/rules"), "rs") {
        let text = fs::read_to_string(&file).expect("it can be read");
        for forbidden in [
            "std::time",
            "std::fs",
            "std::io",
            "std::env",
            "rand",
            "HashMap",
        ] {
            let used = text.lines().any(|line| {
                let code = line.split("//").next().unwrap_or_default();
                code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                    .any(|word| word.starts_with(forbidden))
            });
            assert!(!used, "{} uses {forbidden}", file.display());
        }
    }
}

#[test]
fn clients_know_the_wire_and_not_the_rules() {
    for file in files_below(&root().join("clients"), "rs") {
        let text = fs::read_to_string(&file).expect("it can be read");
        let name = file.display();
        assert!(
            !text.contains("qbcoach::"),
            "{name} must not use the program itself"
        );
    }
    let manifests = files_below(&root().join("clients"), "toml").into_iter();
    for file in manifests.filter(|file| file.ends_with("Cargo.toml")) {
        let text = fs::read_to_string(&file).expect("it can be read");
        let uses = |line: &str| line.starts_with("qbcoach =") || line.starts_with("qbcoach.");
        assert!(
            !text.lines().any(uses),
            "{} must not depend on it",
            file.display()
        );
    }
}
