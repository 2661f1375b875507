//! Card payments and online orders through the gateway.

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::StatusCode;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::world::{Answer, CARD_KEY, Person, WEBHOOK_SECRET, World, world};

async fn get(world: &World, person: Option<&Person>, path: &str) -> reqwest::Response {
    let mut request = world.http.get(world.url(path));
    if let Some(person) = person {
        request = match &person.cookies {
            Some((cookie, _)) => request.header("cookie", cookie),
            None => request.header("authorization", format!("Bearer {}", person.session_id)),
        };
    }
    request.send().await.unwrap()
}

/// The answer of a call that has no envelope.
async fn shown(world: &World, person: &Person, path: &str) -> Value {
    let response = get(world, Some(person), path).await;
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    response.json().await.unwrap()
}

async fn refused(world: &World, person: Option<&Person>, path: &str) -> Answer {
    Answer::of(get(world, person, path).await).await
}

/// The header of a webhook that the provider signs now.
pub fn signed(world: &World, body: &str) -> String {
    let time = world.clock.now().as_second();
    let mut mac = Hmac::<Sha256>::new_from_slice(WEBHOOK_SECRET.as_bytes()).unwrap();
    mac.update(format!("{time}.{body}").as_bytes());
    let code: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={time},v1={code}")
}

fn online(check_id: &str, date: &str, dollars: f64) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{check_id}"), "source": "till", "type": "check.closed",
           "data": {"posID": "p1", "posCheckID": check_id, "revision": 1, "closeTime": format!("{date}T11:30:00"),
                    "orderInputType": "online", "items": [],
                    "payments": [{"type": "Visa", "amount": dollars, "paymentIntentId": "pi_1"}]}})
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_lists_answer_while_the_provider_is_away() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    world.linked(&ana, "p1").await;
    for (path, url) in [
        ("/payments/v1/payment_intents?created[gt]=1&created[lte]=2000000000&limit=150", "payment_intents"),
        ("/payments/v1/payouts?limit=50", "payouts"),
        ("/payments/v1/mismatches?kind=without_check", "mismatches"),
        ("/payments/v1/reviews?state=open", "reviews"),
    ] {
        let list = shown(&world, &ana, path).await;
        assert_eq!(
            (&list["object"], &list["has_more"], &list["data"]),
            (&"list".into(), &false.into(), &json!([]))
        );
        assert_eq!(list["url"], format!("/payments/v1/{url}"));
    }
    let list = shown(&world, &ana, "/payments/v1/payment_intents?posID=p1").await;
    assert!(list.as_object().unwrap().contains_key("asOf") && list["asOf"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_ask_for_session_and_location_as_other_calls() {
    let world = world().await;
    world.sign_up("ana@example.com").await;
    let ana = world.login_web("ana@example.com").await;
    world.linked(&ana, "p1").await;
    let path = "/payments/v1/payment_intents";
    assert_eq!(refused(&world, None, path).await.status, 401);
    shown(&world, &ana, path).await;
    world.linked(&ana, "p2").await;
    let several = refused(&world, Some(&ana), path).await;
    assert_eq!((several.status, several.field()), (400, "posID"));
    assert_eq!(several.message, "Please select location to fetch transactions/payouts.");
    let foreign = refused(&world, Some(&ana), &format!("{path}?posID=p9")).await;
    assert_eq!((foreign.status, foreign.field()), (403, "posID"));
    for (query, field) in [
        ("limit=151", "limit"),
        ("limit=0", "limit"),
        ("limit=x", "limit"),
        ("created[gt]=now", "created[gt]"),
        ("starting_after=pi_none", "starting_after"),
    ] {
        let wrong = refused(&world, Some(&ana), &format!("{path}?posID=p1&{query}")).await;
        assert_eq!((wrong.status, wrong.field()), (400, field), "{query}");
    }
    for (query, field) in
        [("mismatches?", "kind"), ("mismatches?kind=x&", "kind"), ("reviews?state=x&", "state")]
    {
        let wrong = refused(&world, Some(&ana), &format!("/payments/v1/{query}posID=p1")).await;
        assert_eq!((wrong.status, wrong.field()), (400, field), "{query}");
    }
    for path in ["payment_intents/pi_none", "payouts/po_none/transactions", "checks/c9/trace"] {
        assert_eq!(
            refused(&world, Some(&ana), &format!("/payments/v1/{path}?posID=p1")).await.status,
            404,
            "{path}"
        );
    }
    // The cookie alone does not change anything.
    let (cookie, xsrf) = ana.cookies.clone().unwrap();
    let capture = |token: Option<String>| {
        let mut request = world
            .http
            .post(world.url("/payments/v1/payment_intents/pi_none/capture"))
            .header("cookie", &cookie)
            .json(&json!({"posID": "p1"}));
        if let Some(token) = token {
            request = request.header("x-xsrf-token", token);
        }
        async { Answer::of(request.send().await.unwrap()).await.status }
    };
    assert_eq!(capture(None).await, 403);
    assert_eq!(capture(Some(xsrf)).await, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_are_refused_elsewhere_and_of_nothing() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    world.linked(&ana, "p1").await;
    let list = shown(&world, &ana, "/payments/v1/reviews").await;
    assert_eq!(list["open"], json!({"count": 0, "sums": []}));
    let review = async |call: &str, body: Value| {
        let request = world.http.post(world.url(&format!("/payments/v1/mismatches/{call}")));
        Answer::of(request.bearer_auth(&ana.session_id).json(&body).send().await.unwrap()).await
    };
    for call in ["resolve", "reopen"] {
        let none = review(call, json!({"posID": "p1", "id": "1.c1.0", "version": "0.100."})).await;
        assert_eq!(
            (none.status, none.message.as_str()),
            (404, "This needs no review any more. Reload the list.")
        );
        let foreign = review(call, json!({"posID": "p9", "id": "1.c1.0", "version": "0.100."})).await;
        assert_eq!((foreign.status, foreign.field()), (403, "posID"));
    }
    let long = review("resolve", json!({"id": "1.c1.0", "version": "0.1.", "note": "x".repeat(151)})).await;
    assert_eq!((long.status, long.field()), (400, "note"));
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_are_found_at_all_own_locations_by_amount_and_guest() {
    let world = world().await;
    let (ana, bea) = (world.person("ana@example.com").await, world.person("bea@example.com").await);
    for (person, pos_id) in [(&ana, "p1"), (&ana, "p2"), (&bea, "p3")] {
        let key = world.linked(person, pos_id).await;
        let event = |id: &str, kind: &str, data: Value| json!({"specversion": "1.0", "id": format!("{pos_id}-{id}"), "source": "till", "type": kind, "data": data});
        let facts = json!([
            event(
                "e1",
                "customer.upserted",
                json!({"posID": pos_id, "posCustomerID": "g1", "revision": 1,
                "firstName": "Mia", "lastName": "Stone"})
            ),
            event(
                "e2",
                "check.closed",
                json!({"posID": pos_id, "posCheckID": "c1", "revision": 1,
                "closeTime": "2025-03-01T12:00:00", "posCustomerID": "g1", "items": [],
                "payments": [{"type": "Visa", "amount": 29.84, "tip": 2}]})
            ),
        ]);
        assert_eq!(world.ingest(&key, &facts).await.status, 202);
    }
    for search in ["31.84", "mia st"] {
        let asked = json!({"sessionID": ana.session_id, "search": search});
        let found = |body: &Value| body["checkReportList"].as_array().is_some_and(|rows| rows.len() == 2);
        world.expect("find-checks", &asked, found).await;
        let body = world.call("find-checks", asked).await.ok();
        let ids: Vec<&Value> =
            body["checkReportList"].as_array().unwrap().iter().map(|row| &row["posID"]).collect();
        assert_eq!((ids, &body["nearest"]), (vec![&json!("p2"), &json!("p1")], &json!(false)), "{search}");
    }
    let near = world.call("find-checks", json!({"sessionID": bea.session_id, "search": "$31.90"})).await.ok();
    assert_eq!((&near["nearest"], &near["checkReportList"][0]["posID"]), (&json!(true), &json!("p3")));
    let none = shown(&world, &ana, "/payments/v1/search?search=31.84").await;
    assert_eq!((&none["data"], &none["nearest"]), (&json!([]), &json!(true)));
    for (query, field) in [("", "search"), ("search=1&status=x", "status"), ("search=1&limit=x", "limit")] {
        let wrong = refused(&world, Some(&ana), &format!("/payments/v1/search?{query}")).await;
        assert_eq!((wrong.status, wrong.field()), (400, field), "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn money_of_another_processor_is_followed_to_the_bank() {
    let world = world().await;
    let (ana, bea) = (world.person("ana@example.com").await, world.person("bea@example.com").await);
    let key = world.linked(&ana, "p1").await;
    world.linked(&bea, "p2").await;
    let event = |id: &str, kind: &str, mut data: Value| {
        data["posID"] = json!("p1");
        data["revision"] = json!(1);
        json!({"specversion": "1.0", "id": id, "source": "till", "type": kind, "data": data})
    };
    let facts = json!([
        event(
            "e1",
            "check.closed",
            json!({"posCheckID": "c1", "closeTime": "2026-07-18T11:30:00", "items": [],
            "payments": [{"type": "Visa", "amount": 30, "tip": 4.5, "processor": "Square", "paymentID": "8836"}]})
        ),
        event(
            "e2",
            "payment.recorded",
            json!({"paymentID": "8836", "processor": "Square", "status": "succeeded",
            "created": "2026-07-18T11:29:00", "amount": 3450, "fee": 100, "card": {"last4": "4242"}})
        ),
        event(
            "e3",
            "payout.recorded",
            json!({"payoutID": "77", "processor": "Square", "status": "paid",
            "created": "2026-07-18T11:40:00", "amount": 3350,
            "entries": [{"entryID": "1", "kind": "charge", "amount": 3450, "fee": 100, "paymentID": "8836"}]})
        ),
        event(
            "e4",
            "dispute.recorded",
            json!({"disputeID": "9", "processor": "Square", "paymentID": "8836",
            "created": "2026-07-18T11:50:00", "status": "needs_response", "amount": 3450})
        ),
    ]);
    assert_eq!(world.ingest(&key, &facts).await.status, 202);
    world.nats.facts_settled("payments").await;
    let list = shown(&world, &ana, "/payments/v1/payment_intents").await;
    let summary = &list["data"][0]["saffron"];
    assert_eq!(
        (&summary["processor"], &summary["net"], &summary["posCheckID"]),
        (&json!("Square"), &json!(3350), &json!("c1"))
    );
    assert_eq!(list["data"][0]["latest_charge"]["disputed"], true);
    let payment = shown(&world, &ana, "/payments/v1/payment_intents/square-8836").await;
    assert_eq!(payment["payout"]["id"], "square-77");
    assert_eq!(payment["dispute"]["status"], "needs_response");
    let trace = shown(&world, &ana, "/payments/v1/checks/c1/trace").await;
    assert_eq!(trace["payments"][0]["payout"]["saffron"]["processor"], "Square");
    let entries = shown(&world, &ana, "/payments/v1/payouts/square-77/transactions").await;
    assert_eq!((&entries["sums"]["net"], &entries["data"][0]["type"]), (&json!(3350), &json!("charge")));
    let request = world.http.get(world.url("/payments/v1/payment_intents")).header("accept", "text/csv");
    let file = request.bearer_auth(&ana.session_id).send().await.unwrap().text().await.unwrap();
    assert!(file.contains("square-8836,Square"), "{file}");
    let foreign = refused(&world, Some(&bea), "/payments/v1/payment_intents/square-8836?posID=p2").await;
    assert_eq!(foreign.status, 404);
    let capture = world.http.post(world.url("/payments/v1/payment_intents/square-8836/capture"));
    let capture =
        Answer::of(capture.bearer_auth(&ana.session_id).json(&json!({})).send().await.unwrap()).await;
    assert_eq!(
        (capture.status, capture.message.as_str()),
        (409, "Square took this payment. It can only be captured there.")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_prove_themselves() {
    let world = world().await;
    let body =
        json!({"id": "evt_1", "account": "acct_of_nobody", "created": 1, "data": {"object": {}}}).to_string();
    let send = |signature: String, body: String| {
        let headers = [("content-type", "application/json; charset=utf-8"), ("stripe-signature", &signature)];
        let request = headers
            .iter()
            .fold(world.http.post(world.url("/payments/v1/webhooks")), |request, (name, value)| {
                request.header(*name, *value)
            });
        let request = request.body(body);
        async { Answer::of(request.send().await.unwrap()).await }
    };
    let bad = send("t=1,v1=00".into(), body.clone()).await;
    assert_eq!((bad.status, bad.field()), (400, "Stripe-Signature"));
    let good = signed(&world, &body);
    assert_eq!(send(good.clone(), body.clone()).await.status, 200);
    assert_eq!(send(good, format!("{body} ")).await.status, 400);
    assert!(!bad.message.contains(CARD_KEY));
}

#[tokio::test(flavor = "multi_thread")]
async fn weeks_of_online_orders_are_in_dollars() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let checks = json!([
        online("c1", "2026-07-18", 10.0),
        online("c2", "2026-07-11", 20.0),
        online("c3", "2026-07-02", 1.0)
    ]);
    assert_eq!(world.ingest(&key, &checks).await.status, 202);
    let asked = json!({"sessionID": ana.session_id, "posID": "p1"});
    world.expect("get-onlineorder-currentweek-payout", &asked, |week| week["orders"] == 1).await;
    let week = world.call("get-onlineorder-currentweek-payout", asked).await.ok();
    assert_eq!(
        week,
        json!({"weekStart": "2026-07-13", "weekEnd": "2026-07-19", "paymentDate": "2026-07-22", "orders": 1,
               "grossPayment": 10.0, "fee": 0.32, "amount": 9.68})
    );
    let page = json!({"sessionID": ana.session_id, "posID": "p1", "limit": 1});
    let first = world.call("get-onlineorder-payout-history", page).await.ok();
    assert_eq!(first["payoutHistoryList"][0]["paymentDate"], "2026-07-15");
    let cursor = first["nextCursor"].as_str().unwrap();
    let rest = json!({"sessionID": ana.session_id, "posID": "p1", "limit": 1, "cursor": cursor});
    let rest = world.call("get-onlineorder-payout-history", rest).await.ok();
    assert_eq!(
        (&rest["payoutHistoryList"][0]["weekStart"], &rest["nextCursor"]),
        (&"2026-06-29".into(), &Value::Null)
    );
    let trace = shown(&world, &ana, "/payments/v1/checks/c1/trace").await;
    assert_eq!((&trace["charged"], &trace["payments"][0]["paymentIntentId"]), (&1000.into(), &"pi_1".into()));
    assert!(trace["payments"][0]["paymentIntent"].is_null());
}
