//! `qbcoach-bot setup`: asks for what a bot needs, writes its configuration, tries the
//! connections and says what to do next.

mod answers;
mod questions;
mod trial;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use qbcoach_platform::{private_files, refuse_device};

use self::answers::{ChatAnswers, SetupAnswers};
use self::questions::Questions;
use self::trial::Trial;
use crate::config::{BotSettings, ConfigFile};

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error("the answers ended before the last question; nothing was written")]
    AnswersEnded,
    #[error("{0} exists and is kept; give another --config FILE")]
    Kept(String),
    #[error(transparent)]
    Device(io::Error),
    #[error("{0} cannot be written: {1}")]
    Unwritten(String, io::Error),
    #[error("the answers make no configuration:\n{0}")]
    Unusable(String),
    /// The file is written, and a connection does not work yet.
    #[error(
        "not everything works yet; when it is repaired, `qbcoach-bot setup` may be run again, \
         or the file edited"
    )]
    NotConnected,
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// What the command line says.
#[derive(Clone, Debug)]
pub struct SetupOptions {
    pub file: PathBuf,
    /// Another server than Twitch's.
    pub twitch_server: Option<String>,
}

pub fn run(
    options: &SetupOptions,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<(), SetupError> {
    let file = std::path::absolute(&options.file)?;
    let shown = file.display().to_string();
    refuse_device(&file).map_err(SetupError::Device)?;
    let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
    let mut questions = Questions { input, out };
    questions.say("This sets up the chat bot. Enter takes the answer in brackets.")?;
    if file.exists() && !questions.yes(&format!("{shown} exists. Replace it?"))? {
        return Err(SetupError::Kept(shown));
    }
    let answers = SetupAnswers::ask(&mut questions, &folder, options.twitch_server.as_deref())?;
    let text = answers.to_text();
    let settings = ConfigFile::read(&text).map_err(|error| error.to_string());
    let settings = settings.and_then(|file| {
        BotSettings::resolve(&file).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
            lines.join("\n")
        })
    });
    let settings = settings.map_err(SetupError::Unusable)?;
    write_private(&file, &text)?;
    writeln!(questions.out, "\n{shown} is written. Trying it:")?;
    questions.out.flush()?;
    let trial = Trial::run(&settings)?;
    trial.report(questions.out)?;
    next_steps(&answers, &shown, questions.out)?;
    match trial.is_good() {
        true => Ok(()),
        false => Err(SetupError::NotConnected),
    }
}

/// Writes a file that only its owner may read.
fn write_private(path: &Path, text: &str) -> Result<(), SetupError> {
    let written = private_files::create(path);
    written
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| SetupError::Unwritten(path.display().to_string(), error))
}

fn next_steps(answers: &SetupAnswers, file: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nWhat to do next:")?;
    writeln!(out, "  1. Start the coach: qbcoach serve --open")?;
    writeln!(
        out,
        "  2. Start the bot:   qbcoach-bot run --config \"{file}\""
    )?;
    writeln!(
        out,
        "     (on Windows a double click on each does the same)"
    )?;
    match &answers.chat {
        ChatAnswers::Twitch(twitch) => {
            writeln!(out, "  3. Type !score in the chat of {}.", twitch.channel)?;
            writeln!(
                out,
                "  4. Type /mod {} there: moderators may send more messages.",
                twitch.nick
            )
        }
        ChatAnswers::Irc(irc) => {
            writeln!(out, "  3. Type !score in {}.", irc.channel)?;
            writeln!(
                out,
                "  4. Operators of the channel are the bot's moderators."
            )
        }
        ChatAnswers::Discord(discord) => {
            writeln!(
                out,
                "  3. Let your HTTPS server or tunnel forward https://YOUR.HOST/interactions to"
            )?;
            writeln!(out, "     http://{}/interactions", discord.listen)?;
            writeln!(
                out,
                "  4. Enter https://YOUR.HOST/interactions as Interactions Endpoint URL at"
            )?;
            writeln!(
                out,
                "     https://discord.com/developers/applications/{}/information",
                discord.application_id
            )?;
            writeln!(
                out,
                "  5. Register the commands: qbcoach-bot register --curl --config \"{file}\""
            )
        }
    }
}
