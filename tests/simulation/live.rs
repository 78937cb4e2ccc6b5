//! A real table: a person reports what happens; the enemy's hand is a number.

use qbcoach::rules::{BySide, IllegalMove, Side};
use qbcoach::simulation::action::{Phase, Refusal};
use qbcoach::simulation::instances::Place;

use crate::table::{Table, ids};

const HAND: &str = "001 001 007 010 019";
const DECK: &str = "001 001 007 007 008 010 019 019 026 051 071 072 002 011 114";
const ENEMYS: &str = "001 001 008 019 019 010 071 107 142 004 014 096 132 105 134";

/// Your hand and both decks are known.
fn known_decks() -> Table {
    let hands = BySide::new(Some(HAND), None);
    Table::live(Side::You, hands, BySide::new(Some(DECK), Some(ENEMYS)))
}

/// Only your hand is known.
fn unknown_decks(first: Side) -> Table {
    let hands = BySide::new(Some(HAND), None);
    Table::live(first, hands, BySide::new(None, None))
}

#[test]
fn at_the_start_you_hold_what_you_say_and_the_enemy_a_number() {
    for table in [known_decks(), unknown_decks(Side::You)] {
        assert_eq!(table.hand(Side::You), HAND);
        assert_eq!(table.unseen(Side::You), (0, 10));
        assert_eq!(table.hand(Side::Enemy), "");
        assert_eq!(table.unseen(Side::Enemy), (5, 10));
        assert_eq!(table.state.phase(), Phase::Mulligan);
    }
}

#[test]
fn the_pool_is_the_known_deck_without_what_has_been_seen() {
    let mut table = known_decks();
    let yours = "002 007 008 011 019 026 051 071 072 114";
    assert_eq!(table.pool(Side::You), yours);
    assert_eq!(ids(&table.book, &table.pool(Side::Enemy)).len(), 15);
    table.does_all(&["you play 001 MID-1", "enemy play 001 MID-5", "draw 008"]);
    assert_eq!(table.pool(Side::You), "002 007 011 019 026 051 071 072 114");
    assert_eq!(
        table.pool(Side::Enemy),
        "001 004 008 010 014 019 019 071 096 105 107 132 134 142"
    );
}

#[test]
fn your_draw_is_due_from_your_second_turn_on_and_comes_before_your_move() {
    let mut table = known_decks();
    table.does("you play 001 MID-1");
    assert_eq!(table.state.phase(), Phase::Play);
    table.does("enemy play 001 MID-5");
    assert_eq!(table.state.phase(), Phase::Draw);
    assert!(table.legal().is_empty());
    assert_eq!(table.refuses("you play 007 TOP-1"), Refusal::DrawFirst);
    assert_eq!(table.refuses("you pass"), Refusal::DrawFirst);
    let expected = Side::You;
    let out_of_turn = Refusal::Illegal(IllegalMove::OutOfTurn { expected });
    assert_eq!(table.refuses("enemy pass"), out_of_turn);
    table.does("draw 008");
    assert_eq!(table.state.phase(), Phase::Play);
    table.does("you play 008 TOP-1");
}

#[test]
fn where_the_enemy_starts_your_second_turn_is_the_fourth() {
    let mut table = unknown_decks(Side::Enemy);
    table.does_all(&["enemy play 001 MID-5", "you play 001 MID-1"]);
    assert_eq!(table.unseen(Side::Enemy), (5, 9), "its second turn draws");
    assert_eq!(table.state.phase(), Phase::Play);
    table.does("enemy play 007 TOP-5");
    assert_eq!((table.state.turn, table.state.phase()), (4, Phase::Draw));
}

#[test]
fn a_reported_draw_adds_to_the_hand_and_takes_from_the_deck() {
    let mut table = known_decks();
    table.does_all(&["you play 001 MID-1", "enemy pass", "draw 114"]);
    assert_eq!(table.hand(Side::You), "001 007 010 019 114");
    assert_eq!(table.unseen(Side::You), (0, 9));
}

#[test]
fn a_draw_is_reported_only_when_one_is_due() {
    let mut table = known_decks();
    assert_eq!(table.refuses("draw 008"), Refusal::NoDrawDue);
    table.does("you play 001 MID-1");
    assert_eq!(table.refuses("draw 008"), Refusal::NoDrawDue);
    table.does_all(&["enemy pass", "draw 008"]);
    assert_eq!(table.refuses("draw 007"), Refusal::NoDrawDue);
    table.does("you pass");
    assert_eq!(table.state.phase(), Phase::Over);
    assert_eq!(table.refuses("draw 007"), Refusal::NoDrawDue);
}

