//! An erased guest is nowhere: in no row, sample or index entry of any database, live or dead, and in no stream but the
//! tills' own, which forgets by age.

use saffron_services::SERVICES;
use saffron_testkit::eventually;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection, Row as _};

use crate::world::{Person, World, world};

/// What names her, in lower case.
const NEEDLES: [&str; 5] = ["anabel", "zeppelin", "anabel.z@mail.example", "5558675309", "867-5309"];

fn guest(id: &str, revision: i64, names: [&str; 2], email: &str, phone: &str) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{id}-{revision}"), "source": "till", "type": "customer.upserted",
           "data": {"posID": "p1", "posCustomerID": id, "revision": revision, "firstName": names[0],
                    "lastName": names[1], "email": email, "cellPhoneNumber": phone, "emailConsent": true}})
}

fn meal(check_id: &str, guest: &str) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{check_id}"), "source": "till", "type": "check.closed",
           "data": {"posID": "p1", "posCheckID": check_id, "revision": 1, "closeTime": "2026-07-18T11:30:00",
                    "posCustomerID": guest, "covers": 1, "payments": [{"type": "Visa", "amount": 8}],
                    "items": [{"posItemID": "soup", "name": "Soup", "quantity": 1, "price": 8}]}})
}

fn item(id: &str) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{id}"), "source": "till", "type": "item.upserted",
           "data": {"posID": "p1", "posItemID": id, "revision": 1, "name": "Soup", "price": 8, "cost": 2}})
}

