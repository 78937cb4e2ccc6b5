//! `overlay/…`

use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{MethodTable, MethodTableError};

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(OverlayGet, async |daemon, _, _| {
        Ok(wire::Overlay {
            look: daemon.overlay.get(),
        })
    })?;
    table.add(OverlaySet, async |daemon, _, params| {
        let look = daemon.overlay.set(params.look).await?;
        daemon.tell_kept();
        Ok(wire::Overlay { look })
    })?;
    table.add(OverlayHide, async |daemon, _, params| {
        let look = daemon.overlay.hide(params).await?;
        daemon.tell_kept();
        Ok(wire::Overlay { look })
    })
}
