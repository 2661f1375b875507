//! Thousands of webhooks at once.

use futures::stream::{self, StreamExt as _};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use saffron_core::Secret;
use saffron_sandbox::card::{Command, Delivery, PaymentStatus, signature};
use saffron_testkit::{eventually, number};
use serde_json::{Value, json};

use super::mirror::equal;
use crate::world::{WEBHOOK_SECRET, World};

/// Events of the burst; a third as many come again.
fn events_sent() -> usize {
    number("SAFFRON_TEST_WEBHOOKS").unwrap_or(1_500) as usize
}
/// Deliveries at once.
const AT_ONCE: usize = 64;

fn refund(of: &str, amount: i64, pending: bool) -> Command {
    Command::Refund { of: of.to_owned(), amount: Some(amount), reason: None, metadata: Vec::new(), pending }
}

/// Events about all objects of the provider, repeated until there are enough; some objects have none, as if all their
/// deliveries were lost.
fn events(world: &World) -> Vec<String> {
    let truth = world.card.truth(&world.account, 0).unwrap();
    let kinds = ["payment_intents", "charges", "refunds", "disputes"];
    let objects: Vec<&Value> = kinds.iter().flat_map(|kind| truth[*kind].as_array().unwrap()).collect();
    let named = objects.iter().enumerate().filter(|(number, _)| number % 10 != 3).map(|(_, object)| object);
    let event = |(number, object): (usize, &&Value)| {
        json!({"id": format!("evt_burst_{number}"), "object": "event", "account": world.account,
            "created": world.now().as_second(), "type": "something.updated", "data": {"object": object}})
        .to_string()
    };
    named.cycle().take(events_sent()).enumerate().map(event).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_webhooks_leaves_the_mirror_equal() {
    let world = World::with_days(0).await;
    world.read().await;
    // The provider sends no webhooks itself.
    world.card.set_delivery(Delivery::Drop, 1);
    let paid = world.pay(PaymentStatus::Succeeded, 4200, 250);
    let held = world.pay(PaymentStatus::RequiresCapture, 1900, 50);
    for (number, id) in paid.iter().enumerate().take(120) {
        world.command(refund(id, 100 + number as i64, number % 4 == 0));
    }
    for id in &paid[200..210] {
        world.command(Command::Dispute { of: id.clone(), reason: None });
    }
    let events = events(&world);
    let thrice = events.iter().enumerate().filter(|(number, _)| number % 6 == 0);
    let again: Vec<String> = thrice.flat_map(|(_, event)| [event.clone(), event.clone()]).collect();
    let mut burst = [events, again].concat();
    burst.shuffle(&mut StdRng::seed_from_u64(1));
    let secret = Secret::new(WEBHOOK_SECRET);
    let count = burst.len();
    let begun = std::time::Instant::now();
    let deliver = |(number, body): (usize, String)| {
        // Trade continues meanwhile.
        if number == count / 4 {
            world.command(refund(&paid[130], 7, false));
        } else if number == count / 2 {
            world.command(Command::Capture { intent: held[3].clone(), amount: Some(1500) });
        } else if number == count * 3 / 4 {
            world.command(Command::Cancel { intent: held[4].clone(), reason: None });
        }
        let signed = signature(&secret, world.now().as_second(), &body);
        let world = &world;
        // As the provider does: repeatedly, until the event is taken.
        async move {
            eventually("a webhook to be taken", || async { world.webhook(&body, &signed).await.ok() }).await
        }
    };
    let kept = stream::iter(burst.into_iter().enumerate()).map(deliver).buffer_unordered(AT_ONCE);
    assert!(kept.all(|kept| async move { kept }).await);
    println!("{count} deliveries taken in {:?}", begun.elapsed());
    equal(&world).await;
    println!("the mirror was the truth after {:?}", begun.elapsed());
    let taken = "notice WHERE event_id LIKE 'evt_burst_%'";
    assert_eq!(world.count(taken).await, events_sent() as i64);
}
