use futures::StreamExt as _;
use saffron_core::Code;
use saffron_core::event::{CloudEvent, DeadLetter};
use saffron_proto::customers::{EraseCustomerRequest, ExportCustomerRequest};
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::world::{World, ana, check, field, points_for, refusal, soup_for, with};

/// Texts that no row may hold after the erasure.
const NAMES: [&str; 5] = ["Anabel", "Zeppelin", "anabel.zeppelin", "5558675309", "867-5309"];

fn erase(id: &str) -> EraseCustomerRequest {
    EraseCustomerRequest { pos_id: "p1".into(), pos_customer_id: id.into(), also_erase: Vec::new() }
}

async fn erased(world: &World, id: &str) {
    world.client().erase_customer(world.request(&["p1"], erase(id))).await.unwrap();
}

/// Every row of the database that holds this text, whatever its table.
async fn places(world: &World, text: &str) -> Vec<String> {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT table_name::text FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert!(tables.len() > 10, "{tables:?}");
    let mut found = Vec::new();
    for table in tables {
        // A whole row as text: columns of every type, arrays and JSON too.
        let query = format!("SELECT t::text FROM {table} AS t WHERE strpos(lower(t::text), lower($1)) > 0");
        let rows: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(query)).bind(text).fetch_all(&world.pool).await.unwrap();
        found.extend(rows.into_iter().map(|row| format!("{table}: {row}")));
    }
    found
}

async fn nowhere(world: &World) {
    for name in NAMES {
        assert_eq!(places(world, name).await, Vec::<String>::new(), "{name}");
    }
}

#[tokio::test]
async fn an_erased_guest_stays_erased_after_a_replay() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.percent("p1", 1000).await;
    let facts = [
        world.event("customer.upserted", ana("g1")),
        world.event("check.closed", check("c1", "g1", "2026-07-18T17:00:00", 10.0)),
        world.event(
            "customer.upserted",
            with(
                ana("g2"),
                json!({"firstName": "Bo", "email": "bo@example.com",
            "lastName": "Moore", "cellPhoneNumber": "5551112222"}),
            ),
        ),
        world.event("check.closed", check("c2", "g2", "2026-07-18T17:00:00", 20.0)),
    ];
    world.record("p1", &facts).await;
    let message = saffron_proto::customers::SendRewardPointRequest {
        message: "Happy birthday, Anabel!".into(),
        idempotency_key: "k1".into(),
        ..points_for("g1", 50)
    };
    world.client().send_reward_point(world.request(&["p1"], message)).await.unwrap();
    for name in NAMES.iter().filter(|name| !name.contains('-')) {
        assert!(!places(&world, name).await.is_empty(), "{name} can be found");
    }
    let (before, ledger) = (world.guest("p1", "g1").await, world.ledger("p1", "g1").await);
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.customer_erased").await;
    erased(&world, "g1").await;
    let event = events.expect_event(|_| true).await;
    assert_eq!(event.data, json!({"posID": "p1", "posCustomerID": "g1"}));
    nowhere(&world).await;
    let after = world.guest("p1", "g1").await;
    assert!(after.erased && after.email.is_empty() && after.email_consent.is_none());
    assert_eq!(
        (after.visits, after.spend, &after.last_visit),
        (before.visits, before.spend, &before.last_visit)
    );
    assert_eq!((after.points, after.points_owed), (150, 0));
    assert_eq!(world.customer("p1", "g1").await.rewards[0].message, "");

    // Again is no error, and a full replay with newer versions and corrections changes nothing.
    erased(&world, "g1").await;
    world.record("p1", &facts).await;
    let late = [
        world.event("customer.upserted", with(ana("g1"), json!({"revision": 9}))),
        world.event(
            "check.closed",
            with(check("c1", "g1", "2026-07-18T17:00:00", 90.0), json!({"revision": 2})),
        ),
        world.event("check.closed", check("c3", "g1", "2026-07-18T18:00:00", 30.0)),
        world.event(
            "check.closed",
            with(check("c1", "g1", "2026-07-18T17:00:00", 90.0), json!({"revision": 3, "voided": true})),
        ),
    ];
    for event in &late {
        world.record("p1", std::slice::from_ref(event)).await;
    }
    world.percent("p1", 5000).await;
    nowhere(&world).await;
    let mut still = world.guest("p1", "g1").await;
    assert_eq!(still, after);
    assert_eq!(world.ledger("p1", "g1").await, ledger);
    // A check that turns out to be of another guest gives that guest what it earns.
    let others = with(check("c3", "g2", "2026-07-18T18:00:00", 30.0), json!({"revision": 2}));
    world.checks("p1", &[others]).await;
    assert_eq!(world.guest("p1", "g2").await.visits, 2);
    still = world.guest("p1", "g1").await;
    assert_eq!(still, after);
}

