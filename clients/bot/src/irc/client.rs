//! The connection to one server: log in, answer, connect again.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, ReadHalf, WriteHalf};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::Instant;

use super::handshake::{Handshake, HandshakeStep};
use super::message::{one_word, privmsg};
use super::operators::Operators;
use super::pace::Pace;
use super::{Message, badges};
use crate::announce::Announcement;
use crate::backoff::Backoff;
use crate::commands::{
    Admission, Asker, Channel, ChannelPrivacy, Chat, ChatCommand, ChatContext, Desk, Privilege,
    Visibility,
};
use crate::config::{IrcSettings, Network};
use crate::stop::Stop;
use crate::stream::{self, Stream};

/// Lines with Twitch's tags are long, but shorter than this.
const LONGEST_LINE: u64 = 16 * 1024;
/// After this time without a message the server gets a PING; after as much again, the
/// connection is given up.
const SILENCE: Duration = Duration::from_secs(90);
/// The longest a login may take.
const GREETING: Duration = Duration::from_secs(60);
/// After a connection of this length, the next wait is the shortest again.
const SETTLED: Duration = Duration::from_secs(30);
/// Lines that may wait to be sent; further lines are dropped.
const MOST_WAITING: usize = 20;
/// Commands processed at the same time.
const MOST_COMMANDS: usize = 8;
/// Lines sent at once; servers disconnect clients that send more.
const BURST: u32 = 5;

pub struct IrcClient {
    settings: IrcSettings,
    desk: Arc<Desk>,
    announcements: mpsc::Receiver<Announcement>,
    running_commands: Arc<Semaphore>,
}

