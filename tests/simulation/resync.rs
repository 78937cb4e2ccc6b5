//! The table wins over the model: what lies there is taken over, and a card
//! stays the one it was as far as that can be.

use qbcoach::rules::{BySide, IllegalMove, Side};
use qbcoach::simulation::action::{Phase, Refusal};
use qbcoach::simulation::instances::Place;

use crate::table::{Table, ids, numbers, tile};

/// After `you play 001 MID-1`, `enemy play 019 MID-5` and your draw.
fn table() -> Table {
    let hands = BySide::new(Some("001 007 008 010 026"), None);
    let decks = BySide::new(None, Some("019 019 010 008 001 001 072"));
    let mut table = Table::live(Side::You, hands, decks);
    table.does_all(&["you play 001 MID-1", "enemy play 019 MID-5", "draw 051"]);
    table
}

#[test]
fn a_card_that_stays_is_the_same_whatever_else_is_corrected() {
    let mut table = table();
    let before = table.instance("MID-1");
    table.does("set MID-1 y3[001+2]; set MID-2 y2; set MID-5 e1[019]");
    assert_eq!(table.instance("MID-1"), before);
    let placed = table.state.position.board.card(tile("MID-1"));
    assert_eq!(placed.map(|placed| placed.power_delta), Some(2));
    let ranks = table.state.position.board.ranks(tile("MID-2"));
    assert_eq!(ranks.you.get(), 2);
}

#[test]
fn a_card_that_lies_elsewhere_has_moved() {
    let mut table = table();
    let (yours, _) = table.instance("MID-1");
    let (enemys, _) = table.instance("MID-5");
    table.does("set MID-1 y1; set TOP-1 y2[001]; set BOT-5 e2[019]; set MID-5 e1");
    let (moved, known) = table.instance("TOP-1");
    assert_eq!(moved, yours);
    assert_eq!(known.place, Place::Board(tile("TOP-1")));
    assert_eq!(known.first_turn, 1);
    assert_eq!(table.instance("BOT-5").0, enemys);
    assert_eq!(table.state.instances.on_tile(tile("MID-1")), None);
    assert_eq!(table.state.instances.iter().count(), 2);
}

#[test]
fn two_cards_may_have_changed_places() {
    let mut table = table();
    table.does_all(&["you play 007 TOP-1", "enemy pass", "draw 002"]);
    let (officer, _) = table.instance("MID-1");
    let (levrikon, _) = table.instance("TOP-1");
    table.does("set MID-1 y2[007]; set TOP-1 y2[001]");
    assert_eq!(table.instance("TOP-1").0, officer);
    assert_eq!(table.instance("MID-1").0, levrikon);
}

#[test]
fn a_card_that_is_not_there_any_more_is_gone() {
    let mut table = table();
    let (id, _) = table.instance("MID-5");
    table.does("set MID-5 e1");
    let gone = Place::Gone {
        last: Some(tile("MID-5")),
        turn: 3,
    };
    assert_eq!(table.known(id).place, gone);
    assert_eq!(table.state.instances.on_tile(tile("MID-5")), None);
    // The pawns it laid are still on the table.
    let ranks = table.state.position.board.ranks(tile("TOP-5"));
    assert_eq!(ranks.enemy.get(), 2);
}

#[test]
fn a_card_of_the_other_side_is_another_card() {
    let mut table = table();
    let (id, _) = table.instance("MID-5");
    table.does("set MID-5 y1[019]");
    let (new, known) = table.instance("MID-5");
    assert_ne!(new, id);
    assert_eq!(known.side, Side::You);
    assert!(matches!(table.known(id).place, Place::Gone { .. }));
}

#[test]
fn a_card_nobody_saw_played_is_met_now() {
    let mut table = table();
    table.does("set TOP-5 e2[008]; set BOT-5 e2[T01<010]");
    let (_, wolf) = table.instance("TOP-5");
    assert_eq!(numbers(&table.book, &[wolf.card]), "008");
    assert_eq!((wolf.made_by, wolf.first_turn), (None, 3));
    let (_, token) = table.instance("BOT-5");
    assert_eq!(token.made_by, Some(ids(&table.book, "010")[0]));
}

