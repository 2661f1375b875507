//! Texts to guests: which, when, and how guests stop them.

use jiff::SignedDuration;
use saffron_proto::marketing::{
    CampaignKind, Draft, Exclusion, Outcome, PreviewCampaignRequest, SmsWebhook, TakeTextRequest,
    TextRecipient,
};
use saffron_sandbox::sms;
use saffron_testkit::eventually;
use serde_json::json;

use crate::world::{NAME, NOON, Options, POS, TOKEN, World, field, guest, phone, text_to, with};

fn number(guest: usize) -> String {
    format!("+1{}", phone(guest))
}

fn bodies(world: &World, guest: usize) -> Vec<String> {
    let texts = world.sms.with_guest(&number(guest));
    let ours = texts.into_iter().filter(|text| text.direction == sms::Direction::OutboundApi);
    ours.map(|text| text.body).collect()
}

#[tokio::test]
async fn a_text_of_each_kind_arrives_as_previewed_with_its_status() {
    let world = World::at(NOON).await;
    world.guests(3).await;
    let named = Draft {
        kind: CampaignKind::Promotion.into(),
        recipients: vec![TextRecipient { phone: format!("1 ({}", &number(1)[2..]), first_name: "Bo".into() }],
        ..text_to([])
    };
    let code = Draft { kind: CampaignKind::PromoCode.into(), promo_code: "taco-10".into(), ..text_to([2]) };
    let cases = [
        (text_to([0]), 0, format!("{NAME}: Hi First0! Come and eat. Reply STOP to end")),
        (named, 1, format!("{NAME}: Hi Bo! Come and eat. Reply STOP to end")),
        (code, 2, format!("{NAME}: Come and eat. Code: TACO-10 Reply STOP to end")),
    ];
    for (draft, guest, body) in cases {
        let shown = PreviewCampaignRequest { draft: Some(draft.clone()) };
        let shown = world.client().preview_campaign(world.request(&[POS], shown)).await.unwrap().into_inner();
        assert_eq!((&shown.text, shown.segments, shown.encoding.as_str()), (&body, 1, "GSM-7"));
        let campaign = world.send(draft).await.unwrap();
        let campaign = world.finished(&campaign.campaign_id).await;
        assert_eq!((campaign.sent, campaign.segments), (1, 1));
        assert_eq!(bodies(&world, guest), [body]);
        eventually("the provider's report", || async {
            let outcomes = world.outcomes_of(&campaign.campaign_id).await;
            (outcomes[0].delivery == "DELIVERED").then_some(())
        })
        .await;
    }
    // The price of one segment is 0.83 cents.
    let long = Draft { body: "x".repeat(140), ..text_to([0, 1, 2]) };
    let shown = PreviewCampaignRequest { draft: Some(long) };
    let shown = world.client().preview_campaign(world.request(&[POS], shown)).await.unwrap().into_inner();
    assert_eq!((shown.segments, shown.total_segments, shown.cost), (2, 6, Some(5)));
    // Previewed without recipients.
    let empty = Draft { body: "жук".into(), ..text_to([]) };
    let shown = PreviewCampaignRequest { draft: Some(empty) };
    let shown = world.client().preview_campaign(world.request(&[POS], shown)).await.unwrap().into_inner();
    assert_eq!((shown.recipients, shown.encoding.as_str(), shown.segments), (0, "UCS-2", 1));
}

#[tokio::test]
async fn a_stop_counts_everywhere_a_start_at_the_last_location() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    world.describe("other", "Other Place", "").await;
    world.facts("other", "customer.upserted", &[with(guest(0, true), json!({"posID": "other"}))]).await;
    let sent = world.send(text_to([0])).await.unwrap();
    world.finished(&sent.campaign_id).await;
    let replies = world.sms.say(&number(0), " help ").await.unwrap();
    assert!(replies[0].contains("Ana") && replies[0].contains("STOP"), "{replies:?}");
    let replies = world.sms.say(&number(0), "What time do you open?").await.unwrap();
    assert!(replies.iter().all(String::is_empty), "{replies:?}");
    let next = || world.send(Draft { body: "Again.".into(), ..text_to([0]) });
    world.sms.say(&number(0), "Stop").await.unwrap();
    let campaign = world.campaign(&sent.campaign_id).await;
    assert_eq!(campaign.opted_out, 1);
    let refused = next().await.unwrap();
    assert_eq!((refused.excluded, refused.exclusions[0].exclusion()), (1, Exclusion::OptedOut));
    // Also at the other location: both use one number.
    let there = Draft { pos_id: "other".into(), ..text_to([0]) };
    let shown = PreviewCampaignRequest { draft: Some(there) };
    let shown = world.client().preview_campaign(world.request(&["other"], shown)).await.unwrap();
    assert_eq!(shown.into_inner().excluded[0].exclusion(), Exclusion::OptedOut);
    world.pass(SignedDuration::from_hours(1));
    world.sms.say(&number(0), "START").await.unwrap();
    let campaign = next().await.unwrap();
    assert_eq!(world.finished(&campaign.campaign_id).await.sent, 1);
    // The other location has not texted: there the STOP stands.
    let there = Draft { pos_id: "other".into(), ..text_to([0]) };
    let shown = PreviewCampaignRequest { draft: Some(there) };
    let shown = world.client().preview_campaign(world.request(&["other"], shown)).await.unwrap();
    assert_eq!(shown.into_inner().excluded[0].exclusion(), Exclusion::OptedOut);
}

