//! Valid and invalid setups of matches.

use qbcoach_engine::observation::ObservationError;
use qbcoach_engine::rules::{BySide, Rules, Side};
use qbcoach_engine::simulation::action::Phase;
use qbcoach_engine::simulation::deck::DeckFault;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_sessions::Game;
use qbcoach_sessions::queens_blood::{
    EnemyHand, Library, Match, MatchRefusal, MatchSetup, SetupFault,
};

use crate::sessions::match_walk::{cards, deck, library, simulated};
use crate::sessions::support::position;

#[track_caller]
fn begin(library: &Library, setup: &MatchSetup) -> Match {
    match Match::begin(library, setup) {
        Ok(begun) => begun,
        Err(refusal) => panic!("the setup is refused: {refusal}"),
    }
}

/// The fault with which a setup is refused.
#[track_caller]
fn refused(library: &Library, setup: &MatchSetup) -> SetupFault {
    match Match::begin(library, setup) {
        Err(MatchRefusal::Setup(fault)) => fault,
        Err(other) => panic!("not a fault of the setup: {other}"),
        Ok(_) => panic!("the setup is accepted"),
    }
}

#[test]
fn a_simulated_match_needs_both_decks() {
    let library = library();
    for side in Side::BOTH {
        let mut setup = simulated(&library, 1);
        setup.decks[side] = None;
        assert_eq!(refused(&library, &setup), SetupFault::DeckMissing { side });
    }
    for mode in [MatchMode::Live, MatchMode::Analysis] {
        begin(&library, &MatchSetup::new(mode));
    }
}

#[test]
fn a_given_deck_must_be_legal_in_every_mode() {
    let library = library();
    for mode in [MatchMode::Simulated, MatchMode::Live, MatchMode::Analysis] {
        for side in Side::BOTH {
            let mut setup = MatchSetup {
                mode,
                ..simulated(&library, 1)
            };
            if let Some(cards) = &mut setup.decks[side] {
                cards.pop();
            }
            let fault = refused(&library, &setup);
            let SetupFault::Deck { side: named, error } = fault else {
                panic!("{fault:?}");
            };
            let size = DeckFault::WrongSize {
                expected: 15,
                found: 14,
            };
            assert_eq!((named, error.faults), (side, vec![size]));
        }
    }
}

#[test]
fn a_deck_is_checked_by_the_rules_of_the_match() {
    let library = library();
    let mut setup = simulated(&library, 1);
    let mut cards = deck(&library, "attrition");
    cards[2] = cards[0];
    setup.decks.you = Some(cards);
    begin(&library, &setup);
    setup.rules = Rules::rebirth();
    assert!(matches!(
        refused(&library, &setup),
        SetupFault::Deck {
            side: Side::You,
            ..
        }
    ));
}

#[test]
fn a_hand_must_be_part_of_the_deck() {
    let library = library();
    let mut setup = simulated(&library, 1);
    // Crawler is in neither deck; a third copy of 007 is not in yours.
    for numbers in ["007 019", "007 007 007"] {
        setup.hand = Some(cards(&library, numbers));
        let SetupFault::HandNotInDeck { side, number, .. } = refused(&library, &setup) else {
            panic!("{numbers} gives another fault");
        };
        assert_eq!((side, &*number), (Side::You, &numbers[numbers.len() - 3..]));
    }
    setup.hand = Some(cards(&library, "007 007"));
    setup.enemy_hand = Some(EnemyHand::Cards(cards(&library, "007")));
    let fault = refused(&library, &setup);
    assert_eq!(
        fault.to_string(),
        "007 Levrikon is not, or not so often, in the enemy's deck"
    );
}

#[test]
fn a_hand_must_not_be_larger_than_a_deck() {
    let library = library();
    let too_large = |side: Side| SetupFault::HandTooLarge {
        side,
        found: 16,
        most: 15,
    };
    let live = MatchSetup {
        hand: Some(cards(&library, &"019 ".repeat(16))),
        ..MatchSetup::new(MatchMode::Live)
    };
    assert_eq!(refused(&library, &live), too_large(Side::You));
    let live = MatchSetup {
        enemy_hand: Some(EnemyHand::Unseen(16)),
        ..MatchSetup::new(MatchMode::Live)
    };
    assert_eq!(refused(&library, &live), too_large(Side::Enemy));
}

#[test]
fn only_a_simulated_match_has_autoplay() {
    let library = library();
    for mode in [MatchMode::Live, MatchMode::Analysis] {
        let setup = MatchSetup {
            autoplay: vec![Side::Enemy],
            ..MatchSetup::new(mode)
        };
        assert_eq!(
            refused(&library, &setup),
            SetupFault::AutoplayOutsideSimulation
        );
    }
}

