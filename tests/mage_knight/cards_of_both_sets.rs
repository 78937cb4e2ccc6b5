//! Tremor, Chill and Whirlwind in both sets, with numbers computed by hand.
//! Guardsmen: armor 7, attack 3, fortified, fame 3. Swordsmen: armor 5, attack 6,
//! fame 4.

use crate::script::check;

const DESIGN_DOCUMENT: &str = "enemies guardsmen swordsmen; hand";
const PRINTED: &str = "printed; enemies guardsmen swordsmen; hand";

#[test]
fn basic_tremor_is_the_same_in_both_sets() {
    for setup in [DESIGN_DOCUMENT, PRINTED] {
        let setup = format!("{setup} tremor");
        check(
            &setup,
            "play tremor; choose 0; choose 0",
            "enemy_0 armor 4\n enemy_1 armor 5",
        );
        check(
            &setup,
            "play tremor; choose 1",
            "enemy_0 armor 5\n enemy_1 armor 3",
        );
    }
}

#[test]
fn powered_tremor_of_the_design_document_lowers_one_by_4_or_all_by_3() {
    let setup = format!("{DESIGN_DOCUMENT} tremor");
    check(
        &setup,
        "play tremor powered; choose 0; choose 1",
        "enemy_0 armor 7\n enemy_1 armor 1",
    );
    check(
        &setup,
        "play tremor powered; choose 1",
        "enemy_0 armor 4\n enemy_1 armor 2",
    );
}

#[test]
fn powered_tremor_as_printed_counts_double_against_fortified_enemies() {
    let setup = format!("{PRINTED} tremor");
    check(
        &setup,
        "play tremor powered; choose 0; choose 0",
        "enemy_0 armor 1\n modifier enemy_0 armor -6 if it is fortified",
    );
    check(
        &setup,
        "play tremor powered; choose 0; choose 1",
        "enemy_1 armor 2",
    );
    check(
        &setup,
        "play tremor powered; choose 1",
        "enemy_0 armor 3\n enemy_1 armor 3",
    );
    // Enemies fortified by the site count as well.
    let walled = format!("{setup}; fortified site");
    check(
        &walled,
        "play tremor powered; choose 1",
        "enemy_0 armor 3\n enemy_1 armor 1",
    );
}

#[test]
fn chill_of_the_design_document_stops_and_weakens_or_defeats() {
    let setup = format!("{DESIGN_DOCUMENT} chill");
    check(
        &setup,
        "play chill; choose 0",
        "enemy_0 armor 4\n not enemy_0 attacks\n enemy_1 attacks\n modifiers 2",
    );
    check(
        &setup,
        "play chill powered; choose 1",
        "enemy_1 is defeated\n fame gained 4\n modifiers 0",
    );
}

#[test]
fn chill_as_printed_removes_fire_resistance_and_cannot_target_ice_resistant_enemies() {
    // Fire Mages resist fire, Ice Mages resist ice.
    let setup = "printed; enemies fire_mages ice_mages; hand chill";
    check(
        setup,
        "play chill",
        "choices 1
         choice 0: Fire Mages (enemy_0): does not attack and loses fire resistance",
    );
    check(
        setup,
        "play chill; choose 0; attack enemy_0 with 5 fire ranged",
        "enemy_0 resists\n enemy_0 is defeated",
    );
    check(
        setup,
        "play chill powered; choose 0",
        "enemy_0 armor 1\n not enemy_0 attacks\n enemy_0 resists fire",
    );
    check(
        "printed; enemies ice_mages; hand chill",
        "refused noTarget: play chill; refused noTarget: play chill powered",
        "hand chill",
    );
}

#[test]
fn chill_as_printed_can_target_an_enemy_that_lost_its_ice_resistance() {
    check(
        "printed; enemies ice_mages; hand chill expose",
        "play expose; choose 0; play chill; choose 0",
        "not enemy_0 attacks",
    );
}

#[test]
fn whirlwind_of_the_design_document_stops_or_defeats() {
    let setup = format!("{DESIGN_DOCUMENT} whirlwind");
    check(
        &setup,
        "play whirlwind; choose 1",
        "not enemy_1 attacks\n enemy_1 armor 5",
    );
    check(
        &setup,
        "play whirlwind powered; choose 0",
        "enemy_0 is defeated\n fame gained 3",
    );
}

#[test]
fn powered_whirlwind_as_printed_is_limited_to_the_attack_phase() {
    let setup = format!("{PRINTED} whirlwind; limit 9");
    check(&setup, "play whirlwind; choose 1", "not enemy_1 attacks");
    check(
        &setup,
        "refused noTarget: play whirlwind powered; end; refused noTarget: play whirlwind powered; \
         end; take all; refused noTarget: play whirlwind powered; end; \
         play whirlwind powered; choose 0",
        "enemy_0 is defeated\n fame gained 3",
    );
}
