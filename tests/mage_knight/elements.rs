//! Elements, resistances and fortifications: how many points count.

use crate::script::check;

#[test]
fn several_enemies_need_the_sum_of_their_armor() {
    check(
        "enemies prowlers wolf_riders",
        "attack enemy_0 enemy_1 with 6 ranged; attack enemy_0 enemy_1 with 7 ranged",
        "event: the attack on Prowlers (enemy_0) and Wolf Riders (enemy_1) fails with 6 of 7 needed; the points are gone
         enemy_0 is defeated
         enemy_1 is defeated
         fame gained 5",
    );
}

#[test]
fn a_resisted_element_counts_half() {
    // Gargoyle: armor 4, resists physical.
    check(
        "enemies gargoyle",
        "attack enemy_0 with 7 ranged",
        "not enemy_0 is defeated",
    );
    check(
        "enemies gargoyle",
        "attack enemy_0 with 8 ranged",
        "enemy_0 is defeated",
    );
    check(
        "enemies gargoyle",
        "attack enemy_0 with 4 fire ranged",
        "enemy_0 is defeated",
    );
}

#[test]
fn an_element_is_halved_if_any_target_resists_it() {
    // Prowlers: armor 3. Gargoyle: armor 4, resists physical.
    check(
        "enemies prowlers gargoyle",
        "attack enemy_0 enemy_1 with 13 ranged",
        "not enemy_0 is defeated",
    );
    check(
        "enemies prowlers gargoyle",
        "attack enemy_0 enemy_1 with 14 ranged",
        "enemy_0 is defeated",
    );
}

#[test]
fn inefficient_points_are_added_first_and_halved_once() {
    // Fire Golems: armor 4, resist fire and physical. 3 + 3 points count 3. Halved one
    // by one they would count 1 + 1.
    check(
        "enemies fire_golems",
        "attack enemy_0 with 3 ranged, 3 fire ranged, 1 ice ranged",
        "enemy_0 is defeated
         event: the attack on Fire Golems (enemy_0) succeeds with 4 of 4 needed",
    );
}

#[test]
fn cold_fire_is_halved_only_if_one_target_resists_fire_and_ice() {
    // Fire Mages: armor 5, resist fire. Ice Mages: armor 6, resist ice. Neither resists
    // both.
    check(
        "enemies fire_mages ice_mages",
        "attack enemy_0 enemy_1 with 11 coldFire ranged",
        "enemy_0 is defeated\n enemy_1 is defeated",
    );
    // High Dragon: armor 9, resists both.
    check(
        "enemies high_dragon",
        "attack enemy_0 with 17 coldFire ranged; attack enemy_0 with 18 coldFire ranged",
        "event: the attack on High Dragon (enemy_0) fails with 8 of 9 needed; the points are gone
         enemy_0 is defeated",
    );
}

#[test]
fn a_physical_attack_is_blocked_in_full_by_every_element() {
    for element in ["physical", "fire", "ice", "coldFire"] {
        check(
            "enemies prowlers",
            &format!("end; block enemy_0 0 with 4 {element}"),
            "enemy_0 is blocked",
        );
    }
}

#[test]
fn elemental_attacks_are_blocked_in_full_only_by_certain_elements() {
    // Each enemy, its attack, and the elements that block it in full; others count half.
    for (enemy, value, full) in [
        ("fire_mages", 6, ["ice", "coldFire"].as_slice()),
        ("ice_mages", 5, &["fire", "coldFire"]),
        ("shadow", 4, &["coldFire"]),
    ] {
        for element in ["physical", "fire", "ice", "coldFire"] {
            let setup = format!("enemies {enemy}");
            let needed = if full.contains(&element) {
                value
            } else {
                value * 2
            };
            let short = needed - 1;
            check(
                &setup,
                &format!("end; block enemy_0 0 with {short} {element}"),
                "not enemy_0 is blocked",
            );
            check(
                &setup,
                &format!("end; block enemy_0 0 with {needed} {element}"),
                "enemy_0 is blocked",
            );
        }
    }
}

#[test]
fn inefficient_blocks_are_added_and_halved_once() {
    // Fire attack 6: 3 physical and 3 fire points count 3, and 3 ice points count 3.
    check(
        "enemies fire_mages",
        "end; block enemy_0 0 with 3 physical, 3 fire, 3 ice",
        "enemy_0 is blocked",
    );
}

#[test]
fn only_siege_points_count_against_a_fortified_enemy_in_the_first_phase() {
    check(
        "enemies diggers",
        "attack enemy_0 with 9 ranged, 2 siege; attack enemy_0 with 3 siege",
        "event: the attack on Diggers (enemy_0) fails with 2 of 3 needed; the points are gone
         enemy_0 is defeated",
    );
}

#[test]
fn one_fortified_target_makes_ranged_points_useless_for_the_whole_attack() {
    check(
        "enemies diggers prowlers",
        "attack enemy_0 enemy_1 with 20 ranged, 5 siege; attack enemy_1 with 3 ranged",
        "not enemy_0 is defeated\n enemy_1 is defeated",
    );
}

#[test]
fn a_fortified_site_fortifies_its_defenders_unless_they_are_unfortified() {
    check(
        "enemies prowlers orc_war_beasts; fortified site",
        "attack enemy_0 with 9 ranged; attack enemy_1 with 5 ranged",
        "not enemy_0 is defeated
         enemy_0 fortification Once
         enemy_1 fortification None
         enemy_1 is defeated",
    );
}

#[test]
fn an_enemy_fortified_twice_cannot_be_attacked_in_the_first_phase() {
    check(
        "enemies diggers prowlers; fortified site",
        "refused doublyFortified: attack enemy_0 with 9 siege; \
         refused doublyFortified: attack enemy_1 enemy_0 with 9 siege",
        "enemy_0 fortification Twice
         offers attack enemy_1 needs 3
         not offers attack enemy_0 needs 3",
    );
}

#[test]
fn fortification_does_not_matter_in_the_attack_phase() {
    check(
        "enemies diggers; fortified site",
        "end; end; take all; end; attack enemy_0 with 1 melee, 1 ranged, 1 siege",
        "enemy_0 is defeated",
    );
}

#[test]
fn melee_points_are_refused_in_the_first_phase() {
    check(
        "enemies prowlers",
        "refused meleeFromAfar: attack enemy_0 with 3 melee",
        "not enemy_0 is defeated",
    );
}
