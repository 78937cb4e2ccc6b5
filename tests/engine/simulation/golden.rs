//! One whole match that must never change: the deal of a seed, all moves, and the final
//! board.

use qbcoach_engine::rules::notation::position_text;
use qbcoach_engine::rules::{BySide, Side};
use qbcoach_engine::simulation::action::{Action, Phase};

use crate::simulation::test_match::TestMatch;

const YOURS: &str = "036 036 037 040 040 057 058 058 035 035 041 047 051 054 113";
const ENEMYS: &str = "001 001 008 019 019 071 071 107 142 004 014 096 132 105 134";

fn seed_seven() -> TestMatch {
    TestMatch::simulated(7, Side::You, BySide::new(YOURS, ENEMYS))
}

/// From the Python script that `shuffle.rs` describes.
#[test]
fn seed_seven_deals_these_hands_and_leaves_these_decks() {
    let game = seed_seven();
    assert_eq!(game.hand(Side::You), "058 047 051 040 036");
    let yours = "057 054 041 036 040 058 035 035 113 037";
    assert_eq!(game.to_draw(Side::You), yours);
    assert_eq!(game.hand(Side::Enemy), "008 001 019 107 014");
    let enemys = "142 096 132 019 071 105 071 004 001 134";
    assert_eq!(game.to_draw(Side::Enemy), enemys);
}

/// Both sides always make the first move of their list: cards in the order of the
/// catalogue, tiles from TOP-1 on, the pass only when nothing else is legal. The engine
/// wrote this text, and every line was checked by hand against the rules: a replaced card
/// that raises an ally, pawns that take tiles and are undone, a watcher that grows, a full
/// board.
const MOVES: &str = "
you play 036 TOP-1
enemy play 001 TOP-5
you play 040 TOP-2
enemy play 008 TOP-4
you play 051 TOP-1
enemy play 014 MID-5
you play 041 MID-1
enemy play 019 TOP-3
you play 036 MID-2
enemy play 019 MID-4
you play 040 MID-3
enemy play 071 BOT-4
you play 047 BOT-1
enemy play 096 BOT-5
you play 054 TOP-1
enemy pass
you play 057 BOT-3
enemy pass
you play 058 BOT-2
";

const END: &str = "\
    y1[054],y0[040+3>t3+1>m2+1],e1[019>m3+1>m4+1],e1[008>t3+1-1],e1[001>t4+1>m5+1]/\
    y1[041>m2+1>b1+1],y2[036>m3+1-1],y1[040>b3+1],e1[019>b4+1>b5+1],e2[014>b4+1]/\
    y2[047*+1],y1[058],y1[057>b2+1],e2[071],e2[096] enemy over";

#[test]
fn seed_seven_played_by_first_legal_moves_is_this_match() {
    let mut game = seed_seven();
    let mut moves = String::from("\n");
    while game.state.phase() != Phase::Over {
        let side = game.state.position.to_act;
        let made = game.state.legal_moves(&game.book)[0];
        moves += &format!("{}\n", game.line(side, made));
        let action = Action::Move { side, made };
        let result = game.state.act(&game.book, &action);
        result.expect("a listed move is legal");
    }
    assert_eq!(moves, MOVES);
    let end = position_text(&game.book, &game.state.position);
    assert_eq!(end, END);
}
