//! What other services publish.

use jiff::SignedDuration;
use saffron_core::event::{
    CampaignCounts, CampaignFinished, CardAccountReplaced, ConnectionDiffers, ConnectionOverlapped,
    DisputeOpened, DisputeOpenedV2, ImportOverlapped, PaymentChanged, PaymentChangedV2, PayoutChanged,
    PayoutChangedV2, StockRanOut,
};
use saffron_core::{Money, Quantity};
use saffron_proto::notifications::Shelf;
use saffron_testkit::eventually;
use uuid::Uuid;

use crate::world::*;

fn payout(id: &str, state: &str) -> PayoutChangedV2 {
    let (pos_id, currency) = (pos_id(POS), "usd".into());
    PayoutChangedV2 { pos_id, payout_id: id.into(), state: state.into(), amount: 120_455, currency }
}

fn payment(id: &str, state: &str) -> PaymentChangedV2 {
    PaymentChangedV2 {
        pos_id: pos_id(POS),
        payment_intent_id: id.into(),
        check_id: None,
        state: state.into(),
        amount: 1_250,
        amount_refunded: 0,
        currency: "usd".into(),
    }
}

fn dispute(id: &str, payment_intent_id: Option<&str>) -> DisputeOpenedV2 {
    DisputeOpenedV2 {
        pos_id: pos_id(POS),
        dispute_id: id.into(),
        payment_intent_id: payment_intent_id.map(str::to_owned),
        amount: 4_000,
        currency: "usd".into(),
        reason: "fraudulent".into(),
    }
}

/// The clock stands still: it does not wait for another try.
#[tokio::test]
async fn happening_waits_until_auth_describes_the_location() {
    let (world, ana, _) = World::at(NOON).await;
    world.others.answers.lock().unwrap().people.insert("fresh-cafe".into(), [ana].into());
    let fresh = PayoutChangedV2 { pos_id: pos_id("fresh-cafe"), ..payout("po_1", "PAYOUT_PAID") };
    world.publish(fresh).await;
    world.publish(payout("po_2", "PAYOUT_PAID")).await;
    world.awaited_lines(ana, Shelf::Notifications, 1).await;
    world.describe("fresh-cafe", "Fresh Cafe", "").await;
    world.all_delivered().await;
    assert_eq!(world.count("communication WHERE pos_id = 'fresh-cafe'").await, 1);
}

#[tokio::test]
async fn days_that_a_connection_shares_are_delivered() {
    let (world, ana, _) = World::at(NOON).await;
    world
        .publish(ConnectionOverlapped {
            pos_id: pos_id(POS),
            connection_id: Uuid::nil(),
            days: 1,
            first_date: "2026-06-05".parse().unwrap(),
            last_date: "2026-06-05".parse().unwrap(),
        })
        .await;
    let shown = world.awaited_lines(ana, Shelf::Notifications, 1).await;
    assert_eq!(shown, ["Your POS is not the only source of Jun 5. Choose which sales count."]);
}

