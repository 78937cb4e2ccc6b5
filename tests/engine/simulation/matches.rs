//! Simulated matches: dealing, drawing, playing, passing, the end.

use qbcoach_engine::rules::{
    BySide, CardId, Event, IllegalMove, IllegalPlay, Position, Rulebook, Rules, Side,
};
use qbcoach_engine::simulation::action::{ActionRefusal, Phase};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::instances::Location;

use crate::simulation::test_match::{TestMatch, canon, ids, numbers, tile};
use crate::support::{catalogue_with, position};

const YOURS: &str = "036 036 037 040 040 057 058 058 035 035 041 047 051 054 113";
const ENEMYS: &str = "001 001 008 019 019 071 071 107 142 004 014 096 132 105 134";

fn dealt(seed: u64) -> TestMatch {
    TestMatch::simulated(seed, Side::You, BySide::new(YOURS, ENEMYS))
}

/// The sizes of a side's hand and deck.
fn sizes(game: &TestMatch, side: Side) -> (u32, u32) {
    let holdings = &game.state.holdings[side];
    (holdings.hand.len(), holdings.pile.len())
}

/// Fourteen of your cards, and BOT-5 is yours and empty.
const ONE_TILE_LEFT: &str = "
    y1[001] y1[001] y1[001] y1[001] y1[001]
    y1[001] y1[001] y1[001] y1[001] y1[001]
    y1[001] y1[001] y1[001] y1[001] y1 you";

#[test]
fn each_side_is_dealt_five_cards_and_keeps_ten() {
    for seed in 0..20 {
        let game = dealt(seed);
        for (side, deck) in [(Side::You, YOURS), (Side::Enemy, ENEMYS)] {
            assert_eq!(sizes(&game, side), (5, 10));
            assert_eq!(game.state.holdings[side].hand.unknown, 0);
            let cards = format!("{} {}", game.hand(side), game.to_draw(side));
            let mut cards = ids(&game.book, &cards);
            let mut deck = ids(&game.book, deck);
            cards.sort_unstable();
            deck.sort_unstable();
            assert_eq!(cards, deck, "a deck is dealt whole, seed {seed}");
        }
    }
}

#[test]
fn the_size_of_the_opening_hand_is_a_rule() {
    let book = Rulebook::embedded(Rules::parse("canon openingHand=3").expect("a known knob"));
    let decks = BySide::new(ids(&book, YOURS), ids(&book, "001 002"));
    let state = GameState::simulated(&book.rules, 1, Side::You, decks);
    assert_eq!(state.holdings.you.hand.len(), 3);
    assert_eq!(state.holdings.you.pile.len(), 12);
    assert_eq!(state.holdings.enemy.hand.len(), 2, "there are no more");
    assert!(state.holdings.enemy.pile.is_empty());
}

#[test]
fn the_deal_does_not_depend_on_the_side_that_starts() {
    let decks = BySide::new(YOURS, ENEMYS);
    let other = TestMatch::simulated(5, Side::Enemy, decks);
    assert_eq!(other.state.holdings, dealt(5).state.holdings);
    assert_eq!(other.state.position.to_act, Side::Enemy);
}

#[test]
fn no_side_draws_when_its_first_turn_begins() {
    for first in Side::BOTH {
        let mut game = TestMatch::simulated(7, first, BySide::new(ENEMYS, ENEMYS));
        assert_eq!(sizes(&game, first), (5, 10));
        let opening = game.legal()[0].clone();
        game.does(&opening);
        assert_eq!(game.state.turn, 2);
        assert_eq!(sizes(&game, first), (4, 10));
        assert_eq!(sizes(&game, first.opponent()), (5, 10));
    }
}

#[test]
fn from_its_second_turn_on_a_side_draws_one_card_when_the_turn_begins() {
    let mut game = TestMatch::arranged("001 007 | 008 019", "001 007 | 020 026");
    assert!(game.state.draws_next_turn(Side::You));
    assert!(!game.state.draws_next_turn(Side::Enemy), "its first turn");
    game.does_all(&["you play 001 MID-1", "enemy play 001 MID-5"]);
    assert_eq!(game.hand(Side::You), "007 008");
    assert_eq!(game.hand(Side::Enemy), "007", "it is not its turn yet");
    game.does("you play 008 TOP-1");
    assert_eq!(game.hand(Side::You), "007");
    assert_eq!(game.hand(Side::Enemy), "007 020");
    game.does("enemy play 020 TOP-5");
    assert_eq!(game.hand(Side::You), "007 019");
    assert_eq!(game.to_draw(Side::You), "");
    assert_eq!(game.to_draw(Side::Enemy), "026");
}

