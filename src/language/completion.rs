//! What may be written at a place: words, the cards that can be played, the tiles where.

use qbcoach_engine::rules::{CardId, Catalogue, Move, Play, Rules, Side};
use qbcoach_engine::simulation::action::{Action, Phase};
use qbcoach_engine::simulation::deck::cards_from_text;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_notation::{Change, MODES, MatchText, NOTHING, Span, Statement, card_name};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::queens_blood::{Library, Match};

use super::check::Checked;
use super::document::Document;
use super::lsp::{CompletionItem, CompletionList, Markup, Position, TextEdit, item_kind};
use super::offer::{Offer, all_tiles, tile_states};
use super::place::{Encoding, Places};
use super::words;

/// The words that begin a line of the setup, with what they say.
const SETUP_WORDS: [(&str, &str); 8] = [
    ("title", "what the match is called"),
    ("mode", "live, simulated or analysis"),
    ("rules", "canon, rebirth, or a preset with knobs"),
    ("seed", "the seed of a simulated match"),
    ("first", "who moves first: you or enemy"),
    ("position", "the board to begin with"),
    ("autoplay", "the sides that the program plays"),
    ("---", "the end of the setup"),
];

pub fn complete(
    library: &Library,
    document: &Document,
    encoding: Encoding,
    position: Position,
) -> CompletionList {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let cursor = places.byte(position);
    let index = position.line as usize;
    let items = match checked.text.lines.get(index) {
        Some(line) => {
            let before = &document.text[line.span.start..cursor.max(line.span.start)];
            let moment = checked.moment_before(library, index);
            let (can_undo, can_redo) = match &moment {
                Some(moment) => (moment.can_undo, moment.can_redo),
                None => (true, true),
            };
            let completer = Completer {
                library,
                places: &places,
                checked: &checked,
                game: moment.map(|moment| moment.game),
                can_undo,
                can_redo,
                line: index,
                before,
                cursor,
            };
            completer.items()
        }
        None => Vec::new(),
    };
    CompletionList {
        is_incomplete: false,
        items,
    }
}

struct Completer<'a> {
    library: &'a Library,
    places: &'a Places<'a>,
    checked: &'a Checked,
    /// The match before the line; none if it cannot be played so far.
    game: Option<Match>,
    can_undo: bool,
    can_redo: bool,
    line: usize,
    /// The line up to the cursor.
    before: &'a str,
    cursor: usize,
}

