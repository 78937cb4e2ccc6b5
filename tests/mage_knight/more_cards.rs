//! The cards, units and skills besides Tremor, Chill and Whirlwind.

use qbcoach_mage_knight::CardSet;

use crate::script::{check, data, run, start};

#[test]
fn expose_removes_resistances_and_fortifications() {
    // Altem Guardsmen: armor 7, fortified, resist physical, fire and ice.
    check(
        "enemies altem_guardsmen; hand expose; fortified site",
        "refused doublyFortified: attack enemy_0 with 20 siege; play expose; choose 0; \
         attack enemy_0 with 7 ranged",
        "enemy_0 resists
         enemy_0 fortification None
         enemy_0 is defeated",
    );
}

#[test]
fn mass_expose_removes_either_fortifications_or_resistances_of_all_enemies() {
    let setup = "enemies altem_guardsmen diggers fire_mages; hand expose";
    check(
        setup,
        "play expose powered; choose 0",
        "enemy_0 fortification None
         enemy_1 fortification None
         enemy_0 resists physical fire ice",
    );
    check(
        setup,
        "play expose powered; choose 1",
        "enemy_0 fortification Once
         enemy_0 resists
         enemy_2 resists",
    );
}

#[test]
fn demolish_lowers_the_armor_of_all_enemies_that_do_not_resist_fire() {
    check(
        "enemies prowlers fire_mages guardsmen; hand demolish",
        "play demolish",
        "enemy_0 armor 2\n enemy_1 armor 5\n enemy_2 armor 6",
    );
}

#[test]
fn disintegrate_defeats_an_enemy_that_does_not_resist_fire_in_the_attack_phase() {
    check(
        "enemies prowlers fire_mages; hand demolish; limit 20",
        "refused noTarget: play demolish powered; end; end; take all; end; play demolish powered",
        "choices 1\n choice 0: Prowlers (enemy_0): is defeated",
    );
}

#[test]
fn wings_of_night_stops_up_to_three_enemies() {
    let setup = "enemies prowlers diggers swordsmen golems; hand wings_of_wind";
    check(
        setup,
        "refused noSuchMode: play wings_of_wind",
        "hand wings_of_wind",
    );
    check(
        setup,
        "play wings_of_wind powered",
        "choices 4\n not choice 4: done",
    );
    check(
        setup,
        "play wings_of_wind powered; choose 2",
        "choices 4
         choice 2: Golems (enemy_3): does not attack
         choice 3: done",
    );
    check(
        setup,
        "play wings_of_wind powered; choose 2; choose 3",
        "not enemy_2 attacks\n enemy_3 attacks\n offers end",
    );
    check(
        setup,
        "play wings_of_wind powered; choose 2; choose 0; choose 0",
        "not enemy_0 attacks
         not enemy_1 attacks
         not enemy_2 attacks
         enemy_3 attacks
         offers end
         modifiers 3",
    );
}

#[test]
fn picking_targets_ends_when_no_eligible_enemy_is_left() {
    check(
        "enemies prowlers diggers; hand wings_of_wind",
        "play wings_of_wind powered; choose 0; choose 0",
        "not enemy_0 attacks\n not enemy_1 attacks\n offers end",
    );
}

#[test]
fn dodge_and_weave_lowers_one_or_two_attacks() {
    // Heroes attack with 5 and 3.
    let setup = "enemies heroes prowlers; hand dodge_and_weave; limit 20";
    check(
        setup,
        "play dodge_and_weave; choose 0",
        "choices 3
         choice 0: Heroes (enemy_0), attack 0 of 5: attack -2
         choice 1: Heroes (enemy_0), attack 1 of 3: attack -2
         choice 2: Prowlers (enemy_1), attack 0 of 4: attack -2",
    );
    check(
        setup,
        "play dodge_and_weave; choose 0; choose 1; end",
        "enemy_0 attack 0 is 5
         enemy_0 attack 1 is 1
         offers block enemy_0 1 needs 1 or 1 wounds",
    );
    check(
        setup,
        "play dodge_and_weave powered; choose 1; choose 0; choose 1",
        "enemy_0 attack 0 is 3\n enemy_0 attack 1 is 3\n enemy_1 attack 0 is 2",
    );
}

#[test]
fn chilling_stare_stops_an_enemy_that_does_not_resist_ice() {
    check(
        "enemies ice_mages prowlers; hand chilling_stare",
        "play chilling_stare powered; choose 0",
        "enemy_0 attacks\n not enemy_1 attacks",
    );
}

