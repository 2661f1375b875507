//! Money of other processors, as a POS records it.

use saffron_core::Code;
use saffron_proto::payments::{
    CapturePaymentIntentRequest, FindPaymentsRequest, GetPaymentIntentRequest, GetPaymentIntentResponse,
    ListPaymentIntentsRequest, ListPayoutTransactionsRequest, ListPayoutsRequest, MismatchKind,
    PaymentSummary, PayoutSums, TraceCheckRequest, list_payout_transactions_response,
};
use saffron_testkit::collected;
use serde_json::{Value, json};

use crate::mismatches::found;
use crate::world::{POS, World, refusal, with};

const NOW: &str = "2026-07-20T16:00:00Z";

fn payment(id: &str, revision: i64, more: Value) -> Value {
    with(
        json!({"posID": POS, "paymentID": id, "processor": "Square", "revision": revision,
            "created": "2026-07-18T12:59:30", "status": "succeeded", "amount": 4064}),
        more,
    )
}

fn payout(id: &str, revision: i64, more: Value) -> Value {
    with(
        json!({"posID": POS, "payoutID": id, "processor": "Square", "revision": revision,
            "created": "2026-07-19T06:00:00", "arrivalDate": "2026-07-20", "status": "in_transit", "amount": 3950}),
        more,
    )
}

fn dispute(revision: i64, more: Value) -> Value {
    with(
        json!({"posID": POS, "disputeID": "D1", "processor": "Square", "paymentID": "p1", "revision": revision,
            "created": "2026-07-20T08:00:00", "status": "needs_response", "amount": 4064, "reason": "fraudulent",
            "due": "2026-07-30T23:59:00"}),
        more,
    )
}

/// A check that Square's payments paid, each with its dollars.
fn check(id: &str, payments: &[(&str, f64)]) -> Value {
    let payments = payments.iter().map(
        |(id, dollars)| json!({"type": "Visa", "amount": dollars, "processor": "Square", "paymentID": id}),
    );
    json!({"posID": POS, "posCheckID": id, "revision": 1, "closeTime": "2026-07-18T13:00:00", "items": [],
        "payments": payments.collect::<Vec<_>>()})
}

async fn send(world: &World, kind: &str, data: &[Value]) {
    world.facts(POS, kind, data).await;
}

async fn shown(world: &World, id: &str) -> GetPaymentIntentResponse {
    let message = GetPaymentIntentRequest { pos_id: POS.into(), id: id.into() };
    world.client().get_payment_intent(world.request(&[POS], message)).await.unwrap().into_inner()
}

fn summary(answer: &GetPaymentIntentResponse) -> PaymentSummary {
    answer.payment_intent.clone().unwrap().summary.unwrap()
}

