//! What `setup` asks, and the configuration made of the answers.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use qbcoach_platform::refuse_device;
use qbcoach_protocol::client::DaemonAddress;

use super::questions::Questions;
use super::{SetupError, write_private};
use crate::address::Address;
use crate::hex;
use crate::stream::Security;

pub(super) struct SetupAnswers {
    pub chat: ChatAnswers,
    pub daemon: String,
}

pub(super) enum ChatAnswers {
    Twitch(TwitchAnswers),
    Irc(IrcAnswers),
    Discord(DiscordAnswers),
}

pub(super) struct TwitchAnswers {
    pub nick: String,
    pub channel: String,
    token: SecretPlace,
    server: Option<String>,
}

pub(super) struct IrcAnswers {
    server: String,
    security: Security,
    nick: String,
    pub channel: String,
    password: Option<SecretPlace>,
}

pub(super) struct DiscordAnswers {
    pub application_id: String,
    public_key: String,
    pub listen: String,
}

/// Where a secret is. The configuration names the place, not the secret.
enum SecretPlace {
    File(PathBuf),
    Variable(String),
}

#[derive(Clone, Copy)]
enum ChatChoice {
    Twitch,
    Irc,
    Discord,
}

const TOKEN_HELP: &str = r#"
The bot needs a token, which is a password for programs. Twitch's own program makes one:
  1. Install it as https://dev.twitch.tv/docs/cli says.
  2. Make an application at https://dev.twitch.tv/console/apps, with the redirect URL
     http://localhost:3000
  3. Log in to Twitch in your browser as the bot, and type in a terminal
       twitch token -u -s "chat:read chat:edit"
     It asks for the application's client ID and secret. The token is the long word that
     it prints after "User Access Token"."#;

const DISCORD_HELP: &str = "
Make an application at https://discord.com/developers/applications. Its page General
Information shows the two values. Discord sends commands to an HTTPS address of yours, so
you also need an HTTPS server or a tunnel; Twitch and IRC need none.";

impl SetupAnswers {
    pub fn ask<R: BufRead, W: Write>(
        questions: &mut Questions<'_, R, W>,
        folder: &Path,
        twitch_server: Option<&str>,
    ) -> Result<SetupAnswers, SetupError> {
        questions.say("  1  Twitch\n  2  IRC\n  3  Discord")?;
        let choice = questions.ask("Where will it answer?", Some("1"), |answer| {
            match answer.to_lowercase().as_str() {
                "1" | "twitch" => Ok(ChatChoice::Twitch),
                "2" | "irc" => Ok(ChatChoice::Irc),
                "3" | "discord" => Ok(ChatChoice::Discord),
                _ => Err("Type 1, 2 or 3.".to_owned()),
            }
        })?;
        let chat = match choice {
            ChatChoice::Twitch => ChatAnswers::Twitch(twitch(questions, folder, twitch_server)?),
            ChatChoice::Irc => ChatAnswers::Irc(irc(questions, folder)?),
            ChatChoice::Discord => ChatAnswers::Discord(discord(questions)?),
        };
        let daemon = questions.ask(
            "The coach's address? (Enter if it runs on this computer)",
            Some("127.0.0.1:7117"),
            |answer| {
                let read = DaemonAddress::parse(answer);
                read.map(|_| answer.to_owned())
                    .map_err(|error| error.to_string())
            },
        )?;
        Ok(SetupAnswers { chat, daemon })
    }

