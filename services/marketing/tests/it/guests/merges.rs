//! Merged guests are one recipient.

use saffron_core::event::CustomerMerged;
use saffron_proto::marketing::export_guest_response::Part;
use saffron_proto::marketing::{
    Channel, ExportGuestRequest, ListGuestTextsRequest, ListRecipientsRequest, NoteConsentRequest,
};
use saffron_testkit::{collected, eventually, listed, pos_id};
use serde_json::json;
use uuid::Uuid;

use crate::world::{NOON, POS, World, email, erased, field, guest, mail_to, phone, text_to, with};

impl World {
    async fn merge(&self, id: &str, into: Option<&str>, sequence: i64) {
        let data = CustomerMerged {
            pos_id: pos_id(POS),
            customer_id: id.parse().unwrap(),
            merged_into: into.map(|into| into.parse().unwrap()),
        };
        self.publish_as(Uuid::now_v7(), sequence, self.now(), data).await;
    }

    async fn merged(&self, id: &str, into: Option<&str>, sequence: i64) {
        self.merge(id, into, sequence).await;
        let stored = format!("contact WHERE pos_customer_id = '{id}' AND merged_sequence = {sequence}");
        eventually("the merge", || async { (self.count(&stored).await == 1).then_some(()) }).await;
    }

    async fn recipients(&self) -> Vec<String> {
        let message = ListRecipientsRequest {
            pos_id: POS.into(),
            channel: Channel::Email.into(),
            ..ListRecipientsRequest::default()
        };
        let answer = self.client().list_recipients(self.request(&[POS], message)).await.unwrap();
        listed(answer).await.0.into_iter().map(|one| one.pos_customer_id).collect()
    }
}

#[tokio::test]
async fn an_ended_guest_is_no_recipient() {
    let world = World::at(NOON).await;
    world.guests(2).await;
    world.merged("g0", Some("g1"), 5).await;
    assert_eq!(world.recipients().await, ["g1"]);
    assert_eq!(field(world.send(mail_to([0])).await), "emails[0]");
    // An older statement, and a later version of the ended guest, change nothing.
    world.merge("g0", None, 4).await;
    world.merged("g9", Some("g1"), 6).await;
    world.facts(POS, "customer.upserted", &[with(guest(0, true), json!({"revision": 2}))]).await;
    assert_eq!(world.recipients().await, ["g1"]);
    // A correction: it is a guest of its own again. One whom no till has sent is in no list.
    world.merged("g0", None, 7).await;
    world.merged("g9", None, 8).await;
    assert_eq!(world.recipients().await, ["g0", "g1"]);
    let sent = world.send(mail_to([0])).await.unwrap();
    assert_eq!(world.finished(&sent.campaign_id).await.sent, 1);
}

#[tokio::test]
async fn an_ended_id_is_answered_with_the_guest_that_stays() {
    let world = World::at(NOON).await;
    world.guests(2).await;
    let sent = world.send(text_to([0])).await.unwrap();
    world.finished(&sent.campaign_id).await;
    world.merged("g0", Some("g1"), 5).await;
    world.sms.say(&format!("+1{}", phone(0)), "See you at seven").await.unwrap();
    let texts = ListGuestTextsRequest { pos_id: POS.into(), ..ListGuestTextsRequest::default() };
    let texts = world.client().list_guest_texts(world.request(&[POS], texts)).await.unwrap();
    let text = listed(texts).await.0.remove(0);
    assert_eq!((text.pos_customer_id.as_str(), text.first_name.as_str()), ("g1", "First1"));
    let consent = NoteConsentRequest {
        pos_id: POS.into(),
        pos_customer_id: "g0".into(),
        channel: Channel::Email.into(),
        granted: false,
    };
    world.client().note_consent(world.request(&[POS], consent)).await.unwrap();
    let refused = world.send(mail_to([1])).await.unwrap();
    assert_eq!(world.finished(&refused.campaign_id).await.excluded, 1);
    // The export holds what is stored of both ids.
    for id in ["g0", "g1"] {
        let message = ExportGuestRequest {
            pos_id: POS.into(),
            pos_customer_id: id.into(),
            ..ExportGuestRequest::default()
        };
        let answer = world.client().export_guest(world.request(&[POS], message)).await.unwrap();
        let (mut contacts, mut to, mut texts) = (Vec::new(), Vec::new(), 0);
        for part in collected(answer).await.into_iter().filter_map(|part| part.part) {
            match part {
                Part::Contact(contact) => contacts.push(contact.email),
                Part::Message(message) => to.push(message.outcome.unwrap().pos_customer_id),
                Part::Text(_) => texts += 1,
                Part::Consent(_) | Part::NextCursor(_) => {}
            }
        }
        to.sort();
        assert_eq!((contacts, to, texts), (vec![email(1)], vec!["g0".to_owned(), "g1".to_owned()], 1));
    }
}

#[tokio::test]
async fn an_erased_guest_stays_erased_after_a_merge() {
    let world = World::at(NOON).await;
    world.guests(2).await;
    for id in ["g1", "g0"] {
        world.publish(erased(id)).await;
    }
    world.merged("g0", Some("g1"), 500).await;
    world.merged("g2", Some("g1"), 501).await;
    eventually("the erasures", || async {
        (world.count("contact WHERE erased_at IS NOT NULL").await == 2).then_some(())
    })
    .await;
    world.facts(POS, "customer.upserted", &[with(guest(0, true), json!({"revision": 2}))]).await;
    assert_eq!(world.count("contact WHERE email IS NOT NULL").await, 0);
    assert!(world.recipients().await.is_empty());
}
