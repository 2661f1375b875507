//! `cargo dev bench tills`: from the till to the screen at full trade. Tills close checks at a fixed pace while many apps
//! are open; of each check and app the time from the till's 202 to the event that shows it, and the memory of every process.

mod memory;

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
use saffron_dev::bench::figure::Figure;
use saffron_dev::place::Place;
use saffron_dev::say::{Say, Step, seconds};
use saffron_sandbox::till::Secret;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::crowd::{allow_files, open};
use crate::facts::today;
use crate::load::Wire;
use crate::machine::{self, Meter};
use crate::people::{Person, people};
use crate::stack::Stack;
use crate::table::{Table, number};
use memory::Memory;

/// How often it is told how far things are.
const TELL_EVERY: Duration = Duration::from_secs(5);
/// When a till sends again what was refused.
const AGAIN: Duration = Duration::from_millis(200);
/// Nothing may stand still for longer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Streams that one session may have.
const PER_SESSION: u32 = 20;
/// Goals: milliseconds from the 202 to the event that 99 of 100 do not exceed, the share of the checks asked for that are
/// closed, and memory of the services at the end over that when they had warmed up.
const GOAL_MS: f64 = 200.0;
const GOAL_RATE: f64 = 0.99;
const GOAL_MEMORY: f64 = 1.1;
/// Apps that connect at the same time.
const AT_ONCE: usize = 50;
/// What stands before the number of checks in the figures of a day, and before the location.
const CHECKS: &[u8] = b"\"checks\":";
const POS_ID: &[u8] = b"\"posID\":\"";

/// Runs it.
pub async fn bench(
    outer: &Place,
    args: &TillsArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    // Tills and apps share this thread and what they note.
    tokio::task::LocalSet::new().run_until(Box::pin(measure(outer, args, command, say, figures))).await
}

async fn measure(
    outer: &Place,
    args: &TillsArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    let began = Instant::now();
    ensure!(
        args.apps <= args.owners * PER_SESSION,
        "an owner may have {PER_SESSION} streams: {} apps need more --owners",
        args.apps
    );
    allow_files(u64::from(args.apps + args.owners * args.locations) + 1_000)?;
    let mut stack = Stack::start(outer, "bench-tills", say).await?;
    stack.serve_all().await?;
    let address = SocketAddr::from(([127, 0, 0, 1], stack.place.ports.gateway));

    let step = say.step(format!("{} owners with {} locations each", args.owners, args.locations));
    let owners = people(&stack, args.owners, args.locations, &step).await?;
    step.done("");
    let floor = Rc::new(Floor::of(&owners, args.apps as usize)?);
    let step = say.step("apps");
    let apps = open_apps(&floor, &owners, address, args.apps as usize).await?;
    step.done(&format!("{} connected", args.apps));

    let watched = stack.processes();
    let memory = Rc::new(Memory::of(&watched));
    let step = say.step(format!("{} checks a second for {} minutes", args.rate, args.minutes));
    let meter = Meter::begin(watched.iter().copied());
    let time = Duration::from_secs(60 * u64::from(args.minutes));
    let trade = Trade {
        floor: &floor,
        address,
        began: Instant::now(),
        time,
        rate: f64::from(args.rate),
        date: today()?,
    };
    let looking = tokio::task::spawn_local(memory.clone().watch(trade.began));
    let trading = trade.run();
    tokio::pin!(trading);
    let mut tell = tokio::time::interval(TELL_EVERY);
    loop {
        tokio::select! {
            done = &mut trading => { done?; break; }
            _ = tell.tick() => {
                step.note(&floor.told(trade.began.elapsed()));
                floor.whole()?;
            }
        }
    }
    let took = trade.began.elapsed();
    let limit = meter.end().limit();
    looking.abort();
    floor.shown_everywhere(&step).await?;
    memory.look(took).await;
    step.done(&floor.told(took));

    let settings = stack.settings().await?;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "{} locations, {} owners who have {} each, {} apps; a POST a check, a till a location; from the 202 to the event that \
         holds the check, at every app that shows the location; an event that is there before the 202 counts as 0\n",
        number(f64::from(args.owners * args.locations), 0),
        args.owners,
        args.locations,
        number(f64::from(args.apps), 0),
    ));
    say.line(floor.table(took).text());
    say.line(format!("{} POSTs were refused and sent again\n", floor.refused.get()));
    say.line(memory.table().text());
    say.line(format!("limited by {limit}"));
    drop(apps);
    stack.stop().await?;
    say.line(format!("took {}", seconds(began.elapsed())));
    let p99 = floor.events.borrow().value_at_quantile(0.99) as f64 / 1_000.0;
    let rate = floor.posts.borrow().len() as f64 / took.as_secs_f64();
    figures.extend([
        Figure::one("202 to the event, p99", "ms", 1, p99).at_most(GOAL_MS),
        Figure::one("checks/s from the tills", "", 0, rate).at_least(GOAL_RATE * f64::from(args.rate)),
        Figure::one("memory of the services, last fifth / second fifth", "", 2, memory.growth())
            .at_most(GOAL_MEMORY),
    ]);
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
    /// POSTs that were not answered 202.
    refused: Cell<u64>,
    /// Checks that were shown, each as often as there are apps that show it.
    shown: Cell<u64>,
    /// Why an app's stream ended.
    ended: RefCell<Option<String>>,
}

