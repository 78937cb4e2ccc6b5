//! `qbcoach play`: live coaching in a terminal. It is a client of a daemon and contains
//! no rules of the games.

mod answers;
mod combat;
pub(super) mod command;
mod completion;
mod lines;
mod options;
mod paint;
mod refusal;
mod screen;
mod session;

use std::borrow::Cow;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use qbcoach_platform::refuse_device;
use qbcoach_protocol::Owner;
use qbcoach_protocol::error::MOVED_ON;
use serde_json::{Value, json};

use self::command::{CorrectedCard, Correction, PlayCommand, SyntaxError};
use self::lines::{InputLine, Lines};
use self::options::FirstPlayer;
pub use self::options::{PLAY_HELP, PlayOptions};
use self::paint::{Paint, Paper};
use self::refusal::DaemonRefusal;
use self::session::{
    ChangeResult, DaemonLocation, PlayedSession, PlayedSessionError, SessionStart,
};
use super::{CommandError, input, serve};

/// How long a script waits for the daemon after the connection is lost.
const PATIENCE_OF_A_PIPE: Duration = Duration::from_secs(30);

pub fn run(
    options: &PlayOptions,
    cards: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let location = location(options, cards, (!is_terminal).then_some(PATIENCE_OF_A_PIPE))?;
    let session = PlayedSession::open(location, &session_start(options)?);
    let session = Rc::new(session.map_err(|error| {
        let help = match options.connect {
            Some(_) => "\nhelp: is the daemon running? `qbcoach serve` starts one",
            None => "",
        };
        match error {
            PlayedSessionError::Refused(refusal) => CommandError::Input(format!(
                "{}\nhelp: `qbcoach play --help` says what each option takes",
                refusal.reason
            )),
            PlayedSessionError::Lost(reason) => CommandError::Input(format!("{reason}{help}")),
        }
    })?);
    let paint = Paint::of_stdout();
    let mut lines = match is_terminal {
        true => Lines::of_terminal(&session, paint).map_err(io::Error::other)?,
        false => Lines::of_pipe(),
    };
    let mut conversation = Conversation {
        session: &session,
        paint,
        paper: match is_terminal && !options.scroll {
            true => Paper::of_terminal(),
            false => Paper::Scrolls,
        },
        out,
    };
    let result = conversation.run(&mut lines, options);
    session.close();
    result
}

fn location(
    options: &PlayOptions,
    cards: Option<&Path>,
    usual_patience: Option<Duration>,
) -> Result<DaemonLocation, CommandError> {
    let Some(connect) = &options.connect else {
        return Ok(DaemonLocation::Embedded(serve::embedded(
            options.data_dir.as_deref(),
            cards,
        )?));
    };
    let patience = options.wait.map(Duration::from_secs);
    Ok(DaemonLocation::Remote {
        address: super::address(connect)?,
        token: options.token_file.as_deref().map(token).transpose()?,
        patience: patience.or(usual_patience),
    })
}

/// The token of a file: that of the role `control` in a daemon's token file, or else the
/// first one.
pub(super) fn token(file: &str) -> Result<String, CommandError> {
    let content = input::read_file(Path::new(file))?;
    let lines: Vec<&str> = content
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let control = lines.iter().find(|line| line.starts_with("control"));
    let line = control.or(lines.first());
    let token = line.and_then(|line| line.split_whitespace().last());
    token.map(str::to_owned).ok_or_else(|| {
        CommandError::Input(format!("{file} has no token: put one on its first line"))
    })
}

