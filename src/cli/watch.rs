//! `qbcoach watch`: a session in the terminal, turn by turn.

use std::io::{self, Write};
use std::time::Duration;

use qbcoach_protocol::{Topic, Update};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::Failure;
use super::daemon_args::WatchOptions;
use crate::client::connection::Notification;
use crate::client::follow::Followed;
use crate::client::{Connection, ConnectionError, Target};

/// How often a newer session is looked for, and how long a lost daemon is waited
/// for at first.
const LOOK: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

pub fn run(options: &WatchOptions, out: &mut impl Write) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(watch(options, out))
}

enum Next {
    /// Enough has been seen.
    Done,
    /// Somebody closed the session, or there is a newer one.
    Another,
    Lost,
}

async fn watch(options: &WatchOptions, out: &mut impl Write) -> Result<(), Failure> {
    let target = Target::parse(&options.target);
    let mut wait = LOOK;
    let mut connected_before = false;
    let mut shown = 0;
    loop {
        match Connection::open(&target).await {
            Ok((connection, mut updates)) => {
                connected_before = true;
                wait = LOOK;
                let next = follow(options, &connection, &mut updates, &mut shown, out).await;
                match next {
                    Ok(Next::Done) => return Ok(()),
                    Ok(Next::Another) => continue,
                    Ok(Next::Lost) | Err(Trouble::Connection(ConnectionError::Ended)) => {}
                    Err(Trouble::Connection(error)) => {
                        return Err(Failure::Input(error.to_string()));
                    }
                    Err(Trouble::Output(error)) => return Err(Failure::Output(error)),
                }
                writeln!(out, "The daemon is gone; waiting for it.")?;
                out.flush()?;
            }
            Err(error) if !connected_before => {
                let help = "is it running? `qbcoach serve --demo` starts one";
                return Err(Failure::Input(format!("{error}\nhelp: {help}")));
            }
            Err(_) => {}
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

enum Trouble {
    Connection(ConnectionError),
    Output(io::Error),
}

impl From<ConnectionError> for Trouble {
    fn from(error: ConnectionError) -> Trouble {
        Trouble::Connection(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

async fn follow(
    options: &WatchOptions,
    connection: &Connection,
    updates: &mut UnboundedReceiver<Notification>,
    shown: &mut u64,
    out: &mut impl Write,
) -> Result<Next, Trouble> {
    if let Some(token) = &options.token {
        let greeting = json!({ "clientInfo": { "name": "qbcoach watch" }, "token": token });
        connection.ask("initialize", &greeting).await?;
    }
    let session = match &options.session {
        Some(session) => session.clone(),
        None => newest(connection, out).await?,
    };
    let audience = if options.stream { "stream" } else { "player" };
    let params = json!({ "sessionId": session, "audience": audience });
    connection.ask("session/subscribe", &params).await?;
    writeln!(out, "Following {session}.")?;
    out.flush()?;
    let mut followed = Followed::default();
    let mut over = false;
    loop {
        let update = tokio::select! {
            update = updates.recv() => match update {
                Some(update) => update,
                None => return Ok(Next::Lost),
            },
            () = tokio::time::sleep(LOOK), if over && options.session.is_none() => {
                match current(connection).await? {
                    Some(newest) if newest != session => return Ok(Next::Another),
                    _ => continue,
                }
            }
        };
        let Some(result) = update.result else {
            writeln!(out, "{session} was closed.")?;
            return Ok(match options.session {
                Some(_) => Next::Done,
                None => Next::Another,
            });
        };
        let Ok(update) = serde_json::from_str::<Update>(result.get()) else {
            continue;
        };
        let topic = update.topic;
        let Ok(document) = followed.take(update) else {
            return Ok(Next::Another);
        };
        match topic {
            Topic::State => {
                over = document["phase"] == "over";
                write_state(document, out)?;
                *shown += 1;
            }
            Topic::Threat => write_threat(document, out)?,
            Topic::Coach => write_advice(document, out)?,
            // It asks for none of the others.
            Topic::Observation | Topic::Evaluation | Topic::Hand | Topic::History => {}
        }
        out.flush()?;
        if options.updates.is_some_and(|most| *shown >= most) && topic == Topic::State {
            return Ok(Next::Done);
        }
    }
}

async fn current(connection: &Connection) -> Result<Option<String>, ConnectionError> {
    let list = connection.ask("session/list", &json!({})).await?;
    let sessions = list["sessions"].as_array().and_then(|list| list.last());
    let id = sessions.and_then(|session| session["sessionId"].as_str());
    Ok(id.map(str::to_owned))
}

async fn newest(connection: &Connection, out: &mut impl Write) -> Result<String, Trouble> {
    let mut told = false;
    loop {
        if let Some(id) = current(connection).await? {
            return Ok(id);
        }
        if !told {
            writeln!(out, "There is no session yet; waiting for one.")?;
            out.flush()?;
            told = true;
        }
        tokio::time::sleep(LOOK).await;
    }
}

fn write_state(state: &Value, out: &mut impl Write) -> io::Result<()> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if state["game"] == "mage-knight" {
        // The drawing begins with the phase and has the hand.
        let (id, fame) = (text(&state["sessionId"]), &state["fameGained"]);
        writeln!(out, "── {id}  combat  fame gained {fame}")?;
        return writeln!(out, "{}", text(&state["text"]).trim_end());
    }
    let score = &state["score"];
    let line = format!(
        "── {}  turn {}  {}  score {} : {}",
        text(&state["sessionId"]),
        state["turn"],
        match text(&state["phase"]).as_str() {
            "over" => "the match is over".to_owned(),
            phase => format!("{} to act ({phase})", text(&state["sideToAct"])),
        },
        score["totalYou"],
        score["totalEnemy"],
    );
    writeln!(out, "{line}")?;
    writeln!(out, "{}", text(&state["text"]).trim_end())?;
    let names = |cards: &Value| {
        let cards = cards.as_array().into_iter().flatten();
        let names: Vec<String> = cards.map(|card| text(&card["name"])).collect();
        names.join(", ")
    };
    if let Some(Value::Array(hand)) = state["you"].get("hand")
        && !hand.is_empty()
    {
        writeln!(out, "your hand: {}", names(&state["you"]["hand"]))?;
    }
    Ok(())
}

fn write_threat(threat: &Value, out: &mut impl Write) -> io::Result<()> {
    if let Some(wounds) = threat["total"]["hand"]
        .as_u64()
        .filter(|wounds| *wounds > 0)
    {
        return writeln!(out, "if nothing is done: {wounds} wounds");
    }
    let outcomes = threat["outcomes"].as_array();
    let likeliest = outcomes.into_iter().flatten().max_by(|a, b| {
        let weight = |outcome: &Value| outcome["weight"].as_f64().unwrap_or_default();
        weight(a).total_cmp(&weight(b))
    });
    let Some(reply) = likeliest.filter(|reply| reply["card"].is_object()) else {
        return Ok(());
    };
    writeln!(
        out,
        "likely reply: {} on {} ({:.0} %)",
        reply["card"]["name"].as_str().unwrap_or_default(),
        reply["tile"].as_str().unwrap_or_default(),
        100.0 * reply["weight"].as_f64().unwrap_or_default()
    )
}

fn write_advice(advice: &Value, out: &mut impl Write) -> io::Result<()> {
    let message = advice["message"].as_str().unwrap_or_default();
    match advice["moves"]
        .as_array()
        .is_some_and(|moves| !moves.is_empty())
    {
        true => writeln!(out, "coach: {message}"),
        false => Ok(()),
    }
}
