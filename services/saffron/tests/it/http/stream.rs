//! The live stream.

use std::collections::BTreeSet;
use std::time::Instant;

use futures::StreamExt as _;
use saffron_kit::nats::heartbeat::Heartbeat;
use saffron_kit::nats::subject;
use serde_json::json;

use crate::listener::Stream;
use crate::world::{check, world};

#[tokio::test(flavor = "multi_thread")]
async fn missed_events_are_sent_again_by_any_gateway() {
    let mut world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut stream = world.stream(&ana, None).await;
    assert_eq!(world.ingest(&key, &check("p1", "c1", 1.0)).await.status, 202);
    stream.expect("report.changed").await;
    let seen = stream.last_id.clone().unwrap();
    drop(stream);
    assert_eq!(world.ingest(&key, &check("p1", "c2", 2.0)).await.status, 202);
    world.expect_sales(&ana, 3.0).await;

    let mut resumed = world.stream(&ana, Some(&seen)).await;
    assert_eq!(resumed.next().await.unwrap().data["totals"]["grossSales"], json!(3.0));
    drop(resumed);
    world.restart_gateway().await;
    let mut elsewhere = world.stream(&ana, Some(&seen)).await;
    assert_eq!(elsewhere.next().await.unwrap().data["totals"]["grossSales"], json!(3.0));
    assert_ne!(elsewhere.last_id.unwrap(), seen);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_between_first_answer_and_stream_arrives() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut witness = world.stream(&ana, None).await;
    witness.standing().await;
    let begun = Instant::now();
    world.expect_sales(&ana, 0.0).await;
    assert_eq!(world.ingest(&key, &check("p1", "c1", 1.0)).await.status, 202);
    witness.expect("report.changed").await;

    let ago = begun.elapsed().as_millis() + 1;
    let mut late = Stream::new(world.try_stream_from(&ana, &ago.to_string()).await);
    assert_eq!(late.expect("report.changed").await.data["totals"]["grossSales"], json!(1.0));
    assert_eq!(late.standing().await, witness.last_id.clone().unwrap());
    assert_eq!(world.ingest(&key, &check("p1", "c2", 2.0)).await.status, 202);
    assert_eq!(late.next().await.unwrap().data["totals"]["grossSales"], json!(3.0));

    // Longer ago than anything is kept.
    let mut old = Stream::new(world.try_stream_from(&ana, "86400000").await);
    assert_eq!(old.next().await.unwrap().name, "reset");
    let refused = world.try_stream_from(&ana, "awhile").await;
    assert_eq!(refused.status(), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_opens_push_once() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut stream = world.stream(&ana, None).await;
    for (id, dollars) in [("c1", 1.0), ("c2", 2.0), ("c3", 3.0)] {
        assert_eq!(world.ingest(&key, &check("p1", id, dollars)).await.status, 202);
        stream.expect("report.changed").await;
    }
    assert_eq!(world.nats.push_views().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gap_that_cannot_be_resumed_is_a_reset() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let mut early = world.stream(&ana, None).await;
    world.linked(&ana, "p1").await;
    // The link itself is an event: from here on nothing moves.
    early.expect("locations.changed").await;
    let here = world.stream(&ana, None).await.standing().await;
    let (life, sequence) = here.split_once('-').unwrap();
    let other_life = format!("{}-{sequence}", life.parse::<i64>().unwrap() - 1);
    for gone in [other_life, format!("{life}-999999"), "nonsense".to_owned()] {
        let mut stream = world.stream(&ana, Some(&gone)).await;
        let first = stream.next().await.unwrap();
        assert_eq!((first.name.as_str(), &first.data), ("reset", &json!({})), "{gone}");
        assert_eq!(stream.last_id.unwrap(), here, "{gone}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_gets_events_of_their_own_locations_alone() {
    let world = world().await;
    let (ana, bob) = (world.person("ana@example.com").await, world.person("bob@example.com").await);
    let ana_key = world.linked(&ana, "p1").await;
    let bob_key = world.linked(&bob, "p2").await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    assert_eq!(world.ingest(&bob_key, &check("p2", "c1", 1.0)).await.status, 202);
    world.expect_sales(&bob, 1.0).await;
    assert_eq!(world.ingest(&ana_key, &check("p1", "c1", 2.0)).await.status, 202);
    assert_eq!(stream.expect("report.changed").await.data["posID"], "p1");

    // Unlinked while the stream is open: from then on nothing comes of it.
    world.call("unlink-restaurant", json!({"sessionID": ana.session_id, "posID": "p1"})).await.ok();
    stream.expect("locations.changed").await;
    let mut other = world.stream(&bob, None).await;
    other.standing().await;
    assert_eq!(world.ingest(&ana_key, &check("p1", "c2", 2.0)).await.status, 202);
    assert_eq!(world.ingest(&bob_key, &check("p2", "c2", 2.0)).await.status, 202);
    other.expect("report.changed").await;
    let ana_again = world.linked_again(&ana, &bob, "p2").await;
    assert_eq!(ana_again, "p2");
    assert_eq!(stream.next().await.unwrap().name, "locations.changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_its_session() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    world.call(&format!("logout/{}", ana.session_id), json!({})).await.ok();
    // By itself a stream asks for its session only after ten minutes.
    assert!(stream.next().await.is_none());
    assert_eq!(world.try_stream(&ana, None).await.status(), 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_another_gateway_ends_too() {
    let mut world = world().await;
    let ana = world.person("ana@example.com").await;
    let home = world.address;
    world.address = world.another_gateway().await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    world.address = home;
    world.call(&format!("logout/{}", ana.session_id), json!({})).await.ok();
    assert!(stream.next().await.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_has_only_so_many_streams() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let mut open = Vec::new();
    for _ in 0..20 {
        let mut stream = world.stream(&ana, None).await;
        stream.standing().await;
        open.push(stream);
    }
    let refused = world.try_stream(&ana, None).await;
    assert_eq!(refused.status(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    open.clear();
    saffron_testkit::eventually("room", || async {
        (world.try_stream(&ana, None).await.status() == 200).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_gateway_closes_streams_one_by_one() {
    let mut world = world().await;
    let ana = world.person("ana@example.com").await;
    let response = world.try_stream(&ana, None).await;
    let headers = response.headers();
    assert_eq!(headers["content-type"], "text/event-stream");
    assert_eq!(headers["cache-control"], "no-store");
    assert_eq!(headers["x-accel-buffering"], "no");
    world.restart_gateway().await;
    let text = response.text().await.unwrap();
    let retry: u32 = text.split("retry: ").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
    assert!((1_000..=5_000).contains(&retry), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_push_stream_is_made_again_and_clients_are_reset() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut stream = world.stream(&ana, None).await;
    let before = stream.standing().await;
    world.nats.lose_push().await;
    stream.expect("reset").await;
    assert_ne!(stream.last_id.clone().unwrap().split_once('-').unwrap().0, before.split_once('-').unwrap().0);
    assert_eq!(world.ingest(&key, &check("p1", "c1", 2.0)).await.status, 202);
    assert_eq!(stream.expect("report.changed").await.data["totals"]["grossSales"], json!(2.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_view_of_push_is_opened_again_without_a_gap() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let mut stream = world.stream(&ana, None).await;
    let key = world.linked(&ana, "p1").await;
    stream.expect("locations.changed").await;
    world.nats.silence_push().await;
    for (id, total) in [("c1", 2.0), ("c2", 4.0)] {
        assert_eq!(world.ingest(&key, &check("p1", id, 2.0)).await.status, 202);
        let next = stream.next().await.unwrap();
        assert_eq!(
            (next.name.as_str(), &next.data["totals"]["grossSales"]),
            ("report.changed", &json!(total))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_are_reset_when_a_replica_of_reports_vanishes() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    let beats = world.nats.nats.subscribe(subject::HEARTBEATS).await.unwrap();
    let mut beats = std::pin::pin!(beats);
    let other = world.another_reports().await;
    let mut alive = BTreeSet::new();
    while alive.len() < 2 {
        let beat: Heartbeat = serde_json::from_slice(&beats.next().await.unwrap()).unwrap();
        alive.insert(beat.incarnation);
    }
    other.cancel();
    stream.expect("reset").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absent_client_is_reset_after_a_restart_of_reports() {
    let mut world = world().await;
    let ana = world.person("ana@example.com").await;
    let mut witness = world.stream(&ana, None).await;
    let away = witness.standing().await;
    world.another_reports().await;
    witness.expect("reset").await;
    world.restart_gateway().await;
    assert_eq!(world.stream(&ana, Some(&away)).await.next().await.unwrap().name, "reset");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_missed_a_reset_is_reset() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let mut witness = world.stream(&ana, None).await;
    witness.standing().await;
    let away = world.stream(&ana, None).await.standing().await;
    let beats = world.nats.nats.subscribe(subject::HEARTBEATS).await.unwrap();
    let mut beats = std::pin::pin!(beats);
    let other = world.another_reports().await;
    let mut alive = BTreeSet::new();
    while alive.len() < 2 {
        let beat: Heartbeat = serde_json::from_slice(&beats.next().await.unwrap()).unwrap();
        alive.insert(beat.incarnation);
    }
    other.cancel();
    witness.expect("reset").await;
    assert_eq!(world.stream(&ana, Some(&away)).await.next().await.unwrap().name, "reset");
}
