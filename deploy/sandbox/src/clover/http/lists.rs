//! Lists and objects of a merchant.

use axum::Json;
use axum::extract::{Path, State};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::query::{Asked, Row};
use crate::clover::account::{Account, Record};
use crate::clover::fault::Fault;
use crate::clover::provider::Clover;
use crate::clover::show::{self, Expand};

type Answer = Result<Json<Value>, Fault>;

pub async fn merchant(State(clover): State<Clover>, Path(merchant): Path<String>, asked: Asked) -> Answer {
    let expand = asked.expand()?;
    clover.serve(asked.token(), &merchant, "MERCHANT_R", |account, _, _| {
        Ok(Json(show::merchant(&account.merchant, &expand)))
    })
}

pub async fn list(
    State(clover): State<Clover>,
    Path((merchant, list)): Path<(String, String)>,
    asked: Asked,
) -> Answer {
    let permission = match list.as_str() {
        "tenders" => "MERCHANT_R",
        "orders" => "ORDERS_R",
        "payments" | "refunds" | "credits" => "PAYMENTS_R",
        "items" | "categories" => "INVENTORY_R",
        "employees" => "EMPLOYEES_R",
        "customers" => "CUSTOMERS_R",
        _ => return Err(Fault::missing()),
    };
    clover.serve(asked.token(), &merchant, permission, |account, tricks, now| {
        let at = tricks.shown_at(now);
        let times = &["createdTime", "modifiedTime"][..];
        let (rows, known, window) = match list.as_str() {
            "orders" => (orders(account, at), times, Some("createdTime")),
            "payments" => (payments(account, at), times, Some("createdTime")),
            "refunds" => (backs(account, at, false), &["createdTime"][..], None),
            "credits" => (backs(account, at, true), &["createdTime"][..], None),
            "items" => (items(account), &["modifiedTime"][..], None),
            "employees" => (employees(account), &[][..], None),
            "customers" => (customers(account), &["customerSince"][..], None),
            "categories" => (categories(account), &[][..], None),
            _ => (Vec::new(), &[][..], None),
        };
        asked.page(rows, known, window, tricks, now)
    })
}

fn orders(account: &Account, at: Timestamp) -> Vec<Row<'_>> {
    let row = |record: &'_ Record| -> Option<(i64, i64)> {
        let shown = show::order(account, record, at, &Expand::default())?;
        let time = |name: &str| shown.get(name).and_then(Value::as_i64).unwrap_or_default();
        Some((time("createdTime"), time("modifiedTime")))
    };
    let records = account.records.values();
    let rows = records.filter_map(|record| {
        let (created, modified) = row(record)?;
        Some(Row {
            id: record.id.clone(),
            times: vec![("createdTime", created), ("modifiedTime", modified)],
            show: Box::new(move |expand| show::order(account, record, at, expand)),
        })
    });
    rows.collect()
}

fn payments(account: &Account, at: Timestamp) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for record in account.records.values() {
        let Some(version) = record.as_of(at) else { continue };
        for number in 0..show::payments_of(version).len() {
            let shown = show::payment(account, record, version, number, &Expand::default(), "");
            let Some(shown) = shown else { continue };
            let time = |name: &str| shown.get(name).and_then(Value::as_i64).unwrap_or_default();
            rows.push(Row {
                id: shown.get("id").and_then(Value::as_str).unwrap_or_default().to_owned(),
                times: vec![("createdTime", time("createdTime")), ("modifiedTime", time("modifiedTime"))],
                show: Box::new(move |expand| show::payment(account, record, version, number, expand, "")),
            });
        }
    }
    rows
}

fn backs(account: &Account, at: Timestamp, credits: bool) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for record in account.records.values().filter(|record| show::is_credit(record, at) == credits) {
        for (_, back) in record.backs(at) {
            let made = account.merchant.site.at(back.check.close_time).as_millisecond();
            for number in 0..back.check.payments.len() {
                rows.push(Row {
                    id: format!("{}-{number}", back.check.id),
                    times: vec![("createdTime", made)],
                    show: Box::new(move |expand| match record.as_of(at) {
                        Some(version) => {
                            show::refund(account, record, version, back, number, expand.has("lineItems"))
                        }
                        None => show::credit(account, record, back, number),
                    }),
                });
            }
        }
    }
    rows
}

