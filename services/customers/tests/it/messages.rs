//! The message of a reward: what marketing reads of it, and its result.

use saffron_core::Code;
use saffron_core::event::RewardMessageSettled;
use saffron_proto::customers::{
    GetRewardMessageRequest, GetRewardMessageResponse, Reward, SendRewardItemRequest,
};
use saffron_testkit::eventually;
use uuid::Uuid;

use crate::world::{World, ana, points_for, refusal, soup_for};

async fn rewarded() -> (World, String) {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.guests("p1", &[ana("g1")]).await;
    let message = SendRewardItemRequest { valid_until: "2026-08-01".into(), ..soup_for("g1") };
    let answer = world.client().send_reward_item(world.request(&["p1"], message)).await.unwrap().into_inner();
    (world, answer.reward.unwrap().reward_id)
}

async fn settle(world: &World, reward: &str, outcome: &str, exclusion: Option<&str>, sequence: i64) {
    let data = RewardMessageSettled {
        pos_id: "p1".parse().unwrap(),
        reward_id: reward.parse().unwrap(),
        channel: Some("email".into()),
        outcome: outcome.into(),
        exclusion: exclusion.map(str::to_owned),
    };
    world.publish_as(Uuid::now_v7(), sequence, world.now(), data).await;
}

/// The guest's rewards, once `wanted` is true of one of them.
async fn rewards(world: &World, wanted: impl Fn(&Reward) -> bool) -> Vec<Reward> {
    eventually("the message", || async {
        let rewards = world.customer("p1", "g1").await.rewards;
        rewards.iter().any(&wanted).then_some(rewards)
    })
    .await
}

#[tokio::test]
async fn only_marketing_reads_the_message_of_a_reward() {
    let (world, reward) = rewarded().await;
    let ask = |reward: &str| GetRewardMessageRequest { pos_id: "p1".into(), reward_id: reward.into() };
    let found =
        world.messages().get_reward_message(world.as_gateway(ask(&reward))).await.unwrap().into_inner();
    assert_eq!(
        found,
        GetRewardMessageResponse {
            pos_customer_id: "g1".into(),
            message: "On the house".into(),
            item_name: "Soup".into(),
            points: 0,
            valid_until: "2026-08-01".into(),
        }
    );
    let unknown = world.messages().get_reward_message(world.as_gateway(ask(&Uuid::nil().to_string()))).await;
    let unknown = refusal(unknown);
    assert_eq!((unknown.code, unknown.field.as_deref()), (Code::NotFound, Some("rewardID")));
    // An owner's token is refused.
    let owners = world.request(&["p1"], ask(&reward));
    let owners = world.messages().get_reward_message(owners).await.unwrap_err();
    assert_eq!(owners.code(), tonic::Code::Unauthenticated);
}

#[tokio::test]
async fn the_newest_result_of_a_message_is_kept() {
    let (world, reward) = rewarded().await;
    assert!(world.customer("p1", "g1").await.rewards[0].sent_message.is_none());
    settle(&world, &reward, "sent", None, 7).await;
    settle(&world, &reward, "unknown", None, 5).await;
    let points = points_for("g1", 5);
    let points = world.client().send_reward_point(world.request(&["p1"], points)).await.unwrap();
    let other = points.into_inner().reward.unwrap().reward_id;
    settle(&world, &other, "excluded", Some("optedOut"), 9).await;
    let shown = rewards(&world, |one| one.reward_id == other && one.sent_message.is_some()).await;
    let of = |id: &str| {
        let found = shown.iter().find(|one| one.reward_id == id).unwrap().sent_message.clone().unwrap();
        (found.channel, found.outcome, found.exclusion)
    };
    assert_eq!(of(&reward), ("email".into(), "sent".into(), String::new()));
    assert_eq!(of(&other), ("email".into(), "excluded".into(), "optedOut".into()));
}
