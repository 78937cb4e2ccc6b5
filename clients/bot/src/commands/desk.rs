//! Admits and answers the commands of all chats.

use std::sync::{Arc, Mutex, PoisonError};

use qbcoach_protocol::method::{
    CoachEvaluate, CoachRecommend, CoachReview, PredictionHand, PredictionThreatMap, SessionGet,
    SessionListAll,
};
use qbcoach_protocol::{
    CombatNames, GetParams, HandParams, ListParams, ListedSession, MatchSnapshot, Phase,
    RecommendParams, Recommendation, ReviewParams, SessionGetParams, Snapshot, ThreatReport,
};

use super::lookup::{Found, find_card};
use super::{
    Asker, Channel, ChannelPrivacy, Channels, Chat, ChatAnswer, ChatCommand, ChatContext,
    CommandWord, Cooldowns, PollStep, Privilege, Visibility,
};
use crate::clock::Clock;
use crate::coach::{DaemonLink, LinkError};
use crate::config::{AdvicePolicy, AnswerSettings};
use crate::{text, words};

pub struct Desk {
    pub(super) coach: DaemonLink,
    pub(super) settings: AnswerSettings,
    pub(super) channels: Arc<Channels>,
    cooldowns: Mutex<Cooldowns>,
    clock: Arc<dyn Clock>,
}

/// Whether a command is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It will be answered with this visibility.
    Admitted(Visibility),
    /// It is not answered, for this reason.
    Refused(ChatAnswer),
    /// It came too soon. Public channels send no answer in this case.
    TooSoon(ChatAnswer),
}

/// Why a command about a session has no answer.
enum NoAnswer {
    Coach(LinkError),
    NoSession,
    /// The session to which the channel is bound no longer exists.
    Gone(String),
    /// The stream's delay hides the session still.
    NotYet,
}

impl From<LinkError> for NoAnswer {
    fn from(error: LinkError) -> NoAnswer {
        NoAnswer::Coach(error)
    }
}

impl Desk {
    pub fn new(
        coach: DaemonLink,
        settings: AnswerSettings,
        channels: Arc<Channels>,
        clock: Arc<dyn Clock>,
    ) -> Desk {
        let cooldowns = Cooldowns::new(settings.user_cooldown, settings.channel_cooldown);
        Desk {
            coach,
            settings,
            channels,
            cooldowns: Mutex::new(cooldowns),
            clock,
        }
    }

    pub fn coach(&self) -> &DaemonLink {
        &self.coach
    }

    /// The prefix of commands in a chat.
    pub fn prefix(&self, chat: Chat) -> &str {
        match chat {
            Chat::Discord => "/",
            Chat::Twitch | Chat::Irc | Chat::Terminal => &self.settings.prefix,
        }
    }

    /// Whether the asker may give this command here and now, and who sees the answer.
    pub fn admit(&self, asker: &Asker, context: &ChatContext, word: CommandWord) -> Admission {
        // A channel full of voters must not wait for each other.
        let waited = if word == CommandWord::Vote {
            Ok(())
        } else {
            let mut cooldowns = self
                .cooldowns
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            cooldowns.admit(self.clock.now(), asker, &context.channel)
        };
        if let Err(wait) = waited {
            let seconds = wait.as_secs_f64().ceil();
            return Admission::TooSoon(ChatAnswer::private(format!("Ask again in {seconds} s")));
        }
        if asker.privilege < word.privilege() {
            let prefix = self.prefix(context.channel.chat);
            let text = format!("Only moderators may {prefix}{}", word.name());
            return Admission::Refused(ChatAnswer::private(text));
        }
        if !word.is_secret() {
            return Admission::Admitted(Visibility::Public);
        }
        let refused = |text: &str| Admission::Refused(ChatAnswer::private(text));
        let is_private = context.privacy != ChannelPrivacy::Public;
        match self.settings.advice {
            // The user of the terminal is the player.
            _ if context.channel.chat == Chat::Terminal => Admission::Admitted(Visibility::Private),
            AdvicePolicy::Public => Admission::Admitted(Visibility::Public),
            AdvicePolicy::Off => refused("Hand and advice are switched off here"),
            AdvicePolicy::Moderators if asker.privilege < Privilege::Moderator => {
                refused("Hand and advice are for moderators, so that nobody spoils the match")
            }
            _ if is_private => Admission::Admitted(Visibility::Private),
            _ if context.channel.chat == Chat::Irc => refused(
                "Hand and advice are not for the whole channel: ask me in a private message",
            ),
            _ => refused(
                "Hand and advice are not for the whole channel, and this chat has no other place",
            ),
        }
    }

