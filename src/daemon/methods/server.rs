//! `initialize`, `shutdown`, `rpc.discover` and `server/…`

use std::sync::Arc;

use qbcoach_protocol as wire;
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::*;

use super::{MethodAnswer, MethodTable, MethodTableError};
use crate::language::{self, EditorGreeting};
use crate::peer::{Call, Door};
use crate::reads::ReadLength;
use crate::rpc_error::RpcError;
use crate::{Daemon, NAME, VERSION, openrpc};
use qbcoach_basics::shorten::shortened;
use qbcoach_engine::diagnostics;
use qbcoach_engine::rules::Rules;
use qbcoach_engine::rules::knobs::Knob;

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    let editor = async |daemon: Arc<Daemon>, call: Call, greeting: EditorGreeting| {
        admit(&daemon, &call, greeting.token.as_deref())?;
        call.peer.workspace.set_editor(greeting.editor);
        Ok(language::greet(greeting.editor, initialized(&daemon)))
    };
    let other = async |daemon: Arc<Daemon>, call: Call, params: wire::InitializeParams| {
        admit(&daemon, &call, params.token.as_deref())?;
        if let Some(version) = &params.protocol_version
            && !(version.is_u64() || version.is_string() || version.is_null())
        {
            let reason = "a version is a whole number, or that number as a text";
            return Err(RpcError::params("protocolVersion", reason));
        }
        let other = params.protocol_version.filter(|version| {
            let number = version.as_u64().or_else(|| version.as_str()?.parse().ok());
            number != Some(wire::PROTOCOL_VERSION.into())
        });
        let warnings = other.map(|version| wire::Warning {
            field: "protocolVersion".to_owned(),
            message: format!(
                "version {} is not supported, {} is; protocol/README.md says what changed",
                shortened(&version.to_string()),
                wire::PROTOCOL_VERSION
            ),
        });
        Ok(MethodAnswer {
            value: initialized(&daemon),
            warnings: warnings.into_iter().collect(),
        })
    };
    table.add_greeting(Initialize, other, editor)?;
    table.add(Shutdown, async |_, call, _| {
        call.peer.set_shut_down();
        Ok(())
    })?;
    table.add_fixed(Discover, openrpc::text)?;
    table.add(ServerInfoGet, async |daemon, call, _| {
        let delay = call.peer.delay();
        let sessions = match delay.is_zero() {
            true => daemon.sessions.number(),
            false => daemon.sessions.roster_before(delay).sessions,
        };
        let in_memory = daemon.sessions.number_open();
        Ok(wire::ServerInfo {
            server_info: server_name(),
            protocol_version: wire::PROTOCOL_VERSION,
            games: games(),
            doors: daemon.doors(),
            role: call.peer.role().map_or("none", Role::word).to_owned(),
            sessions,
            sessions_in_memory: in_memory.min(usize::try_from(sessions).unwrap_or(usize::MAX)),
            connections: daemon.connections(),
            data: data_info(&daemon),
            limits: daemon.settings.limits.by_name(),
            node: daemon
                .nodes
                .as_ref()
                .filter(|_| call.peer.sees_nodes())
                .map(|nodes| nodes.info(&daemon.sessions)),
        })
    })?;
    table.add(ServerDiagnostics, async |daemon, call, _| {
        let check = move || {
            let book = daemon.library().book(Rules::default());
            diagnostics::run(&book)
        };
        let checks = call.read(ReadLength::Long, check).await?;
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

/// Gives the connection the role of its token.
fn admit(daemon: &Daemon, call: &Call, token: Option<&str>) -> Result<(), RpcError> {
    let Some(token) = token else {
        return Ok(());
    };
    match daemon.tokens.access_of(token) {
        Some(access) => call.peer.admit(access),
        // A daemon without tokens gives every connection all rights.
        None if daemon.tokens.is_empty() => Ok(()),
        None => {
            let failure = RpcError::new(NOT_ALLOWED, "the token is not known");
            Err(failure.hint("check it against the daemon's token file"))
        }
    }
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
            // All doors, open or not, so that the greeting is the same at each door.
            doors: Door::ALL.map(|door| door.word().to_owned()).into(),
            rules: wire::RulesInfo {
                presets: vec!["canon".to_owned(), "rebirth".to_owned()],
                knobs: Knob::WORDS.map(|(name, _)| name.to_owned()).into(),
            },
        },
        data: data_info(daemon),
    }
}
