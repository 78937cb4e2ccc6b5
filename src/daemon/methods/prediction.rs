//! `observation/get` and `prediction/…`

use jsonrpsee::core::RegisterMethodError;
use qbcoach_protocol::method::*;

use super::{Table, add, audience, match_of, work_out};
use crate::daemon::failure::{Failure, of_prediction};
use crate::daemon::{documents, to_wire};
use crate::prediction::DeckBelief;
use crate::sessions::queens_blood::Match;

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    add(table, ObservationGet, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, params.seq).await?;
        Ok(to_wire::session::observation(&moment, audience(&call)))
    })?;
    add(table, PredictionDecks, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, params.seq).await?;
        work_out(&call, moment, |moment| {
            let game = match_of(moment)?;
            let catalogue = &game.book().catalogue;
            Ok(to_wire::belief::decks(catalogue, moment.seq, &decks(game)?))
        })
        .await
    })?;
    add(table, PredictionHand, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, params.seq).await?;
        work_out(&call, moment, documents::hand).await
    })?;
    add(table, PredictionThreatMap, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, params.seq).await?;
        work_out(&call, moment, documents::threat).await
    })
}

fn decks(game: &Match) -> Result<DeckBelief, Failure> {
    let prediction = game.coach.prediction();
    let decks = prediction.infer_enemy_decks(&game.annotated.observation);
    decks.map_err(|error| of_prediction(&error))
}