    /// The configuration file.
    pub fn to_text(&self) -> String {
        let mut lines = vec![
            "# Written by `qbcoach-bot setup`; `qbcoach-bot config` shows every setting."
                .to_owned(),
            String::new(),
            "[daemon]".to_owned(),
            setting("address", &self.daemon),
            String::new(),
        ];
        match &self.chat {
            ChatAnswers::Twitch(twitch) => {
                lines.push("[twitch]".to_owned());
                lines.push(setting("nick", &twitch.nick));
                lines.push(list("channels", &twitch.channel));
                lines.push(twitch.token.setting("token"));
                if let Some(server) = &twitch.server {
                    lines.push(setting("server", server));
                    lines.push("tls = false".to_owned());
                }
            }
            ChatAnswers::Irc(irc) => {
                lines.push("[irc]".to_owned());
                lines.push(setting("server", &irc.server));
                lines.push(format!("tls = {}", irc.security == Security::Tls));
                lines.push(setting("nick", &irc.nick));
                lines.push(list("channels", &irc.channel));
                lines.extend(irc.password.as_ref().map(|place| place.setting("password")));
            }
            ChatAnswers::Discord(discord) => {
                lines.push("[discord]".to_owned());
                lines.push(setting("applicationId", &discord.application_id));
                lines.push(setting("publicKey", &discord.public_key));
                lines.push(setting("listen", &discord.listen));
            }
        }
        lines.join("\n") + "\n"
    }
}

fn setting(name: &str, value: &str) -> String {
    format!("{name} = {}", toml::Value::from(value))
}

fn list(name: &str, value: &str) -> String {
    format!("{name} = [{}]", toml::Value::from(value))
}

impl SecretPlace {
    fn setting(&self, name: &str) -> String {
        match self {
            SecretPlace::File(file) => setting(&format!("{name}File"), &file.display().to_string()),
            SecretPlace::Variable(variable) => setting(&format!("{name}Env"), variable),
        }
    }
}

fn twitch<R: BufRead, W: Write>(
    questions: &mut Questions<'_, R, W>,
    folder: &Path,
    server: Option<&str>,
) -> Result<TwitchAnswers, SetupError> {
    let channel = questions.ask("Your channel, as in twitch.tv/NAME?", None, |answer| {
        let name = answer.rsplit('/').next().unwrap_or_default();
        twitch_name(name.trim_start_matches('#')).map(|name| format!("#{name}"))
    })?;
    let nick = questions.ask(
        "The name of the bot's account? (your own will do, too)",
        None,
        twitch_name,
    )?;
    questions.say(TOKEN_HELP)?;
    Ok(TwitchAnswers {
        nick,
        channel,
        token: secret(questions, "token", &folder.join("twitch-token"))?,
        server: server.map(str::to_owned),
    })
}

fn twitch_name(answer: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match (1..=25).contains(&answer.len()) && answer.chars().all(is_name) {
        true => Ok(answer.to_lowercase()),
        false => Err("A name on Twitch has up to 25 letters, digits and _.".to_owned()),
    }
}