#[tokio::test]
async fn a_webhook_without_the_providers_signature_is_refused() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    let url = format!("{}/notification/webhooks/sms/inbound", world.public_url);
    let form = vec![("From".to_owned(), number(0)), ("Body".to_owned(), "STOP".to_owned())];
    let body = format!("From=%2B1{}&Body=STOP", phone(0));
    let say = |signature: String, url: &str| {
        let webhook = SmsWebhook { body: body.clone().into_bytes(), signature, url: url.into() };
        let asked = TakeTextRequest { webhook: Some(webhook) };
        let (mut client, request) = (world.public(), world.as_gateway(asked));
        async move { client.take_text(request).await }
    };
    let sign = |token: &str| sms::signature(&saffron_core::Secret::new(token), &url, &form);
    assert_eq!(field(say(sign("another token"), &url).await), "X-Twilio-Signature");
    assert_eq!(field(say(sign(TOKEN), "https://elsewhere.example/").await), "X-Twilio-Signature");
    assert_eq!(field(say(String::new(), &url).await), "X-Twilio-Signature");
    assert_eq!(world.count("consent_entry WHERE act = 'STOP'").await, 0);
    assert!(!say(sign(TOKEN), &url).await.unwrap().into_inner().reply.is_empty());
    assert_eq!(world.count("consent_entry WHERE act = 'STOP'").await, 1);
}

#[tokio::test]
async fn a_text_waits_for_the_morning() {
    // 23:30 in New York, 20:30 in Los Angeles.
    let world = World::at("2026-07-16T03:30:00Z").await;
    let west = with(guest(1, true), json!({"cellPhoneNumber": "213-555-0199"}));
    world.facts(POS, "customer.upserted", &[guest(0, true), west]).await;
    let draft = Draft {
        recipients: [phone(0), "2135550199".into()]
            .into_iter()
            .map(|phone| TextRecipient { phone, first_name: String::new() })
            .collect(),
        ..text_to([])
    };
    let shown = PreviewCampaignRequest { draft: Some(draft.clone()) };
    let shown = world.client().preview_campaign(world.request(&[POS], shown)).await.unwrap().into_inner();
    assert_eq!((shown.recipients, shown.quiet), (2, 1));
    let campaign = world.send(draft).await.unwrap();
    assert_eq!((campaign.waiting, campaign.quiet), (2, 1));
    world.sms.until_taken(1).await;
    let campaign = eventually("the other to be noted", || async {
        let now = world.campaign(&campaign.campaign_id).await;
        (now.sent == 1).then_some(now)
    })
    .await;
    assert_eq!((campaign.waiting, campaign.quiet), (1, 1));
    assert!(bodies(&world, 0).is_empty());
    // 08:00 in New York.
    world.set_clock("2026-07-16T12:00:00Z");
    let campaign = world.finished(&campaign.campaign_id).await;
    assert_eq!((campaign.sent, campaign.quiet), (2, 0));
    assert_eq!(bodies(&world, 0).len(), 1);
}

