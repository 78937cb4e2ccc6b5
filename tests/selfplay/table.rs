//! One match seen from both seats.

use qbcoach::coaching::CoachError;
use qbcoach::measure::match_stats::Ending;
use qbcoach::measure::selfplay::{Player, Policy, Seat, Table};
use qbcoach::observation::AnnotatedState;
use qbcoach::rules::{BySide, CardId, Move, Play, Rulebook, Side, TileId};
use qbcoach::simulation::chance::Chance;

use crate::{book, shipped};

fn chances() -> BySide<Chance> {
    BySide::new(Chance::new(1, 2), Chance::new(1, 3))
}

#[track_caller]
fn assert_mirrored(book: &Rulebook, table: &Table) {
    let (one, other) = (table.view(Side::You), table.view(Side::Enemy));
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
    assert_eq!(table.margin(book), -margin);
    let deck = |view: &AnnotatedState| view.observation.deck().full.clone();
    assert_eq!((deck(one), deck(other)), (None, None));
}

#[test]
fn both_views_stay_mirror_images_to_the_end() {
    for rules in ["canon", "rebirth"] {
        let book = book(rules);
        let decks = shipped(&book);
        for (seed, deck) in decks.iter().enumerate() {
            let met = &decks[(seed + 7) % decks.len()];
            let cards = BySide::new(deck.cards.clone(), met.cards.clone());
            let mut table = Table::deal(&book, seed as u64, cards).expect("it can be dealt");
            assert_eq!(table.to_act(), Side::You);
            let player = Policy::Random.player(&Seat {
                book: &book,
                shipped: &decks,
                enemy_deck: met,
            });
            let mut chance = Chance::new(seed as u64, 9);
            while !table.is_over() {
                assert_mirrored(&book, &table);
                let seat = table.to_act();
                let view = table.view(seat);
                assert_eq!(view.state.position.to_act, Side::You);
                let made = player.choose(view, &mut chance).expect("it has a move");
                if made == Move::Pass {
                    assert_eq!(view.state.legal_moves(&book), [Move::Pass]);
                }
                table.act(&book, seat, made).expect("the play is legal");
            }
            assert_mirrored(&book, &table);
        }
    }
}

/// Says the same whatever happens.
struct Stubborn(Move);

impl Player for Stubborn {
    fn choose(&self, _: &AnnotatedState, _: &mut Chance) -> Result<Move, CoachError> {
        Ok(self.0)
    }
}

#[test]
fn two_passes_end_a_match_in_a_draw() {
    let book = book("canon");
    let decks = shipped(&book);
    let cards = BySide::new(decks[0].cards.clone(), decks[1].cards.clone());
    let mut table = Table::deal(&book, 1, cards).expect("it can be dealt");
    let pass = || -> Box<dyn Player> { Box::new(Stubborn(Move::Pass)) };
    let result = table
        .play_out(&book, &BySide::new(pass(), pass()), chances())
        .expect("a pass is legal");
    assert_eq!((result.margin, result.ending), (0, Ending::Finished));
}

#[test]
fn a_player_that_breaks_the_rules_is_told_of() {
    let book = book("canon");
    let decks = shipped(&book);
    let cards = BySide::new(decks[0].cards.clone(), decks[1].cards.clone());
    let mut table = Table::deal(&book, 1, cards).expect("it can be dealt");
    let cheat = || -> Box<dyn Player> {
        Box::new(Stubborn(Move::Play(Play {
            card: CardId::from_index(0).expect("there is a first card"),
            tile: TileId::FIRST.mirrored(),
        })))
    };
    let before = table.view(Side::Enemy).state.position;
    let result = table.play_out(&book, &BySide::new(cheat(), cheat()), chances());
    assert!(result.is_err());
    assert_eq!(table.view(Side::Enemy).state.position, before);
}
