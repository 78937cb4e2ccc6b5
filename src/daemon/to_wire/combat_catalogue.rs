//! What combats are made of, on the wire.

use qbcoach_protocol as wire;

use crate::mage_knight::card::CardMode;
use crate::mage_knight::enemy::EnemyAttack;
use crate::mage_knight::words::describe;
use crate::mage_knight::{Card, CombatData, Element, Enemy};

pub fn combat_catalogue(data: &CombatData) -> wire::CombatCatalogue {
    wire::CombatCatalogue {
        enemies: data.enemies().map(|kind| enemy(kind)).collect(),
        cards: data
            .all_cards()
            .into_iter()
            .map(|kind| card(kind))
            .collect(),
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
        color: card.color.map(|color| color.word().to_owned()),
        rules: words(card.sets.iter().map(|set| set.word())),
        basic: card.basic.as_ref().map(mode),
        powered: card.powered.as_ref().map(mode),
        note: card.note.clone(),
    }
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
