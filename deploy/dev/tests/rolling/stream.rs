//! An open app's live stream, which comes back when its gateway goes.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use futures::StreamExt as _;
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::people::People;

/// How long the last event may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// What was heard.
#[derive(Clone, Default)]
pub struct Heard {
    /// Connections that were made.
    pub connections: u64,
    /// `report.changed` that came.
    events: u64,
    /// Times that it was told to load anew.
    pub resets: u64,
    /// The newest version, and the checks of the day as it tells them.
    newest: (u64, u64),
    /// Where they stand in PUSH.
    sequences: BTreeSet<u64>,
    ids: BTreeSet<String>,
    last_id: String,
    /// Every event that was lost or came twice, every connection that was refused.
    pub wrong: Vec<String>,
}

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
    pub fn open(people: &People) -> Self {
        let (sender, heard) = watch::channel(Heard::default());
        let people = people.clone();
        let task = tokio::spawn(async move {
            loop {
                let retry = listen(&people, &sender).await;
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
        let before = heard.borrow().newest;
        let moved = heard.wait_for(|heard| heard.newest > before);
        tokio::time::timeout(PATIENCE, moved).await.expect("the stream stands still").unwrap().clone()
    }

    /// Waits until it tells of so many checks, and ends it.
    pub async fn until(mut self, checks: u64) -> Heard {
        let told = self.heard.wait_for(|heard| heard.newest.1 == checks || !heard.wrong.is_empty());
        let in_time = tokio::time::timeout(PATIENCE, told).await.is_ok();
        self.task.abort();
        let heard = self.heard.borrow().clone();
        assert!(in_time, "{heard}: {} checks of {checks}", heard.newest.1);
        heard
    }
}

/// One connection, to its end; how long to wait before the next.
async fn listen(people: &People, sender: &watch::Sender<Heard>) -> Duration {
    let mut retry = Duration::from_millis(100);
    let last_id = sender.borrow().last_id.clone();
    let mut request = client_without_end().get(format!("{}/push/v1/stream", people.address));
    request = request.bearer_auth(&people.session).header("Accept", "text/event-stream");
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
        Err(why) => {
            sender.send_modify(|heard| heard.wrong.push(format!("the stream: {why:?}")));
            return retry;
        }
    };
    sender.send_modify(|heard| heard.connections += 1);
    let mut bytes = answer.bytes_stream();
    let (mut text, mut id, mut event, mut data) =
        (String::new(), String::new(), String::new(), String::new());
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
                    let (event, data) = (std::mem::take(&mut event), std::mem::take(&mut data));
                    sender.send_modify(|heard| heard.take(&id, &event, &data));
                }
                _ => {}
            }
        }
    }
    retry
}

impl Heard {
    /// Events up to its newest that `other` has and this one has not.
    pub fn misses(&self, other: &Heard) -> usize {
        let newest = self.sequences.last().copied().unwrap_or_default();
        other.sequences.difference(&self.sequences).filter(|sequence| **sequence <= newest).count()
    }

    fn take(&mut self, id: &str, event: &str, data: &str) {
        // As an EventSource: an id counts when its event is whole.
        id.clone_into(&mut self.last_id);
        match event {
            "reset" => self.resets += 1,
            "report.changed" => {
                let sequence: u64 = id.split_once('-').unwrap().1.parse().unwrap();
                if self.sequences.last().is_some_and(|last| *last >= sequence) {
                    self.wrong.push(format!("{id} came after a later one"));
                }
                self.sequences.insert(sequence);
                let data: Value = serde_json::from_str(data).unwrap();
                if !self.ids.insert(data["id"].as_str().unwrap().to_owned()) {
                    self.wrong.push(format!("{id} tells what another told: {data}"));
                }
                self.events += 1;
                // A lower version is stale (docs/api.md, Live stream).
                let version = data["version"].as_u64().unwrap();
                self.newest = self.newest.max((version, data["totals"]["checks"].as_u64().unwrap()));
            }
            _ => {}
        }
    }
}

/// A stream has no end of its own.
fn client_without_end() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}
