use std::collections::BTreeSet;

use saffron_core::Code;
use saffron_proto::payments::{ListMismatchesRequest, Mismatch, MismatchKind, TraceCheckRequest};
use saffron_sandbox::card::{Command, Mode, NewPayment, PaymentStatus};
use saffron_testkit::{listed, pages};
use serde_json::json;

use crate::provider::mirror::equal;
use crate::world::{POS, World, check, eventually_long, field, payment, refusal, with};

/// All mismatches of a kind, in pages of so many.
pub async fn found(world: &World, kind: MismatchKind, limit: i32) -> Vec<Mismatch> {
    let page = async |cursor| {
        let message = ListMismatchesRequest {
            pos_id: POS.into(),
            kind: kind.into(),
            limit,
            cursor,
            ..ListMismatchesRequest::default()
        };
        listed(world.client().list_mismatches(world.request(&[POS], message)).await.unwrap()).await
    };
    pages(page).await.concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_planted_mismatches_are_found() {
    let world = World::with_days(6).await;
    world.read().await;
    equal(&world).await;
    let now = world.now();
    let at = |hours: i64| (now - jiff::SignedDuration::from_hours(hours)).to_string();
    let created = Some(now.as_second() - 30 * 3600);
    let paid = |count| NewPayment { created, count, ..payment(PaymentStatus::Succeeded, 1000) };
    let made = world.pay_as(paid(6));
    let young = world.pay(PaymentStatus::Succeeded, 1000, 1);
    let given_back = world.pay_as(paid(1));
    world.command(Command::Refund {
        of: given_back[0].clone(),
        amount: None,
        reason: None,
        metadata: Vec::new(),
        pending: false,
    });
    equal(&world).await;
    let voided = with(check("c3", &at(30), Some(&made[3]), 10.0), json!({"voided": true}));
    world
        .checks(&[
            check("c1", &at(30), Some(&made[0]), 10.0),
            check("c2", &at(30), Some(&made[1]), 10.0),
            voided,
            // Refunded at the till, without a check that it paid.
            with(check("c6", &at(29), Some(&made[5]), -3.0), json!({"refundOf": "c5"})),
            check("lost1", &at(5), Some("pi_unknown_1"), 12.5),
            check("lost2", &at(5), Some("pi_unknown_2"), 7.5),
            // Too new, too old, voided, refunded, not by card.
            check("old", &at(403 * 24), Some("pi_unknown_6"), 1.0),
            check("young", &now.to_string(), Some("pi_unknown_3"), 1.0),
            with(check("void", &at(5), Some("pi_unknown_4"), 1.0), json!({"voided": true})),
            with(check("back", &at(5), Some("pi_unknown_5"), -1.0), json!({"refundOf": "c1"})),
            check("cash", &at(5), None, 3.0),
        ])
        .await;
    world.eventually_fresh(now).await;
    let unknown = found(&world, MismatchKind::UnknownToProvider, 1).await;
    let mut ids: Vec<_> = unknown.iter().map(|row| (row.pos_check_id.as_str(), row.amount)).collect();
    ids.sort_unstable();
    assert_eq!(ids, [("lost1", 1250), ("lost2", 750)]);
    // Payments of the demo have no checks here, and more of them become old enough at any time: only the planted ones count.
    let planted: BTreeSet<&String> = made.iter().chain(&young).chain(&given_back).collect();
    let without = async |page: i32| {
        let rows = found(&world, MismatchKind::WithoutCheck, page).await;
        let rows = rows.into_iter().map(|row| row.payment_intent_id);
        rows.filter(|id| planted.contains(id)).collect::<BTreeSet<_>>()
    };
    let of = |which: &[usize]| which.iter().map(|at| made[*at].clone()).collect::<BTreeSet<_>>();
    assert_eq!(without(500).await, of(&[2, 3, 4, 5]), "two of six have a check that counts");
    // The check arrives late, or its void is taken back: it is no mismatch any more.
    world.checks(&[check("late", &at(30), Some(&made[4]), 10.0)]).await;
    let revived = with(check("c3", &at(30), Some(&made[3]), 10.0), json!({"revision": 2}));
    world.checks(&[revived]).await;
    assert_eq!(without(3).await, of(&[2, 5]));
    let planted = world.card.truth(&world.account, 0).unwrap();
    let planted = planted["mismatches"]["payouts_that_differ"].as_array().unwrap().len();
    let differing = found(&world, MismatchKind::PayoutDiffers, 0).await;
    assert_eq!(differing.len(), planted, "{differing:?}");
    let contents = "payout WHERE contents IS NOT NULL AND contents <> 0";
    assert!(world.count(contents).await > 0);
    sqlx::query(
        "UPDATE payout SET contents = contents - 1 WHERE id = (SELECT id FROM payout WHERE contents = amount LIMIT 1)",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    let differing = found(&world, MismatchKind::PayoutDiffers, 1).await;
    assert_eq!(differing.len(), planted + 1);
    assert!(differing.iter().any(|row| row.expected == Some(row.amount - 1)));
    // A check that is newer than the mirror is none.
    world.card.set_mode(Mode::Down, None);
    eventually_long("nothing to be missed", || async {
        let older = "UPDATE location SET as_of = now() - interval '6 hours'";
        sqlx::query(older).execute(&world.pool).await.unwrap();
        found(&world, MismatchKind::UnknownToProvider, 0).await.is_empty().then_some(())
    })
    .await;
    let mut client = world.client();
    let all = || ListMismatchesRequest { pos_id: POS.into(), ..ListMismatchesRequest::default() };
    for (name, message) in [
        ("kind", ListMismatchesRequest { kind: 9, ..all() }),
        ("state", ListMismatchesRequest { state: 9, ..all() }),
        ("cursor", ListMismatchesRequest { cursor: "nonsense".into(), ..all() }),
    ] {
        assert_eq!(field(client.list_mismatches(world.request(&[POS], message)).await), name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_money_of_a_check_is_traced_to_its_payout() {
    let world = World::with_days(8).await;
    world.read().await;
    equal(&world).await;
    let (intent, payout): (String, String) = sqlx::query_as(
        "SELECT p.id, b.payout_id FROM payment_intent AS p
         JOIN balance_transaction AS b ON b.pos_id = p.pos_id AND b.id = p.balance_transaction_id
         WHERE b.payout_id IS NOT NULL LIMIT 1",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    let two = json!({"payments": [
        {"type": "Visa", "amount": 10, "tip": 2, "paymentIntentId": intent},
        {"type": "Visa", "amount": 5, "paymentIntentId": "pi_unknown"}, {"type": "Cash", "amount": 1}]});
    world.checks(&[with(check("c1", "2026-07-18T12:00:00", None, 0.0), two)]).await;
    let message = |id: &str| TraceCheckRequest { pos_id: POS.into(), pos_check_id: id.into() };
    let trace = world.client().trace_check(world.request(&[POS], message("c1"))).await.unwrap().into_inner();
    assert_eq!((trace.charged, trace.payments.len()), (1800, 2));
    let (known, unknown) = (&trace.payments[0], &trace.payments[1]);
    assert_eq!(known.amount, 1200);
    let shown: serde_json::Value = serde_json::from_str(&known.payout.as_ref().unwrap().object).unwrap();
    assert_eq!(shown["id"], payout.as_str());
    let transaction: serde_json::Value = serde_json::from_str(&known.balance_transaction).unwrap();
    let fee = known.payment_intent.as_ref().unwrap().summary.as_ref().unwrap().fee;
    assert_eq!(transaction["fee"].as_i64(), fee);
    assert!(unknown.payment_intent.is_none() && unknown.payout.is_none());
    let none = refusal(world.client().trace_check(world.request(&[POS], message("c9"))).await);
    assert_eq!(none.code, Code::NotFound);
}
