//! Who somebody is on Twitch: its own server says so in the tags.

use super::Message;
use crate::commands::Rank;

pub fn rank(message: &Message) -> Rank {
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
        Rank::Owner
    } else if has("moderator") || has("lead_moderator") || tag("mod") == "1" {
        Rank::Moderator
    } else {
        Rank::Viewer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badges_tell_the_rank_and_only_whole_ones_count() {
        let cases = [
            ("@badges=broadcaster/1,subscriber/12", Rank::Owner),
            ("@badges=moderator/1", Rank::Moderator),
            ("@badges=;mod=1", Rank::Moderator),
            ("@badges=vip/1;mod=0", Rank::Viewer),
            ("@badges=moderatorx/1", Rank::Viewer),
            ("@display-name=moderator", Rank::Viewer),
            ("@badge-info=broadcaster/1", Rank::Viewer),
        ];
        for (tags, expected) in cases {
            let line = format!("{tags} :a!a@a PRIVMSG #a :!score");
            let message = Message::parse(&line).expect("a message");
            assert_eq!(rank(&message), expected, "{tags}");
        }
    }
}
