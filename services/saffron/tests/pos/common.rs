//! What tests of all adapters share: the way to a stand-in, random trade of days, and what facts come to.

use std::collections::BTreeMap;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Calendar};
use saffron_pos::adapter::{Asked, Fact, Feed, Reader, Totals};
use saffron_pos::http::Transport;
use saffron_sandbox::trade::Order;
use saffron_till::Check;
use serde_json::Value;

use crate::dice::{Dice, check};

/// Sends by reqwest.
pub struct Plain(pub reqwest::Client);

#[async_trait]
impl Transport for Plain {
    async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, String> {
        let request = reqwest::Request::try_from(request).map_err(|e| e.to_string())?;
        let answer = self.0.execute(request).await.map_err(|e| e.to_string())?;
        let mut response = Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            response = response.header(name, value);
        }
        let body = answer.bytes().await.map_err(|e| e.to_string())?;
        response.body(body).map_err(|e| e.to_string())
    }
}

/// All pages.
pub async fn read(reader: &mut Box<dyn Reader>, feed: Feed, asked: Asked) -> Vec<Fact> {
    let (mut facts, mut from): (_, Option<String>) = (Vec::new(), None);
    loop {
        let page = reader.page(feed, asked, from.as_deref()).await.unwrap();
        let unread: Vec<_> = page.unread.iter().map(|one| &one.unmapped).collect();
        assert!(unread.is_empty(), "{unread:?}");
        facts.extend(page.facts);
        match page.next {
            Some(next) => from = Some(next),
            None => return facts,
        }
    }
}

fn cents(of: &Value, name: &str) -> i64 {
    of.get(name).map_or(0, |amount| (amount.as_f64().unwrap() * 100.0).round() as i64)
}

fn list<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    of.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// What checks come to by date, counted from the events as they are posted; the last of each check counts.
pub fn counted(facts: &[Fact]) -> BTreeMap<BusinessDate, Totals> {
    let mut last: BTreeMap<String, (i64, Value)> = BTreeMap::new();
    for fact in facts {
        let event: Value = serde_json::from_str(fact.event.json()).unwrap();
        if event["type"] != "check.closed" {
            continue;
        }
        let revision = event["data"]["revision"].as_i64().unwrap();
        let id = event["data"]["posCheckID"].as_str().unwrap().to_owned();
        let known = last.entry(id).or_insert((revision, event["data"].clone()));
        if revision > known.0 {
            *known = (revision, event["data"].clone());
        }
    }
    let mut totals: BTreeMap<BusinessDate, Totals> = BTreeMap::new();
    for (_, data) in last.into_values() {
        let of = totals.entry(data["businessDate"].as_str().unwrap().parse().unwrap()).or_default();
        let items = |name: &str| list(&data, "items").map(|item| cents(item, name)).sum::<i64>();
        let net = items("amount") - items("discount") - cents(&data, "discount");
        of.net_sales += net;
        of.tax +=
            items("tax") + list(&data, "serviceCharges").map(|charge| cents(charge, "tax")).sum::<i64>();
        of.tips += list(&data, "payments").map(|payment| cents(payment, "tip")).sum::<i64>();
        if data.get("refundOf").is_some() {
            of.refunds -= net;
        } else {
            of.gross_sales += items("amount");
            of.checks += 1;
        }
    }
    totals
}

/// The whole of a sale brought back at another time.
pub fn refund(of: &Check, id: &str, closed: &str) -> Check {
    let mut refund = Check { id: id.parse().unwrap(), refund_of: Some(of.id.clone()), ..of.clone() };
    (refund.close_time, refund.open_time) = (closed.parse().unwrap(), closed.parse().unwrap());
    for line in &mut refund.lines {
        line.quantity = -line.quantity;
        (line.amount, line.discount, line.tax) = (-line.amount, -line.discount, -line.tax);
        line.discounts.iter_mut().for_each(|discount| discount.amount = -discount.amount);
    }
    refund.discount = -refund.discount;
    refund.discounts.iter_mut().for_each(|discount| discount.amount = -discount.amount);
    for charge in &mut refund.service_charges {
        (charge.amount, charge.tax) = (-charge.amount, -charge.tax);
    }
    for payment in &mut refund.payments {
        (payment.amount, payment.tip) = (-payment.amount, -payment.tip);
    }
    refund
}

fn utc(check: &Check) -> Timestamp {
    check.close_time.to_zoned(jiff::tz::TimeZone::get("America/New_York").unwrap()).unwrap().timestamp()
}

/// Random sales of three days, from the morning to after midnight, some with a tip that comes later, some brought back.
pub fn days(seed: u64, checks: usize) -> Vec<(Order, Timestamp)> {
    let mut dice = Dice::new(seed);
    let mut orders = Vec::new();
    for number in 0..checks {
        let closed = format!(
            "2026-07-{:02}T{:02}:{:02}:{:02}",
            18 + dice.throw(3),
            dice.throw(24),
            dice.throw(60),
            dice.throw(60)
        );
        let sale = check(&mut dice, &format!("s{number}"), closed.parse().unwrap());
        let at = utc(&sale);
        orders.push((Order::sale(sale.clone()), at));
        if dice.chance(15) && sale.payments[0].tender == "Visa" {
            let mut later = sale.clone();
            later.payments[0].tip += saffron_core::Money::from_cents(250);
            orders.push((Order::sale(later), at + SignedDuration::from_hours(7)));
        } else if dice.chance(10) {
            let back = refund(&sale, &format!("b{number}"), "2026-07-21T13:20:00");
            let at = utc(&back);
            orders.push((Order::refund(back), at));
        }
    }
    orders
}

pub fn of_day(calendar: &Calendar, on: &str) -> (BusinessDate, Asked) {
    let on: BusinessDate = on.parse().unwrap();
    let last = calendar.begin_of(on.plus_days(1)) - SignedDuration::from_millis(1);
    (on, Asked::Of(calendar.begin_of(on), last))
}
