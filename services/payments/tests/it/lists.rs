use saffron_core::Code;
use saffron_proto::payments::{
    GetPaymentIntentRequest, ListPaymentIntentsRequest, ListPayoutTransactionsRequest, ListPayoutsRequest,
    list_payout_transactions_response,
};
use saffron_sandbox::card::{Command, NewPayment, PaymentStatus};
use saffron_testkit::collected;
use serde_json::{Value, json};

use crate::provider::mirror::equal;
use crate::world::{CARD_KEY, POS, World, field, payment, refusal};

fn id(object: &str) -> String {
    serde_json::from_str::<Value>(object).unwrap()["id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_follow_each_other_in_both_directions() {
    let world = World::with_days(0).await;
    world.read().await;
    let begin = world.now().as_second() - 86_400;
    for hour in 0..5 {
        // Some of one second.
        let created = Some(begin + hour * 3600);
        world.pay_as(NewPayment { created, count: 5, ..payment(PaymentStatus::Succeeded, 1000) });
    }
    equal(&world).await;
    let within = || ListPaymentIntentsRequest {
        created_gt: Some(begin - 1),
        created_lte: Some(begin + 4 * 3600),
        limit: 7,
        ..ListPaymentIntentsRequest::default()
    };
    let (mut forward, mut message) = (Vec::new(), within());
    loop {
        let (intents, page) = world.intents(message.clone()).await;
        forward.extend(intents.iter().map(|intent| id(&intent.object)));
        if !page.has_more {
            break;
        }
        message.starting_after = forward.last().unwrap().clone();
    }
    let mut expected: Vec<(i64, String)> =
        world.card.truth(&world.account, begin).unwrap()["payment_intents"]
            .as_array()
            .unwrap()
            .iter()
            .map(|intent| (intent["created"].as_i64().unwrap(), intent["id"].as_str().unwrap().to_owned()))
            .filter(|(created, _)| *created <= begin + 4 * 3600)
            .collect();
    expected.sort();
    expected.reverse();
    let expected: Vec<String> = expected.into_iter().map(|(_, id)| id).collect();
    assert!(expected.len() >= 25);
    assert_eq!(forward, expected);
    let (mut backward, mut message) = (Vec::new(), within());
    message.ending_before = expected.last().unwrap().clone();
    loop {
        let (intents, page) = world.intents(message.clone()).await;
        let mut ids: Vec<String> = intents.iter().map(|intent| id(&intent.object)).collect();
        message.ending_before = ids[0].clone();
        ids.extend(backward);
        backward = ids;
        if !page.has_more {
            break;
        }
    }
    assert_eq!(backward, expected[..expected.len() - 1]);
    let (one, page) = world.intents(ListPaymentIntentsRequest { limit: 1, ..within() }).await;
    assert!(page.has_more && one.len() == 1);
    // No payment is later than the bound.
    let none = ListPaymentIntentsRequest { created_gt: Some(begin + 86_400 * 9), ..within() };
    let none = ListPaymentIntentsRequest { created_lte: None, ..none };
    assert!(world.intents(none).await.0.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_page_request_is_refused_by_its_field() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.read().await;
    let mut client = world.client();
    let all = ListPaymentIntentsRequest::default;
    for (name, message) in [
        ("limit", ListPaymentIntentsRequest { limit: 151, ..all() }),
        ("limit", ListPaymentIntentsRequest { limit: -1, ..all() }),
        ("created[gt]", ListPaymentIntentsRequest { created_gt: Some(-5), ..all() }),
        ("starting_after", ListPaymentIntentsRequest { starting_after: "pi_none".into(), ..all() }),
        ("starting_after", ListPaymentIntentsRequest { starting_after: "a b".into(), ..all() }),
        ("ending_before", ListPaymentIntentsRequest { ending_before: "pi_none".into(), ..all() }),
        ("posID", ListPaymentIntentsRequest { pos_id: "no.id".into(), ..all() }),
    ] {
        assert_eq!(field(client.list_payment_intents(world.request(&[POS], message)).await), name);
    }
    let several = client.list_payment_intents(world.request(&[POS, "other"], all())).await;
    let several = refusal(several);
    assert_eq!(several.field.as_deref(), Some("posID"));
    assert_eq!(several.message, "Please select location to fetch transactions/payouts.");
    let foreign = ListPaymentIntentsRequest { pos_id: POS.into(), ..all() };
    assert_eq!(
        refusal(client.list_payment_intents(world.request(&["other"], foreign)).await).code,
        Code::Forbidden
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_is_shown_with_refunds_dispute_and_fee() {
    let world = World::with_days(0).await;
    world.read().await;
    let made = world.pay(PaymentStatus::Succeeded, 2000, 2);
    let refund = |amount| Command::Refund {
        of: made[0].clone(),
        amount: Some(amount),
        reason: None,
        metadata: Vec::new(),
        pending: false,
    };
    world.command(refund(500));
    world.command(refund(250));
    let mut events = world.nats.subscribe("saffron.v1.*.payments.dispute_opened").await;
    world.command(Command::Dispute { of: made[1].clone(), reason: None });
    equal(&world).await;
    let opened = events.expect_event(|_| true).await;
    assert_eq!((&opened.data["posID"], &opened.data["paymentIntentId"]), (&json!(POS), &json!(made[1])));
    assert_eq!((&opened.data["amount"], opened.data["reason"].is_string()), (&json!(2000), true));
    let one = |id: &str| GetPaymentIntentRequest { pos_id: POS.into(), id: id.into() };
    let mut client = world.client();
    let shown = client.get_payment_intent(world.request(&[POS], one(&made[0]))).await.unwrap().into_inner();
    let intent = shown.payment_intent.clone().unwrap();
    let summary = intent.summary.unwrap();
    assert_eq!(
        (summary.state.as_str(), summary.badge.as_str(), summary.message.as_str()),
        ("PARTIAL_REFUND", "Partial Refund", "$7.50 refund was initiated.")
    );
    let transaction: Value = serde_json::from_str(&intent.object).unwrap();
    let fee = transaction["latest_charge"]["balance_transaction"]["fee"].as_i64().unwrap();
    assert_eq!((summary.fee, summary.fee_is_estimate, summary.net), (Some(fee), false, Some(1250 - fee)));
    assert_eq!(summary.last4.len(), 4);
    let refunds: Vec<i64> = shown
        .refunds
        .iter()
        .map(|json| serde_json::from_str::<Value>(json).unwrap()["amount"].as_i64().unwrap())
        .collect();
    assert_eq!(refunds.iter().sum::<i64>(), 750);
    let disputed =
        client.get_payment_intent(world.request(&[POS], one(&made[1]))).await.unwrap().into_inner();
    assert_eq!(serde_json::from_str::<Value>(&disputed.dispute).unwrap()["object"], "dispute");
    for text in [format!("{shown:?}"), format!("{disputed:?}")] {
        assert!(
            !text.contains("client_secret") && !text.contains("billing_details") && !text.contains(CARD_KEY)
        );
        assert!(!text.contains("fingerprint") && !text.contains("receipt"));
    }
    assert_eq!(
        refusal(client.get_payment_intent(world.request(&[POS], one("pi_none"))).await).code,
        Code::NotFound
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_contents_of_a_payout_add_up_to_it() {
    let world = World::with_days(6).await;
    world.read().await;
    equal(&world).await;
    let mut client = world.client();
    let (payouts, _) = world.payouts(ListPayoutsRequest { limit: 150, ..Default::default() }).await;
    let mut listed = 0;
    let differs =
        world.card.truth(&world.account, 0).unwrap()["mismatches"]["payouts_that_differ"].to_string();
    for payout in payouts {
        let payout: Value = serde_json::from_str(&payout.object).unwrap();
        let id = payout["id"].as_str().unwrap().to_owned();
        let message = ListPayoutTransactionsRequest {
            pos_id: POS.into(),
            payout_id: id.clone(),
            limit: 150,
            ..Default::default()
        };
        let (mut net, mut count, mut message) = (0, 0, message);
        loop {
            let answer =
                client.list_payout_transactions(world.request(&[POS], message.clone())).await.unwrap();
            let (mut more, mut sums) = (false, None);
            for part in collected(answer).await {
                match part.part.unwrap() {
                    list_payout_transactions_response::Part::BalanceTransaction(json) => {
                        let transaction: Value = serde_json::from_str(&json).unwrap();
                        net += transaction["net"].as_i64().unwrap();
                        count += 1;
                        message.starting_after = transaction["id"].as_str().unwrap().to_owned();
                    }
                    list_payout_transactions_response::Part::Page(page) => more = page.has_more,
                    list_payout_transactions_response::Part::Sums(all) => sums = Some(all),
                }
            }
            if !more {
                let sums = sums.unwrap();
                assert_eq!((sums.net, sums.count), (net, count));
                break;
            }
        }
        if count > 0 && !differs.contains(&id) {
            assert_eq!(net, payout["amount"].as_i64().unwrap(), "{id}");
            listed += 1;
        }
    }
    assert!(listed > 0);
}
