//! The live stream of an open app, which connects again whenever it ends. Instead of the crate eventsource-stream, which
//! does not show an id without an event: that the ids grow is checked here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use futures::StreamExt as _;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::Owner;

/// How long the last event may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// The pause before a connection is opened again, unless the stream sets another.
const RETRY: Duration = Duration::from_millis(100);

/// A position in the stream PUSH: when the stream was created (milliseconds), and the sequence in it.
pub type Position = (i64, u64);

/// Everything that a stream received.
#[derive(Clone, Default)]
pub struct Received {
    /// Connections that were made.
    pub connections: u64,
    /// The number of `report.changed`.
    events: u64,
    /// The number of `reset`, at which the app loads everything again.
    pub resets: u64,
    /// By location and business date: the newest version, and the number of checks in it.
    newest: BTreeMap<(String, String), (u64, u64)>,
    /// The ids of `report.changed` by position.
    changes: BTreeMap<Position, String>,
    ids: BTreeSet<String>,
    /// Position of the last `reset`.
    reset_at: Option<Position>,
    last_id: String,
    /// Every event that came twice or out of order, and every connection that was refused.
    pub wrong: Vec<String>,
}

impl fmt::Display for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Received { connections, events, resets, wrong, .. } = self;
        let wrong = wrong.len();
        write!(f, "a stream: {connections} connections, {events} events, {resets} resets, {wrong} wrong")
    }
}

