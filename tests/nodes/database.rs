//! A PostgreSQL server of the test's own, on a free port, with fsync on.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::daemon::TempFolder;

pub struct Database {
    pub port: u16,
    server: Child,
    programs: PathBuf,
    folder: TempFolder,
}

const PATIENCE: Duration = Duration::from_secs(60);

fn programs() -> PathBuf {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut folders: Vec<PathBuf> = installed
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    folders.sort();
    let on_path = || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    let found = folders.pop().or_else(on_path);
    found.expect("PostgreSQL is missing: run tests/nodes/prepare")
}

/// The server refuses to run as root.
fn as_other_than_root(command: &mut Command, folder: &Path) {
    let number = |flag: &str, user: &str| -> u32 {
        let said = Command::new("id").args([flag, user]).output();
        let said = said.expect("`id` runs").stdout;
        String::from_utf8_lossy(&said).trim().parse().unwrap_or(0)
    };
    if number("-u", "root") == number("-u", "") || whoami() == "root" {
        let (user, group) = (number("-u", "postgres"), number("-g", "postgres"));
        chown(folder, Some(user), Some(group)).expect("the folder is given away");
        command.uid(user).gid(group);
    }
}

fn whoami() -> String {
    let said = Command::new("id").arg("-un").output().expect("`id` runs");
    String::from_utf8_lossy(&said.stdout).trim().to_owned()
}

pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address").port()
}

impl Database {
    pub fn start() -> Database {
        let (folder, programs, port) = (TempFolder::new(), programs(), free_port());
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("a folder for the database");
        let mut init = Command::new(programs.join("initdb"));
        init.args(["--auth", "trust", "--username", "postgres", "--no-locale"]);
        init.args(["--encoding", "UTF8", "--no-sync", "--pgdata"])
            .arg(&data);
        as_other_than_root(&mut init, &data);
        as_other_than_root(&mut init, folder.path());
        let made = init.current_dir("/").output().expect("initdb runs");
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        let mut server = Command::new(programs.join("postgres"));
        server.arg("-D").arg(&data).args(["-p", &port.to_string()]);
        for setting in [
            "listen_addresses=127.0.0.1",
            "fsync=on",
            "max_connections=200",
        ] {
            server.args(["-c", setting]);
        }
        server.arg("-k").arg(folder.path());
        as_other_than_root(&mut server, folder.path());
        let log = fs::File::create(folder.path().join("log")).expect("a log");
        server
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        let server = server.current_dir("/").spawn().expect("the server starts");
        let database = Database {
            port,
            server,
            programs,
            folder,
        };
        database.wait_until_ready();
        database
    }

    fn wait_until_ready(&self) {
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err()
            || self.try_sql("postgres", "SELECT 1").is_err()
        {
            assert!(begun.elapsed() < PATIENCE, "the database did not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Makes an empty database.
    pub fn create(&self, name: &str) -> String {
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.url(self.port, name)
    }

    /// Makes a role with a database of the same name, which has to show its password.
    pub fn create_with_password(&self, role: &str, password: &str) -> String {
        let login = format!("CREATE ROLE {role} LOGIN PASSWORD '{password}'");
        self.sql("postgres", &login);
        self.sql("postgres", &format!("CREATE DATABASE {role} OWNER {role}"));
        let rules = format!(
            "host all {role} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n"
        );
        let file = self.folder.path().join("data/pg_hba.conf");
        fs::write(file, rules).expect("the rules can be written");
        self.sql("postgres", "SELECT pg_reload_conf()");
        format!("postgres://{role}@127.0.0.1:{}/{role}", self.port)
    }

    pub fn url(&self, port: u16, name: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{port}/{name}")
    }

    fn psql(&self, database: &str, sql: &str) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args([
            "-h",
            "127.0.0.1",
            "-p",
            &self.port.to_string(),
            "-U",
            "postgres",
        ]);
        psql.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            database,
            "-c",
            sql,
        ]);
        psql
    }

    /// Begins a statement that goes on until the process is killed.
    pub fn background_sql(&self, database: &str, sql: &str) -> Child {
        let mut psql = self.psql(database, sql);
        psql.stdout(Stdio::null()).stderr(Stdio::null());
        psql.spawn().expect("psql runs")
    }

    /// The rows that a statement gives, columns with `|` between.
    pub fn try_sql(&self, database: &str, sql: &str) -> Result<Vec<String>, String> {
        let mut psql = self.psql(database, sql);
        let said = psql.output().expect("psql runs");
        match said.status.success() {
            true => {
                let rows = String::from_utf8_lossy(&said.stdout).into_owned();
                Ok(rows.lines().map(str::to_owned).collect())
            }
            false => Err(String::from_utf8_lossy(&said.stderr).into_owned()),
        }
    }

    #[track_caller]
    pub fn sql(&self, database: &str, sql: &str) -> Vec<String> {
        self.try_sql(database, sql).expect(sql)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
