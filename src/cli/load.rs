//! `qbcoach load`

use std::io::Write;

use super::Failure;
use super::daemon_args::LoadOptions;

pub fn run(_: &LoadOptions, _: &mut impl Write) -> Result<(), Failure> {
    Ok(())
}
