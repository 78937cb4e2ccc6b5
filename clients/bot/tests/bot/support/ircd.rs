//! Runs the IRC server ngircd on a free port.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::folder::Folder;

pub struct Ircd {
    child: Child,
    pub port: u16,
}

/// Debian installs servers in /usr/sbin, which is not in every user's `PATH`.
fn program() -> PathBuf {
    let path = std::env::var("PATH").unwrap_or_default();
    let folders = path.split(':').chain(["/usr/sbin", "/usr/local/sbin"]);
    let mut programs = folders.map(|folder| PathBuf::from(folder).join("ngircd"));
    let found = programs.find(|program| program.exists());
    found.expect("ngircd is installed; clients/bot/tests/prepare does that or says what is missing")
}

impl Ircd {
    pub fn start(folder: &Folder) -> Ircd {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("its address").port();
        drop(free);
        Ircd::start_at(folder, port)
    }

    pub fn start_at(folder: &Folder, port: u16) -> Ircd {
        let config = format!(
            "[Global]\nName = irc.test\nInfo = A server for tests\nAdminEMail = test@irc.test\n\
             Listen = 127.0.0.1\nPorts = {port}\n\
             [Limits]\nMaxConnectionsIP = 0\nMaxNickLength = 20\nMaxJoins = 20\n\
             [Options]\nIdent = no\nPAM = no\nDNS = no\n"
        );
        let config = folder.write("ngircd.conf", &config);
        let mut command = Command::new(program());
        command.arg("--nodaemon").arg("--config").arg(config);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().expect("ngircd starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its stdout"));
        loop {
            let mut line = String::new();
            let read = lines.read_line(&mut line).expect("its log can be read");
            assert_ne!(read, 0, "ngircd ended before it was ready");
            if line.contains("Now listening on") {
                break;
            }
        }
        std::thread::spawn(move || lines.read_to_end(&mut Vec::new()));
        Ircd { child, port }
    }
}

impl Drop for Ircd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
