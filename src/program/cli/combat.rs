//! `qbcoach combat`: plays a scripted Mage Knight combat, action by action.

use std::io::Write;
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::CombatOptions;
use super::{CommandError, input};
use qbcoach_daemon::to_wire;
use qbcoach_mage_knight::advice::{self, Advice};
use qbcoach_mage_knight::{Action, Combat, CombatData, Event, UnitId, draw};
use qbcoach_protocol::CombatNames;
use qbcoach_sessions::export::{self, Exported};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::mage_knight::{PlayedCombat, text};
use qbcoach_sessions::undo_line::UndoLine;

/// The combat that is played when no file is given.
const DEMONSTRATION: &str = include_str!("../../../data/mage_knight/demo.txt");

/// Whether a file, as JSON lines or as text, contains a combat.
pub fn is_combat(content: &str) -> bool {
    if !export::is_jsonl(content) {
        return qbcoach_sessions::text::is_combat(content);
    }
    let first = content.lines().find(|line| !line.trim().is_empty());
    let head: Option<Value> = first.and_then(|line| serde_json::from_str(line).ok());
    head.is_some_and(|head| head["game"] == "mage-knight")
}

pub fn run(options: &CombatOptions, out: &mut impl Write) -> Result<(), CommandError> {
    let (name, content) = match &options.file {
        Some(file) => (file.as_str(), input::read_file_or_stdin(file)?),
        None => ("the demonstration", DEMONSTRATION.to_owned()),
    };
    play(name, &content, options, out)
}

pub fn play(
    name: &str,
    content: &str,
    options: &CombatOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let failed =
        |error: &dyn ToString| CommandError::Input(format!("{name}: {}", error.to_string()));
    let data = CombatData::embedded();
    let read = match export::is_jsonl(content) {
        true => {
            export::read::<PlayedCombat>(&data, content).map(|read| (read, event_lines(content)))
        }
        false => text::read_with_lines(content),
    };
    let (Exported { setup, changes }, lines) = read.map_err(|error| failed(&error))?;
    let first = PlayedCombat::begin(&data, &setup).map_err(|error| failed(&error))?;
    let mut games = UndoLine::new(first);
    if let (Some(title), false) = (&setup.title, options.json) {
        writeln!(out, "{title}")?;
    }
    show(&games, options, out)?;
    for (seq, (change, line)) in (1..).zip(changes.iter().zip(lines)) {
        let entry = match change {
            SessionChange::Undo(count) => format!("undo {count}"),
            SessionChange::Redo(count) => format!("redo {count}"),
            SessionChange::Act(action) => text::action_text(action),
        };
        out.flush()?;
        let events = apply(&data, &mut games, change)
            .map_err(|problem| failed(&format!("line {line}: `{entry}`: {problem}")))?;
        if options.json {
            let events: Vec<_> = events.iter().map(to_wire::combat::event).collect();
            let phase = games.now().combat.phase().word();
            let document = json!({ "seq": seq, "entry": entry, "events": events, "phase": phase });
            writeln!(out, "{document}")?;
            continue;
        }
        writeln!(out, "\nAction {seq}: {entry}")?;
        let names = names(&games.now().combat);
        for event in &events {
            writeln!(out, "  {}", names.told(&event.to_string()))?;
        }
        show(&games, options, out)?;
    }
    if !options.json {
        let now = games.now();
        let (combat, hero) = (&now.combat, now.combat.hero());
        writeln!(
            out,
            "\nfame gained {}, wounds in hand {}, in the discard pile {}",
            combat.fame_gained(),
            hero.wounds,
            hero.discard_wounds
        )?;
    }
    Ok(())
}

/// The line numbers of the events of an export: all lines that are not empty, except
/// the first, which is the header.
fn event_lines(jsonl: &str) -> Vec<usize> {
    let lines = (1..).zip(jsonl.lines());
    let filled = lines.filter(|(_, line)| !line.trim().is_empty());
    filled.skip(1).map(|(number, _)| number).collect()
}

fn apply(
    data: &Arc<CombatData>,
    games: &mut UndoLine<PlayedCombat>,
    change: &SessionChange<Action>,
) -> Result<Vec<Event>, String> {
    match change {
        SessionChange::Act(action) => {
            let acted = games.now().act(data, action);
            let names = names(&games.now().combat);
            let acted = acted.map_err(|refusal| names.told(&refusal.to_string()));
            let (next, events) = acted?;
            games.push(next);
            Ok(events)
        }
        SessionChange::Undo(count) => games.undo(*count).map(|()| Vec::new()),
        SessionChange::Redo(count) => games.redo(*count).map(|()| Vec::new()),
    }
}

/// Draws the current combat and, if asked for, writes the advice.
fn show(
    games: &UndoLine<PlayedCombat>,
    options: &CombatOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    if options.json {
        return Ok(());
    }
    let now = games.now();
    if !options.brief {
        let drawn = draw(&now.combat);
        writeln!(out, "{}", names(&now.combat).told(drawn.trim_end()))?;
    }
    if options.advise && !now.combat.is_over() {
        let budget = advice::default_budget(&now.combat);
        if let Ok(advice) = advice::recommend(&now.combat, &now.data, budget) {
            write_advice(&advice, &names(&now.combat), out)?;
        }
    }
    Ok(())
}

/// The names of the enemies and units for people.
fn names(combat: &Combat) -> CombatNames {
    let enemies = combat.enemies().iter().map(|enemy| {
        let (id, name) = (enemy.id.to_string(), enemy.kind.name.to_string());
        (id, name, enemy.attacks.len())
    });
    let units = combat.holdings().map_or(0, |held| held.units.len());
    let units = (0..units).map(UnitId);
    let units = units.map(|id| (id.to_string(), combat.name_of_unit(id)));
    CombatNames::new(enemies, units)
}

fn write_advice(
    advice: &Advice,
    names: &CombatNames,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    writeln!(
        out,
        "coach ({}): {}",
        advice.certainty.word(),
        names.told(&advice.message)
    )?;
    if let Some(best) = advice.actions.first() {
        for reason in &best.reasons {
            writeln!(out, "  {}", reason.text)?;
        }
        if !best.line.is_empty() {
            writeln!(out, "  then {}", names.told(&best.line.join("; ")))?;
        }
    }
    Ok(())
}
