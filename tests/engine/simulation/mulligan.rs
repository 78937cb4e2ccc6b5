//! The mulligan: exchanging cards once, before the first move.

use qbcoach_engine::rules::{BySide, CardId, Side};
use qbcoach_engine::simulation::action::{ActionRefusal, Phase};
use qbcoach_engine::simulation::pile::Pile;

use crate::simulation::test_match::{TestMatch, ids, numbers};

const YOURS: &str = "036 036 037 040 040 057 058 058 035 035 041 047 051 054 113";
const ENEMYS: &str = "001 001 008 019 019 071 071 107 142 004 014 096 132 105 134";

fn dealt(seed: u64) -> TestMatch {
    TestMatch::simulated(seed, Side::You, BySide::new(YOURS, ENEMYS))
}

/// A live match: your hand is known, and both decks may be known.
fn live(deck: Option<&str>) -> TestMatch {
    let hands = BySide::new(Some("036 037 040 040 057"), None);
    TestMatch::live(Side::You, hands, BySide::new(deck, None))
}

fn not_in_hand(game: &TestMatch, side: Side, number: &str) -> ActionRefusal {
    let card = ids(&game.book, number)[0];
    ActionRefusal::NotInHand { side, card }
}

/// From the Python script that `shuffle.rs` describes. The cards left in the deck, in the
/// order of drawing, and then those put back, in the given order, are shuffled with the
/// continued stream of the side; the first ones are drawn.
#[test]
fn a_seed_gives_the_same_mulligan_forever() {
    let mut game = dealt(7);
    game.does_all(&["mulligan you 058 051", "mulligan enemy 008 019"]);
    assert_eq!(game.hand(Side::You), "047 040 036 035 058");
    let yours = "037 113 040 035 054 041 057 036 051 058";
    assert_eq!(game.to_draw(Side::You), yours);
    assert_eq!(game.hand(Side::Enemy), "001 107 014 071 071");
    let enemys = "019 001 142 096 019 132 134 004 008 105";
    assert_eq!(game.to_draw(Side::Enemy), enemys);
}

#[test]
fn the_cards_of_a_mulligan_do_not_depend_on_the_other_sides_mulligan() {
    let mut alone = dealt(7);
    alone.does("mulligan enemy 008 019");
    let mut both = dealt(7);
    both.does_all(&["mulligan you 058", "mulligan enemy 008 019"]);
    assert_eq!(alone.state.holdings.enemy, both.state.holdings.enemy);
}

#[test]
fn as_many_cards_are_drawn_as_are_put_back_and_none_is_lost() {
    for seed in 0..100 {
        for count in 0..=5 {
            let mut game = dealt(seed);
            let opening = ids(&game.book, &game.hand(Side::You));
            let (back, kept) = opening.split_at(count);
            game.does(&format!("mulligan you {}", numbers(&game.book, back)));
            let hand = ids(&game.book, &game.hand(Side::You));
            assert_eq!(hand.len(), 5);
            assert_eq!(hand[..5 - count], *kept, "what is kept stays first");
            let mut all = [hand, ids(&game.book, &game.to_draw(Side::You))].concat();
            let mut deck = ids(&game.book, YOURS);
            all.sort_unstable();
            deck.sort_unstable();
            assert_eq!(all, deck, "seed {seed}, {count} put back");
        }
    }
}

/// Cards put back are shuffled into the deck: over many seeds the first card is drawn again
/// as often as any other, one time in eleven.
#[test]
fn a_card_put_back_may_come_again() {
    let deck = "001 002 003 004 005 006 007 008 009 010 011 012 013 014 015";
    let mut again: i32 = 0;
    for seed in 0..2200 {
        let mut game = TestMatch::simulated(seed, Side::You, BySide::new(deck, deck));
        let first: CardId = game.state.holdings.you.hand.known[0].card;
        game.does(&format!("mulligan you {}", numbers(&game.book, &[first])));
        let hand = game.state.holdings.you.hand.cards();
        again += i32::from(hand.contains(&first));
    }
    // The standard deviation is 13.5.
    assert!((again - 200).abs() < 68, "{again} of 2200");
}

#[test]
fn keeping_the_hand_is_a_mulligan_of_no_cards() {
    let mut game = dealt(3);
    let before = game.hand(Side::You);
    game.does("mulligan you");
    assert_eq!(game.hand(Side::You), before);
    let side = Side::You;
    assert_eq!(
        game.refuses("mulligan you"),
        ActionRefusal::MulliganTwice { side }
    );
}

#[test]
fn a_side_exchanges_cards_only_once() {
    let mut game = dealt(7);
    game.does("mulligan you 058 051");
    let side = Side::You;
    let twice = ActionRefusal::MulliganTwice { side };
    assert_eq!(game.refuses("mulligan you 047"), twice);
    game.does("mulligan enemy 008");
    let side = Side::Enemy;
    let twice = ActionRefusal::MulliganTwice { side };
    assert_eq!(game.refuses("mulligan enemy 001"), twice);
}

