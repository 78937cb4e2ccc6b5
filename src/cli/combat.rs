//! `qbcoach combat`: a scripted Mage Knight combat, action by action.

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::args::CombatOptions;
use super::{Failure, input};
use crate::daemon::to_wire;
use crate::mage_knight::advice::{self, Advice};
use crate::mage_knight::{CombatData, draw};
use crate::sessions::export::{self, Exported};
use crate::sessions::game::Game;
use crate::sessions::history::Change;
use crate::sessions::mage_knight::{PlayedCombat, text};

/// What is shown to those who have no combat of their own yet.
const DEMONSTRATION: &str = include_str!("../../data/mage_knight/demo.txt");

/// Whether lines of JSON or a text are of a combat.
pub fn is_combat(content: &str) -> bool {
    let first = content.lines().find(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let first = first.unwrap_or_default();
    first.trim() == "game mage-knight"
        || (export::is_jsonl(content) && first.contains("\"game\":\"mage-knight\""))
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
        true => export::read::<PlayedCombat>(&data, content),
        false => text::read(content),
    };
    let Exported { setup, changes } = read.map_err(|error| wrong(&error))?;
    let first = PlayedCombat::begin(&data, &setup).map_err(|error| wrong(&error))?;
    let mut games = vec![first];
    if let (Some(title), false) = (&setup.title, options.json) {
        writeln!(out, "{title}")?;
    }
    show(&games, options, out)?;
    for (seq, change) in (1..).zip(&changes) {
        let (said, events) = match change {
            Change::Undo(count) => {
                let left = games.len().saturating_sub(*count as usize).max(1);
                games.truncate(left);
                (format!("undo {count}"), Vec::new())
            }
            Change::Act(action) => {
                let said = text::action_text(action);
                out.flush()?;
                let (next, events) = step(&data, &games, action)
                    .map_err(|error| wrong(&format!("event {seq}, `{said}`: {error}")))?;
                games.push(next);
                (said, events)
            }
        };
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

type Stepped = (PlayedCombat, Vec<crate::mage_knight::Event>);

fn step(
    data: &Arc<CombatData>,
    games: &[PlayedCombat],
    action: &crate::mage_knight::Action,
) -> Result<Stepped, String> {
    let Some(now) = games.last() else {
        return Err("there is no combat".to_owned());
    };
    now.act(data, action).map_err(|refusal| refusal.to_string())
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
