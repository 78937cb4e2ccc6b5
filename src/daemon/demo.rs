//! The demonstration: it plays matches between shipped decks, and combats, in an
//! endless loop, slowly enough to watch.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::Daemon;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{BySide, Side};
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_mage_knight::{CombatSetup, advice};
use qbcoach_sessions::mage_knight::{self, NamedSetup};
use qbcoach_sessions::queens_blood::{MatchSetup, next_move};
use qbcoach_sessions::{AnyAction, AnyGame, AnyRefusal, AnySetup, SessionError, SessionId};

/// Sessions that are kept; older ones are deleted.
const KEPT: usize = 3;
/// The pause after a match, as a multiple of the pause after a move.
const PAUSE: u32 = 4;

/// Plays until the daemon stops. It is boxed, so that it is compiled in this crate.
pub fn run(daemon: Arc<Daemon>) -> BoxFuture<'static, ()> {
    Box::pin(play_on(daemon))
}

async fn play_on(daemon: Arc<Daemon>) {
    let mut played: Vec<SessionId> = Vec::new();
    for number in 1.. {
        let playing = async {
            match play(&daemon, number, &mut played).await {
                Ok(()) => {}
                Err(error) => {
                    tracing::warn!(%error, "the demonstration failed and begins a new session");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        };
        tokio::select! {
            () = playing => {}
            () = daemon.stop.cancelled() => return,
        }
    }
}

async fn play(
    daemon: &Daemon,
    number: u64,
    played: &mut Vec<SessionId>,
) -> Result<(), SessionError<AnyRefusal>> {
    let pace = Duration::from_millis(daemon.settings.demo_pace_ms);
    let setup = match number % COMBAT_EVERY {
        0 => combat_setup(number),
        _ => AnySetup::QueensBlood(Box::new(match_setup(daemon, number))),
    };
    let created = daemon.sessions.create(|_| Ok(setup)).await?;
    let id = created.now.session;
    // Whoever starts a demonstration wants to see it.
    daemon.sessions.put_on_air(id);
    played.push(id);
    if played.len() > KEPT {
        // A client may have deleted it.
        let _ = daemon.sessions.delete(played.remove(0)).await;
    }
    let mut now = created.now;
    loop {
        tokio::time::sleep(pace).await;
        let game = now.game.clone();
        let next = tokio::task::spawn_blocking(move || next_action(&game)).await;
        let Ok(Some(action)) = next else {
            break;
        };
        match daemon.sessions.act(id, &action, Some(now.seq)).await {
            Ok(acted) => now = acted.now,
            // A client has made a move: continue from there.
            Err(SessionError::MovedOn { .. }) => now = daemon.sessions.moment(id, None).await?,
            Err(error) => return Err(error),
        }
    }
    tokio::time::sleep(pace * PAUSE).await;
    Ok(())
}

/// The best action according to the coach.
fn next_action(game: &AnyGame) -> Option<AnyAction> {
    match game {
        AnyGame::QueensBlood(game) => next_move(game).map(AnyAction::QueensBlood),
        AnyGame::MageKnight(game) => {
            let budget = advice::default_budget(&game.combat);
            let advice = advice::recommend(&game.combat, &game.data, budget).ok()?;
            let best = advice.actions.into_iter().next()?;
            Some(AnyAction::MageKnight(best.action))
        }
    }
}

/// Every so many sessions, one is a combat.
const COMBAT_EVERY: u64 = 3;

/// An exported combat. Only its setup is used.
const COMBAT: &str = include_str!("../../data/mage_knight/demo.txt");

fn combat_setup(number: u64) -> AnySetup {
    let read = mage_knight::text::read(COMBAT);
    let mut setup = read.map(|read| read.setup).unwrap_or_else(|_| NamedSetup {
        setup: CombatSetup::default(),
        title: None,
    });
    setup.setup.seed = number;
    AnySetup::MageKnight(Box::new(setup))
}

/// Each match has a random pair of decks.
fn match_setup(daemon: &Daemon, number: u64) -> MatchSetup {
    let library = daemon.library();
    let mut chance = Chance::new(number, 3);
    let decks: Vec<_> = library.decks.list().collect();
    let mut pick = || chance.pick(&decks).copied();
    let (you, enemy) = (pick(), pick());
    let name = |deck: Option<&qbcoach_engine::simulation::deck_library::NamedDeck>| {
        deck.map(|deck| deck.name.clone()).unwrap_or_default()
    };
    MatchSetup {
        seed: number,
        first: match number % 2 {
            1 => Side::You,
            _ => Side::Enemy,
        },
        decks: BySide::new(
            you.map(|deck| deck.cards.clone()),
            enemy.map(|deck| deck.cards.clone()),
        ),
        enemy_tag: Some(name(enemy)),
        title: Some(format!("Demo: {} against {}", name(you), name(enemy))),
        ..MatchSetup::new(MatchMode::Simulated)
    }
}
