//! The resources: the rules' pages, cards, and parts of matches.

use qbcoach_protocol::client::SubscriptionEnd;
use qbcoach_protocol::method::{CardsGet, CardsSearch, SessionExport, SessionGet, SessionListAll};
use qbcoach_protocol::{
    Audience, CardInput, CardParams, CardSearchParams, ExportFormat, ExportParams, ListParams,
    SessionGetParams, Snapshot, SubscribeParams, Topic,
};
use rmcp::model::{Resource, ResourceTemplate};

use crate::answer::{Detail, Refusal};
use crate::combat_words;
use crate::current_match::{listed, read_name};
use crate::match_words::told;
use crate::server::Assistant;
use crate::tools::{cards, review};
use crate::uri::{Address, CARD, COMBAT_RULES, Part, RULES};
use crate::work::Work;

const RULES_PAGE: &str = include_str!("../engine/rules/RULES.md");
const COMBAT_RULES_PAGE: &str = include_str!("../mage_knight/RULES.md");

/// How many of the latest matches are listed; others are read by their address.
const LISTED: usize = 10;

const PLAIN: &str = "text/plain";
const MARKDOWN: &str = "text/markdown";

pub(crate) async fn list(assistant: &Assistant) -> Result<Vec<Resource>, Refusal> {
    let mut resources = vec![
        Resource::new(RULES, "rules of Queen's Blood")
            .with_description("The rules of Queen's Blood as the coach plays them.")
            .with_mime_type(MARKDOWN),
        Resource::new(COMBAT_RULES, "rules of Mage Knight combats")
            .with_description("The rules of Mage Knight combats as the coach plays them.")
            .with_mime_type(MARKDOWN),
    ];
    let sessions = assistant
        .line
        .ask::<SessionListAll>(&ListParams {})
        .await?
        .sessions;
    for session in sessions.iter().rev().take(LISTED) {
        let name = &session.session_id;
        resources.push(
            Resource::new(Part::Board.of(name), format!("board of {name}"))
                .with_description(listed(session))
                .with_mime_type(PLAIN),
        );
    }
    Ok(resources)
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let part = |part: Part, name: &str, about: &str| {
        ResourceTemplate::new(part.template(), name)
            .with_description(about)
            .with_mime_type(PLAIN)
    };
    vec![
        ResourceTemplate::new(CARD, "card")
            .with_description("A card of Queen's Blood by its name or number.")
            .with_mime_type(PLAIN),
        part(
            Part::Board,
            "board",
            "A match or combat as it stands, with your hand. Can be followed.",
        ),
        part(
            Part::Stream,
            "board for viewers",
            "The same for viewers of a stream: without your hand. Can be followed.",
        ),
        part(
            Part::Text,
            "match text",
            "A match as text, which can be started from again.",
        ),
        part(
            Part::Review,
            "review",
            "Where a match was won and lost, every move.",
        ),
    ]
}

/// What a resource says, and its kind of text.
pub(crate) async fn read(
    assistant: &Assistant,
    address: &Address,
    work: &Work,
) -> Result<(String, &'static str), Refusal> {
    let text = match address {
        Address::Rules => return Ok((RULES_PAGE.to_owned(), MARKDOWN)),
        Address::CombatRules => return Ok((COMBAT_RULES_PAGE.to_owned(), MARKDOWN)),
        Address::Card(card) => {
            let params = CardParams {
                card: CardInput(card.clone().into()),
            };
            let card = assistant.line.ask::<CardsGet>(&params).await?;
            cards::told(&card).text
        }
        Address::Match(name, Part::Board) => {
            let params = SessionGetParams {
                session_id: read_name(name),
                seq: None,
                text: Some(true),
            };
            let shown = assistant.line.ask::<SessionGet>(&params).await?;
            board(&shown)
        }
        Address::Match(name, Part::Stream) => {
            let shown = for_viewers(assistant, &read_name(name)).await?;
            board(&shown)
        }
        Address::Match(name, Part::Text) => {
            let params = ExportParams {
                session_id: read_name(name),
                format: ExportFormat::Text,
            };
            assistant.line.ask::<SessionExport>(&params).await?.content
        }
        Address::Match(name, Part::Review) => {
            let name = read_name(name);
            let reviewed = review::reviewed(assistant, &name, None, work).await?;
            review::told(&name, &reviewed, Detail::Whole).text
        }
    };
    Ok((text, PLAIN))
}

fn board(shown: &Snapshot) -> String {
    match shown {
        Snapshot::Match(shown) => match &shown.text {
            Some(drawing) => format!("{}\n\n{drawing}", told(shown)),
            None => told(shown),
        },
        Snapshot::Combat(shown) => combat_words::standing(shown),
    }
}

/// The match as viewers of a stream see it. The daemon leaves out what they may not see.
async fn for_viewers(assistant: &Assistant, name: &str) -> Result<Snapshot, Refusal> {
    let params = SubscribeParams {
        session_id: name.to_owned(),
        topics: Some(vec![Topic::State]),
        audience: Some(Audience::Stream),
        delay_ms: None,
    };
    loop {
        let client = assistant.line.connected().await?;
        let mut subscription = match client.subscribe(&params).await {
            Err(qbcoach_protocol::client::ClientError::ConnectionEnded) => {
                assistant.line.lost(&client).await;
                continue;
            }
            subscription => subscription?,
        };
        let first = subscription.next().await;
        // It was needed for its first document only; it ends with the connection otherwise.
        let _ = client.unsubscribe(subscription.id()).await;
        match first {
            Ok(update) => {
                return serde_json::from_value(update.data)
                    .map_err(|_| Refusal::new("the match cannot be shown"));
            }
            Err(SubscriptionEnd::ByDaemon(reason)) => return Err(Refusal::new(reason)),
            Err(SubscriptionEnd::ConnectionEnded) => assistant.line.lost(&client).await,
        }
    }
}

/// The most names that are offered to complete one.
const COMPLETED: usize = 20;

/// Card names that begin a value, or are like it.
pub(crate) async fn card_names(assistant: &Assistant, begun: &str) -> Vec<String> {
    let params = CardSearchParams {
        query: begun.to_owned(),
        limit: Some(COMPLETED),
    };
    let found = assistant.line.ask::<CardsSearch>(&params).await;
    let found = found.map(|found| found.cards).unwrap_or_default();
    found.into_iter().map(|card| card.card.name).collect()
}

/// The names of the latest matches that begin so.
pub(crate) async fn match_names(assistant: &Assistant, begun: &str) -> Vec<String> {
    let sessions = assistant.line.ask::<SessionListAll>(&ListParams {}).await;
    let sessions = sessions.map(|list| list.sessions).unwrap_or_default();
    let names = sessions.into_iter().rev().map(|session| session.session_id);
    names
        .filter(|name| name.starts_with(begun))
        .take(COMPLETED)
        .collect()
}
