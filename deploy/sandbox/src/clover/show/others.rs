//! The merchant, its inventory and its people.

use jiff::Timestamp;
use saffron_core::Money;
use saffron_till::{Guest, Item, Shift};
use serde_json::{Value, json};

use super::lines::item_id;
use super::{Expand, nested, tidy, time};
use crate::clover::account::{Account, Merchant, id};

/// The merchant. Its properties hold numbers of bank accounts too.
pub fn merchant(merchant: &Merchant, expand: &Expand) -> Value {
    let site = &merchant.site;
    let address = expand
        .has("address")
        .then(|| json!({ "address1": site.address, "city": "", "state": "", "zip": "" }));
    let properties = expand.has("properties").then(|| {
        json!({
            "defaultCurrency": site.currency, "timezone": site.zone.name(), "locale": "en-US", "tipsEnabled": true,
            "trackStock": true, "updateStock": true, "vat": false, "abaAccountNumber": "XXXXX0248", "ddaAccountNumber": "XXXXXX1099",
        })
    });
    tidy(json!({
        "id": merchant.id, "name": site.name, "phoneNumber": site.phone, "website": site.website,
        "address": address, "properties": properties, "isBillable": false,
    }))
}

/// When the stock of an item was changed.
pub fn stock_changed(at: Timestamp) -> i64 {
    at.as_millisecond()
}

/// An item.
pub fn item(account: &Account, item: &Item, at: Timestamp, expand: &Expand) -> Value {
    let own = item_id(account, item.id.as_str());
    let stock = expand.has("itemStock").then(|| {
        let quantity = item.stock.map(|stock| stock.milli() as f64 / 1_000.0);
        tidy(json!({ "item": { "id": own }, "quantity": quantity, "modifiedTime": stock_changed(at) }))
    });
    let category = |name: &str| json!({ "id": id(&[&name, &"category"]), "name": name, "sortOrder": 1, "deleted": false });
    tidy(json!({
        "id": own,
        "name": item.name,
        "price": item.price.map_or(0, Money::cents),
        "priceType": if item.price.is_some() { "FIXED" } else { "VARIABLE" },
        "cost": item.cost.map_or(0, Money::cents),
        "hidden": false,
        "available": !item.sold_out,
        "isRevenue": true,
        "modifiedTime": time(at),
        "itemStock": stock,
        "categories": nested(expand.has("categories"), || vec![category(&item.minor_category)]),
    }))
}

/// A guest.
pub fn customer(account: &Account, guest: &Guest, at: Timestamp, expand: &Expand) -> Value {
    let own = id(&[&account.merchant.id, &guest.id, &"customer"]);
    let email = guest
        .email
        .as_ref()
        .map(|email| json!({ "id": id(&[&own, &"email"]), "emailAddress": email, "primaryEmail": true }));
    let phone = guest
        .cell_phone_number
        .as_ref()
        .map(|phone| json!({ "id": id(&[&own, &"phone"]), "phoneNumber": phone }));
    tidy(json!({
        "id": own,
        "firstName": guest.first_name,
        "lastName": guest.last_name,
        // False is no answer: nobody asked.
        "marketingAllowed": guest.email_consent.unwrap_or(false),
        "customerSince": time(at),
        "emailAddresses": nested(expand.has("emailAddresses"), || email.into_iter().collect()),
        "phoneNumbers": nested(expand.has("phoneNumbers"), || phone.into_iter().collect()),
        "metadata": expand.has("metadata").then(|| json!({ "modifiedTime": time(at) })),
    }))
}

/// An employee.
pub fn employee(account: &Account, person: &str, name: &str, job: &str, expand: &Expand) -> Value {
    json!({
        "id": account.employee_id(person), "name": name, "customId": person, "role": "EMPLOYEE", "isOwner": false,
        "pin": "0000", "roles": nested(expand.has("roles"), || vec![json!({ "id": id(&[&job, &"role"]), "name": job })]),
    })
}

/// A shift: it has neither wage nor job.
pub fn shift(account: &Account, own: &str, shift: &Shift) -> Value {
    let site = &account.merchant.site;
    tidy(json!({
        "id": own,
        "employee": { "id": account.employee_id(&shift.employee.id) },
        "cashTipsCollected": shift.tips.cents(),
        "serverBanking": false,
        "inTime": time(site.at(shift.clock_in)),
        "outTime": shift.clock_out.map(|at| time(site.at(at))),
    }))
}
