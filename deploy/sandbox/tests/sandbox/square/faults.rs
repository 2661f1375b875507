//! How the stand-in misbehaves when it is asked to.

use reqwest::Method;
use saffron_sandbox::square::{Mode, Order, Tricks};
use serde_json::{Value, json};

use super::trade::simple;
use super::world::{World, moment, send};

async fn five() -> World {
    let world = World::start().await;
    for minute in 0..5 {
        let check = simple(&format!("a{minute}"), &format!("2026-07-19T12:0{minute}:00"), 500, 0);
        world.put(Order::sale(check), &format!("2026-07-19T16:0{minute}:00Z"));
    }
    world
}

#[tokio::test]
async fn too_many_calls_are_refused_with_and_without_a_time() {
    let world = five().await;
    world.running.set_mode(Mode::RateLimited { retry_after: 7 }, Some(1));
    let refused = world.get("/v2/payments").await;
    assert_eq!(
        (refused.status, refused.code(), refused.headers["retry-after"].as_str()),
        (429, "RATE_LIMITED", "7")
    );
    world.running.set_mode(Mode::Overloaded, Some(1));
    let refused = world.get("/v2/payments").await;
    assert_eq!((refused.status, refused.headers.get("retry-after")), (429, None));
    world.running.set_tricks(Tricks { calls_per_second: Some(2), ..Tricks::default() });
    let statuses = [world.get("/v2/payments").await.status, world.get("/v2/payments").await.status];
    assert_eq!((statuses, world.get("/v2/payments").await.status), ([200, 200], 429));
    world.clock.set(moment("2026-07-20T01:30:01Z"));
    assert_eq!(world.get("/v2/payments").await.status, 200);
    world.stop().await;
}

#[tokio::test]
async fn broken_answers_are_as_they_are_asked_for() {
    let world = five().await;
    let call = async |mode| {
        world.running.set_mode(mode, Some(1));
        world.raw(Method::GET, "/v2/payments", None).await
    };
    let down = call(Mode::Down).await;
    assert_eq!((down.status, down.code()), (500, "INTERNAL_SERVER_ERROR"));
    let page = call(Mode::NotJson).await;
    assert!(page.status == 200 && page.text.starts_with("<html>"), "{page:?}");
    let half = call(Mode::Truncated).await;
    assert!(half.body.is_null() && half.text.starts_with("{\"payments\""), "{half:?}");
    world.running.set_mode(Mode::Reset, Some(1));
    let broken = world.request(Method::GET, "/v2/payments").bearer_auth(&world.token).send().await;
    assert!(broken.is_err() || broken.unwrap().text().await.is_err());
    assert_eq!(world.get("/v2/payments").await.status, 200, "the mode has ended");
    world.stop().await;
}