#[tokio::test]
async fn a_restored_database_repeats_published_erasures() {
    let mut world = World::at("2026-07-18T20:00:00Z").await;
    let bo = json!({"firstName": "Bo", "lastName": "Moore", "email": "bo@example.com",
        "cellPhoneNumber": "5551112222"});
    let facts = [
        world.event("customer.upserted", ana("g1")),
        world.event("customer.upserted", with(ana("g2"), bo)),
        world.event("check.closed", check("c1", "g1", "2026-07-18T17:00:00", 10.0)),
    ];
    world.record("p1", &facts).await;
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.customer_erased").await;
    erased(&world, "g1").await;
    events.expect_event(|_| true).await;

    world.service.lose_database().await;
    let erased = || async {
        let sequence: i64 =
            sqlx::query_scalar("SELECT sequence FROM erasures_heard").fetch_one(&world.pool).await.ok()?;
        (sequence > 0).then_some(())
    };
    eventually("the erasure", erased).await;
    world.record("p1", &facts).await;
    nowhere(&world).await;
    assert_eq!(world.guest("p1", "g2").await.first_name, "Bo");

    // As if the sequence of EVENTS and the guest had been restored from a backup.
    sqlx::raw_sql(
        "DELETE FROM tombstone;
         INSERT INTO customer (pos_id, pos_customer_id, first_name, email, search) VALUES
           ('p1', 'g1', 'Anabel', 'anabel.zeppelin@example.com', 'anabel anabel.zeppelin@example.com')
         ON CONFLICT (pos_id, pos_customer_id) DO UPDATE SET erased_at = NULL, first_name = excluded.first_name,
           email = excluded.email, search = excluded.search;
         UPDATE erasures_heard SET sequence = 0",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    eventually("the erasure again", erased).await;
    nowhere(&world).await;
    world.guests("p1", &[with(ana("g1"), json!({"revision": 5}))]).await;
    nowhere(&world).await;
}

#[tokio::test]
async fn an_erased_guest_gets_no_rewards() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.guests("p1", &[ana("g1")]).await;
    let lot = saffron_proto::customers::SendRewardPointRequest {
        valid_until: "2026-07-18".into(),
        ..points_for("g1", 50)
    };
    world.client().send_reward_point(world.request(&["p1"], lot)).await.unwrap();
    erased(&world, "g1").await;
    let answer = world.client().send_reward_point(world.request(&["p1"], points_for("g1", 5))).await;
    assert_eq!(field(answer), "posCustomerID");
    let answer = world.client().send_reward_item(world.request(&["p1"], soup_for("g1"))).await;
    assert_eq!(field(answer), "posCustomerID");
    let unknown = refusal(world.client().erase_customer(world.request(&["p1"], erase("g9"))).await);
    assert_eq!((unknown.code, unknown.field.as_deref()), (Code::NotFound, Some("posCustomerID")));
    let theirs = refusal(world.client().erase_customer(world.request(&["p2"], erase("g1"))).await);
    assert_eq!(theirs.code, Code::Forbidden);
    // No points expire either: the ledger stays. Those of another guest show that the job has run.
    world.guests("p1", &[json!({"posID": "p1", "posCustomerID": "g2", "revision": 1})]).await;
    let lot = saffron_proto::customers::SendRewardPointRequest {
        valid_until: "2026-07-18".into(),
        ..points_for("g2", 7)
    };
    world.client().send_reward_point(world.request(&["p1"], lot)).await.unwrap();
    world.set_clock("2026-07-20T20:00:00Z");
    eventually("points to expire", || async { (world.points("p1", "g2").await == (0, 0)).then_some(()) })
        .await;
    assert_eq!(world.points("p1", "g1").await, (50, 0));
}

