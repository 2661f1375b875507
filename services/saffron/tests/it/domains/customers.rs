//! Guests, points and rewards through the gateway.

use serde_json::{Value, json};

use crate::world::{Person, World, world};

fn guest(id: &str, first: &str, email: &str, phone: &str) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{id}-1"), "source": "till", "type": "customer.upserted",
           "data": {"posID": "p1", "posCustomerID": id, "revision": 1, "firstName": first, "lastName": "Lopez",
                    "email": email, "cellPhoneNumber": phone}})
}

fn meal(check_id: &str, revision: i64, dollars: f64, fields: Value) -> Value {
    let mut data = json!({"posID": "p1", "posCheckID": check_id, "revision": revision,
        "closeTime": "2026-07-18T12:30:00", "posCustomerID": "g1", "covers": 1,
        "items": [{"posItemID": "soup", "name": "Soup", "quantity": 1, "price": dollars}], "payments": []});
    data.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    json!({"specversion": "1.0", "id": format!("e-{check_id}-{revision}"), "source": "till", "type": "check.closed",
           "data": data})
}

/// Someone with one location that knows two guests and one dish, and gives five points a dollar.
async fn house(world: &World) -> (Person, String) {
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let percent = json!({"sessionID": ana.session_id, "posID": "p1", "rewardPercent": 5});
    assert_eq!(world.call("update-reward-percent", percent).await.ok()["rewardPercent"], 5.0);
    let facts = json!([
        guest("g1", "Rosa", "Rosa@Example.com ", "(212) 555-0101"),
        guest("g2", "Hugo", "hugo@example.com", "212-555-0102"),
        {"specversion": "1.0", "id": "e-soup", "source": "till", "type": "item.upserted",
         "data": {"posID": "p1", "posItemID": "soup", "revision": 1, "name": "Soup", "price": 8, "cost": 2}},
    ]);
    assert_eq!(world.ingest(&key, &facts).await.status, 202);
    world.expect("get-customers-list", &all(&ana), |body| rows(body).len() == 2).await;
    let items = json!({"sessionID": ana.session_id, "posID": "p1"});
    world
        .expect("get-items-list", &items, |body| body["itemList"].as_array().is_some_and(|l| l.len() == 1))
        .await;
    (ana, key)
}

fn all(ana: &Person) -> Value {
    json!({"sessionID": ana.session_id, "posID": "p1", "limit": 50})
}

fn rows(body: &Value) -> &[Value] {
    body["customerList"].as_array().map_or(&[], Vec::as_slice)
}

fn one(ana: &Person, id: &str) -> Value {
    json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": id})
}