#[test]
fn an_empty_deck_asks_for_no_draw() {
    let hands = BySide::new(Some("001 007"), None);
    let decks = BySide::new(Some("001 007 008"), Some("001"));
    let mut table = Table::live(Side::You, hands, decks);
    assert_eq!(table.unseen(Side::You), (0, 1));
    assert_eq!(table.unseen(Side::Enemy), (1, 0), "a hand is no larger");
    table.does_all(&["you play 001 MID-1", "enemy pass", "draw 008"]);
    assert!(!table.state.draws_next_turn(Side::You));
    table.does_all(&["you play 007 TOP-1", "enemy pass"]);
    assert_eq!(table.state.phase(), Phase::Play);
    assert_eq!(table.unseen(Side::Enemy), (1, 0));
}

#[test]
fn the_enemy_draws_unseen_and_its_plays_come_from_the_unknown() {
    let mut table = unknown_decks(Side::You);
    table.does("you play 001 MID-1");
    assert_eq!(table.unseen(Side::Enemy), (5, 10), "its first turn");
    table.does("enemy play 001 MID-5");
    assert_eq!(table.unseen(Side::Enemy), (4, 10));
    table.does_all(&["draw 008", "you pass"]);
    assert_eq!(table.unseen(Side::Enemy), (5, 9));
    table.does("enemy pass");
    assert_eq!(table.unseen(Side::Enemy), (5, 9), "passing shows nothing");
}

#[test]
fn who_holds_nothing_unknown_plays_nothing_unknown() {
    let hands = BySide::new(Some("001"), None);
    let mut table = Table::live(Side::You, hands, BySide::new(None, Some("001 007")));
    table.does_all(&["you pass", "enemy play 001 MID-5", "draw 007", "you pass"]);
    table.does_all(&["enemy play 007 TOP-5", "draw 007", "you pass"]);
    let (side, card) = (Side::Enemy, ids(&table.book, "008")[0]);
    let refusal = Refusal::HandIsKnown { side, card };
    assert_eq!(table.refuses("enemy play 008 BOT-5"), refusal);
}

#[test]
fn a_card_that_is_not_in_the_known_deck_contradicts_it() {
    let mut table = known_decks();
    table.does("you play 001 MID-1");
    let (side, card) = (Side::Enemy, ids(&table.book, "007")[0]);
    let not_in_deck = Refusal::NotInDeck { side, card };
    assert_eq!(table.refuses("enemy play 007 MID-5"), not_in_deck);
    table.does("enemy pass");
    let (side, card) = (Side::You, ids(&table.book, "143")[0]);
    let not_in_deck = Refusal::NotInDeck { side, card };
    assert_eq!(table.refuses("draw 143"), not_in_deck);
}

#[test]
fn one_copy_more_than_the_known_deck_has_contradicts_it() {
    let mut table = known_decks();
    table.does_all(&["you play 001 MID-1", "enemy play 008 MID-5"]);
    let (side, card) = (Side::You, ids(&table.book, "001")[0]);
    let third = Refusal::NotInDeck { side, card };
    assert_eq!(table.refuses("draw 001"), third);
    table.does_all(&["draw 007", "you play 007 TOP-1"]);
    let (side, card) = (Side::Enemy, ids(&table.book, "008")[0]);
    let second = Refusal::NotInDeck { side, card };
    assert_eq!(table.refuses("enemy play 008 TOP-5"), second);
    table.does_all(&["enemy play 019 TOP-5", "draw 026", "you pass"]);
    table.does("enemy play 019 BOT-5");
}

#[test]
fn nobody_holds_a_token_that_no_effect_gave() {
    let mut table = unknown_decks(Side::You);
    table.does("you play 001 MID-1");
    let (side, card) = (Side::Enemy, ids(&table.book, "T01")[0]);
    let given_by_nobody = Refusal::TokenFromDeck { side, card };
    assert_eq!(table.refuses("enemy play T01 MID-5"), given_by_nobody);
    table.does("enemy pass");
    let side = Side::You;
    let given_by_nobody = Refusal::TokenFromDeck { side, card };
    assert_eq!(table.refuses("draw T01"), given_by_nobody);
}

#[test]
fn what_an_effect_gives_the_enemy_is_known_and_is_played_from_the_known() {
    let mut table = known_decks();
    table.does_all(&["you play 001 MID-1", "enemy play 010 MID-5"]);
    assert_eq!(table.hand(Side::Enemy), "T01");
    assert_eq!(table.unseen(Side::Enemy), (4, 10));
    table.does_all(&["draw 008", "you pass", "enemy play T01 TOP-5"]);
    assert_eq!(table.hand(Side::Enemy), "");
    assert_eq!(table.unseen(Side::Enemy), (5, 9));
    assert_eq!(table.spawned_by("TOP-5").as_deref(), Some("010"));
}

