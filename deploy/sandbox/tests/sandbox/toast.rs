//! Toast's stand-in by its own calls: clients and tokens, pages, limits, what is odd about its objects, and the program.

use std::process::Stdio;

use reqwest::Client;
use saffron_core::{Clock, Money, Quantity, Secret};
use saffron_sandbox::toast::{Config, Order, Restaurant, Running, Site, Stage, Tricks, serve};
use saffron_till::{Check, Line, Payment};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

const CLIENT: &str = "toast-client";
const SECRET: &str = "toast-secret-0123456789abcdef";
const CONTROL: &str = "control-0123456789abcdef";

struct World {
    running: Running,
    restaurant: Restaurant,
    http: Client,
    token: String,
    stop: CancellationToken,
}

async fn login(http: &Client, url: &str, id: &str, secret: &str) -> (u16, Value) {
    let body = json!({"clientId": id, "clientSecret": secret, "userAccessType": "TOAST_MACHINE_CLIENT"});
    let url = format!("{url}/authentication/v1/authentication/login");
    let answer = http.post(url).json(&body).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

impl World {
    async fn start() -> World {
        let stop = CancellationToken::new();
        let clock = Clock::fixed("2026-07-20T01:30:00Z".parse().unwrap());
        let running = serve(Config::new(CONTROL, clock), stop.clone()).await.unwrap();
        let zone = "America/New_York".parse().unwrap();
        let restaurant = Restaurant::new(Site::new(&"corner".parse().unwrap(), "Corner", zone));
        running.add_restaurant(restaurant.clone());
        running.add_client(CLIENT, &Secret::new(SECRET), &[&restaurant.id], None);
        let http = Client::builder().no_proxy().build().unwrap();
        let (status, body) = login(&http, &running.url(), CLIENT, SECRET).await;
        assert_eq!(status, 200, "{body}");
        let token = body["token"]["accessToken"].as_str().unwrap().to_owned();
        World { running, restaurant, http, token, stop }
    }

    async fn send(&self, token: &str, path: &str) -> reqwest::Response {
        let url = format!("{}{path}", self.running.url());
        let call = self.http.get(url).bearer_auth(token);
        call.header("Toast-Restaurant-External-ID", &self.restaurant.id).send().await.unwrap()
    }

    async fn status(&self, path: &str) -> u16 {
        self.send(&self.token, path).await.status().as_u16()
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.send(&self.token, path).await;
        assert_eq!(answer.status().as_u16(), 200, "{path}");
        answer.json().await.unwrap()
    }

    async fn orders(&self, query: &str) -> Vec<Value> {
        self.get(&format!("/orders/v2/ordersBulk?{query}")).await.as_array().unwrap().clone()
    }

    /// Two beers and a soup, with a discount of the check, tip and tax.
    fn put(&self, id: &str, at: &str) -> Check {
        let mut check = Check::new("corner".parse().unwrap(), id.parse().unwrap(), at.parse().unwrap());
        let cents = Money::from_cents;
        let two = Quantity::from_milli(2_000);
        check.table = Some("7".to_owned());
        check.lines.push(Line::new("beer".parse().unwrap(), "Beer".to_owned(), two, cents(600)));
        check.lines.push(Line::new("soup".parse().unwrap(), "Soup".to_owned(), Quantity::ONE, cents(1_000)));
        check.lines[1].tax = cents(80);
        check.discount = cents(220);
        check.payments = vec![Payment::new("Visa".to_owned(), cents(2_060), cents(300))];
        self.running.put_order(Order::sale(check.clone()), utc(&check)).unwrap();
        check
    }

    async fn stop(self) {
        self.stop.cancel();
        self.running.ended().await.unwrap();
    }
}

fn utc(check: &Check) -> jiff::Timestamp {
    check.close_time.to_zoned(jiff::tz::TimeZone::get("America/New_York").unwrap()).unwrap().timestamp()
}

#[tokio::test]
async fn prices_hold_the_discounts_of_the_check() {
    let world = World::start().await;
    world.put("c1", "2026-07-19T12:00:00");
    let order = &world.orders("businessDate=20260719").await[0];
    let check = &order["checks"][0];
    let prices: Vec<_> = check["selections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| (of["preDiscountPrice"].as_f64().unwrap(), of["price"].as_f64().unwrap()))
        .collect();
    assert_eq!(prices, [(12.0, 10.8), (10.0, 9.0)]);
    assert_eq!((&check["taxAmount"], &check["paymentStatus"]), (&json!(0.8), &json!("CLOSED")));
    assert!((check["amount"].as_f64().unwrap() - 19.8).abs() < 1e-9);
    let payment = &check["payments"][0];
    assert_eq!(
        (&payment["amount"], &payment["tipAmount"], &payment["cardType"]),
        (&json!(20.6), &json!(3.0), &json!("VISA"))
    );
    let tables = world.get("/config/v2/tables").await;
    assert_eq!((&tables[0]["guid"], &tables[0]["name"]), (&order["table"]["guid"], &json!("7")));
    world.stop().await;
}

#[tokio::test]
async fn refund_sits_in_the_payment_and_changes_no_order() {
    let world = World::start().await;
    let sale = world.put("c1", "2026-07-18T12:00:00");
    let before = world.orders("businessDate=20260718").await[0]["modifiedDate"].clone();
    let mut back = Check { id: "b1".parse().unwrap(), refund_of: Some(sale.id.clone()), ..sale };
    back.close_time = "2026-07-19T12:00:00".parse().unwrap();
    back.lines =
        vec![Line { quantity: -Quantity::ONE, amount: Money::from_cents(-600), ..back.lines[0].clone() }];
    back.discount = Money::ZERO;
    back.payments = vec![Payment::new("Visa".to_owned(), Money::from_cents(-600), Money::ZERO)];
    let at = utc(&back);
    world.running.put_order(Order::refund(back), at).unwrap();
    let order = &world.orders("businessDate=20260718").await[0];
    assert_eq!(order["modifiedDate"], before);
    let payment = &order["checks"][0]["payments"][0];
    assert_eq!(
        (
            &payment["refundStatus"],
            &payment["refund"]["refundAmount"],
            &payment["refund"]["refundBusinessDate"]
        ),
        (&json!("PARTIAL"), &json!(6.0), &json!(20_260_719))
    );
    let details = &order["checks"][0]["selections"][0]["refundDetails"];
    assert_eq!(details["refundTransaction"]["guid"], payment["refund"]["refundTransaction"]["guid"]);
    let refunded = world.get("/orders/v2/payments?refundBusinessDate=20260719").await;
    assert_eq!(refunded, json!([payment["guid"]]));
    let path = format!("/orders/v2/payments/{}", payment["guid"].as_str().unwrap());
    assert_eq!(world.get(&path).await["orderGuid"], order["guid"]);
    world.stop().await;
}

#[tokio::test]
async fn orders_are_found_by_date_or_by_change() {
    let world = World::start().await;
    for number in 0..5 {
        world.put(&format!("c{number}"), &format!("2026-07-19T1{number}:00:00"));
    }
    let ids = |page: &[Value]| page.iter().map(|order| order["guid"].clone()).collect::<Vec<_>>();
    let first = world.orders("businessDate=20260719&pageSize=3").await;
    let second = world.orders("businessDate=20260719&pageSize=3&page=2").await;
    assert_eq!((first.len(), second.len()), (3, 2));
    assert!(ids(&first).iter().all(|id| !ids(&second).contains(id)));
    // The end of a span is exclusive.
    let span = |from: &str, until: &str| {
        let write = |at: &str| format!("{at}.000%2B0000");
        format!("startDate={}&endDate={}", write(from), write(until))
    };
    assert_eq!(world.orders(&span("2026-07-19T15:00:00", "2026-07-19T16:00:00")).await.len(), 1);
    assert_eq!(world.orders(&span("2026-07-19T15:00:01", "2026-07-19T16:00:00")).await.len(), 0);
    for bad in
        ["", "businessDate=2026", "businessDate=20260719&pageSize=101", "startDate=2026-07-19T15:00:00Z"]
    {
        assert_eq!(world.status(&format!("/orders/v2/ordersBulk?{bad}")).await, 400, "{bad}");
    }
    world.running.set_tricks(Tricks { repeated_pages: 1, ..Tricks::default() });
    let again = world.orders("businessDate=20260719&pageSize=3&page=2").await;
    assert!(ids(&again).iter().any(|id| ids(&first).contains(id)));
    world.stop().await;
}

#[tokio::test]
async fn tokens_and_clients_open_their_own_restaurants() {
    let world = World::start().await;
    let (http, url) = (&world.http, world.running.url());
    assert_eq!(login(http, &url, CLIENT, "wrong").await.0, 401);
    assert_eq!(world.send("wrong", "/config/v2/tables").await.status().as_u16(), 401);
    let other =
        Restaurant::new(Site::new(&"harbor".parse().unwrap(), "Harbor", "America/New_York".parse().unwrap()));
    world.running.add_restaurant(other.clone());
    let group = format!("/restaurants/v1/groups/{}/restaurants", world.restaurant.group);
    assert_eq!(world.get(&group).await.as_array().unwrap().len(), 2);
    let call = http.get(format!("{url}/config/v2/tables")).bearer_auth(&world.token);
    let foreign = call.header("Toast-Restaurant-External-ID", &other.id).send().await.unwrap();
    assert_eq!(foreign.status().as_u16(), 403);
    let without = http.get(format!("{url}/config/v2/tables")).bearer_auth(&world.token).send().await.unwrap();
    assert_eq!(without.status().as_u16(), 400);
    world.running.add_client("few", &Secret::new(SECRET), &[&world.restaurant.id], Some(&["orders:read"]));
    let few = login(http, &url, "few", SECRET).await.1["token"]["accessToken"].as_str().unwrap().to_owned();
    assert_eq!(world.send(&few, "/labor/v1/jobs").await.status().as_u16(), 403);
    world.running.expire(&world.restaurant.id);
    assert_eq!(world.status("/config/v2/tables").await, 401);
    world.running.revoke(&world.restaurant.id);
    assert_eq!(login(http, &url, CLIENT, SECRET).await.0, 401);
    world.stop().await;
}

#[tokio::test]
async fn limits_are_kept_for_each_restaurant() {
    let world = World::start().await;
    world.running.limit(true);
    for call in 0..20 {
        assert_eq!(world.status("/config/v2/tables").await, 200, "{call}");
    }
    let refused = world.send(&world.token, "/config/v2/tables").await;
    assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].to_str().unwrap()), (429, "1"));
    let (http, url) = (&world.http, world.running.url());
    // One login was before.
    assert_eq!(login(http, &url, CLIENT, SECRET).await.0, 200);
    assert_eq!(login(http, &url, CLIENT, SECRET).await.0, 429);
    world.stop().await;
}

