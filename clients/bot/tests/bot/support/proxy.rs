//! A proxy between the bot and the daemon, which can hold back the daemon's messages.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};

#[derive(Clone, Copy, PartialEq, Eq)]
enum ProxyState {
    Passing,
    Holding,
}

pub struct Proxy {
    pub address: String,
    state: Arc<(Mutex<ProxyState>, Condvar)>,
}

impl Proxy {
    pub fn start(daemon: &str) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let state = Arc::new((Mutex::new(ProxyState::Passing), Condvar::new()));
        let (shared, daemon) = (state.clone(), daemon.to_owned());
        std::thread::spawn(move || {
            for bot in listener.incoming() {
                let bot = bot.expect("a connection");
                let daemon = TcpStream::connect(&daemon).expect("the daemon listens");
                let (from_bot, to_daemon) = (bot.try_clone(), daemon.try_clone());
                let (mut from_bot, mut to_daemon) =
                    (from_bot.expect("half"), to_daemon.expect("half"));
                std::thread::spawn(move || std::io::copy(&mut from_bot, &mut to_daemon));
                let shared = shared.clone();
                std::thread::spawn(move || pass_on(daemon, bot, &shared));
            }
        });
        Proxy { address, state }
    }

    pub fn url(&self) -> String {
        format!("ws://{}", self.address)
    }

    pub fn hold(&self) {
        *self.state.0.lock().expect("the state") = ProxyState::Holding;
    }

    pub fn release(&self) {
        *self.state.0.lock().expect("the state") = ProxyState::Passing;
        self.state.1.notify_all();
    }
}

fn pass_on(mut daemon: TcpStream, mut bot: TcpStream, state: &(Mutex<ProxyState>, Condvar)) {
    let mut buffer = [0; 16 * 1024];
    while let Ok(read @ 1..) = daemon.read(&mut buffer) {
        let holding = state.0.lock().expect("the state");
        let passing = state
            .1
            .wait_while(holding, |state| *state == ProxyState::Holding);
        drop(passing.expect("the state"));
        if bot.write_all(&buffer[..read]).is_err() {
            return;
        }
    }
}
