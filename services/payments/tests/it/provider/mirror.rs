//! The mirror equals the provider's state after any failure of webhooks, of the provider and of the service.

use saffron_proto::payments::ListPaymentIntentsRequest;
use saffron_sandbox::card::{self, Command, Delivery, Mirror, Mode, PaymentStatus, PayoutTo};
use serde_json::Value;
use sqlx::PgPool;

use crate::world::{POS, World, eventually_long};

/// The first difference between the mirror and the provider.
pub async fn difference(world: &World) -> Option<String> {
    difference_from(&world.pool, &world.card.truth(&world.account, 0).unwrap()).await
}

/// The same with a known state of the provider.
pub async fn difference_from(pool: &PgPool, truth: &Value) -> Option<String> {
    let mut mirror = Mirror::new();
    for (kind, query) in [
        ("payment_intents", "SELECT object::text FROM payment_intent WHERE pos_id = $1"),
        ("refunds", "SELECT object::text FROM refund WHERE pos_id = $1"),
        ("payouts", "SELECT object::text FROM payout WHERE pos_id = $1"),
        ("balance_transactions", "SELECT object::text FROM balance_transaction WHERE pos_id = $1"),
        ("disputes", "SELECT object::text FROM dispute WHERE pos_id = $1"),
    ] {
        let rows: Vec<String> = sqlx::query_scalar(query).bind(POS).fetch_all(pool).await.unwrap();
        mirror.insert(kind, rows.iter().map(|text| serde_json::from_str(text).unwrap()).collect());
    }
    card::difference(truth, &mirror)
}

/// Waits until the mirror equals the provider's state.
pub async fn equal(world: &World) {
    let last = std::sync::Mutex::new(String::new());
    let wait = eventually_long("the mirror to be the truth", || async {
        match difference(world).await {
            None => Some(()),
            Some(what) => {
                *last.lock().unwrap() = what;
                None
            }
        }
    });
    if tokio::time::timeout(saffron_testkit::PATIENCE, wait).await.is_err() {
        panic!("{}", last.lock().unwrap());
    }
}

/// Makes payments of each state, refunds and a dispute.
fn some_trade(world: &World) -> Vec<String> {
    let mut made = Vec::new();
    for status in [
        PaymentStatus::Succeeded,
        PaymentStatus::Canceled,
        PaymentStatus::RequiresCapture,
        PaymentStatus::RequiresPaymentMethod,
        PaymentStatus::RequiresConfirmation,
        PaymentStatus::RequiresAction,
    ] {
        made.extend(world.pay(status, 1234, 3));
    }
    let refund = |of: &str, amount| Command::Refund {
        of: of.to_owned(),
        amount,
        reason: None,
        metadata: Vec::new(),
        pending: false,
    };
    world.command(refund(&made[0], Some(100)));
    world.command(refund(&made[0], Some(34)));
    world.command(refund(&made[1], None));
    world.command(Command::Dispute { of: made[2].clone(), reason: None });
    world.command(Command::Capture { intent: made[6].clone(), amount: None });
    world.command(Command::Cancel { intent: made[7].clone(), reason: None });
    made
}

