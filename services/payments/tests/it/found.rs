use saffron_proto::payments::{FindPaymentsRequest, FindPaymentsResponse, PaymentStatus};
use saffron_sandbox::card::{self, Command, NewPayment};
use saffron_testkit::pages;
use serde_json::Value;

use crate::provider::mirror::equal;
use crate::world::{POS, World, check, field, payment};

fn search(text: &str) -> FindPaymentsRequest {
    FindPaymentsRequest { search: text.into(), ..FindPaymentsRequest::default() }
}

async fn found(world: &World, message: FindPaymentsRequest) -> FindPaymentsResponse {
    world.client().find_payments(world.request(&[POS, "other"], message)).await.unwrap().into_inner()
}

fn ids(found: &FindPaymentsResponse) -> Vec<String> {
    let id = |payment: &saffron_proto::payments::FoundPayment| {
        assert_eq!(payment.pos_id, POS);
        let object: Value = serde_json::from_str(&payment.payment_intent.as_ref().unwrap().object).unwrap();
        object["id"].as_str().unwrap().to_owned()
    };
    found.payments.iter().map(id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_are_found_by_amount_card_check_and_status() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.read().await;
    let at = |hours: i64, amount: i64, status: card::PaymentStatus| {
        let created = Some(world.now().as_second() - hours * 3600);
        world.pay_as(NewPayment { created, ..payment(status, amount) }).remove(0)
    };
    use card::PaymentStatus::{RequiresCapture, Succeeded};
    let old = at(9000, 3184, Succeeded);
    let young = at(30, 3184, Succeeded);
    let refunded = at(20, 9900, Succeeded);
    let disputed = at(10, 7700, Succeeded);
    let held = at(5, 8800, RequiresCapture);
    world.command(Command::Refund {
        of: refunded.clone(),
        amount: Some(3184),
        reason: None,
        metadata: Vec::new(),
        pending: false,
    });
    world.command(Command::Dispute { of: disputed.clone(), reason: None });
    equal(&world).await;
    world.checks(&[check("k-9", "2026-07-17T10:00:00", Some(&young), 31.84)]).await;

    let hit = found(&world, search("$31.84")).await;
    assert_eq!((ids(&hit), hit.nearest), (vec![refunded.clone(), young.clone(), old.clone()], false));
    assert_eq!(ids(&found(&world, search("77")).await), std::slice::from_ref(&disputed));
    assert_eq!(ids(&found(&world, search("#K-9")).await), std::slice::from_ref(&young));
    let last4 = hit.payments[1].payment_intent.as_ref().unwrap().summary.as_ref().unwrap().last4.clone();
    assert!(ids(&found(&world, search(&last4)).await).contains(&young));
    let near = found(&world, search("31.85")).await;
    assert!(near.nearest);
    assert_eq!(ids(&near)[..2], [young.clone(), old.clone()]);

    let with =
        |status: PaymentStatus, text: &str| FindPaymentsRequest { status: status.into(), ..search(text) };
    assert_eq!(ids(&found(&world, with(PaymentStatus::Disputed, "")).await), std::slice::from_ref(&disputed));
    assert_eq!(ids(&found(&world, with(PaymentStatus::Held, "")).await), [held]);
    assert_eq!(ids(&found(&world, with(PaymentStatus::Refunded, "31.84")).await), [refunded]);
    let none = found(&world, with(PaymentStatus::Disputed, "31.84")).await;
    assert!(none.payments.is_empty() && !none.nearest);

    let page = async |cursor: String| {
        let message = FindPaymentsRequest { limit: 1, cursor, ..with(PaymentStatus::Succeeded, "") };
        let page = found(&world, message).await;
        let next = Some(page.next_cursor.clone()).filter(|next| !next.is_empty());
        (ids(&page), next)
    };
    // The provider has some of its own.
    let mut all = pages(page).await.concat();
    all.retain(|id| [&disputed, &young, &old].contains(&id));
    assert_eq!(all, [disputed, young, old]);

    // Another person's locations.
    let other = world.request(&["other"], search("31.84"));
    let other = world.client().find_payments(other).await.unwrap().into_inner();
    assert!(other.payments.is_empty());
    for (name, message) in [
        ("search", search(" ")),
        ("limit", FindPaymentsRequest { limit: 101, ..search("1") }),
        ("cursor", FindPaymentsRequest { cursor: "no".into(), ..search("1") }),
    ] {
        assert_eq!(field(world.client().find_payments(world.request(&[POS], message)).await), name);
    }
}
