//! The value of a move after the enemy's reply (RULES.md, section 11), compared with
//! trying every card on every tile:
//!
//! `predicted = 0.7·worstReply + 0.3·likelyReply`,
//! `moveScore = 1.0·immediate + 1.5·predicted`.

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::{EndsMatch, EnemyCard, Forecast, Predictor, decided};
use qbcoach_engine::prediction::evaluation::{Evaluation, evaluate};
use qbcoach_engine::rules::{Board, CardId, Lane, Move, Owner, Play, Rulebook, Side, TileId};

use crate::coaching::fixtures::{OPENING, assert_close, book, card};
use crate::coaching::worlds::walk;
use crate::support::{board, play_of};

fn value_of(book: &Rulebook, board: &Board) -> Evaluation {
    evaluate(board, &board.powers(book))
}

#[track_caller]
fn enemy_cards(book: &Rulebook, cards: &[(&str, f64)]) -> Vec<EnemyCard> {
    let held = |(number, chance): &(&str, f64)| EnemyCard {
        card: card(book, number),
        chance: *chance,
    };
    cards.iter().map(held).collect()
}

/// The forecast of `001 TOP-1` or `pass` on a drawn board.
#[track_caller]
fn forecast(drawing: &str, made: &str, passes: u8, enemy: &[(&str, f64)]) -> Forecast {
    let book = book("canon");
    let made = match made.split_once(' ') {
        Some((card, tile)) => Move::Play(play_of(&book, card, tile)),
        None => Move::Pass,
    };
    let cards = enemy_cards(&book, enemy);
    Predictor::new(&book, &cards).forecast(&board(&book, drawing), made, passes)
}

/// A reply found by trying every play.
struct Tried {
    play: Play,
    weight: f64,
    value: f64,
    board: Board,
    evaluation: Evaluation,
}

fn try_all(book: &Rulebook, board: &Board, cards: &[EnemyCard]) -> Vec<Tried> {
    let mut all = Vec::new();
    for held in cards {
        let mut of_card = Vec::new();
        for tile in TileId::all() {
            let card = held.card;
            let mut after = *board;
            let play = Play { card, tile };
            if after.play(book, Side::Enemy, play, &mut ()).is_err() {
                continue;
            }
            let evaluation = value_of(book, &after);
            of_card.push(Tried {
                play,
                weight: held.chance,
                value: match after.is_full() {
                    true => decided(after.score(book).margin()),
                    false => evaluation.total(),
                },
                board: after,
                evaluation,
            });
        }
        let moves = of_card.len() as f64;
        all.extend(of_card.into_iter().map(|tried| Tried {
            weight: tried.weight / moves,
            ..tried
        }));
    }
    all
}

/// Whether a reply is of one of the four kinds that count for the likely reply.
fn is_of_a_kind(before: &Evaluation, worst: f64, reply: &Tried) -> bool {
    let most = before.total() - worst;
    let high_effect = most > 0.0 && reply.value <= before.total() - 0.75 * most;
    let contests = |lane: Lane| {
        let (was, is) = (before.lanes[lane], reply.evaluation.lanes[lane]);
        was.diff > 0 && is.diff < was.diff
    };
    let opens = |lane: Lane| reply.evaluation.lanes[lane].access < before.lanes[lane].access;
    let stabilises = |lane: Lane| {
        let (was, is) = (before.lanes[lane], reply.evaluation.lanes[lane]);
        was.diff < 0 && is.stability < was.stability
    };
    let any = |kind: &dyn Fn(Lane) -> bool| Lane::ALL.into_iter().any(kind);
    high_effect || any(&contests) || any(&opens) || any(&stabilises)
}

/// The average value, weighted by chance.
fn average<'a>(replies: impl Iterator<Item = &'a Tried>) -> Option<f64> {
    let (mut sum, mut weight) = (0.0, 0.0);
    for reply in replies {
        sum += reply.weight * reply.value;
        weight += reply.weight;
    }
    (weight > 0.0).then(|| sum / weight)
}

fn has_open_tile(board: &Board) -> bool {
    TileId::all()
        .any(|tile| board.card(tile).is_none() && board.owner(tile) == Owner::Held(Side::You))
}

