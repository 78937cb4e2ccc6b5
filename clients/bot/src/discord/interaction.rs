//! What Discord sends, as far as it matters here.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use crate::commands::{
    Asker, Channel, Chat, Command, ParamKind, Place, Privacy, Rank, Usage, Word,
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
    /// In place of the member where there is no server around.
    user: Option<User>,
    data: Option<Data>,
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
struct Data {
    name: String,
    #[serde(default)]
    options: Vec<Said>,
}

#[derive(Clone, Debug, Deserialize)]
struct Said {
    name: String,
    #[serde(default)]
    value: Value,
    #[serde(default)]
    focused: bool,
}

/// Administrator, manage server, manage messages.
const MODERATES: u64 = 1 << 3 | 1 << 5 | 1 << 13;

impl Interaction {
    pub fn asker(&self, owners: &BTreeSet<String>) -> Asker {
        let member = self.member.as_ref();
        let user = member
            .and_then(|member| member.user.as_ref())
            .or(self.user.as_ref());
        let id = user.map(|user| user.id.clone()).unwrap_or_default();
        let permissions = member.and_then(|member| member.permissions.parse::<u64>().ok());
        let rank = if owners.contains(&id) {
            Rank::Owner
        } else if permissions.unwrap_or_default() & MODERATES != 0 {
            Rank::Moderator
        } else {
            Rank::Viewer
        };
        Asker { id, rank }
    }

    pub fn place(&self) -> Place {
        Place {
            channel: Channel {
                chat: Chat::Discord,
                id: self.channel_id.clone(),
            },
            privacy: Privacy::Asides,
        }
    }

    /// None for a command that is not ours any more.
    pub fn command(&self) -> Option<Result<Command, Usage>> {
        let data = self.data.as_ref()?;
        let word = Word::named(&data.name)?;
        let said = |kind: ParamKind| {
            let option = data
                .options
                .iter()
                .find(|option| option.name == kind.name())?;
            option.value.as_str().map(str::to_owned)
        };
        Some(Command::build(word, said))
    }

    /// What is being typed, and for which param.
    pub fn typed(&self) -> Option<(ParamKind, String)> {
        let data = self.data.as_ref()?;
        let word = Word::named(&data.name)?;
        let option = data.options.iter().find(|option| option.focused)?;
        let mut params = word.params().iter();
        let param = params.find(|param| param.kind.name() == option.name)?;
        Some((
            param.kind,
            crate::text::clean(option.value.as_str().unwrap_or_default()),
        ))
    }
}
