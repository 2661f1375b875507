//! Orders that change while they are read: a POS that takes so many calls in a second, by a clock that stands still, holds a reading up
//! between two of its pages.

use jiff::SignedDuration;
use saffron_core::Money;
use saffron_sandbox::square::{Order, Tricks};
use saffron_till::Check;
use serde_json::{Value, json};

use super::super::Place;
use super::super::dice::{Dice, check};
use super::super::stand::{Pos, Stand};
use super::expect_all;

/// Orders of a day: Toast answers 25 at once, Clover 100.
const ORDERS: usize = 130;

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_square_that_change_between_pages_count_once() {
    count_once(Pos::Square).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_clover_that_change_between_pages_count_once() {
    count_once(Pos::Clover).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_toast_that_change_between_pages_count_once() {
    count_once(Pos::Toast).await;
}

fn tip(stand: &Stand, sale: &mut Check, cents: i64) {
    sale.payments[0].tip += Money::from_cents(cents);
    stand.put(Order::sale(sale.clone()), stand.now());
}

/// Waits until a reading is held up.
async fn until_held_up(ana: &Place<'_>, connection: &Value) {
    ana.until_connected(connection, |now| now["faults"] != json!([])).await;
}

async fn count_once(pos: Pos) {
    let stand = Stand::start(pos, 6, &[]).await;
    let mut dice = Dice::new(4);
    let mut sales: Vec<Check> = (0..ORDERS)
        .map(|number| {
            let closed = format!("2026-07-17T{:02}:{:02}:07", 8 + number / 60, number % 60).parse().unwrap();
            let mut sale = check(&mut dice, &format!("moving-{number}"), closed);
            sale.payments[0].tender = "Visa".to_owned();
            stand.put(Order::sale(sale.clone()), super::super::utc(closed));
            sale.open_time = sale.close_time;
            sale
        })
        .collect();
    let ana = Place::new(&stand.world, "ana@example.com", "p1").await;
    let begun = ana.call("create-connection", stand.entered(super::super::TOKEN)).await.ok();
    // The days are read for the first time.
    stand.set_tricks(Tricks { calls_per_second: Some(14), ..Tricks::default() });
    let fields = json!({"connectionID": begun["connectionID"], "externalID": stand.location});
    let connection = ana.call("connect-location", fields).await.ok();
    until_held_up(&ana, &connection).await;
    for number in [0, ORDERS / 2, ORDERS - 1] {
        tip(&stand, &mut sales[number], 111);
    }
    stand.set_tricks(Tricks::default());
    stand.pass(SignedDuration::from_mins(6));
    ana.until_read(&connection).await;
    expect_all(&ana, &stand, &connection).await;
    // Of changes, the pages.
    for most in [1, 2, 4, 7] {
        stand.pass(SignedDuration::from_mins(1));
        sales.iter_mut().for_each(|sale| tip(&stand, sale, 7));
        stand.set_tricks(Tricks { calls_per_second: Some(most), ..Tricks::default() });
        stand.pass(SignedDuration::from_secs(21));
        until_held_up(&ana, &connection).await;
        for number in [0, 30, ORDERS / 2, ORDERS - 1] {
            tip(&stand, &mut sales[number], 13);
        }
        stand.set_tricks(Tricks::default());
        stand.pass(SignedDuration::from_mins(6));
        expect_all(&ana, &stand, &connection).await;
    }
}
