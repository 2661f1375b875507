//! Erasing one guest forgets an address only if no other stored guest has it.

use saffron_testkit::eventually;
use serde_json::json;

use crate::world::{NOON, POS, World, email, erased, guest, mail_to, phone, text_to, with};

impl World {
    async fn erase(&self, id: &str) {
        self.publish(erased(id)).await;
        eventually("the erasure", || async {
            let known = format!("contact WHERE pos_customer_id = '{id}' AND erased_at IS NOT NULL");
            (self.count(&known).await == 1).then_some(())
        })
        .await;
    }

    /// A guest's addresses as they are stored.
    async fn addresses_of(&self, id: &str) -> (Option<String>, Option<String>) {
        sqlx::query_as("SELECT email, phone FROM contact WHERE pos_customer_id = $1")
            .bind(id)
            .fetch_one(&self.pool)
            .await
            .unwrap()
    }
}

#[tokio::test]
async fn a_kept_guest_keeps_a_shared_address() {
    let world = World::at(NOON).await;
    let shared = json!({"cellPhoneNumber": phone(0)});
    world.facts(POS, "customer.upserted", &[guest(0, true), with(guest(1, true), shared.clone())]).await;
    let sent = world.send(text_to([0])).await.unwrap();
    world.finished(&sent.campaign_id).await;
    world.erase("g0").await;
    assert_eq!(world.addresses_of("g0").await, (None, None));
    assert_eq!(world.addresses_of("g1").await, (Some(email(1)), Some(phone(0))));
    // A later version of the kept guest has it, too.
    let later = with(with(guest(1, true), shared), json!({"revision": 2, "firstName": "Second"}));
    world.facts(POS, "customer.upserted", &[later]).await;
    assert_eq!(world.addresses_of("g1").await, (Some(email(1)), Some(phone(0))));
    let sent = world.send(text_to([0])).await.unwrap();
    assert_eq!(world.finished(&sent.campaign_id).await.sent, 1);
    // A guest of another id with the erased guest's own address is the same person.
    let again = with(guest(2, true), json!({"email": email(0)}));
    world.facts(POS, "customer.upserted", &[again]).await;
    assert_eq!(world.addresses_of("g2").await, (None, None));
}

#[tokio::test]
async fn a_kept_guest_is_not_blanked_by_an_erased_guests_address() {
    let world = World::at(NOON).await;
    world.guests(2).await;
    world.erase("g0").await;
    // A kept guest gets the phone that an erased one had: the email stays theirs.
    let taken = with(guest(1, true), json!({"revision": 2, "cellPhoneNumber": phone(0)}));
    world.facts(POS, "customer.upserted", &[taken]).await;
    assert_eq!(world.addresses_of("g1").await.0, Some(email(1)));
}

#[tokio::test]
async fn a_placeholder_is_no_address() {
    let world = World::at(NOON).await;
    let placeholders = json!({"email": "noemail@noemail.com", "cellPhoneNumber": "555-555-5555"});
    world.facts(POS, "customer.upserted", &[with(guest(0, true), placeholders)]).await;
    assert_eq!(world.addresses_of("g0").await, (None, None));
    let mail = mail_to([0]);
    let refused = world
        .send(saffron_proto::marketing::Draft { emails: vec!["noemail@noemail.com".into()], ..mail })
        .await;
    assert!(refused.is_err());
}
