//! `cargo dev bench tills`: from the till to the screen at full tills. Tills close checks at a fixed pace while many apps
//! are open; of each check and app the time from the till's 202 to the event that shows it, and the memory of every process.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use futures::future::try_join_all;
use hdrhistogram::Histogram;
use saffron_core::BusinessDate;
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Table, number};
use saffron_instance::{Till, business_date};

use crate::args::TillsArgs;
use crate::loads::people::{Person, people};
use crate::loads::requests::{Connection, histogram, micros};
use crate::loads::streams::{after, allow_files, listen, open_all, stream_request};
use crate::machine::Meter;
use crate::machine::memory::Memory;
use crate::run::{Run, until_done};

/// How often progress is noted.
const NOTE_EVERY: Duration = Duration::from_secs(5);
/// When a till sends again what was refused.
const AGAIN: Duration = Duration::from_millis(200);
/// How long a check may be refused.
const PATIENCE: Duration = Duration::from_secs(60);
/// Streams that one session may have.
const PER_SESSION: u32 = 20;
/// Goals: milliseconds from the 202 to the event that 99 of 100 do not exceed, the share of the checks asked for that are
/// closed, and memory of the services at the end over that when they had warmed up.
const GOAL_MS: f64 = 200.0;
const GOAL_RATE: f64 = 0.99;
const GOAL_MEMORY: f64 = 1.1;
/// The texts before the number of checks and before the location in an event.
const CHECKS: &[u8] = b"\"checks\":";
const POS_ID: &[u8] = b"\"posID\":\"";

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &TillsArgs) -> Result<()> {
    ensure!(
        args.apps <= args.owners * PER_SESSION,
        "an owner may have {PER_SESSION} streams: {} apps need more --owners",
        args.apps
    );
    allow_files(u64::from(args.apps + args.owners * args.locations) + 1_000)?;
    let instance = run.instance("bench-tills", None).await?;
    let address = instance.gateway();

    let step = run.out.step(format!("{} owners with {} locations each", args.owners, args.locations));
    let owners = people(&instance, args.owners, args.locations, &step).await?;
    step.done("");
    let notes = Rc::new(Notes::of(&owners, args.apps as usize)?);
    let step = run.out.step("apps");
    open_apps(&notes, &owners, address, args.apps as usize).await?;
    step.done(&format!("{} connected", args.apps));

    let watched = instance.processes();
    let memory = Rc::new(Memory::of(&watched));
    let step = run.out.step(format!("{} checks a second for {} minutes", args.rate, args.minutes));
    let meter = Meter::begin(watched.iter().copied());
    let tills = Tills {
        notes: &notes,
        address,
        began: Instant::now(),
        time: Duration::from_secs(60 * u64::from(args.minutes)),
        rate: f64::from(args.rate),
        date: business_date(0)?,
    };
    let looking = tokio::task::spawn_local(memory.clone().watch(tills.began));
    let working = tills.run();
    tokio::pin!(working);
    let mut every = tokio::time::interval(NOTE_EVERY);
    loop {
        tokio::select! {
            done = &mut working => { done?; break; }
            _ = every.tick() => {
                step.note(&notes.state(tills.began.elapsed()));
                notes.whole()?;
            }
        }
    }
    let took = tills.began.elapsed();
    let limit = meter.end().limit();
    looking.abort();
    let wanted = notes.wanted();
    until_done(&step, Duration::from_millis(20), async || {
        notes.whole()?;
        let shown = notes.shown.get();
        Ok(if shown < wanted { Err(format!("{shown} of {wanted} showings")) } else { Ok(()) })
    })
    .await?;
    let shown = notes.shown.get();
    ensure!(shown == wanted, "{shown} showings of {wanted}: a check counted twice");
    memory.sample(took).await;
    step.done(&notes.state(took));

    run.head(&instance).await?;
    run.line(format!(
        "{} locations, {} owners who have {} each, {} apps; a POST a check, a till a location; from the 202 to the event that \
         holds the check, at every app that shows the location; an event that is there before the 202 counts as 0\n",
        number(f64::from(args.owners * args.locations), 0),
        args.owners,
        args.locations,
        number(f64::from(args.apps), 0),
    ));
    run.line(notes.table(took).text());
    run.line(format!("{} POSTs were refused and sent again\n", notes.refused.get()));
    run.line(memory.table().text());
    run.line(format!("limited by {limit}"));
    instance.stop().await?;
    run.took();
    let p99 = notes.events.borrow().value_at_quantile(0.99) as f64 / 1_000.0;
    let rate = notes.posts.borrow().len() as f64 / took.as_secs_f64();
    run.figures.extend([
        Figure::one("202 to the event, p99", "ms", 1, p99).at_most(GOAL_MS),
        Figure::one("checks/s from the tills", "", 0, rate).at_least(GOAL_RATE * f64::from(args.rate)),
        Figure::one("memory of the services, last fifth / second fifth", "", 2, memory.growth())
            .at_most(GOAL_MEMORY),
    ]);
    Ok(())
}

