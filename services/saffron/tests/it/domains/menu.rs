//! The menu through the gateway: what owners do, what tills hear of it, and what is refused by name.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::world::{Person, World, world};

fn item(pos_id: &str, id: &str, dollars: f64, stock: Value) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{id}-1"), "source": "till", "type": "item.upserted",
           "data": {"posID": pos_id, "posItemID": id, "revision": 1, "name": format!("Dish {id}"), "price": dollars,
                    "cost": 2.5, "majorCategory": "Food", "stock": stock, "lowStock": 2}})
}

/// Someone with one location that sells two dishes; one of them is counted.
async fn menu(world: &World) -> (Person, String) {
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let items = json!([item("p1", "soup", 8.0, json!(3)), item("p1", "tea", 3.0, Value::Null)]);
    assert_eq!(world.ingest(&key, &items).await.status, 202);
    let all = json!({"sessionID": ana.session_id, "posID": "p1"});
    world
        .expect("get-items-list", &all, |body| body["itemList"].as_array().is_some_and(|l| l.len() == 2))
        .await;
    (ana, key)
}

async fn update(world: &World, ana: &Person, fields: Value) -> crate::world::Answer {
    let mut body = json!({"sessionID": ana.session_id, "posID": "p1", "posItemID": "soup"});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    world.call("update-positem", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_applies_at_once_reaches_the_till_and_is_kept() {
    let world = world().await;
    let (ana, key) = menu(&world).await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    let edited = update(&world, &ana, json!({"price": 9.5, "displayName": "Soup of the day"})).await.ok();
    assert_eq!((&edited["price"], &edited["tillPrice"]), (&json!(9.5), &json!(8.0)));
    assert_eq!(stream.expect("items.changed").await.data["posID"], "p1");

    let bearer = format!("Bearer {key}");
    let headers = [("authorization", bearer.as_str())];
    let changes = world.send(reqwest::Method::GET, "/ingest/v1/changes?after=0", &headers, "").await.ok();
    let first = &changes["changeList"][0];
    assert_eq!((&first["posItemID"], &first["price"]), (&json!("soup"), &json!(9.5)), "{changes}");
    let path = format!("/ingest/v1/changes?after={}", changes["after"]);
    let after = world.send(reqwest::Method::GET, &path, &headers, "").await.ok();
    assert_eq!(after["changeList"], json!([]));

    let edits = json!({"sessionID": ana.session_id, "posID": "p1", "posItemID": "soup", "limit": 10});
    let edits = world.call("get-item-edits", edits).await.ok();
    let price =
        edits["itemEditList"].as_array().unwrap().iter().find(|edit| edit["field"] == "price").unwrap();
    assert_eq!(
        (&price["by"], &price["from"], &price["to"]),
        (&json!("Ana Silva"), &json!("$8.00"), &json!("$9.50"))
    );
    // The till's own again.
    let back = update(&world, &ana, json!({"price": null})).await.ok();
    assert_eq!((&back["price"], &back["tillPrice"]), (&json!(8.0), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_item_is_refused_with_its_field() {
    let world = world().await;
    let (ana, _) = menu(&world).await;
    for (fields, status, field) in [
        (json!({"price": -0.01}), 400, "price"),
        (json!({"estimatedCost": 1_000_000.01}), 400, "estimatedCost"),
        (json!({"displayName": "x".repeat(101)}), 400, "displayName"),
        (
            json!({"offPercentage": 101, "validFrom": "2026-07-18", "validUntil": "2026-07-19"}),
            400,
            "offPercentage",
        ),
        (
            json!({"offPercentage": 10, "validFrom": "2026-07-20", "validUntil": "2026-07-19"}),
            400,
            "validUntil",
        ),
        (json!({"validFrom": "2026-07-20"}), 400, "offPercentage"),
        (json!({"stock": -1}), 400, "stock"),
        (json!({"imageUrl": "https://example.com/a.jpg"}), 400, "imageUrl"),
        (json!({"posItemID": "unknown", "price": 1}), 404, "posItemID"),
        (json!({"posID": "p9", "price": 1}), 403, "posID"),
        (json!({"version": 99, "price": 1}), 409, "version"),
    ] {
        let refused = update(&world, &ana, fields.clone()).await;
        assert_eq!((refused.status, refused.field()), (status, field), "{fields}: {refused:?}");
    }
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>"#.as_slice();
    for image in
        [STANDARD.encode(svg), STANDARD.encode(b"MZ\x90\x00"), "not base64".to_owned(), String::new()]
    {
        let body = json!({"sessionID": ana.session_id, "posID": "p1", "image": image});
        let refused = world.call("upload-item-image", body).await;
        assert_eq!((refused.status, refused.field()), (400, "image"), "{refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_shown_to_everyone_by_its_name() {
    let world = world().await;
    let (ana, _) = menu(&world).await;
    // One red pixel.
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
    let body = json!({"sessionID": ana.session_id, "posID": "p1", "image": png});
    let url = world.call("upload-item-image", body).await.ok()["imageUrl"].as_str().unwrap().to_owned();
    assert_eq!(update(&world, &ana, json!({"imageUrl": url})).await.ok()["imageUrl"], url);
    let picture = world.http.get(world.url(&url)).send().await.unwrap();
    assert_eq!(
        (picture.status().as_u16(), &picture.headers()["content-type"]),
        (200, &"image/jpeg".parse().unwrap())
    );
    assert!(picture.bytes().await.unwrap().starts_with(&[0xff, 0xd8]));
    for missing in ["/images/v1/0000.jpg", "/images/v1/..%2f..%2fsecrets", "/images/v1/x"] {
        assert_eq!(world.http.get(world.url(missing)).send().await.unwrap().status(), 404, "{missing}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sold_checks_empty_the_stock_and_a_mark_is_undone() {
    let world = world().await;
    let (ana, key) = menu(&world).await;
    let sold = json!({"specversion": "1.0", "id": "e-c1", "source": "till", "type": "check.closed",
        "data": {"posID": "p1", "posCheckID": "c1", "revision": 1, "closeTime": "2026-07-18T12:30:00",
                 "items": [{"posItemID": "soup", "name": "Soup", "quantity": 3, "price": 8}], "payments": []}});
    assert_eq!(world.ingest(&key, &sold).await.status, 202);
    let purchase = json!({"sessionID": ana.session_id, "posID": "p1", "toPurchase": true, "limit": 10});
    world
        .expect("get-items-list", &purchase, |body| {
            body["itemList"][0]["posItemID"] == "soup" && body["itemList"][0]["inventoryLevel"] == "red"
        })
        .await;
    let mark = |sold_out: bool| json!({"sessionID": ana.session_id, "items": [{"posID": "p1", "posItemID": "tea"}], "soldOut": sold_out});
    assert_eq!(world.call("mark-item-sold-out", mark(true)).await.ok()["itemList"][0]["soldOut"], true);
    assert_eq!(world.call("mark-item-sold-out", mark(false)).await.ok()["itemList"][0]["soldOut"], false);
    let foreign =
        json!({"sessionID": ana.session_id, "items": [{"posID": "p9", "posItemID": "tea"}], "soldOut": true});
    assert_eq!(world.call("mark-item-sold-out", foreign).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mark_of_the_till_is_shown_and_taken_back() {
    let world = world().await;
    let (ana, key) = menu(&world).await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    let marked = |revision: i64, more: Value| {
        let mut event = item("p1", "tea", 3.0, Value::Null);
        event["id"] = json!(format!("e-tea-{revision}"));
        event["data"]["revision"] = json!(revision);
        event["data"].as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event
    };
    let refused = world.ingest(&key, &marked(2, json!({"soldOutUntil": "2026-07-18T16:00:00"}))).await;
    assert_eq!((refused.status, &refused.body["field"]), (400, &json!("data.soldOutUntil")));
    let until = json!({"soldOut": true, "soldOutUntil": "2026-07-18T20:00:00Z", "seat": 1});
    let taken = world.ingest(&key, &marked(2, until)).await;
    assert_eq!((taken.status, &taken.body["ignored"]), (202, &json!(["data.seat"])));
    let tea = json!({"sessionID": ana.session_id, "posID": "p1", "posItemID": "tea"});
    world.expect("get-item", &tea, |body| body["item"]["soldOutBy"] == "till").await;
    let shown = world.call("get-item", tea.clone()).await.ok();
    assert_eq!(shown["item"]["soldOutUntil"], "2026-07-18T16:00:00");
    assert_eq!(stream.expect("items.changed").await.data["posID"], "p1");
    let back = json!({"sessionID": ana.session_id, "items": [{"posID": "p1", "posItemID": "tea"}], "soldOut": false});
    let back = world.call("mark-item-sold-out", back).await.ok();
    let back = &back["itemList"][0];
    assert_eq!((&back["soldOut"], &back["soldOutBy"]), (&json!(false), &Value::Null));
    // The till reads of the owner's word, not of its own.
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", bearer.as_str())];
    let changes = world.send(reqwest::Method::GET, "/ingest/v1/changes?after=0", &headers, "").await.ok();
    let changes = changes["changeList"].as_array().unwrap();
    assert_eq!((changes.len(), &changes[0]["soldOut"]), (1, &json!(false)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_a_promotion_with_a_code() {
    let world = world().await;
    let (ana, key) = menu(&world).await;
    let offer =
        json!({"offPercentage": 20, "validFrom": "2026-07-18T00:00:00", "validUntil": "2026-07-25T23:59:59"});
    assert_eq!(update(&world, &ana, offer).await.ok()["onOffer"], true);
    let ask = json!({"sessionID": ana.session_id, "posID": "p1", "limit": 10});
    let list = world.call("get-promotions", ask.clone()).await.ok();
    let promotion = &list["promotionList"][0];
    assert_eq!((&promotion["state"], &promotion["redemptions"]), (&json!("valid"), &json!(0)));
    assert_eq!(promotion["validUntil"], "2026-07-25T23:59:59");
    let used = json!({"specversion": "1.0", "id": "e-c1", "source": "till", "type": "check.closed",
        "data": {"posID": "p1", "posCheckID": "c1", "revision": 1, "closeTime": "2026-07-18T12:30:00",
                 "promoCode": promotion["promoCode"],
                 "items": [{"posItemID": "soup", "name": "Soup", "quantity": 1, "price": 8}], "payments": []}});
    assert_eq!(world.ingest(&key, &used).await.status, 202);
    world.expect("get-promotions", &ask, |body| body["promotionList"][0]["redemptions"] == 1).await;
    update(&world, &ana, json!({"offPercentage": 0})).await.ok();
    assert_eq!(world.call("get-promotions", ask.clone()).await.ok()["promotionList"], json!([]));
    let with_ended = json!({"sessionID": ana.session_id, "posID": "p1", "ended": true});
    assert_eq!(world.call("get-promotions", with_ended).await.ok()["promotionList"][0]["state"], "ended");
}
