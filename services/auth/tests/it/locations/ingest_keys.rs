use jiff::SignedDuration;
use saffron_core::{Code, Error, UserId};
use saffron_kit::Secret;
use saffron_proto::auth::{
    CheckIngestSourceRequest, CreateIngestKeyRequest, CreateIngestKeyResponse, IngestKey, IngestKeyKind,
    ListIngestKeysRequest, ProvisionLocationRequest, RevokeIngestKeyRequest,
};
use saffron_testkit::{eventually, listed, pages};

use crate::world::{World, answered, code_of, registration, world};

const ANA: &str = "ana@saffron.example";

/// A person with this location.
async fn owner(world: &World, email: &str, pos_id: &str) -> String {
    let session = world.enter(email).await;
    let code = world.provision(pos_id).await.link_code;
    world.link(&world.token(&session).await, pos_id, &code).await.unwrap();
    world.token(&session).await
}

async fn create(
    world: &World,
    token: &str,
    (pos_id, name, kind): (&str, &str, IngestKeyKind),
) -> Result<CreateIngestKeyResponse, Error> {
    let request = CreateIngestKeyRequest { pos_id: pos_id.into(), name: name.into(), kind: kind.into() };
    answered(world.locations().create_ingest_key(world.as_caller(token, request)).await)
}

async fn revoke(world: &World, token: &str, pos_id: &str, id: &str) -> Result<(), Error> {
    let request = RevokeIngestKeyRequest { pos_id: pos_id.into(), id: id.into() };
    answered(world.locations().revoke_ingest_key(world.as_caller(token, request)).await).map(|_| ())
}

async fn page(world: &World, token: &str, limit: i32, cursor: &str) -> (Vec<IngestKey>, Option<String>) {
    let request = ListIngestKeysRequest { pos_id: "pizza".into(), limit, cursor: cursor.into() };
    listed(world.locations().list_ingest_keys(world.as_caller(token, request)).await.unwrap()).await
}

async fn is_source(world: &World, pos_id: &str, source: &str) -> bool {
    let request = CheckIngestSourceRequest { pos_id: pos_id.into(), source: source.into() };
    answered(world.sessions().check_ingest_source(world.as_gateway(request)).await).unwrap().known
}

#[tokio::test]
async fn a_key_stands_for_its_source_and_location() {
    let world = world().await;
    let provisioned = world.provision("pizza").await;
    let token = {
        let session = world.enter(ANA).await;
        world.link(&world.token(&session).await, "pizza", &provisioned.link_code).await.unwrap();
        world.token(&session).await
    };
    let till = world.resolve_ingest_key(&provisioned.ingest_key).await.unwrap();
    assert_eq!((till.source.as_str(), till.kind()), ("till", IngestKeyKind::Till));
    for kind in [IngestKeyKind::Till, IngestKeyKind::Import, IngestKeyKind::Connection] {
        let made = create(&world, &token, ("pizza", " Bar  ", kind)).await.unwrap();
        let key = made.key.unwrap();
        assert_eq!((key.name.as_str(), key.kind(), key.created_by.as_str()), ("Bar", kind, "Ana Reyes"));
        let found = world.resolve_ingest_key(&made.ingest_key).await.unwrap();
        assert_eq!((&found.source, found.kind(), found.pos_id.as_str()), (&key.id, kind, "pizza"));
        assert_eq!((&found.time_zone, &found.day_starts), (&till.time_zone, &till.day_starts));
        let claims = world.claims(&found.token);
        assert_eq!((claims.sub, claims.name.as_str()), (UserId::NOBODY, "Bar"));
        assert_eq!(claims.loc.into_values().flatten().map(String::from).collect::<Vec<_>>(), ["pizza"]);
    }
    assert_eq!(
        code_of(create(&world, &token, ("pizza", " ", IngestKeyKind::Till)).await).1,
        Some("name".into())
    );
}

#[tokio::test]
async fn a_location_that_is_not_theirs_gives_no_key() {
    let world = world().await;
    let ana = owner(&world, ANA, "pizza").await;
    let bo = owner(&world, "bo@saffron.example", "tacos").await;
    let made = create(&world, &ana, ("pizza", "Bar", IngestKeyKind::Till)).await.unwrap();
    let id = made.key.unwrap().id;
    assert_eq!(code_of(create(&world, &bo, ("pizza", "Bar", IngestKeyKind::Till)).await).0, Code::Forbidden);
    assert_eq!(code_of(revoke(&world, &bo, "pizza", &id).await).0, Code::Forbidden);
    // A key of another location is none of this one.
    assert_eq!(code_of(revoke(&world, &bo, "tacos", &id).await), (Code::NotFound, Some("id".into())));
    // The token is older than the unlink.
    world.unlink(&ana, "pizza").await.unwrap();
    assert_eq!(code_of(create(&world, &ana, ("pizza", "Bar", IngestKeyKind::Till)).await).0, Code::Forbidden);
    assert_eq!(code_of(revoke(&world, &ana, "pizza", &id).await).0, Code::Forbidden);
    world.resolve_ingest_key(&made.ingest_key).await.unwrap();
}

