//! One server: getting in, staying there, and coming back.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, ReadHalf, WriteHalf};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::Instant;

use super::handshake::{Handshake, Step};
use super::message::{one_word, say};
use super::operators::Operators;
use super::pace::Pace;
use super::{Message, badges};
use crate::announce::Announcement;
use crate::backoff::Backoff;
use crate::commands::{Admission, Asker, Channel, Chat, Command, Desk, Place, Privacy, Rank};
use crate::config::{IrcSettings, Network};
use crate::stop::Stop;
use crate::stream::{self, Stream};

/// Twitch's tags are long; anything longer is not IRC.
const LONGEST_LINE: u64 = 16 * 1024;
/// Silence after which the server is asked, and after which it is given up.
const SILENCE: Duration = Duration::from_secs(90);
const GREETING: Duration = Duration::from_secs(60);
/// Lines that wait to be said; what comes on top is lost.
const MOST_WAITING: usize = 20;
/// Questions worked on at a time.
const MOST_QUESTIONS: usize = 8;
/// Lines said at once; servers do not like more.
const BURST: u32 = 5;

pub struct IrcClient {
    settings: IrcSettings,
    desk: Arc<Desk>,
    announcements: mpsc::Receiver<Announcement>,
    questions: Arc<Semaphore>,
}

/// Why a connection is over.
#[derive(Debug, thiserror::Error)]
enum Ending {
    #[error("{0}")]
    Lost(#[from] io::Error),
    #[error("the server asked to connect again")]
    Reconnect,
    #[error("the server does not let the bot in: {0}")]
    Refused(String),
    #[error("the bot is stopping")]
    Stopping,
}

/// A connection that is let in.
struct Joined {
    reader: BufReader<ReadHalf<Box<dyn Stream>>>,
    writer: WriteHalf<Box<dyn Stream>>,
    nick: String,
    operators: Operators,
    /// Lines of answers, on their way from those who make them.
    answers: mpsc::Sender<String>,
}

impl IrcClient {
    pub fn new(
        settings: IrcSettings,
        desk: Arc<Desk>,
        announcements: mpsc::Receiver<Announcement>,
    ) -> IrcClient {
        IrcClient {
            settings,
            desk,
            announcements,
            questions: Arc::new(Semaphore::new(MOST_QUESTIONS)),
        }
    }

    /// Runs until told to stop.
    pub async fn run(mut self, mut stop: Stop) {
        let server = self.settings.address.authority();
        let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(60));
        let mut refused = Backoff::new(Duration::from_secs(30), Duration::from_secs(900));
        loop {
            let ending = self.connect_and_stay(&mut stop, &mut backoff).await;
            let wait = match &ending {
                Ending::Stopping => return,
                Ending::Refused(_) => {
                    tracing::error!(%server, %ending, "check the name and its password or token");
                    refused.next_wait()
                }
                Ending::Lost(_) | Ending::Reconnect => {
                    tracing::warn!(%server, %ending, "connecting again");
                    backoff.next_wait()
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stop.told() => return,
            }
        }
    }

    async fn connect_and_stay(&mut self, stop: &mut Stop, backoff: &mut Backoff) -> Ending {
        let (answers, lines) = mpsc::channel(MOST_WAITING);
        let joining = tokio::time::timeout(GREETING, self.join(answers));
        let joined = tokio::select! {
            joined = joining => joined,
            () = stop.told() => return Ending::Stopping,
        };
        let late = || Ending::Lost(io::Error::new(io::ErrorKind::TimedOut, "no greeting"));
        match joined.unwrap_or_else(|_| Err(late())) {
            Ok(joined) => {
                backoff.reset();
                self.stay(joined, lines, stop)
                    .await
                    .err()
                    .unwrap_or(Ending::Stopping)
            }
            Err(ending) => ending,
        }
    }

