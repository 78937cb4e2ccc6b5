//! The review of a match: what its numbers promise, what it marks, and what it says.

mod fixtures;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fixtures::{SMALL, arranged_match, coach, random_match, reviewed};
use qbcoach_engine::coaching::review::{
    Mark, MatchReview, MistakeKind, ReviewError, ReviewLimit, WinShare, accuracy,
};
use qbcoach_engine::rules::{BySide, Side};

const GO_ON: fn(qbcoach_engine::coaching::review::ReviewProgress) -> ControlFlow<()> =
    |_| ControlFlow::Continue(());

/// The promises of every review.
#[track_caller]
fn check_sums(review: &MatchReview) {
    let BySide { you, enemy } = &review.sides;
    let luck = review.luck.you - review.luck.enemy;
    let sum = review.start - you.loss + enemy.loss + luck;
    assert_eq!(sum, review.end, "start + skill + luck");
    let mut now = review.start;
    for made in &review.moves {
        assert_eq!(
            made.win_before, now,
            "move {} goes on from the last",
            made.number
        );
        let skill = match made.side {
            Side::You => -made.loss,
            Side::Enemy => made.loss,
        };
        assert_eq!(
            made.win_before + skill,
            made.win_after,
            "move {}",
            made.number
        );
        assert!(made.loss >= WinShare::ZERO && made.hindsight_loss >= WinShare::ZERO);
        assert!((WinShare::ZERO..=WinShare::WHOLE).contains(&made.win_after));
        assert_eq!(made.mark, Mark::of_loss(made.loss));
        if made.best == Some(made.made) {
            assert_eq!(made.loss, WinShare::ZERO, "the best move loses nothing");
        }
        now = made.win_after + made.luck;
    }
    assert_eq!(now, review.end);
}

#[test]
fn start_skill_and_luck_add_up_to_the_end_exactly() {
    let coach = coach();
    for seed in 0..4 {
        let played = random_match(&coach, seed, 100);
        assert!(played.end.state.position.is_over());
        let review = reviewed(&coach, &played);
        check_sums(&review);
        assert!(review.complete);
        assert_eq!(review.moves.len(), played.number_of_moves());
        let margin = played.end.state.position.board.score(&coach.book).margin();
        let result = match margin.signum() {
            1 => WinShare::WHOLE,
            0 => WinShare::from_percent(50),
            _ => WinShare::ZERO,
        };
        assert_eq!(review.end, result);
    }
}

#[test]
fn an_unfinished_match_is_reviewed_as_far_as_it_goes() {
    let coach = coach();
    for moves in [1, 4, 5] {
        let review = reviewed(&coach, &random_match(&coach, 5, moves));
        check_sums(&review);
        assert!(!review.complete);
        assert_eq!(review.moves.len(), moves);
        assert!(review.message.starts_with("The match is not over"));
    }
}

#[test]
fn the_same_limit_gives_the_same_review_on_any_number_of_threads() {
    let coach = coach();
    let played = random_match(&coach, 6, 7);
    let two = NonZeroUsize::new(2).expect("two");
    let on_two = coach.review(&played, SMALL, two, GO_ON).expect("a review");
    assert_eq!(reviewed(&coach, &played), on_two);
}

#[test]
fn a_planted_blunder_is_found_and_named() {
    // The enemy leads by 1 and has passed. Crawler on MID-1 wins 2 to 1; passing loses.
    let behind = "y1,.,.,.,e1/y1,.,.,.,e1[001]/y1,.,.,.,e1 enemy";
    let coach = coach();
    let played = arranged_match(&coach, behind, ["019", ""], "enemy pass,you pass");
    let review = reviewed(&coach, &played);
    check_sums(&review);
    let blunder = &review.moves[1];
    assert_eq!(blunder.mark, Some(Mark::Blunder));
    assert_eq!(blunder.kinds, [MistakeKind::PassedTooEarly]);
    assert_eq!(review.turning_points(), [2]);
    assert_eq!(blunder.win_after, WinShare::ZERO);
    let best = blunder.best_label.as_deref().unwrap_or_default();
    assert!(best.starts_with("Crawler to"), "{best}");
    assert_eq!(blunder.line.first().map(String::as_str), Some(best));
    assert!(review.message.contains("1 blunder"), "{}", review.message);
    assert!(review.message.contains("was better"), "{}", review.message);
}

#[test]
fn a_match_without_a_blunder_has_none() {
    let behind = "y1,.,.,.,e1/y1,.,.,.,e1[001]/y1,.,.,.,e1 enemy";
    let coach = coach();
    let moves = "enemy pass,you 019 MID-1,enemy pass,you pass";
    let review = reviewed(&coach, &arranged_match(&coach, behind, ["019", ""], moves));
    check_sums(&review);
    assert!(review.complete);
    let marks: Vec<_> = review.moves.iter().filter_map(|made| made.mark).collect();
    assert_eq!(marks, [], "{review:#?}");
    assert_eq!(review.sides.you.accuracy, Some(100.0));
    assert!(review.turning_points().is_empty());
    assert!(review.message.contains("no mistakes"), "{}", review.message);
}

#[test]
fn a_match_without_moves_is_not_reviewed() {
    let coach = coach();
    let played = random_match(&coach, 1, 0);
    let error = coach.review(&played, SMALL, NonZeroUsize::MIN, GO_ON);
    assert_eq!(error, Err(ReviewError::NoMoves));
}

#[test]
fn a_cancelled_review_has_no_result() {
    let coach = coach();
    let played = random_match(&coach, 1, 6);
    let mut asked = 0;
    let stop_later = |_| {
        asked += 1;
        match asked > 3 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let error = coach.review(&played, SMALL, NonZeroUsize::MIN, stop_later);
    assert_eq!(error, Err(ReviewError::Cancelled));
    assert_eq!(asked, 4);
}

#[test]
fn the_smallest_budget_is_enough_for_a_review() {
    let coach = coach();
    let played = random_match(&coach, 2, 6);
    let smallest = ReviewLimit {
        nodes: 1,
        depth: Some(1),
    };
    let review = coach.review(&played, smallest, NonZeroUsize::MIN, GO_ON);
    check_sums(&review.expect("a review"));
}

#[test]
fn marks_follow_from_the_loss_in_win_chance() {
    for (percent, mark) in [
        (0, None),
        (4, None),
        (5, Some(Mark::Inaccuracy)),
        (9, Some(Mark::Inaccuracy)),
        (10, Some(Mark::Mistake)),
        (20, Some(Mark::Blunder)),
        (100, Some(Mark::Blunder)),
    ] {
        assert_eq!(Mark::of_loss(WinShare::from_percent(percent)), mark);
    }
}

#[test]
fn ten_percent_of_lost_win_chance_halve_the_accuracy_of_a_move() {
    let losses = |percents: &[i32]| {
        let shares = percents
            .iter()
            .map(|percent| WinShare::from_percent(*percent));
        accuracy(&shares.collect::<Vec<_>>())
    };
    assert_eq!(losses(&[]), None);
    assert_eq!(losses(&[0, 0]), Some(100.0));
    assert_eq!(losses(&[10]), Some(50.0));
    assert_eq!(losses(&[0, 20]), Some(62.5));
}
