//! Match texts in real editors, and with the client libraries that editors are made of.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs, iter};

const PROGRAM: &str = env!("CARGO_BIN_EXE_qbcoach");

fn scripts() -> PathBuf {
    crate::root().join("tests/outside/language")
}

/// The folder of the editors, which are fetched if they are missing.
fn editors() -> PathBuf {
    static PREPARED: OnceLock<PathBuf> = OnceLock::new();
    let prepare = || {
        let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let folder = target.parent().expect("the target folder");
        let folder = folder.join("peers/language");
        crate::run(Command::new(scripts().join("prepare")).arg(&folder));
        folder
    };
    PREPARED.get_or_init(prepare).clone()
}

/// The lines of the page for an editor: the first code block after a line that begins so.
fn lines_for(editor: &str) -> String {
    let page = crate::root().join("clients/editors/README.md");
    let page = fs::read_to_string(page).expect("the page can be read");
    let after = page
        .split_once(&format!("\n{editor}"))
        .expect("the page names the editor")
        .1;
    let block = after
        .split_once("\n```")
        .expect("the page has lines for it")
        .1;
    let block = block.split_once('\n').expect("the lines follow").1;
    let block = block.split_once("```").expect("the lines end").0;
    block.to_owned()
}

/// A new folder with the lines of the page for an editor in a file.
fn folder_with(editor: &str, file: &str) -> (PathBuf, PathBuf) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("lines_for_{editor}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("empty")).expect("a folder can be made");
    let lines = folder.join(file);
    fs::write(&lines, lines_for(editor)).expect("a file can be written");
    (folder.join("empty"), lines)
}

/// The `PATH` with the program first, which the page calls `qbcoach`.
fn path() -> OsString {
    let program = PathBuf::from(PROGRAM);
    let own = program
        .parent()
        .expect("the program is in a folder")
        .to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let all = iter::once(own).chain(env::split_paths(&others));
    env::join_paths(all).expect("the folders have no separators in their names")
}

#[test]
fn pytest_lsp_is_answered_under_the_capabilities_of_three_editors() {
    let printed = crate::run(
        Command::new(editors().join("pytest/bin/python"))
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
            .arg(scripts().join("test_editors.py"))
            .env("QBCOACH", PROGRAM),
    );
    assert!(printed.contains("12 passed"), "{printed}");
}

#[test]
fn neovim_shows_faults_completes_mends_and_formats() {
    let neovim = editors().join("neovim");
    let (_, lines) = folder_with("Neovim", "init.lua");
    let printed = crate::run(
        Command::new(neovim.join("run"))
            .args(["nvim", "--headless", "-i", "NONE", "-u"])
            .arg(lines)
            .arg("-l")
            .arg(scripts().join("neovim.lua"))
            .env("VIMRUNTIME", neovim.join("root/usr/share/nvim/runtime"))
            .env("PATH", path()),
    );
    assert!(printed.contains("done"), "{printed}");
}

#[test]
fn emacs_with_eglot_in_strict_mode_has_nothing_to_complain_about() {
    let (_, lines) = folder_with("Emacs", "init.el");
    let printed = crate::run(
        Command::new(scripts().join("run_emacs"))
            .arg(editors().join("emacs"))
            .arg(lines)
            .arg(scripts().join("eglot.el"))
            .env("PATH", path()),
    );
    assert!(printed.contains("done"), "{printed}");
}

#[test]
fn helix_shows_a_fault_mends_it_and_formats() {
    let helix = editors().join("helix");
    let (empty, lines) = folder_with("Helix", "languages.toml");
    let printed = crate::run(
        Command::new(editors().join("pytest/bin/python"))
            .arg(scripts().join("helix.py"))
            .arg(helix.join("run"))
            .args([lines, empty])
            .env("HELIX_RUNTIME", helix.join("root/usr/lib/hx/runtime"))
            .env("PATH", path()),
    );
    assert!(printed.contains("done"), "{printed}");
}

#[test]
fn kate_starts_the_language_and_is_answered() {
    let (empty, lines) = folder_with("Kate", "settings.json");
    let printed = crate::run(
        Command::new(editors().join("pytest/bin/python"))
            .arg(scripts().join("kate.py"))
            .args([editors().join("kate"), lines, empty])
            .env("QBCOACH", PROGRAM),
    );
    assert!(printed.contains("done"), "{printed}");
}

#[test]
fn zeds_extension_is_compiled_and_what_it_starts_answers() {
    let extension = crate::root().join("clients/editors/zed");
    let (copy, lines) = folder_with("Zed", "settings.json");
    // Zed compiles a folder of its own, and nothing may be written into the repository.
    for file in ["Cargo.toml", "src/lib.rs"] {
        let to = copy.join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder can be made");
        fs::copy(extension.join(file), to).expect("the file can be copied");
    }
    crate::run(
        Command::new(env!("CARGO"))
            .args(["check", "--quiet", "--target-dir"])
            .arg(editors().join("zed"))
            .current_dir(copy)
            .env_remove("RUSTC_WORKSPACE_WRAPPER"),
    );
    let printed = crate::run(
        Command::new(editors().join("pytest/bin/python"))
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
            .arg(scripts().join("test_zed.py"))
            .env("ZED", extension)
            .env("ZED_SETTINGS", lines)
            .env("PATH", path()),
    );
    assert!(printed.contains("2 passed"), "{printed}");
}

#[test]
fn codemirror_in_chromium_marks_and_completes() {
    let printed = crate::run(
        Command::new("node")
            .args(["--test", "--test-reporter=tap"])
            .arg(scripts().join("codemirror.test.mjs"))
            .env("QBCOACH", PROGRAM)
            .env("PAGES_LIBRARIES", crate::pages::libraries())
            .env("LANGUAGE_LIBRARIES", editors().join("node")),
    );
    assert!(printed.contains("# fail 0"), "{printed}");
}

#[test]
fn the_tree_sitter_grammar_reads_every_example() {
    let printed =
        crate::run(Command::new(scripts().join("grammar")).arg(editors().join("tree-sitter")));
    assert_eq!(printed.lines().last(), Some("done"), "{printed}");
}
