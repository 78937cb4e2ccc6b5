//! Makes settings of the configuration file and reports all its faults at once.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Duration;

use ed25519_dalek::VerifyingKey;
use qbcoach_protocol::client::DaemonAddress;

use super::file::{DiscordSection, IrcSection, TwitchSection};
use super::{AdvicePolicy, ConfigFile, Secret, SecretSource};
use crate::address::Address;
use crate::coach::CoachSettings;
use crate::hex;
use crate::irc::Mask;
use crate::stream::Security;

/// An error in one setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub setting: String,
    pub problem: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.setting, self.problem)
    }
}

#[derive(Clone, Debug)]
pub struct BotSettings {
    pub coach: CoachSettings,
    pub answers: AnswerSettings,
    pub discord: Option<DiscordSettings>,
    /// Twitch and IRC, if they are configured.
    pub irc: Vec<IrcSettings>,
}

#[derive(Clone, Debug)]
pub struct AnswerSettings {
    pub prefix: String,
    pub advice: AdvicePolicy,
    pub user_cooldown: Duration,
    pub channel_cooldown: Duration,
    pub announce_cooldown: Duration,
}

#[derive(Clone, Debug)]
pub struct DiscordSettings {
    pub application_id: String,
    pub public_key: VerifyingKey,
    pub listen: SocketAddr,
    pub owners: BTreeSet<String>,
    pub bot_token: Option<Secret>,
    pub announce: Vec<String>,
    pub sessions: BTreeMap<String, String>,
    pub api: Address,
}

/// The kind of server: it decides on the handshake and on how moderators are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    Irc,
    Twitch,
}

#[derive(Clone, Debug)]
pub struct IrcSettings {
    pub network: Network,
    pub address: Address,
    pub nick: String,
    pub password: Option<Secret>,
    /// The time between two lines, after a first few at once.
    pub pace: Duration,
    pub channels: Vec<String>,
    pub owners: Vec<Mask>,
    pub announce: Vec<String>,
    pub sessions: BTreeMap<String, String>,
}

/// The longest delay, in seconds, that the daemon accepts.
const LONGEST_DELAY: u64 = 600;

impl BotSettings {
    pub fn resolve(file: &ConfigFile) -> Result<BotSettings, Vec<Fault>> {
        let mut faults = SettingFaults::default();
        let daemon = &file.daemon;
        let address = faults.keep("daemon.address", DaemonAddress::parse(&daemon.address));
        let source = source(&daemon.token_file, &daemon.token_env);
        let token = faults.keep("daemon.token", source.read()).flatten();
        if daemon.delay_seconds > LONGEST_DELAY {
            faults.add(
                "daemon.delaySeconds",
                format!("{LONGEST_DELAY} is the most"),
            );
        }
        if file.answers.advice == AdvicePolicy::Public && daemon.delay_seconds > 0 {
            let problem = "advice is about the present state and would be ahead of the delayed stream: \
                           set `delaySeconds = 0` or another `advice`";
            faults.add("answers.advice", problem);
        }
        let prefix = file.answers.prefix.clone();
        let is_short = (1..=3).contains(&prefix.chars().count());
        if !is_short || !prefix.chars().all(|c| c.is_ascii_punctuation()) || prefix == "/" {
            faults.add(
                "answers.prefix",
                "give one to three punctuation characters such as `!`, but not `/` alone",
            );
        }
        let discord = file
            .discord
            .as_ref()
            .map(|section| discord(section, &mut faults));
        let twitch = file
            .twitch
            .as_ref()
            .map(|section| twitch(section, &mut faults));
        let irc = file.irc.as_ref().map(|section| irc(section, &mut faults));
        let seconds = Duration::from_secs;
        match (address, faults.0.is_empty()) {
            (Some(address), true) => Ok(BotSettings {
                coach: CoachSettings {
                    address,
                    token,
                    delay: seconds(daemon.delay_seconds),
                },
                answers: AnswerSettings {
                    prefix,
                    advice: file.answers.advice,
                    user_cooldown: seconds(file.answers.user_cooldown_seconds),
                    channel_cooldown: seconds(file.answers.channel_cooldown_seconds),
                    announce_cooldown: seconds(file.answers.announce_cooldown_seconds),
                },
                discord: discord.flatten(),
                irc: [twitch, irc].into_iter().flatten().flatten().collect(),
            }),
            _ => Err(faults.0),
        }
    }
}

#[derive(Default)]
struct SettingFaults(Vec<Fault>);

impl SettingFaults {
    fn add(&mut self, setting: &str, problem: impl Into<String>) {
        self.0.push(Fault {
            setting: setting.to_owned(),
            problem: problem.into(),
        });
    }

    fn keep<T, E: ToString>(&mut self, setting: &str, result: Result<T, E>) -> Option<T> {
        result
            .map_err(|error| self.add(setting, error.to_string()))
            .ok()
    }

    fn sessions(&mut self, setting: &str, sessions: &BTreeMap<String, String>) {
        for session in sessions.values() {
            let number = session.strip_prefix('s').map(str::parse::<u64>);
            if !matches!(number, Some(Ok(_))) {
                self.add(
                    setting,
                    format!("`{session}` is not a session such as `s3`"),
                );
            }
        }
    }
}

fn source(file: &Option<std::path::PathBuf>, variable: &Option<String>) -> SecretSource {
    SecretSource {
        file: file.clone(),
        variable: variable.clone(),
    }
}