#[tokio::test]
async fn a_guest_gets_no_more_than_the_weekly_cap() {
    let world = World::with(Options {
        clock: saffron_core::Clock::fixed(NOON.parse().unwrap()),
        weekly_cap: 2,
        ..Options::default()
    })
    .await;
    world.guests(1).await;
    for body in ["One.", "Two."] {
        let sent = world.send(Draft { body: body.into(), ..text_to([0]) }).await.unwrap();
        assert_eq!(world.finished(&sent.campaign_id).await.sent, 1);
    }
    let third = world.send(Draft { body: "Three.".into(), ..text_to([0]) }).await.unwrap();
    assert_eq!((third.excluded, third.exclusions[0].exclusion()), (1, Exclusion::TooMany));
    // The other channel is counted by itself.
    let mail = world.send(crate::world::mail_to([0])).await.unwrap();
    assert_eq!(world.finished(&mail.campaign_id).await.sent, 1);
    world.pass(SignedDuration::from_hours(7 * 24 - 1));
    let early = world.send(Draft { body: "Early.".into(), ..text_to([0]) }).await.unwrap();
    assert_eq!((early.excluded, early.exclusions[0].exclusion()), (1, Exclusion::TooMany));
    world.pass(SignedDuration::from_hours(1));
    let fourth = world.send(Draft { body: "Four.".into(), ..text_to([0]) }).await.unwrap();
    assert_eq!(world.finished(&fourth.campaign_id).await.sent, 1);
}

#[tokio::test]
async fn a_message_in_hand_counts_and_an_opt_out_ranks_before_the_cap() {
    let clock = saffron_core::Clock::fixed(NOON.parse().unwrap());
    let world = World::with(Options { clock, weekly_cap: 1, ..Options::default() }).await;
    world.guests(2).await;
    // It waits for the provider's answer.
    world.sms.set_mode(sms::Mode::Slow { millis: 1_000 }, Some(1));
    let first = world.send(text_to([0])).await.unwrap();
    eventually("the text to be in hand", || async {
        (world.campaign(&first.campaign_id).await.sending == 1).then_some(())
    })
    .await;
    let next = world.send(Draft { body: "Next.".into(), ..text_to([0]) }).await.unwrap();
    assert_eq!((next.excluded, next.exclusions[0].exclusion()), (1, Exclusion::TooMany));
    assert_eq!(world.finished(&first.campaign_id).await.sent, 1);
    world.sms.say(&number(0), "STOP").await.unwrap();
    let stopped = world.send(Draft { body: "Stopped.".into(), ..text_to([0]) }).await.unwrap();
    assert_eq!((stopped.excluded, stopped.exclusions[0].exclusion()), (1, Exclusion::OptedOut));
    // A message that may have arrived counts as one that did.
    world.mail.set_mode(saffron_sandbox::mail::Mode::DropAfterData, Some(1));
    let lost = world.send(crate::world::mail_to([1])).await.unwrap();
    assert_eq!(world.finished(&lost.campaign_id).await.unknown, 1);
    let next = world.send(Draft { body: "Next.".into(), ..crate::world::mail_to([1]) }).await.unwrap();
    assert_eq!((next.excluded, next.exclusions[0].exclusion()), (1, Exclusion::TooMany));
}

#[tokio::test]
async fn a_refusal_of_the_provider_is_noted() {
    let world = World::at(NOON).await;
    world.guests(4).await;
    world.sms.set_fate(&number(0), Some(sms::Fate::BadNumber));
    world.sms.set_fate(&number(1), Some(sms::Fate::OptedOut));
    world.sms.set_fate(&number(2), Some(sms::Fate::Undelivered));
    let sent = world.send(text_to(0..4)).await.unwrap();
    let sent = world.finished(&sent.campaign_id).await;
    assert_eq!((sent.sent, sent.failed, sent.excluded), (2, 1, 1));
    let outcomes = world.outcomes_of(&sent.campaign_id).await;
    assert_eq!(outcomes[0].outcome(), Outcome::Failed);
    assert_eq!(outcomes[1].exclusion(), Exclusion::OptedOut);
    eventually("the provider's report", || async {
        let outcomes = world.outcomes_of(&sent.campaign_id).await;
        (outcomes[2].delivery == "UNDELIVERED" && outcomes[3].delivery == "DELIVERED").then_some(())
    })
    .await;
    let next = world.send(Draft { body: "Again.".into(), ..text_to(0..2) }).await.unwrap();
    let why: Vec<_> = next.exclusions.iter().map(|count| count.exclusion()).collect();
    assert_eq!(why, [Exclusion::OptedOut, Exclusion::NoAddress]);
    // An opt-out at the provider counts for every location: texts come from one number.
    world.describe("other", "Other Place", "").await;
    let elsewhere = with(guest(1, true), json!({"posID": "other"}));
    world.facts("other", "customer.upserted", &[elsewhere]).await;
    let there = Draft { pos_id: "other".into(), ..text_to([1]) };
    let asked = PreviewCampaignRequest { draft: Some(there) };
    let shown = world.client().preview_campaign(world.request(&["other"], asked)).await.unwrap().into_inner();
    assert_eq!((shown.recipients, shown.excluded[0].exclusion()), (0, Exclusion::OptedOut));
}
