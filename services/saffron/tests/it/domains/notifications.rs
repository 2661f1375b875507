//! The inbox through the gateway: notifications, the live stream, rules, and the pushes of a browser.

use saffron_kit::CancellationToken;
use saffron_sandbox::push;
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::world::{Person, World, check, world, world_with};

/// A voided check of 84 dollars.
fn voided(id: &str) -> Value {
    let mut event = check("p1", id, 84.0);
    event["data"]["voided"] = json!(true);
    event["data"]["payments"] = json!([]);
    event
}

async fn inbox(world: &World, person: &Person) -> Value {
    world.call("get-communications", json!({"sessionID": person.session_id, "posID": "p1"})).await.ok()
}

#[tokio::test]
async fn a_notification_arrives_live_and_is_viewed_everywhere() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    assert_eq!(
        inbox(&world, &ana).await,
        json!({"communicationList": [], "nextCursor": null, "unread": {"notifications": 0, "messages": 0}})
    );
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    assert_eq!(world.ingest(&key, &json!([voided("c1")])).await.status, 202);
    let live = stream.expect("communication").await;
    assert_eq!(live.data["notification"], "Large void: $84.00 at 11:30 AM");
    assert_eq!(live.data["unread"], json!({"notifications": 1, "messages": 0}));
    let reply = inbox(&world, &ana).await;
    let one = &reply["communicationList"][0];
    assert_eq!(one["posCommunicationID"], live.data["posCommunicationID"]);
    assert_eq!(
        *one,
        json!({"posCommunicationID": one["posCommunicationID"], "posID": "p1", "dateAdded": "2026-07-18T12:00:00",
               "notification": "Large void: $84.00 at 11:30 AM", "message": null, "kind": "largeVoid",
               "target": {"kind": "check", "id": "c1"}, "reason": "void of $50.00 or more", "also": 0,
               "viewed": false})
    );
    let messages = json!({"sessionID": ana.session_id, "list": "messages", "limit": 5});
    assert_eq!(world.call("get-communications", messages).await.ok()["communicationList"], json!([]));
    let viewed = json!({"sessionID": ana.session_id, "posCommunicationID": one["posCommunicationID"]});
    let left = world.call("update-communication-viewed", viewed).await.ok();
    assert_eq!(left, json!({"unread": {"notifications": 0, "messages": 0}}));
    let changed = stream.expect("communications.changed").await;
    assert_eq!(changed.data["unread"], json!({"notifications": 0, "messages": 0}));
    let all = json!({"sessionID": ana.session_id});
    assert_eq!(world.call("update-all-communications-viewed", all).await.ok()["unread"]["notifications"], 0);
}

#[tokio::test]
async fn a_person_sees_only_their_own_inbox() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let bo = world.person("bo@example.com").await;
    assert_eq!(world.ingest(&key, &json!([voided("c1")])).await.status, 202);
    eventually("the void", || async {
        let reply = inbox(&world, &ana).await;
        (reply["communicationList"].as_array().unwrap().len() == 1).then_some(())
    })
    .await;
    let asked = json!({"sessionID": bo.session_id, "posID": "p1"});
    assert_eq!(world.call("get-communications", asked.clone()).await.status, 403);
    assert_eq!(world.call("get-notification-rules", asked).await.status, 403);
    let reply = world.call("get-communications", json!({"sessionID": bo.session_id})).await.ok();
    assert_eq!(reply["communicationList"], json!([]));
    let id = inbox(&world, &ana).await["communicationList"][0]["posCommunicationID"].clone();
    let foreign = json!({"sessionID": bo.session_id, "posCommunicationID": id});
    let refused = world.call("update-communication-viewed", foreign).await;
    assert_eq!((refused.status, refused.field()), (404, "posCommunicationID"));
    let odd = json!({"sessionID": ana.session_id, "posCommunicationID": ""});
    let refused = world.call("update-communication-viewed", odd).await;
    assert_eq!((refused.status, refused.field()), (400, "posCommunicationID"));
    // A person who left the location no longer sees its notifications.
    let unlink = json!({"sessionID": ana.session_id, "posID": "p1"});
    assert_eq!(world.call("unlink-restaurant", unlink).await.status, 200);
    let reply = world.call("get-communications", json!({"sessionID": ana.session_id})).await.ok();
    assert_eq!((&reply["communicationList"], &reply["unread"]["notifications"]), (&json!([]), &json!(0)));
}