#[test]
fn a_passed_turn_counts_as_a_turn() {
    let mut game = TestMatch::arranged("001 007 | 008", "001 | 020");
    game.does_all(&["you play 001 MID-1", "enemy pass"]);
    assert_eq!(game.hand(Side::You), "007 008");
    game.does("you play 007 TOP-1");
    assert_eq!(game.hand(Side::Enemy), "001 020");
}

#[test]
fn an_empty_deck_draws_nothing() {
    let mut game = TestMatch::arranged("001 007 008", "001 007");
    assert!(!game.state.draws_next_turn(Side::You));
    game.does_all(&["you play 001 MID-1", "enemy play 001 MID-5"]);
    assert_eq!(game.hand(Side::You), "007 008");
    assert_eq!(game.state.phase(), Phase::Play);
    game.does("you play 007 TOP-1");
    assert_eq!(game.hand(Side::Enemy), "007");
}

#[test]
fn two_passes_in_a_row_end_the_match() {
    let mut game = TestMatch::arranged("001 | 007", "001 | 007");
    let turn = game.does("you pass");
    assert_eq!(turn, [Event::Turn { side: Side::Enemy }]);
    let end = game.does("enemy pass");
    assert_eq!(end, [Event::Over]);
    assert_eq!(game.state.phase(), Phase::Over);
    assert_eq!(
        game.hand(Side::You),
        "001",
        "no card is drawn after the end"
    );
    assert_eq!(game.state.turn, 2);
    assert!(game.legal().is_empty());
}

#[test]
fn passes_with_a_play_between_them_do_not_end_the_match() {
    let mut game = TestMatch::arranged("001 007", "001 007");
    game.does_all(&["you pass", "enemy play 001 MID-5", "you pass"]);
    assert_ne!(game.state.phase(), Phase::Over);
    game.does_all(&["enemy play 007 TOP-5", "you play 001 MID-1", "enemy pass"]);
    assert_ne!(game.state.phase(), Phase::Over);
    game.does("you pass");
    assert_eq!(game.state.phase(), Phase::Over);
}

#[test]
fn a_play_that_fills_the_board_ends_the_match() {
    let mut game = TestMatch::arranged_at(ONE_TILE_LEFT, "001", "001 | 007");
    assert_ne!(game.state.phase(), Phase::Over);
    let events = game.does("you play 001 BOT-5");
    assert_eq!(events.last(), Some(&Event::Over));
    assert_eq!(game.state.phase(), Phase::Over);
    assert_eq!(game.hand(Side::Enemy), "001");
    assert!(game.legal().is_empty());
}

#[test]
fn nothing_is_played_or_passed_after_the_end() {
    let over = ActionRefusal::Illegal(IllegalMove::MatchOver);
    let mut passed = TestMatch::arranged("001", "001");
    passed.does_all(&["you pass", "enemy pass"]);
    let mut full = TestMatch::arranged_at(ONE_TILE_LEFT, "001 051", "001");
    full.does("you play 001 BOT-5");
    for game in [&mut passed, &mut full] {
        assert_eq!(game.refuses("you pass"), over);
        assert_eq!(game.refuses("enemy pass"), over);
        assert_eq!(game.refuses("enemy play 001 MID-5"), over);
        assert_eq!(game.refuses("you play 051 MID-1"), over);
    }
}

#[test]
fn out_of_turn_is_refused() {
    let mut game = TestMatch::arranged("001 007", "001 007");
    let yours = ActionRefusal::Illegal(IllegalMove::OutOfTurn {
        expected: Side::You,
    });
    assert_eq!(game.refuses("enemy play 001 MID-5"), yours);
    assert_eq!(game.refuses("enemy pass"), yours);
    game.does("you play 001 MID-1");
    let enemys = ActionRefusal::Illegal(IllegalMove::OutOfTurn {
        expected: Side::Enemy,
    });
    assert_eq!(game.refuses("you play 007 TOP-1"), enemys);
    assert_eq!(game.refuses("you pass"), enemys);
}