#[tokio::test(flavor = "multi_thread")]
async fn history_is_read_to_the_cent() {
    let world = World::with_days_until(20, "2026-11-20T09:00:00Z").await;
    world.read().await;
    equal(&world).await;
    let payouts = world.count("payout WHERE contents IS NOT NULL").await;
    assert!(payouts >= 10, "{payouts} payouts have contents");
    let truth = world.card.truth(&world.account, 0).unwrap();
    let planted = truth["mismatches"]["payouts_that_differ"].as_array().unwrap().len() as i64;
    let sums = "payout AS p WHERE contents IS NOT NULL AND amount <> (SELECT sum(net) FROM \
                balance_transaction AS b WHERE b.pos_id = p.pos_id AND b.payout_id = p.id)";
    assert_eq!(world.count(sums).await, planted);
    // History is no news.
    let news = world.nats.stored("EVENTS").await;
    assert!(
        !news.iter().any(|(subject, _)| subject.ends_with("payment_changed")),
        "history was published as news"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn any_delivery_of_webhooks_gives_the_same_mirror() {
    let world = World::with_days(1).await;
    world.read().await;
    let mut payments = world.nats.subscribe(&format!("saffron.v1.{POS}.payments.payment_changed")).await;
    let mut screens = world.nats.subscribe(&format!("push.v1.location.{POS}.payments_changed")).await;
    for (delivery, times) in
        [(Delivery::Normal, 1), (Delivery::Shuffle, 1), (Delivery::Shuffle, 3), (Delivery::Drop, 1)]
    {
        world.card.set_delivery(delivery, times);
        let made = some_trade(&world);
        equal(&world).await;
        let changed = payments.expect_event(|event| event.data["paymentIntentId"] == made[0].as_str()).await;
        assert_eq!(changed.data["amount"], 1234);
        screens.expect_event(|_| true).await;
    }
    // A repeated event changes nothing.
    let version = version_of_location(&world).await;
    let before = world.count("notice").await;
    world.card.set_delivery(Delivery::Shuffle, 2);
    world.card.resend_events(&world.account, 0).unwrap();
    world.card.settled().await;
    equal(&world).await;
    let after = world.count("notice").await;
    let changed = version_of_location(&world).await;
    assert!(after >= before && changed <= version + 20, "{version} -> {changed}");
}

async fn version_of_location(world: &World) -> i64 {
    sqlx::query_scalar("SELECT version FROM location").fetch_one(&world.pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_during_a_burst_loses_nothing() {
    let mut world = World::with_days(0).await;
    world.read().await;
    world.card.set_delivery(Delivery::Shuffle, 1);
    world.pay(PaymentStatus::Succeeded, 999, 250);
    for _ in 0..3 {
        let seen = world.count("payment_intent").await;
        eventually_long("some of it", || async {
            (world.count("payment_intent").await > seen).then_some(())
        })
        .await;
        world.service.kill().await;
        world.service.restart().await;
    }
    equal(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mirror_recovers_after_failures_of_the_provider() {
    let world = World::with_days(1).await;
    world.read().await;
    for mode in [
        Mode::Down,
        Mode::Reset,
        Mode::RateLimited { retry_after: 1 },
        Mode::NotJson,
        Mode::WrongTypes,
        Mode::Truncated,
        Mode::Slow { millis: 300 },
    ] {
        world.card.set_mode(mode, None);
        let made = world.pay(PaymentStatus::Succeeded, 777, 2);
        // Webhooks are taken meanwhile.
        eventually_long("the mark", || async {
            let marked = sqlx::query_scalar::<_, bool>(
                "SELECT EXISTS (SELECT FROM stale WHERE id = $1 AND tries > 0)
                   OR EXISTS (SELECT FROM payment_intent WHERE id = $1)",
            );
            marked.bind(&made[0]).fetch_one(&world.pool).await.unwrap().then_some(())
        })
        .await;
        let (shown, page) = world.intents(ListPaymentIntentsRequest::default()).await;
        assert!(!shown.is_empty() && page.as_of.is_some(), "{mode:?}");
        world.card.set_mode(Mode::Normal, None);
        equal(&world).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_payout_is_published() {
    let world = World::with_days(8).await;
    world.read().await;
    let mut payouts = world.nats.subscribe(&format!("saffron.v1.{POS}.payments.payout_changed")).await;
    let open: Option<String> = sqlx::query_scalar(
        "SELECT id FROM payout WHERE state IN ('PAYOUT_PENDING', 'PAYOUT_INTRANSIT') ORDER BY created DESC LIMIT 1",
    )
    .fetch_optional(&world.pool)
    .await
    .unwrap();
    let payout = open.expect("a payout is on its way");
    let failed = PayoutTo::Failed("account_closed".into());
    if world
        .card
        .command(&world.account, Command::Payout { payout: payout.clone(), to: failed.clone() })
        .is_err()
    {
        world.command(Command::Payout { payout: payout.clone(), to: PayoutTo::InTransit });
        world.command(Command::Payout { payout: payout.clone(), to: failed });
    }
    let event = payouts.expect_event(|event| event.data["state"] == "PAYOUT_FAILED").await;
    assert_eq!(event.data["payoutID"], payout.as_str());
    equal(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn history_is_read_again_after_a_long_gap() {
    let world = World::with_days(0).await;
    world.read().await;
    world.card.set_delivery(Delivery::Drop, 1);
    sqlx::query("UPDATE location SET last_event = 'evt_long_gone', as_of = NULL")
        .execute(&world.pool)
        .await
        .unwrap();
    some_trade(&world);
    equal(&world).await;
    assert_eq!(world.count("history WHERE done").await, 5);
    // The history of an account that was not read for a month is read again, too.
    sqlx::query("UPDATE location SET polled_at = polled_at - interval '40 days'")
        .execute(&world.pool)
        .await
        .unwrap();
    some_trade(&world);
    equal(&world).await;
}