/// Types and net amounts of a payout's entries, newest first, and their sums.
async fn entries(world: &World, payout: &str) -> (Vec<(String, i64)>, PayoutSums) {
    use list_payout_transactions_response::Part;
    let message =
        ListPayoutTransactionsRequest { pos_id: POS.into(), payout_id: payout.into(), ..Default::default() };
    let answer = world.client().list_payout_transactions(world.request(&[POS], message)).await.unwrap();
    let (mut entries, mut sums) = (Vec::new(), None);
    for part in collected(answer).await {
        match part.part.unwrap() {
            Part::BalanceTransaction(object) => {
                let object: Value = serde_json::from_str(&object).unwrap();
                entries.push((object["type"].as_str().unwrap().to_owned(), object["net"].as_i64().unwrap()));
            }
            Part::Sums(of_all) => sums = Some(of_all),
            Part::Page(_) => {}
        }
    }
    (entries, sums.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_money_is_shown_without_an_account() {
    let world = World::at(NOW).await;
    send(&world, "check.closed", &[check("c1", &[("p1", 40.64)])]).await;
    let card = json!({"brand": "visa", "last4": "4242"});
    send(&world, "payment.recorded", &[payment("p1", 1, json!({"card": card, "fee": 114}))]).await;
    let entries_sent = json!([
        {"entryID": "e1", "kind": "CHARGE", "amount": 4064, "fee": 114, "paymentID": "p1"}]);
    send(&world, "payout.recorded", &[payout("o1", 1, json!({"entries": entries_sent}))]).await;
    send(&world, "dispute.recorded", &[dispute(1, json!({}))]).await;

    let (intents, page) = world.intents(ListPaymentIntentsRequest::default()).await;
    let object: Value = serde_json::from_str(&intents[0].object).unwrap();
    assert_eq!((object["id"].as_str(), object["processor"].as_str()), (Some("square-p1"), Some("Square")));
    assert_eq!(object["latest_charge"]["disputed"], true, "{object}");
    assert_eq!(page.as_of, Some(world.now().as_second()), "when its newest fact came in");
    let answer = shown(&world, "square-p1").await;
    let found_summary = summary(&answer);
    assert_eq!(found_summary.state, "PAYMENT_SUCCESS");
    assert_eq!(
        (found_summary.fee, found_summary.fee_is_estimate, found_summary.net),
        (Some(114), false, Some(3950))
    );
    assert_eq!((found_summary.last4.as_str(), found_summary.pos_check_id.as_str()), ("4242", "c1"));
    assert!(answer.payout.unwrap().object.contains("square-o1"));
    let dispute: Value = serde_json::from_str(&answer.disputes[0]).unwrap();
    assert_eq!(
        (dispute["status"].as_str(), dispute["reason"].as_str()),
        (Some("needs_response"), Some("fraudulent"))
    );

    let (payouts, _) = world.payouts(ListPayoutsRequest::default()).await;
    assert_eq!(payouts[0].summary.as_ref().unwrap().state, "PAYOUT_INTRANSIT");
    let payout: Value = serde_json::from_str(&payouts[0].object).unwrap();
    assert_eq!(payout["arrival_date"], json!(1_784_505_600), "midnight of July 20 in UTC");
    let (listed, sums) = entries(&world, "square-o1").await;
    assert_eq!(listed, [("charge".to_owned(), 3950)]);
    assert_eq!((sums.count, sums.amount, sums.fee, sums.net), (1, 4064, 114, 3950));

    let message = FindPaymentsRequest { search: "40.64".into(), ..Default::default() };
    let found = world.client().find_payments(world.request(&[POS], message)).await.unwrap().into_inner();
    assert_eq!(found.payments.len(), 1);
    let message = TraceCheckRequest { pos_id: POS.into(), pos_check_id: "c1".into() };
    let trace = world.client().trace_check(world.request(&[POS], message)).await.unwrap().into_inner();
    assert!(trace.payments[0].payout.is_some(), "from the check to the bank");
    assert_eq!(trace.payments[0].processor, "Square");
    let message =
        CapturePaymentIntentRequest { pos_id: POS.into(), id: "square-p1".into(), ..Default::default() };
    let refused = world.client().capture_payment_intent(world.request(&[POS], message)).await;
    let refused = refusal(refused);
    assert_eq!(refused.code, Code::Conflict);
    assert_eq!(refused.message, "Square took this payment. It can only be captured there.");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_revision_stands_in_any_order() {
    let world = World::at(NOW).await;
    let back = |id: &str, cents: i64| json!({"refundID": id, "created": "2026-07-19T10:00:00", "amount": cents, "status": "succeeded"});
    let versions = [
        payment("p1", 1, json!({})),
        payment("p1", 3, json!({"refunds": [back("r2", 500)], "fee": 90})),
        payment("p1", 2, json!({"refunds": [back("r1", 4064)]})),
    ];
    for version in &versions {
        send(&world, "payment.recorded", std::slice::from_ref(version)).await;
    }
    let answer = shown(&world, "square-p1").await;
    assert_eq!(summary(&answer).state, "PARTIAL_REFUND");
    assert_eq!(summary(&answer).net, Some(4064 - 500 - 90));
    assert_eq!(answer.refunds.len(), 1, "the refund that the newest names");
    // The same at once, and again.
    send(&world, "payment.recorded", &versions).await;
    assert_eq!(shown(&world, "square-p1").await.refunds, answer.refunds);

    let entry = |id: &str, cents: i64| json!({"entryID": id, "kind": "Loan repayment", "amount": cents});
    send(
        &world,
        "payout.recorded",
        &[payout("o1", 2, json!({"entries": [entry("e1", 4000), entry("e2", -50)]}))],
    )
    .await;
    send(&world, "payout.recorded", &[payout("o1", 1, json!({"entries": [entry("e3", 1)]}))]).await;
    let (listed, sums) = entries(&world, "square-o1").await;
    assert_eq!((listed.len(), listed[0].0.as_str(), sums.net), (2, "loan_repayment", 3950));
    let newest = payout("o1", 3, json!({"status": "failed", "reason": "insufficient_funds", "entries": []}));
    send(&world, "payout.recorded", &[newest]).await;
    assert_eq!(entries(&world, "square-o1").await.1.count, 0);
    let (payouts, _) = world.payouts(ListPayoutsRequest::default()).await;
    let state = payouts[0].summary.clone().unwrap();
    assert_eq!(
        (state.state.as_str(), state.message.as_str()),
        ("PAYOUT_FAILED", "The balance is too low for this payout.")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_money_is_compared_with_checks() {
    let world = World::at(NOW).await;
    let later = json!({"created": "2026-07-18T14:00:00", "amount": 100});
    send(
        &world,
        "payment.recorded",
        &[
            payment("first", 1, json!({"created": "2026-07-18T10:00:00"})),
            payment("equal", 1, json!({})),
            payment("tipped", 1, json!({"amount": 4464})),
            payment("split", 1, json!({"amount": 3000})),
            payment("refused", 1, json!({"status": "failed", "reason": "card_declined"})),
            payment("last", 1, later),
        ],
    )
    .await;
    let one =
        check("c1", &[("first", 40.64), ("equal", 40.64), ("tipped", 40.64), ("split", 10.0), ("gone", 7.0)]);
    let toast = json!({"payments": [{"type": "Visa", "amount": 5, "processor": "Toast", "paymentID": "t1"}]});
    let checks = [one, check("c2", &[("split", 20.0)]), with(check("c3", &[]), toast)];
    send(&world, "check.closed", &checks).await;
    let of = async |kind| {
        let rows = found(&world, kind, 100).await.into_iter();
        rows.map(|row| (row.payment_intent_id, row.amount, row.expected)).collect::<Vec<_>>()
    };
    let named = |id: &str, amount, expected| (id.to_owned(), amount, expected);
    assert_eq!(of(MismatchKind::AmountDiffers).await, [named("square-tipped", 4464, Some(4064))]);
    assert_eq!(of(MismatchKind::WithoutCheck).await, [named("square-last", 100, None)]);
    // Of Toast no payment was ever recorded: none is missing.
    assert_eq!(of(MismatchKind::UnknownToProvider).await, [named("square-gone", 700, None)]);
    let differs = json!({"entries": [{"entryID": "e1", "kind": "charge", "amount": 4000, "fee": 10}]});
    send(&world, "payout.recorded", &[payout("o1", 1, differs)]).await;
    let rows = found(&world, MismatchKind::PayoutDiffers, 100).await;
    assert_eq!(
        (rows[0].payout_id.as_str(), rows[0].amount, rows[0].expected),
        ("square-o1", 3950, Some(3990))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_money_stays_when_the_account_changes() {
    let world = World::with_days(1).await;
    send(&world, "payment.recorded", &[payment("p1", 1, json!({"created": "2026-07-18T12:00:00"}))]).await;
    world.read().await;
    let of_account = |intents: &[saffron_proto::payments::PaymentIntent]| {
        intents.iter().filter(|intent| !intent.object.contains("square-p1")).count()
    };
    let all = || ListPaymentIntentsRequest { limit: 150, ..Default::default() };
    assert!(of_account(&world.intents(all()).await.0) > 0);
    world.link(POS, None, 2).await;
    crate::world::eventually_long("the account's objects to be hidden", || async {
        let (intents, _) = world.intents(all()).await;
        (of_account(&intents) == 0).then_some(())
    })
    .await;
    crate::world::eventually_long("the account's objects to be deleted", || async {
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM payment_intent WHERE processor IS NULL")
            .fetch_one(&world.pool)
            .await
            .unwrap();
        (left == 0).then_some(())
    })
    .await;
    assert_eq!(summary(&shown(&world, "square-p1").await).state, "PAYMENT_SUCCESS");
}
