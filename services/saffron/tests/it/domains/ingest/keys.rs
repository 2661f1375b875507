//! Named ingest keys, and the source that facts get by them.

use std::collections::BTreeMap;

use saffron_kit::Secret;
use saffron_kit::grpc::{ServiceChannel, channel};
use saffron_proto::auth::{
    CreateIngestKeyRequest, CreateIngestKeyResponse, IngestKeyKind, ResolveIngestKeyRequest,
    ResolveIngestKeyResponse, ResolveSessionRequest,
};
use saffron_proto::reports::ListSourcesRequest;
use saffron_proto::reports::reports_service_client::ReportsServiceClient;
use saffron_testkit::{PATIENCE, collected, eventually};
use serde_json::{Value, json};

use crate::world::{Answer, Person, World, check, world};

/// A service, as gateways and other services call it.
fn service(world: &World, name: &str) -> ServiceChannel {
    channel(name, variable(world, &format!("SAFFRON_GATEWAY_{name}_URL")), PATIENCE).unwrap()
}

fn variable<'a>(world: &'a World, name: &str) -> &'a str {
    &world.gateway_env().iter().find(|(known, _)| known == name).unwrap().1
}

fn gateway_key(world: &World) -> Secret {
    Secret::new(variable(world, "SAFFRON_GATEWAY_KEY"))
}

async fn resolved(world: &World, key: &str) -> ResolveIngestKeyResponse {
    let auth = service(world, "AUTH");
    let request = ResolveIngestKeyRequest { ingest_key: key.into() };
    auth.call(auth.as_gateway(&gateway_key(world), request).unwrap()).await.unwrap()
}

/// A key of a kind that no person makes: its id and its secret.
async fn key_of(world: &World, owner: &Person, pos_id: &str, kind: IngestKeyKind) -> (String, String) {
    let auth = service(world, "AUTH");
    let session = ResolveSessionRequest { session_id: owner.session_id.clone() };
    let token = auth.call(auth.as_gateway(&gateway_key(world), session).unwrap()).await.unwrap().token;
    let request =
        CreateIngestKeyRequest { pos_id: pos_id.into(), name: "march.csv".into(), kind: kind.into() };
    let made: CreateIngestKeyResponse = auth.call(auth.as_caller(&token, request).unwrap()).await.unwrap();
    (made.key.unwrap().id, made.ingest_key)
}

/// A key that the owner makes in the app: its id and its secret.
async fn named_key(world: &World, owner: &Person, pos_id: &str, name: &str) -> (String, String) {
    let body = json!({"sessionID": owner.session_id, "posID": pos_id, "name": name});
    let made = world.call("create-ingest-key", body).await.ok();
    assert_eq!((&made["key"]["name"], &made["key"]["kind"]), (&json!(name), &json!("till")));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made["key"]["id"]), text(&made["ingestKey"]))
}

async fn ingest_as(world: &World, key: &str, source: &str, events: &Value) -> Answer {
    let bearer = format!("Bearer {key}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
        ("saffron-source", source),
    ];
    world.post("/ingest/v1/events", &headers, events.to_string()).await
}

/// How many checks of the day each source brought, as reports answers the bearer of a key.
async fn sources(world: &World, key: &str, pos_id: &str) -> BTreeMap<String, i64> {
    let (reports, token) = (service(world, "REPORTS"), resolved(world, key).await.token);
    let day = "2026-07-18".to_owned();
    let request = ListSourcesRequest { pos_id: pos_id.into(), start_date: day.clone(), end_date: day };
    let request = reports.as_caller(&token, request).unwrap();
    let answers = ReportsServiceClient::new(reports.channel.clone()).list_sources(request).await.unwrap();
    let days = collected(answers).await.into_iter().flat_map(|part| part.sources);
    days.map(|day| (day.source, day.checks)).collect()
}

