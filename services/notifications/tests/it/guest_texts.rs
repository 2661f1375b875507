//! A guest's text is delivered without its content.

use saffron_core::event::GuestTextReceived;
use saffron_testkit::eventually;
use uuid::Uuid;

use crate::world::{NOON, POS, World, pos_id};

#[tokio::test]
async fn guest_text_is_delivered_without_its_content() {
    let (world, ana, _) = World::at(NOON).await;
    let text_id = Uuid::now_v7();
    world.publish(GuestTextReceived { pos_id: pos_id(POS), text_id }).await;
    let inbox = eventually("it to be delivered", || async {
        let inbox = world.inbox(ana).await;
        (!inbox.is_empty()).then_some(inbox)
    })
    .await;
    assert_eq!(inbox.len(), 1);
    let shown = &inbox[0];
    assert_eq!(shown.notification, "A guest replied to your text");
    assert_eq!(shown.message, "Open it to read the reply.");
    let target = shown.target.as_ref().unwrap();
    assert_eq!((target.kind.as_str(), target.id.as_str()), ("text", text_id.to_string().as_str()));
}
