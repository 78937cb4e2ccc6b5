//! The data of the combats: enemies, and the cards of both sets.
//!
//! Nothing here opens a file: the embedded texts are part of the binary, others
//! are handed in by whoever read them.

mod card_entry;
mod effect_entry;
mod enemy_entry;
mod fields;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use self::fields::{Faults, Fields};
use super::card::{Card, CardSet};
use super::enemy::{Enemy, EnemyAttack, EnemyColor};
use super::ids::{CardId, EnemyId};
use crate::rules::data::json::Json;
use crate::rules::data::{DataError, DataFault, DataFile};
use crate::rules::suggest::closest;

/// The files every combat is made from.
pub const EMBEDDED: [DataFile<'static>; 2] = [
    DataFile {
        name: "data/mage_knight/enemies.json",
        text: include_str!("../../../data/mage_knight/enemies.json"),
    },
    DataFile {
        name: "data/mage_knight/cards.json",
        text: include_str!("../../../data/mage_knight/cards.json"),
    },
];

/// How many words a "did you mean" may offer.
const SUGGESTIONS: usize = 3;

/// A name that the data does not know, and what it may have meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    pub name: String,
    pub suggestions: Vec<String>,
}

/// Enemies and cards, all checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatData {
    enemies: BTreeMap<EnemyId, Arc<Enemy>>,
    cards: BTreeMap<CardSet, BTreeMap<CardId, Arc<Card>>>,
}

impl CombatData {
    /// The embedded data, read once.
    pub fn embedded() -> Arc<CombatData> {
        static DATA: OnceLock<Arc<CombatData>> = OnceLock::new();
        DATA.get_or_init(|| {
            let data = CombatData::load(&EMBEDDED);
            Arc::new(data.expect("a test proves the embedded data correct"))
        })
        .clone()
    }

    /// The data of these files together, or everything that is wrong with them.
    pub fn load(files: &[DataFile<'_>]) -> Result<CombatData, DataError> {
        let mut list = Vec::new();
        let mut reading = Reading::default();
        for file in files {
            let mut faults = Faults {
                file: file.name,
                list: &mut list,
            };
            reading.file(file.text, &mut faults);
        }
        reading.check_summons(&mut list);
        if list.is_empty() {
            Ok(reading.data())
        } else {
            Err(DataError { faults: list })
        }
    }

    pub fn enemies(&self) -> impl Iterator<Item = &Arc<Enemy>> {
        self.enemies.values()
    }

    /// The cards of a set, by id.
    pub fn cards(&self, set: CardSet) -> impl Iterator<Item = &Arc<Card>> {
        self.cards.get(&set).into_iter().flat_map(BTreeMap::values)
    }

    /// Every card once, by id: one that both sets share, or one for each.
    pub fn all_cards(&self) -> Vec<&Arc<Card>> {
        let mut cards: Vec<&Arc<Card>> = Vec::new();
        for card in self.cards.values().flat_map(BTreeMap::values) {
            if !cards.iter().any(|known| Arc::ptr_eq(known, card)) {
                cards.push(card);
            }
        }
        // Stable, so that the sets stay in their order.
        cards.sort_by(|one, other| one.id.cmp(&other.id));
        cards
    }

    pub fn enemy(&self, id: &EnemyId) -> Result<&Arc<Enemy>, UnknownName> {
        let known = self.enemies.keys().map(EnemyId::as_str);
        self.enemies
            .get(id)
            .ok_or_else(|| unknown(id.as_str(), known))
    }

    pub fn card(&self, set: CardSet, id: &CardId) -> Result<&Arc<Card>, UnknownName> {
        let cards = self.cards.get(&set);
        let known = self.cards(set).map(|card| card.id.as_str());
        cards
            .and_then(|cards| cards.get(id))
            .ok_or_else(|| unknown(id.as_str(), known))
    }

    /// The id of an enemy that a person called by its id or name, in any case.
    /// What nothing is called stays as it is, to be refused with suggestions.
    pub fn enemy_called(&self, text: &str) -> EnemyId {
        let mut known = self.enemies.values();
        let called = known.find(|enemy| is_called(text, enemy.id.as_str(), &enemy.name));
        called.map_or_else(|| EnemyId::from(text), |enemy| enemy.id.clone())
    }

    /// The same for a card of a set.
    pub fn card_called(&self, set: CardSet, text: &str) -> CardId {
        let mut known = self.cards(set);
        let called = known.find(|card| is_called(text, card.id.as_str(), &card.name));
        called.map_or_else(|| CardId::from(text), |card| card.id.clone())
    }

    /// The monsters a summoner may draw, by id: those of the color that do not
    /// summon themselves.
    pub fn summoned(&self, color: EnemyColor) -> Vec<&Arc<Enemy>> {
        let enemies = self.enemies.values();
        enemies
            .filter(|enemy| enemy.color == color && !enemy.is_summoner())
            .collect()
    }
}

fn is_called(text: &str, id: &str, name: &str) -> bool {
    let (text, name) = (text.trim().to_lowercase(), name.to_lowercase());
    text == id || text == name
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> UnknownName {
    let near = closest(name, known, SUGGESTIONS);
    UnknownName {
        name: name.to_owned(),
        suggestions: near.into_iter().map(str::to_owned).collect(),
    }
}

/// What has been read so far, with the file each thing comes from.
#[derive(Default)]
struct Reading {
    enemies: BTreeMap<EnemyId, (String, Enemy)>,
    /// Written for an enemy that has faults of its own.
    unread_enemies: bool,
    cards: BTreeMap<(CardSet, CardId), Arc<Card>>,
}

impl Reading {
    fn file(&mut self, text: &str, faults: &mut Faults<'_>) {
        let value: Json = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                self.unread_enemies = true;
                let problem = format!("the file is not JSON: {error}");
                return faults.push("", "", problem, "a JSON object");
            }
        };
        let Some(mut fields) = Fields::of(String::new(), String::new(), &value, faults) else {
            self.unread_enemies = true;
            return;
        };
        fields.optional("$schema");
        let enemies = fields.list("enemies", "a list of enemies").unwrap_or(&[]);
        let cards = fields.list("cards", "a list of cards").unwrap_or(&[]);
        fields.finish();
        for (place, value) in enemies.iter().enumerate() {
            let item = item("enemy", place, value);
            match enemy_entry::read(item.clone(), value, faults) {
                Some(enemy) => self.add_enemy(&item, enemy, faults),
                None => self.unread_enemies = true,
            }
        }
        for (place, value) in cards.iter().enumerate() {
            let item = item("card", place, value);
            if let Some(card) = card_entry::read(item.clone(), value, faults) {
                self.add_card(&item, card, faults);
            }
        }
    }