#[test]
fn only_a_card_in_the_hand_is_played() {
    let mut game = TestMatch::arranged("001 | 007", "019");
    for number in ["007", "019", "008", "T01"] {
        let card = ids(&game.book, number)[0];
        let side = Side::You;
        let refusal = game.refuses(&format!("you play {number} MID-1"));
        assert_eq!(refusal, ActionRefusal::HandIsKnown { side, card });
    }
    game.does_all(&["you play 001 MID-1", "enemy pass"]);
    game.refuses("you play 001 TOP-1");
    game.does("you play 007 TOP-1");
}

#[test]
fn two_copies_in_the_hand_are_played_one_by_one() {
    let mut game = TestMatch::arranged("001 001", "019");
    game.does_all(&["you play 001 MID-1", "enemy pass", "you play 001 TOP-1"]);
    assert_eq!(game.hand(Side::You), "");
}

#[test]
fn an_illegal_play_is_refused_by_its_rule_and_keeps_the_card() {
    let mut game = TestMatch::arranged("001 002", "019");
    let refusal = game.refuses("you play 002 MID-1");
    let ActionRefusal::Illegal(IllegalMove::Play(rule)) = refusal else {
        panic!("it is {refusal}");
    };
    assert_eq!(rule.rule(), "rankTooLow");
    let (tile, owner) = (
        tile("MID-5"),
        game.state.position.board.owner(tile("MID-5")),
    );
    let owned = IllegalPlay::TileNotOwned { tile, owner };
    assert_eq!(
        game.refuses("you play 001 MID-5"),
        ActionRefusal::Illegal(owned.into())
    );
    assert_eq!(game.hand(Side::You), "001 002");
}

#[test]
fn reports_of_draws_and_hands_are_refused_in_simulated_matches() {
    let mut game = dealt(1);
    assert_eq!(game.refuses("draw 036"), ActionRefusal::NotReported);
    assert_eq!(game.refuses("hand 036"), ActionRefusal::NotReported);
}

#[test]
fn legal_moves_are_the_distinct_plays_of_the_hand_and_then_the_pass() {
    let game = TestMatch::arranged("007 001 002 001", "019");
    let expected = [
        "you play 001 TOP-1",
        "you play 001 MID-1",
        "you play 001 BOT-1",
        "you play 007 TOP-1",
        "you play 007 MID-1",
        "you play 007 BOT-1",
        "you pass",
    ];
    assert_eq!(game.legal(), expected);
}

#[test]
fn a_card_added_by_an_effect_goes_to_the_hand_of_its_side() {
    let mut game = TestMatch::arranged("010", "010");
    game.does("you play 010 MID-1");
    assert_eq!(game.hand(Side::You), "T01");
    assert_eq!(game.hand(Side::Enemy), "010");
    game.does("enemy play 010 MID-5");
    assert_eq!(game.hand(Side::You), "T01");
    assert_eq!(game.hand(Side::Enemy), "T01");
}

#[test]
fn a_card_added_by_a_destroyed_card_goes_to_its_owner() {
    let drawing = "y1 . . . e1  y1 y1[040] e1 . e1  y1 . . . e1 enemy";
    let mut game = TestMatch::arranged_at(drawing, "001", "072");
    let (destroyed, _) = game.instance("MID-2");
    game.does("enemy play 072 MID-3");
    assert_eq!(game.hand(Side::You), "001 T02");
    assert_eq!(game.hand(Side::Enemy), "");
    let gone = Location::Gone {
        last: Some(tile("MID-2")),
        turn: 1,
    };
    assert_eq!(game.known(destroyed).location, gone);
    assert_eq!(game.state.instances.on_tile(tile("MID-2")), None);
}

