//! Who calls too fast.

use futures::future::join_all;
use reqwest::Method;
use saffron_testkit::eventually;
use serde_json::json;

use crate::world::{check, world_with};

#[tokio::test(flavor = "multi_thread")]
async fn a_session_beyond_its_rate_gets_429_with_retry_after() {
    let slow = [("SAFFRON_GATEWAY_SESSION_RATE", "1"), ("SAFFRON_GATEWAY_SESSION_BURST", "5")];
    let world = world_with(&slow).await;
    let (ana, bob) = (world.person("ana@example.com").await, world.person("bob@example.com").await);
    let call = format!("get-restaurant-list/{}", ana.session_id);
    let mut answers = Vec::new();
    for _ in 0..10 {
        answers.push(world.call(&call, json!({})).await);
    }
    let refused = answers.iter().find(|answer| answer.status == 429).expect("one is refused");
    assert!(refused.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() >= 1);
    assert_eq!(world.call(&format!("get-restaurant-list/{}", bob.session_id), json!({})).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_of_sessions_is_slowed_and_holders_are_not() {
    let world = world_with(&[("SAFFRON_GATEWAY_ADDRESS_RATE", "4")]).await;
    let ana = world.person("ana@example.com").await;
    let call = format!("get-restaurant-list/{}", ana.session_id);
    // A session is known from when the gateway hears of revocations, which may take a moment after its start.
    eventually("guesses to be slowed, and Ana not", || async {
        if world.call(&call, json!({})).await.status != 200 {
            return None;
        }
        let mut statuses = Vec::new();
        for n in 0..20 {
            statuses.push(world.call(&format!("get-restaurant-list/guess-{n}"), json!({})).await.status);
        }
        assert!(statuses.contains(&429) && !statuses.contains(&200), "{statuses:?}");
        (world.call(&call, json!({})).await.status == 200).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_till_beyond_its_rate_gets_429() {
    let world = world_with(&[("SAFFRON_GATEWAY_INGEST_RATE", "2")]).await;
    let (key, _) = world.provision("p1").await;
    let mut refused = None;
    for n in 0..10 {
        let answer = world.ingest(&key, &check("p1", &format!("c{n}"), 1.0)).await;
        if answer.status == 429 {
            refused = Some(answer);
        }
    }
    assert!(refused.expect("one is refused").headers.contains_key("retry-after"));
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_without_a_session_have_a_rate_limit() {
    let world = world_with(&[("SAFFRON_GATEWAY_ADDRESS_RATE", "1")]).await;
    let form = "application/x-www-form-urlencoded";
    for (method, path, kind) in [
        (Method::GET, "/images/v1/0000.jpg", ""),
        (Method::GET, "/images/v1/people/0000.jpg", ""),
        (Method::GET, "/readyz", ""),
        (Method::POST, "/payments/v1/webhooks", "application/json"),
        (Method::POST, "/notification/webhooks/sms/inbound", form),
        (Method::POST, "/notification/webhooks/sms/status", form),
    ] {
        let calls = (0..200).map(|_| {
            let request = world.http.request(method.clone(), world.url(path)).header("content-type", kind);
            async { request.body(if kind == form { "a=b" } else { "{}" }).send().await.unwrap() }
        });
        let answers = join_all(calls).await;
        let refused: Vec<_> = answers.iter().filter(|answer| answer.status() == 429).collect();
        assert!(!refused.is_empty(), "{path}: nothing is refused of 200 at once");
        assert!(refused.iter().all(|answer| answer.headers().contains_key("retry-after")), "{path}");
    }
}
