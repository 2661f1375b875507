//! `cargo dev bench tills`: from the till to the screen at full trade. Tills close checks at a fixed pace while many apps
//! are open; of each check and app the time from the till's 202 to the event that shows it, and the memory of every process.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail, ensure};
use futures::future::try_join_all;
use hdrhistogram::Histogram;
use saffron_core::BusinessDate;
use saffron_dev::bench::TillsArgs;
use saffron_dev::place::Place;
use saffron_dev::say::{Say, Step, seconds};
use saffron_sandbox::till::Secret;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::crowd::{allow_files, open};
use crate::facts::yesterday;
use crate::load::Wire;
use crate::machine::{self, Meter};
use crate::people::{Person, people};
use crate::stack::Stack;
use crate::table::{Table, number};

/// Connections of the tills; each serves locations of its own, so that their checks come one after the other.
const CONNECTIONS: usize = 50;
/// How often memory is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// How long the last events may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Apps that connect at the same time.
const AT_ONCE: usize = 50;
/// What stands before the number of checks in the figures of a day, and before the location.
const CHECKS: &[u8] = b"\"checks\":";
const POS_ID: &[u8] = b"\"posID\":\"";

/// Runs it.
///
/// # Errors
/// Something does not start or answers wrongly, or a check does not get to every app.
pub async fn bench(outer: &Place, args: &TillsArgs, command: &str, say: &Say) -> Result<()> {
    // Tills and apps share this thread and what they note.
    tokio::task::LocalSet::new().run_until(Box::pin(measure(outer, args, command, say))).await
}

async fn measure(outer: &Place, args: &TillsArgs, command: &str, say: &Say) -> Result<()> {
    let began = Instant::now();
    allow_files(u64::from(args.apps) + 1_000)?;
    let mut stack = Stack::start(outer, "bench-tills", say).await?;
    stack.serve_all().await?;
    let address = SocketAddr::from(([127, 0, 0, 1], stack.place.ports.gateway));

    let step = say.step(format!("{} owners with {} locations each", args.owners, args.locations));
    let owners = people(&stack, args.owners, args.locations, &step).await?;
    step.done("");
    let floor = Rc::new(Floor::of(&owners)?);
    let step = say.step("apps");
    let apps = open_apps(&floor, &owners, address, args.apps as usize).await?;
    step.done(&format!("{} connected", args.apps));

    let watched = stack.processes();
    let mut memory = Memory::of(&watched);
    let step = say.step(format!("{} checks a second for {} minutes", args.rate, args.minutes));
    let meter = Meter::begin(watched.iter().copied());
    let time = Duration::from_secs(60 * u64::from(args.minutes));
    let trade = Trade {
        floor: &floor,
        address,
        began: Instant::now(),
        time,
        rate: f64::from(args.rate),
        date: yesterday()?,
    };
    let trading = trade.run();
    tokio::pin!(trading);
    let mut look = tokio::time::interval(LOOK_EVERY);
    loop {
        tokio::select! {
            done = &mut trading => { done?; break; }
            _ = look.tick() => {
                memory.look(trade.began.elapsed());
                step.note(&floor.told(trade.began.elapsed()));
                floor.whole()?;
            }
        }
    }
    let took = trade.began.elapsed();
    let limit = meter.end().limit();
    floor.shown_everywhere(apps.len() * args.locations as usize, &step).await?;
    memory.look(took);
    step.done(&floor.told(took));

    let settings = stack.settings().await?;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "{} locations, {} owners who have {} each, {} apps; a POST a check, {} connections; from the 202 to the event that \
         holds the check, at every app that shows the location; an event that is there before the 202 counts as 0\n",
        number(f64::from(args.owners * args.locations), 0),
        args.owners,
        args.locations,
        number(f64::from(args.apps), 0),
        CONNECTIONS,
    ));
    let mut table = Table::new(["what", "count", "a second", "p50 ms", "p99 ms", "p99.9 ms", "longest ms"]);
    for (what, micros) in [("POST to 202", &floor.posts), ("202 to event", &floor.events)] {
        let micros = micros.borrow();
        let millis = |value: u64| number(value as f64 / 1_000.0, 1);
        table.row([
            what.to_owned(),
            number(micros.len() as f64, 0),
            number(micros.len() as f64 / took.as_secs_f64(), 0),
            millis(micros.value_at_quantile(0.5)),
            millis(micros.value_at_quantile(0.99)),
            millis(micros.value_at_quantile(0.999)),
            millis(micros.max()),
        ]);
    }
    say.line(table.text());
    say.line(memory.table().text());
    say.line(format!("limited by {limit}"));
    drop(apps);
    stack.stop().await?;
    say.line(format!("took {}", seconds(began.elapsed())));
    Ok(())
}