    async fn join(&self, answers: mpsc::Sender<String>) -> Result<Joined, Ending> {
        let address = &self.settings.address;
        let stream = stream::connect(&address.host, address.port, address.security).await?;
        let (reader, mut writer) = tokio::io::split(stream);
        let mut reader = BufReader::new(reader);
        let mut handshake = Handshake::new(&self.settings);
        for line in handshake.first_lines(&self.settings) {
            send(&mut writer, &line).await?;
        }
        let nick = loop {
            let Some(message) = next_message(&mut reader).await? else {
                continue;
            };
            if message.command == "PING" {
                send(&mut writer, &pong(&message)).await?;
                continue;
            }
            match handshake.take(&message) {
                Step::Wait => {}
                Step::Send(line) => send(&mut writer, &line).await?,
                Step::Welcome(nick) => break nick,
                Step::Refused(reason) => return Err(Ending::Refused(crate::text::clean(&reason))),
            }
        };
        tracing::info!(server = %address.authority(), %nick, "let in");
        for channel in &self.settings.channels {
            send(&mut writer, &format!("JOIN {}", one_word(channel))).await?;
        }
        Ok(Joined {
            reader,
            writer,
            nick,
            operators: Operators::default(),
            answers,
        })
    }

    async fn stay(
        &mut self,
        mut joined: Joined,
        mut lines: mpsc::Receiver<String>,
        stop: &mut Stop,
    ) -> Result<(), Ending> {
        let mut pace = Pace::new(BURST, self.settings.pace);
        let mut waiting: VecDeque<String> = VecDeque::new();
        let mut due: Option<Instant> = None;
        let mut asked_if_there = false;
        let mut heard = Instant::now();
        let mut line = Vec::new();
        loop {
            if due.is_none() && !waiting.is_empty() {
                due = Some(pace.next(std::time::Instant::now()).into());
            }
            tokio::select! {
                // Reading may be called off at any time: what came stays in `line`.
                read = read_line(&mut joined.reader, &mut line) => {
                    read?;
                    heard = Instant::now();
                    asked_if_there = false;
                    let text = String::from_utf8_lossy(&line).into_owned();
                    line.clear();
                    if let Some(message) = Message::parse(&text) {
                        self.take(&mut joined, message).await?;
                    }
                }
                () = tokio::time::sleep_until(due.unwrap_or(heard)), if due.is_some() => {
                    due = None;
                    if let Some(line) = waiting.pop_front() {
                        send(&mut joined.writer, &line).await?;
                    }
                }
                Some(line) = lines.recv() => push(&mut waiting, line),
                Some(announcement) = self.announcements.recv() => {
                    for line in say(&announcement.channel, &announcement.text) {
                        push(&mut waiting, line);
                    }
                }
                () = tokio::time::sleep_until(heard + SILENCE) => {
                    if asked_if_there {
                        return Err(io::Error::new(io::ErrorKind::TimedOut, "silence").into());
                    }
                    asked_if_there = true;
                    heard = Instant::now();
                    send(&mut joined.writer, "PING :still-there").await?;
                }
                () = stop.told() => {
                    let _ = send(&mut joined.writer, "QUIT :good game").await;
                    return Err(Ending::Stopping);
                }
            }
        }
    }

    async fn take(&self, joined: &mut Joined, message: Message) -> Result<(), Ending> {
        if let Some(question) = joined.operators.take(&message) {
            send(&mut joined.writer, &question).await?;
        }
        match message.command.as_str() {
            "PING" => send(&mut joined.writer, &pong(&message)).await?,
            "PRIVMSG" => self.heard(joined, &message),
            "RECONNECT" => return Err(Ending::Reconnect),
            "ERROR" => {
                return Err(io::Error::other(crate::text::clean(message.last_param())).into());
            }
            "NICK" if message.nick() == joined.nick => {
                message.last_param().clone_into(&mut joined.nick)
            }
            "403" | "405" | "471" | "473" | "474" | "475" | "477" => {
                let reason = crate::text::clean(message.last_param());
                tracing::warn!(channel = %message.param(1), %reason, "cannot join");
            }
            "NOTICE" if self.settings.network == Network::Twitch => {
                let notice = crate::text::clean(message.last_param());
                tracing::warn!(channel = %message.param(0), %notice, "Twitch says");
            }
            _ => {}
        }
        Ok(())
    }

