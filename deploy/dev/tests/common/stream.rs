//! An open app's live stream, which comes back when its gateway goes.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use futures::StreamExt as _;
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::owner::Owner;

/// How long the last event may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// What was heard.
#[derive(Clone, Default)]
pub struct Heard {
    /// Connections that were made.
    pub connections: u64,
    /// `report.changed` that came.
    events: u64,
    /// Times that it was told to load anew.
    pub resets: u64,
    /// Of each location and business date the newest version, and the checks of the day as it tells them.
    newest: BTreeMap<(String, String), (u64, u64)>,
    /// The ids of the `report.changed` that came, by their places.
    told: BTreeMap<Place, String>,
    ids: BTreeSet<String>,
    /// Where it was last told to load anew.
    reset_at: Option<Place>,
    last_id: String,
    /// Every event that was lost or came twice, every connection that was refused.
    pub wrong: Vec<String>,
}

/// A life of PUSH, as the milliseconds of its creation, and a sequence in it.
pub type Place = (i64, u64);

impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Heard { connections, events, resets, wrong, .. } = self;
        write!(
            f,
            "a stream: {connections} connections, {events} events, {resets} resets, {} wrong",
            wrong.len()
        )
    }
}

pub struct Stream {
    heard: watch::Receiver<Heard>,
    task: JoinHandle<()>,
}

impl Stream {
    /// Connects, and again whenever it ends.
    pub fn open(owner: &Owner) -> Self {
        Self::begin(owner, false)
    }

    /// The same where nobody may listen for a while.
    pub fn open_where_gateways_die(owner: &Owner) -> Self {
        Self::begin(owner, true)
    }

    fn begin(owner: &Owner, gateways_die: bool) -> Self {
        let (sender, heard) = watch::channel(Heard::default());
        let owner = owner.clone();
        let task = tokio::spawn(async move {
            loop {
                let retry = listen(&owner, gateways_die, &sender).await;
                tokio::time::sleep(retry).await;
            }
        });
        Self { heard, task }
    }

    /// Waits until it is connected.
    pub async fn opened(&self) {
        let mut heard = self.heard.clone();
        let opened = heard.wait_for(|heard| heard.connections > 0);
        drop(tokio::time::timeout(PATIENCE, opened).await.expect("no stream").unwrap());
    }

    /// Waits until it has told of something more; what it has told of until then.
    pub async fn another(&self) -> Heard {
        let mut heard = self.heard.clone();
        let before = heard.borrow().events;
        let moved = heard.wait_for(|heard| heard.events > before);
        tokio::time::timeout(PATIENCE, moved).await.expect("the stream stands still").unwrap().clone()
    }

    /// Waits until it tells of more checks of each of these locations than it has so far.
    pub async fn moved_on(&self, locations: &[String]) {
        let mut heard = self.heard.clone();
        let before = heard.borrow().clone();
        let more =
            |heard: &Heard| locations.iter().all(|pos_id| heard.checks(pos_id) > before.checks(pos_id));
        let moved = tokio::time::timeout(PATIENCE, heard.wait_for(more)).await.is_ok();
        assert!(moved, "the stream stands still at {:?}", self.heard.borrow().newest);
    }

    /// Waits until it has all of these, or is told to load anew.
    pub async fn has_all(&self, told: &BTreeMap<Place, String>) {
        let mut heard = self.heard.clone();
        let all =
            tokio::time::timeout(PATIENCE, heard.wait_for(|heard| heard.misses(told) == 0)).await.is_ok();
        let heard = self.heard.borrow().clone();
        assert!(all, "{heard}: misses {} of {} that PUSH has", heard.misses(told), told.len());
    }

    /// How often it was told to load anew.
    pub fn resets(&self) -> u64 {
        self.heard.borrow().resets
    }

    /// Waits until it was told so more often.
    pub async fn reset_beyond(&self, before: u64) {
        let mut heard = self.heard.clone();
        let told = heard.wait_for(|heard| heard.resets > before);
        let in_time = tokio::time::timeout(PATIENCE, told).await.is_ok();
        assert!(in_time, "{}: it was not told to load anew", self.heard.borrow().clone());
    }

    /// Waits until it tells of so many checks, and ends it.
    pub async fn until(mut self, checks: u64) -> Heard {
        let told = self.heard.wait_for(|heard| heard.all_checks() == checks || !heard.wrong.is_empty());
        let in_time = tokio::time::timeout(PATIENCE, told).await.is_ok();
        self.task.abort();
        let heard = self.heard.borrow().clone();
        assert!(in_time, "{heard}: {} checks of {checks}", heard.all_checks());
        heard
    }

    /// Waits until it tells of so many checks of each of these locations and business dates, and ends it.
    pub async fn until_told(mut self, wanted: &BTreeMap<(String, String), u64>) -> Heard {
        let told = self.heard.wait_for(|heard| heard.tells(wanted) || !heard.wrong.is_empty());
        let in_time = tokio::time::timeout(PATIENCE, told).await.is_ok();
        self.task.abort();
        let heard = self.heard.borrow().clone();
        assert!(in_time, "{heard}: {:?} of {wanted:?}", heard.newest);
        heard
    }
}

