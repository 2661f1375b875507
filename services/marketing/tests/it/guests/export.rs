//! All that marketing stores about a guest is exported, whole or in pages.

use jiff::SignedDuration;
use saffron_proto::marketing::export_guest_response::Part;
use saffron_proto::marketing::{Channel, ExportGuestRequest, Outcome};
use saffron_testkit::{collected, eventually};
use serde_json::json;

use crate::world::{NOON, POS, World, email, erased, guest, mail_to, phone, text_to, with};

impl World {
    async fn export(&self, id: &str, limit: i32, cursor: &str) -> Vec<Part> {
        let asked = ExportGuestRequest {
            pos_id: POS.into(),
            pos_customer_id: id.into(),
            limit,
            cursor: cursor.into(),
        };
        let answer = self.client().export_guest(self.request(&[POS], asked)).await.unwrap();
        collected(answer).await.into_iter().map(|part| part.part.unwrap()).collect()
    }
}

#[tokio::test]
async fn an_export_holds_all_that_is_stored_about_a_guest() {
    let world = World::at(NOON).await;
    let shared = with(guest(1, true), json!({"cellPhoneNumber": phone(0)}));
    world.facts(POS, "customer.upserted", &[guest(0, true), shared]).await;
    let mail = world.send(mail_to(0..2)).await.unwrap();
    let mail = world.finished(&mail.campaign_id).await;
    let text = world.send(text_to([0])).await.unwrap();
    world.finished(&text.campaign_id).await;
    world.pass(SignedDuration::from_hours(1));
    world.sms.say(&format!("+1{}", phone(0)), "See you at seven").await.unwrap();
    world.sms.say(&format!("+1{}", phone(0)), "STOP").await.unwrap();
    let all = world.export("g0", 0, "").await;
    let mut kinds = String::new();
    for part in &all {
        match part {
            Part::Contact(contact) => {
                kinds.push('c');
                assert_eq!((&contact.email, &contact.phone), (&email(0), &phone(0)));
                assert_eq!(contact.first_name, "First0");
            }
            Part::Consent(entry) => kinds.push(if entry.act == "STOP" { 'S' } else { 's' }),
            Part::Message(message) => {
                kinds.push('m');
                assert_eq!(message.body, "Come and eat.");
                let outcome = message.outcome.as_ref().unwrap();
                assert_eq!((outcome.outcome(), outcome.pos_customer_id.as_str()), (Outcome::Sent, "g0"));
                let to = if message.channel() == Channel::Email { email(0) } else { phone(0) };
                assert_eq!(outcome.address, to);
            }
            Part::Text(text) => {
                kinds.push('t');
                assert_eq!(text.body, "See you at seven");
            }
            Part::NextCursor(_) => kinds.push('?'),
        }
    }
    assert_eq!(kinds, "cSsssmmt", "contact, ledger newest first, messages, texts");
    // There is nothing of another guest's mail, and no other name at the shared number.
    let other = world.export("g1", 0, "").await;
    let of_mail =
        other.iter().filter(|part| matches!(part, Part::Message(m) if m.campaign_id == mail.campaign_id));
    assert_eq!(of_mail.count(), 1);
    assert!(!format!("{other:?}").contains("First0"));
    for limit in [1, 3, 7] {
        let (mut pages, mut cursor) = (Vec::new(), String::new());
        loop {
            let mut page = world.export("g0", limit, &cursor).await;
            match page.pop() {
                Some(Part::NextCursor(next)) => cursor = next,
                last => {
                    pages.extend(page);
                    pages.extend(last);
                    break;
                }
            }
            assert_eq!(page.len(), limit as usize);
            pages.extend(page);
        }
        assert_eq!(pages, all, "{limit} at a time");
    }
}

#[tokio::test]
async fn an_erased_guest_has_nothing_to_export() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    world.publish(erased("g0")).await;
    eventually("the erasure", || async { world.export("g0", 0, "").await.is_empty().then_some(()) }).await;
}
