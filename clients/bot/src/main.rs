//! Starts the `qbcoach-bot` program, which is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    qbcoach_bot::cli::main()
}
