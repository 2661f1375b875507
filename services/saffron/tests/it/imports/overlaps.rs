//! A till that begins on days that an import brought.

use jiff::SignedDuration;
use saffron_testkit::eventually_ok;
use serde_json::{Value, json};

use super::days::till;
use super::killed::kill_until;
use super::{Place, square};
use crate::world::world;

impl Place<'_> {
    /// Lets the days of imports be compared, and waits until these count twice.
    async fn expect_overlaps(&self, import: &Value, dates: &[&str]) -> Value {
        self.compare();
        eventually_ok("the days that count twice", || async {
            let import = self.get(import).await;
            let days: Vec<&Value> = overlaps(&import).iter().map(|one| &one["businessDate"]).collect();
            if days == dates { Ok(import.clone()) } else { Err(json!(days)) }
        })
        .await
    }

    /// Lets the time pass after which days are compared again.
    fn compare(&self) {
        self.world.clock.set(self.world.clock.now() + SignedDuration::from_mins(11));
    }

    async fn decide(&self, call: &str, import: &Value, dates: &[&str]) -> crate::world::Answer {
        self.call(call, json!({"importID": import["importID"], "businessDates": dates})).await
    }

    /// The row of an import in the list of all.
    async fn row(&self, import: &Value) -> Value {
        let list = self.call("get-imports", json!({})).await.ok();
        let rows = list["importList"].as_array().unwrap();
        rows.iter().find(|row| row["importID"] == import["importID"]).unwrap().clone()
    }

    /// The notifications of sales that count twice.
    async fn alerts(&self) -> Vec<Value> {
        let inbox = self.call("get-communications", json!({})).await.ok();
        let all = inbox["communicationList"].as_array().unwrap();
        all.iter().filter(|one| one["kind"] == "salesCountedTwice").cloned().collect()
    }

    pub async fn expect_alerts(&self, count: usize) -> Vec<Value> {
        eventually_ok("the notifications", || async {
            let alerts = self.alerts().await;
            if alerts.len() == count { Ok(alerts) } else { Err(alerts.len()) }
        })
        .await
    }
}

fn overlaps(import: &Value) -> &Vec<Value> {
    import["overlaps"].as_array().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn till_after_an_import_is_shown_and_its_days_taken_out() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, net) = square(1..=4, 25);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!(ana.bring(&import).await["state"], "done");
    ana.expect_june(net, 100).await;
    let mut stream = world.stream(&ana.person, None).await;
    let tills = till(&ana, 3..=5).await;
    ana.expect_june(net + tills, 112).await;
    let shown = ana.expect_overlaps(&import, &["2026-06-03", "2026-06-04"]).await;
    let (_, of_both) = square(3..=4, 25);
    let sum = |name: &str| -> i64 {
        let sums = overlaps(&shown).iter().map(|one| (one[name].as_f64().unwrap() * 100.0).round() as i64);
        sums.sum()
    };
    assert_eq!(sum("importNetSales"), of_both);
    let of_till: i64 = (3..=4).flat_map(|day| (0..4).map(move |n| 1000 + day * 10 + n)).sum();
    assert_eq!(sum("netSales"), of_till);
    let first = &overlaps(&shown)[0];
    assert_eq!(
        (&first["sourceName"], &first["checks"], &first["importChecks"]),
        (&json!("POS"), &json!(4), &json!(25))
    );
    let row = ana.row(&import).await;
    assert_eq!(row["overlapDays"], 2);
    assert_eq!((row["overlapNetSales"].as_f64().unwrap() * 100.0).round() as i64, of_both);
    let changed = stream.expect("import.changed").await;
    assert_eq!(
        (&changed.data["importID"], &changed.data["state"], &changed.data["posID"]),
        (&import["importID"], &json!("done"), &json!("p1"))
    );
    let alert = ana.expect_alerts(1).await.remove(0);
    assert_eq!(alert["target"], json!({"kind": "import", "id": import["importID"]}));
    assert!(alert["notification"].as_str().unwrap().starts_with("Sales counted twice: $"), "{alert}");

    let refused = ana.decide("take-out-import-days", &import, &["2026-06-01"]).await;
    assert_eq!((refused.status, refused.field()), (400, "businessDates"));
    let taken = ana.decide("take-out-import-days", &import, &["2026-06-03", "2026-06-04"]).await.ok();
    assert_eq!(taken["state"], "takingOut", "{taken}");
    let done = ana.until(&import, &["done", "failed"]).await;
    assert_eq!((&done["state"], &done["sentChecks"]), (&json!("done"), &json!(50)), "{done}");
    assert_eq!(overlaps(&done).len(), 0);
    let days: Vec<&Value> =
        done["takenOutDays"].as_array().unwrap().iter().map(|day| &day["businessDate"]).collect();
    assert_eq!(days, ["2026-06-03", "2026-06-04"]);
    ana.expect_june(net - of_both + tills, 62).await;
    // The same once more changes nothing, and the next comparison finds nothing.
    let again = ana.decide("take-out-import-days", &import, &["2026-06-03", "2026-06-04"]).await.ok();
    assert_eq!((&again["state"], &again["version"]), (&json!("done"), &done["version"]));
    let later = compared_later(&ana).await;
    assert_eq!(overlaps(&ana.get(&import).await).len(), 0);
    assert_eq!(ana.undo(&import).await["state"], "undone");
    ana.expect_june(tills + later, 16).await;
}

