//! The command line.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};

use crate::clock::SystemClock;
use crate::coach::{Coach, CoachError};
use crate::commands::{
    Admission, Asker, Channel, Channels, Chat, Command, Desk, Place, Privacy, Rank,
};
use crate::config::{ConfigFile, Settings, TEMPLATE};
use crate::stop::Stop;
use crate::{discord, text};

/// qbcoach in chat: Discord, Twitch and IRC.
#[derive(Debug, Parser)]
#[command(name = "qbcoach-bot", version, about, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    action: Action,
}

const AFTER_HELP: &str = "Try it without any chat: run `qbcoach serve --demo` in one terminal and \
    `qbcoach-bot ask '!score'` in another. `qbcoach-bot config` prints a configuration to start from.";

#[derive(Debug, Subcommand)]
enum Action {
    /// Answer in the chats of the configuration until stopped
    Run {
        #[command(flatten)]
        options: Options,
    },
    /// Answer one command here, as the player sees it
    Ask {
        #[command(flatten)]
        options: Options,
        /// What would be said in a chat, such as '!score'
        #[arg(required = true)]
        said: Vec<String>,
    },
    /// Say everything that is wrong with a configuration
    Check {
        #[command(flatten)]
        options: Options,
    },
    /// Print a configuration to start from
    Config,
    /// Print the slash commands for Discord as JSON
    Register {
        #[command(flatten)]
        options: Options,
        /// Print what to type to send them to Discord
        #[arg(long)]
        curl: bool,
    },
}

#[derive(Clone, Debug, clap::Args)]
struct Options {
    /// The configuration file
    #[arg(long, value_name = "FILE", env = "QBCOACH_BOT_CONFIG")]
    config: Option<PathBuf>,
    /// Where the daemon is, whatever the configuration says
    #[arg(long, value_name = "URL", env = "QBCOACH_DAEMON")]
    daemon: Option<String>,
    /// What is logged to stderr: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: String,
}

/// Why it did not work, and what to do.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Input(String),
    #[error(transparent)]
    Output(#[from] io::Error),
}

pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::stdout().lock();
    let done = act(&arguments.action, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn act(action: &Action, out: &mut impl Write) -> Result<(), Failure> {
    match action {
        Action::Config => Ok(out.write_all(TEMPLATE.as_bytes())?),
        Action::Run { options } => run(options, out),
        Action::Ask { options, said } => ask(options, &said.join(" "), out),
        Action::Check { options } => check(options, out),
        Action::Register { options, curl } => register(options, *curl, out),
    }
}

fn read(options: &Options) -> Result<ConfigFile, Failure> {
    let mut file = match &options.config {
        None => ConfigFile::default(),
        Some(path) => read_file(path)?,
    };
    if let Some(daemon) = &options.daemon {
        daemon.clone_into(&mut file.daemon.address);
    }
    Ok(file)
}

fn read_file(path: &Path) -> Result<ConfigFile, Failure> {
    let name = path.display();
    let written = std::fs::read_to_string(path);
    let written = written.map_err(|error| {
        let help = "`qbcoach-bot config > FILE` makes one to start from";
        Failure::Input(format!("{name} cannot be read: {error}\nhelp: {help}"))
    })?;
    ConfigFile::read(&written).map_err(|error| Failure::Input(format!("{name}: {error}")))
}

fn settings(options: &Options) -> Result<Settings, Failure> {
    Settings::resolve(&read(options)?).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
        let lines = lines.join("\n");
        let help = "`qbcoach-bot config` prints every setting with an example";
        Failure::Input(format!(
            "the configuration cannot be used\n{lines}\nhelp: {help}"
        ))
    })
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    Ok(runtime?)
}

