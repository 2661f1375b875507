//! OAuth: the page, tokens, scopes, and their end.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Method;
use saffron_core::Secret;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::schema;
use super::world::{APPLICATION_SECRET, Answer, World, moment, send};

const APPLICATION: &str = "sandbox-sq0idb-saffron";
const BACK: &str = "http://localhost:4444/square/callback?from=square";

/// Opens the page and chooses; gives the parameters with which the browser comes back.
async fn choose(world: &World, what: &str, more: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs([
        ("client_id", APPLICATION),
        ("redirect_uri", BACK),
        ("state", "s t/1"),
        ("session", "false"),
    ]);
    query.append_pair("scope", "ORDERS_READ MERCHANT_PROFILE_READ").extend_pairs(more);
    let query = query.finish();
    let page = send(world.request(Method::GET, &format!("/oauth2/authorize?{query}"))).await;
    assert!(
        page.status == 200 && page.text.contains("ORDERS_READ") && page.text.contains("Test Kitchens"),
        "{}",
        page.text
    );
    let start = format!("/oauth2/authorize/{what}?");
    let link = page.text.split('"').find(|part| part.starts_with(&start)).unwrap().replace("&amp;", "&");
    let gone = send(world.request(Method::GET, &link)).await;
    assert_eq!(gone.status, 303, "{}", gone.text);
    let (address, query) = gone.headers["location"].split_once('?').unwrap();
    assert_eq!(address, BACK.split('?').next().unwrap());
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

fn value<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    pairs.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

fn by_code(code: &str) -> Value {
    json!({
        "client_id": APPLICATION, "client_secret": APPLICATION_SECRET, "grant_type": "authorization_code", "code": code,
        "redirect_uri": BACK,
    })
}

fn by_refresh(token: &str) -> Value {
    json!({ "client_id": APPLICATION, "client_secret": APPLICATION_SECRET, "grant_type": "refresh_token", "refresh_token": token })
}

async fn status(world: &World, token: &str) -> Answer {
    send(world.request(Method::POST, "/oauth2/token/status").bearer_auth(token)).await
}

#[tokio::test]
async fn allowed_application_gets_tokens_by_code_once() {
    let world = World::start().await;
    let back = choose(&world, "allow", &[]).await;
    assert_eq!(
        (value(&back, "state"), value(&back, "response_type"), value(&back, "from")),
        ("s t/1", "code", "square")
    );
    let code = value(&back, "code");
    let made = world.ask("/oauth2/token", by_code(code)).await;
    assert_eq!((&made["token_type"], &made["merchant_id"]), (&json!("bearer"), &json!(world.merchant.id)));
    assert_eq!(made["expires_at"], "2026-08-19T01:30:00.000Z");
    let again = world.post("/oauth2/token", by_code(code)).await;
    assert_eq!((again.status, again.code()), (401, "UNAUTHORIZED"));
    let status = status(&world, made["access_token"].as_str().unwrap()).await;
    schema::check("RetrieveTokenStatusResponse", &status.body);
    assert_eq!(status.body["scopes"], json!(["MERCHANT_PROFILE_READ", "ORDERS_READ"]));
    world.stop().await;
}

#[tokio::test]
async fn denied_application_gets_an_error_and_no_code() {
    let world = World::start().await;
    let back = choose(&world, "deny", &[]).await;
    assert_eq!((value(&back, "error"), value(&back, "error_description")), ("access_denied", "user_denied"));
    assert_eq!((value(&back, "state"), value(&back, "code")), ("s t/1", ""));
    for query in [
        "client_id=another",
        "client_id=sandbox-sq0idb-saffron",
        "client_id=sandbox-sq0idb-saffron&redirect_uri=javascript:1",
    ] {
        let refused = send(world.request(Method::GET, &format!("/oauth2/authorize?{query}"))).await;
        assert_eq!(refused.status, 400, "{query}");
    }
    world.stop().await;
}

#[tokio::test]
async fn old_or_foreign_codes_are_refused() {
    let world = World::start().await;
    let code = async || value(&choose(&world, "allow", &[]).await, "code").to_owned();
    for (member, wrong) in [
        ("client_secret", "sandbox-sq0csb-another"),
        ("client_id", "another"),
        ("redirect_uri", "http://localhost/other"),
    ] {
        let mut ask = by_code(&code().await);
        ask[member] = json!(wrong);
        assert_eq!(world.post("/oauth2/token", ask).await.status, 401, "{member}");
    }
    let old = code().await;
    world.clock.set(moment("2026-07-20T01:35:00Z"));
    assert_eq!(world.post("/oauth2/token", by_code(&old)).await.status, 401, "after five minutes");
    let mut ask = by_code("");
    ask["grant_type"] = json!("password_of_mine");
    assert_eq!(world.post("/oauth2/token", ask).await.code(), "INVALID_VALUE");
    world.stop().await;
}

#[tokio::test]
async fn access_token_expires_and_is_refreshed() {
    let mut world = World::start().await;
    let made = world.ask("/oauth2/token", by_code(value(&choose(&world, "allow", &[]).await, "code"))).await;
    world.token = made["access_token"].as_str().unwrap().to_owned();
    assert_eq!(world.get("/v2/locations").await.status, 200);
    world.clock.set(moment("2026-08-19T01:30:00Z"));
    let expired = world.get("/v2/locations").await;
    assert_eq!((expired.status, expired.code()), (401, "ACCESS_TOKEN_EXPIRED"));
    let refresh = made["refresh_token"].as_str().unwrap();
    let fresh = world.ask("/oauth2/token", by_refresh(refresh)).await;
    assert_eq!(fresh["refresh_token"], refresh, "it does not change");
    world.token = fresh["access_token"].as_str().unwrap().to_owned();
    assert_eq!(world.get("/v2/locations").await.status, 200);
    assert_eq!(world.post("/oauth2/token", by_refresh("EQAA-another")).await.status, 401);
    world.stop().await;
}

#[tokio::test]
async fn flow_without_a_secret_rotates_its_refresh_token() {
    let world = World::start().await;
    let verifier = "a-long-verifier-of-at-least-forty-three-characters";
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
    let code =
        async || value(&choose(&world, "allow", &[("code_challenge", &challenge)]).await, "code").to_owned();
    let ask = |code: &str, verifier: &str| json!({ "client_id": APPLICATION, "grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": verifier });
    assert_eq!(world.post("/oauth2/token", ask(&code().await, "another")).await.status, 401);
    let made = world.ask("/oauth2/token", ask(&code().await, verifier)).await;
    let refresh = json!({ "client_id": APPLICATION, "grant_type": "refresh_token", "refresh_token": made["refresh_token"] });
    let fresh = world.ask("/oauth2/token", refresh.clone()).await;
    assert_ne!(fresh["refresh_token"], made["refresh_token"]);
    assert_eq!(world.post("/oauth2/token", refresh).await.status, 401, "it works once");
    world.stop().await;
}

#[tokio::test]
async fn revoked_tokens_are_refused() {
    let mut world = World::start().await;
    let made = world.ask("/oauth2/token", by_code(value(&choose(&world, "allow", &[]).await, "code"))).await;
    let revoke = async |secret: &str, body: Value| {
        let call =
            world.request(Method::POST, "/oauth2/revoke").header("Authorization", format!("Client {secret}"));
        send(call.body(body.to_string())).await
    };
    let body = json!({ "client_id": APPLICATION, "access_token": made["access_token"] });
    assert_eq!(revoke("another", body.clone()).await.status, 401);
    let done = revoke(APPLICATION_SECRET, body).await;
    schema::check("RevokeTokenResponse", &done.body);
    assert_eq!(done.body["success"], true);
    world.token = made["access_token"].as_str().unwrap().to_owned();
    let refused = world.get("/v2/locations").await;
    assert_eq!((refused.status, refused.code()), (401, "ACCESS_TOKEN_REVOKED"));
    assert_eq!(
        world.post("/oauth2/token", by_refresh(made["refresh_token"].as_str().unwrap())).await.status,
        401
    );
    world.stop().await;
}

#[tokio::test]
async fn each_call_needs_its_scope() {
    let mut world = World::start().await;
    let (id, all) = (world.merchant.id.clone(), world.token.clone());
    let search = json!({ "location_ids": [world.place()] });
    for (scope, path, body) in [
        ("MERCHANT_PROFILE_READ", "/v2/locations", None),
        ("ORDERS_READ", "/v2/orders/search", Some(search)),
        ("PAYMENTS_READ", "/v2/payments", None),
        ("PAYMENTS_READ", "/v2/refunds", None),
        ("PAYOUTS_READ", "/v2/payouts", None),
        ("DISPUTES_READ", "/v2/disputes", None),
        ("ITEMS_READ", "/v2/catalog/list", None),
        ("INVENTORY_READ", "/v2/inventory/counts/batch-retrieve", Some(json!({}))),
        ("CUSTOMERS_READ", "/v2/customers/search", Some(json!({}))),
        ("EMPLOYEES_READ", "/v2/team-members/search", Some(json!({}))),
        ("TIMECARDS_READ", "/v2/labor/timecards/search", Some(json!({}))),
        ("TIMECARDS_SETTINGS_READ", "/v2/labor/workweek-configs", None),
    ] {
        let call = async |world: &World| match &body {
            None => world.get(path).await,
            Some(body) => world.post(path, body.clone()).await,
        };
        let others: Vec<&str> =
            saffron_sandbox::square::SCOPES.into_iter().filter(|other| *other != scope).collect();
        world.running.add_token(&id, &Secret::new("EAAA-without"), Some(&others));
        world.running.add_token(&id, &Secret::new("EAAA-with"), Some(&[scope]));
        world.token = "EAAA-without".to_owned();
        let refused = call(&world).await;
        assert_eq!((refused.status, refused.code()), (403, "INSUFFICIENT_SCOPES"), "{path}");
        assert!(refused.text.contains(scope), "{}", refused.text);
        world.token = "EAAA-with".to_owned();
        assert_eq!(call(&world).await.status, 200, "{path}");
    }
    world.token = "EAAA-nobody".to_owned();
    let refused = world.get("/v2/locations").await;
    assert_eq!((refused.status, refused.code()), (401, "UNAUTHORIZED"));
    world.token = all;
    world.running.revoke(&id, false);
    assert_eq!(world.get("/v2/locations").await.status, 200, "a personal token is the merchant's own");
    world.running.revoke(&id, true);
    assert_eq!(world.get("/v2/locations").await.code(), "ACCESS_TOKEN_REVOKED");
    world.stop().await;
}