#[test]
fn curse_lowers_an_attack_by_two_or_armor_by_one() {
    let setup = "enemies swordsmen; hand curse";
    check(
        setup,
        "play curse; choose 0; choose 0",
        "enemy_0 attack 0 is 4\n enemy_0 armor 5",
    );
    check(
        setup,
        "play curse; choose 1; choose 0",
        "enemy_0 attack 0 is 6\n enemy_0 armor 4",
    );
}

#[test]
fn taunt_is_limited_to_the_block_phase() {
    let setup = "enemies swordsmen; hand taunt";
    check(
        setup,
        "refused noTarget: play taunt",
        "not offers play taunt basic",
    );
    check(
        setup,
        "end; play taunt; choose 0; choose 0",
        "enemy_0 attack 0 is 5",
    );
    check(
        setup,
        "end; play taunt; choose 1; choose 0",
        "enemy_0 attack 0 is 8\n enemy_0 armor 3\n offers block enemy_0 0 needs 8 or 4 wounds",
    );
}

#[test]
fn know_your_prey_offers_only_resistances_and_fortifications_that_exist() {
    // Ice Golems resist ice and physical; Diggers are fortified.
    check(
        "enemies ice_golems; hand know_your_prey",
        "play know_your_prey",
        "choices 2
         choice 0: one enemy that resists physical: loses physical resistance
         choice 1: one enemy that resists ice: loses ice resistance",
    );
    check(
        "enemies ice_golems diggers; hand know_your_prey",
        "play know_your_prey; choose 2; choose 0; attack enemy_1 with 3 ranged",
        "enemy_1 is defeated",
    );
    check(
        "enemies prowlers; hand know_your_prey",
        "refused noTarget: play know_your_prey",
        "hand know_your_prey",
    );
}

#[test]
fn natures_vengeance_lowers_one_attack() {
    check(
        "enemies hydra; hand natures_vengeance",
        "play natures_vengeance; choose 2",
        "enemy_0 attack 1 is 2\n enemy_0 attack 2 is 1",
    );
}

#[test]
fn amotep_freezers_stop_an_enemy_and_lower_its_armor() {
    check(
        "enemies guardsmen ice_mages; hand amotep_freezers",
        "play amotep_freezers powered; choose 0",
        "not enemy_0 attacks\n enemy_0 armor 4\n enemy_1 attacks",
    );
}

#[test]
fn illusionists_stop_an_enemy_that_is_not_fortified() {
    check(
        "enemies guardsmen prowlers; hand illusionist_unit",
        "play illusionist_unit powered",
        "choices 1\n choice 0: Prowlers (enemy_1): does not attack",
    );
    check(
        "enemies guardsmen prowlers; hand illusionist_unit; fortified site",
        "refused noTarget: play illusionist_unit powered",
        "hand illusionist_unit",
    );
}

#[test]
fn shocktroops_lower_attack_and_armor() {
    check(
        "enemies hydra; hand shocktroop_unit",
        "play shocktroop_unit; choose 0",
        "enemy_0 armor 5\n enemy_0 attack 0 is 1\n enemy_0 attack 2 is 1",
    );
}

#[test]
fn each_set_has_at_least_thirteen_cards() {
    for set in [CardSet::DesignDocument, CardSet::Printed] {
        assert!(data().cards(set).count() >= 13);
    }
}

#[test]
fn every_card_can_be_played_in_some_combat() {
    let data = data();
    for set in [CardSet::DesignDocument, CardSet::Printed] {
        for card in data.cards(set) {
            for (mode, word) in [(&card.basic, ""), (&card.powered, "powered")] {
                if mode.is_none() {
                    continue;
                }
                let rules = if set == CardSet::Printed {
                    "printed; "
                } else {
                    ""
                };
                let setup = format!(
                    "{rules}enemies prowlers diggers ice_mages fire_mages; hand {}; limit 30",
                    card.id
                );
                let play = format!("play {} {word}", card.id);
                let played = ["", "end;", "end; end;", "end; end; take all; end;"]
                    .into_iter()
                    .any(|before| {
                        let mut combat = start(&data, &setup);
                        run(&data, &mut combat, before);
                        combat
                            .act(&data, &crate::script::action(play.trim()))
                            .is_ok()
                    });
                assert!(played, "{play} in {set:?}");
            }
        }
    }
}
