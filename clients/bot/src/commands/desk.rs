//! Where every question arrives, from whatever chat.

use std::sync::{Arc, Mutex, PoisonError};

use qbcoach_protocol::method::{
    CoachEvaluate, CoachRecommend, PredictionHand, PredictionThreatMap, SessionGet, SessionListAll,
};
use qbcoach_protocol::{
    GetParams, ListParams, ListedSession, Phase, RecommendParams, Recommendation, Snapshot,
    ThreatReport,
};

use super::lookup::{Found, find_card};
use super::{
    Answer, Asker, Channel, Channels, Chat, Command, Cooldowns, Manner, Place, Privacy, Rank, Word,
};
use crate::clock::Clock;
use crate::coach::{Coach, CoachError};
use crate::config::{Advice, AnswerSettings};
use crate::{text, words};

pub struct Desk {
    pub(super) coach: Coach,
    pub(super) settings: AnswerSettings,
    pub(super) channels: Arc<Channels>,
    cooldowns: Mutex<Cooldowns>,
    clock: Arc<dyn Clock>,
}

/// What happens with a question before it is worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It will be answered in this manner.
    Welcome(Manner),
    /// This is the answer.
    Refused(Answer),
    /// Asked too soon; in a crowd nothing is said at all.
    TooSoon(Answer),
}

/// Why there is no answer about a session.
enum Trouble {
    Coach(CoachError),
    NoSession,
    /// The one the channel is bound to.
    Gone(String),
    NotYet,
}

impl From<CoachError> for Trouble {
    fn from(error: CoachError) -> Trouble {
        Trouble::Coach(error)
    }
}

