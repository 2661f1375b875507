//! Emails to guests, and how guests stop them.

use saffron_proto::marketing::{
    CampaignKind, Draft, Exclusion, GetSubscriptionRequest, Outcome, PreviewCampaignRequest,
};

use crate::world::{NAME, POS, World, email, field, guest, item, mail_to, with};

fn link(header: &str) -> String {
    header.trim_start_matches('<').trim_end_matches('>').to_owned()
}

#[tokio::test]
async fn a_mail_of_each_kind_arrives_as_previewed() {
    let world = World::new().await;
    world.guests(3).await;
    let promotion = Draft {
        kind: CampaignKind::Promotion.into(),
        items: vec![item("Taco", 800, 500), item("Soup", 400, 400)],
        ..mail_to([1])
    };
    let code = Draft {
        kind: CampaignKind::PromoCode.into(),
        promo_code: "taco-10".into(),
        discount_percentage: Some(10),
        ..mail_to([2])
    };
    for (draft, number) in [(mail_to([0]), 0), (promotion, 1), (code, 2)] {
        let shown = PreviewCampaignRequest { draft: Some(draft.clone()) };
        let shown = world.client().preview_campaign(world.request(&[POS], shown)).await.unwrap().into_inner();
        assert_eq!((shown.recipients, shown.excluded.len()), (1, 0));
        let campaign = world.send(draft).await.unwrap();
        let campaign = world.finished(&campaign.campaign_id).await;
        assert_eq!((campaign.sent, campaign.recipients), (1, 1));
        let mails = world.mail.mails_to(&email(number));
        assert_eq!(mails.len(), 1);
        let mail = &mails[0];
        assert_eq!(mail.subject(), "Tacos");
        let unsubscribe = link(&mail.header("List-Unsubscribe").unwrap());
        assert!(unsubscribe.starts_with(&format!("{}/u/", world.public_url)), "{unsubscribe}");
        assert_eq!(mail.header("List-Unsubscribe-Post").as_deref(), Some("List-Unsubscribe=One-Click"));
        assert!(mail.header("Message-ID").unwrap().contains(&campaign.campaign_id));
        let (html, text) = (mail.html().unwrap(), mail.text().unwrap());
        // The same except for the link.
        assert_eq!(html.replace("\r\n", "\n").replace(&unsubscribe, "#").trim(), shown.html.trim());
        assert_eq!(text.replace("\r\n", "\n").replace(&unsubscribe, "#").trim(), shown.text.trim());
        for part in ["Come and eat.", "1 Main St, Springfield", "(212) 555-0100", "grill.example"] {
            assert!(html.contains(part) && text.contains(part), "{part}");
        }
        match number {
            1 => {
                assert!(html.contains("38% off") && html.contains("$8.00") && html.contains("$5.00"));
                assert_eq!(campaign.discount_percentage, 38);
            }
            2 => assert!(html.contains("TACO-10") && text.contains("TACO-10") && html.contains("10% off")),
            _ => assert!(!html.contains("% off")),
        }
    }
}

#[tokio::test]
async fn markup_in_a_name_stays_text_and_adds_no_header() {
    let world = World::new().await;
    world.guests(1).await;
    let name = "<script>alert(1)</script> & \"Sons\"";
    world.describe(POS, name, "javascript:alert(1)").await;
    let draft = Draft {
        business_name: name.into(),
        website: "javascript:alert(1)".into(),
        subject: "<b>Hi</b> =?utf-8?q?x?=".into(),
        ..mail_to([0])
    };
    let campaign = world.send(draft).await.unwrap();
    world.finished(&campaign.campaign_id).await;
    let mails = world.mail.mails_to(&email(0));
    let html = mails[0].html().unwrap();
    assert!(!html.contains("<script") && !html.contains("<b>Hi") && !html.contains("href=\"javascript"));
    assert_eq!(mails[0].header("Bcc"), None);
}

