//! How to reach the database.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use super::super::OpenError;

/// How to reach the database, and who this node is.
#[derive(Clone)]
pub struct PostgresOptions {
    /// `postgres://USER@HOST:PORT/DATABASE?…`
    pub url: String,
    /// The password, unless the URL has one.
    pub password: Option<String>,
    /// Whose certificates are believed; the public authorities if none.
    pub ca_file: Option<PathBuf>,
    /// The most connections at the same time, beside one for the lease.
    pub connections: u32,
    /// How long a statement may take.
    pub patience: Duration,
    /// How long a node owns its sessions without saying so again.
    pub lease: Duration,
    /// What people call this node.
    pub name: String,
    /// The digest of the card data, which has to be the same on all nodes.
    pub data: String,
}

/// The password stays out of logs.
impl fmt::Debug for PostgresOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresOptions({})", shown(&self.url))
    }
}

impl PostgresOptions {
    /// Whether a text names a database and not a folder.
    pub fn is_url(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// For a database that only this program uses, such as in tests and copies.
    pub fn new(url: &str) -> PostgresOptions {
        PostgresOptions {
            url: url.to_owned(),
            password: None,
            ca_file: None,
            connections: 8,
            patience: Duration::from_secs(5),
            lease: Duration::from_secs(10),
            name: "node".to_owned(),
            data: String::new(),
        }
    }

    pub(super) fn config(&self) -> Result<Config, OpenError> {
        let mut config: Config = self.url.parse().map_err(|error| {
            let problem = format!(
                "the address cannot be read ({error}): write \
                 postgres://USER@HOST:PORT/DATABASE"
            );
            self.problem(problem)
        })?;
        if config.get_dbname().is_none() {
            let problem = "the address names no database: end it with /DATABASE".to_owned();
            return Err(self.problem(problem));
        }
        if let Some(password) = &self.password {
            config.password(password);
        }
        // Without a word about it, a database on another machine is asked over TLS only.
        if !self.url.contains("sslmode=") {
            let encrypted = self.ca_file.is_some() || !config.get_hosts().iter().all(is_here);
            config.ssl_mode(match encrypted {
                true => SslMode::Require,
                false => SslMode::Disable,
            });
        }
        // The system counts in whole seconds.
        let silence = (self.patience * 2).max(Duration::from_secs(1));
        config
            .application_name("qbcoach")
            .connect_timeout(self.patience.min(Duration::from_secs(3)))
            .tcp_user_timeout(silence)
            .keepalives_idle(silence)
            // Of several hosts only the one that may be written to is of use.
            .target_session_attrs(TargetSessionAttrs::ReadWrite);
        Ok(config)
    }

    pub(super) fn problem(&self, problem: String) -> OpenError {
        OpenError::Database {
            database: shown(&self.url),
            problem,
        }
    }
}

fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            let address = name.parse::<std::net::IpAddr>();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// The address without its password.
pub(super) fn shown(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return "the given address".to_owned();
    };
    let place = rest.split(['?', '#']).next().unwrap_or_default();
    match place.rsplit_once('@') {
        Some((user, place)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{place}")
        }
        None => format!("{scheme}://{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{PostgresOptions, shown};
    use tokio_postgres::config::SslMode;

    #[test]
    fn a_shown_address_has_no_password() {
        for (url, expected) in [
            (
                "postgres://me:secret@db:5432/q?sslmode=require",
                "postgres://me@db:5432/q",
            ),
            ("postgres://me@db/q", "postgres://me@db/q"),
            ("postgres://db/q?password=secret", "postgres://db/q"),
            ("not an address", "the given address"),
        ] {
            assert_eq!(shown(url), expected);
        }
    }

    #[test]
    fn a_database_elsewhere_is_asked_over_tls_unless_the_address_says_otherwise() {
        for (url, expected) in [
            ("postgres://me@127.0.0.1/q", SslMode::Disable),
            ("postgres://me@localhost/q", SslMode::Disable),
            ("postgres://me@db.example.org/q", SslMode::Require),
            (
                "postgres://me@db.example.org/q?sslmode=disable",
                SslMode::Disable,
            ),
            ("postgres://me@127.0.0.1,db2/q", SslMode::Require),
        ] {
            let config = PostgresOptions::new(url).config().expect(url);
            assert_eq!(config.get_ssl_mode(), expected, "{url}");
        }
    }
}