fn session_start(options: &PlayOptions) -> Result<SessionStart, CommandError> {
    if let Some(session) = &options.resume {
        return Ok(SessionStart::Resume(session.clone()));
    }
    if let Some(file) = &options.import {
        return Ok(SessionStart::Import(input::read_file(Path::new(file))?));
    }
    let mut params = json!({});
    let mut set = |field: &str, value: Option<Value>| {
        if let Some(value) = value {
            params[field] = value;
        }
    };
    set("rules", options.rules.as_ref().map(|rules| json!(rules)));
    set("seed", options.seed.map(|seed| json!(seed)));
    let hand = options.hand.as_deref().map(command::list);
    if let Some(enemies) = &options.combat {
        let mut setup =
            json!({ "enemies": command::list(enemies), "hand": hand.unwrap_or_default() });
        if let Some(armor) = options.armor {
            setup["hero"] = json!({ "armor": armor });
        }
        let list = |given: &Option<String>| given.as_deref().map(command::list);
        if options.mana.is_some() || options.crystals.is_some() || options.dice.is_some() {
            setup["mana"] = json!({
                "tokens": list(&options.mana).unwrap_or_default(),
                "crystals": list(&options.crystals).unwrap_or_default(),
                "dice": list(&options.dice).unwrap_or_default(),
            });
        }
        if options.fortified {
            setup["fortifiedSite"] = json!(true);
        }
        if let Some(units) = list(&options.units) {
            setup["units"] = json!(units);
        }
        if let Some(skills) = list(&options.skills) {
            setup["skills"] = json!(skills);
        }
        if options.night {
            setup["day"] = json!(false);
        }
        set("game", Some(json!("mage-knight")));
        set("setup", Some(setup));
        return Ok(SessionStart::Create(params));
    }
    if options.simulate {
        set("mode", Some(json!("simulated")));
        set("autoplay", Some(json!(["enemy"])));
    }
    let first = options.first.map(|first| match first {
        FirstPlayer::You => json!("you"),
        FirstPlayer::Enemy => json!("enemy"),
    });
    set("firstPlayer", first);
    let mut you = json!({});
    if let Some(deck) = &options.you {
        you["deck"] = json!(deck);
    }
    if let Some(hand) = hand {
        you["hand"] = json!(hand);
    }
    set("you", Some(you));
    let enemy = options.enemy.as_ref();
    set("enemy", enemy.map(|deck| json!({ "deck": deck })));
    Ok(SessionStart::Create(params))
}

/// Why a line had no effect.
#[derive(Debug, thiserror::Error)]
enum LineRefused {
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    #[error(transparent)]
    ByDaemon(#[from] DaemonRefusal),
    #[error("{0}")]
    Other(String),
}

enum LineError {
    /// The next line is read.
    Refused(LineRefused),
    /// The program ends.
    Fatal(CommandError),
}

impl From<SyntaxError> for LineError {
    fn from(error: SyntaxError) -> LineError {
        LineError::Refused(error.into())
    }
}

impl From<PlayedSessionError> for LineError {
    fn from(error: PlayedSessionError) -> LineError {
        match error {
            PlayedSessionError::Refused(refusal) => LineError::Refused(refusal.into()),
            PlayedSessionError::Lost(reason) => LineError::Fatal(CommandError::Input(reason)),
        }
    }
}

impl From<io::Error> for LineError {
    fn from(error: io::Error) -> LineError {
        LineError::Fatal(CommandError::Output(error))
    }
}

#[derive(PartialEq, Eq)]
enum AfterLine {
    Continue,
    Quit,
}

struct Conversation<'a, W: Write> {
    session: &'a Rc<PlayedSession>,
    paint: Paint,
    paper: Paper,
    out: &'a mut W,
}

