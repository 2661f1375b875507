//! Workers: no message twice, sums that add up, and unknown outcomes.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use saffron_core::{Clock, Code};
use saffron_proto::marketing::{
    CampaignChange, CampaignState, ChangeCampaignRequest, Draft, Exclusion, ListOutcomesRequest, Outcome,
};
use saffron_sandbox::{mail, sms};
use saffron_testkit::eventually;

use crate::world::{NOON, Options, POS, World, email, guest, mail_to, refusal, text_to, with};

async fn change(world: &World, id: &str, change: CampaignChange) -> Result<CampaignState, tonic::Status> {
    let asked = ChangeCampaignRequest { pos_id: POS.into(), campaign_id: id.into(), change: change.into() };
    let answer = world.client().change_campaign(world.request(&[POS], asked)).await?;
    Ok(answer.into_inner().campaign.unwrap().state())
}

#[tokio::test]
async fn killed_workers_send_no_mail_twice() {
    const GUESTS: usize = 1_500;
    const KILLS: u64 = 4;
    let mut world = World::with(Options { in_flight: 32, ..Options::default() }).await;
    world.guests(GUESTS).await;
    world.mail.set_mode(mail::Mode::Slow { millis: 20 }, None);
    let campaign = world.send(mail_to(0..GUESTS)).await.unwrap();
    for kill in 1..=KILLS {
        world.mail.until_taken(kill * 150).await;
        world.service.kill().await;
        world.service.restart().await;
    }
    world.mail.set_mode(mail::Mode::Normal, None);
    let campaign = world.finished(&campaign.campaign_id).await;
    assert_eq!(campaign.recipients, GUESTS as i64);
    assert_eq!(campaign.failed, 0);
    assert!(campaign.unknown > 0, "a kill in the midst leaves some unknown");
    assert!(campaign.unknown <= (KILLS * 32) as i64, "{} unknown", campaign.unknown);
    let mut got: BTreeMap<String, usize> = BTreeMap::new();
    for delivery in world.mail.deliveries() {
        *got.entry(delivery.to.to_string()).or_default() += 1;
    }
    assert!(got.values().all(|count| *count == 1), "a guest got two");
    let outcomes = world.outcomes_of(&campaign.campaign_id).await;
    for outcome in &outcomes {
        match outcome.outcome() {
            Outcome::Sent => assert_eq!(got.get(&outcome.address), Some(&1), "{}", outcome.address),
            Outcome::Unknown => assert!(!outcome.reason.is_empty()),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(outcomes.len(), GUESTS);
    let asked = ListOutcomesRequest {
        pos_id: POS.into(),
        campaign_id: campaign.campaign_id.clone(),
        outcome: Outcome::Unknown.into(),
        ..Default::default()
    };
    assert_eq!(world.outcomes(asked).await.len() as i64, campaign.unknown);
}

#[tokio::test]
async fn an_idempotent_provider_leaves_nothing_unknown() {
    const GUESTS: usize = 800;
    let clock = Clock::fixed(NOON.parse().unwrap());
    let mut world = World::with(Options { in_flight: 32, clock, ..Options::default() }).await;
    world.guests(GUESTS).await;
    world.sms.set_mode(sms::Mode::Slow { millis: 20 }, None);
    let campaign = world.send(text_to(0..GUESTS)).await.unwrap();
    for kill in 1..=3 {
        world.sms.until_taken(kill * 120).await;
        world.service.kill().await;
        // The lease of the killed worker is over.
        world.pass(SignedDuration::from_secs(3));
        world.service.restart().await;
    }
    world.sms.set_mode(sms::Mode::Normal, None);
    let campaign = world.finished(&campaign.campaign_id).await;
    assert_eq!((campaign.sent, campaign.unknown, campaign.failed), (GUESTS as i64, 0, 0));
    let mut got: BTreeMap<String, usize> = BTreeMap::new();
    for message in world.sms.messages() {
        *got.entry(message.to).or_default() += 1;
    }
    assert_eq!(got.len(), GUESTS);
    assert!(got.values().all(|count| *count == 1), "a guest got two");
}

#[tokio::test]
async fn a_campaign_is_paused_resumed_and_stopped() {
    let world = World::new().await;
    world.guests(301).await;
    world.mail.set_mode(mail::Mode::Slow { millis: 100 }, None);
    let sent = world.send(mail_to(0..300)).await.unwrap();
    let id = sent.campaign_id;
    let mut listener = world.nats.subscribe("push.v1.>").await;
    assert_eq!(change(&world, &id, CampaignChange::Pause).await.unwrap(), CampaignState::Paused);
    listener
        .expect_event(|event| {
            event.r#type == "saffron.marketing.campaign_changed.v1" && event.data["state"] == "paused"
        })
        .await;
    // Messages in hand are finished, and no more are taken.
    let paused = eventually("what is in hand to be settled", || async {
        let campaign = world.campaign(&id).await;
        (campaign.sending == 0).then_some(campaign)
    })
    .await;
    assert!(paused.waiting > 0 && paused.state() == CampaignState::Paused, "{paused:?}");
    let taken = world.mail.taken();
    let between = world.send(mail_to([300])).await.unwrap();
    world.finished(&between.campaign_id).await;
    let taken = taken + 1;
    assert_eq!(world.mail.taken(), taken);
    assert_eq!(change(&world, &id, CampaignChange::Resume).await.unwrap(), CampaignState::Sending);
    world.mail.until_taken(taken + 10).await;
    let mut ends = world.nats.subscribe("saffron.v1.>").await;
    assert_eq!(change(&world, &id, CampaignChange::Stop).await.unwrap(), CampaignState::Stopped);
    let end = ends.expect_event(|event| event.r#type == "saffron.marketing.campaign_finished.v1").await;
    assert_eq!(end.data["stopped"], true);
    let stopped = eventually("what is in hand to be settled", || async {
        let campaign = world.campaign(&id).await;
        (campaign.sending == 0).then_some(campaign)
    })
    .await;
    assert_eq!(stopped.sent + stopped.excluded, 300);
    assert_eq!(stopped.exclusions[0].exclusion(), Exclusion::Stopped);
    assert_eq!(world.mail.taken() as i64, stopped.sent + 1);
    let over = refusal(change(&world, &id, CampaignChange::Resume).await);
    assert_eq!(over.code, Code::Conflict);
}

#[tokio::test]
async fn a_message_refused_for_now_of_a_stopped_campaign_is_excluded() {
    let world = World::new().await;
    world.guests(8).await;
    world.mail.set_mode(mail::Mode::SlowLater { millis: 1_000 }, None);
    let id = world.send(mail_to(0..8)).await.unwrap().campaign_id;
    eventually("some to be in hand", || async { (world.campaign(&id).await.sending > 0).then_some(()) })
        .await;
    assert_eq!(change(&world, &id, CampaignChange::Stop).await.unwrap(), CampaignState::Stopped);
    let stopped = eventually("the campaign to end", || async {
        let campaign = world.campaign(&id).await;
        (campaign.sending == 0).then_some(campaign)
    })
    .await;
    assert_eq!((stopped.waiting, stopped.excluded), (0, 8), "{stopped:?}");
    assert!(!stopped.finished_at.is_empty(), "{stopped:?}");
}

#[tokio::test]
async fn a_dead_workers_messages_of_a_stopped_campaign_are_unknown() {
    let clock = Clock::fixed(NOON.parse().unwrap());
    let mut world = World::with(Options { in_flight: 8, clock, ..Options::default() }).await;
    world.guests(40).await;
    world.sms.set_mode(sms::Mode::Slow { millis: 60_000 }, None);
    let id = world.send(text_to(0..40)).await.unwrap().campaign_id;
    let held = eventually("some to be in hand", || async {
        Some(world.campaign(&id).await.sending).filter(|n| *n > 0)
    })
    .await;
    world.service.kill().await;
    // The texts that the next worker takes before the stop are answered at once.
    world.sms.set_mode(sms::Mode::Normal, None);
    world.service.restart().await;
    assert_eq!(change(&world, &id, CampaignChange::Stop).await.unwrap(), CampaignState::Stopped);
    // The lease of the killed worker is over.
    world.pass(SignedDuration::from_secs(3));
    let stopped = eventually("the campaign to end", || async {
        let campaign = world.campaign(&id).await;
        (campaign.sending == 0).then_some(campaign)
    })
    .await;
    assert!(stopped.unknown >= held, "{stopped:?}");
    let settled = stopped.sent + stopped.unknown + stopped.excluded;
    assert_eq!((stopped.waiting, stopped.failed, settled), (0, 0, 40), "{stopped:?}");
    assert!(!stopped.finished_at.is_empty(), "{stopped:?}");
}

#[tokio::test]
async fn a_message_refused_for_now_is_tried_again_one_for_good_fails() {
    let world = World::new().await;
    world.guests(4).await;
    world.mail.refuse(&email(1), Some(mail::Refusal::Temporary), Some(2));
    world.mail.refuse(&email(2), Some(mail::Refusal::Permanent), None);
    let campaign = world.send(mail_to(0..3)).await.unwrap();
    let campaign = world.finished(&campaign.campaign_id).await;
    assert_eq!((campaign.sent, campaign.failed), (2, 1));
    assert_eq!(world.mail.mails_to(&email(1)).len(), 1);
    let outcomes = world.outcomes_of(&campaign.campaign_id).await;
    assert_eq!(outcomes[2].outcome(), Outcome::Failed);
    assert_eq!(outcomes[2].reason, "This mailbox does not exist.");
    // It bounced: it is not written to again.
    let again = world.send(mail_to([2, 3])).await.unwrap();
    assert_eq!((again.excluded, again.exclusions[0].exclusion()), (1, Exclusion::NoAddress));
    world.finished(&again.campaign_id).await;
    // No connection is accepted: nothing was sent, and it is tried again.
    world.mail.set_mode(mail::Mode::Closed, Some(1));
    let late = world.send(Draft { body: "Late.".into(), ..mail_to([1]) }).await.unwrap();
    assert_eq!(world.finished(&late.campaign_id).await.sent, 1);
    // The connection breaks after all of it was sent: the outcome is unknown.
    world.mail.set_mode(mail::Mode::DropAfterData, Some(1));
    let lost = world.send(mail_to([0])).await.unwrap();
    let lost = world.finished(&lost.campaign_id).await;
    assert_eq!((lost.unknown, lost.sent), (1, 0));
    // It was not taken, but the sender cannot see that.
    world.mail.set_mode(mail::Mode::DropBeforeData, Some(1));
    let lost = world.send(mail_to([3])).await.unwrap();
    let lost = world.finished(&lost.campaign_id).await;
    assert_eq!((lost.unknown, lost.sent), (1, 0));
    assert_eq!((world.mail.mails_to(&email(0)).len(), world.mail.mails_to(&email(3)).len()), (2, 1));
}

#[tokio::test]
async fn two_locations_take_turns() {
    let world = World::with(Options { in_flight: 8, ..Options::default() }).await;
    world.guests(400).await;
    world.describe("other", "Other Place", "").await;
    let few: Vec<_> =
        (500..520).map(|n| with(guest(n, true), serde_json::json!({"posID": "other"}))).collect();
    world.facts("other", "customer.upserted", &few).await;
    world.mail.set_mode(mail::Mode::Slow { millis: 10 }, None);
    let large = world.send(mail_to(0..400)).await.unwrap();
    let small = saffron_proto::marketing::SendCampaignRequest {
        draft: Some(Draft {
            pos_id: "other".into(),
            business_name: "Other Place".into(),
            website: String::new(),
            ..mail_to(500..520)
        }),
        campaign_id: uuid::Uuid::now_v7().to_string(),
        idempotency_key: String::new(),
    };
    world.client().send_campaign(world.request(&["other"], small)).await.unwrap();
    eventually("the small one to be done", || async {
        let left = "recipient WHERE pos_id = 'other' AND outcome <> 'sent'";
        (world.count(left).await == 0).then_some(())
    })
    .await;
    assert!(world.campaign(&large.campaign_id).await.waiting > 100, "the large one did not hold it up");
}