    fn add_enemy(&mut self, item: &str, enemy: Enemy, faults: &mut Faults<'_>) {
        let place = (faults.file.to_owned(), enemy.clone());
        if self.enemies.insert(enemy.id, place).is_some() {
            let problem = "another enemy has the same id".to_owned();
            faults.push(item, "id", problem, "an id of its own for each enemy");
        }
    }

    fn add_card(&mut self, item: &str, card: Card, faults: &mut Faults<'_>) {
        let card = Arc::new(card);
        for set in &card.sets {
            let key = (*set, card.id.clone());
            if self.cards.insert(key, card.clone()).is_some() {
                let problem = format!("another card of the set {set} has the same id");
                faults.push(
                    item,
                    "id",
                    problem,
                    "an id of its own for each card of a set",
                );
            }
        }
    }

    /// Every summoner finds a monster to draw.
    fn check_summons(&self, list: &mut Vec<DataFault>) {
        if self.unread_enemies {
            return;
        }
        let drawn: BTreeSet<EnemyColor> = self
            .enemies
            .values()
            .filter(|(_, enemy)| !enemy.is_summoner())
            .map(|(_, enemy)| enemy.color)
            .collect();
        for (file, enemy) in self.enemies.values() {
            for (place, attack) in enemy.attacks.iter().enumerate() {
                if let EnemyAttack::Summon(color) = attack
                    && !drawn.contains(color)
                {
                    list.push(DataFault {
                        file: file.clone(),
                        item: format!("enemy {}", enemy.id),
                        field: format!("attacks[{place}].summon"),
                        problem: format!("there is no {} monster to draw", color.word()),
                        allowed: "the color of an enemy that does not summon".to_owned(),
                    });
                }
            }
        }
    }

    fn data(self) -> CombatData {
        let enemies = self
            .enemies
            .into_iter()
            .map(|(id, (_, enemy))| (id, Arc::new(enemy)))
            .collect();
        let mut cards: BTreeMap<CardSet, BTreeMap<CardId, Arc<Card>>> = BTreeMap::new();
        for ((set, id), card) in self.cards {
            cards.entry(set).or_default().insert(id, card);
        }
        CombatData { enemies, cards }
    }
}

/// What messages call an entry: by its id, or by its place in the list.
fn item(noun: &str, place: usize, value: &Json) -> String {
    let Json::Object(fields) = value else {
        return format!("{noun} at place {}", place + 1);
    };
    let id = fields.iter().find(|(name, _)| name == "id");
    match id.and_then(|(_, value)| value.text()) {
        Some(id) => format!("{noun} {id}"),
        None => format!("{noun} at place {}", place + 1),
    }
}
