//! Texts of guests without a keyword reach the location that texted them last.

use jiff::SignedDuration;
use saffron_proto::marketing::{GuestText, ListGuestTextsRequest};
use saffron_testkit::{eventually, listed};
use serde_json::json;

use crate::world::{NOON, POS, World, erased, field, phone, text_to};

fn number(guest: usize) -> String {
    format!("+1{}", phone(guest))
}

impl World {
    async fn texts_of(&self, pos_id: &str, asked: ListGuestTextsRequest) -> (Vec<GuestText>, Option<String>) {
        let asked = ListGuestTextsRequest { pos_id: pos_id.into(), ..asked };
        let answer = self.client().list_guest_texts(self.request(&[pos_id], asked)).await.unwrap();
        listed(answer).await
    }

    async fn all_texts(&self) -> Vec<GuestText> {
        self.texts_of(POS, ListGuestTextsRequest::default()).await.0
    }

    async fn texted(&self, guests: usize) {
        self.guests(guests).await;
        let sent = self.send(text_to(0..guests)).await.unwrap();
        self.finished(&sent.campaign_id).await;
    }
}

#[tokio::test]
async fn a_reply_reaches_the_last_texting_location() {
    let world = World::at(NOON).await;
    world.texted(1).await;
    let mut events = world.nats.subscribe("saffron.v1.>").await;
    let replies = world.sms.say(&number(0), "Can we stop by at 7?").await.unwrap();
    assert!(replies.concat().is_empty(), "{replies:?}");
    let event = events.expect_event(|event| event.r#type == "saffron.marketing.guest_text_received.v1").await;
    let texts = world.all_texts().await;
    assert_eq!(texts.len(), 1);
    let text = &texts[0];
    assert_eq!(event.data, json!({"posID": POS, "textID": text.text_id}), "ids alone");
    assert_eq!((text.body.as_str(), text.phone.as_str()), ("Can we stop by at 7?", phone(0).as_str()));
    assert_eq!((text.pos_customer_id.as_str(), text.first_name.as_str()), ("g0", "First0"));
    assert_eq!(text.at, "2026-07-15T12:00:00");
    // By its id, and at no other location.
    let by_id = |id: &str| ListGuestTextsRequest { text_id: id.into(), ..Default::default() };
    assert_eq!(world.texts_of(POS, by_id(&text.text_id)).await.0, texts);
    world.describe("other", "Other Place", "").await;
    assert!(world.texts_of("other", by_id(&text.text_id)).await.0.is_empty());
    let wrong = world.client().list_guest_texts(world.request(&[POS], by_id("x"))).await;
    assert_eq!(field(wrong.map(|_| ())), "textID");
}

#[tokio::test]
async fn a_text_to_no_location_is_not_stored() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    world.sms.say(&number(0), "Hello?").await.unwrap();
    world.sms.say("+13035550123", "Hello?").await.unwrap();
    let sent = world.send(text_to([0])).await.unwrap();
    world.finished(&sent.campaign_id).await;
    world.pass(SignedDuration::from_hours(30 * 24 + 1));
    world.sms.say(&number(0), "A month later").await.unwrap();
    assert_eq!(world.count("guest_text").await, 0);
}

#[tokio::test]
async fn texts_of_one_number_are_bounded_and_stored_once() {
    let world = World::at(NOON).await;
    world.texted(2).await;
    for _ in 0..3 {
        world.take_from(&number(0), &[("Body", "Again"), ("MessageSid", "SM1")]).await;
    }
    assert_eq!(world.all_texts().await.len(), 1, "the provider sends it again until it is answered");
    for count in 0..40 {
        let body = format!("Text {count}");
        world.take_from(&number(0), &[("Body", body.as_str())]).await;
    }
    let kept = world.all_texts().await.len();
    assert_eq!(kept, 20);
    world.take_from(&number(1), &[("Body", "Mine"), ("NumMedia", "2")]).await;
    let texts = world.all_texts().await;
    assert_eq!((texts.len(), texts[0].attachments), (21, 2), "another guest's still comes");
    world.pass(SignedDuration::from_hours(25));
    world.take_from(&number(0), &[("Body", "The day after\u{0}\r\nx\u{202e}y")]).await;
    let (page, next) = world.texts_of(POS, ListGuestTextsRequest { limit: 1, ..Default::default() }).await;
    assert_eq!(page[0].body, "The day after\nxy");
    let after = ListGuestTextsRequest { limit: 500, cursor: next.unwrap(), ..Default::default() };
    assert_eq!(world.texts_of(POS, after).await.0.len(), 21);
    let long = "x".repeat(5_000);
    world.take_from(&number(1), &[("Body", long.as_str())]).await;
    assert_eq!(world.all_texts().await[0].body.chars().count(), 1_600);
}

#[tokio::test]
async fn an_erased_guests_texts_are_gone() {
    let world = World::at(NOON).await;
    world.texted(2).await;
    world.sms.say(&number(0), "It is me").await.unwrap();
    world.sms.say(&number(1), "And me").await.unwrap();
    world.publish(erased("g0")).await;
    eventually("the text to be gone", || async { (world.all_texts().await.len() == 1).then_some(()) }).await;
    assert_eq!(world.all_texts().await[0].body, "And me");
    world.sms.say(&number(0), "Me again").await.unwrap();
    assert_eq!(world.all_texts().await.len(), 1, "of an erased guest nothing is kept");
}
