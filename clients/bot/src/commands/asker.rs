//! Who asks, where, and how he is answered.

/// What somebody may do; each may do what the ones before may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    Viewer,
    Moderator,
    Owner,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// What the chat knows him by; never shown.
    pub id: String,
    pub rank: Rank,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chat {
    Discord,
    Twitch,
    Irc,
    Terminal,
}

/// A place where people talk; on IRC also one person alone with the bot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Channel {
    pub chat: Chat,
    pub id: String,
}

/// Who sees an answer given there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privacy {
    /// Everybody sees everything.
    Open,
    /// Everybody, unless the answer is given aside.
    Asides,
    /// Only whoever asks.
    Alone,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub channel: Channel,
    pub privacy: Privacy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Open,
    /// For the asker alone, where the chat can do that.
    Aside,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// One line; where it has more, each stands for itself.
    pub text: String,
    /// The same as a picture of characters, for chats with room for it.
    pub drawing: Option<String>,
    pub manner: Manner,
}

impl Answer {
    pub fn open(text: impl Into<String>) -> Answer {
        Answer {
            text: text.into(),
            drawing: None,
            manner: Manner::Open,
        }
    }

    /// What only the asker has use for.
    pub fn aside(text: impl Into<String>) -> Answer {
        Answer {
            manner: Manner::Aside,
            ..Answer::open(text)
        }
    }
}
