//! Tries the connections of a configuration.

use std::io::{self, Write};

use qbcoach_protocol::method::ServerInfoGet;

use crate::coach::DaemonLink;
use crate::config::BotSettings;
use crate::irc;
use crate::stream::Security;

/// What came of each connection, in words.
pub(super) struct Trial {
    daemon: Result<String, String>,
    chat: Result<String, String>,
}

impl Trial {
    pub fn run(settings: &BotSettings) -> io::Result<Trial> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        Ok(runtime.block_on(async {
            Trial {
                daemon: try_daemon(settings).await,
                chat: try_chat(settings).await,
            }
        }))
    }

    pub fn is_good(&self) -> bool {
        self.chat.is_ok()
    }

    pub fn report(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, result) in [("coach", &self.daemon), ("chat ", &self.chat)] {
            match result {
                Ok(found) => writeln!(out, "  {name}  works: {found}")?,
                Err(problem) => writeln!(out, "  {name}  does not work yet: {problem}")?,
            }
        }
        Ok(())
    }
}

async fn try_daemon(settings: &BotSettings) -> Result<String, String> {
    let address = settings.coach.address.to_string();
    let link = DaemonLink::start(settings.coach.clone());
    let asked = link.ask::<ServerInfoGet>(&Default::default()).await;
    match asked {
        Ok(info) => Ok(format!("version {} at {address}", info.server_info.version)),
        Err(_) => Err(format!(
            "no daemon answers at {address}; `qbcoach serve` starts one"
        )),
    }
}

async fn try_chat(settings: &BotSettings) -> Result<String, String> {
    if let Some(server) = settings.irc.first() {
        let authority = server.address.authority();
        return match irc::try_login(server).await {
            Ok(nick) => Ok(format!("{authority} lets the bot in as {nick}")),
            Err(problem) if server.address.security == Security::Tls => {
                Err(format!("{authority}, with encryption (TLS): {problem}"))
            }
            Err(problem) => Err(format!("{authority}, without encryption: {problem}")),
        };
    }
    match &settings.discord {
        Some(discord) => match tokio::net::TcpListener::bind(discord.listen).await {
            Ok(_) => Ok(format!("the bot can listen at {}", discord.listen)),
            Err(error) => Err(format!(
                "the bot cannot listen at {}: {error}",
                discord.listen
            )),
        },
        None => Err("no chat was chosen".to_owned()),
    }
}
