//! The configuration file: the example, and errors in it.

use std::fs;
use std::path::Path;

use crate::support::bot::{command, error_text, printed};
use crate::support::folder::Folder;

fn check(text: &str) -> std::process::Output {
    let folder = Folder::new();
    let file = folder.write("bot.toml", text).display().to_string();
    command(&["check", "--config", &file])
}

fn template() -> String {
    printed(&command(&["config"]))
}

#[test]
fn config_prints_the_example_file_which_is_valid() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("bot.example.toml");
    assert_eq!(
        template(),
        fs::read_to_string(example).expect("it can be read")
    );
    let output = check(&template());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(printed(&output).contains("The configuration is fine."));
}

#[test]
fn every_setting_in_the_example_is_valid() {
    let folder = Folder::new();
    let secret = folder.write("secret", "a-secret").display().to_string();
    let mut shown: Vec<String> = Vec::new();
    for line in template().lines() {
        // A `#` directly before a setting is removed. Of `…File` and `…Env` only the
        // first is used.
        let setting = line
            .strip_prefix('#')
            .filter(|rest| rest.starts_with(|c: char| c == '[' || c.is_alphabetic()));
        match setting {
            Some(setting) if setting.contains("Env = ") => {}
            Some(setting) if setting.contains("File = ") => {
                let (name, _) = setting.split_once(" = ").expect("a setting");
                shown.push(format!("{name} = \"{secret}\""));
            }
            Some(setting) => shown.push(setting.to_owned()),
            None => shown.push(line.to_owned()),
        }
    }
    let text = shown.join("\n").replace(
        &"0".repeat(64),
        &crate::support::discord::hex(crate::support::discord::key(7).verifying_key().as_bytes()),
    );
    let text = text.replacen("announce = []", "announce = [\"100000000000000000\"]", 1);
    let output = check(&text);
    assert!(
        output.status.success(),
        "{}\n{text}",
        String::from_utf8_lossy(&output.stderr)
    );
    let printed = printed(&output);
    for part in ["discord  ", "twitch ", "irc "] {
        assert!(printed.contains(part), "{printed}");
    }
}

#[test]
fn a_secret_in_the_file_is_an_error_with_help() {
    let cases = [
        (
            "[twitch]\nnick = \"a\"\nchannels = [\"#a\"]\ntoken = \"oauth:abcdef\"\n",
            "`twitch.token`",
            "tokenFile",
        ),
        (
            "[daemon]\ntoken = \"0123456789abcdef\"\n",
            "`daemon.token`",
            "daemon.tokenEnv",
        ),
        (
            "[discord]\nbotToken = \"abcdef\"\n",
            "`discord.botToken`",
            "botTokenFile",
        ),
        (
            "[irc]\npassword = \"abcdef\"\n",
            "`irc.password`",
            "passwordFile",
        ),
        (
            "[twitch]\nnick = \"oauth:abcdef\"\n",
            "`twitch.nick`",
            "tokenFile",
        ),
    ];
    for (text, setting, help) in cases {
        let error = error_text(&check(text));
        assert!(error.contains(setting) && error.contains(help), "{error}");
        assert!(
            !error.contains("abcdef"),
            "a secret is never shown: {error}"
        );
    }
}

#[test]
fn all_faults_are_reported_at_once() {
    let error = error_text(&check(
        "[daemon]\naddress = \"localhost\"\ndelaySeconds = 5\n\
         [answers]\nadvice = \"public\"\nprefix = \"say \"\n\
         [discord]\napplicationId = \"x\"\npublicKey = \"12\"\nlisten = \"here\"\nannounce = [\"1\"]\n\
         [twitch]\nnick = \"a b\"\nchannels = []\n\
         [irc]\nserver = \"irc.example.org\"\nnick = \"9\"\nchannels = [\"seven\"]\nowners = [\"me\"]\nannounce = [\"#other\"]\nsessions = { \"#a\" = \"first\" }\n",
    ));
    for setting in [
        "daemon.address",
        "answers.advice",
        "answers.prefix",
        "discord.applicationId",
        "discord.publicKey",
        "discord.listen",
        "discord.announce",
        "twitch.token",
        "twitch.nick",
        "twitch.channels",
        "irc.server",
        "irc.nick",
        "irc.channels",
        "irc.owners",
        "irc.announce",
        "irc.sessions",
    ] {
        assert!(
            error.contains(&format!("  {setting}: ")),
            "{setting}\n{error}"
        );
    }
}

#[test]
fn errors_name_the_setting_or_the_file() {
    let cases = [
        ("[daemon]\nadress = \"x\"\n", "unknown field `adress`"),
        ("[answers]\nadvice = \"loud\"\n", "unknown variant `loud`"),
        ("[daemon", "bot.toml"),
        (
            "[daemon]\ntokenFile = \"/nowhere/at/all\"\n",
            "/nowhere/at/all cannot be read",
        ),
        (
            "[daemon]\ntokenEnv = \"QBCOACH_BOT_TEST_UNSET\"\n",
            "QBCOACH_BOT_TEST_UNSET is not set",
        ),
        (
            "[twitch]\nserver = \"irc.example.org:6667\"\ntls = false\nnick = \"a\"\nchannels = [\"#a\"]\ntokenEnv = \"PATH\"\n",
            "would be sent without encryption",
        ),
    ];
    for (text, part) in cases {
        let error = error_text(&check(text));
        assert!(error.contains(part), "{error}");
    }
    let error = error_text(&command(&["check", "--config", "/nowhere/bot.toml"]));
    assert!(error.contains("qbcoach-bot setup"), "{error}");
    let error = error_text(&command(&["run"]));
    assert!(error.contains("there is no chat to answer in"), "{error}");
}

#[test]
fn a_secret_file_that_other_users_can_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let secret = folder.write("secret", "a-secret");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).expect("its rights are set");
    let error = error_text(&check(&format!(
        "[daemon]\ntokenFile = \"{}\"\n",
        secret.display()
    )));
    assert!(error.contains("chmod 600"), "{error}");
}
