//! Prices and sold-out marks of owners arrive at the POS, and what came from it never goes back.

use jiff::SignedDuration;
use saffron_core::{Money, Secret};
use saffron_sandbox::square::{Location, variation_id};
use saffron_testkit::eventually_ok;
use saffron_till::Item;
use serde_json::{Value, json};

use super::{Place, Square, TOKEN};

impl Square {
    /// Puts a dish in at the location, with a price in cents.
    fn dish(&self, id: &str, cents: i64) -> String {
        let item = Item {
            pos_id: super::PLACE.parse().unwrap(),
            id: id.parse().unwrap(),
            revision: 1,
            name: format!("The {id}"),
            major_category: "Food".to_owned(),
            minor_category: "Soups".to_owned(),
            price: Some(Money::from_cents(cents)),
            cost: None,
            stock: None,
            low_stock: None,
            sold_out: false,
            sold_out_until: None,
        };
        self.stand_in.put_item(&item, self.world.clock.now()).unwrap();
        variation_id(&self.merchant.id, &item.id)
    }

    /// What Square has of a dish: the version, the price at the location in cents, and whether it is sold out there.
    async fn has(&self, dish: &str) -> (i64, i64, bool) {
        let url = format!("{}/v2/catalog/object/{dish}", self.stand_in.url());
        let answer = self.world.http.get(url).bearer_auth(TOKEN).send().await.unwrap().text().await.unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let data = &answer["object"]["item_variation_data"];
        let places = data["location_overrides"].as_array().unwrap();
        let here = places.iter().find(|one| one["location_id"] == self.external_id()).unwrap();
        let own = here["price_money"]["amount"].as_i64();
        let price = own.or(data["price_money"]["amount"].as_i64()).unwrap();
        (answer["object"]["version"].as_i64().unwrap(), price, here["sold_out"] == true)
    }

    /// Waits until Square has a price in cents and a mark.
    async fn until_it_has(&self, dish: &str, price: i64, sold_out: bool) {
        eventually_ok("Square to have it", || async {
            let (_, has, is_out) = self.has(dish).await;
            if (has, is_out) == (price, sold_out) { Ok(()) } else { Err((has, is_out)) }
        })
        .await;
    }

    /// Lets what is due be written and read.
    fn wait(&self) {
        self.pass(SignedDuration::from_secs(75));
    }
}

impl Place<'_> {
    async fn write(&self, connection: &Value, writes: bool) -> Value {
        let fields = json!({"connectionID": connection["connectionID"], "writes": writes});
        self.call("set-connection-writing", fields).await.ok()
    }

    async fn price(&self, dish: &str, dollars: f64) {
        self.call("update-positem", json!({"posItemID": dish, "price": dollars})).await.ok();
    }

    async fn mark(&self, dish: &str, sold_out: bool) {
        let items = json!([{"posID": self.pos_id, "posItemID": dish}]);
        self.call("mark-item-sold-out", json!({"items": items, "soldOut": sold_out})).await.ok();
    }

    /// What the app shows of a dish.
    async fn dish(&self, dish: &str) -> Value {
        let all = self.call("get-items-list", json!({})).await.ok();
        let items = all["itemList"].as_array().unwrap();
        items.iter().find(|item| item["posItemID"] == dish).cloned().unwrap_or_default()
    }

    /// Waits until the app shows that of a dish.
    async fn until_dish(&self, dish: &str, is_right: impl Fn(&Value) -> bool) {
        eventually_ok("the dish", || async {
            let shown = self.dish(dish).await;
            if is_right(&shown) { Ok(()) } else { Err(shown) }
        })
        .await;
    }
}

/// An account with two locations.
async fn two() -> Square {
    let other = Location::new(&"square-other".parse().unwrap(), "Harbor", super::ZONE.parse().unwrap());
    Square::start_beside(other, super::PAST_DAYS).await
}

/// A connected location whose menu came in.
async fn menu<'w>(square: &'w Square, dishes: &[&str]) -> (Place<'w>, Value) {
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(square).await;
    for dish in dishes {
        ana.until_dish(dish, Value::is_object).await;
    }
    (ana, connection)
}