    /// Answers a command that was admitted.
    pub async fn answer(
        &self,
        asker: &Asker,
        context: &ChatContext,
        command: &ChatCommand,
    ) -> ChatAnswer {
        match self.try_answer(asker, context, command).await {
            Ok(answer) => answer,
            Err(NoAnswer::NoSession) => ChatAnswer::private("There is no match yet"),
            Err(NoAnswer::Gone(session)) => {
                let prefix = self.prefix(context.channel.chat);
                let how = format!("{prefix}session newest follows the newest one");
                ChatAnswer::private(format!("There is no {session} any more; {how}"))
            }
            Err(NoAnswer::NotYet) => {
                ChatAnswer::private("The stream does not see this match yet; ask again in a moment")
            }
            Err(NoAnswer::Coach(error)) => {
                if matches!(error, LinkError::Away | LinkError::NotLetIn(_)) {
                    self.channels.missed_the_coach(&context.channel);
                }
                ChatAnswer::private(sentence(&error.to_string()))
            }
        }
    }

    async fn try_answer(
        &self,
        asker: &Asker,
        context: &ChatContext,
        command: &ChatCommand,
    ) -> Result<ChatAnswer, NoAnswer> {
        let channel = &context.channel;
        Ok(match command {
            ChatCommand::Help => ChatAnswer::private(self.help(channel.chat)),
            ChatCommand::Card(name) => self.card(name).await?,
            ChatCommand::Deck(tag) => self.deck(channel.chat, tag.as_deref()).await?,
            ChatCommand::Score => match self.stream_view(channel).await? {
                Snapshot::Match(now) => ChatAnswer::public(words::score(&now)),
                Snapshot::Combat(now) => ChatAnswer::public(words::combat_score(&now)),
            },
            ChatCommand::Board => match self.stream_view(channel).await? {
                Snapshot::Match(now) => {
                    let drawing = self.drawing(&now).await?;
                    drawn(words::board(&now), drawing)
                }
                Snapshot::Combat(now) => {
                    let drawing = CombatNames::of(&now).told(&now.text);
                    drawn(words::combat_score(&now), drawing)
                }
            },
            ChatCommand::Threat => match self.stream_view(channel).await? {
                Snapshot::Match(now) if now.phase == Phase::Over => {
                    ChatAnswer::public(words::score(&now))
                }
                view => match self
                    .coach
                    .ask::<PredictionThreatMap>(&moment(&view))
                    .await?
                {
                    ThreatReport::Match(report) => {
                        ChatAnswer::public(words::threat(&report.threat))
                    }
                    ThreatReport::Combat(report) => {
                        ChatAnswer::public(words::combat_threat(&report))
                    }
                },
            },
            ChatCommand::Odds(name) => match find_card(&self.coach, name).await? {
                Found::NotOne(why) => ChatAnswer::private(why),
                Found::Card(card) => {
                    let GetParams { session_id, seq } = moment(&self.stream_view(channel).await?);
                    let every_card = HandParams {
                        session_id,
                        seq,
                        hands: Some(0),
                        cards: Some(usize::MAX),
                    };
                    let belief = self.coach.ask::<PredictionHand>(&every_card).await?;
                    ChatAnswer::public(words::odds(&card, &belief))
                }
            },
            ChatCommand::Lock => {
                let params = self.now(channel).await?;
                let report = self.coach.ask::<CoachEvaluate>(&params).await?;
                self.secret(words::lock(&report))
            }
            ChatCommand::Best => {
                let params = RecommendParams {
                    session_id: self.session(channel).await?,
                    top: Some(2),
                    ..RecommendParams::default()
                };
                match self.coach.ask::<CoachRecommend>(&params).await? {
                    Recommendation::Match(advice) => self.secret(words::best(&advice.advice)),
                    Recommendation::Combat(advice) => {
                        let params = SessionGetParams {
                            session_id: params.session_id,
                            ..SessionGetParams::default()
                        };
                        let now = self.coach.ask::<SessionGet>(&params).await?;
                        let names = match &*now {
                            Snapshot::Combat(now) => CombatNames::of(now),
                            Snapshot::Match(_) => CombatNames::default(),
                        };
                        self.secret(names.told(&words::combat_best(&advice)))
                    }
                }
            }
            ChatCommand::Review => {
                let params = ReviewParams {
                    session_id: self.session(channel).await?,
                    ..ReviewParams::default()
                };
                let review = self.coach.ask::<CoachReview>(&params).await?;
                self.secret(review.message)
            }
            ChatCommand::Hand => {
                let params = SessionGetParams {
                    session_id: self.session(channel).await?,
                    ..SessionGetParams::default()
                };
                let hand = match &*self.coach.ask::<SessionGet>(&params).await? {
                    Snapshot::Match(now) => now.you.hand.as_deref().map(words::hand),
                    Snapshot::Combat(now) => words::combat_hand(now),
                };
                let hidden = "The bot's token may not see the hand; give it one with the role view";
                self.secret(hand.unwrap_or_else(|| hidden.to_owned()))
            }
            ChatCommand::Subscribe => self.subscribe(context),
            ChatCommand::Unsubscribe => match self.channels.unsubscribe(channel) {
                true => ChatAnswer::public("Turns are announced here no more"),
                false => ChatAnswer::private("Turns were not announced here"),
            },
            ChatCommand::Session(which) => self.follow(channel, which.as_deref()).await?,
            ChatCommand::Report(report) => {
                let session = self.session(channel).await?;
                self.report(channel.chat, &session, report).await?
            }
            ChatCommand::Poll(PollStep::Open(reveal)) => {
                let session = self.session(channel).await?;
                self.open_poll(channel.chat, session, *reveal).await?
            }
            ChatCommand::Poll(PollStep::Close) => self.close_poll().await?,
            ChatCommand::Vote(option) => self.vote(asker, channel.chat, *option).await?,
        })
    }

