//! `session/…` and `match/…`, without subscriptions.

use std::collections::BTreeMap;
use std::sync::Arc;

use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{MethodAnswer, MethodTable, MethodTableError, audience};
use crate::opponents;
use crate::reads::ReadLength;
use crate::rpc_error::RpcError;
use crate::to_wire::Drawing;
use crate::{Acted, Daemon, documents, from_wire, to_wire};
use qbcoach_basics::shorten::shortened;
use qbcoach_engine::rules::{Move, Side};
use qbcoach_sessions::game::{Game, RecordError};
use qbcoach_sessions::mage_knight::PlayedCombat;
use qbcoach_sessions::queens_blood::Match;
use qbcoach_sessions::{
    ActCondition, ActId, AnyGame, AnySetup, ListRefused, Listed, SessionError, SessionId, export,
    text,
};

const GAMES: [&str; 2] = ["queens-blood", "mage-knight"];

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(SessionCreate, async |daemon, _, params| {
        let game = match &params.game {
            None => GAMES[0],
            Some(asked) => *GAMES.iter().find(|game| *game == asked).ok_or_else(|| {
                let shown = shortened(asked);
                let reason = format!("there is no game `{shown}`; there are {}", GAMES.join(", "));
                RpcError::params("game", reason).with("allowed", GAMES.to_vec())
            })?,
        };
        let tag = params.enemy.as_ref().and_then(|enemy| enemy.tag.clone());
        let remembered = daemon.remembered(tag.as_deref()).await?;
        let created = daemon.sessions.create_with(|id| {
            let (setup, warnings) = setup(&daemon, game, params, id)?;
            Ok((opponents::with_memory(setup, remembered), warnings))
        });
        let (created, warnings) = created.await.map_err(|error| daemon.unfulfilled(error))?;
        Ok(MethodAnswer {
            value: created_answer(&created),
            warnings,
        })
    })?;
    table.add(SessionListAll, async |daemon, call, _| {
        let delay = call.peer.delay();
        let sessions = match delay.is_zero() {
            true => daemon.sessions.list().await,
            false => daemon.sessions.delayed_list(delay).await,
        };
        let sessions = sessions.map_err(|error| daemon.failed(error))?;
        let owners = match call.peer.sees_nodes() {
            true => daemon.sessions.owners().await,
            false => Ok(BTreeMap::new()),
        };
        let owners = owners.map_err(|error| daemon.failed(error))?;
        // There may be thousands.
        let list = move || {
            let listed = |session: Listed| wire::ListedSession {
                owner: owners.get(&session.id).map(to_wire::session::owner),
                ..to_wire::session::listed(session)
            };
            wire::SessionList {
                sessions: sessions.into_iter().map(listed).collect(),
            }
        };
        call.read_in_order(ReadLength::Quick, list).await
    })?;
    table.add(SessionGet, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        let audience = audience(&call);
        Ok(match Drawing::asked(params.text) {
            Drawing::None => documents::snapshot(&moment, audience),
            Drawing::Text => Arc::new(to_wire::session::drawn_snapshot(&moment, audience)),
        })
    })?;
    table.add(SessionHistoryGet, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        let audience = audience(&call);
        // A long history takes as long as a prediction.
        let read = move || to_wire::history::history(&moment, audience);
        call.read_in_order(ReadLength::Quick, read).await
    })?;
    table.add(SessionClose, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let closed = daemon.sessions.close(id).await;
        closed.map_err(|error| daemon.failed(error))?;
        Ok(wire::Gone {
            session_id: id.to_string(),
        })
    })?;
    table.add(SessionDelete, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let deleted = daemon.sessions.delete(id).await;
        deleted.map_err(|error| daemon.failed(error))?;
        Ok(wire::Gone {
            session_id: id.to_string(),
        })
    })?;
    table.add(SessionExport, async |daemon, call, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let history = daemon.sessions.history(id).await;
        let history = history.map_err(|error| daemon.failed(error))?;
        let format = params.format;
        let write = move || {
            let libraries = daemon.sessions.library();
            match format {
                wire::ExportFormat::Text => text::write(libraries, &history),
                wire::ExportFormat::Jsonl => export::jsonl(libraries, &history),
            }
        };
        let content = call.read_in_order(ReadLength::Quick, write).await?;
        Ok(wire::Export { format, content })
    })?;
    table.add(SessionImport, async |daemon, call, params| {
        let unreadable = |error: RecordError| {
            RpcError::params("content", error)
                .hint("give what `session/export` answered, or a match text")
        };
        let reading = daemon.clone();
        let read = move || {
            let libraries = reading.sessions.library();
            match export::is_jsonl(&params.content) {
                true => export::read::<AnyGame>(libraries, &params.content),
                false => text::read(libraries, &params.content),
            }
        };
        let read = call.read_in_order(ReadLength::Quick, read).await?;
        let exported = read.map_err(unreadable)?;
        let imported = daemon
            .sessions
            .import(exported.setup, exported.changes)
            .await;
        match imported {
            Ok(acted) => Ok(created_answer(&acted)),
            Err(SessionError::Unreadable { problem, .. }) => {
                Err(unreadable(RecordError { problem }))
            }
            Err(error) => Err(daemon.failed(error)),
        }
    })?;
    table.add(SessionUndo, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let count = params.count.unwrap_or(1);
        let condition = condition(params.if_seq, params.act_id.as_deref())?;
        let undone = daemon.sessions.undo(id, count, condition).await;
        let undone = undone.map_err(|error| daemon.failed(error))?;
        Ok(to_wire::session::acted(&undone))
    })?;
    table.add(SessionRedo, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let count = params.count.unwrap_or(1);
        let condition = condition(params.if_seq, params.act_id.as_deref())?;
        let redone = daemon.sessions.redo(id, count, condition).await;
        let redone = redone.map_err(|error| daemon.failed(error))?;
        Ok(to_wire::session::acted(&redone))
    })?;
    table.add(SessionReopen, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let reopened = daemon.sessions.reopen(id).await;
        reopened.map_err(|error| daemon.failed(error))?;
        Ok(wire::Reopened {
            session_id: id.to_string(),
        })
    })?;
    table.add(MatchAct, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let action = params.action;
        let condition = condition(params.if_seq, params.act_id.as_deref())?;
        let decks = daemon.decks.all();
        let acted = daemon.sessions.act_with(id, condition, move |game| {
            from_wire::action(&decks, game, &action)
        });
        let (acted, warnings) = acted.await.map_err(|error| daemon.unfulfilled(error))?;
        Ok(MethodAnswer {
            value: to_wire::session::acted(&acted),
            warnings,
        })
    })?;
    table.add(MatchActAll, async |daemon, _, params| {
        let id = from_wire::session_id(&params.session_id)?;
        let count = params.actions.len();
        if count == 0 || count > wire::MOST_ACTIONS {
            let most = wire::MOST_ACTIONS;
            let reason = format!("a list of 1 to {most} actions is needed; this has {count}");
            return Err(RpcError::params("actions", reason));
        }
        let condition = condition(params.if_seq, params.act_id.as_deref())?;
        let (decks, actions) = (daemon.decks.all(), params.actions);
        let read = move |index: usize, game: &AnyGame| {
            from_wire::action(&decks, game, &actions[index]).map(|(action, _)| action)
        };
        let acted = daemon
            .sessions
            .act_all_with(id, condition, count, read)
            .await;
        let acted = acted.map_err(|ListRefused { index, error }| {
            let failure = daemon.unfulfilled(error);
            match index {
                Some(index) => failure.with("index", index),
                None => failure,
            }
        })?;
        Ok(to_wire::session::acted(&acted))
    })?;
    table.add(MatchPreview, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        let decks = daemon.decks.all();
        let (action, warnings) = from_wire::action(&decks, &moment.game, &params.action)?;
        let libraries = daemon.sessions.library();
        let after = moment.game.act(libraries, &action);
        let (after, _) = after.map_err(|refusal| daemon.failed(SessionError::Refused(refusal)))?;
        let AnyGame::QueensBlood(after) = &after else {
            let reason = "only moves of a match can be looked at beforehand";
            return Err(RpcError::params("sessionId", reason));
        };
        let board = &after.annotated.state.position.board;
        Ok(MethodAnswer {
            value: wire::Preview {
                seq: moment.seq,
                board: to_wire::board(after.book(), board),
                score: to_wire::score(&board.score(after.book())),
            },
            warnings,
        })
    })?;
    table.add(MatchActions, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, None).await?;
        match &moment.game {
            AnyGame::QueensBlood(game) => actions(game, moment.seq, params).map(MethodAnswer::from),
            AnyGame::MageKnight(game) => Ok(MethodAnswer {
                value: combat_actions(game, moment.seq),
                warnings: from_wire::combat::not_of_combats([
                    ("side", params.side.is_some()),
                    ("cards", params.cards.is_some()),
                ]),
            }),
        }
    })
}