#[tokio::test]
async fn money_stock_and_campaigns_are_delivered() {
    let (world, ana, _) = World::at(NOON).await;
    world.others.answers.lock().unwrap().items.insert("i7".into(), "Margherita".into());
    let item = |id: &str| id.parse().unwrap();
    world.publish(StockRanOut { pos_id: pos_id(POS), item_id: item("i7"), stock: Quantity::ZERO }).await;
    world.publish(payout("po_0", "PAYOUT_PENDING")).await;
    world.publish(payout("po_1", "PAYOUT_PAID")).await;
    world.publish(payout("po_2", "PAYOUT_FAILED")).await;
    world.publish(payment("pi_0", "PAYMENT_SUCCESS")).await;
    world.publish(payment("pi_1", "PAYMENT_FAILED")).await;
    world.publish(dispute("dp_1", Some("pi_2"))).await;
    let counts = CampaignCounts { recipients: 10, sent: 9, failed: 1, ..CampaignCounts::default() };
    world
        .publish(CampaignFinished {
            pos_id: pos_id(POS),
            campaign_id: Uuid::nil(),
            channel: "email".into(),
            kind: "basic".into(),
            stopped: false,
            counts,
        })
        .await;
    world
        .publish(ImportOverlapped {
            pos_id: pos_id(POS),
            import_id: Uuid::nil(),
            days: 2,
            first_date: "2026-06-02".parse().unwrap(),
            last_date: "2026-06-03".parse().unwrap(),
            import_checks: 50,
            import_net_sales: Money::from_cents(50_000),
            other_checks: 8,
            other_net_sales: Money::from_cents(8_000),
        })
        .await;
    world
        .publish(ConnectionDiffers {
            pos_id: pos_id(POS),
            connection_id: Uuid::nil(),
            days: 1,
            first_date: "2026-06-04".parse().unwrap(),
            last_date: "2026-06-04".parse().unwrap(),
        })
        .await;
    let mut shown = world.awaited_lines(ana, Shelf::Notifications, 7).await;
    shown.sort();
    assert_eq!(
        shown,
        [
            "Card payment of $12.50 failed",
            "Dispute opened: $40.00 (fraudulent). Respond before the deadline.",
            "Figures of Jun 4 are not your POS's. See where they differ.",
            "Out of stock: Margherita",
            "Payout of $1,204.55 failed: see Payouts",
            "Payout of $1,204.55 was paid",
            "Sales counted twice: $500.00 of 2 days, Jun 2 to Jun 3. See the import.",
        ]
    );
    let shown = world.awaited_lines(ana, Shelf::Messages, 1).await;
    assert_eq!(shown, ["Email campaign finished: 9 of 10 sent"]);
    assert_eq!(world.unread(ana).await, (7, 1));
}

#[tokio::test]
async fn each_campaign_is_shown_and_one_an_hour_pushed() {
    let (world, ana, _) = World::at(NOON).await;
    let (endpoint, _) = world.device(ana, "session-1").await;
    for sent in [9, 8] {
        world
            .publish(CampaignFinished {
                pos_id: pos_id(POS),
                campaign_id: Uuid::now_v7(),
                channel: "email".into(),
                kind: "basic".into(),
                stopped: false,
                counts: CampaignCounts { recipients: sent, sent, ..CampaignCounts::default() },
            })
            .await;
        world.all_delivered().await;
    }
    let mut shown = world.awaited_lines(ana, Shelf::Messages, 2).await;
    shown.sort();
    assert_eq!(shown, ["Email campaign finished: 8 of 8 sent", "Email campaign finished: 9 of 9 sent"]);
    assert!(world.inbox(ana).await.iter().all(|one| one.also == 0));
    world.pushed(&endpoint, 1).await;
    world.no_push_waits().await;
    assert_eq!(world.push.pushed_to(&endpoint).len(), 1);
}

#[tokio::test]
async fn repeated_event_is_delivered_once_and_old_one_never() {
    let (world, ana, _) = World::at(NOON).await;
    let (now, id) = (world.clock.now(), Uuid::now_v7());
    world.publish_as(id, world.next_sequence(), now, payout("po_1", "PAYOUT_FAILED")).await;
    world.publish_as(id, world.next_sequence(), now, payout("po_1", "PAYOUT_FAILED")).await;
    // The same once more by another event.
    world.publish(payout("po_1", "PAYOUT_FAILED")).await;
    let before = now - SignedDuration::from_hours(25);
    world.publish_as(Uuid::now_v7(), world.next_sequence(), before, payment("pi_0", "PAYMENT_FAILED")).await;
    world.publish(payment("pi_1", "PAYMENT_FAILED")).await;
    let shown = world.awaited_lines(ana, Shelf::Unspecified, 2).await;
    world.all_delivered().await;
    assert_eq!(world.lines(ana, Shelf::Unspecified).await.len(), 2, "{shown:?}");
    assert!(world.inbox(ana).await.iter().all(|one| one.also == 0));
}