#[test]
fn a_simulated_match_has_no_unseen_cards() {
    let library = library();
    let setup = MatchSetup {
        enemy_hand: Some(EnemyHand::Unseen(3)),
        ..simulated(&library, 1)
    };
    assert_eq!(
        refused(&library, &setup),
        SetupFault::UnseenHandInSimulation
    );
}

#[test]
fn the_enemys_cards_in_a_position_must_be_in_its_known_deck() {
    let library = library();
    let book = library.book(Rules::canon());
    let drawn = position(&book, ".,.,.,.,e1[019]/y1,.,.,.,e1/y1,.,.,.,e1 you");
    let setup = MatchSetup {
        position: Some(drawn),
        ..simulated(&library, 1)
    };
    let fault = refused(&library, &setup);
    assert!(
        matches!(
            fault,
            SetupFault::Observation(ObservationError::NotInDeck { .. })
        ),
        "{fault:?}"
    );
}

#[test]
fn a_seed_deals_the_same_hands_each_time() {
    let library = library();
    let hands = |seed: u64| {
        let begun = begin(&library, &simulated(&library, seed));
        let state = begun.annotated.state;
        Side::BOTH.map(|side| state.holdings[side].hand.cards())
    };
    assert_eq!(hands(7), hands(7));
    assert_ne!(hands(7), hands(8));
    assert_eq!(hands(7).map(|hand| hand.len()), [5, 5]);
}

#[test]
fn a_given_hand_is_dealt_and_the_rest_of_the_deck_is_in_the_pile() {
    let library = library();
    let hand = cards(&library, "007 007 087");
    let setup = MatchSetup {
        hand: Some(hand.clone()),
        ..simulated(&library, 3)
    };
    let state = begin(&library, &setup).annotated.state;
    let yours = &state.holdings.you;
    assert_eq!(yours.hand.cards(), hand);
    assert_eq!(yours.pile.len(), 12);
    assert_eq!(state.holdings.enemy.hand.len(), 5);
    assert_eq!(state.phase(), Phase::Mulligan);
}

#[test]
fn a_live_match_has_the_size_of_the_enemys_hand() {
    let library = library();
    let sizes = |enemy_hand| {
        let setup = MatchSetup {
            enemy_hand,
            ..MatchSetup::new(MatchMode::Live)
        };
        let holdings = begin(&library, &setup).annotated.state.holdings.enemy;
        (holdings.hand.len(), holdings.pile.len())
    };
    assert_eq!(sizes(None), (5, 10));
    assert_eq!(sizes(Some(EnemyHand::Unseen(7))), (7, 8));
    assert_eq!(sizes(Some(EnemyHand::Unseen(0))), (0, 15));
    let known = EnemyHand::Cards(cards(&library, "019 019"));
    assert_eq!(sizes(Some(known)), (2, 13));
}

#[test]
fn an_analysis_may_hold_any_cards() {
    let library = library();
    let setup = MatchSetup {
        hand: Some(cards(&library, &"019 ".repeat(20))),
        enemy_hand: Some(EnemyHand::Cards(cards(&library, "T03"))),
        ..MatchSetup::new(MatchMode::Analysis)
    };
    let holdings = begin(&library, &setup).annotated.state.holdings;
    assert_eq!(
        (holdings.you.hand.len(), holdings.enemy.hand.len()),
        (20, 1)
    );
}

/// The position has the side to act.
#[test]
fn a_match_begins_with_the_given_position() {
    let library = library();
    let book = library.book(Rules::canon());
    let drawn = position(&book, "y1[007],.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 enemy");
    for mode in [MatchMode::Live, MatchMode::Simulated, MatchMode::Analysis] {
        let setup = MatchSetup {
            mode,
            position: Some(drawn),
            ..simulated(&library, 1)
        };
        let begun = begin(&library, &setup);
        assert_eq!(begun.annotated.state.position, drawn, "{mode:?}");
        assert_eq!(begun.mode(), mode);
    }
}

#[test]
fn matches_under_the_same_rules_share_a_coach() {
    let library = library();
    let first = begin(&library, &simulated(&library, 1));
    let second = begin(&library, &simulated(&library, 2));
    assert!(std::sync::Arc::ptr_eq(&first.coach, &second.coach));
    let rebirth = MatchSetup {
        rules: Rules::rebirth(),
        decks: BySide::new(None, None),
        ..MatchSetup::new(MatchMode::Live)
    };
    assert!(!std::sync::Arc::ptr_eq(
        &first.coach,
        &begin(&library, &rebirth).coach
    ));
}
