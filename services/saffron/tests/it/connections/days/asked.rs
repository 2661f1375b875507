//! A business date has one source of checks: days that a till or a file had first wait for a person.

use jiff::SignedDuration;
use saffron_sandbox::square::Tricks;
use serde_json::{Value, json};

use super::{Place, Square};
use crate::world::check;

impl Place<'_> {
    /// Checks of a till on a day of July, and their net sales in cents.
    pub async fn till_on(&self, day: u32) -> i64 {
        let cents = [1_100, 1_250];
        let events: Vec<Value> = cents
            .iter()
            .enumerate()
            .map(|(n, cents)| {
                let mut event = check(self.pos_id, &format!("t{day}-{n}"), f64::from(*cents) / 100.0);
                event["data"]["closeTime"] = json!(format!("2026-07-{day:02}T18:0{n}:00"));
                event
            })
            .collect();
        assert_eq!(self.world.ingest(&self.ingest_key, &json!(events)).await.status, 202);
        i64::from(cents.iter().sum::<i32>())
    }

    pub async fn decide_days(
        &self,
        connection: &Value,
        dates: &[&str],
        choice: &str,
    ) -> crate::world::Answer {
        let id = &connection["connectionID"];
        let fields = json!({"connectionID": id, "businessDates": dates, "choice": choice});
        self.call("decide-connected-days", fields).await
    }

    pub async fn connected_days(&self, connection: &Value) -> Vec<Value> {
        let list = self.of("get-connected-days", connection).await.ok();
        list["connectedDayList"].as_array().unwrap().clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn days_of_a_till_wait_for_a_choice() {
    let square = Square::start().await;
    square.trade(9, 50);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let tills = ana.till_on(15).await;
    ana.till_on(16).await;
    let of_both = |shown: &std::collections::BTreeMap<String, super::Day>| shown.len() == 2;
    saffron_testkit::eventually("the till", || async { of_both(&ana.shown().await).then_some(()) }).await;
    let connection = ana.connect(&square).await;
    ana.until_connected(&connection, |now| now["daysAsked"] == 2 && now["daysRead"] == 5).await;
    let counted = square.all_counted().await;
    // The till's days stay as they are, and the others are Square's.
    let mut wanted = counted.clone();
    let of_till = super::Day { net: tills, tax: 0, tips: 0, checks: 2 };
    wanted.insert("2026-07-15".to_owned(), of_till);
    wanted.insert("2026-07-16".to_owned(), of_till);
    ana.expect_days(&wanted).await;
    let days = saffron_testkit::eventually("both sums", || async {
        let days = ana.connected_days(&connection).await;
        days.iter().all(|day| !day["posNetSales"].is_null()).then_some(days)
    })
    .await;
    let dates: Vec<&Value> = days.iter().map(|day| &day["businessDate"]).collect();
    assert_eq!(dates, ["2026-07-16", "2026-07-15"]);
    let cents = |value: &Value| (value.as_f64().unwrap() * 100.0).round() as i64;
    assert_eq!(cents(&days[1]["posNetSales"]), counted["2026-07-15"].net);
    let source = &days[1]["sources"][0];
    assert_eq!((cents(&source["netSales"]), &source["checks"]), (tills, &json!(2)), "{days:?}");

    let wrong = ana.decide_days(&connection, &["2026-07-14"], "skip").await;
    assert_eq!((wrong.status, wrong.field()), (400, "businessDates"));
    let decided = ana.decide_days(&connection, &["2026-07-16"], "skip").await.ok();
    assert_eq!((&decided["daysSkipped"], &decided["daysReplacing"]), (&json!(1), &json!(0)));
    ana.decide_days(&connection, &["2026-07-15"], "replace").await.ok();
    ana.decide_days(&connection, &["2026-07-15"], "replace").await.ok();
    ana.until_connected(&connection, |now| now["daysAsked"] == 0 && now["daysRead"] == 6).await;
    wanted.insert("2026-07-15".to_owned(), counted["2026-07-15"]);
    ana.expect_days(&wanted).await;
    // One that was skipped is replaced after all.
    ana.decide_days(&connection, &["2026-07-16"], "replace").await.ok();
    ana.until_read(&connection).await;
    ana.expect_days(&counted).await;
    square.pass(SignedDuration::from_secs(75));
    assert_eq!(ana.connected_days(&connection).await, Vec::<Value>::new());
}

/// Square answers so many calls and no more: its clock stands still.
#[tokio::test(flavor = "multi_thread")]
async fn day_that_is_asked_about_is_counted_before_the_past_is_read() {
    let square = Square::start_with(60).await;
    square.sell("sold", "2026-06-10T12:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let mut event = check(ana.pos_id, "of-the-till", 11.0);
    event["data"]["closeTime"] = json!("2026-06-10T18:00:00");
    assert_eq!(square.world.ingest(&ana.ingest_key, &json!([event])).await.status, 202);
    saffron_testkit::eventually("the till", || async {
        let days = json!({"startDate": "2026-06-10", "endDate": "2026-06-10"});
        let rows = ana.call("get-daily-sales-labor", days).await.ok();
        rows.as_array().unwrap().iter().any(|row| row["checks"] == 1).then_some(())
    })
    .await;
    let begun = ana.begin(super::TOKEN).await.ok();
    square.stand_in.set_tricks(Tricks { calls_per_second: Some(150), ..Tricks::default() });
    let fields = json!({"connectionID": begun["connectionID"], "externalID": square.external_id()});
    let connection = ana.call("connect-location", fields).await.ok();
    let days = saffron_testkit::eventually("both sums", || async {
        let days = ana.connected_days(&connection).await;
        days.iter().any(|day| !day["posNetSales"].is_null()).then_some(days)
    })
    .await;
    assert_eq!((days.len(), &days[0]["posChecks"]), (1, &json!(1)), "{days:?}");
    let now = ana.now(&connection).await;
    assert!(now["daysRead"].as_i64() < Some(60), "{now}");
}

#[tokio::test(flavor = "multi_thread")]
async fn file_first_and_then_square_counts_every_sale_once() {
    let square = Square::start().await;
    square.trade(3, 30);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let csv = "Date,Time,Category,Item,Qty,Gross Sales,Discounts,Net Sales,Tax,Transaction ID\n\
               2026-07-15,12:00:00,Pies,Pie,1,$5.00,$0.00,$5.00,$0.00,T1\n\
               2026-07-15,13:00:00,Pies,Pie,1,$5.00,$0.00,$5.00,$0.00,T2\n";
    let import = ana.upload(&[("july.csv", csv.as_bytes())]).await;
    assert_eq!(ana.bring(&import).await["state"], "done");
    saffron_testkit::eventually("the file", || async { (ana.shown().await.len() == 1).then_some(()) }).await;
    let connection = ana.connect(&square).await;
    ana.until_connected(&connection, |now| now["daysAsked"] == 1 && now["daysRead"] == 6).await;
    let mut wanted = square.all_counted().await;
    let of_square =
        wanted.insert("2026-07-15".to_owned(), super::Day { net: 1_000, tax: 0, tips: 0, checks: 2 });
    ana.expect_days(&wanted).await;
    ana.decide_days(&connection, &["2026-07-15"], "replace").await.ok();
    ana.until_read(&connection).await;
    wanted.insert("2026-07-15".to_owned(), of_square.unwrap());
    ana.expect_days(&wanted).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn square_first_and_then_a_file_asks_about_the_days() {
    let square = Square::start().await;
    square.trade(3, 30);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let wanted = square.all_counted().await;
    ana.expect_days(&wanted).await;
    let csv = "Date,Time,Category,Item,Qty,Gross Sales,Discounts,Net Sales,Tax,Transaction ID\n\
               2026-07-15,12:00:00,Pies,Pie,1,$5.00,$0.00,$5.00,$0.00,T1\n";
    let import = ana.upload(&[("july.csv", csv.as_bytes())]).await;
    assert_eq!(
        (&import["state"], &import["conflicts"][0]["businessDate"]),
        (&json!("asking"), &json!("2026-07-15"))
    );
    assert_eq!(import["conflicts"][0]["sourceName"], "Square - Main Street");
    ana.call("answer-import", json!({"importID": import["importID"], "conflictChoice": "skip"})).await.ok();
    ana.expect_days(&wanted).await;
}
