//! The names of a combat's enemies for people: the daemon's sentences name enemies and units
//! with their ids, which people do not read.

use super::CombatSnapshot;

/// The enemies and units of a combat, to say sentences about it without ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CombatNames {
    enemies: Vec<EnemyNames>,
    units: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct EnemyNames {
    id: String,
    name: String,
    /// With a number where several have the name: `Prowlers 2`.
    shown: String,
    attacks: usize,
}

impl CombatNames {
    pub fn of(combat: &CombatSnapshot) -> CombatNames {
        let enemies = combat.enemies.iter();
        let enemies = enemies.map(|enemy| {
            let (id, name) = (enemy.instance_id.clone(), enemy.name.clone());
            (id, name, enemy.attacks.len())
        });
        let units = combat.holdings.iter().flat_map(|held| &held.units);
        let units = units.map(|unit| (unit.unit_id.clone(), unit.name.clone()));
        CombatNames::new(enemies, units)
    }

    /// From the id, the name and the number of attacks of each enemy, and the id and name of
    /// each unit.
    pub fn new(
        enemies: impl IntoIterator<Item = (String, String, usize)>,
        units: impl IntoIterator<Item = (String, String)>,
    ) -> CombatNames {
        let enemies: Vec<(String, String, usize)> = enemies.into_iter().collect();
        let shown = |place: usize, name: &str| {
            let same = |other: &&(String, String, usize)| other.1 == name;
            match enemies.iter().filter(same).count() {
                1 => name.to_owned(),
                _ => {
                    let number = enemies[..=place].iter().filter(same).count();
                    format!("{name} {number}")
                }
            }
        };
        CombatNames {
            enemies: (0..)
                .zip(&enemies)
                .map(|(place, (id, name, attacks))| EnemyNames {
                    id: id.clone(),
                    name: name.clone(),
                    shown: shown(place, name),
                    attacks: *attacks,
                })
                .collect(),
            units: units.into_iter().collect(),
        }
    }

    /// The name of an enemy for people; its id if it is not known.
    pub fn enemy<'a>(&'a self, id: &'a str) -> &'a str {
        self.known_enemy(id).map_or(id, |enemy| &enemy.shown)
    }

    fn known_enemy(&self, id: &str) -> Option<&EnemyNames> {
        self.enemies.iter().find(|enemy| enemy.id == id)
    }

    fn unit<'a>(&'a self, id: &'a str) -> &'a str {
        let known = self.units.iter().find(|(known, _)| known == id);
        known.map_or(id, |(_, name)| name)
    }

    /// A text of the daemon without ids, in which attacks are counted from 1 on: `block
    /// attack 0 of Prowlers (enemy_0)` becomes `block the attack of Prowlers`.
    pub fn told(&self, text: &str) -> String {
        let mut told = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((begin, id)) = next_id(rest) {
            let (before, after) = (&rest[..begin], &rest[begin + id.len()..]);
            let in_brackets = before.ends_with(" (") && after.starts_with(')');
            told.push_str(before);
            rest = after;
            if !in_brackets {
                let name = match id.starts_with("unit_") {
                    true => self.unit(id),
                    false => self.enemy(id),
                };
                told.push_str(name);
                continue;
            }
            told.truncate(told.len() - " (".len());
            rest = &rest[1..];
            if let Some(enemy) = self.known_enemy(id) {
                if told.ends_with(&enemy.name) {
                    told.truncate(told.len() - enemy.name.len());
                    name_attack_before(&mut told, enemy);
                    told.push_str(&enemy.shown);
                }
                rest = name_attack_after(&mut told, rest, enemy);
            }
        }
        told.push_str(rest);
        told
    }
}

/// The first `enemy_0` or `unit_0`, and where it begins.
fn next_id(text: &str) -> Option<(usize, &str)> {
    let words = ["enemy_", "unit_"].into_iter();
    let found = words.flat_map(|word| text.match_indices(word));
    let ids = found.filter_map(|(begin, word)| {
        let digits = leading_digits(&text[begin + word.len()..]).len();
        let id = &text[begin..begin + word.len() + digits];
        (digits > 0).then_some((begin, id))
    });
    ids.min_by_key(|(begin, _)| *begin)
}

fn leading_digits(text: &str) -> &str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    &text[..digits]
}

/// `attack 0 of ` at the end of a text becomes `the attack of `, or `attack 1 of ` where the
/// enemy has several.
fn name_attack_before(told: &mut String, enemy: &EnemyNames) {
    let Some(head) = told.strip_suffix(" of ") else {
        return;
    };
    let digits = head.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (head, number) = head.split_at(head.len() - digits);
    let (Some(head), Ok(number)) = (head.strip_suffix("attack "), number.parse::<u32>()) else {
        return;
    };
    *told = match enemy.attacks {
        ..=1 => format!("{head}the attack of "),
        _ => format!("{head}attack {} of ", number + 1),
    };
}

/// `, attack 0 of 4` after an enemy becomes `, attack 1 with 4`. Returns the text after it.
fn name_attack_after<'a>(told: &mut String, text: &'a str, enemy: &EnemyNames) -> &'a str {
    let after = text.strip_prefix(", attack ").unwrap_or_default();
    let digits = leading_digits(after);
    let value = after[digits.len()..].strip_prefix(" of ");
    let (Ok(number), Some(value)) = (digits.parse::<u32>(), value) else {
        return text;
    };
    match enemy.attacks {
        ..=1 => told.push_str(", the attack with "),
        _ => told.push_str(&format!(", attack {} with ", number + 1)),
    }
    value
}

#[cfg(test)]
mod tests {
    use super::CombatNames;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let enemy = |id: &str, name: &str, attacks| (id.to_owned(), name.to_owned(), attacks);
        let names = CombatNames::new(
            [
                enemy("enemy_0", "Prowlers", 1),
                enemy("enemy_1", "Orc Summoners", 1),
                enemy("enemy_2", "Prowlers", 1),
                enemy("enemy_11", "Shadow", 2),
            ],
            [("unit_1".to_owned(), "Peasants 2".to_owned())],
        );
        assert_eq!(names.told(text), expected);
    }

    #[test]
    fn enemies_of_one_name_are_numbered() {
        check("attack Prowlers (enemy_0)", "attack Prowlers 1");
        check(
            "attack Prowlers (enemy_2) and Orc Summoners (enemy_1) with 7",
            "attack Prowlers 2 and Orc Summoners with 7",
        );
        check("Chill > enemy_2: armor -3", "Chill > Prowlers 2: armor -3");
    }

    #[test]
    fn attacks_are_counted_from_one_where_there_are_several() {
        check(
            "block attack 0 of Orc Summoners (enemy_1) with 3",
            "block the attack of Orc Summoners with 3",
        );
        check(
            "take attack 1 of Shadow (enemy_11)",
            "take attack 2 of Shadow",
        );
        check(
            "Shadow (enemy_11), attack 1 of 4: value -2",
            "Shadow, attack 2 with 4: value -2",
        );
        check(
            "Prowlers (enemy_0), attack 0 of 4: value -2",
            "Prowlers 1, the attack with 4: value -2",
        );
    }

    #[test]
    fn units_and_unknown_ids_keep_their_names() {
        check("Peasants 2 (unit_1): armor 3", "Peasants 2: armor 3");
        check("with unit_1", "with Peasants 2");
        check("Wolf (enemy_9) is gone", "Wolf is gone");
        check("attack 3 needed, enemy_x", "attack 3 needed, enemy_x");
    }
}
