//! Mage Knight combats in the real daemon: what holds for every combat, seen from
//! where a client stands.

mod catalogue;
#[path = "../support/client.rs"]
mod client;
#[path = "../support/daemon.rs"]
mod daemon;
mod exports;
mod fighter;
#[allow(dead_code)] // The tests of subscriptions use more of it.
#[path = "../subscriptions/follower.rs"]
mod follower;
mod modifiers;
mod offers;
mod refusals;
mod repeating;
mod survival;
mod topics;
mod watching;

use client::{Client, Door, Doors};
use daemon::{Running, TempFolder};

/// A daemon of its own and somebody who talks to it.
struct Table {
    client: Client,
    doors: Doors,
    running: Running,
    _folder: TempFolder,
}

impl Table {
    fn open() -> Table {
        let folder = TempFolder::new();
        let running = Running::start(folder.path(), &[]);
        let doors = Doors::of(&running);
        Table {
            client: Client::open(&doors, Door::Socket).expect("the door is open"),
            doors,
            running,
            _folder: folder,
        }
    }
}
