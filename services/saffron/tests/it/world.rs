use std::net::SocketAddr;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jiff::SignedDuration;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::service::Spec;
use saffron_kit::{CancellationToken, Fault};
use saffron_sandbox::mail::Mail;
use saffron_services::SERVICES;
use saffron_testkit::{Keys, PATIENCE, TestNats, database_url, eventually, eventually_ok};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::listener::Stream;
use crate::post::{Post, token_in};

pub const API: &str = "/api-restaurant-pos/restaurantpro";
/// The installation's application at Square, and its secret.
pub const SQUARE_APPLICATION: (&str, &str) = ("sandbox-sq0idb-saffron", "sandbox-sq0csb-0123456789abcdef");
/// The key with which Square signs webhooks.
pub const SQUARE_WEBHOOK_KEY: &str = "square-webhook-key";
pub const ORIGIN: &str = "http://saffron.test";
pub const VENDOR_KEY: &str = "vendor-key-of-the-contract-tests";
pub const PASSWORD: &str = "till 7 opens at dawn";
/// What payments asks its provider with.
pub const CARD_KEY: &str = "sk_test_of_the_contract_tests";
/// What the card provider signs webhooks with.
pub const WEBHOOK_SECRET: &str = "whsec_of_the_contract_tests";
/// What the SMS provider signs with.
pub const SMS_TOKEN: &str = "sms-token-of-the-contract-tests";
/// Noon in New York on a Saturday.
pub const NOW: &str = "2026-07-18T16:00:00Z";

/// Everything running.
pub struct World {
    pub nats: TestNats,
    pub clock: Clock,
    pub address: SocketAddr,
    pub http: reqwest::Client,
    /// The URL of every service's database.
    pub databases: Vec<String>,
    /// What was sent by email.
    pub post: Post,
    gateway_env: Vec<(String, String)>,
    edge: CancellationToken,
    gateway: JoinHandle<Result<(), Fault>>,
    reports: CancellationToken,
    connectors: Connectors,
    /// Where connectors posts facts.
    door: Option<SocketAddr>,
    shutdown: CancellationToken,
    folders: [tempfile::TempDir; 2],
}

