//! A POS that answers for ten minutes that there are too many calls.

use jiff::SignedDuration;
use saffron_sandbox::square::Mode;
use saffron_testkit::eventually_ok;

use super::super::Place;
use super::super::stand::{Pos, Stand};
use super::{expect_all, wall, why_no_sales};

/// What is read of a location, each with pauses of its own.
const FEEDS: u64 = 7;

#[tokio::test(flavor = "multi_thread")]
async fn square_that_limits_calls_is_left_alone() {
    is_left_alone(Pos::Square).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clover_that_limits_calls_is_left_alone() {
    is_left_alone(Pos::Clover).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn toast_that_limits_calls_is_left_alone() {
    is_left_alone(Pos::Toast).await;
}

async fn is_left_alone(pos: Pos) {
    let stand = Stand::start(pos, 6, &[]).await;
    let ana = Place::new(&stand.world, "ana@example.com", "p1").await;
    let connection = ana.connect_to(&stand).await;
    ana.until_read(&connection).await;
    // With the pause that is asked for each feed makes a call in it; without one, some tries of some seconds, later each time.
    for (number, (mode, most)) in [
        (Mode::RateLimited { retry_after: 600 }, FEEDS),
        (Mode::RateLimited { retry_after: 60 }, FEEDS * 5),
        (Mode::Overloaded, FEEDS * 60),
    ]
    .into_iter()
    .enumerate()
    {
        let calls = stand.calls();
        stand.set_mode(mode, None);
        for turn in 0..5 {
            stand.pass(SignedDuration::from_secs(119));
            stand.sell(&format!("limited-{number}-{turn}"), wall(&stand));
            // Without a pause that is asked for, a try takes seconds.
            if mode != Mode::Overloaded || turn % 2 == 0 {
                rest(&stand).await;
            }
        }
        let now = ana.now(&connection).await;
        let why = why_no_sales(&now).unwrap();
        assert!(why.ends_with("asks for fewer calls. Saffron goes on by itself."), "{why}");
        assert!(now["lagSeconds"].as_i64() >= Some(595), "{now}");
        let calls = stand.calls() - calls;
        println!("{pos:?}, {mode:?}: {calls} calls in ten minutes");
        assert!(calls <= most, "{mode:?}: {calls} calls in ten minutes");
        stand.set_mode(Mode::Normal, None);
        stand.pass(SignedDuration::from_mins(10));
        expect_all(&ana, &stand, &connection).await;
    }
}

/// Waits until nothing is being read, nor due.
async fn rest(stand: &Stand) {
    let pool = stand.world.connectors_pool().await;
    eventually_ok("all feeds to rest", || async {
        let due = "SELECT count(*) FROM feed WHERE is_held OR due_at <= $1::text::timestamptz";
        let due: i64 = sqlx::query_scalar(due).bind(stand.now().to_string()).fetch_one(&pool).await.unwrap();
        if due == 0 { Ok(()) } else { Err(due) }
    })
    .await;
}