/// What tills have closed and apps have shown.
struct Floor {
    /// By posID: the location's number.
    numbers: BTreeMap<Vec<u8>, usize>,
    locations: Vec<Location>,
    /// Microseconds from sending a check to its 202.
    posts: RefCell<Histogram<u64>>,
    /// Microseconds from the 202 to an event that holds the check.
    events: RefCell<Histogram<u64>>,
    /// Checks that were shown, each as often as there are apps that show it.
    shown: Cell<u64>,
    /// Why an app's stream ended.
    ended: RefCell<Option<String>>,
}

struct Location {
    pos_id: String,
    ingest_key: Secret,
    /// When each check had its 202; its place is its number.
    closed: RefCell<Vec<Instant>>,
}

impl Floor {
    fn of(owners: &[Person]) -> Result<Floor> {
        let sites = owners.iter().flat_map(|owner| &owner.sites);
        let locations: Vec<Location> = sites
            .map(|site| Location {
                pos_id: site.pos_id.to_string(),
                ingest_key: site.ingest_key.clone(),
                closed: RefCell::default(),
            })
            .collect();
        let number = |(number, location): (usize, &Location)| (location.pos_id.clone().into_bytes(), number);
        Ok(Floor {
            numbers: locations.iter().enumerate().map(number).collect(),
            locations,
            posts: RefCell::new(nothing()?),
            events: RefCell::new(nothing()?),
            shown: Cell::new(0),
            ended: RefCell::new(None),
        })
    }

    fn told(&self, took: Duration) -> String {
        let (posts, events) = (self.posts.borrow(), self.events.borrow());
        format!(
            "{} checks, {} a second; 202 to event: p50 {} ms, p99 {} ms",
            number(posts.len() as f64, 0),
            number(posts.len() as f64 / took.as_secs_f64().max(0.001), 0),
            number(events.value_at_quantile(0.5) as f64 / 1_000.0, 1),
            number(events.value_at_quantile(0.99) as f64 / 1_000.0, 1),
        )
    }

    /// Fails if an app's stream has ended.
    fn whole(&self) -> Result<()> {
        match self.ended.borrow().as_ref() {
            Some(ended) => bail!("an app's stream ended: {ended}"),
            None => Ok(()),
        }
    }

    /// Waits until every check was shown by each app that shows its location; `views` is how many such pairs there are.
    async fn shown_everywhere(&self, views: usize, step: &Step) -> Result<()> {
        let closed = self.posts.borrow().len();
        let wanted = closed * views as u64 / self.locations.len().max(1) as u64;
        let began = Instant::now();
        while self.shown.get() < wanted {
            self.whole()?;
            ensure!(began.elapsed() < PATIENCE, "{} of {wanted} showings came", self.shown.get());
            step.note(&format!("{} of {wanted} showings", self.shown.get()));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        ensure!(
            self.shown.get() == wanted,
            "{} showings of {wanted}: a check counted twice",
            self.shown.get()
        );
        Ok(())
    }

    /// Notes an event of a day; `shown` is how many checks of each location this app has shown.
    fn note(&self, shown: &mut BTreeMap<usize, usize>, event: &[u8]) {
        let Some(pos_id) = behind(event, POS_ID).and_then(|rest| rest.split(|byte| *byte == b'"').next())
        else {
            return;
        };
        let checks = behind(event, CHECKS).map(|rest| {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
            digits.fold(0_usize, |number, digit| number * 10 + usize::from(digit - b'0'))
        });
        let (Some(place), Some(checks)) = (self.numbers.get(pos_id), checks) else { return };
        let Some(location) = self.locations.get(*place) else { return };
        let (closed, now) = (location.closed.borrow(), Instant::now());
        let before = shown.entry(*place).or_default();
        let mut events = self.events.borrow_mut();
        for number in *before..checks {
            let since = closed.get(number).map_or(Duration::ZERO, |at| now.duration_since(*at));
            events.saturating_record(micros(since));
        }
        if checks > *before {
            self.shown.set(self.shown.get() + (checks - *before) as u64);
            *before = checks;
        }
    }
}

/// Tills at work.
struct Trade<'a> {
    floor: &'a Floor,
    address: SocketAddr,
    began: Instant,
    time: Duration,
    /// Checks a second, of all.
    rate: f64,
    date: BusinessDate,
}

