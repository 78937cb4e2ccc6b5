//! Correcting tiles to the real board. A card keeps its instance where that is possible.

use qbcoach_engine::rules::{BySide, IllegalMove, Side};
use qbcoach_engine::simulation::action::{ActionRefusal, Phase};
use qbcoach_engine::simulation::instances::{Location, Report};

use crate::simulation::test_match::{TestMatch, ids, numbers, tile};

/// After `you play 001 MID-1`, `enemy play 019 MID-5` and your draw.
fn match_in_progress() -> TestMatch {
    let hands = BySide::new(Some("001 007 008 010 026"), None);
    let decks = BySide::new(None, Some("019 019 010 008 001 001 072"));
    let mut game = TestMatch::live(Side::You, hands, decks);
    game.does_all(&["you play 001 MID-1", "enemy play 019 MID-5", "draw 051"]);
    game
}

#[test]
fn a_card_that_stays_on_its_tile_keeps_its_instance() {
    let mut game = match_in_progress();
    let before = game.instance("MID-1");
    game.does("set MID-1 y3[001+2]; set MID-2 y2; set MID-5 e1[019]");
    assert_eq!(game.instance("MID-1"), before);
    let placed = game.state.position.board.card(tile("MID-1"));
    assert_eq!(placed.map(|placed| placed.power_delta), Some(2));
    let ranks = game.state.position.board.ranks(tile("MID-2"));
    assert_eq!(ranks.you.get(), 2);
}

#[test]
fn a_card_corrected_to_another_tile_keeps_its_instance() {
    let mut game = match_in_progress();
    let (yours, _) = game.instance("MID-1");
    let (enemys, _) = game.instance("MID-5");
    game.does("set MID-1 y1; set TOP-1 y2[001]; set BOT-5 e2[019]; set MID-5 e1");
    let (moved, known) = game.instance("TOP-1");
    assert_eq!(moved, yours);
    assert_eq!(known.location, Location::Board(tile("TOP-1")));
    assert_eq!(known.first_turn, 1);
    assert_eq!(game.instance("BOT-5").0, enemys);
    assert_eq!(game.state.instances.on_tile(tile("MID-1")), None);
    assert_eq!(game.state.instances.iter().count(), 2);
}

#[test]
fn two_exchanged_cards_keep_their_instances() {
    let mut game = match_in_progress();
    game.does_all(&["you play 007 TOP-1", "enemy pass", "draw 002"]);
    let (officer, _) = game.instance("MID-1");
    let (levrikon, _) = game.instance("TOP-1");
    game.does("set MID-1 y2[007]; set TOP-1 y2[001]");
    assert_eq!(game.instance("TOP-1").0, officer);
    assert_eq!(game.instance("MID-1").0, levrikon);
}

#[test]
fn a_card_taken_off_the_board_is_gone() {
    let mut game = match_in_progress();
    let (id, _) = game.instance("MID-5");
    game.does("set MID-5 e1");
    let gone = Location::Gone {
        last: Some(tile("MID-5")),
        turn: 3,
    };
    assert_eq!(game.known(id).location, gone);
    assert_eq!(game.state.instances.on_tile(tile("MID-5")), None);
    // The pawns it laid stay on the board.
    let ranks = game.state.position.board.ranks(tile("TOP-5"));
    assert_eq!(ranks.enemy.get(), 2);
}

#[test]
fn a_card_corrected_to_the_other_side_is_a_new_instance() {
    let mut game = match_in_progress();
    let (id, _) = game.instance("MID-5");
    game.does("set MID-5 y1[019]");
    let (new, known) = game.instance("MID-5");
    assert_ne!(new, id);
    assert_eq!(known.side, Side::You);
    assert!(matches!(game.known(id).location, Location::Gone { .. }));
}

#[test]
fn a_card_whose_play_was_not_reported_is_a_new_instance() {
    let mut game = match_in_progress();
    game.does("set TOP-5 e2[008]; set BOT-5 e2[T01<010]");
    let (_, wolf) = game.instance("TOP-5");
    assert_eq!(numbers(&game.book, &[wolf.card]), "008");
    assert_eq!((wolf.made_by, wolf.first_turn), (None, 3));
    let (_, token) = game.instance("BOT-5");
    assert_eq!(token.made_by, Some(ids(&game.book, "010")[0]));
}

/// Cards seen from the enemy's deck leave the pool (RULES.md, section 12).
#[test]
fn a_card_added_by_a_correction_leaves_the_pool() {
    let mut game = match_in_progress();
    assert_eq!(game.pool(Side::Enemy), "001 001 008 010 019 072");
    game.does("set TOP-5 e2[008]");
    assert_eq!(game.pool(Side::Enemy), "001 001 010 019 072");
    let mut started = self::match_in_progress();
    started.does("set TOP-5 e2[T01<010]; set BOT-5 e2[T02]");
    let tokens_never_were_in_it = "001 001 008 010 019 072";
    assert_eq!(started.pool(Side::Enemy), tokens_never_were_in_it);
}

