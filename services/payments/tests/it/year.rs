//! Days of the demo: the objects of its provider, and the checks of its tills.

use std::collections::{BTreeMap, BTreeSet};

use futures::TryStreamExt as _;
use saffron_proto::payments::{
    ListPayoutTransactionsRequest, ListPayoutsRequest, MismatchKind, PayoutSums,
    list_payout_transactions_response,
};
use saffron_sandbox::card::Command;
use saffron_testkit::number;
use serde_json::Value;

use crate::mismatches::found;
use crate::provider::mirror::difference_from;
use crate::world::{POS, World};

/// Days before today; the demo has 400, as has `cargo dev prove payments`.
fn days() -> i64 {
    number("SAFFRON_TEST_DAYS").unwrap_or(100) as i64
}

fn text(object: &Value, field: &str) -> String {
    object[field].as_str().unwrap().to_owned()
}

fn cents(object: &Value, field: &str) -> i64 {
    object[field].as_i64().unwrap()
}

/// Every payout, and the sums of its transactions.
async fn payouts(world: &World) -> Vec<(Value, PayoutSums)> {
    let (mut found, mut message) = (Vec::new(), ListPayoutsRequest { limit: 150, ..Default::default() });
    let mut client = world.client();
    loop {
        let (payouts, page) = world.payouts(message.clone()).await;
        for payout in payouts {
            let payout: Value = serde_json::from_str(&payout.object).unwrap();
            let payout_id = text(&payout, "id");
            message.starting_after = payout_id.clone();
            let within = ListPayoutTransactionsRequest { payout_id, limit: 1, ..Default::default() };
            let within = client.list_payout_transactions(world.request(&[POS], within)).await.unwrap();
            let sums = within.into_inner().try_next().await.unwrap().unwrap().part.unwrap();
            let list_payout_transactions_response::Part::Sums(sums) = sums else { panic!("no sums") };
            found.push((payout, sums));
        }
        if !page.has_more {
            return found;
        }
    }
}

/// Checks whose newest version is void.
fn voided(sent: &[Value]) -> BTreeSet<String> {
    let mut newest: BTreeMap<String, (i64, bool)> = BTreeMap::new();
    for check in sent.iter().map(|event| &event["data"]) {
        let version = (cents(check, "revision"), check["voided"] == true);
        let known = newest.entry(text(check, "posCheckID")).or_insert(version);
        *known = version.max(*known);
    }
    newest.into_iter().filter(|(_, (_, voided))| *voided).map(|(id, _)| id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn days_of_the_demo_add_up_but_for_planted_mismatches() {
    let begun = std::time::Instant::now();
    let days = days();
    let world = World::with_days(days).await;
    println!("{days} days at the provider after {:?}", begun.elapsed());
    let recent = world.now().as_second() - 60 * 86_400;
    let recent = world.card.truth(&world.account, recent).unwrap();
    let recent = recent["payouts"].as_array().unwrap().iter().filter(|payout| payout["status"] == "paid");
    for (payout, by) in recent.zip([1, -12_345, 700]) {
        world.command(Command::Misstate { payout: text(payout, "id"), by });
    }
    world.read().await;
    println!("its history was read after {:?}", begun.elapsed());
    let truth = world.card.truth(&world.account, 0).unwrap();
    assert_eq!(difference_from(&world.pool, &truth).await, None);
    println!("and is the truth after {:?}", begun.elapsed());
    let planted: BTreeMap<String, (i64, i64)> = truth["mismatches"]["payouts_that_differ"]
        .as_array()
        .unwrap()
        .iter()
        .map(|payout| (text(payout, "payout"), (cents(payout, "amount"), cents(payout, "transactions"))))
        .collect();
    assert_eq!(planted.len(), 3);

    // Each payout is the sum of its transactions, but for the planted ones.
    let (mut all, mut nets) = (0, 0);
    let shown = payouts(&world).await;
    for (payout, sums) in &shown {
        let (id, amount) = (text(payout, "id"), cents(payout, "amount"));
        assert_eq!(sums.net, sums.amount - sums.fee, "{id}");
        assert!(sums.count > 0, "{id}");
        let expected = planted.get(&id).map_or(amount, |(_, transactions)| *transactions);
        assert_eq!(sums.net, expected, "{id}");
        (all, nets) = (all + amount, nets + sums.net);
    }
    let total = |kind: &str| -> i64 {
        truth[kind].as_array().unwrap().iter().map(|object| cents(object, "amount")).sum()
    };
    assert_eq!((shown.len(), all), (truth["payouts"].as_array().unwrap().len(), total("payouts")));
    assert!(shown.len() as i64 > days * 17 / 20, "{} payouts", shown.len());
    assert_eq!(all - nets, 1 - 12_345 + 700);

    // The checks of those days, as the tills send them.
    let sent = world.card.till_events(&world.account).unwrap();
    let sent = sent.iter().map(|event| serde_json::from_str(event).unwrap());
    let sent: Vec<Value> = sent.filter(|event: &Value| event["type"] == "check.closed").collect();
    for events in sent.chunks(400) {
        world.ingest(POS, events).await;
    }
    world.settled().await;
    println!("{} checks worked after {:?}", sent.len(), begun.elapsed());
    let now = world.now();
    world.eventually_fresh(now).await;
    let now = now.as_second();
    let void = voided(&sent);
    let lost: BTreeSet<(String, String, i64)> = truth["mismatches"]["payments_without_intent"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|lost| cents(lost, "at") < now - 3_600 && !void.contains(&text(lost, "posCheckID")))
        .map(|lost| (text(lost, "posCheckID"), text(lost, "paymentIntentId"), cents(lost, "amount")))
        .collect();
    let unknown = found(&world, MismatchKind::UnknownToProvider, 500).await;
    let unknown: BTreeSet<_> =
        unknown.into_iter().map(|row| (row.pos_check_id, row.payment_intent_id, row.amount)).collect();
    assert_eq!(unknown, lost);
    let unexplained: BTreeSet<(String, i64)> = truth["mismatches"]["charges_without_check"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|paid| cents(paid, "created") < now - 86_400)
        .map(|paid| (text(paid, "payment_intent"), cents(paid, "amount")))
        .collect();
    let without = found(&world, MismatchKind::WithoutCheck, 500).await;
    let without: BTreeSet<_> = without.into_iter().map(|row| (row.payment_intent_id, row.amount)).collect();
    assert_eq!(without, unexplained);
    let planted_as = (lost.len() as i64 > days / 200, unexplained.len() as i64 > days / 80);
    assert_eq!(planted_as, (true, true), "{} and {} are planted", lost.len(), unexplained.len());
    let differing = found(&world, MismatchKind::PayoutDiffers, 2).await;
    let differing: BTreeMap<_, _> =
        differing.into_iter().map(|row| (row.payout_id, (row.amount, row.expected.unwrap()))).collect();
    assert_eq!(differing, planted);
}