#[tokio::test]
async fn a_revoked_key_is_unknown_and_stays_a_source() {
    let world = world().await;
    let token = owner(&world, ANA, "pizza").await;
    let mut listener = world.nats.subscribe("push.v1.gateway._.ingest_key_revoked").await;
    let made = create(&world, &token, ("pizza", "Bar", IngestKeyKind::Till)).await.unwrap();
    let id = made.key.unwrap().id;
    for _ in 0..2 {
        revoke(&world, &token, "pizza", &id).await.unwrap();
        assert_eq!(code_of(world.resolve_ingest_key(&made.ingest_key).await).0, Code::Unauthenticated);
    }
    let event = listener.expect_event(|_| true).await;
    assert_eq!((&event.data["posID"], &event.data["keyID"]), (&"pizza".into(), &id.as_str().into()));
    let (keys, _) = page(&world, &token, 0, "").await;
    assert_eq!((&keys[0].id, keys[0].revoked_at.as_str()), (&id, "2026-07-18T07:00:00"));
    assert!(is_source(&world, "pizza", &id).await && is_source(&world, "pizza", "till").await);
    assert!(!is_source(&world, "tacos", &id).await && !is_source(&world, "pizza", "none").await);
    // The vendor's key is replaced by the vendor.
    assert_eq!(code_of(revoke(&world, &token, "pizza", "till").await), (Code::Conflict, Some("id".into())));
    let rotate = ProvisionLocationRequest { rotate_ingest_key: true, ..registration("pizza") };
    world.try_provision(rotate).await.unwrap();
    assert_eq!(listener.expect_event(|_| true).await.data["keyID"], "till");
}

#[tokio::test]
async fn keys_are_listed_newest_first_page_by_page() {
    let world = world().await;
    let token = owner(&world, ANA, "pizza").await;
    for name in ["one", "two", "three", "four"] {
        create(&world, &token, ("pizza", name, IngestKeyKind::Till)).await.unwrap();
    }
    let (all, next) = page(&world, &token, 0, "").await;
    let names = |keys: Vec<IngestKey>| keys.into_iter().map(|key| key.name).collect::<Vec<_>>();
    assert_eq!((all.last().unwrap().id.as_str(), next), ("till", None));
    let expected = ["four", "three", "two", "one", "POS"];
    assert_eq!(names(all), expected);
    let paged = pages(async |cursor| {
        let (keys, next) = page(&world, &token, 2, &cursor).await;
        (names(keys), next)
    });
    assert_eq!(paged.await.concat(), expected);
}

#[tokio::test]
async fn a_location_has_a_hundred_keys_of_tills_at_most() {
    let world = world().await;
    let token = owner(&world, ANA, "pizza").await;
    let first = create(&world, &token, ("pizza", "first", IngestKeyKind::Till)).await.unwrap().key.unwrap();
    for _ in 1..100 {
        create(&world, &token, ("pizza", "more", IngestKeyKind::Till)).await.unwrap();
    }
    assert_eq!(code_of(create(&world, &token, ("pizza", "x", IngestKeyKind::Till)).await).0, Code::Conflict);
    create(&world, &token, ("pizza", "file", IngestKeyKind::Import)).await.unwrap();
    revoke(&world, &token, "pizza", &first.id).await.unwrap();
    create(&world, &token, ("pizza", "x", IngestKeyKind::Till)).await.unwrap();
}