#[test]
fn nothing_fires_and_the_turn_stays() {
    let mut game = match_in_progress();
    let (hand, turn) = (game.hand(Side::You), game.state.turn);
    let events = game.does("set TOP-1 y2[010]; set MID-2 y1[072]");
    assert_eq!(events, []);
    assert_eq!(game.hand(Side::You), hand, "no card is added to a hand");
    assert_eq!(game.state.turn, turn);
    assert_eq!(game.state.position.to_act, Side::You);
    assert_eq!(game.unseen(Side::Enemy), (4, 2));
    let powers = game.state.position.board.powers(&game.book);
    assert_eq!(powers.power[tile("MID-1")], 1, "no card is lowered");
}

#[test]
fn a_draw_that_is_due_stays_due() {
    let mut game = match_in_progress();
    game.does_all(&["you play 007 TOP-1", "enemy pass"]);
    assert_eq!(game.state.phase(), Phase::Draw);
    game.does("set TOP-1 y2[008]");
    assert_eq!(game.state.phase(), Phase::Draw);
}

#[test]
fn an_illegal_correction_is_refused_and_changes_nothing() {
    let mut game = match_in_progress();
    for line in [
        "set MID-3 y0:2",
        "set TOP-1 .; set MID-3 e1:3",
        "set MID-1 y1[001+9999999]",
        "set MID-1 y1[001=2]",
    ] {
        assert!(
            matches!(game.refuses(line), ActionRefusal::Setup(_)),
            "{line}"
        );
    }
}

#[test]
fn moves_after_a_correction_use_the_corrected_board() {
    let mut game = match_in_progress();
    game.does("set MID-2 .; set MID-3 y2");
    game.refuses("you play 007 MID-2");
    game.does("you play 007 MID-3");
    game.does("enemy play 019 TOP-5");
    assert_eq!(game.state.position.board.occupied().len(), 4);
}

#[test]
fn tiles_can_be_corrected_in_a_simulated_match_too() {
    let mut game = TestMatch::arranged("001 007 | 008", "001");
    game.does_all(&["you play 001 MID-1", "set MID-1 y1; set TOP-1 y2[001]"]);
    assert_eq!(game.instance("TOP-1").1.first_turn, 1);
    game.does("enemy pass");
    assert_eq!(game.hand(Side::You), "007 008");
}

/// Fourteen of your cards, and BOT-5 is yours and empty.
const ONE_TILE_LEFT: &str = "
    y1[001] y1[001] y1[001] y1[001] y1[001]
    y1[001] y1[001] y1[001] y1[001] y1[001]
    y1[001] y1[001] y1[001] y1[001] y1 you";

#[test]
fn a_correction_that_fills_the_board_does_not_end_the_match() {
    let mut game = TestMatch::arranged_at(ONE_TILE_LEFT, "001 052", "001 | 007");
    game.does_all(&["set BOT-5 y1[001]", "you pass", "enemy pass"]);
    assert_eq!(game.state.phase(), Phase::Over);

    // A replacement leaves the board full.
    let mut game = TestMatch::arranged_at(ONE_TILE_LEFT, "001 052", "001 | 007");
    game.does_all(&["set BOT-5 y1[001]", "you play 052 MID-3"]);
    assert_eq!(game.state.phase(), Phase::Over);
    let over = ActionRefusal::Illegal(IllegalMove::MatchOver);
    assert_eq!(game.refuses("enemy pass"), over);
}

/// The turn that did not begin because of the end begins after the correction: it gets a
/// number, and the side draws.
#[test]
fn a_correction_that_undoes_the_end_begins_the_next_turn() {
    let mut game = TestMatch::arranged_at(ONE_TILE_LEFT, "001", "082 008 | 007");
    game.does_all(&["set MID-5 e1", "you pass", "enemy play 082 MID-5"]);
    game.does("you play 001 BOT-5");
    assert_eq!(game.state.phase(), Phase::Over);
    assert_eq!(game.state.turn, 3);
    game.does("set TOP-5 e1");
    assert_eq!(game.state.phase(), Phase::Play);
    assert_eq!(game.state.turn, 4);
    assert_eq!(game.hand(Side::Enemy), "008 007", "its second turn draws");
}

/// The enemy's card was told wrongly: it has as many cards as before, and the card that was
/// named first may still be among them.
#[test]
fn another_card_on_the_tile_takes_the_first_report_back() {
    let mut game = match_in_progress();
    let (first, _) = game.instance("MID-5");
    assert_eq!(game.unseen(Side::Enemy), (4, 2));
    game.does("set MID-5 e1[010]");
    assert_eq!(game.known(first).report, Report::Retracted);
    assert_eq!(game.unseen(Side::Enemy), (4, 2));
    assert_eq!(game.pool(Side::Enemy), "001 001 008 019 019 072");
}

