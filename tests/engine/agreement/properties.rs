//! Properties of every position that can be reached with any cards.

use proptest::prelude::*;
use qbcoach_engine::rules::knobs::{DestroyedPawns, DestroyedTile, StatusBasis};
use qbcoach_engine::rules::notation::{draw, position_text, read_position};
use qbcoach_engine::rules::{
    Board, BySide, Event, Owner, Play, Position, Rank, Rulebook, Side, Status, TileId, TileSet,
};

use crate::agreement::walk::{all_cards, any_rules, choices, walk};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn enumerated_plays_are_exactly_the_legal_ones_and_all_apply(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        let board = walk(&book, &choices, |_, _, _, _| Ok(()))?;
        let cards = all_cards(&book);
        for side in Side::BOTH {
            let enumerated = board.legal_plays(&book, side, &cards);
            for card in &cards {
                for tile in TileId::all() {
                    let play = Play { card: *card, tile };
                    let mut next = board;
                    let played = next.play(&book, side, play, &mut ());
                    prop_assert_eq!(enumerated.contains(&play), played.is_ok());
                    if let Err(refusal) = played {
                        prop_assert_eq!(next, board, "a refused play changes nothing");
                        prop_assert_eq!(Some(refusal), board.refusal(&book, side, play));
                    }
                }
            }
        }
    }

    #[test]
    fn ranks_are_the_base_plus_the_records_of_cards_in_play(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        walk(&book, &choices, |_, _, _, board| {
            for tile in TileId::all() {
                let mut sum = board.pawns().base(tile);
                for source in TileId::all() {
                    let record = board.pawns().record(source, tile);
                    let in_play = board.card(source).is_some();
                    prop_assert!(in_play || record == BySide::default());
                    sum = BySide::new(sum.you + record.you, sum.enemy + record.enemy);
                }
                prop_assert_eq!(sum.map(Rank::clamped), board.ranks(tile));
            }
            Ok(())
        })?;
    }

    #[test]
    fn where_pawns_are_undone_a_destroyed_card_leaves_ranks_as_if_it_had_laid_none(
        mut rules in any_rules(),
        choices in choices(),
    ) {
        rules.destroyed_pawns = DestroyedPawns::Undo;
        // A cleared tile has no ranks left of the opening.
        prop_assume!(rules.destroyed_tile != DestroyedTile::Clear);
        let book = Rulebook::embedded(rules);
        let opening = Board::opening();
        walk(&book, &choices, |_, _, _, board| {
            for tile in TileId::all() {
                // Without the records of the cards in play the ranks are those of the
                // opening: destroyed cards have left nothing.
                prop_assert_eq!(board.pawns().base(tile), opening.pawns().base(tile));
            }
            Ok(())
        })?;
    }

    #[test]
    fn tiles_belong_to_their_card_or_to_the_higher_rank(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        walk(&book, &choices, |_, _, _, board| {
            for tile in TileId::all() {
                let ranks = board.ranks(tile);
                match (board.card(tile), board.owner(tile)) {
                    (Some(card), owner) => prop_assert_eq!(owner, Owner::Held(card.side)),
                    (None, Owner::Neutral) => prop_assert_eq!(ranks.you, ranks.enemy),
                    (None, Owner::Held(side)) => {
                        prop_assert!(ranks[side] >= ranks[side.opponent()]);
                        prop_assert!(ranks[side] > Rank::ZERO);
                    }
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_key_is_that_of_the_same_board_made_in_any_other_way(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        walk(&book, &choices, |_, _, _, board| {
            prop_assert_eq!(board.key(), board.key_from_scratch());
            prop_assert_eq!(board.mirrored().key(), board.mirrored().key_from_scratch());
            prop_assert_eq!(board.mirrored().mirrored().key(), board.key());
            let text = position_text(&book, &Position::new(*board, Side::You));
            let read = read_position(&book, &text)
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(read.board.key(), board.key());
            Ok(())
        })?;
    }

    #[test]
    fn powers_kept_through_plays_are_those_computed_from_the_board(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        let mut powers = Board::opening().powers(&book);
        walk(&book, &choices, |before, side, play, after| {
            let mut board = *before;
            board.play_with_powers(&book, side, play, &mut powers, &mut ());
            prop_assert_eq!(board, *after);
            prop_assert_eq!(powers, board.powers(&book));
            Ok(())
        })?;
    }

    #[test]
    fn no_card_without_power_stays_in_play(rules in any_rules(), choices in choices()) {
        let book = Rulebook::embedded(rules);
        walk(&book, &choices, |_, _, _, board| {
            let powers = board.powers(&book);
            for tile in board.occupied().iter() {
                prop_assert!(powers.power[tile] > 0, "{}", tile);
            }
            Ok(())
        })?;
    }

    #[test]
    fn mirroring_the_board_mirrors_the_game(rules in any_rules(), choices in choices()) {
        let book = Rulebook::embedded(rules);
        walk(&book, &choices, |before, side, play, after| {
            let mut mirrored = before.mirrored();
            let mirrored_play = Play { tile: play.tile.mirrored(), ..play };
            let refused = mirrored.play(&book, side.opponent(), mirrored_play, &mut ());
            prop_assert!(refused.is_ok());
            prop_assert_eq!(mirrored.mirrored(), *after);
            let (score, other) = (after.score(&book), mirrored.score(&book));
            prop_assert_eq!(score.totals, other.totals.swapped());
            prop_assert_eq!(score.margin(), -other.margin());
            Ok(())
        })?;
    }

    #[test]
    fn scoring_changes_nothing_and_is_deterministic(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        walk(&book, &choices, |_, _, _, board| {
            let copy = *board;
            let score = board.score(&book);
            prop_assert_eq!(*board, copy);
            prop_assert_eq!(board.score(&book), score);
            Ok(())
        })?;
    }

    #[test]
    fn counting_reaches_a_fixed_point_or_reports_that_there_is_none(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        walk(&book, &choices, |_, _, _, board| {
            let powers = board.powers(&book);
            prop_assert_eq!(board.powers(&book), powers, "always from nothing counted");
            // Two cards that each gain while the other is enfeebled may never settle, but
            // only under `net`, where gains count for the status.
            prop_assert!(powers.settled || book.rules.status == StatusBasis::Net);
            for tile in board.occupied().iter() {
                let placed = board.card(tile).expect("the tile is occupied");
                let change = match book.rules.status {
                    StatusBasis::Discrete => placed.power_delta,
                    StatusBasis::Net => powers.power[tile] - book.catalogue[placed.card].power,
                };
                let status = match change.signum() {
                    1 => Status::Enhanced,
                    -1 => Status::Enfeebled,
                    _ => Status::Neutral,
                };
                prop_assert_eq!(powers.status(tile), status);
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_position_text_reads_back_to_the_same_position(rules in any_rules(), choices in choices()) {
        let book = Rulebook::embedded(rules);
        let mut turn = Side::Enemy;
        walk(&book, &choices, |_, side, _, board| {
            turn = side.opponent();
            let position = Position::new(*board, turn);
            let text = position_text(&book, &position);
            let read = read_position(&book, &text)
                .map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
            prop_assert_eq!(read, position, "{}", text);
            prop_assert_eq!(position_text(&book, &read), text);
            Ok(())
        })?;
    }

    #[test]
    fn drawings_are_rectangles_that_name_every_lane(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        let board = walk(&book, &choices, |_, _, _, _| Ok(()))?;
        let drawing = draw(&book, &board);
        let widths: Vec<usize> = drawing
            .lines()
            .skip(1)
            .map(|line| line.chars().count())
            .collect();
        prop_assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{}", drawing);
        let stars = drawing.matches('★').count();
        let under_effect: TileSet = TileId::all()
            .filter(|tile| !board.effect_sources(&book, *tile).is_empty())
            .collect();
        prop_assert_eq!(stars as u32, under_effect.len());
    }

    #[test]
    fn collecting_events_does_not_change_the_play(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        walk(&book, &choices, |before, side, play, after| {
            let mut board = *before;
            let mut events: Vec<Event> = Vec::new();
            let played = board.play(&book, side, play, &mut events);
            prop_assert_eq!(board, *after);
            let powers = played.map(|resolved| resolved.powers);
            prop_assert_eq!(powers, Ok(after.powers(&book)), "the last look is the board's");
            prop_assert!(!events.is_empty());
            Ok(())
        })?;
    }
}