fn condition(if_seq: Option<wire::Seq>, act_id: Option<&str>) -> Result<ActCondition, RpcError> {
    let act_id = act_id.map(ActId::new).transpose();
    Ok(ActCondition {
        if_seq,
        act_id: act_id.map_err(|error| RpcError::params("actId", error))?,
    })
}

fn setup(
    daemon: &Daemon,
    game: &str,
    params: wire::CreateParams,
    id: SessionId,
) -> Result<(AnySetup, Vec<wire::Warning>), RpcError> {
    if game == GAMES[0] {
        let library = daemon.library();
        let decks = daemon.decks.all();
        let mut setup = from_wire::setup(&library.catalogue, &decks, params, id)?;
        setup.choose_missing_decks(library);
        return Ok((AnySetup::QueensBlood(Box::new(setup)), Vec::new()));
    }
    let data = &daemon.sessions.library().mage_knight;
    let (setup, warnings) = from_wire::combat::setup(data, params, id)?;
    Ok((AnySetup::MageKnight(Box::new(setup)), warnings))
}

/// Every action that is legal now; while a choice is pending, its options.
fn combat_actions(game: &PlayedCombat, seq: wire::Seq) -> wire::Actions {
    let combat = &game.combat;
    let options = combat.options(&game.data);
    wire::Actions {
        seq,
        // The enemies act only in response to the player's actions.
        side_to_act: wire::Side::You,
        actions: options.iter().map(to_wire::combat::offer).collect(),
        pending_choice: to_wire::combat::pending_choice(combat),
    }
}

fn created_answer(acted: &Acted) -> wire::Created {
    wire::Created {
        session_id: acted.now.session.to_string(),
        snapshot: documents::snapshot(&acted.now, wire::Audience::Player),
    }
}

/// Every legal play of the hand, or of the given cards, and the pass.
fn actions(
    game: &Match,
    seq: wire::Seq,
    params: wire::ActionsParams,
) -> Result<wire::Actions, RpcError> {
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
    // While a draw is due, no move is legal.
    let draw_due =
        state.phase() == qbcoach_engine::simulation::action::Phase::Draw && side == Side::You;
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
