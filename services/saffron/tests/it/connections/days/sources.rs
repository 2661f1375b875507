//! A file and Square over the same days: every sale counts once, whichever came first and whatever is decided, and no day is lost.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use saffron_core::Money;
use saffron_sandbox::square::Order;
use serde_json::{Value, json};

use super::{Day, Place, Square};

/// Sales of a file, two a day of 13 to 17 July; and what the days come to.
fn file() -> (Vec<u8>, BTreeMap<String, Day>) {
    let mut csv =
        "Date,Time,Category,Item,Qty,Gross Sales,Discounts,Net Sales,Tax,Transaction ID\n".to_owned();
    let mut days = BTreeMap::new();
    for day in 13..=17 {
        for hour in [12, 13] {
            csv += &format!(
                "2026-07-{day},{hour}:00:00,Pies,Pie,1,${hour}.00,$0.00,${hour}.00,$0.00,T{day}x{hour}\n"
            );
        }
        days.insert(format!("2026-07-{day}"), Day { net: 2_500, tax: 0, tips: 0, checks: 2 });
    }
    (csv.into_bytes(), days)
}

impl Place<'_> {
    async fn bring_file(&self) -> (Value, BTreeMap<String, Day>) {
        let (csv, days) = file();
        let import = self.upload(&[("july.csv", &csv)]).await;
        assert_eq!(self.bring(&import).await["state"], "done");
        self.expect_days(&days).await;
        (import, days)
    }

    async fn decide_all(&self, connection: &Value, choice: &str) {
        let dates: Vec<String> = (13..=17).map(|day| format!("2026-07-{day}")).collect();
        let fields =
            json!({"connectionID": connection["connectionID"], "businessDates": dates, "choice": choice});
        self.call("decide-connected-days", fields).await.ok();
    }
}

/// A sale of each day, and one of a day that no file has.
fn sell(square: &Square) {
    for day in 13..=18 {
        square.sell(&format!("sold-on-{day}"), &format!("2026-07-{day}T11:30:00"));
    }
}

/// Lets a night pass, in which days are read again.
async fn next_day(square: &Square, ana: &Place<'_>, connection: &Value) {
    square.pass(SignedDuration::from_hours(24));
    square.sell("next-day", "2026-07-19T11:50:00");
    square.pass(SignedDuration::from_mins(10));
    ana.until_connected(connection, |now| {
        now["daysRead"].as_i64() >= Some(1) && now["lagSeconds"].as_i64() < Some(60) && now["days"] == 8
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undone_file_whose_days_square_replaced_leaves_them() {
    let square = Square::start().await;
    sell(&square);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let (import, _) = ana.bring_file().await;
    let connection = ana.connect(&square).await;
    ana.until_connected(&connection, |now| now["daysAsked"] == 5).await;
    ana.decide_all(&connection, "replace").await;
    ana.until_read(&connection).await;
    ana.expect_days(&square.all_counted().await).await;
    assert_eq!(ana.undo(&import).await["state"], "undone");
    ana.expect_days(&square.all_counted().await).await;
    next_day(&square, &ana, &connection).await;
    ana.expect_days(&square.all_counted().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undone_file_whose_days_were_skipped_loses_no_day() {
    let square = Square::start().await;
    sell(&square);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let (import, of_file) = ana.bring_file().await;
    let connection = ana.connect(&square).await;
    ana.until_connected(&connection, |now| now["daysAsked"] == 5).await;
    ana.decide_all(&connection, "skip").await;
    let mut wanted = square.all_counted().await;
    wanted.extend(of_file);
    ana.expect_days(&wanted).await;
    assert_eq!(ana.undo(&import).await["state"], "undone");
    next_day(&square, &ana, &connection).await;
    ana.expect_days(&square.all_counted().await).await;
    let now = ana.now(&connection).await;
    assert_eq!((&now["daysSkipped"], &now["daysAsked"]), (&json!(0), &json!(0)), "{now}");
}

#[tokio::test(flavor = "multi_thread")]
async fn days_of_square_that_a_file_replaced_count_once() {
    let square = Square::start().await;
    sell(&square);
    let sale = square.sell("late-tip", "2026-07-16T12:30:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    ana.expect_days(&square.all_counted().await).await;
    let (csv, of_file) = file();
    let import = ana.upload(&[("july.csv", &csv)]).await;
    assert_eq!(import["state"], "asking", "{import}");
    ana.call("answer-import", json!({"importID": import["importID"], "conflictChoice": "replace"}))
        .await
        .ok();
    ana.until(&import, &["ready"]).await;
    assert_eq!(ana.bring(&import).await["state"], "done");
    let mut wanted = square.all_counted().await;
    wanted.extend(of_file.clone());
    ana.expect_days(&wanted).await;
    // A tip that comes later, and a night.
    let mut tipped = sale;
    tipped.payments[0].tip += Money::from_cents(111);
    square.put_at(Order::sale(tipped), square.world.clock.now());
    next_day(&square, &ana, &connection).await;
    let mut wanted = square.all_counted().await;
    wanted.extend(of_file);
    ana.expect_days(&wanted).await;

    assert_eq!(ana.undo(&import).await["state"], "undone");
    square.pass(SignedDuration::from_hours(24));
    ana.expect_days(&square.all_counted().await).await;
}
