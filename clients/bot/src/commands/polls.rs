//! Polls: moderators open and close them, viewers vote.

use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::{PollClose, PollGet, PollOpen, PollVote};
use qbcoach_protocol::{NoParams, Poll, PollOpenParams, PollVoteParams, Reveal};

use super::{Asker, Chat, ChatAnswer, Desk};
use crate::coach::LinkError;
use crate::words;

impl Desk {
    pub(super) async fn open_poll(
        &self,
        chat: Chat,
        session_id: String,
        reveal: Reveal,
    ) -> Result<ChatAnswer, LinkError> {
        let params = PollOpenParams {
            session_id,
            reveal: Some(reveal),
            // Whoever asks, it is the stream's chat that reads it on the overlay.
            command: Some(format!("{}vote", self.prefix(Chat::Twitch))),
        };
        let opened = match self.coach.ask::<PollOpen>(&params).await {
            Ok(opened) => opened.poll,
            Err(error) => return refused(error),
        };
        // The stream does not see the match yet that the options are about.
        let delay = self.coach.delay().as_secs();
        Ok(match opened {
            Some(poll) if delay == 0 => ChatAnswer::public(self.options(chat, &poll)),
            _ => ChatAnswer::private(format!("The poll is open; the stream sees it in {delay} s")),
        })
    }

    pub(super) async fn close_poll(&self) -> Result<ChatAnswer, LinkError> {
        Ok(match self.coach.ask::<PollClose>(&NoParams {}).await {
            Ok(closed) => match closed.poll {
                Some(poll) => ChatAnswer::public(words::poll_result(&poll)),
                None => ChatAnswer::private("There was no poll"),
            },
            Err(error) => return refused(error),
        })
    }

    /// Counts a vote without a word to the channel, or lists the options.
    pub(super) async fn vote(
        &self,
        asker: &Asker,
        chat: Chat,
        option: Option<u32>,
    ) -> Result<ChatAnswer, LinkError> {
        let Some(option) = option else {
            let poll = self.coach.ask::<PollGet>(&NoParams {}).await?.poll;
            let open = poll.filter(|poll| poll.open);
            return Ok(match open {
                Some(poll) => ChatAnswer::private(self.options(chat, &poll)),
                None => ChatAnswer::private("There is no open poll"),
            });
        };
        let params = PollVoteParams {
            option,
            voter: voter(chat, asker),
        };
        match self.coach.ask::<PollVote>(&params).await {
            Ok(counted) => {
                let options = counted.poll.map(|poll| poll.options).unwrap_or_default();
                let chosen = options.into_iter().find(|chosen| chosen.option == option);
                let label = chosen.map(|chosen| chosen.label).unwrap_or_default();
                Ok(ChatAnswer::quiet(format!("Counted: {option} {label}")))
            }
            Err(LinkError::Refused(error)) if error.code != NOT_ALLOWED => {
                let reason = format!("Not counted: {}", error.reason());
                Ok(ChatAnswer::quiet(reason))
            }
            Err(error) => refused(error),
        }
    }

    fn options(&self, chat: Chat, poll: &Poll) -> String {
        words::poll(poll, self.prefix(chat))
    }
}

/// A voter of one chat is not the same as one of another with the same name.
fn voter(chat: Chat, asker: &Asker) -> String {
    let chat = match chat {
        Chat::Discord => "discord",
        Chat::Twitch => "twitch",
        Chat::Irc => "irc",
        Chat::Terminal => "terminal",
    };
    format!("{chat} {}", asker.id).chars().take(64).collect()
}

fn refused(error: LinkError) -> Result<ChatAnswer, LinkError> {
    match error {
        LinkError::Refused(error) if error.code == NOT_ALLOWED => Ok(ChatAnswer::private(
            "Polls need a token with the role control: give the bot one",
        )),
        LinkError::Refused(error) => {
            let reason = error.reason();
            Ok(ChatAnswer::private(format!("No poll: {reason}")))
        }
        other => Err(other),
    }
}
