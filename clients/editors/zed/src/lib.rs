//! Tells Zed how the language server of match texts is started.

use zed_extension_api as zed;

struct Qbcoach;

impl zed::Extension for Qbcoach {
    fn new() -> Qbcoach {
        Qbcoach
    }

    fn language_server_command(
        &mut self,
        _server: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let program = worktree.which("qbcoach");
        Ok(zed::Command {
            command: program.ok_or("there is no qbcoach on the PATH")?,
            args: vec!["lsp".to_owned()],
            env: Vec::new(),
        })
    }
}

zed::register_extension!(Qbcoach);
