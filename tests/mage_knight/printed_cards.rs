//! The cards that the printed set has with effects of their own, with numbers computed
//! by hand.

use qbcoach_mage_knight::advice::{DEFAULT_BUDGET, recommend};
use qbcoach_mage_knight::card::ManaColor;
use qbcoach_mage_knight::{CardSet, draw};

use crate::script::{check, data, run, start};

#[test]
fn the_printed_colors_differ_from_those_of_the_design_document() {
    let data = data();
    let colors = |set: CardSet, id: &str| -> Vec<&str> {
        let card = data.card(set, &id.into()).expect("the card is shipped");
        card.colors
            .iter()
            .map(|color| ManaColor::word(*color))
            .collect()
    };
    for (id, design_document, printed) in [
        ("tremor", ["red"].as_slice(), ["green"].as_slice()),
        ("whirlwind", &["green"], &["white"]),
        ("chilling_stare", &["white"], &["blue", "white"]),
        ("chill", &["blue"], &["blue"]),
        ("curse", &[], &[]),
    ] {
        assert_eq!(colors(CardSet::DesignDocument, id), design_document, "{id}");
        assert_eq!(colors(CardSet::Printed, id), printed, "{id}");
    }
}

#[test]
fn no_printed_card_is_written_from_memory() {
    for card in data().cards(CardSet::Printed) {
        let note = card.note.as_deref().unwrap_or_default();
        assert!(!note.contains("memory"), "{}: {note}", card.id);
    }
}

#[test]
fn demolish_removes_the_walls_of_the_site_but_not_own_fortifications() {
    // Guardsmen are fortified themselves; the Sorcerers are arcane immune.
    check(
        "printed; enemies prowlers guardsmen fire_mages sorcerers; hand demolish; fortified site",
        "play demolish",
        "enemy_0 fortification None
         enemy_1 fortification Once
         enemy_2 fortification None
         enemy_3 fortification None
         enemy_0 armor 2
         enemy_1 armor 6
         enemy_2 armor 5
         enemy_3 armor 6
         modifiers 2",
    );
    // Without walls only the armor is lowered.
    check(
        "printed; enemies prowlers; hand demolish",
        "play demolish",
        "enemy_0 armor 2\n modifiers 1",
    );
}

#[test]
fn disintegrate_also_lowers_the_armor_of_the_other_enemies() {
    check(
        "printed; enemies prowlers guardsmen fire_mages sorcerers; hand demolish; limit 30",
        "refused noTarget: play demolish powered; end; end; take all; end; play demolish powered",
        "choices 2
         choice 0: Prowlers (enemy_0): is defeated; then all other enemies that do not resist fire: armor -1
         choosing: choose a target: is defeated; then all other enemies that do not resist fire: armor -1",
    );
    check(
        "printed; enemies prowlers guardsmen fire_mages sorcerers; hand demolish; limit 30",
        "end; end; take all; end; play demolish powered; choose 0",
        "enemy_0 is defeated
         enemy_1 armor 6
         enemy_2 armor 5
         enemy_3 armor 6
         modifier all other enemies that do not resist fire: armor -1",
    );
    check(
        "printed; enemies prowlers; hand demolish; limit 30",
        "end; end; take all; end; play demolish powered; choose 0",
        "enemy_0 is defeated
         modifiers 0
         event: no target for: all other enemies that do not resist fire: armor -1",
    );
}

#[test]
fn wings_of_night_stops_any_number_of_enemies_and_says_the_price() {
    let setup = "printed; enemies prowlers diggers swordsmen golems shadow; hand wings_of_wind";
    check(
        setup,
        "play wings_of_wind powered",
        "choices 4\n choice 0: Prowlers (enemy_0): does not attack",
    );
    check(
        setup,
        "play wings_of_wind powered; choose 0",
        "choice 0: Diggers (enemy_1): does not attack (for 1 move point, paid at the table)
         choice 3: done",
    );
    check(
        setup,
        "play wings_of_wind powered; choose 1; choose 0; choose 0",
        "choice 0: Golems (enemy_3): does not attack (for 3 move points, paid at the table)
         choice 1: done",
    );
    check(
        setup,
        "play wings_of_wind powered; choose 0; choose 0; choose 0; choose 0",
        "not enemy_0 attacks
         not enemy_3 attacks
         enemy_4 attacks
         modifiers 4
         offers end",
    );
}

