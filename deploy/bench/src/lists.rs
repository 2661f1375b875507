//! `cargo dev bench lists`: guests and items of one large location, page by page and searched, through the gateway with
//! its session check.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::fact::{Fact, FactBody};
use saffron_core::{BusinessDate, CustomerId};
use saffron_dev::bench::ListsArgs;
use saffron_dev::bench::figure::Figure;
use saffron_dev::place::Place;
use saffron_dev::say::{Say, seconds};
use serde_json::Value;

use crate::facts::{Kitchen, yesterday};
use crate::feed::Feed;
use crate::load::{Measured, Pace, Wire, load, post};
use crate::machine;
use crate::people::{MAIN_API, owner};
use crate::roster;
use crate::stack::Stack;
use crate::table::{Spread, Table, number};

/// Facts of a message.
const MESSAGE: usize = 50;
/// Checks of each guest, on average.
const CHECKS_A_GUEST: u32 = 2;
/// The checks are of so many days.
const DAYS: u32 = 60;
/// The services that work what is sent.
const CONSUMERS: [&str; 3] = ["reports", "inventory", "customers"];
/// Rows of a page, as the app asks for them.
const PAGE: u32 = 50;
/// Who asks at once.
const CONNECTIONS: [usize; 2] = [1, 8];
/// An answer with at least one row begins so, after the name of its list.
const ROWS: &str = r#"{"status":200,"body":{"#;
/// What no guest and no item has.
const NOBODY: &str = "zzqx";

/// One question, asked of another part of the list each time.
#[derive(Clone, Copy)]
struct Case {
    title: &'static str,
    list: &'static List,
    ask: Ask,
}

/// A list of the API.
struct List {
    call: &'static str,
    rows: &'static str,
}

#[derive(Clone, Copy)]
enum Ask {
    /// Any page of the whole list.
    Page,
    /// The first page of those with this word.
    Search(fn(&mut StdRng) -> String),
    /// A word that nothing has: every row is looked at.
    Nothing,
    /// The first page of what is to be purchased.
    ToPurchase,
}

const GUESTS: List = List { call: "get-customers-list", rows: "customerList" };
const ITEMS: List = List { call: "get-items-list", rows: "itemList" };

const CASES: [Case; 9] = [
    Case { title: "guests: any page", list: &GUESTS, ask: Ask::Page },
    Case { title: "guests: part of a name", list: &GUESTS, ask: Ask::Search(roster::part_of_guest) },
    Case { title: "guests: end of a phone number", list: &GUESTS, ask: Ask::Search(roster::end_of_phone) },
    Case { title: "guests: nobody found", list: &GUESTS, ask: Ask::Nothing },
    Case { title: "items: any page", list: &ITEMS, ask: Ask::Page },
    Case { title: "items: part of a name", list: &ITEMS, ask: Ask::Search(roster::part_of_item) },
    Case { title: "items: part of a price", list: &ITEMS, ask: Ask::Search(roster::part_of_price) },
    Case { title: "items: nothing found", list: &ITEMS, ask: Ask::Nothing },
    Case { title: "items to purchase", list: &ITEMS, ask: Ask::ToPurchase },
];

