//! The order that Clover's own SDK is tested with.

use saffron_pos::clover::model::{Order, Read};
use saffron_pos::clover::{Menu, Team, checks};
use serde_json::json;

use crate::door::{cents, place, through};

const ORDER: &str = include_str!("../data/clover-order-1.json");

#[test]
fn published_order_has_its_values() {
    let order = Read::<Order>::of(ORDER).object().unwrap();
    assert_eq!((order.total, order.payment_state.as_deref()), (Some(1545), None));
    let events = checks(&place(), &Menu::default(), &Team::default(), &order).unwrap();
    assert_eq!(events.len(), 1);
    let seen = through(&place(), &events[0]);
    // Nobody paid it.
    assert_eq!(seen.kind, "check.opened");
    let check = seen.check();
    let line = &check.lines[0];
    assert_eq!((line.name.as_str(), cents(line.amount), cents(line.tax)), ("Chicken Fried Steak", 1295, 250));
    let taxes: Vec<_> = check.taxes.iter().map(|tax| (tax.name.as_str(), cents(tax.amount))).collect();
    assert_eq!(taxes, [("San Jose", 107), ("foo", 13), ("bar", 130)]);
    assert_eq!(cents(line.amount) + cents(line.tax), order.total.unwrap());
    assert_eq!(seen.data["orderType"], "Jeff's To Go");
    assert_eq!(seen.data["items"][0]["posItemID"], "NFB3QFXEJ303E");
    assert_eq!(seen.data["employee"], json!({"id": "DFLTEMPLOYEE", "name": "DFLTEMPLOYEE"}));
    assert_eq!(seen.data["openTime"], "2019-01-03T18:49:31");
    assert_eq!(seen.revision, 1_546_559_371_000 * 16 + 1);
}
