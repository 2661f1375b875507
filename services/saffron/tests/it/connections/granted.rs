//! Access that a person grants at the page of a POS.

use std::collections::HashMap;

use jiff::SignedDuration;
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use saffron_testkit::eventually_ok;
use serde_json::{Value, json};

use super::{Place, Square};
use crate::world::{Answer, ORIGIN};

/// What Square leads back, of a way that was begun.
struct Back {
    key: String,
    state: String,
    code: String,
}

/// What a merchant does at Square's page, `allow` it or `deny` it: the query that Square leads back.
pub async fn at_square(begun: &Value, merchant: &str, decision: &str) -> HashMap<String, String> {
    let page = begun["url"].as_str().unwrap();
    let browser = Client::builder().redirect(Policy::none()).build().unwrap();
    let shown = browser.get(page).send().await.unwrap().text().await.unwrap();
    assert!(shown.contains(merchant) && shown.contains("ORDERS_READ"), "{shown}");
    let link = page.replace("/authorize?", &format!("/authorize/{decision}?merchant={merchant}&"));
    let answer = browser.get(link).send().await.unwrap();
    let target: Url = answer.headers()["location"].to_str().unwrap().parse().unwrap();
    let ours = format!("{ORIGIN}/admin-configuration/connect/pos/square?");
    assert!(target.as_str().starts_with(&ours), "{target}");
    target.query_pairs().into_owned().collect()
}

impl Back {
    async fn finish(&self, by: &Place<'_>) -> Answer {
        by.call("finish-authorization", json!({"state": self.state, "key": self.key, "code": self.code}))
            .await
    }
}

impl Square {
    /// Allows it, for a new connection or one that there is.
    async fn allowed(&self, by: &Place<'_>, connection: Option<&Value>) -> Back {
        let id = connection.map_or(Value::Null, |connection| connection["connectionID"].clone());
        let mut fields = json!({"pos": "square"});
        if !id.is_null() {
            fields["connectionID"] = id;
        }
        let begun = by.call("begin-authorization", fields).await.ok();
        let mut led = at_square(&begun, &self.merchant.id, "allow").await;
        let mut part = |name: &str| led.remove(name).unwrap();
        Back { key: begun["key"].as_str().unwrap().to_owned(), state: part("state"), code: part("code") }
    }

    /// Lets time pass, and waits until the location was read since.
    async fn pass_and_read(&self, by: &Place<'_>, connection: &Value, time: SignedDuration) -> Value {
        let before = by.now(connection).await["seenAt"].clone();
        self.pass(time);
        by.until_connected(connection, |now| now["seenAt"].as_str() > before.as_str()).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn grant_connects_and_is_exchanged_before_it_ends() {
    let square = Square::start().await;
    square.trade(3, 20);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let systems = ana.call("get-pos-systems", json!({})).await.ok();
    assert_eq!(systems["posSystemList"][0], json!({"pos": "square", "signsIn": true}));
    assert_eq!(systems["posSystemList"][1], json!({"pos": "clover", "signsIn": false}));

    let back = square.allowed(&ana, None).await;
    let begun = back.finish(&ana).await.ok();
    assert_eq!((&begun["state"], &begun["posID"]), (&json!("choosing"), &json!("p1")));
    assert_eq!(begun["lacks"], json!([]));
    assert!(!begun.to_string().contains(&back.code), "{begun}");
    let fields = json!({"connectionID": begun["connectionID"], "externalID": square.external_id()});
    let connection = ana.call("connect-location", fields).await.ok();
    ana.until_read(&connection).await;
    ana.expect_days(&square.all_counted().await).await;

    // An access token ends after 30 days.
    for _ in 0..5 {
        let read = square.pass_and_read(&ana, &connection, SignedDuration::from_hours(8 * 24)).await;
        assert_eq!(read["state"], "live", "{read}");
    }
    let late = ana.until_connected(&connection, |now| now["faults"] == json!([])).await;
    assert_eq!(late["state"], "live", "{late}");
}

#[tokio::test(flavor = "multi_thread")]
async fn state_works_once_for_the_person_and_browser_that_began() {
    let square = Square::start().await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let ben = Place::new(&square.world, "ben@example.com", "p2").await;
    let is_refused = |answer: Answer| {
        assert_eq!((answer.status, answer.field()), (400, "state"), "{answer:?}");
        assert!(answer.message.contains("begin again"), "{}", answer.message);
    };
    let stolen = square.allowed(&ana, None).await;
    is_refused(stolen.finish(&ben).await);
    stolen.finish(&ana).await.ok();
    is_refused(stolen.finish(&ana).await);

    let elsewhere = square.allowed(&ana, None).await;
    let other = Back { key: "another browser".to_owned(), ..elsewhere };
    is_refused(other.finish(&ana).await);
    let made_up = Back { state: "made-up".to_owned(), ..square.allowed(&ana, None).await };
    is_refused(made_up.finish(&ana).await);

    let slow = square.allowed(&ana, None).await;
    square.pass(SignedDuration::from_mins(10));
    is_refused(slow.finish(&ana).await);

    let late = square.allowed(&ana, None).await;
    square.pass(SignedDuration::from_mins(6));
    let answer = late.finish(&ana).await;
    assert_eq!((answer.status, answer.field()), (400, "code"), "{answer:?}");
    // A sixth way ends the oldest.
    let first = square.allowed(&ana, None).await;
    for _ in 0..5 {
        square.pass(SignedDuration::from_secs(1));
        square.allowed(&ana, None).await;
    }
    is_refused(first.finish(&ana).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn grant_that_a_merchant_took_back_is_given_again() {
    let square = Square::start().await;
    square.sell("first", "2026-07-17T12:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let begun = square.allowed(&ana, None).await.finish(&ana).await.ok();
    let fields = json!({"connectionID": begun["connectionID"], "externalID": square.external_id()});
    let connection = ana.call("connect-location", fields).await.ok();
    ana.until_read(&connection).await;

    square.stand_in.revoke(&square.merchant.id, false);
    square.pass(SignedDuration::from_mins(2));
    ana.until_connected(&connection, |now| now["state"] == "refused").await;
    square.sell("second", "2026-07-18T12:00:30");
    let back = square.allowed(&ana, Some(&connection)).await;
    let renewed = back.finish(&ana).await.ok();
    assert_eq!((&renewed["state"], &renewed["connectionID"]), (&json!("live"), &connection["connectionID"]));
    square.pass(SignedDuration::from_mins(2));
    ana.expect_days(&square.all_counted().await).await;

    // Disconnected, it opens nothing at Square either.
    ana.of("end-connection", &connection).await.ok();
    eventually_ok("the end of the grant", || async {
        let grants = square.stand_in.live_grants(&square.merchant.id);
        if grants == 0 { Ok(()) } else { Err(grants) }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusal_at_the_page_brings_no_code() {
    let square = Square::start().await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let begun = ana.call("begin-authorization", json!({"pos": "square"})).await.ok();
    let led = at_square(&begun, &square.merchant.id, "deny").await;
    assert_eq!((led.get("code"), led["error"].as_str()), (None, "access_denied"));
    let other = ana.call("begin-authorization", json!({"pos": "clover"})).await;
    assert_eq!(other.status, 409);
    assert!(other.message.contains("Connect with a token"), "{}", other.message);
    let missing = json!({"pos": "square", "connectionID": "0198f000-0000-7000-8000-000000000000"});
    assert_eq!(ana.call("begin-authorization", missing).await.status, 404);
}
