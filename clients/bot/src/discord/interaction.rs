//! The parts of Discord's interactions that the bot reads.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use crate::commands::{
    Asker, Channel, ChannelPrivacy, Chat, ChatCommand, ChatContext, CommandWord, ParamKind,
    Privilege, Usage,
};

#[derive(Clone, Debug, Deserialize)]
pub struct Interaction {
    #[serde(rename = "type")]
    pub kind: u8,
    #[serde(default)]
    pub token: String,
    #[serde(default)]
    channel_id: String,
    member: Option<Member>,
    /// In direct messages, instead of the member.
    user: Option<User>,
    data: Option<CommandData>,
}

pub const PING: u8 = 1;
pub const COMMAND: u8 = 2;
pub const AUTOCOMPLETE: u8 = 4;

#[derive(Clone, Debug, Deserialize)]
struct Member {
    user: Option<User>,
    #[serde(default)]
    permissions: String,
}

#[derive(Clone, Debug, Deserialize)]
struct User {
    id: String,
}

#[derive(Clone, Debug, Deserialize)]
struct CommandData {
    name: String,
    #[serde(default)]
    options: Vec<OptionValue>,
}

#[derive(Clone, Debug, Deserialize)]
struct OptionValue {
    name: String,
    #[serde(default)]
    value: Value,
    #[serde(default)]
    focused: bool,
}

/// The permissions Administrator, Manage Server and Manage Messages.
const MODERATES: u64 = 1 << 3 | 1 << 5 | 1 << 13;

impl Interaction {
    pub fn asker(&self, owners: &BTreeSet<String>) -> Asker {
        let member = self.member.as_ref();
        let user = member
            .and_then(|member| member.user.as_ref())
            .or(self.user.as_ref());
        let id = user.map(|user| user.id.clone()).unwrap_or_default();
        let permissions = member.and_then(|member| member.permissions.parse::<u64>().ok());
        let privilege = if owners.contains(&id) {
            Privilege::Owner
        } else if permissions.unwrap_or_default() & MODERATES != 0 {
            Privilege::Moderator
        } else {
            Privilege::Viewer
        };
        Asker { id, privilege }
    }

    pub fn context(&self) -> ChatContext {
        ChatContext {
            channel: Channel {
                chat: Chat::Discord,
                id: self.channel_id.clone(),
            },
            privacy: ChannelPrivacy::PrivateAnswers,
        }
    }

    /// None if the bot has no such command; an older version may have registered it.
    pub fn command(&self) -> Option<Result<ChatCommand, Usage>> {
        let data = self.data.as_ref()?;
        let word = CommandWord::named(&data.name)?;
        let given = |kind: ParamKind| {
            let option = data
                .options
                .iter()
                .find(|option| option.name == kind.name())?;
            option.value.as_str().map(str::to_owned)
        };
        Some(ChatCommand::build(word, given))
    }

    /// The text being typed, and its param.
    pub fn typed(&self) -> Option<(ParamKind, String)> {
        let data = self.data.as_ref()?;
        let word = CommandWord::named(&data.name)?;
        let option = data.options.iter().find(|option| option.focused)?;
        let mut params = word.params().iter();
        let param = params.find(|param| param.kind.name() == option.name)?;
        Some((
            param.kind,
            crate::text::clean(option.value.as_str().unwrap_or_default()),
        ))
    }
}