/// RULES 12: cards seen from the enemy's deck leave the pool.
#[test]
fn a_card_met_on_the_table_has_been_seen() {
    let mut table = table();
    assert_eq!(table.pool(Side::Enemy), "001 001 008 010 019 072");
    table.does("set TOP-5 e2[008]");
    assert_eq!(table.pool(Side::Enemy), "001 001 010 019 072");
    let mut started = self::table();
    started.does("set TOP-5 e2[T01<010]; set BOT-5 e2[T02]");
    let tokens_never_were_in_it = "001 001 008 010 019 072";
    assert_eq!(started.pool(Side::Enemy), tokens_never_were_in_it);
}

#[test]
fn nothing_fires_and_the_turn_stays() {
    let mut table = table();
    let (hand, turn) = (table.hand(Side::You), table.state.turn);
    let events = table.does("set TOP-1 y2[010]; set MID-2 y1[072]");
    assert_eq!(events, []);
    assert_eq!(table.hand(Side::You), hand, "no card is given");
    assert_eq!(table.state.turn, turn);
    assert_eq!(table.state.position.to_act, Side::You);
    assert_eq!(table.unseen(Side::Enemy), (4, 2));
    let powers = table.state.position.board.powers(&table.book);
    assert_eq!(powers.power[tile("MID-1")], 1, "no card is weakened");
}

#[test]
fn a_draw_that_is_due_stays_due() {
    let mut table = table();
    table.does_all(&["you play 007 TOP-1", "enemy pass"]);
    assert_eq!(table.state.phase(), Phase::Draw);
    table.does("set TOP-1 y2[008]");
    assert_eq!(table.state.phase(), Phase::Draw);
}

#[test]
fn an_impossible_table_is_refused_and_nothing_is_changed() {
    let mut table = table();
    for line in [
        "set MID-3 y0:2",
        "set TOP-1 .; set MID-3 e1:3",
        "set MID-1 y1[001+9999999]",
        "set MID-1 y1[001=2]",
    ] {
        assert!(matches!(table.refuses(line), Refusal::Setup(_)), "{line}");
    }
}

#[test]
fn play_goes_on_from_the_corrected_table() {
    let mut table = table();
    table.does("set MID-2 .; set MID-3 y2");
    table.refuses("you play 007 MID-2");
    table.does("you play 007 MID-3");
    table.does("enemy play 019 TOP-5");
    assert_eq!(table.state.position.board.occupied().len(), 4);
}

#[test]
fn in_a_simulated_match_the_table_may_be_corrected_too() {
    let mut table = Table::arranged("001 007 | 008", "001");
    table.does_all(&["you play 001 MID-1", "set MID-1 y1; set TOP-1 y2[001]"]);
    assert_eq!(table.instance("TOP-1").1.first_turn, 1);
    table.does("enemy pass");
    assert_eq!(table.hand(Side::You), "007 008");
}

/// Fourteen of your cards, and BOT-5 is yours and empty.
const ONE_TILE_LEFT: &str = "
    y1[001] y1[001] y1[001] y1[001] y1[001]
    y1[001] y1[001] y1[001] y1[001] y1[001]
    y1[001] y1[001] y1[001] y1[001] y1 you";

#[test]
fn a_table_found_full_is_over() {
    let mut table = Table::arranged_at(ONE_TILE_LEFT, "001", "001 | 007");
    table.does("set BOT-5 y1[001]");
    assert_eq!(table.state.phase(), Phase::Over);
    let over = Refusal::Illegal(IllegalMove::MatchOver);
    assert_eq!(table.refuses("you pass"), over);
}

/// The turn that the end cut off begins when the table shows that there was no
/// end: it is numbered, and it draws.
#[test]
fn a_match_that_was_not_over_goes_on_with_the_next_turn() {
    let mut table = Table::arranged_at(ONE_TILE_LEFT, "001", "082 008 | 007");
    table.does_all(&["set MID-5 e1", "you pass", "enemy play 082 MID-5"]);
    table.does("you play 001 BOT-5");
    assert_eq!(table.state.phase(), Phase::Over);
    assert_eq!(table.state.turn, 3);
    table.does("set TOP-5 e1");
    assert_eq!(table.state.phase(), Phase::Play);
    assert_eq!(table.state.turn, 4);
    assert_eq!(table.hand(Side::Enemy), "008 007", "its second turn draws");
}