impl Drop for World {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

/// A world with limits that no test reaches by accident.
pub async fn world() -> World {
    world_with(&[]).await
}

/// Connectors at work, and the port that it has again after it was killed.
#[derive(Default)]
struct Connectors {
    running: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    _port: Option<socket2::Socket>,
}

/// What services stand on, before any of them runs.
pub struct Ground {
    pub nats: TestNats,
    /// The variables of every service, without the addresses of others.
    pub vars: Vec<(String, String)>,
    post: Post,
    databases: Vec<String>,
    folders: [tempfile::TempDir; 2],
}

/// Streams, databases and a mail catcher, for services of which some variables differ.
pub async fn ground(clock: Clock, variables: &[(&str, &str)]) -> Ground {
    saffron_testkit::unhurried();
    let nats = saffron_testkit::nats(&saffron_services::consumers()).await;
    let keys = Keys::default();
    let (images, files) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let post = Post::open(clock).await;
    let url = nats.config.url.expose().to_owned();
    let common = vec![
        ("SAFFRON_ENVIRONMENT", "test".to_owned()),
        ("SAFFRON_SUBJECT_PREFIX", nats.config.prefix.clone()),
        ("SAFFRON_STREAM_PUSH_BYTES", "16777216".to_owned()),
        ("SAFFRON_GATEWAY_NATS_URL", url.clone()),
        ("SAFFRON_GATEWAY_LISTEN", "127.0.0.1:0".to_owned()),
        ("SAFFRON_INVENTORY_IMAGES", images.path().display().to_string()),
        ("SAFFRON_CONNECTORS_FILES", files.path().display().to_string()),
        ("SAFFRON_CONNECTORS_SEAL_KEY", STANDARD.encode([4; 32])),
        // Nobody is there until a gateway is.
        ("SAFFRON_INGEST_URL", "http://127.0.0.1:9".to_owned()),
        ("SAFFRON_CUSTOMERS_ERASURE_KEY", STANDARD.encode([9; 32])),
        ("SAFFRON_CUSTOMERS_LOOK_SECONDS", "1".to_owned()),
        // Nobody is there: what the tests of the whole see is how payments does without its provider.
        ("SAFFRON_PAYMENTS_PROVIDER_URL", "http://127.0.0.1:9".to_owned()),
        ("SAFFRON_PAYMENTS_SECRET_KEY", CARD_KEY.to_owned()),
        ("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", format!("whsec_before,{WEBHOOK_SECRET}")),
        ("SAFFRON_PUBLIC_URL", ORIGIN.to_owned()),
        ("SAFFRON_SQUARE_APPLICATION_ID", SQUARE_APPLICATION.0.to_owned()),
        ("SAFFRON_SQUARE_APPLICATION_SECRET", SQUARE_APPLICATION.1.to_owned()),
        ("SAFFRON_SQUARE_WEBHOOK_KEY", SQUARE_WEBHOOK_KEY.to_owned()),
        ("SAFFRON_SMTP_URL", post.url()),
        ("SAFFRON_MAIL_FROM", "news@saffron.test".to_owned()),
        ("SAFFRON_MARKETING_ADDRESS_KEY", STANDARD.encode([5; 32])),
        ("SAFFRON_MARKETING_LINK_KEY", STANDARD.encode([6; 32])),
        // Nobody is there: texts wait.
        ("SAFFRON_MARKETING_SMS_URL", "http://127.0.0.1:9".to_owned()),
        ("SAFFRON_MARKETING_SMS_ACCOUNT", "AC00000000000000000000000000000001".to_owned()),
        ("SAFFRON_MARKETING_SMS_TOKEN", SMS_TOKEN.to_owned()),
        ("SAFFRON_MARKETING_SMS_FROM", "+15005550006".to_owned()),
        ("SAFFRON_VAPID_PRIVATE_KEY", URL_SAFE_NO_PAD.encode([8; 32])),
        ("SAFFRON_VAPID_SUBJECT", "mailto:ops@saffron.test".to_owned()),
        ("SAFFRON_NOTIFICATIONS_LOOK_SECONDS", "1".to_owned()),
        ("SAFFRON_NOTIFICATIONS_LABOR_SECONDS", "1".to_owned()),
        ("SAFFRON_GATEWAY_KEY", STANDARD.encode([7; 32])),
        ("SAFFRON_AUTH_TOKEN_KEY", keys.private.clone()),
        ("SAFFRON_TOKEN_PUBLIC_KEYS", keys.public()),
        ("SAFFRON_AUTH_PROVISIONING_KEYS", format!("vendor:{VENDOR_KEY},rival:{VENDOR_KEY}-of-the-rival")),
        ("SAFFRON_AUTH_CARD_VENDORS", "vendor".to_owned()),
        ("SAFFRON_GATEWAY_ORIGIN", ORIGIN.to_owned()),
        ("SAFFRON_GATEWAY_SESSION_RATE", "10000".to_owned()),
        ("SAFFRON_GATEWAY_SESSION_BURST", "10000".to_owned()),
        ("SAFFRON_GATEWAY_ADDRESS_RATE", "10000".to_owned()),
        ("SAFFRON_GATEWAY_INGEST_RATE", "10000".to_owned()),
    ];
    let mut vars: Vec<(String, String)> =
        common.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mut urls = Vec::new();
    for service in SERVICES {
        let (variable, database) =
            (service.name.to_uppercase(), database_url(service.name, service.migrations).await);
        urls.push(database.clone());
        vars.push((format!("SAFFRON_{variable}_DATABASE_URL"), database));
        vars.push((format!("SAFFRON_{variable}_DATABASE_CONNECTIONS"), "3".to_owned()));
        vars.push((format!("SAFFRON_{variable}_NATS_URL"), url.clone()));
        vars.push((format!("SAFFRON_{variable}_LISTEN"), "127.0.0.1:0".to_owned()));
    }
    vars.extend(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    Ground { nats, vars, post, databases: urls, folders: [images, files] }
}

/// A world in which some variables of the gateway differ.
pub async fn world_with(variables: &[(&str, &str)]) -> World {
    let clock = Clock::fixed(NOW.parse().unwrap());
    let shutdown = CancellationToken::new();
    let mut ground = ground(clock.clone(), variables).await;
    let mut vars = std::mem::take(&mut ground.vars);
    let stop_reports = shutdown.child_token();
    // Connectors calls the gateway, which starts after it.
    let (door, port) = (reserved(), reserved());
    let (door_address, port_address) = (address_of(&door), address_of(&port));
    vars.push(("SAFFRON_INGEST_URL".to_owned(), format!("http://{door_address}")));
    vars.push(("SAFFRON_CONNECTORS_LISTEN".to_owned(), port_address.to_string()));
    let mut connectors = None;
    for service in SERVICES {
        let stop = if service.name == "reports" { &stop_reports } else { &shutdown };
        let (address, running) = start(service, &vars, &clock, stop).await;
        let url = format!("http://{address}");
        if service.name == "connectors" {
            connectors = Some(running);
        }
        let name = service.name.to_uppercase();
        vars.push((format!("SAFFRON_{name}_URL"), url.clone()));
        vars.push((format!("SAFFRON_GATEWAY_{name}_URL"), url));
    }
    // A stream that is opened before that is reset.
    eventually("reports to say that it began", || async {
        ground.nats.nats.push_state().await.ok().filter(|push| push.last_sequence > 0).map(drop)
    })
    .await;
    let edge = shutdown.child_token();
    let mut at_the_door = vars.clone();
    at_the_door.push(("SAFFRON_GATEWAY_LISTEN".to_owned(), door_address.to_string()));
    let gateway = start_gateway(&at_the_door, &clock, &edge).await;
    let address = gateway.address;
    let mut world = World::behind(address, ground);
    world.clock = clock;
    world.gateway_env = vars;
    (world.edge, world.reports, world.shutdown) = (edge, stop_reports, shutdown);
    world.gateway = gateway.join;
    world.connectors = Connectors { running: tokio::sync::Mutex::new(connectors), _port: Some(port) };
    world.door = Some(door_address);
    world.ready().await;
    world
}

/// A port of this machine that no other program is given meanwhile; a server that reuses addresses can listen on it.
fn reserved() -> socket2::Socket {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.set_reuse_address(true).unwrap();
    socket.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into()).unwrap();
    socket
}

fn address_of(socket: &socket2::Socket) -> SocketAddr {
    socket.local_addr().unwrap().as_socket().unwrap()
}

async fn start_gateway(
    vars: &[(String, String)],
    clock: &Clock,
    shutdown: &CancellationToken,
) -> saffron_gateway::Running {
    let config = saffron_gateway::Config::from_env(&Env::of(vars.to_vec())).unwrap();
    saffron_gateway::start(config, clock.clone(), shutdown.clone()).await.unwrap()
}

/// Starts a service; returns its address, and what ends with it.
async fn start(
    service: &Spec,
    vars: &[(String, String)],
    clock: &Clock,
    shutdown: &CancellationToken,
) -> (SocketAddr, JoinHandle<()>) {
    let start = (service.prepare)(&Env::of(vars.to_vec())).unwrap();
    let running = start(clock.clone(), shutdown.clone()).await.unwrap();
    let address = running.address;
    (address, tokio::spawn(async { drop(running.stopped().await) }))
}

/// An answer of the main API, with what stands around it checked.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
    pub message: String,
    pub headers: reqwest::header::HeaderMap,
}

