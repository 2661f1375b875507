use std::collections::BTreeMap;

use serde_json::json;

use super::{Place, square};
use crate::world::world;

/// How often a state is cut short: files of which nothing comes three times are given up.
const CUTS: usize = 2;

/// Kills connectors when the import has moved on, and starts another, until the import has this state.
pub async fn kill_until(place: &Place<'_>, import: &serde_json::Value, state: &str) -> usize {
    let (mut seen, mut kills) = (json!(0), BTreeMap::<String, usize>::new());
    loop {
        let now = place.get(import).await;
        if now["state"] == state {
            return kills.values().sum();
        }
        assert_ne!(now["state"], "failed", "{now}");
        if now["version"] == seen {
            tokio::task::yield_now().await;
            continue;
        }
        seen = now["version"].clone();
        let cuts = kills.entry(now["state"].as_str().unwrap().to_owned()).or_default();
        if *cuts < CUTS {
            *cuts += 1;
            place.world.kill_connectors().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn import_goes_on_wherever_its_worker_was_killed() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, net) = square(1..=30, 60);
    let import = ana.create(&[("june.csv", &csv)]).await;
    for (part, bytes) in csv.chunks(super::PART).enumerate() {
        ana.put(&import, 0, part, bytes).await.ok();
    }
    let kills = kill_until(&ana, &import, "ready").await;
    ana.step("start-import", &import).await.ok();
    let kills = kills + kill_until(&ana, &import, "done").await;
    ana.expect_june(net, 1800).await;
    assert_eq!(ana.get(&import).await["sentChecks"], 1800);
    ana.step("undo-import", &import).await.ok();
    let kills = kills + kill_until(&ana, &import, "undone").await;
    ana.expect_june(0, 0).await;
    assert!(kills >= 3, "{kills}");
}

#[tokio::test(flavor = "multi_thread")]
async fn paused_import_sends_nothing_until_it_is_resumed() {
    let mut world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, net) = square(1..=30, 60);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    // Nothing comes through the door meanwhile.
    let (person, key) = (ana.person.clone(), ana.ingest_key.clone());
    world.close_door().await;
    let ana = Place { world: &world, person, pos_id: "p1", ingest_key: key };
    ana.step("start-import", &import).await.ok();
    ana.until(&import, &["sending"]).await;
    let paused = ana.step("pause-import", &import).await.ok();
    assert_eq!((&paused["state"], &paused["sentChecks"]), (&json!("paused"), &json!(0)));
    world.open_door().await;
    assert_eq!(ana.get(&import).await["state"], "paused");
    assert_eq!(ana.step("resume-import", &import).await.ok()["state"], "sending");
    assert_eq!(ana.until(&import, &["done", "failed"]).await["state"], "done");
    ana.expect_june(net, 1800).await;
}
