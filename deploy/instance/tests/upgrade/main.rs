//! A database that the version before filled is migrated under load, its services are replaced one after the other, and every
//! report of the days before is the same to the cent. Needs the program of the version before, and the built programs:
//! `cargo dev prove upgrade --before PROGRAM` runs it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

mod before;
mod compare;
mod reports;
mod trade;

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use saffron_core::BusinessDate;
use saffron_dev::Output;
use saffron_dev::environment::Environment;
use saffron_dev::services;
use saffron_instance::{
    Base, Instance, Load, Owner, Replicas, Settings, Till, Trade, business_date, cents, eventually,
    unlimited_rates,
};
use serde_json::{Value, json};

use crate::before::Before;
use crate::compare::News;
use crate::reports::Reports;
use crate::trade::Past;

/// The locations; today's checks are those of the first.
const LOCATIONS: [&str; 2] = ["upgrade-1", "upgrade-2"];
/// How long the services may take to process everything, and to fold closed months.
const PATIENCE: Duration = Duration::from_secs(900);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn upgrade_under_load_changes_no_report_of_before() -> Result<()> {
    let env = Environment::read();
    let number = |name: &str| env.get(name).and_then(|text| text.parse::<u64>().ok());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let days = i64::try_from(number("SAFFRON_TEST_DAYS").unwrap_or(100)).unwrap();
    let before = Before::read(&env).await?;
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_DAYS={days}");

    let mut variables = Vec::from(unlimited_rates());
    variables.push(("SAFFRON_REPORTS_FOLD_SECONDS".to_owned(), "5".to_owned()));
    let settings = Settings { variables, program: Some(before.program.clone()), ..Settings::default() };
    let instance = Instance::start(Base::temporary()?, "upgrade", settings, &Output::new()).await?;
    let mut replicas = Replicas::start(instance).await?;
    let (owner, tills) = open(&replicas).await?;

    // The past, by the version before.
    let (today, began) = (business_date(0)?, Instant::now());
    let mut past = Past::fill(&tills, today, days, seed).await?;
    settled(&replicas, &before).await?;
    println!("{days} days, {} checks, {} facts: {:.0?}", past.checks(), past.facts(), began.elapsed());
    let reports = Reports::of(&before, &owner, past.first(), today.plus_days(-1));
    let wanted = reports.read().await?;
    println!("{} answers with {} rows", wanted.len(), reports::rows(&wanted));

    // The migration, while the version before works.
    let load = load(&owner, &tills[0], today, &reports)?;
    load.wait_for_progress().await?;
    let started = Instant::now();
    replicas.instance.program = Instance::built()?;
    replicas.instance.saffron(&["migrate"], &[]).await?;
    let migrated = started.elapsed();
    replicas.instance.saffron(&["streams", "apply"], &[]).await?;
    let applied = started.elapsed();
    load.wait_for_progress().await?;
    past.send_again(&tills, 3).await?;
    expect_revision(&replicas, &past, 3).await?;
    reports.compare(&wanted, News::Nothing, "the version before, after the migration").await?;

    // The services, one replica after the other.
    let started = Instant::now();
    for service in services::all() {
        for number in 0..Replicas::NUMBER {
            replicas.replace(service, number).await?;
            load.wait_for_progress().await?;
        }
    }
    let replaced = started.elapsed();
    reports.compare(&wanted, News::Nothing, "the new version, under load").await?;
    let done = load.end().await?;
    expect_today(&replicas, &owner, today.to_string(), done.checks).await?;
    settled(&replicas, &before).await?;
    reports.compare(&wanted, News::Nothing, "the new version").await?;

    // A new version of an old fact takes the place of what the version before counted.
    past.send_again(&tills, 4).await?;
    expect_revision(&replicas, &past, 4).await?;
    settled(&replicas, &before).await?;
    reports.compare(&wanted, News::Any, "the new version, with old facts sent again").await?;

    let (requests, lost) = (done.checks + done.calls, done.lost.len());
    println!(
        "{days} days, {} checks; the migration took {:.1} s, with streams {:.1} s, the replacement {:.0} s; meanwhile {requests} requests with {} checks, {lost} lost",
        past.checks(),
        migrated.as_secs_f64(),
        applied.as_secs_f64(),
        replaced.as_secs_f64(),
        done.checks
    );
    ensure!(lost == 0, "{lost} requests were lost: {:#?}\n{}", done.lost, replicas.complaints());
    replicas.stop().await
}

