//! Random plays: the events suffice to redraw the board, collecting them changes nothing,
//! and the mirrored play has the mirrored result.

use qbcoach_engine::rules::{
    Board, BySide, ByTile, CardId, Event, Owner, Rank, Rulebook, Side, TileId,
};

use crate::rules::made_up::made_up;
use crate::rules::random::random_match;
use crate::support::{BOTH, HandAdditions};

/// Cards with abilities that no shipped card has, added to the shipped ones.
const CARDS: &str = "
    X1 1 3 B3X C2X | on_play positions expand_positions | on_enfeebled allies_in_lane modify_power 1
    X2 1 2 C4X | on_destroy empty_positions spawn_token TP TP TP
    X3 2 4 D3X B3X | on_card_destroyed=enemies all_cards_on_affected_tiles modify_power -1
    X4 1 4 C2X B3X | on_card_played=enemies enemies_in_lane modify_power -2
    TP 1 2 B3P C4P | on_spawned self modify_power 1 replaced_pawns
";

/// A tile as a viewer draws it, from events alone.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shown {
    owner: Owner,
    ranks: BySide<Rank>,
    card: Option<(CardId, Side, i32)>,
}

fn picture(book: &Rulebook, board: &Board) -> ByTile<Shown> {
    let powers = board.powers(book);
    ByTile(std::array::from_fn(|index| {
        let tile = TileId::all().nth(index).expect("fifteen tiles");
        Shown {
            owner: board.owner(tile),
            ranks: board.ranks(tile),
            card: board
                .card(tile)
                .map(|placed| (placed.card, placed.side, powers.power[tile])),
        }
    }))
}

fn redraw(book: &Rulebook, picture: &mut ByTile<Shown>, event: &Event) {
    match *event {
        Event::Played { subject, .. } | Event::Spawned { subject, .. } => {
            let printed = book.catalogue[subject.card].power;
            let shown = &mut picture[subject.tile];
            assert_eq!(shown.card, None, "{} was taken", subject.tile);
            shown.owner = Owner::Held(subject.side);
            shown.card = Some((subject.card, subject.side, printed));
        }
        Event::Destroyed { subject, .. } => picture[subject.tile].card = None,
        Event::Pawns {
            tile, owner, ranks, ..
        } => (picture[tile].owner, picture[tile].ranks) = (owner, ranks),
        Event::Power {
            subject,
            before,
            after,
            ..
        } => {
            let shown = &mut picture[subject.tile];
            assert_eq!(shown.card, Some((subject.card, subject.side, before)));
            shown.card = Some((subject.card, subject.side, after));
        }
        Event::Triggered { .. } | Event::AddedToHand { .. } | Event::Turn { .. } | Event::Over => {}
    }
}

#[test]
fn the_events_of_a_play_redraw_the_board() {
    for rules in BOTH {
        let book = made_up(rules, CARDS);
        for seed in 0..40 {
            random_match(&book, seed, |position, play| {
                let mut board = position.board;
                let mut events = Vec::new();
                board
                    .play(&book, position.to_act, play, &mut events)
                    .expect("legal");
                let mut drawn = picture(&book, &position.board);
                for event in &events {
                    redraw(&book, &mut drawn, event);
                }
                assert_eq!(drawn, picture(&book, &board), "{rules}, seed {seed}");
            });
        }
    }
}

#[test]
fn a_play_has_the_same_result_with_and_without_events() {
    for rules in BOTH {
        let book = made_up(rules, CARDS);
        for seed in 100..120 {
            random_match(&book, seed, |position, play| {
                let (mut with_events, mut without_events, mut hands) =
                    (position.board, position.board, HandAdditions::default());
                let mut events = Vec::new();
                let side = position.to_act;
                let resolved = with_events.play(&book, side, play, &mut events);
                assert_eq!(resolved, without_events.play(&book, side, play, &mut hands));
                assert_eq!(with_events, without_events);
                let added: Vec<(Side, CardId)> = events
                    .iter()
                    .filter_map(|event| match *event {
                        Event::AddedToHand { side, card, .. } => Some((side, card)),
                        _ => None,
                    })
                    .collect();
                assert_eq!(added, hands.0);
            });
        }
    }
}

#[test]
fn the_mirrored_play_has_the_mirrored_result() {
    for rules in BOTH {
        let book = made_up(rules, CARDS);
        for seed in 200..230 {
            random_match(&book, seed, |position, mut play| {
                let (mut board, mut mirrored) = (position.board, position.board.mirrored());
                let side = position.to_act;
                board.play(&book, side, play, &mut ()).expect("legal");
                play.tile = play.tile.mirrored();
                mirrored
                    .play(&book, side.opponent(), play, &mut ())
                    .expect("legal");
                assert_eq!(mirrored.mirrored(), board, "{rules}, seed {seed}");
            });
        }
    }
}

#[test]
fn the_powers_a_play_reports_are_those_of_the_board() {
    for rules in BOTH {
        let book = made_up(rules, CARDS);
        for seed in 300..320 {
            random_match(&book, seed, |position, play| {
                let mut board = position.board;
                let resolved = board
                    .play(&book, position.to_act, play, &mut ())
                    .expect("legal");
                for tile in board.occupied().iter() {
                    let (reported, now) = (resolved.powers, board.powers(&book));
                    assert_eq!(reported.power[tile], now.power[tile]);
                    assert_eq!(reported.status(tile), now.status(tile));
                }
                assert!(!resolved.cut_short, "{rules}, seed {seed}");
            });
        }
    }
}