#[tokio::test(flavor = "multi_thread")]
async fn price_and_mark_of_an_owner_arrive_at_square() {
    let square = two().await;
    let soup = square.dish("soup", 900);
    let (ana, connection) = menu(&square, &[&soup]).await;
    assert_eq!((&connection["writes"], &connection["takesWrites"]), (&json!(false), &json!(true)));
    // Before a person has it so.
    ana.price(&soup, 8.0).await;
    square.wait();
    assert_eq!(ana.write(&connection, true).await["writes"], true);
    square.wait();
    ana.mark(&soup, true).await;
    square.wait();
    square.until_it_has(&soup, 900, true).await;
    ana.price(&soup, 10.5).await;
    square.wait();
    square.until_it_has(&soup, 1_050, true).await;
    // Square says the same, so that its word is in force.
    square.wait();
    ana.until_dish(&soup, |dish| dish["tillPrice"].is_null() && dish["price"] == 10.5).await;
    ana.mark(&soup, false).await;
    square.wait();
    square.until_it_has(&soup, 1_050, false).await;
    square.wait();
    ana.until_dish(&soup, |dish| dish["soldOut"] == false).await;
    let now = ana.now(&connection).await;
    assert_eq!((&now["unwritten"], &now["faults"]), (&json!([]), &json!([])), "{now}");
    assert_eq!(ana.write(&connection, false).await["writes"], false);
    ana.price(&soup, 11.0).await;
    square.wait();
    square.sell("later", "2026-07-18T12:08:00");
    ana.expect_days(&square.all_counted().await).await;
    square.until_it_has(&soup, 1_050, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn price_that_came_from_square_is_never_written_back() {
    let square = two().await;
    let soup = square.dish("soup", 900);
    let (ana, connection) = menu(&square, &[&soup]).await;
    ana.write(&connection, true).await;
    square.wait();
    square.dish("soup", 1_200);
    let put = square.has(&soup).await;
    for _ in 0..3 {
        square.wait();
        ana.until_dish(&soup, |dish| dish["price"] == 12.0).await;
    }
    // What an owner changes of another dish is written meanwhile.
    let cake = square.dish("cake", 500);
    square.wait();
    ana.until_dish(&cake, Value::is_object).await;
    ana.price(&cake, 6.0).await;
    square.wait();
    square.until_it_has(&cake, 600, false).await;
    assert_eq!(square.has(&soup).await, put);
}

#[tokio::test(flavor = "multi_thread")]
async fn last_of_two_prices_stands_whatever_is_read_between() {
    let square = two().await;
    let soup = square.dish("soup", 800);
    let (ana, connection) = menu(&square, &[&soup]).await;
    ana.write(&connection, true).await;
    square.wait();
    for dollars in [9.0, 10.0, 9.0, 8.0] {
        ana.price(&soup, dollars).await;
        // Is written and read back, or not yet.
        square.pass(SignedDuration::from_secs(11));
    }
    square.wait();
    square.until_it_has(&soup, 800, false).await;
    square.wait();
    ana.until_dish(&soup, |dish| dish["price"] == 8.0 && dish["tillPrice"].is_null()).await;
    ana.price(&soup, 9.0).await;
    square.wait();
    square.until_it_has(&soup, 900, false).await;
    ana.price(&soup, 10.0).await;
    square.wait();
    square.until_it_has(&soup, 1_000, false).await;
    square.wait();
    ana.until_dish(&soup, |dish| dish["price"] == 10.0 && dish["tillPrice"].is_null()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn change_that_square_refuses_is_named_and_stops_no_other() {
    let square = two().await;
    let (soup, cake) = (square.dish("soup", 900), square.dish("cake", 500));
    let scopes: Vec<&str> =
        saffron_sandbox::square::SCOPES.into_iter().filter(|scope| *scope != "ITEMS_WRITE").collect();
    square.stand_in.add_token(&square.merchant.id, &Secret::new("EAAA-few"), Some(&scopes));
    let (ana, connection) = menu(&square, &[&soup, &cake]).await;
    ana.write(&connection, true).await;
    let few = json!({"connectionID": connection["connectionID"], "token": "EAAA-few"});
    ana.call("renew-connection", few).await.ok();
    ana.price(&soup, 10.5).await;
    ana.price(&cake, 6.0).await;
    square.wait();
    let shown = ana
        .until_connected(&connection, |now| now["unwritten"].as_array().is_some_and(|all| all.len() == 2))
        .await;
    let one = &shown["unwritten"][1];
    assert_eq!(one["what"], "The soup: price of $10.50", "{shown}");
    assert!(one["why"].as_str().unwrap().contains("ITEMS_WRITE"), "{shown}");
    assert_eq!((&shown["state"], &shown["faults"]), (&json!("live"), &json!([])), "{shown}");
    square.sell("more", "2026-07-18T12:01:00");
    square.wait();
    ana.expect_days(&square.all_counted().await).await;

    // The owner makes one of them at Square, and enters a token for the other.
    square.dish("cake", 600);
    square.wait();
    ana.until_connected(&connection, |now| now["unwritten"].as_array().is_some_and(|all| all.len() == 1))
        .await;
    let all = json!({"connectionID": connection["connectionID"], "token": TOKEN});
    ana.call("renew-connection", all).await.ok();
    square.wait();
    square.until_it_has(&soup, 1_050, false).await;
    ana.until_connected(&connection, |now| now["unwritten"] == json!([])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn change_arrives_once_wherever_the_worker_was_killed() {
    let square = two().await;
    let (soup, cake) = (square.dish("soup", 900), square.dish("cake", 500));
    let (ana, connection) = menu(&square, &[&soup, &cake]).await;
    ana.write(&connection, true).await;
    for cents in [1_000, 1_100, 1_200] {
        ana.price(&soup, cents as f64 / 100.0).await;
        let is_out = cents != 1_100;
        ana.mark(&cake, is_out).await;
        square.wait();
        // Square has the price, and connectors may not have stored that.
        eventually_ok("the price", || async {
            let (_, price, _) = square.has(&soup).await;
            if price == cents { Ok(()) } else { Err(price) }
        })
        .await;
        square.world.kill_connectors().await;
        square.wait();
        square.until_it_has(&cake, 500, is_out).await;
        square.until_it_has(&soup, cents, false).await;
        // An owner marks what the app shows, and it shows what was read since.
        square.wait();
        ana.until_dish(&cake, |shown| shown["soldOut"] == json!(is_out)).await;
    }
    ana.mark(&cake, false).await;
    square.wait();
    square.until_it_has(&cake, 500, false).await;
    let now = ana.now(&connection).await;
    assert_eq!(now["unwritten"], json!([]), "{now}");
}
