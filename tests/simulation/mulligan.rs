//! Changing the opening hand: once, before the first move.

use qbcoach::rules::{BySide, CardId, Side};
use qbcoach::simulation::action::{Phase, Refusal};
use qbcoach::simulation::pile::Pile;

use crate::table::{Table, ids, numbers};

const YOURS: &str = "036 036 037 040 040 057 058 058 035 035 041 047 051 054 113";
const ENEMYS: &str = "001 001 008 019 019 071 071 107 142 004 014 096 132 105 134";

fn dealt(seed: u64) -> Table {
    Table::simulated(seed, Side::You, BySide::new(YOURS, ENEMYS))
}

/// A real table: your hand is seen, and both decks may be known.
fn live(deck: Option<&str>) -> Table {
    let hands = BySide::new(Some("036 037 040 040 057"), None);
    Table::live(Side::You, hands, BySide::new(deck, None))
}

fn not_in_hand(table: &Table, side: Side, number: &str) -> Refusal {
    let card = ids(&table.book, number)[0];
    Refusal::NotInHand { side, card }
}

/// From the Python script that `shuffle.rs` tells of: the cards that are left in
/// the order of drawing, then those put back in the order given, shuffled on
/// with the side's stream; the first ones are drawn.
#[test]
fn a_seed_gives_the_same_mulligan_forever() {
    let mut table = dealt(7);
    table.does_all(&["mulligan you 058 051", "mulligan enemy 008 019"]);
    assert_eq!(table.hand(Side::You), "047 040 036 035 058");
    let yours = "037 113 040 035 054 041 057 036 051 058";
    assert_eq!(table.to_draw(Side::You), yours);
    assert_eq!(table.hand(Side::Enemy), "001 107 014 071 071");
    let enemys = "019 001 142 096 019 132 134 004 008 105";
    assert_eq!(table.to_draw(Side::Enemy), enemys);
}

#[test]
fn a_side_changes_its_hand_alike_whether_or_not_the_other_does() {
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
            let mut table = dealt(seed);
            let opening = ids(&table.book, &table.hand(Side::You));
            let (back, kept) = opening.split_at(count);
            table.does(&format!("mulligan you {}", numbers(&table.book, back)));
            let hand = ids(&table.book, &table.hand(Side::You));
            assert_eq!(hand.len(), 5);
            assert_eq!(hand[..5 - count], *kept, "what is kept stays first");
            let mut all = [hand, ids(&table.book, &table.to_draw(Side::You))].concat();
            let mut deck = ids(&table.book, YOURS);
            all.sort_unstable();
            deck.sort_unstable();
            assert_eq!(all, deck, "seed {seed}, {count} put back");
        }
    }
}

/// Put back means shuffled in: over many seeds the first card comes back as
/// often as any other is drawn, one time in eleven.
#[test]
fn a_card_put_back_may_come_again() {
    let deck = "001 002 003 004 005 006 007 008 009 010 011 012 013 014 015";
    let mut again: i32 = 0;
    for seed in 0..2200 {
        let mut table = Table::simulated(seed, Side::You, BySide::new(deck, deck));
        let first: CardId = table.state.holdings.you.hand.known[0].card;
        table.does(&format!("mulligan you {}", numbers(&table.book, &[first])));
        let hand = table.state.holdings.you.hand.cards();
        again += i32::from(hand.contains(&first));
    }
    // The standard deviation is 13.5.
    assert!((again - 200).abs() < 68, "{again} of 2200");
}

#[test]
fn keeping_the_hand_is_a_mulligan_of_nothing() {
    let mut table = dealt(3);
    let before = table.hand(Side::You);
    table.does("mulligan you");
    assert_eq!(table.hand(Side::You), before);
    let side = Side::You;
    assert_eq!(
        table.refuses("mulligan you"),
        Refusal::MulliganTwice { side }
    );
}

#[test]
fn a_hand_is_changed_once() {
    let mut table = dealt(7);
    table.does("mulligan you 058 051");
    let side = Side::You;
    let twice = Refusal::MulliganTwice { side };
    assert_eq!(table.refuses("mulligan you 047"), twice);
    table.does("mulligan enemy 008");
    let side = Side::Enemy;
    let twice = Refusal::MulliganTwice { side };
    assert_eq!(table.refuses("mulligan enemy 001"), twice);
}

#[test]
fn hands_are_changed_before_the_first_move_only() {
    for opening in ["you play 058 MID-1", "you pass"] {
        let mut table = dealt(7);
        table.does(opening);
        assert_eq!(table.refuses("mulligan you 047"), Refusal::MulliganOver);
        assert_eq!(table.refuses("mulligan enemy 008"), Refusal::MulliganOver);
        assert_eq!(table.state.phase(), Phase::Play);
    }
}

