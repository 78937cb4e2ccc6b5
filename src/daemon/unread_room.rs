//! Room for messages that wait until their clients read them. The outbox bounds what one
//! client leaves unread, but many clients may do it at the same time. So what waits for
//! all of them together may take so many bytes and no more.
//!
//! Where there is no room left, the client that leaves the most unread is cut off; among
//! equals the one that fell behind first, because it had the most time to read. Until its
//! memory is free again, others that are behind get no further answers.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::rpc_error::RpcError;
use crate::settings::Limits;

/// What may wait for one client without taking room. Clients that read have less, so that
/// they are never cut off, whatever others leave unread.
const FREE: u64 = 32 * 1024;

/// How many turns of the scheduler a client that reads waits for those that are cut off.
const MOST_TURNS: u32 = 16;

/// The room that all connections share.
#[derive(Debug)]
pub struct UnreadRoom {
    most: u64,
    taken: Mutex<Taken>,
    /// Tells that a client is not behind any more, or that there is room again.
    eased: Notify,
}

#[derive(Debug, Default)]
struct Taken {
    bytes: u64,
    /// What clients that are cut off will give back.
    leaving: u64,
    /// The clients that take room, by the order in which they fell behind.
    behind: BTreeMap<u64, Behind>,
    numbers: u64,
}

#[derive(Debug)]
struct Behind {
    bytes: u64,
    cut_off: CancellationToken,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl UnreadRoom {
    pub(crate) fn new(limits: &Limits) -> Arc<UnreadRoom> {
        Arc::new(UnreadRoom {
            // A client alone may have the largest answer and a full outbox.
            most: (limits.answer_bytes + limits.waiting_bytes).max(limits.unread_bytes),
            taken: Mutex::default(),
            eased: Notify::new(),
        })
    }

    /// What waits for one connection.
    pub fn share(self: &Arc<UnreadRoom>) -> Arc<UnreadShare> {
        Arc::new(UnreadShare {
            room: self.clone(),
            waiting: Mutex::default(),
            cut_off: CancellationToken::new(),
        })
    }
}

impl Taken {
    /// The client that leaves the most unread, the first one among equals.
    fn most_behind(&self) -> Option<u64> {
        let by_bytes = |(number, client): &(&u64, &Behind)| (client.bytes, Reverse(**number));
        self.behind
            .iter()
            .max_by_key(by_bytes)
            .map(|(number, _)| *number)
    }

    fn cut_off_beyond(&mut self, most: u64) {
        while self.bytes - self.leaving > most
            && let Some(number) = self.most_behind()
            && let Some(client) = self.behind.remove(&number)
        {
            self.leaving += client.bytes;
            client.cut_off.cancel();
        }
    }
}

/// What waits for one connection.
#[derive(Debug)]
pub struct UnreadShare {
    room: Arc<UnreadRoom>,
    waiting: Mutex<Waiting>,
    /// Cancelled when others need the room.
    cut_off: CancellationToken,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: u64,
    /// The number among the clients that take room, if it does.
    number: Option<u64>,
}

impl Waiting {
    /// The part of the bytes that takes room.
    fn beyond(&self) -> u64 {
        self.bytes.saturating_sub(FREE)
    }
}

impl UnreadShare {
    /// Counts a message until the result is dropped.
    pub(crate) fn add(self: &Arc<UnreadShare>, bytes: usize) -> UnreadMessage {
        let bytes = bytes as u64;
        let mut waiting = locked(&self.waiting);
        let before = waiting.beyond();
        waiting.bytes += bytes;
        let more = waiting.beyond() - before;
        if more > 0 {
            let mut taken = locked(&self.room.taken);
            let taken = &mut *taken;
            taken.bytes += more;
            let number = *waiting.number.get_or_insert_with(|| {
                taken.numbers += 1;
                let behind = Behind {
                    bytes: 0,
                    cut_off: self.cut_off.clone(),
                };
                taken.behind.insert(taken.numbers, behind);
                taken.numbers
            });
            match taken.behind.get_mut(&number) {
                Some(behind) => behind.bytes += more,
                None => taken.leaving += more,
            }
            taken.cut_off_beyond(self.room.most);
        }
        drop(waiting);
        UnreadMessage {
            share: self.clone(),
            bytes,
        }
    }

    fn give_back(&self, bytes: u64) {
        let mut waiting = locked(&self.waiting);
        let before = waiting.beyond();
        waiting.bytes -= bytes;
        let less = before - waiting.beyond();
        let Some(number) = waiting.number.filter(|_| less > 0) else {
            return;
        };
        let mut taken = locked(&self.room.taken);
        let was_full = taken.bytes > self.room.most;
        taken.bytes -= less;
        let has_room_again = was_full && taken.bytes <= self.room.most;
        if has_room_again || waiting.beyond() == 0 {
            self.room.eased.notify_waiters();
        }
        match taken.behind.get_mut(&number) {
            Some(behind) => {
                behind.bytes -= less;
                if waiting.beyond() == 0 {
                    taken.behind.remove(&number);
                    waiting.number = None;
                }
            }
            None => taken.leaving -= less,
        }
    }