fn begin_log(level: &str) -> Result<(), Failure> {
    let known = ["error", "warn", "info", "debug"];
    if !known.contains(&level) {
        return Err(Failure::Input(format!(
            "--log is one of {}",
            known.join(", ")
        )));
    }
    // Of other crates only warnings: their debug lines may show what is sent.
    let filter = tracing_subscriber::EnvFilter::new(format!("warn,qbcoach_bot={level}"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    log.with_ansi(false).init();
    Ok(())
}

fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let settings = settings(options)?;
    if settings.discord.is_none() && settings.irc.is_empty() {
        let help = "fill in [discord], [twitch] or [irc]: `qbcoach-bot config` shows how";
        return Err(Failure::Input(format!(
            "there is no chat to answer in\nhelp: {help}"
        )));
    }
    begin_log(&options.log)?;
    writeln!(
        out,
        "qbcoach-bot {} is running. Stop it with Ctrl-C.",
        env!("CARGO_PKG_VERSION")
    )?;
    out.flush()?;
    runtime()?.block_on(async {
        let (stopper, stop) = Stop::new();
        tokio::spawn(async move {
            told_to_stop().await;
            stopper.stop();
        });
        let ran = crate::run::run(settings, stop).await;
        ran.map_err(|error| {
            let help = "another program may have the address: change `listen` under [discord]";
            Failure::Input(format!("{error}\nhelp: {help}"))
        })
    })
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let terminated = async {
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await.is_some(),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    let _ = tokio::signal::ctrl_c().await;
}

/// Whoever sits here is the player: nothing is kept from him.
fn ask(options: &Options, said: &str, out: &mut impl Write) -> Result<(), Failure> {
    let settings = settings(options)?;
    let prefix = settings.answers.prefix.clone();
    // Without the prefix it is meant all the same: a shell may have eaten it.
    let said = match said.starts_with(&prefix) {
        true => said.to_owned(),
        false => format!("{prefix}{said}"),
    };
    let command = match Command::parse(&said, &prefix) {
        Some(Ok(command)) => command,
        Some(Err(usage)) => return Err(Failure::Input(usage.explain(&prefix))),
        None => {
            let said = text::quoted(&said);
            let help = format!("`qbcoach-bot ask '{prefix}help'` lists them all");
            return Err(Failure::Input(format!(
                "{said} is no command\nhelp: {help}"
            )));
        }
    };
    let place = Place {
        channel: Channel {
            chat: Chat::Terminal,
            id: String::new(),
        },
        privacy: Privacy::Alone,
    };
    let asker = Asker {
        id: String::new(),
        rank: Rank::Owner,
    };
    let address = settings.coach.address.authority();
    let answered = runtime()?.block_on(async {
        let coach = Coach::start(settings.coach);
        let channels = Arc::new(Channels::new(Default::default(), Default::default()));
        let desk = Desk::new(
            coach.clone(),
            settings.answers,
            channels,
            Arc::new(SystemClock),
        );
        // The first try tells whether anybody is there at all.
        coach.find_session(None).await?;
        Ok(match desk.admit(&asker, &place, command.word()) {
            Admission::Welcome(_) => desk.answer(&place, &command).await,
            Admission::Refused(answer) | Admission::TooSoon(answer) => answer,
        })
    });
    let answer = answered.map_err(|error: CoachError| match error {
        CoachError::Away => Failure::Input(format!(
            "no daemon answers at {address}\nhelp: `qbcoach serve --demo` starts one to try"
        )),
        other => Failure::Input(other.to_string()),
    })?;
    let shown = answer.drawing.unwrap_or(answer.text);
    Ok(writeln!(out, "{}", shown.trim_end())?)
}

fn check(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let settings = settings(options)?;
    writeln!(out, "The configuration is fine.")?;
    writeln!(out, "daemon   {}", settings.coach.address.authority())?;
    if let Some(discord) = &settings.discord {
        writeln!(
            out,
            "discord  interactions at http://{}/interactions",
            discord.listen
        )?;
    }
    for server in &settings.irc {
        let network = match crate::irc::chat(server.network) {
            Chat::Twitch => "twitch ",
            _ => "irc    ",
        };
        let channels = server.channels.join(" ");
        writeln!(
            out,
            "{network}  {} on {} as {}",
            channels,
            server.address.authority(),
            server.nick
        )?;
    }
    if settings.discord.is_none() && settings.irc.is_empty() {
        writeln!(out, "no chat  fill in [discord], [twitch] or [irc]")?;
    }
    Ok(())
}

fn register(options: &Options, curl: bool, out: &mut impl Write) -> Result<(), Failure> {
    if !curl {
        let commands =
            serde_json::to_string_pretty(&discord::commands()).map_err(io::Error::other)?;
        return Ok(writeln!(out, "{commands}")?);
    }
    let file = read(options)?;
    let id = file.discord.map(|discord| discord.application_id);
    let id = id.unwrap_or_else(|| "APPLICATION_ID".to_owned());
    Ok(out.write_all(discord::curl_recipe(&id).as_bytes())?)
}