    fn help(&self, chat: Chat) -> String {
        let prefix = self.prefix(chat);
        let listed = |privilege: Privilege| {
            let words = CommandWord::ALL
                .into_iter()
                .filter(move |word| word.privilege() == privilege);
            let others = words.filter(|word| *word != CommandWord::Help);
            let names = others.map(|word| format!("{prefix}{}", word.usage().0));
            names.collect::<Vec<_>>().join(", ")
        };
        let (everybody, moderators) = (listed(Privilege::Viewer), listed(Privilege::Moderator));
        format!("Ask me {everybody}\nModerators also {moderators}")
    }

    /// An answer with hand or advice. `admit` has let it through, so that only the setting
    /// decides who sees it.
    fn secret(&self, text: String) -> ChatAnswer {
        match self.settings.advice {
            AdvicePolicy::Public => ChatAnswer::public(text),
            _ => ChatAnswer::private(text),
        }
    }

    fn subscribe(&self, context: &ChatContext) -> ChatAnswer {
        if context.channel.chat == Chat::Terminal {
            return ChatAnswer::private(
                "Turns are announced in chats only; `qbcoach watch` follows a match here",
            );
        }
        let seconds = self.settings.announce_cooldown.as_secs();
        match self.channels.subscribe(&context.channel) {
            true => ChatAnswer::public(format!(
                "Turns are announced here from now on, one in {seconds} s at most"
            )),
            false => ChatAnswer::private("Turns are announced here already"),
        }
    }

