//! What only combats of Mage Knight have: actions found by words, and their own help.

use qbcoach_protocol::method::CombatCatalogueGet;
use qbcoach_protocol::{CombatNames, CombatSnapshot};
use serde_json::{Value, json};

use super::screen::{items, text};
use super::session::{PlayedSession, PlayedSessionError};

pub(super) const COMBAT_HELP: &str = "\
The actions are numbered: type a number, or words that only one of them has.
  3                             the third action of the list
  rage powered, march sideways  play a card; its name alone plays it basic
  peasants block                use a unit, or a skill by its name
  attack prowlers, block golems attack or block with the points gathered
  end                           end the phase
  undo, undo 3                  undo the latest action, the latest three
  best, best 5, why, why 2      the best actions; the reasons for one and its line
  threat                        the wounds to come, and what can be blocked
  hand, board, actions, log     what you hold; the combat; the actions; what happened
  cards fire                    look cards, units, skills and enemies up
  save FILE, help, quit";

/// The names of a combat's enemies and units for people.
pub(super) fn names(snapshot: &Value) -> CombatNames {
    let read: Result<CombatSnapshot, _> = serde_json::from_value(snapshot.clone());
    read.map(|combat| CombatNames::of(&combat))
        .unwrap_or_default()
}

/// A drawn combat without the options of its choice, which are listed as actions.
pub(super) fn without_options(drawing: &str, snapshot: &Value) -> String {
    let lines: Vec<&str> = drawing.trim_end().lines().collect();
    let options = items(&snapshot["pendingChoice"], "options").len();
    lines[..lines.len().saturating_sub(options)].join("\n")
}

/// What the hero holds.
pub(super) fn hand(snapshot: &Value) -> String {
    let cards = match items(&snapshot["hero"], "hand") {
        [] => "no cards".to_owned(),
        cards => super::screen::names(cards),
    };
    format!("hand  {cards}\n")
}

/// The action that the typed words mean, or which ones they may mean.
pub(super) fn meant(actions: &[Value], names: &CombatNames, typed: &str) -> Result<Value, String> {
    let wanted = words(typed);
    let wanted = match wanted.split_first() {
        Some((first, rest)) if *first == "play" && !rest.is_empty() => rest.to_vec(),
        _ => wanted,
    };
    let mut fitting: Vec<Fitting<'_>> = (1..)
        .zip(actions)
        .filter_map(|(number, listed)| Fitting::of(number, listed, names, &wanted))
        .collect();
    let Some(least) = fitting.iter().map(|one| one.others).min() else {
        let typed = qbcoach_basics::shorten::shortened(typed);
        return Err(format!(
            "no action has the words `{typed}`: `actions` lists them, type a number or words of one"
        ));
    };
    fitting.retain(|one| one.others == least);
    // Ways to pay for the same play are sorted, the cheapest first.
    let first = fitting[0].play();
    match fitting.iter().all(|one| one.play() == first) {
        true => Ok(fitting[0].action.clone()),
        false => {
            let listed = fitting
                .iter()
                .map(|one| format!("{}. {}", one.number, one.label));
            let listed: Vec<String> = listed.collect();
            Err(format!(
                "several actions fit, type a number or more words: {}",
                listed.join("; ")
            ))
        }
    }
}

/// An action that has all the typed words.
struct Fitting<'a> {
    number: usize,
    label: String,
    action: &'a Value,
    /// How many words its name has besides the typed ones.
    others: usize,
}

impl<'a> Fitting<'a> {
    fn of(
        number: usize,
        listed: &'a Value,
        names: &CombatNames,
        wanted: &[String],
    ) -> Option<Fitting<'a>> {
        let label = names.told(text(listed, "label"));
        let all = words(&label);
        let fits = wanted
            .iter()
            .all(|word| all.iter().any(|one| one.starts_with(word)));
        // The name of an action ends where its effect or its payment begins. A play is basic
        // unless the player says otherwise.
        let name = label.split([':', ',']).next().unwrap_or_default();
        let others = words(name)
            .into_iter()
            .filter(|word| word != "basic" && !wanted.iter().any(|typed| word.starts_with(typed)));
        let others = others.count();
        (fits && !wanted.is_empty()).then_some(Fitting {
            number,
            label,
            action: &listed["action"],
            others,
        })
    }

    /// The action without its payment.
    fn play(&self) -> Value {
        let mut action = self.action.clone();
        if let Some(fields) = action.as_object_mut() {
            fields.remove("pay");
        }
        action
    }
}