async fn revoke(world: &World, owner: &Person, pos_id: &str, id: &str) -> Answer {
    let body = json!({"sessionID": owner.session_id, "posID": pos_id, "id": id});
    world.call("revoke-ingest-key", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_key_stamps_its_own_source() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let till = world.linked(&ana, "p1").await;
    let (bar, bar_key) = named_key(&world, &ana, "p1", "Bar").await;
    let (_, script_key) = named_key(&world, &ana, "p1", "Script").await;
    for (key, id) in [(&till, "c1"), (&bar_key, "c2"), (&bar_key, "c3"), (&till, "c4")] {
        assert_eq!(world.ingest(key, &check("p1", id, 1.0)).await.status, 202);
    }
    let (import, import_key) = key_of(&world, &ana, "p1", IngestKeyKind::Import).await;
    assert_eq!(world.ingest(&import_key, &check("p1", "c5", 1.0)).await.status, 202);
    // It gives facts back to the sources that they came from.
    for (source, id) in [("till", "c6"), (bar.as_str(), "c7"), (import.as_str(), "c8")] {
        assert_eq!(ingest_as(&world, &import_key, source, &check("p1", id, 1.0)).await.status, 202);
    }
    world.expect_sales(&ana, 8.0).await;
    let expected = BTreeMap::from([("till".to_owned(), 3), (bar, 3), (import, 2)]);
    assert_eq!(sources(&world, &script_key, "p1").await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_source_is_refused() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let till = world.linked(&ana, "p1").await;
    world.linked(&ana, "p2").await;
    let (bar, bar_key) = named_key(&world, &ana, "p1", "Bar").await;
    let (elsewhere, _) = named_key(&world, &ana, "p2", "Bar").await;
    let (_, import_key) = key_of(&world, &ana, "p1", IngestKeyKind::Connection).await;
    let event = check("p1", "c1", 1.0);
    for (key, source, status) in [
        (&till, "till", 403),
        (&bar_key, "till", 403),
        (&bar_key, bar.as_str(), 403),
        (&import_key, elsewhere.as_str(), 403),
        (&import_key, "00000000-0000-0000-0000-000000000000", 403),
        (&import_key, "file", 400),
    ] {
        let refused = ingest_as(&world, key, source, &event).await;
        assert_eq!(refused.status, status, "{source}: {}", refused.body);
    }
    // A revoked key stays a source.
    revoke(&world, &ana, "p1", &bar).await.ok();
    assert_eq!(ingest_as(&world, &import_key, &bar, &event).await.status, 202);
    world.expect_sales(&ana, 1.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_ends_at_every_gateway() {
    let world = world().await;
    let (ana, bo) = (world.person("ana@example.com").await, world.person("bo@example.com").await);
    let till = world.linked(&ana, "p1").await;
    world.linked(&bo, "p2").await;
    let (id, key) = named_key(&world, &ana, "p1", "Bar").await;
    let other = world.another_gateway().await;
    let post_there = async |key: &str, id: &str| {
        let post = world.http.post(format!("http://{other}/ingest/v1/events")).bearer_auth(key);
        post.json(&check("p1", id, 1.0)).send().await.unwrap().status().as_u16()
    };
    // Both have it in their caches.
    assert_eq!(world.ingest(&key, &check("p1", "c1", 1.0)).await.status, 202);
    assert_eq!(post_there(&key, "c2").await, 202);
    assert_eq!(revoke(&world, &bo, "p1", &id).await.status, 403);
    assert_eq!(revoke(&world, &bo, "p2", &id).await.status, 404);
    assert_eq!(revoke(&world, &ana, "p1", "till").await.status, 409);
    assert_eq!(world.ingest(&key, &check("p1", "c3", 1.0)).await.status, 202);
    revoke(&world, &ana, "p1", &id).await.ok();
    assert_eq!(world.ingest(&key, &check("p1", "c4", 1.0)).await.status, 401);
    eventually("the end at the other gateway", || async {
        (post_there(&key, "c5").await == 401).then_some(())
    })
    .await;
    // The vendor's key is another one.
    assert_eq!(world.ingest(&till, &check("p1", "c6", 1.0)).await.status, 202);
    let list = json!({"sessionID": ana.session_id, "posID": "p1", "limit": 1});
    let keys = world.call("get-ingest-keys", list).await.ok();
    let listed = &keys["ingestKeyList"][0];
    assert_eq!((&listed["id"], &listed["revokedAt"]), (&json!(id), &json!("2026-07-18T12:00:00")));
    assert!(keys["nextCursor"].is_string() && !keys.to_string().contains(&key));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_key_of_the_vendor_ends_at_once() {
    let world = world().await;
    let (key, _) = world.provision("p1").await;
    assert_eq!(world.ingest(&key, &check("p1", "c1", 1.0)).await.status, 202);
    let bearer = format!("Bearer {}", crate::world::VENDOR_KEY);
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let rotate = json!({"posID": "p1", "rotateIngestKey": true}).to_string();
    let made = world.post("/provision/v1/locations", &headers, rotate).await.ok();
    eventually("the end of the key", || async {
        (world.ingest(&key, &check("p1", "c2", 1.0)).await.status == 401).then_some(())
    })
    .await;
    let new = made["ingestKey"].as_str().unwrap();
    assert_eq!(world.ingest(new, &check("p1", "c3", 1.0)).await.status, 202);
}
