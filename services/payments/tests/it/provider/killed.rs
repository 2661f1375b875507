//! payments as a process of its own that is killed repeatedly.

use std::time::Duration;

use saffron_core::Clock;
use saffron_kit::CancellationToken;
use saffron_kit::config::Env;
use saffron_sandbox::card::{Command, Delivery, PaymentStatus};
use saffron_testkit::{PATIENCE, Process};

use super::mirror::difference;
use crate::world::{CARD_KEY, WEBHOOK_SECRET, World};

/// Runs the service in the process, as its binary does. Does nothing in the process of the tests.
#[test]
fn as_a_process() {
    if Process::instruction().is_none() {
        return;
    }
    let env = Env::of_process();
    let _telemetry = saffron_kit::telemetry::start("payments", &env).unwrap();
    let config = saffron_payments::Config::from_env(&env).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let running = async {
        saffron_payments::start(config, Clock::system(), CancellationToken::new()).await?.stopped().await
    };
    runtime.block_on(running).unwrap();
}

/// Starts the process, waits until it serves, and searches its log for secrets.
async fn start(world: &World) -> Process {
    let mut variables = world.variables.clone();
    variables.insert("SAFFRON_LOG".into(), "trace".into());
    let check = |line: &str| {
        assert!(!line.contains(CARD_KEY) && !line.contains(WEBHOOK_SECRET), "{line}");
    };
    let process = Process::start("provider::killed::as_a_process", "", &variables, check).await;
    world.connect_to(&process.address);
    process
}

/// Kills the process, and ends its claims.
async fn kill(world: &World, process: Process) {
    let lines = process.kill().await;
    assert!(lines > 100, "it logs everything");
    for minute in [
        "UPDATE location SET poll_at = poll_at - interval '1 minute'",
        "UPDATE stale SET due_at = due_at - interval '1 minute'",
    ] {
        sqlx::query(minute).execute(&world.pool).await.unwrap();
    }
}

/// Waits until there are more of these rows than before.
async fn more(world: &World, rows: &str) {
    let before = world.count(rows).await;
    patiently(rows, || async { (world.count(rows).await > before).then_some(()) }).await;
}

fn refund(world: &World, of: &str, amount: i64) {
    let (of, amount) = (of.to_owned(), Some(amount));
    world.command(Command::Refund { of, amount, reason: None, metadata: Vec::new(), pending: false });
}

/// Waits longer, because everything is logged.
async fn patiently<F: Future<Output = Option<()>>>(what: &str, look: impl Fn() -> F) {
    let patient = async {
        while look().await.is_none() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE * 3, patient).await.is_ok(), "waited in vain for {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_change_nothing_and_no_secret_is_logged() {
    const PAYMENTS: &str = "payment_intent";
    const EVENTS: &str = "notice";
    let mut world = World::with_days(20).await;
    world.service.kill().await;
    world.card.set_delivery(Delivery::Shuffle, 2);
    // During the first page of history, and during a later one, while webhooks arrive.
    let first = start(&world).await;
    world.linked().await;
    more(&world, "history").await;
    kill(&world, first).await;
    let second = start(&world).await;
    let paid = world.pay(PaymentStatus::Succeeded, 1234, 60);
    more(&world, PAYMENTS).await;
    kill(&world, second).await;
    // During webhooks and the fetching of their objects; some webhooks arrive while no process runs.
    for round in 0..3 {
        let process = start(&world).await;
        world.pay(PaymentStatus::Succeeded, 1234, 40);
        for id in &paid[round * 20..round * 20 + 20] {
            refund(&world, id, 100 + round as i64);
        }
        more(&world, EVENTS).await;
        kill(&world, process).await;
        refund(&world, &paid[round], 7);
    }
    let last = start(&world).await;
    patiently("the mirror to be the truth", || async {
        let fresh = "location WHERE as_of > now() - interval '1 minute'";
        (world.count(fresh).await == 1 && difference(&world).await.is_none()).then_some(())
    })
    .await;
    kill(&world, last).await;
}
