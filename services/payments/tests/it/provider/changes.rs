use saffron_core::Code;
use saffron_proto::payments::{CancelPaymentIntentRequest, CapturePaymentIntentRequest, PaymentIntent};
use saffron_sandbox::card::{Mode, PaymentStatus};
use serde_json::Value;

use super::mirror::equal;
use crate::world::{POS, World, field, refusal};

fn capture(id: &str, key: &str) -> CapturePaymentIntentRequest {
    CapturePaymentIntentRequest { pos_id: POS.into(), id: id.into(), idempotency_key: key.into() }
}

fn cancel(id: &str, key: &str) -> CancelPaymentIntentRequest {
    CancelPaymentIntentRequest { pos_id: POS.into(), id: id.into(), idempotency_key: key.into() }
}

fn state(intent: Option<PaymentIntent>) -> String {
    intent.unwrap().summary.unwrap().state
}

/// How often the provider received this call.
fn count(world: &World, id: &str, field: &str) -> Value {
    let truth = world.card.truth(&world.account, 0).unwrap();
    let all = truth["payment_intents"].as_array().unwrap();
    all.iter().find(|intent| intent["id"] == id).unwrap()[field].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_is_captured_or_cancelled_once() {
    let world = World::with_days(0).await;
    world.read().await;
    let held = world.pay(PaymentStatus::RequiresCapture, 2500, 3);
    equal(&world).await;
    let mut client = world.client();
    let answer = client
        .capture_payment_intent(world.request(&[POS], capture(&held[0], "k1")))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(state(answer.payment_intent), "PAYMENT_SUCCESS");
    assert_eq!(count(&world, &held[0], "amount_received"), 2500);
    // A double tap, and the same key for another request.
    let again = client
        .capture_payment_intent(world.request(&[POS], capture(&held[0], "k1")))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(state(again.payment_intent), "PAYMENT_SUCCESS");
    let other = refusal(client.capture_payment_intent(world.request(&[POS], capture(&held[1], "k1"))).await);
    assert_eq!((other.code, other.field.as_deref()), (Code::Conflict, Some("idempotencyKey")));
    assert_eq!(count(&world, &held[1], "amount_received"), 0);
    // With another key it is captured already.
    let done = refusal(client.capture_payment_intent(world.request(&[POS], capture(&held[0], "k2"))).await);
    assert_eq!(done.code, Code::Conflict);
    assert!(
        done.message.contains("no more be captured") || done.message.contains("already captured"),
        "{done}"
    );
    let answer = client
        .cancel_payment_intent(world.request(&[POS], cancel(&held[1], "k1")))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(state(answer.payment_intent), "PAYMENT_CANCELLED");
    let late = refusal(client.capture_payment_intent(world.request(&[POS], capture(&held[1], ""))).await);
    assert_eq!(late.code, Code::Conflict);
    // Two at once.
    let mut second = world.client();
    let (one, two) = tokio::join!(
        client.capture_payment_intent(world.request(&[POS], capture(&held[2], "k3"))),
        second.capture_payment_intent(world.request(&[POS], capture(&held[2], "k3")))
    );
    assert_eq!(state(one.unwrap().into_inner().payment_intent), "PAYMENT_SUCCESS");
    assert_eq!(state(two.unwrap().into_inner().payment_intent), "PAYMENT_SUCCESS");
    equal(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_change_gives_the_reason() {
    let world = World::with_days(0).await;
    world.read().await;
    let held = world.pay(PaymentStatus::RequiresCapture, 2500, 1);
    equal(&world).await;
    let mut client = world.client();
    let foreign =
        refusal(client.capture_payment_intent(world.request(&["other"], capture(&held[0], "k"))).await);
    assert_eq!((foreign.code, foreign.field.as_deref()), (Code::Forbidden, Some("posID")));
    let elsewhere = CapturePaymentIntentRequest { pos_id: "other".into(), ..capture(&held[0], "k") };
    let unknown = refusal(client.capture_payment_intent(world.request(&["other"], elsewhere)).await);
    assert_eq!(unknown.code, Code::NotFound);
    let nothing =
        refusal(client.cancel_payment_intent(world.request(&[POS], cancel("pi_of_nobody", "k"))).await);
    assert_eq!(nothing.code, Code::NotFound);
    assert_eq!(field(client.cancel_payment_intent(world.request(&[POS], cancel("../x", "k"))).await), "id");
    assert_eq!(count(&world, &held[0], "status"), "requires_capture");
    world.card.set_mode(Mode::Down, None);
    let away = refusal(client.capture_payment_intent(world.request(&[POS], capture(&held[0], "k"))).await);
    assert_eq!(away.code, Code::Unavailable);
    world.card.set_mode(Mode::Normal, None);
    // The same call again, with the same key, succeeds now.
    let answer = client
        .capture_payment_intent(world.request(&[POS], capture(&held[0], "k")))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(state(answer.payment_intent), "PAYMENT_SUCCESS");
}
