//! A POS that is down for an hour.

use jiff::SignedDuration;
use saffron_core::Clock;
use saffron_sandbox::square::Mode;
use serde_json::json;

use super::super::stand::{Pos, Stand, StandIn};
use super::super::{Place, TOKEN};
use super::{expect_all, wall, why_no_sales};
use crate::world::NOW;

#[tokio::test(flavor = "multi_thread")]
async fn sales_of_an_hour_without_square_come_in_once() {
    comes_in_once(Pos::Square, Pos::Clover).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sales_of_an_hour_without_clover_come_in_once() {
    comes_in_once(Pos::Clover, Pos::Toast).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sales_of_an_hour_without_toast_come_in_once() {
    comes_in_once(Pos::Toast, Pos::Square).await;
}

async fn comes_in_once(pos: Pos, another: Pos) {
    let other = StandIn::start(another, Clock::fixed(NOW.parse().unwrap())).await;
    other.admit(TOKEN);
    let (name, url) = other.variable();
    let stand = Stand::start(pos, 6, &[(&name, &url)]).await;
    let pass = |time: SignedDuration| {
        stand.pass(time);
        other.set_clock(stand.now());
    };
    stand.sell("before", "2026-07-17T12:00:00".parse().unwrap());
    other.sell("before", "2026-07-17T12:00:00".parse().unwrap());
    let ana = Place::new(&stand.world, "ana@example.com", "p1").await;
    let bea = Place::new(&stand.world, "bea@example.com", "p2").await;
    let (connection, of_other) = (ana.connect_to(&stand).await, bea.connect_to(&other).await);
    ana.until_read(&connection).await;
    bea.until_read(&of_other).await;
    ana.expect_days(&stand.counted().await).await;
    let (before, calls) = (ana.shown().await, stand.calls());

    for turn in 0..12 {
        stand.set_mode([Mode::Down, Mode::Reset][turn % 2], None);
        pass(SignedDuration::from_mins(4));
        stand.sell(&format!("away-{turn}"), wall(&stand));
        other.sell(&format!("away-{turn}"), wall(&stand));
        pass(SignedDuration::from_mins(1));
        // Another connection goes on.
        bea.expect_days(&other.counted().await).await;
    }
    let away = ana.until_connected(&connection, |now| why_no_sales(now).is_some()).await;
    let why = why_no_sales(&away).unwrap();
    assert!(why.ends_with("does not answer. Saffron goes on by itself once it does."), "{why}");
    assert!(away["lagSeconds"].as_i64() >= Some(3_600), "{away}");
    assert_eq!((&away["state"], ana.shown().await), (&json!("live"), before));
    let well = bea.now(&of_other).await;
    assert_eq!(well["faults"], json!([]), "{well}");
    let calls = stand.calls() - calls;
    println!("{pos:?}: {calls} calls in an hour");
    assert!(calls < 600, "{calls} calls in an hour");

    stand.set_mode(Mode::Normal, None);
    pass(SignedDuration::from_mins(6));
    expect_all(&ana, &stand, &connection).await;
    pass(SignedDuration::from_mins(6));
    expect_all(&ana, &stand, &connection).await;
}