/// A new owner with the locations.
async fn open(replicas: &Replicas) -> Result<(Owner, Vec<Till>)> {
    let instance = &replicas.instance;
    let owner = instance.owner_at(&replicas.address()).await?;
    let mut tills = Vec::new();
    for pos_id in LOCATIONS {
        tills.push(owner.open_location(&instance.secrets.provisioning_key, pos_id).await?);
    }
    Ok((owner, tills))
}

/// Tills that post checks of today, and people who read lists and reports.
fn load(owner: &Owner, till: &Till, today: BusinessDate, reports: &Reports) -> Result<Load> {
    let place = json!({ "posID": till.pos_id });
    let lists = [
        "get-profile",
        "get-items-list",
        "get-customers-list",
        "get-onlineorder-currentweek-payout",
        "get-campaigns",
        "get-communications",
    ];
    let lists = lists.map(|call| (call.to_owned(), place.clone()));
    let pos_id = till.pos_id.clone();
    let check = move |number| Trade::plain_check(&pos_id, &format!("today-{number}"), today);
    Load::begin(till, check, owner, lists.into_iter().chain(reports.some()))
}

/// Waits until every service has processed every fact, none of them into the DLQ, and closed months are folded.
async fn settled(replicas: &Replicas, before: &Before) -> Result<()> {
    let operator = replicas.instance.operator().await?;
    for service in before.services_of_facts() {
        operator.wait_until_facts_acknowledged(service).await?;
    }
    operator.expect_no_dead_letters().await?;
    let open = "SELECT count(*) FROM month WHERE NOT folded AND month < date_trunc('month', now() - interval '3 days')";
    eventually("closed months to be folded", PATIENCE, async || {
        let months = replicas.instance.rows("reports", open).await?;
        Ok(if months == ["0"] { Ok(()) } else { Err(months) })
    })
    .await
}

/// Waits until reports has the checks that were sent with this revision.
async fn expect_revision(replicas: &Replicas, past: &Past, revision: u32) -> Result<()> {
    let count = format!("SELECT count(*) FROM pos_check WHERE revision = {revision}");
    let wanted = [past.checks_sent_again().to_string()];
    eventually(&format!("{wanted:?} checks of revision {revision}"), PATIENCE, async || {
        let found = replicas.instance.rows("reports", &count).await?;
        Ok(if found == wanted { Ok(()) } else { Err(found) })
    })
    .await
}

/// Waits until today has every acknowledged check once; more is an error at once.
async fn expect_today(replicas: &Replicas, owner: &Owner, today: String, checks: u64) -> Result<()> {
    let form = json!({ "posID": LOCATIONS[0], "startDate": today, "endDate": today });
    let row = eventually(&format!("{checks} checks of today"), PATIENCE, async || {
        let rows = owner.call("get-daily-sales-labor", form.clone()).await?;
        let found = rows[0]["checks"].as_u64().unwrap_or(0);
        ensure!(found <= checks, "{found} checks of {checks}");
        Ok(if found == checks { Ok(rows[0].clone()) } else { Err(found) })
    })
    .await?;
    let sales = cents(&row["grossSales"]);
    ensure!(sales == 100 * i64::try_from(checks)?, "{checks} checks of a dollar came to {sales} cents");
    let recorded = replicas.instance.operator().await?.recorded().await?;
    let of_today: Vec<&Vec<String>> =
        recorded.iter().filter(|((_, check), _)| check.starts_with("today-")).map(|(_, ids)| ids).collect();
    ensure!(of_today.len() as u64 == checks, "EVENTS has {} checks of {checks}", of_today.len());
    ensure!(of_today.iter().all(|ids| ids.len() == 1), "EVENTS has a check twice");
    Ok(())
}

/// The kind of a fact.
fn kind(fact: &Value) -> &str {
    fact["type"].as_str().unwrap()
}
