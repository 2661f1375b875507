//! The SMS provider, called as marketing and a browser do, with a webhook that answers.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::http::HeaderMap;
use axum::routing::post;
use reqwest::{Client, Method, RequestBuilder};
use saffron_core::Clock;
use saffron_core::Secret;
use saffron_sandbox::sms::{Config, Direction, Fate, Mode, Running, Status, serve, signature};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

const ACCOUNT: &str = "AC0123456789abcdef0123456789abcdef";
const TOKEN: &str = "token-0123456789abcdef";
const GUEST: &str = "+12065550100";

type Posted = Arc<Mutex<Vec<Vec<(String, String)>>>>;

struct World {
    sms: Running,
    posted: Posted,
    hook: String,
    http: Client,
    _stop: DropGuard,
}

fn pairs(form: &str) -> Vec<(String, String)> {
    reqwest::Url::parse(&format!("http://x/?{form}")).unwrap().query_pairs().into_owned().collect()
}

/// Takes what is signed right, and answers HELP.
async fn take(
    State((posted, base)): State<(Posted, String)>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: String,
) -> String {
    let form = pairs(&body);
    let signed = signature(&Secret::new(TOKEN), &format!("{base}{uri}"), &form);
    assert_eq!(headers["x-twilio-signature"].to_str().unwrap(), signed);
    let help = form.iter().any(|(name, value)| name == "Body" && value == "HELP");
    posted.lock().unwrap().push(form);
    let message = if help { "<Message>Ben &amp; Jo&#39;s</Message>" } else { "" };
    format!("<Response>{message}</Response>")
}

async fn world() -> World {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hook = format!("http://{}", listener.local_addr().unwrap());
    let posted = Posted::default();
    let app = Router::new().route("/{*any}", post(take)).with_state((posted.clone(), hook.clone()));
    tokio::spawn(async move { axum::serve(listener, app).await });
    let stop = CancellationToken::new();
    let mut config = Config::new(ACCOUNT, TOKEN, Clock::system());
    config.inbound = Some(format!("{hook}/inbound").parse().unwrap());
    config.retry = Duration::from_millis(5);
    let sms = serve(config, stop.clone()).await.unwrap();
    let http = Client::builder().no_proxy().build().unwrap();
    World { sms, posted, hook, http, _stop: stop.drop_guard() }
}

impl World {
    fn call(&self, form: &str, token: &str) -> RequestBuilder {
        let url = format!("{}/2010-04-01/Accounts/{ACCOUNT}/Messages.json", self.sms.url());
        let call = self.http.post(url).basic_auth(ACCOUNT, Some(TOKEN)).body(form.to_owned());
        let call = call.header("content-type", "application/x-www-form-urlencoded");
        if token.is_empty() { call } else { call.header("I-Twilio-Idempotency-Token", token) }
    }

    async fn send(&self, to: &str, token: &str) -> (u16, Value) {
        let callback = format!("{}/status", self.hook);
        let to = to.replace('+', "%2B");
        let form = format!("To={to}&From=%2B15005550006&Body=Soup+today&StatusCallback={callback}");
        answer(self.call(&form, token)).await
    }
}

