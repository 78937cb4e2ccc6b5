//! Limits how often a user and a channel are answered.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::{Asker, Channel, Chat, Privilege};

#[derive(Clone, Debug)]
pub struct Cooldowns {
    user: Duration,
    channel: Duration,
    users: BTreeMap<(Chat, String), Instant>,
    channels: BTreeMap<Channel, Instant>,
}

/// With more entries, those whose wait is over are removed, so that the memory stays
/// bounded.
const MANY: usize = 1000;

impl Cooldowns {
    pub fn new(user: Duration, channel: Duration) -> Cooldowns {
        Cooldowns {
            user,
            channel,
            users: BTreeMap::new(),
            channels: BTreeMap::new(),
        }
    }

    /// Admits a command, or returns how long to wait. A refused command does not make the
    /// wait longer.
    pub fn admit(
        &mut self,
        now: Instant,
        asker: &Asker,
        channel: &Channel,
    ) -> Result<(), Duration> {
        if asker.privilege >= Privilege::Moderator {
            return Ok(());
        }
        let user = (channel.chat, asker.id.clone());
        let left = |last: Option<&Instant>, wait: Duration| {
            let since = last.map(|last| now.saturating_duration_since(*last));
            since.map_or(Duration::ZERO, |since| wait.saturating_sub(since))
        };
        let wait = left(self.users.get(&user), self.user)
            .max(left(self.channels.get(channel), self.channel));
        if !wait.is_zero() {
            return Err(wait);
        }
        self.users.insert(user, now);
        self.channels.insert(channel.clone(), now);
        if self.users.len() > MANY {
            self.users
                .retain(|_, last| !left(Some(last), self.user).is_zero());
        }
        if self.channels.len() > MANY {
            self.channels
                .retain(|_, last| !left(Some(last), self.channel).is_zero());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(name: &str, privilege: Privilege) -> Asker {
        Asker {
            id: name.to_owned(),
            privilege,
        }
    }

    fn channel(id: &str) -> Channel {
        Channel {
            chat: Chat::Irc,
            id: id.to_owned(),
        }
    }

    #[test]
    fn users_and_channels_have_separate_waits() {
        let seconds = Duration::from_secs;
        let begin = Instant::now();
        let mut cooldowns = Cooldowns::new(seconds(5), seconds(2));
        let mut ask = |at: u64, name: &str, privilege: Privilege, id: &str| {
            cooldowns.admit(begin + seconds(at), &asker(name, privilege), &channel(id))
        };
        let cases = [
            (0, "tifa", Privilege::Viewer, "#a", Ok(())),
            (1, "tifa", Privilege::Viewer, "#a", Err(4)),
            (1, "barret", Privilege::Viewer, "#a", Err(1)),
            (1, "tifa", Privilege::Viewer, "#b", Err(4)),
            (1, "barret", Privilege::Viewer, "#b", Ok(())),
            (1, "cloud", Privilege::Moderator, "#a", Ok(())),
            (1, "cloud", Privilege::Owner, "#a", Ok(())),
            (5, "tifa", Privilege::Viewer, "#a", Ok(())),
        ];
        for (at, name, privilege, id, expected) in cases {
            let expected = expected.map_err(seconds);
            assert_eq!(
                ask(at, name, privilege, id),
                expected,
                "{name} in {id} at {at}"
            );
        }
    }

    #[test]
    fn memory_stays_bounded_with_many_users() {
        let mut cooldowns = Cooldowns::new(Duration::from_secs(5), Duration::ZERO);
        let begin = Instant::now();
        for number in 0..10_000_u32 {
            let now = begin + Duration::from_secs(1) * number;
            let name = asker(&number.to_string(), Privilege::Viewer);
            assert_eq!(
                cooldowns.admit(now, &name, &channel(&number.to_string())),
                Ok(())
            );
        }
        assert!(cooldowns.users.len() <= MANY + 1 && cooldowns.channels.len() <= MANY + 1);
    }
}