#[test]
fn a_card_added_by_an_effect_stays_the_same_instance_when_played() {
    let mut game = TestMatch::arranged("010", "001");
    game.does_all(&["you play 010 MID-1", "enemy pass"]);
    let held = game.state.holdings.you.hand.known[0];
    let id = held.instance.expect("both players saw it arrive");
    assert_eq!(game.known(id).location, Location::Hand);
    assert_eq!(game.state.holdings.you.hand.added_by_effects(), [held.card]);
    game.does("you play T01 TOP-1");
    let (played, known) = game.instance("TOP-1");
    assert_eq!(played, id);
    assert_eq!(known.made_by, Some(ids(&game.book, "010")[0]));
    assert_eq!(known.first_turn, 1, "seen since it came to the hand");
    assert_eq!(game.spawned_by("TOP-1").as_deref(), Some("010"));
    assert_eq!(game.spawned_by("MID-1"), None);
    assert_eq!(game.hand(Side::You), "");
}

#[test]
fn an_added_card_may_add_another_and_is_its_maker() {
    let drawing = "y3 . . . e1  y3 . . . e1  y3 . . . e1 you";
    let mut game = TestMatch::arranged_at(drawing, "056", "001");
    game.does_all(&["you play 056 MID-1", "enemy pass", "you play T03 TOP-1"]);
    assert_eq!(game.hand(Side::You), "T04");
    game.does_all(&["enemy pass", "you play T04 BOT-1"]);
    assert_eq!(game.spawned_by("TOP-1").as_deref(), Some("056"));
    assert_eq!(game.spawned_by("BOT-1").as_deref(), Some("T03"));
}

#[test]
fn of_two_cards_that_add_the_same_token_the_right_one_is_its_maker() {
    let cards = r#"{"cards": [{"number": "X01", "name": "Nurse", "kind": "card", "rank": 1,
        "power": 1, "rarity": "standard", "range": "", "effects": ["on-play-add-t01"]}]}"#;
    let book = Rulebook::new(catalogue_with(cards), Rules::canon());
    let start = Position::opening(Side::You);
    let mut game = TestMatch::arranged_from(book, start, "X01", "010");
    game.does_all(&["you play X01 MID-1", "enemy play 010 MID-5"]);
    game.does_all(&["you play T01 TOP-1", "enemy play T01 TOP-5"]);
    assert_eq!(game.spawned_by("TOP-1").as_deref(), Some("X01"));
    assert_eq!(game.spawned_by("TOP-5").as_deref(), Some("010"));
}

#[test]
fn a_spawned_token_is_an_instance_made_by_its_spawner() {
    let drawing = "y2 . . . e1  y2 . . . e1  y1 . . . e1 you";
    let mut game = TestMatch::arranged_at(drawing, "096", "001");
    game.does("you play 096 TOP-1");
    let shiva = ids(&game.book, "096")[0];
    for on in ["MID-1", "BOT-1"] {
        let (_, known) = game.instance(on);
        assert_eq!((known.made_by, known.first_turn), (Some(shiva), 1));
        assert_eq!(game.spawned_by(on).as_deref(), Some("096"));
    }
    assert_eq!(game.hand(Side::You), "");
}

#[test]
fn a_replaced_card_leaves_and_its_replacement_is_another() {
    let mut game = TestMatch::arranged("001 051", "001");
    game.does_all(&["you play 001 MID-1", "enemy pass"]);
    let (old, _) = game.instance("MID-1");
    game.does("you play 051 MID-1");
    let (new, known) = game.instance("MID-1");
    assert_ne!(old, new);
    assert_eq!(numbers(&game.book, &[known.card]), "051");
    let last = Some(tile("MID-1"));
    assert_eq!(game.known(old).location, Location::Gone { last, turn: 3 });
}

#[test]
fn a_match_may_start_from_any_position_and_its_cards_become_instances() {
    let book = canon();
    let start = position(
        &book,
        "y1 . . . e1  y1[T01<010] . . . e1  y1 . . . e1 enemy",
    );
    let decks: BySide<Vec<CardId>> = BySide::new(ids(&book, YOURS), ids(&book, ENEMYS));
    let state = GameState::simulated(&book.rules, 7, Side::You, decks).from_position(start);
    let mut game = TestMatch { book, state };
    let (_, known) = game.instance("MID-1");
    assert_eq!(known.made_by, Some(ids(&game.book, "010")[0]));
    assert_eq!(game.state.position.to_act, Side::Enemy);
    game.does("enemy play 008 MID-5");
    assert_eq!(sizes(&game, Side::You), (5, 10), "your first turn");
    game.does("you play 036 TOP-1");
    assert_eq!(sizes(&game, Side::Enemy), (5, 9), "its second turn");
}
