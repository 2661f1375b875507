//! `cargo dev bench lists`: guests and items of one large location, page by page and searched, through the gateway with
//! its session check.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::fact::{Fact, FactBody};
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Spread, Table, number};
use saffron_dev::services::database;
use saffron_instance::{Feed, Instance};
use serde_json::Value;

use crate::args::ListsArgs;
use crate::loads::facts::{Location, yesterday};
use crate::loads::people::owner;
use crate::loads::requests::{Caller, Connection, Measured, Pace};
use crate::loads::roster;
use crate::machine::database::until_worked;
use crate::run::Run;

/// Facts of a message.
const MESSAGE: usize = 50;
/// Checks of each guest, on average.
const CHECKS_A_GUEST: u32 = 2;
/// The number of days of the checks.
const DAYS: u32 = 60;
/// The services that process facts.
const CONSUMERS: [&str; 3] = ["reports", "inventory", "customers"];
/// Rows of a page, as the app asks for them.
const PAGE: u32 = 50;
/// Requests at once.
const CONNECTIONS: [usize; 2] = [1, 8];
/// The beginning of an answer with at least one row, before the name of its list.
const ROWS: &str = r#"{"status":200,"body":{"#;
/// A word of no guest and no item.
const UNKNOWN: &str = "zzqx";

/// One kind of request, for another part of the list each time.
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
    /// A word that no row has: every row is read.
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
    Case { title: "guests: none found", list: &GUESTS, ask: Ask::Nothing },
    Case { title: "items: any page", list: &ITEMS, ask: Ask::Page },
    Case { title: "items: part of a name", list: &ITEMS, ask: Ask::Search(roster::part_of_item) },
    Case { title: "items: part of a price", list: &ITEMS, ask: Ask::Search(roster::part_of_price) },
    Case { title: "items: nothing found", list: &ITEMS, ask: Ask::Nothing },
    Case { title: "items to purchase", list: &ITEMS, ask: Ask::ToPurchase },
];

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &ListsArgs) -> Result<()> {
    let instance = run.instance("bench-lists", None).await?;
    let caller = Caller::new(&instance, &owner(&instance).await?);
    let checks = fill(run, &instance, args).await?;
    let asker = Asker::new(run, caller, args).await?;

    let mut results: Vec<[Times; CONNECTIONS.len()]> = CASES.iter().map(|_| Default::default()).collect();
    let rounds = async {
        for round in 1..=args.rounds {
            let step = run.out.step(format!("round {round} of {}", args.rounds));
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

    run.head(&instance).await?;
    run.line(format!(
        "one location with {} guests, {} items and {} checks; pages of {} rows; {} rounds of {} s a measurement, each \
         request of another page or word; milliseconds, median of the rounds (min..max)\n",
        number(f64::from(args.guests), 0),
        number(f64::from(args.items), 0),
        number(checks as f64, 0),
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
    run.line(table.text());
    instance.stop().await?;
    run.took();
    run.figures.extend(CASES.iter().zip(&results).filter_map(|(case, results)| figure(case, results)));
    rounds
}

/// The 99th percentile of single requests, for the most frequent case and the most expensive one.
fn figure(case: &Case, results: &[Times; CONNECTIONS.len()]) -> Option<Figure> {
    let stands = matches!(case.ask, Ask::Page | Ask::Nothing);
    let alone = results.first().filter(|_| stands)?;
    Some(Figure::of(format!("{}, one at once, p99", case.title), "ms", 1, &alone.p99))
}

/// The measurements of one case, by round.
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
        self.bytes.push(measured.bytes_each());
    }
}

/// Sends items, guests and their checks, and waits until every service has processed them; gives the number of checks.
async fn fill(run: &Run, instance: &Instance, args: &ListsArgs) -> Result<usize> {
    let step = run.out.step("items, guests and their checks");
    let location = Location::new(1)?;
    let mut feed = Feed::new(instance.operator().await?, "lists");
    let mut all: Vec<Fact> = roster::items(args.items)?;
    all.extend(roster::guests(args.guests, roster::AREA)?);
    let others = all.len();
    let mut rng = StdRng::seed_from_u64(7);
    let first = yesterday()?.plus_days(1 - i64::from(DAYS));
    for day in 0..DAYS {
        let (checks, _) =
            location.checks(first.plus_days(i64::from(day)), 0, args.guests * CHECKS_A_GUEST / DAYS)?;
        for mut fact in checks {
            if let FactBody::Check(check) = &mut fact.body {
                check.customer = Some(roster::guest_id(rng.random_range(0..args.guests))?);
            }
            all.push(fact);
        }
    }
    for (index, chunk) in all.chunks(MESSAGE).enumerate() {
        step.note(&format!("{} of {} facts sent", index * MESSAGE, all.len()));
        feed.put(&location.pos_id, location.message(chunk.to_vec())?).await?;
    }
    feed.flush().await?;
    until_worked(&feed.operator, &CONSUMERS, &step).await?;
    for service in CONSUMERS {
        let mut database = instance.connect(&database(service)).await?;
        sqlx::raw_sql("VACUUM (ANALYZE)").execute(&mut database).await?;
    }
    step.done("");
    Ok(all.len() - others)
}

/// An owner who asks, and the cursors of both lists.
struct Asker {
    caller: Caller,
    guests: Vec<String>,
    items: Vec<String>,
}

impl Asker {
    /// Reads both lists to their ends and checks their lengths.
    async fn new(run: &Run, caller: Caller, args: &ListsArgs) -> Result<Asker> {
        let mut asker = Asker { caller, guests: Vec::new(), items: Vec::new() };
        let step = run.out.step("walking both lists to their ends");
        asker.guests = asker.walk(&GUESTS, args.guests).await?;
        asker.items = asker.walk(&ITEMS, args.items).await?;
        step.done(&format!("{} and {} pages", asker.guests.len() + 1, asker.items.len() + 1));
        Ok(asker)
    }

    /// Reads a list page by page; gives its cursors.
    async fn walk(&self, list: &List, expected: u32) -> Result<Vec<String>> {
        let mut wire = Connection::open(self.caller.address).await?;
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

    /// The request of a page of a list, with further fields.
    fn request(&self, list: &List, more: &str) -> Vec<u8> {
        self.caller.request(list.call, &format!(r#","posID":"bench-1","limit":{PAGE}{more}"#))
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
                    field("search", &format!("{UNKNOWN}{}", rng.random_range(0..1_000_000))).ok()?
                }
                Ask::ToPurchase => r#","toPurchase":true"#.to_owned(),
            };
            Some(self.request(case.list, &more))
        };
        let empty = if matches!(case.ask, Ask::Nothing) { "]" } else { "{" };
        let expected = format!(r#"{ROWS}"{}":[{empty}"#, case.list.rows);
        let time = Duration::from_secs(u64::from(seconds));
        let measured = self.caller.load(connections, Pace::Full, time, expected.as_bytes(), requests).await?;
        ensure!(measured.answers > 0, "{}: nothing was asked", case.title);
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
