//! The demonstration: two shipped decks play each other on a loop, at a pace that
//! can be watched.

use std::sync::Arc;
use std::time::Duration;

use super::Daemon;
use crate::mage_knight::{CombatSetup, advice};
use crate::rules::{BySide, Side};
use crate::sessions::mage_knight::{self, NamedSetup};
use crate::sessions::queens_blood::{MatchSetup, next_move};
use crate::sessions::{AnyAction, AnyGame, AnyRefusal, AnySetup, SessionError, SessionId};
use crate::simulation::chance::Chance;
use crate::simulation::game_state::MatchMode;

/// Matches that stay to be looked at; older ones are deleted.
const KEPT: usize = 3;
/// How much longer than a move the end of a match is shown.
const PAUSE: u32 = 4;

/// Plays until the daemon stops.
pub async fn run(daemon: Arc<Daemon>) {
    let mut played: Vec<SessionId> = Vec::new();
    for number in 1.. {
        let playing = async {
            match play(&daemon, number, &mut played).await {
                Ok(()) => {}
                Err(error) => {
                    tracing::warn!(%error, "the demonstration stumbled");
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
    played.push(id);
    if played.len() > KEPT {
        // Somebody else may have deleted it.
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
            // A visitor has made a move: go on from there.
            Err(SessionError::MovedOn { .. }) => now = daemon.sessions.moment(id, None).await?,
            Err(error) => return Err(error),
        }
    }
    tokio::time::sleep(pace * PAUSE).await;
    Ok(())
}

/// What the coach would do.
fn next_action(game: &AnyGame) -> Option<AnyAction> {
    match game {
        AnyGame::QueensBlood(game) => next_move(game).map(AnyAction::QueensBlood),
        AnyGame::MageKnight(game) => {
            let budget = advice::DEFAULT_BUDGET;
            let advice = advice::recommend(&game.combat, &game.data, budget).ok()?;
            let best = advice.actions.into_iter().next()?;
            Some(AnyAction::MageKnight(best.action))
        }
    }
}

/// Every so many matches a combat is shown.
const COMBAT_EVERY: u64 = 3;

/// A combat with the points its hero has; only its setup is used here.
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

/// Another pair of decks each time.
fn match_setup(daemon: &Daemon, number: u64) -> MatchSetup {
    let library = daemon.library();
    let mut chance = Chance::new(number, 3);
    let decks: Vec<_> = library.decks.list().collect();
    let mut pick = || chance.pick(&decks).copied();
    let (you, enemy) = (pick(), pick());
    let name = |deck: Option<&crate::simulation::deck_library::NamedDeck>| {
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