#[test]
fn dodge_and_weave_lowers_attacks_only_in_the_block_phase() {
    let setup = "printed; enemies heroes prowlers; hand dodge_and_weave; limit 20";
    check(
        setup,
        "refused noTarget: play dodge_and_weave; refused noTarget: play dodge_and_weave powered; \
         end; play dodge_and_weave; choose 1",
        "enemy_0 attack 0 is 5\n enemy_0 attack 1 is 1\n enemy_1 attack 0 is 4\n offers end",
    );
    check(
        setup,
        "end; play dodge_and_weave powered; choose 0; choose 0",
        "enemy_0 attack 0 is 1\n enemy_0 attack 1 is 3",
    );
    // Two attacks of one enemy.
    check(
        setup,
        "end; play dodge_and_weave powered; choose 1; choose 0; choose 0",
        "enemy_0 attack 0 is 3\n enemy_0 attack 1 is 1\n offers end",
    );
}

#[test]
fn chilling_stare_takes_the_abilities_of_attacks_and_keeps_their_element() {
    // Gunners: fire attack 6, brutal, resist ice. Fire Golems: fire attack 3, brutal.
    // Sorcerers: attack 6, poison, assassination, arcane immune.
    let setup = "printed; enemies gunners fire_golems orc_summoners sorcerers; hand chilling_stare";
    check(
        setup,
        "play chilling_stare",
        "choices 2
         choice 0: Fire Golems (enemy_1): loses swift, brutal, poison, paralyze, vampiric, cumbersome and assassination",
    );
    check(
        setup,
        "play chilling_stare; choose 0",
        "enemy_1 has\n enemy_1 attack 0 element fire\n enemy_1 threatens 2\n enemy_1 attacks",
    );
    check(
        setup,
        "play chilling_stare; choose 1",
        "enemy_3 has arcaneImmunity\n enemy_3 threatens 3",
    );
    // Wolf Riders: swift attack 3.
    check(
        "printed; enemies wolf_riders; hand chilling_stare",
        "play chilling_stare; choose 0; end",
        "offers block enemy_0 0 needs 3 or 2 wounds",
    );
}

#[test]
fn powered_chilling_stare_cannot_stop_a_summoned_monster() {
    let setup = "printed; enemies orc_summoners prowlers; hand chilling_stare";
    check(
        setup,
        "end; play chilling_stare powered",
        "choices 1\n choice 0: Prowlers (enemy_1): does not attack",
    );
    check(
        setup,
        "play chilling_stare powered; choose 0; end",
        "not enemy_0 attacks\n not enemy_2 summoned by enemy_0",
    );
}

#[test]
fn a_vampiric_attack_without_its_ability_does_not_raise_the_armor() {
    // Gibbering Ghouls: armor 4, vampiric attack 4.
    let setup = "printed; enemies gibbering_ghouls; hand chilling_stare know_your_prey";
    check(setup, "end; end; take all", "enemy_0 armor 6");
    check(
        setup,
        "play chilling_stare; choose 0; end; end; take all",
        "enemy_0 armor 4",
    );
    check(
        setup,
        "play know_your_prey; choose 0; choose 0; end; end; take all",
        "enemy_0 armor 4\n modifier enemy_0 loses vampiric",
    );
}

#[test]
fn curse_does_not_reach_fortified_enemies_in_the_ranged_and_siege_phase() {
    let setup = "printed; enemies guardsmen swordsmen; hand curse";
    check(
        setup,
        "play curse; choose 1",
        "choices 1\n choice 0: Swordsmen (enemy_1): armor -1",
    );
    check(
        setup,
        "end; play curse; choose 0",
        "choices 2\n choice 0: Guardsmen (enemy_0), attack 0 of 3: attack -2",
    );
    check(
        "printed; enemies swordsmen; hand curse; fortified site",
        "refused noTarget: play curse; end; play curse; choose 1; choose 0",
        "enemy_0 armor 4",
    );
}

