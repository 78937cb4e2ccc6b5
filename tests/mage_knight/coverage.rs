//! The table that says for every row of the facts about cards whether it is played, and
//! if not, why. `UPDATE_EXPECT=1` renews the words in it.

use std::collections::BTreeSet;

use crate::script::data;
use qbcoach_mage_knight::card::Mode;
use qbcoach_mage_knight::words::describe;
use qbcoach_mage_knight::{CardId, CombatData};

const TABLE: &str = include_str!("../../data/mage_knight/coverage.csv");
const PATH: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../data/mage_knight/coverage.csv"
);

/// One line of the table, without quotes.
struct Row {
    id: String,
    kind: String,
    mode: String,
    status: String,
    reason: String,
}

fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().expect("there is a cell").push(other),
        }
    }
    cells
}

fn rows() -> Vec<Row> {
    let lines = TABLE.lines().skip(1);
    lines
        .map(|line| {
            let cells = cells(line);
            Row {
                id: cells[0].clone(),
                kind: cells[2].clone(),
                mode: cells[3].clone(),
                status: cells[4].clone(),
                reason: cells[5].clone(),
            }
        })
        .collect()
}

/// What our data has for a row, in words; `None` if it has nothing.
fn text_of(data: &CombatData, row: &Row, played_before: usize) -> Option<String> {
    let id = CardId::from(row.id.as_str());
    if row.kind.starts_with("unit") {
        let unit = data.unit(&id).ok()?;
        if row.mode == "stats" {
            return Some(format!("level {}, armor {}", unit.level, unit.armor));
        }
        let ability = unit.abilities.get(played_before)?;
        return Some(describe(&ability.effect));
    }
    if row.kind == "skill" {
        let skill = data.skill(&id).ok()?;
        return skill.basic.as_ref().map(|mode| describe(&mode.effect));
    }
    let card = data.deed(&id)?;
    if row.kind == "wound" {
        return Some("nothing".to_owned());
    }
    let mode = match row.mode.as_str() {
        "basic" => Mode::Basic,
        _ => Mode::Powered,
    };
    card.mode(mode).map(|mode| describe(&mode.effect))
}

#[test]
fn every_row_is_played_or_has_a_reason() {
    let data = data();
    let rows = rows();
    assert_eq!(rows.len(), 423);
    let mut abilities = (String::new(), 0);
    for row in &rows {
        if abilities.0 != row.id {
            abilities = (row.id.clone(), 0);
        }
        let place = format!("{} {}", row.id, row.mode);
        match row.status.as_str() {
            "played" => {
                let text = text_of(&data, row, abilities.1);
                assert!(text.is_some(), "{place} is not in the data");
                if row.mode.starts_with("ability ") {
                    abilities.1 += 1;
                }
            }
            "not supported" | "outside combat" => {
                assert!(!row.reason.is_empty(), "{place} has no reason");
                if !row.kind.starts_with("unit") {
                    assert_eq!(text_of(&data, row, 0), None, "{place} is played after all");
                }
            }
            other => panic!("{place}: `{other}` is no status"),
        }
    }
    // Every ability of a unit has its row.
    for unit in data.units() {
        let played = rows.iter().filter(|row| {
            row.id == unit.id.as_str() && row.mode.starts_with("ability") && row.status == "played"
        });
        assert_eq!(played.count(), unit.abilities.len(), "{}", unit.id);
    }
}

#[test]
fn every_card_unit_and_skill_of_the_data_has_its_rows() {
    let data = data();
    let known: BTreeSet<String> = rows().into_iter().map(|row| row.id).collect();
    let deeds = data.deeds().map(|card| card.id.to_string());
    let units = data.units().map(|unit| unit.id.to_string());
    let skills = data.skills().map(|skill| skill.id.to_string());
    let ours: BTreeSet<String> = deeds.chain(units).chain(skills).collect();
    assert_eq!(ours, known);
}

#[test]
fn the_table_says_what_is_played_in_the_words_of_the_data() {
    let data = data();
    let mut made = String::from("id,name,kind,mode,status,reason,unsure,text\n");
    let mut abilities = (String::new(), 0);
    for (line, row) in TABLE.lines().skip(1).zip(rows()) {
        if abilities.0 != row.id {
            abilities = (row.id.clone(), 0);
        }
        let mut cells = cells(line);
        cells.truncate(7);
        let played = row.status == "played";
        let text = text_of(&data, &row, abilities.1).filter(|_| played);
        if played && row.mode.starts_with("ability ") {
            abilities.1 += 1;
        }
        cells.push(text.unwrap_or_default());
        let cells: Vec<String> = cells
            .into_iter()
            .map(|cell| match cell.contains(',') {
                true => format!("\"{cell}\""),
                false => cell,
            })
            .collect();
        made += &(cells.join(",") + "\n");
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(PATH, &made).expect("the table can be written");
        return;
    }
    assert_eq!(
        made, TABLE,
        "UPDATE_EXPECT=1 renews the words of data/mage_knight/coverage.csv"
    );
}
