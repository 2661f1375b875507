//! When the business days of a location begin: at registration, and set by its people.

use serde_json::{Value, json};

use crate::world::{Answer, Person, World, check, world};

/// Registers a location whose days begin then, linked to a person; returns its ingest key.
async fn linked_from(world: &World, person: &Person, day_start: &str) -> String {
    let form = json!({"posID": "p1", "name": "Bar", "timeZone": "America/New_York", "dayStart": day_start});
    let body = provision(world, &form).await.ok();
    let link = json!({"sessionID": person.session_id, "posID": "p1", "linkCode": body["linkCode"]});
    world.call("link-restaurant", link).await.ok();
    body["ingestKey"].as_str().unwrap().to_owned()
}

async fn provision(world: &World, form: &Value) -> Answer {
    let bearer = format!("Bearer {}", crate::world::VENDOR_KEY);
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    world.post("/provision/v1/locations", &headers, form.to_string()).await
}

/// Sends checks of these amounts, closed at these times.
async fn send(world: &World, key: &str, checks: &[(&str, f64)]) {
    let checks = checks.iter().map(|(closed, dollars)| {
        let mut check = check("p1", &format!("c{}", closed.replace(':', "_")), *dollars);
        check["data"]["closeTime"] = json!(closed);
        check
    });
    assert_eq!(world.ingest(key, &checks.collect::<Value>()).await.status, 202);
}

fn span(person: &Person, from: &str, to: &str) -> Value {
    json!({"sessionID": person.session_id, "posID": "p1", "startDate": from, "endDate": to})
}

/// The sales of each row, by the field that names it.
fn sales_by(rows: &Value, field: &str) -> Value {
    let rows = rows.as_array().into_iter().flatten();
    let rows = rows.filter(|row| row["grossSales"].as_f64() != Some(0.0));
    rows.map(|row| json!([row[field], row["grossSales"]])).collect()
}

async fn expect_days(world: &World, person: &Person, (from, to): (&str, &str), expected: Value) {
    let is_right = |rows: &Value| {
        let mut found = sales_by(rows, "businessDate");
        found.as_array_mut().unwrap().sort_by_key(ToString::to_string);
        found == expected
    };
    world.expect("get-daily-sales-labor", &span(person, from, to), is_right).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn night_of_a_bar_counts_in_the_day_it_began() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = linked_from(&world, &ana, "06:00").await;
    send(
        &world,
        &key,
        &[("2026-07-16T23:30:00", 40.0), ("2026-07-17T05:30:00", 19.0), ("2026-07-17T06:00:00", 7.0)],
    )
    .await;
    expect_days(
        &world,
        &ana,
        ("2026-07-16", "2026-07-17"),
        json!([["2026-07-16", 59.0], ["2026-07-17", 7.0]]),
    )
    .await;
    let list = world.call(&format!("get-restaurant-list/{}", ana.session_id), json!({})).await.ok();
    assert_eq!(list[0]["dayStart"], "06:00");
    assert_eq!(list[0]["dayStarts"], json!([{"startDate": null, "dayStart": "06:00"}]));
    // A vendor does not change it afterwards.
    provision(&world, &json!({"posID": "p1", "dayStart": "07:00"})).await.ok();
    let list = world.call(&format!("get-restaurant-list/{}", ana.session_id), json!({})).await.ok();
    assert_eq!(list[0]["dayStart"], "06:00");
    let refused = provision(&world, &json!({"posID": "p1", "dayStart": "12:00"})).await;
    assert_eq!((refused.status, refused.field()), (400, "dayStart"));
}

#[tokio::test(flavor = "multi_thread")]
async fn day_that_starts_at_noon_has_thirty_six_hours() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = linked_from(&world, &ana, "11:45").await;
    send(&world, &key, &[("2026-07-16T13:00:00", 20.0), ("2026-07-17T11:30:00", 9.5)]).await;
    let day = span(&ana, "2026-07-16", "2026-07-16");
    let expected = json!([[13, 20.0], [35, 9.5]]);
    world.expect("get-hourly-report", &day, |rows| sales_by(rows, "hour") == expected).await;
    let url = world.url("/api-restaurant-pos/restaurantpro/get-hourly-report");
    let file = world.http.post(url).header("accept", "text/csv").json(&day).send().await.unwrap();
    let file = file.text().await.unwrap();
    assert!(file.lines().any(|line| line.contains(",11:00 +1,9.50,")), "{file}");
}

