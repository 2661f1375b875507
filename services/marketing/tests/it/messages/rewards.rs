//! The message to a guest about a reward.

use saffron_core::event::{RewardGranted, RewardKind};
use saffron_proto::customers::GetRewardMessageResponse;
use saffron_proto::marketing::{
    Channel, Exclusion, ListCampaignsRequest, NoteConsentRequest, PreviewRewardRequest,
};
use saffron_testkit::listed;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::world::{NOON, POS, World, email, guest, mail_to, phone, with};

impl World {
    /// Grants a guest a soup, and returns the outcome of the message.
    async fn grant(&self, customer: &str) -> Value {
        self.grant_with(customer, "Thank you for coming!", "Tomato soup").await
    }

    /// Grants a guest an item with a message, and returns the outcome of that.
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
        let mut listener = self.nats.subscribe("saffron.v1.>").await;
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
        let settled = listener
            .expect_event(|event| {
                event.r#type == "saffron.marketing.reward_message_settled.v1"
                    && event.data["rewardID"] == reward.to_string()
            })
            .await;
        settled.data
    }
}

/// The channel and exclusion of a message to a guest, before it is sent.
async fn preview(world: &World, customer: &str, has_message: bool) -> (Channel, Exclusion) {
    let asked = PreviewRewardRequest { pos_id: POS.into(), pos_customer_id: customer.into(), has_message };
    let answer = world.client().preview_reward(world.request(&[POS], asked)).await.unwrap().into_inner();
    (answer.channel(), answer.exclusion())
}

#[tokio::test]
async fn an_owners_text_about_a_reward_needs_consent() {
    let world = World::at(NOON).await;
    let guests = [
        guest(0, true),
        with(guest(1, true), json!({"email": null})),
        with(guest(2, false), json!({"email": null, "cellPhoneNumber": null})),
        guest(3, false),
        with(guest(4, true), json!({"emailConsent": null, "smsConsent": null})),
    ];
    world.facts(POS, "customer.upserted", &guests).await;
    assert_eq!(preview(&world, "g0", true).await, (Channel::Email, Exclusion::Unspecified));
    let settled = world.grant("g0").await;
    assert_eq!((&settled["channel"], &settled["outcome"]), (&json!("email"), &json!("sent")));
    let mails = world.mail.mails_to(&email(0));
    let html = mails[0].html().unwrap();
    for part in ["Thank you for coming!", "Tomato soup", "until August 1, 2026"] {
        assert!(html.contains(part), "{part}");
    }
    let settled = world.grant("g1").await;
    assert_eq!((&settled["channel"], &settled["outcome"]), (&json!("text"), &json!("sent")));
    let texts = world.sms.with_guest(&format!("+1{}", phone(1)));
    assert!(texts[0].body.contains("Your reward: Tomato soup, until August 1, 2026."), "{}", texts[0].body);
    for (id, why) in [("g2", "noAddress"), ("g3", "noConsent"), ("g4", "noConsent"), ("unknown", "erased")] {
        let settled = world.grant(id).await;
        assert_eq!((&settled["outcome"], &settled["exclusion"]), (&json!("excluded"), &json!(why)), "{id}");
    }
    assert_eq!(preview(&world, "g3", true).await, (Channel::Unspecified, Exclusion::NoConsent));
    assert_eq!(preview(&world, "unknown", true).await, (Channel::Unspecified, Exclusion::Unspecified));
    // A guest who opted out of mails gets a text, while that has consent.
    let link = mails[0].header("List-Unsubscribe").unwrap();
    world.subscribe(link.trim_matches(['<', '>']), false).await.unwrap();
    let settled = world.grant("g0").await;
    assert_eq!((&settled["channel"], &settled["outcome"]), (&json!("text"), &json!("sent")));
    world.sms.say(&format!("+1{}", phone(0)), "STOP").await.unwrap();
    let settled = world.grant("g0").await;
    assert_eq!((&settled["outcome"], &settled["exclusion"]), (&json!("excluded"), &json!("optedOut")));
    assert_eq!((world.mail.mails_to(&email(0)).len(), world.sms.taken()), (1, 2));
}

#[tokio::test]
async fn a_reward_notice_goes_by_email_and_never_after_a_refusal() {
    let world = World::at(NOON).await;
    let guests = [
        with(guest(0, true), json!({"emailConsent": null, "smsConsent": null})),
        with(guest(1, true), json!({"email": null})),
        with(guest(2, true), json!({"emailConsent": false})),
        with(guest(3, true), json!({"emailConsent": null})),
    ];
    world.facts(POS, "customer.upserted", &guests).await;
    assert_eq!(preview(&world, "g0", false).await, (Channel::Email, Exclusion::Unspecified));
    let settled = world.grant_with("g0", "", "Soup").await;
    assert_eq!((&settled["channel"], &settled["outcome"]), (&json!("email"), &json!("sent")));
    assert!(world.mail.mails_to(&email(0))[0].html().unwrap().contains("Soup"));
    for (id, why) in [("g1", "noAddress"), ("g2", "noConsent")] {
        let settled = world.grant_with(id, " ", "Soup").await;
        assert_eq!((&settled["outcome"], &settled["exclusion"]), (&json!("excluded"), &json!(why)), "{id}");
    }
    let note = NoteConsentRequest {
        pos_id: POS.into(),
        pos_customer_id: "g3".into(),
        channel: Channel::Email.into(),
        granted: false,
    };
    world.client().note_consent(world.request(&[POS], note)).await.unwrap();
    assert_eq!(preview(&world, "g3", false).await, (Channel::Unspecified, Exclusion::NoConsent));
    assert_eq!(world.grant_with("g3", "", "Soup").await["exclusion"], json!("noConsent"));
    // However many: a notice is no advertising.
    for _ in 0..4 {
        assert_eq!(world.grant_with("g0", "", "Soup").await["outcome"], json!("sent"));
    }
    assert_eq!(world.sms.taken(), 0);
}

#[tokio::test]
async fn an_owners_text_about_a_reward_counts_in_the_weekly_cap() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    // Three by email and three by text fill the cap.
    for channel in ["email", "email", "email", "text", "text", "text"] {
        let settled = world.grant("g0").await;
        assert_eq!((&settled["outcome"], &settled["channel"]), (&json!("sent"), &json!(channel)));
    }
    let settled = world.grant("g0").await;
    assert_eq!((&settled["outcome"], &settled["exclusion"]), (&json!("excluded"), &json!("tooMany")));
    assert_eq!(preview(&world, "g0", true).await, (Channel::Unspecified, Exclusion::TooMany));
    let sent = world.send(mail_to([0])).await.unwrap();
    assert_eq!((sent.excluded, sent.exclusions[0].exclusion()), (1, Exclusion::TooMany));
    // A notice is sent all the same, and no reward is among the campaigns.
    assert_eq!(world.grant_with("g0", "", "Soup").await["outcome"], json!("sent"));
    let asked =
        ListCampaignsRequest { pos_id: POS.into(), channel: Channel::Email.into(), ..Default::default() };
    let answer = world.client().list_campaigns(world.request(&[POS], asked)).await.unwrap();
    assert_eq!(listed(answer).await.0.len(), 1);
}
