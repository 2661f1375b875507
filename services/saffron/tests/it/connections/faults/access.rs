//! Tokens that open nothing, or not all, and a Square that is away.

use jiff::SignedDuration;
use saffron_core::Secret;
use saffron_sandbox::square::Mode;
use saffron_testkit::eventually_ok;
use serde_json::{Value, json};

use super::super::{Place, Square, TOKEN};

#[tokio::test(flavor = "multi_thread")]
async fn token_that_opens_nothing_is_refused() {
    let square = Square::start().await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let wrong = ana.begin("EAAA-wrong").await;
    assert_eq!((wrong.status, wrong.field()), (400, "token"));
    assert!(wrong.message.contains("is not known to Square"), "{}", wrong.message);
    assert!(!wrong.message.contains("EAAA-wrong"), "{}", wrong.message);
    for bad in ["", "two words", &"x".repeat(2_001)] {
        assert_eq!(ana.begin(bad).await.status, 400, "{bad}");
    }
    let list = ana.call("get-connections", json!({})).await.ok();
    assert_eq!(list["connectionList"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn permission_that_a_token_lacks_is_named() {
    let square = Square::start().await;
    square.sell("one", "2026-07-17T12:00:00");
    let scopes = ["MERCHANT_PROFILE_READ", "ORDERS_READ", "PAYMENTS_READ", "ITEMS_READ", "INVENTORY_READ"];
    square.stand_in.add_token(&square.merchant.id, &Secret::new("EAAA-few"), Some(&scopes));
    square.stand_in.add_token(&square.merchant.id, &Secret::new("EAAA-none"), Some(&["ORDERS_READ"]));
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let none = ana.begin("EAAA-none").await;
    assert_eq!((none.status, none.field()), (400, "token"));
    assert!(none.message.contains("MERCHANT_PROFILE_READ"), "{}", none.message);

    let begun = ana.begin("EAAA-few").await.ok();
    let lacks: Vec<&str> =
        begun["lacks"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert!(lacks.contains(&"CUSTOMERS_READ") && !lacks.contains(&"ORDERS_READ"), "{lacks:?}");
    let fields = json!({"connectionID": begun["connectionID"], "externalID": square.external_id()});
    let connection = ana.call("connect-location", fields).await.ok();
    let read = ana
        .until_connected(&connection, |now| {
            now["daysRead"] == 7 && now["faults"].as_array().unwrap().len() >= 2
        })
        .await;
    // Sales come in without the others.
    ana.expect_days(&square.all_counted().await).await;
    let why = |what: &str| {
        let fault = read["faults"].as_array().unwrap().iter().find(|fault| fault["what"] == what);
        fault.map(|fault| fault["why"].as_str().unwrap().to_owned())
    };
    assert!(why("Guests").unwrap().contains("CUSTOMERS_READ"), "{read}");
    assert_eq!(why("Sales"), None, "{read}");
}

#[tokio::test(flavor = "multi_thread")]
async fn location_in_euros_is_refused_by_name() {
    let square = Square::start().await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let begun = ana.begin(TOKEN).await.ok();
    let euros = &square.merchant.locations[0].id;
    let fields = json!({"connectionID": begun["connectionID"], "externalID": euros});
    let refused = ana.call("connect-location", fields).await;
    assert_eq!((refused.status, refused.field()), (400, "externalID"));
    assert!(refused.message.contains("Rue du Port counts in EUR"), "{}", refused.message);
    let fields = json!({"connectionID": begun["connectionID"], "externalID": "L-of-nobody"});
    assert_eq!(ana.call("connect-location", fields).await.field(), "externalID");
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_token_stops_its_connection_alone_until_another_is_entered() {
    let square = Square::start().await;
    square.sell("one", "2026-07-17T12:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    square.stand_in.revoke(&square.merchant.id, true);
    square.pass(SignedDuration::from_secs(75));
    // Two of its feeds may have been in hand: each says so once it is put off.
    let refused = eventually_ok("the list to show the same", || async {
        let refused = ana.until_connected(&connection, |now| now["state"] == "refused").await;
        let list = ana.call("get-connections", json!({})).await.ok();
        let row = list["connectionList"][0].clone();
        let is_same = (&row["faults"], &row["days"]) == (&refused["faults"], &json!(7));
        if is_same { Ok(refused) } else { Err((row, refused)) }
    })
    .await;
    let fault = &refused["faults"][0]["why"];
    assert!(fault.as_str().unwrap().starts_with("Square does not take this token any more"), "{refused}");
    // What tills send still comes in.
    let sent = crate::world::check("p1", "of-a-till", 7.0);
    assert_eq!(square.world.ingest(&ana.ingest_key, &json!([sent])).await.status, 202);
    square.world.expect_sales(&ana.person, 7.0).await;

    square.sell("two", "2026-07-17T13:00:00");
    let renew = async |token: &str| {
        let fields = json!({"connectionID": connection["connectionID"], "token": token});
        ana.call("renew-connection", fields).await
    };
    assert_eq!(renew(TOKEN).await.field(), "token");
    square.stand_in.add_token(&square.merchant.id, &Secret::new("EAAA-next"), None);
    assert_eq!(renew("EAAA-next").await.ok()["state"], "live");
    square.pass(SignedDuration::from_hours(17));
    eventually_ok("the sales", || async {
        let shown = ana.shown().await;
        if shown["2026-07-17"].checks == 2 { Ok(()) } else { Err(shown) }
    })
    .await;
    ana.until_connected(&connection, |now| now["faults"] == json!([])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn square_that_was_away_is_read_once_it_is_back() {
    let square = Square::start().await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    for mode in [Mode::Truncated, Mode::NotJson, Mode::Overloaded] {
        square.stand_in.set_mode(mode, Some(5));
        square.sell(&format!("{mode:?}"), "2026-07-18T12:00:00");
        square.pass(SignedDuration::from_mins(6));
    }
    square.pass(SignedDuration::from_mins(6));
    let wanted = square.all_counted().await;
    assert_eq!(wanted["2026-07-18"].checks, 3);
    ana.expect_days(&wanted).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn disconnect_wipes_its_secrets_and_a_new_connection_doubles_nothing() {
    let square = Square::start().await;
    square.trade(5, 40);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let first = ana.connect(&square).await;
    ana.until_read(&first).await;
    let wanted = square.all_counted().await;
    ana.expect_days(&wanted).await;
    let ended = ana.of("end-connection", &first).await.ok();
    assert_eq!(ended["state"], "ended");
    assert_eq!(ana.of("end-connection", &first).await.ok()["state"], "ended");
    assert_eq!(ana.of("resume-connection", &first).await.status, 409);
    let keys = ana.call("get-ingest-keys", json!({})).await.ok();
    let keys: Vec<&Value> =
        keys["ingestKeyList"].as_array().unwrap().iter().filter(|key| key["kind"] == "connection").collect();
    assert_eq!(keys.len(), 1);
    assert!(!keys[0]["revokedAt"].is_null(), "{keys:?}");
    let pool = square.world.connectors_pool().await;
    let kept = "SELECT (SELECT count(*) FROM connection WHERE credential IS NOT NULL)
                  + (SELECT count(*) FROM connected_location WHERE ingest_key IS NOT NULL) + (SELECT count(*) FROM feed)";
    let kept: i64 = sqlx::query_scalar(kept).fetch_one(&pool).await.unwrap();
    assert_eq!(kept, 0);

    let second = ana.connect(&square).await;
    let read = ana.until_read(&second).await;
    assert_eq!(read["daysAsked"], 0, "what it brought before is its own");
    ana.expect_days(&wanted).await;
    square.sell("after", "2026-07-18T11:59:00");
    square.pass(SignedDuration::from_secs(75));
    ana.expect_days(&square.all_counted().await).await;
}