/// One connection, to its end; how long to wait before the next.
async fn listen(owner: &Owner, gateways_die: bool, sender: &watch::Sender<Heard>) -> Duration {
    let mut retry = Duration::from_millis(100);
    let last_id = sender.borrow().last_id.clone();
    let mut request = client_without_end().get(format!("{}/push/v1/stream", owner.address));
    request = request.bearer_auth(&owner.session).header("Accept", "text/event-stream");
    if !last_id.is_empty() {
        request = request.header("Last-Event-ID", last_id);
    }
    let answer = match request.send().await {
        Ok(answer) if answer.status() == 200 => answer,
        // A gateway that has just started says so.
        Ok(answer) if answer.status() == 503 && answer.headers().contains_key("retry-after") => return retry,
        Ok(answer) => {
            let why = format!("the stream is answered {}", answer.status());
            sender.send_modify(|heard| heard.wrong.push(why));
            return retry;
        }
        Err(_) if gateways_die => return retry,
        Err(why) => {
            sender.send_modify(|heard| heard.wrong.push(format!("the stream: {why:?}")));
            return retry;
        }
    };
    sender.send_modify(|heard| heard.connections += 1);
    let mut bytes = answer.bytes_stream();
    let (mut text, mut id, mut event, mut data): (String, String, String, String) = Default::default();
    while let Some(Ok(some)) = bytes.next().await {
        text.push_str(std::str::from_utf8(&some).unwrap());
        while let Some(end) = text.find('\n') {
            let line: String = text.drain(..=end).collect();
            match line.trim_end().split_once(':') {
                Some(("id", some)) => some.trim().clone_into(&mut id),
                Some(("event", name)) => name.trim().clone_into(&mut event),
                Some(("data", some)) => some.trim().clone_into(&mut data),
                Some(("retry", millis)) => {
                    retry = Duration::from_millis(millis.trim().parse().unwrap());
                }
                _ if line.trim().is_empty() => {
                    let whole =
                        (std::mem::take(&mut id), std::mem::take(&mut event), std::mem::take(&mut data));
                    sender.send_modify(|heard| heard.take(&whole.0, &whole.1, &whole.2));
                }
                _ => {}
            }
        }
    }
    retry
}

impl Heard {
    /// How many of these it has not. Who was told to load anew missed nothing of what was before.
    pub fn misses(&self, told: &BTreeMap<Place, String>) -> usize {
        let due = told.iter().filter(|(place, _)| self.reset_at.is_none_or(|reset_at| **place > reset_at));
        due.filter(|(_, id)| !self.ids.contains(*id)).count()
    }

    /// How many of those that another stream has, up to the newest that it has itself, it has not.
    pub fn misses_of(&self, other: &Heard) -> usize {
        let newest = self.told.keys().next_back();
        let due = other.told.iter().filter(|(place, _)| newest.is_some_and(|newest| *place <= newest));
        self.misses(&due.map(|(place, id)| (*place, id.clone())).collect())
    }

    fn checks(&self, pos_id: &str) -> u64 {
        let of_location = self.newest.iter().filter(|((at, _), _)| at == pos_id);
        of_location.map(|(_, (_, checks))| checks).sum()
    }

    /// Whether it tells of so many checks of these locations and business dates.
    fn tells(&self, wanted: &BTreeMap<(String, String), u64>) -> bool {
        wanted.iter().all(|(day, checks)| self.newest.get(day).is_some_and(|(_, told)| told == checks))
    }

    fn all_checks(&self) -> u64 {
        self.newest.values().map(|(_, checks)| checks).sum()
    }

    /// What came before an empty line. Only then it counts as come: a stream that breaks in its midst gets it again.
    fn take(&mut self, id: &str, event: &str, data: &str) {
        if !id.is_empty() {
            self.follows(id, event);
            id.clone_into(&mut self.last_id);
        }
        match event {
            "reset" => {
                self.resets += 1;
                self.reset_at = place(&self.last_id);
            }
            "report.changed" => {
                let data: Value = serde_json::from_str(data).unwrap();
                let version = data["version"].as_u64().unwrap();
                let event_id = data["id"].as_str().unwrap().to_owned();
                self.told.extend(place(id).map(|place| (place, event_id.clone())));
                if !self.ids.insert(event_id) {
                    self.wrong.push(format!("version {version} came twice"));
                }
                self.events += 1;
                // A lower version is stale (docs/api.md, Live stream).
                let day = ["posID", "businessDate"].map(|name| data[name].as_str().unwrap().to_owned());
                let newest = self.newest.entry(day.into()).or_default();
                *newest = (*newest).max((version, data["totals"]["checks"].as_u64().unwrap()));
            }
            _ => {}
        }
    }

    /// The places of one life of the stream only grow, and another life begins with `reset`.
    fn follows(&mut self, id: &str, event: &str) {
        let (Some(here), Some(last)) = (place(id), place(&self.last_id)) else { return };
        let is_another = here.0 != last.0;
        let goes_back = here < last || (here == last && !event.is_empty());
        if event != "reset" && (is_another || goes_back) {
            self.wrong.push(format!("{event} at {id} came after {}", self.last_id));
        }
    }
}

fn place(id: &str) -> Option<Place> {
    let (life, sequence) = id.split_once('-')?;
    Some((life.parse().ok()?, sequence.parse().ok()?))
}

/// A stream has no end of its own.
fn client_without_end() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}
