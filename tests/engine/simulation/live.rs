//! Live matches: a person reports the moves; of the enemy's hand only the size is known.

use qbcoach_engine::rules::{BySide, IllegalMove, Side};
use qbcoach_engine::simulation::action::{ActionRefusal, Phase};
use qbcoach_engine::simulation::instances::Location;

use crate::simulation::test_match::{TestMatch, ids};

const HAND: &str = "001 001 007 010 019";
const DECK: &str = "001 001 007 007 008 010 019 019 026 051 071 072 002 011 114";
const ENEMYS: &str = "001 001 008 019 019 010 071 107 142 004 014 096 132 105 134";

/// Your hand and both decks are known.
fn known_decks() -> TestMatch {
    let hands = BySide::new(Some(HAND), None);
    TestMatch::live(Side::You, hands, BySide::new(Some(DECK), Some(ENEMYS)))
}

/// Only your hand is known.
fn unknown_decks(first: Side) -> TestMatch {
    let hands = BySide::new(Some(HAND), None);
    TestMatch::live(first, hands, BySide::new(None, None))
}

#[test]
fn at_the_start_your_hand_is_known_and_the_enemys_is_a_number_of_cards() {
    for game in [known_decks(), unknown_decks(Side::You)] {
        assert_eq!(game.hand(Side::You), HAND);
        assert_eq!(game.unseen(Side::You), (0, 10));
        assert_eq!(game.hand(Side::Enemy), "");
        assert_eq!(game.unseen(Side::Enemy), (5, 10));
        assert_eq!(game.state.phase(), Phase::Mulligan);
    }
}

#[test]
fn the_pool_is_the_known_deck_without_what_has_been_seen() {
    let mut game = known_decks();
    let yours = "002 007 008 011 019 026 051 071 072 114";
    assert_eq!(game.pool(Side::You), yours);
    assert_eq!(ids(&game.book, &game.pool(Side::Enemy)).len(), 15);
    game.does_all(&["you play 001 MID-1", "enemy play 001 MID-5", "draw 008"]);
    assert_eq!(game.pool(Side::You), "002 007 011 019 026 051 071 072 114");
    assert_eq!(
        game.pool(Side::Enemy),
        "001 004 008 010 014 019 019 071 096 105 107 132 134 142"
    );
}

#[test]
fn your_draw_is_due_from_your_second_turn_on_and_comes_before_your_move() {
    let mut game = known_decks();
    game.does("you play 001 MID-1");
    assert_eq!(game.state.phase(), Phase::Play);
    game.does("enemy play 001 MID-5");
    assert_eq!(game.state.phase(), Phase::Draw);
    assert!(game.legal().is_empty());
    assert_eq!(game.refuses("you play 007 TOP-1"), ActionRefusal::DrawFirst);
    assert_eq!(game.refuses("you pass"), ActionRefusal::DrawFirst);
    let expected = Side::You;
    let out_of_turn = ActionRefusal::Illegal(IllegalMove::OutOfTurn { expected });
    assert_eq!(game.refuses("enemy pass"), out_of_turn);
    game.does("draw 008");
    assert_eq!(game.state.phase(), Phase::Play);
    game.does("you play 008 TOP-1");
}

#[test]
fn if_the_enemy_starts_your_second_turn_is_turn_four() {
    let mut game = unknown_decks(Side::Enemy);
    game.does_all(&["enemy play 001 MID-5", "you play 001 MID-1"]);
    assert_eq!(game.unseen(Side::Enemy), (5, 9), "its second turn draws");
    assert_eq!(game.state.phase(), Phase::Play);
    game.does("enemy play 007 TOP-5");
    assert_eq!((game.state.turn, game.state.phase()), (4, Phase::Draw));
}

#[test]
fn a_reported_draw_adds_to_the_hand_and_takes_from_the_deck() {
    let mut game = known_decks();
    game.does_all(&["you play 001 MID-1", "enemy pass", "draw 114"]);
    assert_eq!(game.hand(Side::You), "001 007 010 019 114");
    assert_eq!(game.unseen(Side::You), (0, 9));
}

#[test]
fn a_draw_is_reported_only_when_one_is_due() {
    let mut game = known_decks();
    assert_eq!(game.refuses("draw 008"), ActionRefusal::NoDrawDue);
    game.does("you play 001 MID-1");
    assert_eq!(game.refuses("draw 008"), ActionRefusal::NoDrawDue);
    game.does_all(&["enemy pass", "draw 008"]);
    assert_eq!(game.refuses("draw 007"), ActionRefusal::NoDrawDue);
    game.does("you pass");
    assert_eq!(game.state.phase(), Phase::Over);
    assert_eq!(game.refuses("draw 007"), ActionRefusal::NoDrawDue);
}

