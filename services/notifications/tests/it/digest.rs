//! The end of a day, and what labor costs while it runs.

use std::sync::Arc;

use saffron_proto::notifications::{Kind, RuleChange, SetRulesRequest, Shelf};
use saffron_testkit::eventually;
use tokio::sync::Barrier;

use crate::world::*;

const DATE: &str = "2026-07-18";

fn answer(world: &World, sales: i64, labor: i64, last_week: Option<(i64, i64)>) {
    let day = day(POS, DATE, sales, labor, last_week);
    world.others.answers.lock().unwrap().days.insert((POS.into(), DATE.into()), day);
}

#[tokio::test]
async fn settled_day_is_delivered_once_and_mailed_on_request() {
    let (world, ana, bo) = World::at(NOON).await;
    world.set(ana, SetRulesRequest { digest_email: Some(true), ..SetRulesRequest::default() }).await;
    answer(&world, 421_000, 100_000, Some((389_815, 90_000)));
    world.checks(&[sold("c1", "2026-07-18T11:30:00", 40)]).await;
    // 04:29 in New York: checks may still come in.
    world.set_clock("2026-07-19T08:29:00Z");
    world.checks(&[sold("c2", "2026-07-18T22:30:00", 40)]).await;
    assert!(world.lines(ana, Shelf::Messages).await.is_empty());
    world.set_clock("2026-07-19T08:30:00Z");
    for user in [ana, bo] {
        let lines = world.awaited_lines(user, Shelf::Messages, 1).await;
        assert_eq!(lines, ["Saturday, Jul 18: sales $4,210.00, profit $3,210.00"]);
    }
    let digest = &world.inbox(ana).await[0];
    assert_eq!(
        digest.message,
        "Saturday, Jul 18: sales $4,210.00 (+8% vs last Saturday), labor 23.8% (last Saturday: 23.1%), \
         profit $3,210.00 (+7% vs last Saturday)."
    );
    assert_eq!((digest.kind(), digest.target.clone().unwrap().id.as_str()), (Kind::DayClosed, DATE));
    let mail = eventually("the mail", || async { world.mail.mails_to("ana@example.com").pop() }).await;
    let text = mail.text().unwrap();
    assert!(text.contains("sales $4,210.00 (+8% vs last Saturday)"), "{text}");
    assert_eq!(mail.subject(), "Ana's Pizza: Saturday, Jul 18: sales $4,210.00, profit $3,210.00");
    assert!(world.mail.mails_to("bo@example.com").is_empty());
    // A late check of that day does not make another.
    world.checks(&[sold("c3", "2026-07-18T23:30:00", 40)]).await;
    world.later(7_200);
    world.all_delivered().await;
    assert_eq!(world.lines(ana, Shelf::Messages).await.len(), 1);
    assert_eq!(world.mail.mails_to("ana@example.com").len(), 1);
}

/// `cargo dev prove figures` runs this again where the figure has another expression.
#[tokio::test]
async fn labor_percent_of_a_digest_is_the_figures_own() {
    let (world, ana, _) = World::at(NOON).await;
    let mut day = day(POS, DATE, 10_000, 2_000, None);
    day.figures.as_mut().unwrap().gross_cost = 3_000;
    world.others.answers.lock().unwrap().days.insert((POS.into(), DATE.into()), day);
    world.checks(&[sold("c1", "2026-07-18T11:30:00", 40)]).await;
    world.set_clock("2026-07-19T08:30:00Z");
    world.awaited_lines(ana, Shelf::Messages, 1).await;
    let expected = std::env::var("SAFFRON_TEST_LABOR_PERCENT").unwrap_or("20".to_owned());
    let digest = &world.inbox(ana).await[0];
    assert!(digest.message.contains(&format!("labor {expected}.0%")), "{}", digest.message);
}

/// One after the other, the last of many would come after those in hand are tried by another process.
#[tokio::test]
async fn due_digests_are_mailed_at_the_same_time() {
    let (world, ana, bo) = World::at(NOON).await;
    for user in [ana, bo] {
        world.set(user, SetRulesRequest { digest_email: Some(true), ..SetRulesRequest::default() }).await;
    }
    answer(&world, 421_000, 100_000, None);
    world.checks(&[sold("c1", "2026-07-18T11:30:00", 40)]).await;
    world.others.answers.lock().unwrap().addresses_together = Some(Arc::new(Barrier::new(2)));
    world.set_clock("2026-07-19T08:30:00Z");
    for address in ["ana@example.com", "bo@example.com"] {
        eventually("the mail", || async { world.mail.mails_to(address).pop() }).await;
    }
}

#[tokio::test]
async fn day_without_trade_has_no_digest() {
    let (world, ana, _) = World::at(NOON).await;
    // Reports knows of none, and a voided check is none.
    world.checks(&[voided("c1", 10)]).await;
    world.set_clock("2026-07-19T09:00:00Z");
    // The next day's trade shows that the round was made.
    world.checks(&[sold("c2", "2026-07-19T05:00:00", 40)]).await;
    world.set_clock("2026-07-20T09:00:00Z");
    let next = day(POS, "2026-07-19", 1_000, 0, None);
    world.others.answers.lock().unwrap().days.insert((POS.into(), "2026-07-19".into()), next);
    let lines = world.awaited_lines(ana, Shelf::Messages, 1).await;
    assert_eq!(lines, ["Sunday, Jul 19: sales $10.00, profit $10.00"]);
}

#[tokio::test]
async fn high_labor_is_delivered_once_a_day_at_each_limit() {
    let (world, ana, bo) = World::at(NOON).await;
    let limit = RuleChange { kind: Kind::LaborHigh.into(), threshold: Some(450), ..RuleChange::default() };
    world.set(bo, SetRulesRequest { rules: vec![limit], ..SetRulesRequest::default() }).await;
    answer(&world, 100_000, 38_200, None);
    world.checks(&[sold("c1", "2026-07-18T11:00:00", 40)]).await;
    // Two hours after the first check at 11:00.
    world.set_clock("2026-07-18T16:59:00Z");
    world.checks(&[sold("c2", "2026-07-18T12:30:00", 40)]).await;
    assert!(world.inbox(ana).await.is_empty());
    world.set_clock("2026-07-18T17:00:00Z");
    let lines = world.awaited_lines(ana, Shelf::Notifications, 1).await;
    assert_eq!(lines, ["Labor is 38.2% of net sales so far (your limit: 35.0%)"]);
    assert!(world.inbox(bo).await.is_empty());
    world.later(7_200);
    answer(&world, 100_000, 46_000, None);
    let lines = world.awaited_lines(bo, Shelf::Notifications, 1).await;
    assert_eq!(lines, ["Labor is 46.0% of net sales so far (your limit: 45.0%)"]);
    world.all_delivered().await;
    assert_eq!((world.inbox(ana).await.len(), world.inbox(ana).await[0].also), (1, 0));
}