fn discord(section: &DiscordSection, faults: &mut SettingFaults) -> Option<DiscordSettings> {
    let is_id = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_id(&section.application_id) {
        let problem = "a number: the developer portal shows it under General Information";
        faults.add("discord.applicationId", problem);
    }
    for (setting, ids) in [
        ("discord.owners", &section.owners),
        ("discord.announce", &section.announce),
    ] {
        for id in ids.iter().filter(|id| !is_id(id)) {
            let problem = format!("`{id}` is not an id; Discord's developer mode copies ids");
            faults.add(setting, problem);
        }
    }
    faults.sessions("discord.sessions", &section.sessions);
    let key = hex::read::<32>(&section.public_key);
    let key = key.and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok());
    let key = key.filter(|key| !key.is_weak());
    if key.is_none() {
        let problem =
            "64 hexadecimal digits: the developer portal shows them under General Information";
        faults.add("discord.publicKey", problem);
    }
    let listen = section
        .listen
        .parse()
        .map_err(|_| "HOST:PORT with the host in numbers, such as 127.0.0.1:7118");
    let listen = faults.keep("discord.listen", listen);
    let token = source(&section.bot_token_file, &section.bot_token_env);
    let bot_token = faults.keep("discord.botToken", token.read()).flatten();
    if bot_token.is_none() && !section.announce.is_empty() {
        faults.add(
            "discord.announce",
            "turns are announced with the bot's token: set `botTokenFile` or `botTokenEnv`",
        );
    }
    let api = faults.keep("discord.api", Address::http(&section.api));
    if api
        .as_ref()
        .is_some_and(|api| api.security == Security::Plain && !api.is_this_machine())
    {
        faults.add(
            "discord.api",
            "answers and tokens are sent there: use https://",
        );
    }
    Some(DiscordSettings {
        application_id: section.application_id.clone(),
        public_key: key?,
        listen: listen?,
        owners: section.owners.iter().cloned().collect(),
        bot_token,
        announce: section.announce.clone(),
        sessions: section.sessions.clone(),
        api: api?,
    })
}

fn twitch(section: &TwitchSection, faults: &mut SettingFaults) -> Option<IrcSettings> {
    let token = source(&section.token_file, &section.token_env);
    let token = faults.keep("twitch.token", token.read())?;
    if token.is_none() {
        faults.add(
            "twitch.token",
            "Twitch needs a token: set `tokenFile` or `tokenEnv`",
        );
    }
    let plain = IrcSection {
        server: section.server.clone(),
        tls: section.tls,
        pace_ms: section.pace_ms,
        // Names on Twitch are lower case.
        nick: section.nick.to_lowercase(),
        channels: section.channels.clone(),
        password_file: None,
        password_env: None,
        owners: Vec::new(),
        announce: section.announce.clone(),
        sessions: section.sessions.clone(),
    };
    let settings = server(&plain, "twitch", faults)?;
    Some(IrcSettings {
        network: Network::Twitch,
        password: token,
        ..settings
    })
}

fn irc(section: &IrcSection, faults: &mut SettingFaults) -> Option<IrcSettings> {
    let password = source(&section.password_file, &section.password_env);
    let password = faults.keep("irc.password", password.read())?;
    let settings = server(section, "irc", faults)?;
    Some(IrcSettings {
        password,
        ..settings
    })
}

/// The settings that both kinds of server have.
fn server(section: &IrcSection, name: &str, faults: &mut SettingFaults) -> Option<IrcSettings> {
    let setting = |field: &str| format!("{name}.{field}");
    let security = match section.tls {
        true => Security::Tls,
        false => Security::Plain,
    };
    let address = faults.keep(&setting("server"), Address::irc(&section.server, security));
    let has_password =
        name == "twitch" || section.password_file.is_some() || section.password_env.is_some();
    let is_unencrypted =
        |address: &Address| security == Security::Plain && !address.is_this_machine();
    if has_password && address.as_ref().is_some_and(is_unencrypted) {
        faults.add(
            &setting("tls"),
            "a password would be sent without encryption: set `tls = true`",
        );
    }
    let is_nick = |c: char| c.is_ascii_alphanumeric() || "_-[]\\`^{}|".contains(c);
    let begins_well = !section
        .nick
        .starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let is_twitch = name == "twitch";
    if section.nick.is_empty() || !section.nick.chars().all(is_nick) || !(begins_well || is_twitch)
    {
        faults.add(
            &setting("nick"),
            "letters, digits and _ only, beginning with a letter",
        );
    }
    if section.channels.is_empty() {
        faults.add(
            &setting("channels"),
            "name at least one, such as \"#your_channel\"",
        );
    }
    let named = section
        .channels
        .iter()
        .chain(&section.announce)
        .chain(section.sessions.keys());
    for channel in named {
        let is_plain = !channel.contains(|c: char| c.is_whitespace() || c.is_control() || c == ',');
        if !channel.starts_with(['#', '&', '+'])
            || channel.len() < 2
            || channel.len() > 50
            || !is_plain
        {
            faults.add(
                &setting("channels"),
                format!("`{channel}` is not a channel such as `#your_channel`"),
            );
        }
    }
    for channel in &section.announce {
        if !section
            .channels
            .iter()
            .any(|joined| joined.eq_ignore_ascii_case(channel))
        {
            faults.add(
                &setting("announce"),
                format!("`{channel}` is not among the channels"),
            );
        }
    }
    faults.sessions(&setting("sessions"), &section.sessions);
    let mut owners = Vec::new();
    for owner in &section.owners {
        owners.extend(faults.keep(&setting("owners"), Mask::parse(owner)));
    }
    let lower = |channel: &String| channel.to_lowercase();
    Some(IrcSettings {
        network: Network::Irc,
        address: address?,
        nick: section.nick.clone(),
        password: None,
        pace: Duration::from_millis(section.pace_ms),
        channels: section.channels.iter().map(lower).collect(),
        owners,
        announce: section.announce.iter().map(lower).collect(),
        sessions: section
            .sessions
            .iter()
            .map(|(channel, session)| (lower(channel), session.clone()))
            .collect(),
    })
}
