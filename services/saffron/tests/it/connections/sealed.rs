//! The key that seals credentials is changed for another.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::SignedDuration;
use saffron_testkit::eventually_ok;

use super::{Place, Square};

const KEY: &str = "SAFFRON_CONNECTORS_SEAL_KEY";

#[tokio::test(flavor = "multi_thread")]
async fn connection_outlives_the_key_that_sealed_it() {
    let square = Square::start().await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let pool = square.world.connectors_pool().await;
    let sealed = async || -> Vec<Vec<u8>> {
        let all = "SELECT credential FROM connection UNION ALL SELECT ingest_key FROM connected_location";
        sqlx::query_scalar(all).fetch_all(&pool).await.unwrap()
    };
    let before = sealed().await;
    let (old, new) = (STANDARD.encode([4; 32]), STANDARD.encode([5; 32]));
    square.world.kill_connectors_for(&[(KEY, &format!("{new},{old}"))]).await;
    eventually_ok("all to be sealed with the new key", || async {
        let now = sealed().await;
        if now.iter().any(|one| before.contains(one)) { Err(now.len()) } else { Ok(()) }
    })
    .await;
    square.world.kill_connectors_for(&[(KEY, &new)]).await;
    square.pass(SignedDuration::from_mins(5));
    square.sell("later", "2026-07-18T12:03:00");
    square.pass(SignedDuration::from_secs(75));
    ana.expect_days(&square.all_counted().await).await;
    let now = ana.now(&connection).await;
    assert_eq!((&now["state"], &now["faults"]), (&"live".into(), &serde_json::json!([])), "{now}");
}
