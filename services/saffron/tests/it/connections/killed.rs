//! Connectors dies in the midst of it.

use jiff::SignedDuration;
use serde_json::json;

use super::{Place, Square};

/// How often connectors is killed.
const KILLS: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn connection_goes_on_wherever_its_worker_was_killed() {
    let square = Square::start().await;
    square.trade(21, 120);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    let (mut seen, mut kills) = (json!(null), 0);
    loop {
        let now = ana.now(&connection).await;
        if now["days"] == 7 && now["daysRead"] == now["days"] {
            break;
        }
        // Where it moved on since.
        if now["version"] != seen && kills < KILLS {
            seen = now["version"].clone();
            kills += 1;
            square.world.kill_connectors().await;
            square.pass(SignedDuration::ZERO);
        } else {
            tokio::task::yield_now().await;
        }
    }
    assert!(kills >= 2, "{kills}");
    ana.expect_days(&square.all_counted().await).await;
    // What is new is read by the one that lives.
    square.sell("late", "2026-07-18T12:01:00");
    square.world.kill_connectors().await;
    square.pass(SignedDuration::from_mins(3));
    ana.expect_days(&square.all_counted().await).await;
}
