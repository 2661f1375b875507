//! One item, and changes of it.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use saffron_core::{ItemId, Money};
use serde::Deserialize;
use serde_json::Value;

use super::query::Asked;
use crate::clover::account::Account;
use crate::clover::fault::Fault;
use crate::clover::provider::Clover;
use crate::clover::show;

type Answer = Result<Json<Value>, Fault>;

fn find(account: &Account, id: &str) -> Result<ItemId, Fault> {
    let found = account.items.keys().find(|item| show::item_id(account, item.as_str()) == id);
    found.cloned().ok_or_else(Fault::missing)
}

/// `GET /v3/merchants/{mId}/items/{itemId}`.
pub async fn item(
    State(clover): State<Clover>,
    Path((merchant, id)): Path<(String, String)>,
    asked: Asked,
) -> Answer {
    let expand = asked.expand()?;
    clover.serve(asked.token(), &merchant, "INVENTORY_R", |account, _, _| {
        let item = find(account, &id)?;
        let (item, at) = account.items.get(&item).ok_or_else(Fault::missing)?;
        Ok(Json(show::item(account, item, *at, &expand)))
    })
}

/// What of an item is changed; what is left out stays. Clover takes more fields than these.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fields {
    /// Cents.
    price: Option<i64>,
    price_type: Option<String>,
    available: Option<bool>,
}

/// `POST /v3/merchants/{mId}/items/{itemId}`.
pub async fn change(
    State(clover): State<Clover>,
    Path((merchant, id)): Path<(String, String)>,
    asked: Asked,
    fields: Result<Json<Fields>, JsonRejection>,
) -> Answer {
    let Json(fields) = fields.map_err(|error| Fault::invalid(error.body_text()))?;
    let expand = asked.expand()?;
    clover.change(asked.token(), &merchant, "INVENTORY_W", |account, _, now| {
        let id = find(account, &id)?;
        let (item, at) = account.items.get_mut(&id).ok_or_else(Fault::missing)?;
        if fields.price.is_some_and(|price| price < 0) {
            return Err(Fault::invalid("price must not be negative"));
        }
        let price = match (fields.price_type.as_deref(), item.price) {
            (Some("VARIABLE"), _) | (None, None) => None,
            (_, before) => fields.price.map(Money::from_cents).or(before),
        };
        let sold_out = fields.available.map_or(item.sold_out, |available| !available);
        if (price, sold_out) != (item.price, item.sold_out) {
            (item.price, item.sold_out, *at) = (price, sold_out, now);
        }
        let (item, at) = account.items.get(&id).ok_or_else(Fault::missing)?;
        Ok(Json(show::item(account, item, *at, &expand)))
    })
}
