//! What a server said that it remembers is there, whatever becomes of it.
#![cfg(unix)]

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    sync::mpsc::{self, Sender},
    thread,
};

use memoryos_testkit::client::{Client, Reply, read_reply};
use serde_json::json;

#[path = "support/serve.rs"]
mod serve;
mod support;
use serve::Served;
use support::Person;

const CLIENTS: usize = 16;
const USERS: usize = 50;

/// After so many acknowledged turns the server is killed: by then every client has written and read.
const ENOUGH: usize = 800;

/// The keys of turns, by user.
type Kept = BTreeMap<String, Vec<String>>;

/// A turn that no other is like: whose it is and its key.
fn turn(client: usize, number: usize) -> (String, String) {
    (format!("user{}", (client * 7 + number) % USERS), format!("client{client}-{number}"))
}

fn say(client: &mut Client, user: &str, key: &str) -> std::io::Result<Reply> {
    let body = json!({"user": {"text": format!("{key} is said by {user}")}, "key": key});
    client.post(&format!("/v1/users/{user}/turns"), &body)
}

fn look(client: &mut Client, user: &str) -> std::io::Result<Reply> {
    client.post(&format!("/v1/users/{user}/recall"), &json!({"query": format!("What is said by {user}?")}))
}

/// Remembers and recalls until the server is gone; returns the number of the first turn that was not acknowledged.
fn talk(url: &str, client: usize, acknowledged: &Sender<()>) -> usize {
    let mut connection = Client::new(url);
    let mut number = 0;
    loop {
        let (user, key) = turn(client, number);
        match say(&mut connection, &user, &key) {
            Ok(reply) => assert_eq!(reply.status, 201, "{reply:?}"),
            Err(_) => return number,
        }
        // Nobody counts any more when there were enough.
        acknowledged.send(()).ok();
        number += 1;
        if number % 3 == 0 {
            let Ok(reply) = look(&mut connection, &user) else { return number };
            assert_eq!(reply.status, 200, "{reply:?}");
            let context = reply.body["context"].as_str().expect("text");
            assert!(context.contains(&key), "{key} is not in {context:?}");
        }
    }
}

/// The keys of a user's pages, a piece of the list after the other, oldest first.
fn kept(url: &str, user: &str) -> Vec<String> {
    let mut client = Client::new(url);
    let first = format!("/v1/users/{user}/pages?limit=7");
    let (mut path, mut keys) = (first.clone(), Vec::new());
    loop {
        let reply = client.get(&path).expect("the server is there");
        assert_eq!(reply.status, 200, "{reply:?}");
        for page in reply.body["items"].as_array().expect("a list") {
            let said = page["user"]["text"].as_str().expect("text");
            assert!(said.ends_with(&format!("said by {user}")), "{said:?} is not of {user}");
            keys.push(page["key"].as_str().expect("a key").to_owned());
        }
        let Some(next) = reply.body["next"].as_str() else { return keys };
        path = format!("{first}&after={next}");
    }
}

fn all_kept(url: &str) -> Kept {
    let users = (0..USERS).map(|user| format!("user{user}"));
    let kept = users.map(|user| {
        let mut keys = kept(url, &user);
        keys.sort();
        (user, keys)
    });
    kept.collect()
}

/// The first turns of each client, as many as its number says.
fn expected(numbers: &[usize]) -> Kept {
    let mut kept: Kept = (0..USERS).map(|user| (format!("user{user}"), Vec::new())).collect();
    for (client, numbers) in numbers.iter().enumerate() {
        for (user, key) in (0..*numbers).map(|number| turn(client, number)) {
            kept.get_mut(&user).expect("one of them").push(key);
        }
    }
    for keys in kept.values_mut() {
        keys.sort();
    }
    kept
}

#[test]
fn every_acknowledged_turn_outlives_the_server_and_is_there_once() {
    let person = Person::new();
    let server = Served::start(&person);
    let url = server.url.clone();
    let (tell, acknowledged) = mpsc::channel();
    let numbers: Vec<usize> = thread::scope(|scope| {
        let client = |number| {
            let (url, tell) = (&url, tell.clone());
            scope.spawn(move || talk(url, number, &tell))
        };
        let clients: Vec<_> = (0..CLIENTS).map(client).collect();
        drop(tell);
        acknowledged.iter().take(ENOUGH).for_each(drop);
        drop(server);
        clients.into_iter().map(|talk| talk.join().expect("no reply was wrong")).collect()
    });
    let server = Served::start(&person);
    // Whoever heard nothing asks again, and the turn that was in hand may have been kept or not.
    let mut client = Client::new(&server.url);
    let numbers = numbers.into_iter().enumerate().map(|(index, number)| {
        let (user, key) = turn(index, number);
        let reply = say(&mut client, &user, &key).expect("the server is there");
        assert!(matches!(reply.status, 200 | 201), "{reply:?}");
        number + 1
    });
    assert_eq!(expected(&numbers.collect::<Vec<_>>()), all_kept(&server.url));
}

