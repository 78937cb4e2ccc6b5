//! Who asks, in which channel, and how the answer is given.

/// What a chat user may do; each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Privilege {
    Viewer,
    Moderator,
    Owner,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The chat's identifier of the user; never shown.
    pub id: String,
    pub privilege: Privilege,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chat {
    Discord,
    Twitch,
    Irc,
    Terminal,
}

/// A channel of a chat, or the private messages of one IRC user.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Channel {
    pub chat: Chat,
    pub id: String,
}

/// Who sees answers in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelPrivacy {
    /// Everybody sees every answer.
    Public,
    /// Everybody, except for private answers.
    PrivateAnswers,
    /// Only the asker sees any answer.
    Direct,
}

/// Where a command was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatContext {
    pub channel: Channel,
    pub privacy: ChannelPrivacy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    Public,
    /// Shown to the asker only, if the chat can do that.
    Private,
    /// Like that, and not shown at all where everybody would see it.
    Quiet,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatAnswer {
    /// One line, or several that may be sent separately.
    pub text: String,
    /// The same drawn in characters, for chats that show several lines.
    pub drawing: Option<String>,
    pub visibility: Visibility,
}

impl ChatAnswer {
    pub fn public(text: impl Into<String>) -> ChatAnswer {
        ChatAnswer {
            text: text.into(),
            drawing: None,
            visibility: Visibility::Public,
        }
    }

    pub fn private(text: impl Into<String>) -> ChatAnswer {
        ChatAnswer {
            visibility: Visibility::Private,
            ..ChatAnswer::public(text)
        }
    }

    pub fn quiet(text: impl Into<String>) -> ChatAnswer {
        ChatAnswer {
            visibility: Visibility::Quiet,
            ..ChatAnswer::public(text)
        }
    }
}
