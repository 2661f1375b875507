//! A database that was restored from an older state: a message that may have been sent since is not sent again.

use jiff::SignedDuration;
use saffron_core::event::{RewardGranted, RewardKind};
use saffron_proto::customers::GetRewardMessageResponse;
use saffron_proto::marketing::CampaignState;
use saffron_testkit::eventually;
use uuid::Uuid;

use crate::world::{POS, World, mail_to, text_to};

impl World {
    /// Does the work after a restore, while the service is down.
    async fn restored(&mut self) {
        self.service.kill().await;
        (saffron_marketing::SPEC.restored.unwrap())(self.database()).await.unwrap();
        self.service.restart().await;
    }

    /// Grants a guest a reward.
    async fn granted(&self, reward: Uuid) {
        let message =
            GetRewardMessageResponse { pos_customer_id: "g0".into(), points: 50, ..Default::default() };
        self.rewards.lock().unwrap().insert(reward.to_string(), message);
        self.publish(RewardGranted {
            pos_id: POS.parse().unwrap(),
            customer_id: "g0".parse().unwrap(),
            reward_id: reward,
            kind: RewardKind::Points,
            points: Some(50),
            item_id: None,
            valid_until: None,
        })
        .await;
    }
}

#[tokio::test]
async fn a_message_from_before_a_restore_is_not_sent_again() {
    // 23:30 in New York: texts wait for the morning.
    let mut world = World::at("2026-07-16T03:30:00Z").await;
    world.guests(3).await;
    let campaign = world.send(text_to(0..3)).await.unwrap();
    assert_eq!((campaign.waiting, campaign.quiet), (3, 3));
    world.restored().await;
    let campaign = world.finished(&campaign.campaign_id).await;
    assert_eq!((campaign.unknown, campaign.waiting, campaign.quiet), (3, 0, 0));
    assert_eq!(campaign.state(), CampaignState::Finished);
    let outcomes = world.outcomes_of(&campaign.campaign_id).await;
    assert!(outcomes.iter().all(|one| one.reason.contains("restored from a backup")), "{outcomes:?}");
    // In the morning only the new campaign is sent.
    world.set_clock("2026-07-16T12:00:00Z");
    let fresh = world.send(text_to([1])).await.unwrap();
    assert_eq!(world.finished(&fresh.campaign_id).await.sent, 1);
    assert_eq!(world.sms.messages().len(), 1);
}

#[tokio::test]
async fn a_reward_from_before_a_restore_gets_no_message() {
    let mut world = World::at("2026-07-16T16:00:00Z").await;
    world.guests(1).await;
    world.restored().await;
    // The stream repeats the reward from before the restore, and then has the new one.
    let (before, after) = (Uuid::now_v7(), Uuid::now_v7());
    world.granted(before).await;
    world.pass(SignedDuration::from_secs(60));
    world.granted(after).await;
    eventually("the message about the new reward", || async { (world.mail.taken() > 0).then_some(()) }).await;
    let settled = world.send(mail_to([0])).await.unwrap();
    world.finished(&settled.campaign_id).await;
    assert_eq!(world.mail.taken(), 2, "the new reward and the campaign");
}
