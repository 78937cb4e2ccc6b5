//! `qbcoach play`: live coaching in a terminal. It speaks the protocol and knows no
//! rules: what it shows, the daemon said.

mod answers;
pub mod command;
mod completion;
mod lines;
mod options;
mod paint;
mod refusal;
mod screen;
mod table;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use qbcoach_protocol::Owner;
use qbcoach_protocol::error::MOVED_ON;
use serde_json::{Value, json};

use self::command::{Command, CorrectedCard, Correction, Misread};
use self::lines::{Lines, Next};
use self::options::First;
pub use self::options::{PLAY_HELP, PlayOptions};
use self::paint::Paint;
use self::table::{Acted, Opening, Place, Table, Trouble};
use super::{Failure, input, serve};
use crate::client::Target;

/// How long a daemon that is gone is waited for by a script.
const PATIENCE_OF_A_PIPE: Duration = Duration::from_secs(30);

pub fn run(
    options: &PlayOptions,
    cards: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let place = place(options, cards, is_terminal)?;
    let table = Rc::new(Table::open(place, &opening(options)?).map_err(|trouble| {
        let help = match options.connect {
            Some(_) => "\nhelp: is the daemon running? `qbcoach serve` starts one",
            None => "",
        };
        match trouble {
            Trouble::Refused(refusal) => Failure::Input(format!(
                "{}\nhelp: `qbcoach play --help` tells what each option takes",
                refusal.reason
            )),
            Trouble::Lost(reason) => Failure::Input(format!("{reason}{help}")),
        }
    })?);
    let paint = Paint::of_stdout();
    let mut lines = match is_terminal {
        true => Lines::of_terminal(&table, paint).map_err(io::Error::other)?,
        false => Lines::of_pipe(),
    };
    let mut game = Game {
        table: &table,
        paint,
        out,
    };
    let played = game.play(&mut lines, options);
    table.close();
    played
}

fn place(options: &PlayOptions, cards: Option<&Path>, is_terminal: bool) -> Result<Place, Failure> {
    let Some(connect) = &options.connect else {
        return Ok(Place::Inside(serve::embedded(
            options.data_dir.as_deref(),
            cards,
        )?));
    };
    let patience = options.wait.map(Duration::from_secs);
    Ok(Place::Elsewhere {
        target: Target::parse(connect),
        token: options.token_file.as_deref().map(token).transpose()?,
        patience: patience.or((!is_terminal).then_some(PATIENCE_OF_A_PIPE)),
    })
}

/// The token of a file: one alone, or the one that may do everything of a daemon's.
fn token(file: &str) -> Result<String, Failure> {
    let content = input::read_file(Path::new(file))?;
    let lines: Vec<&str> = content
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let control = lines.iter().find(|line| line.starts_with("control"));
    let line = control.or(lines.first());
    let token = line.and_then(|line| line.split_whitespace().last());
    token
        .map(str::to_owned)
        .ok_or_else(|| Failure::Input(format!("{file} has no token: put one on its first line")))
}

fn opening(options: &PlayOptions) -> Result<Opening, Failure> {
    if let Some(session) = &options.resume {
        return Ok(Opening::Resume(session.clone()));
    }
    if let Some(file) = &options.import {
        return Ok(Opening::Import(input::read_file(Path::new(file))?));
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
        set("game", Some(json!("mage-knight")));
        set("setup", Some(setup));
        return Ok(Opening::Create(params));
    }
    if options.simulate {
        set("mode", Some(json!("simulated")));
        set("autoplay", Some(json!(["enemy"])));
    }
    let first = options.first.map(|first| match first {
        First::You => json!("you"),
        First::Enemy => json!("enemy"),
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
    Ok(Opening::Create(params))
}

/// Why a line did nothing.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Misread(#[from] Misread),
    #[error(transparent)]
    ByDaemon(#[from] refusal::Refusal),
    #[error("{0}")]
    Other(String),
}

/// What a line can end in.
enum Ending {
    Refused(Refused),
    /// Nothing more can be done.
    Broken(Failure),
}

impl From<Misread> for Ending {
    fn from(misread: Misread) -> Ending {
        Ending::Refused(misread.into())
    }
}

impl From<Trouble> for Ending {
    fn from(trouble: Trouble) -> Ending {
        match trouble {
            Trouble::Refused(refusal) => Ending::Refused(refusal.into()),
            Trouble::Lost(reason) => Ending::Broken(Failure::Input(reason)),
        }
    }
}

impl From<io::Error> for Ending {
    fn from(error: io::Error) -> Ending {
        Ending::Broken(Failure::Output(error))
    }
}

#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Quit,
}

struct Game<'a, W: Write> {
    table: &'a Rc<Table>,
    paint: Paint,
    out: &'a mut W,
}

