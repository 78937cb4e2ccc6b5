//! An enemy with the modifier `doesNotAttack`: options, checks, threat and the end of a
//! phase all respect it.

use crate::script::check;

const SKIPPED: &str = "enemies prowlers; hand whirlwind chill";

#[test]
fn a_stopped_enemy_is_not_offered_for_blocking() {
    check(
        SKIPPED,
        "play whirlwind; choose 0; end",
        "phase block\n not offers block enemy_0 0 needs 4 or 2 wounds",
    );
}

#[test]
fn a_stopped_enemy_cannot_be_blocked() {
    check(
        SKIPPED,
        "play whirlwind; choose 0; end; refused doesNotAttack: block enemy_0 0 with 4",
        "not enemy_0 is blocked",
    );
}

#[test]
fn a_stopped_enemy_is_not_offered_for_damage() {
    check(
        SKIPPED,
        "play whirlwind; choose 0; end; end",
        "phase assignDamage\n not offers take enemy_0 0 for 2 wounds",
    );
}

#[test]
fn a_stopped_enemy_cannot_deal_damage() {
    check(
        SKIPPED,
        "play whirlwind; choose 0; end; end; refused doesNotAttack: take enemy_0 0",
        "hero wounds 0",
    );
}

#[test]
fn assign_damage_can_be_left_without_damage_of_a_stopped_enemy() {
    check(SKIPPED, "play whirlwind; choose 0; end; end", "offers end");
    check(
        SKIPPED,
        "end; end; refused damageLeft: end; play whirlwind; choose 0; end",
        "phase attack",
    );
}

#[test]
fn a_stopped_enemy_threatens_no_wounds() {
    check(SKIPPED, "", "threat 2");
    check(
        SKIPPED,
        "play whirlwind; choose 0",
        "threat 0\n enemy_0 threatens 0",
    );
}

#[test]
fn a_stopped_enemy_can_be_attacked() {
    check(
        SKIPPED,
        "play whirlwind; choose 0; attack enemy_0 with 3 ranged",
        "enemy_0 is defeated\n fame gained 2",
    );
}

#[test]
fn a_stopped_elusive_enemy_is_not_blocked_and_keeps_its_higher_armor() {
    // Shocktroops: armor 3, elusive 6, attack 5.
    let setup = "enemies shocktroops_gray; hand whirlwind";
    check(
        setup,
        "play whirlwind; choose 0; end; end; end",
        "phase attack\n not enemy_0 is blocked\n enemy_0 armor 6",
    );
    check(
        setup,
        "end; block enemy_0 0 with 5; end; end",
        "phase attack\n enemy_0 is blocked\n enemy_0 armor 3",
    );
}

#[test]
fn stopping_an_enemy_does_not_undo_a_block_or_wounds() {
    // An enemy that was blocked before stays blocked.
    check(
        "enemies shocktroops_gray; hand whirlwind",
        "end; block enemy_0 0 with 5; play whirlwind; choose 0; end; end",
        "enemy_0 is blocked\n enemy_0 armor 3",
    );
    // Wounds that were dealt before remain.
    check(
        SKIPPED,
        "end; end; take all; play whirlwind; choose 0; end",
        "hero wounds 2",
    );
}

#[test]
fn all_attacks_of_a_stopped_enemy_are_stopped() {
    // The Hydra has three attacks of 2.
    check("enemies hydra; hand whirlwind", "", "threat 3");
    check(
        "enemies hydra; hand whirlwind",
        "play whirlwind; choose 0; end; end; end",
        "phase attack\n hero wounds 0",
    );
}