#[tokio::test]
async fn page_comes_twice_and_in_another_order() {
    let world = five().await;
    let page = async |cursor: Option<&str>| {
        let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        world.get(&format!("/v2/payments?limit=2&sort_order=ASC{cursor}")).await
    };
    let ids = |answer: &super::world::Answer| -> Vec<Value> {
        answer.list("payments").iter().map(|payment| payment["id"].clone()).collect()
    };
    world.running.set_tricks(Tricks { repeated_pages: 1, ..Tricks::default() });
    let mut all = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let answer = page(cursor.as_deref()).await;
        all.push(ids(&answer));
        match answer.body["cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    assert_eq!(all.len(), 4, "three pages and one again");
    assert_eq!(all[0], all[1]);
    let in_order = page(None).await;
    world.running.set_tricks(Tricks { disorder: true, ..Tricks::default() });
    let mut turned = ids(&page(None).await);
    assert_ne!(turned, ids(&in_order));
    turned.reverse();
    assert_eq!(turned, ids(&in_order));
    world.stop().await;
}

#[tokio::test]
async fn searches_may_lag_behind() {
    let world = five().await;
    world.put(Order::sale(simple("late", "2026-07-19T21:29:30", 500, 0)), "2026-07-20T01:29:30Z");
    world.put(Order::sale(simple("a0", "2026-07-19T12:00:00", 500, 100)), "2026-07-20T01:29:40Z");
    world.running.set_tricks(Tricks { lag_seconds: 60, ..Tricks::default() });
    let all = world.get("/v2/payments?sort_order=ASC").await.list("payments");
    assert_eq!(all.len(), 5);
    assert!(all.iter().all(|payment| payment.get("tip_money").is_none()), "the tip is not seen yet");
    assert_eq!(world.updated("2026-07-19T00:00:00Z", "2026-07-21T00:00:00Z").await.len(), 5);
    world.clock.set(moment("2026-07-20T01:30:40Z"));
    let all = world.get("/v2/payments?sort_order=ASC").await.list("payments");
    assert_eq!((all.len(), &all[0]["tip_money"]["amount"]), (6, &json!(100)));
    world.stop().await;
}

#[tokio::test]
async fn objects_may_have_members_of_next_year() {
    let world = five().await;
    world.running.set_tricks(Tricks { unknown_members: true, ..Tricks::default() });
    let payments = world.raw(Method::GET, "/v2/payments", None).await;
    assert_eq!(payments.list("payments").len(), 5);
    assert_eq!(payments.body["payments"][0]["amount_money"]["of_next_year"]["kind"], "NEW");
    world.stop().await;
}

#[tokio::test]
async fn square_is_down_until_a_moment() {
    let world = five().await;
    let until = Some(moment("2026-07-20T02:30:00Z"));
    world.running.set_tricks(Tricks { down_until: until, ..Tricks::default() });
    let down = world.get("/v2/payments").await;
    assert_eq!((down.status, down.code()), (503, "SERVICE_UNAVAILABLE"));
    world.clock.set(moment("2026-07-20T02:30:00Z"));
    assert_eq!(world.get("/v2/payments").await.status, 200);
    world.stop().await;
}

#[tokio::test]
async fn clock_of_square_may_be_wrong() {
    let world = five().await;
    world.running.set_tricks(Tricks { skew_seconds: 3_600, ..Tricks::default() });
    let answer = world.get("/v2/payments").await;
    assert_eq!(answer.headers["date"], "Mon, 20 Jul 2026 02:30:00 GMT");
    assert_eq!(world.running.now(), moment("2026-07-20T02:30:00Z"));
    world.stop().await;
}

#[tokio::test]
async fn control_calls_need_their_key() {
    let world = five().await;
    let merchants = world.control(Method::GET, "/merchants", json!(null)).await;
    assert_eq!((merchants.status, &merchants.body["merchants"][0]["orders"]), (200, &json!(5)));
    let refused = send(world.request(Method::GET, "/sandbox/v1/merchants").bearer_auth(&world.token)).await;
    assert_eq!(refused.status, 401);
    world.control(Method::POST, "/mode", json!({ "mode": "down", "calls": 1 })).await;
    assert_eq!(world.get("/v2/payments").await.status, 500);
    world.control(Method::POST, "/tricks", json!({ "no_reports": true })).await;
    assert_eq!(world.get("/reporting/v1/meta").await.status, 404);
    assert_eq!(world.control(Method::POST, "/tricks", json!({ "nonsense": true })).await.status, 400);
    let path = format!("/{}/tokens", world.merchant.id);
    world.control(Method::POST, &path, json!({ "do": "expire" })).await;
    assert_eq!(world.get("/v2/payments").await.code(), "ACCESS_TOKEN_EXPIRED");
    world.stop().await;
}

#[tokio::test]
async fn control_page_shows_and_changes() {
    let world = five().await;
    let page = send(world.request(Method::GET, "/")).await;
    assert!(page.text.contains("Test Kitchens") && page.text.contains("5 orders"), "{}", page.text);
    let form = async |path: &str, body: &str, origin: &str| {
        let call = world.request(Method::POST, path).header("origin", origin);
        send(call.header("content-type", "application/x-www-form-urlencoded").body(body.to_owned()))
            .await
            .status
    };
    let own = world.running.url();
    assert_eq!(form("/sandbox/mode", "mode=down", "https://evil.example").await, 403);
    assert_eq!(world.get("/v2/payments").await.status, 200);
    assert_eq!(form("/sandbox/mode", "mode=down", &own).await, 303);
    assert_eq!(world.get("/v2/payments").await.status, 500);
    assert_eq!(form("/sandbox/mode", "mode=normal", &own).await, 303);
    assert_eq!(
        form("/sandbox/tokens", &format!("merchant={}&do=expire", world.merchant.id), &own).await,
        303
    );
    assert_eq!(world.get("/v2/payments").await.code(), "ACCESS_TOKEN_EXPIRED");
    world.stop().await;
}