fn asked(ana: &Person, more: Value) -> Value {
    let mut body = json!({"sessionID": ana.session_id, "posID": "p1"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// Whether a list has this guest with a visit.
fn has_come(list: &Value, id: &str) -> bool {
    let guests = list["customerList"].as_array().unwrap();
    guests.iter().any(|guest| guest["posCustomerID"] == id && guest["visits"] == 1)
}

/// Which of these bytes name her.
fn named_in(bytes: &[u8]) -> Vec<&'static str> {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    NEEDLES.into_iter().filter(|needle| text.contains(needle)).collect()
}

/// What the items of a page hold, be it of a table or of an index: live ones, and dead ones that nothing has taken away.
fn items_of_page(page: &[u8]) -> impl Iterator<Item = &[u8]> {
    const HEADER: usize = 24;
    let lower = page.get(12..14).map_or(0, |b| usize::from(u16::from_le_bytes([b[0], b[1]])));
    let pointers = page.get(HEADER..lower.min(page.len())).unwrap_or_default();
    pointers.chunks_exact(4).filter_map(|pointer| {
        let pointer = u32::from_le_bytes(pointer.try_into().unwrap());
        let (offset, length) = ((pointer & 0x7fff) as usize, (pointer >> 17) as usize);
        page.get(offset..offset + length).filter(|item| !item.is_empty())
    })
}

/// Every place in a database that names her: in every table, index and catalogue, as it lies on disk.
async fn places_on_pages(url: &str) -> Vec<String> {
    let mut database = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql("CHECKPOINT").execute(&mut database).await.unwrap();
    let files = sqlx::query(
        "SELECT relname::text, pg_read_binary_file(pg_relation_filepath(oid)) FROM pg_class
         WHERE relkind IN ('r', 'i', 't', 'm') AND pg_relation_filepath(oid) LIKE 'base/%'
           AND pg_relation_size(oid) > 0",
    )
    .fetch_all(&mut database)
    .await
    .unwrap();
    assert!(files.len() > 50, "{} files", files.len());
    let mut places = Vec::new();
    for file in files {
        let (name, bytes): (String, Vec<u8>) = (file.get(0), file.get(1));
        let items = bytes.chunks(8_192).flat_map(items_of_page);
        places.extend(items.flat_map(named_in).map(|needle| format!("{name}: {needle}")));
    }
    places.sort();
    places.dedup();
    places
}

/// Every place in every database and stream that names her, but for the stream of tills.
async fn places(world: &World) -> Vec<String> {
    let mut places = Vec::new();
    for url in &world.databases {
        places.extend(places_on_pages(url).await);
    }
    for stream in ["EVENTS", "DLQ", "PUSH"] {
        for (subject, body) in world.nats.stored(stream).await {
            places.extend(named_in(&body).into_iter().map(|needle| format!("{stream}, {subject}: {needle}")));
        }
    }
    places
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_guest_is_in_no_row_after_all_facts_came_again() {
    let world = world().await;
    let ana = world.person("owner@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let (rosa, hugo) = (["Anabel", "Zeppelin"], ["Hugo", "Moore"]);
    let facts = json!([
        guest("g1", 1, rosa, "Anabel.Z@mail.example", "(555) 867-5309"),
        guest("g2", 1, hugo, "hugo@example.com", "212-555-0102"),
        guest("g1", 2, rosa, "anabel.z@mail.example", "555-867-5309"),
        item("soup"),
        meal("c1", "g1"),
        meal("c2", "g2"),
    ]);
    assert_eq!(world.ingest(&key, &facts).await.status, 202);
    world.expect("get-customers-list", &asked(&ana, json!({})), |list| has_come(list, "g1")).await;
    world
        .expect("get-items-list", &asked(&ana, json!({})), |b| b["itemList"][0]["posItemID"] == "soup")
        .await;
    for (call, more) in [
        ("send-reward-point", json!({"rewardPoint": 50})),
        ("send-reward-item", json!({"posItemID": "soup", "price": 8})),
    ] {
        let mut more = more;
        more["posCustomerID"] = json!("g1");
        more["rewardMessage"] = json!("Happy birthday, Anabel!");
        more["idempotencyKey"] = json!(call);
        assert_eq!(world.call(call, asked(&ana, more)).await.status, 200);
    }
    // A batch that no service can read, with her in it.
    let subject = saffron_kit::nats::subject::facts(&"p1".parse().unwrap());
    world.nats.put(&subject, br#"{"no batch": {"email": "anabel.z@mail.example"#.to_vec()).await;
    let all = SERVICES.into_iter().filter(|service| service.facts).count() as u64;
    eventually("letters of all", || async { (world.nats.letters().await == all).then_some(()) }).await;
    let customers = &world.databases[3];
    let mut database = PgConnection::connect(customers).await.unwrap();
    sqlx::raw_sql("ANALYZE").execute(&mut database).await.unwrap();
    let before = places(&world).await;
    for place in
        ["customer: zeppelin", "customer_by_email: anabel", "customer_by_phone: 5558675309", "reward: anabel"]
    {
        assert!(before.iter().any(|found| found == place), "{place} is not seen in {before:?}");
    }
    assert!(before.iter().any(|found| found.starts_with("DLQ")), "{before:?}");

    assert_eq!(world.call("erase-customer", asked(&ana, json!({"posCustomerID": "g1"}))).await.status, 200);
    eventually("her to be nowhere", || async { places(&world).await.is_empty().then_some(()) }).await;

    // All that tills ever sent comes again, what could not be read too, and then something new.
    for (subject, body) in world.nats.stored("POS").await {
        world.nats.put(&subject, body).await;
    }
    let last = json!([guest("g3", 1, ["Vera", "Last"], "v@example.com", ""), item("stew"), meal("c3", "g3")]);
    assert_eq!(world.ingest(&key, &last).await.status, 202);
    for service in SERVICES.into_iter().filter(|service| service.facts).map(|service| service.name) {
        world.nats.facts_settled(service).await;
    }
    world.expect("get-customers-list", &asked(&ana, json!({})), |list| has_come(list, "g3")).await;
    eventually("her to be nowhere again", || async { places(&world).await.is_empty().then_some(()) }).await;
    let gone = world.call("get-customer", asked(&ana, json!({"posCustomerID": "g1"}))).await.ok();
    assert_eq!((&gone["customer"]["erased"], &gone["customer"]["visits"]), (&json!(true), &json!(1)));
    // What is left of her is a hash that only the key can make.
    let tombstones: i64 =
        sqlx::query_scalar("SELECT count(*) FROM tombstone").fetch_one(&mut database).await.unwrap();
    assert_eq!(tombstones, 3, "id, email and phone");
}