impl<W: Write> Conversation<'_, W> {
    fn run(&mut self, lines: &mut Lines, options: &PlayOptions) -> Result<(), CommandError> {
        let begun = self.show(&[]);
        if !lines.is_pipe() {
            let session = self.session.id();
            writeln!(
                self.out,
                "{session}: type what happens; `help` lists all commands, Tab completes."
            )?;
        }
        match begun {
            Err(LineError::Fatal(failure)) => return Err(failure),
            Err(LineError::Refused(refused)) => {
                return Err(CommandError::Input(refused.to_string()));
            }
            Ok(()) => {}
        }
        let mut number = 0;
        loop {
            let prompt = screen::prompt(&self.session.snapshot());
            let line = match lines.next(&prompt, self.out)? {
                InputLine::Line(line) => line,
                InputLine::Abandoned => continue,
                InputLine::End => return Ok(()),
            };
            number += 1;
            match self.run_line(&line) {
                Ok(AfterLine::Continue) => {}
                Ok(AfterLine::Quit) => return Ok(()),
                Err(LineError::Fatal(failure)) => return Err(failure),
                Err(LineError::Refused(refused)) if lines.is_pipe() => {
                    self.out.flush()?;
                    let refused = refused.to_string();
                    let refused = self.told(&refused);
                    eprintln!("error: line {number}: `{}`: {refused}", line.trim());
                    if !options.keep_going {
                        return Err(CommandError::AlreadyReported);
                    }
                }
                Err(LineError::Refused(refused)) => {
                    let refused = refused.to_string();
                    let refused = self.paint.wrong(&self.told(&refused));
                    writeln!(self.out, "{refused}")?;
                }
            }
        }
    }

    fn run_line(&mut self, line: &str) -> Result<AfterLine, LineError> {
        let expected = screen::expected(&self.session.snapshot());
        let Some(command) = command::read(line, expected)? else {
            return Ok(AfterLine::Continue);
        };
        let shown = match command {
            PlayCommand::Quit => return Ok(AfterLine::Quit),
            PlayCommand::Undo { count } => {
                let result = self.session.undo(count)?;
                return self.show_change(result);
            }
            PlayCommand::Choose { number } => {
                let chosen = self.chosen(number)?;
                return self.act(&chosen);
            }
            PlayCommand::ActionOf { words } => {
                let meant = {
                    let names = combat::names(&self.session.snapshot());
                    combat::meant(&self.session.actions(), &names, &words)
                };
                let refused = |reason| LineError::Refused(LineRefused::Other(reason));
                return self.act(&meant.map_err(refused)?);
            }
            PlayCommand::Help if self.session.is_combat() => {
                format!("{}\n", combat::COMBAT_HELP)
            }
            PlayCommand::Help => format!("{PLAY_HELP}\n"),
            PlayCommand::Hand => screen::hand(self.paint, &self.session.snapshot()),
            PlayCommand::Board => self.position()?,
            PlayCommand::Actions => {
                self.session.list_actions()?;
                screen::actions(&self.session.actions())
            }
            PlayCommand::Best { count } => answers::best(self.session, self.paint, count)?,
            PlayCommand::Why { rank } => answers::why(self.session, rank)?,
            PlayCommand::Threat => answers::threat(self.session, self.paint)?,
            PlayCommand::Odds { card } => answers::odds(self.session, &card)?,
            PlayCommand::Lock => answers::lock(self.session)?,
            PlayCommand::Cards { query } => answers::cards(self.session, &query)?,
            PlayCommand::Log => {
                let export = answers::export(self.session)?;
                let happened = export.split_once("---\n").map(|(_, happened)| happened);
                happened.unwrap_or(&export).to_owned()
            }
            PlayCommand::Save { file } => save(&file, &answers::export(self.session)?)?,
            change => return self.act(&action(change)),
        };
        write!(self.out, "{}", self.told(&shown))?;
        Ok(AfterLine::Continue)
    }

    /// A text with names instead of ids.
    fn told<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.session.is_combat() {
            true => Cow::Owned(combat::names(&self.session.snapshot()).told(text)),
            false => Cow::Borrowed(text),
        }
    }

    fn chosen(&self, number: usize) -> Result<Value, LineError> {
        let actions = self.session.actions();
        let chosen = number.checked_sub(1).and_then(|index| actions.get(index));
        let chosen = chosen.map(|listed| listed["action"].clone());
        chosen.ok_or_else(|| {
            let reason = format!("there is no action {number}: `actions` lists them by number");
            LineError::Refused(LineRefused::Other(reason))
        })
    }

    fn act(&mut self, action: &Value) -> Result<AfterLine, LineError> {
        let acted = self.session.act(action);
        if let Err(PlayedSessionError::Refused(refusal)) = &acted
            && refusal.code == MOVED_ON
        {
            // Another client has changed the session: show it as it is now.
            self.show(&[])?;
        }
        self.show_change(acted?)
    }

    fn show_change(&mut self, result: ChangeResult) -> Result<AfterLine, LineError> {
        match result {
            ChangeResult::Done { events } => self.show(&events)?,
            ChangeResult::MovedOn => {
                let note = "the session moved on meanwhile, very likely by this line; it is now:";
                writeln!(self.out, "{note}")?;
                self.show(&[])?;
            }
        }
        Ok(AfterLine::Continue)
    }

    fn position(&self) -> Result<String, PlayedSessionError> {
        let drawing = self.session.drawing()?;
        let snapshot = self.session.snapshot();
        Ok(screen::position(self.paint, &snapshot, &drawing))
    }

    /// Prints what happened, the position, and the advice for it.
    fn show(&mut self, events: &[Value]) -> Result<(), LineError> {
        write!(self.out, "{}", self.paper.new_page())?;
        let events = screen::events(self.paint, events);
        write!(self.out, "{}", self.told(&events))?;
        let position = self.position()?;
        write!(self.out, "{}", self.told(&position))?;
        // Print the position before asking for advice, which may take a moment.
        self.out.flush()?;
        if self.session.is_combat() {
            self.session.list_actions()?;
            let actions = screen::actions(&self.session.actions());
            write!(self.out, "{}", self.told(&actions))?;
        }
        let advice = answers::advice(self.session, self.paint);
        write!(self.out, "{}", self.told(&advice))?;
        Ok(())
    }
}

