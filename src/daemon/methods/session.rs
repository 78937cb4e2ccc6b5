//! `session/…` and `match/…`, subscriptions apart.

use jsonrpsee::core::RegisterMethodError;
use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{Answer, Table, add, audience};
use crate::daemon::failure::Failure;
use crate::daemon::{from_wire, to_wire};
use crate::rules::{Move, Side};
use crate::sessions::game::RecordError;
use crate::sessions::mage_knight::PlayedCombat;
use crate::sessions::queens_blood::Match;
use crate::sessions::{
    Acted, AnyAction, AnyGame, AnyRefusal, AnySetup, Libraries, SessionId, export, text,
};

const GAMES: [&str; 2] = ["queens-blood", "mage-knight"];

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    add(table, SessionCreate, async |daemon, _, params| {
        let game = match &params.game {
            None => GAMES[0],
            Some(asked) => *GAMES.iter().find(|game| *game == asked).ok_or_else(|| {
                let shown: String = asked.chars().take(40).collect();
                let reason = format!("there is no game `{shown}`; there are {}", GAMES.join(", "));
                Failure::params("game", reason).with("allowed", GAMES.to_vec())
            })?,
        };
        // The setup is read when the number is known, for it may be the seed.
        let mut read = Ok(Vec::new());
        let created = daemon
            .sessions
            .create(
                |id| match setup(daemon.sessions.library(), game, params, id) {
                    Ok((setup, warnings)) => {
                        read = Ok(warnings);
                        Ok(setup)
                    }
                    Err(failure) => {
                        read = Err(failure);
                        Err(AnyRefusal::Unread)
                    }
                },
            )
            .await;
        let warnings = read?;
        let created = created.map_err(|error| daemon.failed(error))?;
        Ok(Answer {
            value: created_answer(&created),
            warnings,
        })
    })?;
    add(table, SessionListAll, async |daemon, _, _| {
        let sessions = daemon.sessions.list().await;
        let sessions = sessions.map_err(|error| daemon.failed(error))?;
        Ok(wire::SessionList {
            sessions: sessions.into_iter().map(to_wire::session::listed).collect(),
        })
    })?;
    add(table, SessionGet, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, params.seq).await?;
        Ok(to_wire::session::snapshot(&moment, audience(&call)))
    })?;
    add(table, SessionHistoryGet, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, params.seq).await?;
        Ok(to_wire::history::history(&moment, audience(&call)))
    })?;
    add(table, SessionClose, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let closed = daemon.sessions.close(id).await;
        closed.map_err(|error| daemon.failed(error))?;
        Ok(wire::Gone {
            session_id: id.to_string(),
        })
    })?;
    add(table, SessionDelete, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let deleted = daemon.sessions.delete(id).await;
        deleted.map_err(|error| daemon.failed(error))?;
        Ok(wire::Gone {
            session_id: id.to_string(),
        })
    })?;
    add(table, SessionExport, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let history = daemon.sessions.history(id).await;
        let history = history.map_err(|error| daemon.failed(error))?;
        let libraries = daemon.sessions.library();
        let content = match params.format {
            wire::ExportFormat::Text => text::write(libraries, &history),
            wire::ExportFormat::Jsonl => export::jsonl(libraries, &history),
        };
        Ok(wire::Export {
            format: params.format,
            content,
        })
    })?;
    add(table, SessionImport, async |daemon, _, params| {
        let unreadable = |error: RecordError| {
            Failure::params("content", error)
                .hint("give what `session/export` answered, or a match text")
        };
        let libraries = daemon.sessions.library();
        let read = match export::is_jsonl(&params.content) {
            true => export::read::<AnyGame>(libraries, &params.content),
            false => text::read(libraries, &params.content),
        };
        let exported = read.map_err(unreadable)?;
        let imported = daemon
            .sessions
            .import(exported.setup, exported.changes)
            .await;
        match imported {
            Ok(acted) => Ok(created_answer(&acted)),
            Err(crate::sessions::SessionError::Unreadable { problem, .. }) => {
                Err(unreadable(RecordError { problem }))
            }
            Err(error) => Err(daemon.failed(error)),
        }
    })?;
    add(table, SessionUndo, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let count = params.count.unwrap_or(1);
        let undone = daemon.sessions.undo(id, count, params.if_seq).await;
        let undone = undone.map_err(|error| daemon.failed(error))?;
        Ok(to_wire::session::acted(&undone))
    })?;
    add(table, MatchAct, async |daemon, _, params| {
        let moment = daemon.moment(&params.session_id, None).await?;
        let (action, warnings) = match &moment.game {
            AnyGame::QueensBlood(game) => {
                let (action, warnings) = from_wire::action(game, params.action)?;
                (AnyAction::QueensBlood(action), warnings)
            }
            AnyGame::MageKnight(game) => {
                let (action, warnings) = from_wire::combat::action(game, params.action)?;
                (AnyAction::MageKnight(action), warnings)
            }
        };
        let acted = daemon
            .sessions
            .act(moment.session, &action, params.if_seq)
            .await;
        let acted = acted.map_err(|error| daemon.failed(error))?;
        Ok(Answer {
            value: to_wire::session::acted(&acted),
            warnings,
        })
    })?;
    add(table, MatchActions, async |daemon, _, params| {
        let moment = daemon.moment(&params.session_id, None).await?;
        match &moment.game {
            AnyGame::QueensBlood(game) => actions(game, moment.seq, params).map(Answer::from),
            AnyGame::MageKnight(game) => Ok(Answer {
                value: combat_actions(game, moment.seq),
                warnings: from_wire::combat::not_of_combats([
                    ("side", params.side.is_some()),
                    ("cards", params.cards.is_some()),
                ]),
            }),
        }
    })
}

