use jiff::SignedDuration;
use saffron_testkit::eventually;

use crate::world::{ADDRESS, world};

#[tokio::test]
async fn what_has_ended_is_forgotten_and_the_rest_stays() {
    let world = world().await;
    world.enter("ana@saffron.example").await;
    world.provision("pizza").await;
    world.try_login("nobody@saffron.example", "a wrong password", ADDRESS).await.unwrap_err();
    world.pass(SignedDuration::from_hours(24 * 31));
    let fresh = world.enter("bo@saffron.example").await;
    world.provision("tacos").await;
    world.try_login("somebody@saffron.example", "a wrong password", ADDRESS).await.unwrap_err();
    // Whoever starts looks at once.
    let _other = world.start_another().await;
    eventually("one session and one code", || async {
        let left =
            (world.count("sessions").await, world.count("link_codes").await, world.count("tries").await);
        // Three tries are left: a sign-up, an account, an address.
        (left == (1, 1, 3)).then_some(())
    })
    .await;
    world.resolve(&fresh.session_id).await.unwrap();
}
