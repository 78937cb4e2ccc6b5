//! Descriptions of cards, texts of events, and drawings.

use qbcoach_mage_knight::words::describe;
use qbcoach_mage_knight::{CardSet, Mode, draw};

use crate::script::{data, run, start};

#[test]
fn every_card_is_described_from_its_data() {
    let data = data();
    let mut lines = Vec::new();
    for card in data.cards(CardSet::Printed) {
        for mode in Mode::ALL {
            if let Some(played) = card.mode(mode) {
                lines.push(format!("{}: {}", played.name, describe(&played.effect)));
            }
        }
    }
    assert_eq!(
        lines.join("\n"),
        "\
Amotep Freezers: one enemy that does not resist ice: does not attack and armor -3
Chill: one enemy that does not resist ice: does not attack and loses fire resistance
Lethal Chill: one enemy that does not resist ice: does not attack and armor -4
Chilling Stare: one enemy that is not summoning and does not resist ice: loses swift, brutal, poison, paralyze, vampiric, cumbersome and assassination
Chilling Stare: one enemy that is not summoned and does not resist ice: does not attack
Curse: one attack of an enemy that is not fortified in the Ranged & Siege phase: attack -2, or one enemy that is not fortified in the Ranged & Siege phase: armor -1
Demolish: all enemies: each loses the walls of the site; then all enemies that do not resist fire: armor -1
Disintegrate: one enemy that is not arcane immune and does not resist fire (Attack phase only): is defeated; then all other enemies that do not resist fire: armor -1
Dodge and Weave: one attack of an enemy (Block phase only): attack -2
Dodge and Weave: one attack of an enemy (Block phase only): attack -4, or up to 2 attacks of enemies (Block phase only): attack -2
Expose: one enemy: loses its fortifications and loses physical, fire and ice resistances
Mass Expose: all enemies: each loses its fortifications, or all enemies: each loses physical, fire and ice resistances
Illusionists: one enemy that is not fortified: does not attack
Know Your Prey: one enemy that is not arcane immune: then that enemy: loses assassination, or loses brutal, or loses paralyze, or loses poison, or loses swift, or loses vampiric, or loses elusive, or loses its own fortification, or loses physical resistance, or loses fire resistance, or loses ice resistance, or one fire attack of that enemy: attack becomes physical, or one ice attack of that enemy: attack becomes physical, or one cold fire attack of that enemy: attack becomes fire, or one cold fire attack of that enemy: attack becomes ice
Nature's Vengeance: one enemy that is not summoning: attack -1 and gains cumbersome
Shocktroops: one enemy: armor -1; then one attack of that enemy: attack -1, or one attack of an enemy: attack -3
Taunt: one enemy (Block phase only): attack -1, or one enemy (Block phase only): attack +2 and armor -2 if it attacks
Tremor: one enemy: armor -3, or all enemies: armor -2
Earthquake: one enemy: armor -3 if it is not fortified and armor -6 if it is fortified, or all enemies that are not fortified: armor -2; then all enemies that are fortified: armor -4
Whirlwind: one enemy: does not attack
Tornado: one enemy (Attack phase only): is defeated
Wings of Night: any number of enemies (the first is free, the second costs 1 move point, the third 2, and so on, paid at the table): each does not attack"
    );
}

#[test]
fn a_drawing_shows_phase_hero_enemies_modifiers_and_choice() {
    let data = data();
    let mut combat = start(
        &data,
        "enemies hydra orc_summoners shadow; hand tremor chill; fame 4",
    );
    run(&data, &mut combat, "play chill; choose 0; play tremor");
    assert_eq!(
        draw(&combat),
        "\
Ranged & Siege phase, design document cards
hero: armor 2, 0 wounds of 5, fame 4 (+0), no cards
Hydra (enemy_0): armor 3, physical attack 2, physical attack 2, physical attack 2, resists ice, does not attack
Orc Summoners (enemy_1): armor 4, summons brown
Shadow (enemy_2): armor 8, coldFire attack 4
  chill > enemy_0: does not attack
  chill > enemy_0: armor -3
tremor: choose what happens
  0  one enemy: armor -3
  1  all enemies: armor -2
"
    );
}

#[test]
fn event_texts_are_not_empty_and_have_no_final_dot() {
    let data = data();
    let mut combat = start(
        &data,
        "enemies medusa cursed_hags elven_protectors orc_summoners; hand tremor chill; limit 4; seed 2",
    );
    let events = run(
        &data,
        &mut combat,
        "play tremor; choose 0; choose 0; attack enemy_0 with 1 ranged; end; \
         block enemy_2 0 with 2; block enemy_2 0 with 3; end; take all; end; end",
    );
    for event in &events {
        let text = event.to_string();
        assert!(!text.is_empty() && !text.ends_with('.'), "{text}");
        assert!(!event.word().is_empty());
    }
    let texts: Vec<String> = events.iter().map(ToString::to_string).collect();
    for expected in [
        "Tremor is played, basic",
        "Elven Protectors (enemy_2) defends Medusa (enemy_0): armor +2",
        "attack 0 of Elven Protectors (enemy_2) is not blocked with 2 of 3 needed; the points are gone",
        "attack 0 of Elven Protectors (enemy_2) is blocked with 3 of 3 needed",
        "attack 0 of Cursed Hags (enemy_1) deals 3 damage: 2 wounds, and 2 to the discard pile",
        "paralysis: the hero discards chill",
        "the hero is knocked out",
        "knock-out: the hero has no card to discard",
        "the combat is over, 0 fame gained",
    ] {
        assert!(
            texts.iter().any(|text| text == expected),
            "{expected}: {texts:#?}"
        );
    }
}
