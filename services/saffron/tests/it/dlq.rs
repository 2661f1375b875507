//! What cannot be worked waits for a person, and harms nothing else.

use saffron_core::event::{CloudEvent, DeadLetter};
use saffron_core::fact::{StampedBatch, read_events};
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::world::{World, check, world};

async fn saffron(world: &World, arguments: &[&str]) -> String {
    let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(arguments)
        .env("SAFFRON_OPS_NATS_URL", world.nats.config.url.expose())
        .env("SAFFRON_SUBJECT_PREFIX", &world.nats.config.prefix)
        .output()
        .await
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{arguments:?}: {text} {}", String::from_utf8_lossy(&output.stderr));
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poison_message_is_put_aside_and_the_rest_is_stored() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let pos_id = "p1".parse().unwrap();
    let subject = saffron_kit::nats::subject::facts(&pos_id);
    assert_eq!(world.ingest(&key, &check("p1", "c1", 1.0)).await.status, 202);
    world.nats.put(&subject, b"{\"no batch".to_vec()).await;
    assert_eq!(world.ingest(&key, &check("p1", "c2", 2.0)).await.status, 202);
    world.expect_sales(&ana, 3.0).await;

    let listed = eventually("the entry", || async {
        let text = saffron(&world, &["dlq", "list"]).await;
        text.contains(&subject).then_some(text)
    })
    .await;
    let line: Vec<&str> = listed.lines().nth(1).unwrap().split('\t').collect();
    assert_eq!((line[2], line[4]), (subject.as_str(), "-"), "{listed}");
    assert!(!line[5].is_empty());
    // Sent back unmended it fails again, as an entry of its own.
    assert_eq!(saffron(&world, &["dlq", "replay", "--sequence", line[0]]).await, "replayed: 1\n");
    eventually("the next entry", || async {
        let text = saffron(&world, &["dlq", "list", "--limit", "5"]).await;
        let sequence = text.lines().nth(1)?.split('\t').next()?.to_owned();
        (sequence != line[0]).then_some(())
    })
    .await;
    let other = saffron(&world, &["dlq", "list", "--consumer", "inventory-facts-00"]).await;
    assert_eq!(other, "nothing waits\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_be_worked_by_now_is_stored_by_a_replay() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    world.linked(&ana, "p1").await;
    let (pos_id, zone) = ("p1".parse().unwrap(), "America/New_York".parse().unwrap());
    let facts = read_events(check("p1", "c1", 8.5).to_string().as_bytes(), &pos_id, &zone).unwrap();
    let batch = StampedBatch { pos_id: pos_id.clone(), zone, received_at: world.clock.now(), facts };
    let letter = DeadLetter {
        pos_id: Some(pos_id.clone()),
        consumer: "reports-facts-00".into(),
        subject: saffron_kit::nats::subject::facts(&pos_id),
        reason: "a rule that was wrong".into(),
        attempts: 1,
        payload: serde_json::to_string(&batch).unwrap(),
    };
    let event: CloudEvent<Value> = serde_json::from_value(json!({
        "specversion": "1.0", "id": uuid::Uuid::now_v7(), "source": "reports", "type": "saffron.dead_letter.v1",
        "subject": "p1", "time": "2026-07-18T16:00:00Z", "datacontenttype": "application/json", "sequence": 1,
        "data": letter,
    }))
    .unwrap();
    let subject = saffron_kit::nats::subject::dead_letter("reports-facts-00", Some(&pos_id));
    world.nats.put(&subject, serde_json::to_vec(&event).unwrap()).await;
    let listed = saffron(&world, &["dlq", "list", "--consumer", "reports-facts-00"]).await;
    assert!(listed.contains("a rule that was wrong"), "{listed}");
    assert_eq!(saffron(&world, &["dlq", "replay", "--all"]).await, "replayed: 1\n");
    world.expect_sales(&ana, 8.5).await;
    assert_eq!(saffron(&world, &["dlq", "list"]).await, "nothing waits\n");
}
