//! The threat map: wounds, paralysis, knock-outs and summons to come.

use qbcoach_mage_knight::ThreatMap;
use qbcoach_mage_knight::stats::Paralysis;
use qbcoach_mage_knight::threat::{KnockOut, Wounds};

use crate::script::{check, data, run, start};

fn threat(setup: &str, script: &str) -> ThreatMap {
    let data = data();
    let mut combat = start(&data, setup);
    run(&data, &mut combat, script);
    combat.threat(&data)
}

#[test]
fn the_threat_has_the_wounds_of_each_enemy_and_the_total() {
    // Attacks: Prowlers 4, Minotaur 5 brutal, Hydra three times 2. The armor is 2.
    check(
        "enemies prowlers minotaur hydra; limit 20",
        "",
        "enemy_0 threatens 2\n enemy_1 threatens 5\n enemy_2 threatens 3\n threat 10",
    );
}

#[test]
fn the_threat_has_poison_and_paralysis() {
    // Cursed Hags: attack 3, poison: 2 wounds into hand and discard pile each. Ice
    // Golems: ice attack 2, paralyze: 1 wound.
    let map = threat("enemies cursed_hags ice_golems", "");
    assert_eq!(
        map.total,
        Wounds {
            hand: 3,
            discard: 2
        }
    );
    assert_eq!(map.paralysis, Paralysis::Yes);
    assert_eq!(map.enemies[0].paralysis, Paralysis::No);
    assert_eq!(map.enemies[1].paralysis, Paralysis::Yes);
    assert_eq!(map.enemies[0].attacks[0].needed_block, 3);
}

#[test]
fn the_threat_says_whether_the_hero_will_be_knocked_out() {
    // Swordsmen: attack 6, 3 wounds. Prowlers: attack 4, 2 wounds.
    assert_eq!(
        threat("enemies swordsmen; limit 5", "").knock_out,
        KnockOut::No
    );
    assert_eq!(
        threat("enemies swordsmen; limit 3", "").knock_out,
        KnockOut::Yes
    );
    let both = "enemies swordsmen prowlers; limit 5";
    assert_eq!(threat(both, "").knock_out, KnockOut::Yes);
    let taken = threat(both, "end; end; take enemy_0 0");
    assert_eq!((taken.total.hand, taken.knock_out), (2, KnockOut::Yes));
    assert_eq!(
        threat(both, "end; end; take all").knock_out,
        KnockOut::Already
    );
    assert_eq!(
        threat(both, "end; block enemy_1 0 with 4").knock_out,
        KnockOut::No
    );
}

#[test]
fn a_summon_to_come_has_its_average_and_its_worst_wounds() {
    let map = threat("enemies orc_summoners; limit 5", "");
    assert_eq!(map.total, Wounds::default());
    let [summons] = map.enemies[0].summons.as_slice() else {
        panic!("exactly one summon is to come");
    };
    // The Blood Demon, attack 6 and brutal, causes 6 wounds at armor 2. The Manticore
    // and the Mummy put 2 wounds into the discard pile.
    assert_eq!(
        summons.worst,
        Wounds {
            hand: 6,
            discard: 2
        }
    );
    assert!(summons.expected_hand > 2.0 && summons.expected_hand < 4.0);
    assert_eq!(map.worst.hand, 6);
    assert_eq!(map.knock_out, KnockOut::Possible);
    let later = threat("enemies orc_summoners; seed 1", "end");
    assert!(later.enemies[0].summons.is_empty());
    assert_eq!(later.total.hand, 3, "the Vampire attacks with 5");
}

#[test]
fn blocked_or_defeated_enemies_and_dealt_attacks_threaten_no_wounds() {
    check(
        "enemies prowlers",
        "end; block enemy_0 0 with 4",
        "threat 0",
    );
    check(
        "enemies prowlers",
        "attack enemy_0 with 3 ranged",
        "threat 0",
    );
    check("enemies prowlers", "end; end; take all; end", "threat 0");
}
