//! Ten thousand webhooks at once.

use futures::stream::{self, StreamExt as _};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use saffron_sandbox::card::{Command, Delivery, NewStatus, signature};
use saffron_sandbox::till::Secret;
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::mirror::equal;
use crate::world::{WEBHOOK_SECRET, World};

/// Events of the burst.
const EVENTS: usize = 10_000;
/// Deliveries under way at once.
const AT_ONCE: usize = 64;

fn refund(of: &str, amount: i64, pending: bool) -> Command {
    Command::Refund { of: of.to_owned(), amount: Some(amount), reason: None, metadata: Vec::new(), pending }
}

/// Events about everything the provider has, over and over until there are enough; of some objects there are none at
/// all, as if every delivery of theirs was lost.
fn events(world: &World) -> Vec<String> {
    let truth = world.card.truth(&world.account, 0).unwrap();
    let kinds = ["payment_intents", "charges", "refunds", "disputes"];
    let objects: Vec<&Value> = kinds.iter().flat_map(|kind| truth[*kind].as_array().unwrap()).collect();
    let told = objects.iter().enumerate().filter(|(number, _)| number % 10 != 3).map(|(_, object)| object);
    let event = |(number, object): (usize, &&Value)| {
        json!({"id": format!("evt_burst_{number}"), "object": "event", "account": world.account,
            "created": world.clock.now().as_second(), "type": "something.updated", "data": {"object": object}})
        .to_string()
    };
    told.cycle().take(EVENTS).enumerate().map(event).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_webhooks_leave_the_mirror_equal_to_the_truth() {
    let world = World::with_days(0).await;
    world.read().await;
    // The provider tells nobody by itself.
    world.card.set_delivery(Delivery::Drop, 1);
    let paid = world.pay(NewStatus::Succeeded, 4200, 250);
    let held = world.pay(NewStatus::RequiresCapture, 1900, 50);
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
    let begun = std::time::Instant::now();
    let deliver = |(number, body): (usize, String)| {
        // Things go on happening meanwhile.
        match number {
            3_000 => drop(world.command(refund(&paid[130], 7, false))),
            6_000 => drop(world.command(Command::Capture { intent: held[3].clone(), amount: Some(1500) })),
            9_000 => drop(world.command(Command::Cancel { intent: held[4].clone(), reason: None })),
            _ => {}
        }
        let signed = signature(&secret, world.clock.now().as_second(), &body);
        let world = &world;
        // As the provider does: again and again until it is taken.
        async move {
            eventually("a webhook to be taken", || async { world.webhook(&body, &signed).await.ok() }).await
        }
    };
    let count = burst.len();
    let kept = stream::iter(burst.into_iter().enumerate()).map(deliver).buffer_unordered(AT_ONCE);
    assert!(kept.all(|kept| async move { kept }).await);
    println!("{count} deliveries taken in {:?}", begun.elapsed());
    equal(&world).await;
    println!("the mirror was the truth after {:?}", begun.elapsed());
    let taken = "SELECT count(*) FROM notice WHERE event_id LIKE 'evt_burst_%'";
    assert_eq!(world.count(taken).await, EVENTS as i64);
}
