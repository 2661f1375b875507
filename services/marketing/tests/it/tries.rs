//! How often a message is tried.

use saffron_proto::marketing::Outcome;
use saffron_sandbox::mail::Refusal;

use crate::world::{World, email, mail_to};

#[tokio::test]
async fn what_is_refused_for_now_eight_times_has_failed() {
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