/// A stream that is open until it is dropped.
pub struct Stream {
    received: watch::Receiver<Received>,
    task: JoinHandle<()>,
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Stream {
    /// Opens the stream, and again whenever it ends.
    pub fn open(owner: &Owner) -> Result<Self> {
        Self::begin(owner, false)
    }

    /// [`Stream::open`] where a gateway may not answer for a while.
    pub fn open_despite_outages(owner: &Owner) -> Result<Self> {
        Self::begin(owner, true)
    }

    fn begin(owner: &Owner, outages: bool) -> Result<Self> {
        // A stream has no end of its own, and a connection of its own.
        let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build()?;
        let request = client.get(format!("{}/push/v1/stream", owner.address));
        let request = request.bearer_auth(&owner.session).header("Accept", "text/event-stream").build()?;
        let (sender, received) = watch::channel(Received::default());
        let task = tokio::spawn(async move {
            loop {
                let Some(request) = request.try_clone() else { return };
                let retry = listen(&client, request, outages, &sender).await;
                tokio::time::sleep(retry).await;
            }
        });
        Ok(Self { received, task })
    }

    /// The number of resets until now.
    pub fn resets(&self) -> u64 {
        self.received.borrow().resets
    }

    /// Waits until `is_so` is true of what was received.
    async fn wait(&self, what: &str, is_so: impl FnMut(&Received) -> bool) -> Result<Received> {
        let mut received = self.received.clone();
        match tokio::time::timeout(PATIENCE, received.wait_for(is_so)).await {
            Ok(found) => Ok(found.context("the stream's task ended")?.clone()),
            Err(_) => {
                let received = self.received.borrow();
                bail!("waited {PATIENCE:?} for {what}: {}, {:?}", *received, received.newest)
            }
        }
    }

    /// Waits until the stream is connected.
    pub async fn opened(&self) -> Result<()> {
        self.wait("a connection", |received| received.connections > 0).await.map(drop)
    }

    /// Waits for one more event, and gives everything received until then.
    pub async fn next(&self) -> Result<Received> {
        let before = self.received.borrow().events;
        self.wait("another event", |received| received.events > before).await
    }

    /// Waits until each of these locations has more checks than now.
    pub async fn wait_for_progress(&self, locations: &[&str]) -> Result<()> {
        let before = self.received.borrow().clone();
        let more = |received: &Received| {
            locations.iter().all(|pos_id| received.checks(pos_id) > before.checks(pos_id))
        };
        self.wait("more checks of each location", more).await.map(drop)
    }

    /// Waits until the stream has received these changes, or a `reset` after them.
    pub async fn has_all(&self, changes: &BTreeMap<Position, String>) -> Result<()> {
        let what = format!("{} changes that PUSH has", changes.len());
        self.wait(&what, |received| received.misses(changes) == 0).await.map(drop)
    }

    /// Waits until there are more resets than `resets`.
    pub async fn reset_after(&self, resets: u64) -> Result<()> {
        self.wait("a reset", |received| received.resets > resets).await.map(drop)
    }

    /// Waits until all days together have this number of checks, or something is wrong; then closes the stream.
    pub async fn until_checks(self, checks: u64) -> Result<Received> {
        let is_so = |received: &Received| received.all_checks() == checks || !received.wrong.is_empty();
        self.wait(&format!("{checks} checks"), is_so).await
    }

    /// Waits until these locations and business dates have their numbers of checks, or something is wrong; then closes the
    /// stream.
    pub async fn until_days(self, days: &BTreeMap<(String, String), u64>) -> Result<Received> {
        let has = |received: &Received, (day, checks): (&(String, String), &u64)| {
            received.newest.get(day).is_some_and(|(_, found)| found == checks)
        };
        let is_so =
            |received: &Received| !received.wrong.is_empty() || days.iter().all(|day| has(received, day));
        self.wait(&format!("{days:?}"), is_so).await
    }
}

/// Reads one connection to its end; gives the pause before the next.
async fn listen(
    client: &reqwest::Client,
    mut request: reqwest::Request,
    outages: bool,
    sender: &watch::Sender<Received>,
) -> Duration {
    let wrong = |why: String| sender.send_modify(|received| received.wrong.push(why));
    if let Ok(id) = sender.borrow().last_id.parse::<reqwest::header::HeaderValue>()
        && !id.is_empty()
    {
        request.headers_mut().insert("Last-Event-ID", id);
    }
    let answer = match client.execute(request).await {
        Ok(answer) if answer.status() == 200 => answer,
        // A gateway that has just started.
        Ok(answer) if answer.status() == 503 && answer.headers().contains_key("retry-after") => return RETRY,
        Ok(answer) => {
            wrong(format!("the stream is answered {}", answer.status()));
            return RETRY;
        }
        Err(_) if outages => return RETRY,
        Err(why) => {
            wrong(format!("the stream: {why:?}"));
            return RETRY;
        }
    };
    sender.send_modify(|received| received.connections += 1);
    let (mut bytes, mut read, mut retry) = (answer.bytes_stream(), Vec::new(), RETRY);
    while let Some(Ok(some)) = bytes.next().await {
        read.extend_from_slice(&some);
        // Only a whole event counts as received: a stream that breaks within one gets it again.
        take_frames(&mut read, |frame| {
            let frame = Frame::of(&String::from_utf8_lossy(frame));
            retry = frame.retry.unwrap_or(retry);
            sender.send_modify(|received| received.take(&frame));
        });
    }
    retry
}

/// Removes every complete frame of server-sent events from the front of `read`, and gives each to `each`.
pub fn take_frames(read: &mut Vec<u8>, mut each: impl FnMut(&[u8])) {
    let mut done = 0;
    while let Some(rest) = read.get(done..)
        && let Some(end) = rest.windows(2).position(|two| two == b"\n\n")
    {
        each(rest.get(..end).unwrap_or_default());
        done += end + 2;
    }
    read.drain(..done);
}

#[derive(Default)]
struct Frame {
    id: String,
    event: String,
    data: String,
    retry: Option<Duration>,
}

impl Frame {
    fn of(text: &str) -> Self {
        let mut frame = Self::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
            let value = value.trim();
            match name {
                "id" => value.clone_into(&mut frame.id),
                "event" => value.clone_into(&mut frame.event),
                "data" => value.clone_into(&mut frame.data),
                "retry" => frame.retry = value.parse().ok().map(Duration::from_millis),
                _ => {}
            }
        }
        frame
    }
}

/// A day's figures, as `report.changed` has them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    id: String,
    #[serde(rename = "posID")]
    pos_id: String,
    business_date: String,
    version: u64,
    totals: Totals,
}

#[derive(Deserialize)]
struct Totals {
    checks: u64,
}

impl Received {
    /// How many of these changes are missing; changes before a `reset` are not.
    pub fn misses(&self, changes: &BTreeMap<Position, String>) -> usize {
        let due = changes.iter().filter(|(at, _)| self.reset_at.is_none_or(|reset_at| **at > reset_at));
        due.filter(|(_, id)| !self.ids.contains(*id)).count()
    }

    /// How many changes of another stream are missing here, up to the newest one here.
    pub fn misses_of(&self, other: &Received) -> usize {
        let newest = self.changes.keys().next_back();
        let due = other.changes.iter().filter(|(at, _)| newest.is_some_and(|newest| *at <= newest));
        self.misses(&due.map(|(at, id)| (*at, id.clone())).collect())
    }