#[tokio::test]
async fn list_of_the_configuration_goes_on_by_its_head() {
    let world = World::start().await;
    for number in 0..25 {
        let mut check = world.put(&format!("c{number}"), "2026-07-19T12:00:00");
        check.table = Some(format!("T{number}"));
        world.running.put_order(Order::sale(check.clone()).at_stage(Stage::Closed), utc(&check)).unwrap();
    }
    let first = world.send(&world.token, "/config/v2/tables").await;
    let next = first.headers()["toast-next-page-token"].to_str().unwrap().to_owned();
    let first: Value = first.json().await.unwrap();
    let last = world.send(&world.token, &format!("/config/v2/tables?pageToken={next}")).await;
    assert!(last.headers().get("toast-next-page-token").is_none());
    let last: Value = last.json().await.unwrap();
    assert_eq!((first.as_array().unwrap().len(), last.as_array().unwrap().len()), (20, 6));
    assert_eq!(
        (world.status("/config/v2/printers").await, world.status("/menus/v3/menus").await),
        (404, 404)
    );
    world.stop().await;
}

#[tokio::test]
async fn program_plays_the_demo_and_logs_no_secret() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saffron-sandbox"));
    command.arg("toast").env_clear().stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command.env("SAFFRON_TOAST_SANDBOX_CLIENT_ID", CLIENT).env("SAFFRON_TOAST_SANDBOX_CONTROL_KEY", CONTROL);
    command.env("SAFFRON_TOAST_SANDBOX_CLIENT_SECRET", SECRET);
    command.env("SAFFRON_TOAST_SANDBOX_LISTEN", "127.0.0.1:0").env("SAFFRON_TOAST_SANDBOX_DAYS", "3");
    command.env("SAFFRON_LOG", "debug").env("NO_COLOR", "1");
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while lines.next_line().await.unwrap().expect("it starts") != "ready" {}
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut log = String::new();
    let address = loop {
        let mut line = String::new();
        assert!(errors.read_line(&mut line).await.unwrap() > 0, "{log}");
        log.push_str(&line);
        if let Some((_, address)) = line.split_once("address=") {
            break address.trim().to_owned();
        }
    };
    let http = Client::builder().no_proxy().build().unwrap();
    let url = format!("http://{address}");
    let token =
        login(&http, &url, CLIENT, SECRET).await.1["token"]["accessToken"].as_str().unwrap().to_owned();
    let restaurant = Restaurant::new(Site::new(
        &"demo-bluebird".parse().unwrap(),
        "Bluebird",
        "America/New_York".parse().unwrap(),
    ));
    for (list, least) in [("labor/v1/employees", 2), ("labor/v1/jobs", 1), ("config/v2/diningOptions", 1)] {
        let call = http.get(format!("{url}/{list}")).bearer_auth(&token);
        let call = call.header("Toast-Restaurant-External-ID", &restaurant.id);
        let body: Value = call.send().await.unwrap().json().await.unwrap();
        assert!(body.as_array().unwrap().len() >= least, "{list}: {body}");
    }
    let page = http.get(format!("{url}/")).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("<h1>Toast</h1>") && page.contains(" orders"), "{page}");
    child.kill().await.unwrap();
    errors.read_to_string(&mut log).await.unwrap();
    assert!([CONTROL, SECRET, token.as_str()].iter().all(|secret| !log.contains(secret)), "{log}");
}
