//! Sample restaurants: what people who look around in one see.

use std::collections::BTreeMap;

use jiff::civil::{Date, DateTime, date};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, ToSpan as _};
use saffron_testkit::eventually_ok;
use serde_json::{Value, json};

use crate::world::{Person, World, world};

/// The bundled checks, read here without connectors' own reader.
const CHECKS: &str = include_str!("../../../../connectors/sample/checks.csv");
const ZONE: &str = "America/New_York";

/// How many checks count on each of the last days up to a moment.
fn expected(world: &World) -> BTreeMap<String, i64> {
    let now = world.clock.now().to_zoned(TimeZone::get(ZONE).unwrap()).datetime();
    let today = (now - 4.hours()).date();
    let mut days = BTreeMap::new();
    for back in 0..=35 {
        let day = today - back.days();
        let count = i64::try_from(closed(day, now)).unwrap();
        days.insert(day.to_string(), count);
    }
    days
}

fn closed(day: Date, now: DateTime) -> usize {
    // A Monday.
    let since = (day - date(2024, 1, 1)).get_days();
    let number = since.rem_euclid(28).to_string();
    let rows = CHECKS.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let counts = |row: &Vec<&str>| {
        let at = day.to_datetime(row[2].parse().unwrap());
        row[0] == number && row[row.len() - 2].is_empty() && at <= now
    };
    rows.filter(counts).count()
}

async fn open(world: &World, person: &Person) -> Value {
    let body = json!({"sessionID": person.session_id, "timeZone": ZONE});
    world.call("open-sample", body).await.ok()
}

async fn list(world: &World, person: &Person) -> Value {
    world.call(&format!("get-restaurant-list/{}", person.session_id), json!({})).await.ok()
}

/// Waits until the daily report has these checks, and no others.
async fn expect_checks(world: &World, person: &Person, expected: &BTreeMap<String, i64>) {
    let (first, last) = (expected.keys().next().unwrap(), expected.keys().next_back().unwrap());
    let body = json!({"sessionID": person.session_id, "startDate": first, "endDate": last});
    let trading: BTreeMap<&str, i64> =
        expected.iter().filter(|(_, count)| **count > 0).map(|(day, count)| (day.as_str(), *count)).collect();
    eventually_ok("the trade of the sample", || async {
        let rows = world.call("get-daily-sales-labor", body.clone()).await.ok();
        let found: BTreeMap<&str, i64> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                (&row["businessDate"].as_str().unwrap()[..10], row["checks"].as_i64().unwrap_or_default())
            })
            .filter(|(_, count)| *count > 0)
            .collect();
        if found == trading { Ok(()) } else { Err(json!({"found": found, "expected": trading})) }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_has_five_weeks_and_today_as_its_hour_comes() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let sample = open(&world, &ana).await;
    assert_eq!((&sample["isSample"], &sample["timeZone"]), (&json!(true), &json!(ZONE)));
    let first = expected(&world);
    expect_checks(&world, &ana, &first).await;
    // The menu and the staff are there.
    let items = json!({"sessionID": ana.session_id, "posID": sample["posID"]});
    world
        .expect("get-items-list", &items, |body| {
            body["itemList"].as_array().is_some_and(|list| list.len() > 30)
        })
        .await;
    // Another person in the zone sees the same.
    let bea = world.person("bea@example.com").await;
    assert_eq!(open(&world, &bea).await["posID"], sample["posID"]);
    expect_checks(&world, &bea, &first).await;
    // Hours go by.
    for hours in [3, 8] {
        world.clock.set(world.clock.now() + SignedDuration::from_hours(hours));
        let later = expected(&world);
        assert_ne!(later, first);
        expect_checks(&world, &ana, &later).await;
    }
    // Nobody is notified of it: the day of yesterday has ended meanwhile.
    let inbox = world.call("get-communications", json!({"sessionID": ana.session_id})).await.ok();
    assert_eq!(inbox["communicationList"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_has_each_check_once_where_its_worker_is_killed() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    open(&world, &ana).await;
    for days in [1, 9, 20] {
        eventually_ok("some days", || async {
            let sent = world.connectors_rows("sample_day").await;
            if sent >= days { Ok(()) } else { Err(json!(sent)) }
        })
        .await;
        world.kill_connectors().await;
    }
    expect_checks(&world, &ana, &expected(&world)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_that_all_have_left_is_fed_no_more() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    open(&world, &ana).await;
    expect_checks(&world, &ana, &expected(&world)).await;
    let closing = json!({"sessionID": ana.session_id});
    world.call("close-sample", closing.clone()).await.ok();
    world.call("close-sample", closing).await.ok();
    assert_eq!(list(&world, &ana).await, json!([]));
    let days = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18"});
    assert_eq!(world.call("get-daily-sales-labor", days).await.ok(), json!([]));
    eventually_ok("the sample to be left", || async {
        let linked = world.connectors_rows("sample WHERE linked").await;
        if linked == 0 { Ok(()) } else { Err(json!(linked)) }
    })
    .await;
    // What it lacks since comes once somebody looks around again.
    world.clock.set(world.clock.now() + SignedDuration::from_hours(3));
    open(&world, &ana).await;
    expect_checks(&world, &ana, &expected(&world)).await;
    // A location of one's own ends it.
    let own = json!({"sessionID": ana.session_id, "name": "Corner Diner", "timeZone": ZONE});
    let made = world.call("create-location", own).await.ok();
    let left = list(&world, &ana).await;
    assert_eq!((left.as_array().unwrap().len(), &left[0]["posID"]), (1, &made["posID"]));
    let refused = world.call("open-sample", json!({"sessionID": ana.session_id, "timeZone": ZONE})).await;
    assert_eq!(refused.status, 409);
    assert!(refused.message.contains("location of your own"), "{}", refused.message);
}