impl<W: Write> Game<'_, W> {
    fn play(&mut self, lines: &mut Lines, options: &PlayOptions) -> Result<(), Failure> {
        if !lines.is_pipe() {
            let session = self.table.session();
            writeln!(
                self.out,
                "{session}: type what happens; `help` has all commands, Tab completes."
            )?;
        }
        match self.show(&[]) {
            Err(Ending::Broken(failure)) => return Err(failure),
            Err(Ending::Refused(refused)) => return Err(Failure::Input(refused.to_string())),
            Ok(()) => {}
        }
        let mut number = 0;
        loop {
            let prompt = screen::prompt(&self.table.snapshot());
            let line = match lines.next(&prompt, self.out)? {
                Next::Line(line) => line,
                Next::Nothing => continue,
                Next::End => return Ok(()),
            };
            number += 1;
            match self.take(&line) {
                Ok(Flow::On) => {}
                Ok(Flow::Quit) => return Ok(()),
                Err(Ending::Broken(failure)) => return Err(failure),
                Err(Ending::Refused(refused)) if lines.is_pipe() => {
                    self.out.flush()?;
                    eprintln!("error: line {number}: `{}`: {refused}", line.trim());
                    if !options.keep_going {
                        return Err(Failure::Told);
                    }
                }
                Err(Ending::Refused(refused)) => {
                    writeln!(self.out, "{}", self.paint.wrong(&refused.to_string()))?;
                }
            }
        }
    }

    fn take(&mut self, line: &str) -> Result<Flow, Ending> {
        let due = screen::due(&self.table.snapshot());
        let Some(command) = command::read(line, due)? else {
            return Ok(Flow::On);
        };
        let told = match command {
            Command::Quit => return Ok(Flow::Quit),
            Command::Undo { count } => {
                let undone = self.table.undo(count)?;
                return self.changed(undone);
            }
            Command::Choose { number } => {
                let chosen = self.chosen(number)?;
                return self.act(&chosen);
            }
            Command::Help => format!("{PLAY_HELP}\n"),
            Command::Hand => screen::hand(self.paint, &self.table.snapshot()),
            Command::Board => screen::table(self.paint, &self.table.snapshot()),
            Command::Actions => {
                self.table.list_actions()?;
                screen::actions(&self.table.actions())
            }
            Command::Best { count } => answers::best(self.table, self.paint, count)?,
            Command::Why { rank } => answers::why(self.table, rank)?,
            Command::Threat => answers::threat(self.table, self.paint)?,
            Command::Odds { card } => answers::odds(self.table, &card)?,
            Command::Lock => answers::lock(self.table)?,
            Command::Cards { query } => answers::cards(self.table, &query)?,
            Command::Log => {
                let export = answers::export(self.table)?;
                let happened = export.split_once("---\n").map(|(_, happened)| happened);
                happened.unwrap_or(&export).to_owned()
            }
            Command::Save { file } => save(&file, &answers::export(self.table)?)?,
            acting => return self.act(&action(acting)),
        };
        write!(self.out, "{told}")?;
        Ok(Flow::On)
    }

    fn chosen(&self, number: usize) -> Result<Value, Ending> {
        let actions = self.table.actions();
        let mut numbered = screen::numbered(&actions);
        let chosen = numbered.find(|(place, _)| *place == number);
        let chosen = chosen.map(|(_, listed)| listed["action"].clone());
        chosen.ok_or_else(|| {
            let reason = format!("there is no action {number}: `actions` lists them by number");
            Ending::Refused(Refused::Other(reason))
        })
    }

    fn act(&mut self, action: &Value) -> Result<Flow, Ending> {
        let acted = self.table.act(action);
        if let Err(Trouble::Refused(refusal)) = &acted
            && refusal.code == i64::from(MOVED_ON)
        {
            // Somebody else plays the session too: this is what it is now.
            self.show(&[])?;
        }
        self.changed(acted?)
    }

    fn changed(&mut self, acted: Acted) -> Result<Flow, Ending> {
        match acted {
            Acted::Done { events } => self.show(&events)?,
            Acted::MovedOn => {
                let said = "the session moved on meanwhile, very likely by this line; it is now:";
                writeln!(self.out, "{said}")?;
                self.show(&[])?;
            }
        }
        Ok(Flow::On)
    }

    /// What happened, the table as it is now, and the advice that is due.
    fn show(&mut self, events: &[Value]) -> Result<(), Ending> {
        write!(self.out, "{}", screen::events(self.paint, events))?;
        {
            let snapshot = self.table.snapshot();
            write!(self.out, "{}", screen::table(self.paint, &snapshot))?;
        }
        // The table is there while the advice is being thought of.
        self.out.flush()?;
        if self.table.is_combat() {
            self.table.list_actions()?;
            // The options of a choice are part of the drawing.
            if self.table.snapshot()["pendingChoice"].is_null() {
                write!(self.out, "{}", screen::actions(&self.table.actions()))?;
            }
        }
        write!(self.out, "{}", answers::advice(self.table, self.paint))?;
        Ok(())
    }
}

/// The action of a command that changes the match.
fn action(command: Command) -> Value {
    match command {
        Command::Play { side, card, tile } => {
            json!({ "type": "play", "side": side, "card": card, "tile": tile })
        }
        Command::Pass { side } => json!({ "type": "pass", "side": side }),
        Command::Draw { card } => json!({ "type": "draw", "card": card }),
        Command::Mulligan {
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
        Command::SetHand { cards } => json!({ "type": "setHand", "cards": cards }),
        Command::Fix(correction) => json!({ "type": "resync", "tiles": [tile(&correction)] }),
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
        CorrectedCard::AsItIs => {}
        CorrectedCard::None => tile["card"] = Value::Null,
        CorrectedCard::Card(card) => {
            tile["card"] = json!(card);
            // Whose tile it is, his is the card.
            if let Some(owner @ (Owner::You | Owner::Enemy)) = correction.owner {
                tile["side"] = json!(owner);
            }
        }
    }
    tile
}

fn save(file: &str, export: &str) -> Result<String, Ending> {
    let failed = |error: io::Error| {
        let reason = format!("cannot write {file}: {error}; give another name");
        Ending::Refused(Refused::Other(reason))
    };
    // What somebody kept before is not overwritten.
    let mut created = fs::File::create_new(file).map_err(failed)?;
    created.write_all(export.as_bytes()).map_err(failed)?;
    Ok(format!(
        "saved to {file}; `qbcoach play --import {file}` goes on from it\n"
    ))
}