/// Waits until a later import was compared, which is due after those before it; the net sales of a till on its day, in cents.
async fn compared_later(ana: &Place<'_>) -> i64 {
    let (csv, _) = square(20..=20, 2);
    let later = ana.upload(&[("later.csv", &csv)]).await;
    assert_eq!(ana.bring(&later).await["state"], "done");
    let tills = till(ana, 20..=20).await;
    let days = ana.body(json!({"startDate": "2026-06-20", "endDate": "2026-06-20"}));
    ana.world.expect("get-daily-sales-labor", &days, |rows| rows[0]["checks"] == 6).await;
    ana.expect_overlaps(&later, &["2026-06-20"]).await;
    assert_eq!(ana.undo(&later).await["state"], "undone");
    tills
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_days_are_shown_no_more_and_later_ones_are() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, net) = square(1..=4, 25);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!(ana.bring(&import).await["state"], "done");
    ana.expect_june(net, 100).await;
    let first = till(&ana, 2..=2).await;
    ana.expect_june(net + first, 104).await;
    ana.expect_overlaps(&import, &["2026-06-02"]).await;
    ana.expect_alerts(1).await;
    let kept = ana.decide("keep-import-days", &import, &["2026-06-02"]).await.ok();
    assert_eq!((&kept["state"], overlaps(&kept).len()), (&json!("done"), 0));
    assert_eq!(ana.row(&import).await["overlapDays"], 0);
    let second = till(&ana, 3..=3).await;
    ana.expect_june(net + first + second, 108).await;
    ana.expect_overlaps(&import, &["2026-06-03"]).await;
    eventually_ok("another notification", || async {
        // Further ones within the hour are counted with the first.
        let alerts = ana.alerts().await;
        let count = alerts.iter().map(|one| 1 + one["also"].as_i64().unwrap()).sum::<i64>();
        if count == 2 { Ok(()) } else { Err(count) }
    })
    .await;
    ana.expect_june(net + first + second, 108).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn source_that_an_import_replaced_overlaps_in_nothing() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let tills = till(&ana, 1..=2).await;
    ana.expect_june(tills, 8).await;
    let (csv, net) = square(2..=3, 25);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    let fields = json!({"importID": import["importID"], "conflictChoice": "replace"});
    ana.call("answer-import", fields).await.ok();
    assert_eq!(ana.bring(&import).await["state"], "done");
    let (_, whole) = square(2..=3, 25);
    assert_eq!(net, whole);
    let replaced: i64 = (0..4).map(|n| 1020 + n).sum();
    ana.expect_june(tills - replaced + net, 54).await;
    // The till sends a late check of a day that gave its place, and begins on another one.
    let mut late = crate::world::check("p1", "late", 7.0);
    late["data"]["closeTime"] = json!("2026-06-02T20:00:00");
    assert_eq!(world.ingest(&ana.ingest_key, &json!([late])).await.status, 202);
    let third = till(&ana, 3..=3).await;
    ana.expect_june(tills - replaced + net + 700 + third, 59).await;
    ana.expect_overlaps(&import, &["2026-06-03"]).await;

    // What it replaced on its other day comes back, and the day that was taken out is the till's alone.
    ana.decide("take-out-import-days", &import, &["2026-06-03"]).await.ok();
    assert_eq!(ana.until(&import, &["done", "failed"]).await["state"], "done");
    assert_eq!(ana.undo(&import).await["state"], "undone");
    ana.expect_june(tills + 700 + third, 13).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn day_taken_out_brings_back_nothing_when_undone() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (first, _) = square(1..=2, 20);
    let one = ana.upload(&[("june.csv", &first)]).await;
    assert_eq!(ana.bring(&one).await["state"], "done");
    let (second, better) = square(1..=2, 22);
    ana.expect_june(square(1..=2, 20).1, 40).await;
    let two = ana.upload(&[("june again.csv", &second)]).await;
    let fields = json!({"importID": two["importID"], "conflictChoice": "replace"});
    ana.call("answer-import", fields).await.ok();
    assert_eq!(ana.bring(&two).await["state"], "done");
    ana.expect_june(better, 44).await;
    let tills = till(&ana, 2..=2).await;
    ana.expect_june(better + tills, 48).await;
    ana.expect_overlaps(&two, &["2026-06-02"]).await;
    ana.decide("take-out-import-days", &two, &["2026-06-02"]).await.ok();
    assert_eq!(ana.until(&two, &["done", "failed"]).await["state"], "done");
    ana.expect_june(square(1..=1, 22).1 + tills, 26).await;
    // The first import is back on the first day; on the second one the till is alone.
    assert_eq!(ana.undo(&two).await["state"], "undone");
    ana.expect_june(square(1..=1, 20).1 + tills, 24).await;
    assert_eq!(ana.undo(&one).await["state"], "undone");
    ana.expect_june(tills, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_are_taken_out_wherever_the_worker_was_killed() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, net) = square(1..=30, 60);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!(ana.bring(&import).await["state"], "done");
    ana.expect_june(net, 1800).await;
    let tills = till(&ana, 2..=30).await;
    ana.expect_june(net + tills, 1916).await;
    let dates: Vec<String> = (2..=30).map(|day| format!("2026-06-{day:02}")).collect();
    let dates: Vec<&str> = dates.iter().map(String::as_str).collect();
    ana.expect_overlaps(&import, &dates).await;
    ana.decide("take-out-import-days", &import, &dates).await.ok();
    let kills = kill_until(&ana, &import, "done").await;
    let (_, left) = square(1..=1, 60);
    ana.expect_june(left + tills, 176).await;
    let done = ana.get(&import).await;
    assert_eq!((&done["sentChecks"], overlaps(&done).len()), (&json!(60), 0), "{done}");
    ana.step("undo-import", &import).await.ok();
    let kills = kills + kill_until(&ana, &import, "undone").await;
    ana.expect_june(tills, 116).await;
    assert!(kills >= 2, "{kills}");
}