/// Puts a dead letter into DLQ.
async fn bury(world: &World, consumer: &str, location: &str, payload: &str) {
    let letter = DeadLetter {
        pos_id: (location != "_").then(|| location.parse().unwrap()),
        consumer: consumer.into(),
        subject: "pos.v1.9.p1.batch".into(),
        reason: "missing field".into(),
        attempts: 1,
        payload: payload.into(),
    };
    let event = CloudEvent {
        specversion: "1.0".into(),
        id: uuid::Uuid::now_v7(),
        source: "reports".into(),
        r#type: "saffron.dead_letter.v1".into(),
        subject: letter.pos_id.clone(),
        time: world.now(),
        datacontenttype: "application/json".into(),
        sequence: 1,
        data: letter,
    };
    let body = serde_json::to_vec(&event).unwrap();
    world.nats.put(&format!("dlq.v1.{consumer}.{location}"), body).await;
}

async fn letters(world: &World) -> Vec<String> {
    let letters = world.nats.nats.dead_letters(None).await.unwrap();
    let mut payloads: Vec<String> =
        letters.map(|letter| letter.unwrap().letter.payload).collect::<Vec<_>>().await;
    payloads.sort();
    payloads
}

#[tokio::test]
async fn only_dead_letters_of_an_erased_guest_are_deleted() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.guests("p1", &[ana("g1"), json!({"posID": "p1", "posCustomerID": "g2", "revision": 1})]).await;
    let theirs = [
        r#"{"facts":[{"body":{"customer":{"posCustomerID":"g1","firstName":"Anabel"}}}]}"#,
        r#"{"facts":[{"body":{"check":{"posCheckID":"c1","customer":"g1"}}}]}"#,
        r#"{"facts":[{"body":{"customer":{"posCustomerID":"g7","email":"Anabel.Zeppelin@example.com"}}}]}"#,
        r#"{"facts":[{"phone":"(555) 867-5309"#,
    ];
    let others = [
        r#"{"facts":[{"body":{"check":{"posCheckID":"g1","customer":"g2"}}}]}"#,
        r#"{"facts":[{"body":{"customer":{"posCustomerID":"g2","email":"bo@example.com"}}}]}"#,
    ];
    for (payload, location) in theirs.iter().zip(["p1", "p1", "p1", "_"]) {
        bury(&world, "reports-facts-01", location, payload).await;
    }
    for payload in others {
        bury(&world, "inventory-facts-01", "p1", payload).await;
    }
    bury(&world, "reports-facts-03", "p2", theirs[0]).await;
    let mut rest: Vec<String> = others.iter().map(|text| (*text).to_owned()).collect();
    rest.push(theirs[0].to_owned());
    rest.sort();
    erased(&world, "g1").await;
    eventually("the letters of the guest to be deleted", || async {
        (letters(&world).await == rest).then_some(())
    })
    .await;
    eventually("the erasure to be settled", || async { (world.count("erasure").await == 0).then_some(()) })
        .await;
    // One that is buried later, by a replay, is deleted, too.
    bury(&world, "customers-facts-01", "_", theirs[2]).await;
    bury(&world, "customers-facts-01", "p1", theirs[1]).await;
    bury(&world, "customers-facts-01", "p1", "{}").await;
    rest.push("{}".into());
    rest.sort();
    eventually("later letters of the guest to be deleted", || async {
        (letters(&world).await == rest).then_some(())
    })
    .await;
}