/// Events in both of their versions, the older one behind or before the newer.
#[tokio::test]
async fn amounts_are_shown_in_their_currency() {
    let (world, ana, _) = World::at(NOON).await;
    let yen =
        |id: &str, state: &str| PayoutChangedV2 { amount: 500, currency: "jpy".into(), ..payout(id, state) };
    let older = |id: &str, state: &str| PayoutChanged {
        pos_id: pos_id(POS),
        payout_id: id.into(),
        state: state.into(),
        amount: 500,
    };
    world.publish(yen("po_1", "PAYOUT_PAID")).await;
    world.publish(older("po_1", "PAYOUT_PAID")).await;
    world.publish(older("po_2", "PAYOUT_FAILED")).await;
    world.publish(yen("po_2", "PAYOUT_FAILED")).await;
    world.publish(PaymentChangedV2 { currency: "kwd".into(), ..payment("pi_1", "PAYMENT_FAILED") }).await;
    world.publish(DisputeOpenedV2 { currency: "eur".into(), ..dispute("dp_1", None) }).await;
    let mut shown = world.awaited_lines(ana, Shelf::Notifications, 4).await;
    shown.sort();
    assert_eq!(
        shown,
        [
            "Card payment of KWD\u{a0}1.250 failed",
            "Dispute opened: €40.00 (fraudulent). Respond before the deadline.",
            "Payout of ¥500 failed: see Payouts",
            "Payout of ¥500 was paid",
        ]
    );
    world.all_delivered().await;
    assert_eq!(world.lines(ana, Shelf::Notifications).await.len(), 4);
}

/// Payments of the version before publishes the older events alone.
#[tokio::test]
async fn older_event_alone_is_shown_in_dollars() {
    let (world, ana, _) = World::at(NOON).await;
    let failed = PaymentChanged {
        pos_id: pos_id(POS),
        payment_intent_id: "pi_1".into(),
        check_id: None,
        state: "PAYMENT_FAILED".into(),
        amount: 1_250,
        amount_refunded: 0,
    };
    world.publish(failed).await;
    let opened = DisputeOpened {
        pos_id: pos_id(POS),
        dispute_id: "dp_1".into(),
        payment_intent_id: None,
        amount: 4_000,
        reason: "fraudulent".into(),
    };
    world.publish(opened).await;
    world.describe(OTHER, "described after them", "").await;
    assert!(world.lines(ana, Shelf::Notifications).await.is_empty(), "the newer one may follow");
    world.later(10);
    let mut shown = world.awaited_lines(ana, Shelf::Notifications, 2).await;
    shown.sort();
    assert_eq!(
        shown,
        [
            "Card payment of $12.50 failed",
            "Dispute opened: $40.00 (fraudulent). Respond before the deadline."
        ]
    );
}

#[tokio::test]
async fn events_of_a_former_card_account_are_forgotten() {
    let (world, ana, _) = World::at(NOON).await;
    let (endpoint, _) = world.device(ana, "session-1").await;
    world.checks(&[voided("c1", 60)]).await;
    world.publish(payout("po_1", "PAYOUT_FAILED")).await;
    world.publish(payment("pi_1", "PAYMENT_FAILED")).await;
    world.awaited_lines(ana, Shelf::Notifications, 3).await;
    world.all_delivered().await;
    world.pushed(&endpoint, 3).await;
    world.push.set_mode(saffron_sandbox::push::Mode::Down, None);
    world.publish(dispute("dp_1", None)).await;
    world.awaited_lines(ana, Shelf::Notifications, 4).await;
    world.put_off("push_job").await;
    let mut subscriber = world.nats.subscribe(&format!("push.v1.person.{ana}.communications_changed")).await;
    // A happening is in hand, and auth does not answer yet.
    let answer_lock = world.others.answer_lock.clone().write_owned().await;
    world.publish(payout("po_2", "PAYOUT_PAID")).await;
    eventually("it to be in hand", || async {
        (world.count("happening WHERE NOT told AND tries > 0").await == 1).then_some(())
    })
    .await;
    let late = world.next_sequence();
    world.publish(CardAccountReplaced { pos_id: pos_id(POS) }).await;
    let event = subscriber.expect_event(|_| true).await;
    assert_eq!(event.data["unread"]["notifications"], 1);
    drop(answer_lock);
    // One of the former account that comes behind, and one of the new account.
    world.publish_as(Uuid::now_v7(), late, world.now(), payment("pi_2", "PAYMENT_FAILED")).await;
    world.publish(payment("pi_3", "PAYMENT_FAILED")).await;
    world.awaited_lines(ana, Shelf::Notifications, 2).await;
    world.all_delivered().await;
    let mut shown = world.lines(ana, Shelf::Notifications).await;
    shown.sort();
    assert_eq!(shown, ["Card payment of $12.50 failed", "Large void: $60.00 at 11:42 AM"]);
    assert_eq!(world.unread(ana).await, (2, 0));
    assert_eq!(world.count("push_job").await, 1, "of the new account");
}
