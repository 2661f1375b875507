//! Clover's stand-in by its own calls: pages, filters, expansion, permissions, tricks, and the program.

use std::process::Stdio;

use reqwest::Client;
use saffron_core::{Clock, Money, Quantity, Secret};
use saffron_sandbox::clover::{Config, Merchant, Order, Running, Site, Stage, Tricks, serve};
use saffron_till::{Check, Line, Payment};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

const TOKEN: &str = "clover-token-0123456789abcdef";
const CONTROL: &str = "control-0123456789abcdef";
const SECRET: &str = "clover-secret-0123456789abcdef";

struct World {
    running: Running,
    merchant: Merchant,
    http: Client,
    stop: CancellationToken,
}

impl World {
    async fn start() -> World {
        let stop = CancellationToken::new();
        let clock = Clock::fixed("2026-07-20T01:30:00Z".parse().unwrap());
        let running = serve(Config::new(SECRET, CONTROL, clock), stop.clone()).await.unwrap();
        let zone = "America/New_York".parse().unwrap();
        let merchant = Merchant::new(Site::new(&"corner".parse().unwrap(), "Corner", zone));
        running.add_merchant(merchant.clone());
        running.add_token(&merchant.id, &Secret::new(TOKEN), None);
        World { running, merchant, http: Client::builder().no_proxy().build().unwrap(), stop }
    }

