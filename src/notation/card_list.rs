//! Reads the cards of a line: one card, or a list.

use qbcoach_basics::shorten::shortened;
use qbcoach_engine::rules::CardId;
use qbcoach_engine::simulation::deck::{
    DeckTextError, DeckTextFault, MOST_ENTRIES, cards_from_text,
};

use super::fault::FaultKind;
use super::line::PieceKind;
use super::reader::LineReader;
use super::write::NOTHING;

impl LineReader<'_> {
    pub(super) fn card(&mut self, text: &str) -> Option<CardId> {
        match self.card_of(text) {
            Ok(card) => {
                self.piece(text, PieceKind::Card(card));
                Some(card)
            }
            Err(fault) => {
                self.unread(text, fault);
                None
            }
        }
    }

    /// The card of `019 Crawler`, of a number or of a name.
    pub(super) fn card_of(&self, text: &str) -> Result<CardId, FaultKind> {
        // A card's name may look like a list.
        if let Some(card) = self.catalogue.lookup(text) {
            return Ok(card);
        }
        let cards = match text {
            NOTHING | "" => Vec::new(),
            text => cards_from_text(self.catalogue, text)?,
        };
        match *cards {
            [card] => Ok(card),
            _ => Err(FaultKind::NotOneCard {
                text: shortened(text).into_owned(),
            }),
        }
    }

    /// The cards of a list. A card that cannot be read is a fault of its own.
    pub(super) fn cards(&mut self, text: &str) -> Vec<CardId> {
        let text = text.trim();
        if text == NOTHING || text.is_empty() {
            self.piece(text, PieceKind::Nothing);
            return Vec::new();
        }
        let entries: Vec<&str> = text
            .split([',', ';'])
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .collect();
        if entries.len() > MOST_ENTRIES {
            let found = entries.len();
            let faults = vec![DeckTextFault::TooManyEntries { found }];
            let lines = Vec::new();
            self.unread(text, DeckTextError { faults, lines });
            return Vec::new();
        }
        let mut cards = Vec::new();
        for entry in entries {
            match cards_from_text(self.catalogue, entry) {
                Ok(read) => {
                    self.cards_of_entry(entry, &read);
                    cards.extend(read);
                }
                Err(error) => self.unread(entry, error),
            }
        }
        cards
    }

    fn cards_of_entry(&mut self, entry: &str, cards: &[CardId]) {
        let words = entry.split_whitespace();
        let alone = |word: &str| match cards_from_text(self.catalogue, word).as_deref() {
            Ok([card]) => Some(*card),
            _ => None,
        };
        match cards {
            [first, rest @ ..] if rest.iter().all(|card| card == first) => {
                self.piece(entry, PieceKind::Card(*first));
            }
            _ => {
                // Numbers may be separated by blanks.
                let each: Option<Vec<_>> = words
                    .map(|word| alone(word).map(|card| (word, card)))
                    .collect();
                match each.filter(|each| each.len() == cards.len()) {
                    Some(each) => {
                        for (word, card) in each {
                            self.piece(word, PieceKind::Card(card));
                        }
                    }
                    None => self.piece(entry, PieceKind::Cards(cards.to_vec())),
                }
            }
        }
    }
}
