//! The main job from end to end.

use serde_json::{Value, json};

use crate::world::{check, world};

#[tokio::test(flavor = "multi_thread")]
async fn from_signing_up_to_a_sale_on_the_screen() {
    let world = world().await;
    world.sign_up("owner@example.com").await;
    world.sign_up("owner@example.com").await;
    let owner = world.login_web("owner@example.com").await;
    let list = format!("get-restaurant-list/{}", owner.session_id);
    assert_eq!(world.call_as(&owner, &list, json!({})).await.ok(), json!([]));

    let mut stream = world.stream(&owner, None).await;
    stream.standing().await;
    let (key, link_code) = world.provision("p1").await;
    let link = json!({"sessionID": owner.session_id, "posID": "p1", "linkCode": link_code});
    world.call_as(&owner, "link-restaurant", link.clone()).await.ok();
    let changed = stream.expect("locations.changed").await;
    assert_eq!(changed.data.as_object().unwrap().keys().collect::<Vec<_>>(), ["id"]);
    let listed = world.call_as(&owner, &list, json!({})).await.ok();
    assert_eq!(listed[0]["posID"], "p1");
    assert_eq!(listed[0]["businessDate"], "2026-07-18");

    assert_eq!(world.ingest(&key, &check("p1", "c1", 12.5)).await.status, 202);
    let changed = stream.expect("report.changed").await.data;
    assert_eq!((&changed["posID"], &changed["businessDate"]), (&json!("p1"), &json!("2026-07-18")));
    assert_eq!(changed["totals"]["grossSales"], json!(12.5));
    assert!(changed["id"].is_string() && changed["version"].is_number());

    let days = json!({"sessionID": owner.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18", "posID": "p1"});
    let rows = world.call_as(&owner, "get-daily-sales-labor", days).await.ok();
    let row = rows[0].as_object().unwrap();
    assert_eq!((&row["grossSales"], &row["soFar"]), (&json!(12.5), &json!(true)));
    // The event carries the row, so that Home redraws without a call.
    for (name, value) in row {
        if !["share", "lastWeek", "lastYear", "comparable", "soFar"].contains(&name.as_str()) {
            assert_eq!(&changed["totals"][name], value, "{name}");
        }
    }
    let reused = world.call_as(&owner, "link-restaurant", link).await;
    assert_eq!((reused.status, reused.field()), (400, "linkCode"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_joins_with_a_code_of_the_owner() {
    let world = world().await;
    let owner = world.person("owner@example.com").await;
    world.linked(&owner, "p1").await;
    let manager = world.person("manager@example.com").await;
    let code =
        world.call("create-link-code", json!({"sessionID": owner.session_id, "posID": "p1"})).await.ok();
    assert_eq!(code["expiresAt"], "2026-07-25T12:00:00");
    let link = json!({"sessionID": manager.session_id, "posID": "p1", "linkCode": code["linkCode"]});
    assert_eq!(world.call("link-restaurant", link).await.ok()["name"], "Restaurant p1");
    let unlink = json!({"sessionID": manager.session_id, "posID": "p1"});
    assert_eq!(world.call("unlink-restaurant", unlink).await.ok(), Value::Null);
}