#[test]
fn an_empty_deck_asks_for_no_draw() {
    let hands = BySide::new(Some("001 007"), None);
    let decks = BySide::new(Some("001 007 008"), Some("001"));
    let mut game = TestMatch::live(Side::You, hands, decks);
    assert_eq!(game.unseen(Side::You), (0, 1));
    assert_eq!(game.unseen(Side::Enemy), (1, 0), "a hand is no larger");
    game.does_all(&["you play 001 MID-1", "enemy pass", "draw 008"]);
    assert!(!game.state.draws_next_turn(Side::You));
    game.does_all(&["you play 007 TOP-1", "enemy pass"]);
    assert_eq!(game.state.phase(), Phase::Play);
    assert_eq!(game.unseen(Side::Enemy), (1, 0));
}

#[test]
fn the_enemy_draws_unseen_and_its_plays_come_from_the_unknown() {
    let mut game = unknown_decks(Side::You);
    game.does("you play 001 MID-1");
    assert_eq!(game.unseen(Side::Enemy), (5, 10), "its first turn");
    game.does("enemy play 001 MID-5");
    assert_eq!(game.unseen(Side::Enemy), (4, 10));
    game.does_all(&["draw 008", "you pass"]);
    assert_eq!(game.unseen(Side::Enemy), (5, 9));
    game.does("enemy pass");
    assert_eq!(game.unseen(Side::Enemy), (5, 9), "passing shows nothing");
}

#[test]
fn a_side_without_unknown_cards_plays_only_known_cards() {
    let hands = BySide::new(Some("001"), None);
    let mut game = TestMatch::live(Side::You, hands, BySide::new(None, Some("001 007")));
    game.does_all(&["you pass", "enemy play 001 MID-5", "draw 007", "you pass"]);
    game.does_all(&["enemy play 007 TOP-5", "draw 007", "you pass"]);
    let (side, card) = (Side::Enemy, ids(&game.book, "008")[0]);
    let refusal = ActionRefusal::HandIsKnown { side, card };
    assert_eq!(game.refuses("enemy play 008 BOT-5"), refusal);
}

#[test]
fn a_card_that_is_not_in_the_known_deck_contradicts_it() {
    let mut game = known_decks();
    game.does("you play 001 MID-1");
    let (side, card) = (Side::Enemy, ids(&game.book, "007")[0]);
    let not_in_deck = ActionRefusal::NotInDeck { side, card };
    assert_eq!(game.refuses("enemy play 007 MID-5"), not_in_deck);
    game.does("enemy pass");
    let (side, card) = (Side::You, ids(&game.book, "143")[0]);
    let not_in_deck = ActionRefusal::NotInDeck { side, card };
    assert_eq!(game.refuses("draw 143"), not_in_deck);
}

#[test]
fn one_copy_more_than_the_known_deck_has_contradicts_it() {
    let mut game = known_decks();
    game.does_all(&["you play 001 MID-1", "enemy play 008 MID-5"]);
    let (side, card) = (Side::You, ids(&game.book, "001")[0]);
    let third = ActionRefusal::NotInDeck { side, card };
    assert_eq!(game.refuses("draw 001"), third);
    game.does_all(&["draw 007", "you play 007 TOP-1"]);
    let (side, card) = (Side::Enemy, ids(&game.book, "008")[0]);
    let second = ActionRefusal::NotInDeck { side, card };
    assert_eq!(game.refuses("enemy play 008 TOP-5"), second);
    game.does_all(&["enemy play 019 TOP-5", "draw 026", "you pass"]);
    game.does("enemy play 019 BOT-5");
}

#[test]
fn a_token_that_no_effect_added_cannot_be_played_or_drawn() {
    let mut game = unknown_decks(Side::You);
    game.does("you play 001 MID-1");
    let (side, card) = (Side::Enemy, ids(&game.book, "T01")[0]);
    let token_from_deck = ActionRefusal::TokenFromDeck { side, card };
    assert_eq!(game.refuses("enemy play T01 MID-5"), token_from_deck);
    game.does("enemy pass");
    let side = Side::You;
    let token_from_deck = ActionRefusal::TokenFromDeck { side, card };
    assert_eq!(game.refuses("draw T01"), token_from_deck);
}

#[test]
fn a_card_that_an_effect_adds_to_the_enemys_hand_is_known_and_played_as_such() {
    let mut game = known_decks();
    game.does_all(&["you play 001 MID-1", "enemy play 010 MID-5"]);
    assert_eq!(game.hand(Side::Enemy), "T01");
    assert_eq!(game.unseen(Side::Enemy), (4, 10));
    game.does_all(&["draw 008", "you pass", "enemy play T01 TOP-5"]);
    assert_eq!(game.hand(Side::Enemy), "");
    assert_eq!(game.unseen(Side::Enemy), (5, 9));
    assert_eq!(game.spawned_by("TOP-5").as_deref(), Some("010"));
}