struct Location {
    pos_id: String,
    ingest_key: Secret,
    /// Apps that show it.
    apps: usize,
    /// When each check had its 202; its place is its number.
    closed: RefCell<Vec<Instant>>,
}

impl Floor {
    /// The apps are the owners' in turn.
    fn of(owners: &[Person], apps: usize) -> Result<Floor> {
        let sites =
            owners.iter().enumerate().flat_map(|(at, owner)| owner.sites.iter().map(move |s| (at, s)));
        let locations: Vec<Location> = sites
            .map(|(owner, site)| Location {
                pos_id: site.pos_id.to_string(),
                ingest_key: site.ingest_key.clone(),
                apps: apps / owners.len() + usize::from(owner < apps % owners.len()),
                closed: RefCell::default(),
            })
            .collect();
        let number = |(number, location): (usize, &Location)| (location.pos_id.clone().into_bytes(), number);
        Ok(Floor {
            numbers: locations.iter().enumerate().map(number).collect(),
            locations,
            posts: RefCell::new(nothing()?),
            events: RefCell::new(nothing()?),
            refused: Cell::new(0),
            shown: Cell::new(0),
            ended: RefCell::new(None),
        })
    }

    fn told(&self, took: Duration) -> String {
        let (posts, events) = (self.posts.borrow(), self.events.borrow());
        format!(
            "{} checks, {} a second, {} refused; 202 to event: p50 {} ms, p99 {} ms",
            number(posts.len() as f64, 0),
            number(posts.len() as f64 / took.as_secs_f64().max(0.001), 0),
            self.refused.get(),
            number(events.value_at_quantile(0.5) as f64 / 1_000.0, 1),
            number(events.value_at_quantile(0.99) as f64 / 1_000.0, 1),
        )
    }