    /// Returns when the client may ask for more. Answers that are not made take no memory.
    /// Where there is no room, a client that is behind waits for it, and others let those
    /// that are cut off give theirs back first, for a few turns of the scheduler.
    pub(crate) async fn may_ask(&self) {
        let mut turns = 0;
        loop {
            let mut eased = std::pin::pin!(self.room.eased.notified());
            // From here on no notice is missed.
            eased.as_mut().enable();
            if locked(&self.room.taken).bytes <= self.room.most {
                return;
            }
            let is_behind = locked(&self.waiting).beyond() > 0;
            match is_behind {
                true => eased.await,
                false if turns == MOST_TURNS => return,
                false => {
                    turns += 1;
                    tokio::task::yield_now().await;
                }
            }
        }
    }

    /// Returns when others need the room of this connection.
    pub(crate) async fn cut_off(&self) {
        self.cut_off.cancelled().await;
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        self.cut_off.is_cancelled()
    }

    /// Why the connection was cut off.
    pub(crate) fn refusal(&self) -> RpcError {
        let reason = "the client does not read its messages, and others need their room";
        RpcError::limit("unreadBytes", self.room.most, reason)
            .hint("connect again, and read while you ask")
            .with("retry", true)
    }
}

/// Counts a message that has not been sent yet.
#[derive(Debug)]
pub struct UnreadMessage {
    share: Arc<UnreadShare>,
    bytes: u64,
}

impl Drop for UnreadMessage {
    fn drop(&mut self) {
        self.share.give_back(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use proptest::prelude::*;

    const MIB: u64 = 1024 * 1024;

    fn room_of(most: u64) -> Arc<UnreadRoom> {
        UnreadRoom::new(&Limits {
            answer_bytes: 0,
            waiting_bytes: 0,
            unread_bytes: most,
            ..Limits::default()
        })
    }

    fn taken(room: &UnreadRoom) -> (u64, u64, usize) {
        let taken = locked(&room.taken);
        (taken.bytes, taken.leaving, taken.behind.len())
    }

    #[test]
    fn the_client_that_leaves_the_most_unread_is_cut_off() {
        let room = room_of(2 * MIB);
        let [first, second, third] = [(); 3].map(|()| room.share());
        let waiting = [
            first.add(MIB as usize / 4),
            second.add(MIB as usize),
            third.add(MIB as usize),
        ];
        assert!(second.is_cut_off());
        assert!(!first.is_cut_off() && !third.is_cut_off());
        drop(waiting);
        assert_eq!(taken(&room), (0, 0, 0));
    }

    #[test]
    fn among_equals_the_client_that_fell_behind_first_is_cut_off() {
        let room = room_of(2 * MIB);
        let [first, second, third] = [(); 3].map(|()| room.share());
        let message = |share: &Arc<UnreadShare>| share.add(MIB as usize);
        let waiting = [message(&first), message(&second)];
        assert!(!first.is_cut_off() && !second.is_cut_off());
        let last = message(&third);
        assert!(first.is_cut_off());
        assert!(!second.is_cut_off() && !third.is_cut_off());
        drop((waiting, last));
        assert_eq!(taken(&room), (0, 0, 0));
    }

    #[test]
    fn a_client_that_has_read_is_behind_those_that_have_not() {
        let room = room_of(2 * MIB);
        let [reader, idle, third] = [(); 3].map(|()| room.share());
        drop(reader.add(MIB as usize));
        let waiting = idle.add(MIB as usize);
        let again = reader.add(MIB as usize);
        let last = third.add(MIB as usize);
        assert!(idle.is_cut_off() && !reader.is_cut_off());
        drop((waiting, again, last));
    }

    #[test]
    fn a_client_that_is_behind_asks_no_more_until_there_is_room() {
        let room = room_of(MIB);
        let [first, second, reader] = [(); 3].map(|()| room.share());
        let of_first = first.add(MIB as usize);
        let _of_second = second.add(MIB as usize);
        assert!(first.is_cut_off());
        assert_eq!(second.may_ask().now_or_never(), None);
        // It waits for nobody's memory, but lets others have their turns.
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.expect("a runtime").block_on(reader.may_ask());
        drop(of_first);
        assert_eq!(second.may_ask().now_or_never(), Some(()));
    }

    #[test]
    fn small_messages_take_no_room() {
        let room = room_of(MIB);
        let shares: Vec<_> = (0..1000).map(|_| room.share()).collect();
        let waiting: Vec<_> = shares
            .iter()
            .map(|share| share.add(FREE as usize))
            .collect();
        assert_eq!(taken(&room), (0, 0, 0));
        assert!(shares.iter().all(|share| !share.is_cut_off()));
        drop(waiting);
    }

    proptest! {
        #[test]
        fn every_byte_is_given_back_and_the_rest_keeps_within_the_room(
            steps in prop::collection::vec((0..6_usize, 0..400_000_usize, any::<bool>()), 0..80),
        ) {
            let room = room_of(MIB);
            let shares = [(); 6].map(|()| room.share());
            let mut waiting: Vec<(usize, UnreadMessage)> = Vec::new();
            for (client, bytes, reads) in steps {
                match reads {
                    true => waiting.retain(|(of, _)| *of != client),
                    false => waiting.push((client, shares[client].add(bytes))),
                }
                let (bytes, leaving, _) = taken(&room);
                prop_assert!(bytes - leaving <= MIB);
            }
            drop(waiting);
            prop_assert_eq!(taken(&room), (0, 0, 0));
        }
    }
}
