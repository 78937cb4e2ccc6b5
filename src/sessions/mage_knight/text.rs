//! A combat as a text that people read and write; `qbcoach combat` plays it.
//!
//! ```text
//! game mage-knight
//! title at the keep
//! rules seed
//! seed 7
//! enemies prowlers, guardsmen
//! hero armor 2 handLimit 5 fame 0
//! points block 3 physical, 2 ice
//! hand tremor, whirlwind
//! site fortified
//! mana red, gold
//! crystals blue
//! dice red, black
//! units peasants, utem_crossbowmen wounded
//! skills tovak_shield_mastery
//! time night
//! weights wound 4, fame 2.5
//! ---
//! play tremor powered
//! choose 0
//! attack enemy_0 enemy_1 with 3 fire siege, 2 ranged
//! end
//! block enemy_0 0 with 3 ice
//! damage enemy_1 0
//! damage enemy_1 0 by unit_0 unit_1
//! play rage powered paying red crystal
//! play march sideways
//! unit unit_0 1 paying red token
//! use tovak_shield_mastery
//! attack enemy_0 with 2 fire, points of chivalry
//! undo 1
//! redo 1
//! ```

mod reading;

use self::reading::{ids, known, read_action, read_attacks, read_blocks, read_colors, read_unit};
use super::played_combat::{NamedSetup, PlayedCombat};
use crate::export::Exported;
use crate::game::RecordError;
use crate::history::{History, SessionChange};
use qbcoach_basics::shorten::shortened;
use qbcoach_basics::suggest::closest;
use qbcoach_mage_knight::mana::ByMana;
use qbcoach_mage_knight::unit::{Readiness, UnitHealth};
use qbcoach_mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, CombatSetup, DayTime, Element,
    EnemyId, InstanceId, Mana, ManaPayment, ManaSource, Mode, Site, StatedPoints, UnitId,
    UnitSetup, Weights,
};

const NOTHING: &str = "-";

const WORDS: [&str; 26] = [
    "game", "title", "rules", "seed", "enemies", "hero", "points", "hand", "site", "mana",
    "crystals", "dice", "units", "skills", "time", "weights", "play", "choose", "attack", "block",
    "damage", "unit", "use", "end", "undo", "redo",
];

pub fn write(history: &History<PlayedCombat>) -> String {
    let NamedSetup { setup, title } = &*history.setup;
    let hero = &setup.hero;
    let mut lines = Vec::new();
    lines.extend(title.as_ref().map(|title| format!("title {title}")));
    lines.push(format!("rules {}", setup.rules.word()));
    lines.push(format!("seed {}", setup.seed));
    lines.push(format!("enemies {}", list(&setup.enemies)));
    lines.push(format!(
        "hero armor {} handLimit {} fame {}",
        hero.armor, hero.hand_limit, hero.fame
    ));
    if let Some(points) = &hero.points {
        lines.push(format!(
            "points rangedSiege {}",
            attacks(&points.ranged_siege)
        ));
        lines.push(format!("points block {}", blocks(&points.block)));
        lines.push(format!("points attack {}", attacks(&points.attack)));
    }
    lines.push(format!("hand {}", list(&setup.hand)));
    if setup.site == Site::Fortified {
        lines.push("site fortified".to_owned());
    }
    lines.extend(holdings_lines(setup));
    lines.push("---".to_owned());
    for entry in &history.entries {
        lines.push(match &entry.change {
            SessionChange::Act(action) => action_text(action),
            SessionChange::Undo(count) => format!("undo {count}"),
            SessionChange::Redo(count) => format!("redo {count}"),
        });
    }
    lines.push(String::new());
    lines.join("\n")
}

