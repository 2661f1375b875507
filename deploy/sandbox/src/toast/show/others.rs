//! Restaurants, menus, stock, people.

use std::collections::BTreeMap;

use saffron_core::Money;
use saffron_till::{Item, Shift};
use serde_json::{Value, json};

use super::{never, number, reference, time, usd};
use crate::toast::account::{Account, Restaurant};

/// A restaurant.
pub fn restaurant(restaurant: &Restaurant) -> Value {
    let site = &restaurant.site;
    let start = site.day_start.to_string();
    let hour: Option<u8> = start.split(':').next().and_then(|hour| hour.parse().ok());
    json!({
        "guid": restaurant.id,
        "general": {
            "name": site.name, "locationName": null, "locationCode": "1", "timeZone": site.zone.name(), "closeoutHour": hour,
            "managementGroupGuid": restaurant.group, "currencyCode": site.currency, "firstBusinessDate": 20_200_101,
            "archived": !site.is_active,
        },
        "urls": { "website": site.website },
        "location": { "address1": site.address, "address2": null, "city": null, "stateCode": null, "zipCode": null, "phone": site.phone },
    })
}

/// The published menus: one, with a group for each minor category.
pub fn menus(account: &Account) -> Value {
    let mut groups: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for item in account.items.values() {
        groups.entry(item.minor_category.as_str()).or_default().push(dish(account, item));
    }
    let groups = groups.into_iter().map(|(name, items)| {
        json!({ "guid": account.guid(&[&"group", &name]), "name": name, "menuGroups": [], "menuItems": items })
    });
    json!({
        "restaurantGuid": account.restaurant.id,
        "lastUpdated": account.published.map(time),
        "restaurantTimeZone": account.restaurant.site.zone.name(),
        "menus": [{ "guid": account.guid(&[&"menu"]), "name": "All day", "menuGroups": groups.collect::<Vec<_>>() }],
        "modifierGroupReferences": {}, "modifierOptionReferences": {},
    })
}

fn dish(account: &Account, item: &Item) -> Value {
    let category = json!({ "guid": account.guid(&[&"salesCategories", &item.major_category]), "name": item.major_category });
    json!({
        "guid": account.guid(&[&item.id, &"item"]),
        "name": item.name,
        "price": item.price.map(usd),
        "pricingStrategy": if item.price.is_some() { "BASE_PRICE" } else { "OPEN_PRICE" },
        "isDeferred": false,
        "salesCategory": if item.major_category.is_empty() { Value::Null } else { category },
        "visibility": ["POS"],
    })
}

/// Items that are counted or sold out: of others there is no end, and nothing is shown.
pub fn stock(account: &Account) -> Vec<Value> {
    let shown = account.items.values().filter_map(|item| {
        let (status, quantity) = match (item.sold_out, item.stock) {
            (true, _) => ("OUT_OF_STOCK", None),
            (false, Some(stock)) => ("QUANTITY", Some(stock.milli() as f64 / 1_000.0)),
            (false, None) => return None,
        };
        Some(json!({ "guid": account.guid(&[&item.id, &"item"]), "status": status, "quantity": quantity, "itemGuidValidity": "VALID" }))
    });
    shown.collect()
}

/// An employee.
pub fn employee(account: &Account, person: &str, name: &str) -> Value {
    let (first, last) = name.split_once(' ').unwrap_or((name, ""));
    json!({
        "guid": account.guid(&[&person, &"employee"]), "entityType": "RestaurantUser", "firstName": first, "lastName": last,
        "chosenName": null, "deleted": false, "jobReferences": [], "wageOverrides": [],
    })
}

/// A job.
pub fn job(account: &Account, title: &str) -> Value {
    json!({ "guid": account.guid(&[&title, &"job"]), "entityType": "RestaurantJob", "title": title, "deleted": false, "tipped": true })
}

/// A shift as a time entry; hours are decimals.
pub fn entry(account: &Account, own: &str, shift: &Shift, changed: jiff::Timestamp) -> Value {
    let site = &account.restaurant.site;
    let worked = shift.clock_out.map(|out| site.at(out).duration_since(site.at(shift.clock_in)).as_secs());
    let (unpaid, overtime) = (shift.unpaid_minutes.seconds(), shift.overtime_minutes.seconds());
    let regular = shift.regular_minutes.map(|of| i64::from(of.seconds()));
    let left = worked.map(|worked| (worked - i64::from(unpaid) - i64::from(overtime)).max(0));
    let hours = |seconds: i64| seconds as f64 / 3_600.0;
    let pause = (unpaid > 0).then(|| {
        let begun = site.at(shift.clock_in);
        let ended = begun.saturating_add(jiff::SignedDuration::from_secs(i64::from(unpaid))).unwrap_or(begun);
        json!({ "guid": account.guid(&[&own, &"break"]), "paid": false, "missed": false, "inDate": time(begun), "outDate": time(ended) })
    });
    json!({
        "guid": own,
        "entityType": "TimeEntry",
        "employeeReference": reference(Some(account.guid(&[&shift.employee.id, &"employee"])), "RestaurantUser"),
        "jobReference": reference(Some(account.guid(&[&shift.job, &"job"])), "RestaurantJob"),
        "inDate": time(site.at(shift.clock_in)),
        "outDate": shift.clock_out.map(|out| time(site.at(out))),
        "businessDate": number(saffron_core::BusinessDate::from_date(shift.clock_in.date())).to_string(),
        "createdDate": time(site.at(shift.clock_in)),
        "modifiedDate": time(changed),
        "deleted": false,
        "deletedDate": never(),
        "regularHours": regular.or(left).map(hours),
        "overtimeHours": hours(i64::from(overtime)),
        "hourlyWage": shift.rate.map(usd),
        "breaks": pause.into_iter().collect::<Vec<_>>(),
        "declaredCashTips": usd(shift.tips),
        "nonCashTips": usd(Money::ZERO),
    })
}
