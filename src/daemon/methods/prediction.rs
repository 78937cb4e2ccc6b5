//! `observation/get` and `prediction/…`

use qbcoach_protocol::method::*;

use super::{MethodTable, MethodTableError, audience, match_of, work_out};
use crate::documents::answers::{self, HandExtent};
use crate::rpc_error::{RpcError, of_prediction};
use crate::to_wire;
use qbcoach_engine::prediction::DeckBelief;
use qbcoach_sessions::queens_blood::Match;

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(ObservationGet, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        Ok(to_wire::session::observation(&moment, audience(&call)))
    })?;
    table.add(PredictionDecks, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        work_out(&call, moment, |moment| {
            let game = match_of(moment)?;
            let catalogue = &game.book().catalogue;
            Ok(to_wire::belief::decks(catalogue, moment.seq, &decks(game)?))
        })
        .await
    })?;
    table.add(PredictionHand, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        let extent = HandExtent::asked(&params);
        work_out(&call, moment, move |moment| answers::hand(moment, extent)).await
    })?;
    table.add(PredictionThreatMap, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        let audience = audience(&call);
        work_out(&call, moment, move |moment| {
            answers::threat(moment, audience)
        })
        .await
    })?;
    table.add(PredictionOutcomes, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        work_out(&call, moment, move |moment| {
            answers::outcomes(moment, &params)
        })
        .await
    })
}

fn decks(game: &Match) -> Result<DeckBelief, RpcError> {
    let prediction = game.coach.prediction();
    let decks = prediction.infer_enemy_decks(&game.annotated.observation);
    decks.map_err(|error| of_prediction(&error))
}