    /// Somebody said something.
    fn heard(&self, joined: &Joined, message: &Message) {
        let (target, said) = (message.param(0), message.last_param());
        let nick = message.nick();
        if nick == joined.nick || said.starts_with('\u{1}') || message.params.len() < 2 {
            return;
        }
        let Some(command) = Command::parse(said, self.desk.prefix(chat(self.settings.network)))
        else {
            return;
        };
        let is_alone = target.eq_ignore_ascii_case(&joined.nick);
        let (id, privacy) = match is_alone {
            true => (nick.to_owned(), Privacy::Alone),
            false => (target.to_lowercase(), Privacy::Open),
        };
        let channel = Channel {
            chat: chat(self.settings.network),
            id,
        };
        let place = Place { channel, privacy };
        let asker = self.asker(joined, message);
        let Ok(turn) = self.questions.clone().try_acquire_owned() else {
            return;
        };
        let (desk, answers) = (self.desk.clone(), joined.answers.clone());
        tokio::spawn(async move {
            let text = answer(&desk, &asker, &place, command).await;
            for line in text.iter().flat_map(|text| say(&place.channel.id, text)) {
                let _ = answers.try_send(line);
            }
            drop(turn);
        });
    }

    fn asker(&self, joined: &Joined, message: &Message) -> Asker {
        let nick = message.nick();
        match self.settings.network {
            Network::Twitch => Asker {
                id: nick.to_owned(),
                rank: badges::rank(message),
            },
            Network::Irc => {
                let target = message.param(0);
                let is_owner = self
                    .settings
                    .owners
                    .iter()
                    .any(|mask| mask.fits(&message.prefix));
                let is_moderator = match target.starts_with(['#', '&', '+']) {
                    true => joined.operators.runs(nick, target),
                    false => joined.operators.runs_any(nick),
                };
                let rank = match (is_owner, is_moderator) {
                    (true, _) => Rank::Owner,
                    (_, true) => Rank::Moderator,
                    _ => Rank::Viewer,
                };
                // Another name does not make another person.
                let host = message.prefix.split_once('!').map(|(_, host)| host);
                Asker {
                    id: host.unwrap_or(nick).to_owned(),
                    rank,
                }
            }
        }
    }
}

pub fn chat(network: Network) -> Chat {
    match network {
        Network::Irc => Chat::Irc,
        Network::Twitch => Chat::Twitch,
    }
}

/// What is said, if anything: in a crowd nobody is told to wait.
async fn answer(
    desk: &Desk,
    asker: &Asker,
    place: &Place,
    command: Result<Command, crate::commands::Usage>,
) -> Option<String> {
    let word = match &command {
        Ok(command) => command.word(),
        Err(usage) => usage.0,
    };
    match desk.admit(asker, place, word) {
        Admission::TooSoon(_) => None,
        Admission::Refused(answer) => Some(answer.text),
        Admission::Welcome(_) => Some(match command {
            Ok(command) => desk.answer(place, &command).await.text,
            Err(usage) => usage.explain(desk.prefix(place.channel.chat)),
        }),
    }
}

fn pong(message: &Message) -> String {
    format!("PONG :{}", message.last_param())
}

fn push(waiting: &mut VecDeque<String>, line: String) {
    if waiting.len() < MOST_WAITING {
        waiting.push_back(line);
    }
}

async fn send(writer: &mut WriteHalf<Box<dyn Stream>>, line: &str) -> io::Result<()> {
    writer.write_all(format!("{line}\r\n").as_bytes()).await?;
    writer.flush().await
}

async fn next_message(
    reader: &mut BufReader<ReadHalf<Box<dyn Stream>>>,
) -> io::Result<Option<Message>> {
    let mut line = Vec::new();
    read_line(reader, &mut line).await?;
    Ok(Message::parse(&String::from_utf8_lossy(&line)))
}

/// Reads up to the end of a line; an error at the end of the stream.
async fn read_line(
    reader: &mut BufReader<ReadHalf<Box<dyn Stream>>>,
    line: &mut Vec<u8>,
) -> io::Result<()> {
    let room = LONGEST_LINE.saturating_sub(line.len() as u64);
    reader.take(room).read_until(b'\n', line).await?;
    if line.ends_with(b"\n") {
        return Ok(());
    }
    Err(match line.len() as u64 >= LONGEST_LINE {
        true => io::Error::new(io::ErrorKind::InvalidData, "a line without an end"),
        false => io::Error::new(io::ErrorKind::UnexpectedEof, "the server hung up"),
    })
}