/// Compares the forecast of a play with all replies tried.
#[track_caller]
fn check_play(book: &Rulebook, before: &Board, play: Play, cards: &[EnemyCard]) {
    let made = Move::Play(play);
    let forecast = Predictor::new(book, cards).forecast(before, made, 0);
    let mut after = *before;
    after
        .play(book, Side::You, play, &mut ())
        .expect("the play is legal");
    assert_eq!(forecast.made, made);
    assert_eq!(forecast.board, after);
    assert_eq!(forecast.margin, after.score(book).margin());
    let value = value_of(book, &after);
    assert_eq!(forecast.evaluation, value);
    if after.is_full() {
        assert_eq!(forecast.ends_match, EndsMatch::Yes);
        assert_eq!(forecast.immediate, decided(forecast.margin));
        return;
    }
    assert_eq!(forecast.ends_match, EndsMatch::No);
    assert_close(forecast.immediate, value.total(), "immediate");
    let replies = try_all(book, &after, cards);
    assert_eq!(forecast.nodes, 1 + replies.len() as u64);
    let Some(worst) = replies.iter().map(|reply| reply.value).reduce(f64::min) else {
        assert_eq!(forecast.worst_by, None);
        assert_eq!(forecast.worst_reply, forecast.immediate);
        assert_eq!(forecast.likely_reply, forecast.immediate);
        return;
    };
    assert_close(forecast.worst_reply, worst, "the worst reply");
    assert!(
        replies.iter().any(|reply| {
            forecast.worst_by == Some(Move::Play(reply.play)) && reply.value == worst
        }),
        "the worst reply is one of the legal ones"
    );
    let kinds = replies
        .iter()
        .filter(|reply| is_of_a_kind(&value, worst, reply));
    let likely = average(kinds).or_else(|| average(replies.iter()));
    let likely = likely.expect("every chance is positive");
    assert_close(forecast.likely_reply, likely, "the likely reply");
    let locked: f64 = replies
        .iter()
        .filter(|reply| !has_open_tile(&reply.board))
        .map(|reply| reply.weight)
        .sum();
    let all: f64 = replies.iter().map(|reply| reply.weight).sum();
    assert_close(forecast.lockout_risk, locked / all, "the lockout risk");
    let predicted = 0.7 * worst + 0.3 * likely;
    assert_close(forecast.predicted(), predicted, "predicted");
    let score = value.total() + 1.5 * predicted;
    assert_close(forecast.move_score(), score, "the move's score");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_forecast_agrees_with_trying_every_reply(
        seed in any::<u64>(),
        rebirth in any::<bool>(),
        plays in 0_usize..28,
        held in 0_usize..12,
    ) {
        let book = book(if rebirth { "rebirth" } else { "canon" });
        let mut chance = Chance::new(seed, 6);
        let board = walk(&book, plays, &mut chance);
        let mut kinds: Vec<CardId> = book.catalogue.cards().iter().map(|card| card.id).collect();
        chance.shuffle(&mut kinds);
        let cards: Vec<EnemyCard> = kinds[..held]
            .iter()
            .map(|card| EnemyCard { card: *card, chance: (1 + chance.below(10)) as f64 / 10.0 })
            .collect();
        let yours = board.legal_plays(&book, Side::You, &kinds[held..held + 25]);
        if let Some(play) = chance.pick(&yours) {
            check_play(&book, &board, *play, &cards);
        }
    }
}

#[test]
fn the_chance_of_a_card_is_divided_by_its_number_of_plays() {
    let book = book("canon");
    let cards = enemy_cards(&book, &[("001", 0.75), ("011", 0.25)]);
    let drawing = "
        y1 .       .       e1 e2
        y1 y1[002] e1[002] e1 e1
        y1 y1      .       .  e3";
    let play = play_of(&book, "019", "MID-1");
    check_play(&book, &board(&book, drawing), play, &cards);
}

