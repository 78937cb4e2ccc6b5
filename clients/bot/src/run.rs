//! Runs the connection to the daemon, the chats and the announcements together.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use tokio::task::JoinSet;

use crate::announce::{Announcer, Outlets};
use crate::clock::{Clock, SystemClock};
use crate::coach::DaemonLink;
use crate::commands::{Channel, Channels, Chat, Desk};
use crate::config::BotSettings;
use crate::discord::Endpoint;
use crate::irc::{self, IrcClient};
use crate::stop::Stop;

/// Runs until `stop`.
pub async fn run(settings: BotSettings, stop: Stop) -> io::Result<()> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let coach = DaemonLink::start(settings.coach.clone());
    let channels = Arc::new(channels(&settings));
    let answers = settings.answers.clone();
    let announce_cooldown = answers.announce_cooldown;
    let desk = Arc::new(Desk::new(
        coach.clone(),
        answers,
        channels.clone(),
        clock.clone(),
    ));
    let mut outlets = Outlets::default();
    let mut chats = JoinSet::new();
    if let Some(discord) = settings.discord {
        let can_announce = discord.bot_token.is_some();
        let endpoint = Arc::new(Endpoint::new(discord, desk.clone(), clock));
        let listener = endpoint.listen().await?;
        tracing::info!(address = %listener.local_addr()?, "taking interactions at /interactions");
        if can_announce {
            tokio::spawn(endpoint.clone().announce(outlets.open(Chat::Discord)));
        }
        chats.spawn(endpoint.run(listener, stop.clone()));
    }
    for server in settings.irc {
        let announcements = outlets.open(irc::chat(server.network));
        let client = IrcClient::new(server, desk.clone(), announcements);
        chats.spawn(client.run(stop.clone()));
    }
    let announcer = Announcer {
        coach,
        channels,
        outlets,
        cooldown: announce_cooldown,
    };
    let announcing = tokio::spawn(announcer.run());
    while chats.join_next().await.is_some() {}
    announcing.abort();
    Ok(())
}

/// The sessions and announcements the configuration sets for each channel.
fn channels(settings: &BotSettings) -> Channels {
    let mut sessions = BTreeMap::new();
    let mut announced = BTreeSet::new();
    let mut set = |chat: Chat, bound: &BTreeMap<String, String>, announce: &[String]| {
        let channel = |id: &String| Channel {
            chat,
            id: id.clone(),
        };
        sessions.extend(
            bound
                .iter()
                .map(|(id, session)| (channel(id), session.clone())),
        );
        announced.extend(announce.iter().map(channel));
    };
    if let Some(discord) = &settings.discord {
        set(Chat::Discord, &discord.sessions, &discord.announce);
    }
    for server in &settings.irc {
        set(
            irc::chat(server.network),
            &server.sessions,
            &server.announce,
        );
    }
    Channels::new(sessions, announced)
}
