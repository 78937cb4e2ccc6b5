//! The data of combats: enemies, and the cards of both sets.
//!
//! Nothing here opens a file: the embedded texts are part of the binary, and callers
//! pass in the text of other files.

mod boon_entry;
mod card_entry;
mod effect_entry;
mod enemy_entry;
mod faults;
mod hand_entry;
mod unit_entry;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use self::card_entry::CardList;
use self::faults::Faults;
use super::card::{Card, CardKind, CardSet};
use super::enemy::{Enemy, EnemyAttack, EnemyColor};
use super::ids::{CardId, EnemyId};
use super::unit::UnitKind;
use qbcoach_basics::data::Json;
use qbcoach_basics::data::{DataError, DataFault, DataFile};
use qbcoach_basics::shorten::{is_too_long, shortened};
use qbcoach_basics::suggest::closest;

/// The data files that are part of the binary.
pub const EMBEDDED: [DataFile<'static>; 3] = [
    DataFile {
        name: "data/mage_knight/enemies.json",
        text: include_str!("../../../data/mage_knight/enemies.json"),
    },
    DataFile {
        name: "data/mage_knight/cards.json",
        text: include_str!("../../../data/mage_knight/cards.json"),
    },
    DataFile {
        name: "data/mage_knight/hand.json",
        text: include_str!("../../../data/mage_knight/hand.json"),
    },
];

/// The most suggestions for an unknown name.
const SUGGESTIONS: usize = 3;

/// An unknown name, and similar names that may have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    pub name: String,
    pub suggestions: Vec<String>,
}

