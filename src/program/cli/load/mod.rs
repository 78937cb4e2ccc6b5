//! `qbcoach load`: puts load on a daemon and measures it from another process.

mod generator;
mod script;
mod turn_bytes;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use qbcoach_protocol::Topic;
use qbcoach_protocol::client::{Client, ClientError, DaemonAddress};
use serde_json::{Value, json};

use self::generator::{LoadPlan, LoadResult, percentile};
use self::script::EnemyDeck;
use self::turn_bytes::TurnBytes;
use super::CommandError;
use super::daemon_args::LoadOptions;

/// One daemon after the other, so that they do not disturb each other.
pub fn run(options: &LoadOptions, out: &mut impl Write) -> Result<(), CommandError> {
    let Some(journal) = &options.journal else {
        return measure(options, None, out);
    };
    let names = [("SQLite", None), ("PostgreSQL", Some(journal.as_str()))];
    for (name, journal) in names {
        if !options.json {
            writeln!(out, "{name}")?;
        }
        measure(options, journal, out)?;
    }
    Ok(())
}

fn measure(
    options: &LoadOptions,
    journal: Option<&str>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let own = match &options.target {
        Some(_) => None,
        None => Some(OwnDaemon::start(journal)?),
    };
    let address = match (&options.target, &own) {
        (Some(target), _) => super::address(target)?,
        (None, Some(own)) => own.address.clone(),
        (None, None) => return Err(CommandError::Input("there is no daemon".to_owned())),
    };
    let plan = LoadPlan {
        sessions: options.sessions as usize,
        subscribers: options.subscribers as usize,
        time: Duration::from_secs(options.seconds),
        enemy_deck: match options.unknown_decks {
            true => EnemyDeck::Unknown,
            false => EnemyDeck::Known,
        },
        thinking: Duration::from_millis(options.think_ms),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let pid = own.as_ref().map(|own| own.child.id());
    let bytes = TurnBytes::measure(&address, options.matches, plan.enemy_deck);
    let bytes = runtime.block_on(bytes);
    let bytes = bytes.map_err(|error| CommandError::Input(error.to_string()))?;
    let cpu_before = pid.and_then(cpu_seconds);
    let memory = Mutex::new(Vec::new());
    let result = runtime.block_on(async {
        let measuring = async {
            loop {
                let now = pid.and_then(resident_kib);
                if let Ok(mut memory) = memory.lock() {
                    memory.extend(now);
                }
                tokio::time::sleep(plan.time / 20).await;
            }
        };
        tokio::select! {
            result = generator::run(&address, &plan) => result,
            // Measuring never ends by itself.
            () = measuring => Err(ClientError::ConnectionEnded),
        }
    });
    let result = result.map_err(|error| CommandError::Input(error.to_string()))?;
    let cpu = pid.and_then(cpu_seconds);
    let measured = Measured {
        result,
        bytes,
        memory: memory.into_inner().unwrap_or_default(),
        cpu: cpu.zip(cpu_before).map(|(after, before)| after - before),
    };
    report(options, &measured, out)
}

struct Measured {
    result: LoadResult,
    bytes: TurnBytes,
    /// The daemon's memory in the course of time.
    memory: Vec<u64>,
    /// The seconds of processor time that the daemon used for the load.
    cpu: Option<f64>,
}

fn report(
    options: &LoadOptions,
    measured: &Measured,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let Measured {
        result,
        bytes,
        memory,
        cpu,
    } = measured;
    let ms = |time: Duration| (time.as_secs_f64() * 1e5).round() / 100.0;
    let seconds = result.time.as_secs_f64();
    let rate = |number: u64| (number as f64 / seconds).round() as u64;
    // The daemon fills its caches at first; growth is measured after a third of the time.
    let settled = memory.get(memory.len() / 3).copied();
    let last = memory.last().copied();
    // Processor time for each action varies less between runs than times do.
    let cpu_each = cpu.map(|cpu| (cpu * 1e5 / result.actions.max(1) as f64).round() / 100.0);
    let spread = |times: &[Duration]| {
        let at = |share: f64| ms(percentile(times, share));
        json!({ "p50": at(0.5), "p99": at(0.99), "max": at(1.0) })
    };
    let pushed = |topic: Topic| result.pushed.get(&topic).map_or(&[][..], Vec::as_slice);
    let figures = json!({
        "sessions": options.sessions,
        "subscribers": options.subscribers,
        "seconds": seconds,
        "actions": result.actions,
        "actionsPerSecond": rate(result.actions),
        "pushes": result.pushes,
        "pushesPerSecond": rate(result.pushes),
        "answerMs": spread(&result.answers),
        "statePushMs": spread(pushed(Topic::State)),
        "threatPushMs": spread(pushed(Topic::Threat)),
        "cpuMsPerAction": cpu_each,
        "memoryKib": { "settled": settled, "end": last },
        "turnBytes": bytes.figures(),
    });
    if options.json {
        writeln!(out, "{figures}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{} sessions, {} subscribers each, {seconds:.1} s",
        options.sessions, options.subscribers
    )?;
    writeln!(
        out,
        "actions        {} ({} a second)",
        result.actions, figures["actionsPerSecond"]
    )?;
    writeln!(
        out,
        "pushes         {} ({} a second)",
        result.pushes, figures["pushesPerSecond"]
    )?;
    let line = |name: &str, spread: &Value| {
        format!(
            "{name:<14} p50 {} ms, p99 {} ms, max {} ms",
            spread["p50"], spread["p99"], spread["max"]
        )
    };
    writeln!(out, "{}", line("act to answer", &figures["answerMs"]))?;
    writeln!(out, "{}", line("act to board", &figures["statePushMs"]))?;
    writeln!(out, "{}", line("act to threat", &figures["threatPushMs"]))?;
    if let Some(each) = cpu_each {
        writeln!(
            out,
            "daemon's CPU   {each} ms an action, its pushes included"
        )?;
    }
    if let Value::Object(topics) = &figures["turnBytes"] {
        for (topic, size) in topics.iter().filter(|(_, size)| size.is_object()) {
            writeln!(
                out,
                "{:<14} {} bytes, {} at most",
                match topic.as_str() {
                    "all" => "whole turn".to_owned(),
                    topic => format!("{topic} update"),
                },
                size["median"],
                size["max"]
            )?;
        }
    }
    if let (Some(settled), Some(last)) = (settled, last) {
        let mib = |kib: u64| kib as f64 / 1024.0;
        writeln!(
            out,
            "memory         {:.1} MiB after a third of the time, {:.1} MiB at the end",
            mib(settled),
            mib(last)
        )?;
    }
    Ok(())
}

/// A daemon started for the measurement, with a journal on disk as a user's has.
struct OwnDaemon {
    child: Child,
    folder: PathBuf,
    address: DaemonAddress,
}

impl OwnDaemon {
    /// With SQLite, unless a journal is named.
    fn start(journal: Option<&str>) -> Result<OwnDaemon, CommandError> {
        let failed =
            |what: &str| CommandError::Input(format!("no daemon could be started: {what}"));
        let folder = std::env::temp_dir().join(format!("qbcoach-load-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let ready = folder.join("ready.json");
        let child = Command::new(std::env::current_exe()?)
            .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "warn"])
            .arg("--data-dir")
            .arg(folder.join("data"))
            .arg("--ready-file")
            .arg(&ready)
            .args(
                journal
                    .map(|journal| ["--journal", journal])
                    .into_iter()
                    .flatten(),
            )
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut own = OwnDaemon {
            child,
            folder,
            address: DaemonAddress::WebSocket(String::new()),
        };
        let address = own
            .wait_for(&ready)
            .ok_or_else(|| failed("it does not answer"))?;
        own.address = DaemonAddress::WebSocket(format!("ws://{address}"));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let opened = runtime.block_on(Client::connect(&own.address));
        opened.map_err(|error| failed(&error.to_string()))?;
        Ok(own)
    }

    fn wait_for(&mut self, ready: &Path) -> Option<String> {
        const PATIENCE: Duration = Duration::from_secs(20);
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Ok(text) = fs::read_to_string(ready) {
                let ready: Value = serde_json::from_str(&text).ok()?;
                return ready["listen"].as_str().map(str::to_owned);
            }
            if self.child.try_wait().ok()?.is_some() {
                return None;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for OwnDaemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The processor time a process has used, on systems with `/proc`.
fn cpu_seconds(pid: u32) -> Option<f64> {
    /// Linux counts in ticks, of which a second has 100 on today's machines.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The process name in brackets may contain blanks and brackets.
    let (_, numbers) = stat.rsplit_once(')')?;
    let mut numbers = numbers.split_whitespace().skip(11);
    let mut ticks = || numbers.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS)
}

/// The memory a process uses, on systems with `/proc`.
fn resident_kib(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
