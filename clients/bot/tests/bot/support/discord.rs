//! Discord's side: requests signed with keys of the tests.

use std::time::{SystemTime, UNIX_EPOCH};

use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};

use super::bot::Bot;
use super::folder::Folder;
use super::http::{self, Response};

pub struct Discord {
    pub key: SigningKey,
    /// HOST:PORT of the bot's endpoint.
    pub address: String,
}

/// A key made of one byte.
pub fn key(byte: u8) -> SigningKey {
    SigningKey::from_bytes(&[byte; 32])
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("it is after 1970").as_secs()
}

impl Discord {
    /// Starts a bot with a section `[discord]` that has these additional settings.
    pub fn start(folder: &Folder, daemon: &str, more: &str) -> (Discord, Bot) {
        let key = key(7);
        let public = hex(key.verifying_key().as_bytes());
        let config = format!(
            "[daemon]\naddress = \"{daemon}\"\n[answers]\nuserCooldownSeconds = 0\n\
             channelCooldownSeconds = 0\nannounceCooldownSeconds = 0\n\
             [discord]\napplicationId = \"77\"\npublicKey = \"{public}\"\n\
             listen = \"127.0.0.1:0\"\nowners = [\"1\"]\n{more}\n"
        );
        let mut bot = Bot::run(folder, &config);
        let line = bot.wait_for_log("taking interactions");
        let (_, address) = line
            .split_once("address=")
            .expect("the log line has the address");
        bot.wait_for_log("connected");
        let address = address.trim().to_owned();
        (Discord { key, address }, bot)
    }

    pub fn send(&self, body: &Value) -> Response {
        self.send_as(&self.key, now(), &body.to_string(), &body.to_string())
    }

    /// Signs `signed` and sends `sent`, which may differ.
    pub fn send_as(&self, key: &SigningKey, timestamp: u64, signed: &str, sent: &str) -> Response {
        let signature = key.sign(format!("{timestamp}{signed}").as_bytes());
        let signature = hex(&signature.to_bytes());
        let timestamp = timestamp.to_string();
        let headers = [
            ("X-Signature-Ed25519", signature.as_str()),
            ("X-Signature-Timestamp", timestamp.as_str()),
        ];
        http::post(&self.address, "/interactions", &headers, sent)
    }

    /// The answer to a slash command.
    pub fn command(&self, user: DiscordUser, name: &str, options: Value) -> Value {
        let response = self.send(&interaction(2, user, name, options));
        assert_eq!(response.status, 200, "{}", response.body);
        response.body
    }
}

#[derive(Clone, Copy)]
pub enum DiscordUser {
    Viewer,
    Moderator,
    Owner,
}

/// An interaction as Discord sends it; each has a token of its own.
pub fn interaction(kind: u8, user: DiscordUser, name: &str, options: Value) -> Value {
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
    let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let (id, permissions) = match user {
        DiscordUser::Viewer => ("2", "2048"),
        DiscordUser::Moderator => ("3", "8192"),
        DiscordUser::Owner => ("1", "0"),
    };
    let options: Vec<Value> = options
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| json!({ "name": name, "type": 3, "value": value, "focused": kind == 4 }))
        .collect();
    json!({
        "id": number.to_string(), "application_id": "77", "type": kind, "version": 1,
        "token": format!("token-{number}"), "guild_id": "10", "channel_id": "20",
        "member": { "user": { "id": id, "username": "somebody" }, "permissions": permissions, "roles": [] },
        "data": { "id": "30", "name": name, "type": 1, "options": options },
    })
}
