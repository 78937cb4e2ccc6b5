//! Tests that need private fields: options that have become impossible.

use std::sync::Arc;

use super::combat::Life;
use super::{Action, CardId, Combat, CombatActionRefusal, CombatData, CombatSetup, EnemyId, Mode};

fn combat_with_pending_choice(data: &Arc<CombatData>) -> Combat {
    let kind = data.enemies().find(|enemy| !enemy.is_summoner());
    let kind = kind.expect("there is an enemy").id.clone();
    // Any card whose first choice is an enemy.
    let card = data
        .cards(super::CardSet::DesignDocument)
        .find(|card| {
            let basic = card.basic.as_ref().map(|mode| &mode.effect);
            matches!(basic, Some(super::effect::Effect::SelectEnemy(_)))
        })
        .expect("a card picks an enemy")
        .id
        .clone();
    let setup = CombatSetup {
        enemies: vec![kind.clone(), kind],
        hand: vec![card.clone()],
        ..CombatSetup::default()
    };
    let mut combat = Combat::start(data, &setup).expect("the setup has no fault");
    let mode = Mode::Basic;
    combat
        .act(
            data,
            &Action::PlayCard {
                card,
                mode,
                pay: Vec::new(),
            },
        )
        .expect("the card can be played");
    combat
}

#[test]
fn options_are_checked_again_when_they_are_resolved() {
    let data = CombatData::embedded();
    let mut combat = combat_with_pending_choice(&data);
    Arc::make_mut(&mut combat.enemies[0]).life = Life::Defeated;
    let before = combat.clone();
    let refused = combat.act(&data, &Action::ResolveChoice { option: 0 });
    assert!(
        matches!(refused, Err(CombatActionRefusal::OptionGone { .. })),
        "{refused:?}"
    );
    assert_eq!(combat, before, "a refused action changes nothing");
    let offered: Vec<Action> = combat
        .options(&data)
        .into_iter()
        .map(|offered| offered.action)
        .collect();
    assert_eq!(offered, [Action::ResolveChoice { option: 1 }]);
}

#[test]
fn an_option_about_an_enemy_that_is_gone_is_refused() {
    let data = CombatData::embedded();
    let mut combat = combat_with_pending_choice(&data);
    combat.enemies.remove(1);
    let refused = combat.act(&data, &Action::ResolveChoice { option: 1 });
    assert!(
        matches!(refused, Err(CombatActionRefusal::OptionGone { .. })),
        "{refused:?}"
    );
}

#[test]
fn ids_of_the_data_are_found_and_unknown_ids_get_suggestions() {
    let data = CombatData::embedded();
    for enemy in data.enemies() {
        assert_eq!(data.enemy(&enemy.id), Ok(enemy));
    }
    let unknown = data.enemy(&EnemyId::from("nobody")).unwrap_err();
    assert!(!unknown.suggestions.is_empty());
    let unknown = data.card(super::CardSet::DesignDocument, &CardId::from(""));
    assert!(unknown.is_err());
}
