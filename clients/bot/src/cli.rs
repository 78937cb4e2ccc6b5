//! The command line.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use qbcoach_platform::{StopSignals, refuse_device, was_double_clicked};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::clock::SystemClock;
use crate::coach::{DaemonLink, LinkError};
use crate::commands::{
    Admission, Asker, Channel, ChannelPrivacy, Channels, Chat, ChatCommand, ChatContext, Desk,
    Privilege,
};
use crate::config::{BotSettings, ConfigFile, TEMPLATE};
use crate::setup::{SetupError, SetupOptions};
use crate::stop::Stop;
use crate::{discord, setup, text};

/// The version, and the commit of a released program.
const BUILD: &str = match option_env!("QBCOACH_BUILD") {
    Some(build) => build,
    None => env!("CARGO_PKG_VERSION"),
};

/// The file that `setup` writes.
const USUAL_CONFIG: &str = "bot.toml";

/// qbcoach in chat: Discord, Twitch and IRC
#[derive(Debug, Parser)]
#[command(name = "qbcoach-bot", version = BUILD, about, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: BotCommand,
}

const AFTER_HELP: &str = "Try it without any chat: run `qbcoach serve --demo` in one terminal and \
    `qbcoach-bot ask '!score'` in another. `qbcoach-bot setup` asks for what it needs and \
    writes the configuration; `qbcoach-bot config` prints every setting.";

#[derive(Debug, Subcommand)]
enum BotCommand {
    /// Answer in the configured chats until stopped
    Run {
        #[command(flatten)]
        options: Options,
    },
    /// Answer one command in the terminal, with everything the player may see
    Ask {
        #[command(flatten)]
        options: Options,
        /// The command as typed in a chat, such as '!score'
        #[arg(required = true, value_name = "COMMAND")]
        line: Vec<String>,
    },
    /// Print every error in a configuration
    Check {
        #[command(flatten)]
        options: Options,
    },
    /// Ask what is needed, write the configuration and try it
    Setup {
        /// The file to write
        #[arg(long, value_name = "FILE", default_value = USUAL_CONFIG)]
        config: PathBuf,
        /// Another server than Twitch's, without encryption; for tests
        #[arg(long, value_name = "HOST:PORT", hide = true)]
        twitch_server: Option<String>,
    },
    /// Print a configuration to start from
    Config,
    /// Print the slash commands for Discord as JSON
    Register {
        #[command(flatten)]
        options: Options,
        /// Print the command line that sends them to Discord
        #[arg(long)]
        curl: bool,
    },
}

#[derive(Clone, Debug, clap::Args)]
struct Options {
    /// The configuration file
    #[arg(long, value_name = "FILE", env = "QBCOACH_BOT_CONFIG")]
    config: Option<PathBuf>,
    /// The daemon's address; overrides the configuration
    #[arg(long, value_name = "ADDRESS", env = "QBCOACH_DAEMON")]
    daemon: Option<String>,
    /// The log level on stderr: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: String,
}

/// Why a command failed, with what to do about it.
#[derive(Debug, thiserror::Error)]
enum BotError {
    #[error("{0}")]
    Input(String),
    #[error(transparent)]
    Output(#[from] io::Error),
}

pub fn main() -> ExitCode {
    // The window of a program that was double-clicked closes with it, so help would vanish.
    if std::env::args_os().len() < 2 && was_double_clicked() {
        return double_clicked();
    }
    run_arguments(&Arguments::parse())
}

/// Runs the bot that was set up in this folder, or sets it up. The window stays open until
/// what it says was read.
fn double_clicked() -> ExitCode {
    let arguments: &[&str] = match Path::new(USUAL_CONFIG).exists() {
        true => &["qbcoach-bot", "run", "--config", USUAL_CONFIG],
        false => &["qbcoach-bot", "setup"],
    };
    let code = run_arguments(&Arguments::parse_from(arguments));
    eprintln!("Press Enter to close this window.");
    let _ = io::stdin().read_line(&mut String::new());
    code
}

fn run_arguments(arguments: &Arguments) -> ExitCode {
    let mut out = io::stdout().lock();
    let result = execute(&arguments.command, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(BotError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn execute(command: &BotCommand, out: &mut impl Write) -> Result<(), BotError> {
    match command {
        BotCommand::Config => Ok(out.write_all(TEMPLATE.as_bytes())?),
        BotCommand::Setup {
            config,
            twitch_server,
        } => set_up(config, twitch_server.as_ref(), out),
        BotCommand::Run { options } => run(options, out),
        BotCommand::Ask { options, line } => ask(options, &line.join(" "), out),
        BotCommand::Check { options } => check(options, out),
        BotCommand::Register { curl: false, .. } => print_commands(out),
        BotCommand::Register { options, .. } => print_recipe(options, out),
    }
}

fn set_up(
    file: &Path,
    twitch_server: Option<&String>,
    out: &mut impl Write,
) -> Result<(), BotError> {
    let options = SetupOptions {
        file: file.to_owned(),
        twitch_server: twitch_server.cloned(),
    };
    let result = setup::run(&options, &mut io::stdin().lock(), out);
    result.map_err(|error| match error {
        SetupError::Output(error) => BotError::Output(error),
        other => BotError::Input(other.to_string()),
    })
}

fn read(options: &Options) -> Result<ConfigFile, BotError> {
    let mut file = match &options.config {
        None => ConfigFile::default(),
        Some(path) => read_file(path)?,
    };
    if let Some(daemon) = &options.daemon {
        daemon.clone_into(&mut file.daemon.address);
    }
    Ok(file)
}

fn read_file(path: &Path) -> Result<ConfigFile, BotError> {
    let name = path.display();
    refuse_device(path).map_err(|error| BotError::Input(error.to_string()))?;
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| {
        let help = "`qbcoach-bot setup --config FILE` makes one";
        BotError::Input(format!("{name} cannot be read: {error}\nhelp: {help}"))
    })?;
    // Editors on Windows may begin a text with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    ConfigFile::read(text).map_err(|error| BotError::Input(format!("{name}: {error}")))
}

fn settings(options: &Options) -> Result<BotSettings, BotError> {
    BotSettings::resolve(&read(options)?).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
        let lines = lines.join("\n");
        let help = "`qbcoach-bot config` prints every setting with an example";
        BotError::Input(format!(
            "the configuration cannot be used\n{lines}\nhelp: {help}"
        ))
    })
}

fn runtime() -> Result<tokio::runtime::Runtime, BotError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    Ok(runtime?)
}