fn setup(
    libraries: &Libraries,
    game: &str,
    params: wire::CreateParams,
    id: SessionId,
) -> Result<(AnySetup, Vec<wire::Warning>), Failure> {
    if game == GAMES[0] {
        let setup = from_wire::setup(&libraries.queens_blood, params, id)?;
        return Ok((AnySetup::QueensBlood(Box::new(setup)), Vec::new()));
    }
    let (setup, warnings) = from_wire::combat::setup(&libraries.mage_knight, params, id)?;
    Ok((AnySetup::MageKnight(Box::new(setup)), warnings))
}

/// Everything the player may do now; while a choice is pending, its options.
fn combat_actions(game: &PlayedCombat, seq: wire::Seq) -> wire::Actions {
    let combat = &game.combat;
    let options = combat.options(&game.data);
    wire::Actions {
        seq,
        // The enemies do nothing that the player's actions do not bring about.
        side_to_act: wire::Side::You,
        actions: options.iter().map(to_wire::combat::offer).collect(),
        pending_choice: to_wire::combat::pending_choice(combat),
    }
}

fn created_answer(acted: &Acted<AnyGame>) -> wire::Created {
    wire::Created {
        session_id: acted.now.session.to_string(),
        snapshot: to_wire::session::snapshot(&acted.now, wire::Audience::Player),
    }
}

/// Every legal play of the hand, or of the cards asked about, and the pass.
fn actions(
    game: &Match,
    seq: wire::Seq,
    params: wire::ActionsParams,
) -> Result<wire::Actions, Failure> {
    let book = game.book();
    let state = &game.annotated.state;
    let to_act = state.position.to_act;
    let side = params.side.map_or(to_act, from_wire::side);
    let asked = params.cards.as_deref();
    let asked = asked.map(|cards| from_wire::cards(&book.catalogue, "cards", cards));
    let cards = match asked.transpose()? {
        Some(cards) => cards,
        None => state.holdings[side].hand.cards(),
    };
    let over = state.position.is_over();
    let board = &state.position.board;
    let plays = board.legal_plays(book, side, &cards);
    let moves = plays.into_iter().map(Move::Play).chain([Move::Pass]);
    // When a draw is due nothing may be played yet, whatever is in the hand.
    let draw_due = state.phase() == crate::simulation::action::Phase::Draw && side == Side::You;
    let offered: Vec<wire::OfferedAction> = moves
        .filter(|_| !over && !draw_due)
        .map(|made| to_wire::session::offer(&book.catalogue, side, made))
        .collect();
    Ok(wire::Actions {
        seq,
        side_to_act: to_wire::side(to_act),
        actions: offered,
        pending_choice: None,
    })
}
