//! Outcomes that cannot be noted, and pauses beyond the calendar, do not stop the sending.

use jiff::SignedDuration;
use saffron_proto::marketing::Outcome;
use saffron_sandbox::sms;
use saffron_testkit::eventually;

use crate::world::{NOON, World, mail_to, text_to};

#[tokio::test]
async fn a_recipient_that_cannot_be_settled_is_set_aside() {
    let world = World::at(NOON).await;
    world.guests(3).await;
    sqlx::raw_sql(
        "CREATE FUNCTION refuse_sent() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'not this one'; END $$;
         CREATE TRIGGER refuse_sent BEFORE UPDATE ON recipient FOR EACH ROW
           WHEN (NEW.outcome = 'sent' AND NEW.number = 1) EXECUTE FUNCTION refuse_sent()",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    let sent = world.send(mail_to(0..3)).await.unwrap();
    let sent = world.finished(&sent.campaign_id).await;
    assert_eq!((sent.sent, sent.unknown), (2, 1));
    let outcomes = world.outcomes_of(&sent.campaign_id).await;
    assert_eq!(outcomes[1].outcome(), Outcome::Unknown);
    assert!(!outcomes[1].reason.is_empty());
}

#[tokio::test]
async fn a_retry_after_beyond_the_calendar_is_a_day() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    world.sms.set_mode(sms::Mode::RateLimited { retry_after: u64::MAX }, Some(1));
    let sent = world.send(text_to([0])).await.unwrap();
    eventually("the first try to be noted", || async {
        let waits = "recipient WHERE outcome = 'waiting' AND tries = 1";
        (world.count(waits).await == 1).then_some(())
    })
    .await;
    let late = "recipient WHERE due_at > '2026-07-16 16:00:01+00'";
    assert_eq!(world.count(late).await, 0);
    world.pass(SignedDuration::from_hours(24));
    assert_eq!(world.finished(&sent.campaign_id).await.sent, 1);
}
