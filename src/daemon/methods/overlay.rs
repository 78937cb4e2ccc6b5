//! `overlay/…`

use jsonrpsee::core::RegisterMethodError;
use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{Table, add};

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    add(table, OverlayGet, async |daemon, _, _| {
        Ok(wire::Overlay {
            look: daemon.overlay.get(),
        })
    })?;
    add(table, OverlaySet, async |daemon, _, params| {
        let look = daemon.overlay.set(params.look).await?;
        Ok(wire::Overlay { look })
    })
}