fn items(account: &Account) -> Vec<Row<'_>> {
    let row = |(item, at): &'_ (_, Timestamp)| -> (String, i64) {
        let item: &saffron_till::Item = item;
        (item.id.to_string(), show::stock_changed(*at))
    };
    let rows = account.items.values().map(|known| {
        let (id, changed) = row(known);
        let (item, at) = known;
        Row {
            id,
            times: vec![("modifiedTime", changed)],
            show: Box::new(move |expand| Some(show::item(account, item, *at, expand))),
        }
    });
    rows.collect()
}

fn categories(account: &Account) -> Vec<Row<'_>> {
    let names: std::collections::BTreeSet<&str> =
        account.items.values().map(|(item, _)| item.minor_category.as_str()).collect();
    let rows = names.into_iter().map(|name| {
        let id = crate::clover::account::id(&[&name, &"category"]);
        let shown = json!({ "id": id, "name": name, "sortOrder": 1, "deleted": false });
        Row { id, times: Vec::new(), show: Box::new(move |_| Some(shown.clone())) }
    });
    rows.collect()
}

fn employees(account: &Account) -> Vec<Row<'_>> {
    let rows = account.team.iter().map(|(person, (name, job))| Row {
        id: person.clone(),
        times: Vec::new(),
        show: Box::new(move |expand| Some(show::employee(account, person, name, job, expand))),
    });
    rows.collect()
}

fn customers(account: &Account) -> Vec<Row<'_>> {
    let rows = account.guests.values().map(|(guest, at)| Row {
        id: guest.id.to_string(),
        times: vec![("customerSince", at.as_millisecond())],
        show: Box::new(move |expand| Some(show::customer(account, guest, *at, expand))),
    });
    rows.collect()
}

pub async fn order(
    State(clover): State<Clover>,
    Path((merchant, id)): Path<(String, String)>,
    asked: Asked,
) -> Answer {
    let expand = asked.expand()?;
    clover.serve(asked.token(), &merchant, "ORDERS_R", |account, tricks, now| {
        let record = account.records.get(&id).ok_or_else(Fault::missing)?;
        show::order(account, record, tricks.shown_at(now), &expand).map(Json).ok_or_else(Fault::missing)
    })
}

pub async fn line_items(
    State(clover): State<Clover>,
    Path((merchant, id)): Path<(String, String)>,
    asked: Asked,
) -> Answer {
    clover.serve(asked.token(), &merchant, "ORDERS_R", |account, tricks, now| {
        let at = tricks.shown_at(now);
        let version =
            account.records.get(&id).and_then(|record| record.as_of(at)).ok_or_else(Fault::missing)?;
        let check = version.order.sale.as_ref().ok_or_else(Fault::missing)?;
        let lines = show::line_items(account, check, &asked.expand()?, "", &[]);
        let rows = lines.into_iter().enumerate().map(|(number, line)| Row {
            id: format!("{number:08}"),
            times: Vec::new(),
            show: Box::new(move |_| Some(line.clone())),
        });
        asked.page(rows.collect(), &[], None, tricks, now)
    })
}

pub async fn shifts(
    State(clover): State<Clover>,
    Path((merchant, id)): Path<(String, String)>,
    asked: Asked,
) -> Answer {
    clover.serve(asked.token(), &merchant, "EMPLOYEES_R", |account, tricks, now| {
        let own = account.shifts.iter().filter(|(_, shift)| account.employee_id(&shift.employee.id) == id);
        let rows = own.map(|(own, shift)| Row {
            id: own.clone(),
            times: vec![("inTime", account.merchant.site.at(shift.clock_in).as_millisecond())],
            show: Box::new(move |_| Some(show::shift(account, own, shift))),
        });
        asked.page(rows.collect(), &["inTime", "outTime"], None, tricks, now)
    })
}