/// A turn whose head the server has read, and whose body it waits for.
struct InHand {
    connection: BufReader<TcpStream>,
    body: Vec<u8>,
}

impl InHand {
    fn begin(url: &str) -> Self {
        let address = url.strip_prefix("http://").expect("an address");
        let body = json!({"user": {"text": "half is said by ann"}, "key": "half"}).to_string().into_bytes();
        let mut stream = TcpStream::connect(address).expect("the server is there");
        let head = format!(
            "POST /v1/users/ann/turns HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nexpect: 100-continue\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("written");
        let mut connection = BufReader::new(stream);
        let mut line = String::new();
        connection.read_line(&mut line).expect("a line");
        assert!(line.starts_with("HTTP/1.1 100"), "{line:?}");
        connection.read_line(&mut line).expect("an empty line");
        Self { connection, body }
    }

    fn end(mut self) -> Reply {
        self.connection.get_mut().write_all(&self.body).expect("the server still listens");
        read_reply(&mut self.connection).expect("a reply")
    }
}

/// Waits until the server takes no connection any more.
fn wait_until_closed(url: &str) {
    while TcpStream::connect(url.strip_prefix("http://").expect("an address")).is_ok() {
        thread::yield_now();
    }
}

/// How long requests may take to end where they do end: the test would wait for it.
const FOREVER: &[(&str, &str)] = &[("MEMORYOS_SERVER__SHUTDOWN_SECS", "3600")];

/// How long they may take where one does not.
const SHORT: &[(&str, &str)] = &[("MEMORYOS_SERVER__SHUTDOWN_SECS", "1")];

#[test]
fn a_server_that_is_asked_to_end_ends_what_it_has_in_hand() {
    let person = Person::new();
    let server = Served::start_with(&person, FOREVER);
    let mut idle = Client::new(&server.url);
    assert_eq!(say(&mut idle, "ann", "whole").expect("the server is there").status, 201);
    let watch = watch(&server.url);
    let in_hand = InHand::begin(&server.url);
    server.process.ask_to_end();
    wait_until_closed(&server.url);
    assert_eq!(in_hand.end().status, 201);
    assert!(server.process.ended().success());
    drop(watch);
    let again = Served::start(&person);
    assert_eq!(kept(&again.url, "ann"), ["whole", "half"]);
}

/// A stream of events that would go on as long as the server.
fn watch(url: &str) -> BufReader<TcpStream> {
    let address = url.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).expect("the server is there");
    let head =
        format!("GET /v1/users/ann/status HTTP/1.1\r\nhost: {address}\r\naccept: text/event-stream\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("written");
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("event: status") {
        line.clear();
        assert!(stream.read_line(&mut line).expect("a line") > 0, "the stream ended");
    }
    stream
}

#[test]
fn a_server_that_is_asked_to_end_does_not_wait_for_a_client_that_says_no_more() {
    let person = Person::new();
    let server = Served::start_with(&person, SHORT);
    let in_hand = InHand::begin(&server.url);
    server.process.ask_to_end();
    assert!(server.process.ended().success());
    drop(in_hand);
    let again = Served::start(&person);
    assert_eq!(kept(&again.url, "ann"), Vec::<String>::new());
}

#[test]
fn two_servers_share_a_memory_and_each_knows_at_once_what_the_other_was_told() {
    let person = Person::new();
    let servers = [Served::start(&person), Served::start(&person)];
    let mut clients = [Client::new(&servers[0].url), Client::new(&servers[1].url)];
    for number in 0..20 {
        let key = format!("turn{number:02}");
        let [here, there] = [number % 2, (number + 1) % 2];
        assert_eq!(say(&mut clients[here], "ann", &key).expect("a reply").status, 201);
        assert_eq!(say(&mut clients[there], "ann", &key).expect("a reply").status, 200);
        assert!(
            look(&mut clients[there], "ann").expect("a reply").body["context"].to_string().contains(&key)
        );
    }
    let urls = servers.each_ref().map(|server| server.url.as_str());
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            scope.spawn(move || {
                let mut connection = Client::new(urls[client % 2]);
                for number in 0..10 {
                    let reply = say(&mut connection, "bob", &turn(client, number).1).expect("a reply");
                    assert_eq!(reply.status, 201, "{reply:?}");
                }
            });
        }
    });
    let of_bob = urls.map(|url| kept(url, "bob"));
    assert_eq!(of_bob[0], of_bob[1]);
    let mut keys = of_bob[0].clone();
    keys.sort();
    keys.dedup();
    assert_eq!((keys.len(), of_bob[0].len()), (CLIENTS * 10, CLIENTS * 10));
}

#[test]
fn a_server_on_a_port_of_another_says_so() {
    let person = Person::new();
    let server = Served::start(&person);
    let bind = server.url.trim_start_matches("http://");
    person.run(&["serve", "--bind", bind]).failed(1, &["cannot be listened at"]);
    assert_eq!(Client::new(&server.url).get("/healthz").expect("a reply").body["status"], "ok");
}