#[test]
fn your_hand_may_be_unknown_too() {
    let decks = BySide::new(Some(DECK), None);
    let mut table = Table::live(Side::You, BySide::new(None, None), decks);
    assert_eq!(table.unseen(Side::You), (5, 10));
    assert_eq!(table.legal(), ["you pass"], "only known cards are listed");
    table.does("you play 001 MID-1");
    assert_eq!(table.unseen(Side::You), (4, 10));
    table.does("enemy pass");
    assert_eq!(
        table.state.phase(),
        Phase::Play,
        "nobody asks what you drew"
    );
    assert_eq!(table.unseen(Side::You), (5, 9));
    let (side, card) = (Side::You, ids(&table.book, "082")[0]);
    let not_in_deck = Refusal::NotInDeck { side, card };
    assert_eq!(table.refuses("you play 082 TOP-1"), not_in_deck);
    table.does("you play 001 TOP-1");
    assert_eq!(table.unseen(Side::You), (4, 9));
    table.does_all(&["hand 002 007 008 010", "enemy pass"]);
    assert_eq!(table.state.phase(), Phase::Draw, "now your hand is known");
}

#[test]
fn setting_the_hand_corrects_it() {
    let mut table = known_decks();
    table.does("hand 114 001 001 002 008");
    assert_eq!(table.hand(Side::You), "114 001 001 002 008");
    assert_eq!(table.unseen(Side::You), (0, 10));
    assert_eq!(
        table.pool(Side::You),
        "007 007 010 011 019 019 026 051 071 072",
        "what you do not hold is unseen again"
    );
}

#[test]
fn setting_an_unknown_hand_makes_it_known() {
    let decks = BySide::new(Some(DECK), None);
    let mut table = Table::live(Side::You, BySide::new(None, None), decks);
    table.does("hand 114 001 001 002 008");
    assert_eq!(table.hand(Side::You), "114 001 001 002 008");
    assert_eq!(table.unseen(Side::You), (0, 10));
}

/// The unseen cards of a known deck are those in its pile and those in the
/// unknown part of the hand: a card more in the hand is one less to draw.
#[test]
fn a_hand_set_to_another_number_leaves_as_many_to_draw_as_are_unseen() {
    for hand in ["001 001 007 010", "001 001 007 010 019 026"] {
        let mut table = known_decks();
        table.does(&format!("hand {hand}"));
        let unseen = ids(&table.book, &table.pool(Side::You)).len() as u32;
        assert_eq!(table.unseen(Side::You), (0, unseen), "hand {hand}");
    }
}

#[test]
fn a_hand_set_against_the_known_deck_is_refused() {
    let mut table = known_decks();
    let side = Side::You;
    for (line, number) in [
        ("hand 001 007 143", "143"),
        ("hand 001 001 001", "001"),
        ("hand 114 114", "114"),
    ] {
        let card = ids(&table.book, number)[0];
        assert_eq!(table.refuses(line), Refusal::NotInDeck { side, card });
    }
    table.does("you play 001 MID-1");
    let card = ids(&table.book, "001")[0];
    let one_is_on_the_board = Refusal::NotInDeck { side, card };
    assert_eq!(table.refuses("hand 001 001"), one_is_on_the_board);
}

#[test]
fn setting_the_hand_keeps_what_effects_gave_and_lets_the_rest_go() {
    let mut table = known_decks();
    table.does_all(&["you play 010 MID-1", "enemy pass", "draw 008"]);
    let given = table.state.holdings.you.hand.known[4];
    let id = given.instance.expect("an effect gave it");
    table.does("hand 001 T01 001 007 019 008");
    assert_eq!(table.hand(Side::You), "001 T01 001 007 019 008");
    assert_eq!(table.state.holdings.you.hand.known[1], given);
    table.does("hand 001 001 007 019 008");
    let gone = Place::Gone {
        last: None,
        turn: 3,
    };
    assert_eq!(table.known(id).place, gone);
}

#[test]
fn a_set_hand_is_yours_to_play() {
    let mut table = unknown_decks(Side::You);
    table.does("hand 072");
    let (side, card) = (Side::You, ids(&table.book, "001")[0]);
    let refusal = Refusal::HandIsKnown { side, card };
    assert_eq!(table.refuses("you play 001 MID-1"), refusal);
    table.does("you play 072 MID-1");
    assert_eq!(table.hand(Side::You), "");
}
