//! Who may come in over HTTP. A page from anywhere can make a browser connect to
//! this machine, so the address it used and the page it came from are checked.

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::Role;

use crate::daemon::Daemon;
use crate::daemon::failure::Failure;

/// The role of a request, if it is let in at all.
pub fn admit(
    daemon: &Daemon,
    headers: &HeaderMap,
    query_token: Option<&str>,
) -> Result<Option<Role>, Failure> {
    let host = known_host(daemon, headers)?;
    let token = token(headers)?.or(query_token.map(str::to_owned));
    let role = match token {
        Some(token) => match daemon.tokens.role_of(&token) {
            Some(role) => Some(role),
            None if daemon.tokens.is_empty() => Some(Role::Control),
            None => {
                let failure = Failure::new(NOT_ALLOWED, "the token is not known");
                return Err(failure.hint("check it against the daemon's token file"));
            }
        },
        None if daemon.tokens.is_empty() => Some(Role::Control),
        None => None,
    };
    let has_token = role.is_some() && !daemon.tokens.is_empty();
    check_origin(daemon, headers, &host, has_token.into())?;
    Ok(role)
}

/// A name that somebody else's server gave this machine is not known. An address
/// in numbers cannot be given by a name server.
fn known_host(daemon: &Daemon, headers: &HeaderMap) -> Result<Authority, Failure> {
    let given = text(headers, HOST.as_str())?;
    let host: Option<Authority> = given.as_deref().and_then(|host| host.parse().ok());
    let Some(host) = host.filter(|host| !host.as_str().contains('@')) else {
        return Err(Failure::new(NOT_ALLOWED, "the request has no usable Host"));
    };
    let name = host.host().to_ascii_lowercase();
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let is_address = bare.parse::<std::net::IpAddr>().is_ok();
    let allowed = &daemon.settings.allowed_hosts;
    let listed = allowed
        .iter()
        .any(|known| known.eq_ignore_ascii_case(&name));
    if name == "localhost" || is_address || listed {
        return Ok(host);
    }
    let failure = Failure::new(NOT_ALLOWED, "this daemon does not answer to that Host");
    Err(failure.hint("use localhost or an address, or add the name to `allowedHosts`"))
}

fn text(headers: &HeaderMap, name: &str) -> Result<Option<String>, Failure> {
    let Some(value) = headers.get(name) else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(text) => Ok(Some(text.to_owned())),
        Err(_) => Err(Failure::new(
            NOT_ALLOWED,
            format!("the header {name} is not plain text"),
        )),
    }
}

fn token(headers: &HeaderMap) -> Result<Option<String>, Failure> {
    let Some(value) = text(headers, AUTHORIZATION.as_str())? else {
        return Ok(None);
    };
    let token = value
        .split_once(' ')
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    match token {
        Some((_, token)) => Ok(Some(token.trim().to_owned())),
        None => Err(Failure::new(
            NOT_ALLOWED,
            "the header Authorization is `Bearer TOKEN`",
        )),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Credentials {
    Token,
    None,
}

impl From<bool> for Credentials {
    fn from(has_token: bool) -> Credentials {
        match has_token {
            true => Credentials::Token,
            false => Credentials::None,
        }
    }
}

/// Programs send no Origin. A page is let in if it came from this daemon, if it is
/// listed, or, where it has no origin to speak of, with a token.
fn check_origin(
    daemon: &Daemon,
    headers: &HeaderMap,
    host: &Authority,
    credentials: Credentials,
) -> Result<(), Failure> {
    let Some(origin) = text(headers, ORIGIN.as_str())? else {
        return Ok(());
    };
    let allowed = &daemon.settings.allowed_origins;
    if allowed
        .iter()
        .any(|known| known.eq_ignore_ascii_case(&origin))
    {
        return Ok(());
    }
    if origin == "null" {
        if credentials == Credentials::Token {
            return Ok(());
        }
        let failure = Failure::new(NOT_ALLOWED, "a page without an origin needs a token");
        return Err(failure.hint("load the page from this daemon, or use a token"));
    }
    let page: Option<Uri> = origin.parse().ok();
    let same = page.as_ref().is_some_and(|page| {
        let scheme = page.scheme_str();
        let from = page.authority();
        let is_web = matches!(scheme, Some("http" | "https"));
        let whole = page.path() == "/" && page.query().is_none();
        is_web && whole && from.is_some_and(|from| same_authority(from, host))
    });
    if same {
        return Ok(());
    }
    let failure = Failure::new(NOT_ALLOWED, "pages from elsewhere may not use this daemon");
    Err(failure.hint("add the page's origin to `allowedOrigins` if you trust it"))
}

fn same_authority(page: &Authority, host: &Authority) -> bool {
    page.as_str().eq_ignore_ascii_case(host.as_str()) && !page.as_str().contains('@')
}