async fn answer(call: RequestBuilder) -> (u16, Value) {
    let answer = call.send().await.unwrap();
    (answer.status().as_u16(), serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
}

#[tokio::test]
async fn text_is_taken_once_and_its_status_reported() {
    let world = world().await;
    let (status, sent) = world.send(GUEST, "t1").await;
    assert_eq!((status, sent["status"].as_str()), (201, Some("queued")));
    let (status, again) = world.send(GUEST, "t1").await;
    assert_eq!((status, &again["sid"]), (201, &sent["sid"]));
    assert_eq!(world.send("+12065550101", "t1").await.0, 409, "another request under the same token");
    world.sms.settled().await;
    assert_eq!((world.sms.taken(), world.sms.messages()[0].status), (1, Status::Delivered));
    let reported: Vec<String> = world
        .posted
        .lock()
        .unwrap()
        .iter()
        .flatten()
        .filter(|(name, _)| name == "MessageStatus")
        .map(|(_, value)| value.clone())
        .collect();
    assert_eq!(reported, ["sent", "delivered"]);
    let url = format!(
        "{}/2010-04-01/Accounts/{ACCOUNT}/Messages/{}.json",
        world.sms.url(),
        sent["sid"].as_str().unwrap()
    );
    let one = answer(world.http.request(Method::GET, &url).basic_auth(ACCOUNT, Some(TOKEN))).await;
    assert_eq!((one.0, one.1["status"].as_str()), (200, Some("delivered")));
    assert_eq!(answer(world.http.get(&url).basic_auth(ACCOUNT, Some("wrong"))).await.1["code"], 20003);
}

#[tokio::test]
async fn errors_have_the_providers_numbers() {
    let world = world().await;
    assert_eq!(world.send("+1206555010", "").await.1["code"], 21211);
    for (form, code) in [
        ("From=%2B15005550006&Body=x", 21604),
        ("To=%2B12065550100&From=%2B15005550006", 21602),
        ("To=%2B12065550100&Body=x", 21603),
        ("To=%2B12065550100&From=%2B12065550199&Body=x", 21606),
    ] {
        let (status, fault) = answer(world.call(form, "")).await;
        assert_eq!((status, &fault["code"]), (400, &json!(code)), "{form}");
    }
    world.sms.set_fate(GUEST, Some(Fate::TooMany));
    assert_eq!(world.send(GUEST, "").await.0, 429);
    world.sms.set_fate(GUEST, Some(Fate::Undelivered));
    assert_eq!(world.send(GUEST, "").await.0, 201);
    world.sms.settled().await;
    let last = world.sms.messages().pop().unwrap();
    assert_eq!((last.status, last.error_code), (Status::Undelivered, Some(30_003)));
    world.sms.set_mode(Mode::RateLimited { retry_after: 3 }, Some(1));
    assert_eq!(world.send(GUEST, "").await.1["code"], 20429);
    world.sms.set_mode(Mode::DropAfter, Some(1));
    let broken = match world.call("To=%2B12065550107&From=%2B15005550006&Body=x", "t9").send().await {
        Ok(answer) => answer.text().await.is_err(),
        Err(_) => true,
    };
    assert!(broken, "no answer");
    let (status, again) = answer(world.call("To=%2B12065550107&From=%2B15005550006&Body=x", "t9")).await;
    assert_eq!((status, again["to"].as_str()), (201, Some("+12065550107")));
    assert_eq!(world.sms.with_guest("+12065550107").len(), 1, "taken once");
}

#[tokio::test]
async fn guest_answers_and_opts_out() {
    let world = world().await;
    assert_eq!(world.sms.say(GUEST, "HELP").await.unwrap(), ["Ben & Jo's"]);
    assert!(world.sms.say(GUEST, " stop ").await.unwrap().is_empty());
    assert_eq!(world.send(GUEST, "").await.1["code"], 21610);
    let url = format!("{}/sandbox/v1/inbound", world.sms.url());
    let said = answer(world.http.post(&url).body(json!({"from": GUEST, "body": "START"}).to_string())).await;
    assert_eq!(said, (200, json!({"replies": []})));
    assert_eq!(world.send(GUEST, "").await.0, 201);
    let page = |path: &str| world.http.get(format!("{}{path}", world.sms.url()));
    let list = page("/").send().await.unwrap().text().await.unwrap();
    assert!(list.contains(GUEST), "{list}");
    let talk = page("/guests/+12065550100").send().await.unwrap().text().await.unwrap();
    assert!(talk.contains("Ben &amp; Jo&#x27;s") && talk.contains("Soup today"), "{talk}");
    let inbound = world.sms.messages().iter().filter(|text| text.direction == Direction::Inbound).count();
    assert_eq!(inbound, 3);
    let found = answer(page("/sandbox/v1/messages?with=%2B12065550100&limit=1")).await.1;
    assert_eq!(found["messages"][0]["body"], "Soup today");
}