#[tokio::test]
async fn rules_are_in_dollars_and_percent() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    world.linked(&ana, "p1").await;
    let session = json!({"sessionID": ana.session_id, "posID": "p1"});
    let with = |fields: Value| {
        let mut body = session.clone();
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        body
    };
    let rules = world.call("get-notification-rules", session.clone()).await.ok();
    let of = |rules: &Value, kind: &str| {
        let all = rules["rules"].as_array().unwrap();
        all.iter().find(|rule| rule["kind"] == kind).unwrap().clone()
    };
    let large = json!({"kind": "largeVoid", "enabled": true, "threshold": 50.00, "push": true});
    assert_eq!(of(&rules, "largeVoid"), large);
    let labor = json!({"kind": "laborHigh", "enabled": true, "threshold": 35.00, "push": true});
    assert_eq!(of(&rules, "laborHigh"), labor);
    assert_eq!(of(&rules, "payoutPaid")["threshold"], Value::Null);
    assert_eq!(rules["quietHours"], json!({"enabled": true, "from": "22:00", "until": "08:00"}));
    let changed = with(
        json!({"digestEmail": true, "quietHours": {"enabled": true, "from": "21:30", "until": "07:00"},
        "rules": [{"kind": "laborHigh", "threshold": 28.5}, {"kind": "largeRefund", "threshold": 120, "push": false}]}),
    );
    let rules = world.call("update-notification-rules", changed).await.ok();
    assert_eq!(rules["digestEmail"], true);
    assert_eq!(of(&rules, "laborHigh")["threshold"], 28.5);
    assert_eq!(
        of(&rules, "largeRefund"),
        json!({"kind": "largeRefund", "enabled": true, "threshold": 120.00, "push": false})
    );
    assert_eq!(rules["quietHours"]["from"], "21:30");
    for (fields, field) in [
        (json!({"rules": [{"kind": "laborHigh", "threshold": 28.55}]}), "rules[0].threshold"),
        (json!({"rules": [{"kind": "largeVoid", "threshold": 0.99}]}), "rules[0].threshold"),
        (json!({"rules": [{"kind": "dayClosed", "threshold": 5}]}), "rules[0].threshold"),
        (json!({"quietHours": {"enabled": true, "from": "9", "until": "10:00"}}), "quietHours.from"),
    ] {
        let refused = world.call("update-notification-rules", with(fields)).await;
        assert_eq!((refused.status, refused.field()), (400, field));
    }
}

#[tokio::test]
async fn a_browser_gets_pushes_as_long_as_its_session_lives() {
    let stop = CancellationToken::new();
    let clock = saffron_core::Clock::fixed(crate::world::NOW.parse().unwrap());
    let service = push::serve(push::Config::new(clock), stop.clone()).await.unwrap();
    let world = world_with(&[("SAFFRON_PUSH_HOSTS", service.url().as_str())]).await;
    let config: Value =
        world.http.get(world.url("/config/v1/app")).send().await.unwrap().json().await.unwrap();
    let key = config["vapidPublicKey"].as_str().unwrap().to_owned();
    let ana = world.person("ana@example.com").await;
    let ingest = world.linked(&ana, "p1").await;
    let made = service.subscribe(&key);
    let added = json!({"sessionID": ana.session_id, "subscription": made});
    let device = world.call("add-device", added).await.ok();
    assert_eq!((&device["current"], &device["lastSuccessAt"]), (&json!(true), &Value::Null));
    let id = json!({"sessionID": ana.session_id, "deviceID": device["deviceID"]});
    assert_eq!(world.call("test-push", id.clone()).await.ok(), Value::Null);
    assert_eq!(world.ingest(&ingest, &json!([voided("c1")])).await.status, 202);
    eventually("the push", || async { (service.pushed_to(&made.endpoint).len() == 2).then_some(()) }).await;
    let pushed = service.pushed_to(&made.endpoint);
    assert_eq!(
        (&pushed[0].data["kind"], &pushed[1].data["title"]),
        (&json!("test"), &json!("Restaurant p1"))
    );
    assert_eq!(pushed[1].data["body"], "Large void: $84.00 at 11:30 AM");
    // A subscription that comes with login is the new session's.
    let second = service.subscribe(&key);
    let login = json!({"username": "ana@example.com", "password": crate::world::PASSWORD,
                       "firebaseNotificationToken": serde_json::to_string(&second).unwrap()});
    let again = world.call("login", login).await.ok();
    let devices = |session: Value| {
        let world = &world;
        async move {
            let list = world.call("get-devices", json!({"sessionID": session})).await.ok();
            list["deviceList"].as_array().unwrap().clone()
        }
    };
    let list = devices(again["sessionGuid"].clone()).await;
    assert_eq!(
        list.iter().map(|one| one["current"].clone()).collect::<Vec<_>>(),
        [json!(false), json!(true)]
    );
    // Who signs out gets nothing there any more.
    let out = format!("logout/{}", ana.session_id);
    assert_eq!(world.call(&out, json!({})).await.status, 200);
    eventually("the device to go", || async {
        let list = devices(again["sessionGuid"].clone()).await;
        (list.len() == 1 && list[0]["current"] == true).then_some(())
    })
    .await;
    let removed = json!({"sessionID": again["sessionGuid"], "deviceID": list[1]["deviceID"]});
    assert_eq!(world.call("remove-device", removed).await.ok(), Value::Null);
    assert!(devices(again["sessionGuid"].clone()).await.is_empty());
    let elsewhere = json!({"sessionID": again["sessionGuid"], "subscription":
        {"endpoint": "https://example.com/push", "keys": {"p256dh": second.keys.p256dh, "auth": second.keys.auth}}});
    let refused = world.call("add-device", elsewhere).await;
    assert_eq!((refused.status, refused.field()), (400, "subscription.endpoint"));
    stop.cancel();
}
