//! `session/…` and `match/…`, subscriptions apart.

use jsonrpsee::core::RegisterMethodError;
use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{Answer, Table, add, audience};
use crate::daemon::failure::Failure;
use crate::daemon::{from_wire, to_wire};
use crate::rules::{Move, Side};
use crate::sessions::export;
use crate::sessions::queens_blood::{Match, text};
use crate::sessions::{Acted, game::RecordError};

const GAME: &str = "queens-blood";

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    add(table, SessionCreate, async |daemon, _, params| {
        if let Some(game) = params.game.as_ref().filter(|game| *game != GAME) {
            let shown: String = game.chars().take(40).collect();
            let reason = format!("there is no game `{shown}` here; there is {GAME}");
            return Err(Failure::params("game", reason));
        }
        // The setup is read when the number is known, for it may be the seed.
        let mut wrong = None;
        let created = daemon
            .sessions
            .create(|id| {
                let setup = from_wire::setup(daemon.library(), params, id);
                setup.map_err(|failure| {
                    wrong = Some(failure);
                    crate::sessions::queens_blood::MatchRefusal::Unread
                })
            })
            .await;
        match (created, wrong) {
            (Ok(acted), _) => Ok(created_answer(&acted)),
            (Err(_), Some(failure)) => Err(failure),
            (Err(error), None) => Err(daemon.failed(error)),
        }
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
        let content = match params.format {
            wire::ExportFormat::Text => text::write(daemon.library(), &history),
            wire::ExportFormat::Jsonl => export::jsonl(daemon.library(), &history),
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
        let library = daemon.library();
        let read = match export::is_jsonl(&params.content) {
            true => export::read::<Match>(library, &params.content),
            false => text::read(library, &params.content),
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
        let (action, warnings) = from_wire::action(&moment.game, params.action)?;
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
        actions(&moment.game, moment.seq, params)
    })
}

fn created_answer(acted: &Acted<Match>) -> wire::Created {
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
    })
}
