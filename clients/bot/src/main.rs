//! The `qbcoach-bot` program; everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    qbcoach_bot::cli::main()
}
