//! Connections that say nothing cannot keep the owner out.

use std::net::TcpStream;

use serde_json::json;

use crate::client::{
    Client, Framing, Transport, byte_stream, http, open_websocket, read_response, result_of, tcp,
};
use crate::daemon::{CONTROL, STREAM, TestDaemon};
use crate::serving::check::limited;

#[track_caller]
fn is_served(mut client: Client) {
    client.ask("session/list", json!({})).expect("an answer");
}

#[test]
fn silent_connections_do_not_lock_the_owner_out() {
    const SILENT: usize = 1030;
    let daemon = TestDaemon::with_tokens("", &[]);
    for address in [daemon.tcp(), daemon.http()] {
        let _silent: Vec<TcpStream> = (0..SILENT).map(|_| tcp(&address)).collect();
        is_served(Client::connect(&daemon, Transport::Socket));
        for transport in [Transport::Tcp, Transport::WebSocket, Transport::Post] {
            is_served(Client::with_token(&daemon, transport, CONTROL));
        }
        assert_eq!(
            http(&daemon.http(), "GET", "/healthz", &[], b"").status,
            200
        );
    }
}

#[test]
fn silent_connections_do_not_use_up_the_places_of_a_daemon_without_tokens() {
    let daemon = TestDaemon::with(
        "[limits]\nconnections = 4\nconnectionsWithoutRole = 8\n",
        &[],
    );
    // Every door is tried while the silent ones still come.
    let _silent: Vec<TcpStream> = (0..100).map(|_| tcp(&daemon.tcp())).collect();
    for transport in Transport::ALL {
        is_served(Client::connect(&daemon, transport));
    }
    // One that is silent may stay as long as nobody needs its place.
    let mut quiet = Client::connect(&daemon, Transport::Tcp);
    for _ in 0..3 {
        is_served(Client::connect(&daemon, Transport::Tcp));
    }
    quiet.ask("session/list", json!({})).expect("an answer");
}

#[test]
fn a_connection_without_a_token_is_closed_after_a_few_seconds() {
    let daemon = TestDaemon::with_tokens("[limits]\nroleSeconds = 1\n", &[]);
    let mut silent = Client::over(byte_stream(&daemon, Transport::Tcp, Framing::Lines));
    let (messages, _) = silent.read_to_end();
    limited(
        result_of(messages.last().expect("a reason")),
        "roleSeconds",
        1,
    );
    // To talk does not help, if the token is missing.
    let mut talking = Client::connect(&daemon, Transport::Tcp);
    talking.send_request("session/list", json!({}));
    while talking.try_receive().is_some() {
        talking.send_request("session/list", json!({}));
    }
    let websocket = open_websocket(&daemon, "/", &[]).expect("the WebSocket opens");
    let (_, closing) = Client::over_websocket(websocket).read_to_end();
    let (code, reason) = closing.expect("a close frame");
    assert!(code == 1008 && reason.contains("token"), "{code} {reason}");
    let mut silent = tcp(&daemon.http());
    assert_eq!(
        std::io::Read::read(&mut silent, &mut [0; 1]).expect("an end"),
        0
    );
    let mut staying: Vec<Client> = [Transport::Tcp, Transport::WebSocket]
        .map(|transport| Client::with_token(&daemon, transport, STREAM))
        .into();
    // This one connects later than those above, so when it is closed their time is over.
    Client::over(byte_stream(&daemon, Transport::Tcp, Framing::Lines)).read_to_end();
    for client in &mut staying {
        client
            .ask("session/list", json!({}))
            .expect("it has a role, so it may stay");
    }
}

#[test]
fn the_oldest_connection_without_a_token_makes_room_for_a_new_one() {
    let settings = "[limits]\nconnectionsWithoutRole = 2\nroleSeconds = 600\n";
    let daemon = TestDaemon::with_tokens(settings, &[]);
    let connect = || Client::connect(&daemon, Transport::Tcp);
    let mut first = connect();
    // An answer shows that the connection has its place.
    first.ask("initialize", json!({})).expect("an answer");
    let mut others: Vec<Client> = (0..2)
        .map(|_| {
            let mut client = connect();
            client.ask("initialize", json!({})).expect("an answer");
            client
        })
        .collect();
    let (messages, _) = first.read_to_end();
    let reason = messages.last().expect("a reason");
    limited(result_of(reason), "connectionsWithoutRole", 2);
    for client in &mut others {
        client
            .ask("initialize", json!({ "token": STREAM }))
            .expect("the token is known");
    }
}

#[test]
fn places_are_kept_for_the_local_socket_and_for_control_tokens() {
    let settings = "[limits]\nconnections = 2\nkeptConnections = 3\n";
    let daemon = TestDaemon::with_tokens(settings, &[]);
    let _viewers: Vec<Client> = (0..2)
        .map(|_| Client::with_token(&daemon, Transport::Tcp, STREAM))
        .collect();
    let mut third = Client::connect(&daemon, Transport::Tcp);
    limited(
        third.ask("initialize", json!({ "token": STREAM })),
        "connections",
        2,
    );
    let bearer = format!("Bearer {STREAM}");
    let late = http(
        &daemon.http(),
        "POST",
        "/rpc",
        &[("Authorization", &bearer)],
        b"{}",
    );
    assert_eq!(late.status, 503);
    // All stay connected: the place of one that leaves is free only a little later.
    let mut owners = [
        Client::connect(&daemon, Transport::Socket),
        Client::with_token(&daemon, Transport::Tcp, CONTROL),
        Client::with_token(&daemon, Transport::WebSocket, CONTROL),
    ];
    for owner in &mut owners {
        owner.ask("session/list", json!({})).expect("an answer");
    }
    // Now these places are taken, too.
    let mut late = Client::over(byte_stream(&daemon, Transport::Socket, Framing::Lines));
    let (messages, _) = late.read_to_end();
    limited(result_of(&messages[0]), "connections", 2);
}

#[test]
fn a_request_that_does_not_end_loses_its_place() {
    let daemon = TestDaemon::with_tokens("[limits]\nroleSeconds = 1\n", &[]);
    let mut stream = tcp(&daemon.http());
    let head = format!(
        "POST /rpc HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{{",
        daemon.http()
    );
    std::io::Write::write_all(&mut stream, head.as_bytes()).expect("the bytes are sent");
    let mut rest = Vec::new();
    let _ = std::io::Read::read_to_end(&mut stream, &mut rest);
    let mut other = tcp(&daemon.http());
    let get = format!(
        "GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        daemon.http()
    );
    std::io::Write::write_all(&mut other, get.as_bytes()).expect("the bytes are sent");
    assert_eq!(read_response(&mut other).status, 200);
}

#[test]
fn a_request_that_announces_too_much_is_refused_before_it_is_sent() {
    let daemon = TestDaemon::start();
    let mut stream = tcp(&daemon.http());
    let head = format!(
        "POST /rpc HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{{",
        daemon.http()
    );
    std::io::Write::write_all(&mut stream, head.as_bytes()).expect("the bytes are sent");
    assert_eq!(read_response(&mut stream).status, 413);
}
