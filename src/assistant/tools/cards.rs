//! Cards and decks.

use qbcoach_protocol::method::{CardsGet, DecksList, DecksValidate};
use qbcoach_protocol::{
    Card, CardInput, CardName, CardParams, DeckInput, DeckValidateParams, DecksListParams,
    RulesInput,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Detail, Refusal};
use crate::match_words::{card_text, plural};
use crate::server::Assistant;
use crate::work::Work;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardQuestion {
    /// The card's name or its number, such as `Crawler` or `019`.
    card: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CardFacts {
    number: String,
    name: String,
    /// 1, 2 or 3 pawns, or R for a card that replaces one of yours.
    rank: String,
    power: i32,
    legendary: bool,
    /// Five rows of five squares seen from your side; # is the card, P a tile that gets a
    /// pawn, E a tile that its ability affects, X both.
    range: Vec<String>,
    abilities: Vec<String>,
}

pub(crate) async fn look_up_card(
    assistant: &Assistant,
    question: CardQuestion,
    _: &Work,
) -> Result<Answer, Refusal> {
    let params = CardParams {
        card: CardInput(question.card.into()),
    };
    let card = assistant.line.ask::<CardsGet>(&params).await?;
    Ok(told(&card))
}

pub(crate) fn told(card: &Card) -> Answer {
    let facts = CardFacts {
        number: card.card.id.clone(),
        name: card.card.name.clone(),
        rank: card.rank.clone(),
        power: card.power,
        legendary: card.rarity == "legendary",
        range: range(&card.range),
        abilities: card.abilities.clone(),
    };
    let kind = match (card.kind.as_str(), facts.legendary) {
        ("token", _) => "a token",
        (_, true) => "a legendary card",
        _ => "a card",
    };
    let rank = match card.rank.as_str() {
        "R" => "it replaces one of your cards".to_owned(),
        "1" => "it needs 1 pawn".to_owned(),
        rank => format!("it needs {rank} pawns"),
    };
    let abilities = match card.abilities.is_empty() {
        true => "It has no ability.".to_owned(),
        false => card.abilities.join(" "),
    };
    let text = format!(
        "{} is {kind} with power {}; {rank}. {abilities}\n\
         Its range (# the card, P gets a pawn, E is affected, X both; the enemy is to the right):\n{}",
        card_text(&card.card),
        card.power,
        facts.range.join("\n"),
    );
    Answer::new(text, &facts)
}

/// Squares such as `B2P` as five rows: the letter is the column, E on the left and A on the
/// right, the digit the row from the top.
fn range(squares: &[String]) -> Vec<String> {
    let mut rows = [['-'; 5]; 5];
    rows[2][2] = '#';
    for square in squares {
        let mut letters = square.chars();
        let (Some(column), Some(row)) = (letters.next(), letters.next()) else {
            continue;
        };
        let column = ('E' as usize).wrapping_sub(column as usize);
        let row = (row as usize).wrapping_sub('1' as usize);
        let kind = letters.next().unwrap_or('?');
        if let Some(square) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *square = kind;
        }
    }
    rows.iter().map(|row| row.iter().collect()).collect()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeckQuestion {
    /// A deck's name in the list, its code, or its cards as people write them: `2x Crawler,
    /// 001, Queen Bee x3`.
    #[serde(default)]
    deck: Option<String>,
    /// The rules: canon when left out, or rebirth for the console game.
    #[serde(default)]
    rules: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DeckFacts {
    /// Whether the cards make a legal deck; null for the list of decks.
    legal: Option<bool>,
    cards: Vec<String>,
    /// Why it is not legal.
    faults: Vec<String>,
    code: Option<String>,
    /// The decks that are known, if none was asked for.
    decks: Vec<String>,
}

pub(crate) async fn read_deck(
    assistant: &Assistant,
    question: DeckQuestion,
    _: &Work,
) -> Result<Answer, Refusal> {
    let Some(deck) = question.deck else {
        let decks = assistant
            .line
            .ask::<DecksList>(&DecksListParams {})
            .await?
            .decks;
        let names: Vec<String> = decks.iter().map(|deck| deck.tag.clone()).collect();
        let text = format!("The decks that are known: {}.", names.join(", "));
        let facts = DeckFacts {
            legal: None,
            cards: Vec::new(),
            faults: Vec::new(),
            code: None,
            decks: names,
        };
        return Ok(Answer::new(text, &facts).in_detail(Detail::Brief));
    };
    let params = DeckValidateParams {
        cards: DeckInput(deck.into()),
        rules: question.rules.map(|rules| RulesInput(rules.into())),
    };
    let verdict = assistant.line.ask::<DecksValidate>(&params).await?;
    let cards = counted(&verdict.cards);
    let facts = DeckFacts {
        legal: Some(verdict.ok),
        faults: verdict.faults.clone(),
        code: verdict.code.clone(),
        decks: Vec::new(),
        cards,
    };
    let verdict_text = match verdict.ok {
        true => "It is a legal deck.".to_owned(),
        false => format!("It is not a legal deck: {}.", verdict.faults.join("; ")),
    };
    let code = match &verdict.code {
        Some(code) => format!("\nIts code is {code}."),
        None => String::new(),
    };
    let number = plural(verdict.cards.len(), "card", "cards");
    let text = format!(
        "{number}: {}.\n{verdict_text}{code}",
        facts.cards.join(", ")
    );
    Ok(Answer::new(text, &facts))
}

/// `2x 019 Crawler` for each card, in the order of the deck.
fn counted(cards: &[CardName]) -> Vec<String> {
    let mut counted: Vec<(&CardName, usize)> = Vec::new();
    for card in cards {
        match counted.iter_mut().find(|(known, _)| *known == card) {
            Some((_, number)) => *number += 1,
            None => counted.push((card, 1)),
        }
    }
    let counted = counted.into_iter();
    counted
        .map(|(card, number)| format!("{number}x {}", card_text(card)))
        .collect()
}
