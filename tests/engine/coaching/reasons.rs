//! Every kind of reason on two drawn boards: one where it is told, and one, a little
//! different, where it is not.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_engine::coaching::{Advice, Coach, SearchLimit};
use qbcoach_engine::rules::Move;

use crate::coaching::advice::{coach, your_turns};
use crate::coaching::fixtures::match_from;

/// A position with your hand and the enemy's known deck; the deck's last card is the
/// enemy's hand.
type Scene = (&'static str, &'static str, &'static str);

struct Kind {
    tag: &'static str,
    /// The move, by its label; a pass by its first word.
    made: &'static str,
    /// What is told, without the chance of a reply.
    text: &'static str,
    told: Scene,
    not_told: Scene,
}

/// Every kind of reason there is.
const KINDS: [Kind; 22] = [
    Kind {
        tag: "takesLane",
        made: "Elphadunk to MID-1",
        text: "Takes MID, 1 ahead",
        told: ("y1 . . . e1 y2 . . . e1[002] y1 . . . e1", "011", "002 001"),
        // The Ogre there is stronger than what you play.
        not_told: ("y1 . . . e1 y2 . . . e1[021] y1 . . . e1", "011", "021 001"),
    },
    Kind {
        tag: "lanePower",
        made: "Elphadunk to MID-1",
        text: "+4 for you in MID",
        told: ("y1 . . . e1 y2 . . . e1[021] y1 . . . e1", "011", "021 001"),
        // Here the play takes the lane, which says more.
        not_told: ("y1 . . . e1 y2 . . . e1[002] y1 . . . e1", "011", "002 001"),
    },
    Kind {
        // Great Malboro lowers all cards in the next column by 6.
        tag: "givesLane",
        made: "Great Malboro to MID-1",
        text: "Gives BOT away",
        told: (
            "y1 . . . e1 y3 . . . e1 y1 y1[021] . . e1[011]",
            "055",
            "011 001",
        ),
        not_told: (
            "y1 . . . e1 y3 . . . e1 y1 . y1[021] . e1[011]",
            "055",
            "011 001",
        ),
    },
    Kind {
        // Grenadier lowers the enemy's card two tiles ahead by 4.
        tag: "destroys",
        made: "Grenadier to TOP-1",
        text: "Destroys the enemy's Elphadunk on TOP-3",
        told: (
            "y2 . e1[011] . e1 y1 . . . e1 y1 . . . e1",
            "003",
            "011 001",
        ),
        not_told: (
            "y2 . e1[021] . e1 y1 . . . e1 y1 . . . e1",
            "003",
            "021 001",
        ),
    },
    Kind {
        tag: "lowers",
        made: "Grenadier to TOP-1",
        text: "Lowers the enemy's Ogre on TOP-3 by 4",
        told: (
            "y2 . e1[021] . e1 y1 . . . e1 y1 . . . e1",
            "003",
            "021 001",
        ),
        not_told: (
            "y2 e1[021] . . e1 y1 . . . e1 y1 . . . e1",
            "003",
            "021 001",
        ),
    },
    Kind {
        // Zemzelett raises an ally behind it by 3.
        tag: "raises",
        made: "Zemzelett to TOP-2",
        text: "Raises your Security Officer on TOP-1 by 3",
        told: ("y1[001] y2 . . e1 y1 . . . e1 y1 . . . e1", "024", "001"),
        not_told: ("y1 y2 . . e1 y1 . . . e1 y1[001] . . . e1", "024", "001"),
    },
    Kind {
        tag: "replaces",
        made: "Gigantoad to TOP-1",
        text: "Replaces your Ogre on TOP-1",
        told: ("y1[021] . . . e1 y1 . . . e1 y1 . . . e1", "052", "001"),
        // Another card is replaced, and named.
        not_told: ("y1[021] . . . e1 y1 . . . e1 y1 . . . e1", "001", "001"),
    },
    Kind {
        // J-Unit Sweeper reaches the tiles above and below, and those before them.
        tag: "opens",
        made: "J-Unit Sweeper to MID-1",
        text: "Opens 2 more tiles for you: TOP-2 and BOT-2",
        told: ("y1 . . . e1 y2 . . . e1 y1 . . . e1", "004", "001"),
        not_told: ("y1 y1 . . e1 y2 . . . e1 y1 y1 . . e1", "004", "001"),
    },
    Kind {
        tag: "takesTile",
        made: "J-Unit Sweeper to MID-1",
        text: "Takes BOT-2 from the enemy",
        told: ("y1 . . . e1 y2 . . . e1 y1 e1 . . e1", "004", "001"),
        not_told: ("y1 . . . e1 y2 . . . e1 y1 . . . e1", "004", "001"),
    },
    Kind {
        // The pawn of the destroyed card goes with it.
        tag: "closes",
        made: "Grenadier to TOP-1",
        text: "Closes 1 tile for the enemy: TOP-4",
        told: (
            "y2 . e1[011>t4+1] e1 e1 y1 . . . e1 y1 . . . e1",
            "003",
            "011 001",
        ),
        not_told: (
            "y2 . e1[011] e1 e1 y1 . . . e1 y1 . . . e1",
            "003",
            "011 001",
        ),
    },
    Kind {
        // The same with a card of your own, which your play destroys.
        tag: "closesOwn",
        made: "Great Malboro to MID-1",
        text: "Closes 1 tile for you: MID-3",
        told: (
            "y1 . . . e1 y3 y1[007>m3+1] y1 . e1 y1 . . . e1",
            "055",
            "011 001",
        ),
        not_told: (
            "y1 . . . e1 y3 y1[007] y1 . e1 y1 . . . e1",
            "055",
            "011 001",
        ),
    },
    Kind {
        tag: "givesTile",
        made: "Great Malboro to MID-1",
        text: "Gives MID-3 to the enemy",
        told: (
            "y1 . . . e1 y3 y1[007>m3+1-1] y1 . e1 y1 . . . e1",
            "055",
            "011 001",
        ),
        not_told: (
            "y1 . . . e1 y3 y1[007>m3+1] y1 . e1 y1 . . . e1",
            "055",
            "011 001",
        ),
    },
    Kind {
        tag: "opensEnemy",
        made: "Great Malboro to MID-1",
        text: "Opens 1 tile for the enemy: MID-3",
        told: (
            "y1 . . . e1 y3 y1[007>m3+0-1] . . e1 y1 . . . e1",
            "055",
            "011 001",
        ),
        not_told: (
            "y1 . . . e1 y3 y1[007] . . e1 y1 . . . e1",
            "055",
            "011 001",
        ),
    },
    Kind {
        // Security Officer raises the tiles beside it to the rank that an Ogre needs.
        tag: "playable",
        made: "Security Officer to MID-1",
        text: "Makes Ogre playable",
        told: ("y1 . . . e1 y1 . . . e1 y1 . . . e1", "001 021", "001"),
        not_told: ("y2 . . . e1 y1 . . . e1 y1 . . . e1", "001 021", "001"),
    },
    Kind {
        tag: "unplayable",
        made: "Elphadunk to MID-1",
        text: "Leaves you no tile for Ogre",
        told: (". . . . e1 y2 . . . e1 . . . . e1", "021 011", "001"),
        not_told: ("y1 . . . e1 y2 . . . e1 . . . . e1", "021 011", "001"),
    },
    Kind {
        // It opens a tile in each of the other lanes, where you had none.
        tag: "stability",
        made: "Security Officer to MID-1",
        text: "Your lanes become harder to flip",
        told: (". . . . e1 y1 . . . e1 . . . . e1", "001", "001"),
        not_told: ("y1 . . . e1 y1 . . . e1 y1 . . . e1", "001", "001"),
    },
    Kind {
        tag: "concedes",
        made: "Pass",
        text: "Risk: the enemy can pass too and end the match 4 ahead",
        told: ("y1 . . . e1[011] y1 . . . e1 y1 . . . e1", "001", "011 001"),
        not_told: ("y1[011] . . . e1 y1 . . . e1 y1 . . . e1", "001", "011 001"),
    },
    Kind {
        tag: "onlyMove",
        made: "Pass",
        text: "You cannot play; passing is your only move",
        told: ("y1 . . . e1 y1 . . . e1 y1 . . . e1", "021", "001"),
        not_told: ("y2 . . . e1 y1 . . . e1 y1 . . . e1", "021", "001"),
    },
    Kind {
        tag: "endsMatch",
        made: "Pass",
        text: "Ends the match: you win by 3",
        told: (
            "y1[002] . . . e1 y1 . . . e1 y1 . . . e1 you passes=1",
            "001",
            "001",
        ),
        not_told: ("y1[002] . . . e1 y1 . . . e1 y1 . . . e1", "001", "001"),
    },
    Kind {
        // The enemy has no tile and gets none.
        tag: "proved",
        made: "Security Officer to MID-1",
        text: "Wins whatever the enemy holds",
        told: (
            "y1[002] . . . . y1 . . . . y1 . . . . you passes=1",
            "001",
            "001",
        ),
        // So early, and while nobody has passed, no proof is tried.
        not_told: ("y1[002] . . . . y1 . . . . y1 . . . . you", "001", "001"),
    },
    Kind {
        tag: "worstReply",
        made: "Pass",
        text: "Risk: Ogre to MID-4 could swing 8 points: it takes MID",
        told: ("y1 . . . e1 y1[002] . . e2 e1 y1 . . . e1", "001", "021"),
        // Without a tile for it, the card is nothing to fear.
        not_told: ("y1 . . . e1 y1[002] . . . e1 y1 . . . e1", "001", "021"),
    },
    Kind {
        tag: "likelyReply",
        made: "Pass",
        text: "Most likely reply: a pass, which ends the match: you win by 3",
        told: ("y1 . . . e1 y1[002] . . . e1 y1 . . . e1", "001", "021"),
        not_told: ("y1 . . . e1 y1[002] . . e2 e1 y1 . . . e1", "001", "021"),
    },
];

fn searched(coach: &Coach, (drawing, hand, deck): Scene) -> Advice {
    let held = deck.split_whitespace().last().unwrap_or_default();
    let view = match_from(&coach.book, drawing, (hand, held), Some(deck));
    let limit = SearchLimit::nodes(2_000);
    let advice = coach.advise(&view, limit, NonZeroUsize::MIN, |_, _| {
        ControlFlow::Continue(())
    });
    advice.expect("it is your turn")
}

/// The texts of a kind among the reasons of its move. None if the move cannot be made.
fn texts(coach: &Coach, kind: &Kind, scene: Scene) -> Vec<String> {
    let advice = searched(coach, scene);
    let is_meant = |made: Move, label: &str| match made {
        Move::Play(_) => label == kind.made,
        Move::Pass => kind.made == "Pass",
    };
    let moved = advice.moves.iter();
    let mut moved = moved.filter(|moved| is_meant(moved.made, &moved.label));
    let reasons = moved.next().map_or(&[][..], |moved| &moved.reasons);
    let same = reasons.iter().filter(|reason| reason.tag == kind.tag);
    same.map(|reason| without_chance(&reason.text)).collect()
}

/// The text without a chance in brackets, which is not what these tests are about.
fn without_chance(text: &str) -> String {
    match (text.find(" ("), text.find("%)")) {
        (Some(start), Some(end)) => format!("{}{}", &text[..start], &text[end + 2..]),
        _ => text.to_owned(),
    }
}

#[test]
fn every_kind_of_reason_is_told_on_one_board_and_not_on_another() {
    let coach = coach("canon");
    for kind in &KINDS {
        let found = texts(&coach, kind, kind.told);
        assert!(
            found.iter().any(|text| text == kind.text),
            "{}: {} is not told, but {found:?}",
            kind.tag,
            kind.text
        );
        let found = texts(&coach, kind, kind.not_told);
        assert_eq!(found, [""; 0], "{}: not to be told", kind.tag);
    }
}

#[test]
fn there_are_no_other_kinds_of_reasons() {
    let known: BTreeSet<&str> = KINDS.iter().map(|kind| kind.tag).collect();
    assert_eq!(known.len(), KINDS.len(), "each kind has one place");
    let mut seen = BTreeSet::new();
    for rules in ["canon", "rebirth"] {
        let coach = coach(rules);
        for view in your_turns(&coach.book, 40..46) {
            let limit = SearchLimit::nodes(500);
            let searched = coach.advise(&view, limit, NonZeroUsize::MIN, |_, _| {
                ControlFlow::Continue(())
            });
            for advice in [coach.recommend(&view), searched] {
                let moves = advice.expect("it is your turn").moves;
                let reasons = moves.into_iter().flat_map(|moved| moved.reasons);
                seen.extend(reasons.map(|reason| reason.tag));
            }
        }
    }
    let unknown: Vec<_> = seen.difference(&known).collect();
    assert!(unknown.is_empty(), "{unknown:?} need a place in the list");
}
