//! `cargo dev bench connect`: the past of a location at Square, from the token to the last figure in the reports, against the
//! stand-in without limits; and what a connection asks for once all is read.

use std::collections::BTreeMap;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use jiff::ToSpan as _;
use jiff::civil::DateTime;
use saffron_core::{BusinessDate, Clock, Money, PosId, Quantity, Secret, Zone};
use saffron_dev::Step;
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Spread, Table, number};
use saffron_instance::{Instance, Memory, Owner, business_date};
use saffron_sandbox::square::{self, Location, Merchant, Order};
use saffron_till::{Check, Line, Payment};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::args::ConnectArgs;
use crate::loads::facts::ZONE;
use crate::loads::people::owner_of;
use crate::machine::Meter;
use crate::run::{Run, until_done};

/// The service that reads Square.
const CONNECTORS: &str = "connectors";
/// The pause between two looks at the reports.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// The pause between two samples of the memory.
const SAMPLE_EVERY: Duration = Duration::from_millis(20);
/// Calls by which the stand-in counts what its own reports show.
const REPORTING: &str = "reporting/v1";
/// Checks are closed from 11:00 on, over so many minutes.
const OPEN_MINUTES: u32 = 11 * 60;
/// The least orders a second of a backfill.
const GOAL_RATE: f64 = 2_000.0;
/// The most seconds until today and yesterday are right.
const GOAL_TODAY: f64 = 120.0;
/// The most memory of connectors, MiB.
const GOAL_MEMORY: f64 = 60.0;
const MIB: f64 = 1024.0 * 1024.0;
const HOUR: f64 = 3_600.0;
/// Names of items.
const ITEMS: [&str; 8] =
    ["Chowder", "Fish and chips", "Lobster roll", "Salad", "Burger", "Iced tea", "Pie", "Coffee"];

/// Checks and cents of each day.
type Days = BTreeMap<BusinessDate, (u64, i64)>;

/// What is measured of each round.
#[derive(Default)]
struct Results {
    /// Seconds until today and yesterday are right.
    today: Spread,
    /// Seconds until all days are.
    all: Spread,
    /// Orders a second.
    rate: Spread,
    /// Calls for a thousand orders.
    calls: Spread,
    /// Memory of connectors before and at most, MiB.
    before: Spread,
    most: Spread,
    /// Calls an hour once all is read, without and with those that compare days.
    rest: Spread,
    compared: Spread,
    /// What limited the last round.
    limit: String,
}

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &ConnectArgs) -> Result<()> {
    let stand_in = StandIn::start().await?;
    let variables = [
        ("SAFFRON_SQUARE_URL", stand_in.square.url()),
        ("SAFFRON_CONNECTORS_PAST_DAYS", args.days.to_string()),
    ];
    let mut instance = run.servers("bench-connect", &[]).await?;
    instance.env.extend(variables.map(|(name, value)| (name.to_owned(), value)));
    instance.serve_all().await?;
    let owner = owner_of(&instance, 1).await?;
    let mut results = Results::default();
    let rounds = async {
        for round in 1..=args.rounds {
            let step = run.out.step(format!("round {round} of {}", args.rounds));
            let restaurant = Restaurant::open(&stand_in.square, round, args, &step)?;
            owner.open_location(&instance.secrets.provisioning_key, &restaurant.pos_id).await?;
            restaurant.connect(&instance, &owner, &stand_in.square, args, &step, &mut results).await?;
            step.done("");
        }
        Ok(())
    }
    .await;

    run.head(&instance).await?;
    run.line(format!(
        "{} checks on each of {} days and today, of three lines, at the stand-in of Square without limits, which is a thread of \
         this bench; {} rounds, each of a location of its own; seconds from the connection to right reports, median (min..max); \
         resident memory of connectors, a sample every {} ms; at rest over {} s\n",
        args.checks,
        args.days,
        args.rounds,
        SAMPLE_EVERY.as_millis(),
        args.rest
    ));
    let mut table = Table::new(["what", "value"]);
    table.row(["seconds until today and yesterday are right".to_owned(), results.today.text(1)]);
    table.row(["seconds until all days are right".to_owned(), results.all.text(1)]);
    table.row(["orders/s".to_owned(), results.rate.text(0)]);
    table.row(["calls for 1,000 orders".to_owned(), results.calls.text(1)]);
    table.row(["MiB of connectors before".to_owned(), results.before.text(0)]);
    table.row(["MiB of connectors at most".to_owned(), results.most.text(0)]);
    table.row(["calls an hour at rest, of a location".to_owned(), results.rest.text(0)]);
    table.row(["the same while days are compared".to_owned(), results.compared.text(0)]);
    run.line(table.text());
    run.line(format!("last round: limited by {}", results.limit));
    instance.stop().await?;
    stand_in.stop()?;
    run.took();
    run.figures.extend(figures(args, &results));
    rounds
}

