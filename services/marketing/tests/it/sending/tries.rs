//! How often a message is tried.

use jiff::SignedDuration;
use saffron_core::Clock;
use saffron_proto::marketing::{Exclusion, Outcome};
use saffron_sandbox::mail::Refusal;
use saffron_sandbox::sms::Mode;
use saffron_testkit::eventually;

use crate::world::{NOON, Options, World, email, mail_to, text_to};

#[tokio::test]
async fn a_message_refused_eight_times_has_failed() {
    let world = World::new().await;
    world.guests(2).await;
    world.mail.refuse(&email(0), Some(Refusal::Temporary), Some(7));
    world.mail.refuse(&email(1), Some(Refusal::Temporary), Some(8));
    let campaign = world.send(mail_to(0..2)).await.unwrap();
    let campaign = world.finished(&campaign.campaign_id).await;
    assert_eq!((campaign.sent, campaign.failed, campaign.unknown), (1, 1, 0));
    let outcomes = world.outcomes_of(&campaign.campaign_id).await;
    assert_eq!((outcomes[0].outcome(), outcomes[1].outcome()), (Outcome::Sent, Outcome::Failed));
    assert!(!outcomes[1].reason.is_empty());
}

#[tokio::test]
async fn a_lost_answer_is_asked_for_again_if_idempotent() {
    for idempotent in [true, false] {
        let clock = Clock::fixed(NOON.parse().unwrap());
        let world = World::with(Options { clock, idempotent, ..Options::default() }).await;
        world.guests(1).await;
        world.sms.set_mode(Mode::DropAfter, Some(1));
        let campaign = world.send(text_to([0])).await.unwrap();
        world.sms.until_taken(1).await;
        let noted = eventually("the lost answer to be noted", || async {
            let now = world.campaign(&campaign.campaign_id).await;
            (now.sending == 0).then_some(now)
        })
        .await;
        assert_eq!((noted.waiting, noted.unknown), if idempotent { (1, 0) } else { (0, 1) });
        // The next try is due while the lease holds.
        world.pass(SignedDuration::from_millis(200));
        let campaign = world.finished(&campaign.campaign_id).await;
        assert_eq!((campaign.sent, campaign.unknown), if idempotent { (1, 0) } else { (0, 1) });
        assert_eq!(world.sms.taken(), 1);
    }
}

#[tokio::test]
async fn a_message_waits_for_the_pause_that_a_provider_names() {
    let world = World::at("2026-07-15T16:00:00Z").await;
    world.guests(1).await;
    world.sms.set_mode(Mode::RateLimited { retry_after: 2 }, Some(1));
    world.send(text_to([0])).await.unwrap();
    eventually("the pause to be noted", || async {
        let due = "recipient WHERE due_at = '2026-07-15 16:00:02+00'";
        (world.count(due).await == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_guest_named_twice_gets_one_message() {
    let world = World::at(NOON).await;
    world.guests(2).await;
    for draft in [mail_to([0, 1, 0]), text_to([0, 1, 0])] {
        let campaign = world.send(draft).await.unwrap();
        assert_eq!((campaign.recipients, campaign.excluded), (3, 1));
        assert_eq!(campaign.exclusions[0].exclusion(), Exclusion::Repeated);
        assert_eq!(world.finished(&campaign.campaign_id).await.sent, 2);
    }
    assert_eq!((world.mail.mails_to(&email(0)).len(), world.sms.taken()), (1, 2));
}