fn irc<R: BufRead, W: Write>(
    questions: &mut Questions<'_, R, W>,
    folder: &Path,
) -> Result<IrcAnswers, SetupError> {
    let server = questions.ask(
        "The server, HOST:PORT?",
        Some("irc.libera.chat:6697"),
        |answer| {
            let read = Address::irc(answer, Security::Tls);
            read.map(|_| answer.to_owned())
                .map_err(|error| format!("{error}: write HOST:PORT."))
        },
    )?;
    // The port of nearly every network without encryption.
    let usual = match server.ends_with(":6667") {
        true => "no",
        false => "yes",
    };
    let security = questions.ask("With encryption (TLS)?", Some(usual), |answer| match answer
        .to_lowercase()
        .as_str()
    {
        "y" | "yes" => Ok(Security::Tls),
        "n" | "no" => Ok(Security::Plain),
        _ => Err("Type yes or no.".to_owned()),
    })?;
    let channel = questions.ask("The channel?", None, |answer| {
        let is_plain = !answer.contains(|c: char| c.is_whitespace() || c == ',');
        match is_plain && !answer.trim_start_matches('#').is_empty() {
            true if answer.starts_with(['#', '&', '+']) => Ok(answer.to_owned()),
            true => Ok(format!("#{answer}")),
            false => Err("A channel is one word, such as #queensblood.".to_owned()),
        }
    })?;
    let nick = questions.ask("The bot's name there?", Some("qbcoach"), |answer| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_-[]\\`^{}|".contains(c);
        let begins_well = answer.starts_with(|c: char| c.is_ascii_alphabetic());
        match begins_well && answer.chars().all(is_name) {
            true => Ok(answer.to_owned()),
            false => Err("Letters, digits and _ only, beginning with a letter.".to_owned()),
        }
    })?;
    let password = match questions.yes("Does the server need a password?")? {
        true => Some(secret(questions, "password", &folder.join("irc-password"))?),
        false => None,
    };
    Ok(IrcAnswers {
        server,
        security,
        nick,
        channel,
        password,
    })
}

fn discord<R: BufRead, W: Write>(
    questions: &mut Questions<'_, R, W>,
) -> Result<DiscordAnswers, SetupError> {
    questions.say(DISCORD_HELP)?;
    let application_id = questions.ask("Application ID?", None, |answer| {
        match !answer.is_empty() && answer.bytes().all(|b| b.is_ascii_digit()) {
            true => Ok(answer.to_owned()),
            false => Err("It is a number.".to_owned()),
        }
    })?;
    let public_key = questions.ask("Public Key?", None, |answer| {
        match hex::read::<32>(answer) {
            Some(_) => Ok(answer.to_owned()),
            None => Err("It has 64 hexadecimal digits.".to_owned()),
        }
    })?;
    let listen = questions.ask(
        "The address that your HTTPS server or tunnel forwards to?",
        Some("127.0.0.1:7118"),
        |answer| match answer.parse::<std::net::SocketAddr>() {
            Ok(_) => Ok(answer.to_owned()),
            Err(_) => Err("Write HOST:PORT with the host in numbers.".to_owned()),
        },
    )?;
    Ok(DiscordAnswers {
        application_id,
        public_key,
        listen,
    })
}

/// Asks for a secret or where it is. A secret that was pasted is written to the usual
/// file.
fn secret<R: BufRead, W: Write>(
    questions: &mut Questions<'_, R, W>,
    what: &str,
    usual: &Path,
) -> Result<SecretPlace, SetupError> {
    let shown = usual.display();
    questions.say(&format!(
        "A pasted {what} is kept in {shown}, for you only. If this window is on your \
         stream, hide it first."
    ))?;
    // A second setup need not look for it again.
    let known = usual.exists().then(|| shown.to_string());
    let question =
        format!("Paste the {what}, or the name of a file (or $NAME of a variable) that has it:");
    let answer = questions.ask(&question, known.as_deref(), |answer| {
        SecretAnswer::read(answer, what)
    })?;
    match answer {
        SecretAnswer::At(place) => Ok(place),
        SecretAnswer::Pasted(secret) => {
            write_private(usual, &format!("{secret}\n"))?;
            Ok(SecretPlace::File(usual.to_owned()))
        }
    }
}

enum SecretAnswer {
    At(SecretPlace),
    Pasted(String),
}

impl SecretAnswer {
    fn read(answer: &str, what: &str) -> Result<SecretAnswer, String> {
        if let Some(name) = answer.strip_prefix('$') {
            return match std::env::var_os(name) {
                Some(_) => Ok(SecretAnswer::At(SecretPlace::Variable(name.to_owned()))),
                None => Err(format!("There is no environment variable {name}.")),
            };
        }
        refuse_device(Path::new(answer)).map_err(|error| error.to_string())?;
        let file = std::path::absolute(answer).ok();
        if let Some(file) = file.filter(|file| file.is_file()) {
            return Ok(SecretAnswer::At(SecretPlace::File(file)));
        }
        let is_word = !answer.is_empty() && answer.chars().all(|c| c.is_ascii_graphic());
        match is_word {
            false => Err(format!("The {what} is one word.")),
            // Rather a mistyped name than a secret.
            true if answer.contains(['/', '\\']) => Err(format!(
                "There is no file {answer}. If that is the {what} itself, save it in a file."
            )),
            true => Ok(SecretAnswer::Pasted(answer.to_owned())),
        }
    }
}