impl Desk {
    pub fn new(
        coach: Coach,
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

    pub fn coach(&self) -> &Coach {
        &self.coach
    }

    /// What commands begin with in a chat.
    pub fn prefix(&self, chat: Chat) -> &str {
        match chat {
            Chat::Discord => "/",
            Chat::Twitch | Chat::Irc | Chat::Terminal => &self.settings.prefix,
        }
    }

    /// Whether somebody may ask that there and now, and who will see the answer.
    pub fn admit(&self, asker: &Asker, place: &Place, word: Word) -> Admission {
        let waited = {
            let mut cooldowns = self
                .cooldowns
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            cooldowns.admit(self.clock.now(), asker, &place.channel)
        };
        if let Err(wait) = waited {
            let seconds = wait.as_secs_f64().ceil();
            return Admission::TooSoon(Answer::aside(format!("Ask again in {seconds} s")));
        }
        if asker.rank < word.rank() {
            let prefix = self.prefix(place.channel.chat);
            let text = format!("Only moderators may {prefix}{}", word.name());
            return Admission::Refused(Answer::aside(text));
        }
        if !word.is_secret() {
            return Admission::Welcome(Manner::Open);
        }
        let refused = |text: &str| Admission::Refused(Answer::aside(text));
        let is_private = place.privacy != Privacy::Open;
        match self.settings.advice {
            // Whoever sits at the terminal is the player.
            _ if place.channel.chat == Chat::Terminal => Admission::Welcome(Manner::Aside),
            Advice::Public => Admission::Welcome(Manner::Open),
            Advice::Off => refused("Hand and advice are switched off here"),
            Advice::Moderators if asker.rank < Rank::Moderator => {
                refused("Hand and advice are for moderators, so that nobody spoils the match")
            }
            _ if is_private => Admission::Welcome(Manner::Aside),
            _ if place.channel.chat == Chat::Irc => refused(
                "Hand and advice are not for the whole channel: ask me in a private message",
            ),
            _ => refused(
                "Hand and advice are not for the whole channel, and this chat has no other place",
            ),
        }
    }

    /// Answers what was admitted.
    pub async fn answer(&self, place: &Place, command: &Command) -> Answer {
        match self.try_answer(place, command).await {
            Ok(answer) => answer,
            Err(Trouble::NoSession) => Answer::aside("There is no match yet"),
            Err(Trouble::Gone(session)) => {
                let prefix = self.prefix(place.channel.chat);
                let how = format!("{prefix}session newest follows the newest one");
                Answer::aside(format!("There is no {session} any more; {how}"))
            }
            Err(Trouble::NotYet) => {
                Answer::aside("The stream does not see this match yet; ask again in a moment")
            }
            Err(Trouble::Coach(error)) => {
                if matches!(error, CoachError::Away | CoachError::NotLetIn(_)) {
                    self.channels.missed_the_coach(&place.channel);
                }
                Answer::aside(sentence(&error.to_string()))
            }
        }
    }

    async fn try_answer(&self, place: &Place, command: &Command) -> Result<Answer, Trouble> {
        let channel = &place.channel;
        Ok(match command {
            Command::Help => Answer::aside(self.help(channel.chat)),
            Command::Card(name) => self.card(name).await?,
            Command::Deck(tag) => self.deck(channel.chat, tag.as_deref()).await?,
            Command::Score => match self.seen(channel).await? {
                Snapshot::Match(now) => Answer::open(words::score(&now)),
                Snapshot::Combat(now) => Answer::open(words::combat_score(&now)),
            },
            Command::Board => match self.seen(channel).await? {
                Snapshot::Match(now) => drawn(words::board(&now), now.text),
                Snapshot::Combat(now) => drawn(words::combat_score(&now), now.text),
            },
            Command::Threat => match self.seen(channel).await? {
                Snapshot::Match(now) if now.phase == Phase::Over => {
                    Answer::open(words::score(&now))
                }
                seen => match self
                    .coach
                    .ask::<PredictionThreatMap>(&moment(&seen))
                    .await?
                {
                    ThreatReport::Match(report) => Answer::open(words::threat(&report.threat)),
                    ThreatReport::Combat(report) => Answer::open(words::combat_threat(&report)),
                },
            },
            Command::Odds(name) => match find_card(&self.coach, name).await? {
                Found::Nothing(why) => Answer::aside(why),
                Found::Card(card) => {
                    let moment = moment(&self.seen(channel).await?);
                    let belief = self.coach.ask::<PredictionHand>(&moment).await?;
                    Answer::open(words::odds(&card, &belief))
                }
            },
            Command::Lock => {
                let params = self.now(channel).await?;
                let report = self.coach.ask::<CoachEvaluate>(&params).await?;
                self.secret(words::lock(&report))
            }
            Command::Best => {
                let params = RecommendParams {
                    session_id: self.session(channel).await?,
                    top: Some(2),
                    ..RecommendParams::default()
                };
                match self.coach.ask::<CoachRecommend>(&params).await? {
                    Recommendation::Match(advice) => self.secret(words::best(&advice.advice)),
                    Recommendation::Combat(advice) => self.secret(words::combat_best(&advice)),
                }
            }
            Command::Hand => {
                let params = self.now(channel).await?;
                let hand = match self.coach.ask::<SessionGet>(&params).await? {
                    Snapshot::Match(now) => now.you.hand.as_deref().map(words::hand),
                    Snapshot::Combat(now) => now.hero.hand.as_deref().map(words::combat_hand),
                };
                let hidden = "The bot's token may not see the hand; give it one with the role view";
                self.secret(hand.unwrap_or_else(|| hidden.to_owned()))
            }
            Command::Subscribe => self.subscribe(place),
            Command::Unsubscribe => match self.channels.unsubscribe(channel) {
                true => Answer::open("Turns are announced here no more"),
                false => Answer::aside("Turns were not announced here"),
            },
            Command::Session(which) => self.follow(channel, which.as_deref()).await?,
            Command::Report(report) => {
                let session = self.session(channel).await?;
                self.report(channel.chat, &session, report).await?
            }
        })
    }

    fn help(&self, chat: Chat) -> String {
        let prefix = self.prefix(chat);
        let listed = |rank: Rank| {
            let words = Word::ALL
                .into_iter()
                .filter(move |word| word.rank() == rank);
            let others = words.filter(|word| *word != Word::Help);
            let names = others.map(|word| format!("{prefix}{}", word.usage().0));
            names.collect::<Vec<_>>().join(", ")
        };
        let (everybody, moderators) = (listed(Rank::Viewer), listed(Rank::Moderator));
        format!("Ask me {everybody}\nModerators also {moderators}")
    }

    /// Only what `admit` let through comes here, so the manner follows the settings.
    fn secret(&self, text: String) -> Answer {
        match self.settings.advice {
            Advice::Public => Answer::open(text),
            _ => Answer::aside(text),
        }
    }

    fn subscribe(&self, place: &Place) -> Answer {
        if place.channel.chat == Chat::Terminal {
            return Answer::aside(
                "Turns are announced in chats only; `qbcoach watch` follows a match here",
            );
        }
        let seconds = self.settings.announce_cooldown.as_secs();
        match self.channels.subscribe(&place.channel) {
            true => Answer::open(format!(
                "Turns are announced here from now on, one in {seconds} s at most"
            )),
            false => Answer::aside("Turns are announced here already"),
        }
    }

    async fn follow(&self, channel: &Channel, which: Option<&str>) -> Result<Answer, Trouble> {
        let Some(which) = which else {
            let session = self.session(channel).await?;
            let how = match self.channels.session(channel) {
                Some(_) => "bound to it",
                None => "the newest",
            };
            return Ok(Answer::open(format!(
                "This channel follows {session} ({how})"
            )));
        };
        let which = which.to_lowercase();
        if which == "newest" {
            self.channels.bind(channel, None);
            return Ok(Answer::open("This channel follows the newest session"));
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
            return Ok(Answer::aside(text));
        }
        let text = format!(
            "This channel follows {which}; newest instead of a number follows the newest again"
        );
        self.channels.bind(channel, Some(which));
        Ok(Answer::open(text))
    }

    async fn listed(&self, channel: &Channel) -> Result<ListedSession, Trouble> {
        let listed = session_of(&self.coach, &self.channels, channel).await?;
        match (listed, self.channels.session(channel)) {
            (Some(listed), _) => Ok(listed),
            (None, Some(bound)) => Err(Trouble::Gone(bound)),
            (None, None) => Err(Trouble::NoSession),
        }
    }

    /// The session a channel follows.
    async fn session(&self, channel: &Channel) -> Result<String, Trouble> {
        Ok(self.listed(channel).await?.session_id)
    }

    /// What the stream sees of it.
    async fn seen(&self, channel: &Channel) -> Result<Snapshot, Trouble> {
        let session = self.listed(channel).await?;
        self.coach.view(&session).await?.ok_or(Trouble::NotYet)
    }

    async fn now(&self, channel: &Channel) -> Result<GetParams, Trouble> {
        Ok(GetParams {
            session_id: self.session(channel).await?,
            seq: None,
        })
    }
}

/// The event up to which the stream has seen a session, for what is worked out.
fn moment(seen: &Snapshot) -> GetParams {
    let (session_id, seq) = match seen {
        Snapshot::Match(now) => (&now.session_id, now.seq),
        Snapshot::Combat(now) => (&now.session_id, now.seq),
    };
    GetParams {
        session_id: session_id.clone(),
        seq: Some(seq),
    }
}

/// The session a channel follows: the one it is bound to, or the newest.
pub async fn session_of(
    coach: &Coach,
    channels: &Channels,
    channel: &Channel,
) -> Result<Option<ListedSession>, CoachError> {
    let bound = channels.session(channel);
    coach.find_session(bound.as_deref()).await
}

fn drawn(text: String, drawing: String) -> Answer {
    Answer {
        drawing: Some(drawing),
        ..Answer::open(text)
    }
}

/// The first letter is a capital one.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
