use saffron_core::Code;
use saffron_core::Secret;
use saffron_sandbox::card::signature;
use serde_json::json;

use crate::world::{POS, WEBHOOK_SECRET, World, refusal};

fn body(world: &World, account: &str, id: &str) -> String {
    json!({"id": id, "object": "event", "account": account, "created": world.now().as_second(),
        "type": "payment_intent.succeeded", "data": {"object": {"object": "payment_intent", "id": "pi_of_a_webhook"}}})
    .to_string()
}

async fn linked() -> World {
    let world = World::at("2026-07-18T12:00:00Z").await;
    world.read().await;
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn only_recently_signed_events_are_taken() {
    let world = linked().await;
    let (secret, now) = (Secret::new(WEBHOOK_SECRET), world.now().as_second());
    let event = body(&world, &world.account, "evt_1");
    let notes = "notice WHERE event_id = 'evt_1'";
    for bad in [
        String::new(),
        "t=1,v1=00".into(),
        signature(&Secret::new("whsec_of_another"), now, &event),
        signature(&secret, now - 301, &event),
        signature(&secret, now + 301, &event),
        signature(&secret, now, &body(&world, &world.account, "evt_2")),
    ] {
        let refused = refusal(world.webhook(&event, &bad).await);
        assert_eq!(
            (refused.code, refused.field.as_deref()),
            (Code::Invalid, Some("Stripe-Signature")),
            "{bad}"
        );
    }
    assert_eq!(world.count(notes).await, 0);
    let good = signature(&secret, now, &event);
    let older = signature(&Secret::new("whsec_before"), now, &event);
    assert!(world.webhook(&event, &format!("{older},v1=00")).await.unwrap());
    // The same event again is taken and changes nothing.
    let mark = async || -> i64 {
        let mark = sqlx::query_scalar("SELECT mark FROM stale WHERE id = 'pi_of_a_webhook'");
        mark.fetch_one(&world.pool).await.unwrap()
    };
    let first = mark().await;
    assert!(world.webhook(&event, &good).await.unwrap());
    assert_eq!((world.count(notes).await, mark().await), (1, first));
    for bad in ["[]", "{", r#"{"id": "evt_9"}"#] {
        let refused = refusal(world.webhook(bad, &signature(&secret, now, bad)).await);
        assert_eq!((refused.code, refused.field.as_deref()), (Code::Invalid, Some("body")), "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_of_an_unknown_account_is_not_kept() {
    let world = linked().await;
    let event = body(&world, "acct_unknown", "evt_1");
    let signed = signature(&Secret::new(WEBHOOK_SECRET), world.now().as_second(), &event);
    assert!(!world.webhook(&event, &signed).await.unwrap());
    assert_eq!(world.count("notice WHERE event_id = 'evt_1'").await, 0);
    // The same after the location lost its account.
    world.link(POS, None, 2).await;
    saffron_testkit::eventually("the account to be gone", || async {
        (world.count("location WHERE account_id IS NULL").await == 1).then_some(())
    })
    .await;
    let event = body(&world, &world.account, "evt_2");
    let signed = signature(&Secret::new(WEBHOOK_SECRET), world.now().as_second(), &event);
    assert!(!world.webhook(&event, &signed).await.unwrap());
}
