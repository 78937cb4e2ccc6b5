//! Tremor, Chill and Whirlwind in both sets, with numbers worked out by hand.
//! Guardsmen: armor 7, attack 3, fortified, fame 3. Swordsmen: armor 5, attack 6,
//! fame 4.

use crate::table::check;

const SEED: &str = "enemies guardsmen swordsmen; hand";
const PRINTED: &str = "printed; enemies guardsmen swordsmen; hand";

#[test]
fn tremor_basic_is_the_same_in_both_sets() {
    for setup in [SEED, PRINTED] {
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
fn tremor_powered_in_the_seed_set() {
    let setup = format!("{SEED} tremor");
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
fn tremor_powered_as_printed_counts_double_against_the_fortified() {
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
    // The walls of a site count too.
    let walled = format!("{setup}; fortified site");
    check(
        &walled,
        "play tremor powered; choose 1",
        "enemy_0 armor 3\n enemy_1 armor 1",
    );
}

#[test]
fn chill_in_the_seed_set() {
    let setup = format!("{SEED} chill");
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
fn chill_as_printed_takes_fire_resistance_and_spares_the_ice_resistant() {
    // Fire Mages resist fire, Ice Mages ice.
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
fn an_enemy_that_lost_its_ice_resistance_can_be_chilled() {
    check(
        "printed; enemies ice_mages; hand chill expose",
        "play expose; choose 0; play chill; choose 0",
        "not enemy_0 attacks",
    );
}

#[test]
fn whirlwind_in_the_seed_set() {
    let setup = format!("{SEED} whirlwind");
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
fn whirlwind_as_printed_defeats_only_in_the_attack_phase() {
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
