//! Combats of Mage Knight in words.

use std::fmt::Write;

use qbcoach_protocol::{CombatSnapshot, CombatThreat};

/// A text in which enemies, units and attacks are counted from 1 on and have no ids: `attack
/// 0 of Prowlers (enemy_0)` becomes `attack 1 of Prowlers 1`.
pub(crate) fn without_ids(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((begin, id)) = next_id(rest) {
        words.push_str(&rest[..begin]);
        let _ = write!(words, "{}", id.number + 1);
        rest = &rest[begin + id.length..];
    }
    words.push_str(rest);
    words
}

struct FoundId {
    number: u32,
    length: usize,
}

/// The first `(enemy_0)`, `enemy_0`, `(unit_0)`, `unit_0` or number of an attack, and where it
/// begins.
fn next_id(text: &str) -> Option<(usize, FoundId)> {
    let words = ["enemy_", "unit_", "attack "].into_iter();
    let found = words.flat_map(|word| text.match_indices(word));
    let found = found.filter_map(|(at, word)| id_at(text, at, word));
    found.min_by_key(|(at, _)| *at)
}

fn id_at(text: &str, at: usize, word: &str) -> Option<(usize, FoundId)> {
    let after = &text[at + word.len()..];
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let number = after[..digits].parse().ok()?;
    let rest = &after[digits..];
    if word == "attack " {
        let id = FoundId {
            number,
            length: digits,
        };
        return rest.starts_with(" of ").then_some((at + word.len(), id));
    }
    let length = word.len() + digits;
    Some(match text[..at].ends_with('(') && rest.starts_with(')') {
        true => (
            at - 1,
            FoundId {
                number,
                length: length + 2,
            },
        ),
        false => (at, FoundId { number, length }),
    })
}

pub(crate) fn phase(word: &str) -> &str {
    match word {
        "rangedSiege" => "ranged and siege attacks",
        "assignDamage" => "assigning damage",
        "over" => "the end",
        other => other,
    }
}

/// How a combat stands, in a few lines.
pub(crate) fn standing(combat: &CombatSnapshot) -> String {
    let hero = &combat.hero;
    let mut words = match combat.phase.as_str() {
        "over" => "The combat is over.\n".to_owned(),
        word => format!("The phase is {}.\n", phase(word)),
    };
    let _ = writeln!(
        words,
        "The hero has armor {}, {} wounds in hand and {} fame ({} gained in this combat){}.",
        hero.armor,
        hero.wounds,
        hero.fame,
        combat.fame_gained,
        if hero.knocked_out {
            ", and is knocked out"
        } else {
            ""
        },
    );
    if let Some(hand) = &hero.hand {
        let names: Vec<&str> = hand.iter().map(|card| card.name.as_str()).collect();
        let names = if names.is_empty() {
            "no cards".to_owned()
        } else {
            names.join(", ")
        };
        let _ = writeln!(words, "In hand: {names}.");
    }
    for (number, enemy) in (1..).zip(&combat.enemies) {
        let attacks = enemy.attacks.iter().map(|attack| match &attack.summons {
            Some(color) => format!("summons a {color} monster"),
            None => format!("{} {}", attack.element, attack.value),
        });
        let attacks: Vec<String> = attacks.collect();
        let state = match (enemy.defeated, enemy.blocked) {
            (true, _) => ", defeated",
            (_, true) => ", blocked",
            _ => "",
        };
        let _ = writeln!(
            words,
            "{} {number}: armor {}, attack {}{state}.",
            enemy.name,
            enemy.armor,
            attacks.join(" and "),
        );
    }
    if let Some(choice) = &combat.pending_choice {
        let what = without_ids(&choice.description);
        let _ = writeln!(words, "A choice is due for {}: {what}.", choice.card);
    }
    words
}

/// What happens if nothing is done against the enemies.
pub(crate) fn threat(threat: &CombatThreat) -> String {
    let wounds = |hand: u32, discard: u32| match discard {
        0 => format!("{hand} wounds"),
        more => format!("{hand} wounds in hand and {more} in the discard pile"),
    };
    let total = &threat.total;
    let mut words = format!(
        "If nothing is done, the enemies deal {}.\n",
        wounds(total.hand, total.discard)
    );
    for (number, enemy) in (1..).zip(&threat.enemies) {
        let needed = enemy
            .attacks
            .iter()
            .map(|attack| attack.needed_block.to_string());
        let needed: Vec<String> = needed.collect();
        let block = match needed.is_empty() {
            true => String::new(),
            false => format!("; to block it takes {}", needed.join(" and ")),
        };
        let dealt = wounds(enemy.wounds.hand, enemy.wounds.discard);
        let _ = writeln!(words, "{} {number}: {dealt}{block}.", enemy.name);
    }
    if threat.worst != threat.total {
        let worst = wounds(threat.worst.hand, threat.worst.discard);
        let _ = writeln!(
            words,
            "With the worst monsters that may be summoned: {worst}."
        );
    }
    let knocked_out = match threat.knock_out.as_str() {
        "no" => "The hero is not knocked out by that.",
        "possible" => "The hero may be knocked out by that.",
        "certain" => "The hero is knocked out by that.",
        _ => "The hero is knocked out already.",
    };
    words + knocked_out
}

#[cfg(test)]
mod tests {
    use super::without_ids;

    #[test]
    fn ids_become_numbers_from_one_on() {
        for (ids, words) in [
            ("attack Prowlers (enemy_0)", "attack Prowlers 1"),
            (
                "block attack 0 of Guardsmen (enemy_11) with 3",
                "block attack 1 of Guardsmen 12 with 3",
            ),
            ("unit_2 takes it", "3 takes it"),
            ("attack 3 needed, enemy_x", "attack 3 needed, enemy_x"),
            ("3 ranged attack", "3 ranged attack"),
        ] {
            assert_eq!(without_ids(ids), words);
        }
    }
}
