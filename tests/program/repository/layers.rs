//! Each layer uses only those below it. Between crates the compiler enforces it;
//! inside the engine, which holds several layers, these tests do.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Macro, UseTree};

use crate::repository::{files_below, root};

/// The engine's layers, from the bottom up.
const ENGINE: [&str; 6] = [
    "rules",
    "simulation",
    "observation",
    "prediction",
    "coaching",
    "diagnostics",
];

/// Finds every module of the crate's root that a file names, as `crate::module` or
/// through `super`: in `use` groups of any depth, in paths, and in the arguments of
/// macros.
struct CrateModules {
    found: BTreeSet<String>,
    /// How many times `super` leads from the code being read to the crate's root.
    depth: usize,
}

impl<'ast> Visit<'ast> for CrateModules {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.depth += 1;
        visit::visit_item_mod(self, item);
        self.depth -= 1;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&item.tree, 0);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        self.path(&names.collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    // The parser leaves the arguments of macros as bare tokens.
    fn visit_macro(&mut self, call: &'ast Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}

impl CrateModules {
    fn of(source: &str, depth: usize) -> BTreeSet<String> {
        let file = syn::parse_file(source).expect("the file is Rust");
        let found = BTreeSet::new();
        let mut modules = CrateModules { found, depth };
        modules.visit_file(&file);
        modules.found
    }

    /// `supers` is the number of times that `super` was written before this part.
    fn use_tree(&mut self, tree: &UseTree, supers: usize) {
        match tree {
            UseTree::Path(path) if path.ident == "crate" => self.heads(&path.tree),
            UseTree::Path(path) if path.ident == "super" && supers + 1 == self.depth => {
                self.heads(&path.tree);
            }
            UseTree::Path(path) if path.ident == "super" => self.use_tree(&path.tree, supers + 1),
            UseTree::Group(group) => {
                let trees = group.items.iter();
                trees.for_each(|tree| self.use_tree(tree, supers));
            }
            _ => {}
        }
    }

    /// The first names below the root. All of them, written `*`, count as a module of
    /// that name, which is in no layer.
    fn heads(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add(&path.ident),
            UseTree::Name(name) => self.add(&name.ident),
            UseTree::Rename(rename) => self.add(&rename.ident),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.heads(tree)),
            UseTree::Glob(_) => {
                self.found.insert("*".to_owned());
            }
        }
    }

    fn path(&mut self, names: &[String]) {
        let supers = names.iter().take_while(|name| *name == "super").count();
        let head = match names.first().map(String::as_str) {
            Some("crate") => names.get(1),
            Some("super") if supers == self.depth => names.get(supers),
            _ => None,
        };
        self.found.extend(head.cloned());
    }

    fn add(&mut self, module: &syn::Ident) {
        self.found.insert(module.to_string());
    }

    fn tokens(&mut self, tokens: TokenStream) {
        // The names of the path that is being read; `::` joins them.
        let mut names: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.path(&std::mem::take(&mut names));
                    }
                    names.push(word.to_string());
                    colons = 0;
                    continue;
                }
                _ => {}
            }
            self.path(&std::mem::take(&mut names));
            colons = 0;
        }
        self.path(&names);
    }
}

fn source(file: &Path) -> String {
    fs::read_to_string(file).expect("the file can be read")
}

fn rank(layer: &str) -> Option<usize> {
    ENGINE.iter().position(|name| *name == layer)
}

/// How deep the module of a file is below the crate's root: 1 for `rules/mod.rs`, 2 for
/// `rules/board.rs`.
fn depth(file: &Path) -> usize {
    let parts = file.components().count();
    if file.ends_with("mod.rs") {
        parts - 1
    } else {
        parts
    }
}

#[test]
fn the_engines_modules_only_use_layers_below_them() {
    let engine = root().join("src/engine");
    let mut uses = 0;
    for file in files_below(&engine, "rs") {
        let inside = file.strip_prefix(&engine).expect("it lies in the engine");
        let first = inside.components().next().expect("it has a name");
        let layer = first.as_os_str().to_string_lossy().replace(".rs", "");
        if layer == "lib" {
            continue;
        }
        let own = rank(&layer).unwrap_or_else(|| {
            panic!("src/engine/{layer} is not a layer: add it to the list here")
        });
        for used in CrateModules::of(&source(&file), depth(inside)) {
            uses += 1;
            let below = rank(&used).is_some_and(|used| used <= own);
            assert!(below, "{} must not use crate::{used}", inside.display());
        }
    }
    assert!(uses > 20, "the test reads the code");
}