impl Trade<'_> {
    async fn run(&self) -> Result<()> {
        try_join_all((0..CONNECTIONS).map(|connection| self.work(connection))).await.map(drop)
    }

    /// The locations of one connection, in turn; each check when it is due, or as soon as the one before is answered.
    async fn work(&self, connection: usize) -> Result<()> {
        let mine: Vec<&Location> =
            self.floor.locations.iter().skip(connection).step_by(CONNECTIONS).collect();
        let mut wire = Wire::open(self.address).await?;
        for (turn, location) in mine.iter().cycle().enumerate() {
            let due = (turn * CONNECTIONS + connection) as f64 / self.rate;
            let due = self.began + Duration::from_secs_f64(due);
            if due > self.began + self.time || self.began.elapsed() > self.time {
                break;
            }
            tokio::time::sleep_until(due.into()).await;
            let number = location.closed.borrow().len();
            let request = self.check(location, number);
            let sent = Instant::now();
            wire.post(&request, 202).await?;
            location.closed.borrow_mut().push(Instant::now());
            self.floor.posts.borrow_mut().saturating_record(micros(sent.elapsed()));
        }
        Ok(())
    }

    /// A check of three items and a payment.
    fn check(&self, location: &Location, number: usize) -> Vec<u8> {
        let (pos_id, date) = (&location.pos_id, self.date);
        let price = 5 + number % 20;
        let body = format!(
            r#"{{"specversion":"1.0","id":"c-{number}","source":"bench","type":"check.closed","data":{{"posID":"{pos_id}","posCheckID":"{number}","revision":1,"businessDate":"{date}","closeTime":"{date}T{:02}:{:02}:00","covers":2,"employee":{{"id":"e1","name":"Employee 1"}},"table":"7","items":[{{"posItemID":"i{}","name":"Pizza","quantity":1,"price":{price}.50}},{{"posItemID":"i2","name":"Soda","quantity":2,"price":3.25}},{{"posItemID":"i3","name":"Salad","quantity":1,"price":8.75}}],"payments":[{{"type":"Visa","amount":{}.75}}]}}}}"#,
            11 + number / 60 % 11,
            number % 60,
            number % 40 + 10,
            price + 15,
        );
        format!(
            "POST /ingest/v1/events HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            location.ingest_key.expose(),
            body.len()
        )
        .into_bytes()
    }
}

/// Opens the apps, each as one of the owners.
async fn open_apps(
    floor: &Rc<Floor>,
    owners: &[Person],
    address: SocketAddr,
    apps: usize,
) -> Result<Vec<tokio::task::JoinHandle<()>>> {
    let mut tasks = Vec::with_capacity(apps);
    let owners: Vec<&Person> = owners.iter().cycle().take(apps).collect();
    for some in owners.chunks(AT_ONCE) {
        let opened = some.iter().map(|owner| {
            let request = format!(
                "GET /push/v1/stream HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\nAuthorization: Bearer {}\r\n\r\n",
                owner.session
            );
            open(address, request.into_bytes(), None)
        });
        for wire in try_join_all(opened).await? {
            let (floor, (wire, rest)) = (floor.clone(), wire);
            tasks.push(tokio::task::spawn_local(async move {
                if let Err(error) = listen(&floor, wire, rest).await {
                    floor.ended.replace(Some(format!("{error:#}")));
                }
            }));
        }
    }
    Ok(tasks)
}