/// The record of closed checks and of those that apps have shown.
struct Notes {
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
    till: Till,
    /// Apps that show it.
    apps: usize,
    /// When each check had its 202; its index is its number.
    closed: RefCell<Vec<Instant>>,
}

impl Notes {
    /// The apps are the owners' in turn.
    fn of(owners: &[Person], apps: usize) -> Result<Notes> {
        let locations = owners.iter().enumerate().flat_map(|(owner, person)| {
            let apps = apps / owners.len() + usize::from(owner < apps % owners.len());
            person.tills.iter().map(move |till| Location {
                till: till.clone(),
                apps,
                closed: RefCell::default(),
            })
        });
        Notes::with(locations.collect())
    }

    fn with(locations: Vec<Location>) -> Result<Notes> {
        let number =
            |(number, location): (usize, &Location)| (location.till.pos_id.clone().into_bytes(), number);
        Ok(Notes {
            numbers: locations.iter().enumerate().map(number).collect(),
            locations,
            posts: RefCell::new(histogram()?),
            events: RefCell::new(histogram()?),
            refused: Cell::new(0),
            shown: Cell::new(0),
            ended: RefCell::new(None),
        })
    }

    /// The progress in one line.
    fn state(&self, took: Duration) -> String {
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

    /// The number of times that closed checks are to be shown: each by every app of its location.
    fn wanted(&self) -> u64 {
        self.locations.iter().map(|one| (one.closed.borrow().len() * one.apps) as u64).sum()
    }

    /// Notes an event of a day; `shown` is how many checks of each location this app has shown.
    fn note(&self, shown: &mut BTreeMap<usize, usize>, event: &[u8]) {
        let Some(pos_id) = after(event, POS_ID).and_then(|rest| rest.split(|byte| *byte == b'"').next())
        else {
            return;
        };
        let checks = after(event, CHECKS).map(|rest| {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
            digits.fold(0_usize, |number, digit| number * 10 + usize::from(digit - b'0'))
        });
        let (Some(index), Some(checks)) = (self.numbers.get(pos_id), checks) else { return };
        let Some(location) = self.locations.get(*index) else { return };
        let (closed, now) = (location.closed.borrow(), Instant::now());
        let before = shown.entry(*index).or_default();
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

/// Tills that are posting.
struct Tills<'a> {
    notes: &'a Notes,
    address: SocketAddr,
    began: Instant,
    time: Duration,
    /// Checks a second, of all.
    rate: f64,
    date: BusinessDate,
}

impl Tills<'_> {
    /// Posts checks at all locations until the time is over.
    async fn run(&self) -> Result<()> {
        let tills = self.notes.locations.iter().enumerate();
        try_join_all(tills.map(|(index, location)| self.work(index, location))).await.map(drop)
    }

    /// Runs a location's till: posts each check when it is due, or as soon as the one before is answered.
    async fn work(&self, index: usize, location: &Location) -> Result<()> {
        let all = self.notes.locations.len();
        let mut wire = Connection::open(self.address).await?;
        for number in 0.. {
            let due = (number * all + index) as f64 / self.rate;
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
                self.notes.refused.set(self.notes.refused.get() + 1);
                tokio::time::sleep(AGAIN).await;
                wire = Connection::open(self.address).await?;
            }
            location.closed.borrow_mut().push(Instant::now());
            self.notes.posts.borrow_mut().saturating_record(micros(sent.elapsed()));
        }
        Ok(())
    }