fn figures(args: &ConnectArgs, results: &Results) -> [Figure; 4] {
    let size = format!("{} days x {} checks", number(args.days as f64, 0), args.checks);
    [
        Figure::of(format!("backfill of {size}"), "orders/s", 0, &results.rate).at_least(GOAL_RATE),
        Figure::of("today and yesterday are right", "s", 1, &results.today).at_most(GOAL_TODAY),
        Figure::of("memory of connectors", "MiB", 0, &results.most).at_most(GOAL_MEMORY),
        Figure::of("calls an hour at rest, of a location", "", 0, &results.rest),
    ]
}

/// The stand-in of Square, on a thread of its own.
struct StandIn {
    square: square::Running,
    shutdown: CancellationToken,
    thread: JoinHandle<Result<()>>,
}

impl StandIn {
    async fn start() -> Result<StandIn> {
        let shutdown = CancellationToken::new();
        let (sender, started) = oneshot::channel();
        let stop = shutdown.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let config = square::Config::new(&secret(), &secret(), Clock::system());
                let _ = sender.send(square::serve(config, stop.clone()).await?);
                stop.cancelled().await;
                Ok(())
            })
        });
        let square = started.await.context("the stand-in of Square did not start")?;
        Ok(StandIn { square, shutdown, thread })
    }

    fn stop(self) -> Result<()> {
        self.shutdown.cancel();
        self.thread.join().map_err(|_| anyhow!("the stand-in of Square panicked"))?
    }
}

/// A random secret.
fn secret() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}

/// A restaurant at Square and here.
struct Restaurant {
    pos_id: String,
    token: String,
    external_id: String,
    days: Days,
}

impl Restaurant {
    /// Puts the trade of a restaurant into the stand-in.
    fn open(square: &square::Square, round: u32, args: &ConnectArgs, step: &Step) -> Result<Restaurant> {
        let pos_id = format!("connect-{round}");
        let place: PosId = pos_id.parse().context("a location's id")?;
        let zone: Zone = ZONE.parse().context("a time zone")?;
        let location = Location::new(&place, &format!("Restaurant {round}"), zone.clone());
        let external_id = location.id.clone();
        let merchant = Merchant::new(&format!("Merchant {round}"), vec![location]);
        let token = secret();
        square.add_token(&merchant.id, &Secret::new(token.as_str()), None);
        square.add_merchant(merchant);
        let today = business_date(0)?;
        let mut days = Days::new();
        for ago in (0..=args.days).rev() {
            let date = today.plus_days(-ago);
            for number in 0..args.checks {
                let minute = 11 * 60 + number * OPEN_MINUTES / args.checks;
                let closed = DateTime::from(date.date()).saturating_add(i64::from(minute).minutes());
                let at = zone.first_at(closed);
                if at >= square.now() {
                    break;
                }
                let check = check(&place, &format!("{date}-{number}"), closed, number)?;
                let (count, sum) = days.entry(date).or_default();
                *count += 1;
                *sum += check.lines.iter().map(|line| line.amount.cents()).sum::<i64>();
                square.put_order(Order::sale(check), at)?;
            }
            step.note(&format!("{} days to be put in", number(ago as f64, 0)));
        }
        Ok(Restaurant { pos_id, token, external_id, days })
    }