/// The checked enemies and cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatData {
    enemies: BTreeMap<EnemyId, Arc<Enemy>>,
    cards: BTreeMap<CardSet, BTreeMap<CardId, Arc<Card>>>,
    /// The cards of combats that count what the hero holds.
    deeds: BTreeMap<CardId, Arc<Card>>,
    units: BTreeMap<CardId, Arc<UnitKind>>,
    skills: BTreeMap<CardId, Arc<Card>>,
    /// The monsters of each color, by id.
    summoned: BTreeMap<EnemyColor, Vec<Arc<Enemy>>>,
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

    /// The data of these files together, or all faults of the files.
    pub fn load(files: &[DataFile<'_>]) -> Result<CombatData, DataError> {
        let mut list = Vec::new();
        let mut builder = CombatDataBuilder::default();
        for file in files {
            let mut faults = Faults {
                file: file.name,
                list: &mut list,
            };
            builder.add_file(file.text, &mut faults);
        }
        builder.check_summons(&mut list);
        if list.is_empty() {
            Ok(builder.build())
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

    /// All cards by id; a card that differs between the sets is listed once per set.
    pub fn all_cards(&self) -> Vec<&Arc<Card>> {
        let mut cards: Vec<&Arc<Card>> = Vec::new();
        for card in self.cards.values().flat_map(BTreeMap::values) {
            if !cards.iter().any(|known| Arc::ptr_eq(known, card)) {
                cards.push(card);
            }
        }
        // A stable sort, so that cards with the same id stay in the order of the sets.
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
        let own = self.cards(set).map(|card| card.id.as_str());
        cards.and_then(|cards| cards.get(id)).ok_or_else(|| {
            // One of those cards makes the combat count what the hero holds.
            let deeds = self.deeds.keys().map(CardId::as_str);
            let known: BTreeSet<&str> = own.chain(deeds).collect();
            unknown(id.as_str(), known.into_iter())
        })
    }

    /// The id of the enemy with this id or name, ignoring case. An unknown text is
    /// returned as an id, which the setup check then refuses with suggestions.
    pub fn enemy_called(&self, text: &str) -> EnemyId {
        if is_too_long(text) {
            return EnemyId::from(&*shortened(text));
        }
        let mut known = self.enemies.values();
        let called = known.find(|enemy| is_called(text, enemy.id.as_str(), &enemy.name));
        called.map_or_else(|| EnemyId::from(text), |enemy| enemy.id.clone())
    }

    /// Like [`CombatData::enemy_called`], for a card of a set.
    pub fn card_called(&self, set: CardSet, text: &str) -> CardId {
        if is_too_long(text) {
            return CardId::from(&*shortened(text));
        }
        let mut known = self.cards(set).chain(self.deeds.values());
        let called = known.find(|card| is_called(text, card.id.as_str(), &card.name));
        called.map_or_else(|| CardId::from(text), |card| card.id.clone())
    }

    /// The monsters that a summoner may draw, by id: those of the color that do not
    /// summon themselves.
    pub fn summoned(&self, color: EnemyColor) -> &[Arc<Enemy>] {
        self.summoned.get(&color).map_or(&[], Vec::as_slice)
    }

    pub fn deeds(&self) -> impl Iterator<Item = &Arc<Card>> {
        self.deeds.values()
    }

    pub fn units(&self) -> impl Iterator<Item = &Arc<UnitKind>> {
        self.units.values()
    }

    pub fn skills(&self) -> impl Iterator<Item = &Arc<Card>> {
        self.skills.values()
    }

    /// A card that combats know that count what the hero holds.
    pub fn deed(&self, id: &CardId) -> Option<&Arc<Card>> {
        self.deeds.get(id)
    }

    /// The card of the hand in a combat that counts what the hero holds. The design
    /// document's cards keep its numbers.
    pub fn counted_card(&self, set: CardSet, id: &CardId) -> Result<&Arc<Card>, UnknownName> {
        let own = self.cards.get(&set).and_then(|cards| cards.get(id));
        let own = own.filter(|card| set == CardSet::DesignDocument && card.kind.is_held_in_hand());
        own.or_else(|| self.deeds.get(id)).ok_or_else(|| {
            let known = self.deeds.keys().map(CardId::as_str);
            unknown(id.as_str(), known)
        })
    }

    pub fn unit(&self, id: &CardId) -> Result<&Arc<UnitKind>, UnknownName> {
        let known = self.units.keys().map(CardId::as_str);
        let found = self.units.get(id);
        found.ok_or_else(|| unknown(id.as_str(), known))
    }

    pub fn skill(&self, id: &CardId) -> Result<&Arc<Card>, UnknownName> {
        let known = self.skills.keys().map(CardId::as_str);
        let found = self.skills.get(id);
        found.ok_or_else(|| unknown(id.as_str(), known))
    }

    /// The name and kind of a unit or skill, which do not belong into the hand.
    pub(crate) fn beside_the_hand(&self, id: &CardId) -> Option<(String, CardKind)> {
        let unit = self.units.get(id);
        let unit = unit.map(|unit| (unit.name.to_string(), CardKind::Unit));
        let skill = self.skills.get(id);
        unit.or_else(|| skill.map(|skill| (skill.name.to_string(), CardKind::Skill)))
    }

    /// Like [`CombatData::enemy_called`], for a unit.
    pub fn unit_called(&self, text: &str) -> CardId {
        if is_too_long(text) {
            return CardId::from(&*shortened(text));
        }
        let mut known = self.units.values();
        let called = known.find(|unit| is_called(text, unit.id.as_str(), &unit.name));
        called.map_or_else(|| CardId::from(text), |unit| unit.id.clone())
    }

    /// Like [`CombatData::enemy_called`], for a skill. The name of a hero before the
    /// name of a skill may be left out of its id.
    pub fn skill_called(&self, text: &str) -> CardId {
        if is_too_long(text) {
            return CardId::from(&*shortened(text));
        }
        let lower = text.trim().to_lowercase();
        let tail = format!("_{lower}");
        let skills = || self.skills.values();
        // A name that skills of several heroes have is not decided here.
        let without_hero = || {
            let mut tails = skills().filter(|skill| skill.id.as_str().ends_with(&tail));
            tails.next().filter(|_| tails.next().is_none())
        };
        let called = skills()
            .find(|skill| is_called(text, skill.id.as_str(), &skill.name))
            .or_else(without_hero);
        called.map_or_else(|| CardId::from(text), |skill| skill.id.clone())
    }
}

fn is_called(text: &str, id: &str, name: &str) -> bool {
    let (text, name) = (text.trim().to_lowercase(), name.to_lowercase());
    text == id || text == name
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> UnknownName {
    let near = closest(name, known, SUGGESTIONS);
    UnknownName {
        name: shortened(name).into_owned(),
        suggestions: near.into_iter().map(str::to_owned).collect(),
    }
}

/// The enemies and cards read so far.
#[derive(Default)]
struct CombatDataBuilder {
    /// Each enemy with the name of its file.
    enemies: BTreeMap<EnemyId, (String, Enemy)>,
    /// Whether an enemy could not be read. A missing monster is then no fault of its
    /// own.
    unread_enemies: bool,
    cards: BTreeMap<(CardSet, CardId), Arc<Card>>,
    deeds: BTreeMap<CardId, Arc<Card>>,
    units: BTreeMap<CardId, Arc<UnitKind>>,
    skills: BTreeMap<CardId, Arc<Card>>,
}

impl CombatDataBuilder {
    fn add_file(&mut self, text: &str, faults: &mut Faults<'_>) {
        let value: Json = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                self.unread_enemies = true;
                let problem = format!("the file is not JSON: {error}");
                return faults.push("", "", problem, "a JSON object");
            }
        };
        let Some(mut fields) = faults.fields(String::new(), &value) else {
            self.unread_enemies = true;
            return;
        };
        fields.optional("$schema");
        let enemies = fields
            .optional_list("enemies", "a list of enemies")
            .unwrap_or(&[]);
        let cards = fields
            .optional_list("cards", "a list of cards")
            .unwrap_or(&[]);
        let deeds = fields
            .optional_list("deeds", "a list of cards")
            .unwrap_or(&[]);
        let units = fields
            .optional_list("units", "a list of units")
            .unwrap_or(&[]);
        let skills = fields
            .optional_list("skills", "a list of skills")
            .unwrap_or(&[]);
        fields.finish();
        for (index, value) in enemies.iter().enumerate() {
            let item = item("enemy", index, value);
            match enemy_entry::read(item.clone(), value, faults) {
                Some(enemy) => self.add_enemy(&item, enemy, faults),
                None => self.unread_enemies = true,
            }
        }
        for (index, value) in cards.iter().enumerate() {
            let item = item("card", index, value);
            if let Some(card) = card_entry::read(item.clone(), value, CardList::Cards, faults) {
                self.add_card(&item, card, faults);
            }
        }
        for (index, value) in deeds.iter().enumerate() {
            let item = item("card", index, value);
            if let Some(card) = card_entry::read(item.clone(), value, CardList::Deeds, faults) {
                let id = card.id.clone();
                let known = self.deeds.insert(id, Arc::new(card));
                check_own_id(&item, known, faults);
            }
        }
        for (index, value) in units.iter().enumerate() {
            let item = item("unit", index, value);
            if let Some(unit) = unit_entry::read(item.clone(), value, faults) {
                let id = unit.id.clone();
                let known = self.units.insert(id, Arc::new(unit));
                check_own_id(&item, known, faults);
            }
        }
        for (index, value) in skills.iter().enumerate() {
            let item = item("skill", index, value);
            if let Some(card) = card_entry::read(item.clone(), value, CardList::Skills, faults) {
                let id = card.id.clone();
                let known = self.skills.insert(id, Arc::new(card));
                check_own_id(&item, known, faults);
            }
        }
    }

    fn add_enemy(&mut self, item: &str, enemy: Enemy, faults: &mut Faults<'_>) {
        let id = enemy.id.clone();
        let entry = (faults.file.to_owned(), enemy);
        if self.enemies.insert(id, entry).is_some() {
            let problem = "another enemy has the same id".to_owned();
            faults.push(item, "id", problem, "an id of its own for each enemy");
        }
    }

    fn add_card(&mut self, item: &str, card: Card, faults: &mut Faults<'_>) {
        let card = Arc::new(card);
        for set in &card.sets {
            let key = (*set, card.id.clone());
            if self.cards.insert(key, card.clone()).is_some() {
                let problem = format!("another card of the set `{}` has the same id", set.word());
                faults.push(
                    item,
                    "id",
                    problem,
                    "an id of its own for each card of a set",
                );
            }
        }
    }

    /// Checks that there is a monster to draw for every summoner.
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
            for (index, attack) in enemy.attacks.iter().enumerate() {
                if let EnemyAttack::Summon(color) = attack
                    && !drawn.contains(color)
                {
                    list.push(DataFault {
                        file: file.clone(),
                        item: format!("enemy {}", enemy.id),
                        field: format!("attacks[{index}].summon"),
                        problem: format!("there is no {} monster to draw", color.word()),
                        allowed: "the color of an enemy that does not summon".to_owned(),
                    });
                }
            }
        }
    }

    fn build(self) -> CombatData {
        let enemies: BTreeMap<EnemyId, Arc<Enemy>> = self
            .enemies
            .into_iter()
            .map(|(id, (_, enemy))| (id, Arc::new(enemy)))
            .collect();
        let mut summoned: BTreeMap<EnemyColor, Vec<Arc<Enemy>>> = BTreeMap::new();
        for enemy in enemies.values().filter(|enemy| !enemy.is_summoner()) {
            summoned.entry(enemy.color).or_default().push(enemy.clone());
        }
        let mut cards: BTreeMap<CardSet, BTreeMap<CardId, Arc<Card>>> = BTreeMap::new();
        for ((set, id), card) in self.cards {
            cards.entry(set).or_default().insert(id, card);
        }
        CombatData {
            enemies,
            cards,
            deeds: self.deeds,
            units: self.units,
            skills: self.skills,
            summoned,
        }
    }
}

/// Reports an entry that took the place of another with the same id.
fn check_own_id<T>(item: &str, replaced: Option<T>, faults: &mut Faults<'_>) {
    if replaced.is_some() {
        let problem = "another entry of the list has the same id".to_owned();
        faults.push(item, "id", problem, "an id of its own for each entry");
    }
}

/// The name of an entry in messages: its id, or its position in the list.
fn item(noun: &str, index: usize, value: &Json) -> String {
    let Json::Object(fields) = value else {
        return format!("{noun} at position {}", index + 1);
    };
    let id = fields.iter().find(|(name, _)| name == "id");
    match id.and_then(|(_, value)| value.text()) {
        Some(id) => format!("{noun} {id}"),
        None => format!("{noun} at position {}", index + 1),
    }
}
