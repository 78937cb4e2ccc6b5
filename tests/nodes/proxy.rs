//! A link between a node and the database that can go down.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const OPEN: u8 = 0;
const SILENT: u8 = 1;
const CUT: u8 = 2;

pub struct Proxy {
    pub port: u16,
    state: Arc<AtomicU8>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    pub fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let own = listener.local_addr().expect("its address").port();
        let proxy = Proxy {
            port: own,
            state: Arc::new(AtomicU8::new(OPEN)),
            streams: Arc::default(),
        };
        let (state, streams) = (proxy.state.clone(), proxy.streams.clone());
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { return };
                if state.load(Ordering::SeqCst) == CUT {
                    continue;
                }
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else {
                    continue;
                };
                let mut known = streams.lock().expect("the list of streams");
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let from = from.try_clone().expect("a stream");
                    let to = to.try_clone().expect("a stream");
                    known.push(from.try_clone().expect("a stream"));
                    let state = state.clone();
                    thread::spawn(move || pass_on(from, to, &state));
                }
            }
        });
        proxy
    }

    /// Everything that is sent waits; nobody is told.
    pub fn fall_silent(&self) {
        self.state.store(SILENT, Ordering::SeqCst);
    }

    /// Connections break, and no new ones are made.
    pub fn cut(&self) {
        self.state.store(CUT, Ordering::SeqCst);
        for stream in self.streams.lock().expect("the list of streams").drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub fn open(&self) {
        self.state.store(OPEN, Ordering::SeqCst);
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, state: &AtomicU8) {
    let mut bytes = [0; 16 * 1024];
    loop {
        let read = match from.read(&mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(read) => read,
        };
        while state.load(Ordering::SeqCst) == SILENT {
            thread::sleep(Duration::from_millis(5));
        }
        if state.load(Ordering::SeqCst) == CUT || to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