    /// Connects the location, waits until its reports are right, and counts what is asked for afterwards.
    async fn connect(
        &self,
        instance: &Instance,
        owner: &Owner,
        square: &square::Square,
        args: &ConnectArgs,
        step: &Step,
        results: &mut Results,
    ) -> Result<()> {
        let processes = instance.processes();
        let meter = Meter::begin(processes.iter().copied());
        let memory =
            Memory::watch(processes.into_iter().filter(|(name, _)| *name == CONNECTORS), SAMPLE_EVERY);
        let before = square.calls();
        let fields = json!({"posID": self.pos_id, "pos": "square", "token": self.token});
        let begun = owner.call("create-connection", fields).await?;
        let id = begun.get("connectionID").context("a connection without an id")?;
        let began = Instant::now();
        let fields = json!({"posID": self.pos_id, "connectionID": id,
            "externalID": self.external_id});
        owner.call("connect-location", fields).await?;
        let newest = self.days.iter().rev().take(2).map(|(day, sum)| (*day, *sum)).collect();
        self.until_right(owner, &newest, step).await?;
        results.today.push(began.elapsed().as_secs_f64());
        self.until_right(owner, &self.days, step).await?;
        let all = began.elapsed().as_secs_f64();
        let orders: u64 = self.days.values().map(|(count, _)| count).sum();
        results.all.push(all);
        results.rate.push(orders as f64 / all);
        results.calls.push((square.calls() - before) as f64 * 1_000.0 / orders as f64);
        let used = memory.samples().remove(CONNECTORS).context("connectors does not run")?;
        results.before.push(used.before as f64 / MIB);
        results.most.push(used.most as f64 / MIB);
        results.limit = meter.end().limit();

        step.note(&format!("at rest for {} s", args.rest));
        let counted = |square: &square::Square| {
            let groups = square.calls_by_group();
            let reporting = groups.get(REPORTING).copied().unwrap_or(0);
            (groups.values().sum::<u64>() - reporting, reporting)
        };
        let (calls, reporting) = counted(square);
        let resting = Instant::now();
        tokio::time::sleep(Duration::from_secs(args.rest.into())).await;
        let hours = resting.elapsed().as_secs_f64() / HOUR;
        let (calls, reporting) = {
            let now = counted(square);
            (now.0 - calls, now.1 - reporting)
        };
        results.rest.push(calls as f64 / hours);
        results.compared.push((calls + reporting) as f64 / hours);
        let named = json!({"posID": self.pos_id, "connectionID": id});
        owner.call("end-connection", named).await?;
        Ok(())
    }

    /// Waits until these days of the reports have the checks and the sales of the restaurant.
    async fn until_right(&self, owner: &Owner, days: &Days, step: &Step) -> Result<()> {
        let (first, last) = days.keys().next().zip(days.keys().next_back()).context("no days")?;
        let span = json!({"posID": self.pos_id, "startDate": first.to_string(), "endDate": last.to_string()});
        until_done(step, LOOK_EVERY, async || {
            let rows = owner.call("get-daily-sales-labor", span.clone()).await?;
            let mut found = Days::new();
            for row in rows.as_array().context("no rows")? {
                let date = row.get("businessDate").and_then(Value::as_str).context("no date")?;
                let sales = row.get("netSales").and_then(Value::as_f64).context("no sales")?;
                let checks = row.get("checks").and_then(Value::as_u64).unwrap_or(0);
                let date = date.get(..10).context("no date")?;
                found.insert(date.parse()?, (checks, (sales * 100.0).round() as i64));
            }
            let wrong = days.iter().filter(|(day, sum)| found.get(*day) != Some(*sum)).count();
            ensure!(found.len() <= days.len(), "days without trade have checks");
            Ok(if wrong == 0 { Ok(()) } else { Err(format!("{wrong} days are not whole yet")) })
        })
        .await
    }
}

/// A check of three lines with tax, paid by card with a tip.
fn check(place: &PosId, id: &str, closed: DateTime, number: u32) -> Result<Check> {
    let mut check = Check::new(place.clone(), id.parse().context("a check's id")?, closed);
    for index in 0..3 {
        let kind = (number + index) as usize % ITEMS.len();
        let name = ITEMS.get(kind).context("no items")?;
        let price = Money::from_cents(i64::from(number * 37 % 2_000 + index * 150 + 100));
        let item = format!("i{kind}").parse().context("an item's id")?;
        let mut line = Line::new(item, (*name).to_owned(), Quantity::from_milli(1_000), price);
        line.tax = Money::from_cents(line.amount.cents() * 8 / 100);
        check.lines.push(line);
    }
    let due: Money = check.lines.iter().map(|line| line.amount + line.tax).sum();
    let tip = Money::from_cents(due.cents() / 5);
    check.payments = vec![Payment::new("Visa".to_owned(), due, tip)];
    Ok(check)
}