fn begin_log(level: &str) -> Result<(), BotError> {
    let level = match level {
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "info" => LevelFilter::INFO,
        "debug" => LevelFilter::DEBUG,
        _ => {
            let help = "--log is one of error, warn, info, debug";
            return Err(BotError::Input(help.to_owned()));
        }
    };
    // Only warnings of other crates: their debug lines may contain messages and secrets.
    let filter = Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target("qbcoach_bot", level);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(io::stderr);
    tracing_subscriber::registry()
        .with(filter)
        .with(lines)
        .init();
    Ok(())
}

fn run(options: &Options, out: &mut impl Write) -> Result<(), BotError> {
    let settings = settings(options)?;
    if settings.discord.is_none() && settings.irc.is_empty() {
        let help = "fill in [discord], [twitch] or [irc]: `qbcoach-bot config` shows how";
        return Err(BotError::Input(format!(
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
        let signals = StopSignals::listen()?;
        tokio::spawn(async move {
            signals.requested().await;
            stopper.stop();
        });
        let result = crate::run::run(settings, stop).await;
        result.map_err(|error| {
            let help = "another program may have the address: change `listen` under [discord]";
            BotError::Input(format!("{error}\nhelp: {help}"))
        })
    })
}

/// Answers in the terminal. Its user is the player, who may see everything.
fn ask(options: &Options, line: &str, out: &mut impl Write) -> Result<(), BotError> {
    let settings = settings(options)?;
    let prefix = settings.answers.prefix.clone();
    // The prefix may be missing, as a shell may have expanded it.
    let line = match line.starts_with(&prefix) {
        true => line.to_owned(),
        false => format!("{prefix}{line}"),
    };
    let command = match ChatCommand::parse(&line, &prefix) {
        Some(Ok(command)) => command,
        Some(Err(usage)) => return Err(BotError::Input(usage.explain(&prefix))),
        None => {
            let line = text::quoted(&line);
            let help = format!("`qbcoach-bot ask '{prefix}help'` lists them all");
            return Err(BotError::Input(format!(
                "{line} is not a command\nhelp: {help}"
            )));
        }
    };
    let context = ChatContext {
        channel: Channel {
            chat: Chat::Terminal,
            id: String::new(),
        },
        privacy: ChannelPrivacy::Direct,
    };
    let asker = Asker {
        id: String::new(),
        privilege: Privilege::Owner,
    };
    let address = settings.coach.address.to_string();
    let answered = runtime()?.block_on(async {
        let coach = DaemonLink::start(settings.coach);
        let channels = Arc::new(Channels::new(Default::default(), Default::default()));
        let desk = Desk::new(
            coach.clone(),
            settings.answers,
            channels,
            Arc::new(SystemClock),
        );
        // The first call shows whether a daemon answers at all.
        coach.find_session(None).await?;
        Ok(match desk.admit(&asker, &context, command.word()) {
            Admission::Admitted(_) => desk.answer(&asker, &context, &command).await,
            Admission::Refused(answer) | Admission::TooSoon(answer) => answer,
        })
    });
    let answer = answered.map_err(|error: LinkError| match error {
        LinkError::Away => BotError::Input(format!(
            "no daemon answers at {address}\nhelp: `qbcoach serve --demo` starts one to try"
        )),
        other => BotError::Input(other.to_string()),
    })?;
    let shown = answer.drawing.unwrap_or(answer.text);
    Ok(writeln!(out, "{}", shown.trim_end())?)
}

fn check(options: &Options, out: &mut impl Write) -> Result<(), BotError> {
    let settings = settings(options)?;
    writeln!(out, "The configuration is fine.")?;
    writeln!(out, "daemon   {}", settings.coach.address)?;
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

/// Prints the commands as Discord reads them.
fn print_commands(out: &mut impl Write) -> Result<(), BotError> {
    let commands = serde_json::to_string_pretty(&discord::commands()).map_err(io::Error::other)?;
    Ok(writeln!(out, "{commands}")?)
}

/// Prints how to send the commands to Discord by hand.
fn print_recipe(options: &Options, out: &mut impl Write) -> Result<(), BotError> {
    let file = read(options)?;
    let id = file.discord.map(|discord| discord.application_id);
    let id = id.unwrap_or_else(|| "APPLICATION_ID".to_owned());
    Ok(out.write_all(discord::curl_recipe(&id).as_bytes())?)
}