/// Runs it.
pub async fn bench(
    outer: &Place,
    args: &ListsArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    let began = Instant::now();
    let mut stack = Stack::start(outer, "bench-lists", say).await?;
    stack.serve_all().await?;
    let session = owner(&stack).await?;
    let checks = fill(&stack, args, say).await?;
    let asker = Asker::new(&stack, session, args, say).await?;

    let mut results: Vec<[Times; CONNECTIONS.len()]> = CASES.iter().map(|_| Default::default()).collect();
    let rounds = async {
        for round in 1..=args.rounds {
            let step = say.step(format!("round {round} of {}", args.rounds));
            for (case, results) in CASES.iter().zip(&mut results) {
                for (connections, result) in CONNECTIONS.into_iter().zip(results) {
                    step.note(&format!("{}, {connections} at once", case.title));
                    let seed = u64::from(round) * 100 + connections as u64;
                    result.push(&asker.ask(case, connections, args.seconds, seed).await?);
                }
            }
            step.done("");
        }
        Ok(())
    }
    .await;

    let settings = stack.settings().await?;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "one location with {} guests, {} items and {} checks; pages of {} rows; {} rounds of {} s a measurement, each \
         request of another page or word; milliseconds, median of the rounds (min..max)\n",
        number(f64::from(args.guests), 0),
        number(f64::from(args.items), 0),
        number(f64::from(checks), 0),
        PAGE,
        args.rounds,
        args.seconds
    ));
    let heads = CONNECTIONS
        .iter()
        .flat_map(|connections| ["p50", "p99"].map(|share| format!("{share} ms, {connections} at once")));
    let mut table = Table::new(["what".to_owned()].into_iter().chain(heads).chain(["bytes".to_owned()]));
    for (case, results) in CASES.iter().zip(&results) {
        let figures = results.iter().flat_map(|result| [result.p50.text(1), result.p99.text(1)]);
        let bytes = results.first().map_or(0.0, |result| result.bytes.median());
        table.row([case.title.to_owned()].into_iter().chain(figures).chain([number(bytes, 0)]));
    }
    say.line(table.text());
    stack.stop().await?;
    say.line(format!("took {}", seconds(began.elapsed())));
    figures.extend(CASES.iter().zip(&results).filter_map(|(case, results)| figure(case, results)));
    rounds
}

/// The slowest hundredth of those who ask alone, of what is asked most and of what costs most.
fn figure(case: &Case, results: &[Times; CONNECTIONS.len()]) -> Option<Figure> {
    let stands = matches!(case.ask, Ask::Page | Ask::Nothing);
    let alone = results.first().filter(|_| stands)?;
    Some(Figure::of(format!("{}, one at once, p99", case.title), "ms", 1, &alone.p99))
}

/// What was measured of one case, by round.
#[derive(Default)]
struct Times {
    p50: Spread,
    p99: Spread,
    bytes: Spread,
}

impl Times {
    fn push(&mut self, measured: &Measured) {
        self.p50.push(measured.millis(0.5));
        self.p99.push(measured.millis(0.99));
        self.bytes.push(measured.bytes as f64 / measured.answers.max(1) as f64);
    }
}

/// Sends items, guests and their checks through the stream, and waits until every service has worked them; gives how
/// many checks there are.
async fn fill(stack: &Stack, args: &ListsArgs, say: &Say) -> Result<u32> {
    let step = say.step("items, guests and their checks");
    let kitchen = Kitchen::new(1)?;
    let mut feed = Feed::open(stack).await?;
    let checks = args.guests * CHECKS_A_GUEST;
    let items = roster::items(args.items)?;
    let guests = roster::guests(args.guests, roster::AREA)?;
    let mut rng = StdRng::seed_from_u64(7);
    let mut visits = Vec::with_capacity(checks as usize);
    let first = yesterday()?.plus_days(1 - i64::from(DAYS));
    for day in 0..DAYS {
        let of_day = visits_of(&kitchen, first.plus_days(i64::from(day)), checks / DAYS, args, &mut rng)?;
        visits.extend(of_day);
    }
    let sent = visits.len();
    let all: Vec<Fact> = items.into_iter().chain(guests).chain(visits).collect();
    for (index, chunk) in all.chunks(MESSAGE).enumerate() {
        if index % 100 == 0 {
            step.note(&format!("{} of {} facts sent", index * MESSAGE, all.len()));
        }
        feed.put(&kitchen.pos_id, kitchen.message(chunk.to_vec())?).await?;
    }
    feed.flush().await?;
    feed.worked(&CONSUMERS, &step).await?;
    for service in CONSUMERS {
        let mut database = stack.connect(&saffron_dev::services::database(service)).await?;
        sqlx::raw_sql("VACUUM (ANALYZE)").execute(&mut database).await?;
    }
    step.done("");
    Ok(u32::try_from(sent)?)
}

