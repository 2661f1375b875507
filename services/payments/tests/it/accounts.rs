use saffron_testkit::eventually;

use crate::world::{POS, World};

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
async fn the_newest_word_on_an_account_stands_in_whatever_order_it_comes() {
    let world = World::at("2026-07-18T12:00:00Z").await;
    world.link(POS, Some("acct_new"), 7).await;
    world.link(POS, Some("acct_old"), 5).await;
    // Another location gets the account later, and this one loses it.
    world.link("other", Some("acct_x"), 9).await;
    world.link("third", Some("acct_x"), 8).await;
    world.link("last", Some("acct_last"), 10).await;
    eventually("all words", || async { account(&world, "last").await }).await;
    assert_eq!(account(&world, POS).await.as_deref(), Some("acct_new"));
    assert_eq!(account(&world, "other").await.as_deref(), Some("acct_x"));
    assert_eq!(account(&world, "third").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_an_account_is_buried_and_the_rest_is_worked() {
    let world = World::at("2026-07-18T12:00:00Z").await;
    world.link(POS, Some("no account"), 1).await;
    world.link("other", Some("acct_x"), 2).await;
    eventually("the good one", || async { account(&world, "other").await }).await;
    eventually("the letter", || async { (world.nats.letters().await == 1).then_some(()) }).await;
    assert_eq!(account(&world, POS).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_final_is_read_again_at_half_past_four_in_the_morning() {
    // 04:20 in New York.
    let world = World::at("2026-07-18T08:20:00Z").await;
    world.read().await;
    // What a guest left unpaid stays open for ever, and is read for five weeks; everything else for 200 days.
    let now = world.clock.now().as_second();
    for (id, days, is_final) in [
        ("left", 34, false),
        ("left_long_ago", 36, false),
        ("open", 199, false),
        ("odd", 201, false),
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
    let marked = "SELECT count(*) FROM stale WHERE id = 'open'";
    world.clock.set("2026-07-18T08:29:00Z".parse().unwrap());
    eventually("a poll", || async {
        let polled =
            world.count("SELECT count(*) FROM location WHERE polled_at >= '2026-07-18T08:29:00Z'").await;
        (polled == 1).then_some(())
    })
    .await;
    assert_eq!(world.count(marked).await, 0);
    world.clock.set("2026-07-18T08:31:00Z".parse().unwrap());
    eventually("the mark", || async { (world.count(marked).await == 1).then_some(()) }).await;
    assert_eq!(world.count("SELECT count(*) FROM stale WHERE id = 'left'").await, 1);
    assert_eq!(
        world.count("SELECT count(*) FROM stale WHERE id IN ('left_long_ago', 'odd', 'done')").await,
        0
    );
}
