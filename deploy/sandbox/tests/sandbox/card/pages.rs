//! Lists: pages in both directions, filters, and what a payout holds.

use serde_json::Value;

use super::world::{World, number, text};

/// All ids of a list of the truth, newest first.
fn newest_first(truth: &Value, kind: &str) -> Vec<String> {
    let all = truth[kind].as_array().unwrap();
    all.iter().rev().map(|object| text(object, "id")).collect()
}

#[tokio::test]
async fn pages_lead_through_a_list_and_back() {
    let world = World::start(4).await;
    let truth = world.truth();
    for (kind, limit) in [("payment_intents", 37), ("balance_transactions", 64), ("payouts", 1)] {
        let all = newest_first(&truth, kind);
        assert!(all.len() > limit, "{kind}: {}", all.len());
        let mut seen: Vec<String> = Vec::new();
        loop {
            let after = seen.last().map(|id| format!("&starting_after={id}")).unwrap_or_default();
            let page = world.get(&format!("/v1/{kind}?limit={limit}{after}")).await;
            assert_eq!(page.body["object"], "list");
            assert_eq!(page.body["url"], format!("/v1/{kind}"));
            seen.extend(page.ids());
            if page.body["has_more"] == false {
                break;
            }
            assert_eq!(page.ids().len(), limit);
        }
        assert_eq!(seen, all, "{kind}");
        // Back again from the oldest.
        let mut back = vec![all.last().unwrap().clone()];
        loop {
            let page = world.get(&format!("/v1/{kind}?limit={limit}&ending_before={}", back[0])).await;
            let more = page.body["has_more"] == true;
            back.splice(0..0, page.ids());
            if !more {
                break;
            }
        }
        assert_eq!(back, all, "{kind}");
    }
    // The usual page has ten.
    assert_eq!(world.get("/v1/charges").await.ids().len(), 10);
}

#[tokio::test]
async fn wrong_page_parameters_are_refused_by_name() {
    let world = World::start(1).await;
    for (query, status, error, param) in [
        ("limit=101", 400, "parameter_invalid_integer", "limit"),
        ("limit=0", 400, "parameter_invalid_integer", "limit"),
        ("limit=x", 400, "parameter_invalid_integer", "limit"),
        ("created[gte]=soon", 400, "parameter_invalid_integer", "created[gte]"),
        ("starting_after=pi_none", 400, "resource_missing", "starting_after"),
        ("colour=red", 400, "parameter_unknown", "colour"),
    ] {
        let answer = world.get(&format!("/v1/payment_intents?{query}")).await;
        assert_eq!((answer.status, answer.error()), (status, error), "{query}: {}", answer.body);
        assert_eq!(answer.body["error"]["param"], param);
    }
    let id = &world.get("/v1/payment_intents").await.ids()[0];
    let both = world.get(&format!("/v1/payment_intents?starting_after={id}&ending_before={id}")).await;
    assert_eq!(both.status, 400);
    let missing = world.get("/v1/payment_intents/pi_none").await;
    assert_eq!((missing.status, missing.error()), (404, "resource_missing"));
    assert_eq!(world.get("/v1/transfers").await.status, 404);
}

#[tokio::test]
async fn filters_leave_out_the_rest() {
    let world = World::start(40).await;
    let truth = world.truth();
    let now = number(&truth, "at");
    // Creation: gt and lte, as the app asks.
    let (from, to) = (now - 2 * 86_400, now - 86_400);
    let window =
        world.get(&format!("/v1/payment_intents?created[gt]={from}&created[lte]={to}&limit=100")).await;
    let all = truth["payment_intents"].as_array().unwrap();
    let wanted = all.iter().rev().filter(|intent| {
        let created = number(intent, "created");
        created > from && created <= to
    });
    assert_eq!(window.ids(), wanted.map(|intent| text(intent, "id")).collect::<Vec<_>>());
    assert!(window.ids().len() > 10 && window.body["has_more"] == false);
    // Refunds of a charge and of a payment intent.
    let refund = world.newest("refunds", |_| true);
    for name in ["charge", "payment_intent"] {
        let found = world.get(&format!("/v1/refunds?{name}={}", text(&refund, name))).await;
        assert!(found.ids().contains(&text(&refund, "id")));
        assert!(found.data().iter().all(|other| other[name] == refund[name]));
    }
    // Payouts by status and arrival.
    let failed = world.get("/v1/payouts?status=paid&limit=100").await;
    assert!(failed.ids().len() > 20 && failed.data().iter().all(|payout| payout["status"] == "paid"));
    let arrival = number(&failed.data()[3], "arrival_date");
    let one = world.get(&format!("/v1/payouts?arrival_date={arrival}")).await;
    assert_eq!(one.ids(), [text(&failed.data()[3], "id")]);
    // Balance transactions by type and source.
    let charge = world.newest("charges", |charge| charge["captured"] == true);
    let txn = world.get(&format!("/v1/balance_transactions?source={}", text(&charge, "id"))).await;
    assert_eq!(txn.ids(), [text(&charge, "balance_transaction")]);
    let refunds = world.get("/v1/balance_transactions?type=refund&limit=100").await;
    assert!(refunds.data().iter().all(|txn| txn["type"] == "refund" && number(txn, "net") < 0));
    assert_eq!(refunds.data().len(), truth["refunds"].as_array().unwrap().len());
    // Events of a type, of several, and of the last 30 days only.
    let events = world.get("/v1/events?type=payout.paid&limit=100").await;
    assert!((25..=31).contains(&events.data().len()), "{}", events.data().len());
    assert!(events.data().iter().all(|event| event["type"] == "payout.paid"));
    let two = world.get("/v1/events?types[]=payout.paid&types[]=payout.created&limit=100").await;
    assert!(two.data().len() > events.data().len());
    let oldest = world.get(&format!("/v1/events?created[lt]={}&limit=100", now - 30 * 86_400)).await;
    assert!(oldest.data().is_empty());
}

#[tokio::test]
async fn payout_holds_what_it_pays() {
    let world = World::start(20).await;
    let payouts = world.get("/v1/payouts?limit=100").await;
    assert!(payouts.data().len() > 14);
    for payout in payouts.data() {
        let id = text(payout, "id");
        let held = world.get(&format!("/v1/balance_transactions?payout={id}&limit=100")).await;
        assert_eq!(held.body["has_more"], false);
        let (own, rest): (Vec<&Value>, Vec<&Value>) =
            held.data().iter().partition(|txn| txn["type"] == "payout");
        assert_eq!(own.len(), 1);
        assert_eq!(number(own[0], "net"), -number(payout, "amount"));
        assert_eq!(own[0]["id"], payout["balance_transaction"]);
        assert_eq!(rest.iter().map(|txn| number(txn, "net")).sum::<i64>(), number(payout, "amount"), "{id}");
        for txn in &rest {
            let fees = txn["fee_details"].as_array().unwrap();
            assert_eq!(number(txn, "net"), number(txn, "amount") - number(txn, "fee"));
            assert_eq!(fees.iter().map(|fee| number(fee, "amount")).sum::<i64>(), number(txn, "fee"));
            assert_eq!(txn["status"], "available");
        }
        assert_eq!(number(payout, "arrival_date") % 86_400, 0);
    }
    let balance = world.read("/v1/balance").await;
    let all = world.truth()["balance_transactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|txn| number(txn, "net"))
        .sum::<i64>();
    let part = |name: &str| number(&balance[name][0], "amount");
    assert_eq!(part("available") + part("pending"), all);
    assert!(part("pending") > 0);
}
