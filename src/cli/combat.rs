//! `qbcoach combat`: a scripted Mage Knight combat, action by action.

use std::io::Write;
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::CombatOptions;
use super::{Failure, input};
use crate::daemon::to_wire;
use crate::mage_knight::advice::{self, Advice};
use crate::mage_knight::{Action, CombatData, Event, draw};
use crate::sessions;
use crate::sessions::export::{self, Exported};
use crate::sessions::game::Game;
use crate::sessions::history::Change;
use crate::sessions::mage_knight::{PlayedCombat, text};

/// What is shown to those who have no combat of their own yet.
const DEMONSTRATION: &str = include_str!("../../data/mage_knight/demo.txt");

/// Whether lines of JSON or a text are of a combat.
pub fn is_combat(content: &str) -> bool {
    if !export::is_jsonl(content) {
        return sessions::text::is_combat(content);
    }
    let first = content.lines().find(|line| !line.trim().is_empty());
    let head: Option<Value> = first.and_then(|line| serde_json::from_str(line).ok());
    head.is_some_and(|head| head["game"] == "mage-knight")
}

pub fn run(options: &CombatOptions, out: &mut impl Write) -> Result<(), Failure> {
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
) -> Result<(), Failure> {
    let wrong = |error: &dyn ToString| Failure::Input(format!("{name}: {}", error.to_string()));
    let data = CombatData::embedded();
    let read = match export::is_jsonl(content) {
        true => {
            export::read::<PlayedCombat>(&data, content).map(|read| (read, event_lines(content)))
        }
        false => text::read_with_lines(content),
    };
    let (Exported { setup, changes }, lines) = read.map_err(|error| wrong(&error))?;
    let first = PlayedCombat::begin(&data, &setup).map_err(|error| wrong(&error))?;
    let mut games = vec![first];
    if let (Some(title), false) = (&setup.title, options.json) {
        writeln!(out, "{title}")?;
    }
    show(&games, options, out)?;
    for (seq, (change, line)) in (1..).zip(changes.iter().zip(lines)) {
        let said = match change {
            Change::Undo(count) => format!("undo {count}"),
            Change::Act(action) => text::action_text(action),
        };
        out.flush()?;
        let events = step(&data, &mut games, change)
            .map_err(|problem| wrong(&format!("line {line}: `{said}`: {problem}")))?;
        if options.json {
            let events: Vec<_> = events.iter().map(to_wire::combat::event).collect();
            let phase = games.last().map(|game| game.combat.phase().word());
            let document = json!({ "seq": seq, "entry": said, "events": events, "phase": phase });
            writeln!(out, "{document}")?;
            continue;
        }
        writeln!(out, "\nAction {seq}: {said}")?;
        for event in &events {
            writeln!(out, "  {event}")?;
        }
        show(&games, options, out)?;
    }
    if let Some(now) = games.last().filter(|_| !options.json) {
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

/// The lines of an export's events: all but the first that say anything.
fn event_lines(jsonl: &str) -> Vec<usize> {
    let lines = (1..).zip(jsonl.lines());
    let told = lines.filter(|(_, line)| !line.trim().is_empty());
    told.skip(1).map(|(number, _)| number).collect()
}

/// Lets one event happen to the games so far, of which the last is now.
fn step(
    data: &Arc<CombatData>,
    games: &mut Vec<PlayedCombat>,
    change: &Change<Action>,
) -> Result<Vec<Event>, String> {
    let Some(now) = games.last() else {
        return Err("there is no combat".to_owned());
    };
    match change {
        Change::Act(action) => {
            let acted = now.act(data, action).map_err(|refusal| refusal.to_string());
            let (next, events) = acted?;
            games.push(next);
            Ok(events)
        }
        Change::Undo(count) => {
            let standing = games.len() - 1;
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            let left = standing
                .checked_sub(count)
                .ok_or_else(|| format!("{standing} actions can be taken back, not {count}"))?;
            games.truncate(left + 1);
            Ok(Vec::new())
        }
    }
}

/// The combat as it stands and, where asked for, what to do.
fn show(
    games: &[PlayedCombat],
    options: &CombatOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Some(now) = games.last().filter(|_| !options.json) else {
        return Ok(());
    };
    if !options.brief {
        writeln!(out, "{}", draw(&now.combat).trim_end())?;
    }
    if options.advise && !now.combat.is_over() {
        let budget = advice::DEFAULT_BUDGET;
        if let Ok(advice) = advice::recommend(&now.combat, &now.data, budget) {
            write_advice(&advice, out)?;
        }
    }
    Ok(())
}

fn write_advice(advice: &Advice, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "coach ({}): {}",
        advice.certainty.word(),
        advice.message
    )?;
    if let Some(best) = advice.actions.first() {
        for reason in &best.reasons {
            writeln!(out, "  {}", reason.text)?;
        }
    }
    Ok(())
}
