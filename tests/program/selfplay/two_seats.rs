//! One match with the views of both seats.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::CoachError;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, Move, Play, Rulebook, Side, TileId};
use qbcoach_measure::match_stats::MatchEnding;
use qbcoach_measure::selfplay::{Competitor, DeckLists, MoveChooser, Policy, Seat, TwoSeatMatch};

use crate::selfplay::{book, shipped};

fn chances() -> BySide<Chance> {
    BySide::new(Chance::new(1, 2), Chance::new(1, 3))
}

#[track_caller]
fn assert_mirrored(book: &Rulebook, game: &TwoSeatMatch) {
    let (one, other) = (game.view(Side::You), game.view(Side::Enemy));
    assert_eq!(one.state.position.mirrored(), other.state.position);
    assert_eq!(one.state.turn, other.state.turn);
    for side in Side::BOTH {
        let (mine, theirs) = (
            &one.state.holdings[side],
            &other.state.holdings[side.opponent()],
        );
        assert_eq!(mine.hand.cards(), theirs.hand.cards());
        assert_eq!(mine.hand.added_by_effects(), theirs.hand.added_by_effects());
        assert_eq!(mine.pile, theirs.pile);
    }
    let margin = other.state.position.board.score(book).margin();
    assert_eq!(game.margin(book), -margin);
    let deck = |view: &AnnotatedState| view.observation.deck().full.clone();
    assert_eq!((deck(one), deck(other)), (None, None));
}

#[test]
fn both_views_are_mirror_images_until_the_end() {
    for rules in ["canon", "rebirth"] {
        let book = book(rules);
        let decks = shipped(&book);
        for (seed, deck) in decks.iter().enumerate() {
            let met = &decks[(seed + 7) % decks.len()];
            let cards = BySide::new(deck.cards.clone(), met.cards.clone());
            let mut game = TwoSeatMatch::deal(&book, seed as u64, cards).expect("it can be dealt");
            assert_eq!(game.to_act(), Side::You);
            let seat = Seat {
                book: &book,
                shipped: &decks,
                enemy_deck: met,
            };
            let player = seat.player(&Competitor::new(Policy::Random));
            let mut chance = Chance::new(seed as u64, 9);
            while !game.is_over() {
                assert_mirrored(&book, &game);
                let seat = game.to_act();
                let view = game.view(seat);
                assert_eq!(view.state.position.to_act, Side::You);
                let made = player.choose(view, &mut chance).expect("it has a move");
                if made == Move::Pass {
                    assert_eq!(view.state.legal_moves(&book), [Move::Pass]);
                }
                game.act(&book, seat, made).expect("the play is legal");
            }
            assert_mirrored(&book, &game);
        }
    }
}

/// Always chooses the same move.
struct Stubborn(Move);

impl MoveChooser for Stubborn {
    fn choose(&self, _: &AnnotatedState, _: &mut Chance) -> Result<Move, CoachError> {
        Ok(self.0)
    }
}

#[test]
fn two_passes_end_a_match_in_a_draw() {
    let book = book("canon");
    let decks = shipped(&book);
    let cards = BySide::new(decks[0].cards.clone(), decks[1].cards.clone());
    let mut game = TwoSeatMatch::deal(&book, 1, cards).expect("it can be dealt");
    let pass = || -> Box<dyn MoveChooser> { Box::new(Stubborn(Move::Pass)) };
    let result = game
        .play_out(&book, &BySide::new(pass(), pass()), chances())
        .expect("a pass is legal");
    assert_eq!((result.margin, result.ending), (0, MatchEnding::Finished));
}

#[test]
fn an_illegal_move_stops_the_match_and_changes_nothing() {
    let book = book("canon");
    let decks = shipped(&book);
    let cards = BySide::new(decks[0].cards.clone(), decks[1].cards.clone());
    let mut game = TwoSeatMatch::deal(&book, 1, cards).expect("it can be dealt");
    let cheat = || -> Box<dyn MoveChooser> {
        Box::new(Stubborn(Move::Play(Play {
            card: CardId::from_index(0).expect("there is a first card"),
            tile: TileId::FIRST.mirrored(),
        })))
    };
    let before = game.view(Side::Enemy).state.position;
    let result = game.play_out(&book, &BySide::new(cheat(), cheat()), chances());
    assert!(result.is_err());
    assert_eq!(game.view(Side::Enemy).state.position, before);
}

#[test]
fn both_views_agree_on_what_a_mulligan_draws() {
    let book = book("canon");
    let decks = shipped(&book);
    for (seed, deck) in decks.iter().enumerate() {
        let met = &decks[(seed + 3) % decks.len()];
        let cards = BySide::new(deck.cards.clone(), met.cards.clone());
        let mut game = TwoSeatMatch::deal(&book, seed as u64, cards).expect("it can be dealt");
        for seat in Side::BOTH {
            let hand = |game: &TwoSeatMatch| game.view(seat).state.holdings.you.hand.cards();
            let before = hand(&game);
            let (kept, replaced) = before.split_at(seed % 6);
            game.mulligan(&book, seat, replaced)
                .expect("it is the start");
            assert_mirrored(&book, &game);
            let copies = |cards: &[CardId], card: CardId| {
                let same = cards.iter().filter(|other| **other == card);
                same.count()
            };
            for card in kept {
                assert!(copies(&hand(&game), *card) >= copies(kept, *card));
            }
            assert_eq!(hand(&game).len(), before.len());
            let again = game.mulligan(&book, seat, &[]);
            assert!(again.is_err(), "a hand is exchanged once");
        }
    }
}

#[test]
fn cards_that_are_not_in_the_hand_cannot_be_put_back() {
    let book = book("canon");
    let decks = shipped(&book);
    let cards = BySide::new(decks[0].cards.clone(), decks[1].cards.clone());
    let mut game = TwoSeatMatch::deal(&book, 1, cards).expect("it can be dealt");
    let hand = game.view(Side::You).state.holdings.you.hand.cards();
    let foreign = book.catalogue.collectible().map(|card| card.id);
    let foreign: Vec<CardId> = foreign
        .filter(|card| !hand.contains(card))
        .take(1)
        .collect();
    assert!(game.mulligan(&book, Side::You, &foreign).is_err());
    assert_mirrored(&book, &game);
}

#[test]
fn each_seat_knows_the_others_deck_only_if_told() {
    let book = book("canon");
    let decks = shipped(&book);
    let cards = BySide::new(decks[0].cards.clone(), decks[1].cards.clone());
    let list = |cards: &[CardId]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    let known = |lists: DeckLists| {
        let game = TwoSeatMatch::deal_with(&book, 1, cards.clone(), lists);
        let game = game.expect("it can be dealt");
        Side::BOTH.map(|seat| {
            let deck = &game.view(seat).observation.deck().full;
            deck.as_ref().map(|deck| list(deck))
        })
    };
    assert_eq!(known(DeckLists::Withheld), [None, None]);
    let lists = [Some(list(&cards.enemy)), Some(list(&cards.you))];
    assert_eq!(known(DeckLists::Known), lists);
}