    async fn follow(&self, channel: &Channel, which: Option<&str>) -> Result<ChatAnswer, NoAnswer> {
        let Some(which) = which else {
            let session = self.session(channel).await?;
            let how = match self.channels.session(channel) {
                Some(_) => "bound to it",
                None => "the newest",
            };
            return Ok(ChatAnswer::public(format!(
                "This channel follows {session} ({how})"
            )));
        };
        let which = which.to_lowercase();
        if which == "newest" {
            self.channels.bind(channel, None);
            return Ok(ChatAnswer::public(
                "This channel follows the newest session",
            ));
        }
        let sessions = self
            .coach
            .ask::<SessionListAll>(&ListParams {})
            .await?
            .sessions;
        if !sessions.iter().any(|session| session.session_id == which) {
            let known = sessions.iter().rev().take(5);
            let known: Vec<&str> = known.map(|session| session.session_id.as_str()).collect();
            let which = text::quoted(&which);
            let text = format!(
                "There is no session {which}; the latest: {}, or newest",
                known.join(", ")
            );
            return Ok(ChatAnswer::private(text));
        }
        let text = format!(
            "This channel follows {which}; newest instead of a number follows the newest again"
        );
        self.channels.bind(channel, Some(which));
        Ok(ChatAnswer::public(text))
    }

    async fn listed(&self, channel: &Channel) -> Result<ListedSession, NoAnswer> {
        let listed = session_of(&self.coach, &self.channels, channel).await?;
        match (listed, self.channels.session(channel)) {
            (Some(listed), _) => Ok(listed),
            (None, Some(bound)) => Err(NoAnswer::Gone(bound)),
            (None, None) => Err(NoAnswer::NoSession),
        }
    }

    /// The id of the session a channel follows.
    async fn session(&self, channel: &Channel) -> Result<String, NoAnswer> {
        Ok(self.listed(channel).await?.session_id)
    }

    /// The channel's session as the stream sees it.
    async fn stream_view(&self, channel: &Channel) -> Result<Snapshot, NoAnswer> {
        let session = self.listed(channel).await?;
        self.coach.view(&session).await?.ok_or(NoAnswer::NotYet)
    }

    /// The board that the stream sees, which may be that of an earlier event.
    async fn drawing(&self, view: &MatchSnapshot) -> Result<String, NoAnswer> {
        let params = SessionGetParams {
            session_id: view.session_id.clone(),
            seq: Some(view.seq),
            text: Some(true),
        };
        Ok(match &*self.coach.ask::<SessionGet>(&params).await? {
            Snapshot::Match(drawn) => drawn.text.clone().unwrap_or_default(),
            Snapshot::Combat(drawn) => drawn.text.clone(),
        })
    }

    /// Params for the present state of the channel's session.
    async fn now(&self, channel: &Channel) -> Result<GetParams, NoAnswer> {
        Ok(GetParams {
            session_id: self.session(channel).await?,
            seq: None,
        })
    }
}

/// Params for the state that the stream sees, which may be an earlier event.
fn moment(view: &Snapshot) -> GetParams {
    let (session_id, seq) = match view {
        Snapshot::Match(now) => (&now.session_id, now.seq),
        Snapshot::Combat(now) => (&now.session_id, now.seq),
    };
    GetParams {
        session_id: session_id.clone(),
        seq: Some(seq),
    }
}

/// The session a channel follows: the one to which it is bound, or the newest.
pub async fn session_of(
    coach: &DaemonLink,
    channels: &Channels,
    channel: &Channel,
) -> Result<Option<ListedSession>, LinkError> {
    let bound = channels.session(channel);
    coach.find_session(bound.as_deref()).await
}

fn drawn(text: String, drawing: String) -> ChatAnswer {
    ChatAnswer {
        drawing: Some(drawing),
        ..ChatAnswer::public(text)
    }
}

/// The text with a capital first letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
