//! What cannot be worked waits for a person, and harms nothing else.

use saffron_core::Zone;
use saffron_core::event::{CloudEvent, DeadLetter};
use saffron_core::fact::{StampedBatch, read_events};
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::world::{World, check, world};

/// Auth's, reports', and then inventory's.
fn inventory_url(world: &World) -> &str {
    &world.databases[2]
}

async fn saffron(world: &World, arguments: &[&str]) -> String {
    let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(arguments)
        .env("SAFFRON_OPS_NATS_URL", world.nats.config.url.expose())
        .env("SAFFRON_SUBJECT_PREFIX", &world.nats.config.prefix)
        .env("SAFFRON_INVENTORY_DATABASE_URL", inventory_url(world))
        .output()
        .await
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{arguments:?}: {text} {}", String::from_utf8_lossy(&output.stderr));
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poison_message_is_set_aside_and_the_rest_stored() {
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
async fn a_mended_dead_letter_is_stored_by_a_replay() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    world.linked(&ana, "p1").await;
    let pos_id = "p1".parse().unwrap();
    let calendar = "America/New_York".parse::<Zone>().unwrap().into();
    let facts = read_events(check("p1", "c1", 8.5).to_string().as_bytes(), &pos_id, &calendar).unwrap();
    let batch = StampedBatch::of(pos_id.clone(), &calendar, world.clock.now(), facts);
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

/// A check of as many lines as a POST may hold, whose names are quotation marks: each is two bytes in the POST, and four in
/// a letter that quotes it.
fn quotes(pos_id: &str) -> Value {
    let mut check = check(pos_id, "quotes", 1.0);
    let name = "\"".repeat(200);
    let line =
        json!({"posItemID": "q", "name": name, "majorCategory": name, "minorCategory": name, "amount": 0});
    let lines = check["data"]["items"].as_array_mut().unwrap();
    lines.extend(std::iter::repeat_n(line, 820));
    check
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unworkable_large_check_stops_no_other() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let inventory = sqlx::PgPool::connect(inventory_url(&world)).await.unwrap();
    // A rule that this check alone breaks, as a fault of ours would be.
    let rule = "ALTER TABLE sold_check ADD CONSTRAINT fault CHECK (pos_check_id <> 'quotes')";
    sqlx::query(rule).execute(&inventory).await.unwrap();
    let check = quotes("p1");
    let bytes = check.to_string().len();
    assert!((1_000_000..=1_048_576).contains(&bytes), "{bytes}");
    assert_eq!(world.ingest(&key, &check).await.status, 202);
    let listed = eventually("the letter", || async {
        let text = saffron(&world, &["dlq", "list"]).await;
        text.contains("in POS at").then_some(text)
    })
    .await;
    assert_eq!(listed.lines().count(), 2, "{listed}");

    // What inventory has to say goes out behind it.
    let mut events = world.nats.subscribe("push.v1.location.p1.items_changed").await;
    let soup = json!({"specversion": "1.0", "id": "e-soup", "source": "till", "type": "item.upserted",
        "data": {"posID": "p1", "posItemID": "soup", "revision": 1, "name": "Soup", "price": 10}});
    assert_eq!(world.ingest(&key, &soup).await.status, 202);
    events.expect_event(|_| true).await;
    eventually("the outbox to be empty", || async {
        let rows: i64 =
            sqlx::query_scalar("SELECT count(*) FROM outbox").fetch_one(&inventory).await.unwrap();
        (rows == 0).then_some(())
    })
    .await;
    let aside = saffron(&world, &["outbox", "list", "--service", "inventory"]).await;
    assert_eq!(aside, "nothing is set aside\n");

    sqlx::query("ALTER TABLE sold_check DROP CONSTRAINT fault").execute(&inventory).await.unwrap();
    assert_eq!(saffron(&world, &["dlq", "replay", "--all"]).await, "replayed: 1\n");
    eventually("the check", || async {
        let sold = "SELECT count(*) FROM sold_check WHERE pos_check_id = 'quotes'";
        let rows: i64 = sqlx::query_scalar(sold).fetch_one(&inventory).await.unwrap();
        (rows == 1).then_some(())
    })
    .await;
    assert_eq!(saffron(&world, &["dlq", "list"]).await, "nothing waits\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn facts_of_a_location_are_sent_again() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    assert_eq!(world.ingest(&key, &check("p1", "c1", 1.0)).await.status, 202);
    assert_eq!(world.ingest(&key, &check("p1", "c2", 2.0)).await.status, 202);
    world.expect_sales(&ana, 3.0).await;
    let resend =
        async |since: &str| saffron(&world, &["dlq", "resend", "--pos-id", "p1", "--since", since]).await;
    assert_eq!(resend("2199-01-01T00:00:00Z").await, "messages sent: 0\n");
    assert_eq!(resend("2020-01-01T00:00:00Z").await, "messages sent: 2\n");
    assert_eq!(world.nats.stored("POS").await.len(), 4);
    world.nats.facts_settled("reports").await;
    world.expect_sales(&ana, 3.0).await;
}
