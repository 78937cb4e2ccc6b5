//! Typical endgames, drawn.

use qbcoach_engine::coaching::endgame::{
    EndgameReport, LineStep, MatchOutcome, OutcomeBounds, solve,
};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, Move, Rulebook, Side};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::pile::Pile;

use crate::endgame::fixtures::{AMPLE, bounds_of, open_hands};
use crate::locks::fixtures::{book, cards, known, unknown};
use crate::support::{BOTH, play_of, position};

const LOSS: OutcomeBounds = OutcomeBounds::exactly(MatchOutcome::Loss);
const DRAW: OutcomeBounds = OutcomeBounds::exactly(MatchOutcome::Draw);
/// A win is the best there is, so nothing can be proved from above.
const WIN: OutcomeBounds = OutcomeBounds::exactly(MatchOutcome::Win);

/// Checks what is proved about moves such as `pass` or `007 TOP-2`, and about the
/// position (`position`), under both presets.
#[track_caller]
fn check(set_up: impl Fn(&Rulebook) -> AnnotatedState, expected: &[(&str, OutcomeBounds)]) {
    for rules in BOTH {
        let book = book(rules);
        let report = solve(&book, &set_up(&book), AMPLE);
        for (made, bounds) in expected {
            let found = match (*made, made.split_once(' ')) {
                ("position", _) => report.position,
                (_, Some((card, tile))) => {
                    bounds_of(&report, Move::Play(play_of(&book, card, tile)))
                }
                _ => bounds_of(&report, Move::Pass),
            };
            assert_eq!(found, *bounds, "{rules}: {made}");
        }
    }
}

#[test]
fn a_lead_is_won_if_the_enemy_has_no_tile_and_no_card_to_replace() {
    let drawing = "y1[001] y1 . . .  . . . . .  . . . . .";
    check(
        |book| known(book, drawing, "", "001 051"),
        &[("pass", WIN), ("position", WIN)],
    );
    // Nor does it matter which cards the enemy may have.
    check(
        |book| unknown(book, drawing, "", "001 051"),
        &[("pass", WIN)],
    );
}

#[test]
fn after_the_enemys_pass_a_leader_wins_by_passing_whatever_the_enemy_holds() {
    let drawing = "y1[001] . . . e1  . . e2 e3 .  . . . . .  you passes=1";
    check(
        |book| unknown(book, drawing, "001", "055 055"),
        &[("pass", WIN), ("position", WIN)],
    );
    for rules in BOTH {
        let book = book(rules);
        let report = solve(&book, &unknown(&book, drawing, "001", "055 055"), AMPLE);
        let (side, made) = (Side::You, Move::Pass);
        assert_eq!(line_of(&report, made), [LineStep::Made { side, made }]);
    }
}

fn line_of(report: &EndgameReport, made: Move) -> Vec<LineStep> {
    let mut moves = report.moves.iter();
    let found = moves.find(|proof| proof.made == made);
    found.expect("the move is legal").line.clone()
}

#[test]
fn a_pass_loses_if_it_ends_the_match_behind_and_a_play_may_win() {
    // The enemy has 3 points and cannot play any more.
    let drawing = "y1 . . . .  . . . . e1[002]  . . . . .  you passes=1";
    check(
        |book| known(book, drawing, "065", ""),
        &[("pass", LOSS), ("065 TOP-1", WIN), ("position", WIN)],
    );
    // Three points only draw, and one point loses as passing does.
    check(
        |book| known(book, drawing, "023", ""),
        &[("pass", LOSS), ("023 TOP-1", DRAW), ("position", DRAW)],
    );
    check(
        |book| known(book, drawing, "022", ""),
        &[("pass", LOSS), ("022 TOP-1", LOSS), ("position", LOSS)],
    );
}

#[test]
fn a_threat_must_be_answered_at_once() {
    // On TOP-3 the enemy's card would halve your lead and take the tile TOP-2. A card on
    // TOP-2 takes TOP-3 before.
    let set_up = |book: &Rulebook| {
        let drawing = "y1[002] y1 e1 . .  . . . . .  . . . . .";
        let hands = BySide::new(cards(book, "007"), cards(book, "020"));
        open_hands(book, position(book, drawing), hands)
    };
    check(
        set_up,
        &[("007 TOP-2", WIN), ("pass", DRAW), ("position", WIN)],
    );
}

#[test]
fn a_card_that_is_surely_drawn_counts_and_one_that_may_be_drawn_does_not() {
    // The enemy has 3 points and no more plays. You have two tiles, and one draw between
    // the two plays.
    let with_deck = |deck: &'static str| {
        move |book: &Rulebook| {
            let drawing = "y1 y1 . . .  . . . . e1[002]  . . . . .";
            let mut annotated = known(book, drawing, "022", "");
            annotated.state.holdings.you.pile = Pile::in_order(cards(book, deck));
            annotated
        }
    };
    check(with_deck("065 065"), &[("022 TOP-1", WIN)]);
    check(with_deck("022 022"), &[("022 TOP-1", LOSS)]);
    // The order of the deck is not known, so nothing is.
    for deck in ["065 022", "022 065"] {
        check(with_deck(deck), &[("022 TOP-1", OutcomeBounds::OPEN)]);
    }
    for rules in BOTH {
        let book = book(rules);
        let report = solve(&book, &with_deck("065 065")(&book), AMPLE);
        let first = play_of(&book, "022", "TOP-1");
        let drawn = book.catalogue.find("065").expect("the card exists");
        let side = Side::You;
        let drew = LineStep::Drew { side, card: drawn };
        assert!(line_of(&report, Move::Play(first)).contains(&drew));
    }
}

#[test]
fn an_enemy_that_certainly_holds_the_answer_proves_a_loss() {
    // With the last two cards of the enemy's deck in its hand, one of them must be the
    // one that takes the lead.
    let drawing = "y1[002] . . . e1  . . . . .  . . . . .";
    check(
        |book| known(book, drawing, "", "065 022"),
        &[("pass", LOSS), ("position", LOSS)],
    );
    // It may still be in the deck if the enemy holds one card only.
    let in_deck = |book: &Rulebook| {
        let mut annotated = known(book, drawing, "", "065 022");
        let enemy = &mut annotated.state.holdings.enemy;
        let drawn = enemy.hand.known.pop().expect("the enemy has two cards");
        enemy.pile = Pile::in_order(vec![drawn.card]);
        annotated
    };
    check(in_deck, &[("pass", OutcomeBounds::OPEN)]);
}

#[test]
fn a_match_that_is_over_has_its_result() {
    let drawing = "y1[001] . . . .  . . . . .  . . . . .  enemy passes=2";
    check(|book| known(book, drawing, "", ""), &[("position", WIN)]);
}

#[test]
fn nothing_is_proved_in_an_analysis() {
    let set_up = |book: &Rulebook| {
        let drawing = "y1[001] . . . .  . . . . .  . . . . .  you passes=1";
        let state = GameState::analysis(position(book, drawing));
        AnnotatedState::new(state, None, book).expect("the state is sound")
    };
    let open = OutcomeBounds::OPEN;
    check(set_up, &[("pass", open), ("position", open)]);
}