    fn table(&self, took: Duration) -> Table {
        let mut table =
            Table::new(["what", "count", "a second", "p50 ms", "p99 ms", "p99.9 ms", "longest ms"]);
        for (what, micros) in [("POST to 202", &self.posts), ("202 to event", &self.events)] {
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
        table
    }

    /// Fails if an app's stream has ended.
    fn whole(&self) -> Result<()> {
        match self.ended.borrow().as_ref() {
            Some(ended) => bail!("an app's stream ended: {ended}"),
            None => Ok(()),
        }
    }

    /// How often the checks that are closed are to be shown: each by every app that shows its location.
    fn wanted(&self) -> u64 {
        self.locations.iter().map(|one| (one.closed.borrow().len() * one.apps) as u64).sum()
    }

    /// Waits until every check was shown by each app that shows its location.
    async fn shown_everywhere(&self, step: &Step) -> Result<()> {
        let wanted = self.wanted();
        let (mut last, mut moved) = (0, Instant::now());
        while self.shown.get() < wanted {
            self.whole()?;
            if self.shown.get() != last {
                (last, moved) = (self.shown.get(), Instant::now());
            }
            ensure!(moved.elapsed() < PATIENCE, "{last} of {wanted} showings came, and nothing moves");
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
        let tills = self.floor.locations.iter().enumerate();
        try_join_all(tills.map(|(place, location)| self.work(place, location))).await.map(drop)
    }

    /// A location's till: each check when it is due, or as soon as the one before is answered.
    async fn work(&self, place: usize, location: &Location) -> Result<()> {
        let all = self.floor.locations.len();
        let mut wire = Wire::open(self.address).await?;
        for number in 0.. {
            let due = (number * all + place) as f64 / self.rate;
            let due = self.began + Duration::from_secs_f64(due);
            if due > self.began + self.time || self.began.elapsed() > self.time {
                break;
            }
            tokio::time::sleep_until(due.into()).await;
            let request = self.check(location, number);
            let sent = Instant::now();
            // As tills do: what is refused is sent again, and counts once.
            while let Err(refused) = wire.post(&request, 202).await {
                ensure!(sent.elapsed() < PATIENCE, "a check is refused again and again: {refused:#}");
                self.floor.refused.set(self.floor.refused.get() + 1);
                tokio::time::sleep(AGAIN).await;
                wire = Wire::open(self.address).await?;
            }
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
            r#"{{"specversion":"1.0","id":"c-{number}","source":"bench","type":"check.closed","data":{{"posID":"{pos_id}","posCheckID":"{number}","revision":1,"businessDate":"{date}","closeTime":"{date}T04:{:02}:{:02}","covers":2,"employee":{{"id":"e1","name":"Employee 1"}},"table":"7","items":[{{"posItemID":"i{}","name":"Pizza","quantity":1,"price":{price}.50}},{{"posItemID":"i2","name":"Soda","quantity":2,"price":3.25}},{{"posItemID":"i3","name":"Salad","quantity":1,"price":8.75}}],"payments":[{{"type":"Visa","amount":{}.75}}]}}}}"#,
            number / 60 % 60,
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
    use saffron_core::fact::{FactBody, read_events};

    use super::*;

    fn floor(checks: usize) -> Floor {
        let location = Location {
            pos_id: "bench-1".into(),
            ingest_key: Secret::new("key"),
            apps: 2,
            closed: RefCell::new(vec![Instant::now(); checks]),
        };
        Floor {
            numbers: [(b"bench-1".to_vec(), 0)].into(),
            locations: vec![location],
            posts: RefCell::new(nothing().unwrap()),
            events: RefCell::new(nothing().unwrap()),
            refused: Cell::new(0),
            shown: Cell::new(0),
            ended: RefCell::new(None),
        }
    }

    #[test]
    fn a_check_is_one_that_the_door_takes() {
        let floor = floor(0);
        let trade = Trade {
            floor: &floor,
            address: ([127, 0, 0, 1], 1).into(),
            began: Instant::now(),
            time: Duration::ZERO,
            rate: 1.0,
            date: "2026-07-18".parse().unwrap(),
        };
        for number in [0, 39, 40, 659, 660, 100_000] {
            let request = String::from_utf8(trade.check(&floor.locations[0], number)).unwrap();
            let (head, body) = request.split_once("\r\n\r\n").unwrap();
            assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
            let zone = crate::facts::ZONE.parse().unwrap();
            let facts = read_events(body.as_bytes(), &"bench-1".parse().unwrap(), &zone).unwrap();
            let [fact] = facts.as_slice() else { panic!("{} facts", facts.len()) };
            let FactBody::Check(check) = &fact.body else { panic!("a check") };
            assert_eq!(check.business_date, trade.date);
            let sold: saffron_core::Money = check.lines.iter().map(|line| line.amount).sum();
            assert_eq!(sold, check.payments[0].amount, "{body}");
        }
    }

    #[test]
    fn a_check_is_shown_once_by_an_app_whatever_event_holds_it() {
        let floor = floor(3);
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
        assert_eq!(floor.wanted(), 6);
    }
}
