//! The privilege of a Twitch user, from the tags that Twitch's server adds.

use super::Message;
use crate::commands::Privilege;

pub fn privilege(message: &Message) -> Privilege {
    let tag = |name: &str| {
        message
            .tags
            .get(name)
            .map(String::as_str)
            .unwrap_or_default()
    };
    let badges = || {
        tag("badges")
            .split(',')
            .filter_map(|badge| badge.split('/').next())
    };
    let has = |wanted: &str| badges().any(|badge| badge == wanted);
    if has("broadcaster") {
        Privilege::Owner
    } else if has("moderator") || has("lead_moderator") || tag("mod") == "1" {
        Privilege::Moderator
    } else {
        Privilege::Viewer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badges_decide_the_privilege_and_must_match_whole() {
        let cases = [
            ("@badges=broadcaster/1,subscriber/12", Privilege::Owner),
            ("@badges=moderator/1", Privilege::Moderator),
            ("@badges=;mod=1", Privilege::Moderator),
            ("@badges=vip/1;mod=0", Privilege::Viewer),
            ("@badges=moderatorx/1", Privilege::Viewer),
            ("@display-name=moderator", Privilege::Viewer),
            ("@badge-info=broadcaster/1", Privilege::Viewer),
        ];
        for (tags, expected) in cases {
            let line = format!("{tags} :a!a@a PRIVMSG #a :!score");
            let message = Message::parse(&line).expect("a message");
            assert_eq!(privilege(&message), expected, "{tags}");
        }
    }
}