/// A replacement may have been played without a report, so the first card was really there.
#[test]
fn a_replacement_on_the_tile_leaves_the_first_report_true() {
    let hands = BySide::new(Some("001 007 008 010 026"), None);
    let decks = BySide::new(None, Some("019 051 010 008 001 001 072"));
    let mut game = TestMatch::live(Side::You, hands, decks);
    game.does_all(&["you play 001 MID-1", "enemy play 019 MID-5", "draw 051"]);
    let (first, _) = game.instance("MID-5");
    game.does("set MID-5 e1[051]");
    assert_eq!(game.known(first).report, Report::True);
    assert_eq!(game.unseen(Side::Enemy), (3, 2));
    assert_eq!(game.pool(Side::Enemy), "001 001 008 010 072");
}

#[test]
fn exchanged_cards_were_both_told_truly() {
    let mut game = match_in_progress();
    game.does_all(&["you pass", "enemy play 008 TOP-5", "draw 002"]);
    let before = game.unseen(Side::Enemy);
    game.does("set MID-5 e2[008]; set TOP-5 e2[019]");
    for tile in ["MID-5", "TOP-5"] {
        assert_eq!(game.instance(tile).1.report, Report::True);
    }
    assert_eq!(game.unseen(Side::Enemy), before);
}

/// The hand that you know, and the unseen cards of your deck, after a correction of your
/// card 001 on MID-1, which was played from your hand.
#[track_caller]
fn check_own_correction(line: &str, hand: &str, pool: &str) {
    let hands = BySide::new(Some("001 007 008 010 026"), None);
    let decks = BySide::new(Some("001 007 007 008 010 019 026 051"), None);
    let mut game = TestMatch::live(Side::You, hands, decks);
    game.does_all(&["you play 001 MID-1", "enemy pass", "draw 051"]);
    assert_eq!(game.hand(Side::You), "007 008 010 026 051");
    assert_eq!(game.pool(Side::You), "007 019");
    for correction in line.split(" then ") {
        game.does(correction);
    }
    assert_eq!(
        (&*game.hand(Side::You), &*game.pool(Side::You)),
        (hand, pool)
    );
}

#[test]
fn a_card_of_yours_entered_wrong_is_in_your_hand_again_and_the_right_one_is_not() {
    check_own_correction("set MID-1 y2[008]", "007 010 026 051 001", "007 019");
    check_own_correction(
        "set MID-1 y2[008] then set MID-1 y2[010]",
        "007 026 051 001 008",
        "007 019",
    );
    check_own_correction(
        "set MID-1 y2[008] then set MID-1 y2[001]",
        "007 010 026 051 008",
        "007 019",
    );
}

/// Older journals have such plays: corrections left the hand alone.
#[test]
fn a_card_played_again_after_a_correction_was_still_in_your_hand() {
    let correction = "set MID-1 y2[008] then you play 008 TOP-1";
    check_own_correction(correction, "007 010 026 051", "007 019");
    let hands = BySide::new(Some("001 007 008 010 026"), None);
    let mut game = TestMatch::live(Side::You, hands, BySide::default());
    game.does_all(&[
        "you play 001 MID-1",
        "set MID-1 y2[008]",
        "enemy pass",
        "draw 051",
    ]);
    let refused = game.refuses("you play 019 TOP-1");
    assert!(
        matches!(refused, ActionRefusal::HandIsKnown { .. }),
        "{refused}"
    );
}

/// Nothing says then that you hold the one that was entered: it is unseen again.
#[test]
fn a_card_of_yours_that_you_did_not_hold_came_from_your_deck() {
    check_own_correction("set MID-1 y2[019]", "007 008 010 026 051", "001 007");
    let in_no_deck = "set MID-1 y2[072]";
    check_own_correction(in_no_deck, "007 008 010 026 051", "007 019");
}

#[test]
fn a_correction_that_names_no_other_card_of_yours_leaves_your_hand() {
    for line in [
        "set MID-1 y1",
        "set MID-1 y2; set TOP-1 y1[001]",
        "set MID-1 e1[008]",
        "set MID-1 y3[001+2]",
        "set TOP-1 y1[008] then set TOP-1 y1[007]",
    ] {
        check_own_correction(line, "007 008 010 026 051", "007 019");
    }
}

#[test]
fn a_card_played_from_a_hand_that_is_not_known_is_not_known_to_be_in_it() {
    let mut game = TestMatch::live(Side::You, BySide::default(), BySide::default());
    game.does_all(&["you play 001 MID-1", "set MID-1 y2[008]"]);
    assert_eq!((&*game.hand(Side::You), game.unseen(Side::You).0), ("", 4));
}