/// The words of a text in lower case, without punctuation.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-' && c != '+');
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The cards, units, skills and enemies whose name has the typed text.
pub(super) fn cards(session: &PlayedSession, query: &str) -> Result<String, PlayedSessionError> {
    let catalogue = session.ask::<CombatCatalogueGet>(json!({}))?;
    let query = query.trim().to_lowercase();
    let mut shown = String::new();
    let mut add = |list: &str, told: &dyn Fn(&Value) -> String| {
        for entry in items(&catalogue, list) {
            let (id, name) = (text(entry, "id"), text(entry, "name"));
            if name.to_lowercase().contains(&query) || id.contains(&query) {
                let line = format!("{name}: {}", told(entry));
                if !shown.contains(&line) {
                    shown.push_str(&format!("{line}\n"));
                }
            }
        }
    };
    let modes = |card: &Value| {
        let told = ["basic", "powered"].into_iter().filter_map(|mode| {
            let effect = &card[mode];
            (!effect.is_null()).then(|| format!("{mode} {}", text(effect, "text")))
        });
        let told: Vec<String> = told.collect();
        match told.is_empty() {
            true => "does nothing in a combat but sideways".to_owned(),
            false => told.join("; "),
        }
    };
    add("deeds", &modes);
    add("skills", &|skill| match skill["basic"].is_null() {
        true => "a skill that does nothing in a combat".to_owned(),
        false => format!("a skill: {}", text(&skill["basic"], "text")),
    });
    add("units", &|unit| {
        let abilities = items(unit, "abilities").iter();
        let abilities: Vec<&str> = abilities.map(|one| text(one, "text")).collect();
        format!(
            "a unit with armor {}: {}",
            unit["armor"],
            abilities.join("; ")
        )
    });
    add("enemies", &|enemy| {
        let attacks = items(enemy, "attacks").iter();
        let attacks: Vec<String> = attacks
            .map(|attack| match attack["summons"].as_str() {
                Some(color) => format!("summons a {color} monster"),
                None => format!("{} attack {}", text(attack, "element"), attack["value"]),
            })
            .collect();
        format!(
            "an enemy with armor {}, {}, {} fame",
            enemy["armor"],
            attacks.join(" and "),
            enemy["fame"]
        )
    });
    Ok(match shown.is_empty() {
        true => format!("nothing in combats has `{query}` in its name\n"),
        false => shown,
    })
}

/// The wounds to come, and what can be blocked with what the hero holds.
pub(super) fn threat(threat: &Value) -> String {
    let wounds = |wounds: &Value| {
        format!(
            "{} in hand, {} discarded",
            wounds["hand"], wounds["discard"]
        )
    };
    let mut shown = format!("wounds if nothing is done: {}\n", wounds(&threat["total"]));
    for enemy in items(threat, "enemies") {
        let (name, id) = (text(enemy, "name"), text(enemy, "enemy"));
        let told = wounds(&enemy["wounds"]);
        shown.push_str(&format!("  {name} ({id}): {told}\n"));
    }
    let knocked_out = match text(threat, "knockOut") {
        "no" => "that does not knock the hero out",
        "possible" => "the worst monsters that may be drawn knock the hero out",
        "certain" => "that knocks the hero out",
        _ => "the hero is knocked out already",
    };
    shown.push_str(&format!("{knocked_out}\n"));
    for block in items(threat, "blocks") {
        let (name, id) = (text(block, "name"), text(block, "enemy"));
        let (needed, most) = (&block["needed"], &block["most"]);
        let with = items(block, "with").iter().filter_map(Value::as_str);
        let with: Vec<&str> = with.collect();
        let attack = format!("attack {} of {name} ({id})", block["attackIndex"]);
        let told = match (block["enough"].as_bool(), with.is_empty()) {
            (Some(true), true) => "the points gathered block it".to_owned(),
            (Some(true), false) => format!("can be blocked: {}", with.join("; ")),
            _ => format!("cannot be blocked, you can make {most}"),
        };
        shown.push_str(&format!("  {attack} needs {needed}: {told}\n"));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: [&str; 9] = [
        "Rage (basic): 2 attack, or 2 block",
        "Rage (powered): 4 attack, paid with the red token",
        "Rage (powered): 4 attack, paid with the red crystal",
        "Rage sideways: 1 attack",
        "Peasants: 2 attack, or 2 block",
        "attack Prowlers (enemy_0): 3 needed",
        "attack Golems (enemy_1): 5 needed",
        "attack Prowlers (enemy_0) and Golems (enemy_1): 8 needed",
        "end the Attack phase",
    ];

    #[track_caller]
    fn check(typed: &str, expected: Result<usize, &str>) {
        let names = CombatNames::new(
            [("enemy_0", "Prowlers"), ("enemy_1", "Golems")]
                .map(|(id, name)| (id.to_owned(), name.to_owned(), 1)),
            [],
        );
        let actions = LABELS.map(|label| {
            let name = label.split(", paid").next();
            json!({ "label": label, "action": { "name": name, "pay": label } })
        });
        let found = meant(&actions, &names, typed);
        match (found, expected) {
            (Ok(action), Ok(number)) => assert_eq!(action["pay"], LABELS[number - 1], "{typed}"),
            (Err(told), Err(part)) => assert!(told.contains(part), "{typed}: {told}"),
            (found, _) => panic!("{typed}: {found:?}"),
        }
    }

    #[test]
    fn actions_are_found_by_words_in_any_case() {
        check("RAGE", Ok(1));
        check("play rage powered", Ok(2));
        check("rage powered crystal", Ok(3));
        check("rage sideways", Ok(4));
        check("peasants", Ok(5));
        check("attack prowlers", Ok(6));
        check("attack golems prowlers", Ok(8));
        check("end", Ok(9));
    }

    #[test]
    fn words_that_fit_none_or_several_are_refused_with_what_to_type() {
        check("swiftness", Err("`actions` lists them"));
        check("attack", Err("several actions fit"));
    }
}