#[tokio::test]
async fn one_click_stops_all_mails_of_a_location_until_an_opt_in() {
    let world = World::new().await;
    world.guests(2).await;
    world.describe("other", "Other Place", "").await;
    let elsewhere = with(guest(0, true), serde_json::json!({"posID": "other"}));
    world.facts("other", "customer.upserted", &[elsewhere]).await;
    let campaign = world.send(mail_to([0, 1])).await.unwrap();
    world.finished(&campaign.campaign_id).await;
    let mail = world.mail.mails_to(&email(0));
    let link = link(&mail[0].header("List-Unsubscribe").unwrap());
    let token = || link.rsplit('/').next().unwrap().to_owned();
    let look = || async {
        let asked = GetSubscriptionRequest { token: token() };
        world.public().get_subscription(world.as_gateway(asked)).await.unwrap().into_inner()
    };
    let now = look().await;
    assert!(now.subscribed && now.business_name == NAME && now.address == "d\u{2026}@example.com");
    world.subscribe(&link, false).await.unwrap();
    world.subscribe(&link, false).await.unwrap();
    assert!(!look().await.subscribed);
    let opted = world.campaign(&campaign.campaign_id).await;
    assert_eq!(opted.opted_out, 1);
    let next = world.send(Draft { body: "Again.".into(), ..mail_to([0, 1]) }).await.unwrap();
    let next = world.finished(&next.campaign_id).await;
    assert_eq!((next.sent, next.excluded), (1, 1));
    assert_eq!(next.exclusions[0].exclusion(), Exclusion::OptedOut);
    assert_eq!(world.mail.mails_to(&email(0)).len(), 1);
    // The other location is not affected.
    let there = Draft {
        pos_id: "other".into(),
        business_name: "Other Place".into(),
        website: String::new(),
        ..mail_to([0])
    };
    let asked = saffron_proto::marketing::SendCampaignRequest {
        draft: Some(there),
        campaign_id: uuid::Uuid::now_v7().to_string(),
        idempotency_key: String::new(),
    };
    world.client().send_campaign(world.request(&["other"], asked)).await.unwrap();
    saffron_testkit::eventually("the other location's mail", || async {
        (world.mail.mails_to(&email(0)).len() == 2).then_some(())
    })
    .await;
    world.subscribe(&link, true).await.unwrap();
    assert!(look().await.subscribed);
    let last = world.send(Draft { body: "Third.".into(), ..mail_to([0]) }).await.unwrap();
    assert_eq!(world.finished(&last.campaign_id).await.sent, 1);
    // Recorded once each, however often it was clicked.
    let recorded = "consent_entry WHERE act IN ('UNSUBSCRIBE', 'RESUBSCRIBE')";
    assert_eq!(world.count(recorded).await, 2);
    for bad in ["x", "", &"A".repeat(48)] {
        assert_eq!(field(world.subscribe(&format!("/u/{bad}"), false).await), "token");
    }
    let stranger = world.request(&[POS], GetSubscriptionRequest { token: token() });
    let refused = world.public().get_subscription(stranger).await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::Unauthenticated);
}

#[tokio::test]
async fn a_guest_who_opts_out_before_sending_gets_nothing() {
    let world = World::new().await;
    world.guests(2).await;
    let first = world.send(mail_to([0, 1])).await.unwrap();
    world.finished(&first.campaign_id).await;
    let link = link(&world.mail.mails_to(&email(0))[0].header("List-Unsubscribe").unwrap());
    // The catcher takes nothing for now: the second campaign is tried again and again.
    world.mail.set_mode(saffron_sandbox::mail::Mode::Later, None);
    let second = world.send(Draft { body: "Again.".into(), ..mail_to([0, 1]) }).await.unwrap();
    world.subscribe(&link, false).await.unwrap();
    saffron_testkit::eventually("the next try to look at it", || async {
        (world.campaign(&second.campaign_id).await.excluded == 1).then_some(())
    })
    .await;
    world.mail.set_mode(saffron_sandbox::mail::Mode::Normal, None);
    let second = world.finished(&second.campaign_id).await;
    assert_eq!((second.sent, second.excluded), (1, 1));
    assert_eq!(world.mail.mails_to(&email(0)).len(), 1);
    let outcomes = world.outcomes_of(&second.campaign_id).await;
    assert_eq!(outcomes[0].outcome(), Outcome::Excluded);
    assert_eq!(outcomes[0].exclusion(), Exclusion::OptedOut);
    assert_eq!((outcomes[1].outcome(), outcomes[1].address.as_str()), (Outcome::Sent, email(1).as_str()));
}
