//! Matches in which the program plays one side or both.

use qbcoach_engine::rules::Side;
use qbcoach_engine::simulation::action::{Action, Phase};
use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::queens_blood::{Match, MatchSetup};
use qbcoach_sessions::{ActCondition, SessionId, Sessions};

use crate::sessions::counter_sessions::run;
use crate::sessions::match_walk::{exports, import, matches, shown, simulated};

async fn begin(sessions: &Sessions<Match>, seed: u64, first: Side, autoplay: &[Side]) -> SessionId {
    let setup = MatchSetup {
        first,
        autoplay: autoplay.to_vec(),
        ..simulated(sessions.library(), seed)
    };
    let created = sessions.create(|_| Ok(setup)).await;
    created.expect("the session begins").now.session
}

/// The side of every move, and the number of mulligans.
async fn sides(sessions: &Sessions<Match>, id: SessionId) -> (Vec<Side>, usize) {
    let history = sessions.history(id).await.expect("the session exists");
    let (mut moves, mut mulligans) = (Vec::new(), 0);
    for entry in &history.entries {
        match &entry.change {
            SessionChange::Act(Action::Move { side, .. }) => moves.push(*side),
            SessionChange::Act(Action::Mulligan { .. }) => mulligans += 1,
            other => panic!("unexpected {other:?}"),
        }
    }
    (moves, mulligans)
}

#[test]
fn a_match_with_both_sides_on_autoplay_is_over_when_it_is_created() {
    run(async {
        let sessions = matches();
        for (seed, first) in [(1, Side::You), (2, Side::Enemy)] {
            let id = begin(&sessions, seed, first, &Side::BOTH).await;
            let now = sessions.moment(id, None).await.expect("the session exists");
            assert!(now.game.annotated.state.position.is_over());
            let (moves, mulligans) = sides(&sessions, id).await;
            assert_eq!(mulligans, 2, "one mulligan for each side");
            for (turn, side) in moves.iter().enumerate() {
                let expected = if turn % 2 == 0 {
                    first
                } else {
                    first.opponent()
                };
                assert_eq!(*side, expected, "turn {turn}");
            }
            let listed = sessions.list().await.expect("a list");
            assert!(listed.last().is_some_and(|line| line.summary.over));
        }
    });
}

#[test]
fn the_enemy_answers_every_move_until_the_match_is_over() {
    run(async {
        let sessions = matches();
        let id = begin(&sessions, 3, Side::You, &[Side::Enemy]).await;
        // The enemy has made its mulligan and waits for you.
        let mut now = sessions.moment(id, None).await.expect("the session exists");
        assert_eq!(now.seq, 1);
        assert!(!now.game.annotated.state.may_mulligan(Side::Enemy));
        while now.game.annotated.state.phase() != Phase::Over {
            let state = &now.game.annotated.state;
            assert_eq!(state.position.to_act, Side::You);
            let made = state.legal_moves(now.game.book())[0];
            let action = Action::Move {
                side: Side::You,
                made,
            };
            let acted = sessions.act(id, &action, Some(now.seq)).await;
            let acted = acted.expect("the move is legal");
            let over = acted.steps[0].after.game.annotated.state.position.is_over();
            assert_eq!(acted.steps.len(), if over { 1 } else { 2 });
            now = acted.now;
        }
        let (moves, mulligans) = sides(&sessions, id).await;
        assert_eq!(mulligans, 1);
        assert!(moves.len() > 4);
    });
}

#[test]
fn an_enemy_who_moves_first_waits_for_your_mulligan() {
    run(async {
        let sessions = matches();
        let id = begin(&sessions, 4, Side::Enemy, &[Side::Enemy]).await;
        let now = sessions.moment(id, None).await.expect("the session exists");
        assert_eq!(now.seq, 1, "only the mulligan of the enemy has happened");
        assert_eq!(now.game.annotated.state.phase(), Phase::Mulligan);
        let keep = Action::Mulligan {
            side: Side::You,
            replace: Vec::new(),
            drew: None,
        };
        let acted = sessions
            .act(id, &keep, None)
            .await
            .expect("the action is legal");
        assert_eq!(acted.steps.len(), 2);
        assert_eq!(acted.now.game.annotated.state.position.to_act, Side::You);
    });
}

#[test]
fn after_an_undo_you_are_to_act_again() {
    run(async {
        let sessions = matches();
        let id = begin(&sessions, 5, Side::You, &[Side::Enemy]).await;
        let before = sessions.moment(id, None).await.expect("the session exists");
        let made = before.game.annotated.state.legal_moves(before.game.book())[0];
        let side = Side::You;
        let action = Action::Move { side, made };
        let acted = sessions
            .act(id, &action, None)
            .await
            .expect("the move is legal");
        assert_eq!(acted.now.seq, 3);
        let undone = sessions
            .undo(id, 1, ActCondition::default())
            .await
            .expect("the action can be undone")
            .now;
        assert_eq!(undone.seq, 4);
        assert_eq!(shown(&undone).1, shown(&before).1);
        assert_eq!(shown(&undone).2, shown(&before).2);
        // The same move has the same answer.
        let again = sessions
            .act(id, &action, None)
            .await
            .expect("the move is legal");
        assert_eq!(shown(&again.now).1, shown(&acted.now).1);
    });
}

#[test]
fn an_export_has_the_programs_moves() {
    run(async {
        let sessions = matches();
        let id = begin(&sessions, 6, Side::You, &[Side::Enemy]).await;
        let now = sessions.moment(id, None).await.expect("the session exists");
        let made = now.game.annotated.state.legal_moves(now.game.book())[0];
        let side = Side::You;
        let acted = sessions.act(id, &Action::Move { side, made }, None).await;
        let now = acted.expect("the move is legal").now;
        for content in exports(&sessions, id).await {
            let imported = import(&sessions, &content)
                .await
                .expect("the import succeeds");
            assert_eq!(shown(&imported.now), shown(&now));
        }
    });
}
