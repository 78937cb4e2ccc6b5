//! `qbcoach lsp`: match texts in editors.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use qbcoach_daemon::doors::stdio::standard_input;
use qbcoach_protocol::client::relay;

use super::CommandError;
use super::daemon_args::LspOptions;
use super::serve;

pub fn run(options: &LspOptions, cards: Option<&Path>) -> Result<ExitCode, CommandError> {
    let Some(address) = &options.connect else {
        return serve::stdio(&options.daemon, cards);
    };
    let address = super::address(address)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // The input is read by a thread that needs the runtime.
    let passed_on = runtime.block_on(async {
        let (mut input, mut output) = (standard_input(), tokio::io::stdout());
        relay(&address, &mut input, &mut output).await
    });
    runtime.shutdown_timeout(Duration::from_millis(100));
    passed_on.map_err(|error| {
        let help = "is it running? `qbcoach serve` starts a daemon";
        CommandError::Input(format!("{error}\nhelp: {help}"))
    })?;
    Ok(ExitCode::SUCCESS)
}
