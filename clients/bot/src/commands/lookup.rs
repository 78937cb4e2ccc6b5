//! Finds cards and decks by parts of their names.

use qbcoach_protocol::error::UNKNOWN_CARD;
use qbcoach_protocol::method::{CardsGet, CardsSearch, DecksGet, DecksList, DecksValidate, Method};
use qbcoach_protocol::{
    Card, CardInput, CardParams, CardSearchParams, Deck, DeckVerdict, DecksListParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Chat, ChatAnswer, Desk};
use crate::coach::{DaemonLink, LinkError};
use crate::{text, words};

/// The most names in an answer; more do not fit a line.
const MOST_NAMES: usize = 8;

/// A card that was found, or the answer to give instead.
pub enum Found {
    Card(Box<Card>),
    NotOne(String),
}

/// Finds a card by its number, its name, or a part of the name that fits only one card;
/// otherwise the answer lists similar names.
pub async fn find_card(coach: &DaemonLink, name: &str) -> Result<Found, LinkError> {
    let params = CardParams {
        card: CardInput(json!(name)),
    };
    match coach.ask::<CardsGet>(&params).await {
        Ok(card) => return Ok(Found::Card(Box::new(card))),
        Err(LinkError::Refused(error)) if error.code == UNKNOWN_CARD => {}
        Err(error) => return Err(error),
    }
    let params = CardSearchParams {
        query: name.to_owned(),
        limit: Some(MOST_NAMES),
    };
    let mut cards = coach.ask::<CardsSearch>(&params).await?.cards;
    Ok(match cards.len() {
        0 => Found::NotOne(format!("There is no card {}", text::quoted(name))),
        1 => Found::Card(Box::new(cards.remove(0))),
        _ => {
            let names = cards.iter().map(|card| card.card.name.as_str());
            let names: Vec<&str> = names.collect();
            let name = text::quoted(name);
            Found::NotOne(format!("Which card is {name}? {}", names.join(", ")))
        }
    })
}

impl Desk {
    pub(super) async fn card(&self, name: &str) -> Result<ChatAnswer, LinkError> {
        Ok(match find_card(&self.coach, name).await? {
            Found::Card(card) => ChatAnswer::public(words::card(&card)),
            Found::NotOne(why) => ChatAnswer::private(why),
        })
    }

    pub(super) async fn deck(
        &self,
        chat: Chat,
        tag: Option<&str>,
    ) -> Result<ChatAnswer, LinkError> {
        let Some(tag) = tag else {
            let decks = self.coach.ask::<DecksList>(&DecksListParams {}).await?;
            let list = words::decks(&decks.decks);
            let how = format!("{}deck TAG gives one to copy", self.prefix(chat));
            return Ok(ChatAnswer::public([list, how].join(words::DOT)));
        };
        let params = json!({ "tag": tag });
        match self.coach.ask_value(DecksGet::NAME, params).await {
            Ok(found) => {
                let code = code(&found);
                let deck: Deck = read(found)?;
                Ok(ChatAnswer::public(words::deck(&deck, code.as_deref())))
            }
            // The text may be a deck's code or its cards instead of a tag.
            Err(LinkError::Refused(refusal)) => {
                let params = json!({ "cards": tag });
                let asked = self.coach.ask_value(DecksValidate::NAME, params).await;
                let looks_like_a_tag = tag.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                let found = asked.map_err(|error| match looks_like_a_tag {
                    true => LinkError::Refused(refusal),
                    false => error,
                })?;
                let code = code(&found);
                let verdict: DeckVerdict = read(found)?;
                Ok(ChatAnswer::public(words::verdict(
                    &verdict,
                    code.as_deref(),
                )))
            }
            Err(error) => Err(error),
        }
    }
}

/// The deck's code, which older daemons do not send.
fn code(found: &Value) -> Option<String> {
    found["code"].as_str().map(str::to_owned)
}

fn read<T: DeserializeOwned>(found: Value) -> Result<T, LinkError> {
    serde_json::from_value(found).map_err(|_| LinkError::Unreadable)
}
