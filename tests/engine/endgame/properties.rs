//! Properties of reports: larger budgets, repeated proofs, lines, mirrored positions.

use qbcoach_engine::coaching::endgame::{
    EndgameReport, LineStep, MatchOutcome, OutcomeBounds, solve,
};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, Position, Rulebook};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

use crate::endgame::fixtures::{AMPLE, open_hands};
use crate::locks::endgames::{EndgameSize, EnemyDeck, endgames};
use crate::locks::fixtures::book;
use crate::support::BOTH;

const SMALL: EndgameSize = EndgameSize {
    empty_tiles: 7,
    cards: 4,
};

fn some_endgames(book: &Rulebook) -> Vec<AnnotatedState> {
    let both = [EnemyDeck::Known, EnemyDeck::Unknown];
    let endgames = both.map(|enemy_deck| endgames(book, SMALL, enemy_deck, 30));
    endgames.concat()
}

fn all_bounds(report: &EndgameReport) -> Vec<OutcomeBounds> {
    let moves = report.moves.iter().map(|proof| proof.bounds);
    moves.chain([report.position]).collect()
}

#[test]
fn bounds_never_contradict_and_the_position_is_as_good_as_its_best_move() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book) {
            for budget in [0, 50, 2_000] {
                let report = solve(&book, &annotated, budget);
                assert!(report.nodes <= budget);
                let best = report.position;
                for bounds in all_bounds(&report) {
                    assert!(bounds.at_least <= bounds.at_most, "{bounds:?}");
                    assert!(bounds.at_least <= best.at_least);
                }
                let moves = report.moves.iter().map(|proof| proof.bounds.at_most);
                assert!(moves.max().is_none_or(|most| most <= best.at_most));
            }
        }
    }
}

#[test]
fn a_larger_budget_never_proves_less() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book) {
            let mut before: Option<Vec<OutcomeBounds>> = None;
            for budget in [0, 7, 60, 300, 1_000, 3_000] {
                let now = all_bounds(&solve(&book, &annotated, budget));
                for (before, now) in before.iter().flatten().zip(&now) {
                    assert!(now.at_least >= before.at_least && now.at_most <= before.at_most);
                }
                before = Some(now);
            }
        }
    }
}

#[test]
fn equal_states_give_equal_reports_and_are_not_changed() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book) {
            let before = format!("{annotated:?}");
            let report = solve(&book, &annotated, 1_000);
            assert_eq!(report, solve(&book, &annotated.clone(), 1_000));
            assert_eq!(before, format!("{annotated:?}"));
        }
    }
}

#[test]
fn the_enemys_real_hand_and_the_order_of_your_deck_change_nothing() {
    use qbcoach_engine::simulation::pile::Pile;
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book) {
            let mut other = annotated.clone();
            let holdings = &mut other.state.holdings;
            if let Pile::Ordered(cards) = &mut holdings.you.pile {
                cards.reverse();
            }
            if let Pile::Ordered(cards) = &mut holdings.enemy.pile {
                let hidden = |held: &&mut qbcoach_engine::simulation::hand::HeldCard| {
                    held.instance.is_none()
                };
                let hand = holdings.enemy.hand.known.iter_mut().filter(hidden);
                for (held, card) in hand.zip(cards.iter_mut()) {
                    std::mem::swap(&mut held.card, card);
                }
            }
            let reports = [&annotated, &other].map(|view| solve(&book, view, 500));
            assert_eq!(reports[0], reports[1]);
        }
    }
}

/// The small endgames with both hands open and the decks left out.
fn open_endgames(book: &Rulebook) -> Vec<(Position, BySide<Vec<CardId>>)> {
    let open = |annotated: AnnotatedState| {
        let GameState {
            position, holdings, ..
        } = annotated.state;
        (position, holdings.map(|holdings| holdings.hand.cards()))
    };
    let endgames = endgames(book, SMALL, EnemyDeck::Known, 60).into_iter();
    endgames.map(open).collect()
}

#[test]
fn mirrored_positions_give_mirrored_claims() {
    for rules in BOTH {
        let book = book(rules);
        let mut decided = 0;
        for (position, hands) in open_endgames(&book) {
            let here = solve(&book, &open_hands(&book, position, hands.clone()), AMPLE);
            let there = open_hands(&book, position.mirrored(), hands.swapped());
            let there = solve(&book, &there, AMPLE);
            // With all cards on the table and enough nodes, everything is settled.
            let (here, there) = (here.position.decided(), there.position.decided());
            if let (Some(here), Some(there)) = (here, there) {
                assert_eq!(here, there.mirrored(), "{rules}: {position:?}");
                decided += 1;
            }
        }
        assert!(decided > 50, "{rules}: only {decided} are decided");
    }
}

/// Whether what the line of a move shows is still proved. A line shows a win or a loss
/// if one is proved, and otherwise what you reach at least.
fn keeps(shown: OutcomeBounds, now: OutcomeBounds) -> bool {
    let lower = now.at_least >= shown.at_least;
    let upper = now.at_most <= shown.at_most;
    match shown {
        OutcomeBounds {
            at_least: MatchOutcome::Win,
            ..
        } => lower,
        OutcomeBounds {
            at_most: MatchOutcome::Loss,
            ..
        } => upper,
        OutcomeBounds {
            at_least: MatchOutcome::Draw,
            ..
        } => lower,
        _ => upper,
    }
}

#[test]
fn a_proof_survives_the_moves_of_its_line() {
    for rules in BOTH {
        let book = book(rules);
        let mut steps = 0;
        for (position, hands) in open_endgames(&book) {
            let start = open_hands(&book, position, hands);
            for proof in solve(&book, &start, AMPLE).moves {
                if proof.bounds.is_open() {
                    assert!(proof.line.is_empty());
                    continue;
                }
                let mut now = start.clone();
                for step in &proof.line {
                    let LineStep::Made { side, made } = *step else {
                        panic!("there is nothing to draw");
                    };
                    let action = Action::Move { side, made };
                    now.act(&book, &action).expect("the line is legal");
                    let bounds = solve(&book, &now, AMPLE).position;
                    assert!(
                        keeps(proof.bounds, bounds),
                        "{rules}: {bounds:?} after {step:?} of {proof:?}"
                    );
                    steps += 1;
                }
                assert!(now.state.position.is_over(), "{rules}: {:?}", proof.line);
            }
        }
        assert!(steps > 100, "{rules}: only {steps} steps");
    }
}
