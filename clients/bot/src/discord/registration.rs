//! The commands in the form in which they are registered at Discord.

use serde_json::{Value, json};

use crate::commands::{CommandWord, Need, Param, ParamKind, Privilege};

/// The option type STRING.
const TEXT: u8 = 3;
/// The permission Manage Messages: only its holders are offered the command, unless the
/// server changes that.
const MANAGE_MESSAGES: &str = "8192";

pub fn commands() -> Value {
    let commands: Vec<Value> = CommandWord::ALL.into_iter().map(command).collect();
    json!(commands)
}

fn command(word: CommandWord) -> Value {
    let options: Vec<Value> = word.params().iter().map(option).collect();
    let mut command = json!({
        "name": word.name(),
        "type": 1,
        "description": word.summary(),
        "options": options,
    });
    if word.privilege() >= Privilege::Moderator {
        command["default_member_permissions"] = json!(MANAGE_MESSAGES);
    }
    command
}

fn option(param: &Param) -> Value {
    let mut option = json!({
        "type": TEXT,
        "name": param.kind.name(),
        "description": param.summary,
        "required": param.need == Need::Required,
    });
    match param.kind {
        ParamKind::Card | ParamKind::Deck => option["autocomplete"] = json!(true),
        ParamKind::Tile => option["choices"] = json!(tiles()),
        ParamKind::Side => option["choices"] = json!(["you", "enemy"].map(choice)),
        ParamKind::Step => option["choices"] = json!(["open", "hand", "close"].map(choice)),
        ParamKind::Session | ParamKind::Option => {}
    }
    option
}

fn tiles() -> Vec<Value> {
    let lanes = ["TOP", "MID", "BOT"].into_iter();
    lanes
        .flat_map(|lane| (1..=5).map(move |column| choice(&format!("{lane}-{column}"))))
        .collect()
}

fn choice(name: &str) -> Value {
    json!({ "name": name, "value": name })
}

/// The shell commands that register the commands at Discord.
pub fn curl_recipe(application_id: &str) -> String {
    format!(
        "# DISCORD_BOT_TOKEN is the bot's token: the developer portal shows it under Bot.\n\
         qbcoach-bot register \\\n  \
         | curl --fail-with-body -X PUT \\\n      \
         -H \"Authorization: Bot $DISCORD_BOT_TOKEN\" \\\n      \
         -H 'Content-Type: application/json' --data @- \\\n      \
         https://discord.com/api/v10/applications/{application_id}/commands\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registration_keeps_discords_limits() {
        let registered = commands();
        let registered = registered.as_array().expect("a list");
        assert_eq!(registered.len(), CommandWord::ALL.len());
        for command in registered {
            let name = command["name"].as_str().expect("a name");
            assert!(
                name.len() <= 32 && name.bytes().all(|b| b.is_ascii_lowercase()),
                "{name}"
            );
            let described = |thing: &Value| {
                thing["description"]
                    .as_str()
                    .is_some_and(|text| (1..=100).contains(&text.len()))
            };
            assert!(described(command), "{name}");
            let options = command["options"].as_array().expect("a list");
            let required: Vec<bool> = options
                .iter()
                .map(|option| option["required"] == true)
                .collect();
            assert!(
                required.is_sorted_by(|a, b| a >= b),
                "{name}: required options come first"
            );
            for option in options {
                assert!(described(option), "{name}");
                let choices = option["choices"].as_array().map_or(0, Vec::len);
                assert!(
                    choices <= 25 && (choices == 0 || option["autocomplete"].is_null()),
                    "{name}"
                );
            }
        }
    }
}
