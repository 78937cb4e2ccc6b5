//! A card without data cannot be predicted, and the error says which card it is
//! (RULES.md, section 5).

use qbcoach_engine::observation::Observation;
use qbcoach_engine::prediction::PredictionError;
use qbcoach_engine::rules::{BySide, CardId, Position, Rulebook, Side, TileId};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::hand::HeldCard;

use crate::prediction::fixtures::{
    act, arranged, book, card, cards, engine, having_seen, match_from,
};
use crate::prediction::made_up::made_up;
use crate::support::position;

/// A rulebook with the shipped cards and further ones.
fn with_strangers() -> Rulebook {
    made_up("canon", "T98 1 1\nT99 1 2")
}

/// A token whose index is beyond the shipped cards.
fn stranger() -> CardId {
    let strange = with_strangers();
    let card = card(&strange, "T99");
    assert!(card.index() >= book("canon").catalogue.cards().len());
    card
}

fn card_number() -> String {
    format!("card {} of another catalogue", stranger().index() + 1)
}

#[test]
fn a_card_without_data_on_the_board_is_named_by_its_tile() {
    let known = book("canon");
    for (drawing, tile) in [
        ("y1 . . . e1 y1 . . . e1[T99] y1 . . . e1", "MID-5"),
        ("y1 . . . e1 y1 . . . e1 y1[T99] . . . e1", "BOT-1"),
    ] {
        let state = GameState::analysis(position(&with_strangers(), drawing));
        let decks = engine(&known)
            .infer_enemy_decks(&having_seen(&known, None, &[]))
            .unwrap();
        let error = engine(&known)
            .compute_threat_map(&state, &decks)
            .unwrap_err();
        let on: TileId = tile.parse().unwrap();
        assert_eq!(
            error,
            PredictionError::NoDataOnBoard {
                tile: on,
                card: stranger()
            }
        );
        let text = error.to_string();
        assert!(
            text.contains(tile) && text.contains(&card_number()),
            "{text}"
        );
        let full = engine(&known).full_enemy_prediction(&state, &Observation::new(None));
        assert_eq!(full, Err(error));
    }
}

#[test]
fn a_known_deck_with_a_card_without_data_is_refused() {
    let known = book("canon");
    let mut deck = cards(&known, "001 007 008");
    deck.push(stranger());
    let observation = Observation::new(Some(deck));
    let expected = PredictionError::NoDataForSeen { card: stranger() };
    let error = engine(&known).infer_enemy_decks(&observation).unwrap_err();
    assert_eq!(error, expected);
    assert!(error.to_string().contains(&card_number()), "{error}");
    let state = GameState::analysis(Position::opening(Side::You));
    let full = engine(&known).full_enemy_prediction(&state, &observation);
    assert_eq!(full, Err(expected));
}

#[test]
fn a_card_without_data_that_was_seen_and_is_gone_is_refused() {
    let (known, strange) = (book("canon"), with_strangers());
    let drawing = "y1 . . . e1 y1 . . . e1[T99] y1 . . . e1 enemy";
    let mut annotated = match_from(&strange, drawing, ("", "051"), None);
    act(&strange, &mut annotated, "enemy 051 MID-5");
    assert_eq!(annotated.observation.enemy_destroyed_cards().count(), 1);
    let decks = engine(&known).infer_enemy_decks(&annotated.observation);
    assert_eq!(
        decks,
        Err(PredictionError::NoDataForSeen { card: stranger() })
    );
    let full = engine(&known).full_enemy_prediction(&annotated.state, &annotated.observation);
    assert!(full.is_err());
}

#[test]
fn a_given_card_without_data_in_the_enemys_hand_is_refused() {
    let known = book("canon");
    let mut annotated = match_from(
        &known,
        crate::prediction::fixtures::OPENING,
        ("001", "010 001"),
        None,
    );
    act(&known, &mut annotated, "you pass; enemy 010 MID-5");
    let mut state = annotated.state.clone();
    let decks = engine(&known)
        .infer_enemy_decks(&annotated.observation)
        .unwrap();
    assert!(engine(&known).compute_threat_map(&state, &decks).is_ok());
    let hand = &mut state.holdings[Side::Enemy].hand;
    let given = hand.known.iter_mut().find(|held| held.instance.is_some());
    *given.expect("it was given a token") = HeldCard {
        card: stranger(),
        instance: hand_instance(&annotated.state),
    };
    let map = engine(&known).compute_threat_map(&state, &decks);
    assert_eq!(
        map,
        Err(PredictionError::NoDataForSeen { card: stranger() })
    );
}

fn hand_instance(state: &GameState) -> Option<qbcoach_engine::simulation::instances::InstanceId> {
    let hand = &state.holdings[Side::Enemy].hand;
    hand.known.iter().find_map(|held| held.instance)
}

#[test]
fn the_same_state_is_predicted_by_a_rulebook_with_the_data() {
    let strange = with_strangers();
    let drawing = "y1 . . . e1 y1 . . . e1[T99] y1 . . . e1";
    let deck = "001 007 008 010 019";
    let state = arranged(&strange, position(&strange, drawing), "", deck);
    let observation = having_seen(&strange, Some(deck), &[]);
    let map = engine(&strange).full_enemy_prediction(&state, &observation);
    assert!(map.is_ok());
    let nothing = || BySide::new(None, None);
    let live = GameState::live(&strange.rules, Side::You, nothing(), nothing());
    let unknown = having_seen(&strange, None, &[]);
    assert!(
        engine(&strange)
            .full_enemy_prediction(&live, &unknown)
            .is_ok()
    );
}
