//! Orders and payments.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::query::Asked;
use crate::toast::fault::Fault;
use crate::toast::provider::Toast;
use crate::toast::show;

type Answer = Result<Json<Value>, Fault>;

/// The most orders of a page.
const MOST: usize = 100;

/// Orders of a business date, or those that changed in a span, a page of them: by the time of their opening.
pub async fn bulk(State(toast): State<Toast>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "orders:read", |account, tricks, now| {
        let at = tricks.shown_at(now);
        let (date, span) = (asked.date("businessDate")?, asked.span("startDate", "endDate")?);
        let size = asked.number("pageSize", MOST)?;
        let page = asked.number("page", 1)?;
        if date.is_some() == span.is_some() || !(1..=MOST).contains(&size) || page == 0 {
            return Err(Fault::invalid("a businessDate, or startDate and endDate; a pageSize of 1 to 100"));
        }
        let mut found = Vec::new();
        for record in account.records.values() {
            let Some(dates) = show::dates(account, record, at) else { continue };
            let is_asked = date.is_none_or(|date| date == dates.business)
                && span.is_none_or(|(from, until)| from <= dates.modified && dates.modified < until);
            if is_asked {
                found.push((dates.opened, record));
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.id.cmp(&b.1.id)));
        let mut offset = (page - 1) * size;
        if tricks.repeated_pages > 0 && offset > 0 {
            tricks.repeated_pages -= 1;
            offset = offset.saturating_sub(size / 2);
        }
        let rows =
            found.iter().skip(offset).take(size).filter_map(|(_, record)| show::order(account, record, at));
        let mut rows: Vec<Value> = rows.collect();
        if tricks.disorder {
            rows.reverse();
        }
        Ok(Json(json!(rows)))
    })
}

pub async fn order(State(toast): State<Toast>, Path(guid): Path<String>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "orders:read", |account, tricks, now| {
        let record = account.records.get(&guid).ok_or_else(Fault::missing)?;
        show::order(account, record, tricks.shown_at(now)).map(Json).ok_or_else(Fault::missing)
    })
}

/// The GUIDs of payments that were made, refunded or voided on a business date.
pub async fn payments(State(toast): State<Toast>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "orders:read", |account, tricks, now| {
        let at = tricks.shown_at(now);
        let (paid, refunded) = (asked.date("paidBusinessDate")?, asked.date("refundBusinessDate")?);
        if paid.is_some() == refunded.is_some() {
            return Err(Fault::invalid("one of paidBusinessDate and refundBusinessDate"));
        }
        let mut guids = Vec::new();
        for record in account.records.values() {
            let shown = (0..).map_while(|number| show::payment(account, record, number, at));
            for payment in shown {
                let number = |date: saffron_core::BusinessDate| show::number(date);
                let is_asked = paid
                    .is_some_and(|date| payment.get("paidBusinessDate") == Some(&number(date)))
                    || refunded.is_some_and(|date| {
                        payment.pointer("/refund/refundBusinessDate") == Some(&number(date))
                    });
                if is_asked {
                    guids.extend(payment.get("guid").cloned());
                }
            }
        }
        Ok(Json(json!(guids)))
    })
}

pub async fn payment(State(toast): State<Toast>, Path(guid): Path<String>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "orders:read", |account, tricks, now| {
        let at = tricks.shown_at(now);
        let mut all = account
            .records
            .values()
            .flat_map(|record| (0..).map_while(move |number| show::payment(account, record, number, at)));
        let found = all.find(|payment| payment.get("guid").and_then(Value::as_str) == Some(guid.as_str()));
        found.map(Json).ok_or_else(Fault::missing)
    })
}