/// The action, for `match/act`, of a command that changes the session.
pub(super) fn action(command: PlayCommand) -> Value {
    match command {
        PlayCommand::Play { side, card, tile } => {
            json!({ "type": "play", "side": side, "card": card, "tile": tile })
        }
        PlayCommand::Pass { side } => json!({ "type": "pass", "side": side }),
        PlayCommand::Draw { card } => json!({ "type": "draw", "card": card }),
        PlayCommand::Mulligan {
            side,
            replace,
            drew,
        } => {
            let mut action = json!({ "type": "mulligan", "side": side, "replace": replace });
            if let Some(drew) = drew {
                action["drew"] = json!(drew);
            }
            action
        }
        PlayCommand::SetHand { cards } => json!({ "type": "setHand", "cards": cards }),
        PlayCommand::Fix(correction) => json!({ "type": "resync", "tiles": [tile(&correction)] }),
        _ => Value::Null,
    }
}

fn tile(correction: &Correction) -> Value {
    let mut tile = json!({ "tile": correction.tile });
    if let Some(owner) = correction.owner {
        tile["owner"] = json!(owner);
    }
    if let Some(rank) = correction.rank {
        tile["rank"] = json!(rank);
    }
    match &correction.card {
        CorrectedCard::Unchanged => {}
        CorrectedCard::None => tile["card"] = Value::Null,
        CorrectedCard::Card(card) => {
            tile["card"] = json!(card);
            // The card belongs to the owner of its tile.
            if let Some(owner @ (Owner::You | Owner::Enemy)) = correction.owner {
                tile["side"] = json!(owner);
            }
        }
    }
    tile
}

fn save(file: &str, export: &str) -> Result<String, LineError> {
    let failed = |error: io::Error| {
        let reason = format!("cannot write {file}: {error}; give another name");
        LineError::Refused(LineRefused::Other(reason))
    };
    refuse_device(Path::new(file))
        .map_err(|error| LineError::Refused(LineRefused::Other(error.to_string())))?;
    // An existing file is not overwritten.
    let mut created = fs::File::create_new(file).map_err(failed)?;
    created.write_all(export.as_bytes()).map_err(failed)?;
    Ok(format!(
        "saved to {file}; `qbcoach play --import {file}` continues from it\n"
    ))
}