#[test]
fn only_cards_of_the_hand_are_put_back() {
    let mut table = dealt(7);
    let not_held = not_in_hand(&table, Side::You, "113");
    assert_eq!(table.refuses("mulligan you 113"), not_held);
    assert_eq!(table.refuses("mulligan you 058 113"), not_held);
    let one_held = not_in_hand(&table, Side::You, "058");
    assert_eq!(table.refuses("mulligan you 058 058"), one_held);
    let enemys = not_in_hand(&table, Side::You, "008");
    assert_eq!(table.refuses("mulligan you 008"), enemys);
    // A refused change does not use up the right to one.
    table.does("mulligan you 058 051");
}

#[test]
fn the_mulligan_phase_lasts_until_both_have_changed_or_one_has_moved() {
    let mut table = dealt(7);
    assert_eq!(table.state.phase(), Phase::Mulligan);
    assert_eq!(table.state.phase().word(), "mulligan");
    table.does("mulligan you 058");
    assert_eq!(table.state.phase(), Phase::Mulligan);
    assert!(!table.state.may_mulligan(Side::You));
    assert!(table.state.may_mulligan(Side::Enemy));
    table.does("mulligan enemy");
    assert_eq!(table.state.phase(), Phase::Play);

    let mut unchanged = dealt(7);
    unchanged.does("you play 058 MID-1");
    assert_eq!(unchanged.state.phase(), Phase::Play);
}

#[test]
fn a_mulligan_is_no_turn() {
    let mut table = dealt(7);
    table.does_all(&["mulligan you 058", "mulligan enemy 008"]);
    assert_eq!(table.state.turn, 1);
    assert_eq!(table.state.position.to_act, Side::You);
    let holdings = &table.state.holdings;
    assert_eq!((holdings.you.hand.len(), holdings.you.pile.len()), (5, 10));
}

#[test]
fn at_a_real_table_the_new_cards_are_reported() {
    let mut table = live(Some(YOURS));
    table.does("mulligan you 036 040 for 113 036");
    assert_eq!(table.hand(Side::You), "037 040 057 113 036");
    assert_eq!(table.unseen(Side::You), (0, 10));
    assert_eq!(
        table.pool(Side::You),
        "035 035 036 040 041 047 051 054 058 058",
        "those put back are unseen again"
    );
}

#[test]
fn at_a_real_table_new_cards_that_are_not_reported_are_unknown() {
    let mut table = live(Some(YOURS));
    table.does("mulligan you 036 040");
    assert_eq!(table.hand(Side::You), "037 040 057");
    assert_eq!(table.unseen(Side::You), (2, 10));
    assert_eq!(ids(&table.book, &table.pool(Side::You)).len(), 12);
    table.does("you play 058 MID-1");
    assert_eq!(table.unseen(Side::You), (1, 10));
}

#[test]
fn as_many_cards_are_reported_as_were_put_back() {
    let mut table = live(Some(YOURS));
    for (line, replaced, drew) in [
        ("mulligan you 036 040 for 113", 2, 1),
        ("mulligan you 036 for 113 035", 1, 2),
        ("mulligan you 036 for", 1, 0),
    ] {
        let refusal = Refusal::MulliganCount { replaced, drew };
        assert_eq!(table.refuses(line), refusal, "{line}");
    }
}

#[test]
fn a_reported_card_must_be_in_the_known_deck() {
    let mut table = live(Some(YOURS));
    let side = Side::You;
    for (line, number) in [
        ("mulligan you 037 for 001", "001"),
        ("mulligan you 037 for 040", "040"),
        ("mulligan you 037 036 for 113 113", "113"),
    ] {
        let card = ids(&table.book, number)[0];
        let refusal = Refusal::NotInDeck { side, card };
        assert_eq!(table.refuses(line), refusal, "{line}");
    }
    table.does("mulligan you 040 for 040");
}

#[test]
fn a_reported_card_is_no_token() {
    let mut table = live(None);
    let (side, card) = (Side::You, ids(&table.book, "T01")[0]);
    let refusal = Refusal::TokenFromDeck { side, card };
    assert_eq!(table.refuses("mulligan you 036 for T01"), refusal);
}

#[test]
fn without_a_known_deck_any_card_may_have_been_drawn() {
    let mut table = live(None);
    table.does("mulligan you 036 040 for 001 001");
    assert_eq!(table.hand(Side::You), "037 040 057 001 001");
    let pile = &table.state.holdings.you.pile;
    let unknown = Pile::Hidden {
        size: 10,
        pool: None,
    };
    assert_eq!(*pile, unknown);
}

#[test]
fn what_an_unseen_hand_puts_back_is_not_known() {
    let mut table = live(None);
    let unseen = not_in_hand(&table, Side::Enemy, "001");
    assert_eq!(table.refuses("mulligan enemy 001"), unseen);
    table.does("mulligan enemy");
    assert_eq!(table.unseen(Side::Enemy), (5, 10));
}