#[test]
fn taunt_lowers_armor_only_if_the_enemy_attacks() {
    let setup = "printed; enemies swordsmen; hand taunt whirlwind";
    check(
        setup,
        "end; play taunt; choose 1; choose 0",
        "enemy_0 attack 0 is 8\n enemy_0 armor 3",
    );
    check(
        setup,
        "play whirlwind; choose 0; end; play taunt; choose 1; choose 0",
        "enemy_0 armor 5",
    );
}

#[test]
fn know_your_prey_offers_what_the_picked_enemy_has() {
    // Ice Golems: ice attack 2, paralyze; resist ice and physical.
    let setup = "printed; enemies ice_golems prowlers shadow high_dragon; hand know_your_prey";
    check(
        setup,
        "play know_your_prey",
        "choosing: choose a target
         choices 2
         choice 0: Ice Golems (enemy_0): loses paralyze, or loses physical resistance, or loses ice resistance, or one ice attack of that enemy: attack becomes physical",
    );
    check(
        setup,
        "play know_your_prey; choose 0",
        "choices 4
         choice 0: that enemy: loses paralyze
         choice 1: that enemy: loses physical resistance
         choice 2: that enemy: loses ice resistance
         choice 3: one ice attack of that enemy: attack becomes physical",
    );
    check(
        setup,
        "play know_your_prey; choose 0; choose 0",
        "enemy_0 has\n enemy_0 resists physical ice\n enemy_0 attack 0 element ice",
    );
    check(
        setup,
        "play know_your_prey; choose 0; choose 2",
        "enemy_0 has paralyze\n enemy_0 resists physical",
    );
    check(
        setup,
        "play know_your_prey; choose 0; choose 3",
        "enemy_0 attack 0 element physical\n modifier enemy_0 attack becomes physical",
    );
    // The High Dragon attacks with cold fire.
    check(
        setup,
        "play know_your_prey; choose 1; choose 4; end; block enemy_3 0 with 6 fire",
        "enemy_3 attack 0 element ice
         event: attack 0 of High Dragon (enemy_3) is blocked with 6 of 6 needed",
    );
    check(
        "printed; enemies prowlers shadow; hand know_your_prey",
        "refused noTarget: play know_your_prey",
        "hand know_your_prey",
    );
}

#[test]
fn know_your_prey_takes_own_fortification_and_elusiveness() {
    check(
        "printed; enemies diggers; hand know_your_prey; fortified site",
        "play know_your_prey; choose 0; choose 0",
        "enemy_0 fortification Once
         enemy_0 has
         modifier enemy_0 loses its own fortification",
    );
    check(
        "printed; enemies swordsmen; hand know_your_prey; fortified site",
        "refused noTarget: play know_your_prey",
        "enemy_0 fortification Once",
    );
    // Shocktroops: armor 3, elusive 6.
    check(
        "printed; enemies shocktroops_gray; hand know_your_prey",
        "play know_your_prey; choose 0; choose 0",
        "enemy_0 armor 3\n enemy_0 has unfortified\n offers attack enemy_0 needs 3",
    );
}

#[test]
fn know_your_prey_changes_the_element_of_one_attack() {
    // Elemental Priests: fire attack 3, ice attack 3; resist fire and ice. Crystal
    // Sprites: two ice attacks of 1.
    check(
        "printed; enemies elemental_priests; hand know_your_prey",
        "play know_your_prey; choose 0; choose 3",
        "enemy_0 attack 0 element fire\n enemy_0 attack 1 element physical",
    );
    check(
        "printed; enemies crystal_sprites; hand know_your_prey",
        "play know_your_prey; choose 0; choose 2; choose 1",
        "enemy_0 attack 0 element ice\n enemy_0 attack 1 element physical",
    );
}