#[tokio::test]
async fn refused_dead_letters_of_an_erased_guest_are_deleted() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.guests("p1", &[ana("g1")]).await;
    let letter = |pos_id: &str, email: &str| {
        let letter = DeadLetter {
            pos_id: Some(pos_id.parse().unwrap()),
            consumer: "customers-facts-01".into(),
            subject: format!("pos.v1.9.{pos_id}.batch"),
            reason: "missing field".into(),
            attempts: 1,
            payload: json!({"email": email}).to_string(),
        };
        serde_json::to_string(&letter).unwrap()
    };
    let theirs = letter("p1", "Anabel.Zeppelin@example.com");
    let others = [letter("p1", "bo@example.com"), letter("p2", "anabel.zeppelin@example.com")];
    for (id, data) in [&theirs, &others[0], &others[1]].into_iter().enumerate() {
        sqlx::query(
            "INSERT INTO outbox_refused (id, event_id, subject, kind, pos_id, written_at, data, reason, refused_at)
             VALUES ($1, gen_random_uuid(), 'dlq.v1.customers-facts-01.p1', 'saffron.dead_letter.v1', 'p1', now(), $2,
               'too large', now())",
        )
        .bind(1_000_000 + id as i64)
        .bind(data)
        .execute(&world.pool)
        .await
        .unwrap();
    }
    erased(&world, "g1").await;
    eventually("the refused letter to be deleted", || async {
        let kept: Vec<String> = sqlx::query_scalar("SELECT data FROM outbox_refused ORDER BY id")
            .fetch_all(&world.pool)
            .await
            .unwrap();
        (kept == others).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_unreadable_fact_of_an_erased_guest_is_deleted() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.guests("p1", &[ana("g1")]).await;
    erased(&world, "g1").await;
    let poison =
        br#"{"posID":"p1","zone":"UTC","facts":[{"nonsense":{"email":"anabel.zeppelin@example.com"}}]}"#;
    world.put_batch("p1", poison).await;
    // The letter of a fact that names no guest stays; that of the guest may be deleted before it reaches DLQ.
    let other = r#"{"posID":"p1","zone":"UTC","facts":[{"nonsense":"none"}]}"#;
    world.put_batch("p1", other.as_bytes()).await;
    world.settled().await;
    eventually("the letter of the guest to be deleted", || async {
        let waiting = world.count("outbox WHERE subject LIKE 'dlq.%'").await;
        (waiting == 0 && letters(&world).await == [other]).then_some(())
    })
    .await;
    nowhere(&world).await;
}

#[tokio::test]
async fn an_export_holds_everything_that_is_kept() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.percent("p1", 1000).await;
    world.guests("p1", &[ana("g1")]).await;
    world.checks("p1", &[check("c1", "g1", "2026-07-18T17:00:00", 12.5)]).await;
    world.client().send_reward_item(world.request(&["p1"], soup_for("g1"))).await.unwrap();
    let message = ExportCustomerRequest { pos_id: "p1".into(), pos_customer_id: "g1".into() };
    let answer = world.client().export_customer(world.request(&["p1"], message.clone())).await.unwrap();
    let document: Value = serde_json::from_str(&answer.into_inner().document).unwrap();
    assert_eq!(document["customer"]["email"], "anabel.zeppelin@example.com");
    assert_eq!(document["customer"]["smsConsent"], false);
    assert_eq!(document["figures"]["points"], 125);
    assert_eq!(document["figures"]["spend"].to_string(), "12.5");
    assert_eq!(document["rewards"][0]["message"], "On the house");
    assert_eq!(document["rewards"][0]["redeemedByCheck"], "c1", "closed after it was granted");
    assert_eq!(document["pointsLedger"][0]["credit"], "points");
    assert_eq!(document["checks"][0]["posCheckID"], "c1");
    assert_eq!(document["checks"][0]["items"], json!(["soup"]));
    assert_eq!(document["complete"], true);
    let answer = refusal(world.client().export_customer(world.request(&["p2"], message)).await);
    assert_eq!(answer.code, Code::Forbidden);
    let unknown = ExportCustomerRequest { pos_id: "p1".into(), pos_customer_id: "g9".into() };
    let answer = refusal(world.client().export_customer(world.request(&["p1"], unknown)).await);
    assert_eq!(answer.code, Code::NotFound);
}
