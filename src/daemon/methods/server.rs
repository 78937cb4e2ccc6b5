//! The greeting, the goodbye, and questions about the daemon itself.

use jsonrpsee::core::RegisterMethodError;
use qbcoach_protocol as wire;
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::*;

use super::{Answer, Table, add};
use crate::daemon::failure::Failure;
use crate::daemon::peer::Door;
use crate::daemon::{Daemon, NAME, VERSION, openrpc};
use crate::diagnostics;
use crate::rules::Rules;

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    add(table, Initialize, async |daemon, call, params| {
        if let Some(token) = &params.token {
            match daemon.tokens.role_of(token) {
                Some(role) => call.peer.set_role(role),
                // Without tokens everybody here may do everything anyway.
                None if daemon.tokens.is_empty() => {}
                None => {
                    let failure = Failure::new(NOT_ALLOWED, "the token is not known");
                    return Err(failure.hint("check it against the daemon's token file"));
                }
            }
        }
        if let Some(version) = &params.protocol_version
            && !(version.is_u64() || version.is_string() || version.is_null())
        {
            let reason = "a version is a whole number, or that number as a text";
            return Err(Failure::params("protocolVersion", reason));
        }
        let other = params.protocol_version.filter(|version| {
            let number = version.as_u64().or_else(|| version.as_str()?.parse().ok());
            number != Some(wire::PROTOCOL_VERSION.into())
        });
        let warnings = other.map(|version| wire::Warning {
            field: "protocolVersion".to_owned(),
            message: format!(
                "{version} is not spoken here, {} is",
                wire::PROTOCOL_VERSION
            ),
        });
        Ok(Answer {
            value: initialized(&daemon),
            warnings: warnings.into_iter().collect(),
        })
    })?;
    add(table, Shutdown, async |_, call, _| {
        call.peer.say_goodbye();
        Ok(())
    })?;
    add(table, Discover, async |_, _, _| Ok(openrpc::document()))?;
    add(table, ServerInfoGet, async |daemon, call, _| {
        Ok(wire::ServerInfo {
            server_info: server_name(),
            protocol_version: wire::PROTOCOL_VERSION,
            games: games(),
            doors: daemon.doors(),
            role: call.peer.role().map_or("none", Role::word).to_owned(),
            sessions: daemon.sessions.number(),
            sessions_in_memory: daemon.sessions.number_open(),
            connections: daemon.connections(),
            data: data_info(&daemon),
            limits: daemon.settings.limits.by_name(),
        })
    })?;
    add(table, ServerDiagnostics, async |daemon, call, _| {
        call.pass_turn();
        let checks = tokio::task::spawn_blocking(move || {
            let book = daemon.library().book(Rules::default());
            diagnostics::run(&book)
        });
        let checks = checks.await.map_err(Failure::internal)?;
        Ok(wire::Diagnostics {
            ok: checks.iter().all(|check| check.result.is_ok()),
            checks: checks
                .into_iter()
                .map(|check| wire::Check {
                    name: check.name.to_owned(),
                    ok: check.result.is_ok(),
                    detail: check.result.unwrap_or_else(|problem| problem),
                })
                .collect(),
        })
    })
}

fn games() -> Vec<String> {
    vec!["queens-blood".to_owned(), "mage-knight".to_owned()]
}

fn server_name() -> wire::ServerName {
    wire::ServerName {
        name: NAME.to_owned(),
        version: VERSION.to_owned(),
    }
}

fn data_info(daemon: &Daemon) -> wire::DataInfo {
    let catalogue = &daemon.library().catalogue;
    wire::DataInfo {
        cards: catalogue.cards().len(),
        sha256: catalogue.sha256().to_owned(),
    }
}

fn initialized(daemon: &Daemon) -> wire::Initialized {
    wire::Initialized {
        protocol_version: wire::PROTOCOL_VERSION,
        server_info: server_name(),
        capabilities: wire::Capabilities {
            games: games(),
            // All there are, open or not: the greeting is the same at each of them.
            doors: Door::ALL.map(|door| door.word().to_owned()).into(),
            rules: wire::RulesInfo {
                presets: vec!["canon".to_owned(), "rebirth".to_owned()],
                knobs: Rules::KNOBS.map(str::to_owned).into(),
            },
        },
        data: data_info(daemon),
    }
}
