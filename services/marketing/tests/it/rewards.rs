//! The word to a guest on a reward.

use saffron_core::event::{RewardGranted, RewardKind};
use saffron_proto::customers::GetRewardMessageResponse;
use saffron_proto::marketing::{Channel, ListCampaignsRequest};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::world::{NOON, POS, World, email, guest, mail_to, phone, with};

impl World {
    /// Grants a guest a soup, and returns what becomes of the message.
    async fn grant(&self, customer: &str) -> Value {
        self.grant_with(customer, "Thank you for coming!", "Tomato soup").await
    }

    /// Grants a guest an item with a message, and returns what becomes of that.
    pub async fn grant_with(&self, customer: &str, message: &str, item_name: &str) -> Value {
        let reward = Uuid::now_v7();
        let message = GetRewardMessageResponse {
            pos_customer_id: customer.into(),
            message: message.into(),
            item_name: item_name.into(),
            points: 0,
            valid_until: "2026-08-01".into(),
        };
        self.rewards.lock().unwrap().insert(reward.to_string(), message);
        let mut ear = self.nats.listen("saffron.v1.>").await;
        self.publish(RewardGranted {
            pos_id: POS.parse().unwrap(),
            customer_id: customer.parse().unwrap(),
            reward_id: reward,
            kind: RewardKind::Item,
            points: None,
            item_id: Some("soup".parse().unwrap()),
            valid_until: None,
        })
        .await;
        let settled = ear
            .expect_event(|event| {
                event.r#type == "saffron.marketing.reward_message_settled.v1"
                    && event.data["rewardID"] == reward.to_string()
            })
            .await;
        settled.data
    }
}

#[tokio::test]
async fn a_guest_is_told_by_email_or_by_text_or_not_at_all() {
    let world = World::at(NOON).await;
    let guests = [
        // Nobody said that they may get anything; it is the owner's word to one guest.
        guest(0, false),
        with(guest(1, false), json!({"email": null})),
        with(guest(2, false), json!({"email": null, "cellPhoneNumber": null})),
        guest(3, true),
    ];
    world.facts("customer.upserted", &guests).await;
    let told = world.grant("g0").await;
    assert_eq!((&told["channel"], &told["outcome"]), (&json!("email"), &json!("sent")));
    let mails = world.mail.mails_to(&email(0));
    let html = mails[0].html().unwrap();
    for part in ["Thank you for coming!", "Tomato soup", "until August 1, 2026"] {
        assert!(html.contains(part), "{part}");
    }
    let told = world.grant("g1").await;
    assert_eq!((&told["channel"], &told["outcome"]), (&json!("text"), &json!("sent")));
    let texts = world.sms.with_guest(&format!("+1{}", phone(1)));
    assert!(texts[0].body.contains("Your reward: Tomato soup, until August 1, 2026."), "{}", texts[0].body);
    let told = world.grant("g2").await;
    assert_eq!((&told["outcome"], &told["exclusion"]), (&json!("excluded"), &json!("noAddress")));
    let told = world.grant("nobody").await;
    assert_eq!(told["exclusion"], json!("erased"));
    // Who opted out is not written to; but by the other channel, while that is open.
    let link = mails[0].header("List-Unsubscribe").unwrap();
    world.subscribe(link.trim_matches(['<', '>']), false).await.unwrap();
    let told = world.grant("g0").await;
    assert_eq!((&told["channel"], &told["outcome"]), (&json!("text"), &json!("sent")));
    world.sms.say(&format!("+1{}", phone(0)), "STOP").await.unwrap();
    let told = world.grant("g0").await;
    assert_eq!((&told["outcome"], &told["exclusion"]), (&json!("excluded"), &json!("optedOut")));
    assert_eq!((world.mail.mails_to(&email(0)).len(), world.sms.taken()), (1, 2));
}

#[tokio::test]
async fn such_words_are_no_campaigns_and_do_not_count_among_the_weeks() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    for _ in 0..4 {
        assert_eq!(world.grant("g0").await["outcome"], json!("sent"));
    }
    let sent = world.send(mail_to([0])).await.unwrap();
    assert_eq!(world.finished(&sent.campaign_id).await.sent, 1);
    let asked =
        ListCampaignsRequest { pos_id: POS.into(), channel: Channel::Email.into(), ..Default::default() };
    let answer = world.client().list_campaigns(world.request(asked)).await.unwrap();
    let parts: Vec<_> = futures::TryStreamExt::try_collect(answer.into_inner()).await.unwrap();
    assert_eq!(parts.len(), 1);
}