#[test]
fn your_hand_may_be_unknown_too() {
    let decks = BySide::new(Some(DECK), None);
    let mut game = TestMatch::live(Side::You, BySide::new(None, None), decks);
    assert_eq!(game.unseen(Side::You), (5, 10));
    assert_eq!(game.legal(), ["you pass"], "only known cards are listed");
    game.does("you play 001 MID-1");
    assert_eq!(game.unseen(Side::You), (4, 10));
    game.does("enemy pass");
    assert_eq!(game.state.phase(), Phase::Play, "no draw is due");
    assert_eq!(game.unseen(Side::You), (5, 9));
    let (side, card) = (Side::You, ids(&game.book, "082")[0]);
    let not_in_deck = ActionRefusal::NotInDeck { side, card };
    assert_eq!(game.refuses("you play 082 TOP-1"), not_in_deck);
    game.does("you play 001 TOP-1");
    assert_eq!(game.unseen(Side::You), (4, 9));
    game.does_all(&["hand 002 007 008 010", "enemy pass"]);
    assert_eq!(game.state.phase(), Phase::Draw, "now your hand is known");
}

#[test]
fn setting_the_hand_corrects_it() {
    let mut game = known_decks();
    game.does("hand 114 001 001 002 008");
    assert_eq!(game.hand(Side::You), "114 001 001 002 008");
    assert_eq!(game.unseen(Side::You), (0, 10));
    assert_eq!(
        game.pool(Side::You),
        "007 007 010 011 019 019 026 051 071 072",
        "cards not in your hand are unseen again"
    );
}

#[test]
fn setting_an_unknown_hand_makes_it_known() {
    let decks = BySide::new(Some(DECK), None);
    let mut game = TestMatch::live(Side::You, BySide::new(None, None), decks);
    game.does("hand 114 001 001 002 008");
    assert_eq!(game.hand(Side::You), "114 001 001 002 008");
    assert_eq!(game.unseen(Side::You), (0, 10));
}

/// The unseen cards of a known deck are those in its pile and in the unknown part of the
/// hand: each additional known card in the hand leaves one less to draw.
#[test]
fn a_hand_set_to_another_number_leaves_as_many_to_draw_as_are_unseen() {
    for hand in ["001 001 007 010", "001 001 007 010 019 026"] {
        let mut game = known_decks();
        game.does(&format!("hand {hand}"));
        let unseen = ids(&game.book, &game.pool(Side::You)).len() as u32;
        assert_eq!(game.unseen(Side::You), (0, unseen), "hand {hand}");
    }
}

#[test]
fn a_hand_set_against_the_known_deck_is_refused() {
    let mut game = known_decks();
    let side = Side::You;
    for (line, number) in [
        ("hand 001 007 143", "143"),
        ("hand 001 001 001", "001"),
        ("hand 114 114", "114"),
    ] {
        let card = ids(&game.book, number)[0];
        assert_eq!(game.refuses(line), ActionRefusal::NotInDeck { side, card });
    }
    game.does("you play 001 MID-1");
    let card = ids(&game.book, "001")[0];
    let one_is_on_the_board = ActionRefusal::NotInDeck { side, card };
    assert_eq!(game.refuses("hand 001 001"), one_is_on_the_board);
}

#[test]
fn setting_the_hand_keeps_instances_of_added_cards_and_ends_the_others() {
    let mut game = known_decks();
    game.does_all(&["you play 010 MID-1", "enemy pass", "draw 008"]);
    let given = game.state.holdings.you.hand.known[4];
    let id = given.instance.expect("an effect gave it");
    game.does("hand 001 T01 001 007 019 008");
    assert_eq!(game.hand(Side::You), "001 T01 001 007 019 008");
    assert_eq!(game.state.holdings.you.hand.known[1], given);
    game.does("hand 001 001 007 019 008");
    let gone = Location::Gone {
        last: None,
        turn: 3,
    };
    assert_eq!(game.known(id).location, gone);
}

#[test]
fn cards_of_a_set_hand_can_be_played() {
    let mut game = unknown_decks(Side::You);
    game.does("hand 072");
    let (side, card) = (Side::You, ids(&game.book, "001")[0]);
    let refusal = ActionRefusal::HandIsKnown { side, card };
    assert_eq!(game.refuses("you play 001 MID-1"), refusal);
    game.does("you play 072 MID-1");
    assert_eq!(game.hand(Side::You), "");
}