impl Completer<'_> {
    fn items(&self) -> Vec<CompletionItem> {
        let before = self.before.trim_start();
        if before.contains('#') {
            return Vec::new();
        }
        let Some((first, rest)) = before.split_once(char::is_whitespace) else {
            return self.replacing(before, self.first_words());
        };
        let rest = rest.trim_start();
        match first.to_lowercase().as_str() {
            "you" => self.after_side(Side::You, rest),
            "enemy" => self.after_side(Side::Enemy, rest),
            "mode" => {
                let modes = MODES
                    .iter()
                    .map(|(word, _)| Offer::new(*word, item_kind::ENUM));
                self.replacing(rest, modes.collect())
            }
            "rules" => {
                let presets = Rules::PRESETS.iter();
                let presets = presets.map(|(word, _)| Offer::new(*word, item_kind::ENUM));
                self.replacing(rest, presets.collect())
            }
            "first" | "autoplay" => {
                let sides = Side::BOTH.map(|side| Offer::new(side.word(), item_kind::ENUM));
                self.replacing(last_word(rest), sides.into())
            }
            "undo" | "redo" => self.replacing(rest, vec![Offer::new("1", item_kind::VALUE)]),
            "set" => {
                let setting = rest.rsplit(';').next().unwrap_or_default().trim_start();
                match setting.split_once(char::is_whitespace) {
                    None => self.replacing(setting, all_tiles()),
                    Some((_, state)) => self.legal(state.trim_start(), tile_states()),
                }
            }
            "hand" => {
                let entry = last_entry(rest);
                self.legal(entry, self.card_offers(entry, self.collectible()))
            }
            _ => Vec::new(),
        }
    }

    fn in_setup(&self) -> bool {
        let before = &self.checked.text.lines[..self.line];
        let begun =
            |statement: &Statement| matches!(statement, Statement::Change(_) | Statement::End);
        !before.iter().any(|line| begun(&line.statement))
    }

    fn first_words(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        for side in Side::BOTH {
            if self.in_setup() || !self.actions_of(side).is_empty() {
                offers.push(Offer::word(side.word(), "what a side does or has"));
            }
        }
        // The side to act comes first.
        let to_act = self
            .game
            .as_ref()
            .map(|game| game.annotated.state.position.to_act);
        if to_act == Some(Side::Enemy) {
            offers.reverse();
        }
        if self.in_setup() {
            let words = SETUP_WORDS.iter();
            offers.extend(words.map(|(word, detail)| Offer::word(word, detail)));
        } else {
            if self.can_undo {
                offers.push(Offer::word("undo", "takes the latest events back"));
            }
            if self.can_redo {
                offers.push(Offer::word("redo", "does again what was taken back"));
            }
        }
        offers.push(Offer::word(
            "set",
            "corrects tiles to what the real board shows",
        ));
        if self.mode() == Some(MatchMode::Live) {
            offers.push(Offer::word("hand", "corrects your hand"));
        }
        for (order, offer) in offers.iter_mut().enumerate() {
            offer.order = order;
        }
        offers
    }

    fn mode(&self) -> Option<MatchMode> {
        self.game.as_ref().map(Match::mode)
    }

    /// The verbs of a side that can be carried out now.
    fn actions_of(&self, side: Side) -> Vec<(&'static str, &'static str)> {
        let mut verbs = Vec::new();
        let play = ("play", "puts a card on a tile");
        let pass = ("pass", "plays nothing");
        let draw = ("draw", "the card you drew");
        let mulligan = ("mulligan", "exchanges cards of the opening hand");
        let deck = ("setDeck", "corrects which deck a side plays");
        let Some(game) = &self.game else {
            return vec![play, pass, draw, mulligan, deck];
        };
        let state = &game.annotated.state;
        if side == Side::You && state.phase() == Phase::Draw {
            verbs.push(draw);
        }
        if self.may_move(side, Move::Pass) {
            if !self.playable(side).is_empty() {
                verbs.push(play);
            }
            verbs.push(pass);
        }
        if state.may_mulligan(side) {
            verbs.push(mulligan);
        }
        if game.mode() == MatchMode::Live {
            verbs.push(deck);
        }
        verbs
    }

    fn may_move(&self, side: Side, made: Move) -> bool {
        self.after_move(side, made).is_some()
    }

    /// The match after a move, if it is legal.
    fn after_move(
        &self,
        side: Side,
        made: Move,
    ) -> Option<(Match, Vec<qbcoach_engine::rules::Event>)> {
        let game = self.game.as_ref()?;
        let position = &game.annotated.state.position;
        if self.checked.text.is_plain() && side != position.to_act {
            return None;
        }
        game.act(self.library, &Action::Move { side, made }).ok()
    }

    /// The cards that a side may play somewhere, those of its hand first.
    fn playable(&self, side: Side) -> Vec<(CardId, InHand)> {
        let Some(game) = &self.game else {
            let cards = self.library.catalogue.collectible();
            return cards.map(|card| (card.id, InHand::Unknown)).collect();
        };
        let state = &game.annotated.state;
        let hand = &state.holdings[side].hand;
        let mut held = hand.cards();
        held.sort_unstable();
        held.dedup();
        let mut cards: Vec<(CardId, InHand)> =
            held.iter().map(|card| (*card, InHand::Known)).collect();
        if hand.unknown > 0 || game.mode() == MatchMode::Analysis {
            let others = self.library.catalogue.cards().iter();
            let others = others.filter(|card| !held.contains(&card.id));
            cards.extend(others.map(|card| (card.id, InHand::Unknown)));
        }
        let board = &state.position.board;
        cards.retain(|(card, _)| {
            let tiles = board.legal_tiles(game.book(), side, *card);
            let first = tiles.iter().next();
            first.is_some_and(|tile| self.may_move(side, Move::Play(Play { card: *card, tile })))
        });
        cards
    }

    fn after_side(&self, side: Side, rest: &str) -> Vec<CompletionItem> {
        let Some((verb, what)) = rest.split_once(char::is_whitespace) else {
            let mut offers: Vec<Offer> = Vec::new();
            if !self.in_setup() || self.game.is_some() {
                let verbs = self.actions_of(side);
                offers.extend(verbs.iter().map(|(word, detail)| Offer::word(word, detail)));
            }
            if self.in_setup() {
                offers.push(Offer::word("deck", "the cards of the deck"));
                offers.push(Offer::word("hand", "the cards of the opening hand"));
                offers.push(match side {
                    Side::You => Offer::word("name", "what viewers call you"),
                    Side::Enemy => Offer::word("tag", "what you call the opponent"),
                });
            }
            for (order, offer) in offers.iter_mut().enumerate() {
                offer.order = order;
            }
            return self.replacing(rest, offers);
        };
        let what = what.trim_start();
        match verb.to_lowercase().as_str() {
            "play" => self.play(side, what),
            "draw" => self.legal(what, self.card_offers(what, self.collectible())),
            "mulligan" => self.mulligan(side, what),
            "deck" | "setdeck" | "hand" => {
                let entry = last_entry(what);
                self.replacing(entry, self.card_offers(entry, self.collectible()))
            }
            _ => Vec::new(),
        }
    }

    fn mulligan(&self, side: Side, what: &str) -> Vec<CompletionItem> {
        let Some((replaced, drew)) = what.split_once("->") else {
            let held = self.game.as_ref();
            let held = held.map(|game| game.annotated.state.holdings[side].hand.cards());
            let mut hand = match held {
                Some(hand) => hand.into_iter().map(|c| (c, InHand::Known)).collect(),
                None => self.collectible(),
            };
            hand.sort_unstable_by_key(|(card, _)| *card);
            hand.dedup();
            let entry = last_entry(what);
            let mut offers = self.card_offers(entry, hand);
            if what.is_empty() {
                offers.push(Offer {
                    order: 2,
                    ..Offer::word(NOTHING, "keeps the hand")
                });
            }
            return self.legal(entry, offers);
        };
        let entry = last_entry(drew.trim_start());
        let offers = self.card_offers(entry, self.collectible());
        let entries = |list: &str| list.split([',', ';']).count();
        // The line is whole with as many cards as were put back.
        match entries(drew) < entries(replaced) {
            true => self.replacing(entry, offers),
            false => self.legal(entry, offers),
        }
    }

    fn play(&self, side: Side, what: &str) -> Vec<CompletionItem> {
        let mut items = Vec::new();
        if let Some((card, tile)) = what.rsplit_once(char::is_whitespace)
            && let Some(card) = one_card(&self.library.catalogue, card.trim())
        {
            items = self.replacing(tile, self.tiles(side, card));
        }
        if items.is_empty() || !what.ends_with(char::is_whitespace) {
            let cards = self.card_offers(what, self.playable(side));
            items.extend(self.replacing(what, cards));
        }
        items
    }

    /// The tiles on which a side may play a card, with what the play does.
    fn tiles(&self, side: Side, card: CardId) -> Vec<Offer> {
        let Some(game) = &self.game else {
            return all_tiles();
        };
        let (book, position) = (game.book(), &game.annotated.state.position);
        let before = position.board.score(book);
        let tiles = position.board.legal_tiles(book, side, card);
        let mut offers: Vec<(i32, Offer)> = Vec::new();
        for tile in tiles.iter() {
            let Some((after, events)) = self.after_move(side, Move::Play(Play { card, tile }))
            else {
                continue;
            };
            let score = after.annotated.state.position.board.score(book);
            let gain = match side {
                Side::You => score.margin(),
                Side::Enemy => -score.margin(),
            };
            let detail = words::effect_of_play(book, &before, &score, &events);
            let offer = Offer {
                detail: Some(detail),
                ..Offer::new(tile.to_string(), item_kind::ENUM_MEMBER)
            };
            offers.push((gain, offer));
        }
        offers.sort_by_key(|(gain, _)| -gain);
        let numbered = offers.into_iter().enumerate();
        numbered
            .map(|(order, (_, offer))| Offer { order, ..offer })
            .collect()
    }

    fn collectible(&self) -> Vec<(CardId, InHand)> {
        let cards = self.library.catalogue.collectible();
        cards.map(|card| (card.id, InHand::Unknown)).collect()
    }

    fn card_offers(&self, typed: &str, cards: Vec<(CardId, InHand)>) -> Vec<Offer> {
        let catalogue = &self.library.catalogue;
        let mut offers: Vec<Offer> = Vec::new();
        for (card, held) in cards {
            let name = card_name(catalogue, card);
            let of = &catalogue[card];
            // Editors compare what was typed with this text.
            let filter = if typed.starts_with(|c: char| c.is_ascii_digit()) {
                format!("{} {name}", of.number)
            } else if typed.is_ascii() {
                name.to_owned()
            } else {
                catalogue.japanese_name(card).unwrap_or(name).to_owned()
            };
            let line = words::card_line(of);
            let detail = match held {
                InHand::Known => format!("{} · {line} · in hand", of.number),
                InHand::Unknown => format!("{} · {line}", of.number),
            };
            offers.push(Offer {
                detail: Some(detail),
                documentation: Some(Markup::markdown(words::card(catalogue, card))),
                order: match held {
                    InHand::Known => 0,
                    InHand::Unknown => 1,
                },
                filter: Some(filter),
                ..Offer::new(name, item_kind::CLASS)
            });
        }
        offers
    }

    /// Items that replace what was typed, and with which the line is legal.
    fn legal(&self, typed: &str, mut offers: Vec<Offer>) -> Vec<CompletionItem> {
        if let Some(game) = &self.game {
            let kept = &self.before[..self.before.len() - typed.len()];
            offers.retain(|offer| {
                let line = format!("{kept}{}", offer.text);
                let read = MatchText::read(&self.library.catalogue, &line);
                match read.changes().next() {
                    Some((_, Change::Act(act))) => game.act(self.library, act).is_ok(),
                    _ => false,
                }
            });
        }
        self.replacing(typed, offers)
    }

    /// Items that replace what was typed before the cursor.
    fn replacing(&self, typed: &str, offers: Vec<Offer>) -> Vec<CompletionItem> {
        let range = self.places.range(Span {
            start: self.cursor - typed.len(),
            end: self.cursor,
        });
        let items = offers.into_iter().map(|offer| CompletionItem {
            sort_text: format!("{:03} {}", offer.order, offer.text),
            filter_text: offer.filter.unwrap_or_else(|| offer.text.clone()),
            label: offer.text.clone(),
            kind: offer.kind,
            detail: offer.detail,
            documentation: offer.documentation,
            text_edit: TextEdit {
                range,
                new_text: offer.text,
            },
        });
        items.collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum InHand {
    Known,
    Unknown,
}

fn one_card(catalogue: &Catalogue, text: &str) -> Option<CardId> {
    if text.is_empty() {
        return None;
    }
    let listed = || match cards_from_text(catalogue, text).as_deref() {
        Ok([card]) => Some(*card),
        _ => None,
    };
    catalogue.lookup(text).or_else(listed)
}

/// The last of several cards.
fn last_entry(list: &str) -> &str {
    let entry = list.rsplit([',', ';']).next().unwrap_or_default();
    entry.trim_start()
}

fn last_word(text: &str) -> &str {
    text.rsplit(char::is_whitespace).next().unwrap_or_default()
}
