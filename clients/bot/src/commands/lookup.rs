//! Cards and decks by names as people remember them.

use qbcoach_protocol::error::UNKNOWN_CARD;
use qbcoach_protocol::method::{CardsGet, CardsSearch, DecksGet, DecksList, DecksValidate, Method};
use qbcoach_protocol::{
    Card, CardInput, CardParams, CardSearchParams, Deck, DeckVerdict, DecksListParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Answer, Chat, Desk};
use crate::coach::{Coach, CoachError};
use crate::{text, words};

/// More names do not fit a line, and nobody reads them.
const MOST_NAMES: usize = 8;

/// A card that was found, or what to say instead.
pub enum Found {
    Card(Box<Card>),
    Nothing(String),
}

/// The card somebody means: by number or name, by a part of it that fits only one,
/// or the names that come near.
pub async fn find_card(coach: &Coach, name: &str) -> Result<Found, CoachError> {
    let params = CardParams {
        card: CardInput(json!(name)),
    };
    match coach.ask::<CardsGet>(&params).await {
        Ok(card) => return Ok(Found::Card(Box::new(card))),
        Err(CoachError::Refused(refusal)) if refusal.code == UNKNOWN_CARD => {}
        Err(error) => return Err(error),
    }
    let params = CardSearchParams {
        query: name.to_owned(),
        limit: Some(MOST_NAMES),
    };
    let mut cards = coach.ask::<CardsSearch>(&params).await?.cards;
    Ok(match cards.len() {
        0 => Found::Nothing(format!("There is no card {}", text::quoted(name))),
        1 => Found::Card(Box::new(cards.remove(0))),
        _ => {
            let names = cards.iter().map(|card| card.card.name.as_str());
            let names: Vec<&str> = names.collect();
            let name = text::quoted(name);
            Found::Nothing(format!("Which card is {name}? {}", names.join(", ")))
        }
    })
}

impl Desk {
    pub(super) async fn card(&self, name: &str) -> Result<Answer, CoachError> {
        Ok(match find_card(&self.coach, name).await? {
            Found::Card(card) => Answer::open(words::card(&card)),
            Found::Nothing(why) => Answer::aside(why),
        })
    }

    pub(super) async fn deck(&self, chat: Chat, tag: Option<&str>) -> Result<Answer, CoachError> {
        let Some(tag) = tag else {
            let decks = self.coach.ask::<DecksList>(&DecksListParams {}).await?;
            let list = words::decks(&decks.decks);
            let how = format!("{}deck TAG gives one to copy", self.prefix(chat));
            return Ok(Answer::open([list, how].join(words::DOT)));
        };
        let params = json!({ "tag": tag });
        match self.coach.ask_plainly(DecksGet::NAME, params).await {
            Ok(found) => {
                let code = code(&found);
                let deck: Deck = read(found)?;
                Ok(Answer::open(words::deck(&deck, code.as_deref())))
            }
            // It may be a deck itself: a code, or its cards.
            Err(CoachError::Refused(refusal)) => {
                let params = json!({ "cards": tag });
                let asked = self.coach.ask_plainly(DecksValidate::NAME, params).await;
                let looks_like_a_tag = tag.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                let found = asked.map_err(|error| match looks_like_a_tag {
                    true => CoachError::Refused(refusal),
                    false => error,
                })?;
                let code = code(&found);
                let verdict: DeckVerdict = read(found)?;
                Ok(Answer::open(words::verdict(&verdict, code.as_deref())))
            }
            Err(error) => Err(error),
        }
    }
}

/// Newer daemons tell a deck as one short word.
fn code(found: &Value) -> Option<String> {
    found["code"].as_str().map(str::to_owned)
}

fn read<T: DeserializeOwned>(found: Value) -> Result<T, CoachError> {
    serde_json::from_value(found).map_err(|_| CoachError::Garbled)
}
