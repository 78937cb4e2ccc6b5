//! Reads the parts of a line: payments, points, units and actions.

use super::*;

pub(super) fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|id| !id.is_empty() && *id != NOTHING)
}

pub(super) fn known<T: Copy>(
    words: &[(&str, T)],
    what: &str,
    found: &str,
) -> Result<T, RecordError> {
    let meaning = words.iter().find(|(word, _)| *word == found);
    meaning.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let near = closest(found, words.iter().map(|(word, _)| *word), 1).concat();
        RecordError::new(format!(
            "there is no {what} `{}`; did you mean `{near}`?",
            shortened(found)
        ))
    })
}

pub(super) fn read_colors(text: &str) -> Result<ByMana, RecordError> {
    let mut colors = ByMana::default();
    for word in ids(text) {
        colors.add(known(&Mana::WORDS, "color of mana", word)?, 1);
    }
    Ok(colors)
}

/// `peasants spent wounded red`.
pub(super) fn read_unit(text: &str) -> Result<UnitSetup, RecordError> {
    let mut words = text.split_whitespace();
    let mut unit = UnitSetup::from(CardId::from(words.next().unwrap_or_default()));
    for word in words {
        match word {
            "spent" => unit.readiness = Readiness::Spent,
            "wounded" => unit.health = UnitHealth::Wounded,
            color => unit.token = Some(known(&Mana::WORDS, "color of mana", color)?),
        }
    }
    Ok(unit)
}

/// `red token, black die`.
pub(super) fn read_payment(text: &str) -> Result<Vec<ManaPayment>, RecordError> {
    let read = |part: &str| {
        let (mana, source) = part
            .split_once(char::is_whitespace)
            .unwrap_or((part, "token"));
        Ok(ManaPayment {
            mana: known(&Mana::WORDS, "color of mana", mana)?,
            source: known(&ManaSource::WORDS, "source of mana", source.trim())?,
        })
    };
    ids(text).map(read).collect()
}

/// The points of a line, and the cards whose special points are spent.
pub(super) fn split_special(text: &str) -> (String, Vec<CardId>) {
    let (special, points): (Vec<&str>, Vec<&str>) =
        ids(text).partition(|part| part.starts_with("points of "));
    let cards = special
        .iter()
        .filter_map(|part| part.strip_prefix("points of "));
    (
        points.join(", "),
        cards.map(|id| CardId::from(id.trim())).collect(),
    )
}

pub(super) fn read_attacks(text: &str) -> Result<Vec<AttackPoints>, RecordError> {
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

pub(super) fn read_blocks(text: &str) -> Result<Vec<BlockPoints>, RecordError> {
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

pub(super) fn amount(part: &str) -> Result<u32, RecordError> {
    let number = part.split_whitespace().next().unwrap_or_default();
    number
        .parse()
        .map_err(|_| RecordError::new("points begin with a number: `3 fire siege`"))
}

pub(super) fn read_unit_id(text: &str) -> Result<UnitId, RecordError> {
    UnitId::read(text).ok_or_else(|| RecordError::new("a unit is `unit_0`, `unit_1`, …"))
}

/// The action of a line; none for a line of the setup.
pub(super) fn read_action(word: &str, rest: &str) -> Result<Option<Action>, RecordError> {
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
        "play" => {
            let (play, pay) = rest.split_once(" paying ").unwrap_or((rest, ""));
            let (card, mode) = match *play.split_whitespace().collect::<Vec<_>>() {
                [card] => (card, Mode::Basic),
                [card, "powered"] => (card, Mode::Powered),
                [card, "sideways"] => (card, Mode::Sideways),
                _ => return wrong("write `play CARD` or `play CARD powered`"),
            };
            Action::PlayCard {
                card: CardId::from(card),
                mode,
                pay: read_payment(pay)?,
            }
        }
        "unit" => {
            let (unit, pay) = rest.split_once(" paying ").unwrap_or((rest, ""));
            match *unit.split_whitespace().collect::<Vec<_>>() {
                [unit, ability] => Action::ActivateUnit {
                    unit: read_unit_id(unit)?,
                    ability: ability.parse().map_err(RecordError::new)?,
                    pay: read_payment(pay)?,
                },
                _ => return wrong("name a unit and one of its abilities: `unit unit_0 1`"),
            }
        }
        "use" => Action::UseSkill {
            skill: CardId::from(rest),
        },
        "choose" => Action::ResolveChoice {
            option: rest.parse().map_err(RecordError::new)?,
        },
        "attack" => {
            let (enemies, points) = split();
            let (points, special) = split_special(points);
            Action::DeclareAttack {
                enemies: enemies.split_whitespace().map(InstanceId::from).collect(),
                points: read_attacks(&points)?,
                special,
            }
        }
        "block" => {
            let (target, points) = split();
            let (enemy, attack) = enemy_and_attack(target)?;
            let (points, special) = split_special(points);
            Action::DeclareBlock {
                enemy,
                attack,
                points: read_blocks(&points)?,
                special,
            }
        }
        "damage" => {
            let (target, units) = rest.split_once(" by ").unwrap_or((rest, ""));
            let (enemy, attack) = enemy_and_attack(target)?;
            let units: Result<Vec<UnitId>, RecordError> =
                units.split_whitespace().map(read_unit_id).collect();
            Action::AssignDamage {
                enemy,
                attack,
                units: units?,
            }
        }
        "end" => Action::EndPhase,
        _ => return Ok(None),
    }))
}
