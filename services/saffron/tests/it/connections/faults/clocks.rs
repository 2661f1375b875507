//! A POS whose clock is wrong: by it, sales are stamped.

use jiff::SignedDuration;
use saffron_sandbox::square::Tricks;

use super::super::stand::{Pos, Stand};
use super::super::{Place, utc};
use super::{expect_all, wall};

#[tokio::test(flavor = "multi_thread")]
async fn sales_by_a_wrong_clock_of_square_count_once() {
    count_once(Pos::Square).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sales_by_a_wrong_clock_of_clover_count_once() {
    count_once(Pos::Clover).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sales_by_a_wrong_clock_of_toast_count_once() {
    count_once(Pos::Toast).await;
}

async fn count_once(pos: Pos) {
    let stand = Stand::start(pos, 6, &[]).await;
    let ana = Place::new(&stand.world, "ana@example.com", "p1").await;
    let connection = ana.connect_to(&stand).await;
    ana.until_read(&connection).await;
    for minutes in [3, -3, 20, -4] {
        let skew = SignedDuration::from_mins(minutes);
        stand.set_tricks(Tricks { skew_seconds: skew.as_secs(), ..Tricks::default() });
        stand.pass(SignedDuration::from_mins(2));
        let sale = stand.sell(&format!("skewed-by-{minutes}"), wall(&stand) + skew);
        assert_eq!(utc(sale.close_time) - skew, stand.now());
        // What is stamped with a later time comes in when that is over.
        stand.pass(SignedDuration::from_secs(75) + skew.max(SignedDuration::ZERO));
        expect_all(&ana, &stand, &connection).await;
        stand.pass(SignedDuration::from_mins(20));
        expect_all(&ana, &stand, &connection).await;
    }
    // Further behind than readings overlap, it is found when the day is read again.
    let behind = SignedDuration::from_mins(-30);
    stand.set_tricks(Tricks { skew_seconds: behind.as_secs(), ..Tricks::default() });
    stand.sell("far-behind", wall(&stand) + behind);
    stand.pass(SignedDuration::from_hours(18));
    expect_all(&ana, &stand, &connection).await;
    stand.pass(SignedDuration::from_hours(24));
    expect_all(&ana, &stand, &connection).await;
}
