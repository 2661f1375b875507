use saffron_core::Code;

use crate::world::{code_of, world};

#[tokio::test]
async fn a_stopped_service_has_its_sessions_at_the_next_start() {
    let mut world = world().await;
    let session = world.enter("ana@saffron.example").await;
    world.service.stop().await;
    assert_eq!(code_of(world.resolve(&session.session_id).await).0, Code::Unavailable);
    world.service.restart().await;
    assert_eq!(world.resolve(&session.session_id).await.unwrap().handle, session.handle);
}
