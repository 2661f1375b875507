//! Ingest of facts.

mod keys;

use serde_json::{Value, json};

use crate::world::{VENDOR_KEY, check, world};

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_with_one_bad_event_is_refused_whole() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut bad = check("p1", "c3", 8.0);
    bad["data"]["items"][0]["quantity"] = json!("many");
    let refused = world.ingest(&key, &json!([check("p1", "c1", 1.0), check("p1", "c2", 2.0), bad])).await;
    assert_eq!(refused.status, 400);
    assert_eq!(refused.body, json!({"event": 2, "id": "e-c3", "field": "data.items[0].quantity"}));
    let taken = world.ingest(&key, &json!([check("p1", "c4", 4.0), check("p1", "c5", 5.0)])).await;
    assert_eq!((taken.status, taken.body), (202, json!({"accepted": ["e-c4", "e-c5"]})));
    // Facts of a location are worked in order: had something of the bad batch been stored, it would be in.
    world.expect_sales(&ana, 9.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_fields_are_named_and_the_rest_counts() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut odd = check("p1", "c1", 1.0);
    odd["data"]["discuont"] = json!(5);
    odd["data"]["items"][0]["seat"] = json!(3);
    let taken = world.ingest(&key, &json!([odd, check("p1", "c2", 2.0)])).await;
    let body = json!({"accepted": ["e-c1", "e-c2"], "ignored": ["data.discuont", "data.items[].seat"]});
    assert_eq!((taken.status, taken.body), (202, body));
    world.expect_sales(&ana, 3.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn facts_ahead_of_the_clock_are_refused_by_name() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    // Now is noon of the 18th in New York.
    let mut ahead = check("p1", "c2", 2.0);
    ahead["data"]["closeTime"] = json!("2026-07-19T14:00:01");
    let mut far = check("p1", "c2", 2.0);
    far["data"]["businessDate"] = json!("2026-08-23");
    let shift = json!({"specversion": "1.0", "id": "e-c2", "source": "pos", "type": "shift.opened",
        "data": {"posID": "p1", "posShiftID": "s1", "revision": 1, "rate": 15, "clockIn": "2027-07-18T12:00:00"}});
    for (event, field) in
        [(ahead.clone(), "data.closeTime"), (far, "data.businessDate"), (shift, "data.clockIn")]
    {
        let refused = world.ingest(&key, &json!([check("p1", "c1", 1.0), event])).await;
        assert_eq!(refused.status, 400);
        assert_eq!(refused.body, json!({"event": 1, "id": "e-c2", "field": field}));
    }
    ahead["data"]["closeTime"] = json!("2026-07-19T14:00:00");
    ahead["data"]["businessDate"] = json!("2026-07-18");
    assert_eq!(world.ingest(&key, &ahead).await.status, 202);
    world.expect_sales(&ana, 2.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_till_posts_for_its_own_location_alone() {
    let world = world().await;
    let (key, _) = world.provision("p1").await;
    let (other, _) = world.provision("p2").await;
    let refused = world.ingest(&other, &check("p1", "c1", 1.0)).await;
    assert_eq!(refused.status, 403);
    assert_eq!(refused.body, json!({"event": 0, "id": "e-c1", "field": "data.posID"}));
    assert_eq!(world.ingest("unknown", &check("p1", "c1", 1.0)).await.status, 401);
    let none = world.post("/ingest/v1/events", &[("content-type", "application/json")], "{}").await;
    assert_eq!(none.status, 401);
    let bearer = format!("Bearer {key}");
    for (content_type, body, status) in [
        ("text/plain", "{}".to_owned(), 415),
        ("application/json", "[]".to_owned(), 400),
        ("application/json", "{".to_owned(), 400),
        ("application/json", format!("[{}]", vec!["{}"; 2_001].join(",")), 413),
        ("application/json", " ".repeat(2 * 1024 * 1024), 413),
    ] {
        let headers = [("content-type", content_type), ("authorization", bearer.as_str())];
        assert_eq!(
            world.post("/ingest/v1/events", &headers, body.clone()).await.status,
            status,
            "{:.20}",
            body
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_too_large_for_one_message_is_refused() {
    let world = world().await;
    let (key, _) = world.provision("p1").await;
    let line = json!({"posItemID": "a", "name": "b", "quantity": 1, "amount": 1});
    let large: Vec<Value> = (0..17)
        .map(|n| {
            let mut check = check("p1", &format!("c{n}"), 1.0);
            check["data"]["items"] = json!(vec![line.clone(); 1_000]);
            check
        })
        .collect();
    let large = json!(large);
    assert!(large.to_string().len() < 1024 * 1024, "the body itself is small enough");
    assert_eq!(world.ingest(&key, &large).await.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_post_again_changes_nothing() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    for _ in 0..3 {
        assert_eq!(world.ingest(&key, &check("p1", "c1", 3.0)).await.status, 202);
    }
    assert_eq!(world.ingest(&key, &check("p1", "c2", 4.0)).await.status, 202);
    world.expect_sales(&ana, 7.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vendor_registers_locations_of_its_own() {
    let world = world().await;
    let provision = async |key: &str, body: Value| {
        let bearer = format!("Bearer {key}");
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        world.post("/provision/v1/locations", &headers, body.to_string()).await
    };
    let place = json!({"posID": "p1", "name": "Pizza Place", "timeZone": "America/New_York"});
    let first = provision(VENDOR_KEY, place.clone()).await.ok();
    assert!(first["ingestKey"].is_string() && first["linkCode"].as_str().unwrap().len() == 10);
    let again = provision(VENDOR_KEY, place.clone()).await.ok();
    assert_eq!(again["ingestKey"], Value::Null);
    assert_ne!(again["linkCode"], first["linkCode"]);
    let rotate = json!({"posID": "p1", "name": "Pizza Place", "timeZone": "America/New_York", "rotateIngestKey": true});
    assert_ne!(provision(VENDOR_KEY, rotate).await.ok()["ingestKey"], first["ingestKey"]);
    assert_eq!(provision(&format!("{VENDOR_KEY}-of-the-rival"), place.clone()).await.status, 403);
    assert_eq!(provision("no key", place).await.status, 401);
    let wrong = provision(VENDOR_KEY, json!({"posID": "p2", "name": "X", "timeZone": "Mars/Olympus"})).await;
    assert_eq!((wrong.status, wrong.field()), (400, "timeZone"));
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_that_do_not_fit_are_joined_by_a_hash() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let event = |id: &str, kind: &str, data: Value| json!({"specversion": "1.0", "id": id, "source": "till", "type": kind, "data": data});
    let check = |revision: i64, dollars: f64| {
        event(
            &format!("c{revision}"),
            "check.closed",
            json!({"posID": "p1", "posCheckID": "A17700.3", "revision": revision, "closeTime": "2026-07-18T11:30:00",
                "posCustomerID": "mia@example.com",
                "items": [{"posItemID": "Käse & Brot", "name": "Käse & Brot", "amount": dollars}],
                "payments": [{"type": "Cash", "amount": dollars}]}),
        )
    };
    let guest = json!({"posID": "p1", "posCustomerID": "mia@example.com", "revision": 1, "firstName": "Mia"});
    let item =
        json!({"posID": "p1", "posItemID": "Käse & Brot", "revision": 1, "name": "Käse & Brot", "price": 9});
    let facts =
        json!([event("g1", "customer.upserted", guest), event("i1", "item.upserted", item), check(1, 9.0)]);
    assert_eq!(world.ingest(&key, &facts).await.status, 202);
    // A correction finds it by the same text.
    assert_eq!(world.ingest(&key, &json!([check(2, 12.0)])).await.status, 202);
    world.expect_sales(&ana, 12.0).await;
    let days = json!({"sessionID": ana.session_id, "posID": "p1", "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let list = world.call("get-inside-sales", days).await.ok();
    assert_eq!(list["checkReportList"].as_array().unwrap().len(), 1);
    let id = list["checkReportList"][0]["posCheckID"].clone();
    assert_eq!(id, "A17700-3-x1dd53f811a4a5b32");
    let asked = json!({"sessionID": ana.session_id, "posID": "p1", "posCheckID": id});
    let one = world.call("get-check-item", asked).await.ok();
    assert_eq!(one["check"]["sentCheckID"], "A17700.3");
    let items = world.call("get-items-list", json!({"sessionID": ana.session_id, "posID": "p1"})).await.ok();
    assert_eq!(one["checkItemList"][0]["posItemID"], items["itemList"][0]["posItemID"]);
    let guests = json!({"sessionID": ana.session_id, "posID": "p1"});
    let known = |body: &Value| body["customerList"][0]["firstName"] == "Mia";
    world.expect("get-customers-list", &guests, known).await;
    let guests = world.call("get-customers-list", guests).await.ok().to_string();
    assert!(!guests.contains("mia@example.com"), "of a guest's id the hash alone is kept: {guests}");
    let empty = json!([event("e", "check.removed", json!({"posID": "p1", "posCheckID": "", "revision": 1}))]);
    let refused = world.ingest(&key, &empty).await;
    assert_eq!((refused.status, refused.field()), (400, "data.posCheckID"));
}