    /// A check of three items and a payment.
    fn check(&self, location: &Location, number: usize) -> Vec<u8> {
        let (pos_id, date) = (&location.till.pos_id, self.date);
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
            location.till.ingest_key,
            body.len()
        )
        .into_bytes()
    }
}

/// Opens the apps, each as one of the owners; they are open until the bench ends.
async fn open_apps(notes: &Rc<Notes>, owners: &[Person], address: SocketAddr, apps: usize) -> Result<()> {
    let requests = owners.iter().cycle().take(apps).map(|person| stream_request(&person.owner.session));
    for (wire, rest) in open_all(address, requests).await? {
        let notes = notes.clone();
        tokio::task::spawn_local(async move {
            let mut shown = BTreeMap::new();
            if let Err(error) = listen(wire, rest, |event| notes.note(&mut shown, event)).await {
                notes.ended.replace(Some(format!("{error:#}")));
            }
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use saffron_core::Zone;
    use saffron_core::fact::{FactBody, read_events};

    use super::*;

    fn notes(checks: usize) -> Notes {
        let closed = RefCell::new(vec![Instant::now(); checks]);
        let till = Till::new("http://127.0.0.1:1", "bench-1", "key").unwrap();
        Notes::with(vec![Location { till, apps: 2, closed }]).unwrap()
    }

    #[test]
    fn check_is_readable_and_paid() {
        let notes = notes(0);
        let tills = Tills {
            notes: &notes,
            address: ([127, 0, 0, 1], 1).into(),
            began: Instant::now(),
            time: Duration::ZERO,
            rate: 1.0,
            date: "2026-07-18".parse().unwrap(),
        };
        for number in [0, 39, 40, 659, 660, 100_000] {
            let request = String::from_utf8(tills.check(&notes.locations[0], number)).unwrap();
            let (head, body) = request.split_once("\r\n\r\n").unwrap();
            assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
            let zone = crate::loads::facts::ZONE.parse::<Zone>().unwrap().into();
            let facts = read_events(body.as_bytes(), &"bench-1".parse().unwrap(), &zone).unwrap();
            let [fact] = facts.as_slice() else { panic!("{} facts", facts.len()) };
            let FactBody::Check(check) = &fact.body else { panic!("a check") };
            assert_eq!(check.business_date, tills.date);
            let sold: saffron_core::Money = check.lines.iter().map(|line| line.amount).sum();
            assert_eq!(sold, check.payments[0].amount, "{body}");
        }
    }

    #[test]
    fn check_is_shown_once_by_an_app() {
        let notes = notes(3);
        let mut shown = BTreeMap::new();
        for checks in [1, 1, 3, 2, 5] {
            let event = format!(
                "id: 1-2\ndata: {{\"posID\":\"bench-1\",\"totals\":{{\"checks\":{checks},\"x\":1}}}}"
            );
            notes.note(&mut shown, event.as_bytes());
        }
        notes.note(&mut shown, b"data: {\"posID\":\"bench-2\",\"checks\":7}");
        notes.note(&mut shown, b": alive");
        assert_eq!((notes.shown.get(), notes.events.borrow().len()), (5, 5));
        assert_eq!(notes.wanted(), 6);
    }
}
