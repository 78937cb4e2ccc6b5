//! `server/demo`

use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{MethodTable, MethodTableError};
use crate::reads::ReadLength;
use crate::rpc_error::RpcError;
use crate::to_wire;
use qbcoach_engine::simulation::action::Action;
use qbcoach_sessions::game::Game;
use qbcoach_sessions::{AnyAction, AnyGame, Libraries, SessionChange, text};

/// The match that `qbcoach replay` shows as well.
const DEMO: &str = include_str!("../../../data/matches/demo.txt");

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(ServerDemo, async |daemon, call, _| {
        let read = move || moves(daemon.sessions.library());
        let moves = call.read_in_order(ReadLength::Quick, read).await?;
        Ok(wire::DemoMatch { moves: moves? })
    })
}

/// Every move of the demonstration. With other cards than the shipped ones it may end
/// early, or have no moves at all.
fn moves(libraries: &Libraries) -> Result<Vec<wire::DemoMove>, RpcError> {
    let Ok(read) = text::read(libraries, DEMO) else {
        return Ok(Vec::new());
    };
    let mut game = AnyGame::begin(libraries, &read.setup).map_err(RpcError::internal)?;
    let mut moves = Vec::new();
    for change in read.changes {
        let SessionChange::Act(action) = change else {
            continue;
        };
        let Ok((after, _)) = game.act(libraries, &action) else {
            break;
        };
        game = after;
        let (AnyGame::QueensBlood(after), AnyAction::QueensBlood(Action::Move { side, made })) =
            (&game, &action)
        else {
            continue;
        };
        let (book, board) = (after.book(), &after.annotated.state.position.board);
        moves.push(wire::DemoMove {
            side: to_wire::side(*side),
            label: to_wire::session::offer(&book.catalogue, *side, *made).label,
            board: to_wire::board(book, board),
            score: to_wire::score(&board.score(book)),
        });
    }
    Ok(moves)
}