#[test]
fn a_reply_of_none_of_the_four_kinds_does_not_count() {
    // 003 can only be played on BOT-5, in a lane that no side leads. It opens no tile
    // and makes no lead smaller. 001 opens tiles wherever it is played.
    let drawing = "
        y1 . . . e1
        y1 . . . e1
        y1 . . . e2";
    let book = book("canon");
    let cards = enemy_cards(&book, &[("001", 0.1), ("003", 0.9)]);
    let before = board(&book, drawing);
    let play = play_of(&book, "001", "TOP-1");
    check_play(&book, &before, play, &cards);
    let both = Predictor::new(&book, &cards).forecast(&before, Move::Play(play), 0);
    let alone = Predictor::new(&book, &cards[..1]).forecast(&before, Move::Play(play), 0);
    assert_close(both.likely_reply, alone.likely_reply, "the likely reply");
    let all = average(try_all(&book, &both.board, &cards).iter());
    assert!(all.is_some_and(|all| all > both.likely_reply + 0.5));
}

#[test]
fn without_a_reply_of_the_four_kinds_all_replies_count() {
    let drawing = "
        y1 . . . e1[001]
        y1 . . . .
        y1 . . . e2";
    let forecast = forecast(drawing, "001 MID-1", 0, &[("003", 0.9)]);
    let book = book("canon");
    let replies = try_all(&book, &forecast.board, &enemy_cards(&book, &[("003", 0.9)]));
    assert_eq!(replies.len(), 1);
    let worst = replies[0].value;
    assert!(
        worst > forecast.immediate,
        "the reply makes the position better for you"
    );
    assert!(!is_of_a_kind(&forecast.evaluation, worst, &replies[0]));
    assert_close(forecast.likely_reply, worst, "the likely reply");
    assert_close(forecast.worst_reply, worst, "the worst reply");
}

#[test]
fn without_a_card_or_a_tile_the_enemy_cannot_reply() {
    let no_card = forecast(OPENING, "001 MID-1", 0, &[]);
    let no_tile = forecast(
        "y1 . . . . y1 . . . . y1 . . . .",
        "018 MID-1",
        0,
        &[("001", 1.0)],
    );
    for forecast in [no_card, no_tile] {
        assert_eq!(forecast.worst_by, None);
        assert_eq!(forecast.worst_reply, forecast.immediate);
        assert_eq!(forecast.likely_reply, forecast.immediate);
        assert_eq!(forecast.lockout_risk, 0.0);
        assert_eq!(forecast.nodes, 1);
        assert_close(forecast.predicted(), forecast.immediate, "predicted");
        assert_close(forecast.move_score(), 2.5 * forecast.immediate, "the score");
    }
}

const ONE_TILE_LEFT: &str = "
    y1      y1[001] y1[001] e1[001] e1[001]
    y1[002] y1[001] y1[001] e1[001] e1[001]
    y1[001] y1[001] e1[001] e1[001] e1[002]";

#[test]
fn a_play_that_fills_the_board_has_the_value_of_the_decided_match() {
    // After 002, TOP and MID are 5 to 2 for you, and the enemy wins BOT with 5.
    let forecast = forecast(ONE_TILE_LEFT, "002 TOP-1", 0, &[("001", 1.0)]);
    assert_eq!(forecast.ends_match, EndsMatch::Yes);
    assert_eq!(forecast.margin, 5 + 5 - 5);
    for value in [
        forecast.immediate,
        forecast.worst_reply,
        forecast.likely_reply,
    ] {
        assert_eq!(value, 105.0);
    }
    assert_eq!(forecast.worst_by, None);
    assert_close(forecast.move_score(), 2.5 * 105.0, "the score");
}

#[test]
fn a_reply_that_fills_the_board_has_the_value_of_the_decided_match() {
    let drawing = "
        y1      e2      y1[001] e1[001] e1[001]
        y1[001] y1[001] y1[001] e1[001] e1[001]
        y1[001] y1[001] e1[001] e1[001] e1[002]";
    // After 018 on TOP-1, TOP and MID are 3 to 2. Then 011 makes TOP 3 to 6.
    let forecast = forecast(drawing, "018 TOP-1", 0, &[("011", 1.0)]);
    assert_eq!(forecast.ends_match, EndsMatch::No);
    assert_eq!(forecast.worst_reply, decided(3 - 6 - 5));
    assert_eq!(forecast.likely_reply, forecast.worst_reply);
    assert_eq!(forecast.lockout_risk, 1.0);
}

