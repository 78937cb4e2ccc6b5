//! Stands between the bot and the daemon, and can hold back what the daemon says.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gate {
    Open,
    Closed,
}

pub struct Proxy {
    pub address: String,
    gate: Arc<(Mutex<Gate>, Condvar)>,
}

impl Proxy {
    pub fn start(daemon: &str) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let gate = Arc::new((Mutex::new(Gate::Open), Condvar::new()));
        let (held, daemon) = (gate.clone(), daemon.to_owned());
        std::thread::spawn(move || {
            for bot in listener.incoming() {
                let bot = bot.expect("a connection");
                let daemon = TcpStream::connect(&daemon).expect("the daemon listens");
                let (from_bot, to_daemon) = (bot.try_clone(), daemon.try_clone());
                let (mut from_bot, mut to_daemon) =
                    (from_bot.expect("half"), to_daemon.expect("half"));
                std::thread::spawn(move || std::io::copy(&mut from_bot, &mut to_daemon));
                let held = held.clone();
                std::thread::spawn(move || pass_on(daemon, bot, &held));
            }
        });
        Proxy { address, gate }
    }

    pub fn url(&self) -> String {
        format!("ws://{}", self.address)
    }

    pub fn hold(&self) {
        *self.gate.0.lock().expect("the gate") = Gate::Closed;
    }

    pub fn release(&self) {
        *self.gate.0.lock().expect("the gate") = Gate::Open;
        self.gate.1.notify_all();
    }
}

fn pass_on(mut daemon: TcpStream, mut bot: TcpStream, gate: &(Mutex<Gate>, Condvar)) {
    let mut buffer = [0; 16 * 1024];
    while let Ok(read @ 1..) = daemon.read(&mut buffer) {
        let closed = gate.0.lock().expect("the gate");
        let open = gate.1.wait_while(closed, |gate| *gate == Gate::Closed);
        drop(open.expect("the gate"));
        if bot.write_all(&buffer[..read]).is_err() {
            return;
        }
    }
}