/// The checks of a day, each of a guest.
fn visits_of(
    kitchen: &Kitchen,
    date: BusinessDate,
    checks: u32,
    args: &ListsArgs,
    rng: &mut StdRng,
) -> Result<Vec<Fact>> {
    let (mut facts, _) = kitchen.checks(date, 0, checks)?;
    for fact in &mut facts {
        if let FactBody::Check(check) = &mut fact.body {
            let guest: CustomerId = roster::guest_id(rng.random_range(0..args.guests))?;
            check.customer = Some(guest);
        }
    }
    Ok(facts)
}

/// Who asks, and where the pages of both lists begin.
struct Asker {
    address: SocketAddr,
    session: String,
    guests: Vec<String>,
    items: Vec<String>,
}

impl Asker {
    /// Walks both lists to their ends, which have to be as long as was sent.
    async fn new(stack: &Stack, session: String, args: &ListsArgs, say: &Say) -> Result<Asker> {
        let address = SocketAddr::from(([127, 0, 0, 1], stack.place.ports.gateway));
        let mut asker = Asker { address, session, guests: Vec::new(), items: Vec::new() };
        let step = say.step("walking both lists to their ends");
        asker.guests = asker.walk(&GUESTS, args.guests).await?;
        asker.items = asker.walk(&ITEMS, args.items).await?;
        step.done(&format!("{} and {} pages", asker.guests.len() + 1, asker.items.len() + 1));
        Ok(asker)
    }

    /// The cursors of a list.
    async fn walk(&self, list: &List, expected: u32) -> Result<Vec<String>> {
        let mut wire = Wire::open(self.address).await?;
        let mut cursors: Vec<String> = Vec::new();
        let mut rows = 0;
        loop {
            let more = cursors.last().map_or(Ok(String::new()), |cursor| field("cursor", cursor))?;
            let answer: Value = serde_json::from_slice(wire.ask(&self.request(list, &more)).await?)?;
            let body = answer.get("body").context("an answer without a body")?;
            rows += body.get(list.rows).and_then(Value::as_array).context("an answer without a list")?.len();
            match body.get("nextCursor").and_then(Value::as_str) {
                Some(cursor) => cursors.push(cursor.to_owned()),
                None if rows == expected as usize => return Ok(cursors),
                None => bail!("{} has {rows} rows and not {expected}", list.call),
            }
        }
    }

    fn request(&self, list: &List, more: &str) -> Vec<u8> {
        let body = format!(r#"{{"sessionID":"{}","posID":"bench-1","limit":{PAGE}{more}}}"#, self.session);
        post(self.address, &format!("{MAIN_API}/{}", list.call), &body)
    }

    /// Asks for so many seconds over so many connections.
    async fn ask(&self, case: &Case, connections: usize, seconds: u32, seed: u64) -> Result<Measured> {
        let mut rng = StdRng::seed_from_u64(seed);
        let requests = || {
            let more = match case.ask {
                Ask::Page => field("cursor", self.cursors(case.list).choose(&mut rng)?).ok()?,
                Ask::Search(word) => field("search", &word(&mut rng)).ok()?,
                // Another word each time.
                Ask::Nothing => {
                    field("search", &format!("{NOBODY}{}", rng.random_range(0..1_000_000))).ok()?
                }
                Ask::ToPurchase => r#","toPurchase":true"#.to_owned(),
            };
            Some(self.request(case.list, &more))
        };
        let empty = if matches!(case.ask, Ask::Nothing) { "]" } else { "{" };
        let expected = format!(r#"{ROWS}"{}":[{empty}"#, case.list.rows);
        let time = Duration::from_secs(u64::from(seconds));
        let measured =
            load(self.address, connections, Pace::Full, time, expected.as_bytes(), requests).await?;
        if measured.answers == 0 {
            bail!("{}: nothing was asked", case.title);
        }
        Ok(measured)
    }

    fn cursors(&self, list: &List) -> &[String] {
        if list.call == GUESTS.call { &self.guests } else { &self.items }
    }
}

/// A further field of a request's body.
fn field(name: &str, value: &str) -> Result<String> {
    Ok(format!(r#","{name}":{}"#, serde_json::to_string(value)?))
}
