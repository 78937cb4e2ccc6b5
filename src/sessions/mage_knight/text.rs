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
//! ---
//! play tremor powered
//! choose 0
//! attack enemy_0 enemy_1 with 3 fire siege, 2 ranged
//! end
//! block enemy_0 0 with 3 ice
//! damage enemy_1 0
//! undo 1
//! ```

use super::played_combat::{NamedSetup, PlayedCombat};
use crate::mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, CombatSetup, Element, EnemyId,
    InstanceId, Mode, Site, Supply,
};
use crate::rules::suggest::closest;
use crate::sessions::export::Exported;
use crate::sessions::game::RecordError;
use crate::sessions::history::{Change, History};

const NOTHING: &str = "-";

const WORDS: [&str; 16] = [
    "game", "title", "rules", "seed", "enemies", "hero", "points", "hand", "site", "play",
    "choose", "attack", "block", "damage", "end", "undo",
];

pub fn write(history: &History<PlayedCombat>) -> String {
    let NamedSetup { setup, title } = &*history.setup;
    let hero = &setup.hero;
    let mut lines = Vec::new();
    lines.extend(title.as_ref().map(|title| format!("title {title}")));
    lines.push(format!("rules {}", setup.rules));
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
    lines.push("---".to_owned());
    for entry in &history.entries {
        lines.push(match &entry.change {
            Change::Act(action) => action_text(action),
            Change::Undo(count) => format!("undo {count}"),
        });
    }
    lines.push(String::new());
    lines.join("\n")
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

/// One action as its line.
pub fn action_text(action: &Action) -> String {
    match action {
        Action::PlayCard { card, mode } => match mode {
            Mode::Basic => format!("play {card}"),
            Mode::Powered => format!("play {card} powered"),
        },
        Action::ResolveChoice { option } => format!("choose {option}"),
        Action::DeclareAttack { enemies, points } => {
            let enemies: Vec<String> = enemies.iter().map(ToString::to_string).collect();
            format!("attack {} with {}", enemies.join(" "), attacks(points))
        }
        Action::DeclareBlock {
            enemy,
            attack,
            points,
        } => format!("block {enemy} {attack} with {}", blocks(points)),
        Action::AssignDamage { enemy, attack } => format!("damage {enemy} {attack}"),
        Action::EndPhase => "end".to_owned(),
    }
}

pub fn read(text: &str) -> Result<Exported<PlayedCombat>, RecordError> {
    read_with_lines(text).map(|(read, _)| read)
}

/// Also the line of each event, for whoever has to say which one is wrong.
pub fn read_with_lines(text: &str) -> Result<(Exported<PlayedCombat>, Vec<usize>), RecordError> {
    let mut reader = Reader::default();
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        // A title is people's own words.
        let line = match line.trim_start().starts_with("title ") {
            true => line.trim(),
            false => line.split('#').next().unwrap_or_default().trim(),
        };
        if line.is_empty() {
            continue;
        }
        reader.line(line).map_err(|error| {
            let shown: String = line.chars().take(80).collect();
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
struct Reader {
    setup: CombatSetup,
    title: Option<String>,
    changes: Vec<Change<Action>>,
    begun: bool,
}

fn wrong<T>(problem: &str) -> Result<T, RecordError> {
    Err(RecordError::new(problem))
}

impl Reader {
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
        if word == "undo" {
            self.begun = true;
            let count = rest.parse().ok().filter(|count| *count > 0);
            let count = count.ok_or_else(|| RecordError::new("say how many: `undo 1`"))?;
            self.changes.push(Change::Undo(count));
            return Ok(());
        }
        if let Some(action) = read_action(&word, rest)? {
            self.begun = true;
            self.changes.push(Change::Act(action));
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
                let supply = setup.hero.points.get_or_insert_with(Supply::default);
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

fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|id| !id.is_empty() && *id != NOTHING)
}

fn known<T: Copy>(words: &[(&str, T)], what: &str, found: &str) -> Result<T, RecordError> {
    let meaning = words.iter().find(|(word, _)| *word == found);
    meaning.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let near = closest(found, words.iter().map(|(word, _)| *word), 1).concat();
        RecordError::new(format!(
            "there is no {what} `{found}`; did you mean `{near}`?"
        ))
    })
}

fn read_attacks(text: &str) -> Result<Vec<AttackPoints>, RecordError> {
    let read = |part: &str| {
        let mut points = AttackPoints {
            amount: amount(part)?,
            element: Element::Physical,
            kind: AttackKind::Melee,
        };
        for word in part.split_whitespace().skip(1) {
            match AttackKind::WORDS.iter().find(|(kind, _)| *kind == word) {
                Some((_, kind)) => points.kind = *kind,
                None => points.element = known(&Element::WORDS, "element or kind", word)?,
            }
        }
        Ok(points)
    };
    ids(text).map(read).collect()
}

fn read_blocks(text: &str) -> Result<Vec<BlockPoints>, RecordError> {
    let read = |part: &str| {
        let element = part.split_whitespace().nth(1);
        let element = element.map(|word| known(&Element::WORDS, "element", word));
        Ok(BlockPoints {
            amount: amount(part)?,
            element: element.transpose()?.unwrap_or_default(),
        })
    };
    ids(text).map(read).collect()
}

fn amount(part: &str) -> Result<u32, RecordError> {
    let number = part.split_whitespace().next().unwrap_or_default();
    number
        .parse()
        .map_err(|_| RecordError::new("points begin with a number: `3 fire siege`"))
}

/// The action of a line; none for a line of the setup.
fn read_action(word: &str, rest: &str) -> Result<Option<Action>, RecordError> {
    let split = || rest.split_once(" with ").unwrap_or((rest, ""));
    let enemy_and_attack = |text: &str| -> Result<(InstanceId, usize), RecordError> {
        match *text.split_whitespace().collect::<Vec<_>>() {
            [enemy] => Ok((InstanceId::from(enemy), 0)),
            [enemy, attack] => {
                let attack = attack.parse().map_err(RecordError::new)?;
                Ok((InstanceId::from(enemy), attack))
            }
            _ => wrong("name one enemy and, if you like, which of its attacks: `enemy_0 1`"),
        }
    };
    Ok(Some(match word {
        "play" => match *rest.split_whitespace().collect::<Vec<_>>() {
            [card] => Action::PlayCard {
                card: CardId::from(card),
                mode: Mode::Basic,
            },
            [card, "powered"] => Action::PlayCard {
                card: CardId::from(card),
                mode: Mode::Powered,
            },
            _ => return wrong("write `play CARD` or `play CARD powered`"),
        },
        "choose" => Action::ResolveChoice {
            option: rest.parse().map_err(RecordError::new)?,
        },
        "attack" => {
            let (enemies, points) = split();
            Action::DeclareAttack {
                enemies: enemies.split_whitespace().map(InstanceId::from).collect(),
                points: read_attacks(points)?,
            }
        }
        "block" => {
            let (target, points) = split();
            let (enemy, attack) = enemy_and_attack(target)?;
            Action::DeclareBlock {
                enemy,
                attack,
                points: read_blocks(points)?,
            }
        }
        "damage" => {
            let (enemy, attack) = enemy_and_attack(rest)?;
            Action::AssignDamage { enemy, attack }
        }
        "end" => Action::EndPhase,
        _ => return Ok(None),
    }))
}
