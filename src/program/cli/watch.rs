//! `qbcoach watch`: a session in the terminal, turn by turn.

use std::io::{self, Write};
use std::time::Duration;

use qbcoach_protocol::client::{Client, ClientError, Documents, SubscriptionEnd};
use qbcoach_protocol::method::{Initialize, SessionGet, SessionListAll};
use qbcoach_protocol::{
    Audience, InitializeParams, ListParams, SessionGetParams, Snapshot, SubscribeParams, Topic,
};
use serde_json::{Value, json};

use super::CommandError;
use super::daemon_args::WatchOptions;

/// The pause between two looks for a newer session, and the first pause before
/// connecting again.
const LOOK: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

pub fn run(options: &WatchOptions, out: &mut impl Write) -> Result<(), CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(watch(options, out))
}

/// Why a session is no longer followed.
enum FollowEnd {
    /// The number of updates given by `--updates` has been shown.
    Done,
    /// The session was closed or there is a newer one: look for a session again.
    AnotherSession,
    ConnectionLost,
}

async fn watch(options: &WatchOptions, out: &mut impl Write) -> Result<(), CommandError> {
    let address = super::address(&options.target)?;
    let mut wait = LOOK;
    let mut connected_before = false;
    let mut shown = 0;
    loop {
        match Client::connect(&address).await {
            Ok(client) => {
                connected_before = true;
                wait = LOOK;
                match follow(options, &client, &mut shown, out).await {
                    Ok(FollowEnd::Done) => return Ok(()),
                    Ok(FollowEnd::AnotherSession) => continue,
                    Ok(FollowEnd::ConnectionLost)
                    | Err(WatchError::Client(ClientError::ConnectionEnded)) => {}
                    Err(WatchError::Client(error)) => {
                        return Err(CommandError::Input(error.to_string()));
                    }
                    Err(WatchError::Output(error)) => return Err(CommandError::Output(error)),
                }
                writeln!(out, "The daemon is gone; waiting for it.")?;
                out.flush()?;
            }
            Err(error) if !connected_before => {
                let help = "is it running? `qbcoach serve --demo` starts one";
                return Err(CommandError::Input(format!("{error}\nhelp: {help}")));
            }
            Err(_) => {}
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

enum WatchError {
    Client(ClientError),
    Output(io::Error),
}

impl From<ClientError> for WatchError {
    fn from(error: ClientError) -> WatchError {
        WatchError::Client(error)
    }
}

impl From<io::Error> for WatchError {
    fn from(error: io::Error) -> WatchError {
        WatchError::Output(error)
    }
}

async fn follow(
    options: &WatchOptions,
    client: &Client,
    shown: &mut u64,
    out: &mut impl Write,
) -> Result<FollowEnd, WatchError> {
    if let Some(token) = &options.token {
        let params = InitializeParams {
            client_info: Some(json!({ "name": "qbcoach watch" })),
            token: Some(token.clone()),
            ..InitializeParams::default()
        };
        client.call::<Initialize>(&params).await?;
    }
    let session = match &options.session {
        Some(session) => session.clone(),
        None => wait_for_session(client, out).await?,
    };
    let params = SubscribeParams {
        session_id: session.clone(),
        audience: Some(match options.stream {
            true => Audience::Stream,
            false => Audience::Player,
        }),
        ..SubscribeParams::default()
    };
    let mut subscription = client.subscribe(&params).await?;
    writeln!(out, "Following {session}.")?;
    out.flush()?;
    let mut documents = Documents::default();
    let mut over = false;
    loop {
        let update = tokio::select! {
            update = subscription.next() => update,
            () = tokio::time::sleep(LOOK), if over && options.session.is_none() => {
                match newest_session(client).await? {
                    Some(newest) if newest != session => return Ok(FollowEnd::AnotherSession),
                    _ => continue,
                }
            }
        };
        let update = match update {
            Ok(update) => update,
            Err(SubscriptionEnd::ConnectionEnded) => return Ok(FollowEnd::ConnectionLost),
            Err(SubscriptionEnd::ByDaemon(_)) => {
                writeln!(out, "{session} was closed.")?;
                return Ok(match options.session {
                    Some(_) => FollowEnd::Done,
                    None => FollowEnd::AnotherSession,
                });
            }
        };
        let topic = update.topic;
        let Ok(document) = documents.apply(update) else {
            return Ok(FollowEnd::AnotherSession);
        };
        match topic {
            Topic::State => {
                over = document["phase"] == "over";
                let drawing = drawing(client, document).await?;
                write_state(document, &drawing, out)?;
                *shown += 1;
            }
            Topic::Threat => write_threat(document, out)?,
            Topic::Coach => write_advice(document, out)?,
            // `Observation` comes but is not shown; the others do not come by default.
            Topic::Observation | Topic::Evaluation | Topic::Hand | Topic::History => {}
        }
        out.flush()?;
        if options.updates.is_some_and(|most| *shown >= most) && topic == Topic::State {
            return Ok(FollowEnd::Done);
        }
    }
}

async fn newest_session(client: &Client) -> Result<Option<String>, ClientError> {
    let mut list = client.call::<SessionListAll>(&ListParams {}).await?;
    Ok(list.sessions.pop().map(|session| session.session_id))
}

async fn wait_for_session(client: &Client, out: &mut impl Write) -> Result<String, WatchError> {
    let mut is_reported = false;
    loop {
        if let Some(id) = newest_session(client).await? {
            return Ok(id);
        }
        if !is_reported {
            writeln!(out, "There is no session yet; waiting for one.")?;
            out.flush()?;
            is_reported = true;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// The board of a state, drawn for people. A combat is drawn in its state.
async fn drawing(client: &Client, state: &Value) -> Result<String, ClientError> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if state["text"].is_string() {
        return Ok(text(&state["text"]));
    }
    let params = SessionGetParams {
        session_id: text(&state["sessionId"]),
        seq: state["seq"].as_u64(),
        text: Some(true),
    };
    Ok(match &*client.call::<SessionGet>(&params).await? {
        Snapshot::Match(drawn) => drawn.text.clone().unwrap_or_default(),
        Snapshot::Combat(drawn) => drawn.text.clone(),
    })
}

fn write_state(state: &Value, drawing: &str, out: &mut impl Write) -> io::Result<()> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if state["game"] == "mage-knight" {
        // The drawn combat contains the phase and the hand.
        let (id, fame) = (text(&state["sessionId"]), &state["fameGained"]);
        writeln!(out, "── {id}  combat  fame gained {fame}")?;
        return writeln!(out, "{}", drawing.trim_end());
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
    writeln!(out, "{}", drawing.trim_end())?;
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