/// The lines about what the hero holds besides the hand.
fn holdings_lines(setup: &CombatSetup) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(mana) = &setup.mana {
        let colors = |amounts: &ByMana| {
            joined(amounts.held().flat_map(|(mana, amount)| {
                std::iter::repeat_n(mana.word().to_owned(), usize::from(amount))
            }))
        };
        lines.push(format!("mana {}", colors(&mana.tokens)));
        lines.push(format!("crystals {}", colors(&mana.crystals)));
        let more = match mana.dice_left {
            1 => String::new(),
            left => format!(" left {left}"),
        };
        lines.push(format!("dice {}{more}", colors(&mana.dice)));
    }
    if let Some(units) = &setup.units {
        let unit = |unit: &UnitSetup| {
            let mut text = unit.unit.to_string();
            if unit.readiness == Readiness::Spent {
                text += " spent";
            }
            if unit.health != UnitHealth::Unhurt {
                text += " wounded";
            }
            if let Some(token) = unit.token {
                text += &format!(" {}", token.word());
            }
            text
        };
        lines.push(format!("units {}", joined(units.iter().map(unit))));
    }
    if let Some(skills) = &setup.skills {
        lines.push(format!("skills {}", list(skills)));
    }
    lines.extend(setup.time.map(|time| match time {
        DayTime::Day => "time day".to_owned(),
        DayTime::Night => "time night".to_owned(),
    }));
    let changed = setup.weights.changed();
    if !changed.is_empty() {
        let words = changed
            .into_iter()
            .map(|(name, value)| format!("{name} {value}"));
        lines.push(format!("weights {}", joined(words)));
    }
    lines
}

fn list<T: ToString>(items: &[T]) -> String {
    match items {
        [] => NOTHING.to_owned(),
        items => joined(items.iter().map(T::to_string)),
    }
}

fn joined(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.is_empty() {
        true => NOTHING.to_owned(),
        false => items.join(", "),
    }
}

fn attacks(points: &[AttackPoints]) -> String {
    joined(points.iter().map(|points| {
        let (element, kind) = (points.element.word(), points.kind.word());
        format!("{} {element} {kind}", points.amount)
    }))
}

fn blocks(points: &[BlockPoints]) -> String {
    joined(
        points
            .iter()
            .map(|points| format!("{} {}", points.amount, points.element.word())),
    )
}

/// " paying red token, black die".
fn paying(pay: &[ManaPayment]) -> String {
    match pay {
        [] => String::new(),
        pay => format!(" paying {}", joined(pay.iter().map(ToString::to_string))),
    }
}

/// Points, and the cards whose special points are spent.
fn spent(points: String, special: &[CardId]) -> String {
    let special = special.iter().map(|card| format!("points of {card}"));
    let some = Some(points).filter(|points| points != NOTHING);
    joined(some.into_iter().chain(special))
}

/// One action as its line.
pub fn action_text(action: &Action) -> String {
    match action {
        Action::PlayCard { card, mode, pay } => match mode {
            Mode::Basic => format!("play {card}{}", paying(pay)),
            Mode::Powered => format!("play {card} powered{}", paying(pay)),
            Mode::Sideways => format!("play {card} sideways"),
        },
        Action::ActivateUnit { unit, ability, pay } => {
            format!("unit {unit} {ability}{}", paying(pay))
        }
        Action::UseSkill { skill } => format!("use {skill}"),
        Action::ResolveChoice { option } => format!("choose {option}"),
        Action::DeclareAttack {
            enemies,
            points,
            special,
        } => {
            let enemies: Vec<String> = enemies.iter().map(ToString::to_string).collect();
            let spent = spent(attacks(points), special);
            format!("attack {} with {spent}", enemies.join(" "))
        }
        Action::DeclareBlock {
            enemy,
            attack,
            points,
            special,
        } => {
            let spent = spent(blocks(points), special);
            format!("block {enemy} {attack} with {spent}")
        }
        Action::AssignDamage {
            enemy,
            attack,
            units,
        } => {
            let units: Vec<String> = units.iter().map(ToString::to_string).collect();
            match units.is_empty() {
                true => format!("damage {enemy} {attack}"),
                false => format!("damage {enemy} {attack} by {}", units.join(" ")),
            }
        }
        Action::EndPhase => "end".to_owned(),
    }
}

pub fn read(text: &str) -> Result<Exported<PlayedCombat>, RecordError> {
    read_with_lines(text).map(|(read, _)| read)
}

/// The text, and the line number of each event for error messages.
pub fn read_with_lines(text: &str) -> Result<(Exported<PlayedCombat>, Vec<usize>), RecordError> {
    let mut reader = CombatTextReader::default();
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        // A title may contain `#`.
        let line = match line.trim_start().starts_with("title ") {
            true => line.trim(),
            false => line.split('#').next().unwrap_or_default().trim(),
        };
        if line.is_empty() {
            continue;
        }
        reader.line(line).map_err(|error| {
            let shown = shortened(line);
            RecordError::new(format!("line {number}: `{shown}`: {error}"))
        })?;
        lines.resize(reader.changes.len(), number);
    }
    let read = Exported {
        setup: NamedSetup {
            setup: reader.setup,
            title: reader.title,
        },
        changes: reader.changes,
    };
    Ok((read, lines))
}

