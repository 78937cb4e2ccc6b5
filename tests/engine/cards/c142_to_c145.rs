use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c142_ultimate_party_animal_adds_the_losers_power_in_the_lane_it_wins() {
    check(
        &["canon", "rebirth laneMinTransfer=ownLane"],
        "
        y1[021]  .        .  .        e1[019]
        y1       y1[021]  .  e1[018]  .
        .        y1[001]  .  e1[021]  .
        ",
        "you 142 MID-1",
        "
        y1[021=5]  .          .  .          e1[019=2]
        y1[142=1]  y1[021=5]  .  e1[018=2]  .
        y1         y1[001=1]  .  e1[021=5]  .
        score you 13 enemy 5
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_adds_the_losers_power_for_the_winner_of_every_lane() {
    check(
        &["rebirth", "canon laneMinTransfer=anywhere"],
        "
        y1[021]  .        .  .        e1[019]
        y1       y1[021]  .  e1[018]  .
        .        y1[001]  .  e1[021]  .
        ",
        "you 142 MID-1",
        "
        y1[021=5]  .          .  .          e1[019=2]
        y1[142=1]  y1[021=5]  .  e1[018=2]  .
        y1         y1[001=1]  .  e1[021=5]  .
        score you 15 enemy 6
        ",
    );
}

#[test]
fn c142_two_ultimate_party_animals_add_the_losers_power_twice_with_own_lane() {
    check(
        &["canon", "rebirth laneMinTransfer=ownLane"],
        "
        .   .        .        .  .
        .   .        .        .  .
        y1  y1[142]  y1[021]  .  e1[011]
        ",
        "you 142 BOT-1",
        "
        .          .          .          .  .
        y1         .          .          .  .
        y1[142=1]  y1[142=1]  y1[021=5]  .  e1[011=4]
        score you 15 enemy 0
        ",
    );
}

#[test]
fn c142_two_ultimate_party_animals_add_the_losers_power_once_with_anywhere() {
    check(
        &["rebirth", "canon laneMinTransfer=anywhere"],
        "
        .   .        .        .  .
        .   .        .        .  .
        y1  y1[142]  y1[021]  .  e1[011]
        ",
        "you 142 BOT-1",
        "
        .          .          .          .  .
        y1         .          .          .  .
        y1[142=1]  y1[142=1]  y1[021=5]  .  e1[011=4]
        score you 11 enemy 0
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_in_a_lost_lane_adds_nothing() {
    check(
        &["canon", "rebirth laneMinTransfer=ownLane"],
        "
        y1       .  .  .  e1[021]
        y1[114]  .  .  .  e1[019]
        .        .  .  .  .
        ",
        "you 142 TOP-1",
        "
        y1[142=1]  y1  .  .  e1[021=5]
        y1[114=8]  .   .  .  e1[019=2]
        .          .   .  .  .
        score you 8 enemy 5
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_in_a_lost_lane_adds_the_losers_power_in_every_lane() {
    check(
        &["rebirth", "canon laneMinTransfer=anywhere"],
        "
        y1       .  .  .  e1[021]
        y1[114]  .  .  .  e1[019]
        .        .  .  .  .
        ",
        "you 142 TOP-1",
        "
        y1[142=1]  y1  .  .  e1[021=5]
        y1[114=8]  .   .  .  e1[019=2]
        .          .   .  .  .
        score you 10 enemy 6
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_adds_nothing_in_a_drawn_lane() {
    check(
        BOTH,
        "
        y1  .  .  .  e1[001]
        .   .  .  .  .
        .   .  .  .  .
        ",
        "you 142 TOP-1",
        "
        y1[142=1]  y1  .  .  e1[001=1]
        y1         .   .  .  .
        .          .   .  .  .
        score you 0 enemy 0
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_played_by_the_enemy_adds_power_to_the_enemys_lane() {
    check(
        BOTH,
        "
        .        .  .  .        .
        y1[019]  .  .  e1[021]  e1
        .        .  .  .        .
        ",
        "enemy 142 MID-5",
        "
        .          .  .  .          e1
        y1[019=2]  .  .  e1[021=5]  e1[142=1]
        .          .  .  .          e1
        score you 0 enemy 8
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_and_a_lane_bonus_add_up() {
    check(
        BOTH,
        "
        .   .        .        .  .
        .   .        .        .  .
        y1  y1[109]  y1[019]  .  e1[011]
        ",
        "you 142 BOT-1",
        "
        .          .          .          .  .
        y1         .          .          .  .
        y1[142=1]  y1[109=2]  y1[019=2]  .  e1[011=4]
        score you 12 enemy 0
        ",
    );
}

#[test]
fn c143_sephiroth_destroys_enemies_but_not_allies_above_and_below() {
    check(
        CANON,
        "
        .  e2[114]  e1[021]  .  .
        .  y3       .        .  .
        .  y1[021]  .        .  .
        ",
        "you 143 MID-2",
        "
        .   e2         e1[021=5]  .  .
        y1  y3[143=4]  y1         .  .
        .   y1[021=5]  .          .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  e2[114]  e1[021]  .  .
        .  y3       .        .  .
        .  y1[021]  .        .  .
        ",
        "you 143 MID-2",
        "
        .   y2         e1[021=5]  .  .
        y1  y3[143=4]  y1         .  .
        .   y1[021=5]  .          .  .
        ",
    );
}

#[test]
fn c143_sephiroth_played_by_the_enemy_destroys_your_cards() {
    check(
        CANON,
        "
        .  .  .   y2[114]  .
        .  .  y1  e3       .
        .  .  .   e1[021]  .
        ",
        "enemy 143 MID-4",
        "
        .  .  .   y2         .
        .  .  e1  e3[143=4]  e1
        .  .  .   e1[021=5]  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .  .   y2[114]  .
        .  .  y1  e3       .
        .  .  .   e1[021]  .
        ",
        "enemy 143 MID-4",
        "
        .  .  .   e2         .
        .  .  e1  e3[143=4]  e1
        .  .  .   e1[021=5]  .
        ",
    );
}

#[test]
fn c144_emerald_witch_raises_all_cards_on_her_tiles_by_2() {
    check(
        CANON,
        "
        .  y1[019]  e1[018]  e1[021]  .
        .  .        y2       .        y1[001]
        .  .        .        .        .
        ",
        "you 144 MID-3",
        "
        .  y1[019=4]  e1[018=2]  e1[021=7]  .
        .  y1         y2[144=2]  y1         y1[001=3]
        .  .          y1         .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[019]  e1[018]  e1[021]  .
        .  .        y2       .        y1[001]
        .  .        .        .        .
        ",
        "you 144 MID-3",
        "
        .  y1[019=4+]  e1[018=2]  e1[021=7+]  .
        .  y1          y2[144=2]  y1          y1[001=3+]
        .  .           y1         .           .
        ",
    );
}

#[test]
fn c145_shadowblood_queen_gains_3_for_each_enfeebled_card_of_either_side() {
    check(
        CANON,
        "
        .  .   .  e1[021-1]  .
        .  y3  .  y1[019+1]  .
        .  .   .  y1[011-2]  .
        ",
        "you 145 MID-2",
        "
        .  y1         y1  e1[021=4-]  .
        .  y3[145=9]  .   y1[019=3+]  .
        .  y1         y1  y1[011=2-]  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .  e1[021-1]  .
        .  y3  .  y1[019+1]  .
        .  .   .  y1[011-2]  .
        ",
        "you 145 MID-2",
        "
        .  y1          y1  e1[021=4-]  .
        .  y3[145=9+]  .   y1[019=3+]  .
        .  y1          y1  y1[011=2-]  .
        ",
    );
}

#[test]
fn c145_shadowblood_queen_counts_a_card_lowered_by_an_aura_only_if_auras_count() {
    check(
        CANON,
        "
        .        .        .  .   .
        y3[115]  y1[021]  .  y3  .
        .        .        .  .   .
        ",
        "you 145 MID-4",
        "
        .          .          .  y1         y1
        y3[115=2]  y1[021=4]  .  y3[145=3]  .
        .          .          .  y1         y1
        ",
    );
    check(
        REBIRTH,
        "
        .        .        .  .   .
        y3[115]  y1[021]  .  y3  .
        .        .        .  .   .
        ",
        "you 145 MID-4",
        "
        .          .           .  y1          y1
        y3[115=2]  y1[021=4-]  .  y3[145=6+]  .
        .          .           .  y1          y1
        ",
    );
}

#[test]
fn c145_two_enfeebled_shadowblood_queens_count_each_other_in_canon() {
    check(
        CANON,
        "
        .   .          .  .          .
        y1  .          .  .          .
        .   y3[145-1]  .  e3[145-1]  .
        ",
        "you 001 MID-1",
        "
        y1         .           .  .           .
        y1[001=1]  y1          .  .           .
        y1         y3[145=5-]  .  e3[145=5-]  .
        ",
    );
}

#[test]
fn c145_two_shadowblood_queens_with_alternating_counts_keep_the_first_count_in_rebirth() {
    check(
        REBIRTH,
        "
        .   .          .  .          .
        y1  .          .  .          .
        .   y3[145-1]  .  e3[145-1]  .
        ",
        "you 001 MID-1",
        "
        y1         .           .  .           .
        y1[001=1]  y1          .  .           .
        y1         y3[145=5+]  .  e3[145=5+]  .
        ",
    );
}