/// Notes every event of an app, until its stream ends.
async fn listen(floor: &Floor, mut wire: TcpStream, mut read: Vec<u8>) -> Result<()> {
    let mut shown = BTreeMap::new();
    loop {
        let mut done = 0;
        while let Some(end) = read.get(done..).and_then(|rest| rest.windows(2).position(|two| two == b"\n\n"))
        {
            floor.note(&mut shown, read.get(done..done + end).unwrap_or_default());
            done += end + 2;
        }
        read.drain(..done);
        ensure!(wire.read_buf(&mut read).await? > 0, "the gateway closed it");
    }
}

/// Memory of each process from the beginning on.
struct Memory {
    watched: Vec<(&'static str, i32)>,
    /// When, and bytes of each.
    looks: Vec<(Duration, Vec<u64>)>,
}

impl Memory {
    fn of(watched: &[(&'static str, i32)]) -> Memory {
        Memory { watched: watched.to_vec(), looks: Vec::new() }
    }

    fn look(&mut self, at: Duration) {
        let bytes = self.watched.iter().map(|(_, pid)| machine::memory(*pid)).collect();
        self.looks.push((at, bytes));
    }

    /// MB at the beginning, after each fifth of the time, and at most.
    fn table(&self) -> Table {
        let last = self.looks.len().saturating_sub(1);
        let places: Vec<usize> = (0..=5).map(|fifth| last * fifth / 5).collect();
        let at = |place: &usize| self.looks.get(*place).map_or(0, |(at, _)| at.as_secs());
        let heads = places.iter().map(|place| format!("{} s", at(place)));
        let mut table =
            Table::new(["MB of".to_owned()].into_iter().chain(heads).chain(["at most".to_owned()]));
        for (index, (name, _)) in self.watched.iter().enumerate() {
            let of = |(_, bytes): &(Duration, Vec<u64>)| {
                bytes.get(index).copied().unwrap_or_default() as f64 / 1e6
            };
            let cells = places.iter().map(|place| number(self.looks.get(*place).map_or(0.0, of), 0));
            let most = self.looks.iter().map(of).fold(0.0, f64::max);
            table.row([(*name).to_owned()].into_iter().chain(cells).chain([number(most, 0)]));
        }
        table
    }
}

fn nothing() -> Result<Histogram<u64>> {
    Histogram::new_with_bounds(1, 600_000_000, 3).map_err(|error| anyhow!("histogram: {error:?}"))
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1)
}

/// What stands behind the first of these words.
fn behind<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let at = text.windows(word.len()).position(|part| part == word)?;
    text.get(at + word.len()..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_shown_once_by_an_app_whatever_event_holds_it() {
        let location = Location {
            pos_id: "bench-1".into(),
            ingest_key: Secret::new("key"),
            closed: RefCell::new(vec![Instant::now(); 3]),
        };
        let floor = Floor {
            numbers: [(b"bench-1".to_vec(), 0)].into(),
            locations: vec![location],
            posts: RefCell::new(nothing().unwrap()),
            events: RefCell::new(nothing().unwrap()),
            shown: Cell::new(0),
            ended: RefCell::new(None),
        };
        let mut shown = BTreeMap::new();
        for checks in [1, 1, 3, 2, 5] {
            let event = format!(
                "id: 1-2\ndata: {{\"posID\":\"bench-1\",\"totals\":{{\"checks\":{checks},\"x\":1}}}}"
            );
            floor.note(&mut shown, event.as_bytes());
        }
        floor.note(&mut shown, b"data: {\"posID\":\"bench-2\",\"checks\":7}");
        floor.note(&mut shown, b": alive");
        assert_eq!((floor.shown.get(), floor.events.borrow().len()), (5, 5));
    }
}