#[test]
fn a_decided_match_is_worth_its_margin_plus_or_minus_a_hundred() {
    assert_eq!(decided(7), 107.0);
    assert_eq!(decided(-1), -101.0);
    assert_eq!(decided(0), 0.0);
}

const AHEAD: &str = "
    y1[002] y1 . . e1
    y1      .  . . e1
    y1      .  . . e1";
const BEHIND: &str = "
    y1 . . e1 e1[002]
    y1 . . .  e1
    y1 . . .  e1";

#[test]
fn passing_after_the_enemys_pass_ends_the_match() {
    for (drawing, value) in [(AHEAD, 103.0), (BEHIND, -103.0), (OPENING, 0.0)] {
        let forecast = forecast(drawing, "pass", 1, &[("001", 1.0)]);
        assert_eq!(forecast.ends_match, EndsMatch::Yes);
        assert_eq!(forecast.immediate, value);
        assert_eq!(forecast.worst_reply, value);
        assert_eq!(forecast.likely_reply, value);
        assert_eq!(forecast.worst_by, None);
    }
}

#[test]
fn a_play_after_the_enemys_pass_does_not_end_the_match() {
    let forecast = forecast(BEHIND, "001 TOP-1", 1, &[("001", 1.0)]);
    assert_eq!(forecast.ends_match, EndsMatch::No);
}

#[test]
fn passing_while_behind_lets_the_enemy_end_the_match() {
    for enemy in [&[("001", 0.6)][..], &[]] {
        let forecast = forecast(BEHIND, "pass", 0, enemy);
        assert_eq!(forecast.ends_match, EndsMatch::No);
        assert_eq!(forecast.worst_by, Some(Move::Pass));
        assert_eq!(forecast.worst_reply, -103.0);
        assert!(
            forecast.likely_reply < -40.0,
            "the pass also counts for the likely reply"
        );
    }
}

#[test]
fn after_a_pass_while_ahead_only_plays_are_replies() {
    let forecast = forecast(AHEAD, "pass", 0, &[("001", 0.6)]);
    let book = book("canon");
    let before = board(&book, AHEAD);
    let value = value_of(&book, &before);
    assert_eq!(forecast.board, before);
    assert_close(forecast.immediate, value.total(), "immediate");
    let replies = try_all(&book, &before, &enemy_cards(&book, &[("001", 0.6)]));
    let worst = replies.iter().map(|reply| reply.value).reduce(f64::min);
    assert_eq!(Some(forecast.worst_reply), worst);
    assert!(matches!(forecast.worst_by, Some(Move::Play(_))));
    assert!(forecast.likely_reply < 100.0);
}

#[test]
fn the_lockout_risk_is_the_chance_of_a_reply_that_leaves_no_open_tile() {
    // Your last open tile is MID-4. 007 on MID-5 takes it, 018 does not.
    let drawing = "
        y1[001] . . .    .
        y1      . . y1:1 e1
        .       . . .    .";
    let risk = |enemy: &[(&str, f64)]| forecast(drawing, "018 MID-1", 0, enemy).lockout_risk;
    assert_close(risk(&[("007", 0.5)]), 1.0, "the risk");
    assert_close(risk(&[("018", 0.5)]), 0.0, "the risk");
    assert_close(risk(&[("007", 0.3), ("018", 0.6)]), 0.3 / 0.9, "the risk");
}

#[test]
fn a_forecast_changes_nothing_and_does_not_affect_the_next() {
    let book = book("canon");
    let cards = enemy_cards(&book, &[("003", 0.4), ("001", 0.6)]);
    let (before, kept) = (board(&book, AHEAD), cards.clone());
    let unchanged = before;
    let mut predictor = Predictor::new(&book, &cards);
    let play = Move::Play(play_of(&book, "001", "MID-1"));
    let first = predictor.forecast(&before, play, 0);
    predictor.forecast(&before, Move::Pass, 0);
    predictor.forecast(&before, Move::Pass, 1);
    assert_eq!(predictor.forecast(&before, play, 0), first);
    assert_eq!(before, unchanged);
    assert_eq!(cards, kept);
}