#[test]
fn natures_vengeance_lowers_all_attacks_and_makes_them_cumbersome() {
    // Grim Legionnaries: attack 11, arcane immune.
    let setup = "printed; enemies hydra grim_legionnaries orc_summoners; hand natures_vengeance";
    check(setup, "play natures_vengeance", "choices 2");
    check(
        setup,
        "play natures_vengeance; choose 0",
        "enemy_0 attack 0 is 1\n enemy_0 attack 2 is 1\n enemy_0 has cumbersome",
    );
    check(
        setup,
        "play natures_vengeance; choose 1",
        "enemy_1 attack 0 is 10\n enemy_1 has unfortified arcaneImmunity cumbersome",
    );
}

#[test]
fn a_lost_ability_stays_lost_whichever_came_first() {
    let setup = "printed; enemies hydra prowlers; hand natures_vengeance chilling_stare";
    for script in [
        "play natures_vengeance; choose 1; play chilling_stare; choose 0",
        "play chilling_stare; choose 0; play natures_vengeance; choose 1",
    ] {
        check(setup, script, "enemy_1 has\n enemy_1 attack 0 is 3");
    }
}

#[test]
fn shocktroops_lower_armor_and_one_attack_or_one_attack_by_3() {
    let setup = "printed; enemies hydra prowlers shadow orc_summoners; hand shocktroop_unit";
    check(
        setup,
        "play shocktroop_unit; choose 0; choose 0; choose 1",
        "enemy_0 armor 5\n enemy_0 attack 0 is 2\n enemy_0 attack 1 is 1\n enemy_0 attack 2 is 2",
    );
    // The only attack is taken at once.
    check(
        setup,
        "play shocktroop_unit; choose 0; choose 1",
        "enemy_1 armor 2\n enemy_1 attack 0 is 3\n offers end",
    );
    // Arcane immunity stops the armor, not the attack.
    check(
        setup,
        "play shocktroop_unit; choose 0; choose 2",
        "enemy_2 armor 8\n enemy_2 attack 0 is 3\n offers end",
    );
    // A summoner has no attack to lower.
    check(
        setup,
        "play shocktroop_unit; choose 0; choose 3",
        "enemy_3 armor 3\n offers end",
    );
    check(
        setup,
        "play shocktroop_unit; choose 1; choose 3",
        "enemy_1 attack 0 is 1\n enemy_1 armor 3",
    );
}

#[test]
fn a_drawing_shows_changed_elements_and_lost_and_gained_abilities() {
    let data = data();
    let mut combat = start(
        &data,
        "printed; enemies high_dragon swamp_dragon; hand know_your_prey chilling_stare natures_vengeance",
    );
    run(
        &data,
        &mut combat,
        "play know_your_prey; choose 0; choose 3; play natures_vengeance; choose 0; \
         play chilling_stare; choose 0",
    );
    assert_eq!(
        draw(&combat),
        "\
Ranged & Siege phase, printed cards
hero: armor 2, 0 wounds of 5, fame 0 (+0), no cards
High Dragon (enemy_0): armor 9, fire attack 5 brutal cumbersome, resists fire, ice
Swamp Dragon (enemy_1): armor 9, physical attack 5
  know_your_prey > enemy_0: attack becomes fire
  natures_vengeance > enemy_0: attack -1
  natures_vengeance > enemy_0: gains cumbersome
  chilling_stare > enemy_1: loses swift, brutal, poison, paralyze, vampiric, cumbersome and assassination
"
    );
}

#[test]
fn advice_counts_lost_abilities() {
    // A Swamp Dragon poisons: 3 wounds into the hand and 3 into the discard pile.
    let data = data();
    let combat = start(&data, "printed; enemies swamp_dragon; hand chilling_stare");
    let advice = recommend(&combat, &data, DEFAULT_BUDGET).expect("the combat is not over");
    let basic = advice
        .actions
        .iter()
        .find(|advised| advised.label == "play Chilling Stare (basic)")
        .expect("it is ranked");
    assert_eq!(basic.outcome.poison_wounds, 0.0);
    assert_eq!(advice.actions[0].label, "play Chilling Stare (powered)");
}
