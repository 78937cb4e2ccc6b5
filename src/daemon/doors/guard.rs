//! Access control for HTTP. Any web page can make a browser connect to this machine,
//! so the `Host` and `Origin` of each request are checked.

use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::Response;
use qbcoach_protocol::error::NOT_ALLOWED;

use crate::Daemon;
use crate::rpc_error::RpcError;
use crate::tokens::Access;

/// What the sender of a request may do, or the reason why it is refused.
pub(crate) fn admit(
    daemon: &Daemon,
    headers: &HeaderMap,
    query_token: Option<&str>,
) -> Result<Option<Access>, RpcError> {
    let host = known_host(daemon, headers)?;
    let token = token(headers)?.or(query_token.map(str::to_owned));
    let access = match token {
        Some(token) => match daemon.tokens.access_of(&token) {
            Some(access) => Some(access),
            None if daemon.tokens.is_empty() => Some(Access::OWNER),
            None => {
                let failure = RpcError::new(NOT_ALLOWED, "the token is not known");
                return Err(failure.hint("check it against the daemon's token file"));
            }
        },
        None if daemon.tokens.is_empty() => Some(Access::OWNER),
        None => None,
    };
    let credentials = match access.is_some() && !daemon.tokens.is_empty() {
        true => Credentials::Token,
        false => Credentials::None,
    };
    check_origin(daemon, headers, &host, credentials)?;
    Ok(access)
}

/// Refuses host names that are not listed: another server's DNS name may point to this
/// machine. IP addresses need no DNS, so they are always accepted.
fn known_host(daemon: &Daemon, headers: &HeaderMap) -> Result<Authority, RpcError> {
    let given = text(headers, HOST.as_str())?;
    let host: Option<Authority> = given.as_deref().and_then(|host| host.parse().ok());
    let Some(host) = host.filter(|host| !host.as_str().contains('@')) else {
        return Err(RpcError::new(
            NOT_ALLOWED,
            "the request has no valid Host header",
        ));
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
    let failure = RpcError::new(NOT_ALLOWED, "this daemon does not serve that Host");
    Err(failure.hint("use localhost or an address, or add the name to `allowedHosts`"))
}

fn text(headers: &HeaderMap, name: &str) -> Result<Option<String>, RpcError> {
    let Some(value) = headers.get(name) else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(text) => Ok(Some(text.to_owned())),
        Err(_) => Err(RpcError::new(
            NOT_ALLOWED,
            format!("the header {name} is not plain text"),
        )),
    }
}

fn token(headers: &HeaderMap) -> Result<Option<String>, RpcError> {
    let Some(value) = text(headers, AUTHORIZATION.as_str())? else {
        return Ok(None);
    };
    let token = value
        .split_once(' ')
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    match token {
        Some((_, token)) => Ok(Some(token.trim().to_owned())),
        None => Err(RpcError::new(
            NOT_ALLOWED,
            "the header Authorization must be `Bearer TOKEN`",
        )),
    }
}

/// Tells browsers to take every answer for what it says it is, to give no address with
/// its token away, and to do nothing with an answer that is no page. Pages have a policy
/// of their own.
pub(crate) async fn protect(mut response: Response) -> Response {
    const NO_PAGE: &str = "default-src 'none'; frame-ancestors 'none'";
    let usual: [(HeaderName, &str); 3] = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CONTENT_SECURITY_POLICY, NO_PAGE),
    ];
    for (name, value) in usual {
        let headers = response.headers_mut();
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Credentials {
    Token,
    None,
}

/// Programs send no Origin. A page is accepted if this daemon served it, if its origin
/// is listed, or, with the origin `null`, if it has a token.
fn check_origin(
    daemon: &Daemon,
    headers: &HeaderMap,
    host: &Authority,
    credentials: Credentials,
) -> Result<(), RpcError> {
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
        let failure = RpcError::new(NOT_ALLOWED, "a page without an origin needs a token");
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
    let failure = RpcError::new(
        NOT_ALLOWED,
        "pages of other origins may not use this daemon",
    );
    Err(failure.hint("add the page's origin to `allowedOrigins` if you trust it"))
}

fn same_authority(page: &Authority, host: &Authority) -> bool {
    page.as_str().eq_ignore_ascii_case(host.as_str()) && !page.as_str().contains('@')
}
