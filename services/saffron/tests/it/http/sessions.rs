//! What proves a session, and what does not.

use reqwest::Method;
use saffron_testkit::eventually;
use serde_json::json;

use crate::world::{API, ORIGIN, PASSWORD, Person, World, world};

fn list(person: &Person) -> String {
    format!("get-restaurant-list/{}", person.session_id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_web_session_needs_cookie_handle_and_xsrf_token() {
    let world = world().await;
    world.sign_up("ana@example.com").await;
    let ana = world.login_web("ana@example.com").await;
    assert_eq!(world.call_as(&ana, &list(&ana), json!({})).await.ok(), json!([]));

    let (cookie, xsrf) = ana.cookies.clone().unwrap();
    let path = format!("{API}/{}", list(&ana));
    let empty = world.post(&path, &[("cookie", &cookie), ("x-xsrf-token", &xsrf)], "").await;
    assert_eq!(empty.status, 200, "an empty body is one");
    assert_eq!(world.post(&path, &[("cookie", &cookie)], "").await.status, 403, "no XSRF token");
    assert_eq!(world.post(&path, &[("cookie", &cookie), ("x-xsrf-token", "x")], "").await.status, 403);
    assert_eq!(world.post(&path, &[("x-xsrf-token", &xsrf)], "").await.status, 401, "a handle alone");

    let again = world.login_web("ana@example.com").await;
    let other = format!("{API}/{}", list(&again));
    let answer = world.post(&other, &[("cookie", &cookie), ("x-xsrf-token", &xsrf)], "").await;
    assert_eq!(answer.status, 401, "cookie and sessionID of different sessions");
    let secret = cookie.split_once('=').unwrap().1;
    let named = format!("{API}/get-restaurant-list/{secret}");
    let answer = world.post(&named, &[("cookie", &cookie), ("x-xsrf-token", &xsrf)], "").await;
    assert_eq!(answer.status, 401, "with a cookie only the handle names the session");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_client_is_proved_by_its_session_id() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    assert_eq!(world.call(&list(&ana), json!({})).await.status, 200);
    let path = format!("{API}/{}", list(&ana));
    let cookie = format!("saffron_session={}", ana.session_id);
    assert_eq!(world.post(&path, &[("cookie", &cookie)], "").await.status, 401, "it is no cookie's session");
    for wrong in ["", "x", "%00%ff", &"x".repeat(300)] {
        let answer = world.post(&format!("{API}/logout/{wrong}"), &[], "").await;
        assert_eq!(answer.status, if wrong.is_empty() { 404 } else { 401 }, "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_from_a_foreign_page_is_refused() {
    let world = world().await;
    world.sign_up("ana@example.com").await;
    let body = json!({"username": "ana@example.com", "password": PASSWORD}).to_string();
    let json = ("content-type", "application/json");
    for (header, status) in [
        (("origin", "https://evil.example"), 403),
        (("origin", "null"), 403),
        (("sec-fetch-site", "cross-site"), 403),
        (("sec-fetch-site", "same-origin"), 200),
        (("origin", ORIGIN), 200),
    ] {
        let answer = world.post(&format!("{API}/login"), &[json, header], body.clone()).await;
        assert_eq!(answer.status, status, "{header:?}");
    }
    let answer = world.post(&format!("{API}/signup"), &[json, ("origin", "https://evil.example")],
        json!({"firstName": "A", "lastName": "B", "email": "c@d.co", "phone": "212-555-0100", "password": PASSWORD}).to_string()).await;
    assert_eq!(answer.status, 403);
}

/// Session fixation: what a browser brought along is not what it gets.
#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_replaces_the_session_of_its_browser() {
    let world = world().await;
    world.sign_up("ana@example.com").await;
    let login = format!("{API}/login");
    let body = json!({"username": "ana@example.com", "password": PASSWORD}).to_string();
    let headers = [("content-type", "application/json"), ("x-saffron-client", "web")];
    let signed_in = async |cookie: &str| {
        let answer = world.post(&login, &[&headers[..], &[("cookie", cookie)]].concat(), body.clone()).await;
        assert_eq!(answer.status, 200);
        let cookies: Vec<_> = answer
            .headers
            .get_all("set-cookie")
            .iter()
            .map(|value| value.to_str().unwrap().to_owned())
            .collect();
        let value = |name: &str| {
            let found = cookies.iter().find_map(|cookie| cookie.strip_prefix(&format!("{name}=")));
            found.unwrap().split(';').next().unwrap().to_owned()
        };
        (value("saffron_session"), value("XSRF-TOKEN"))
    };
    let (planted, _) = signed_in("saffron_session=planted-by-a-stranger-in-this-browser").await;
    assert_ne!(planted, "planted-by-a-stranger-in-this-browser");
    let first = signed_in("").await;
    let second = signed_in(&format!("saffron_session={}", first.0)).await;
    assert_ne!(first.0, second.0);
    for ((session, _), is_let_in) in [(first, false), (second, true)] {
        let cookie = format!("saffron_session={session}");
        let answer = world.send(Method::GET, "/payments/v1/payouts", &[("cookie", &cookie)], "").await;
        assert_eq!(answer.status != 401, is_let_in, "{}", answer.status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_web_app_gets_cookies() {
    let world = world().await;
    world.sign_up("ana@example.com").await;
    let json = ("content-type", "application/json");
    let login =
        |remember: bool| json!({"username": "ana@example.com", "password": PASSWORD, "rememberMe": remember});
    let plain = world.post(&format!("{API}/login"), &[json], login(true).to_string()).await;
    assert!(!plain.headers.contains_key("set-cookie"));
    for remember in [true, false] {
        let headers = [json, ("x-saffron-client", "web")];
        let answer = world.post(&format!("{API}/login"), &headers, login(remember).to_string()).await;
        let cookies: Vec<_> =
            answer.headers.get_all("set-cookie").iter().map(|v| v.to_str().unwrap()).collect();
        // A remembered one makes the browser known, by a cookie that stays longer.
        assert_eq!(cookies.len(), if remember { 3 } else { 2 });
        assert!(
            cookies[..2].iter().all(|cookie| cookie.contains("Max-Age=2592000") == remember),
            "{cookies:?}"
        );
        assert!(cookies[0].contains("; HttpOnly; SameSite=Strict"), "{cookies:?}");
        let handle = answer.body["sessionGuid"].as_str().unwrap();
        assert!(!cookies[0].contains(handle), "the handle is not the secret");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_session_is_refused_at_once() {
    let world = world().await;
    world.sign_up("ana@example.com").await;
    let (ana, web) = (world.login("ana@example.com").await, world.login_web("ana@example.com").await);
    for person in [ana, web] {
        assert_eq!(world.call_as(&person, &list(&person), json!({})).await.status, 200);
        let out = world.call_as(&person, &format!("logout/{}", person.session_id), json!({})).await;
        assert_eq!(out.status, 200);
        let after = world.call_as(&person, &list(&person), json!({})).await;
        assert_eq!(after.status, 401);
        assert_eq!(after.message, "Your session has been expired. Please login again.");
        let stream = world.try_stream(&person, None).await;
        assert_eq!(stream.status(), 401);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ended_elsewhere_ends_here() {
    // Two gateways, one installation: the session ends at one of them.
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let other = world.another_gateway().await;
    let call = || async {
        let url = format!("http://{other}{API}/{}", list(&ana));
        world.http.request(Method::POST, url).send().await.unwrap().status().as_u16()
    };
    assert_eq!(call().await, 200);
    assert_eq!(world.call(&format!("logout/{}", ana.session_id), json!({})).await.status, 200);
    // The clock stands: what the other gateway believes of the session does not expire by itself.
    eventually("the end of the session", || async { (call().await == 401).then_some(()) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_and_its_end_apply_to_the_next_call() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let days = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18", "posID": "p1"});
    assert_eq!(world.call("get-daily-sales-labor", days.clone()).await.status, 403);
    world.linked(&ana, "p1").await;
    assert_eq!(world.call("get-daily-sales-labor", days.clone()).await.status, 200);
    let unlink = json!({"sessionID": ana.session_id, "posID": "p1"});
    assert_eq!(world.call("unlink-restaurant", unlink).await.status, 200);
    assert_eq!(world.call("get-daily-sales-labor", days).await.status, 403);
}

/// `saffron sessions end` as an operator runs it: whether it succeeded, and what it said.
async fn end_sessions(world: &World, email: &str) -> (bool, String) {
    let name = "SAFFRON_AUTH_DATABASE_URL";
    let (_, url) = world.gateway_env().iter().find(|(known, _)| known == name).unwrap();
    let ended = tokio::process::Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(["sessions", "end", "--email", email])
        .env(name, url)
        .output()
        .await
        .unwrap();
    let said = if ended.status.success() { &ended.stdout } else { &ended.stderr };
    (ended.status.success(), String::from_utf8_lossy(said).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_ends_a_person_s_sessions_at_every_gateway() {
    let mut world = world().await;
    let ana = world.person("ana@example.com").await;
    let phone = world.login_web("ana@example.com").await;
    let bob = world.person("bob@example.com").await;
    let home = world.address;
    world.address = world.another_gateway().await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    let mut of_bob = world.stream(&bob, None).await;
    of_bob.standing().await;

    assert_eq!(end_sessions(&world, " Ana@Example.com").await, (true, "sessions ended: 2\n".to_owned()));
    assert!(stream.next().await.is_none(), "the stream goes on");
    for address in [world.address, home] {
        world.address = address;
        for person in [&ana, &phone] {
            let refused = || async {
                let answer = world.call_as(person, &list(person), json!({})).await;
                (answer.status == 401).then_some(())
            };
            eventually("the end of the session", refused).await;
        }
    }
    assert_eq!(world.call(&list(&bob), json!({})).await.status, 200, "another person's goes on");
    assert_eq!(end_sessions(&world, "ana@example.com").await, (true, "sessions ended: 0\n".to_owned()));
    let again = world.login("ana@example.com").await;
    assert_eq!(world.call(&list(&again), json!({})).await.status, 200, "they may sign in");

    for (wrong, what) in [("ann@example.com", "Check the spelling"), ("ana", "must be an email address")] {
        let (done, said) = end_sessions(&world, wrong).await;
        assert!(!done && said.contains(what) && !said.contains(wrong), "{wrong}: {said}");
    }
    assert_eq!(world.call(&list(&again), json!({})).await.status, 200);
}