    /// An error if an event was repeated or out of order, or a connection was refused.
    pub fn expect_right(&self) -> Result<()> {
        ensure!(self.wrong.is_empty(), "{self}: {:#?}", self.wrong);
        Ok(())
    }

    /// The number of checks of a location over all days.
    fn checks(&self, pos_id: &str) -> u64 {
        let of_location = self.newest.iter().filter(|((at, _), _)| at == pos_id);
        of_location.map(|(_, (_, checks))| checks).sum()
    }

    fn all_checks(&self) -> u64 {
        self.newest.values().map(|(_, checks)| checks).sum()
    }

    /// Notes a frame.
    fn take(&mut self, frame: &Frame) {
        if !frame.id.is_empty() {
            self.check_order(&frame.id, &frame.event);
            frame.id.clone_into(&mut self.last_id);
        }
        match frame.event.as_str() {
            "reset" => {
                self.resets += 1;
                self.reset_at = position(&self.last_id);
            }
            "report.changed" => match serde_json::from_str(&frame.data) {
                Ok(changed) => self.change(&frame.id, changed),
                Err(error) => self.wrong.push(format!("{error}: {}", frame.data)),
            },
            _ => {}
        }
    }

    /// Notes a `report.changed`.
    fn change(&mut self, id: &str, changed: Changed) {
        let Changed { id: event_id, pos_id, business_date, version, totals } = changed;
        self.changes.extend(position(id).map(|at| (at, event_id.clone())));
        if !self.ids.insert(event_id) {
            self.wrong.push(format!("version {version} came twice"));
        }
        self.events += 1;
        // A lower version is stale (docs/api.md, Live stream).
        let newest = self.newest.entry((pos_id, business_date)).or_default();
        *newest = (*newest).max((version, totals.checks));
    }

    /// Checks that positions grow, and that a `reset` comes before those of a stream that was created again.
    fn check_order(&mut self, id: &str, event: &str) {
        let (Some(here), Some(last)) = (position(id), position(&self.last_id)) else { return };
        let goes_back = here < last || (here == last && !event.is_empty());
        if event != "reset" && (here.0 != last.0 || goes_back) {
            self.wrong.push(format!("{event} at {id} came after {}", self.last_id));
        }
    }
}

/// The position in an id `<creation>-<sequence>`.
fn position(id: &str) -> Option<Position> {
    let (life, sequence) = id.split_once('-')?;
    Some((life.parse().ok()?, sequence.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(text: &str) -> Received {
        let (mut received, mut read) = (Received::default(), text.as_bytes().to_vec());
        take_frames(&mut read, |frame| received.take(&Frame::of(std::str::from_utf8(frame).unwrap())));
        received
    }

    fn changed(id: &str, event_id: &str, version: u64, checks: u64) -> String {
        format!(
            "id: {id}\nevent: report.changed\ndata: {{\"id\":\"{event_id}\",\"posID\":\"p\",\"businessDate\":\"d\",\
             \"version\":{version},\"totals\":{{\"checks\":{checks}}}}}\n\n"
        )
    }

    #[test]
    fn newest_version_of_a_day_counts() {
        let text =
            changed("1-1", "a", 2, 5) + ": alive\n\n" + &changed("1-2", "b", 1, 4) + "id: 1-3\nevent: rep";
        let received = received(&text);
        assert_eq!((received.events, received.checks("p"), received.wrong.len()), (2, 5, 0));
        let other = BTreeMap::from([((1, 2), "b".to_owned()), ((1, 9), "z".to_owned())]);
        assert_eq!(received.misses(&other), 1);
    }

    #[test]
    fn repeats_and_steps_back_are_wrong() {
        assert_eq!(received(&(changed("1-1", "a", 1, 1) + &changed("1-2", "a", 2, 2))).wrong.len(), 1);
        assert_eq!(received(&(changed("1-2", "a", 1, 1) + &changed("1-1", "b", 2, 2))).wrong.len(), 1);
        assert_eq!(received(&(changed("1-2", "a", 1, 1) + &changed("2-3", "b", 2, 2))).wrong.len(), 1);
        let fresh = received(
            &(changed("1-2", "a", 1, 1) + "id: 2-1\nevent: reset\ndata:\n\n" + &changed("2-2", "b", 2, 2)),
        );
        assert_eq!((fresh.wrong.len(), fresh.resets), (0, 1));
        assert_eq!(fresh.misses(&BTreeMap::from([((1, 7), "c".to_owned())])), 0);
    }
}
