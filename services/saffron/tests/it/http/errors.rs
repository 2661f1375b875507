//! What a wrong call is answered.

use reqwest::Method;
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::world::{API, Answer, world};

const JSON: [(&str, &str); 1] = [("content-type", "application/json")];

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_body_is_refused_with_its_field() {
    let world = world().await;
    let login = format!("{API}/login");
    let answer = world.call("login", json!({"username": "a@b.co"})).await;
    assert_eq!((answer.status, answer.field()), (400, "password"));
    let answer = world.call("login", json!({"username": 5, "password": "x"})).await;
    assert_eq!((answer.status, answer.field()), (400, "username"));
    let answer =
        world.call("get-daily-sales-labor", json!({"sessionID": "x", "startDate": "2026-07-18"})).await;
    assert_eq!((answer.status, answer.field()), (400, "endDate"));
    let wrong = json!({"sessionID": "x", "startDate": "yesterday", "endDate": "2026-07-18"});
    let answer = world.call("get-daily-sales-labor", wrong).await;
    assert_eq!((answer.status, answer.field()), (400, "startDate"));

    let deep =
        format!(r#"{{"username": "a", "password": "b", "x": {}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
    for body in [
        b"".to_vec(),
        b"{".to_vec(),
        b"[]".to_vec(),
        b"null".to_vec(),
        b"{\"username\": \"\xff\"}".to_vec(),
        deep.clone().into_bytes(),
        "[".repeat(10_000).into_bytes(),
        br#"{"username": "\u0000", "password": "p"}"#.to_vec(),
    ] {
        let answer = world.post(&login, &JSON, body.clone()).await;
        assert_eq!(
            answer.status,
            400,
            "{answer:?} for {}",
            String::from_utf8_lossy(&body[..body.len().min(60)])
        );
        assert!(!answer.message.is_empty());
    }
    for path in [format!("{API}/get-restaurant-list/x"), "/ingest/v1/events".to_owned()] {
        let answer = world.post(&path, &[JSON[0], ("authorization", "Bearer x")], deep.clone()).await;
        assert_eq!(answer.status, 400, "{path}");
    }
    let large = format!(r#"{{"username": "{}"}}"#, "x".repeat(2 * 1024 * 1024));
    assert_eq!(world.post(&login, &JSON, large).await.status, 413);
    assert_eq!(world.post(&login, &[], "{}").await.status, 415);
    assert_eq!(world.post(&login, &[("content-type", "text/plain")], "{}").await.status, 415);
}

/// Of two values of one name another server might have looked at the other one.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_parameter_is_refused() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let twice = format!(r#"{{"sessionID": "{}", "sessionID": "x"}}"#, ana.session_id);
    assert_eq!(world.post(&format!("{API}/get-profile"), &JSON, twice).await.status, 400);
    let bearer = format!("Bearer {}", ana.session_id);
    let path = "/payments/v1/payouts?posID=a&posID=b";
    assert_eq!(world.send(Method::GET, path, &[("authorization", &bearer)], "").await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_path_is_404_and_a_wrong_method_405() {
    let world = world().await;
    for path in ["/nowhere", &format!("{API}/get-nothing"), "/push/v2/stream", "/assets/none.js"] {
        assert_eq!(world.post(path, &JSON, "{}").await.status, 404, "{path}");
        assert_eq!(
            world.send(Method::GET, path, &[("accept", "application/json")], "").await.status,
            404,
            "{path}"
        );
    }
    let answer = world.send(Method::GET, &format!("{API}/login"), &[], "").await;
    assert_eq!((answer.status, answer.headers["allow"].to_str().unwrap()), (405, "POST"));
    assert_eq!(world.send(Method::DELETE, "/push/v1/stream", &[], "").await.status, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_days_of_a_report_are_checked() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    world.linked(&ana, "p1").await;
    for (start, end, field) in [
        ("2026-07-19", "2026-07-18", "startDate"),
        ("2026-07-18", "2026-07-19", "endDate"),
        ("2016-07-10", "2026-07-18", "startDate"),
        ("2026-02-30", "2026-07-18", "startDate"),
        ("2026-07-18", "", "endDate"),
    ] {
        for call in ["get-daily-sales-labor", "get-hourly-report", "get-itemsales-report", "get-inside-sales"]
        {
            let days = json!({"sessionID": ana.session_id, "startDate": start, "endDate": end});
            let answer = world.call(call, days).await;
            assert_eq!((answer.status, answer.field()), (400, field), "{call} {start} {end}");
        }
    }
    let body = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18", "groupBy": "week"});
    let answer = world.call("get-hourly-report", body).await;
    assert_eq!((answer.status, answer.field()), (400, "groupBy"));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_s_location_is_refused_like_an_unknown_one() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let bob = world.person("bob@example.com").await;
    world.linked(&bob, "theirs").await;
    let id = &ana.session_id;
    for pos_id in ["theirs", "nowhere"] {
        let days =
            json!({"sessionID": id, "startDate": "2026-07-18", "endDate": "2026-07-18", "posID": pos_id});
        for (call, body) in [
            ("get-daily-sales-labor".to_owned(), days.clone()),
            ("get-hourly-report".to_owned(), days.clone()),
            ("get-itemsales-report".to_owned(), days.clone()),
            ("get-inside-sales".to_owned(), days.clone()),
            (format!("get-lastsevendays-report/{id}"), json!({"posID": pos_id})),
            ("get-check-item".to_owned(), json!({"sessionID": id, "posCheckID": "c1", "posID": pos_id})),
            ("create-link-code".to_owned(), json!({"sessionID": id, "posID": pos_id})),
            ("unlink-restaurant".to_owned(), json!({"sessionID": id, "posID": pos_id})),
        ] {
            let answer = world.call(&call, body).await;
            assert_eq!((answer.status, answer.field()), (403, "posID"), "{call} {pos_id}");
        }
    }
    let days = json!({"sessionID": id, "startDate": "2026-07-18", "endDate": "2026-07-18"});
    assert_eq!(world.call("get-daily-sales-labor", days).await.ok(), json!([]));
    let answer =
        world.call("get-check-item", json!({"sessionID": bob.session_id, "posCheckID": "none"})).await;
    assert_eq!(answer.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_has_the_answer_of_the_contract() {
    let world = world().await;
    world.sign_up("ana@example.com").await;
    for username in ["ana@example.com", "nobody@example.com"] {
        let answer: Answer =
            world.call("login", json!({"username": username, "password": "wrong password"})).await;
        assert_eq!((answer.status, answer.message.as_str()), (401, "Email or Password is incorrect!"));
        assert_eq!(answer.body, Value::Null);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_down_ends_no_session() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    world.stop_reports();
    let days = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let answer = eventually("the loss of reports", || async {
        let answer = world.call("get-daily-sales-labor", days.clone()).await;
        (answer.status != 200).then_some(answer)
    })
    .await;
    assert_eq!(answer.status, 503, "{answer:?}");
    assert!(answer.headers.contains_key("retry-after") && !answer.message.is_empty());
    let ready = world.send(Method::GET, "/readyz", &[], "").await;
    assert_eq!((ready.status, ready.body), (503, json!({"notReady": ["reports"]})));
    assert_eq!(world.send(Method::GET, "/healthz", &[], "").await.status, 200);
    assert_eq!(world.call(&format!("get-restaurant-list/{}", ana.session_id), json!({})).await.status, 200);
    assert_eq!(world.ingest(&key, &crate::world::check("p1", "c1", 1.0)).await.status, 202);
}
