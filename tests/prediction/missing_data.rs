//! A card without data refuses prediction, and the error says which (RULES 5).

use qbcoach::observation::Observation;
use qbcoach::prediction::PredictionError;
use qbcoach::rules::{BySide, CardId, Position, Rulebook, Side, TileId};
use qbcoach::simulation::game_state::GameState;
use qbcoach::simulation::hand::HeldCard;

use crate::made_up::made_up;
use crate::support::position;
use crate::table::{act, arranged, book, card, cards, engine, having_seen, table};

/// The shipped cards and many that the other rulebook knows nothing of.
fn with_strangers() -> Rulebook {
    made_up("canon", "T98 1 1\nT99 1 2")
}

/// A token behind all cards of the shipped data.
fn stranger() -> CardId {
    let strange = with_strangers();
    let card = card(&strange, "T99");
    assert!(card.index() >= book("canon").catalogue.cards().len());
    card
}

fn place() -> String {
    format!("place {} of another catalogue", stranger().index() + 1)
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
        assert!(text.contains(tile) && text.contains(&place()), "{text}");
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
    assert!(error.to_string().contains(&place()), "{error}");
    let state = GameState::analysis(Position::opening(Side::You));
    let full = engine(&known).full_enemy_prediction(&state, &observation);
    assert_eq!(full, Err(expected));
}

#[test]
fn a_card_without_data_that_was_seen_and_is_gone_is_refused() {
    let (known, strange) = (book("canon"), with_strangers());
    let drawing = "y1 . . . e1 y1 . . . e1[T99] y1 . . . e1 enemy";
    let mut table = table(&strange, drawing, ("", "051"), None);
    act(&strange, &mut table, "enemy 051 MID-5");
    assert_eq!(table.observation.enemy_destroyed_cards().count(), 1);
    let decks = engine(&known).infer_enemy_decks(&table.observation);
    assert_eq!(
        decks,
        Err(PredictionError::NoDataForSeen { card: stranger() })
    );
    let full = engine(&known).full_enemy_prediction(&table.state, &table.observation);
    assert!(full.is_err());
}

#[test]
fn a_given_card_without_data_in_the_enemys_hand_is_refused() {
    let known = book("canon");
    let mut table = table(&known, crate::table::OPENING, ("001", "010 001"), None);
    act(&known, &mut table, "you pass; enemy 010 MID-5");
    let mut state = table.state.clone();
    let decks = engine(&known)
        .infer_enemy_decks(&table.observation)
        .unwrap();
    assert!(engine(&known).compute_threat_map(&state, &decks).is_ok());
    let hand = &mut state.holdings[Side::Enemy].hand;
    let given = hand.known.iter_mut().find(|held| held.instance.is_some());
    *given.expect("it was given a token") = HeldCard {
        card: stranger(),
        instance: hand_instance(&table.state),
    };
    let map = engine(&known).compute_threat_map(&state, &decks);
    assert_eq!(
        map,
        Err(PredictionError::NoDataForSeen { card: stranger() })
    );
}

fn hand_instance(state: &GameState) -> Option<qbcoach::simulation::instances::InstanceId> {
    let hand = &state.holdings[Side::Enemy].hand;
    hand.known.iter().find_map(|held| held.instance)
}

#[test]
fn with_its_data_the_same_state_is_predicted() {
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
