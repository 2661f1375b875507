use saffron_core::Code;
use saffron_sandbox::card::Mode;
use saffron_testkit::eventually;

use crate::world::{POS, World, check, field, refusal};

async fn account(world: &World, pos_id: &str) -> Option<String> {
    let found: Option<Option<String>> =
        sqlx::query_scalar("SELECT account_id FROM location WHERE pos_id = $1")
            .bind(pos_id)
            .fetch_optional(&world.pool)
            .await
            .unwrap();
    found.flatten()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_account_of_a_location_is_kept() {
    let world = World::at("2026-07-18T12:00:00Z").await;
    world.link(POS, Some("acct_new"), 7).await;
    world.link(POS, Some("acct_old"), 5).await;
    // Another location gets the account later, and this one loses it.
    world.link("other", Some("acct_x"), 9).await;
    world.link("third", Some("acct_x"), 8).await;
    world.link("last", Some("acct_last"), 10).await;
    eventually("all events", || async { account(&world, "last").await }).await;
    assert_eq!(account(&world, POS).await.as_deref(), Some("acct_new"));
    assert_eq!(account(&world, "other").await.as_deref(), Some("acct_x"));
    assert_eq!(account(&world, "third").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_account_is_buried_and_others_are_set() {
    let world = World::at("2026-07-18T12:00:00Z").await;
    world.link(POS, Some("no account"), 1).await;
    world.link("other", Some("acct_x"), 2).await;
    eventually("the good one", || async { account(&world, "other").await }).await;
    eventually("the letter", || async { (world.nats.letters().await == 1).then_some(()) }).await;
    assert_eq!(account(&world, POS).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn open_objects_are_read_again_at_half_past_four() {
    // 04:20 in New York.
    let world = World::at("2026-07-18T08:20:00Z").await;
    world.read().await;
    // Unpaid payments stay open for good, and are read for five weeks; other objects for 200 days.
    let now = world.now().as_second();
    for (id, days, is_final) in [
        ("left", 34, false),
        ("left_long_ago", 36, false),
        ("open", 199, false),
        ("too_old", 201, false),
        ("done", 1, true),
    ] {
        let (created, is_payment) = (now - days * 86_400, id.starts_with("left"));
        let row = if is_payment {
            "INSERT INTO payment_intent (pos_id, id, read_number, created, state, amount, amount_captured,
               amount_refunded, final, object) VALUES ($1, $2, 0, $3, 'PAYMENT_INCOMPLETE', 1, 0, 0, $4, '{}')"
        } else {
            "INSERT INTO refund (pos_id, id, read_number, created, amount, final, object)
             VALUES ($1, $2, 0, $3, 1, $4, '{}')"
        };
        sqlx::query(row).bind(POS).bind(id).bind(created).bind(is_final).execute(&world.pool).await.unwrap();
    }
    sqlx::query("UPDATE location SET read_again = '2026-07-17'").execute(&world.pool).await.unwrap();
    let marked = "stale WHERE id = 'open'";
    world.set_clock("2026-07-18T08:29:00Z");
    eventually("a poll", || async {
        let polled = world.count("location WHERE polled_at >= '2026-07-18T08:29:00Z'").await;
        (polled == 1).then_some(())
    })
    .await;
    assert_eq!(world.count(marked).await, 0);
    world.set_clock("2026-07-18T08:31:00Z");
    eventually("the mark", || async { (world.count(marked).await == 1).then_some(()) }).await;
    assert_eq!(world.count("stale WHERE id = 'left'").await, 1);
    assert_eq!(world.count("stale WHERE id IN ('left_long_ago', 'too_old', 'done')").await, 0);
}

/// Sends a batch of one check that was received at this moment, with the location's time zone at that moment.
async fn batch(world: &World, received_at: &str, zone: &str, id: &str) {
    let events = [world.event("check.closed", check(id, "2026-07-18T10:00:00Z", None, 1.0))];
    world.ingest_at(received_at.parse().unwrap(), zone, POS, &events).await;
    world.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_batch_does_not_set_the_time_zone_back() {
    const EAST: &str = "America/New_York";
    const WEST: &str = "Pacific/Honolulu";
    let world = World::at("2026-07-18T12:00:00Z").await;
    batch(&world, "2026-07-18T09:00:00Z", WEST, "c1").await;
    assert_eq!(world.zone_of(POS).await, WEST);
    batch(&world, "2026-07-18T11:00:00Z", EAST, "c2").await;
    batch(&world, "2026-07-18T10:00:00Z", WEST, "c3").await;
    assert_eq!(world.zone_of(POS).await, EAST, "a batch that came in before");
    batch(&world, "2026-07-18T11:30:00Z", WEST, "c4").await;
    assert_eq!(world.zone_of(POS).await, WEST, "a batch that came in after");
    // Auth sets New York at noon; a zone that the gateway stamps within the next minute may be of before.
    world.link(POS, None, 1).await;
    eventually("the event of auth", || async { (world.zone_of(POS).await == EAST).then_some(()) }).await;
    batch(&world, "2026-07-18T12:00:30Z", WEST, "c5").await;
    assert_eq!(world.zone_of(POS).await, EAST);
    batch(&world, "2026-07-18T12:01:30Z", WEST, "c6").await;
    assert_eq!(world.zone_of(POS).await, WEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_metadata_that_name_the_location_confirm_an_account() {
    let world = World::with_days(0).await;
    assert!(world.check_account(POS, &world.account).await.unwrap());
    assert!(!world.check_account("other", &world.account).await.unwrap());
    assert!(!world.check_account(POS, "acct_of_nobody").await.unwrap());
    assert_eq!(field(world.check_account(POS, "../balance").await), "cardAccount");
    assert_eq!(field(world.check_account("", &world.account).await), "posID");
    assert_eq!(world.check_account_as_owner().await.code(), tonic::Code::Unauthenticated);
    // Down, and asking for a pause without end.
    for mode in [Mode::Down, Mode::RateLimited { retry_after: u64::MAX }] {
        world.card.set_mode(mode, None);
        assert_eq!(
            refusal(world.check_account(POS, &world.account).await).code,
            Code::Unavailable,
            "{mode:?}"
        );
    }
    world.card.set_mode(Mode::Normal, None);
    assert!(world.check_account(POS, &world.account).await.unwrap());
    assert_eq!(world.count("location").await, 0, "nothing is stored");
}
