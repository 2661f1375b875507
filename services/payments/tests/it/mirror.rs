//! The mirror is the provider's truth, whatever happens to webhooks, to the provider and to the service.

use saffron_proto::payments::ListPaymentIntentsRequest;
use saffron_sandbox::card::{self, Command, Delivery, Mirror, Mode, NewStatus, PayoutTo};
use serde_json::Value;
use sqlx::PgPool;

use crate::world::{POS, World, eventually_long};

/// The first difference between the mirror and the provider; none if there is none.
async fn difference(world: &World) -> Option<String> {
    difference_from(&world.pool, &world.card.truth(&world.account, 0).unwrap()).await
}

/// The same, where the provider's truth is known.
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

/// Waits until the mirror is the provider's truth.
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

/// Something of everything: payments of each state, refunds, a dispute.
fn some_trade(world: &World) -> Vec<String> {
    let mut made = Vec::new();
    for status in [
        NewStatus::Succeeded,
        NewStatus::Canceled,
        NewStatus::RequiresCapture,
        NewStatus::RequiresPaymentMethod,
        NewStatus::RequiresConfirmation,
        NewStatus::RequiresAction,
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
async fn history_is_read_to_the_cent_and_payouts_are_the_sums_of_their_transactions() {
    let world = World::with_days(20).await;
    world.read().await;
    equal(&world).await;
    let payouts = world.count("SELECT count(*) FROM payout WHERE contents IS NOT NULL").await;
    assert!(payouts >= 10, "{payouts} payouts tell what they contain");
    let truth = world.card.truth(&world.account, 0).unwrap();
    let planted = truth["mismatches"]["payouts_that_differ"].as_array().unwrap().len() as i64;
    let sums = "SELECT count(*) FROM payout AS p WHERE contents IS NOT NULL AND amount <> (SELECT sum(net) FROM \
                balance_transaction AS b WHERE b.pos_id = p.pos_id AND b.payout_id = p.id)";
    assert_eq!(world.count(sums).await, planted);
    // History is no news.
    let news = world.nats.stored("EVENTS").await;
    assert!(
        !news.iter().any(|(subject, _)| subject.ends_with("payment_changed")),
        "history was told as news"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_in_any_order_and_number_and_none_at_all_give_the_same_mirror() {
    let world = World::with_days(1).await;
    world.read().await;
    let mut payments = world.nats.listen(&format!("saffron.v1.{POS}.payments.payment_changed")).await;
    let mut screens = world.nats.listen(&format!("push.v1.location.{POS}.payments_changed")).await;
    for (delivery, times) in
        [(Delivery::Normal, 1), (Delivery::Shuffle, 1), (Delivery::Shuffle, 3), (Delivery::Drop, 1)]
    {
        world.card.set_delivery(delivery, times);
        let made = some_trade(&world);
        equal(&world).await;
        let told = payments.expect_event(|event| event.data["paymentIntentId"] == made[0].as_str()).await;
        assert_eq!(told.data["amount"], 1234);
        screens.expect_event(|_| true).await;
    }
    // What was told once more changes nothing.
    let version = world.count("SELECT version FROM location").await;
    let before = world.count("SELECT count(*) FROM notice").await;
    world.card.set_delivery(Delivery::Shuffle, 2);
    world.card.tell_again(&world.account, 0).unwrap();
    world.card.settled().await;
    equal(&world).await;
    let after = world.count("SELECT count(*) FROM notice").await;
    let changed = world.count("SELECT version FROM location").await;
    assert!(after >= before && changed <= version + 20, "{version} -> {changed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_and_a_crash_in_its_midst_lose_nothing() {
    let mut world = World::with_days(0).await;
    world.read().await;
    world.card.set_delivery(Delivery::Shuffle, 1);
    world.pay(NewStatus::Succeeded, 999, 700);
    for _ in 0..3 {
        let seen = world.count("SELECT count(*) FROM payment_intent").await;
        eventually_long("some of it", || async {
            (world.count("SELECT count(*) FROM payment_intent").await > seen).then_some(())
        })
        .await;
        world.restart().await;
    }
    equal(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_fails_leaves_what_was_mirrored_and_is_caught_up_with() {
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
        let made = world.pay(NewStatus::Succeeded, 777, 2);
        // The webhooks are taken nonetheless.
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
async fn a_payout_goes_its_way() {
    let world = World::with_days(8).await;
    world.read().await;
    let mut payouts = world.nats.listen(&format!("saffron.v1.{POS}.payments.payout_changed")).await;
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
    let told = payouts.expect_event(|event| event.data["state"] == "PAYOUT_FAILED").await;
    assert_eq!(told.data["payoutID"], payout.as_str());
    equal(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_gap_that_events_do_not_reach_across_history_is_read_again() {
    let world = World::with_days(0).await;
    world.read().await;
    world.card.set_delivery(Delivery::Drop, 1);
    sqlx::query("UPDATE location SET last_event = 'evt_long_gone', as_of = NULL")
        .execute(&world.pool)
        .await
        .unwrap();
    some_trade(&world);
    equal(&world).await;
    assert_eq!(world.count("SELECT count(*) FROM history WHERE done").await, 5);
    // An account that was not read for a month begins anew too.
    sqlx::query("UPDATE location SET polled_at = polled_at - interval '40 days'")
        .execute(&world.pool)
        .await
        .unwrap();
    some_trade(&world);
    equal(&world).await;
}