#[tokio::test(flavor = "multi_thread")]
async fn hour_that_comes_twice_is_one_row() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    send(&world, &key, &[("2025-11-02T01:30:00-04:00", 10.0), ("2025-11-02T01:30:00-05:00", 20.0)]).await;
    let day = span(&ana, "2025-11-01", "2025-11-01");
    let expected = json!([[25, 30.0]]);
    world.expect("get-hourly-report", &day, |rows| sales_by(rows, "hour") == expected).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sales_move_once_the_start_of_the_day_is_set() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let id = &ana.session_id;
    send(&world, &key, &[("2026-07-15T23:00:00", 40.0), ("2026-07-16T05:00:00", 19.0)]).await;
    let mut brought = check("p1", "brought", 7.0);
    brought["data"]["closeTime"] = json!("2026-07-16T05:10:00");
    brought["data"]["businessDate"] = json!("2026-07-16");
    assert_eq!(world.ingest(&key, &brought).await.status, 202);
    let days = ("2026-07-15", "2026-07-16");
    expect_days(&world, &ana, days, json!([["2026-07-15", 40.0], ["2026-07-16", 26.0]])).await;
    let moved = json!({"sessionID": id, "posID": "p1"});
    let none = world.call("get-date-move", moved.clone()).await.ok();
    assert_eq!(none["dateMove"]["state"], "none");

    // From tomorrow on nothing moves.
    let set = json!({"sessionID": id, "posID": "p1", "dayStart": "06:00"});
    let tomorrow = world.call("set-day-start", set.clone()).await.ok();
    let history =
        json!([{"startDate": null, "dayStart": "04:00"}, {"startDate": "2026-07-19", "dayStart": "06:00"}]);
    assert_eq!((&tomorrow["dayStart"], &tomorrow["dayStarts"]), (&json!("04:00"), &history));
    let none = world.call("get-date-move", moved.clone()).await.ok();
    assert_eq!(none["dateMove"]["state"], "none");
    let mut all = set.clone();
    all["allDates"] = json!(true);
    let all = world.call("set-day-start", all).await.ok();
    assert_eq!(all["dayStarts"], json!([{"startDate": null, "dayStart": "06:00"}]));
    expect_days(&world, &ana, days, json!([["2026-07-15", 59.0], ["2026-07-16", 7.0]])).await;
    world.expect("get-date-move", &moved, |body| body["dateMove"]["state"] == "settling").await;
    let now = world.clock.now();
    world.clock.set(now + jiff::SignedDuration::from_secs(121));
    world.expect("get-date-move", &moved, |body| body["dateMove"]["state"] == "done").await;

    for (field, wrong) in [
        ("dayStart", json!({"dayStart": "6:00"})),
        ("dayStart", json!({"dayStart": "12:00"})),
        ("startDate", json!({"startDate": "2026-07-01", "allDates": true})),
        ("startDate", json!({"startDate": "2028-01-01"})),
        ("startDate", json!({"startDate": "soon"})),
    ] {
        let sent = saffron_testkit::with(set.clone(), wrong);
        let answer = world.call("set-day-start", sent).await;
        assert_eq!((answer.status, answer.field()), (400, field));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn paused_move_goes_on_where_it_was() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let id = &ana.session_id;
    send(&world, &key, &[("2026-07-16T05:00:00", 19.0)]).await;
    expect_days(&world, &ana, ("2026-07-15", "2026-07-16"), json!([["2026-07-16", 19.0]])).await;
    let set =
        |start: &str| json!({"sessionID": id, "posID": "p1", "dayStart": start, "startDate": "2026-07-10"});
    world.call("set-day-start", set("06:00")).await.ok();
    expect_days(&world, &ana, ("2026-07-15", "2026-07-16"), json!([["2026-07-15", 19.0]])).await;
    let pause = |paused: bool| json!({"sessionID": id, "posID": "p1", "paused": paused});
    let moved = json!({"sessionID": id, "posID": "p1"});
    world.expect("get-date-move", &moved, |body| body["dateMove"]["state"] == "settling").await;
    let paused = world.call("pause-date-move", pause(true)).await.ok();
    assert_eq!(paused["dateMove"]["state"], "paused");
    let now = world.clock.now();
    world.clock.set(now + jiff::SignedDuration::from_secs(121));
    let on = world.call("pause-date-move", pause(false)).await.ok();
    assert_ne!(on["dateMove"]["state"], "paused");
    world.expect("get-date-move", &moved, |body| body["dateMove"]["state"] == "done").await;
}
