//! The enemies and cards of combats on the wire.

use qbcoach_protocol as wire;

use super::combat::ability;
use qbcoach_mage_knight::card::{CardMode, ManaColor};
use qbcoach_mage_knight::enemy::EnemyAttack;
use qbcoach_mage_knight::unit::UnitKind;
use qbcoach_mage_knight::words::describe;
use qbcoach_mage_knight::{Card, CombatData, Element, Enemy};

pub(crate) fn combat_catalogue(data: &CombatData) -> wire::CombatCatalogue {
    wire::CombatCatalogue {
        enemies: data.enemies().map(|kind| enemy(kind)).collect(),
        cards: data
            .all_cards()
            .into_iter()
            .map(|kind| card(kind))
            .collect(),
        deeds: data.deeds().map(|kind| card(kind)).collect(),
        units: data.units().map(|kind| unit(kind)).collect(),
        skills: data.skills().map(|kind| card(kind)).collect(),
    }
}

fn enemy(kind: &Enemy) -> wire::CombatEnemyKind {
    wire::CombatEnemyKind {
        id: kind.id.to_string(),
        name: kind.name.to_string(),
        color: kind.color.word().to_owned(),
        armor: kind.armor,
        fame: kind.fame,
        attacks: kind.attacks.iter().map(attack).collect(),
        resistances: words(kind.resistances.words()),
        abilities: kind.ability_words(),
        set: kind.set.to_string(),
    }
}

fn attack(attack: &EnemyAttack) -> wire::CombatEnemyStrike {
    match attack {
        EnemyAttack::Strike(strike) => wire::CombatEnemyStrike {
            value: strike.value,
            element: strike.element.word().to_owned(),
            abilities: words(strike.abilities.iter().map(|ability| ability.word())),
            summons: None,
        },
        EnemyAttack::Summon(color) => wire::CombatEnemyStrike {
            value: 0,
            element: Element::Physical.word().to_owned(),
            abilities: Vec::new(),
            summons: Some(color.word().to_owned()),
        },
    }
}

fn card(card: &Card) -> wire::CombatCard {
    wire::CombatCard {
        id: card.id.to_string(),
        name: card.name.to_string(),
        kind: card.kind.word().to_owned(),
        color: colors(&card.colors),
        rules: words(card.sets.iter().map(|set| set.word())),
        basic: card.basic.as_ref().map(mode),
        powered: card.powered.as_ref().map(mode),
        note: card.note.clone(),
        unsupported: card
            .unsupported
            .iter()
            .map(|(mode, reason)| (mode.word().to_owned(), reason.clone()))
            .collect(),
    }
}

fn unit(kind: &UnitKind) -> wire::CombatUnit {
    wire::CombatUnit {
        id: kind.id.to_string(),
        name: kind.name.to_string(),
        level: kind.level,
        armor: kind.armor,
        resistances: words(kind.resistances.words()),
        abilities: kind.abilities.iter().map(ability).collect(),
        note: kind.note.clone(),
    }
}

fn colors(colors: &[ManaColor]) -> Option<String> {
    let words: Vec<&str> = colors.iter().map(|color| color.word()).collect();
    (!words.is_empty()).then(|| words.join("/"))
}

fn mode(mode: &CardMode) -> wire::CombatCardMode {
    wire::CombatCardMode {
        name: mode.name.to_string(),
        text: describe(&mode.effect),
    }
}

fn words(words: impl IntoIterator<Item = &'static str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}