#[derive(Default)]
struct CombatTextReader {
    setup: CombatSetup,
    title: Option<String>,
    changes: Vec<SessionChange<Action>>,
    begun: bool,
}

fn wrong<T>(problem: &str) -> Result<T, RecordError> {
    Err(RecordError::new(problem))
}

impl CombatTextReader {
    fn line(&mut self, line: &str) -> Result<(), RecordError> {
        if line == "---" {
            self.begun = true;
            return Ok(());
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        if !WORDS.contains(&word.as_str()) {
            let near = closest(&word, WORDS, 1).concat();
            return wrong(&format!("no line starts like this; did you mean `{near}`?"));
        }
        if let Some(change) = SessionChange::from_words(&word, rest)? {
            self.begun = true;
            self.changes.push(change);
            return Ok(());
        }
        if let Some(action) = read_action(&word, rest)? {
            self.begun = true;
            self.changes.push(SessionChange::Act(action));
            return Ok(());
        }
        match self.begun {
            true => wrong("the setup comes before the first event"),
            false => self.setup_line(&word, rest),
        }
    }

    fn setup_line(&mut self, word: &str, rest: &str) -> Result<(), RecordError> {
        let setup = &mut self.setup;
        match word {
            "title" => self.title = Some(rest.to_owned()),
            "rules" => setup.rules = known(&CardSet::WORDS, "card set", rest)?,
            "seed" => setup.seed = rest.parse().map_err(RecordError::new)?,
            "enemies" => setup.enemies = ids(rest).map(EnemyId::from).collect(),
            "hand" => setup.hand = ids(rest).map(CardId::from).collect(),
            "mana" => setup.mana.get_or_insert_default().tokens = read_colors(rest)?,
            "crystals" => setup.mana.get_or_insert_default().crystals = read_colors(rest)?,
            "dice" => {
                let (colors, left) = rest.split_once(" left ").unwrap_or((rest, "1"));
                let mana = setup.mana.get_or_insert_default();
                mana.dice = read_colors(colors)?;
                mana.dice_left = left.trim().parse().map_err(RecordError::new)?;
            }
            "units" => {
                let units: Result<Vec<UnitSetup>, RecordError> = ids(rest).map(read_unit).collect();
                setup.units = Some(units?);
            }
            "skills" => setup.skills = Some(ids(rest).map(CardId::from).collect()),
            "time" => {
                let times = [("day", DayTime::Day), ("night", DayTime::Night)];
                setup.time = Some(known(&times, "time", rest)?);
            }
            "weights" => {
                for weight in ids(rest) {
                    let (name, value) = weight
                        .split_once(char::is_whitespace)
                        .unwrap_or((weight, ""));
                    let Some(weight) = setup.weights.named(name) else {
                        let near = closest(name, Weights::WORDS, 1).concat();
                        return wrong(&format!("no such weight; did you mean `{near}`?"));
                    };
                    *weight = value.trim().parse().map_err(RecordError::new)?;
                }
            }
            "site" => match rest {
                "fortified" => setup.site = Site::Fortified,
                "open" => setup.site = Site::Open,
                _ => return wrong("a site is `fortified` or `open`"),
            },
            "hero" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                for pair in words.chunks(2) {
                    let [name, number] = pair else {
                        return wrong("write `hero armor 2 handLimit 5 fame 0`");
                    };
                    let number: u32 = number.parse().map_err(RecordError::new)?;
                    match *name {
                        "armor" => setup.hero.armor = number,
                        "handLimit" => setup.hero.hand_limit = number,
                        "fame" => setup.hero.fame = number,
                        _ => return wrong("a hero has `armor`, `handLimit` and `fame`"),
                    }
                }
            }
            "points" => {
                let (phase, points) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let supply = setup.hero.points.get_or_insert_with(StatedPoints::default);
                match phase {
                    "rangedSiege" => supply.ranged_siege = read_attacks(points)?,
                    "block" => supply.block = read_blocks(points)?,
                    "attack" => supply.attack = read_attacks(points)?,
                    _ => return wrong("points are for `rangedSiege`, `block` or `attack`"),
                }
            }
            _ if rest == "mage-knight" => {}
            _ => return wrong("this reads combats of mage-knight only"),
        }
        Ok(())
    }
}
