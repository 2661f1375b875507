//! A business date has one source of checks.

use serde_json::{Value, json};

use super::{Place, square};
use crate::world::{check, world};

/// Checks of a till on days of June, and their net sales in cents.
pub async fn till(place: &Place<'_>, days: std::ops::RangeInclusive<u32>) -> i64 {
    let mut net = 0;
    let mut events = Vec::new();
    for day in days {
        for n in 0..4_u32 {
            let cents = i64::from(1000 + day * 10 + n);
            let mut event = check(place.pos_id, &format!("t{day}-{n}"), cents as f64 / 100.0);
            event["data"]["closeTime"] = json!(format!("2026-06-{day:02}T18:0{n}:00"));
            net += cents;
            events.push(event);
        }
    }
    assert_eq!(place.world.ingest(&place.ingest_key, &json!(events)).await.status, 202);
    net
}

#[tokio::test(flavor = "multi_thread")]
async fn file_over_days_of_a_till_waits_for_a_choice() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let tills = till(&ana, 1..=3).await;
    ana.expect_june(tills, 12).await;
    let (csv, net) = square(2..=5, 25);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!(import["state"], "asking", "{import}");
    let dates: Vec<&Value> =
        import["conflicts"].as_array().unwrap().iter().map(|one| &one["businessDate"]).collect();
    assert_eq!(dates, ["2026-06-02", "2026-06-03"]);
    assert_eq!(
        (&import["conflicts"][0]["checks"], &import["conflicts"][0]["importChecks"]),
        (&json!(4), &json!(25))
    );
    assert_eq!(ana.step("start-import", &import).await.status, 409);
    let choose = async |choice: &str| {
        let fields = json!({"importID": import["importID"], "conflictChoice": choice});
        ana.call("answer-import", fields).await.ok()
    };
    assert_eq!(choose("replace").await["state"], "ready");
    let done = ana.bring(&import).await;
    assert_eq!((&done["state"], &done["sentChecks"]), (&json!("done"), &json!(100)), "{done}");
    let of_first_day = (0..4).map(|n| 1010 + n).sum::<i64>();
    ana.expect_june(net + of_first_day, 104).await;
    let undone = ana.undo(&import).await;
    assert_eq!(undone["state"], "undone", "{undone}");
    ana.expect_june(tills, 12).await;
    // The till's checks are the till's again: the next file finds them as before.
    let again = ana.upload(&[("june.csv", &csv)]).await;
    let sources: Vec<&Value> =
        again["conflicts"].as_array().unwrap().iter().map(|one| &one["source"]).collect();
    assert_eq!(sources, ["till", "till"]);
    let fields = json!({"importID": again["importID"], "conflictChoice": "skip"});
    assert_eq!(ana.call("answer-import", fields).await.ok()["state"], "ready");
    let done = ana.bring(&again).await;
    assert_eq!((&done["state"], &done["sentChecks"]), (&json!("done"), &json!(50)), "{done}");
    let (_, kept) = square(4..=5, 25);
    ana.expect_june(tills + kept, 62).await;
    assert_eq!(ana.undo(&again).await["state"], "undone");
    ana.expect_june(tills, 12).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refunds_of_a_day_count_in_both_of_its_sources() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (mut csv, _) = square(2..=2, 3);
    csv.extend_from_slice(
        b"2026-06-02,15:00:00,Eastern Time (US & Canada),Pizza,Margherita,-1.0,Regular,,,-$9.00,$0.00,-$9.00,$0.00,T02x9Q,P02x9Q,\
          Register 1,,,Refund,Main St,For Here\n",
    );
    let import = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!(import["summary"]["refunds"], 1, "{import}");
    assert_eq!(ana.bring(&import).await["state"], "done");
    let again = ana.upload(&[("june.csv", &csv)]).await;
    let day = &again["conflicts"][0];
    assert_eq!((&day["checks"], &day["importChecks"]), (&json!(4), &json!(4)), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn till_over_days_of_a_file_stays_when_the_file_is_undone() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, net) = square(1..=3, 25);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!(ana.bring(&import).await["state"], "done");
    ana.expect_june(net, 75).await;
    let tills = till(&ana, 1..=3).await;
    ana.expect_june(net + tills, 87).await;
    assert_eq!(ana.undo(&import).await["state"], "undone");
    ana.expect_june(tills, 12).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn correction_by_a_till_survives_an_undo() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let tills = till(&ana, 1..=1).await;
    ana.expect_june(tills, 4).await;
    let (csv, net) = square(1..=1, 25);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    let fields = json!({"importID": import["importID"], "conflictChoice": "replace"});
    ana.call("answer-import", fields).await.ok();
    assert_eq!(ana.bring(&import).await["state"], "done");
    ana.expect_june(net, 25).await;
    let mut corrected = check("p1", "t1-0", 99.0);
    corrected["id"] = json!("corrected");
    corrected["data"]["revision"] = json!(2);
    corrected["data"]["closeTime"] = json!("2026-06-01T18:00:00");
    assert_eq!(world.ingest(&ana.ingest_key, &json!([corrected])).await.status, 202);
    ana.expect_june(net + 9_900, 26).await;
    assert_eq!(ana.undo(&import).await["state"], "undone");
    ana.expect_june(tills - 1_010 + 9_900, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn import_that_another_replaced_is_undone_after_it() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (first, net) = square(1..=2, 20);
    let one = ana.upload(&[("june.csv", &first)]).await;
    assert_eq!(ana.bring(&one).await["state"], "done");
    ana.expect_june(net, 40).await;
    let (second, better) = square(1..=2, 22);
    let two = ana.upload(&[("june again.csv", &second)]).await;
    assert_eq!(two["conflicts"][0]["sourceName"], "Import of june.csv", "{two}");
    let fields = json!({"importID": two["importID"], "conflictChoice": "replace"});
    ana.call("answer-import", fields).await.ok();
    assert_eq!(ana.bring(&two).await["state"], "done");
    ana.expect_june(better, 44).await;
    assert_eq!(ana.step("undo-import", &one).await.status, 409);
    assert_eq!(ana.undo(&two).await["state"], "undone");
    ana.expect_june(net, 40).await;
    assert_eq!(ana.undo(&one).await["state"], "undone");
    ana.expect_june(0, 0).await;
}
