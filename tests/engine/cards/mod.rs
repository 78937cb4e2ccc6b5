//! Tests of every card with an ability, on drawn boards. The expected boards were worked
//! out by hand from the rules.
//!
//! The name of a test begins with the number of its card, as in `c003_`, or of its token,
//! as in `t04_`.

mod c003_to_c012;
mod c013_to_c026;
mod c027_to_c032;
mod c033_to_c038;
mod c039_to_c045;
mod c046_to_c052;
mod c053_to_c060;
mod c061_to_c068;
mod c069_to_c076;
mod c077_to_c084;
mod c085_to_c089;
mod c090_to_c096;
mod c097_to_c102;
mod c103_to_c111;
mod c112_to_c117;
mod c118_to_c125;
mod c126_to_c133;
mod c134_to_c141;
mod c142_to_c145;
mod several_cards;
mod t03_to_t14;
mod t15_to_t21;

/// Cards are data, so a card could be added without a test. This test would then fail.
#[test]
fn every_card_with_an_ability_has_a_test() {
    let folder = crate::root().join("tests/engine/cards");
    let mut tests = String::new();
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        tests += &std::fs::read_to_string(path).expect("the file can be read");
    }
    let catalogue = qbcoach_engine::rules::data::embedded();
    for card in catalogue
        .cards()
        .iter()
        .filter(|card| !card.effects.is_empty())
    {
        let number = card.number.to_lowercase();
        let name = if number.starts_with('t') {
            format!("fn {number}_")
        } else {
            format!("fn c{number}_")
        };
        assert!(
            tests.contains(&name),
            "{} {} has no test",
            card.number,
            card.name
        );
    }
}