impl Answer {
    /// Reads it; the envelope has to tell the status that HTTP tells.
    pub async fn of(response: Response) -> Answer {
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.unwrap();
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{status}: {e}: {text}"));
        assert_eq!(value["status"], status.as_u16(), "{value}");
        Answer {
            status: status.as_u16(),
            body: value["body"].clone(),
            message: value["message"].as_str().expect("a message").to_owned(),
            headers,
        }
    }

    /// The field that a 400 names.
    pub fn field(&self) -> &str {
        assert!(!self.message.is_empty(), "a failure says what to do");
        self.body["field"].as_str().unwrap_or_default()
    }

    /// The body of a success.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.body
    }
}

/// Someone who signed in.
#[derive(Clone, Debug)]
pub struct Person {
    pub session_id: String,
    /// The session cookie and the XSRF token of the web app.
    pub cookies: Option<(String, String)>,
}

impl World {
    /// What is reached through this gateway, whose services run elsewhere.
    pub fn behind(address: SocketAddr, ground: Ground) -> World {
        let shutdown = CancellationToken::new();
        World {
            nats: ground.nats,
            clock: Clock::system(),
            address,
            http: reqwest::Client::builder().timeout(PATIENCE).build().unwrap(),
            databases: ground.databases,
            post: ground.post,
            gateway_env: ground.vars,
            edge: shutdown.clone(),
            gateway: tokio::spawn(std::future::ready(Ok(()))),
            reports: shutdown.clone(),
            connectors: Connectors::default(),
            door: None,
            shutdown,
            folders: ground.folders,
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    async fn ready(&self) {
        eventually("all services", || async {
            let answer = self.http.get(self.url("/readyz")).send().await.ok()?;
            (answer.status() == StatusCode::OK).then_some(())
        })
        .await;
    }

    /// Stops the gateway and starts another one, at another address; what ends with the one before.
    pub async fn restart_gateway(&mut self) -> JoinHandle<Result<(), Fault>> {
        self.edge.cancel();
        self.edge = self.shutdown.child_token();
        let running = start_gateway(&self.gateway_env, &self.clock, &self.edge).await;
        self.address = running.address;
        let before = std::mem::replace(&mut self.gateway, running.join);
        self.ready().await;
        before
    }

    /// Another gateway of the same installation.
    pub async fn another_gateway(&self) -> SocketAddr {
        start_gateway(&self.gateway_env, &self.clock, &self.shutdown).await.address
    }

    /// Another replica of reports; ends when the token is cancelled.
    pub async fn another_reports(&self) -> CancellationToken {
        let stop = self.shutdown.child_token();
        start(&saffron_reports::SPEC, &self.gateway_env, &self.clock, &stop).await;
        stop
    }

    /// Ends connectors in the midst of its work, and starts it again once its work is not its own any more.
    pub async fn kill_connectors(&self) {
        self.kill_connectors_for(&[]).await;
    }

    /// The same, with other values of some variables from now on.
    pub async fn kill_connectors_for(&self, variables: &[(&str, &str)]) {
        let mut running = self.connectors.running.lock().await;
        if let Some(running) = running.take() {
            running.abort();
            let _ = running.await;
        }
        self.clock.set(self.clock.now() + SignedDuration::from_secs(61));
        let again = eventually_ok("connectors to start again", || async {
            let mut vars = self.gateway_env.clone();
            vars.extend(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
            let start = (saffron_connectors::SPEC.prepare)(&Env::of(vars)).unwrap();
            start(self.clock.clone(), self.shutdown.child_token()).await.map_err(|e| e.to_string())
        });
        let again = again.await;
        *running = Some(tokio::spawn(async { drop(again.stopped().await) }));
    }

    /// Moves the gateway elsewhere, so that connectors finds nobody at the door. One that drains answers its open connections.
    pub async fn close_door(&mut self) {
        self.restart_gateway().await.await.unwrap().unwrap();
    }

    /// Another gateway at the door.
    pub async fn open_door(&self) {
        let mut vars = self.gateway_env.clone();
        vars.push(("SAFFRON_GATEWAY_LISTEN".to_owned(), self.door.unwrap().to_string()));
        // The one before may still be draining.
        eventually_ok("the door to be free", || async {
            let config = saffron_gateway::Config::from_env(&Env::of(vars.clone())).unwrap();
            let started = saffron_gateway::start(config, self.clock.clone(), self.shutdown.clone());
            started.await.map(drop).map_err(|e| e.to_string())
        })
        .await;
    }

    /// The folder of uploaded files.
    pub fn files(&self) -> &std::path::Path {
        self.folders[1].path()
    }

    /// The database of connectors.
    pub async fn connectors_pool(&self) -> sqlx::PgPool {
        let at = SERVICES.iter().position(|service| service.name == "connectors").unwrap();
        sqlx::PgPool::connect(&self.databases[at]).await.unwrap()
    }

    /// How many rows there are of a table of connectors.
    pub async fn connectors_rows(&self, table: &str) -> i64 {
        let query = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        sqlx::query_scalar(query).fetch_one(&self.connectors_pool().await).await.unwrap()
    }

    /// Ends reports.
    pub fn stop_reports(&self) {
        self.reports.cancel();
    }

    /// Ends all services; their addresses are free then.
    pub fn stop(&self) {
        self.shutdown.cancel();
    }

    /// The variables of the gateway, for one in a process of its own.
    pub fn gateway_env(&self) -> &[(String, String)] {
        &self.gateway_env
    }

    /// A POST with these headers.
    pub async fn post(&self, path: &str, headers: &[(&str, &str)], body: impl Into<reqwest::Body>) -> Answer {
        self.send(Method::POST, path, headers, body).await
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<reqwest::Body>,
    ) -> Answer {
        let mut request = self.http.request(method, self.url(path)).body(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Answer::of(request.send().await.unwrap()).await
    }

    /// A call of the main API with a JSON body.
    pub async fn call(&self, call: &str, body: Value) -> Answer {
        self.post(&format!("{API}/{call}"), &[("content-type", "application/json")], body.to_string()).await
    }

    /// The same as the web app sends it.
    pub async fn call_as(&self, person: &Person, call: &str, body: Value) -> Answer {
        let Some((cookie, xsrf)) = &person.cookies else { return self.call(call, body).await };
        let headers = [
            ("content-type", "application/json"),
            ("cookie", cookie.as_str()),
            ("x-xsrf-token", xsrf.as_str()),
        ];
        self.post(&format!("{API}/{call}"), &headers, body.to_string()).await
    }

    /// Signs someone up, without using the mailed link; the mail.
    pub async fn signed_up(&self, email: &str) -> Arc<Mail> {
        let before = self.post.mails_to(email).len();
        let form = json!({"firstName": "Ana", "lastName": "Silva", "email": email, "phone": "212-555-0100",
                          "password": PASSWORD});
        assert_eq!(self.call("signup", form).await.ok(), Value::Null);
        self.post.mailed(email, before + 1).await
    }

    /// Signs someone up, who uses the mailed link.
    pub async fn sign_up(&self, email: &str) {
        let mail = self.signed_up(email).await;
        if let Some(token) = token_in(&mail) {
            assert_eq!(
                self.call("confirm-sign-up", json!({"token": token, "password": PASSWORD})).await.ok(),
                Value::Null
            );
        }
    }

    /// Signs in as another client than the web app.
    pub async fn login(&self, email: &str) -> Person {
        let profile = self.call("login", json!({"username": email, "password": PASSWORD})).await.ok();
        Person { session_id: profile["sessionGuid"].as_str().unwrap().to_owned(), cookies: None }
    }

    /// Signs in as the web app.
    pub async fn login_web(&self, email: &str) -> Person {
        let headers = [("content-type", "application/json"), ("x-saffron-client", "web"), ("origin", ORIGIN)];
        let body = json!({"username": email, "password": PASSWORD}).to_string();
        let answer = self.post(&format!("{API}/login"), &headers, body).await;
        let set: Vec<String> =
            answer.headers.get_all("set-cookie").iter().map(|v| v.to_str().unwrap().to_owned()).collect();
        let pair = |name: &str| {
            let cookie = set.iter().find(|cookie| cookie.starts_with(name)).unwrap();
            cookie.split(';').next().unwrap().to_owned()
        };
        let xsrf = pair("XSRF-TOKEN=").split_once('=').unwrap().1.to_owned();
        let cookies = Some((pair("saffron_session="), xsrf));
        let handle = answer.ok()["sessionGuid"].as_str().unwrap().to_owned();
        Person { session_id: handle, cookies }
    }

    /// Someone new who signed in as another client than the web app.
    pub async fn person(&self, email: &str) -> Person {
        self.sign_up(email).await;
        self.login(email).await
    }

    /// A new location: its ingest key and its link code.
    pub async fn provision(&self, pos_id: &str) -> (String, String) {
        let bearer = format!("Bearer {VENDOR_KEY}");
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        let body =
            json!({"posID": pos_id, "name": format!("Restaurant {pos_id}"), "timeZone": "America/New_York"});
        let made = self.post("/provision/v1/locations", &headers, body.to_string()).await.ok();
        (made["ingestKey"].as_str().unwrap().to_owned(), made["linkCode"].as_str().unwrap().to_owned())
    }

    /// A new location that is linked to this person: its ingest key.
    pub async fn linked(&self, person: &Person, pos_id: &str) -> String {
        let (ingest_key, link_code) = self.provision(pos_id).await;
        let link = json!({"sessionID": person.session_id, "posID": pos_id, "linkCode": link_code});
        assert_eq!(self.call_as(person, "link-restaurant", link).await.ok()["posID"], pos_id);
        ingest_key
    }

    /// Lets someone see what another sees.
    pub async fn linked_again(&self, person: &Person, owner: &Person, pos_id: &str) -> String {
        let code =
            self.call("create-link-code", json!({"sessionID": owner.session_id, "posID": pos_id})).await.ok();
        let link = json!({"sessionID": person.session_id, "posID": pos_id, "linkCode": code["linkCode"]});
        self.call_as(person, "link-restaurant", link).await.ok()["posID"].as_str().unwrap().to_owned()
    }

    /// Sends events as a till does.
    pub async fn ingest(&self, key: &str, events: &Value) -> Answer {
        let bearer = format!("Bearer {key}");
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        self.post("/ingest/v1/events", &headers, events.to_string()).await
    }

    /// Gross sales of today at all locations of a person, in dollars.
    pub async fn sales_today(&self, person: &Person) -> f64 {
        let days =
            json!({"sessionID": person.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18"});
        let rows = self.call_as(person, "get-daily-sales-labor", days).await.ok();
        rows.as_array().unwrap().iter().map(|row| row["grossSales"].as_f64().unwrap()).sum()
    }

    /// Waits until a call answers as it should; what it names may not be there yet.
    pub async fn expect(&self, call: &str, body: &Value, is_right: impl Fn(&Value) -> bool) {
        eventually_ok(call, || async {
            let answer = self.call(call, body.clone()).await;
            if answer.status == 404 {
                return Err(json!(answer.message));
            }
            let answer = answer.ok();
            if is_right(&answer) { Ok(()) } else { Err(answer) }
        })
        .await;
    }

    /// Waits until today's gross sales are these.
    pub async fn expect_sales(&self, person: &Person, dollars: f64) {
        eventually("the sales", || async {
            let sales = self.sales_today(person).await;
            ((sales - dollars).abs() < 0.001).then_some(())
        })
        .await;
    }

    /// Opens the live stream.
    pub async fn stream(&self, person: &Person, resume: Option<&str>) -> Stream {
        // A gateway that has just begun has not opened PUSH yet.
        let response = eventually("the live stream", || async {
            let response = self.try_stream(person, resume).await;
            (response.status() != StatusCode::SERVICE_UNAVAILABLE).then_some(response)
        });
        let response = response.await;
        assert_eq!(response.status(), StatusCode::OK);
        Stream::new(response)
    }

    pub async fn try_stream(&self, person: &Person, resume: Option<&str>) -> Response {
        let mut request = self.ask_stream(person, "");
        if let Some(resume) = resume {
            request = request.header("last-event-id", resume);
        }
        request.send().await.unwrap()
    }

    /// Asks for a stream that begins so many milliseconds ago.
    pub async fn try_stream_from(&self, person: &Person, ago: &str) -> Response {
        self.ask_stream(person, &format!("?ago={ago}")).send().await.unwrap()
    }

    fn ask_stream(&self, person: &Person, query: &str) -> RequestBuilder {
        let request = self.http.get(self.url(&format!("/push/v1/stream{query}")));
        match &person.cookies {
            Some((cookie, _)) => request.header("cookie", cookie),
            None => request.header("authorization", format!("Bearer {}", person.session_id)),
        }
    }
}

/// A closed check of one dish.
pub fn check(pos_id: &str, check_id: &str, dollars: f64) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{check_id}"), "source": "till", "type": "check.closed",
           "data": {"posID": pos_id, "posCheckID": check_id, "revision": 1, "closeTime": "2026-07-18T11:30:00",
                    "covers": 2, "items": [{"posItemID": "soup", "name": "Soup", "quantity": 1, "price": dollars}],
                    "payments": [{"type": "Visa", "amount": dollars}]}})
}
