//! What each client does, and whether the server remembers what it said it would.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use memoryos_testkit::{
    Seed,
    client::{Client, Reply},
};
use serde_json::{Value, json};

use crate::talk;

/// Of a hundred requests, how many remember a turn; the others recall.
const REMEMBERING: u64 = 70;

/// What was asked and became of it.
#[derive(Default)]
pub(super) struct Done {
    /// How long each turn took.
    pub(super) remembering: Vec<Duration>,
    /// How long each recall took.
    pub(super) recalling: Vec<Duration>,
    /// User, key and page of each turn that was acknowledged.
    pub(super) acknowledged: Vec<(u64, String, String)>,
    /// What failed and should not have.
    pub(super) errors: Vec<String>,
}

impl Done {
    /// What all clients did together.
    pub(super) fn of_all(clients: impl Iterator<Item = Self>) -> Self {
        clients.fold(Self::default(), |mut all, client| {
            all.remembering.extend(client.remembering);
            all.recalling.extend(client.recalling);
            all.acknowledged.extend(client.acknowledged);
            all.errors.extend(client.errors);
            all
        })
    }
}

/// Remembers and recalls, of users drawn at random, until the server is gone because that was the plan.
pub(super) fn ask(url: &str, client: usize, users: u64, ending: &AtomicBool) -> Done {
    let (mut connection, mut random) = (Client::new(url), Seed::new(client as u64));
    let mut done = Done::default();
    for number in 0.. {
        let (user, remembers) = (random.below(users), random.below(100) < REMEMBERING);
        let began = Instant::now();
        let failure = if remembers {
            remember(&mut connection, client, number, user).map(|(key, page)| {
                done.remembering.push(began.elapsed());
                done.acknowledged.push((user, key, page));
            })
        } else {
            recall(&mut connection, number, user).map(|()| done.recalling.push(began.elapsed()))
        };
        let Err(failure) = failure else { continue };
        if ending.load(Ordering::SeqCst) {
            break;
        }
        done.errors.push(format!("{failure:#}"));
    }
    done
}

fn remember(connection: &mut Client, client: usize, number: usize, user: u64) -> Result<(String, String)> {
    let key = format!("{client}-{number}");
    let [asked, replied] = talk::sides(number);
    let turn = json!({"user": {"text": asked}, "assistant": {"text": replied}, "key": key});
    let reply = connection.post(&format!("/v1/users/user{user}/turns"), &turn)?;
    ensure!(reply.status == 201, "remembering: {reply:?}");
    let page = text(&reply.body["page"]);
    Ok((key, page))
}

fn recall(connection: &mut Client, number: usize, user: u64) -> Result<()> {
    let query = json!({"query": talk::question(number)});
    let reply = connection.post(&format!("/v1/users/user{user}/recall"), &query)?;
    ensure!(reply.status == 200, "recalling: {reply:?}");
    Ok(())
}

/// Looks at the pages of all users: each acknowledged turn is there once, on the page and of the user it was said to
/// be, and no other turn more than once.
///
/// # Errors
/// When it is not so, or the server does not reply.
pub(super) fn check(url: &str, users: u64, acknowledged: &[(u64, String, String)]) -> Result<()> {
    let mut connection = Client::new(url);
    let mut kept = BTreeMap::new();
    for user in 0..users {
        for page in pages(&mut connection, user)? {
            let (key, id) = (text(&page["key"]), text(&page["id"]));
            let other = kept.insert(key, (user, id));
            ensure!(other.is_none(), "{page} is kept twice: {other:?}");
        }
    }
    for (user, key, page) in acknowledged {
        let found = kept.get(key);
        ensure!(found == Some(&(*user, page.clone())), "{key} of user {user} on page {page}: {found:?}");
    }
    Ok(())
}

fn pages(connection: &mut Client, user: u64) -> Result<Vec<Value>> {
    let (mut pages, mut after) = (Vec::new(), String::new());
    loop {
        let reply = connection.get(&format!("/v1/users/user{user}/pages?limit=1000{after}"))?;
        let Reply { status: 200, body } = reply else { anyhow::bail!("listing: {reply:?}") };
        pages.extend_from_slice(body["items"].as_array().context("a list")?);
        let Some(next) = body["next"].as_str() else { return Ok(pages) };
        after = format!("&after={next}");
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
