//! The shapes of answers, kept beside this file.

use serde_json::{Value, json};

use crate::domains::reports::reports;
use crate::world::{check, world};

/// Names and types of a value, so that a figure that differs is no other shape.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), shape(value))).collect(),
        Value::Array(values) => values.first().map_or(json!([]), |first| json!([shape(first)])),
        Value::String(_) => json!("text"),
        Value::Number(_) => json!("number"),
        Value::Bool(_) => json!("boolean"),
        Value::Null => Value::Null,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_its_shape() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut sold = check("p1", "c1", 12.5);
    sold["data"]["employee"] = json!({"id": "e4", "name": "Ana"});
    sold["data"]["table"] = json!("7");
    sold["data"]["orderInputType"] = json!("online");
    let shift = json!({"specversion": "1.0", "id": "s1", "source": "till", "type": "shift.closed", "data": {
        "posID": "p1", "posShiftID": "s1", "revision": 1, "rate": 20, "clockIn": "2026-07-18T09:00:00",
        "clockOut": "2026-07-18T11:00:00", "job": "Cook", "employee": {"id": "e5", "name": "Bo"}}});
    assert_eq!(world.ingest(&key, &shift).await.status, 202);
    assert_eq!(world.ingest(&key, &sold).await.status, 202);
    world.expect_sales(&ana, 12.5).await;

    let id = &ana.session_id;
    let days =
        json!({"sessionID": id, "startDate": "2026-07-01", "endDate": "2026-07-18T23:59:59", "posID": "p1"});
    let mut shapes = serde_json::Map::new();
    for (call, body) in [
        (format!("get-restaurant-list/{id}"), json!({})),
        ("create-link-code".into(), json!({"sessionID": id, "posID": "p1"})),
        (format!("get-lastsevendays-report/{id}"), json!({})),
        ("get-inside-sales".into(), days.clone()),
        ("get-check-item".into(), json!({"sessionID": id, "posCheckID": "c1"})),
    ]
    .into_iter()
    .chain(reports().into_iter().map(|call| (call, days.clone())))
    .chain([(format!("logout/{id}"), json!({}))])
    {
        let name = call.split('/').next().unwrap().to_owned();
        shapes.insert(name, shape(&world.call(&call, body).await.ok()));
    }
    insta::assert_json_snapshot!(shapes);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_has_two_decimals_and_shares_have_four() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut other = check("p1", "c2", 25.0);
    other["data"]["items"][0]["posItemID"] = json!("pizza");
    assert_eq!(world.ingest(&key, &json!([check("p1", "c1", 12.5), other])).await.status, 202);
    world.expect_sales(&ana, 37.5).await;
    let days = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let request = world.http.post(world.url("/api-restaurant-pos/restaurantpro/get-itemsales-report"));
    let text = request.json(&days).send().await.unwrap().text().await.unwrap();
    for part in [r#""grossSales":12.50"#, r#""share":0.3333"#, r#""share":0.6667"#, r#""quantity":1.000"#] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_comes_whole_or_by_pages() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let checks: Vec<Value> = (0..7).map(|n| check("p1", &format!("c{n}"), 10.0)).collect();
    assert_eq!(world.ingest(&key, &json!(checks)).await.status, 202);
    world.expect_sales(&ana, 70.0).await;
    let days = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let ids = |body: &Value| -> Vec<String> {
        let list = body["checkReportList"].as_array().unwrap();
        list.iter().map(|check| check["posCheckID"].as_str().unwrap().to_owned()).collect()
    };
    let whole = world.call("get-inside-sales", days.clone()).await.ok();
    assert_eq!(ids(&whole).len(), 7);
    assert_eq!(whole["nextCursor"], Value::Null);
    let (mut paged, mut cursor) = (Vec::new(), Value::Null);
    for pages in 1.. {
        let mut page = days.clone();
        page["limit"] = json!(3);
        page["cursor"] = cursor;
        let body = world.call("get-inside-sales", page).await.ok();
        paged.extend(ids(&body));
        cursor = body["nextCursor"].clone();
        if cursor.is_null() {
            assert_eq!(pages, 3);
            break;
        }
    }
    assert_eq!(paged, ids(&whole));
    for limit in [0, 501, -1] {
        let mut page = days.clone();
        page["limit"] = json!(limit);
        let refused = world.call("get-inside-sales", page).await;
        assert_eq!((refused.status, refused.field()), (400, "limit"));
    }
}
