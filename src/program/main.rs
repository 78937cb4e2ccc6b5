//! Starts the `qbcoach` program, which is in the library.

use std::process::ExitCode;

/// A daemon allocates and frees documents all the time, on several threads; with this
/// allocator that takes a third less time than with the system's. On macOS it needs Apple's
/// headers, which machines that build for it from elsewhere do not have.
#[cfg(not(target_os = "macos"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    qbcoach::main()
}