    async fn get(&self, token: &str, path: &str) -> (u16, Value) {
        let url = format!("{}/v3/merchants/{}{path}", self.running.url(), self.merchant.id);
        let answer = self.http.get(url).bearer_auth(token).send().await.unwrap();
        let status = answer.status().as_u16();
        (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
    }

    async fn list(&self, path: &str) -> Vec<Value> {
        let (status, body) = self.get(TOKEN, path).await;
        assert_eq!(status, 200, "{path}: {body}");
        body["elements"].as_array().unwrap().clone()
    }

    /// Two beers and a soup, with tip and tax.
    fn put(&self, id: &str, at: &str) -> Check {
        let wall = at.parse().unwrap();
        let mut check = Check::new("corner".parse().unwrap(), id.parse().unwrap(), wall);
        let cents = Money::from_cents;
        let two = Quantity::from_milli(2_000);
        check.lines.push(Line::new("beer".parse().unwrap(), "Beer".to_owned(), two, cents(600)));
        check.lines.push(Line::new("soup".parse().unwrap(), "Soup".to_owned(), Quantity::ONE, cents(1_000)));
        check.lines[1].tax = cents(80);
        check.discount = cents(200);
        check.payments = vec![Payment::new("Visa".to_owned(), cents(2_080), cents(300))];
        let utc = check.close_time.to_zoned(jiff::tz::TimeZone::get("America/New_York").unwrap()).unwrap();
        self.running.put_order(Order::sale(check.clone()), utc.timestamp()).unwrap();
        check
    }

    async fn stop(self) {
        self.stop.cancel();
        self.running.ended().await.unwrap();
    }
}

#[tokio::test]
async fn order_has_a_line_for_each_piece_and_rates_for_tax() {
    let world = World::start().await;
    world.put("c1", "2026-07-19T12:00:00");
    let order = &world.list("/orders?expand=lineItems.taxRates,payments.tender,discounts").await[0];
    let lines = order["lineItems"]["elements"].as_array().unwrap();
    assert_eq!(lines.iter().map(|line| &line["price"]).collect::<Vec<_>>(), [600, 600, 1_000]);
    assert_eq!(lines[2]["taxRates"]["elements"][0]["rate"], 800_000);
    let payment = &order["payments"]["elements"][0];
    assert_eq!(
        (&payment["amount"], &payment["tipAmount"], &payment["taxAmount"]),
        (&json!(2_080), &json!(300), &json!(80))
    );
    assert_eq!((&order["total"], &order["paymentState"]), (&json!(2_080), &json!("PAID")));
    assert_eq!(order["discounts"]["elements"][0]["amount"], -200);
    // What is not asked for is an address alone.
    assert!(
        order["refunds"].get("elements").is_none()
            && order["lineItems"]["elements"][0].get("quantity").is_none()
    );
    world.stop().await;
}

#[tokio::test]
async fn lists_answer_for_ninety_days() {
    let world = World::start().await;
    world.put("old", "2026-03-01T12:00:00");
    world.put("new", "2026-07-19T12:00:00");
    assert_eq!(world.list("/orders").await.len(), 1);
    assert_eq!(world.list("/orders?filter=createdTime>=0").await.len(), 1);
    let until = "2026-03-10T00:00:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond();
    assert_eq!(
        world.list(&format!("/payments?filter=createdTime>=0&filter=createdTime<={until}")).await.len(),
        1
    );
    world.stop().await;
}

#[tokio::test]
async fn pages_go_by_limit_and_offset() {
    let world = World::start().await;
    for number in 0..5 {
        world.put(&format!("c{number}"), &format!("2026-07-19T1{number}:00:00"));
    }
    let ids = |page: &[Value]| page.iter().map(|order| order["id"].clone()).collect::<Vec<_>>();
    let (first, second) = (world.list("/orders?limit=3").await, world.list("/orders?limit=3&offset=3").await);
    assert_eq!((first.len(), second.len()), (3, 2));
    assert!(ids(&first).iter().all(|id| !ids(&second).contains(id)));
    world.running.set_tricks(Tricks { repeated_pages: 1, ..Tricks::default() });
    let again = world.list("/orders?limit=3&offset=3").await;
    assert!(ids(&again).iter().any(|id| ids(&first).contains(id)));
    world.stop().await;
}

#[tokio::test]
async fn what_is_not_known_is_refused() {
    let world = World::start().await;
    for path in [
        "/orders?expand=lineItems,payments,refunds,credits",
        "/orders?filter=sum>=1",
        "/orders?filter=createdTime",
        "/orders?limit=x",
    ] {
        assert_eq!(world.get(TOKEN, path).await.0, 400, "{path}");
    }
    assert_eq!(world.get(TOKEN, "/orders/NONE").await.0, 404);
    assert_eq!(world.get(TOKEN, "/voided_line_items").await.0, 404);
    assert_eq!(world.get("wrong", "/orders").await.0, 401);
    world.running.add_token(&world.merchant.id, &Secret::new("few"), Some(&["MERCHANT_R"]));
    assert_eq!((world.get("few", "").await.0, world.get("few", "/orders").await.0), (200, 401));
    world.running.set_tricks(Tricks { calls_per_second: Some(1), ..Tricks::default() });
    world.get(TOKEN, "").await;
    assert_eq!(world.get(TOKEN, "").await.0, 429);
    world.stop().await;
}

#[tokio::test]
async fn late_tip_changes_the_payment_and_not_the_order() {
    let world = World::start().await;
    let mut check = world.put("c1", "2026-07-19T12:00:00");
    let order = world.list("/orders").await[0]["modifiedTime"].clone();
    check.payments[0].tip = Money::from_cents(500);
    let late = "2026-07-19T20:00:00Z".parse().unwrap();
    world.running.put_order(Order::sale(check).at_stage(Stage::Closed), late).unwrap();
    assert_eq!(world.list("/orders").await[0]["modifiedTime"], order);
    let payment = &world.list("/payments").await[0];
    assert_eq!(
        (&payment["tipAmount"], &payment["modifiedTime"]),
        (&json!(500), &json!(late.as_millisecond()))
    );
    assert_eq!(
        world.running.totals(&world.merchant.id, "2026-07-19".parse().unwrap()).tips,
        Money::from_cents(500)
    );
    world.stop().await;
}

#[tokio::test]
async fn program_plays_the_demo_and_logs_no_secret() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saffron-sandbox"));
    command.arg("clover").env_clear().stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command.env("SAFFRON_CLOVER_SANDBOX_TOKEN", TOKEN).env("SAFFRON_CLOVER_SANDBOX_CONTROL_KEY", CONTROL);
    command.env("SAFFRON_CLOVER_SANDBOX_APPLICATION_SECRET", SECRET);
    command.env("SAFFRON_CLOVER_SANDBOX_LISTEN", "127.0.0.1:0").env("SAFFRON_CLOVER_SANDBOX_DAYS", "3");
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
    for (list, least) in [("orders", 100), ("payments", 100), ("items", 5), ("employees", 2), ("refunds", 1)]
    {
        let url = format!("http://{address}/v3/merchants/current/{list}?limit=1000");
        let answer = http.get(url).bearer_auth(TOKEN).send().await.unwrap().text().await.unwrap();
        let body: Value = serde_json::from_str(&answer).unwrap();
        assert!(body["elements"].as_array().unwrap().len() >= least, "{list}: {}", body["elements"]);
    }
    let page = http.get(format!("http://{address}/")).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("<h1>Clover</h1>") && page.contains(" orders"), "{page}");
    child.kill().await.unwrap();
    errors.read_to_string(&mut log).await.unwrap();
    assert!([TOKEN, CONTROL, SECRET].iter().all(|secret| !log.contains(secret)), "{log}");
}