#[tokio::test]
async fn a_key_makes_and_revokes_keys_of_imports_alone() {
    let world = world().await;
    let token = owner(&world, ANA, "pizza").await;
    let till = create(&world, &token, ("pizza", "Script", IngestKeyKind::Till)).await.unwrap();
    let bearer = world.resolve_ingest_key(&till.ingest_key).await.unwrap().token;
    for kind in [IngestKeyKind::Till, IngestKeyKind::Connection] {
        assert_eq!(code_of(create(&world, &bearer, ("pizza", "x", kind)).await).0, Code::Forbidden);
    }
    let own = till.key.unwrap().id;
    assert_eq!(code_of(revoke(&world, &bearer, "pizza", &own).await).0, Code::Forbidden);
    world.provision("tacos").await;
    let elsewhere = create(&world, &bearer, ("tacos", "x", IngestKeyKind::Import)).await;
    assert_eq!(code_of(elsewhere).0, Code::Forbidden);
    let import = create(&world, &bearer, ("pizza", "march.csv", IngestKeyKind::Import)).await.unwrap();
    let key = import.key.unwrap();
    assert_eq!(key.created_by, "");
    revoke(&world, &bearer, "pizza", &key.id).await.unwrap();
    assert_eq!(code_of(world.resolve_ingest_key(&import.ingest_key).await).0, Code::Unauthenticated);
}

#[tokio::test]
async fn the_last_use_is_written_once_a_minute() {
    let world = world().await;
    let token = owner(&world, ANA, "pizza").await;
    let made = create(&world, &token, ("pizza", "Bar", IngestKeyKind::Till)).await.unwrap();
    let used = async |expected: &str| {
        eventually("the use", || async {
            let (keys, _) = page(&world, &token, 1, "").await;
            (keys[0].last_used_at == expected).then_some(())
        })
        .await;
    };
    used("").await;
    world.resolve_ingest_key(&made.ingest_key).await.unwrap();
    used("2026-07-18T07:00:00").await;
    // Another key's use is written later than one that would be.
    let other = create(&world, &token, ("pizza", "Other", IngestKeyKind::Till)).await.unwrap();
    world.pass(SignedDuration::from_secs(59));
    world.resolve_ingest_key(&made.ingest_key).await.unwrap();
    world.resolve_ingest_key(&other.ingest_key).await.unwrap();
    let used_at = "ingest_keys WHERE last_used_at =";
    eventually("the other's use", || async {
        (world.count(&format!("{used_at} '2026-07-18T12:00:59Z'")).await > 0).then_some(())
    })
    .await;
    assert_eq!(world.count(&format!("{used_at} '2026-07-18T12:00:00Z'")).await, 1);
    world.pass(SignedDuration::from_secs(1));
    world.resolve_ingest_key(&made.ingest_key).await.unwrap();
    eventually("the next use", || async {
        (world.count(&format!("{used_at} '2026-07-18T12:01:00Z'")).await == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_key_is_stored_as_its_hash_alone() {
    let world = world().await;
    let token = owner(&world, ANA, "pizza").await;
    let made = create(&world, &token, ("pizza", "Bar", IngestKeyKind::Till)).await.unwrap();
    let stored: (Vec<u8>, String) =
        sqlx::query_as("SELECT key_hash, k::text FROM ingest_keys k").fetch_one(&world.pool).await.unwrap();
    assert_eq!(stored.0, Secret::new(made.ingest_key.clone()).digest());
    assert!(!stored.1.contains(&made.ingest_key));
}

#[tokio::test]
async fn vendor_gets_a_key_by_name_beside_the_tills() {
    let world = world().await;
    let tills = world.provision("pizza").await.ingest_key;
    let named =
        |name: &str| ProvisionLocationRequest { ingest_key_name: name.into(), ..registration("pizza") };
    let first = world.try_provision(named("Import")).await.unwrap().ingest_key;
    let other = world.try_provision(named("Bar")).await.unwrap().ingest_key;
    let mut listener = world.nats.subscribe("push.v1.gateway._.ingest_key_revoked").await;
    let second = world.try_provision(named("Import")).await.unwrap().ingest_key;
    // The key of that name from before ends, and no other.
    listener.expect_event(|_| true).await;
    assert_eq!(code_of(world.resolve_ingest_key(&first).await).0, Code::Unauthenticated);
    let mut sources = Vec::new();
    for key in [&tills, &other, &second] {
        sources.push(world.resolve_ingest_key(key).await.unwrap().source);
    }
    sources.dedup();
    assert_eq!((sources.len(), sources[0].as_str()), (3, "till"));
    let both = ProvisionLocationRequest { rotate_ingest_key: true, ..named("Import") };
    assert_eq!(code_of(world.try_provision(both).await), (Code::Invalid, Some("ingestKeyName".into())));
    // A new location's own key is enough.
    let new = ProvisionLocationRequest { ingest_key_name: "Import".into(), ..registration("tacos") };
    let key = world.try_provision(new).await.unwrap().ingest_key;
    assert_eq!(world.resolve_ingest_key(&key).await.unwrap().source, "till");
}
