//! One file, without secrets, and words for everything that is wrong with it.

use std::fs;
use std::path::Path;

use crate::support::bot::{command, complained, printed};
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
fn the_template_is_the_example_file_and_can_be_used_as_it_is() {
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
fn every_setting_the_template_shows_is_one() {
    let folder = Folder::new();
    let secret = folder.write("secret", "a-secret").display().to_string();
    let mut shown: Vec<String> = Vec::new();
    for line in template().lines() {
        // A setting stands behind a bare `#`; of two places for a secret one is used.
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
fn a_secret_in_the_file_is_refused_with_what_to_do() {
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
        let complaint = complained(&check(text));
        assert!(
            complaint.contains(setting) && complaint.contains(help),
            "{complaint}"
        );
        assert!(
            !complaint.contains("abcdef"),
            "a secret is never shown: {complaint}"
        );
    }
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let complaint = complained(&check(
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
            complaint.contains(&format!("  {setting}: ")),
            "{setting}\n{complaint}"
        );
    }
}

#[test]
fn files_that_cannot_be_used_are_told_by_name() {
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
            "would be sent in the open",
        ),
    ];
    for (text, words) in cases {
        let complaint = complained(&check(text));
        assert!(complaint.contains(words), "{complaint}");
    }
    let complaint = complained(&command(&["check", "--config", "/nowhere/bot.toml"]));
    assert!(complaint.contains("qbcoach-bot config"), "{complaint}");
    let complaint = complained(&command(&["run"]));
    assert!(
        complaint.contains("there is no chat to answer in"),
        "{complaint}"
    );
}

#[test]
fn a_secret_that_others_can_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let secret = folder.write("secret", "a-secret");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).expect("its rights are set");
    let complaint = complained(&check(&format!(
        "[daemon]\ntokenFile = \"{}\"\n",
        secret.display()
    )));
    assert!(complaint.contains("chmod 600"), "{complaint}");
}