/// Why a connection has ended.
#[derive(Debug, thiserror::Error)]
enum Disconnected {
    #[error("{0}")]
    Lost(#[from] io::Error),
    #[error("the server asked to connect again")]
    Reconnect,
    #[error("the server does not let the bot in: {0}")]
    Refused(String),
    #[error("the bot is stopping")]
    Stopping,
}

/// A connection after the login.
struct Joined {
    reader: BufReader<ReadHalf<Box<dyn Stream>>>,
    writer: WriteHalf<Box<dyn Stream>>,
    nick: String,
    operators: Operators,
    /// Takes the lines of answers from the tasks that make them.
    answers: mpsc::Sender<String>,
}

/// A connection that has joined no channel yet.
struct LoggedIn {
    reader: BufReader<ReadHalf<Box<dyn Stream>>>,
    writer: WriteHalf<Box<dyn Stream>>,
    nick: String,
}

async fn log_in(settings: &IrcSettings) -> Result<LoggedIn, Disconnected> {
    let address = &settings.address;
    let stream = stream::connect(&address.host, address.port, address.security).await?;
    let (reader, mut writer) = tokio::io::split(stream);
    let mut reader = BufReader::new(reader);
    let mut handshake = Handshake::new(settings);
    for line in handshake.first_lines(settings) {
        send(&mut writer, &line).await?;
    }
    loop {
        let Some(message) = next_message(&mut reader).await? else {
            continue;
        };
        if message.command == "PING" {
            send(&mut writer, &pong(&message)).await?;
            continue;
        }
        match handshake.receive(&message) {
            HandshakeStep::Wait => {}
            HandshakeStep::Send(line) => send(&mut writer, &line).await?,
            HandshakeStep::Welcome(nick) => {
                return Ok(LoggedIn {
                    reader,
                    writer,
                    nick,
                });
            }
            HandshakeStep::Refused(reason) => {
                return Err(Disconnected::Refused(crate::text::clean(&reason)));
            }
        }
    }
}

/// Logs in and leaves again. Returns the name that the server gave, or what went wrong.
pub async fn try_login(settings: &IrcSettings) -> Result<String, String> {
    match tokio::time::timeout(GREETING, log_in(settings)).await {
        Ok(Ok(mut joined)) => {
            let _ = send(&mut joined.writer, "QUIT :good game").await;
            Ok(joined.nick)
        }
        Ok(Err(disconnected)) => Err(disconnected.to_string()),
        Err(_) => Err("the login takes too long".to_owned()),
    }
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
            running_commands: Arc::new(Semaphore::new(MOST_COMMANDS)),
        }
    }

    /// Runs until `stop`.
    pub async fn run(mut self, mut stop: Stop) {
        let server = self.settings.address.authority();
        let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(60));
        let mut refused = Backoff::new(Duration::from_secs(30), Duration::from_secs(900));
        loop {
            let disconnected = self.connect_and_stay(&mut stop, &mut backoff).await;
            let wait = match &disconnected {
                Disconnected::Stopping => return,
                Disconnected::Refused(_) => {
                    tracing::error!(%server, %disconnected, "check the name and its password or token");
                    refused.next_wait()
                }
                Disconnected::Lost(_) | Disconnected::Reconnect => {
                    tracing::warn!(%server, %disconnected, "connecting again");
                    backoff.next_wait()
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stop.requested() => return,
            }
        }
    }

    async fn connect_and_stay(&mut self, stop: &mut Stop, backoff: &mut Backoff) -> Disconnected {
        let (answers, lines) = mpsc::channel(MOST_WAITING);
        let joining = tokio::time::timeout(GREETING, self.join(answers));
        let joined = tokio::select! {
            joined = joining => joined,
            () = stop.requested() => return Disconnected::Stopping,
        };
        let timed_out = || {
            Disconnected::Lost(io::Error::new(
                io::ErrorKind::TimedOut,
                "the login takes too long",
            ))
        };
        match joined.unwrap_or_else(|_| Err(timed_out())) {
            Ok(joined) => {
                let begun = Instant::now();
                let stayed = self.stay(joined, lines, stop).await;
                // A server that ends connections at once is not tried again quickly.
                if begun.elapsed() > SETTLED {
                    backoff.reset();
                }
                stayed.err().unwrap_or(Disconnected::Stopping)
            }
            Err(disconnected) => disconnected,
        }
    }

    async fn join(&self, answers: mpsc::Sender<String>) -> Result<Joined, Disconnected> {
        let LoggedIn {
            reader,
            mut writer,
            nick,
        } = log_in(&self.settings).await?;
        tracing::info!(server = %self.settings.address.authority(), %nick, "logged in");
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
    ) -> Result<(), Disconnected> {
        let mut pace = Pace::new(BURST, self.settings.pace);
        let mut queue: VecDeque<String> = VecDeque::new();
        let mut due: Option<Instant> = None;
        let mut is_pinged = false;
        let mut last_message = Instant::now();
        let mut line = Vec::new();
        loop {
            if due.is_none() && !queue.is_empty() {
                due = Some(pace.next(std::time::Instant::now()).into());
            }
            tokio::select! {
                // If another branch is taken, the bytes read so far stay in `line`.
                read = read_line(&mut joined.reader, &mut line) => {
                    read?;
                    last_message = Instant::now();
                    is_pinged = false;
                    let text = String::from_utf8_lossy(&line).into_owned();
                    line.clear();
                    if let Some(message) = Message::parse(&text) {
                        self.receive(&mut joined, message).await?;
                    }
                }
                () = tokio::time::sleep_until(due.unwrap_or(last_message)), if due.is_some() => {
                    due = None;
                    if let Some(line) = queue.pop_front() {
                        send(&mut joined.writer, &line).await?;
                    }
                }
                Some(line) = lines.recv() => push(&mut queue, line),
                Some(announcement) = self.announcements.recv() => {
                    for line in privmsg(&announcement.channel, &announcement.text) {
                        push(&mut queue, line);
                    }
                }
                () = tokio::time::sleep_until(last_message + SILENCE) => {
                    if is_pinged {
                        return Err(io::Error::new(io::ErrorKind::TimedOut, "no answer to a PING").into());
                    }
                    is_pinged = true;
                    last_message = Instant::now();
                    send(&mut joined.writer, "PING :still-there").await?;
                }
                () = stop.requested() => {
                    let _ = send(&mut joined.writer, "QUIT :good game").await;
                    return Err(Disconnected::Stopping);
                }
            }
        }
    }

    async fn receive(&self, joined: &mut Joined, message: Message) -> Result<(), Disconnected> {
        if let Some(request) = joined.operators.receive(&message) {
            send(&mut joined.writer, &request).await?;
        }
        match message.command.as_str() {
            "PING" => send(&mut joined.writer, &pong(&message)).await?,
            "PRIVMSG" => self.receive_text(joined, &message),
            "RECONNECT" => return Err(Disconnected::Reconnect),
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

    /// Starts a task that answers a text, if the text is a command.
    fn receive_text(&self, joined: &Joined, message: &Message) {
        let (target, text) = (message.param(0), message.last_param());
        let nick = message.nick();
        if nick == joined.nick || text.starts_with('\u{1}') || message.params.len() < 2 {
            return;
        }
        let Some(command) = ChatCommand::parse(text, self.desk.prefix(chat(self.settings.network)))
        else {
            return;
        };
        let is_direct = target.eq_ignore_ascii_case(&joined.nick);
        let (id, privacy) = match is_direct {
            true => (nick.to_owned(), ChannelPrivacy::Direct),
            false => (target.to_lowercase(), ChannelPrivacy::Public),
        };
        let channel = Channel {
            chat: chat(self.settings.network),
            id,
        };
        let context = ChatContext { channel, privacy };
        let asker = self.asker(joined, message);
        let Ok(permit) = self.running_commands.clone().try_acquire_owned() else {
            return;
        };
        let (desk, answers) = (self.desk.clone(), joined.answers.clone());
        tokio::spawn(async move {
            let text = answer(&desk, &asker, &context, command).await;
            for line in text
                .iter()
                .flat_map(|text| privmsg(&context.channel.id, text))
            {
                let _ = answers.try_send(line);
            }
            drop(permit);
        });
    }

    fn asker(&self, joined: &Joined, message: &Message) -> Asker {
        let nick = message.nick();
        match self.settings.network {
            Network::Twitch => Asker {
                id: nick.to_owned(),
                privilege: badges::privilege(message),
            },
            Network::Irc => {
                let target = message.param(0);
                let is_owner = self
                    .settings
                    .owners
                    .iter()
                    .any(|mask| mask.fits(&message.prefix));
                let is_moderator = match target.starts_with(['#', '&', '+']) {
                    true => joined.operators.is_operator(nick, target),
                    false => joined.operators.is_operator_anywhere(nick),
                };
                let privilege = match (is_owner, is_moderator) {
                    (true, _) => Privilege::Owner,
                    (_, true) => Privilege::Moderator,
                    _ => Privilege::Viewer,
                };
                // Known by user and host: a change of nick does not change the id.
                let host = message.prefix.split_once('!').map(|(_, host)| host);
                Asker {
                    id: host.unwrap_or(nick).to_owned(),
                    privilege,
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

/// The text to send. None if the command came too soon: a channel is not told to wait.
async fn answer(
    desk: &Desk,
    asker: &Asker,
    context: &ChatContext,
    command: Result<ChatCommand, crate::commands::Usage>,
) -> Option<String> {
    let word = match &command {
        Ok(command) => command.word(),
        Err(usage) => usage.0,
    };
    match desk.admit(asker, context, word) {
        Admission::TooSoon(_) => None,
        Admission::Refused(answer) => Some(answer.text),
        Admission::Admitted(_) => match command {
            Ok(command) => {
                let answer = desk.answer(asker, context, &command).await;
                let is_quiet = answer.visibility == Visibility::Quiet
                    && context.privacy != ChannelPrivacy::Direct;
                (!is_quiet).then_some(answer.text)
            }
            Err(usage) => Some(usage.explain(desk.prefix(context.channel.chat))),
        },
    }
}

fn pong(message: &Message) -> String {
    format!("PONG :{}", message.last_param())
}

fn push(queue: &mut VecDeque<String>, line: String) {
    if queue.len() < MOST_WAITING {
        queue.push_back(line);
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

/// Reads up to the end of a line. The end of the stream is an error.
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
        true => io::Error::new(io::ErrorKind::InvalidData, "a line is too long"),
        false => io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "the server closed the connection",
        ),
    })
}
