//! Cards and decks by names as people remember them.

use qbcoach_protocol::error::UNKNOWN_CARD;
use qbcoach_protocol::method::{CardsGet, CardsSearch, DecksGet, DecksList, Method};
use qbcoach_protocol::{Card, CardInput, CardParams, CardSearchParams, Deck, DecksListParams};
use serde_json::json;

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
        let found = self
            .coach
            .ask_plainly(DecksGet::NAME, json!({ "tag": tag }))
            .await?;
        // Newer daemons add a code that the game's decks are shared by.
        let code = found["code"].as_str().map(str::to_owned);
        let deck: Deck = serde_json::from_value(found).map_err(|_| CoachError::Garbled)?;
        Ok(Answer::open(words::deck(&deck, code.as_deref())))
    }
}
