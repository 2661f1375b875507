//! A till that begins on days that a connection brought.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Day, Place, Square};

/// The pause between two looks at the days that were read.
const COMPARED: SignedDuration = SignedDuration::from_mins(61);

#[tokio::test(flavor = "multi_thread")]
async fn till_after_a_connection_is_asked_about() {
    let square = Square::start().await;
    square.trade(9, 50);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let counted = square.all_counted().await;
    ana.expect_days(&counted).await;

    let tills = ana.till_on(15).await;
    ana.till_on(16).await;
    let both = |day: &Day| Day { net: day.net + tills, checks: day.checks + 2, ..*day };
    let mut wanted = counted.clone();
    for on in ["2026-07-15", "2026-07-16"] {
        wanted.insert(on.to_owned(), both(&counted[on]));
    }
    ana.expect_days(&wanted).await;
    square.pass(COMPARED);
    ana.until_connected(&connection, |now| now["daysAsked"] == 2 && now["daysRead"] == 5).await;
    let alerts = ana.expect_alerts(1).await;
    assert_eq!(
        alerts[0]["notification"],
        "Your POS is not the only source of 2 days, Jul 15 to Jul 16. Choose which sales count."
    );
    assert_eq!(alerts[0]["target"]["id"], connection["connectionID"]);
    let days = ana.connected_days(&connection).await;
    let cents = |value: &Value| (value.as_f64().unwrap() * 100.0).round() as i64;
    assert_eq!(
        (&days[1]["countsTwice"], cents(&days[1]["posNetSales"])),
        (&json!(true), counted["2026-07-15"].net)
    );
    assert_eq!(cents(&days[1]["sources"][0]["netSales"]), tills, "{days:?}");

    // The same days once more are no news.
    square.pass(COMPARED);
    ana.until_connected(&connection, |now| now["daysAsked"] == 2).await;
    let kept = ana.decide_days(&connection, &["2026-07-16"], "skip").await.ok();
    assert_eq!((&kept["daysAsked"], &kept["daysSkipped"]), (&json!(1), &json!(0)));
    ana.decide_days(&connection, &["2026-07-16"], "skip").await.ok();
    ana.decide_days(&connection, &["2026-07-15"], "replace").await.ok();
    ana.until_read(&connection).await;
    wanted.insert("2026-07-15".to_owned(), counted["2026-07-15"]);
    ana.expect_days(&wanted).await;
    // What stays is not asked about again, and what comes later is.
    ana.till_on(14).await;
    wanted.insert("2026-07-14".to_owned(), both(&counted["2026-07-14"]));
    ana.expect_days(&wanted).await;
    square.pass(COMPARED);
    ana.until_connected(&connection, |now| now["daysAsked"] == 1).await;
    let days = ana.connected_days(&connection).await;
    assert_eq!(days.iter().map(|day| &day["businessDate"]).collect::<Vec<_>>(), ["2026-07-14"]);
    ana.expect_alerts(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn till_before_the_first_sale_of_a_day_raises_an_alert() {
    let square = Square::start().await;
    square.sell("old", "2026-07-16T12:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    // A new business day.
    square.pass(SignedDuration::from_hours(24));
    ana.till_on(19).await;
    saffron_testkit::eventually("the till", || async {
        let days = json!({"startDate": "2026-07-19", "endDate": "2026-07-19"});
        let rows = ana.call("get-daily-sales-labor", days).await.ok();
        rows.as_array().unwrap().iter().any(|row| row["checks"] == 2).then_some(())
    })
    .await;
    square.sell("new", "2026-07-19T11:58:00");
    square.pass(SignedDuration::from_secs(75));
    ana.until_connected(&connection, |now| now["daysAsked"] == 1).await;
    let alerts = ana.expect_alerts(1).await;
    assert_eq!(
        alerts[0]["notification"],
        "Your POS is not the only source of Jul 19. Choose which sales count."
    );
    let days = ana.connected_days(&connection).await;
    assert_eq!((&days[0]["businessDate"], &days[0]["countsTwice"]), (&json!("2026-07-19"), &json!(false)));
}