#[test]
fn cards_are_exchanged_before_the_first_move_only() {
    for opening in ["you play 058 MID-1", "you pass"] {
        let mut game = dealt(7);
        game.does(opening);
        assert_eq!(
            game.refuses("mulligan you 047"),
            ActionRefusal::MulliganOver
        );
        assert_eq!(
            game.refuses("mulligan enemy 008"),
            ActionRefusal::MulliganOver
        );
        assert_eq!(game.state.phase(), Phase::Play);
    }
}

#[test]
fn only_cards_of_the_hand_are_put_back() {
    let mut game = dealt(7);
    let not_held = not_in_hand(&game, Side::You, "113");
    assert_eq!(game.refuses("mulligan you 113"), not_held);
    assert_eq!(game.refuses("mulligan you 058 113"), not_held);
    let one_held = not_in_hand(&game, Side::You, "058");
    assert_eq!(game.refuses("mulligan you 058 058"), one_held);
    let enemys = not_in_hand(&game, Side::You, "008");
    assert_eq!(game.refuses("mulligan you 008"), enemys);
    // A refused mulligan does not count as the side's mulligan.
    game.does("mulligan you 058 051");
}

#[test]
fn the_mulligan_phase_lasts_until_both_have_exchanged_or_one_has_moved() {
    let mut game = dealt(7);
    assert_eq!(game.state.phase(), Phase::Mulligan);
    assert_eq!(game.state.phase().word(), "mulligan");
    game.does("mulligan you 058");
    assert_eq!(game.state.phase(), Phase::Mulligan);
    assert!(!game.state.may_mulligan(Side::You));
    assert!(game.state.may_mulligan(Side::Enemy));
    game.does("mulligan enemy");
    assert_eq!(game.state.phase(), Phase::Play);

    let mut unchanged = dealt(7);
    unchanged.does("you play 058 MID-1");
    assert_eq!(unchanged.state.phase(), Phase::Play);
}

#[test]
fn a_mulligan_is_no_turn() {
    let mut game = dealt(7);
    game.does_all(&["mulligan you 058", "mulligan enemy 008"]);
    assert_eq!(game.state.turn, 1);
    assert_eq!(game.state.position.to_act, Side::You);
    let holdings = &game.state.holdings;
    assert_eq!((holdings.you.hand.len(), holdings.you.pile.len()), (5, 10));
}

#[test]
fn in_a_live_match_the_new_cards_are_reported() {
    let mut game = live(Some(YOURS));
    game.does("mulligan you 036 040 for 113 036");
    assert_eq!(game.hand(Side::You), "037 040 057 113 036");
    assert_eq!(game.unseen(Side::You), (0, 10));
    assert_eq!(
        game.pool(Side::You),
        "035 035 036 040 041 047 051 054 058 058",
        "those put back are unseen again"
    );
}

#[test]
fn in_a_live_match_new_cards_that_are_not_reported_are_unknown() {
    let mut game = live(Some(YOURS));
    game.does("mulligan you 036 040");
    assert_eq!(game.hand(Side::You), "037 040 057");
    assert_eq!(game.unseen(Side::You), (2, 10));
    assert_eq!(ids(&game.book, &game.pool(Side::You)).len(), 12);
    game.does("you play 058 MID-1");
    assert_eq!(game.unseen(Side::You), (1, 10));
}

#[test]
fn as_many_cards_are_reported_as_were_put_back() {
    let mut game = live(Some(YOURS));
    for (line, replaced, drew) in [
        ("mulligan you 036 040 for 113", 2, 1),
        ("mulligan you 036 for 113 035", 1, 2),
        ("mulligan you 036 for", 1, 0),
    ] {
        let refusal = ActionRefusal::MulliganCount { replaced, drew };
        assert_eq!(game.refuses(line), refusal, "{line}");
    }
}

#[test]
fn a_reported_card_must_be_in_the_known_deck() {
    let mut game = live(Some(YOURS));
    let side = Side::You;
    for (line, number) in [
        ("mulligan you 037 for 001", "001"),
        ("mulligan you 037 for 040", "040"),
        ("mulligan you 037 036 for 113 113", "113"),
    ] {
        let card = ids(&game.book, number)[0];
        let refusal = ActionRefusal::NotInDeck { side, card };
        assert_eq!(game.refuses(line), refusal, "{line}");
    }
    game.does("mulligan you 040 for 040");
}

#[test]
fn a_reported_card_is_no_token() {
    let mut game = live(None);
    let (side, card) = (Side::You, ids(&game.book, "T01")[0]);
    let refusal = ActionRefusal::TokenFromDeck { side, card };
    assert_eq!(game.refuses("mulligan you 036 for T01"), refusal);
}

#[test]
fn without_a_known_deck_any_card_may_have_been_drawn() {
    let mut game = live(None);
    game.does("mulligan you 036 040 for 001 001");
    assert_eq!(game.hand(Side::You), "037 040 057 001 001");
    let pile = &game.state.holdings.you.pile;
    let unknown = Pile::Hidden {
        size: 10,
        pool: None,
    };
    assert_eq!(*pile, unknown);
}

#[test]
fn cards_cannot_be_put_back_from_an_unknown_hand() {
    let mut game = live(None);
    let unseen = not_in_hand(&game, Side::Enemy, "001");
    assert_eq!(game.refuses("mulligan enemy 001"), unseen);
    game.does("mulligan enemy");
    assert_eq!(game.unseen(Side::Enemy), (5, 10));
}
