//! Code actions: fixes for findings, the best move, the due draw, and tidying.

use qbcoach_engine::simulation::action::Phase;
use qbcoach_notation::{Change, Span, Statement, short_text};
use qbcoach_sessions::queens_blood::Library;

use super::advice::best_move;
use super::check::{Checked, Finding};
use super::document::Document;
use super::fixes;
use super::format::line_text;
use super::lsp::{CodeAction, Diagnostic, Range, TextEdit, WorkspaceEdit};
use super::place::{Encoding, Places};

pub const QUICK_FIX: &str = "quickfix";
pub const REWRITE: &str = "refactor.rewrite";
/// Rewrites a whole export as a person would write it.
pub const TIDY: &str = "source.tidy";

/// Who found what a diagnostic says.
pub const SOURCE: &str = "qbcoach";

/// The findings of a text as an editor shows them.
pub fn diagnostics(library: &Library, document: &Document, encoding: Encoding) -> Vec<Diagnostic> {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let found = checked.findings.iter();
    found
        .map(|finding| diagnostic(&places, &checked, finding))
        .collect()
}

fn diagnostic(places: &Places<'_>, checked: &Checked, finding: &Finding) -> Diagnostic {
    let mut span = finding.span;
    // A place without width is hard to see: the line is marked instead.
    if span.start >= span.end {
        span = checked.text.lines[finding.line].content;
    }
    Diagnostic {
        range: places.range(span),
        severity: finding.severity as u8,
        code: finding.code,
        source: SOURCE,
        message: finding.message.clone(),
    }
}

/// Whether an action of this kind was asked for; an editor that names none wants all.
fn wanted(only: Option<&[String]>, kind: &str) -> bool {
    let Some(only) = only else {
        return true;
    };
    only.iter()
        .any(|asked| kind == asked || kind.starts_with(&format!("{asked}.")))
}

pub fn actions(
    library: &Library,
    document: &Document,
    encoding: Encoding,
    range: Range,
    only: Option<&[String]>,
) -> Vec<CodeAction> {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let mut actions = Vec::new();
    let edit = |span: Span, new_text: String| {
        let range = places.range(span);
        WorkspaceEdit::of(&document.uri, vec![TextEdit { range, new_text }])
    };
    if wanted(only, QUICK_FIX) {
        for finding in &checked.findings {
            let line = finding.line as u32;
            if line < range.start.line || line > range.end.line {
                continue;
            }
            let fixes = fixes::of(library, &checked, &document.text, finding);
            for (index, fix) in fixes.into_iter().enumerate() {
                actions.push(CodeAction {
                    title: fix.title,
                    kind: QUICK_FIX,
                    diagnostics: vec![diagnostic(&places, &checked, finding)],
                    is_preferred: index == 0,
                    edit: edit(fix.span, fix.text),
                });
            }
        }
    }
    if wanted(only, REWRITE) {
        actions.extend(
            next_lines(library, document, &checked, range)
                .into_iter()
                .map(|(title, span, text)| CodeAction {
                    title,
                    kind: REWRITE,
                    diagnostics: Vec::new(),
                    is_preferred: false,
                    edit: edit(span, text),
                }),
        );
    }
    if wanted(only, TIDY)
        && let Some(text) = tidied(library, document, &checked)
    {
        let whole = Span {
            start: 0,
            end: document.text.len(),
        };
        actions.push(CodeAction {
            title: "Tidy this export".to_owned(),
            kind: TIDY,
            diagnostics: Vec::new(),
            is_preferred: false,
            edit: edit(whole, text),
        });
    }
    actions
}

/// Lines that may follow the end of the match: the due draw, or the best move.
fn next_lines(
    library: &Library,
    document: &Document,
    checked: &Checked,
    range: Range,
) -> Vec<(String, Span, String)> {
    let lines = &checked.text.lines;
    let line = range.end.line as usize;
    let at_end = checked.last_event().is_none_or(|last| line >= last);
    if !at_end || checked.has_errors() || line >= lines.len() {
        return Vec::new();
    }
    let Some(game) = checked.after(library, line) else {
        return Vec::new();
    };
    let text = &document.text;
    // On an empty line of its own, or on a new line below.
    let own = lines[line].span;
    let is_empty = own.text(text).trim().is_empty();
    let (span, before) = match is_empty {
        true => (own, ""),
        false => {
            let end = own.end;
            (Span { start: end, end }, "\n")
        }
    };
    if game.annotated.state.phase() == Phase::Draw {
        let draws = fixes::draws(library, checked, line + usize::from(line + 1 < lines.len()));
        let draws = draws.into_iter();
        return draws
            .map(|fix| (fix.title, span, format!("{before}{}", fix.text.trim_end())))
            .collect();
    }
    match best_move(&game) {
        Some((action, label)) => {
            let written = short_text(&library.catalogue, &action);
            let title = format!("Play the best move: {label}");
            vec![(title, span, format!("{before}{written}"))]
        }
        None => Vec::new(),
    }
}

/// An export as a person would write it: without what was taken back, and each card by
/// its name. None if the text is already so, or has faults.
fn tidied(library: &Library, document: &Document, checked: &Checked) -> Option<String> {
    if checked.has_errors() {
        return None;
    }
    let (_, in_effect) = checked.played(library)?;
    let text = &document.text;
    let mut tidy = String::new();
    for (index, line) in checked.text.lines.iter().enumerate() {
        let is_last = index + 1 == checked.text.lines.len();
        let is_kept = match &line.statement {
            Statement::Change(Change::Undo(_) | Change::Redo(_)) => false,
            Statement::Change(Change::Act(_)) => in_effect.iter().any(|(own, _)| *own == index),
            // A seed decides nothing where nothing is dealt.
            Statement::Seed(_) => {
                checked.text.setup.mode
                    == Some(qbcoach_engine::simulation::game_state::MatchMode::Simulated)
            }
            _ => !(is_last && line.span.start == line.span.end),
        };
        if is_kept {
            tidy.push_str(&line_text(&library.catalogue, text, line));
            tidy.push('\n');
        }
    }
    (tidy.trim_end() != text.replace("\r\n", "\n").trim_end()).then_some(tidy)
}