#[test]
fn the_layer_test_reads_nested_groups_paths_and_macros() {
    let code = "
        use crate::rules::Board;
        use crate::{simulation::{self, action::{Action, Phase}}, observation as seen};
        use {std::fmt, crate::prediction};
        // use crate::comments;
        fn f() -> crate::coaching::Coach { vec![crate::diagnostics::run()] }
    ";
    let expected = ENGINE.map(str::to_owned);
    assert_eq!(CrateModules::of(code, 2), BTreeSet::from(expected));
}

#[test]
fn the_layer_test_follows_super_to_the_root_and_reads_globs() {
    let code = "
        use super::sibling::Board;
        use super::super::{rules::Tile, simulation};
        use super::{other, super::observation::Observation};
        fn f() -> super::super::prediction::Error { assert!(super::super::coaching::is_it()) }
        mod inner {
            use super::super::uncle;
            use super::super::super::diagnostics;
        }
    ";
    let expected = ENGINE.map(str::to_owned);
    assert_eq!(CrateModules::of(code, 2), BTreeSet::from(expected));
    let root = BTreeSet::from(["*".to_owned()]);
    assert_eq!(CrateModules::of("use crate::*;", 2), root);
    assert_eq!(CrateModules::of("use super::*;", 1), root);
    assert_eq!(CrateModules::of("use super::*;", 2), BTreeSet::new());
}

/// The manifest's own crates that it depends on, those of its tests left out.
fn dependencies(manifest: &Path) -> Vec<String> {
    let manifest: toml::Table = source(manifest).parse().expect("the manifest is TOML");
    let dependencies = manifest
        .get("dependencies")
        .and_then(|table| table.as_table());
    let names = dependencies.into_iter().flat_map(|table| table.keys());
    names
        .filter(|name| name.starts_with("qbcoach"))
        .cloned()
        .collect()
}

#[test]
fn each_crate_depends_only_on_crates_below_it() {
    const CRATES: [(&str, &[&str]); 12] = [
        ("src/platform", &[]),
        ("src/basics", &[]),
        ("src/engine", &["qbcoach-basics"]),
        ("src/mage_knight", &["qbcoach-basics"]),
        ("src/notation", &["qbcoach-basics", "qbcoach-engine"]),
        (
            "src/sessions",
            &[
                "qbcoach-basics",
                "qbcoach-engine",
                "qbcoach-mage-knight",
                "qbcoach-notation",
                "qbcoach-platform",
            ],
        ),
        (
            "src/language",
            &[
                "qbcoach-basics",
                "qbcoach-engine",
                "qbcoach-notation",
                "qbcoach-sessions",
            ],
        ),
        (
            "src/measure",
            &[
                "qbcoach-basics",
                "qbcoach-engine",
                "qbcoach-mage-knight",
                "qbcoach-sessions",
            ],
        ),
        ("protocol", &["qbcoach-platform"]),
        (
            "src/daemon",
            &[
                "qbcoach-basics",
                "qbcoach-engine",
                "qbcoach-language",
                "qbcoach-mage-knight",
                "qbcoach-platform",
                "qbcoach-protocol",
                "qbcoach-sessions",
            ],
        ),
        // It tells assistants what the daemon says, and knows no rules.
        ("src/assistant", &["qbcoach-protocol"]),
        ("clients/bot", &["qbcoach-platform", "qbcoach-protocol"]),
    ];
    for (folder, allowed) in CRATES {
        for used in dependencies(&root().join(folder).join("Cargo.toml")) {
            assert!(
                allowed.contains(&used.as_str()),
                "{folder} must not use {used}"
            );
        }
    }
}

#[test]
fn the_engine_opens_no_file_and_knows_no_async_runtime() {
    let manifest = source(&root().join("src/engine/Cargo.toml"));
    assert!(!manifest.contains("tokio"), "the engine is a plain library");
    for folder in ["src/engine", "src/mage_knight", "src/basics"] {
        for file in files_below(&root().join(folder), "rs") {
            let text = source(&file);
            for forbidden in ["std::fs", "std::net", "std::time::SystemTime"] {
                let used = code_lines(&text).any(|line| line.contains(forbidden));
                assert!(!used, "{} uses {forbidden}", file.display());
            }
        }
    }
}

#[test]
fn rules_read_no_clock_no_file_and_no_chance() {
    for file in files_below(&root().join("src/engine/rules"), "rs") {
        let text = source(&file);
        for forbidden in [
            "std::time",
            "std::fs",
            "std::io",
            "std::env",
            "rand",
            "HashMap",
            "qbcoach_basics::chance",
        ] {
            let used = code_lines(&text).any(|line| {
                line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                    .any(|word| word.starts_with(forbidden))
            });
            assert!(!used, "{} uses {forbidden}", file.display());
        }
    }
}

/// The lines of a source without their comments.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
}