#[tokio::test(flavor = "multi_thread")]
async fn points_follow_a_check_its_correction_and_its_void() {
    let world = world().await;
    let (ana, key) = house(&world).await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    let points = |expected: i64| move |body: &Value| body["customer"]["points"] == expected;
    // The clock of this test stands at noon: tills' clocks run ahead.
    world.ingest(&key, &meal("c1", 1, 20.5, json!({}))).await;
    assert_eq!(stream.expect("customers.changed").await.data["posID"], "p1");
    world.expect("get-customer", &one(&ana, "g1"), points(103)).await;
    world.ingest(&key, &meal("c1", 2, 40.0, json!({}))).await;
    world.expect("get-customer", &one(&ana, "g1"), points(200)).await;
    world.ingest(&key, &meal("c2", 1, 10.0, json!({"rewardUsed": 1.5}))).await;
    // 8.50 eligible earn 43, 150 are spent.
    world.expect("get-customer", &one(&ana, "g1"), points(93)).await;
    world.ingest(&key, &meal("c1", 3, 40.0, json!({"voided": true}))).await;
    let owes = |body: &Value| body["customer"]["points"] == 0 && body["customer"]["pointsOwed"] == 107;
    world.expect("get-customer", &one(&ana, "g1"), owes).await;
    let entries = world.call("get-customer-points", one(&ana, "g1")).await.ok();
    let sum: i64 =
        entries["pointsList"].as_array().unwrap().iter().map(|e| e["points"].as_i64().unwrap()).sum();
    assert_eq!(sum, -107, "{entries}");
    let found = world.call("get-customers-list", all(&ana)).await.ok();
    assert_eq!((&rows(&found)[0]["posCustomerID"], &rows(&found)[0]["visits"]), (&json!("g1"), &json!(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_tap_sends_one_reward() {
    let world = world().await;
    let (ana, _) = house(&world).await;
    let send = |points: i64, key: &str| {
        json!({"sessionID": ana.session_id, "posID": "p1", "email": "rosa@example.com",
               "cellPhoneNumber": "2125550101", "rewardPoint": points, "rewardMessage": "Thank you",
               "userInformationID": 0, "validUntil": "2026-08-18T23:59:59", "idempotencyKey": key})
    };
    let (first, again) = tokio::join!(
        world.call("send-reward-point", send(500, "k1")),
        world.call("send-reward-point", send(500, "k1"))
    );
    assert_eq!(first.ok()["reward"]["rewardID"], again.ok()["reward"]["rewardID"]);
    let other = world.call("send-reward-point", send(600, "k1")).await;
    assert_eq!((other.status, other.field()), (409, "idempotencyKey"));
    assert_eq!(world.call("get-customer", one(&ana, "g1")).await.ok()["customer"]["points"], 500);
    let percent = json!({"sessionID": ana.session_id, "posID": "p1"});
    assert_eq!(world.call("get-reward-percent", percent).await.ok()["outstandingDollars"], 5.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reward_item_is_redeemed_once() {
    let world = world().await;
    let (ana, key) = house(&world).await;
    let send = json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": "g1", "posItemID": "soup",
        "price": 8.0, "rewardMessage": "On the house", "validUntil": "2026-07-20T23:59:59", "idempotencyKey": "k"});
    let reward = world.call("send-reward-item", send).await.ok();
    assert_eq!(reward["reward"]["itemName"], "Soup");
    world.ingest(&key, &json!([meal("c1", 1, 8.0, json!({})), meal("c2", 1, 8.0, json!({}))])).await;
    let redeemed = |body: &Value| body["rewardList"][0]["redeemedByCheck"] == "c1";
    world.expect("get-customer", &one(&ana, "g1"), redeemed).await;
    world.ingest(&key, &meal("c1", 2, 8.0, json!({"voided": true}))).await;
    let by_the_other = |body: &Value| body["rewardList"][0]["redeemedByCheck"] == "c2";
    world.expect("get-customer", &one(&ana, "g1"), by_the_other).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_reward_is_refused_with_its_field() {
    let world = world().await;
    let (ana, _) = house(&world).await;
    let bob = world.person("bob@example.com").await;
    world.linked(&bob, "p2").await;
    let send = |fields: Value| {
        let mut body = json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": "g1", "rewardPoint": 100,
            "posItemID": "soup", "price": 8});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        body
    };
    for (call, fields, status, field) in [
        ("send-reward-point", json!({"rewardPoint": 0}), 400, "rewardPoint"),
        ("send-reward-point", json!({"rewardPoint": 100_001}), 400, "rewardPoint"),
        ("send-reward-point", json!({"rewardMessage": "x".repeat(151)}), 400, "rewardMessage"),
        ("send-reward-point", json!({"validUntil": "2026-07-17"}), 400, "validUntil"),
        ("send-reward-point", json!({"posCustomerID": null, "email": "nobody@example.com"}), 400, "email"),
        ("send-reward-point", json!({"posCustomerID": "g9"}), 400, "posCustomerID"),
        ("send-reward-point", json!({"posID": "p2"}), 403, "posID"),
        ("send-reward-item", json!({"price": -1}), 400, "price"),
        ("send-reward-item", json!({"posItemID": "unknown"}), 404, "posItemID"),
        ("send-reward-item", json!({"rewardMessage": "x".repeat(151)}), 400, "rewardMessage"),
        ("update-reward-percent", json!({"rewardPercent": 100.01}), 400, "rewardPercent"),
        ("update-reward-percent", json!({"rewardPercent": -1}), 400, "rewardPercent"),
    ] {
        let refused = world.call(call, send(fields.clone())).await;
        assert_eq!((refused.status, refused.field()), (status, field), "{call} {fields}: {refused:?}");
    }
    // Someone else's guest.
    let foreign =
        json!({"sessionID": bob.session_id, "posID": "p2", "email": "rosa@example.com", "rewardPoint": 1});
    assert_eq!(world.call("send-reward-point", foreign).await.field(), "email");
}

fn merged(id: &str, into: &str) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{id}-{into}"), "source": "till", "type": "customer.merged",
           "data": {"posID": "p1", "posCustomerID": id, "mergedInto": into, "revision": 1}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merged_guest_is_one_in_every_answer() {
    let world = world().await;
    let (ana, key) = house(&world).await;
    let of_other = json!({"posCustomerID": "g2"});
    world.ingest(&key, &json!([meal("c1", 1, 20.0, json!({})), meal("c2", 1, 10.0, of_other)])).await;
    let refused = world.ingest(&key, &merged("g1", "g1")).await;
    assert_eq!((refused.status, &refused.body["field"]), (400, &json!("data.mergedInto")));
    let mut recipients = one(&ana, "g1");
    recipients["channel"] = json!("email");
    let ids = |body: &Value, list: &str| -> Vec<Value> {
        body[list].as_array().unwrap().iter().map(|row| row["posCustomerID"].clone()).collect()
    };
    world.expect("get-marketing-recipients", &recipients, |body| ids(body, "recipientList").len() == 2).await;
    assert_eq!(world.ingest(&key, &merged("g1", "g2")).await.status, 202);
    let is_one = |body: &Value| {
        let guest = &body["customer"];
        guest["posCustomerID"] == "g2" && guest["points"] == 150 && guest["visits"] == 2
    };
    for id in ["g1", "g2"] {
        world.expect("get-customer", &one(&ana, id), is_one).await;
    }
    assert_eq!(ids(&world.call("get-customers-list", all(&ana)).await.ok(), "customerList"), ["g2"]);
    world.expect("get-marketing-recipients", &recipients, |body| ids(body, "recipientList") == ["g2"]).await;
    let entries = world.call("get-customer-points", one(&ana, "g1")).await.ok();
    assert_eq!(entries["pointsList"][0]["kind"], "merged");
    // A check of the ended id, and a reward that is sent to it, are of the guest that stays.
    world.ingest(&key, &meal("c3", 1, 10.0, json!({}))).await;
    world.expect("get-customer", &one(&ana, "g2"), |body| body["customer"]["points"] == 200).await;
    let mut reward = one(&ana, "g1");
    reward["rewardPoint"] = json!(5);
    assert_eq!(world.call("send-reward-point", reward).await.ok()["customer"]["posCustomerID"], "g2");
    let export = world.call("export-customer", one(&ana, "g2")).await.ok();
    assert_eq!(export["mergedCustomers"][0]["email"], "rosa@example.com");
    assert_eq!(export["marketing"]["contact"]["email"], "hugo@example.com");
    // Both are erased as the one guest that they are.
    assert_eq!(world.call("erase-customer", one(&ana, "g1")).await.status, 200);
    world.expect("get-marketing-recipients", &recipients, |body| ids(body, "recipientList").is_empty()).await;
    let export = world.call("export-customer", one(&ana, "g2")).await.ok().to_string();
    assert!(!export.contains("rosa@") && !export.contains("hugo@"), "{export}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_exported_and_forgotten() {
    let world = world().await;
    let (ana, key) = house(&world).await;
    world.ingest(&key, &meal("c1", 1, 20.0, json!({}))).await;
    world.expect("get-customer", &one(&ana, "g1"), |body| body["customer"]["points"] == 100).await;
    let marketing_knows = |body: &Value| body["marketing"]["contact"]["firstName"] == "Rosa";
    world.expect("export-customer", &one(&ana, "g1"), marketing_knows).await;
    let mut wish = one(&ana, "g1");
    wish.as_object_mut()
        .unwrap()
        .extend([("channel".into(), json!("email")), ("granted".into(), json!(true))]);
    assert_eq!(world.call("update-customer-consent", wish).await.status, 200);
    let export = world.call("export-customer", one(&ana, "g1")).await.ok();
    assert_eq!(export["customer"]["email"], "rosa@example.com");
    assert_eq!(export["checks"][0]["posCheckID"], "c1");
    assert_eq!(export["marketing"]["contact"]["email"], "rosa@example.com");
    assert_eq!(export["marketing"]["consents"][0]["act"], "owner");
    assert_eq!((&export["marketing"]["messages"], &export["marketing"]["texts"]), (&json!([]), &json!([])));
    assert_eq!(export["complete"], true);
    assert_eq!(world.call("erase-customer", one(&ana, "g1")).await.status, 200);
    let forgotten = world.call("get-customer", one(&ana, "g1")).await.ok()["customer"].clone();
    assert_eq!((&forgotten["firstName"], &forgotten["email"]), (&Value::Null, &Value::Null));
    assert_eq!((&forgotten["erased"], &forgotten["points"]), (&json!(true), &json!(100)));
    // The till says who it was again, and tells of another guest after that.
    let again = json!([
        guest("g1", "Rosa", "rosa@example.com", "2125550101"),
        guest("g3", "Vera", "v@example.com", "")
    ]);
    let mut again = again;
    again[0]["data"]["revision"] = json!(2);
    again[0]["id"] = json!("e-g1-2");
    world.ingest(&key, &again).await;
    world.expect("get-customers-list", &all(&ana), |body| rows(body).len() == 3).await;
    let list = world.call("get-customers-list", all(&ana)).await.ok();
    assert!(!list.to_string().contains("rosa@example.com"), "{list}");
    let search = json!({"sessionID": ana.session_id, "posID": "p1", "limit": 5, "search": "rosa"});
    assert_eq!(rows(&world.call("get-customers-list", search).await.ok()).len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_named_guests_with_one_address_are_erased() {
    let world = world().await;
    let (ana, key) = house(&world).await;
    let same = json!([
        guest("g3", "Rosalia", "rosa@example.com", ""),
        guest("g4", "Rob", "rob@example.com", "212 555 0101"),
    ]);
    assert_eq!(world.ingest(&key, &same).await.status, 202);
    world.expect("get-customers-list", &all(&ana), |body| rows(body).len() == 4).await;
    let twins = world.call("get-customer-twins", one(&ana, "g1")).await.ok();
    let shown = |twin: &Value| {
        let of = ["sameEmail", "samePhone"].map(|field| twin[field].as_bool().unwrap());
        (twin["customer"]["posCustomerID"].as_str().unwrap().to_owned(), of)
    };
    let list = twins["twinList"].as_array().unwrap();
    assert_eq!(shown(&list[0]), ("g3".into(), [true, false]));
    assert_eq!(shown(&list[1]), ("g4".into(), [false, true]));
    assert_eq!((list.len(), &twins["nextCursor"]), (2, &Value::Null));
    let mut page = one(&ana, "g1");
    page["limit"] = json!(1);
    assert_eq!(world.call("get-customer-twins", page).await.ok()["nextCursor"], "g3");
    let mut erase = one(&ana, "g1");
    erase["alsoErase"] = json!(["g9"]);
    let unknown = world.call("erase-customer", erase.clone()).await;
    assert_eq!((unknown.status, unknown.field()), (404, "alsoErase"));
    erase["alsoErase"] = json!(["g3"]);
    assert_eq!(world.call("erase-customer", erase).await.status, 200);
    for (id, is_erased) in [("g1", true), ("g2", false), ("g3", true), ("g4", false)] {
        let guest = world.call("get-customer", one(&ana, id)).await.ok();
        assert_eq!(guest["customer"]["erased"], is_erased, "{id}");
    }
    let rob = world.call("get-customer", one(&ana, "g4")).await.ok();
    assert_eq!(rob["customer"]["cellPhoneNumber"], "2125550101");
}
